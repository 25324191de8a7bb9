//! Events in answers.

use super::clause::{ClauseAnswer, clause};
use super::named::OrderedMap;
use super::position::{NoteAnswer, note_names, note_value};
use crate::engine::{Direction, Event, EventKind};
use crate::model::{ClauseId, MarkId, Model, PlaceId, Seat};
use crate::notation::{choice_id, describe_event, is_news};
use crate::source::Sources;
use serde::Serialize;

/// An event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EventAnswer {
    /// The statement or default that caused it.
    pub clause: ClauseAnswer,
    /// The seat of the player who did it.
    pub seat: u8,
    /// The kind of event, with its data.
    #[serde(flatten)]
    pub kind: EventAnswerKind,
    /// For people.
    pub text: String,
    /// Whether people want to see it without asking; the others say why something happened.
    pub news: bool,
}

/// The kinds of events. See [`EventKind`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum EventAnswerKind {
    GameBegan {
        game: u16,
    },
    Placed,
    MovesFirst,
    SwappedSides,
    StageBegan {
        stage: String,
        of: Option<u8>,
    },
    TurnOf {
        moves: u16,
    },
    AtOnce,
    MovesNext,
    Barred {
        choice: String,
    },
    Chose {
        choice: String,
    },
    Drew {
        choice: String,
    },
    Sowed {
        lap: u32,
        from: Vec<String>,
        seeds: u16,
        to: String,
        direction: &'static str,
        by: Vec<ClauseAnswer>,
        /// Where each seed fell, in order.
        falls: Vec<String>,
    },
    SowedOn {
        laps: u32,
        seeds: u64,
        to: String,
    },
    Captured {
        from: OrderedMap<u16>,
    },
    Put {
        from: OrderedMap<u16>,
        to: String,
    },
    Fell {
        seed: String,
        place: String,
    },
    Among {
        seed: String,
        seeds: u16,
    },
    Filled {
        place: String,
        seeds: u16,
    },
    Closed {
        place: String,
    },
    Opened {
        place: String,
    },
    Marked {
        mark: String,
        place: String,
    },
    MarkedPlayer {
        mark: String,
        of: u8,
    },
    Unmarked {
        mark: String,
        place: String,
    },
    UnmarkedPlayer {
        mark: String,
        of: u8,
    },
    Noted {
        note: String,
        value: NoteAnswer,
    },
    Owns {
        place: String,
    },
    Passed,
    Again,
    AgainNext,
    MoveEnded,
    TurnEnded,
    Fitted,
    Undone,
    NoOneMeant,
    GivenUp,
    GameOver {
        winner: Option<u8>,
        loser: Option<u8>,
        scores: Vec<u32>,
    },
    MatchOver {
        winner: Option<u8>,
        loser: Option<u8>,
    },
}

/// An event as part of an answer.
pub fn event(model: &Model, sources: &Sources, event: &Event) -> EventAnswer {
    EventAnswer {
        clause: clause(model, sources, event.clause),
        seat: event.seat.0,
        kind: kind(model, sources, &event.kind),
        text: describe_event(model, event),
        news: is_news(model, event),
    }
}

