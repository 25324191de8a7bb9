//! Computer players.

use super::tree::Tree;
use crate::engine::{Choice, Engine, Position};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// Who chooses for a seat, where it is not a person.
pub trait Player {
    /// What it chooses; `None` where nobody is to choose.
    ///
    /// The same seed, position and `moment` (how many choices have been made before) give the same
    /// choice, whatever was asked before; so a game can be taken up again where it was left.
    /// `enough` may end a long thought early, with the best choice found until then.
    fn choose(
        &self,
        engine: &Arc<Engine>,
        position: &Position,
        moment: u64,
        enough: &dyn Fn() -> bool,
    ) -> Option<Choice>;
}

/// The kinds of computer players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Any legal choice, by lot.
    Random,
    /// Looks ahead; the greater the number from 1 to [`STRENGTHS`], the further.
    Search(u8),
}

/// How many strengths of [`Kind::Search`] there are.
pub const STRENGTHS: u8 = 4;
/// The strength where none is said.
pub const USUAL_STRENGTH: u8 = 2;

impl Kind {
    /// A player of this kind for a game.
    pub fn player(self, engine: &Arc<Engine>, seed: u64) -> Box<dyn Player> {
        match self {
            Kind::Random => Box::new(Lots { seed }),
            Kind::Search(strength) => Box::new(Tree::new(engine, strength, seed)),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Random => f.write_str("random"),
            Kind::Search(strength) => write!(f, "search:{strength}"),
        }
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Kind, String> {
        let text = text.trim().to_lowercase();
        match text.split_once([':', ' ']) {
            None if text == "random" => return Ok(Kind::Random),
            None if text == "search" => return Ok(Kind::Search(USUAL_STRENGTH)),
            Some(("search", strength)) => {
                if let Ok(strength @ 1..=STRENGTHS) = strength.trim().parse() {
                    return Ok(Kind::Search(strength));
                }
            }
            _ => {}
        }
        Err(format!("`{text}` is no player; say random, or search:1 to search:{STRENGTHS}"))
    }
}

/// Chance for one thought: the same for the same seed, position and moment.
pub(super) fn chance(seed: u64, position: &Position, moment: u64) -> ChaCha8Rng {
    let mut bytes = [0; 32];
    for (part, value) in bytes.chunks_mut(8).zip([seed, position.hash(), moment, 0]) {
        part.copy_from_slice(&value.to_le_bytes());
    }
    ChaCha8Rng::from_seed(bytes)
}

/// Any of some choices.
pub(super) fn any(choices: &[Choice], chance: &mut ChaCha8Rng) -> Option<Choice> {
    match choices {
        [] => None,
        many => many.get(chance.random_range(0..many.len())).copied(),
    }
}

/// Chooses by lot.
struct Lots {
    seed: u64,
}

impl Player for Lots {
    fn choose(
        &self,
        engine: &Arc<Engine>,
        position: &Position,
        moment: u64,
        _enough: &dyn Fn() -> bool,
    ) -> Option<Choice> {
        any(&engine.choices(position), &mut chance(self.seed, position, moment))
    }
}
