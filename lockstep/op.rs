//! The instructions, and the cells that they work on.
//!
//! Everything that an op reads or writes is a *cell*: a row with one number for each game. The first cells
//! are the lanes of the program, then come the [`Register`]s, then temporaries.

// In every op, `to` is written, `of` is read, and `under` is the mask of the games in which it takes effect.
#![allow(missing_docs)]

use crate::row::CellRange;

/// Index of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellId(pub u16);

impl CellId {
    /// As an index.
    #[inline]
    pub fn index(self) -> usize {
        self.0.into()
    }
}

/// Index of a wide row: one `i64` for each game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WideId(pub u16);

/// Cells that every program has; they come after the lanes. Masks are all-ones or all-zeros.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Register {
    /// The origin of the next lap, as a lane; all bits: there is no next lap.
    PendingOrigin,
    /// Seeds sown in this lap; if they fall one by one, those still in the hand.
    Seeds,
    /// Ring index of the next fall (at first: of the first seed).
    FirstFall,
    /// Ring index of the last fall.
    LastFall,
    /// Ring index of the place that is skipped; all bits: none.
    SkippedPlace,
    /// Content of the hole of the last fall, just after it.
    FallContent,
    /// Mask: the lap is over.
    Landed,
    /// Mask: the move ends when the lap is over.
    EndAfterLap,
    /// Mask: there is a lap to sow.
    Live,
    /// Mask: the move has ended.
    Stopped,
    /// Mask: the player moves again.
    Again,
    /// Mask: the turn is over.
    TurnOver,
    /// Masks: there was a capture in this lap, in the lap before, in the first lap, in the move.
    LapCaptured,
    LastCaptured,
    FirstCaptured,
    Captured,
    /// Mask: this is the first lap.
    FirstLap,
    /// Laps of the move.
    Laps,
    /// Seeds in the first origin when the move began.
    FirstLapHeld,
    /// Origin of this lap, and of the first one, as lanes.
    Origin,
    FirstOrigin,
    /// 0, or the index of the end that the game has reached, plus 1.
    EndNumber,
    /// Mask: the plan has to play the game, from its beginning.
    FallBack,
    /// Mask: all laps of the move have been sown.
    LapsDone,
    /// Seat of the player to move.
    Mover,
    /// Who moved before, as the compiled rules see them.
    PreviousMover,
    /// Mask: the same player moves next.
    SameMover,
    /// Mask: another player moves next.
    MoverChanged,
    /// Mask: a move can begin.
    Ready,
    /// Mask: a law applies to it.
    LawApplies,
    /// Mask of games parked until their legality trials have run.
    AwaitingTrial,
    /// Mask: something rare may follow; these games wait until there are enough of them.
    Rare,
    /// Mask: it matters whether every choice is an endless sowing.
    NeedsEndlessCheck,
    /// Mask: it matters whether the other of two players could move.
    NeedsOtherCheck,
    /// Mask: the other of two players could not move. The host sets it, where that matters.
    OtherStuck,
    /// The saved `Ready`, while the rare games are handled.
    DeferredReady,
    /// Number of holes that can be chosen.
    ChoiceCount,
    /// Positions since the last one that cannot return.
    ReversiblePositions,
    /// Seeds in the stores, now and before the move.
    StoredSeeds,
    StoredSeedsBefore,
    /// How often the position occurred before.
    Occurrences,
    /// `EndNumber` of a game that is over and waits to be replaced.
    FinishedEnd,
    /// Mask: a game begins in this slot.
    Starting,
    /// All bits.
    AllOnes,
}

impl Register {
    pub const COUNT: usize = Register::AllOnes as usize + 1;
}

/// A ring of cells that seeds are sown on.
#[derive(Clone, PartialEq, Debug)]
pub struct SowRing {
    /// In sowing order.
    pub lanes: Vec<CellId>,
    pub backward: bool,
    /// The origin is skipped.
    pub skips: bool,
}

/// How a place is taken up.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pickup {
    pub lane: CellId,
    /// Ring index of its first fall.
    pub first: u16,
    /// Mask of the games that sow on that ring.
    pub on: CellId,
}

