//! Evaluates player references and place phrases.

use super::budget;
use super::execution::{EvalCtx, Execution};
use super::state::{CAPTURED, SOWING_HAND};
use crate::model::{
    Base, Filter, PlaceId, PlaceKind, PlacePhrase, PlaceSetBits, Places, PlayerRef, Seat, Unit,
    UnitRef,
};
use smallvec::SmallVec;

/// An ordered list of places.
pub(crate) type PlaceList = SmallVec<[PlaceId; 16]>;

impl<'e> Execution<'e> {
    /// The player that a reference names; `None` if there is none (the winner after a draw).
    pub(crate) fn who(&self, who: PlayerRef, ctx: EvalCtx) -> Option<Seat> {
        let two = |seat: Seat| (self.model.seats() == 2).then(|| Seat(1 - seat.0));
        match who {
            PlayerRef::Actor => Some(ctx.actor),
            PlayerRef::Opponent => two(ctx.actor),
            PlayerRef::That => self.found_player.get(),
            PlayerRef::Other => self.found_player.get().and_then(two),
            PlayerRef::Winner => self.state.last_winner,
            PlayerRef::Loser => self.state.last_winner.and_then(two),
            PlayerRef::Starter => Some(self.state.starter),
            PlayerRef::Second => Some(self.engine.next_seat(self.state.starter)),
            PlayerRef::Next => Some(self.next),
            PlayerRef::Seat(seat) => Some(seat),
        }
    }

    /// The current owner of a hole.
    pub(crate) fn owner(&self, place: PlaceId) -> Option<Seat> {
        self.state.owner(self.model, place)
    }

    /// The places of a phrase, each once. Where it says `any`, all candidates: no choice is made
    /// here.
    pub(crate) fn places(&self, phrase: &PlacePhrase, ctx: EvalCtx) -> PlaceList {
        budget::spend(budget::PHRASE);
        if budget::is_spent() {
            return PlaceList::new();
        }
        let list = match self.set(phrase, ctx) {
            Some(set) => set.iter().collect(),
            None => {
                let mut list = self.base(phrase, ctx);
                if !matches!(phrase.base, Base::Along { .. } | Base::Run { .. }) {
                    list.retain(|p| self.fits(&phrase.filters, *p, ctx));
                }
                list
            }
        };
        match &phrase.pick {
            Some(pick) => self.pick(list, pick, ctx),
            None => list,
        }
    }

    /// The places of a phrase over fixed places, before any pick; `None` for other phrases. Filters
    /// that are sets are applied first; the rest is tested place by place.
    pub(crate) fn set(&self, phrase: &PlacePhrase, ctx: EvalCtx) -> Option<PlaceSetBits> {
        budget::spend(budget::PHRASE);
        let mut set = if let Base::Fixed(set) = &phrase.base {
            *set
        } else if matches!(phrase.base, Base::Holes) {
            self.engine.holes
        } else {
            return None;
        };
        let mut closed_too = false;
        let mut rest: SmallVec<[&Filter; 4]> = SmallVec::new();
        for filter in &phrase.filters {
            match filter {
                Filter::Owner(who) if self.state.owners.is_empty() => {
                    let own = self.who(*who, ctx).and_then(|s| self.engine.owned.get(s.index()));
                    set = set.intersection(own.copied().unwrap_or_default());
                }
                Filter::FixedFor(who, sets) => {
                    let fixed = self.who(*who, ctx).and_then(|s| sets.get(s.index()));
                    set = set.intersection(fixed.copied().unwrap_or_default());
                }
                Filter::Opposite(of) => {
                    let all = self.places(of, ctx);
                    let opposite = all.iter().map(|p| self.engine.opposite(*p));
                    set = set
                        .intersection(opposite.fold(PlaceSetBits::default(), PlaceSetBits::union));
                }
                Filter::Open => {}
                Filter::Closed => {
                    closed_too = true;
                    set = set.intersection(self.state.closed);
                }
                Filter::Owner(_)
                | Filter::Occupied
                | Filter::Empty
                | Filter::Holding(_)
                | Filter::HoldingKind(..)
                | Filter::Marked(..)
                | Filter::Half(..)
                | Filter::NumberedLike(_)
                | Filter::Beside(_)
                | Filter::Whose(..)
                | Filter::Except(_)
                | Filter::Among(_)
                | Filter::SownIn(_)
                | Filter::Not(_) => rest.push(filter),
            }
        }
        if !closed_too {
            set = set.without(self.state.closed);
        }
        if !rest.is_empty() {
            for place in set.iter() {
                if !rest.iter().all(|f| self.filter(f, place, ctx)) {
                    set.remove(place);
                }
            }
        }
        Some(set)
    }

    /// The places of phrases joined by `and`, each once.
    pub(crate) fn union(&self, places: &Places, ctx: EvalCtx) -> PlaceList {
        let [first, rest @ ..] = places.parts.as_slice() else { return PlaceList::new() };
        let mut list = self.places(first, ctx);
        for part in rest {
            for place in self.places(part, ctx) {
                if !list.contains(&place) {
                    list.push(place);
                }
            }
        }
        list
    }

