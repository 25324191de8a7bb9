//! The state of one move, and its laps one after the other: the slow path.

use super::endless::PlanSowingStart;
use super::kinds::MoveKinds;
use super::work_limit;
use super::{DrawnReplies, Plan, PlanHistory, PlanQuestion, PlanStop, Replies};
use crate::model::{ClauseId, KindId, NoteValue, Seat};
use crate::program::{Code, Lane, LaneSet, MoveFact, QuestionSpec, Reply, Test};
use crate::runner::lanes::Lanes;
use smallvec::SmallVec;
use std::cell::{Cell, RefCell};

/// Laps sown before repeated states are looked for.
pub(super) const FREE_LAPS: u32 = 64;

/// Values of a note that holds a direction.
pub(super) const FORWARD: u32 = NoteValue::Anticlockwise.number() as u32;
pub(super) const BACKWARD: u32 = NoteValue::Clockwise.number() as u32;

/// Questions that got their first reply.
#[derive(Default)]
pub(super) struct FirstReplies {
    /// The possible replies to each.
    pub questions: SmallVec<[Replies; 4]>,
    /// The falls before each, added up.
    pub falls: u64,
}

/// Whether the player has captured in this lap, the first lap, the lap before, the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct CaptureFlags {
    pub lap: bool,
    pub first_lap: bool,
    pub last_lap: bool,
    pub in_move: bool,
}

/// A move being simulated.
pub(super) struct MoveState<'p, L: Lanes> {
    pub plan: &'p Plan<L>,
    pub code: &'p Code,
    /// Index of `code`.
    pub code_index: usize,
    pub trail: &'p PlanHistory<L>,
    pub lanes: L,
    /// The position that the move results in, before *end* does anything: the one that counts for repetition.
    pub result: Option<L>,
    pub player: Seat,
    /// The player about to move.
    pub next: Seat,
    /// Seeds in the hole of the last fall, before and after it.
    pub before: u32,
    pub after: u32,
    /// The lanes before the last fall, if the program reads them.
    pub before_fall: L,
    /// Seeds being sown; `other_hand`: those of the other player, where both move at once.
    pub hand: u32,
    pub other_hand: u32,
    pub laps: u32,
    /// Laps that had seeds to sow.
    pub sown: u32,
    pub falls: u64,
    /// Origins of this lap, and of the first one.
    pub origins: L::Set,
    pub first_origins: L::Set,
    /// Where the first seed of this lap fell, and that of the first lap.
    pub first_fall: Option<Lane>,
    pub first_lap_first_fall: Option<Lane>,
    /// The store that received the last capture.
    pub captor: Option<Lane>,
    /// Seeds in the first origin when the move began.
    pub held: u32,
    pub captured: CaptureFlags,
    pub again: bool,
    pub stage_ended: bool,
    pub judging: bool,
    /// Stop as soon as a deferred test is known to fail.
    pub stops_when_illegal: bool,
    /// A condition was evaluated that cannot be decided here.
    pub undecided: Cell<bool>,
    /// Replies to the questions of the move, and how many of them have been used.
    pub replies: &'p [Reply],
    pub replied: usize,
    /// Questions after these replies get their first reply.
    pub firsts: Option<FirstReplies>,
    /// Random replies instead, drawn as questions come.
    pub drawn: Option<&'p RefCell<DrawnReplies>>,
    /// The question of the opening at which the simulation has stopped, if only its answer is left of the opening.
    pub opening_question: Option<(&'p QuestionSpec, ClauseId)>,
    /// The tries of the opening that are running, outermost first.
    pub opening_tries: Vec<BegunTry<'p, L>>,
    /// The question that comes after them.
    pub question: Option<Box<PlanQuestion<L>>>,
    /// Laps sown before the last reply, and the players who have captured since: one bit per seat.
    pub sown_before: u32,
    pub captors: u32,
    /// Where an `either` question was asked: the lanes, and the place of the last seed.
    pub asked_states: Vec<(L, Option<Lane>)>,
    pub last: Option<Lane>,
    /// Where the previous seed of this lap fell, and what was there before it.
    pub earlier: Option<(Lane, u32)>,
    /// Where seeds fell: in this lap, in the first, in the one before, in the move.
    pub lap_sown: L::Set,
    pub first_sown: L::Set,
    pub last_sown: L::Set,
    pub move_sown: L::Set,
    /// The next lap.
    pub pending: Option<PendingLap<L>>,
    /// Where an endless sowing is sown again from; only if the rules are about endless sowings.
    pub start: Option<Box<PlanSowingStart<'p, L>>>,
    /// Direction of this lap (`true`: against the ring), of the first one, and of the one before.
    pub backward: Option<bool>,
    pub first_backward: Option<bool>,
    pub last_backward: Option<bool>,
    /// Seeds in the origin of this lap when it began.
    pub lap_held: u32,
    /// Something has been done, so that this counts as a move.
    pub acted: bool,
    /// The player has passed.
    pub passed: bool,
    /// *after move* is running.
    pub in_after_move: bool,
    /// The cases of *end* that hold at any time are running.
    pub in_any_time_end: bool,
    /// The statements after a capture are running.
    pub in_after_capture: bool,
    /// Tests that must hold when the move is finished.
    pub deferred_tests: Vec<&'p Test>,
    /// State of the kinds of seeds; `None` in a game without kinds.
    pub kinds: Option<Box<MoveKinds>>,
}

