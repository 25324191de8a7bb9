//! Snapshots of an execution, to undo an action.

use super::execution::{EndCause, Execution, LapFacts, LastCapture};
use super::kinds::SeedKinds;
use super::parts::{copied_part_of_execution, part_of_execution};
use super::position::FinalResult;
use super::state::State;
use crate::model::{PlaceSetBits, Seat};
use smallvec::SmallVec;

/// An execution before an action.
pub(super) struct UndoState {
    state: State,
    facts: UndoFacts,
}

copied_part_of_execution! {
    /// All that an action that can be undone changes, besides the state.
    struct UndoFacts of Execution<'_> {
        hand: u16,
        kinds: Option<Box<SeedKinds>>,
        lap: LapFacts,
        first_lap: LapFacts,
        move_captured: bool,
        captured_from: PlaceSetBits,
        first_lap_captured_from: PlaceSetBits,
        last_capture: LastCapture,
        acted: bool,
        passed: bool,
        again: bool,
        stage_ended: bool,
        ended: Option<EndCause>,
        match_won: Option<FinalResult>,
        moves_first: Option<Seat>,
        filled: SmallVec<[u16; 4]>,
    }
    without { .. }
}

impl Execution<'_> {
    /// Takes a snapshot.
    pub(super) fn undo_state(&self) -> UndoState {
        UndoState { state: self.state.clone(), facts: UndoFacts::of(self) }
    }

    /// Restores a snapshot.
    pub(super) fn undo(&mut self, mut before: UndoState) {
        *self.state = before.state;
        before.facts.exchange(self);
    }
}
