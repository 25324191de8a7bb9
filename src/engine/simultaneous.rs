//! Both players move at once: each chooses, then both sow in step, one seed each in turn.
//!
//! It is one execution. Its fields describe the move of the player whose seed is falling; the same
//! fields of the waiting player are swapped out to [`WaitingSide`].

use super::event::EventKind;
use super::execution::{
    DeferredJudgement, EvalCtx, ExecPhase, Execution, Interrupt, LapFacts, LastCapture, ReadyLap,
    SeedFall, StepResult,
};
use super::lap_course::LapCourse;
use super::legal::LawSet;
use super::parts::part_of_execution;
use super::sow::{FREE_LAPS, MAX_LAP_KINDS, StartedLap};
use super::state::State;
use crate::model::{ClauseId, PlaceId, PlaceSetBits, Seat};
use smallvec::SmallVec;

part_of_execution! {
    /// The fields of [`Execution`] that describe the move of the waiting player.
    #[derive(Default)]
    pub(crate) struct WaitingSide<'e> of Execution<'e> {
        player: Seat,
        pub hand: u16,
        lap: LapFacts,
        first_lap: LapFacts,
        last_lap: LapFacts,
        laps: u32,
        move_captured: bool,
        captured_from: PlaceSetBits,
        first_lap_captured_from: PlaceSetBits,
        move_sown: PlaceSetBits,
        last_fall: Option<PlaceId>,
        fall: SeedFall,
        fall_marks: SmallVec<[u8; 4]>,
        fall_before: Option<(PlaceId, SeedFall)>,
        last_capture: LastCapture,
        pending: Option<ReadyLap>,
        acted: bool,
        passed: bool,
        deferred: SmallVec<[DeferredJudgement<'e>; 1]>,
        asked_states: Vec<(State, PlaceSetBits)>,
        stop_after_lap: Option<Interrupt>,
        laps_over: Vec<LapFacts>,
    }
}

/// What an execution of both moves keeps in addition.
#[derive(Default)]
pub(crate) struct BothMoves<'e> {
    pub side: WaitingSide<'e>,
    /// The player who is asked first, and whose seeds fall first.
    first: Seat,
    /// While a player chooses their move: where their answers begin, among all answers and among
    /// those to preference orders; `None` once both have chosen.
    pub chooses: Option<(usize, usize)>,
    /// The players who have ended their move, in that order.
    pub ended: SmallVec<[Seat; 2]>,
    /// The player whose move is judged, and the laws.
    pub judged: Option<(Seat, &'e LawSet)>,
    /// The law or judgement that the judged move violates.
    pub broken: Option<ClauseId>,
}

/// A lap with seeds still to fall.
struct SowCursor<'e> {
    lap: ReadyLap,
    course: LapCourse<'e>,
    event: Option<usize>,
    /// Ring index of the next fall.
    at: usize,
}

/// Both laps, in the order in which seeds fall.
#[derive(Default)]
struct SowCursors<'e> {
    of: [Option<SowCursor<'e>>; 2],
    seen: Option<PairCheckpoint>,
}

/// A state of both sowings, for cycle detection: as a lap of `player` begins.
struct PairCheckpoint {
    player: Seat,
    state: State,
    sides: [SowProgress; 2],
    /// Laps until this checkpoint is replaced, and since it was taken.
    power: u64,
    steps: u64,
}

/// The progress of a sowing, with everything that conditions can read of it.
#[derive(PartialEq, Eq)]
struct SowProgress {
    lap: Option<ReadyLap>,
    at: Option<usize>,
    hand: u16,
    facts: LapFacts,
    captured: bool,
    sown: PlaceSetBits,
    before: Option<(PlaceId, SeedFall)>,
    laps_over: usize,
}

