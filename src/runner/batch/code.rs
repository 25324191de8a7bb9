//! A compiled program for many games at once.

use super::fuse::live_cells;
use super::optimize::remove_ops;
use crate::model::{ClauseId, Seat};
use crate::program::{EndRule, Lane, LaneSet, Mirror, Program, Test};
use mnc_lockstep::{CellId, CellLayout, CellValue, Op, Pack, Register};

/// A way in which a game can end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct GameEnd {
    pub ending: EndRule,
    pub clause: ClauseId,
}

/// Op lists for the parts of a turn.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct BatchProgram<T> {
    pub plan: CellLayout,
    pub ends: Vec<GameEnd>,
    pub laps: LapCode<T>,
    /// After a move, until the next mover is known.
    pub after: Vec<Op<T>>,
    /// Computes the games in which each law applies.
    pub law_masks: Vec<Op<T>>,
    /// Parks the games in which a law applies until their trials have run.
    pub park: Vec<Op<T>>,
    /// Finds the pseudo-legal choices.
    pub offer: Vec<Op<T>>,
    /// Counts choices and occurrences of the position.
    pub inspect: Vec<Op<T>>,
    /// Before a move, in games with nothing rare; marks the others as rare. `None`: no game is known to have
    /// nothing rare, or the ops are part of `whole_turn`.
    pub fast_arrival: Option<Vec<Op<T>>>,
    /// Before a move: ends of the game, passes, and the repetition history.
    pub full_arrival: Vec<Op<T>>,
    /// Score of each player at the end, by the seat that the rules use (see [`BatchProgram::view_seat`]).
    pub scores: Vec<CellId>,
    /// Resets the registers of a move.
    pub begin_move: Vec<Op<T>>,
    pub laws: Vec<BatchLaw<T>>,
    /// How trial packs are filled.
    pub trial_setup: TrialSetup,
    /// A whole turn, from the choice of a hole to where the next choice can be made, for games with nothing
    /// rare; if there are laws, up to the point where it is known in which games one applies. Empty if the
    /// host has to act in between.
    pub whole_turn: Vec<Op<T>>,
    /// The rest of such a turn; the games in which a law applies are parked.
    pub turn_rest: Vec<Op<T>>,
    pub stores: Box<[CellId]>,
    /// Cells that make up a position: its lanes and the mover.
    pub position: Box<[CellId]>,
    /// The program has the first player's rules only; for the second player, this maps their side to the
    /// first player's.
    pub mirror: Option<Mirror>,
    /// Moves can have several laps.
    pub relays: bool,
    /// Moves can have more or fewer laps than one.
    pub counts_laps: bool,
    /// Before a move, the plan is asked whether the other player could move ([`Register::NeedsOtherCheck`]).
    pub asks_of_other: bool,
}

/// Cells to copy, and to clear, when a trial pack is filled.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct TrialSetup {
    /// Copied from the game.
    pub copied: Box<[CellId]>,
    /// Set to 0.
    pub cleared: Box<[CellId]>,
}

/// Op lists for sowing.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct LapCode<T> {
    /// One lap in every game with a pending one; if seeds fall one by one, only its beginning.
    pub lap: Vec<Op<T>>,
    /// Drops seeds up to one that triggers a hook. Empty: seeds fall all at once.
    pub fall: Vec<Op<T>>,
    /// Effects of the last seeds of laps that are over.
    pub land: Vec<Op<T>>,
    /// Why the plan sows the laps, game by game; `None`: ops sow them.
    pub scalar_reason: Option<&'static str>,
    /// The plan also begins the moves: it makes the choices before the first lap.
    pub scalar_choices: bool,
    /// What rules after the laps ask about laps that the plan sows.
    pub facts: LapQueries,
    /// For each part of the outcome of laps that the plan sows ([`outcome_cells`](super::scalar_laps::outcome_cells)):
    /// the register that gets it; `None`: nothing reads it.
    pub outcome: Vec<Option<CellId>>,
    /// Mask of the games in which the player who did not move has captured after the laps; where the plan
    /// begins the moves of two players.
    pub others_captured: Option<CellId>,
    /// A player may be asked during laps.
    pub may_ask: bool,
}

impl<T> Default for LapCode<T> {
    fn default() -> LapCode<T> {
        LapCode {
            lap: Vec::new(),
            fall: Vec::new(),
            land: Vec::new(),
            scalar_reason: None,
            scalar_choices: false,
            facts: LapQueries::default(),
            outcome: Vec::new(),
            others_captured: None,
            may_ask: false,
        }
    }
}

