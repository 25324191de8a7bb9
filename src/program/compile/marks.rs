//! Marks: which places can have them, and how they are set.

use super::place_cases::simplest_place;
use super::{Compiler, LowerCtx, Lowered};
use crate::engine::GameConstants;
use crate::model::{
    Base, Deed, Filter, MarkId, MarkTarget, Model, PlaceId, PlacePhrase, PlaceSetBits, Places,
};
use crate::program::{Act, Block, LaneRole, NumberExpr};

/// For each mark, the places that can ever have it: from the beginning, or by some statement, the opening
/// included.
pub(super) fn markable(model: &Model, fixed: &GameConstants) -> Vec<PlaceSetBits> {
    let all = vec![first(model.board.places.len()); model.marks.len()];
    // Statements may select places by marks, so this is applied twice.
    let once = marked_in_play(model, fixed, &all);
    marked_in_play(model, fixed, &once)
}

/// The same, given the places that each mark can be on (`on`).
fn marked_in_play(model: &Model, fixed: &GameConstants, on: &[PlaceSetBits]) -> Vec<PlaceSetBits> {
    let mut marked = fixed.marked.clone();
    marked.resize(model.marks.len(), PlaceSetBits::default());
    // The opening counts as play: it may not be finished when the program is made.
    model.for_each_deed_in_play(true, &mut |deed| {
        if let Deed::Mark(MarkTarget::Places(places), mark, _) = deed
            && let Some(marked) = marked.get_mut(mark.index())
        {
            *marked = marked.union(possible_places_of_all(model, places, on));
        }
    });
    if model.any_deed_in_play(&|deed| matches!(deed, Deed::SwapSides))
        && let Some(turned) = model.board.turned()
    {
        for marked in &mut marked {
            let there = marked.iter().filter_map(|place| turned.get(place.index()).copied());
            *marked = marked.union(there.collect());
        }
    }
    marked
}

/// The first `n` places.
fn first(n: usize) -> PlaceSetBits {
    (0..n).map(|i| PlaceId(i as u8)).collect()
}

/// A superset of the places that phrases can select, given the places that marks can be on.
pub(super) fn possible_places_of_all(
    model: &Model,
    places: &Places,
    on: &[PlaceSetBits],
) -> PlaceSetBits {
    let each = places.parts.iter().map(|phrase| possible_places(model, phrase, on));
    each.fold(PlaceSetBits::default(), PlaceSetBits::union)
}

/// A superset of the places that a phrase can select.
fn possible_places(model: &Model, phrase: &PlacePhrase, on: &[PlaceSetBits]) -> PlaceSetBits {
    let board = &model.board;
    let mut all = match &phrase.base {
        Base::Holes => first(board.holes),
        Base::Fixed(set) => *set,
        Base::Union(places) => possible_places_of_all(model, places, on),
        Base::It
        | Base::Candidate
        | Base::Origin(_)
        | Base::FirstPlace(_)
        | Base::Left
        | Base::Captured
        | Base::SowingHand
        | Base::WayPlaces
        | Base::Store(_)
        | Base::Hand(_)
        | Base::Along { .. }
        | Base::Run { .. }
        | Base::Note(..) => first(board.places.len()),
    };
    for filter in &phrase.filters {
        let among = match filter {
            Filter::FixedFor(_, sets) => {
                sets.iter().copied().fold(PlaceSetBits::default(), PlaceSetBits::union)
            }
            Filter::Opposite(of) => {
                let each = possible_places(model, of, on);
                let opposite = each.iter().map(|place| board.opposite(place));
                opposite.fold(PlaceSetBits::default(), PlaceSetBits::union)
            }
            Filter::Among(places) => possible_places_of_all(model, places, on),
            Filter::Marked(mark, _) => match on.get(mark.index()) {
                Some(marked) => *marked,
                None => continue,
            },
            Filter::Owner(_)
            | Filter::Open
            | Filter::Closed
            | Filter::Occupied
            | Filter::Empty
            | Filter::Holding(_)
            | Filter::HoldingKind(..)
            | Filter::Half(..)
            | Filter::NumberedLike(_)
            | Filter::Beside(_)
            | Filter::Whose(..)
            | Filter::Except(_)
            | Filter::SownIn(_)
            | Filter::Not(_) => continue,
        };
        all = all.intersection(among);
    }
    all
}

impl<'m> Compiler<'m> {
    /// Whether a place can ever have a mark.
    pub(super) fn can_be_marked(&self, mark: MarkId, place: PlaceId) -> bool {
        self.markable.get(mark.index()).is_some_and(|places| places.contains(place))
    }

    /// Sets a mark on places or a player, or removes it (`value` 0).
    pub(super) fn mark(
        &self,
        what: &'m MarkTarget,
        mark: MarkId,
        value: u16,
        ctx: LowerCtx<'m>,
    ) -> Lowered<Act> {
        match what {
            MarkTarget::Places(places) => {
                // Seeds that are nowhere on the board have no marks.
                let on_board = |place: PlaceId| place.index() < self.model.board.places.len();
                let can = |place| on_board(place) && self.can_be_marked(mark, place);
                let can = self.named(places, ctx)?.into_iter().filter(|(place, _)| can(*place));
                let lane = |(p, test)| (self.lane(LaneRole::Mark(mark, p)), test);
                Ok(Act::SetEach(simplest_place(can.map(lane).collect()), value))
            }
            MarkTarget::Player(who) => match self.who(*who, ctx)? {
                Some(seat) => {
                    let lane = self.lane(LaneRole::PlayerMark(mark, seat));
                    Ok(Act::Set(lane, NumberExpr::Fixed(i64::from(value))))
                }
                None => Ok(Act::Cases(Block::new().into())),
            },
        }
    }
}
