//! Picks some of the places that fit: by their position in the row or along the way.

use super::domain::{Context, Domain, OrderedBy, Outcome, Selection, Truth};
use super::number::number;
use super::places::player;
use crate::model::{
    Count, Direction, Pick, PlaceId, PlacePhrase, PlaceSetBits, PlayerRef, Seat, Side,
};

/// The places that a pick selects among those that fit.
pub(super) fn pick<'m, D: Domain<'m>>(
    d: &D,
    found: D::Places,
    pick: &'m Pick,
    ctx: D::Context,
) -> Selection<'m, D> {
    let value = |count: &'m Count| number(d, count, ctx, false);
    let seat = |who| Ok(player(d, who, ctx)?.unwrap_or(ctx.actor()));
    let columns = |side: Side, seat| OrderedBy {
        key: move |place| match side {
            Side::Left => d.board().column_from_left(place, seat),
            Side::Right => -d.board().column_from_left(place, seat),
        },
        reversed: false,
        grouped: true,
    };
    let one = || D::fixed(1);
    match pick {
        Pick::Outermost(side, n, who) => {
            d.nth_ordered(found, columns(*side, seat(*who)?), one(), value(n)?)
        }
        Pick::NthFrom(side, n, who) => {
            d.nth_ordered(found, columns(*side, seat(*who)?), value(n)?, value(n)?)
        }
        Pick::Central => d.middle_group(found, columns(Side::Left, ctx.actor()).key),
        Pick::First(n) | Pick::Last(n) => {
            let ring = d.ring(ctx)?;
            let nth = |place| ring.as_ref().and_then(|ring| ring.number(place));
            // Places that are not on the ring come first.
            let key = |place| nth(place).map_or(-1, |nth| nth as i64);
            let last = matches!(pick, Pick::Last(_));
            let reversed = (d.current_direction(ctx)? == Direction::Clockwise) != last;
            d.nth_ordered(found, OrderedBy { key, reversed, grouped: false }, one(), value(n)?)
        }
        Pick::NearestTo(of) => {
            let targets = d.known(d.places(of, ctx)?)?;
            let direction = d.current_direction(ctx)?;
            let mut steps = Vec::new();
            for place in d.possible(&found).iter() {
                let mut far = i64::MAX;
                for (at, passed) in d.path(place, direction, false, ctx)?.enumerate() {
                    if targets.contains(passed?) {
                        far = at as i64;
                        break;
                    }
                }
                steps.push((place, far));
            }
            let key = |place| {
                let its = steps.iter().find(|(at, _)| *at == place);
                its.map_or(i64::MAX, |(_, steps)| *steps)
            };
            d.nth_ordered(found, OrderedBy { key, reversed: false, grouped: false }, one(), one())
        }
        Pick::OtherThan(of) => {
            let others = d.places(of, ctx)?;
            d.retain(found, |place| Ok(d.not(d.includes(&others, place))))
        }
        Pick::Offset(by, side, of, who) => {
            let offset = Offset::of(d, by, *side, of, *who, ctx)?;
            d.retain(found, |place| offset.leads_to(d, place))
        }
    }
}

/// So many columns to a side of the first of some places, in the same row.
pub(super) struct Offset<P> {
    of: P,
    /// All that may be the first of them.
    possible: PlaceSetBits,
    /// Columns to the right, as this player counts them.
    columns: i64,
    seat: Seat,
}

impl<P> Offset<P> {
    pub fn of<'m, D: Domain<'m, Places = P>>(
        d: &D,
        by: &'m Count,
        side: Side,
        of: &'m PlacePhrase,
        who: PlayerRef,
        ctx: D::Context,
    ) -> Outcome<'m, D, Offset<P>> {
        let seat = player(d, who, ctx)?.unwrap_or(ctx.actor());
        let of = d.places(of, ctx)?;
        let by = d.known_number(number(d, by, ctx, false)?)?;
        let columns = if side == Side::Right { by } else { by.saturating_neg() };
        Ok(Offset { possible: d.possible(&of), of, columns, seat })
    }

    /// The places that it may lead to a place from.
    fn origins<'m, D: Domain<'m>>(&self, d: &D, place: PlaceId) -> impl Iterator<Item = PlaceId> {
        let at = |place, right| {
            let column = d.board().column_from_left(place, self.seat);
            (d.board().row_of(place), column.saturating_add(right))
        };
        let there = at(place, 0);
        self.possible.iter().filter(move |from| at(*from, self.columns) == there)
    }

    /// Whether it can lead to a place.
    pub fn may_lead_to<'m, D: Domain<'m>>(&self, d: &D, place: PlaceId) -> bool {
        self.origins(d, place).next().is_some()
    }

    /// Whether it leads to a place.
    pub fn leads_to<'m, D: Domain<'m, Places = P>>(&self, d: &D, place: PlaceId) -> Truth<'m, D> {
        d.any(self.origins(d, place), |from| Ok(d.comes_first(&self.of, from)))
    }
}
