//! Lays out the position of a test's `given` lines.

use super::run::TestRun;
use crate::engine::{Position, SetupError};
use crate::model::{Model, NoteId, NoteKind, NoteValue, PlaceId, Seat};
use crate::span::Span;
use crate::syntax::ast::{AstValue, Holding, Name, TestState};

/// The greatest number that a note of a test can hold.
const MOST_NOTED: i64 = 1_000_000_000;

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

    /// Gives a note its value; the later of two lines about the same note counts.
    pub(super) fn given_note(&mut self, name: &Name, value: &AstValue, owner: Option<&Name>) {
        let Some(id) = self.note(name) else { return };
        let Some(value) = self.note_value(id, name, value) else { return };
        let of_each_player = self.model().notes[id.index()].of_each_player;
        let seat = match (of_each_player, owner) {
            (true, Some(owner)) => self.seat(owner),
            (false, None) => Some(Seat(0)),
            (true, None) => {
                let message = format!("each player has a note `{}`", name.text);
                let help = format!("say whose it is: add `for {}`", self.model().player(Seat(0)));
                self.report_cannot_play(name.span, message, help);
                None
            }
            (false, Some(owner)) => {
                let message = format!("`{}` is not a note of each player", name.text);
                let help = format!("leave `for {}` out", owner.text);
                self.report_cannot_play(owner.span, message, help);
                None
            }
        };
        if let Some(seat) = seat {
            self.setup.notes.push((id, seat, value));
        }
    }

    /// The value of a note as the engine keeps it.
    fn note_value(&mut self, id: NoteId, name: &Name, value: &AstValue) -> Option<i32> {
        let kind = self.model().notes[id.index()].kind;
        let (word, span) = match value {
            AstValue::Number(n, span) if kind == NoteKind::Number => {
                let n = i32::try_from(*n).ok().filter(|n| i64::from(*n) <= MOST_NOTED);
                if n.is_none() {
                    let help = format!("a note holds at most {MOST_NOTED}");
                    self.report_cannot_play(*span, "this number is too great".to_owned(), help);
                }
                return n;
            }
            AstValue::Number(_, span) => (None, *span),
            AstValue::Word(word) => (Some(word), word.span),
        };
        let of = |value: NoteValue| Some(i32::from(value.number()));
        let (holds, example) = match (kind, word) {
            (NoteKind::Place, Some(place)) => {
                return self.named_place(place).and_then(|place| of(NoteValue::Place(place)));
            }
            (NoteKind::Yes, Some(word)) if word.text == "yes" => return of(NoteValue::Yes(true)),
            (NoteKind::Yes, Some(word)) if word.text == "no" => return of(NoteValue::Yes(false)),
            (NoteKind::Direction, Some(word)) if word.text == "anticlockwise" => {
                return of(NoteValue::Anticlockwise);
            }
            (NoteKind::Direction, Some(word)) if word.text == "clockwise" => {
                return of(NoteValue::Clockwise);
            }
            (NoteKind::Number, _) => ("a number", "3"),
            (NoteKind::Yes, _) => ("yes or no", "yes"),
            (NoteKind::Direction, _) => ("a direction", "clockwise"),
            (NoteKind::Place, None) => ("a place", "a1"),
        };
        let help = format!("write for example `given {} is {example}`", name.text);
        self.report_cannot_play(span, format!("`{}` holds {holds}", name.text), help);
        None
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
