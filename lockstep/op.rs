//! What is done with all games at once, step by step.
//!
//! Everything that a step reads or writes is a *cell*: a row of numbers, one of each game. The first
//! cells are the lanes of the program, then come those of [`Register`], then answers kept for a while.

// In every step `to` is written, `of` is read, and `under` tells in which games.
#![allow(missing_docs)]

use crate::row::CellRange;

/// The number of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellId(pub u16);

impl CellId {
    /// For tables.
    #[inline]
    pub fn index(self) -> usize {
        self.0.into()
    }
}

/// The number of a row of great numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WideId(pub u16);

/// Cells that every program has, by their place behind the lanes. Answers are all bits, or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Register {
    /// The place that the next lap takes up; all bits: there is no next lap.
    PendingOrigin,
    /// Seeds that are sown in this lap; where they fall one by one, those still in the hand.
    Seeds,
    /// Where in the ring the first of them falls.
    FirstFall,
    /// Where in the ring the last one fell.
    LastFall,
    /// Where in the ring none falls; all bits: nowhere.
    SkippedPlace,
    /// What the hole of the last fall came to hold by it.
    FallContent,
    /// The games whose lap is over.
    Landed,
    /// Those in which the move is to be over with the lap.
    EndAfterLap,
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
    FirstLapHeld,
    /// What this lap took up, and the first one.
    Origin,
    FirstOrigin,
    /// 0, or 1 and the number of the end that the game came to.
    EndNumber,
    /// The game is told by the plan, from its beginning.
    FallBack,
    /// The last lap of a move has been sown.
    LapsDone,
    /// Whose move it is.
    Mover,
    /// Whose move it was, as the rules in use call him.
    PreviousMover,
    /// The next move is the same player's.
    SameMover,
    /// The next move is another's.
    MoverChanged,
    /// The games in which a move may begin.
    Ready,
    /// Those in which a law holds for it.
    LawApplies,
    /// Those that wait until it is found out which moves are lawful.
    AwaitingTrial,
    /// Those in which something rare may come of it; they wait until there are enough of them.
    Rare,
    /// Those in which it matters whether a sowing of what can be chosen ever comes to an end.
    NeedsEndlessCheck,
    /// Those that are ready, while something is done with the rare ones.
    DeferredReady,
    /// How many holes can be chosen.
    ChoiceCount,
    /// Positions since the last that cannot return.
    ReversiblePositions,
    /// Seeds in the stores, now and before the move.
    StoredSeeds,
    StoredSeedsBefore,
    /// How often the position stood before.
    Occurrences,
    /// The number of the end of a game that has come to it and waits for another in its place.
    FinishedEnd,
    /// Games that begin.
    Starting,
    /// All bits.
    AllOnes,
}

impl Register {
    pub const COUNT: usize = Register::AllOnes as usize + 1;
}

/// A ring, and how its cells are sown.
#[derive(Clone, PartialEq, Debug)]
pub struct SowRing {
    /// In the order of falling.
    pub lanes: Vec<CellId>,
    pub backward: bool,
    /// What is taken up is passed over.
    pub skips: bool,
}

/// How a place is taken up.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pickup {
    pub lane: CellId,
    /// Where its first seed falls in the ring.
    pub first: u16,
    /// The games in which that ring is sown.
    pub on: CellId,
}

