//! Tests on places.

use super::domain::{Comparison, Context, Domain, Truth, When};
use super::number::passes;
use super::places::{contains, player};
use crate::model::{Filter, PlaceId, Places, StateTest, UnitRef};

/// Whether a place passes all filters.
pub(crate) fn all_pass<'m, D: Domain<'m>>(
    d: &D,
    filters: &'m [Filter],
    place: PlaceId,
    ctx: D::Context,
) -> Truth<'m, D> {
    d.all(filters, |filter| d.filter(filter, place, ctx))
}

/// Whether a place passes a filter.
pub(crate) fn filter<'m, D: Domain<'m>>(
    d: &D,
    filter: &'m Filter,
    place: PlaceId,
    ctx: D::Context,
) -> Truth<'m, D> {
    match filter {
        Filter::Owner(who) => Ok(match player(d, *who, ctx)? {
            Some(seat) => d.is_owned(place, seat),
            None => D::constant(false),
        }),
        Filter::Open => Ok(d.is_open(place)),
        Filter::Closed => Ok(d.not(d.is_open(place))),
        Filter::Occupied => {
            d.compare(&d.seeds(place, None, ctx)?, Comparison::AtLeast, D::fixed(1))
        }
        Filter::Empty => d.compare(&d.seeds(place, None, ctx)?, Comparison::Equal, D::fixed(0)),
        // In a kind, the amount may depend on the hole described: `holding as many as the next hole`.
        Filter::Holding(amount) => {
            passes(d, &d.seeds(place, None, ctx)?, amount, ctx.with_candidate(place))
        }
        Filter::HoldingKind(kind, amount) => {
            passes(d, &d.seeds(place, Some(*kind), ctx)?, amount, ctx.with_candidate(place))
        }
        Filter::FixedFor(who, sets) => {
            let set = player(d, *who, ctx)?.and_then(|seat| sets.get(seat.index()));
            Ok(D::constant(set.is_some_and(|set| set.contains(place))))
        }
        Filter::Marked(mark, owner) => {
            let marked = d.mark(*mark, place, ctx)?;
            match owner {
                None => d.compare(&marked, Comparison::AtLeast, D::fixed(1)),
                Some(who) => match player(d, *who, ctx)? {
                    Some(seat) => {
                        d.compare(&marked, Comparison::Equal, D::fixed(i64::from(seat.0) + 1))
                    }
                    None => Ok(D::constant(false)),
                },
            }
        }
        Filter::Opposite(of) => d.any_place(d.places(of, ctx)?, |other| {
            Ok(D::constant(d.opposite(other).contains(place)))
        }),
        Filter::Half(side, who) => {
            let seat = match d.owner(place)? {
                Some(owner) => Some(owner),
                None => player(d, *who, ctx)?,
            };
            let seat = seat.unwrap_or(ctx.actor());
            Ok(D::constant(d.board().is_in_half(place, *side, seat)))
        }
        Filter::NumberedLike(of) => {
            let number = |place| {
                let seat = d.owner(place)?.unwrap_or(ctx.actor());
                Ok(d.board().number_of(place, seat))
            };
            let its = number(place)?;
            d.any_place(d.places(of, ctx)?, |other| {
                Ok(D::constant(its.is_some() && number(other)? == its))
            })
        }
        Filter::Beside(of) => d.any_place(d.places(of, ctx)?, |other| {
            let mut beside = false;
            for direction in crate::model::Direction::BOTH {
                let next = d.path(other, direction, true, ctx)?.next().transpose()?;
                beside |= next == Some(place);
            }
            Ok(D::constant(beside))
        }),
        Filter::Whose(phrase, test) => {
            let ctx = ctx.with_candidate(place);
            d.every_place(d.places(phrase, ctx)?, |other| state_test(d, test, other, ctx))
        }
        Filter::Except(places) => Ok(d.not(is_among(d, places, place, ctx)?)),
        Filter::Among(places) => is_among(d, places, place, ctx),
        Filter::SownIn(unit) => d.sown_in(When::Unit(UnitRef::This(*unit)), place),
        Filter::Not(inner) => Ok(d.not(d.filter(inner, place, ctx)?)),
    }
}

fn is_among<'m, D: Domain<'m>>(
    d: &D,
    places: &'m Places,
    place: PlaceId,
    ctx: D::Context,
) -> Truth<'m, D> {
    d.any(&places.parts, |phrase| contains(d, phrase, place, ctx))
}

/// Whether a place passes a test.
pub(crate) fn state_test<'m, D: Domain<'m>>(
    d: &D,
    test: &'m StateTest,
    place: PlaceId,
    ctx: D::Context,
) -> Truth<'m, D> {
    let fits = d.fits(&test.filters, place, ctx.with_candidate(place))?;
    Ok(if test.not { d.not(fits) } else { fits })
}
