//! Computer players: they search the game tree through the public API of the runner.
//!
//! [`ComputerPlayer`] is the trait, [`PlayerKind`] the list of players. The search player runs
//! Monte Carlo tree search with UCT, limited by decisions and work, not by time.

mod evaluation;
mod player;
mod solve;
mod tree;

pub use player::{ComputerPlayer, DEFAULT_STRENGTH, PlayerKind, STRENGTHS, Thought, UnknownPlayer};
pub use solve::{EndlessPlay, Solution, SolvedResult, Unsolved, solve};
