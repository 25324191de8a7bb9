//! `mnc compare`: whether two games are the same, and where they part.

mod json;
mod readings;
mod text;

pub use readings::write_readings;

use super::game::{self, GameArgs, PlayableGame};
use super::{Exit, Output, out, signal};
use mnc::compare::{CompareLimits, ComparisonResult, Sampling, compare};
use mnc::stop::StopFlag;
use std::io;
use std::sync::mpsc::channel;
use std::thread::Builder;

/// Say whether two games are the same, and where they part
///
/// First the rules are compared by their meaning. If they differ, both games are played side by side: random
/// games, and then all plays up to a number of choices. You get the shortest play after which the games
/// differ, with the boards and the statements that made the difference; or that no difference was found, and
/// how much was tried. At the end come the statements that differ between the two texts.
///
/// Give one game and two settings to compare a game with its own variation. `--variation` and `--set` hold
/// for both games; with `-a` or `-b` at the end they hold for one of them.
///
/// With `--readings` and one game, you see how much each variation matters, and each statement that is
/// assumed because its source does not say it.
///
/// The exit code is 0 if no difference was found, 1 if the games differ, 2 if one of them cannot be read.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  mnc compare oware my-oware.mnc\n  mnc compare oware --variation-b \"grand slam forbidden\"\n  mnc compare oware awari --games 2000 --depth 8\n  mnc compare kalah kalah --set-a seeds-each=4 --set-b seeds-each=6\n  mnc compare oware --readings --games 1000"
)]
pub struct CompareArgs {
    /// The first game: the name of a game that comes with mnc, or a file whose name ends in .mnc
    #[arg(value_name = "A")]
    first: String,
    /// The second game; without it, the first game with the settings that end in `-b`
    #[arg(value_name = "B")]
    second: Option<String>,
    /// Play this variation of both games; may be given several times
    #[arg(long, value_name = "NAME")]
    variation: Vec<String>,
    /// Give an option of both games a value; may be given several times
    #[arg(long = "set", value_name = "OPTION=VALUE")]
    set: Vec<String>,
    /// The same for the first game only
    #[arg(long, value_name = "NAME")]
    variation_a: Vec<String>,
    /// The same for the first game only
    #[arg(long, value_name = "OPTION=VALUE")]
    set_a: Vec<String>,
    /// The same for the second game only
    #[arg(long, value_name = "NAME", conflicts_with = "readings")]
    variation_b: Vec<String>,
    /// The same for the second game only
    #[arg(long, value_name = "OPTION=VALUE", conflicts_with = "readings")]
    set_b: Vec<String>,
    /// Say how much each variation and each assumption of one game matters
    #[arg(long, conflicts_with = "second")]
    readings: bool,
    /// The number of random games
    #[arg(long, default_value_t = CompareLimits::default().games, value_name = "N", value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    games: u64,
    /// Random seed
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// Try all plays up to this number of choices, as far as the work allows
    #[arg(long, default_value_t = CompareLimits::default().depth, value_name = "N")]
    depth: u32,
    /// How to show the answer
    #[arg(long, value_enum, default_value_t, value_name = "FORM")]
    format: CompareFormat,
}

/// How the answer is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum CompareFormat {
    /// In words, with boards
    #[default]
    Plain,
    /// One JSON object, for other programs
    Json,
}

impl CompareArgs {
    fn open(&self, word: &str, variation: &[String], set: &[String]) -> Result<PlayableGame, Exit> {
        let all = |both: &[String], one: &[String]| [both, one].concat();
        let variations = all(&self.variation, variation);
        let args = GameArgs::with(word, variations, all(&self.set, set));
        let description = args.describe()?;
        let setting = args.setting(&description).map_err(|complaint| {
            out::print_error(&format!("{word}: {complaint}"));
            Exit::CouldNotRun
        })?;
        let engine = game::build(&description, &setting)?;
        Ok(PlayableGame { word: word.into(), description, setting, engine })
    }
}

/// Runs the command.
pub fn run(args: &CompareArgs, out: &mut Output) -> io::Result<Exit> {
    let first = match args.open(&args.first, &args.variation_a, &args.set_a) {
        Ok(first) => first,
        Err(exit) => return Ok(exit),
    };
    let stop = StopFlag::default();
    signal::on_signal(stop.clone(), || {}, || {});
    if args.readings {
        return write_readings(&first, sampling(args), args.format, &stop, out);
    }
    let has_settings = !args.variation_b.is_empty()
        || !args.set_b.is_empty()
        || !args.variation_a.is_empty()
        || !args.set_a.is_empty();
    let word = match &args.second {
        Some(word) => word,
        None if has_settings => &args.first,
        None => {
            out::print_error(
                "there is nothing to compare with: name a second game, or a setting of this one \
                 (`--variation-b NAME`, `--set-b OPTION=VALUE`), or ask for its `--readings`",
            );
            return Ok(Exit::CouldNotRun);
        }
    };
    let second = match args.open(word, &args.variation_b, &args.set_b) {
        Ok(second) => second,
        Err(exit) => return Ok(exit),
    };
    let limits = CompareLimits {
        games: args.games,
        seed: args.seed,
        depth: args.depth,
        ..CompareLimits::default()
    };
    write_comparison([&first, &second], limits, args.format, &stop, out)
}

/// Compares two games, and writes the answer.
pub fn write_comparison(
    games: [&PlayableGame; 2],
    limits: CompareLimits,
    format: CompareFormat,
    stop: &StopFlag,
    out: &mut Output,
) -> io::Result<Exit> {
    let engines = games.map(|game| game.engine.clone());
    let stopped = stop.clone();
    let Some(found) = on_deep_stack(move || compare(&engines[0], &engines[1], limits, &stopped))
    else {
        return Ok(Exit::CouldNotRun);
    };
    match format {
        CompareFormat::Plain => text::write(games, &found, limits, out)?,
        CompareFormat::Json => json::write(games, &found, out)?,
    }
    if stop.is_set() {
        return Ok(Exit::Stopped);
    }
    Ok(match found {
        ComparisonResult::SameRules | ComparisonResult::SamePlay(_) => Exit::Clean,
        ComparisonResult::Parting { .. } => Exit::Findings,
    })
}

/// The limits of the random games for readings.
fn sampling(args: &CompareArgs) -> Sampling {
    let CompareLimits { most_choices, work, .. } = CompareLimits::default();
    Sampling { games: args.games.max(1), seed: args.seed, most_choices, work }
}

/// The stack size for work that can nest deeply.
const STACK: usize = 64 << 20;

/// Does work on a thread with a deep stack; `None`: no thread can be started, and that was reported.
fn on_deep_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let (send, receive) = channel();
    let worker = Builder::new().stack_size(STACK).spawn(move || drop(send.send(work())));
    match worker {
        Ok(_) => receive.recv().ok(),
        Err(error) => {
            out::print_error(&format!("cannot start a thread: {error}"));
            None
        }
    }
}
