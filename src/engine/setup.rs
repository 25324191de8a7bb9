//! Positions set up by hand, for tests, problems and other programs.

use super::history::History;
use super::position::Position;
use super::setup_end::FinishedSetup;
use super::state::{MARKED, NO_MARK, NOBODY, State};
use super::{Engine, Event};
use crate::model::{KindId, MarkId, NoteId, PlaceId, PlaceKind, Seat};
use std::fmt;

/// A position as input. What is not named is empty, open, unmarked. [`Position::setup`] is the
/// inverse.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PositionSetup {
    /// The player about to move.
    pub mover: Seat,
    /// Seeds of places.
    pub seeds: Vec<(PlaceId, u16)>,
    /// Of these seeds, those of a kind.
    pub kinds: Vec<(PlaceId, KindId, u16)>,
    /// Marks of places, each with its owner.
    pub marks: Vec<(PlaceId, MarkId, Option<Seat>)>,
    /// Marks of players, each with its owner.
    pub player_marks: Vec<(Seat, MarkId, Option<Seat>)>,
    /// Holes out of play.
    pub closed: Vec<PlaceId>,
    /// The stage of each player; the first if not given.
    pub stage: Vec<(Seat, u8)>,
    /// Extra moves of players in their next turn (of the player about to move: in this one).
    pub again: Vec<(Seat, u16)>,
    /// Moves left in the turn, if more than one.
    pub moves_left: Option<u16>,
    /// Moves made in the turn.
    pub moves_made: u16,
    /// Notes; the seat matters if each player has one.
    pub notes: Vec<(NoteId, Seat, i32)>,
    /// Owners of holes, where they differ from the board.
    pub owners: Vec<(PlaceId, Option<Seat>)>,
    /// Number of the game in the match.
    pub game: Option<u16>,
    /// The player who moved first in this game.
    pub starter: Option<Seat>,
    /// The player who won the last game.
    pub last_winner: Option<Seat>,
    /// Players who have moved in this stage; all, if not given.
    pub moved: Option<Vec<Seat>>,
    /// Players who have moved in this game; those of the stage, if not given.
    pub played: Option<Vec<Seat>>,
    /// Players who have moved in this match; those of the game, if not given.
    pub played_match: Option<Vec<Seat>>,
}

/// What is wrong with a position as input.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SetupError {
    /// Something other than a hole cannot be closed.
    NotAHole(PlaceId),
    /// More than 65,535 seeds in all.
    TooMany(u64),
    /// More seeds of kinds than seeds in a place.
    OfKind(PlaceId),
    /// There is no such stage.
    NoStage(u8),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::NotAHole(place) => {
                write!(f, "place {} is not a hole and cannot be closed", place.0)
            }
            SetupError::TooMany(seeds) => {
                write!(f, "there can be at most {} seeds, not {seeds}", u16::MAX)
            }
            SetupError::OfKind(place) => {
                write!(f, "place {} holds fewer seeds than are named by their kinds", place.0)
            }
            SetupError::NoStage(stage) => write!(f, "there is no stage {stage}"),
        }
    }
}

impl std::error::Error for SetupError {}

impl Engine {
    /// Sets a position up. The game is over if *end* says so; else forced passes are made, and it
    /// may be over after that.
    ///
    /// # Errors
    /// See [`SetupError`].
    pub fn set_up(&self, setup: &PositionSetup) -> Result<(Position, Vec<Event>), SetupError> {
        let _call = super::budget::BudgetScope::begin();
        let state = self.lay_out(setup)?;
        if let Some(FinishedSetup { state, ended, mut events }) = self.already_over(&state, setup) {
            let position = self.game_over(state, ended, Some(&mut events));
            return Ok((position, events));
        }
        let mut events = Vec::new();
        let position = self.advance_to_decision(state, History::default(), Some(&mut events));
        Ok((position, events))
    }

