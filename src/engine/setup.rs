//! Positions that are set up by hand, for tests, problems and other programs.

use super::position::{History, Position};
use super::state::{MARKED, State};
use super::{Engine, Event};
use crate::model::{
    Action, Base, Cases, Deed, MarkId, Model, NoteId, PlaceId, PlaceKind, PlacePhrase, Seat, Source,
};

/// A position told from outside; what is not named is empty, open, unmarked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setup {
    /// Who is about to move.
    pub mover: Seat,
    /// Seeds of places.
    pub seeds: Vec<(PlaceId, u16)>,
    /// Marks of places, each with its owner.
    pub marks: Vec<(PlaceId, MarkId, Option<Seat>)>,
    /// Holes out of play.
    pub closed: Vec<PlaceId>,
    /// The stage each player is in; the first if not said.
    pub stage: Vec<(Seat, u8)>,
    /// Moves owed to players at their next turn (of the player about to move: now).
    pub owed: Vec<(Seat, u16)>,
    /// Moves left in the turn, if more than one.
    pub moves_left: Option<u16>,
    /// Notes; whose, if each player has one.
    pub notes: Vec<(NoteId, Seat, i32)>,
    /// Owners of holes, where they are not as the board says.
    pub owners: Vec<(PlaceId, Option<Seat>)>,
    /// Which game of the match.
    pub game: Option<u16>,
    /// Who moved first in this game.
    pub starter: Option<Seat>,
    /// Players who have moved in this game; all, if not said.
    pub moved: Option<Vec<Seat>>,
}

/// What is wrong with a position told from outside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetupError {
    /// Seeds in a closed hole.
    SeedsInClosed(PlaceId),
    /// Something other than a hole cannot be closed.
    NotAHole(PlaceId),
    /// More than 65,535 seeds in all.
    TooMany(u64),
    /// There is no such stage.
    NoStage(u8),
}

impl Engine {
    /// The position told; forced passes are made, and the game may turn out to be over.
    ///
    /// # Errors
    /// See [`SetupError`].
    pub fn set_up(&self, setup: &Setup) -> Result<(Position, Vec<Event>), SetupError> {
        let model = &self.model;
        let total: u64 = setup.seeds.iter().map(|(_, n)| u64::from(*n)).sum();
        if total > u64::from(u16::MAX) {
            return Err(SetupError::TooMany(total));
        }
        let mut state = State::empty(model);
        for &(place, n) in &setup.seeds {
            state.seeds[place.index()] = n;
        }
        for &place in &setup.closed {
            if model.board.places.get(place.index()).is_none_or(|p| p.kind != PlaceKind::Hole) {
                return Err(SetupError::NotAHole(place));
            }
            if state.seeds[place.index()] > 0 {
                return Err(SetupError::SeedsInClosed(place));
            }
            state.closed.insert(place);
        }
        for &(place, mark, owner) in &setup.marks {
            let slot = self.layout.mark(mark, place);
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
            let holes = &model.board.places[..model.board.holes];
            state.owners = holes.iter().map(|p| p.owner.map_or(255, |s| s.0)).collect();
            for &(place, owner) in &setup.owners {
                if let Some(slot) = state.owners.get_mut(place.index()) {
                    *slot = owner.map_or(255, |s| s.0);
                }
            }
        }
        for &(seat, n) in &setup.owed {
            state.owed[seat.index()] = n;
        }
        state.mover = setup.mover;
        state.starter = setup.starter.unwrap_or(setup.mover);
        state.game = setup.game.unwrap_or(1);
        let everyone = || self.seats().collect::<Vec<_>>();
        for seat in setup.moved.clone().unwrap_or_else(everyone) {
            state.moved |= 1 << seat.0;
        }
        state.played = state.moved;
        state.played_match = state.moved;
        self.begin_turn(&mut state);
        if let Some(n) = setup.moves_left {
            state.moves_left = n.max(1);
        }
        let mut events = Vec::new();
        let position = self.arrive(state, History::new(), Some(&mut events));
        Ok((position, events))
    }
}

/// Whether anything in a game can take seeds out of a store, a hand, or a place that nobody owns.
pub(crate) fn captures_can_return(model: &Model) -> bool {
    let rules = model.stages.iter().map(|s| &s.rules);
    let mut lists = rules.flat_map(|r| {
        [
            &r.moves,
            &r.before_each_lap,
            &r.each_seed,
            &r.last_seed,
            &r.after_capture,
            &r.after_move,
            &r.end,
            &r.end_at_any_time,
        ]
    });
    lists.any(cases_return) || model.words.iter().any(|w| cases_return(&w.cases))
}

fn cases_return(cases: &Cases) -> bool {
    cases.lists.iter().flatten().flat_map(|c| &c.actions).any(returns)
}

fn returns(action: &Action) -> bool {
    let source = |s: &Source| s.places.parts.iter().any(beyond_holes);
    match &action.deed {
        Deed::Sow(sow) => source(&sow.source),
        Deed::SowInOrder(classes) => classes.iter().any(|c| source(&c.sow.source)),
        Deed::Put(from, _) => source(from),
        Deed::Fill { .. } => true,
        Deed::Either(actions) => actions.iter().any(returns),
        Deed::Cases(cases) | Deed::Repeat { cases, .. } => cases_return(cases),
        _ => false,
    }
}

fn beyond_holes(phrase: &PlacePhrase) -> bool {
    match &phrase.base {
        Base::Holes | Base::It | Base::Candidate | Base::Run { .. } => false,
        Base::Along { holes_only, .. } => !holes_only,
        Base::Union(places) => places.parts.iter().any(beyond_holes),
        _ => true,
    }
}
