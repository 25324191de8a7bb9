//! Computer players: they search the tree of a game through the public face of the runner.

mod evaluation;
mod player;
mod tree;

pub use player::{ComputerPlayer, DEFAULT_STRENGTH, PlayerKind, STRENGTHS, Thought, UnknownPlayer};
