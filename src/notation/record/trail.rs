//! The history of a match: every position with the choice and the events that led to it, for undo.

use super::{GameRecord, TurnRecord, game_result, match_result, name_in_record};
use crate::engine::{
    Choice, Decider, Engine, Event, PlayError, Position, PositionSetup, SetupError,
};
use crate::model::Seat;
use crate::notation::choice_id;
use std::sync::Arc;

/// The history of a game, and of the games that follow it in a match: from its beginning, or from a position
/// that was set up by hand.
#[derive(Clone, Debug)]
pub struct Trail {
    engine: Arc<Engine>,
    /// `None`: it begins at a position that was set up by hand.
    first: Option<Seat>,
    beginning: TrailStep,
    /// In order. The first `hidden` of them are dropped; they are removed many at a time, because each
    /// removal moves all others.
    steps: Vec<TrailStep>,
    hidden: usize,
    limit: Option<usize>,
    /// All steps dropped so far, and the choices among them.
    dropped_steps: u64,
    dropped_choices: u64,
}

/// A position, with the choice and the events before it.
#[derive(Clone, Debug)]
pub struct TrailStep {
    /// Who decided, and the choice; `None`: the match, or the next game of it, begins.
    pub chosen: Option<(Decider, Choice)>,
    /// The events. A trail with a limit keeps those of its last step only.
    pub events: Vec<Event>,
    /// The position after it.
    pub position: Position,
}

/// The greatest number of dropped steps that are not yet removed.
const MAX_HIDDEN: usize = 1 << 10;

impl Trail {
    /// Begins the first game. `first`: the player who moves first; `None`: as the description defines.
    pub fn begin(engine: impl Into<Arc<Engine>>, first: Option<Seat>) -> Trail {
        let engine = engine.into();
        let named = engine.model().first;
        let begun = engine.start(first.filter(|seat| *seat != named));
        Trail::at(engine, Some(first.unwrap_or(named)), begun)
    }

    /// Begins at a position that is set up by hand.
    ///
    /// # Errors
    /// The game has no such position.
    pub fn set_up(
        engine: impl Into<Arc<Engine>>,
        setup: &PositionSetup,
    ) -> Result<Trail, SetupError> {
        let engine = engine.into();
        let begun = engine.set_up(setup)?;
        Ok(Trail::at(engine, None, begun))
    }

    fn at(
        engine: Arc<Engine>,
        first: Option<Seat>,
        (position, events): (Position, Vec<Event>),
    ) -> Trail {
        let beginning = TrailStep { chosen: None, events, position };
        Trail {
            engine,
            first,
            steps: vec![beginning.clone()],
            beginning,
            hidden: 0,
            limit: None,
            dropped_steps: 0,
            dropped_choices: 0,
        }
    }

    /// Bounds the memory: at most `limit` steps can be taken back, older ones are dropped, and only the
    /// last step has its events (a long relay can have very many). Such a trail has no record once a step
    /// is dropped.
    #[must_use]
    pub fn with_undo_limit(self, limit: usize) -> Trail {
        Trail { limit: Some(limit), ..self }
    }

    /// Begins again, from the same beginning.
    pub fn restart(&mut self) {
        self.steps = vec![self.beginning.clone()];
        (self.hidden, self.dropped_steps, self.dropped_choices) = (0, 0, 0);
    }

    /// The engine that runs the game.
    pub fn engine(&self) -> &Arc<Engine> {
        &self.engine
    }

    /// The player who moved first in the first game; `None` if the trail begins at a position that was set
    /// up by hand.
    pub fn first(&self) -> Option<Seat> {
        self.first
    }

    /// The steps, in order; the first is the beginning, or the oldest one that is not dropped.
    pub fn steps(&self) -> &[TrailStep] {
        self.steps.get(self.hidden..).unwrap_or_default()
    }

    /// The number of steps dropped because of the limit.
    pub fn dropped_steps(&self) -> u64 {
        self.dropped_steps
    }

    /// The number of choices made, dropped ones included.
    pub fn choice_count(&self) -> u64 {
        let kept = self.steps().iter().filter(|step| step.chosen.is_some()).count();
        self.dropped_choices + kept as u64
    }

