//! Snapshots of an execution, to undo an action.

use super::execution::{EndCause, Execution, LapFacts, LastCapture};
use super::kinds::SeedKinds;
use super::position::FinalResult;
use super::state::State;
use crate::model::{PlaceSetBits, Seat};
use smallvec::SmallVec;

/// The facts of an execution before an action.
pub(super) struct UndoState {
    state: State,
    hand: u16,
    kinds: Option<Box<SeedKinds>>,
    lap: LapFacts,
    first_lap: LapFacts,
    captured: bool,
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

impl Execution<'_> {
    /// Takes a snapshot.
    pub(super) fn undo_state(&self) -> UndoState {
        UndoState {
            state: self.state.clone(),
            hand: self.hand,
            kinds: self.kinds.clone(),
            lap: self.lap,
            first_lap: self.first_lap,
            captured: self.move_captured,
            captured_from: self.captured_from,
            first_lap_captured_from: self.first_lap_captured_from,
            last_capture: self.last_capture,
            acted: self.acted,
            passed: self.passed,
            again: self.again,
            stage_ended: self.stage_ended,
            ended: self.ended,
            match_won: self.match_won,
            moves_first: self.moves_first,
            filled: self.filled.clone(),
        }
    }

    /// Restores a snapshot.
    pub(super) fn undo(&mut self, before: UndoState) {
        *self.state = before.state;
        self.hand = before.hand;
        self.kinds = before.kinds;
        self.lap = before.lap;
        self.first_lap = before.first_lap;
        self.move_captured = before.captured;
        self.captured_from = before.captured_from;
        self.first_lap_captured_from = before.first_lap_captured_from;
        self.last_capture = before.last_capture;
        self.acted = before.acted;
        self.passed = before.passed;
        self.again = before.again;
        self.stage_ended = before.stage_ended;
        self.ended = before.ended;
        self.match_won = before.match_won;
        self.moves_first = before.moves_first;
        self.filled = before.filled;
    }
}
