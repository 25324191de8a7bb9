//! Expressions of a program: tests, numbers, places.

use super::{Lane, LaneSet, NumberRange};
use crate::model::{KindId, Seat};
use std::sync::Arc;

/// Selects lanes, each under a test.
#[derive(Clone, PartialEq, Debug)]
pub enum PlaceExpr {
    /// All of these.
    All(LaneSet),
    /// Those in a range.
    Holding(LaneSet, NumberRange),
    /// Those whose test holds, each by itself, in this order.
    Each(Vec<(Lane, Test)>),
    /// In this order, up to the first whose test does not hold.
    Run(Vec<(Lane, Test)>),
    /// All that some part selects.
    Union(Vec<PlaceExpr>),
    /// Those of the first case whose test holds; none if there is none.
    Cases(Vec<(Test, PlaceExpr)>),
}

/// A condition. Parts are shared (`Arc`) between equal conditions.
#[derive(Clone, PartialEq, Debug)]
pub enum Test {
    /// It never holds.
    Never,
    /// It always holds.
    Always,
    /// A lane is in a range.
    Holds(Lane, NumberRange),
    /// Content of the hole of the fall, before the seed fell.
    Before(NumberRange),
    /// Content of the hole of the fall, just after.
    After(NumberRange),
    /// Content of the origin of the first lap of the move, before that lap.
    Held(NumberRange),
    /// Content of the origin of the lap, before the lap.
    LapHeld(NumberRange),
    /// All these lanes are 0.
    Empty(LaneSet),
    /// At least one of these lanes is not 0.
    Occupied(LaneSet),
    /// From `least` to `most` of these lanes are in a range.
    Many {
        /// Which lanes.
        lanes: LaneSet,
        /// How many each.
        range: NumberRange,
        /// At least this many of them.
        least: u16,
        /// At most this many of them.
        most: u16,
    },
    /// A number is in a range.
    Number(Box<NumberExpr>, NumberRange),
    /// The first number is at most the second.
    AtMost(Box<NumberExpr>, Box<NumberExpr>),
    /// The lap (or the first lap of the move) began from one of these.
    Origin {
        /// Of the first lap.
        first: bool,
        /// Where.
        places: LaneSet,
    },
    /// A seed fell in one of these.
    Sown {
        /// In which part of the move.
        during: MovePart,
        /// Where.
        places: LaneSet,
    },
    /// The last seed fell in one of these.
    Last(LaneSet),
    /// The seed before this one, in the same lap, fell in one of these.
    FellBefore(LaneSet),
    /// The first seed of the lap, or of the first lap of the move, fell in one of these.
    FirstFell {
        /// Of the first lap.
        first: bool,
        /// Where.
        places: LaneSet,
    },
    /// Negation.
    Not(Arc<Test>),
    /// Conjunction.
    All(Arc<[Test]>),
    /// Disjunction.
    Any(Arc<[Test]>),
    /// The test of the first case whose condition holds; if there is none, false.
    Cases(Arc<[(Test, Test)]>),
    /// A fact of the move.
    Fact(MoveFact),
    /// A seed of this kind was among those that fell last.
    Fell(KindId),
    /// The player would have no legal choice if they were to move.
    NoMove(Seat),
    /// The position occurs for at least the n-th time.
    Returns(u32),
}

/// A part of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MovePart {
    /// This lap.
    Lap,
    /// The first lap, which may be this one.
    FirstLap,
    /// The lap before this.
    LastLap,
    /// The whole move.
    Move,
}

/// Facts of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveFact {
    /// A capture in this lap.
    LapCaptured,
    /// A capture in the first lap.
    FirstLapCaptured,
    /// A capture in the lap before this one.
    LastLapCaptured,
    /// A capture in this move.
    MoveCaptured,
    /// This is the first lap.
    FirstLap,
    /// The lap went against the ring (`true`) or along it.
    LapForward(bool),
    /// The same for the first lap.
    FirstLapWent(bool),
    /// The same for the lap before this one.
    LastLapWent(bool),
}

