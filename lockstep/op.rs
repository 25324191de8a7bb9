//! What is done with all games at once, step by step.
//!
//! Everything that a step reads or writes is a *cell*: a row of numbers, one of each game. The first
//! cells are the lanes of the program, then come those of [`Fixed`], then answers kept for a while.

// In every step `to` is written, `of` is read, and `under` tells in which games.
#![allow(missing_docs)]

use crate::row::Fit;

/// The number of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct At(pub u16);

impl At {
    /// For tables.
    #[inline]
    pub fn index(self) -> usize {
        self.0.into()
    }
}

/// The number of a row of great numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Num(pub u16);

/// Cells that every program has, by their place behind the lanes. Answers are all bits, or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fixed {
    /// The place that the next lap takes up; all bits: there is no next lap.
    Pending,
    /// Seeds that are sown in this lap; where they fall one by one, those still in the hand.
    Seeds,
    /// Where in the ring the first of them falls.
    First,
    /// Where in the ring the last one fell.
    Last,
    /// Where in the ring none falls; all bits: nowhere.
    Passed,
    /// What the hole of the last fall came to hold by it.
    Fallen,
    /// The games whose lap is over.
    Landed,
    /// Those in which the move is to be over with the lap.
    Noted,
    /// The games with a lap to sow.
    Live,
    /// Nothing more in this move.
    Stopped,
    /// The player moves again.
    Again,
    /// The turn is over.
    TurnOver,
    /// A capture: in this lap, in the lap before, in the first lap, in the move.
    LapCaptured,
    LastCaptured,
    FirstCaptured,
    Captured,
    /// This is the first lap.
    FirstLap,
    /// Laps of the move.
    Laps,
    /// What the first lap took up held so many.
    Held,
    /// What this lap took up, and the first one.
    Origin,
    FirstOrigin,
    /// 0, or 1 and the number of the end that the game came to.
    Over,
    /// The game is told by the plan, from its beginning.
    Left,
    /// The last lap of a move has been sown.
    Done,
    /// Whose move it is.
    Mover,
    /// Whose move it was, as the rules in use call him.
    Before,
    /// The next move is the same player's.
    Same,
    /// The next move is another's.
    Turned,
    /// The games in which a move may begin.
    Ready,
    /// Those in which a law holds for it.
    Bound,
    /// Those that wait until it is found out which moves are lawful.
    Waiting,
    /// Those in which something rare may come of it; they wait until there are enough of them.
    Rare,
    /// Those in which it matters whether a sowing of what can be chosen ever comes to an end.
    Unsure,
    /// Those that are ready, while something is done with the rare ones.
    Aside,
    /// How many holes can be chosen.
    Choices,
    /// Positions since the last that cannot return.
    Calm,
    /// Seeds in the stores, now and before the move.
    Stored,
    StoredBefore,
    /// How often the position stood before.
    Stood,
    /// The number of the end of a game that has come to it and waits for another in its place.
    Ended,
    /// Games that begin.
    Fresh,
    /// All bits.
    Everything,
}

impl Fixed {
    pub const COUNT: usize = Fixed::Everything as usize + 1;
}

/// A ring, and how its cells are sown.
#[derive(Clone, PartialEq, Debug)]
pub struct Ring {
    /// In the order of falling.
    pub lanes: Vec<At>,
    pub backward: bool,
    /// What is taken up is passed over.
    pub skips: bool,
}

/// How a place is taken up.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TakeUp {
    pub lane: At,
    /// Where its first seed falls in the ring.
    pub first: u16,
    /// The games in which that ring is sown.
    pub on: At,
}

