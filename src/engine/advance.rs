//! From one decision to the next.

use super::budget::{self, BudgetScope};
use super::event::{Choice, Event, EventKind, Question};
use super::execution::{EndCause, EndKind, Execution, Interrupt, StepResult};
use super::history::History;
use super::legal::{Answers, worst_limit};
use super::log::{EventLog, append_events, log_event};
use super::position::{OpenQuestion, Phase};
use super::state::State;
use super::{Engine, MatchStatus, Position};
use crate::model::{ClauseId, Deed, DefaultClause as Rule, Seat};
use std::sync::Arc;

/// Limit on forced moves (in which nothing is asked) in sequence; beyond it they count as endless.
pub(crate) const MAX_FORCED_MOVES: u32 = 10_000;

/// Where the game stops next.
enum NextDecision {
    /// The player about to move chooses how to begin; the legal answers, if already known.
    Begins(Question, Option<Arc<[Choice]>>),
    /// A question in the middle of an execution. The state where the execution began; `None`: the
    /// position it was run from.
    Asks(OpenQuestion, Option<Box<State>>),
    Ended(EndCause),
    /// By default: each player keeps the seeds of their own holes, and the game is over.
    Keeps(Rule),
}

/// The effects of a finished move.
struct MoveEffects {
    /// Hash of the position after it.
    position_hash: Option<u64>,
    ended: Option<EndCause>,
    stage_ended: bool,
}

/// How the move of the player about to move begins.
#[derive(Default)]
struct MoveOpening {
    question: Option<Question>,
    /// The state at the question, if something happens before it.
    state_at_question: Option<State>,
    /// Seeds in the sowing hands at the question.
    hand: u16,
    waiting: u16,
    /// What happens before the question.
    events: Vec<Event>,
    /// There is no question because of this limit: the sowing is endless, or was given up.
    limit: Option<Rule>,
    /// The rules make the player pass.
    passed: bool,
    /// The state after the pass, if the rules change something before it: `set tired to no, pass`.
    state_after_pass: Option<State>,
    /// Nothing is asked, and the move is legal.
    forced: bool,
}

/// The answers to the first question of a move.
#[derive(Default)]
struct AnswerScan {
    /// At least one is legal.
    any_legal: bool,
    /// The limit that made others illegal, if any.
    limit: Option<Rule>,
    /// The legal ones, and the illegal ones with reasons; only if every answer was examined.
    legal: Option<Arc<[Choice]>>,
    barred: Vec<(Choice, ClauseId)>,
}

/// Gives an execution up: the game is over, and *winner* decides it.
fn give_up(exec: &mut Execution<'_>, why: Rule) -> StepResult {
    exec.ended = Some(EndCause { kind: EndKind::Judged, clause: why.clause() });
    if let Some(last) = exec.last_fall {
        exec.drop_hand_in(last);
    }
    Err(Interrupt::EndGame)
}

/// The work budget of this position is spent: ends the game.
fn overworked(player: Seat, events: &mut EventLog<'_>) -> NextDecision {
    log_work(player, events);
    NextDecision::Ended(EndCause { kind: EndKind::Judged, clause: Rule::Work.clause() })
}

/// Logs the statement that took too much work.
fn log_work(player: Seat, events: &mut EventLog<'_>) {
    let clause = budget::blamed().unwrap_or(Rule::Work.clause());
    log_event(events, clause, player, EventKind::GivenUp);
}

impl Engine {
    /// Runs an execution with its answers; returns the position after it.
    pub(crate) fn apply(
        &self,
        from: &Position,
        answers: &Answers,
        events: EventLog<'_>,
    ) -> Position {
        let _call = BudgetScope::begin();
        match from.phase {
            Phase::Opening => self.run_opening(from, answers, None, events),
            Phase::Match => self.make_next(from, answers, events),
            Phase::Over => from.clone(),
            Phase::Turn => self.apply_in_turn(from, answers, events),
        }
    }

