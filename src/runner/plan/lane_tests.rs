//! Tests that read lanes only.

use crate::program::{Block, Connective, Lane, NumberRange, Operand, Parity, Test};
use crate::runner::lanes::Lanes;

/// A test that reads lanes only.
#[derive(Clone, Copy, Debug)]
pub(super) enum LaneTest<L: Lanes> {
    /// A lane is in the range from the first number to the second.
    Holds(Lane, u32, u32),
    /// As `Holds`, and the number is odd (1) or even (0).
    Parity(Lane, u32, u32, u32),
    Empty(L::Set),
    Occupied(L::Set),
}

impl<L: Lanes> LaneTest<L> {
    #[inline(always)]
    pub fn holds(&self, lanes: &L) -> bool {
        match self {
            LaneTest::Holds(lane, least, most) => {
                lanes.get(*lane).wrapping_sub(*least) <= most - least
            }
            LaneTest::Parity(lane, least, most, odd) => {
                let n = lanes.get(*lane);
                n.wrapping_sub(*least) <= most - least && n & 1 == *odd
            }
            LaneTest::Empty(set) => lanes.are_empty(*set),
            LaneTest::Occupied(set) => !lanes.are_empty(*set),
        }
    }

    /// Whether it may hold while each lane is from `low` to `high`.
    #[inline(always)]
    fn may_hold_between(&self, low: &L, high: &L) -> bool {
        match self {
            LaneTest::Holds(lane, least, most) | LaneTest::Parity(lane, least, most, _) => {
                high.get(*lane) >= *least && low.get(*lane) <= *most
            }
            LaneTest::Empty(set) => low.are_empty(*set),
            LaneTest::Occupied(set) => !high.are_empty(*set),
        }
    }

    /// The opposite test, if there is one.
    fn negation(self) -> Option<LaneTest<L>> {
        match self {
            LaneTest::Holds(_, 0, most) if most >= L::GREATEST => None,
            LaneTest::Holds(lane, 0, most) => {
                Some(LaneTest::Holds(lane, most + 1, u16::MAX.into()))
            }
            LaneTest::Holds(lane, least, most) if most >= L::GREATEST => {
                Some(LaneTest::Holds(lane, 0, least - 1))
            }
            LaneTest::Empty(set) => Some(LaneTest::Occupied(set)),
            LaneTest::Occupied(set) => Some(LaneTest::Empty(set)),
            LaneTest::Holds(..) | LaneTest::Parity(..) => None,
        }
    }

    /// The equivalent lane test, if there is one. `last`: the place of the last seed; lanes are read just
    /// after its fall.
    pub fn of(test: &Test, last: Option<Lane>) -> Option<LaneTest<L>> {
        let holds = |lane, range: &NumberRange, more: i64| {
            let bound = |n: i64| u32::try_from(n.saturating_add(more).clamp(0, 65_535)).ok();
            let (least, most) = (bound(range.least)?, bound(range.most)?);
            // `Before` reads one seed less, so the parity flips.
            let odd = |odd: u32| odd ^ (more & 1) as u32;
            let test = match range.parity {
                Parity::Any => LaneTest::Holds(lane, least, most),
                Parity::Odd => LaneTest::Parity(lane, least, most, odd(1)),
                Parity::Even => LaneTest::Parity(lane, least, most, odd(0)),
            };
            Some(test).filter(|_| !range.is_empty())
        };
        if let Test::Empty(lanes) = test {
            return Some(LaneTest::Empty(L::set(lanes)));
        }
        if let Test::Occupied(lanes) = test {
            return Some(LaneTest::Occupied(L::set(lanes)));
        }
        let (operand, range) = test.operand()?;
        match operand {
            Operand::Lane(lane) => holds(lane, &range, 0),
            Operand::Before => holds(last?, &range, 1),
            Operand::After => holds(last?, &range, 0),
            Operand::Origin | Operand::LapOrigin => None,
        }
    }
}

/// A range for each lane, `least..=least + span`; all lanes are compared at once.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Bounds<L: Lanes> {
    pub least: L,
    pub span: L,
}

impl<L: Lanes> Bounds<L> {
    /// Every number in every lane.
    pub fn everything() -> Bounds<L> {
        Bounds { least: L::empty(), span: L::all_in(L::all_lanes()) }
    }

    /// Only the greatest number in each lane, which hardly any lane ever holds.
    pub fn almost_nothing() -> Bounds<L> {
        Bounds { least: L::all_in(L::all_lanes()), span: L::empty() }
    }

    /// Sets the range of a lane; returns whether the range is not empty.
    pub fn set(&mut self, lane: Lane, least: u32, most: u32) -> bool {
        let most = most.min(L::GREATEST);
        if least > most {
            return false;
        }
        self.least.put(lane, least);
        self.span.put(lane, most - least);
        true
    }

