//! A program for many games at once.

use super::fuse::live_cells;
use super::optimize::remove_ops;
use crate::model::{ClauseId, Seat};
use crate::program::{EndRule, Lane, LaneSet, Mirror, Program};
use mnc_lockstep::{CellId, CellLayout, CellValue, Op, Pack, Register};

/// An end that a game can come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct GameEnd {
    pub ending: EndRule,
    pub clause: ClauseId,
}

/// A program for many games at once.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct BatchProgram<T> {
    pub plan: CellLayout,
    pub ends: Vec<GameEnd>,
    pub laps: LapCode<T>,
    /// After a move, until it is known who is next.
    pub after: Vec<Op<T>>,
    /// In which games a law holds.
    pub law_masks: Vec<Op<T>>,
    /// Those wait.
    pub park: Vec<Op<T>>,
    /// What can be chosen.
    pub offer: Vec<Op<T>>,
    /// What a position is: what can be chosen by the laws too, whether it has stood before.
    pub inspect: Vec<Op<T>>,
    /// Before a move, where nothing rare comes of it. `None`: it is nowhere sure, or a part of the turn.
    pub fast_arrival: Option<Vec<Op<T>>>,
    /// Before a move: ends, and what is kept.
    pub full_arrival: Vec<Op<T>>,
    /// What each player holds at the end, as the rules call him.
    pub scores: Vec<CellId>,
    /// The beginning of a move.
    pub begin_move: Vec<Op<T>>,
    pub laws: Vec<BatchLaw<T>>,
    /// What a pack is given where moves are tried for the laws.
    pub trial_setup: TrialSetup,
    /// All of a turn, from the choice of a hole to where the next one may begin, as long as nothing rare
    /// comes of it; where there are laws, to the games in which one holds. Empty where some of it has to
    /// be looked at meanwhile.
    pub whole_turn: Vec<Op<T>>,
    /// The rest of such a turn, where the games in which a law holds wait.
    pub turn_rest: Vec<Op<T>>,
    pub stores: Box<[CellId]>,
    /// The cells of a position: its lanes, and who is about to move.
    pub position: Box<[CellId]>,
    /// The rules are those of the first player, and the second one's side is turned to him, so.
    pub mirror: Option<Mirror>,
    /// A move can have several laps.
    pub relays: bool,
    /// A move can have more laps than one, or fewer.
    pub counts_laps: bool,
}

/// What a pack has to be given where moves are tried.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct TrialSetup {
    /// These cells hold what those of the game do.
    pub copied: Box<[CellId]>,
    /// These hold nothing.
    pub cleared: Box<[CellId]>,
}

/// How laps are sown.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct LapCode<T> {
    /// One lap of every game that has one to sow; where seeds fall one by one, its beginning.
    pub lap: Vec<Op<T>>,
    /// Seeds fall, up to one by which something is done. Empty: they fall all at once.
    pub fall: Vec<Op<T>>,
    /// What comes of the laps whose last seed has fallen.
    pub land: Vec<Op<T>>,
    /// Why the plan sows the laps, game by game; `None`: it does not.
    pub scalar_reason: Option<&'static str>,
    /// Somebody may be asked in them.
    pub may_ask: bool,
}

impl<T> Default for LapCode<T> {
    fn default() -> LapCode<T> {
        LapCode {
            lap: Vec::new(),
            fall: Vec::new(),
            land: Vec::new(),
            scalar_reason: None,
            may_ask: false,
        }
    }
}

/// A law.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct BatchLaw<T> {
    /// The games in which it holds for the move about to be made.
    pub applies: CellId,
    /// Cells that hold nothing there.
    pub known_empty: Vec<CellId>,
    /// Read after the move, into a cell.
    pub test: Vec<Op<T>>,
    pub satisfied: CellId,
    pub if_any_can: bool,
}

impl<T: CellValue> BatchProgram<T> {
    /// How the sides are turned when that player is about to move, if they are.
    fn mirror_for(&self, mover: Seat) -> Option<&Mirror> {
        self.mirror.as_ref().filter(|_| mover != Seat(0))
    }

    /// Where a lane is told here when that player is about to move, and the other way round.
    pub fn view_lane(&self, mover: Seat, lane: Lane) -> Lane {
        self.mirror_for(mover).map_or(lane, |mirror| mirror.lane(lane))
    }

    /// The cell of the lane of that number when that player is about to move.
    pub fn cell_of(&self, mover: Seat, lane: usize) -> CellId {
        CellId(self.view_lane(mover, Lane(lane as u8)).0.into())
    }