/// A step. What it reads and changes has to be told by [`Op::read`], [`Op::implied`], [`Op::result`] and
/// [`Op::writes`] as well: steps are left out, and others put in their place, by what these tell.
#[derive(Clone, PartialEq, Debug)]
pub enum Op<T> {
    /// A number fits.
    Within {
        to: At,
        of: At,
        fit: Fit<T>,
        under: At,
    },
    /// A number is that.
    Is {
        to: At,
        of: At,
        n: T,
        under: At,
    },
    /// A number fits one of those.
    Among {
        to: At,
        of: At,
        among: Box<[Fit<T>]>,
        under: At,
    },
    /// Two cells hold the same.
    Same {
        to: At,
        a: At,
        b: At,
        under: At,
    },
    /// Which of the holes that can ever be chosen can be now: in these games those that hold what fits, in
    /// the others as before. And how many.
    Offer {
        fit: Fit<T>,
        under: At,
    },
    /// None of these cells holds anything.
    Empty {
        to: At,
        of: Box<[At]>,
        under: At,
    },
    /// One of these cells holds something.
    Occupied {
        to: At,
        of: Box<[At]>,
        under: At,
    },
    /// From `low` to `high` of these cells hold what fits.
    Many {
        to: At,
        of: Box<[At]>,
        fit: Fit<T>,
        low: T,
        high: T,
        under: At,
    },
    Copy {
        to: At,
        of: At,
    },
    Set {
        to: At,
        n: T,
    },
    And {
        to: At,
        a: At,
        b: At,
    },
    AndNot {
        to: At,
        a: At,
        b: At,
    },
    Or {
        to: At,
        a: At,
        b: At,
    },
    /// A cell holds that from now on.
    Put {
        to: At,
        n: T,
        under: At,
    },
    /// Cells hold that from now on, each its own.
    PutEach {
        to: Box<[(At, T)]>,
        under: At,
    },
    /// A cell holds what another does.
    PutCell {
        to: At,
        of: At,
        under: At,
    },
    /// Of these cells the one that `it` names; else 0.
    Gather {
        to: At,
        it: At,
        of: Box<[(T, At)]>,
    },
    /// The number that stands for `it`; else 0.
    Name {
        to: At,
        it: At,
        of: Box<[(T, T)]>,
    },
    /// Of these cells the one that `it` names holds that from now on.
    Scatter {
        of: At,
        it: At,
        into: Box<[(T, At)]>,
    },
    /// A number is at most another.
    NotAbove {
        to: At,
        a: At,
        b: At,
        under: At,
    },
    /// Sums of cells, each where it is meant.
    SumMeant {
        to: At,
        of: Box<[(At, At)]>,
    },
    /// Sums of cells.
    Sum {
        to: At,
        of: Box<[At]>,
    },
    /// Steps are left out where no game does them.
    SkipUnless {
        under: At,
        steps: u32,
    },
    /// All seeds of these cells go to another, each in its games; those that gained anything.
    Move {
        of: Box<[(At, At)]>,
        to: At,
        share: Share<T>,
        gained: At,
    },
    /// All seeds of the cells of the place that `it` names go to another; those that gained anything.
    MovePlace {
        of: Box<[(T, Box<[At]>)]>,
        it: At,
        to: At,
        gained: At,
        under: At,
    },
    /// All seeds of a run of these cells go to another; those that gained anything. It begins at the cell
    /// whose name `it` is, and goes on as long as cells hold what fits; `first`: the first one always
    /// belongs to it.
    MoveRun {
        of: Box<[(T, At)]>,
        it: At,
        fit: Fit<T>,
        first: bool,
        to: At,
        gained: At,
        under: At,
    },
    /// The next lap takes up that place, if it holds anything.
    Pend {
        of: At,
        place: T,
        under: At,
    },
    /// The same, of the place that a cell names.
    PendAt {
        of: At,
        place: At,
        under: At,
    },
    /// One more.
    Count {
        to: At,
        under: At,
    },
    /// Of 0 and 1 the other.
    Flip {
        to: At,
        under: At,
    },
    /// How many of these answers are yes.
    Tell {
        to: At,
        of: Box<[At]>,
    },
    /// Great numbers.
    Fixed {
        to: Num,
        n: i64,
    },
    Cell {
        to: Num,
        of: At,
    },
    SumOf {
        to: Num,
        of: Box<[(At, At)]>,
    },
    CountOf {
        to: Num,
        of: Box<[At]>,
    },
    /// Divided by that (at least 1), rounded up or down.
    Divide {
        to: Num,
        of: Num,
        by: i64,
        up: bool,
    },
    Reckon {
        to: Num,
        a: Num,
        b: Num,
        how: Reckoning,
    },
    NumberWithin {
        to: At,
        of: Num,
        least: i64,
        most: i64,
        odd: Option<i64>,
        under: At,
    },
    AtMost {
        to: At,
        a: Num,
        b: Num,
        under: At,
    },
    /// A cell holds that number from now on; where it is too great the game is left.
    PutNumber {
        to: At,
        of: Num,
        under: At,
    },
    /// What is pending is taken up. `new`: nothing was in the hand, and all are sown on one ring; what the
    /// cells of the hand and of that ring held is forgotten.
    TakeUp {
        of: Box<[TakeUp]>,
        under: At,
        new: bool,
    },
    /// Where the way depends on more.
    TakeUpOne {
        of: TakeUp,
        under: At,
    },
    /// The seeds fall.
    Sow {
        ring: u16,
        on: At,
    },
    /// The seeds of these games begin to fall one by one.
    Start {
        ring: u16,
        on: At,
        under: At,
    },
    /// Seeds fall one by one, in these games, as long as there are any, at most once round: up to the first
    /// by which a place of the ring comes to hold what stops them there. Where it is told of no place what
    /// does, one seed falls.
    Fall {
        ring: u16,
        stops: Box<[Option<Fit<T>>]>,
        under: At,
    },
    /// Seeds that have not fallen yet go to a cell, too; those that gained anything.
    MoveHand {
        to: At,
        gained: At,
        under: At,
    },
    /// The sides of the players are exchanged.
    Swap {
        pairs: Box<[(At, At)]>,
        under: At,
    },
    /// Something is done with these cells that is told elsewhere, game by game.
    Aside {
        of: Box<[At]>,
    },
    /// Looks among earlier positions for the same ones, in the games in which a move may begin.
    LookBack,
    /// The position is kept.
    Keep,
    /// So is that of the games that begin, the same in all of them, in place of what was kept last.
    KeepFresh,
    /// What the move came to is counted; its laps too, if it may be more than one.
    Tally {
        laps: bool,
    },
    /// Which of the holes that can be chosen is taken up next is drawn. It is taken up at once, and not
    /// named, where it is told how, hole by hole, by a hand that holds nothing and sows on one ring.
    Choose {
        take: Box<[TakeUp]>,
    },
}

