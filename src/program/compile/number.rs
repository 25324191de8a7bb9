//! Numbers, and tests on them.

use super::place_cases::simplest_place;
use super::{Compiler, LowerCtx, Lowered, ReadPhase};
use crate::model::{Amount, Count, KindId, Places};
use crate::program::{
    LaneRole, LaneSet, NumberExpr, NumberRange, Operand, Parity, PlaceExpr, Program, Test,
};
use std::sync::Arc;

impl<'m> Compiler<'m> {
    /// Lowers a number. `up`: fractions are rounded up.
    pub(super) fn number(
        &self,
        count: &'m Count,
        ctx: LowerCtx<'m>,
        up: bool,
    ) -> Lowered<NumberExpr> {
        let two =
            |a, b| Ok::<_, &'static str>((self.number(a, ctx, up)?, self.number(b, ctx, up)?));
        Ok(match count {
            Count::Fixed(n) => NumberExpr::Fixed(*n),
            Count::Note(note, who) => {
                let seat = who.map_or(Ok(Some(ctx.actor())), |who| self.who(who, ctx))?;
                match seat {
                    Some(seat) => NumberExpr::Lane(self.note_lane(*note, seat)?),
                    None => NumberExpr::Fixed(0),
                }
            }
            Count::SeedsIn(places) => self.sum(places, ctx)?,
            Count::WorthIn(places) => self.worth_of(self.sum(places, ctx)?)?,
            Count::Fraction(over, under, of) => {
                let of = self.number(of, ctx, up)?;
                match of.as_fixed() {
                    Some(n) => NumberExpr::Fixed(fraction(n, *over, *under, up)),
                    None => NumberExpr::Fraction(*over, *under, up, Box::new(of)),
                }
            }
            Count::Add(a, b) => match two(a, b)? {
                (NumberExpr::Fixed(a), NumberExpr::Fixed(b)) => {
                    NumberExpr::Fixed(a.saturating_add(b))
                }
                (a, b) => NumberExpr::Add(Box::new(a), Box::new(b)),
            },
            Count::Sub(a, b) => match two(a, b)? {
                (NumberExpr::Fixed(a), NumberExpr::Fixed(b)) => {
                    NumberExpr::Fixed(a.saturating_sub(b))
                }
                (a, b) => NumberExpr::Sub(Box::new(a), Box::new(b)),
            },
            Count::Mul(a, b) => match two(a, b)? {
                (NumberExpr::Fixed(a), NumberExpr::Fixed(b)) => {
                    NumberExpr::Fixed(a.saturating_mul(b))
                }
                (a, b) => NumberExpr::Mul(Box::new(a), Box::new(b)),
            },
            Count::Cases(cases) => {
                let mut of_cases = Vec::new();
                for (when, count) in cases {
                    let test = when.as_ref().map_or(Ok(Test::Always), |c| self.cond(c, ctx))?;
                    if test == Test::Never {
                        continue;
                    }
                    let known = test == Test::Always;
                    of_cases.push((test, self.number(count, ctx, up)?));
                    if known {
                        break;
                    }
                }
                match of_cases.first() {
                    None => NumberExpr::Fixed(0),
                    Some((Test::Always, number)) => number.clone(),
                    Some(_) => NumberExpr::Cases(of_cases),
                }
            }
        })
    }

    /// The seeds in the places of a phrase.
    pub(super) fn sum(&self, places: &'m Places, ctx: LowerCtx<'m>) -> Lowered<NumberExpr> {
        let hand = matches!(ctx.phase(), ReadPhase::Sowing { falling: true, .. })
            && self.names_left(places);
        let seeds = NumberExpr::Sum(self.union(places, ctx)?);
        Ok(if hand { NumberExpr::Add(Box::new(seeds), Box::new(NumberExpr::Hand)) } else { seeds })
    }

    /// Seeds of the open holes, of shared places on a way, and of the sowing hands.
    pub(super) fn seeds_left(&self, ctx: LowerCtx<'m>) -> NumberExpr {
        let open = self.open_places(self.left_places.iter().copied()).into_iter();
        let open = simplest_place(open.map(|(p, test)| (Program::lane(p), test)).collect());
        let seeds = NumberExpr::Sum(open);
        let hands = match (ctx.phase(), ctx.rules().0.turn.at_once) {
            (ReadPhase::Beginning, _) => return seeds,
            // While one player's statement runs, the other may hold seeds.
            (_, Some(_)) => {
                NumberExpr::Add(Box::new(NumberExpr::Hand), Box::new(NumberExpr::OtherHand))
            }
            (ReadPhase::Sowing { falling: true, .. }, None) => NumberExpr::Hand,
            _ => return seeds,
        };
        NumberExpr::Add(Box::new(seeds), Box::new(hands))
    }