fn kind(model: &Model, sources: &Sources, kind: &EventKind) -> EventAnswerKind {
    let place = |p: PlaceId| place(model, p);
    let mark = |mark: MarkId| model.marks[mark.index()].name.clone();
    let seats = |from: &[(PlaceId, u16)]| from.iter().map(|(p, n)| (place(*p), *n)).collect();
    let number = |seat: &Option<Seat>| seat.map(|s| s.0);
    let clauses = |by: &[ClauseId]| by.iter().map(|id| clause(model, sources, *id)).collect();
    match kind {
        EventKind::GameBegan(game) => EventAnswerKind::GameBegan { game: *game },
        EventKind::Placed => EventAnswerKind::Placed,
        EventKind::MovesFirst => EventAnswerKind::MovesFirst,
        EventKind::SwappedSides => EventAnswerKind::SwappedSides,
        EventKind::StageBegan(stage, of) => EventAnswerKind::StageBegan {
            stage: model.stages.get(stage.index()).map(|s| s.name.clone()).unwrap_or_default(),
            of: number(of),
        },
        EventKind::TurnOf(moves) => EventAnswerKind::TurnOf { moves: *moves },
        EventKind::AtOnce => EventAnswerKind::AtOnce,
        EventKind::MovesNext => EventAnswerKind::MovesNext,
        EventKind::Barred(choice) => EventAnswerKind::Barred { choice: choice_id(model, *choice) },
        EventKind::Chose(choice) => EventAnswerKind::Chose { choice: choice_id(model, *choice) },
        EventKind::Drew(choice) => EventAnswerKind::Drew { choice: choice_id(model, *choice) },
        EventKind::Sowed { lap, from, seeds, to, sense, by, falls } => EventAnswerKind::Sowed {
            lap: *lap,
            from: from.iter().map(|p| place(*p)).collect(),
            seeds: *seeds,
            to: place(*to),
            direction: match sense {
                Direction::Anticlockwise => "anticlockwise",
                Direction::Clockwise => "clockwise",
            },
            by: clauses(by),
            falls: falls.iter().map(|p| place(*p)).collect(),
        },
        EventKind::SowedOn { laps, seeds, to } => {
            EventAnswerKind::SowedOn { laps: *laps, seeds: *seeds, to: place(*to) }
        }
        EventKind::Captured { from } => EventAnswerKind::Captured { from: seats(from) },
        EventKind::Put { from, to } => EventAnswerKind::Put { from: seats(from), to: place(*to) },
        EventKind::Fell(of, p) => {
            EventAnswerKind::Fell { seed: model.seed(Some(*of)).into(), place: place(*p) }
        }
        EventKind::Among(of, n) => {
            EventAnswerKind::Among { seed: model.seed(Some(*of)).into(), seeds: *n }
        }
        EventKind::Filled(p, n) => EventAnswerKind::Filled { place: place(*p), seeds: *n },
        EventKind::Closed(p) => EventAnswerKind::Closed { place: place(*p) },
        EventKind::Opened(p) => EventAnswerKind::Opened { place: place(*p) },
        EventKind::Marked(m, p) => EventAnswerKind::Marked { mark: mark(*m), place: place(*p) },
        EventKind::MarkedPlayer(m, s) => EventAnswerKind::MarkedPlayer { mark: mark(*m), of: s.0 },
        EventKind::Unmarked(m, p) => EventAnswerKind::Unmarked { mark: mark(*m), place: place(*p) },
        EventKind::UnmarkedPlayer(m, s) => {
            EventAnswerKind::UnmarkedPlayer { mark: mark(*m), of: s.0 }
        }
        EventKind::Noted(note, value) => {
            let kind = model.notes[note.index()].kind;
            let name = note_names(model).swap_remove(note.index());
            EventAnswerKind::Noted { note: name, value: note_value(model, kind, *value) }
        }
        EventKind::Owns(p) => EventAnswerKind::Owns { place: place(*p) },
        EventKind::Passed => EventAnswerKind::Passed,
        EventKind::Again => EventAnswerKind::Again,
        EventKind::AgainNext => EventAnswerKind::AgainNext,
        EventKind::MoveEnded => EventAnswerKind::MoveEnded,
        EventKind::TurnEnded => EventAnswerKind::TurnEnded,
        EventKind::Fitted => EventAnswerKind::Fitted,
        EventKind::Undone => EventAnswerKind::Undone,
        EventKind::NoOneMeant => EventAnswerKind::NoOneMeant,
        EventKind::GivenUp => EventAnswerKind::GivenUp,
        EventKind::GameOver { verdict, scores } => EventAnswerKind::GameOver {
            winner: number(&verdict.winner()),
            loser: number(&verdict.loser()),
            scores: scores.to_vec(),
        },
        EventKind::MatchOver { verdict } => EventAnswerKind::MatchOver {
            winner: number(&verdict.winner()),
            loser: number(&verdict.loser()),
        },
    }
}

/// The id of a place; the sowing hand and the captured seeds count as places here.
fn place(model: &Model, place: PlaceId) -> String {
    match model.board.places.get(place.index()) {
        Some(place) => place.id.clone(),
        None if place.is_sowing_hand() => "hand".into(),
        None => "captured".into(),
    }
}
