//! The protocol of `mnc engine`: requests and answers, one JSON object on each line.
//!
//! Requests are about a game that is being played, or about a text: what is found in it, what can be typed at a place,
//! what a word means. A [`GameSession`] holds one game and answers all requests; [`answer_text_request`] needs no
//! game and answers those about texts. A `GameSession` is a pure function of lines: no I/O, no
//! terminal, no clock. `request` parses a line; `setup` maps names to ids; the `*Answer` types are what is
//! serialised, and their field names are the protocol.
//!
//! A refused request changes nothing. Its answer is a `Refusal` with a stable code and, for an illegal
//! choice, the clause that forbids it. A position answer can be sent back as a `setup` request, except
//! in the middle of a move. Work that the engine gives up is reported as `too-much-work`.
//!
//! The answers are the JSON form of what they describe, with names in place of numbers: [`info()`] of a
//! game, [`position()`] of a position and its choices, [`event()`] of an event, [`clause()`] of a statement. A
//! program that embeds mnc can use them without a session.

mod clause;
mod event;
mod info;
mod lines;
mod named;
mod playout;
mod position;
mod refusal;
mod request;
mod session;
mod setup;
mod text;

pub use clause::{ClauseAnswer, clause};
pub use event::{EventAnswer, EventAnswerKind, event};
pub use info::{InfoAnswer, OptionAnswer, PlaceAnswer, PlayedAnswer, RangeAnswer, info, played};
pub use lines::Lines;
pub use named::OrderedMap;
pub use playout::{
    EndAnswer, MatchPlayerStatistics, MatchShareAnswer, MatchesAnswer, MeanAnswer,
    PlayerStatistics, PlayoutAnswer, ShareAnswer, matches, playout,
};
pub use position::{
    ChoiceAnswer, MarkAnswer, MatchAnswer, MovedAnswer, NoteAnswer, PositionAnswer, ResultAnswer,
    TurnAnswer, position,
};
pub use refusal::Refusal;
pub use session::GameSession;
pub use text::{SpanAnswer, answer_text_request};