    /// The seeds of a kind in the same places.
    pub(super) fn kind_left(&self, kind: KindId, ctx: LowerCtx<'m>) -> Lowered<NumberExpr> {
        let hand = Program::lane(self.transient_place(1)?);
        let hand = matches!(ctx.phase(), ReadPhase::Sowing { .. }).then_some((hand, Test::Always));
        let open = self.open_places(self.left_places.iter().copied()).into_iter();
        let open = open.map(|(p, test)| (Program::lane(p), test)).chain(hand);
        Ok(NumberExpr::SumOf(simplest_place(open.collect()), kind))
    }

    /// The value of seeds, given the expression that counts them.
    pub(super) fn worth_of(&self, seeds: NumberExpr) -> Lowered<NumberExpr> {
        let mut worth = seeds.clone();
        for (at, kind) in (0..).zip(&self.model.kinds) {
            let NumberExpr::Sum(places) = &seeds else { return Err("what a hand is worth") };
            let of_kind = NumberExpr::SumOf(places.clone(), KindId(at));
            let more = NumberExpr::Fixed(i64::from(kind.worth) - 1);
            let more = NumberExpr::Mul(Box::new(more), Box::new(of_kind));
            worth = NumberExpr::Add(Box::new(worth), Box::new(more));
        }
        Ok(worth)
    }

    /// The ranges of an amount; `None` if they depend on the position.
    fn ranges(&self, amount: &'m Amount, ctx: LowerCtx<'m>) -> Lowered<Option<Vec<NumberRange>>> {
        let fixed =
            |count: &'m Count, up| Ok::<_, &'static str>(self.number(count, ctx, up)?.as_fixed());
        let within = |span: &'m Option<(Count, Count)>| match span {
            None => Ok::<_, &'static str>(Some((1, i64::MAX))),
            Some((a, b)) => Ok(fixed(a, false)?.zip(fixed(b, false)?)),
        };
        let one = |range: Option<NumberRange>| Ok(range.map(|r| vec![r]));
        match amount {
            Amount::OneOf(counts) => {
                let mut all = Vec::new();
                for count in counts {
                    match fixed(count, false)? {
                        Some(n) => all.push(NumberRange::exactly(n)),
                        None => return Ok(None),
                    }
                }
                Ok(Some(all))
            }
            Amount::AtLeast(c) => one(fixed(c, false)?.map(NumberRange::at_least)),
            Amount::AtMost(c) => one(fixed(c, false)?.map(|n| NumberRange::between(i64::MIN, n))),
            Amount::Fewer(c) => {
                one(fixed(c, true)?.map(|n| NumberRange::between(i64::MIN, n.saturating_sub(1))))
            }
            Amount::More(c) => {
                one(fixed(c, false)?.map(|n| NumberRange::at_least(n.saturating_add(1))))
            }
            Amount::Between(a, b) => {
                one(fixed(a, false)?.zip(fixed(b, false)?).map(|(a, b)| NumberRange::between(a, b)))
            }
            Amount::Even(span) => one(within(span)?.map(|(a, b)| NumberRange {
                least: a.max(1),
                most: b,
                parity: Parity::Even,
            })),
            Amount::Odd(span) => one(within(span)?.map(|(a, b)| NumberRange {
                least: if span.is_some() { a } else { i64::MIN },
                most: b,
                parity: Parity::Odd,
            })),
        }
    }

    /// The disjunction of a test over the ranges of an amount; `None` if they depend on the position.
    pub(super) fn in_ranges(
        &self,
        amount: &'m Amount,
        ctx: LowerCtx<'m>,
        test: impl Fn(NumberRange) -> Test,
    ) -> Lowered<Option<Test>> {
        let ranges = self.ranges(amount, ctx)?;
        let bounds = ranges.iter().flatten().flat_map(|range| [range.least, range.most]);
        let largest_bound = bounds.filter(|n| (0..i64::MAX).contains(n)).max().unwrap_or(0);
        self.compared.set(self.compared.get().max(largest_bound));
        Ok(ranges.map(|ranges| Test::any(ranges.into_iter().map(test))))
    }

    /// Tests whether a number fits an amount.
    pub(super) fn passes(
        &self,
        n: NumberExpr,
        amount: &'m Amount,
        ctx: LowerCtx<'m>,
    ) -> Lowered<Test> {
        if let Some(test) = self.in_ranges(amount, ctx, |range| number_test(&n, range))? {
            return Ok(test);
        }
        let at_most =
            |a: &NumberExpr, b: &NumberExpr| Test::AtMost(Box::new(a.clone()), Box::new(b.clone()));
        let number = |count, up| self.number(count, ctx, up);
        Ok(match amount {
            Amount::OneOf(counts) => {
                let mut any = Vec::new();
                for count in counts {
                    let m = number(count, false)?;
                    any.push(Test::all([at_most(&n, &m), at_most(&m, &n)]));
                }
                Test::any(any)
            }
            Amount::AtLeast(c) => at_most(&number(c, false)?, &n),
            Amount::AtMost(c) => at_most(&n, &number(c, false)?),
            Amount::More(c) => Test::not(at_most(&n, &number(c, false)?)),
            Amount::Fewer(c) => Test::not(at_most(&number(c, true)?, &n)),
            Amount::Between(a, b) => {
                Test::all([at_most(&number(a, false)?, &n), at_most(&n, &number(b, false)?)])
            }
            Amount::Even(_) | Amount::Odd(_) => return Err("even or odd within changing bounds"),
        })
    }

    /// The lane of a note.
    pub(super) fn note_lane(
        &self,
        note: crate::model::NoteId,
        seat: crate::model::Seat,
    ) -> Lowered<crate::program::Lane> {
        let (slot, each) = self.notes[note.index()];
        let slot = if each { slot + u16::from(seat.0) } else { slot };
        Ok(self.lane(LaneRole::Note(slot)))
    }
}

