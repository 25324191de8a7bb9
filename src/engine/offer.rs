//! Offers that a player can make before their move: to concede, or to end the game by agreement. An
//! offer is not an answer to the open question: no player ever has to make one, random games and
//! perft have none, and *end* decides what it leads to.

use super::event::{Choice, Deciding, EventKind, Question, QuestionForm};
use super::execution::{EvalCtx, ExecPhase, Execution, Interrupt, StepResult};
use super::history::History;
use super::legal::Answers;
use super::log::{EventLog, append_events, log_event};
use super::position::{OpenQuestion, Phase};
use super::state::State;
use super::{Engine, Position};
use crate::model::{Case, ClauseId, Cond, Model, Rules, Seat};
use smallvec::SmallVec;

impl Engine {
    /// The offers that the player about to move can make instead of a move.
    pub fn offers(&self, position: &Position) -> Vec<Choice> {
        let _call = super::budget::BudgetScope::begin();
        let answered = !position.answers.choices.is_empty();
        if position.phase != Phase::Turn || position.question.is_none() || answered {
            return Vec::new();
        }
        let base = position.base();
        let rules = self.rules(base, base.mover);
        let mut offers = [Choice::Concede, Choice::Agree].to_vec();
        offers.retain(|offer| offer_clause(rules, *offer).is_some());
        offers.retain(|offer| {
            let mut state = base.clone();
            let answers = [*offer];
            let flow = self.offer(&mut state, &answers, &position.history).run_end();
            matches!(flow, Err(Interrupt::EndGame | Interrupt::Ask))
        });
        offers
    }

    fn offer<'e>(
        &'e self,
        state: &'e mut State,
        answers: &'e [Choice],
        history: &'e History,
    ) -> Execution<'e> {
        let mut exec = Execution::new(self, state, answers);
        exec.answers_used = 1;
        exec.phase = ExecPhase::After;
        exec.history = Some(history);
        exec.offer = answers.first().copied();
        exec
    }

    /// Goes on from an offer; `None`: the answers do not begin with one.
    pub(crate) fn apply_offer(
        &self,
        from: &Position,
        answers: &Answers,
        mut events: EventLog<'_>,
    ) -> Option<Position> {
        let given = &answers.choices;
        let offer = *given.first().filter(|c| matches!(c, Choice::Concede | Choice::Agree))?;
        let mover = from.base().mover;
        let clause = offer_clause(self.rules(from.base(), mover), offer)?;
        let others: SmallVec<[Seat; 6]> = if offer == Choice::Agree {
            self.seats().map(|s| self.seat_after(mover, s.0)).skip(1).collect()
        } else {
            SmallVec::new()
        };
        let seat = match given.len() {
            0 | 1 => mover,
            n => others.get(n - 2).copied().unwrap_or(mover),
        };
        if let Some(last) = given.last().filter(|_| given.len() <= 1 + others.len()) {
            log_event(&mut events, clause, seat, EventKind::Chose(*last));
        }
        if given.contains(&Choice::No) {
            return Some(self.advance_to_decision(
                from.base().clone(),
                from.history.clone(),
                events,
            ));
        }
        let mut state = from.base().clone();
        if let Some(&other) = others.get(given.len() - 1) {
            let question = Question {
                seat: other,
                by_lot: false,
                deciding: Deciding::Whether,
                clause,
                options: [(Choice::Yes, 0), (Choice::No, 0)].into_iter().collect(),
                form: QuestionForm::Plain,
            };
            let question = Some(question);
            let asking = OpenQuestion { question, hand: 0, waiting: 0, needs_filtering: false };
            return Some(from.at_question(asking, state, answers));
        }
        let mut exec = self.offer(&mut state, given, &from.history);
        exec.answers_used = 1 + others.len();
        exec.keep_events(events.is_some());
        let flow = exec.run_end();
        append_events(&mut events, &mut exec);
        let (asking, ended) = (exec.open_question(), exec.ended);
        drop(exec);
        if flow == Err(Interrupt::Ask) {
            let asking = OpenQuestion { needs_filtering: false, ..asking };
            return Some(from.at_question(asking, state, answers));
        }
        Some(match ended {
            Some(ended) => self.game_over(state, ended, events),
            None => self.advance_to_decision(from.base().clone(), from.history.clone(), events),
        })
    }

    fn seat_after(&self, seat: Seat, steps: u8) -> Seat {
        (0..steps).fold(seat, |seat, _| self.next_seat(seat))
    }
}

impl Execution<'_> {
    /// Runs *end* with the offer.
    fn run_end(&mut self) -> StepResult {
        let rules = self.rules;
        self.cases(&rules.end, EvalCtx::of(self.player))?;
        self.check_any_time_end()
    }
}

/// Whether the rules let the players end the game by agreement.
pub(crate) fn may_agree(model: &Model) -> bool {
    model.stages.iter().any(|stage| offer_clause(&stage.rules, Choice::Agree).is_some())
}

/// The statement that mentions an offer.
fn offer_clause(rules: &Rules, offer: Choice) -> Option<ClauseId> {
    let mut cases =
        [&rules.end, &rules.end_at_any_time].into_iter().flat_map(|c| &c.lists).flatten();
    let mentions =
        |case: &&Case| case.when.as_ref().is_some_and(|cond| mentions_offer(cond, offer));
    cases.find(mentions).map(|case| case.clause)
}

fn mentions_offer(cond: &Cond, offer: Choice) -> bool {
    cond.any_of(&|part| match offer {
        Choice::Concede => matches!(part, Cond::Concedes(_)),
        Choice::Agree => matches!(part, Cond::Agreed),
        Choice::Place(_)
        | Choice::Direction(_)
        | Choice::Number(_)
        | Choice::Yes
        | Choice::No
        | Choice::Stop
        | Choice::GoOn
        | Choice::Alternative(_)
        | Choice::Seed(_) => false,
    })
}
