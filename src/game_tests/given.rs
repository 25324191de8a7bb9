//! Lays out the position of a test's `given` lines.

use super::run::TestRun;
use crate::engine::{Position, SetupError};
use crate::model::{Model, PlaceId};
use crate::span::Span;
use crate::syntax::ast::{Holding, TestState};

impl TestRun {
    /// Adds a holding; seeds of a kind are part of the place's seeds.
    pub(super) fn given_holding(&mut self, holding: &Holding, place: PlaceId, n: u16) {
        if let Some(name) = &holding.kind {
            let Some(kind) = self.kind(name) else { return };
            self.setup.kinds.push((place, kind, n));
        }
        match self.setup.seeds.iter_mut().find(|(known, _)| *known == place) {
            Some((_, there)) => *there = there.saturating_add(n),
            None => self.setup.seeds.push((place, n)),
        }
    }

    pub(super) fn given_state(&mut self, state: &TestState) {
        if let (Some(seat), Some(mark)) = (self.marked_player(state), &state.mark) {
            if let Some(id) = self.mark(mark) {
                self.setup.player_marks.push((seat, id, None));
            }
            return;
        }
        let Some(place) = self.named_place(&state.hole) else { return };
        let Some(mark) = &state.mark else {
            self.setup.closed.push(place);
            return;
        };
        let Some(id) = self.mark(mark) else { return };
        let owner = match &state.owner {
            Some(owner) => self.seat(owner),
            None if self.model().marks[id.index()].of_each_player => {
                self.model().board.places[place.index()].owner
            }
            None => None,
        };
        self.setup.marks.push((place, id, owner));
    }

    pub(super) fn position(&mut self, span: Span) -> Option<Position> {
        if self.position.is_none() {
            if !self.is_set_up {
                let (position, events) = self.engine.start(None);
                self.record_clauses(&events);
                self.position = Some(position);
            } else {
                match self.engine.set_up(&self.setup) {
                    Ok((position, events)) => {
                        self.record_clauses(&events);
                        self.over_at_once = position.is_over();
                        self.position = Some(position);
                    }
                    Err(error) => {
                        let help = "correct the `given` lines above".to_owned();
                        self.report_cannot_play(span, setup_error(self.model(), &error), help);
                    }
                }
            }
        }
        self.position.clone()
    }
}

fn setup_error(model: &Model, error: &SetupError) -> String {
    match error {
        SetupError::NotAHole(place) => format!("`{}` is not a hole", model.place(*place)),
        SetupError::TooMany(n) => format!("{n} seeds are too many"),
        SetupError::OfKind(place) => {
            format!("`{}` holds fewer seeds than that", model.place(*place))
        }
        SetupError::NoStage(n) => format!("there is no stage number {n}"),
    }
}