/// A fraction of a number.
pub(crate) fn fraction(n: i64, over: i64, under: i64, up: bool) -> i64 {
    let (value, under) = (n.saturating_mul(over), under.max(1));
    if up { -(-value).div_euclid(under) } else { value.div_euclid(under) }
}

/// Tests whether a number is in a range, in the simplest form.
fn number_test(n: &NumberExpr, range: NumberRange) -> Test {
    let bound = |n: i64| u16::try_from(n.max(0)).unwrap_or(u16::MAX);
    match n {
        NumberExpr::Fixed(n) => Test::constant(range.fits(*n)),
        _ if range.is_empty() => Test::Never,
        _ if range.is_all() => Test::Always,
        NumberExpr::Fallen(true) => Test::Before(range),
        NumberExpr::Fallen(false) => Test::After(range),
        // Whether there are any seeds.
        NumberExpr::Sum(PlaceExpr::All(lanes)) if range == NumberRange::between(range.least, 0) => {
            Test::Empty(*lanes)
        }
        NumberExpr::Sum(PlaceExpr::All(lanes)) if range == NumberRange::SOME => {
            Test::Occupied(*lanes)
        }
        NumberExpr::Sum(PlaceExpr::All(lanes)) if lanes.len() == 1 => {
            lanes.iter().next().map_or(Test::Never, |lane| Test::Holds(lane, range))
        }
        NumberExpr::Count(PlaceExpr::Holding(lanes, each)) if range.parity == Parity::Any => {
            let (least, most) = (bound(range.least), bound(range.most));
            if *each == NumberRange::SOME && most == 0 {
                return Test::Empty(*lanes);
            }
            if *each == NumberRange::SOME && (least, most) == (1, u16::MAX) {
                return Test::Occupied(*lanes);
            }
            Test::Many { lanes: *lanes, range: *each, least, most }
        }
        NumberExpr::Sum(_)
        | NumberExpr::Count(_)
        | NumberExpr::Hand
        | NumberExpr::OtherHand
        | NumberExpr::Lane(_)
        | NumberExpr::FallenOf(..)
        | NumberExpr::FallenEarlier
        | NumberExpr::SumOf(..)
        | NumberExpr::Cases(_)
        | NumberExpr::Fraction(..)
        | NumberExpr::Add(..)
        | NumberExpr::Sub(..)
        | NumberExpr::Mul(..) => Test::Number(Box::new(n.clone()), range),
    }
}

impl Test {
    /// The test that always, or never, holds.
    pub(super) fn constant(value: bool) -> Test {
        if value { Test::Always } else { Test::Never }
    }

    /// Cost of evaluating the test, in steps, at most [`Test::MOST_COST`]; cheap tests are evaluated first.
    pub(super) fn cost(&self) -> usize {
        self.cost_within(Test::MOST_COST)
    }