    /// Whether a place is one of those that a phrase selects.
    pub(crate) fn is_one(&self, phrase: &PlacePhrase, place: PlaceId, ctx: EvalCtx) -> bool {
        if phrase.pick.is_some() {
            return self.places(phrase, ctx).contains(&place);
        }
        match &phrase.base {
            Base::Holes => {
                self.is_open_hole(place, &phrase.filters) && self.fits(&phrase.filters, place, ctx)
            }
            Base::Fixed(set) => set.contains(place) && self.fits(&phrase.filters, place, ctx),
            Base::Store(who) => {
                let owner = self.store_owner(place);
                owner.is_some()
                    && who.is_none_or(|w| self.who(w, ctx) == owner)
                    && self.fits(&phrase.filters, place, ctx)
            }
            Base::It
            | Base::Candidate
            | Base::Origin(_)
            | Base::FirstPlace(_)
            | Base::Left
            | Base::Captured
            | Base::SowingHand
            | Base::WayPlaces
            | Base::Hand(_)
            | Base::Along { .. }
            | Base::Run { .. }
            | Base::Note(..)
            | Base::Union(_) => self.places(phrase, ctx).contains(&place),
        }
    }

    fn store_owner(&self, place: PlaceId) -> Option<Seat> {
        let kind = self.model.board.places.get(place.index())?;
        matches!(kind.kind, PlaceKind::Store | PlaceKind::Captured).then_some(kind.owner).flatten()
    }

    fn is_open_hole(&self, place: PlaceId, filters: &[Filter]) -> bool {
        place.index() < self.model.board.holes
            && (!self.state.closed.contains(place)
                || filters.iter().any(|f| matches!(f, Filter::Closed)))
    }

    fn base(&self, phrase: &PlacePhrase, ctx: EvalCtx) -> PlaceList {
        let one = |place: Option<PlaceId>| place.into_iter().collect::<PlaceList>();
        match &phrase.base {
            Base::It => one(ctx.it),
            Base::Candidate => one(ctx.tested.or(ctx.it)),
            Base::Origin(units) => self.origin_of(*units).iter().collect(),
            Base::FirstPlace(units) => one(self.first_place_of(*units)),
            Base::Left => {
                let mut list: PlaceList = self.engine.left_places.iter().copied().collect();
                list.retain(|p| !self.state.closed.contains(*p));
                list.push(SOWING_HAND);
                list
            }
            Base::Captured => one(Some(CAPTURED)),
            Base::SowingHand => one(Some(SOWING_HAND)),
            Base::Holes | Base::Fixed(_) => PlaceList::new(),
            Base::WayPlaces => {
                let ring = self.ring(ctx.actor);
                let places = ring.iter().flat_map(|r| r.places.iter().copied());
                places.filter(|p| !self.state.closed.contains(*p)).collect()
            }
            Base::Store(who) => self.each_or(*who, ctx, |s| self.model.board.seats[s].store),
            Base::Hand(who) => self.each_or(*who, ctx, |s| self.model.board.seats[s].hand),
            Base::Along { from, nth, backward: back, holes_only } => {
                self.along(phrase, from, self.count(nth, ctx), *back, *holes_only, ctx)
            }
            Base::Run { from, backward: back, forward: on } => {
                self.places_in_run(phrase, from, *back, *on, ctx)
            }
            Base::Note(note, who) => {
                let seat = who.map_or(Some(ctx.actor), |w| self.who(w, ctx));
                one(seat.and_then(|s| self.noted_place(self.engine.layout.note(*note, s))))
            }
            Base::Union(places) => self.union(places, ctx),
        }
    }

    fn noted_place(&self, slot: usize) -> Option<PlaceId> {
        u8::try_from(self.state.notes[slot] - 1).ok().map(PlaceId)
    }

    fn each_or(
        &self,
        who: Option<PlayerRef>,
        ctx: EvalCtx,
        place: impl Fn(usize) -> PlaceId,
    ) -> PlaceList {
        match who {
            Some(who) => self.who(who, ctx).map(|s| place(s.index())).into_iter().collect(),
            None => (0..self.model.seats()).map(place).collect(),
        }
    }

    fn origin_of(&self, units: UnitRef) -> PlaceSetBits {
        self.mark_impure();
        match units {
            UnitRef::This(Unit::Lap) => self.lap.origin,
            UnitRef::Last(_) => self.last_lap.origin,
            UnitRef::This(Unit::Turn) | UnitRef::First(Unit::Move) => {
                if self.state.moves_made == 0 {
                    self.first_lap.origin
                } else {
                    self.state.turn_origin
                }
            }
            UnitRef::This(_) | UnitRef::First(_) => self.first_lap.origin,
        }
    }

    fn first_place_of(&self, units: UnitRef) -> Option<PlaceId> {
        self.mark_impure();
        self.lap_facts(units.first_lap()).first
    }
}
