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
    /// The choice.
    pub choice: Choice,
    /// The expected result for the player who chooses, from -1 (lost) over 0 (even) to 1 (won);
    /// `None` if there was no search: there was only one choice, or the player chooses at random.
    pub expected: Option<f64>,
    /// The share of the search's visits that went through this choice, from 0 to 1.
    pub share: f64,
    /// The number of positions visited.
    pub positions: u64,
}

impl Thought {
    /// A choice without search.
    pub(super) fn without_search(choice: Choice) -> Thought {
        Thought { choice, expected: None, share: 1.0, positions: 0 }
    }
}

/// Chooses for a seat. A front end may keep it in another thread.
pub trait ComputerPlayer: Send {
    /// The player's choice; `None` if the game is over.
    ///
    /// The same seed, position and `moment` (number of choices made before) give the same choice,
    /// whatever was asked before; so a game can be resumed. `stop` ends a search early, with the
    /// best choice found so far.
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
#[non_exhaustive]
pub enum PlayerKind {
    /// A random legal choice.
    Random,
    /// Tree search; the strength is from 1 to [`STRENGTHS`].
    Search(u8),
}

/// The number of strengths of [`PlayerKind::Search`].
pub const STRENGTHS: u8 = 4;
/// The strength if none is given.
pub const DEFAULT_STRENGTH: u8 = 2;

impl PlayerKind {
    /// Creates a player of this kind for a game.
    pub fn player(self, engine: &Engine, seed: u64) -> Box<dyn ComputerPlayer> {
        self.player_with_runner(engine, seed, runner::RunnerKind::Plan)
    }

    /// The same, with a given runner. All runners give the same choices, some faster.
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

/// A text that names no kind of computer player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownPlayer {
    /// The text, in lower case.
    pub text: String,
}

impl fmt::Display for UnknownPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = &self.text;
        write!(f, "`{text}` is not a player; write random, or search:1 to search:{STRENGTHS}")
    }
}

impl std::error::Error for UnknownPlayer {}

impl FromStr for PlayerKind {
    type Err = UnknownPlayer;

    fn from_str(text: &str) -> Result<PlayerKind, UnknownPlayer> {
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
        Err(UnknownPlayer { text })
    }
}

/// The random numbers of one choice: the same for the same seed, position and moment.
pub(super) fn thought_rng(seed: u64, position: &Position, moment: u64) -> ChaCha8Rng {
    let mut bytes = [0; 32];
    for (part, value) in bytes.chunks_mut(8).zip([seed, position.hash(), moment, 0]) {
        part.copy_from_slice(&value.to_le_bytes());
    }
    ChaCha8Rng::from_seed(bytes)
}

/// Chooses at random.
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
