//! Positions set up by hand in which the game is already over by *end*.

use super::execution::{EndCause, EvalCtx, ExecPhase, Execution, Interrupt, StepResult};
use super::state::State;
use super::{Engine, Event, PositionSetup};
use crate::model::{Cond, Seat};

/// A game that is over, with what *end* has done to its position.
pub(super) struct FinishedSetup {
    pub state: State,
    pub ended: EndCause,
    pub events: Vec<Event>,
}

impl Engine {
    /// Whether the game is already over in a position set up by hand. *end* is evaluated as after a
    /// move of the previous player. What that move did is unknown, so a case matches only if it
    /// holds whatever the move was. If that player cannot move, the player before may have moved
    /// instead and this one passed; then the game has to be over in either case. `None`: the game
    /// goes on. A position in which nobody has moved is a beginning: *end* is not evaluated before
    /// the first move.
    pub(super) fn already_over(
        &self,
        state: &State,
        setup: &PositionSetup,
    ) -> Option<FinishedSetup> {
        if state.moved == 0 && state.played == 0 && state.moves_made == 0 {
            return None;
        }
        if state.moves_made > 0 {
            return self.over_after(state, state.mover, setup);
        }
        let mut last = self.previous_seat(state.mover);
        let over = self.over_after(state, last, setup)?;
        while last != state.mover && self.would_pass(state, last) {
            last = self.previous_seat(last);
            self.over_after(state, last, setup)?;
        }
        Some(over)
    }

    /// Whether a player would pass in this position.
    fn would_pass(&self, state: &State, seat: Seat) -> bool {
        let loses = self.rules(state, seat).turn.no_move.is_some_and(|(_, loses)| loses);
        !loses && !self.has_legal_move(state, seat, false)
    }

    /// How the game is over if `moved` made the last move.
    fn over_after(
        &self,
        state: &State,
        moved: Seat,
        setup: &PositionSetup,
    ) -> Option<FinishedSetup> {
        let mut after = state.clone();
        let mut exec = Execution::new(self, &mut after, &[]);
        exec.rules = self.rules(state, moved);
        exec.player = moved;
        exec.phase = ExecPhase::After;
        exec.position_hash = Some(state.hash());
        exec.keep_events(true);
        let moves_known = setup.moved.is_some();
        if exec.end_of_a_position(moves_known) != Err(Interrupt::EndGame) {
            return None;
        }
        let (ended, events) = (exec.ended?, exec.events.take().unwrap_or_default());
        drop(exec);
        Some(FinishedSetup { state: after, ended, events })
    }

    /// The previous player in turn order.
    fn previous_seat(&self, seat: Seat) -> Seat {
        let seats = self.model.seats() as u8;
        Seat((seat.0 + seats - 1) % seats)
    }
}

impl<'e> Execution<'e> {
    fn end_of_a_position(&mut self, moves_known: bool) -> StepResult {
        let rules = self.rules;
        let ctx = EvalCtx::of(self.player);
        for list in rules.end.lists.iter().chain(&rules.end_at_any_time.lists) {
            let fits = |cond: &Cond| self.holds_surely(cond, ctx, moves_known) == Some(true);
            let case = list.iter().find(|case| case.when.as_ref().is_some_and(fits));
            if let Some(case) = case {
                self.case(case, ctx)?;
            }
        }
        Ok(())
    }

    /// Whether a condition holds for every move that could have led to this position; `None`: it
    /// depends on the move. `moves_known`: it is known who has moved.
    fn holds_surely(&self, cond: &Cond, ctx: EvalCtx, moves_known: bool) -> Option<bool> {
        let parts = |parts: &[Cond], decides: bool| {
            let mut result = Some(!decides);
            for part in parts {
                match self.holds_surely(part, ctx, moves_known) {
                    Some(holds) if holds == decides => return Some(decides),
                    Some(_) => {}
                    None => result = None,
                }
            }
            result
        };
        if let Cond::And(all) = cond {
            return parts(all, false);
        }
        if let Cond::Or(any) = cond {
            return parts(any, true);
        }
        if let Cond::Not(inner) = cond {
            return self.holds_surely(inner, ctx, moves_known).map(|holds| !holds);
        }
        let unknown = matches!(cond, Cond::HasMoved(_) | Cond::FirstUnit(_)) && !moves_known;
        let known = !unknown && !self.model.depends_on_the_move(cond);
        known.then(|| self.holds(cond, ctx))
    }
}