impl<'e> Execution<'e> {
    /// Runs the moves of both players; the first is the player about to move.
    pub(crate) fn run_both(&mut self) -> StepResult {
        self.phase = ExecPhase::Move;
        let seats = [self.player, self.engine.next_seat(self.player)];
        let rules = self.rules;
        let mut cursors = SowCursors::default();
        self.pair().side.player = seats[1];
        self.pair().first = seats[0];
        let mut chosen = [true; 2];
        for (seat, chosen) in seats.into_iter().zip(&mut chosen) {
            self.switch_to(seat);
            let answers = (self.answers_used, self.ordered);
            self.pair().chooses = Some(answers);
            *chosen = match self.cases(&rules.moves, EvalCtx::of(seat)) {
                Ok(_) => true,
                Err(Interrupt::EndMove | Interrupt::EndTurn) => false,
                Err(stop) => return Err(stop),
            };
        }
        self.pair().chooses = None;
        if let Some(clause) = rules.turn.at_once {
            self.log_for(clause, seats[0], EventKind::AtOnce);
        }
        for (i, seat) in seats.into_iter().enumerate() {
            self.switch_to(seat);
            let begun = if chosen[i] { self.next_lap(i, &mut cursors) } else { Ok(None) };
            cursors.of[i] = self.continue_or_finish(begun)?;
        }
        while cursors.of.iter().any(Option::is_some) {
            for (i, seat) in seats.into_iter().enumerate() {
                if let Some(cursor) = cursors.of[i].take() {
                    self.switch_to(seat);
                    let sown = self.sow_in_step(i, cursor, &mut cursors);
                    cursors.of[i] = self.continue_or_finish(sown)?;
                }
            }
        }
        Ok(())
    }

