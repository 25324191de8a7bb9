//! The history of a match: every position with the choice and the events that led to it, for undo.

use super::{GameRecord, TurnRecord, game_result, match_result};
use crate::engine::{Choice, Engine, Event, PlayError, Position};
use crate::model::Seat;
use crate::notation::choice_id;

/// The history of a game (and of the games that follow it in a match) from its beginning.
#[derive(Clone, Debug)]
pub struct Trail {
    engine: Engine,
    first: Seat,
    steps: Vec<TrailStep>,
}

/// A position, with the choice and the events before it.
#[derive(Clone, Debug)]
pub struct TrailStep {
    /// The player and the choice; `None`: the match, or the next game of it, begins.
    pub chosen: Option<(Seat, Choice)>,
    /// The events.
    pub events: Vec<Event>,
    /// The position after it.
    pub position: Position,
}

impl Trail {
    /// Begins the first game. `first`: the player who moves first; `None`: as the description defines.
    pub fn begin(engine: Engine, first: Option<Seat>) -> Trail {
        let named = engine.model().first;
        let (position, events) = engine.start(first.filter(|seat| *seat != named));
        let step = TrailStep { chosen: None, events, position };
        Trail { engine, first: first.unwrap_or(named), steps: vec![step] }
    }

    /// The engine that runs the game.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The player who moved first in the first game.
    pub fn first(&self) -> Seat {
        self.first
    }

    /// All steps; the first is the beginning.
    pub fn steps(&self) -> &[TrailStep] {
        &self.steps
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
        self.steps.iter().all(|step| step.chosen.is_none())
    }

    /// Makes a choice of the player to move.
    ///
    /// # Errors
    /// The choice is not legal; then nothing changes.
    pub fn choose(&mut self, choice: Choice) -> Result<&TrailStep, PlayError> {
        let seat = self.position().decider().ok_or(PlayError::Over)?;
        let (position, events) = self.engine.play(self.position(), choice)?;
        self.steps.push(TrailStep { chosen: Some((seat, choice)), events, position });
        Ok(self.last())
    }

    /// Begins the next game of the match; `None` if that is not possible now.
    pub fn next_game(&mut self) -> Option<&TrailStep> {
        let (position, events) = self.engine.next_game(self.position())?;
        self.steps.push(TrailStep { chosen: None, events, position });
        Some(self.last())
    }

    /// Takes back the last step; `None` at the beginning.
    pub fn take_back(&mut self) -> Option<TrailStep> {
        if self.steps.len() > 1 { self.steps.pop() } else { None }
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
        for step in &self.steps {
            match step.chosen {
                None => games.push(GameRecord::default()),
                Some((seat, choice)) => {
                    let player = model.player(seat);
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
