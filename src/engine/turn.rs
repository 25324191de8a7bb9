//! After a move: the next player, the next turn, the next stage.

use super::Engine;
use super::event::EventKind;
use super::execution::{EvalCtx, ExecPhase, Execution, Interrupt, StepResult};
use super::log::{EventLog, log_event};
use super::state::State;
use crate::model::{ClauseId, PlaceSetBits, Seat, Unit};

impl<'e> Execution<'e> {
    /// After a move: *after move*, the next player, *end*. May stop with a question.
    pub(crate) fn run_after_move(&mut self, stop: StepResult) -> StepResult {
        if self.ended.is_some() || self.match_won.is_some() {
            return Err(Interrupt::EndGame);
        }
        self.phase = ExecPhase::After;
        self.return_hand();
        let (rules, player) = (self.rules, self.player);
        let bit = 1 << player.0;
        self.state.moved |= bit;
        self.state.played_match |= bit;
        self.state.turn_captured |= self.move_captured;
        self.state.turn_sown = self.state.turn_sown.union(self.move_sown);
        if self.state.moves_made == 0 {
            self.state.turn_origin = self.first_lap.origin;
            self.state.turn_held = self.first_lap.held;
        }
        self.state.turn_sense = self.lap.sense.or(self.state.turn_sense);
        if self.engine.records_laps && self.laps > 0 {
            let earlier = self.state.turn_laps.take().into_iter().flatten();
            let laps = earlier.chain(self.laps_over.drain(..)).chain([self.lap]);
            self.state.turn_laps = Some(laps.collect());
        }
        self.expire_marks();
        let stop = match self.cases(&rules.after_move, EvalCtx::of(player)) {
            Err(Interrupt::EndTurn) => Err(Interrupt::EndTurn),
            Ok(_) | Err(Interrupt::EndMove) => stop,
            Err(
                other @ (Interrupt::Ask
                | Interrupt::EndGame
                | Interrupt::Endless
                | Interrupt::SowingLimit
                | Interrupt::WorkLimit),
            ) => return Err(other),
        };
        self.choose_next_mover(stop);
        self.record_position(self.next != player || self.state.moves_made == 0);
        self.cases(&rules.end, EvalCtx::of(player))?;
        Ok(())
    }

    /// Removes the marks and notes whose `until` condition now holds.
    pub(super) fn expire_marks(&mut self) {
        let layout = &self.engine.layout;
        if !layout.marks_until.is_empty() || !layout.notes_until.is_empty() {
            self.expire_mark_conditions();
        }
    }

    /// Records the hash of the position that the finished move has made.
    pub(super) fn record_position(&mut self, turn_over: bool) {
        self.position_hash = Some(if self.engine.layout.fleeting {
            let mut next = self.state.clone();
            self.engine.expire_for(&mut next, turn_over);
            next.hash()
        } else {
            self.state.hash()
        });
    }

    /// Whether the turn has one more move, by a condition of *turn*.
    fn has_more_moves(&mut self) -> bool {
        let Some(moves) = &self.rules.turn.moves else { return false };
        let again = moves.again.as_ref();
        let again = again.is_some_and(|cond| self.holds(cond, EvalCtx::of(self.player)));
        if again && self.records() {
            self.log_for(moves.clause, self.player, EventKind::Again);
        }
        again
    }

    /// The statement that makes this move the last one that the turn may have, if any.
    pub(crate) fn last_of_turn(&self) -> Option<ClauseId> {
        if let Some(clause) = self.rules.turn.at_once {
            return Some(clause);
        }
        let moves = self.rules.turn.moves.as_ref().filter(|moves| moves.at_most)?;
        let most = self.count(&moves.count, EvalCtx::of(self.player));
        (i64::from(self.state.moves_made) + 1 >= most).then_some(moves.clause)
    }

    /// Determines the player about to move, and how many moves they have.
    fn choose_next_mover(&mut self, stop: StepResult) {
        let made = self.state.moves_made.saturating_add(1);
        let same = if stop == Err(Interrupt::EndTurn) {
            false
        } else if self.again {
            true
        } else if self.state.moves_left > 1 {
            self.state.moves_left -= 1;
            true
        } else {
            self.has_more_moves()
        };
        if same {
            self.next = self.player;
            self.state.moves_made = made;
        } else {
            self.state.played |= 1 << self.player.0;
            self.next = self.engine.next_seat(self.player);
            self.state.mover = self.next;
            self.engine.begin_turn(self.state);
        }
    }
}

impl Engine {
    /// Begins the turn of `state.mover`.
    pub(crate) fn begin_turn(&self, state: &mut State) {
        let seat = state.mover;
        let rules = self.rules(state, seat);
        state.together = false;
        state.moves_made = 0;
        state.moves_left = 1;
        state.turn_captured = false;
        state.turn_sown = PlaceSetBits::default();
        state.turn_origin = PlaceSetBits::default();
        state.turn_sense = None;
        state.turn_laps = None;
        if let Some(moves) = rules.turn.moves.as_ref().filter(|m| !m.at_most) {
            let count = Execution::new(self, state, &[]).count(&moves.count, EvalCtx::of(seat));
            state.moves_left = u16::try_from(count).unwrap_or(1).max(1);
        }
        // A turn in which both move at once is one move of each: extra moves wait.
        if rules.turn.at_once.is_none() {
            let again = std::mem::take(&mut state.again[seat.index()]);
            state.moves_left = state.moves_left.saturating_add(again);
        }
    }

    pub(crate) fn expire_for(&self, state: &mut State, turn_too: bool) {
        if !self.layout.fleeting {
            return;
        }
        self.layout.expire(state, Unit::Lap);
        self.layout.expire(state, Unit::Move);
        if turn_too {
            self.layout.expire(state, Unit::Turn);
        }
    }

    pub(crate) fn next_stage(
        &self,
        state: &mut State,
        seat: Seat,
        all: bool,
        events: &mut EventLog<'_>,
    ) {
        let stage = state.stage[seat.index()];
        let to = (stage as usize + 1).min(self.model.stages.len() - 1) as u8;
        if to == stage {
            return;
        }
        if all {
            state.stage.iter_mut().for_each(|s| *s = to);
            state.moved = 0;
        } else {
            state.stage[seat.index()] = to;
            state.moved &= !(1 << seat.0);
        }
        self.stage_began(state, seat, all, events);
    }

    pub(crate) fn stage_began(
        &self,
        state: &State,
        seat: Seat,
        all: bool,
        events: &mut EventLog<'_>,
    ) {
        let stage = state.stage[seat.index()];
        if let Some(clause) = self.model.stages.get(stage as usize).and_then(|s| s.clause) {
            let id = crate::model::StageId(u16::from(stage));
            log_event(events, clause, seat, EventKind::StageBegan(id, (!all).then_some(seat)));
        }
    }

    /// Leaves the stages that are over for the player about to move.
    pub(crate) fn leave_stages(&self, state: &mut State, events: &mut EventLog<'_>) {
        let seat = state.mover;
        for _ in 0..self.model.stages.len() {
            let Some(stage) = self.model.stages.get(state.stage[seat.index()] as usize) else {
                return;
            };
            let Some(until) = &stage.until else { return };
            if !Execution::new(self, state, &[]).holds(until, EvalCtx::of(seat)) {
                return;
            }
            self.next_stage(state, seat, !stage.each_player, events);
            self.begin_turn(state);
        }
    }
}