/// The state before [acts that may be undone](crate::program::Act::Try).
#[derive(Clone, Copy)]
pub(super) struct BegunTry<'p, L: Lanes> {
    pub test: &'p Test,
    pub lanes: L,
    pub captured: CaptureFlags,
    pub again: bool,
    pub stage_ended: bool,
    pub hand: u32,
    pub captor: Option<Lane>,
    pub captors: u32,
    pub pending: Option<PendingLap<L>>,
    pub replied: usize,
}

/// A lap about to be sown.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct PendingLap<L: Lanes> {
    /// Its origin; of several the last one.
    pub from: Lane,
    /// All origins.
    pub all: L::Set,
    /// Most seeds to take from each origin, and their kind, if only one kind is sown.
    pub part: u32,
    pub kind: Option<KindId>,
    /// Direction, if it is set for this lap: against the ring (`true`), or along it.
    pub backward: Option<bool>,
    /// Where its first seed falls, if that is set for this lap.
    pub first: Option<Lane>,
}

impl<L: Lanes> PendingLap<L> {
    #[inline(always)]
    pub fn of(from: Lane) -> PendingLap<L> {
        let all = L::with(L::set(&LaneSet::default()), from);
        PendingLap { from, all, part: u32::MAX, kind: None, backward: None, first: None }
    }

    /// Whether all seeds of one place are sown along the usual path.
    #[inline(always)]
    pub(super) fn is_plain(&self) -> bool {
        let all = self.part == u32::MAX && self.kind.is_none();
        all && self.first.is_none() && L::count(self.all) == 1
    }
}

/// A stored state of a relay that later ones are compared with (Brent's algorithm, as in the reference
/// engine).
struct MoveCheckpoint<L: Lanes> {
    lanes: L,
    next: PendingLap<L>,
    captured: CaptureFlags,
    backward: Option<bool>,
    /// Where seeds have fallen: in the last lap, in the move.
    sown: [L::Set; 2],
    power: u64,
    steps: u64,
}

