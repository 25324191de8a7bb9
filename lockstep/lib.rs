//! Many sowing games side by side, each step done in all of them at once.
//!
//! A [`Pack`] holds [`GAMES`]: of every number of a position a [`Row`], one of each game. What is done
//! is told by [`Op`]s, a list of steps made from the rules of a game; this crate knows nothing of
//! rules. It is a crate of its own since its loops must be optimised well, and take long to compile, even
//! where the rest is built for debugging.

// One number names a part, or a game, of several rows at once.
#![allow(clippy::needless_range_loop)]

mod cells;
mod draw;
mod far;
mod late;
mod moves;
mod numbers;
mod op;
mod pack;
mod past;
mod positions;
mod recent;
mod row;
mod sowing;
mod steps;
mod turn;
mod view;

pub use draw::{Draw, Draws, Seed};
pub use op::{At, Fixed, Num, Op, Plan, Reckoning, Ring, Share, TakeUp};
pub use pack::{Column, Pack, Tallies};
pub use row::{Cell, Fit, GAMES, Row, yes};
