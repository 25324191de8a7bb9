//! The protocol of `mnc engine`: requests and answers, one JSON object a line.
//!
//! A [`GameSession`] holds a game that is being played and answers requests. It reads and writes text
//! only, so a program, a page or a test can drive it without a terminal. A request that makes no sense
//! is answered by an error object and changes nothing.

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
