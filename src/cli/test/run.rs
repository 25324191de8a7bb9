//! Plays the tests of the descriptions, several descriptions at a time.

use super::TestArgs;
use super::records::{RecordedGames, ReplayedGames};
use super::targets::TestTarget;
use crate::cli::folder_library::FolderLibrary;
use crate::cli::read;
use mnc::diagnostic::{Diagnostic, Findings, Severity};
use mnc::engine::WorkAllowance;
use mnc::game_tests::{self, Coverage, RandomGames, TestOutcome};
use mnc::library::{Library, LookupResult, Shipped};
use mnc::resolve::{self, Description, Setting};
use mnc::span::Span;
use mnc::stop::StopFlag;
use mnc::threads;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Limit on the work of all tests of a description; a unit is about a nanosecond.
const MAX_TEST_WORK: u64 = 20_000_000_000;
/// Limit on the work of the random games of a description.
const MAX_GAMES_WORK: u64 = 60_000_000_000;
/// The greatest number of choices of a random game.
const MAX_CHOICES: u32 = 3000;

/// The result for one description.
pub enum FileReport {
    /// The file cannot be read.
    Unreadable(Findings),
    /// The description has errors, so it makes no game.
    Broken(BrokenFile),
    /// Its tests were played.
    Played(Box<TestedFile>),
}

/// A description that makes no game.
pub struct BrokenFile {
    /// The word that names it in a command.
    pub word: String,
    /// Its errors.
    pub errors: Findings,
}

/// A description whose tests were played.
pub struct TestedFile {
    /// The word that names it in a command.
    pub word: String,
    /// The description.
    pub description: Description,
    /// The tests that were played, in the order of the text.
    pub tests: Vec<TestOutcome>,
    /// The tests that were not played because the others took too much work.
    pub left_out: Vec<(String, Span)>,
    /// The use of its statements, if they are counted.
    pub coverage: Option<Coverage>,
    /// The recorded games.
    pub recorded: ReplayedGames,
    /// The number of random games played.
    pub games: u64,
    /// Whether fewer random games were played than asked for.
    pub games_cut: bool,
}

impl TestedFile {
    /// The number of tests that pass.
    pub fn passed(&self) -> usize {
        self.tests.iter().filter(|test| test.passes()).count()
    }

    /// The number of tests.
    pub fn test_count(&self) -> usize {
        self.tests.len() + self.left_out.len()
    }

    /// Whether the tests use at least this part of the statements, in per cent.
    pub fn reaches(&self, threshold: Option<f64>) -> bool {
        let (Some(threshold), Some(coverage)) = (threshold, &self.coverage) else { return true };
        coverage.share() * 100.0 >= threshold
    }

    /// Whether all tests pass, and the threshold is reached.
    pub fn is_fine(&self, threshold: Option<f64>) -> bool {
        self.passed() == self.test_count() && self.reaches(threshold)
    }

    /// The findings of a test with the text that they are about.
    pub fn findings(&self, test: &TestOutcome) -> Findings {
        Findings::new(self.description.sources.clone(), test.findings.clone())
    }

    /// The line of a place in the text.
    pub fn line(&self, span: Span) -> usize {
        self.description.sources.line_column(span).line
    }
}

/// Plays the tests of all targets; the reports are in the order of the targets.
pub fn all(
    targets: &[TestTarget],
    records: &RecordedGames,
    args: &TestArgs,
    stop: &StopFlag,
) -> Vec<FileReport> {
    let taken = AtomicUsize::new(0);
    let take = || {
        let nth = taken.fetch_add(1, Ordering::Relaxed);
        targets.get(nth).filter(|_| !stop.is_set()).map(|target| (nth, target))
    };
    let work = || -> Vec<(usize, FileReport)> {
        let tested = |(nth, target)| (nth, test(target, records, args, stop));
        std::iter::from_fn(take).map(tested).collect()
    };
    let (done, _) = threads::run_shared(threads::available().min(targets.len()), work);
    let mut reports: Vec<(usize, FileReport)> = done.into_iter().flatten().collect();
    reports.sort_by_key(|(nth, _)| *nth);
    reports.into_iter().map(|(_, report)| report).collect()
}

fn test(
    target: &TestTarget,
    records: &RecordedGames,
    args: &TestArgs,
    stop: &StopFlag,
) -> FileReport {
    let word = target.word().unwrap_or_default();
    let (description, found) = match load(target) {
        Ok(loaded) => loaded,
        Err(findings) => return FileReport::Unreadable(findings),
    };
    let mut found = found;
    found.extend(description.build(&Setting::default()).1);
    let errors = Findings::new(description.sources.clone(), found).at_least(Severity::Error);
    if errors.gravest().is_some() {
        return FileReport::Broken(BrokenFile { word, errors });
    }
    let mut coverage = args.counts_statements().then(|| Coverage::of(&description));
    let allowance = WorkAllowance::of(MAX_TEST_WORK);
    let mut tests = Vec::new();
    let mut outcomes = game_tests::outcomes(&description);
    while !allowance.is_spent() && !stop.is_set() {
        let Some(outcome) = outcomes.next() else { break };
        if let Some(coverage) = &mut coverage {
            coverage.add_test(&outcome);
        }
        tests.push(outcome);
    }
    drop(outcomes);
    let left_out = game_tests::names(&description).skip(tests.len());
    let left_out = left_out.map(|(name, span)| (name.to_owned(), span)).collect();
    let recorded = coverage.as_mut().map(|coverage| records.count(&description, coverage));
    let recorded = recorded.unwrap_or_default();
    let (mut games, mut games_cut) = (0, false);
    if let (Some(coverage), Some(asked)) = (&mut coverage, args.games) {
        let random = RandomGames {
            games: asked,
            seed: args.seed,
            most_choices: MAX_CHOICES,
            work: MAX_GAMES_WORK,
        };
        (games, games_cut) = coverage.play(&description, random, stop);
    }
    let played =
        TestedFile { word, description, tests, left_out, coverage, recorded, games, games_cut };
    FileReport::Played(Box::new(played))
}

/// Reads a description, and the games it is like.
fn load(target: &TestTarget) -> Result<(Description, Vec<Diagnostic>), Findings> {
    match target {
        TestTarget::File(path) => {
            let path: &Path = path;
            let text = read::text(path)?;
            Ok(resolve::load(&read::name(path), &text, &FolderLibrary::new(path)))
        }
        TestTarget::Unreadable(findings) => Err(findings.clone()),
        TestTarget::Shipped(name) => {
            let text = match Library::shipped().look_up(name) {
                LookupResult::One(game) => game.text.clone(),
                LookupResult::Several(_) | LookupResult::None(_) => "".into(),
            };
            Ok(resolve::load(&format!("{name}.mnc"), &text, &Shipped))
        }
    }
}
