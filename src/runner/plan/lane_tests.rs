//! Conditions that need no more than a look at the lanes.

use crate::program::{Block, Connective, Lane, NumberRange, Operand, Parity, Test};
use crate::runner::lanes::Lanes;

/// A condition that needs no more than a look.
#[derive(Clone, Copy, Debug)]
pub(super) enum LaneTest<L: Lanes> {
    /// A lane holds from the first number to the second.
    Holds(Lane, u32, u32),
    /// So it does, and the number is odd (1) or even (0).
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
            LaneTest::Empty(set) => L::is_empty(lanes.occupied(*set)),
            LaneTest::Occupied(set) => !L::is_empty(lanes.occupied(*set)),
        }
    }

    /// The same condition, if it is one; `last`: the place of the last seed, as it is just after.
    pub fn of(test: &Test, last: Option<Lane>) -> Option<LaneTest<L>> {
        let holds = |lane, range: &NumberRange, more: i64| {
            let bound = |n: i64| u32::try_from(n.saturating_add(more).clamp(0, 65_535)).ok();
            let (least, most) = (bound(range.least)?, bound(range.most)?);
            // A seed more, and what was even is odd.
            let odd = |odd: u32| odd ^ (more & 1) as u32;
            let look = match range.parity {
                Parity::Any => LaneTest::Holds(lane, least, most),
                Parity::Odd => LaneTest::Parity(lane, least, most, odd(1)),
                Parity::Even => LaneTest::Parity(lane, least, most, odd(0)),
            };
            Some(look).filter(|_| !range.is_empty())
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

/// For each lane the least number, and how many more are good: looked at all at once.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Bounds<L: Lanes> {
    pub least: L,
    pub span: L,
}

impl<L: Lanes> Bounds<L> {
    /// Every number is good in every lane.
    pub fn everything() -> Bounds<L> {
        Bounds { least: L::empty(), span: L::all_in(L::all_lanes()) }
    }

    /// Only the greatest number is, which hardly any lane ever holds.
    pub fn almost_nothing() -> Bounds<L> {
        Bounds { least: L::all_in(L::all_lanes()), span: L::empty() }
    }

    /// Only those from one number to another are good in a lane; whether any is.
    pub fn set(&mut self, lane: Lane, least: u32, most: u32) -> bool {
        let most = most.min(L::GREATEST);
        if least > most {
            return false;
        }
        self.least.put(lane, least);
        self.span.put(lane, most - least);
        true
    }

    /// Those from one number to another are good in a lane too, and all between those and what was.
    pub fn widen(&mut self, lane: Lane, least: u32, most: u32) {
        let before = self.of(lane);
        let (from, to) = before.unwrap_or((least, most));
        self.set(lane, least.min(from), most.max(to));
    }

    /// The least and the greatest number that is good in a lane; `None`: hardly any is.
    pub fn of(&self, lane: Lane) -> Option<(u32, u32)> {
        let (least, span) = (self.least.get(lane), self.span.get(lane));
        (least < L::GREATEST || span > 0).then_some((least, least + span))
    }

    /// Only those are that were so and lie within these.
    fn narrow(&mut self, lane: Lane, least: u32, most: u32) -> bool {
        let (before, span) = (self.least.get(lane), self.span.get(lane));
        self.set(lane, least.max(before), most.min(before + span))
    }
}

/// Several looks that must all come out.
#[derive(Clone, Debug)]
pub(super) struct LaneConjunction<L: Lanes> {
    pub bounds: Bounds<L>,
    /// Those that bounds do not tell.
    others: Box<[LaneTest<L>]>,
}

impl<L: Lanes> LaneConjunction<L> {
    /// Nothing is looked at.
    pub fn always() -> LaneConjunction<L> {
        LaneConjunction { bounds: Bounds::everything(), others: Box::default() }
    }

    /// Not all lanes are ever full.
    pub fn never() -> LaneConjunction<L> {
        LaneConjunction { bounds: Bounds::almost_nothing(), others: Box::default() }
    }

    /// `None`: they never do.
    pub fn of(looks: Vec<LaneTest<L>>) -> Option<LaneConjunction<L>> {
        let mut bounds = Bounds::everything();
        let mut others = Vec::new();
        for look in looks {
            let can = match look {
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

    /// The number from which on a lane must hold seeds, if nothing else is looked at.
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

    // The lanes are not lent: they would have to be in memory.
    #[inline(never)]
    fn others_hold(&self, lanes: L) -> bool {
        self.others.iter().all(|look| look.holds(&lanes))
    }
}

/// What tells that one of several conditions may hold; a sign may be seen where none of them does.
#[derive(Clone, Debug)]
pub(super) struct TestFilter<L: Lanes> {
    /// Nobody can tell by looking.
    undecidable: bool,
    /// These hold no seeds.
    pub empty: L::Set,
    /// Some lane is within its bounds; whether there are any.
    bounds: Bounds<L>,
    bounded: bool,
    /// Those that this does not tell.
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

    /// Another condition may hold.
    pub fn add(&mut self, test: &Test) {
        match LaneTest::of(test, None) {
            Some(look) => self.add_look(look),
            None => self.undecidable = true,
        }
    }

    fn add_look(&mut self, look: LaneTest<L>) {
        match look {
            LaneTest::Holds(lane, least, most) if self.bounds.of(lane).is_none() => {
                // What no lane can hold is never seen.
                self.bounded |= self.bounds.set(lane, least, most);
            }
            LaneTest::Empty(set) if self.empty == L::all_lanes() => self.empty = set,
            look @ (LaneTest::Holds(..)
            | LaneTest::Parity(..)
            | LaneTest::Empty(_)
            | LaneTest::Occupied(_)) => self.others.push(look),
        }
    }

    /// The set that is empty, if that is all there is to see.
    pub fn only_empty(&self) -> Option<L::Set> {
        (!self.bounded && self.is_simple()).then_some(self.empty)
    }

    /// Of so many lanes those that have bounds, and these.
    pub fn bounds(&self, lanes: usize) -> impl Iterator<Item = (Lane, u32, u32)> {
        let lanes = (0..lanes).map(|at| Lane(at as u8));
        lanes.filter_map(|lane| self.bounds.of(lane).map(|(least, most)| (lane, least, most)))
    }

    /// They are but a set and bounds.
    pub fn is_simple(&self) -> bool {
        !self.undecidable && self.others.is_empty()
    }

    /// Whether the set is empty or some lane within its bounds; `occupied`: the lanes that hold
    /// something.
    #[inline(always)]
    pub fn matches_simple(&self, lanes: &L, occupied: L::Set) -> bool {
        L::is_empty(L::intersection(occupied, self.empty))
            || self.bounded && lanes.some_within(&self.bounds.least, &self.bounds.span)
    }

    /// Whether another sign is seen.
    pub fn matches_other(&self, lanes: &L) -> bool {
        self.undecidable || self.others.iter().any(|look| look.holds(lanes))
    }
}

/// Conditions of which one holds where a test does.
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

/// When a case of a block may fit: if all looks of one of these come out.
#[derive(Clone, Debug)]
pub(super) struct Guard<L: Lanes>(Box<[Box<[LaneTest<L>]>]>);

impl<L: Lanes> Guard<L> {
    pub fn of(block: &Block, last: Lane) -> Guard<L> {
        let mut maybe = Vec::new();
        for case in block.iter().flatten() {
            maybe.extend(case.test.disjuncts().iter().map(|test| necessary_tests(test, last)));
        }
        Guard(maybe.into())
    }

    /// Whether a case may fit.
    #[inline(always)]
    pub fn may_fit(&self, lanes: &L) -> bool {
        self.0.iter().any(|looks| looks.iter().all(|look| look.holds(lanes)))
    }
}

/// What has at least to come out where a test holds.
fn necessary_tests<L: Lanes>(test: &Test, last: Lane) -> Box<[LaneTest<L>]> {
    test.conjuncts().iter().filter_map(|test| LaneTest::of(test, Some(last))).collect()
}