/// A step. What it reads and changes has to be told by [`Op::operands`], [`Op::implicit_reads`], [`Op::sole_output`] and
/// [`Op::writes`] as well: steps are left out, and others put in their place, by what these tell.
#[derive(Clone, PartialEq, Debug)]
pub enum Op<T> {
    /// A number fits.
    Within {
        to: CellId,
        of: CellId,
        fit: CellRange<T>,
        under: CellId,
    },
    /// A number is that.
    Is {
        to: CellId,
        of: CellId,
        n: T,
        under: CellId,
    },
    /// A number fits one of those.
    Among {
        to: CellId,
        of: CellId,
        among: Box<[CellRange<T>]>,
        under: CellId,
    },
    /// Two cells hold the same.
    Same {
        to: CellId,
        a: CellId,
        b: CellId,
        under: CellId,
    },
    /// Which of the holes that can ever be chosen can be now: in these games those that hold what fits, in
    /// the others as before. And how many.
    Offer {
        fit: CellRange<T>,
        under: CellId,
    },
    /// None of these cells holds anything.
    Empty {
        to: CellId,
        of: Box<[CellId]>,
        under: CellId,
    },
    /// One of these cells holds something.
    Occupied {
        to: CellId,
        of: Box<[CellId]>,
        under: CellId,
    },
    /// From `low` to `high` of these cells hold what fits.
    CountWithin {
        to: CellId,
        of: Box<[CellId]>,
        fit: CellRange<T>,
        low: T,
        high: T,
        under: CellId,
    },
    Copy {
        to: CellId,
        of: CellId,
    },
    Set {
        to: CellId,
        n: T,
    },
    And {
        to: CellId,
        a: CellId,
        b: CellId,
    },
    AndNot {
        to: CellId,
        a: CellId,
        b: CellId,
    },
    Or {
        to: CellId,
        a: CellId,
        b: CellId,
    },
    /// A cell holds that from now on.
    Assign {
        to: CellId,
        n: T,
        under: CellId,
    },
    /// Cells hold that from now on, each its own.
    AssignEach {
        to: Box<[(CellId, T)]>,
        under: CellId,
    },
    /// A cell holds what another does.
    AssignCell {
        to: CellId,
        of: CellId,
        under: CellId,
    },
    /// Of these cells the one that `it` names; else 0.
    Gather {
        to: CellId,
        it: CellId,
        of: Box<[(T, CellId)]>,
    },
    /// The number that stands for `it`; else 0.
    Lookup {
        to: CellId,
        it: CellId,
        of: Box<[(T, T)]>,
    },
    /// Of these cells the one that `it` names holds that from now on.
    Scatter {
        of: CellId,
        it: CellId,
        into: Box<[(T, CellId)]>,
    },
    /// A number is at most another.
    NotAbove {
        to: CellId,
        a: CellId,
        b: CellId,
        under: CellId,
    },
    /// Sums of cells, each where it is meant.
    MaskedSum {
        to: CellId,
        of: Box<[(CellId, CellId)]>,
    },
    /// Sums of cells.
    Sum {
        to: CellId,
        of: Box<[CellId]>,
    },
    /// Steps are left out where no game does them.
    SkipUnless {
        under: CellId,
        steps: u32,
    },
    /// All seeds of these cells go to another, each in its games; those that gained anything.
    Move {
        of: Box<[(CellId, CellId)]>,
        to: CellId,
        share: Portion<T>,
        gained: CellId,
    },
    /// All seeds of the cells of the place that `it` names go to another; those that gained anything.
    MovePlace {
        of: Box<[(T, Box<[CellId]>)]>,
        it: CellId,
        to: CellId,
        gained: CellId,
        under: CellId,
    },
    /// All seeds of a run of these cells go to another; those that gained anything. It begins at the cell
    /// whose name `it` is, and goes on as long as cells hold what fits; `first`: the first one always
    /// belongs to it.
    MoveRun {
        of: Box<[(T, CellId)]>,
        it: CellId,
        fit: CellRange<T>,
        first: bool,
        to: CellId,
        gained: CellId,
        under: CellId,
    },
    /// The next lap takes up that place, if it holds anything.
    SetPending {
        of: CellId,
        place: T,
        under: CellId,
    },
    /// The same, of the place that a cell names.
    SetPendingFrom {
        of: CellId,
        place: CellId,
        under: CellId,
    },
    /// One more.
    Increment {
        to: CellId,
        under: CellId,
    },
    /// Of 0 and 1 the other.
    Flip {
        to: CellId,
        under: CellId,
    },
    /// How many of these answers are yes.
    CountTrue {
        to: CellId,
        of: Box<[CellId]>,
    },
    /// Great numbers.
    WideConst {
        to: WideId,
        n: i64,
    },
    Widen {
        to: WideId,
        of: CellId,
    },
    WideMaskedSum {
        to: WideId,
        of: Box<[(CellId, CellId)]>,
    },
    WideCountTrue {
        to: WideId,
        of: Box<[CellId]>,
    },
    /// Divided by that (at least 1), rounded up or down.
    WideDivide {
        to: WideId,
        of: WideId,
        by: i64,
        up: bool,
    },
    WideArith {
        to: WideId,
        a: WideId,
        b: WideId,
        how: ArithOp,
    },
    WideWithin {
        to: CellId,
        of: WideId,
        least: i64,
        most: i64,
        odd: Option<i64>,
        under: CellId,
    },
    WideAtMost {
        to: CellId,
        a: WideId,
        b: WideId,
        under: CellId,
    },
    /// A cell holds that number from now on; where it is too great the game is left.
    AssignWide {
        to: CellId,
        of: WideId,
        under: CellId,
    },
    /// What is pending is taken up. `new`: nothing was in the hand, and all are sown on one ring; what the
    /// cells of the hand and of that ring held is forgotten.
    TakeUp {
        of: Box<[Pickup]>,
        under: CellId,
        new: bool,
    },
    /// Where the way depends on more.
    TakeUpOne {
        of: Pickup,
        under: CellId,
    },
    /// The seeds fall.
    Sow {
        ring: u16,
        on: CellId,
    },
    /// The seeds of these games begin to fall one by one.
    StartFalls {
        ring: u16,
        on: CellId,
        under: CellId,
    },
    /// Seeds fall one by one, in these games, as long as there are any, at most once round: up to the first
    /// by which a place of the ring comes to hold what stops them there. Where it is told of no place what
    /// does, one seed falls.
    Fall {
        ring: u16,
        stops: Box<[Option<CellRange<T>>]>,
        under: CellId,
    },
    /// Seeds that have not fallen yet go to a cell, too; those that gained anything.
    MoveHand {
        to: CellId,
        gained: CellId,
        under: CellId,
    },
    /// The sides of the players are exchanged.
    Swap {
        pairs: Box<[(CellId, CellId)]>,
        under: CellId,
    },
    /// Something is done with these cells that is told elsewhere, game by game.
    Opaque {
        of: Box<[CellId]>,
    },
    /// Looks among earlier positions for the same ones, in the games in which a move may begin.
    CountOccurrences,
    /// The position is kept.
    PushPosition,
    /// So is that of the games that begin, the same in all of them, in place of what was kept last.
    PushStarting,
    /// What the move came to is counted; its laps too, if it may be more than one.
    Tally {
        laps: bool,
    },
    /// Which of the holes that can be chosen is taken up next is drawn. It is taken up at once, and not
    /// named, where it is told how, hole by hole, by a hand that holds nothing and sows on one ring.
    Choose {
        take: Box<[Pickup]>,
    },
}