/// How much is taken.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Share<T> {
    All,
    Half,
    Number(T),
}

/// Two numbers are taken together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reckoning {
    Add,
    Sub,
    Mul,
}

/// What the steps of a game refer to.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Plan {
    /// Lanes of a position, which are the first cells.
    pub lanes: usize,
    /// All cells, and all rows of great numbers.
    pub cells: usize,
    pub numbers: usize,
    pub rings: Vec<Ring>,
    /// The holes that can be chosen, and the cells that tell whether they can be now.
    pub offers: Vec<(At, At)>,
    /// For the second player the holes that can be chosen come in the opposite order.
    pub reversed: bool,
    /// What tells positions apart.
    pub identity: Vec<At>,
    /// After fewer positions none returns; `None`: none ever does.
    pub soonest_return: Option<u32>,
    /// It matters when a position stands for the so-many-th time.
    pub returns: u32,
    /// Seeds in the stores never come back.
    pub irreversible: bool,
}

impl Plan {
    /// The number of a fixed cell.
    #[inline(always)]
    pub fn fixed(&self, cell: Fixed) -> At {
        At((self.lanes + cell as usize) as u16)
    }
}

impl<T> Op<T> {
    /// Every cell that the step changes.
    pub fn writes(&self, plan: &Plan, each: &mut impl FnMut(At)) {
        let ring = |ring: &u16| &plan.rings[usize::from(*ring)].lanes;
        let implied: &[Fixed] = match self {
            Op::Offer { .. } => {
                plan.offers.iter().for_each(|(_, at)| each(*at));
                &[Fixed::Choices]
            }
            Op::Aside { of } => {
                of.iter().for_each(|at| each(*at));
                &[]
            }
            Op::Move { of, to, gained, .. } => {
                of.iter().for_each(|(at, _)| each(*at));
                [*to, *gained].into_iter().for_each(&mut *each);
                &[]
            }
            Op::MovePlace { of, to, gained, .. } => {
                of.iter().flat_map(|(_, cells)| cells).for_each(|at| each(*at));
                [*to, *gained].into_iter().for_each(&mut *each);
                &[]
            }
            Op::MoveRun { of, to, gained, .. } => {
                of.iter().for_each(|(_, at)| each(*at));
                [*to, *gained].into_iter().for_each(&mut *each);
                &[]
            }
            Op::MoveHand { to, gained, .. } => {
                [*to, *gained].into_iter().for_each(&mut *each);
                &[Fixed::Seeds]
            }
            Op::Scatter { into, .. } => {
                into.iter().for_each(|(_, at)| each(*at));
                &[]
            }
            Op::PutEach { to, .. } => {
                to.iter().for_each(|(at, _)| each(*at));
                &[]
            }
            Op::TakeUp { of, .. } | Op::Choose { take: of } if !of.is_empty() => {
                of.iter().for_each(|take| each(take.lane));
                of.iter().for_each(|take| each(take.on));
                &[Fixed::Seeds, Fixed::First]
            }
            Op::TakeUpOne { of, .. } => {
                each(of.lane);
                each(of.on);
                &[Fixed::Seeds, Fixed::First]
            }
            Op::Sow { ring: on, .. } => {
                ring(on).iter().for_each(|at| each(*at));
                &[Fixed::Last]
            }
            Op::Fall { ring: on, .. } => {
                ring(on).iter().for_each(|at| each(*at));
                &[Fixed::First, Fixed::Last, Fixed::Seeds, Fixed::Fallen]
            }
            Op::Swap { pairs, .. } => {
                pairs.iter().for_each(|(a, b)| [*a, *b].into_iter().for_each(&mut *each));
                &[]
            }
            Op::PutNumber { to, .. } => {
                each(*to);
                &[Fixed::Left]
            }
            Op::Pend { .. } | Op::PendAt { .. } | Op::Choose { .. } => &[Fixed::Pending],
            Op::Start { .. } => &[Fixed::Passed],
            Op::LookBack => &[Fixed::Stood],
            Op::Keep => &[Fixed::Calm],
            op => {
                op.result().into_iter().for_each(&mut *each);
                &[]
            }
        };
        implied.iter().for_each(|cell| each(plan.fixed(*cell)));
    }

