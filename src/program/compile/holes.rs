//! Owners and closed holes: constants of the game, except for holes that change owner, or are closed or
//! opened, during play.

use super::marks::possible_places_of_all;
use super::place_cases::simplest_place;
use super::{Compiler, LowerCtx, Lowered, seat_number};
use crate::engine::GameConstants;
use crate::model::walk::{self, Visit, VisitContext};
use crate::model::{
    Deed, Life, Model, NoteDecl, NoteKind, PlaceId, PlaceSetBits, Places, Seat, Unit,
};
use crate::program::{
    Act, Lane, LaneRole, LaneSet, NumberExpr, NumberRange, PlaceExpr, Program, Test,
};

/// Holes with properties that change during play.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ChangingHoles {
    /// Holes that some statement gives to another player.
    pub owner: PlaceSetBits,
    /// Holes that some statement closes or opens.
    pub closed: PlaceSetBits,
}

/// The holes that change; `marked`: for each mark, the places that can have it.
pub(super) fn changing_holes(
    model: &Model,
    fixed: &GameConstants,
    marked: &[PlaceSetBits],
) -> ChangingHoles {
    let mut all = ChangingHoles::default();
    let named = |places: &Places| {
        let can_be = possible_places_of_all(model, places, marked).iter();
        can_be.filter(|place| place.index() < model.board.holes).collect()
    };
    model.for_each_deed_in_play(!fixed.opening_over, &mut |deed| {
        if let Deed::Own(places) = deed {
            all.owner = all.owner.union(named(places));
        }
        if let Deed::Close(places) | Deed::Open(places) = deed {
            all.closed = all.closed.union(named(places));
        }
    });
    if model.any_deed_in_play(&|deed| matches!(deed, Deed::SwapSides)) {
        // What differs between the sides, perhaps since an earlier game, changes with them.
        let mut changes = HoleChanges::default();
        walk::model(model, &mut changes);
        let holes = || (0..model.board.holes).map(|i| PlaceId(i as u8)).collect();
        if changes.owner {
            all.owner = holes();
        }
        if changes.closed {
            all.closed = holes();
        }
    }
    all
}

/// Whether holes can change their owner, or be closed, anywhere in a match.
#[derive(Default)]
struct HoleChanges {
    owner: bool,
    closed: bool,
}

impl Visit for HoleChanges {
    fn deed(&mut self, _: VisitContext, deed: &Deed) {
        self.owner |= matches!(deed, Deed::Own(_));
        self.closed |= matches!(deed, Deed::Close(_));
    }
}

impl<'m> Compiler<'m> {
    /// `swap sides`: the seeds of each pair of places are exchanged, without a place between them.
    pub(super) fn swap_sides(&self) -> Lowered<Vec<Act>> {
        let ChangingHoles { owner, closed } = self.changing_holes;
        let lasts = |life: &Life| matches!(life, Life::Unit(Unit::Match));
        let goes_along = |note: &NoteDecl| {
            (note.of_each_player || note.kind == NoteKind::Place) && !lasts(&note.life)
        };
        if !owner.is_empty()
            || !closed.is_empty()
            || !self.model.kinds.is_empty()
            || self.model.stages.len() > 1
            || self.model.marks.iter().any(|mark| !lasts(&mark.life))
            || self.model.notes.iter().any(goes_along)
        {
            return Err("swapping sides with more than seeds");
        }
        let Some(turned) = self.model.board.turned() else { return Ok(Vec::new()) };
        let mut acts = Vec::new();
        for (one, other) in
            (0..=u8::MAX).map(PlaceId).zip(turned).filter(|(one, other)| one < other)
        {
            let (one, other) = (Program::lane(one), Program::lane(other));
            let number = |lane| Box::new(NumberExpr::Lane(lane));
            acts.extend([
                Act::Set(one, NumberExpr::Add(number(one), number(other))),
                Act::Set(other, NumberExpr::Sub(number(one), number(other))),
                Act::Set(one, NumberExpr::Sub(number(one), number(other))),
            ]);
        }
        Ok(acts)
    }

