//! A game being played: choices, undo, the next game, and the record.

use super::resume::ResumedGame;
use super::seats::{SeatPlayer, Seats};
use crate::engine::{Choice, Decider, Engine, PlayError, Position};
use crate::model::Seat;
use crate::notation::{IncompleteTrail, Record, Trail, TrailStep, counted_noun};
use crate::search::{PlayerKind, Thought};
use crate::stop::StopFlag;
use std::sync::Arc;

/// Choices with those who made them, in order.
pub type ChosenMoves = Vec<(Decider, Choice)>;

/// A game being played, and the games of the match before it.
pub struct Session {
    trail: Trail,
    seats: Seats,
    revision: u64,
}

impl Session {
    /// A session at the last position of a trail.
    pub fn new(trail: Trail, seats: Seats) -> Session {
        Session { trail, seats, revision: 0 }
    }

    /// A session of persons only, at the last position of a trail.
    pub fn of_persons(trail: Trail) -> Session {
        let seats = Seats::all_human(trail.engine().model(), 0);
        Session::new(trail, seats)
    }

    /// The history of the game.
    pub fn trail(&self) -> &Trail {
        &self.trail
    }

    /// The engine of the game.
    pub fn engine(&self) -> &Arc<Engine> {
        self.trail.engine()
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        self.trail.position()
    }

    /// Who plays.
    pub fn seats(&self) -> &Seats {
        &self.seats
    }

    /// A number that changes whenever anything but appended steps changes. A front end that shows or saves
    /// the steps so far need only add the new ones while it stays the same.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Assigns a seat.
    pub fn assign_seat(&mut self, seat: Seat, who: SeatPlayer) {
        self.seats.assign(seat, who);
        self.revision += 1;
    }

    /// Replaces the game by a saved one; its record assigns the seats that it names.
    pub fn replace(&mut self, saved: ResumedGame) {
        let ResumedGame { trail, record, rules: _ } = saved;
        let model = trail.engine().model();
        self.seats.change_game(model);
        self.seats.assign_recorded(model, &record);
        self.trail = trail;
        self.revision += 1;
    }

    /// Begins again: the first game of the match, or the position that was set up.
    pub fn restart(&mut self) {
        self.trail.restart();
        self.revision += 1;
    }

    /// Who chooses, and who plays for them; `None` when the game is over. The computer draws lots.
    pub fn to_choose(&self) -> Option<(Decider, SeatPlayer)> {
        self.position().decider().map(|decider| (decider, self.seats.who_chooses(decider)))
    }

    /// Whether the computer chooses next.
    pub fn is_computers_turn(&self) -> bool {
        self.to_choose().is_some_and(|(_, who)| who != SeatPlayer::Person)
    }

    /// The viewer of the board: the person to move, else the first person. `None` (nothing is hidden)
    /// when the game is over, or if only computers play.
    pub fn viewer(&self) -> Option<Seat> {
        if let Some((Decider::Player(seat), SeatPlayer::Person)) = self.to_choose() {
            return Some(seat);
        }
        self.position().decider()?;
        self.engine().seats().find(|seat| self.seats.of(*seat) == SeatPlayer::Person)
    }

    /// The legal choices, in the order of [`Engine::choices`].
    pub fn choices(&self) -> Vec<Choice> {
        self.engine().choices(self.position())
    }

    /// The choice, if there is only one in the middle of a move: a front end can make it without asking.
    /// [`Session::undo`] takes back the whole move, so the same question does not come again at once.
    pub fn only_choice(&self) -> Option<Choice> {
        if !is_in_move(self.position()) {
            return None;
        }
        match self.choices().as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    }

    /// What a computer player of some kind would choose now; `None` when the game is over. `stop` ends a
    /// search early.
    pub fn think(&mut self, kind: PlayerKind, stop: &StopFlag) -> Option<Thought> {
        let (engine, position) = (self.trail.engine(), self.trail.position());
        self.seats.think(kind, engine, position, self.trail.choice_count(), stop)
    }

    /// The progress of a resumed game, in words.
    pub fn progress_text(&self) -> String {
        format!("the game goes on after {}", counted_noun(self.trail.choice_count(), "choice"))
    }

