//! A game as it is played: every position with what led to it, so that steps can be taken back.

use super::{GameRecord, TurnRecord, game_result, match_result};
use crate::engine::{Choice, Engine, Event, PlayError, Position};
use crate::model::Seat;
use crate::notation::choice_id;

/// A game (and the games that follow it in a match) from its beginning.
#[derive(Clone, Debug)]
pub struct Trail {
    engine: Engine,
    first: Seat,
    steps: Vec<TrailStep>,
}

/// A position, and how it came about.
#[derive(Clone, Debug)]
pub struct TrailStep {
    /// Who chose what; `None`: the match, or the next game of it, begins.
    pub chosen: Option<(Seat, Choice)>,
    /// What happened.
    pub events: Vec<Event>,
    /// The position after that.
    pub position: Position,
}

impl Trail {
    /// The first game begins. `first`: who moves first, instead of whom the description names.
    pub fn begin(engine: Engine, first: Option<Seat>) -> Trail {
        let named = engine.model().first;
        let (position, events) = engine.start(first.filter(|seat| *seat != named));
        let step = TrailStep { chosen: None, events, position };
        Trail { engine, first: first.unwrap_or(named), steps: vec![step] }
    }

    /// What runs the game.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Who moved first in the first game.
    pub fn first(&self) -> Seat {
        self.first
    }

    /// Everything so far; the first step is the beginning.
    pub fn steps(&self) -> &[TrailStep] {
        &self.steps
    }

    /// The last step.
    pub fn last(&self) -> &TrailStep {
        // There is always the beginning.
        &self.steps[self.steps.len() - 1]
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.last().position
    }

    /// Whether anybody has chosen anything.
    pub fn is_new(&self) -> bool {
        self.steps.iter().all(|step| step.chosen.is_none())
    }

    /// The player whose turn it is chooses.
    ///
    /// # Errors
    /// The choice does not fit; nothing has changed then.
    pub fn choose(&mut self, choice: Choice) -> Result<&TrailStep, PlayError> {
        let seat = self.position().decider().ok_or(PlayError::Over)?;
        let (position, events) = self.engine.play(self.position(), choice)?;
        self.steps.push(TrailStep { chosen: Some((seat, choice)), events, position });
        Ok(self.last())
    }

    /// The next game of the match begins; `None` if there is none now.
    pub fn next_game(&mut self) -> Option<&TrailStep> {
        let (position, events) = self.engine.next_game(self.position())?;
        self.steps.push(TrailStep { chosen: None, events, position });
        Some(self.last())
    }

    /// Takes back the last step; `None` at the beginning.
    pub fn take_back(&mut self) -> Option<TrailStep> {
        if self.steps.len() > 1 { self.steps.pop() } else { None }
    }

    /// Whether a turn begins with what is asked at a position.
    fn turn_begins(position: &Position) -> bool {
        let in_turn = !position.is_opening() && !position.is_between_games();
        in_turn && position.answers().is_empty() && position.state().moves_made == 0
    }

    /// The games, turn by turn, and how the match ended.
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
