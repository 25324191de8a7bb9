//! Selects places by their position in the row or along the way.

use super::budget;
use super::execution::{EvalCtx, Execution};
use super::places::PlaceList;
use crate::engine::Direction;
use crate::model::{Pick, PlaceId, Seat, Side};
use smallvec::SmallVec;

impl Execution<'_> {
    /// The column of a hole counted from a player's left, from 1.
    fn column_from_left(&self, place: PlaceId, seat: Seat) -> i64 {
        self.engine.column_from_left(place, seat)
    }

    pub(super) fn pick(&self, mut list: PlaceList, pick: &Pick, ctx: EvalCtx) -> PlaceList {
        // Sorting costs.
        budget::spend(budget::PHRASE * (1 + list.len() as u64));
        let from_side = |p: PlaceId, side: Side, seat: Seat| match side {
            Side::Left => self.column_from_left(p, seat),
            Side::Right => -self.column_from_left(p, seat),
        };
        match pick {
            Pick::Outermost(side, n, who) => {
                let seat = self.who(*who, ctx).unwrap_or(ctx.actor);
                let mut columns: SmallVec<[i64; 16]> =
                    list.iter().map(|&p| from_side(p, *side, seat)).collect();
                columns.sort_unstable();
                columns.dedup();
                columns.truncate(usize::try_from(self.count(n, ctx)).unwrap_or(0));
                list.retain(|p| columns.contains(&from_side(*p, *side, seat)));
                list
            }
            Pick::NthFrom(side, n, who) => {
                let seat = self.who(*who, ctx).unwrap_or(ctx.actor);
                let mut columns: SmallVec<[i64; 16]> =
                    list.iter().map(|&p| from_side(p, *side, seat)).collect();
                columns.sort_unstable();
                columns.dedup();
                let at = usize::try_from(self.count(n, ctx) - 1).unwrap_or(usize::MAX);
                let Some(&column) = columns.get(at) else { return PlaceList::new() };
                list.retain(|p| from_side(*p, *side, seat) == column);
                list
            }
            Pick::Central => {
                let mut columns: SmallVec<[i64; 16]> =
                    list.iter().map(|&p| self.column_from_left(p, ctx.actor)).collect();
                columns.sort_unstable();
                columns.dedup();
                if columns.len().is_multiple_of(2) {
                    return PlaceList::new();
                }
                let middle = columns[columns.len() / 2];
                list.retain(|p| self.column_from_left(*p, ctx.actor) == middle);
                list
            }
            Pick::First(n) | Pick::Last(n) => {
                let sense = self.current_direction(ctx.actor);
                let ring = self.ring(ctx.actor);
                let at =
                    |p: PlaceId| ring.as_ref().and_then(|r| r.places.iter().position(|q| *q == p));
                list.sort_by_key(|p| at(*p));
                let last = matches!(pick, Pick::Last(_));
                if (sense == Direction::Clockwise) != last {
                    list.reverse();
                }
                list.truncate(usize::try_from(self.count(n, ctx)).unwrap_or(0));
                list
            }
            Pick::NearestTo(of) => {
                let targets = self.places(of, ctx);
                let sense = self.current_direction(ctx.actor);
                let steps = |p: PlaceId| {
                    self.places_along(ctx.actor, p, sense, false).position(|q| targets.contains(&q))
                };
                let nearest = list.iter().copied().min_by_key(|&p| steps(p).unwrap_or(usize::MAX));
                nearest.into_iter().collect()
            }
            Pick::OtherThan(of) => {
                let nearest_to = self.places(of, ctx);
                list.retain(|p| !nearest_to.contains(p));
                list
            }
            Pick::Offset(n, side, of, who) => {
                let seat = self.who(*who, ctx).unwrap_or(ctx.actor);
                let Some(&of) = self.places(of, ctx).first() else { return PlaceList::new() };
                let n = self.count(n, ctx);
                let n = if *side == Side::Right { n } else { -n };
                let column = self.column_from_left(of, seat) + n;
                let row = self.engine.row_of(of);
                list.retain(|p| {
                    self.engine.row_of(*p) == row && self.column_from_left(*p, seat) == column
                });
                list
            }
        }
    }
}