impl<'p, L: Lanes> MoveState<'p, L> {
    #[inline(always)]
    pub fn of(
        plan: &'p Plan<L>,
        lanes: L,
        player: Seat,
        trail: &'p PlanHistory<L>,
    ) -> MoveState<'p, L> {
        let at = plan.code_index(&lanes, player);
        MoveState {
            plan,
            code: &plan.program.codes[at],
            code_index: at,
            trail,
            lanes,
            result: None,
            player,
            next: player,
            before: 0,
            after: 0,
            before_fall: lanes,
            hand: 0,
            other_hand: 0,
            laps: 0,
            sown: 0,
            falls: 0,
            origins: L::set(&LaneSet::default()),
            first_origins: L::set(&LaneSet::default()),
            first_fall: None,
            first_lap_first_fall: None,
            captor: None,
            held: 0,
            captured: CaptureFlags::default(),
            again: false,
            stage_ended: false,
            judging: false,
            stops_when_illegal: false,
            undecided: Cell::new(false),
            replies: &[],
            replied: 0,
            firsts: None,
            drawn: None,
            opening_question: None,
            opening_tries: Vec::new(),
            question: None,
            sown_before: 0,
            captors: 0,
            asked_states: Vec::new(),
            last: None,
            earlier: None,
            lap_sown: L::set(&LaneSet::default()),
            first_sown: L::set(&LaneSet::default()),
            last_sown: L::set(&LaneSet::default()),
            move_sown: L::set(&LaneSet::default()),
            pending: None,
            start: None,
            backward: None,
            first_backward: None,
            last_backward: None,
            lap_held: 0,
            acted: false,
            passed: false,
            in_after_move: false,
            in_any_time_end: false,
            in_after_capture: false,
            deferred_tests: Vec::new(),
            kinds: MoveKinds::of(plan.program.kinds.len()),
        }
    }

    /// Simulates the laps of a move, from an origin or (`None`) from the opening.
    #[inline(always)]
    pub fn simulate(&mut self, origin: Option<Lane>) -> Result<(), PlanStop> {
        match origin {
            Some(origin) => {
                self.acted = true;
                self.run_first_lap(PendingLap::of(origin))?;
            }
            None => {
                self.run_opening()?;
                self.run_pending_lap()?;
            }
        }
        if self.pending.is_some() { self.run_relay() } else { Ok(()) }
    }

    /// Runs the opening: what happens before the first lap.
    #[inline(always)]
    pub(super) fn run_opening(&mut self) -> Result<(), PlanStop> {
        match &self.code.opening {
            Some(opening) => self.cases(opening).map(|_| ()),
            None => Ok(()),
        }
    }

    #[inline(always)]
    fn run_pending_lap(&mut self) -> Result<(), PlanStop> {
        let Some(next) = self.pending.take() else { return Ok(()) };
        self.stop_if_illegal()?;
        self.run_first_lap(next)
    }

    /// The state at a question of the opening, to go on from it with other replies.
    pub fn at_question(&self) -> MoveState<'p, L> {
        MoveState {
            undecided: Cell::new(self.undecided.get()),
            replies: &[],
            firsts: None,
            drawn: None,
            question: None,
            start: None,
            asked_states: self.asked_states.clone(),
            opening_tries: self.opening_tries.clone(),
            deferred_tests: self.deferred_tests.clone(),
            kinds: self.kinds.clone(),
            ..*self
        }
    }

    /// Continues from the question of the opening at which the simulation has stopped, with the next reply.
    pub fn resume_opening(&mut self) -> Result<(), PlanStop> {
        let reply = match &self.drawn {
            Some(drawn) => drawn.borrow().replies().get(self.replied).copied(),
            None => self.replies.get(self.replied).copied(),
        };
        let (Some((question, clause)), Some(reply)) = (self.opening_question.take(), reply) else {
            return Err(PlanStop::Unsupported);
        };
        self.count_reply();
        let mut flow = self.answer(question, reply, clause);
        if flow != Err(PlanStop::Asks) {
            while let Some(begun) = self.opening_tries.pop() {
                flow = self.end_try(begun, flow);
            }
        }
        flow?;
        self.run_pending_lap()?;
        if self.pending.is_some() { self.run_relay() } else { Ok(()) }
    }

    #[inline(always)]
    fn run_first_lap(&mut self, lap: PendingLap<L>) -> Result<(), PlanStop> {
        self.keep_start(lap);
        self.begin_first_lap(&lap);
        self.run_lap(lap)
    }

    #[inline(always)]
    pub(super) fn begin_first_lap(&mut self, lap: &PendingLap<L>) {
        self.held = self.lanes.get(lap.from);
        self.first_origins = lap.all;
    }

    #[inline(never)]
    fn run_relay(&mut self) -> Result<(), PlanStop> {
        let mut seen: Option<MoveCheckpoint<L>> = None;
        while let Some(next) = self.pending.take() {
            self.stop_if_illegal()?;
            self.note_replies();
            if self.laps >= FREE_LAPS {
                work_limit::count_lap(self.code, self.lanes.get(next.from));
                if work_limit::is_exhausted() {
                    return Err(PlanStop::Unsupported);
                }
                if let Some(period) = self.check_cycle(&mut seen, next) {
                    return self.stop_endless(period);
                }
            }
            self.run_lap(next)?;
        }
        Ok(())
    }

    /// Before a lap: stops if some deferred test fails whatever the laps from here on do. Whether the move would
    /// ever end is not known then.
    #[inline(always)]
    fn stop_if_illegal(&self) -> Result<(), PlanStop> {
        match self.stops_when_illegal && self.fails_already() {
            true => Err(PlanStop::EndMove),
            false => Ok(()),
        }
    }

    #[inline(never)]
    fn fails_already(&self) -> bool {
        !self.passed && self.deferred_tests.iter().any(|test| self.is_lost(test))
    }

    /// Before a lap: whether a test fails whatever the laps from here on do.
    pub(super) fn is_lost(&self, test: &Test) -> bool {
        test.conjuncts().iter().any(|part| self.is_settled(part) && !self.holds(part))
    }

    /// Before a lap: whether no lap from here on changes the value of a test.
    fn is_settled(&self, test: &Test) -> bool {
        let lasting = &self.plan.fast_paths[self.code_index].lasting;
        let of_first_lap = |test: &Test| {
            let known = matches!(
                test,
                Test::Held(_)
                    | Test::Origin { first: true, .. }
                    | Test::Fact(MoveFact::FirstLapCaptured | MoveFact::FirstLapWent(_))
            );
            known && self.laps > 0
        };
        test.stays(&|lanes| lanes.intersection(*lasting) == lanes, &of_first_lap)
    }

    /// Whether the player has passed before anything was asked.
    pub fn passes(&self) -> bool {
        self.passed && L::is_empty(self.first_origins) && self.replied == 0
    }

    /// Whether the rules change something before they make the player pass. A plan has no move for that, so such
    /// a position is run by the reference engine. `before`: the lanes in which the move began.
    pub fn changes_before_pass(&self, before: &L) -> bool {
        self.passes() && self.lanes != *before
    }

    /// Whether the finished move counts as a move and satisfies its deferred tests.
    pub fn satisfies_judgements(&self) -> bool {
        self.acted && self.deferred_tests.iter().all(|test| self.holds(test))
    }

    /// The laps after which everything is as before, if that is known now.
    #[cold]
    fn check_cycle(
        &self,
        seen: &mut Option<MoveCheckpoint<L>>,
        next: PendingLap<L>,
    ) -> Option<u32> {
        let sown = [self.lap_sown, self.move_sown];
        let power = match seen {
            Some(seen) => {
                if seen.next == next
                    && seen.lanes == self.lanes
                    && seen.captured == self.captured
                    && seen.backward == self.backward
                    && seen.sown == sown
                {
                    return Some(seen.steps as u32 + 1);
                }
                seen.steps += 1;
                if seen.steps < seen.power {
                    return None;
                }
                seen.power * 2
            }
            None => 1,
        };
        *seen = Some(MoveCheckpoint {
            lanes: self.lanes,
            next,
            captured: self.captured,
            backward: self.backward,
            sown,
            power,
            steps: 0,
        });
        None
    }
}
