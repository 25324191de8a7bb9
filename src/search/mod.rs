//! Searching the tree of a game, over the public face of the engine: counting, and computer players.

mod perft;
mod player;
mod tree;
mod worth;

pub use perft::{Perft, divide, perft};
pub use player::{Kind, Player, STRENGTHS, USUAL_STRENGTH};
