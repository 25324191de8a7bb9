//! Between games: the opening of a game, and the preparation of the next game of a match.

use super::budget::BudgetScope;
use super::event::{Event, EventKind};
use super::execution::{AnswerSource, EvalCtx, ExecPhase, Execution, Interrupt, StepResult};
use super::history::History;
use super::legal::Answers;
use super::log::{EventLog, append_events, log_event};
use super::position::Phase;
use super::state::{NO_MARK, State};
use super::{Engine, FinalResult, MatchStatus, Position};
use crate::model::{DefaultClause, PlaceId, PlaceSetBits, Seat, Step, StepKind, Subject, Unit};
use smallvec::SmallVec;

impl<'e> Execution<'e> {
    /// Runs the steps of *opening* or *match*.
    pub(crate) fn steps(&mut self, steps: &'e [Step], actor: Seat) -> StepResult {
        for step in steps {
            self.spend()?;
            self.clause = step.clause;
            match &step.kind {
                StepKind::Cases(cases) => {
                    self.cases(cases, EvalCtx::of(actor))?;
                }
                StepKind::When(cond, inner) => {
                    if self.holds(cond, EvalCtx::of(actor)) {
                        self.log(actor, EventKind::Fitted);
                        self.steps(inner, actor)?;
                    }
                }
                StepKind::ForEach(each, of, inner) => {
                    let ctx = EvalCtx::of(actor);
                    let (each, of) = (self.count(each, ctx), self.count(of, ctx));
                    let times = if each > 0 { of / each } else { 0 };
                    if times > 0 {
                        self.log(actor, EventKind::Fitted);
                    }
                    for _ in 0..times {
                        self.steps(inner, actor)?;
                    }
                }
                StepKind::For(subjects, inner) => {
                    self.log(actor, EventKind::Fitted);
                    for subject in subjects {
                        let seats: SmallVec<[Seat; 6]> = match subject {
                            Subject::Each => self.around().collect(),
                            Subject::One(who) => {
                                self.who(*who, EvalCtx::of(actor)).into_iter().collect()
                            }
                            Subject::Some => SmallVec::new(),
                        };
                        for seat in seats {
                            self.steps(inner, seat)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

impl Engine {
    /// Goes on from a question of *opening* with answers of a source, in one run; events are those since the last
    /// answer. All answers to such a question are legal.
    pub(crate) fn answer_opening(
        &self,
        from: &Position,
        source: &mut dyn AnswerSource,
    ) -> (Position, Vec<Event>) {
        let _call = BudgetScope::begin();
        let mut events = Vec::new();
        let position = self.run_opening(from, &from.answers, Some(source), Some(&mut events));
        (position, events)
    }

    /// Runs *opening* with its answers, then with those of a source if there is one, and goes on to the first
    /// turn.
    pub(crate) fn run_opening(
        &self,
        from: &Position,
        answers: &Answers,
        mut source: Option<&mut dyn AnswerSource>,
        mut events: EventLog<'_>,
    ) -> Position {
        let mut state = from.base().clone();
        let mut exec = Execution::new(self, &mut state, &answers.choices);
        exec.classes = answers.classes();
        exec.keep_events(events.is_some());
        exec.phase = ExecPhase::Steps;
        exec.source = source.as_deref_mut().map(|source| source as &mut dyn AnswerSource);
        let flow = exec.steps(&self.model.opening, exec.player);
        append_events(&mut events, &mut exec);
        let asking = exec.open_question();
        if flow != Err(Interrupt::Ask) {
            exec.return_hand();
        }
        drop(exec);
        if flow == Err(Interrupt::Ask) {
            let mut position = from.at_question(asking, state, answers);
            let given = source.iter().flat_map(|source| source.given());
            given.for_each(|choice| position.answers.push(*choice, None));
            return position;
        }
        self.begin_turn(&mut state);
        self.advance_to_decision(state, History::default(), events)
    }

    /// Runs the preparation of the next game with its answers, and begins that game.
    pub(crate) fn make_next(
        &self,
        from: &Position,
        answers: &Answers,
        mut events: EventLog<'_>,
    ) -> Position {
        let steps = self.model.next_game.as_deref().unwrap_or_default();
        let mut state = from.base().clone();
        let mut exec = Execution::new(self, &mut state, &answers.choices);
        exec.classes = answers.classes();
        exec.keep_events(events.is_some());
        exec.phase = ExecPhase::Steps;
        let flow = exec.steps(steps, exec.player);
        append_events(&mut events, &mut exec);
        if flow != Err(Interrupt::Ask) {
            exec.return_hand();
        }
        let (asking, won, first) = (exec.open_question(), exec.match_won, exec.moves_first);
        drop(exec);
        if flow == Err(Interrupt::Ask) {
            return from.at_question(asking, state, answers);
        }
        if let Some(verdict) = won {
            let mut over = Position::at(state, Phase::Over, History::default());
            over.result = from.result.clone();
            over.status = MatchStatus { over: true, verdict };
            return over;
        }
        if first.is_none() {
            let clause = DefaultClause::SameStarter.clause();
            log_event(&mut events, clause, state.starter, EventKind::MovesFirst);
        }
        state.starter = first.unwrap_or(state.starter);
        state.game = state.game.saturating_add(1);
        self.begin_game(state, events)
    }

    /// Whether the match is decided. Runs the steps of *match* up to the first question.
    pub(crate) fn match_status(&self, over: &Position, mut events: EventLog<'_>) -> MatchStatus {
        let steps = self.model.next_game.as_deref().unwrap_or_default();
        let mut base = self.prepare_match(&over.state, &mut None);
        let mut exec = Execution::new(self, &mut base, &[]);
        exec.keep_events(true);
        exec.phase = ExecPhase::Steps;
        let _ = exec.steps(steps, exec.player);
        match exec.match_won {
            Some(verdict) => {
                append_events(&mut events, &mut exec);
                MatchStatus { over: true, verdict }
            }
            None if over.state.game >= DefaultClause::MOST_GAMES => {
                let (clause, seat) = (DefaultClause::LongMatch.clause(), over.state.starter);
                log_event(
                    &mut events,
                    clause,
                    seat,
                    EventKind::MatchOver { verdict: FinalResult::Drawn },
                );
                MatchStatus { over: true, verdict: FinalResult::Drawn }
            }
            None => MatchStatus { over: false, verdict: FinalResult::Drawn },
        }
    }

    /// Clears the board for the next game: seeds left in holes go to their owners, all holes are
    /// open, marks and notes that expire with the game are removed.
    pub(crate) fn prepare_match(&self, over: &State, events: &mut EventLog<'_>) -> State {
        let mut state = over.clone();
        for hole in (0..self.model.board.holes as u8).map(PlaceId) {
            let owner = state.owner(&self.model, hole);
            let n = state.seeds[hole.index()];
            if let (Some(owner), true) = (owner, n > 0) {
                let store = self.model.board.seats[owner.index()].store;
                state.seeds[hole.index()] = 0;
                state.seeds[store.index()] += n;
                state.move_kinds(&self.model, hole, store);
                let kind = EventKind::Put { from: SmallVec::from_slice(&[(hole, n)]), to: store };
                log_event(events, DefaultClause::SweepForMatch.clause(), owner, kind);
            }
        }
        for unit in [Unit::Lap, Unit::Move, Unit::Turn, Unit::Game] {
            self.layout.expire(&mut state, unit);
        }
        for &mark in &self.layout.marks_until {
            state.marks[self.layout.mark_slots(mark)].fill(NO_MARK);
        }
        for &note in &self.layout.notes_until {
            state.notes[self.layout.note_slots(note)].fill(0);
        }
        state.closed = PlaceSetBits::default();
        state.again.iter_mut().for_each(|n| *n = 0);
        state.stage.iter_mut().for_each(|n| *n = 0);
        state.moved = 0;
        state.played = 0;
        state.mover = state.starter;
        state
    }

    /// Begins a game from a laid-out board: *opening*, then the first turn.
    pub(crate) fn begin_game(&self, mut state: State, mut events: EventLog<'_>) -> Position {
        state.mover = state.starter;
        let clause = DefaultClause::GameBegins.clause();
        log_event(&mut events, clause, state.starter, EventKind::GameBegan(state.game));
        self.stage_began(&state, state.starter, true, &mut events);
        let here = Position::at(state, Phase::Opening, History::default());
        self.apply(&here, &Answers::default(), events)
    }
}
