//! Evaluates numbers and tests on them.

use super::execution::{EvalCtx, Execution, ReadTime};
use super::state::{CAPTURED, SOWING_HAND};
use crate::model::{Amount, Count, PlaceId, Places};

impl Execution<'_> {
    /// Seeds in a place, at the time that the context reads.
    #[inline]
    pub(crate) fn seeds(&self, place: PlaceId, ctx: EvalCtx) -> u16 {
        match ctx.time {
            ReadTime::BeforeFall if ctx.it == Some(place) => {
                self.mark_seeds_read(place);
                self.fall.before
            }
            ReadTime::AfterFall if ctx.it == Some(place) => {
                self.mark_seeds_read(place);
                self.fall.after
            }
            ReadTime::SeedBefore
                if let Some((at, fall)) = self.fall_before
                    && at == place =>
            {
                fall.before
            }
            ReadTime::Now | ReadTime::BeforeFall | ReadTime::AfterFall | ReadTime::SeedBefore => {
                self.seeds_now(place)
            }
        }
    }

    /// Seeds in a place now. The sowing hand and the captured seeds count as places.
    #[inline]
    pub(crate) fn seeds_now(&self, place: PlaceId) -> u16 {
        match place {
            SOWING_HAND => {
                self.mark_impure();
                self.hand
            }
            CAPTURED => {
                self.mark_impure();
                self.last_capture.seeds
            }
            _ => {
                self.mark_seeds_read(place);
                self.state.seeds[place.index()]
            }
        }
    }

    /// Seeds of the open holes, of shared places on a way, and of the sowing hands.
    pub(crate) fn seeds_left(&self) -> i64 {
        self.mark_impure();
        let places = self.engine.left_places.iter();
        let open = places.filter(|p| !self.state.closed.contains(**p));
        let left = open.map(|p| i64::from(self.state.seeds[p.index()]));
        left.sum::<i64>() + i64::from(self.hand) + i64::from(self.waiting_hand())
    }

    /// Evaluates a number; fractions are rounded down.
    pub(crate) fn count(&self, count: &Count, ctx: EvalCtx) -> i64 {
        self.number(count, ctx, false)
    }

    fn number(&self, count: &Count, ctx: EvalCtx, up: bool) -> i64 {
        match count {
            Count::Fixed(n) => *n,
            Count::Note(note, who) => {
                let seat = who.map_or(Some(ctx.actor), |w| self.who(w, ctx));
                seat.map_or(0, |s| i64::from(self.state.notes[self.engine.layout.note(*note, s)]))
            }
            Count::SeedsIn(places) => self.sum(places, ctx),
            Count::WorthIn(places) => self.worth_in(places, ctx),
            Count::Fraction(over, under, of) => {
                let value = self.number(of, ctx, up).saturating_mul(*over);
                let under = (*under).max(1);
                if up { -(-value).div_euclid(under) } else { value.div_euclid(under) }
            }
            Count::Add(a, b) => self.number(a, ctx, up).saturating_add(self.number(b, ctx, up)),
            Count::Sub(a, b) => self.number(a, ctx, up).saturating_sub(self.number(b, ctx, up)),
            Count::Mul(a, b) => self.number(a, ctx, up).saturating_mul(self.number(b, ctx, up)),
            Count::Cases(cases) => cases
                .iter()
                .find(|(when, _)| when.as_ref().is_none_or(|c| self.holds(c, ctx)))
                .map_or(0, |(_, n)| self.number(n, ctx, up)),
        }
    }

    /// Whether a number passes a test.
    pub(crate) fn passes(&self, n: i64, amount: &Amount, ctx: EvalCtx) -> bool {
        let within = |span: &Option<(Count, Count)>| {
            span.as_ref().is_none_or(|(a, b)| n >= self.count(a, ctx) && n <= self.count(b, ctx))
        };
        match amount {
            Amount::OneOf(counts) => counts.iter().any(|c| self.count(c, ctx) == n),
            Amount::AtLeast(c) => n >= self.count(c, ctx),
            Amount::AtMost(c) => n <= self.count(c, ctx),
            Amount::Fewer(c) => n < self.number(c, ctx, true),
            Amount::More(c) => n > self.count(c, ctx),
            Amount::Even(span) => n > 0 && n % 2 == 0 && within(span),
            Amount::Odd(span) => n % 2 != 0 && within(span),
            Amount::Between(a, b) => n >= self.count(a, ctx) && n <= self.count(b, ctx),
        }
    }

    /// Whether places joined by `and` hold any seeds; `None` if that takes a full evaluation.
    pub(crate) fn any_seeds(&self, places: &Places, ctx: EvalCtx) -> Option<bool> {
        let [only] = places.parts.as_slice() else { return None };
        let set = if only.pick.is_none() { self.set(only, ctx)? } else { return None };
        Some(set.iter().any(|p| self.seeds(p, ctx) > 0))
    }

    /// The number of seeds in places joined by `and`.
    pub(crate) fn sum(&self, places: &Places, ctx: EvalCtx) -> i64 {
        if let [only] = places.parts.as_slice()
            && let (None, Some(set)) = (&only.pick, self.set(only, ctx))
        {
            return set.iter().map(|p| i64::from(self.seeds(p, ctx))).sum();
        }
        self.union(places, ctx).iter().map(|&p| i64::from(self.seeds(p, ctx))).sum()
    }
}