    /// The board of a position exactly as it is set up: nothing is decided and no pass is made. For
    /// drawing a board that is being edited.
    ///
    /// # Errors
    /// See [`SetupError`].
    pub fn lay_out(&self, setup: &PositionSetup) -> Result<State, SetupError> {
        let model = &self.model;
        let total: u64 = setup.seeds.iter().map(|(_, n)| u64::from(*n)).sum();
        if total > u64::from(u16::MAX) {
            return Err(SetupError::TooMany(total));
        }
        let mut state = State::empty(model);
        for &(place, n) in &setup.seeds {
            state.seeds[place.index()] = n;
        }
        for &(place, kind, n) in &setup.kinds {
            state.add_kind(model, place, kind, n);
            let kinds = (0..model.kinds.len() as u16).map(KindId);
            let named: u32 = kinds.map(|k| u32::from(state.of_kind(model, place, k))).sum();
            if named > u32::from(state.seeds[place.index()]) {
                return Err(SetupError::OfKind(place));
            }
        }
        for &place in &setup.closed {
            if model.board.places.get(place.index()).is_none_or(|p| p.kind != PlaceKind::Hole) {
                return Err(SetupError::NotAHole(place));
            }
            state.closed.insert(place);
        }
        for &(place, mark, owner) in &setup.marks {
            let slot = self.layout.mark(mark, place);
            state.marks[slot] = owner.map_or(MARKED, |s| s.0 + 1);
        }
        for &(seat, mark, owner) in &setup.player_marks {
            let slot = self.layout.player_mark(mark, seat);
            state.marks[slot] = owner.map_or(MARKED, |s| s.0 + 1);
        }
        for &(seat, stage) in &setup.stage {
            if usize::from(stage) >= model.stages.len() {
                return Err(SetupError::NoStage(stage));
            }
            state.stage[seat.index()] = stage;
        }
        for &(note, seat, value) in &setup.notes {
            state.notes[self.layout.note(note, seat)] = value;
        }
        if !setup.owners.is_empty() {
            state.owners = State::owners_of(model);
            for &(place, owner) in &setup.owners {
                if let Some(slot) = state.owners.get_mut(place.index()) {
                    *slot = owner.map_or(NOBODY, |s| s.0);
                }
            }
        }
        for &(seat, n) in &setup.again {
            let again = &mut state.again[seat.index()];
            *again = again.saturating_add(n);
        }
        state.mover = setup.mover;
        state.starter = setup.starter.unwrap_or(setup.mover);
        state.game = setup.game.unwrap_or(1);
        state.last_winner = setup.last_winner;
        let bits = |seats: &Option<Vec<Seat>>, otherwise: u32| match seats {
            Some(seats) => seats.iter().fold(0, |all, s| all | 1 << s.0),
            None => otherwise,
        };
        state.moved = bits(&setup.moved, self.seats().fold(0, |all, s| all | 1 << s.0));
        state.played = bits(&setup.played, state.moved);
        state.played_match = bits(&setup.played_match, state.played);
        self.begin_turn(&mut state);
        state.moves_made = setup.moves_made;
        if let Some(n) = setup.moves_left {
            state.moves_left = n.max(1);
        }
        Ok(state)
    }
}

impl Position {
    /// The position as input for [`Engine::set_up`]. At the beginning of a turn the round trip
    /// gives the same position. What has been done in the turn, and the answers of an unfinished
    /// move, are lost.
    pub fn setup(&self, engine: &Engine) -> PositionSetup {
        let (model, layout, state) = (&engine.model, &engine.layout, &self.state);
        let places = (0..model.board.places.len()).map(|i| PlaceId(i as u8));
        let marks = (0..model.marks.len() as u16).map(MarkId);
        let notes = (0..model.notes.len() as u16).map(NoteId);
        let owner = |value: u8| (value != MARKED).then(|| Seat(value - 1));
        let marked = |slot: usize| Some(state.marks[slot]).filter(|v| *v != NO_MARK).map(owner);
        let seats_of = |bits: u32| engine.seats().filter(|s| bits >> s.0 & 1 == 1).collect();
        let each = |note: NoteId| {
            let seats = if model.notes[note.index()].of_each_player { model.seats() } else { 1 };
            engine.seats().take(seats)
        };
        PositionSetup {
            mover: state.mover,
            seeds: places.clone().map(|p| (p, self.seeds(p))).filter(|(_, n)| *n > 0).collect(),
            kinds: (0..model.kinds.len() as u16)
                .map(KindId)
                .flat_map(|k| places.clone().map(move |p| (p, k)))
                .map(|(p, k)| (p, k, state.of_kind(model, p, k)))
                .filter(|(.., n)| *n > 0)
                .collect(),
            marks: marks
                .clone()
                .flat_map(|m| places.clone().map(move |p| (p, m)))
                .filter_map(|(p, m)| Some((p, m, marked(layout.mark(m, p))?)))
                .collect(),
            player_marks: marks
                .flat_map(|m| engine.seats().map(move |s| (s, m)))
                .filter_map(|(s, m)| Some((s, m, marked(layout.player_mark(m, s))?)))
                .collect(),
            closed: state.closed.iter().collect(),
            stage: engine.seats().zip(state.stage.iter().copied()).collect(),
            again: engine.seats().zip(state.again.iter().copied()).collect(),
            moves_left: Some(state.moves_left),
            moves_made: state.moves_made,
            notes: notes
                .flat_map(|n| each(n).map(move |s| (n, s)))
                .map(|(n, s)| (n, s, state.notes[layout.note(n, s)]))
                .collect(),
            owners: (places.zip(&state.owners))
                .map(|(p, o)| (p, (*o != NOBODY).then_some(Seat(*o))))
                .collect(),
            game: Some(state.game),
            starter: Some(state.starter),
            last_winner: state.last_winner,
            moved: Some(seats_of(state.moved)),
            played: Some(seats_of(state.played)),
            played_match: Some(seats_of(state.played_match)),
        }
    }
}
