//! The protocol of `mnc engine`: requests and answers, one JSON object a line.
//!
//! A [`Session`] holds a game that is being played and answers requests. It reads and writes text
//! only, so a program, a page or a test can drive it without a terminal. A request that makes no sense
//! is answered by an error object and changes nothing.
//!
//! The answers are the JSON form of what they tell, with names in place of numbers: [`info()`] of a game,
//! [`position()`] of a position and its choices, [`event()`] of an event, [`clause()`] of a statement. A program
//! that embeds mnc can use them without a session.

mod clause;
mod event;
mod info;
mod lines;
mod named;
mod position;
mod refusal;
mod request;
mod session;
mod setup;

pub use clause::{ClauseAnswer, clause};
pub use event::{EventAnswer, Kind as EventKindAnswer, event};
pub use info::{InfoAnswer, OptionAnswer, PlaceAnswer, RangeAnswer, info};
pub use lines::Lines;
pub use named::Named;
pub use position::{
    ChoiceAnswer, MarkAnswer, MatchAnswer, MovedAnswer, NoteAnswer, PositionAnswer, ResultAnswer,
    TurnAnswer, position,
};
pub use refusal::Refusal;
pub use session::Session;