    /// The last step.
    pub fn last(&self) -> &TrailStep {
        // The first step is never removed.
        &self.steps[self.steps.len() - 1]
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.last().position
    }

    /// Whether no choice has been made.
    pub fn is_new(&self) -> bool {
        self.dropped_choices == 0 && self.steps().iter().all(|step| step.chosen.is_none())
    }

    /// The step that a choice of the player to move would lead to.
    ///
    /// # Errors
    /// The choice is not legal.
    pub fn preview(&self, choice: Choice) -> Result<TrailStep, PlayError> {
        let decider = self.position().decider().ok_or(PlayError::Over)?;
        let (position, events) = self.engine.play(self.position(), choice)?;
        Ok(TrailStep { chosen: Some((decider, choice)), events, position })
    }

    /// The step that begins the next game of the match; `None` if that is not possible now.
    pub fn preview_next_game(&self) -> Option<TrailStep> {
        let (position, events) = self.engine.next_game(self.position())?;
        Some(TrailStep { chosen: None, events, position })
    }

    /// Makes a choice of the player to move.
    ///
    /// # Errors
    /// The choice is not legal; then nothing changes.
    pub fn choose(&mut self, choice: Choice) -> Result<&TrailStep, PlayError> {
        let step = self.preview(choice)?;
        Ok(self.append(step))
    }

    /// Begins the next game of the match; `None` if that is not possible now.
    pub fn next_game(&mut self) -> Option<&TrailStep> {
        let step = self.preview_next_game()?;
        Some(self.append(step))
    }

    /// Appends a step that was previewed at the current position.
    pub(crate) fn append(&mut self, step: TrailStep) -> &TrailStep {
        if let (Some(_), Some(before)) = (self.limit, self.steps.last_mut()) {
            before.events = Vec::new();
        }
        self.steps.push(step);
        // The step from which nothing can be taken back does not count.
        if self.limit.is_some_and(|limit| self.steps().len() > limit.saturating_add(1)) {
            self.drop_oldest();
        }
        self.last()
    }

    fn drop_oldest(&mut self) {
        let choices = self.steps().first().map_or(0, |step| u64::from(step.chosen.is_some()));
        self.dropped_choices += choices;
        self.dropped_steps += 1;
        self.hidden += 1;
        if self.hidden >= MAX_HIDDEN {
            self.steps.drain(..self.hidden);
            self.hidden = 0;
        }
    }

    /// Takes back the last step; `None` at the first step.
    pub fn take_back(&mut self) -> Option<TrailStep> {
        if self.steps().len() > 1 { self.steps.pop() } else { None }
    }

    /// Whether the next choice at a position is the first of a turn.
    fn turn_begins(position: &Position) -> bool {
        let in_turn = !position.is_opening() && !position.is_between_games();
        in_turn && position.answers().is_empty() && position.state().moves_made == 0
    }

    /// The games by turns, and the result of the match.
    pub(super) fn games(&self) -> (Vec<GameRecord>, Option<(String, usize)>) {
        let model = self.engine.model();
        let mut games: Vec<GameRecord> = Vec::new();
        let mut before: Option<&Position> = None;
        for step in self.steps() {
            match step.chosen {
                None => games.push(GameRecord::default()),
                Some((decider, choice)) => {
                    let player = name_in_record(model, decider);
                    let begins = before.is_none_or(Trail::turn_begins);
                    if let Some(game) = games.last_mut() {
                        let choice = choice_id(model, choice);
                        match game.turns.last_mut() {
                            Some(turn) if !begins && turn.player == player => {
                                turn.choices.push(choice);
                            }
                            _ => game.turns.push(TurnRecord {
                                player: player.to_owned(),
                                choices: vec![choice],
                                line: 0,
                            }),
                        }
                    }
                }
            }
            if let (Some(game), Some(result)) =
                (games.last_mut(), game_result(model, &step.position))
            {
                game.result = Some((result, 0));
            }
            before = Some(&step.position);
        }
        (games, match_result(model, self.position()).map(|r| (r, 0)))
    }
}