    /// Fixed cells that the step reads without being told of them.
    pub fn implied(&self) -> &'static [Fixed] {
        match self {
            Op::Choose { take } if !take.is_empty() => {
                &[Fixed::Ready, Fixed::Mover, Fixed::Choices]
            }
            Op::Choose { .. } => &[Fixed::Ready, Fixed::Mover, Fixed::Choices, Fixed::Pending],
            Op::TakeUp { new: true, .. } => &[Fixed::Pending],
            Op::TakeUp { .. } | Op::TakeUpOne { .. } => {
                &[Fixed::Pending, Fixed::Seeds, Fixed::First]
            }
            Op::Sow { .. } => &[Fixed::First, Fixed::Seeds, Fixed::Last],
            Op::Start { .. } => &[Fixed::First, Fixed::Passed],
            Op::Fall { .. } => {
                &[Fixed::First, Fixed::Last, Fixed::Seeds, Fixed::Passed, Fixed::Fallen]
            }
            Op::MoveHand { .. } => &[Fixed::Seeds],
            Op::Pend { .. } | Op::PendAt { .. } => &[Fixed::Pending],
            Op::PutNumber { .. } => &[Fixed::Left],
            Op::LookBack => &[Fixed::Ready, Fixed::Mover, Fixed::Calm, Fixed::Stood],
            Op::Keep => {
                &[Fixed::Ready, Fixed::Mover, Fixed::Calm, Fixed::Stored, Fixed::StoredBefore]
            }
            Op::KeepFresh => &[Fixed::Mover, Fixed::Fresh],
            Op::Tally { laps: false } => &[Fixed::Ready, Fixed::Captured],
            Op::Tally { laps: true } => &[Fixed::Ready, Fixed::Captured, Fixed::Laps],
            _ => &[],
        }
    }

    /// The cells that hold something new in every game when the step is done.
    pub fn renews(&self, plan: &Plan, each: &mut impl FnMut(At)) {
        match self {
            Op::TakeUp { of, new: true, .. } | Op::Choose { take: of } if !of.is_empty() => {
                [Fixed::Seeds, Fixed::First].into_iter().for_each(|cell| each(plan.fixed(cell)));
                of.iter().for_each(|take| each(take.on));
            }
            Op::Move { gained, .. } | Op::MovePlace { gained, .. } | Op::MoveRun { gained, .. } => {
                each(*gained)
            }
            op if op.is_new() => op.result().into_iter().for_each(each),
            _ => {}
        }
    }

    /// Whether its only result does not depend on what was in the cell before.
    fn is_new(&self) -> bool {
        match self {
            Op::And { to, a, b } | Op::AndNot { to, a, b } | Op::Or { to, a, b } => {
                to != a && to != b
            }
            Op::Put { .. } | Op::PutCell { .. } | Op::Count { .. } | Op::Flip { .. } => false,
            op => {
                let mut new = true;
                op.read(&mut |at| new &= op.result() != Some(at));
                new
            }
        }
    }

    /// The only thing that the step changes, if it is one cell and nothing else.
    pub fn result(&self) -> Option<At> {
        match self {
            Op::Within { to, .. }
            | Op::Is { to, .. }
            | Op::Among { to, .. }
            | Op::Same { to, .. }
            | Op::NotAbove { to, .. }
            | Op::SumMeant { to, .. }
            | Op::Gather { to, .. }
            | Op::Name { to, .. }
            | Op::Empty { to, .. }
            | Op::Occupied { to, .. }
            | Op::Many { to, .. }
            | Op::Copy { to, .. }
            | Op::Set { to, .. }
            | Op::And { to, .. }
            | Op::AndNot { to, .. }
            | Op::Or { to, .. }
            | Op::Put { to, .. }
            | Op::PutCell { to, .. }
            | Op::Sum { to, .. }
            | Op::Count { to, .. }
            | Op::Flip { to, .. }
            | Op::Tell { to, .. }
            | Op::NumberWithin { to, .. }
            | Op::AtMost { to, .. } => Some(*to),
            _ => None,
        }
    }

    /// The cells that are told to the step, and read by it for what others do with its result: a cell
    /// that is changed is not read for that.
    pub fn read(&self, each: &mut impl FnMut(At)) {
        match self {
            Op::Within { of, under, .. }
            | Op::Is { of, under, .. }
            | Op::Among { of, under, .. }
            | Op::Pend { of, under, .. } => {
                each(*of);
                each(*under);
            }
            Op::Same { a, b, under, .. } | Op::NotAbove { a, b, under, .. } => {
                [a, b, under].into_iter().for_each(|at| each(*at))
            }
            Op::Gather { it, of, .. } => {
                each(*it);
                of.iter().for_each(|(_, at)| each(*at));
            }
            Op::Name { it, .. } => each(*it),
            Op::Scatter { of, it, .. } => {
                each(*of);
                each(*it);
            }
            Op::Empty { of, under, .. }
            | Op::Occupied { of, under, .. }
            | Op::Many { of, under, .. } => {
                of.iter().for_each(|at| each(*at));
                each(*under);
            }
            Op::Copy { of, .. } | Op::Cell { of, .. } => each(*of),
            Op::And { to, a, b } | Op::AndNot { to, a, b } | Op::Or { to, a, b } => {
                [a, b].into_iter().filter(|at| *at != to).for_each(|at| each(*at));
            }
            Op::Put { under, .. }
            | Op::PutEach { under, .. }
            | Op::Count { under, .. }
            | Op::Flip { under, .. }
            | Op::SkipUnless { under, .. }
            | Op::Offer { under, .. }
            | Op::PutNumber { under, .. }
            | Op::NumberWithin { under, .. }
            | Op::AtMost { under, .. } => each(*under),
            Op::PutCell { of, under, .. } => {
                each(*of);
                each(*under);
            }
            Op::Sum { of, .. } | Op::Tell { of, .. } | Op::CountOf { of, .. } => {
                of.iter().for_each(|at| each(*at));
            }
            Op::Move { of, .. } | Op::SumOf { of, .. } | Op::SumMeant { of, .. } => {
                of.iter().for_each(|(at, under)| {
                    each(*at);
                    each(*under);
                })
            }
            Op::MovePlace { of, it, under, .. } => {
                of.iter().flat_map(|(_, cells)| cells).for_each(|at| each(*at));
                [it, under].into_iter().for_each(|at| each(*at));
            }
            Op::MoveRun { of, it, under, .. } => {
                of.iter().for_each(|(_, at)| each(*at));
                [it, under].into_iter().for_each(|at| each(*at));
            }
            Op::PendAt { of, place, under } => {
                [of, place, under].into_iter().for_each(|at| each(*at));
            }
            Op::TakeUp { of, under, .. } => {
                of.iter().for_each(|take| each(take.lane));
                each(*under);
            }
            Op::TakeUpOne { of, under } => {
                each(of.lane);
                each(*under);
            }
            Op::Sow { on, .. } => each(*on),
            Op::Start { on, under, .. } => {
                each(*on);
                each(*under);
            }
            Op::Fall { under, .. } => each(*under),
            Op::MoveHand { gained, under, .. } => {
                each(*gained);
                each(*under);
            }
            Op::Swap { pairs, under } => {
                pairs.iter().for_each(|(a, b)| {
                    each(*a);
                    each(*b);
                });
                each(*under);
            }
            Op::Set { .. }
            | Op::Fixed { .. }
            | Op::Divide { .. }
            | Op::Reckon { .. }
            | Op::LookBack
            | Op::Keep
            | Op::KeepFresh
            | Op::Tally { .. } => {}
            Op::Aside { of } => of.iter().for_each(|at| each(*at)),
            Op::Choose { take } => take.iter().for_each(|take| each(take.lane)),
        }
    }
}