/// A number that depends on the position.
#[derive(Clone, PartialEq, Debug)]
pub enum NumberExpr {
    /// A constant.
    Fixed(i64),
    /// The seeds of the selected lanes.
    Sum(PlaceExpr),
    /// The number of selected lanes.
    Count(PlaceExpr),
    /// Seeds being sown.
    Hand,
    /// Seeds being sown by the other player, where both move at once.
    OtherHand,
    /// The value of a lane.
    Lane(Lane),
    /// The value of a lane before the seed fell.
    LaneBeforeFall(Lane),
    /// Content of the hole of the fall, before the seed fell (`true`) or just after.
    Fallen(bool),
    /// The same for one kind of seeds.
    FallenOf(bool, KindId),
    /// Content of the hole of the previous seed, before that seed fell.
    FallenEarlier,
    /// Content of the origin of the lap, or of the first lap of the move, before that lap.
    Held {
        /// Of the first lap.
        first: bool,
    },
    /// The seeds of one kind in the selected lanes.
    SumOf(PlaceExpr, KindId),
    /// The number of the first case whose test holds; 0 if there is none.
    Cases(Vec<(Test, NumberExpr)>),
    /// A fraction of a number: numerator, denominator, and whether it is rounded up.
    Fraction(i64, i64, bool, Box<NumberExpr>),
    /// Sum.
    Add(Box<NumberExpr>, Box<NumberExpr>),
    /// Difference.
    Sub(Box<NumberExpr>, Box<NumberExpr>),
    /// Product.
    Mul(Box<NumberExpr>, Box<NumberExpr>),
}

impl PlaceExpr {
    /// A single lane.
    pub fn lane(lane: Lane) -> PlaceExpr {
        PlaceExpr::All(lane.into())
    }

    /// The lane, if exactly one is selected unconditionally.
    pub fn only(&self) -> Option<Lane> {
        let PlaceExpr::All(set) = self else { return None };
        set.iter().next().filter(|_| set.len() == 1)
    }

    /// The lanes with their tests, if each has a test of its own.
    pub(super) fn to_each(&self) -> Option<Vec<(Lane, Test)>> {
        Some(match self {
            PlaceExpr::All(set) => set.iter().map(|lane| (lane, Test::Always)).collect(),
            PlaceExpr::Holding(set, range) => {
                set.iter().map(|lane| (lane, Test::Holds(lane, *range))).collect()
            }
            PlaceExpr::Each(each) => each.clone(),
            PlaceExpr::Run(_) | PlaceExpr::Union(_) | PlaceExpr::Cases(_) => return None,
        })
    }

    /// All lanes that can be selected.
    pub fn lanes(&self) -> LaneSet {
        match self {
            PlaceExpr::All(set) | PlaceExpr::Holding(set, _) => *set,
            PlaceExpr::Each(each) | PlaceExpr::Run(each) => {
                each.iter().map(|(lane, _)| *lane).collect()
            }
            PlaceExpr::Union(parts) => {
                parts.iter().fold(LaneSet::default(), |all, part| all.union(part.lanes()))
            }
            PlaceExpr::Cases(cases) => {
                cases.iter().fold(LaneSet::default(), |all, (_, part)| all.union(part.lanes()))
            }
        }
    }
}

impl NumberExpr {
    /// The number, if it does not depend on the position.
    pub fn as_fixed(&self) -> Option<i64> {
        if let NumberExpr::Fixed(n) = self { Some(*n) } else { None }
    }
}

/// A number that a test compares with a range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// The value of a lane.
    Lane(Lane),
    /// See [`Test::Before`].
    Before,
    /// See [`Test::After`].
    After,
    /// See [`Test::Held`].
    Origin,
    /// See [`Test::LapHeld`].
    LapOrigin,
}