/// How much is taken.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Portion<T> {
    All,
    Half,
    Number(T),
}

/// Two numbers are taken together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArithOp {
    Add,
    Sub,
    Mul,
}

/// What the steps of a game refer to.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CellLayout {
    /// Lanes of a position, which are the first cells.
    pub lanes: usize,
    /// All cells, and all rows of great numbers.
    pub cells: usize,
    pub numbers: usize,
    pub rings: Vec<SowRing>,
    /// The holes that can be chosen, and the cells that tell whether they can be now.
    pub offers: Vec<(CellId, CellId)>,
    /// For the second player the holes that can be chosen come in the opposite order.
    pub reversed: bool,
    /// What tells positions apart.
    pub identity: Vec<CellId>,
    /// After fewer positions none returns; `None`: none ever does.
    pub fewest_moves_to_repeat: Option<u32>,
    /// It matters when a position stands for the so-many-th time.
    pub repetition_limit: u32,
    /// Seeds in the stores never come back.
    pub irreversible: bool,
}

impl CellLayout {
    /// The number of a fixed cell.
    #[inline(always)]
    pub fn register(&self, cell: Register) -> CellId {
        CellId((self.lanes + cell as usize) as u16)
    }
}

/// The steps that set one cell in every game and change nothing else, as a pattern.
macro_rules! new_cell_op {
    ($to:pat) => {
        Op::Within { to: $to, .. }
            | Op::Is { to: $to, .. }
            | Op::Among { to: $to, .. }
            | Op::Same { to: $to, .. }
            | Op::NotAbove { to: $to, .. }
            | Op::MaskedSum { to: $to, .. }
            | Op::Gather { to: $to, .. }
            | Op::Lookup { to: $to, .. }
            | Op::Empty { to: $to, .. }
            | Op::Occupied { to: $to, .. }
            | Op::CountWithin { to: $to, .. }
            | Op::Copy { to: $to, .. }
            | Op::Set { to: $to, .. }
            | Op::Sum { to: $to, .. }
            | Op::CountTrue { to: $to, .. }
            | Op::WideWithin { to: $to, .. }
            | Op::WideAtMost { to: $to, .. }
    };
}

