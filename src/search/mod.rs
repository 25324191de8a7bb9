//! Searching the tree of a game, over the public face of the engine.

mod perft;

pub use perft::{Perft, divide, perft};