    /// Extends the range of a lane to include `least..=most`.
    pub fn widen(&mut self, lane: Lane, least: u32, most: u32) {
        let before = self.of(lane);
        let (from, to) = before.unwrap_or((least, most));
        self.set(lane, least.min(from), most.max(to));
    }

    /// The range of a lane; `None`: the lane has none (see [`Bounds::almost_nothing`]).
    pub fn of(&self, lane: Lane) -> Option<(u32, u32)> {
        let (least, span) = (self.least.get(lane), self.span.get(lane));
        (least < L::GREATEST || span > 0).then_some((least, least + span))
    }

    /// Restricts the range of a lane to `least..=most`; returns whether anything is left.
    fn narrow(&mut self, lane: Lane, least: u32, most: u32) -> bool {
        let (before, span) = (self.least.get(lane), self.span.get(lane));
        self.set(lane, least.max(before), most.min(before + span))
    }
}

/// A conjunction of lane tests.
#[derive(Clone, Debug)]
pub(super) struct LaneConjunction<L: Lanes> {
    pub bounds: Bounds<L>,
    /// Tests that the bounds do not express.
    others: Box<[LaneTest<L>]>,
}

impl<L: Lanes> LaneConjunction<L> {
    /// Always holds.
    pub fn always() -> LaneConjunction<L> {
        LaneConjunction { bounds: Bounds::everything(), others: Box::default() }
    }

    /// Never holds: lanes are never all full at once.
    pub fn never() -> LaneConjunction<L> {
        LaneConjunction { bounds: Bounds::almost_nothing(), others: Box::default() }
    }

    /// The conjunction of some tests; `None`: it never holds.
    pub fn of(tests: Vec<LaneTest<L>>) -> Option<LaneConjunction<L>> {
        let mut bounds = Bounds::everything();
        let mut others = Vec::new();
        for test in tests {
            let can = match test {
                LaneTest::Holds(lane, least, most) => bounds.narrow(lane, least, most),
                LaneTest::Empty(set) => L::each(set).all(|lane| bounds.narrow(lane, 0, 0)),
                LaneTest::Occupied(set) if L::count(set) == 1 => {
                    L::each(set).all(|lane| bounds.narrow(lane, 1, L::GREATEST))
                }
                look @ (LaneTest::Parity(..) | LaneTest::Occupied(_)) => {
                    others.push(look);
                    true
                }
            };
            if !can {
                return None;
            }
        }
        Some(LaneConjunction { bounds, others: others.into() })
    }

    /// The bound n, if the conjunction is exactly "`lane` holds at least n".
    pub fn only_from(&self, lane: Lane) -> Option<u32> {
        let (least, _) = self.bounds.of(lane)?;
        let mut only = Bounds::everything();
        let same = only.set(lane, least, L::GREATEST) && only == self.bounds;
        (same && self.others.is_empty()).then_some(least)
    }

    #[inline(always)]
    pub fn hold(&self, lanes: &L) -> bool {
        lanes.all_within(&self.bounds.least, &self.bounds.span)
            && (self.others.is_empty() || self.others_hold(*lanes))
    }

    // By value: a reference would force the lanes into memory.
    #[inline(never)]
    fn others_hold(&self, lanes: L) -> bool {
        self.others.iter().all(|test| test.holds(&lanes))
    }
}

/// A conservative filter for several conditions: if it does not match, none of them holds.
#[derive(Clone, Debug)]
pub(super) struct TestFilter<L: Lanes> {
    /// Some condition is no lane test: always matches.
    undecidable: bool,
    /// Matches if these are all empty; all lanes if there is no such condition.
    pub empty: L::Set,
    /// Matches if some lane is within its bounds; `bounded`: whether any lane has bounds.
    bounds: Bounds<L>,
    bounded: bool,
    /// Tests that `empty` and `bounds` do not express.
    others: Vec<LaneTest<L>>,
}

impl<L: Lanes> TestFilter<L> {
    pub fn none() -> TestFilter<L> {
        TestFilter {
            undecidable: false,
            empty: L::all_lanes(),
            bounds: Bounds::almost_nothing(),
            bounded: false,
            others: Vec::new(),
        }
    }

    /// Adds a condition.
    pub fn add(&mut self, test: &Test) {
        match LaneTest::of(test, None) {
            Some(test) => self.add_lane_test(test),
            None => self.undecidable = true,
        }
    }

    fn add_lane_test(&mut self, test: LaneTest<L>) {
        match test {
            LaneTest::Holds(lane, least, most) if self.bounds.of(lane).is_none() => {
                // A range that no lane can reach never matches.
                self.bounded |= self.bounds.set(lane, least, most);
            }
            LaneTest::Empty(set) if self.empty == L::all_lanes() => self.empty = set,
            look @ (LaneTest::Holds(..)
            | LaneTest::Parity(..)
            | LaneTest::Empty(_)
            | LaneTest::Occupied(_)) => self.others.push(look),
        }
    }

