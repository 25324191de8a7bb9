//! Choices, events, positions and records of games as text that people can read and type.

mod choice;

pub use choice::{choice_id, parse_choice};
