//! Numbers, and tests on them.

use super::condition::whose;
use super::domain::{Comparison, Domain, Number, Operator, Truth};
use crate::model::{Amount, Count};

/// A number. `up`: fractions are rounded up.
pub(crate) fn number<'m, D: Domain<'m>>(
    d: &D,
    count: &'m Count,
    ctx: D::Context,
    up: bool,
) -> Number<'m, D> {
    let both = |a: &'m Count, operator, b: &'m Count| {
        Ok(D::arithmetic(number(d, a, ctx, up)?, operator, number(d, b, ctx, up)?))
    };
    Ok(match count {
        Count::Fixed(n) => D::fixed(*n),
        Count::Note(note, who) => match whose(d, *who, ctx)? {
            Some(seat) => d.note(*note, seat)?,
            None => D::fixed(0),
        },
        Count::SeedsIn(places) => d.sum(places, None, ctx)?,
        Count::WorthIn(places) => d.worth(places, ctx)?,
        Count::Fraction(numerator, denominator, of) => {
            D::fraction(*numerator, *denominator, up, number(d, of, ctx, up)?)
        }
        Count::Add(a, b) => both(a, Operator::Add, b)?,
        Count::Sub(a, b) => both(a, Operator::Subtract, b)?,
        Count::Mul(a, b) => both(a, Operator::Multiply, b)?,
        Count::Cases(cases) => d.first_case(
            cases,
            |(when, _)| when.as_ref().map_or(Ok(D::constant(true)), |when| d.condition(when, ctx)),
            |(_, count)| number(d, count, ctx, up),
        )?,
    })
}

/// A fraction of a number, rounded up or down.
pub(crate) fn fraction(n: i64, numerator: i64, denominator: i64, up: bool) -> i64 {
    let (value, under) = (n.saturating_mul(numerator), denominator.max(1));
    if up { -(-value).div_euclid(under) } else { value.div_euclid(under) }
}

/// Whether a number fits an amount.
pub(crate) fn passes<'m, D: Domain<'m>>(
    d: &D,
    n: &D::Number,
    amount: &'m Amount,
    ctx: D::Context,
) -> Truth<'m, D> {
    let value = |count: &'m Count| number(d, count, ctx, false);
    let compare = |is, with| d.compare(n, is, with);
    let within = |bounds: &'m Option<(Count, Count)>| match bounds {
        Some((from, to)) => Ok(Some((value(from)?, value(to)?))),
        None => Ok(None),
    };
    match amount {
        Amount::OneOf(counts) => d.any(counts, |count| compare(Comparison::Equal, value(count)?)),
        Amount::AtLeast(count) => compare(Comparison::AtLeast, value(count)?),
        Amount::AtMost(count) => compare(Comparison::AtMost, value(count)?),
        // Fewer than half of 7 is at most 3: the half is rounded up.
        Amount::Fewer(count) => compare(Comparison::Fewer, number(d, count, ctx, true)?),
        Amount::More(count) => compare(Comparison::More, value(count)?),
        Amount::Even(bounds) => d.has_parity(n, false, within(bounds)?),
        Amount::Odd(bounds) => d.has_parity(n, true, within(bounds)?),
        Amount::Between(from, to) => d.between(n, value(from)?, value(to)?),
    }
}
