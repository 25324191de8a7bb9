//! Computer players.

use super::tree::TreePlayer;
use crate::engine::{Choice, Engine, Position};
use crate::runner;
use crate::stop::StopFlag;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use std::fmt;
use std::str::FromStr;

/// A computer player's choice, and what it expects.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Thought {
    /// What it chooses.
    pub choice: Choice,
    /// What it expects for the player who chooses, from -1 (lost) over 0 (even) to 1 (won); `None` where it
    /// did not look ahead, since there was one choice only or it chooses at random.
    pub expected: Option<f64>,
    /// How much of what it looked at was below this choice, from 0 to 1.
    pub share: f64,
    /// How many positions it has looked at.
    pub positions: u64,
}

impl Thought {
    /// A choice made without looking ahead.
    pub(super) fn without_search(choice: Choice) -> Thought {
        Thought { choice, expected: None, share: 1.0, positions: 0 }
    }
}

/// Makes the choices of a seat, instead of a person.
pub trait ComputerPlayer {
    /// What it chooses; `None` where nobody is to choose.
    ///
    /// The same seed, position and `moment` (how many choices have been made before) give the same
    /// choice, whatever was asked before; so a game can be resumed where it was left. `stop` ends a
    /// search early, with the best choice found until then.
    fn think(
        &mut self,
        engine: &Engine,
        position: &Position,
        moment: u64,
        stop: &StopFlag,
    ) -> Option<Thought>;
}

/// The kinds of computer players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayerKind {
    /// Any legal choice, by lot.
    Random,
    /// Looks ahead; the greater the number from 1 to [`STRENGTHS`], the further.
    Search(u8),
}

/// How many strengths of [`PlayerKind::Search`] there are.
pub const STRENGTHS: u8 = 4;
/// The strength where none is said.
pub const DEFAULT_STRENGTH: u8 = 2;

impl PlayerKind {
    /// A player of this kind for a game.
    pub fn player(self, engine: &Engine, seed: u64) -> Box<dyn ComputerPlayer> {
        self.player_with_runner(engine, seed, runner::RunnerKind::Plan)
    }

    /// The same, looking ahead by that way of running. All of them choose the same, some faster.
    pub fn player_with_runner(
        self,
        engine: &Engine,
        seed: u64,
        by: runner::RunnerKind,
    ) -> Box<dyn ComputerPlayer> {
        match self {
            PlayerKind::Random => Box::new(RandomPlayer { seed }),
            PlayerKind::Search(strength) => Box::new(TreePlayer::new(engine, strength, seed, by)),
        }
    }
}

impl fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerKind::Random => f.write_str("random"),
            PlayerKind::Search(strength) => write!(f, "search:{strength}"),
        }
    }
}

impl FromStr for PlayerKind {
    type Err = String;

    fn from_str(text: &str) -> Result<PlayerKind, String> {
        let text = text.trim().to_lowercase();
        match text.split_once([':', ' ']) {
            None if text == "random" => return Ok(PlayerKind::Random),
            None if text == "search" => return Ok(PlayerKind::Search(DEFAULT_STRENGTH)),
            Some(("search", strength)) => {
                if let Ok(strength @ 1..=STRENGTHS) = strength.trim().parse() {
                    return Ok(PlayerKind::Search(strength));
                }
            }
            _ => {}
        }
        Err(format!("`{text}` is not a player; write random, or search:1 to search:{STRENGTHS}"))
    }
}

/// Chance for one thought: the same for the same seed, position and moment.
pub(super) fn thought_rng(seed: u64, position: &Position, moment: u64) -> ChaCha8Rng {
    let mut bytes = [0; 32];
    for (part, value) in bytes.chunks_mut(8).zip([seed, position.hash(), moment, 0]) {
        part.copy_from_slice(&value.to_le_bytes());
    }
    ChaCha8Rng::from_seed(bytes)
}

/// Chooses by lot.
struct RandomPlayer {
    seed: u64,
}

impl ComputerPlayer for RandomPlayer {
    fn think(
        &mut self,
        engine: &Engine,
        position: &Position,
        moment: u64,
        _stop: &StopFlag,
    ) -> Option<Thought> {
        let mut chance = thought_rng(self.seed, position, moment);
        engine.choices(position).choose(&mut chance).copied().map(Thought::without_search)
    }
}