    /// Drops one seed of a player; returns how their sowing goes on.
    fn sow_in_step(
        &mut self,
        i: usize,
        mut cursor: SowCursor<'e>,
        cursors: &mut SowCursors<'e>,
    ) -> StepResult<Option<SowCursor<'e>>> {
        self.clause = cursor.lap.clause;
        let hooks = self.fall_hooks(&cursor.course, true);
        let flow = self.one_fall(&cursor.course, cursor.at, self.player, hooks);
        if let (Ok(at), true) = (flow, self.hand > 0) {
            cursor.at = at;
            return Ok(Some(cursor));
        }
        self.log_last_fall(cursor.event);
        self.end_lap(&cursor.lap, flow.map(|_| self.last_fall))?;
        self.next_lap(i, cursors)
    }

    /// Picks up the seeds of the pending lap, if there is one.
    fn next_lap(
        &mut self,
        i: usize,
        cursors: &mut SowCursors<'e>,
    ) -> StepResult<Option<SowCursor<'e>>> {
        while let Some(lap) = self.pending.take() {
            if self.laps >= FREE_LAPS {
                self.check_cycle_of_both(i, lap, cursors)?;
            }
            self.run_before_lap(&lap)?;
            if let Some(StartedLap { course, event }) = self.take_up(lap, self.player)? {
                let at = self.first_fall(&course, &lap)?;
                return Ok(Some(SowCursor { lap, course, event, at }));
            }
        }
        Ok(None)
    }

    /// Cycle detection: both sowings are endless if their state has occurred before.
    fn check_cycle_of_both(
        &self,
        i: usize,
        lap: ReadyLap,
        cursors: &mut SowCursors<'e>,
    ) -> StepResult {
        let Some(together) = &self.both_moves else { return Ok(()) };
        let (side, cursor) = (&together.side, &cursors.of[1 - i]);
        if self.laps_over.len().max(side.laps_over.len()) > MAX_LAP_KINDS {
            return Err(Interrupt::SowingLimit);
        }
        let sides = || {
            let current = SowProgress {
                lap: Some(lap),
                at: None,
                hand: self.hand,
                facts: self.lap,
                captured: self.move_captured,
                sown: self.move_sown,
                before: self.fall_before,
                laps_over: self.laps_over.len(),
            };
            let waiting = SowProgress {
                lap: cursor.as_ref().map(|cursor| cursor.lap),
                at: cursor.as_ref().map(|cursor| cursor.at),
                hand: side.hand,
                facts: side.lap,
                captured: side.move_captured,
                sown: side.move_sown,
                before: side.fall_before,
                laps_over: side.laps_over.len(),
            };
            [current, waiting]
        };
        let power = match &mut cursors.seen {
            Some(seen) => {
                if seen.player == self.player && seen.state == *self.state && seen.sides == sides()
                {
                    return Err(Interrupt::Endless);
                }
                seen.steps += 1;
                if seen.steps < seen.power {
                    return Ok(());
                }
                seen.power * 2
            }
            None => 1,
        };
        let state = self.state.clone();
        cursors.seen =
            Some(PairCheckpoint { player: self.player, state, sides: sides(), power, steps: 0 });
        Ok(())
    }

    /// Returns how the sowing goes on; if it does not, finishes the move: *after move*.
    fn continue_or_finish(
        &mut self,
        lap: StepResult<Option<SowCursor<'e>>>,
    ) -> StepResult<Option<SowCursor<'e>>> {
        match lap {
            Ok(None) | Err(Interrupt::EndMove | Interrupt::EndTurn) => {}
            going @ (Ok(Some(_))
            | Err(
                Interrupt::Ask
                | Interrupt::EndGame
                | Interrupt::Endless
                | Interrupt::SowingLimit
                | Interrupt::WorkLimit,
            )) => return going,
        }
        let (player, rules) = (self.player, self.rules);
        if let Some((seat, laws)) = self.pair().judged
            && seat == player
        {
            self.pair().broken = self.violated_law(laws);
        }
        self.phase = ExecPhase::After;
        self.return_hand();
        let bit = 1 << player.0;
        self.state.moved |= bit;
        self.state.played |= bit;
        self.state.played_match |= bit;
        self.pair().ended.push(player);
        self.expire_marks();
        match self.cases(&rules.after_move, EvalCtx::of(player)) {
            Ok(_) | Err(Interrupt::EndMove | Interrupt::EndTurn) => {}
            Err(stop) => return Err(stop),
        }
        self.phase = ExecPhase::Move;
        Ok(None)
    }

    /// After both moves: who is next, then *end*, run for each player in the order in which they
    /// ended.
    pub(crate) fn run_after_both(&mut self) -> StepResult {
        self.phase = ExecPhase::After;
        let rules = self.rules;
        let ended = self.pair().ended.clone();
        // By default the player who was asked first is next in turn order, after both have moved.
        let mut next = self.pair().first;
        if let (Some(clause), Some(&first)) = (rules.turn.first_to_end, ended.first()) {
            next = first;
            self.log_for(clause, first, EventKind::MovesNext);
        }
        self.state.mover = next;
        self.engine.begin_turn(self.state);
        self.record_position(true);
        for seat in ended {
            self.switch_to(seat);
            self.state.mover = next;
            self.next = next;
            self.cases(&rules.end, EvalCtx::of(seat))?;
        }
        Ok(())
    }

    /// The players keep the seeds that are still in their hands.
    pub(crate) fn return_hands(&mut self) {
        self.return_hand();
        if let Some(together) = &mut self.both_moves {
            let store = self.model.board.seats[together.side.player.index()].store;
            self.state.seeds[store.index()] += std::mem::take(&mut together.side.hand);
        }
    }

    /// Seeds in the hand of the waiting player.
    pub(crate) fn waiting_hand(&self) -> u16 {
        self.both_moves.as_ref().map_or(0, |together| together.side.hand)
    }

    /// Switches the execution to the move of that player.
    pub(crate) fn switch_to(&mut self, seat: Seat) {
        self.state.mover = seat;
        if self.player != seat
            && let Some(mut together) = self.both_moves.take()
        {
            together.side.exchange(self);
            self.both_moves = Some(together);
        }
        self.next = self.player;
    }

    fn pair(&mut self) -> &mut BothMoves<'e> {
        self.both_moves.get_or_insert_default()
    }
}
