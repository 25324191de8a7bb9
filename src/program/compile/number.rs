//! Numbers, and tests on them.

use super::place_cases::simplest_place;
use super::{Compiler, LowerCtx, Lowered, ReadPhase};
use crate::model::KindId;
use crate::order::SmallSort;
use crate::program::{
    LaneRole, LaneSet, NumberExpr, NumberRange, Operand, Parity, PlaceExpr, Program, Test,
};
use std::sync::Arc;

impl<'m> Compiler<'m> {
    /// Seeds of the open holes, of shared places on a way, and of the sowing hands.
    pub(super) fn all_seeds_left(&self, ctx: LowerCtx<'m>) -> NumberExpr {
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

/// Tests whether a number is in a range, in the simplest form.
pub(super) fn number_test(n: &NumberExpr, range: NumberRange) -> Test {
    let bound = |n: i64| u16::try_from(n.max(0)).unwrap_or(u16::MAX);
    match n {
        NumberExpr::Fixed(n) => Test::constant(range.fits(*n)),
        _ if range.is_empty() => Test::Never,
        _ if range.is_all() => Test::Always,
        NumberExpr::Fallen(true) => Test::Before(range),
        // A seed has just fallen.
        NumberExpr::Fallen(false) if range.most < 1 => Test::Never,
        NumberExpr::Fallen(false) => Test::After(range),
        NumberExpr::Held { first: true } => Test::Held(range),
        NumberExpr::Held { first: false } => Test::LapHeld(range),
        NumberExpr::Lane(lane) => Test::Holds(*lane, range),
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
        | NumberExpr::FallenOf(..)
        | NumberExpr::FallenEarlier
        | NumberExpr::LaneBeforeFall(_)
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
        all.small_sort_by_cached_key(Test::cost);
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
        any.small_sort_by_cached_key(Test::cost);
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
