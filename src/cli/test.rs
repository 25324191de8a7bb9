//! `mnc test`: run the tests of descriptions.

mod json;
mod junit;
mod records;
mod run;
mod targets;
mod text;

use super::{Exit, Output, out, signal};
use mnc::stop::StopFlag;
use records::RecordedGames;
use run::FileReport;
use std::io;
use std::path::PathBuf;

/// Run the tests of descriptions
///
/// A description can have `test` sections: a position, choices, and what must then be so. A test that
/// fails is shown with the board that it expects and the board that it finds.
///
/// With `--coverage` you see which statements of a description no test uses. A statement is used if it causes
/// something: every event in a game has a statement that causes it. Statements of the games that a description
/// is like are not counted.
///
/// The exit code is 0 if all tests pass and the threshold is reached, 1 if not, 2 if a file could not be read.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  mnc test\n  mnc test my-game.mnc\n  mnc test oware kalah\n  mnc test games --coverage --threshold 90\n  mnc test my-game.mnc --games 100\n  mnc test games --coverage --records games\n  mnc test --junit report.xml"
)]
pub struct TestArgs {
    /// Descriptions, folders with descriptions in them or in their folders, or names of games that come with
    /// mnc; without any, this folder
    #[arg(value_name = "FILE|FOLDER|GAME")]
    targets: Vec<String>,
    /// Report which statements the tests use
    #[arg(long)]
    coverage: bool,
    /// Also count the statements in this number of random games; shows all statements
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: Option<u64>,
    /// Random seed of the random games
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// Also count the statements that these recorded games use: .mncr files, or folders with such files
    #[arg(long, value_name = "FILE|FOLDER")]
    records: Vec<PathBuf>,
    /// Fail if a smaller part of the statements of a description is used, in per cent; random games do not count
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    threshold: Option<f64>,
    /// How to show the results
    #[arg(long, value_enum, default_value_t, value_name = "FORM")]
    format: TestFormat,
    /// Also save the results in this file, as JUnit XML for build servers
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
}

/// How the results are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
enum TestFormat {
    /// In words, with boards
    #[default]
    Plain,
    /// One JSON object, for other programs
    Json,
    /// JUnit XML, for build servers
    Junit,
}

impl TestArgs {
    /// Whether statements are counted.
    fn counts_statements(&self) -> bool {
        self.coverage
            || !self.records.is_empty()
            || self.games.is_some()
            || self.threshold.is_some()
    }
}

/// A percentage; the sign may be there.
fn percent(text: &str) -> Result<f64, String> {
    let number = text.trim().trim_end_matches('%').trim_end().parse::<f64>().ok();
    number
        .filter(|n| (0.0..=100.0).contains(n))
        .ok_or_else(|| "this is not a number from 0 to 100".into())
}

/// Runs the command.
pub fn run(args: &TestArgs, out: &mut Output) -> io::Result<Exit> {
    let targets = match targets::find(&args.targets) {
        Ok(targets) => targets,
        Err(complaint) => {
            out::print_error(&complaint);
            return Ok(Exit::CouldNotRun);
        }
    };
    let records = match RecordedGames::read(&args.records) {
        Ok(records) => records,
        Err(complaints) => {
            complaints.iter().for_each(|complaint| out::print_error(complaint));
            return Ok(Exit::CouldNotRun);
        }
    };
    // Before the tests: they are not played in vain.
    if let Some(Err(complaint)) = args.junit.as_deref().map(junit::check_file) {
        out::print_error(&complaint);
        return Ok(Exit::CouldNotRun);
    }
    let stop = StopFlag::default();
    signal::on_signal(stop.clone(), || {}, || {});
    let reports = run::all(&targets, &records, args, &stop);
    match args.format {
        TestFormat::Plain => text::write(&reports, args, out)?,
        TestFormat::Json => json::write(&reports, args, out)?,
        TestFormat::Junit => junit::write(&reports, args, out)?,
    }
    if let Some(path) = &args.junit
        && let Err(complaint) = junit::save(path, &reports, args)
    {
        out::print_error(&complaint);
        return Ok(Exit::CouldNotRun);
    }
    if stop.is_set() {
        out::print_error("stopped: not all tests were played");
        return Ok(Exit::Stopped);
    }
    Ok(reports.iter().map(|report| report.exit(args)).fold(Exit::Clean, Exit::max))
}

impl FileReport {
    /// The exit code for one file.
    fn exit(&self, args: &TestArgs) -> Exit {
        match self {
            FileReport::Unreadable(_) => Exit::CouldNotRun,
            FileReport::Broken(_) => Exit::Findings,
            FileReport::Played(played) if played.is_fine(args.threshold) => Exit::Clean,
            FileReport::Played(_) => Exit::Findings,
        }
    }
}