    fn apply_in_turn(
        &self,
        from: &Position,
        answers: &Answers,
        mut events: EventLog<'_>,
    ) -> Position {
        if let Some(next) = self.apply_offer(from, answers, events.as_deref_mut()) {
            return next;
        }
        // Built in place: copying a position is a large part of the work.
        let mut next = Position {
            state: from.base().clone(),
            base: None,
            phase: Phase::Turn,
            answers: Answers::default(),
            question: None,
            needs_filtering: false,
            legal: None,
            sowing: 0,
            waiting: 0,
            history: from.history.clone(),
            result: None,
            status: MatchStatus::default(),
        };
        let Position { state, history, .. } = &mut next;
        let halt = match self.make_move(state, history, answers, events.as_deref_mut()) {
            None => self.start_turn(state, history, events.as_deref_mut()),
            Some(NextDecision::Asks(asking, _)) => {
                next = from.at_question(asking, std::mem::take(&mut next.state), answers);
                return next;
            }
            Some(halt) => halt,
        };
        match halt {
            NextDecision::Begins(question, legal) => next.set_first_question(question, legal),
            halt @ (NextDecision::Asks(..) | NextDecision::Ended(_) | NextDecision::Keeps(_)) => {
                next = self.position_at(halt, std::mem::take(&mut next.state), next.history, events)
            }
        }
        next
    }

    /// Goes on from the beginning of a turn to the next decision, or to the end of the game.
    pub(crate) fn advance_to_decision(
        &self,
        mut state: State,
        mut history: History,
        mut events: EventLog<'_>,
    ) -> Position {
        let halt = self.start_turn(&mut state, &mut history, events.as_deref_mut());
        self.position_at(halt, state, history, events)
    }

    fn position_at(
        &self,
        halt: NextDecision,
        state: State,
        history: History,
        events: EventLog<'_>,
    ) -> Position {
        match halt {
            NextDecision::Begins(question, legal) => {
                let mut here = Position::at(state, Phase::Turn, history);
                here.set_first_question(question, legal);
                here
            }
            NextDecision::Asks(asking, base) => {
                let base = base.map_or_else(|| state.clone(), |base| *base);
                let begun = Position::at(base, Phase::Turn, history);
                begun.at_question(asking, state, &Answers::default())
            }
            NextDecision::Ended(ended) => self.game_over(state, ended, events),
            NextDecision::Keeps(why) => self.sweep_to_owners(state, why, events),
        }
    }

    /// Runs a move with its answers. `None`: it is over, and the next turn begins.
    fn make_move(
        &self,
        state: &mut State,
        history: &mut History,
        answers: &Answers,
        mut events: EventLog<'_>,
    ) -> Option<NextDecision> {
        let player = state.mover;
        let held_before = self.in_stores(state);
        let effects = self.run_move(state, history, answers, &mut events);
        let MoveEffects { position_hash, ended, stage_ended } = match effects {
            Ok(effects) => effects,
            Err(asking) => return Some(NextDecision::Asks(asking, None)),
        };
        if let Some(ended) = ended {
            return Some(NextDecision::Ended(ended));
        }
        let turn_over = state.mover != player || state.moves_made == 0;
        self.expire_for(state, turn_over);
        if self.irreversible && self.in_stores(state) > held_before {
            history.clear();
        }
        let hash = position_hash.unwrap_or_else(|| state.hash());
        if history.count(hash) >= 2 {
            return Some(NextDecision::Keeps(Rule::Repetition));
        }
        history.push(hash);
        if stage_ended {
            self.next_stage(state, player, true, &mut events);
        }
        None
    }

    /// Runs a move, up to a question or to its end.
    fn run_move(
        &self,
        state: &mut State,
        history: &History,
        answers: &Answers,
        events: &mut EventLog<'_>,
    ) -> Result<MoveEffects, OpenQuestion> {
        let mut exec = Execution::new(self, state, &answers.choices);
        exec.classes = answers.classes();
        exec.keep_events(events.is_some());
        exec.history = Some(history);
        let at_once = exec.state.together;
        let flow = match if at_once { exec.run_both() } else { exec.run_move() } {
            Err(Interrupt::Ask) => Err(Interrupt::Ask),
            // A choice that is offered leads to an end; should one not, the default decides.
            Err(Interrupt::Endless | Interrupt::SowingLimit) => {
                give_up(&mut exec, Rule::OnlyEndless)
            }
            Err(Interrupt::WorkLimit) => Err(Interrupt::WorkLimit),
            Ok(()) if at_once => exec.run_after_both(),
            stop @ (Ok(()) | Err(Interrupt::EndMove | Interrupt::EndTurn | Interrupt::EndGame)) => {
                exec.run_after_move(stop)
            }
        };
        // A judgement made after the budget was spent is not reliable.
        let overworked = flow != Err(Interrupt::Ask) && exec.within_budget().is_err();
        let flow = if overworked { give_up(&mut exec, Rule::Work) } else { flow };
        append_events(events, &mut exec);
        if overworked {
            log_work(exec.player, events);
        }
        if flow == Err(Interrupt::Ask) {
            return Err(exec.open_question());
        }
        // `end game` in mid-lap: the player keeps what is still in the hand.
        exec.return_hands();
        let Execution { position_hash, ended, stage_ended, .. } = exec;
        Ok(MoveEffects { position_hash, ended, stage_ended })
    }

