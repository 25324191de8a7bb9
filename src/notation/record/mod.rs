//! Records of games: what was chosen, turn by turn, as text that people can read and write.
//!
//! ```text
//! mnc record 1
//! game "Hoyito"
//! rules 3fa94c12b07de8a1
//! variation "own sense"
//! option columns = 6
//! first South
//! player South human
//! player North search:2
//! seed 42
//!
//!   1. South  a1, clockwise
//!   2. North  e2, anticlockwise
//! result South wins 28 to 20
//!
//! game 2
//!   1. South  b1
//! ```
//!
//! A line that begins with `#` is a comment.

mod parse;
mod replay;
mod trail;

pub use parse::RecordError;
pub use replay::{ReplayError, play_choices};
pub use trail::{Trail, TrailStep};

use super::canonical::fingerprint;
use super::event::{final_result, outcome_text};
use crate::engine::{Decider, Position};
use crate::model::Model;
use std::collections::BTreeMap;
use std::fmt;

/// The form of records that this program writes and reads.
pub const RECORD_VERSION: u32 = 1;

/// The name in a record of chance, which draws lots.
const LOT: &str = "lot";

/// The name in a record of who decides.
pub fn name_in_record(model: &Model, decider: Decider) -> &str {
    decider.seat().map_or(LOT, |seat| model.player(seat))
}

/// A record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// The game's name.
    pub game: String,
    /// The fingerprint of the model; `None` in a record written by hand.
    pub rules: Option<String>,
    /// The file name of the description; `None` for a shipped game.
    pub description: Option<String>,
    /// The variations chosen, in order.
    pub variations: Vec<String>,
    /// The options and their values.
    pub options: BTreeMap<String, String>,
    /// The player who moves first in the first game, and the line that says so, from 1 (0: the record was not read from
    /// a text); `None`: as the description defines.
    pub first: Option<(String, usize)>,
    /// Who plays each seat: `human`, `search:2`.
    pub players: Vec<(String, String)>,
    /// The random seed of the computer players.
    pub seed: Option<u64>,
    /// The games of the match, in order.
    pub games: Vec<GameRecord>,
    /// The result of a match of several games, if it is over, and the line of the record.
    pub match_result: Option<(String, usize)>,
}

/// One game of a match.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameRecord {
    /// Its turns.
    pub turns: Vec<TurnRecord>,
    /// Its result, and the line of the record.
    pub result: Option<(String, usize)>,
    /// The line of the record where it begins.
    pub line: usize,
}

/// The choices of a player in a turn, or in their part of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TurnRecord {
    /// The player.
    pub player: String,
    /// The choices, in order.
    pub choices: Vec<String>,
    /// The line of the record.
    pub line: usize,
}

/// Why there is no record of a trail: a record names every choice since the beginning of a first game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IncompleteTrail {
    /// It begins at a position that was set up by hand.
    SetUp,
    /// Its first steps have been dropped.
    StepsDropped,
}

impl fmt::Display for IncompleteTrail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            IncompleteTrail::SetUp => {
                "a game that begins at a position set up by hand has no record"
            }
            IncompleteTrail::StepsDropped => "the first choices of this game have been dropped",
        })
    }
}

impl std::error::Error for IncompleteTrail {}

impl Record {
    /// The record of a trail, without the players and the file of the description.
    ///
    /// # Errors
    /// The trail does not go back to the beginning of a first game.
    pub fn of(trail: &Trail) -> Result<Record, IncompleteTrail> {
        let model = trail.engine().model();
        let first = trail.first().ok_or(IncompleteTrail::SetUp)?;
        if trail.dropped_steps() > 0 {
            return Err(IncompleteTrail::StepsDropped);
        }
        let (games, match_result) = trail.games();
        Ok(Record {
            game: model.name.clone(),
            rules: Some(fingerprint(model)),
            variations: model.variations.clone(),
            options: model.options.clone(),
            first: Some((model.player(first).to_owned(), 0)),
            games,
            match_result,
            ..Record::default()
        })
    }

    /// The number of choices.
    pub fn choices(&self) -> usize {
        self.games.iter().flat_map(|g| &g.turns).map(|t| t.choices.len()).sum()
    }
}

/// `South wins 28 to 20`; `None` until the game is over.
pub fn game_result(model: &Model, position: &Position) -> Option<String> {
    position.result().map(|r| outcome_text(model, r.verdict, &r.scores))
}

/// `South wins`; `None` until a match of more than one game is over.
pub fn match_result(model: &Model, position: &Position) -> Option<String> {
    let status = position.match_status();
    (position.is_over() && status.over && model.next_game.is_some())
        .then(|| final_result(model, status.verdict))
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "mnc record {RECORD_VERSION}")?;
        writeln!(f, "game \"{}\"", self.game)?;
        if let Some(rules) = &self.rules {
            writeln!(f, "rules {rules}")?;
        }
        if let Some(file) = &self.description {
            writeln!(f, "description {file}")?;
        }
        for variation in &self.variations {
            writeln!(f, "variation \"{variation}\"")?;
        }
        for (option, value) in &self.options {
            writeln!(f, "option {option} = {value}")?;
        }
        if let Some((first, _)) = &self.first {
            writeln!(f, "first {first}")?;
        }
        for (seat, who) in &self.players {
            writeln!(f, "player {seat} {who}")?;
        }
        if let Some(seed) = self.seed {
            writeln!(f, "seed {seed}")?;
        }
        let names = self.games.iter().flat_map(|g| &g.turns).map(|t| t.player.chars().count());
        let room = names.max().unwrap_or(0);
        for (i, game) in self.games.iter().enumerate() {
            writeln!(f)?;
            if i > 0 {
                writeln!(f, "game {}", i + 1)?;
            }
            for (n, turn) in game.turns.iter().enumerate() {
                let (player, choices) = (&turn.player, turn.choices.join(", "));
                writeln!(f, "{:>3}. {player:<room$}  {choices}", n + 1)?;
            }
            if let Some((result, _)) = &game.result {
                writeln!(f, "result {result}")?;
            }
        }
        if let Some((result, _)) = &self.match_result {
            writeln!(f, "match {result}")?;
        }
        Ok(())
    }
}