/// One instruction. Its data flow has to be described by [`Op::operands`], [`Op::implicit_reads`],
/// [`Op::sole_output`], [`Op::overwrites`] and [`Op::writes`]: the optimiser removes and replaces ops
/// accordingly.
#[derive(Clone, PartialEq, Debug)]
pub enum Op<T> {
    /// Mask: a number is in a range.
    Within {
        to: CellId,
        of: CellId,
        fit: CellRange<T>,
        under: CellId,
    },
    /// Mask: a number equals `n`.
    Is {
        to: CellId,
        of: CellId,
        n: T,
        under: CellId,
    },
    /// Mask: a number is in one of several ranges.
    Among {
        to: CellId,
        of: CellId,
        among: Box<[CellRange<T>]>,
        under: CellId,
    },
    /// Mask: two cells are equal.
    Same {
        to: CellId,
        a: CellId,
        b: CellId,
        under: CellId,
    },
    /// Sets the mask of each offer: the hole's content is in a range. Keeps the mask outside `under`. Also
    /// sets `ChoiceCount`.
    Offer {
        fit: CellRange<T>,
        under: CellId,
    },
    /// Mask: all these cells are 0.
    Empty {
        to: CellId,
        of: Box<[CellId]>,
        under: CellId,
    },
    /// Mask: one of these cells is not 0.
    Occupied {
        to: CellId,
        of: Box<[CellId]>,
        under: CellId,
    },
    /// Mask: from `low` to `high` of these cells are in a range.
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
    /// Sets a cell.
    Assign {
        to: CellId,
        n: T,
        under: CellId,
    },
    /// Sets several cells.
    AssignEach {
        to: Box<[(CellId, T)]>,
        under: CellId,
    },
    /// Copies a cell.
    AssignCell {
        to: CellId,
        of: CellId,
        under: CellId,
    },
    /// Reads the cell whose key is `index`; 0 if there is none.
    Gather {
        to: CellId,
        index: CellId,
        of: Box<[(T, CellId)]>,
    },
    /// Reads the constant whose key is `index`; 0 if there is none.
    Lookup {
        to: CellId,
        index: CellId,
        of: Box<[(T, T)]>,
    },
    /// Writes the cell whose key is `index`.
    Scatter {
        of: CellId,
        index: CellId,
        into: Box<[(T, CellId)]>,
    },
    /// Mask: a number is at most another.
    NotAbove {
        to: CellId,
        a: CellId,
        b: CellId,
        under: CellId,
    },
    /// Sum of cells, each under its own mask.
    MaskedSum {
        to: CellId,
        of: Box<[(CellId, CellId)]>,
    },
    /// Sum of cells.
    Sum {
        to: CellId,
        of: Box<[CellId]>,
    },
    /// Skips the next `steps` ops if the mask is empty in all games.
    SkipUnless {
        under: CellId,
        steps: u32,
    },
    /// Moves a share of the seeds of these cells, each under its own mask, to another. `gained`: mask of the
    /// games in which there were any.
    Move {
        of: Box<[(CellId, CellId)]>,
        to: CellId,
        share: Portion<T>,
        gained: CellId,
    },
    /// Moves all seeds of the cells whose key is `index` to another. `gained`: mask of the games in which
    /// there were any.
    MovePlace {
        of: Box<[(T, Box<[CellId]>)]>,
        index: CellId,
        to: CellId,
        gained: CellId,
        under: CellId,
    },
    /// Moves all seeds of a run of these cells to another. The run begins at the cell whose key is `index`
    /// and continues while cells are in a range; `first`: its first cell always belongs to it. `gained`: mask
    /// of the games in which there were any.
    MoveRun {
        of: Box<[(T, CellId)]>,
        index: CellId,
        fit: CellRange<T>,
        first: bool,
        to: CellId,
        gained: CellId,
        under: CellId,
    },
    /// Makes a place the next origin, if it holds anything.
    SetPending {
        of: CellId,
        place: T,
        under: CellId,
    },
    /// The same, for the place in a cell.
    SetPendingFrom {
        of: CellId,
        place: CellId,
        under: CellId,
    },
    /// Adds 1.
    Increment {
        to: CellId,
        under: CellId,
    },
    /// Exchanges 0 and 1.
    Flip {
        to: CellId,
        under: CellId,
    },
    /// Number of masks that are set.
    CountTrue {
        to: CellId,
        of: Box<[CellId]>,
    },
    /// Wide arithmetic.
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
    /// Division by `by` (at least 1), rounded up or down.
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
    /// Sets a cell to a wide number; if it does not fit, the game falls back.
    AssignWide {
        to: CellId,
        of: WideId,
        under: CellId,
    },
    /// Takes up the pending origin. `new`: the hand was empty, and all origins sow on one ring; the old
    /// values of the hand and of that ring's mask are ignored.
    TakeUp {
        of: Box<[Pickup]>,
        under: CellId,
        new: bool,
    },
    /// Takes up one origin, under a mask of its own: for paths that depend on tests.
    TakeUpOne {
        of: Pickup,
        under: CellId,
    },
    /// Sows the whole hand.
    Sow {
        ring: u16,
        on: CellId,
    },
    /// Prepares for seeds to fall one by one.
    StartFalls {
        ring: u16,
        on: CellId,
        under: CellId,
    },
    /// Drops seeds one by one, at most one round, up to the first that makes a place reach its range in
    /// `stops` (indexed by ring place). With empty `stops`, drops one seed.
    Fall {
        ring: u16,
        stops: Box<[Option<CellRange<T>>]>,
        under: CellId,
    },
    /// Moves the seeds still in the hand to a cell. Adds to the mask `gained`.
    MoveHand {
        to: CellId,
        gained: CellId,
        under: CellId,
    },
    /// Exchanges the sides of the players.
    Swap {
        pairs: Box<[(CellId, CellId)]>,
        under: CellId,
    },
    /// Opaque to the optimiser: the host updates these cells one game at a time.
    Opaque {
        of: Box<[CellId]>,
    },
    /// Counts earlier occurrences of the position, in the games that are ready.
    CountOccurrences,
    /// Adds the position to the history.
    PushPosition,
    /// The same for games that begin, all with the same position; it replaces the last one.
    PushStarting,
    /// Counts captures of the move, and its laps if they may be more than one.
    Tally {
        laps: bool,
    },
    /// Draws the next choice in every game that is ready, and makes it pending. With `take` (one entry for
    /// each offer), the hole is taken up at once instead; that needs an empty hand and a single ring.
    Choose {
        take: Box<[Pickup]>,
    },
}

