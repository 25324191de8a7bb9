//! The protocol of `mnc engine`: requests and answers, one JSON object on each line.
//!
//! A [`GameSession`] holds one game and answers requests. It is a pure function of lines: no I/O, no
//! terminal, no clock. `request` parses a line; `setup` maps names to ids; the `*Answer` types are what is
//! serialised, and their field names are the protocol.
//!
//! A refused request changes nothing. Its answer is a `Refusal` with a stable code and, for an illegal
//! choice, the clause that forbids it. A position answer can be sent back as a `setup` request, except
//! in the middle of a move. Work that the engine gives up is reported as `too-much-work`.

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

pub use info::{OptionAnswer, info};
pub use lines::Lines;
pub use position::{PositionAnswer, position};
pub use session::GameSession;