    fn in_stores(&self, state: &State) -> u32 {
        self.model.board.seats.iter().map(|s| u32::from(state.seeds[s.store.index()])).sum()
    }

    fn start_turn(
        &self,
        state: &mut State,
        history: &mut History,
        mut events: EventLog<'_>,
    ) -> NextDecision {
        if history.is_empty() {
            history.push(state.hash());
        }
        let mut passes = 0;
        let mut forced = 0;
        loop {
            if self.has_stages && state.moves_made == 0 {
                self.leave_stages(state, &mut events);
            }
            let seat = state.mover;
            if self.at_once {
                state.together = self.both_can_move(state);
            }
            let first = self.begin_move(state, history, events.is_some());
            let mut limit = first.limit;
            if let Some(question) = first.question {
                let scan = self.scan_answers(state, &question, events.is_some());
                if scan.any_legal {
                    if let Some(events) = events.as_mut() {
                        self.log_turn(state, events);
                        events.extend(first.events);
                        events.extend(scan.barred.into_iter().map(|(choice, clause)| Event {
                            clause,
                            seat,
                            kind: EventKind::Barred(choice),
                        }));
                    }
                    let Some(asking_state) = first.state_at_question else {
                        return NextDecision::Begins(question, scan.legal);
                    };
                    let base = Box::new(std::mem::replace(state, asking_state));
                    let question = Some(question);
                    return NextDecision::Asks(
                        OpenQuestion {
                            question,
                            hand: first.hand,
                            waiting: first.waiting,
                            needs_filtering: true,
                        },
                        Some(base),
                    );
                }
                limit = scan.limit;
            } else if first.forced && forced < MAX_FORCED_MOVES && !budget::is_spent() {
                forced += 1;
                // The move asks nothing: make it.
                let base = Box::new(state.clone());
                match self.make_move(state, history, &Answers::default(), events.as_deref_mut()) {
                    Some(NextDecision::Asks(asking, _)) => {
                        return NextDecision::Asks(asking, Some(base));
                    }
                    Some(halt) => return halt,
                    None => {
                        passes = 0;
                        continue;
                    }
                }
            }
            if limit == Some(Rule::Work) || budget::is_spent() {
                return overworked(seat, &mut events);
            }
            if limit.is_some() || first.forced {
                let clause = Rule::OnlyEndless.clause();
                return NextDecision::Ended(EndCause { kind: EndKind::Judged, clause });
            }
            // A change can give players a move again who had none before, so passes are counted anew after it.
            let mut is_changed = false;
            if first.passed {
                if let Some(changed) = first.state_after_pass {
                    *state = changed;
                    forced += 1;
                    is_changed = forced < MAX_FORCED_MOVES;
                }
                if let Some(events) = events.as_mut() {
                    events.extend(first.events);
                }
                if state.moves_left > 1 {
                    // A pass is a move that does nothing: the other moves of the turn remain.
                    state.moves_left -= 1;
                    state.moves_made = state.moves_made.saturating_add(1);
                    self.expire_for(state, false);
                    continue;
                }
            } else {
                let rule = self.rules(state, seat).turn.no_move;
                let clause = rule.map_or(Rule::Passes.clause(), |(clause, _)| clause);
                if rule.is_some_and(|(_, loses)| loses) {
                    return NextDecision::Ended(EndCause { kind: EndKind::Loses(seat), clause });
                }
                log_event(&mut events, clause, seat, EventKind::Passed);
            }
            passes = if is_changed { 0 } else { passes + 1 };
            if passes >= self.model.seats() {
                return NextDecision::Keeps(Rule::NobodyMoves);
            }
            state.mover = self.next_seat(seat);
            self.expire_for(state, true);
            self.begin_turn(state);
        }
    }