    /// The set that has to be empty, if the filter tests nothing else.
    pub fn only_empty(&self) -> Option<L::Set> {
        (!self.bounded && self.is_simple()).then_some(self.empty)
    }

    /// Of the first `lanes` lanes those with bounds: lane, least and greatest number.
    pub fn bounds(&self, lanes: usize) -> impl Iterator<Item = (Lane, u32, u32)> {
        let lanes = (0..lanes).map(|at| Lane(at as u8));
        lanes.filter_map(|lane| self.bounds.of(lane).map(|(least, most)| (lane, least, most)))
    }

    /// Whether `empty` and `bounds` express the whole filter.
    pub fn is_simple(&self) -> bool {
        !self.undecidable && self.others.is_empty()
    }

    /// Whether `empty` or `bounds` matches. `occupied`: the lanes that hold something.
    #[inline(always)]
    pub fn matches_simple(&self, lanes: &L, occupied: L::Set) -> bool {
        L::is_empty(L::intersection(occupied, self.empty))
            || self.bounded && lanes.some_within(&self.bounds.least, &self.bounds.span)
    }

    /// Whether a test matches that `empty` and `bounds` do not express.
    pub fn matches_other(&self, lanes: &L) -> bool {
        self.undecidable || self.others.iter().any(|test| test.holds(lanes))
    }
}

/// Visits conditions of which at least one holds if the test holds.
pub(super) fn for_each_disjunct(test: &Test, each: &mut impl FnMut(&Test)) {
    match test.connective() {
        Connective::Constant(false) => {}
        Connective::Any(any) => any.iter().for_each(|test| for_each_disjunct(test, each)),
        // If all hold, the first does, which is the lightest.
        Connective::All([first, ..]) => for_each_disjunct(first, each),
        Connective::All([])
        | Connective::Constant(true)
        | Connective::Not(_)
        | Connective::Cases(_)
        | Connective::None => each(test),
    }
}

/// A conservative guard of a block: a case can fit only if all tests of one of these lists hold.
#[derive(Clone, Debug)]
pub(super) struct Guard<L: Lanes>(Box<[Box<[LaneTest<L>]>]>);

impl<L: Lanes> Guard<L> {
    /// `last`: the place of the last seed; the guard is read just after its fall. `None`: the guard may be read at
    /// any time.
    pub fn of(block: &Block, last: Option<Lane>) -> Guard<L> {
        let mut maybe = Vec::new();
        for list in block {
            // They hold unless an earlier case of the list fits.
            let mut otherwise: Vec<LaneTest<L>> = Vec::new();
            for case in list {
                let each = case.test.disjuncts().iter();
                if case.acts.iter().any(|act| !act.is_idle()) {
                    maybe.extend(each.clone().map(|test| {
                        let tests = necessary_tests(test, last);
                        tests.chain(otherwise.iter().copied()).collect::<Box<[_]>>()
                    }));
                }
                otherwise.extend(each.filter_map(|test| LaneTest::of(test, last)?.negation()));
            }
        }
        Guard(maybe.into())
    }

    /// The same while a lane is not 0.
    pub fn while_occupied(&self, lane: Lane) -> Guard<L> {
        let impossible = |test: &LaneTest<L>| match test {
            LaneTest::Holds(of, _, most) => *of == lane && *most == 0,
            LaneTest::Empty(set) => L::has(*set, lane),
            LaneTest::Parity(..) | LaneTest::Occupied(_) => false,
        };
        let possible = self.0.iter().filter(|tests| !tests.iter().any(impossible));
        Guard(possible.cloned().collect())
    }

    /// Whether no case ever fits.
    pub fn never_fits(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a case may fit.
    #[inline(always)]
    pub fn may_fit(&self, lanes: &L) -> bool {
        self.0.iter().any(|tests| tests.iter().all(|test| test.holds(lanes)))
    }

    /// Whether a case may fit while each lane is from `low` to `high`.
    #[inline(always)]
    pub fn may_fit_between(&self, low: &L, high: &L) -> bool {
        let may = |tests: &[LaneTest<L>]| tests.iter().all(|test| test.may_hold_between(low, high));
        self.0.iter().any(|tests| may(tests))
    }
}

/// Lane tests that hold whenever the test holds.
fn necessary_tests<L: Lanes>(test: &Test, last: Option<Lane>) -> impl Iterator<Item = LaneTest<L>> {
    test.conjuncts().iter().filter_map(move |test| LaneTest::of(test, last))
}