    /// Who is about to move in a game, and what the lanes hold as the rules call them.
    pub fn position_in(&self, pack: &Pack<'_, T>, game: usize) -> (Seat, Vec<u32>) {
        let held = |at: CellId| pack.get_one(at, game).number();
        let mover = Seat(held(self.plan.register(Register::Mover)) as u8);
        (mover, (0..self.plan.lanes).map(|lane| held(self.cell_of(mover, lane))).collect())
    }

    /// Whom the rules call that player when that one is about to move, and the other way round.
    pub fn view_seat(&self, mover: Seat, seat: Seat) -> Seat {
        self.mirror_for(mover).map_or(seat, |mirror| mirror.seat(seat))
    }

    /// Whether a move is over with its first lap, whose seeds fall all at once.
    pub fn sows_once(&self) -> bool {
        !self.relays && self.laps.fall.is_empty() && self.laps.scalar_reason.is_none()
    }

    /// With all of a turn in one list instead of several, where that can be.
    pub fn with_whole_turns(mut self) -> BatchProgram<T> {
        if self.laws.is_empty() {
            // No law is bound to hold, and nobody waits for that.
            self.law_masks.clear();
            self.park.clear();
        }
        let whole = self.sows_once();
        let Some(glance) = self.fast_arrival.take_if(|_| whole) else { return self };
        // What only one turn needs to know holds nothing when it begins.
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
        rest.extend_from_slice(&glance);
        if self.laws.is_empty() {
            self.whole_turn.append(&mut rest);
            self.laps.lap.clear();
            self.offer.clear();
            self.inspect.clear();
        } else {
            // Where moves are tried what stands in the rest is done step by step.
            (self.turn_rest, self.fast_arrival) = (rest, Some(glance));
        }
        self.optimize().fuse_choice_and_pickup()
    }

    /// The first lap, where it is known which hole is taken up.
    pub fn first_lap_from(&self, lane: CellId) -> Vec<Op<T>> {
        let mut lap = self.laps.lap.clone();
        for op in &mut lap {
            if let Op::TakeUp { of, new, .. } = op {
                // A new hand is empty where it takes up nothing.
                let here = of.iter().any(|take| take.lane == lane);
                if here || !*new {
                    *of = of.iter().filter(|take| take.lane == lane).copied().collect();
                }
            }
        }
        lap
    }

    /// The seeds in the stores of a position.
    pub fn stored_seeds(&self, lanes: &[T]) -> T {
        self.stores.iter().fold(T::NONE, |sum, at| sum.add(lanes[usize::from(at.0)]))
    }
}

impl<T: CellValue> BatchProgram<T> {
    /// The same for counting the ways to play on, where no position returns: none is kept, and nothing is
    /// told of the games.
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

    /// Positions are told apart by what changes while they can return.
    pub fn with_identity(mut self, program: &Program) -> BatchProgram<T> {
        let mut changes = LaneSet::default();
        let plan = std::mem::take(&mut self.plan);
        let mut see = |at: CellId| {
            if usize::from(at.0) < plan.lanes {
                changes.insert(Lane(at.0 as u8));
            }
        };
        self.op_lists().flat_map(|ops| ops.iter()).for_each(|op| op.writes(&plan, &mut see));
        // Seeds in the stores stay there until positions are cut off anyway.
        let stays = |lane: &Lane| program.irreversible && program.stores.contains(*lane);
        let identity = program.identity.intersection(changes).iter().filter(|lane| !stays(lane));
        self.plan =
            CellLayout { identity: identity.map(|lane| CellId(lane.0.into())).collect(), ..plan };
        self
    }

    /// Whether a game may have to be told by the plan.
    pub fn may_fall_back(&mut self) -> bool {
        let (plan, mut may) = (self.plan.clone(), false);
        let left =
            [Register::FallBack, Register::NeedsEndlessCheck].map(|cell| plan.register(cell));
        let mut see = |at| may |= left.contains(&at);
        self.op_lists().flatten().for_each(|op| op.writes(&plan, &mut see));
        may
    }

    /// What a pack has to be given where moves are tried.
    pub fn compute_trial_setup(&self) -> TrialSetup {
        let laps = [&self.laps.lap, &self.laps.fall, &self.laps.land];
        let ops = laps.into_iter().chain(self.laws.iter().map(|law| &law.test)).flatten();
        let read = live_cells(ops, &self.plan);
        let empty = |at: &CellId| self.laws.iter().all(|law| law.known_empty.contains(at));
        let position = self.position.iter().copied().filter(|at| read[usize::from(at.0)]);
        let (cleared, copied): (Vec<CellId>, Vec<CellId>) = position.partition(empty);
        // What comes of a trial is found in the last ones.
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

    /// All lists of steps.
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