    /// Whether the first question of a move has a legal answer. `all`: examines every answer.
    /// Independent of the work done before.
    fn scan_answers(&self, state: &State, question: &Question, all: bool) -> AnswerScan {
        let _share = budget::fresh_share();
        // Both players are known to have a move.
        if !all && state.together {
            return AnswerScan { any_legal: true, ..AnswerScan::default() };
        }
        if !all {
            let (any, limit) = self.any_legal(state, question, false);
            return AnswerScan { any_legal: any, limit, ..AnswerScan::default() };
        }
        let mut barred = Vec::new();
        let legal = self.filter_legal(state, &Answers::default(), question, Some(&mut barred));
        let limit = barred.iter().fold(None, |so_far, (_, clause)| worst_limit(so_far, *clause));
        let any = state.together || !legal.is_empty();
        AnswerScan { any_legal: any, limit, legal: Some(legal.into()), barred }
    }

    /// Runs the move of the player about to move as far as it goes without an answer. `state` is
    /// restored.
    fn begin_move(&self, state: &mut State, history: &History, record: bool) -> MoveOpening {
        if let Some(plain) = self.simple_moves(state) {
            let question = self.simple_question(plain, state);
            return MoveOpening { question, ..MoveOpening::default() };
        }
        // If no trial is needed, nothing happens before the question.
        let tried = self.needs_trial(state) || state.together;
        let saved = if tried { Some(state.clone()) } else { None };
        let mut first = self.run_opening_part(state, saved.as_ref(), history, record);
        if let Some(saved) = saved {
            let state_there = std::mem::replace(state, saved);
            let changed = Some(state_there).filter(|there| *there != *state);
            match (&first.question, first.passed) {
                (Some(_), _) => first.state_at_question = changed,
                (None, true) => first.state_after_pass = changed,
                (None, false) => {}
            }
        }
        first
    }

    fn run_opening_part(
        &self,
        state: &mut State,
        saved: Option<&State>,
        history: &History,
        record: bool,
    ) -> MoveOpening {
        let mut exec = Execution::new(self, state, &[]);
        exec.keep_events(record);
        exec.history = Some(history);
        let at_once = exec.state.together;
        let flow = if at_once { exec.run_both() } else { exec.run_move() };
        let forced = match flow {
            Err(
                Interrupt::Ask | Interrupt::Endless | Interrupt::SowingLimit | Interrupt::WorkLimit,
            ) => false,
            Ok(()) | Err(Interrupt::EndMove | Interrupt::EndTurn | Interrupt::EndGame)
                if at_once =>
            {
                true
            }
            Ok(()) | Err(Interrupt::EndMove | Interrupt::EndTurn | Interrupt::EndGame) => {
                let base = saved.unwrap_or(exec.state);
                exec.acted && !exec.passed && self.is_legal(&exec, base)
            }
        };
        MoveOpening {
            question: exec.question.take(),
            state_at_question: None,
            state_after_pass: None,
            hand: exec.hand,
            waiting: exec.waiting_hand(),
            events: exec.events.take().unwrap_or_default(),
            limit: flow.err().and_then(Interrupt::given_up_for),
            passed: exec.passed && !at_once,
            forced,
        }
    }

    /// Whether both players move at once in the turn that begins: the rules say so, and each has a
    /// move.
    fn both_can_move(&self, state: &State) -> bool {
        let at_once = self.rules(state, state.mover).turn.at_once.is_some();
        at_once && self.seats().all(|seat| self.has_legal_move(state, seat, false))
    }

    /// Logs the number of moves of the turn that begins, if there are several. The clause: the one
    /// of *turn*, or else the statement that lets players play again.
    fn log_turn(&self, state: &State, events: &mut Vec<Event>) {
        if state.moves_left < 2 || state.moves_made > 0 {
            return;
        }
        let given = |deed: &Deed| matches!(deed, Deed::PlayAgain { named: true });
        let limit_clause =
            self.rules(state, state.mover).turn.moves.as_ref().map(|moves| moves.clause);
        if let Some(clause) = limit_clause.or_else(|| self.model.clause_of(given)) {
            let (seat, kind) = (state.mover, EventKind::TurnOf(state.moves_left));
            events.push(Event { clause, seat, kind });
        }
    }
}
