//! Marks: where they can lie, and how they are put there.

use super::place_cases::simplest_place;
use super::{Compiler, LowerCtx, Lowered};
use crate::engine::GameConstants;
use crate::model::{
    Base, Deed, Filter, MarkId, MarkTarget, Model, PlaceId, PlacePhrase, PlaceSetBits, Places,
};
use crate::program::{Act, Block, LaneRole, NumberExpr};

/// The places that each mark can ever lie on: those where it lies from the beginning, and those that
/// some statement can put it on, of the opening too.
pub(super) fn markable(model: &Model, fixed: &GameConstants) -> Vec<PlaceSetBits> {
    let all = vec![first(model.board.places.len()); model.marks.len()];
    // What is marked may itself be told by a mark.
    let once = marked_in_play(model, fixed, &all);
    marked_in_play(model, fixed, &once)
}

/// The same, where marks that are asked for can lie on these.
fn marked_in_play(model: &Model, fixed: &GameConstants, on: &[PlaceSetBits]) -> Vec<PlaceSetBits> {
    let mut marked = fixed.marked.clone();
    marked.resize(model.marks.len(), PlaceSetBits::default());
    // The opening may not have been told to its end.
    model.for_each_deed_in_play(&mut |deed| {
        if let Deed::Mark(MarkTarget::Places(places), mark, _) = deed
            && let Some(marked) = marked.get_mut(mark.index())
        {
            *marked = marked.union(possible_places_of_all(model, places, on));
        }
    });
    marked
}

/// The first so many places.
fn first(n: usize) -> PlaceSetBits {
    (0..n).map(|i| PlaceId(i as u8)).collect()
}

/// Places that are all that phrases can mean, where marks can lie on these.
pub(super) fn possible_places_of_all(
    model: &Model,
    places: &Places,
    on: &[PlaceSetBits],
) -> PlaceSetBits {
    let each = places.parts.iter().map(|phrase| possible_places(model, phrase, on));
    each.fold(PlaceSetBits::default(), PlaceSetBits::union)
}

/// Places that are all that a phrase can mean; there may be more among them.
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
    /// Whether a mark can ever lie on a place.
    pub(super) fn can_be_marked(&self, mark: MarkId, place: PlaceId) -> bool {
        self.markable.get(mark.index()).is_some_and(|places| places.contains(place))
    }

    /// A mark is put on what is named, or taken off.
    pub(super) fn mark(
        &self,
        what: &'m MarkTarget,
        mark: MarkId,
        value: u16,
        ctx: LowerCtx<'m>,
    ) -> Lowered<Act> {
        match what {
            MarkTarget::Places(places) => {
                let each = self.named(places, ctx)?;
                if each.iter().any(|(p, _)| p.index() >= self.model.board.places.len()) {
                    return Err("a mark of seeds that are nowhere on the board");
                }
                let can = each.into_iter().filter(|(p, _)| self.can_be_marked(mark, *p));
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