    /// Allots lanes for all properties that change.
    pub(super) fn add_hole_lanes(&self) {
        let ChangingHoles { owner, closed } = self.changing_holes;
        owner.iter().for_each(|place| _ = self.lane(LaneRole::Owner(place)));
        closed.iter().for_each(|place| _ = self.lane(LaneRole::Closed(place)));
    }

    /// Whether a place belongs to a player.
    pub(super) fn is_owned(&self, place: PlaceId, by: Seat) -> Test {
        if self.changing_holes.owner.contains(place) {
            let owner = NumberRange::exactly(seat_number(by).into());
            return Test::Holds(self.lane(LaneRole::Owner(place)), owner);
        }
        Test::constant(self.fixed_owner(place) == Some(by))
    }

    /// The owner of a place; `Err` if it can change.
    pub(super) fn owner(&self, place: PlaceId) -> Lowered<Option<Seat>> {
        match self.changing_holes.owner.contains(place) {
            true => Err("a hole that changes its owner"),
            false => Ok(self.fixed_owner(place)),
        }
    }

    fn fixed_owner(&self, place: PlaceId) -> Option<Seat> {
        match place.index() < self.model.board.holes {
            true => self.fixed.owners.get(place.index()).copied().flatten(),
            false => self.model.board.places.get(place.index()).and_then(|p| p.owner),
        }
    }

    /// The holes of a player, each with the test under which it is theirs.
    pub(super) fn own_holes(&self, seat: Seat) -> PlaceExpr {
        let each = self.holes().map(|hole| (Program::lane(hole), self.is_owned(hole, seat)));
        simplest_place(each.collect())
    }

    /// The holes that a player owns throughout the game.
    pub(super) fn kept_holes(&self, seat: Seat) -> LaneSet {
        let kept = |hole: &PlaceId| matches!(self.owner(*hole), Ok(Some(owner)) if owner == seat);
        self.holes().filter(kept).map(Program::lane).collect()
    }

    /// Each hole that changes owner, with the lane of its owner.
    pub(super) fn owner_lanes(&self) -> Vec<(Lane, Lane)> {
        let lane = |place| (Program::lane(place), self.lane(LaneRole::Owner(place)));
        self.changing_holes.owner.iter().map(lane).collect()
    }

    /// Whether a place is open (in play).
    pub(super) fn is_open(&self, place: PlaceId) -> Test {
        if self.changing_holes.closed.contains(place) {
            return Test::Holds(self.lane(LaneRole::Closed(place)), NumberRange::NONE);
        }
        Test::constant(!self.fixed.closed.contains(place))
    }

    /// The same; `Err` if it can change.
    pub(super) fn is_surely_open(&self, place: PlaceId) -> Lowered<bool> {
        let open = self.is_open(place).as_constant();
        open.ok_or("a hole that is closed or opened in play")
    }

    /// The places that can be open, each with the test under which it is.
    pub(super) fn open_places(
        &self,
        places: impl Iterator<Item = PlaceId>,
    ) -> Vec<(PlaceId, Test)> {
        let each = places.map(|place| (place, self.is_open(place)));
        each.filter(|(_, test)| *test != Test::Never).collect()
    }

    /// The actor becomes the owner of the named holes.
    pub(super) fn own(&self, places: &'m Places, ctx: LowerCtx<'m>) -> Lowered<Act> {
        self.set_each_hole(places, LaneRole::Owner, seat_number(ctx.actor()), ctx)
    }

    /// Closes or opens the named holes.
    pub(super) fn close(
        &self,
        places: &'m Places,
        closed: bool,
        ctx: LowerCtx<'m>,
    ) -> Lowered<Act> {
        self.set_each_hole(places, LaneRole::Closed, closed.into(), ctx)
    }

    /// Sets a lane of every named hole.
    fn set_each_hole(
        &self,
        places: &'m Places,
        role: fn(PlaceId) -> LaneRole,
        value: u16,
        ctx: LowerCtx<'m>,
    ) -> Lowered<Act> {
        let each = self.named(places, ctx)?.into_iter();
        let holes = each.filter(|(place, _)| place.index() < self.model.board.holes);
        let lanes = holes.map(|(place, test)| (self.lane(role(place)), test));
        Ok(Act::SetEach(simplest_place(lanes.collect()), value))
    }
}