    /// Makes a choice of the player to move.
    ///
    /// # Errors
    /// The choice is not legal; then nothing changes.
    pub fn choose(&mut self, choice: Choice) -> Result<&TrailStep, PlayError> {
        self.trail.choose(choice)
    }

    /// Begins the next game of the match; `None` if there is none.
    pub fn next_game(&mut self) -> Option<&TrailStep> {
        self.trail.next_game()
    }

    /// Appends a step that was previewed at the current position.
    pub(crate) fn append(&mut self, step: TrailStep) -> &TrailStep {
        self.trail.append(step)
    }

    /// Whether the next game of the match can begin.
    pub fn has_next_game(&self) -> bool {
        let position = self.position();
        let plays_on = self.engine().model().next_game.is_some();
        position.is_over() && plays_on && !position.match_status().over
    }

    /// The first step of the last move of a person. In an opening and between games each choice counts
    /// as a move.
    fn last_move(&self) -> Option<usize> {
        let by_person = |step: &TrailStep| {
            step.chosen
                .is_some_and(|(decider, _)| self.seats.who_chooses(decider) == SeatPlayer::Person)
        };
        // The first step cannot be taken back.
        let steps = self.trail.steps().get(1..).unwrap_or_default();
        Some(self.move_start(1 + steps.iter().rposition(by_person)?))
    }

    /// The first step of the move of one player that a step belongs to.
    fn move_start(&self, mut step: usize) -> usize {
        let steps = self.trail.steps();
        let decider = |step: usize| steps[step].chosen.map(|(decider, _)| decider);
        while step > 1
            && is_in_move(&steps[step - 1].position)
            && decider(step - 1) == decider(step)
        {
            step -= 1;
        }
        step
    }

    /// The steps since the last move of a person, including that move; without one, the steps of the last
    /// move.
    pub fn recent_steps(&self) -> &[TrailStep] {
        let steps = self.trail.steps();
        let last = steps.iter().rposition(|step| step.chosen.is_some());
        let begun = steps.iter().rposition(|step| step.chosen.is_none());
        let from = match (self.last_move(), last) {
            // Of a new game, only the steps that began it.
            _ if begun.is_some_and(|begun| begun + 1 == steps.len()) => steps.len() - 1,
            (Some(own), _) => own,
            (None, Some(last)) => self.move_start(last),
            (None, None) => 0,
        };
        steps.get(from..).unwrap_or_default()
    }

    /// Takes back the last move of a person and everything after it; returns the choices taken back. In
    /// an opening and between games, choices are taken back one by one. `None`: no person has chosen, or
    /// the move has been dropped because of a limit.
    pub fn undo(&mut self) -> Option<ChosenMoves> {
        let first = self.last_move()?;
        let steps = self.trail.steps().get(first..).unwrap_or_default();
        let chosen = steps.iter().filter_map(|step| step.chosen).collect();
        self.undo_to(first);
        Some(chosen)
    }

    /// Takes back the last step, a choice of any player or the beginning of a game; `None` at the first
    /// step.
    pub fn undo_step(&mut self) -> Option<TrailStep> {
        let step = self.trail.take_back()?;
        self.revision += 1;
        Some(step)
    }

    /// Takes back the last steps until `steps` are left; the first one always is.
    pub fn undo_to(&mut self, steps: usize) {
        while self.trail.steps().len() > steps && self.undo_step().is_some() {}
    }

    /// The record of the game, with its players. [`Record::description`] stays empty: a session does not
    /// know the file of its description.
    ///
    /// # Errors
    /// The game did not begin with a first game, or its first steps have been dropped.
    pub fn record(&self) -> Result<Record, IncompleteTrail> {
        let mut record = Record::of(&self.trail)?;
        let model = self.engine().model();
        let player = |seat| (model.player(seat).to_owned(), self.seats.of(seat).to_string());
        record.players = self.engine().seats().map(player).collect();
        record.seed = self.seats.has_computer().then_some(self.seats.seed());
        Ok(record)
    }
}

/// Whether a position is in the middle of a move.
fn is_in_move(position: &Position) -> bool {
    !position.answers().is_empty() && !position.is_opening() && !position.is_between_games()
}