    /// Upper limit of the cost of a test. Shared parts count each time they are used.
    pub(super) const MOST_COST: usize = 10_000;

    fn cost_within(&self, most: usize) -> usize {
        let sum = |parts: &mut dyn Iterator<Item = &Test>| {
            let mut all = 0;
            for part in parts {
                all += part.cost_within(most - all);
                if all >= most {
                    return most;
                }
            }
            all
        };
        match self {
            Test::Never | Test::Always => 0,
            Test::Holds(..)
            | Test::Before(_)
            | Test::After(_)
            | Test::Held(_)
            | Test::LapHeld(_)
            | Test::Empty(_)
            | Test::Occupied(_)
            | Test::Origin { .. }
            | Test::Sown { .. }
            | Test::Last(_)
            | Test::FirstFell { .. }
            | Test::FellBefore(_)
            | Test::Fell(_)
            | Test::Fact(_) => 1,
            Test::Many { .. } => 2,
            Test::Number(..) | Test::AtMost(..) => 4,
            Test::Not(inner) => inner.cost_within(most),
            Test::All(tests) | Test::Any(tests) => sum(&mut tests.iter()),
            Test::Cases(cases) => sum(&mut cases.iter().flat_map(|(when, test)| [when, test])),
            Test::Returns(_) => 20,
            Test::NoMove(_) => 50,
        }
    }

    /// Negation, simplified.
    pub(super) fn not(test: Test) -> Test {
        if let Some((operand, range)) = test.operand()
            && let Some(others) = range.complement()
        {
            return operand.within(others);
        }
        match test {
            Test::Always => Test::Never,
            Test::Never => Test::Always,
            Test::Not(inner) => Arc::unwrap_or_clone(inner),
            Test::Empty(lanes) => Test::Occupied(lanes),
            Test::Occupied(lanes) => Test::Empty(lanes),
            Test::Many { lanes, range, least: 0, most } if most < u16::MAX => {
                Test::Many { lanes, range, least: most + 1, most: u16::MAX }
            }
            Test::Many { lanes, range, least, most: u16::MAX } if least > 0 => {
                Test::Many { lanes, range, least: 0, most: least - 1 }
            }
            test @ (Test::Holds(..)
            | Test::Before(_)
            | Test::After(_)
            | Test::Held(_)
            | Test::LapHeld(_)
            | Test::Many { .. }
            | Test::Number(..)
            | Test::AtMost(..)
            | Test::Origin { .. }
            | Test::Sown { .. }
            | Test::Last(_)
            | Test::FellBefore(_)
            | Test::FirstFell { .. }
            | Test::All(_)
            | Test::Any(_)
            | Test::Cases(_)
            | Test::Fact(_)
            | Test::Fell(_)
            | Test::NoMove(_)
            | Test::Returns(_)) => Test::Not(Arc::new(test)),
        }
    }

    /// Conjunction, simplified.
    pub(crate) fn all(tests: impl IntoIterator<Item = Test>) -> Test {
        let mut all = Vec::new();
        for test in tests {
            if test == Test::Never {
                return Test::Never;
            }
            if let Test::All(more) = &test {
                more.iter().for_each(|test| add_merged(&mut all, test.clone(), merge_and));
            } else if test != Test::Always {
                add_merged(&mut all, test, merge_and);
            }
        }
        if all.contains(&Test::Never) {
            return Test::Never;
        }
        all.sort_by_cached_key(Test::cost);
        match all.len() {
            0 => Test::Always,
            1 => all.remove(0),
            _ => Test::All(all.into()),
        }
    }

    /// The test of the first case whose condition holds, simplified.
    pub(super) fn cases(cases: impl IntoIterator<Item = (Test, Test)>) -> Test {
        let mut some: Vec<(Test, Test)> = Vec::new();
        for (when, test) in cases.into_iter().filter(|(when, _)| *when != Test::Never) {
            let sure = when == Test::Always;
            some.push((when, test));
            if sure {
                break;
            }
        }
        if some.iter().all(|(_, test)| *test == Test::Never) {
            return Test::Never;
        }
        match some.as_slice() {
            [(when, test)] => Test::all([when.clone(), test.clone()]),
            _ if some.iter().all(|(_, test)| *test == Test::Always) => {
                Test::any(some.into_iter().map(|(when, _)| when))
            }
            _ => Test::Cases(some.into()),
        }
    }