/// Tests on the laps of a move that the plan evaluates when they are over.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct LapQueries {
    /// As the program sees them; in a mirrored game, also as they are for the second player.
    pub tests: [Vec<Test>; 2],
    /// For each test, the mask cell of the games in which it holds.
    pub cells: Vec<CellId>,
}

/// A law of the game.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct BatchLaw<T> {
    /// Mask of the games in which it applies to the next move.
    pub applies: CellId,
    /// Cells that are 0 wherever it applies.
    pub known_empty: Vec<CellId>,
    /// Evaluated after the move; the result goes to `satisfied`.
    pub test: Vec<Op<T>>,
    pub satisfied: CellId,
    /// For each choosable hole, the mask of the games in which a move that begins there satisfies the law;
    /// evaluated before the move. Empty: wherever it begins.
    pub begins: Vec<CellId>,
    pub if_any_can: bool,
}

impl<T: CellValue> BatchProgram<T> {
    /// The mirror, if this player's side is mirrored when they are to move.
    fn mirror_for(&self, mover: Seat) -> Option<&Mirror> {
        self.mirror.as_ref().filter(|_| mover != Seat(0))
    }

    /// The lane that the program uses for a lane, if `mover` is to move; its own inverse.
    pub fn view_lane(&self, mover: Seat, lane: Lane) -> Lane {
        self.mirror_for(mover).map_or(lane, |mirror| mirror.lane(lane))
    }

    /// The tests on the laps of this player's moves.
    pub fn lap_facts(&self, mover: Seat) -> &[Test] {
        &self.laps.facts.tests[usize::from(self.mirror_for(mover).is_some())]
    }

    /// The cell of a lane, if `mover` is to move.
    pub fn cell_of(&self, mover: Seat, lane: usize) -> CellId {
        CellId(self.view_lane(mover, Lane(lane as u8)).0.into())
    }

    /// The mover of a game, and its lanes in the program's own order (unmirrored).
    pub fn position_in(&self, pack: &Pack<'_, T>, game: usize) -> (Seat, Vec<u32>) {
        let held = |at: CellId| pack.get_one(at, game).number();
        let mover = Seat(held(self.plan.register(Register::Mover)) as u8);
        (mover, (0..self.plan.lanes).map(|lane| held(self.cell_of(mover, lane))).collect())
    }

    /// The seat that the program uses for a player, if `mover` is to move; its own inverse.
    pub fn view_seat(&self, mover: Seat, seat: Seat) -> Seat {
        self.mirror_for(mover).map_or(seat, |mirror| mirror.seat(seat))
    }

    /// Whether every move is one lap whose seeds fall all at once.
    pub fn sows_once(&self) -> bool {
        !self.relays && self.laps.fall.is_empty() && self.laps.scalar_reason.is_none()
    }

    /// Joins the lists of a turn into one, where that is possible.
    pub fn with_whole_turns(mut self) -> BatchProgram<T> {
        if self.laws.is_empty() {
            // Without laws, no game is ever parked.
            self.law_masks.clear();
            self.park.clear();
        }
        let whole = self.sows_once() && !self.asks_of_other;
        let Some(fast_arrival) = self.fast_arrival.take_if(|_| whole) else { return self };
        // Registers that only matter within a turn are 0 when it begins.
        let own = [Register::LapsDone, Register::Again, Register::TurnOver]
            .map(|cell| self.plan.register(cell));
        self.whole_turn = own.map(|to| Op::Set { to, n: T::NONE }).to_vec();
        self.whole_turn.push(Op::Choose { take: Box::default() });
        self.whole_turn.append(&mut self.begin_move);
        self.whole_turn.extend_from_slice(&self.laps.lap);
        self.whole_turn.append(&mut self.after);
        self.whole_turn.extend_from_slice(&self.law_masks);
        let mut rest = std::mem::take(&mut self.park);
        rest.extend_from_slice(&self.offer);
        rest.extend_from_slice(&self.inspect);
        rest.extend_from_slice(&fast_arrival);
        if self.laws.is_empty() {
            self.whole_turn.append(&mut rest);
            self.laps.lap.clear();
            self.offer.clear();
            self.inspect.clear();
        } else {
            // The rest is also run step by step, after trials.
            (self.turn_rest, self.fast_arrival) = (rest, Some(fast_arrival));
        }
        self.optimize().fuse_choice_and_pickup()
    }