/// The logical connective of a test, with its operands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Connective<'t> {
    /// It always holds, or never.
    Constant(bool),
    /// Not.
    Not(&'t Test),
    /// All of these.
    All(&'t [Test]),
    /// At least one of these.
    Any(&'t [Test]),
    /// See [`Test::Cases`].
    Cases(&'t [(Test, Test)]),
    /// An elementary test.
    None,
}

impl Test {
    /// The connective at the top of the test.
    pub fn connective(&self) -> Connective<'_> {
        match self {
            Test::Always => Connective::Constant(true),
            Test::Never => Connective::Constant(false),
            Test::Not(test) => Connective::Not(test),
            Test::All(tests) => Connective::All(tests),
            Test::Any(tests) => Connective::Any(tests),
            Test::Cases(cases) => Connective::Cases(cases),
            Test::Holds(..)
            | Test::Before(_)
            | Test::After(_)
            | Test::Held(_)
            | Test::LapHeld(_)
            | Test::Empty(_)
            | Test::Occupied(_)
            | Test::Many { .. }
            | Test::Number(..)
            | Test::AtMost(..)
            | Test::Origin { .. }
            | Test::Sown { .. }
            | Test::Last(_)
            | Test::FellBefore(_)
            | Test::FirstFell { .. }
            | Test::Fact(_)
            | Test::Fell(_)
            | Test::NoMove(_)
            | Test::Returns(_) => Connective::None,
        }
    }

    /// Whether it always holds, or never; `None`: it depends on the position.
    pub fn as_constant(&self) -> Option<bool> {
        if let Connective::Constant(holds) = self.connective() { Some(holds) } else { None }
    }

    /// The number and the range, if the test compares one number with a range.
    pub fn operand(&self) -> Option<(Operand, NumberRange)> {
        Some(match self {
            Test::Holds(lane, range) => (Operand::Lane(*lane), *range),
            Test::Before(range) => (Operand::Before, *range),
            Test::After(range) => (Operand::After, *range),
            Test::Held(range) => (Operand::Origin, *range),
            Test::LapHeld(range) => (Operand::LapOrigin, *range),
            Test::Never
            | Test::Always
            | Test::Empty(_)
            | Test::Occupied(_)
            | Test::Many { .. }
            | Test::Number(..)
            | Test::AtMost(..)
            | Test::Origin { .. }
            | Test::Sown { .. }
            | Test::Last(_)
            | Test::FellBefore(_)
            | Test::FirstFell { .. }
            | Test::Not(_)
            | Test::All(_)
            | Test::Any(_)
            | Test::Cases(_)
            | Test::Fact(_)
            | Test::Fell(_)
            | Test::NoMove(_)
            | Test::Returns(_) => return None,
        })
    }

    /// Whether nothing changes its value: `lanes` says whether lanes that it reads stay as they are, and `other`
    /// whether a part stays that reads no lanes of its own.
    pub fn stays(&self, lanes: &impl Fn(LaneSet) -> bool, other: &impl Fn(&Test) -> bool) -> bool {
        match self {
            Test::Always | Test::Never => true,
            Test::Holds(lane, _) => lanes(std::iter::once(*lane).collect()),
            Test::Empty(read) | Test::Occupied(read) | Test::Many { lanes: read, .. } => {
                lanes(*read)
            }
            Test::Not(inner) => inner.stays(lanes, other),
            Test::All(parts) | Test::Any(parts) => {
                parts.iter().all(|part| part.stays(lanes, other))
            }
            Test::Cases(_)
            | Test::Before(_)
            | Test::After(_)
            | Test::Held(_)
            | Test::LapHeld(_)
            | Test::Number(..)
            | Test::AtMost(..)
            | Test::Origin { .. }
            | Test::Sown { .. }
            | Test::Last(_)
            | Test::FellBefore(_)
            | Test::FirstFell { .. }
            | Test::Fact(_)
            | Test::Fell(_)
            | Test::NoMove(_)
            | Test::Returns(_) => other(self),
        }
    }

    /// The conjuncts: the parts of a conjunction, or the test itself.
    pub fn conjuncts(&self) -> &[Test] {
        if let Test::All(tests) = self { tests } else { std::slice::from_ref(self) }
    }

    /// The disjuncts: the parts of a disjunction, or the test itself.
    pub fn disjuncts(&self) -> &[Test] {
        if let Test::Any(tests) = self { tests } else { std::slice::from_ref(self) }
    }

    /// Whether the predicate holds for the test, or for one of its parts.
    pub fn any_of(&self, is: &impl Fn(&Test) -> bool) -> bool {
        is(self)
            || match self.connective() {
                Connective::Not(test) => test.any_of(is),
                Connective::All(tests) | Connective::Any(tests) => {
                    tests.iter().any(|test| test.any_of(is))
                }
                Connective::Cases(cases) => {
                    cases.iter().any(|(when, test)| when.any_of(is) || test.any_of(is))
                }
                Connective::Constant(_) | Connective::None => false,
            }
    }
}