/// The steps that change one cell and nothing else, as a pattern.
macro_rules! one_cell_op {
    ($to:pat) => {
        new_cell_op!($to)
            | Op::And { to: $to, .. }
            | Op::AndNot { to: $to, .. }
            | Op::Or { to: $to, .. }
            | Op::Assign { to: $to, .. }
            | Op::AssignCell { to: $to, .. }
            | Op::Increment { to: $to, .. }
            | Op::Flip { to: $to, .. }
    };
}

/// The steps that change a 64-bit row and nothing else, as a pattern.
macro_rules! wide_op {
    () => {
        Op::WideConst { .. }
            | Op::Widen { .. }
            | Op::WideMaskedSum { .. }
            | Op::WideCountTrue { .. }
            | Op::WideDivide { .. }
            | Op::WideArith { .. }
    };
}

impl<T> Op<T> {
    /// Every cell that the step changes.
    pub fn writes(&self, plan: &CellLayout, each: &mut impl FnMut(CellId)) {
        let ring = |ring: &u16| &plan.rings[usize::from(*ring)].lanes;
        let implied: &[Register] = match self {
            Op::Offer { .. } => {
                plan.offers.iter().for_each(|(_, at)| each(*at));
                &[Register::ChoiceCount]
            }
            Op::Opaque { of } => {
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
                &[Register::Seeds]
            }
            Op::Scatter { into, .. } => {
                into.iter().for_each(|(_, at)| each(*at));
                &[]
            }
            Op::AssignEach { to, .. } => {
                to.iter().for_each(|(at, _)| each(*at));
                &[]
            }
            Op::TakeUp { of, .. } | Op::Choose { take: of } if !of.is_empty() => {
                of.iter().for_each(|take| each(take.lane));
                of.iter().for_each(|take| each(take.on));
                &[Register::Seeds, Register::FirstFall]
            }
            Op::TakeUpOne { of, .. } => {
                each(of.lane);
                each(of.on);
                &[Register::Seeds, Register::FirstFall]
            }
            Op::Sow { ring: on, .. } => {
                ring(on).iter().for_each(|at| each(*at));
                &[Register::LastFall]
            }
            Op::Fall { ring: on, .. } => {
                ring(on).iter().for_each(|at| each(*at));
                &[Register::FirstFall, Register::LastFall, Register::Seeds, Register::FallContent]
            }
            Op::Swap { pairs, .. } => {
                pairs.iter().for_each(|(a, b)| [*a, *b].into_iter().for_each(&mut *each));
                &[]
            }
            Op::AssignWide { to, .. } => {
                each(*to);
                &[Register::FallBack]
            }
            Op::SetPending { .. } | Op::SetPendingFrom { .. } | Op::Choose { .. } => {
                &[Register::PendingOrigin]
            }
            Op::StartFalls { .. } => &[Register::SkippedPlace],
            Op::CountOccurrences => &[Register::Occurrences],
            Op::PushPosition => &[Register::ReversiblePositions],
            one_cell_op!(to) => {
                each(*to);
                &[]
            }
            // Nothing is taken up.
            Op::TakeUp { .. } => &[],
            wide_op!() | Op::SkipUnless { .. } | Op::PushStarting | Op::Tally { .. } => &[],
        };
        implied.iter().for_each(|cell| each(plan.register(*cell)));
    }

