//! A move seed by seed: for pictures and animations.

use super::budget::BudgetScope;
use super::execution::{Execution, Interrupt};
use super::position::Phase;
use super::state::State;
use super::{Choice, Engine, Event, PlayError, Position};
use crate::model::PlaceId;

/// The most frames of a film; what happens later is not in it.
pub const MAX_FRAMES: usize = 1 << 10;

/// A moment of a move: after a seed has fallen, or when something is reported.
#[derive(Clone, Debug)]
pub struct MoveFrame {
    /// Where the seed (or seeds) of this moment fell; `None`: an event was reported.
    pub fell: Option<PlaceId>,
    /// How many events of the move have been reported.
    pub events: usize,
    /// The board now.
    pub state: State,
    /// Seeds still in the sowing hand.
    pub hand: u16,
}

/// A move seed by seed.
#[derive(Clone, Debug)]
pub struct MoveFilm {
    /// What happened from the choice on, as [`Engine::play`] reports it.
    pub events: Vec<Event>,
    /// The position after it.
    pub after: Position,
    /// The moments, in order, at most [`MAX_FRAMES`]. None in an opening, where both players move at once, and
    /// where a choice moves no seeds.
    pub frames: Vec<MoveFrame>,
}

impl Engine {
    /// Gives an answer, as [`Engine::play`] does, and returns the move seed by seed, from the answer on to the next
    /// question or the end of the move.
    ///
    /// # Errors
    /// The game is over, or the choice is not legal.
    pub fn film(&self, position: &Position, choice: Choice) -> Result<MoveFilm, PlayError> {
        let (after, events) = self.play(position, choice)?;
        let mut frames = Vec::new();
        let offer = matches!(choice, Choice::Concede | Choice::Agree);
        if matches!(position.phase, Phase::Turn) && !position.base().together && !offer {
            frames = self.frames(position, choice);
        }
        Ok(MoveFilm { events, after, frames })
    }

    fn frames(&self, position: &Position, choice: Choice) -> Vec<MoveFrame> {
        let _call = BudgetScope::begin();
        let answers = self.answers_with(position, choice);
        let mut state = position.base().clone();
        let mut exec = Execution::new(self, &mut state, &answers.choices);
        exec.classes = answers.classes();
        exec.history = Some(&position.history);
        exec.keep_events(true);
        exec.frames = Some(Vec::new());
        let stop = exec.run_move();
        let to_its_end = stop != Err(Interrupt::Ask)
            && stop.err().is_none_or(|stop| stop.given_up_for().is_none());
        if to_its_end {
            // Only what it reports is needed: the position after it is known.
            let _ = exec.run_after_move(stop);
        }
        exec.frames.take().unwrap_or_default()
    }
}

impl Execution<'_> {
    /// Keeps this moment, if the move is filmed.
    pub(super) fn keep_frame(&mut self, fell: Option<PlaceId>) {
        if self.frames.is_none() || !self.records() {
            return;
        }
        let frame = MoveFrame {
            fell,
            events: self.events.as_ref().map_or(0, Vec::len),
            state: self.state.clone(),
            hand: self.hand,
        };
        if let Some(frames) = self.frames.as_mut().filter(|frames| frames.len() < MAX_FRAMES) {
            frames.push(frame);
        }
    }
}