    /// The ops of a first lap from a known hole.
    pub fn first_lap_from(&self, lane: CellId) -> Vec<Op<T>> {
        let mut lap = self.laps.lap.clone();
        for op in &mut lap {
            if let Op::TakeUp { of, new, .. } = op {
                // A new hand is empty if it takes up nothing.
                let here = of.iter().any(|take| take.lane == lane);
                if here || !*new {
                    *of = of.iter().filter(|take| take.lane == lane).copied().collect();
                }
            }
        }
        lap
    }

    /// Seeds in the stores of a position.
    pub fn stored_seeds(&self, lanes: &[T]) -> T {
        self.stores.iter().fold(T::NONE, |sum, at| sum.add(lanes[usize::from(at.0)]))
    }
}

impl<T: CellValue> BatchProgram<T> {
    /// The variant for perft, where positions never return: without repetition and statistics.
    pub fn for_perft(mut self) -> BatchProgram<T> {
        for ops in self.op_lists() {
            let out: Vec<bool> = ops
                .iter()
                .map(|op| matches!(op, Op::CountOccurrences | Op::PushPosition | Op::Tally { .. }))
                .collect();
            remove_ops(ops, &out);
        }
        self.optimize()
    }

    /// Restricts the identity of positions to lanes that can change while a position can return.
    pub fn with_identity(mut self, program: &Program) -> BatchProgram<T> {
        let mut changes = LaneSet::default();
        let plan = std::mem::take(&mut self.plan);
        let mut see = |at: CellId| {
            if usize::from(at.0) < plan.lanes {
                changes.insert(Lane(at.0 as u8));
            }
        };
        self.op_lists().flat_map(|ops| ops.iter()).for_each(|op| op.writes(&plan, &mut see));
        // Stored seeds never leave, and a capture cuts off earlier positions anyway.
        let stays = |lane: &Lane| program.irreversible && program.stores.contains(*lane);
        let identity = program.identity.intersection(changes).iter().filter(|lane| !stays(lane));
        self.plan =
            CellLayout { identity: identity.map(|lane| CellId(lane.0.into())).collect(), ..plan };
        self
    }

    /// Whether a game may have to fall back to the plan.
    pub fn may_fall_back(&mut self) -> bool {
        let (plan, mut may) = (self.plan.clone(), false);
        let left = [Register::FallBack, Register::NeedsEndlessCheck, Register::NeedsOtherCheck]
            .map(|cell| plan.register(cell));
        let mut see = |at| may |= left.contains(&at);
        self.op_lists().flatten().for_each(|op| op.writes(&plan, &mut see));
        may
    }

    /// Which cells to copy and clear for trials.
    pub fn compute_trial_setup(&self) -> TrialSetup {
        let laps = [&self.laps.lap, &self.laps.fall, &self.laps.land];
        let ops = laps.into_iter().chain(self.laws.iter().map(|law| &law.test)).flatten();
        let read = live_cells(ops, &self.plan);
        let empty = |at: &CellId| self.laws.iter().all(|law| law.known_empty.contains(at));
        let position = self.position.iter().copied().filter(|at| read[usize::from(at.0)]);
        let (cleared, copied): (Vec<CellId>, Vec<CellId>) = position.partition(empty);
        // The host sets the former; the latter hold the results of a trial.
        let set_outside =
            [Register::PendingOrigin, Register::Ready, Register::FirstLap, Register::AllOnes];
        let set_outside = set_outside.map(|cell| self.plan.register(cell));
        let found = [Register::LapsDone, Register::FallBack].map(|cell| self.plan.register(cell));
        let fixed =
            (self.plan.lanes..self.plan.lanes + Register::COUNT).map(|at| CellId(at as u16));
        let fixed = fixed.filter(|at| read[usize::from(at.0)] || found.contains(at));
        let fixed = fixed.filter(|at| !set_outside.contains(at) && !self.position.contains(at));
        TrialSetup { copied: copied.into(), cleared: cleared.into_iter().chain(fixed).collect() }
    }

    /// All op lists.
    pub fn op_lists(&mut self) -> impl Iterator<Item = &mut Vec<Op<T>>> {
        let all = [
            &mut self.laps.lap,
            &mut self.laps.fall,
            &mut self.laps.land,
            &mut self.after,
            &mut self.law_masks,
            &mut self.park,
            &mut self.offer,
            &mut self.inspect,
            &mut self.full_arrival,
            &mut self.begin_move,
            &mut self.whole_turn,
            &mut self.turn_rest,
        ];
        all.into_iter()
            .chain(&mut self.fast_arrival)
            .chain(self.laws.iter_mut().map(|law| &mut law.test))
    }
}
