//! Computer players: they search the tree of a game through the public face of the runner.

mod evaluation;
mod player;
mod tree;

pub use player::{Kind, Player, STRENGTHS, Thought, USUAL_STRENGTH, UnknownPlayer};
