//! A vector machine for sowing games: one instruction, many games.
//!
//! A [`Pack`] holds [`GAMES`] games. Each number of a position is a *cell*: a [`Row`] with one value for each
//! game. An [`Op`] reads and writes whole cells, so it runs in all games at once. Ops never branch on one
//! game; a *mask* (a cell of all-zeros or all-ones values) says where an op takes effect. [`Op::SkipUnless`]
//! skips ops that take effect in no game.
//!
//! Cells are numbered ([`CellId`]): first the lanes of the position, then the [`Register`]s that every game
//! has, then temporaries. Arithmetic that may not fit a cell uses 64-bit rows ([`WideId`]). A [`CellLayout`]
//! lists what ops refer to: the rings that are sown, the holes that can be chosen, the cells that identify a
//! position.
//!
//! The crate knows nothing of rules: `mnc` compiles a game to a list of ops and decides when to run which. It
//! is a crate of its own because its loops have to be optimised in debug builds too, and take long to
//! compile.
//!
//! - `steps` runs ops; `context` gives them access to the pack; `sowing`, `moves`, `numbers` and `turn`
//!   implement them. The loops have fixed lengths and no branches, and are compiled once for each instruction
//!   set.
//! - `repetition` finds positions that have occurred before. It compares 16-bit hashes of the last positions
//!   in all games at once (`window`). Older positions are compared as they come (`exact`, with whole
//!   positions in `positions` to confirm), or by hash every 64 turns (`deferred`): then a game that may have
//!   repeated a position too often is reported ([`Pack::take_suspects`]) and has to be replayed exactly.
//! - `draw` has counter-based random numbers: a draw depends on the sample's seed, the game, the decision and
//!   the attempt, and on nothing else.

// One index selects a part, or a game, of several rows at once.
#![allow(clippy::needless_range_loop)]
#![warn(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]

mod cells;
mod context;
mod draw;
mod moves;
mod numbers;
mod op;
mod pack;
mod repetition;
mod row;
mod sowing;
mod steps;
mod turn;

pub use draw::{GameRng, PackRng, SampleSeed};
pub use op::{ArithOp, CellId, CellLayout, Op, Pickup, Portion, Register, SowRing, WideId};
pub use pack::{CellView, Pack, Tallies};
pub use row::{CellRange, CellValue, GAMES, Row, mask};