    /// Fixed cells that the step reads without being told of them.
    pub fn implicit_reads(&self) -> &'static [Register] {
        match self {
            Op::Choose { take } if !take.is_empty() => {
                &[Register::Ready, Register::Mover, Register::ChoiceCount]
            }
            Op::Choose { .. } => {
                &[Register::Ready, Register::Mover, Register::ChoiceCount, Register::PendingOrigin]
            }
            Op::TakeUp { new: true, .. } => &[Register::PendingOrigin],
            Op::TakeUp { .. } | Op::TakeUpOne { .. } => {
                &[Register::PendingOrigin, Register::Seeds, Register::FirstFall]
            }
            Op::Sow { .. } => &[Register::FirstFall, Register::Seeds, Register::LastFall],
            Op::StartFalls { .. } => &[Register::FirstFall, Register::SkippedPlace],
            Op::Fall { .. } => &[
                Register::FirstFall,
                Register::LastFall,
                Register::Seeds,
                Register::SkippedPlace,
                Register::FallContent,
            ],
            Op::MoveHand { .. } => &[Register::Seeds],
            Op::SetPending { .. } | Op::SetPendingFrom { .. } => &[Register::PendingOrigin],
            Op::AssignWide { .. } => &[Register::FallBack],
            Op::CountOccurrences => &[
                Register::Ready,
                Register::Mover,
                Register::ReversiblePositions,
                Register::Occurrences,
            ],
            Op::PushPosition => &[
                Register::Ready,
                Register::Mover,
                Register::ReversiblePositions,
                Register::StoredSeeds,
                Register::StoredSeedsBefore,
            ],
            Op::PushStarting => &[Register::Mover, Register::Starting],
            Op::Tally { laps: false } => &[Register::Ready, Register::Captured],
            Op::Tally { laps: true } => &[Register::Ready, Register::Captured, Register::Laps],
            one_cell_op!(_)
            | wide_op!()
            | Op::Offer { .. }
            | Op::AssignEach { .. }
            | Op::Scatter { .. }
            | Op::SkipUnless { .. }
            | Op::Move { .. }
            | Op::MovePlace { .. }
            | Op::MoveRun { .. }
            | Op::Swap { .. }
            | Op::Opaque { .. } => &[],
        }
    }

    /// The cells that hold something new in every game when the step is done.
    pub fn overwrites(&self, plan: &CellLayout, each: &mut impl FnMut(CellId)) {
        match self {
            Op::TakeUp { of, new: true, .. } | Op::Choose { take: of } if !of.is_empty() => {
                [Register::Seeds, Register::FirstFall]
                    .into_iter()
                    .for_each(|cell| each(plan.register(cell)));
                of.iter().for_each(|take| each(take.on));
            }
            Op::Move { gained, .. } | Op::MovePlace { gained, .. } | Op::MoveRun { gained, .. } => {
                each(*gained)
            }
            new_cell_op!(to) => {
                if !self.has_operand(*to) {
                    each(*to);
                }
            }
            Op::And { to, a, b } | Op::AndNot { to, a, b } | Op::Or { to, a, b } => {
                if to != a && to != b {
                    each(*to);
                }
            }
            // In some games the cells stay as they are.
            wide_op!()
            | Op::Assign { .. }
            | Op::AssignCell { .. }
            | Op::Increment { .. }
            | Op::Flip { .. }
            | Op::Offer { .. }
            | Op::AssignEach { .. }
            | Op::Scatter { .. }
            | Op::SkipUnless { .. }
            | Op::MoveHand { .. }
            | Op::SetPending { .. }
            | Op::SetPendingFrom { .. }
            | Op::AssignWide { .. }
            | Op::TakeUp { .. }
            | Op::TakeUpOne { .. }
            | Op::Sow { .. }
            | Op::StartFalls { .. }
            | Op::Fall { .. }
            | Op::Swap { .. }
            | Op::Opaque { .. }
            | Op::CountOccurrences
            | Op::PushPosition
            | Op::PushStarting
            | Op::Tally { .. }
            | Op::Choose { .. } => {}
        }
    }

    /// Whether a cell is among the [`Op::operands`].
    fn has_operand(&self, cell: CellId) -> bool {
        let mut has = false;
        self.operands(&mut |at| has |= at == cell);
        has
    }

    /// The only thing that the step changes, if it is one cell and nothing else.
    pub fn sole_output(&self) -> Option<CellId> {
        match self {
            one_cell_op!(to) => Some(*to),
            wide_op!()
            | Op::Offer { .. }
            | Op::AssignEach { .. }
            | Op::Scatter { .. }
            | Op::SkipUnless { .. }
            | Op::Move { .. }
            | Op::MovePlace { .. }
            | Op::MoveRun { .. }
            | Op::MoveHand { .. }
            | Op::SetPending { .. }
            | Op::SetPendingFrom { .. }
            | Op::AssignWide { .. }
            | Op::TakeUp { .. }
            | Op::TakeUpOne { .. }
            | Op::Sow { .. }
            | Op::StartFalls { .. }
            | Op::Fall { .. }
            | Op::Swap { .. }
            | Op::Opaque { .. }
            | Op::CountOccurrences
            | Op::PushPosition
            | Op::PushStarting
            | Op::Tally { .. }
            | Op::Choose { .. } => None,
        }
    }

    /// How many entries the step goes through one after the other, besides its [`Op::operands`].
    pub fn entries(&self) -> usize {
        if let Op::Lookup { of, .. } = self {
            return of.len();
        }
        if let Op::Among { among, .. } = self {
            return among.len();
        }
        match self {
            Op::Scatter { into, .. } => 2 * into.len(),
            Op::MoveRun { of, .. } => of.len(),
            Op::MovePlace { of, .. } => of.len(),
            one_cell_op!(_)
            | wide_op!()
            | Op::Offer { .. }
            | Op::AssignEach { .. }
            | Op::SkipUnless { .. }
            | Op::Move { .. }
            | Op::MoveHand { .. }
            | Op::SetPending { .. }
            | Op::SetPendingFrom { .. }
            | Op::AssignWide { .. }
            | Op::TakeUp { .. }
            | Op::TakeUpOne { .. }
            | Op::Sow { .. }
            | Op::StartFalls { .. }
            | Op::Fall { .. }
            | Op::Swap { .. }
            | Op::Opaque { .. }
            | Op::CountOccurrences
            | Op::PushPosition
            | Op::PushStarting
            | Op::Tally { .. }
            | Op::Choose { .. } => 0,
        }
    }

    /// The cells that are told to the step, and read by it for what others do with its result: a cell
    /// that is changed is not read for that.
    pub fn operands(&self, each: &mut impl FnMut(CellId)) {
        match self {
            Op::Within { of, under, .. }
            | Op::Is { of, under, .. }
            | Op::Among { of, under, .. }
            | Op::SetPending { of, under, .. } => {
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
            Op::Lookup { it, .. } => each(*it),
            Op::Scatter { of, it, .. } => {
                each(*of);
                each(*it);
            }
            Op::Empty { of, under, .. }
            | Op::Occupied { of, under, .. }
            | Op::CountWithin { of, under, .. } => {
                of.iter().for_each(|at| each(*at));
                each(*under);
            }
            Op::Copy { of, .. } | Op::Widen { of, .. } => each(*of),
            Op::And { to, a, b } | Op::AndNot { to, a, b } | Op::Or { to, a, b } => {
                [a, b].into_iter().filter(|at| *at != to).for_each(|at| each(*at));
            }
            Op::Assign { under, .. }
            | Op::AssignEach { under, .. }
            | Op::Increment { under, .. }
            | Op::Flip { under, .. }
            | Op::SkipUnless { under, .. }
            | Op::Offer { under, .. }
            | Op::AssignWide { under, .. }
            | Op::WideWithin { under, .. }
            | Op::WideAtMost { under, .. } => each(*under),
            Op::AssignCell { of, under, .. } => {
                each(*of);
                each(*under);
            }
            Op::Sum { of, .. } | Op::CountTrue { of, .. } | Op::WideCountTrue { of, .. } => {
                of.iter().for_each(|at| each(*at));
            }
            Op::Move { of, .. } | Op::WideMaskedSum { of, .. } | Op::MaskedSum { of, .. } => {
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
            Op::SetPendingFrom { of, place, under } => {
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
            Op::StartFalls { on, under, .. } => {
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
            | Op::WideConst { .. }
            | Op::WideDivide { .. }
            | Op::WideArith { .. }
            | Op::CountOccurrences
            | Op::PushPosition
            | Op::PushStarting
            | Op::Tally { .. } => {}
            Op::Opaque { of } => of.iter().for_each(|at| each(*at)),
            Op::Choose { take } => take.iter().for_each(|take| each(take.lane)),
        }
    }
}