/// How many seeds are taken.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Portion<T> {
    All,
    Half,
    Number(T),
}

/// A binary operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArithOp {
    Add,
    Sub,
    Mul,
}

/// What ops refer to.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CellLayout {
    /// Number of lanes of a position, which are the first cells.
    pub lanes: usize,
    /// Number of cells, and of wide rows.
    pub cells: usize,
    pub numbers: usize,
    pub rings: Vec<SowRing>,
    /// The holes that can be chosen, each with the mask cell that says whether it can be now.
    pub offers: Vec<(CellId, CellId)>,
    /// For the second player, the holes to choose from are numbered in the opposite order.
    pub reversed: bool,
    /// Cells that identify a position.
    pub identity: Vec<CellId>,
    /// Least number of positions after which one can return; `None`: none ever does.
    pub fewest_moves_to_repeat: Option<u32>,
    /// The number of occurrences of a position that matters.
    pub repetition_limit: u32,
    /// Stored seeds never leave the stores.
    pub irreversible: bool,
}

impl CellLayout {
    /// The cell of a register.
    #[inline(always)]
    pub fn register(&self, cell: Register) -> CellId {
        CellId((self.lanes + cell as usize) as u16)
    }
}

/// Pattern: the ops that overwrite one cell in every game and change nothing else.
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

/// Pattern: the ops that change one cell and nothing else.
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

/// Pattern: the ops that change a 64-bit row and nothing else.
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
    /// Visits every cell that the op changes.
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

    /// Registers that the op reads without naming them.
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

    /// Visits the cells that get a new value in every game.
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
            // In some games the cells keep their values.
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

    /// The output, if the op changes exactly one cell and nothing else.
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

    /// The number of table entries that the op reads one after the other, besides its [`Op::operands`].
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

    /// Visits the cells that the op names and reads to compute its results. A cell that it merely updates in
    /// place does not count.
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
            Op::Gather { index, of, .. } => {
                each(*index);
                of.iter().for_each(|(_, at)| each(*at));
            }
            Op::Lookup { index, .. } => each(*index),
            Op::Scatter { of, index, .. } => {
                each(*of);
                each(*index);
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
            Op::MovePlace { of, index, under, .. } => {
                of.iter().flat_map(|(_, cells)| cells).for_each(|at| each(*at));
                [index, under].into_iter().for_each(|at| each(*at));
            }
            Op::MoveRun { of, index, under, .. } => {
                of.iter().for_each(|(_, at)| each(*at));
                [index, under].into_iter().for_each(|at| each(*at));
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