    /// Disjunction, simplified.
    pub(super) fn any(tests: impl IntoIterator<Item = Test>) -> Test {
        let mut any = Vec::new();
        for test in tests {
            if test == Test::Always {
                return Test::Always;
            }
            if let Test::Any(more) = &test {
                more.iter().for_each(|test| add_merged(&mut any, test.clone(), merge_or));
            } else if test != Test::Never {
                add_merged(&mut any, test, merge_or);
            }
        }
        if any.contains(&Test::Always) {
            return Test::Always;
        }
        any.sort_by_cached_key(Test::cost);
        match any.len() {
            0 => Test::Never,
            1 => any.remove(0),
            _ => Test::Any(any.into()),
        }
    }
}

impl Operand {
    /// What two tests ask for, if that is the same, and both ranges.
    fn of_both(test: &Test, other: &Test) -> Option<(Operand, NumberRange, NumberRange)> {
        let ((held, range), (its, more)) = (test.operand()?, other.operand()?);
        (held == its).then_some((held, range, more))
    }

    /// The test that the operand is in a range.
    fn within(self, range: NumberRange) -> Test {
        match self {
            _ if range.is_empty() => Test::Never,
            _ if range.is_all() => Test::Always,
            Operand::Lane(lane) => Test::Holds(lane, range),
            Operand::Before => Test::Before(range),
            Operand::After => Test::After(range),
            Operand::Origin => Test::Held(range),
            Operand::LapOrigin => Test::LapHeld(range),
        }
    }
}

/// Adds a test to a list, unless `merge` merges it into one that is there.
fn add_merged(tests: &mut Vec<Test>, test: Test, merge: impl Fn(&mut Test, &Test) -> bool) {
    if !tests.contains(&test) && !tests.iter_mut().any(|other| merge(other, &test)) {
        tests.push(test);
    }
}

/// Replaces `test` by its disjunction with `other`, if that is a single test; returns whether it is.
fn merge_or(test: &mut Test, other: &Test) -> bool {
    if let Some((operand, range, more)) = Operand::of_both(test, other)
        && let Some(range) = range.union(&more)
    {
        return replace_if_some(test, Some(operand.within(range)));
    }
    let joined = match (&*test, other) {
        (Test::Origin { first, places }, Test::Origin { first: its, places: more })
            if first == its =>
        {
            Some(Test::Origin { first: *first, places: places.union(*more) })
        }
        (Test::Sown { during, places }, Test::Sown { during: its, places: more })
            if during == its =>
        {
            Some(Test::Sown { during: *during, places: places.union(*more) })
        }
        (Test::FirstFell { first, places }, Test::FirstFell { first: its, places: more })
            if first == its =>
        {
            Some(Test::FirstFell { first: *first, places: places.union(*more) })
        }
        (Test::Last(places), Test::Last(more)) => Some(Test::Last(places.union(*more))),
        (a, b) => match (some_in(a), some_in(b)) {
            (Some(lanes), Some(more)) => Some(Test::Occupied(lanes.union(more))),
            _ => None,
        },
    };
    replace_if_some(test, joined)
}

/// Replaces `test` by its conjunction with `other`, if that is a single test; returns whether it is.
fn merge_and(test: &mut Test, other: &Test) -> bool {
    if let Some((operand, range, more)) = Operand::of_both(test, other) {
        return replace_if_some(test, Some(operand.within(range.intersection(&more))));
    }
    let joined = match (&*test, other) {
        (Test::Not(a), Test::Not(b)) => {
            let mut both = (**a).clone();
            merge_or(&mut both, b).then(|| Test::not(both))
        }
        (a, b) => match (none_in(a), none_in(b)) {
            (Some(lanes), Some(more)) => Some(Test::Empty(lanes.union(more))),
            _ => None,
        },
    };
    replace_if_some(test, joined)
}

fn replace_if_some(test: &mut Test, other: Option<Test>) -> bool {
    let replaced = other.is_some();
    if let Some(other) = other {
        *test = other;
    }
    replaced
}

/// The lanes of which at least one must not be 0, if that is the whole test.
fn some_in(test: &Test) -> Option<LaneSet> {
    if let Test::Occupied(lanes) = test {
        return Some(*lanes);
    }
    let Test::Holds(lane, range) = test else { return None };
    (*range == NumberRange::SOME).then(|| (*lane).into())
}

/// The lanes that must all be 0, if that is the whole test.
fn none_in(test: &Test) -> Option<LaneSet> {
    if let Test::Empty(lanes) = test {
        return Some(*lanes);
    }
    let Test::Holds(lane, range) = test else { return None };
    (*range == NumberRange::NONE).then(|| (*lane).into())
}
