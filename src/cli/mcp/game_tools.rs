//! The tools about games.

use super::arguments::GameArgument;
use super::tools::{Tool, ToolAnswer};
use crate::cli::compare::{self, CompareFormat};
use crate::cli::game::PlayableGame;
use crate::cli::replay::ReplayPrinter;
use crate::cli::{Output, list, play, playout, show_game};
use mnc::compare::{CompareLimits, Sampling};
use mnc::notation::{Record, play_choices};
use mnc::runner::{MatchSample, Sample};
use mnc::stop::StopFlag;
use schemars::JsonSchema;
use serde::Deserialize;
use std::io::{self, Write};

/// The greatest number of random games of a call.
const MOST_GAMES: u64 = 100_000;
/// The greatest number of random matches of a call.
const MOST_MATCHES: u64 = 10_000;
/// The greatest number of decisions of a random game; longer games are left unfinished.
const MOST_DECISIONS: u32 = 10_000;

/// Captures what is printed; an error in printing to memory is a fault of mnc.
fn text_of(print: impl FnOnce(&mut Output) -> io::Result<()>) -> ToolAnswer {
    Output::text_of(print).map_err(|error| format!("the answer cannot be written: {error}"))
}

fn check_games(games: u64) -> Result<u64, String> {
    match games {
        1..=MOST_GAMES => Ok(games),
        _ => Err(format!("`games` is {games}: it can be from 1 to {MOST_GAMES}")),
    }
}

/// Lists the games that come with mnc: the name for other tools, the name of the game, rows and columns, players,
/// where it is played, and variations.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ListGamesTool {
    /// Only games that have all of these words in their name, board, place or variations: `["4 x 8", "kenya"]`
    #[serde(default)]
    words: Vec<String>,
}

impl Tool for ListGamesTool {
    const NAME: &'static str = "list_games";

    fn run(self, _: &StopFlag) -> ToolAnswer {
        let args = list::ListArgs::with_words(self.words);
        text_of(|out| list::run(&args, out).map(drop))
    }
}

/// Shows a game: the board at the start, options and variations, what the description assumes, and the points of the
/// sources with the statements that cite them.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ShowTool {
    #[serde(flatten)]
    game: GameArgument,
}

impl Tool for ShowTool {
    const NAME: &'static str = "show";

    fn run(self, _: &StopFlag) -> ToolAnswer {
        let PlayableGame { description, engine, .. } = self.game.open()?;
        Ok(show_game::to_text(&description, &engine))
    }
}

/// Plays choices from the beginning of a game and reports what happens: the events, the board at the end, and what can be
/// chosen then. Without choices, it shows the first position and its choices.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct PlayTool {
    #[serde(flatten)]
    game: GameArgument,
    /// The choices, each by the player who is to choose: `["c1", "b2"]`. Columns are letters from the first player's left,
    /// rows are numbers from their side. Where a game is over and another one follows, that one begins
    #[serde(default)]
    choices: Vec<String>,
    /// Report every event with the statement that caused it
    #[serde(default)]
    why: bool,
}

impl Tool for PlayTool {
    const NAME: &'static str = "play";

    fn run(self, _: &StopFlag) -> ToolAnswer {
        let PlayableGame { engine, .. } = self.game.open()?;
        let (trail, misfit) = match play_choices(engine, &self.choices) {
            Ok(trail) => (trail, None),
            Err(error) => {
                let (nth, message, help) = (error.line, error.message, error.help);
                (*error.trail, Some(format!("choice {nth}: {message}\n{help}\n")))
            }
        };
        let record = Record::of(&trail).map_err(|_| "this line is too long to be reported")?;
        let report = text_of(|out| {
            let mut printer = ReplayPrinter { trail: &trail, why: self.why, out };
            printer.print_all(&record, misfit.is_none())?;
            let choices = play::text::choices(trail.engine(), trail.position());
            match choices.is_empty() || misfit.is_some() {
                true => Ok(()),
                false => writeln!(out, "choices: {choices}"),
            }
        })?;
        match misfit {
            None => Ok(report),
            Some(misfit) => Err(format!("{report}{misfit}")),
        }
    }
}

/// Plays random games and reports their length, how many choices there are, who wins, and how games end, with 95 %
/// confidence intervals. The same seed gives the same games.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct PlayoutTool {
    #[serde(flatten)]
    game: GameArgument,
    /// The number of games, at most 100,000
    #[serde(default = "usual_number_of_games")]
    games: u64,
    /// Play this number of matches instead, at most 10,000: games one after the other, until the match is decided
    matches: Option<u64>,
    /// Random seed
    #[serde(default = "usual_seed")]
    seed: u64,
}

fn usual_number_of_games() -> u64 {
    1000
}

fn usual_seed() -> u64 {
    1
}

impl Tool for PlayoutTool {
    const NAME: &'static str = "playout";

    fn run(self, stop: &StopFlag) -> ToolAnswer {
        let games = check_games(self.games)?;
        let PlayableGame { engine, .. } = self.game.open()?;
        if let Some(matches) = self.matches {
            if !(1..=MOST_MATCHES).contains(&matches) {
                return Err(format!("`matches` is {matches}: it can be from 1 to {MOST_MATCHES}"));
            }
            let sample = MatchSample {
                seed: self.seed,
                matches: 0..matches,
                most_decisions: MOST_DECISIONS,
            };
            let runner = playout::match_runner(engine, stop)
                .map_err(|no_match| format!("{no_match}: give `games`"))?;
            return text_of(|out| playout::write_match_statistics(&runner, &sample, out));
        }
        let sample = Sample { seed: self.seed, games: 0..games, most_decisions: MOST_DECISIONS };
        text_of(|out| playout::write_statistics(engine, &sample, stop, out))
    }
}

/// Compares two games: whether their rules have the same meaning, and if not, the shortest play after which they
/// differ, with the statements that made the difference. Without `second`, it says how much each variation of the first
/// game matters, and each statement that is assumed because the source does not say it.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct CompareTool {
    /// The first game
    first: GameArgument,
    /// The second game
    second: Option<GameArgument>,
    /// The number of random games, at most 100,000
    #[serde(default = "usual_number_of_compared_games")]
    games: u64,
    /// Random seed
    #[serde(default = "usual_seed")]
    seed: u64,
    /// Try all plays up to this number of choices, as far as the work allows
    #[serde(default = "usual_depth")]
    depth: u32,
}

fn usual_number_of_compared_games() -> u64 {
    CompareLimits::default().games
}

fn usual_depth() -> u32 {
    CompareLimits::default().depth
}

impl Tool for CompareTool {
    const NAME: &'static str = "compare";

    fn run(self, stop: &StopFlag) -> ToolAnswer {
        let games = check_games(self.games)?;
        let first = self.first.open()?;
        let usual = CompareLimits::default();
        let format = CompareFormat::Plain;
        let Some(second) = self.second else {
            let CompareLimits { most_choices, work, .. } = usual;
            let sampling = Sampling { games, seed: self.seed, most_choices, work };
            return text_of(|out| {
                compare::write_readings(&first, sampling, format, stop, out).map(drop)
            });
        };
        let second = second.open()?;
        let limits = CompareLimits { games, seed: self.seed, depth: self.depth, ..usual };
        text_of(|out| {
            compare::write_comparison([&first, &second], limits, format, stop, out).map(drop)
        })
    }
}
