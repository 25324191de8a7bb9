//! The results as JSON.

use super::TestArgs;
use super::run::{FileReport, TestedFile};
use crate::cli::Output;
use mnc::diagnostic::{Findings, json};
use mnc::game_tests::{Coverage, TestOutcome};
use mnc::notation::section_heading;
use serde::Serialize;
use std::io;

/// The whole answer. The field names are part of the interface.
#[derive(Serialize)]
struct TestsJson<'a> {
    tests: usize,
    passed: usize,
    files: Vec<FileJson<'a>>,
}

#[derive(Serialize)]
struct FileJson<'a> {
    file: &'a str,
    /// `played`, `broken` (the description makes no game) or `unreadable`.
    state: &'static str,
    /// The findings of a file that is not `played`.
    findings: serde_json::Value,
    tests: Vec<TestJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    coverage: Option<CoverageJson<'a>>,
}

#[derive(Serialize)]
struct TestJson<'a> {
    name: &'a str,
    line: usize,
    /// `passed`, `failed` or `left-out` (the tests before it took too much work).
    state: &'static str,
    /// The line that does not hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    failed_at: Option<usize>,
    findings: serde_json::Value,
    /// Places that hold another number of seeds than expected.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    differs: Vec<PlaceJson<'a>>,
}

#[derive(Serialize)]
struct PlaceJson<'a> {
    place: &'a str,
    expected: u64,
    found: u16,
}

#[derive(Serialize)]
struct CoverageJson<'a> {
    statements: usize,
    used: usize,
    /// In per cent.
    share: f64,
    recorded_games: usize,
    random_games: u64,
    threshold_reached: bool,
    list: Vec<StatementJson<'a>>,
}

#[derive(Serialize)]
struct StatementJson<'a> {
    line: usize,
    section: &'static str,
    text: &'a str,
    tests: u64,
    recorded: u64,
    games: u64,
    events: u64,
}

/// Writes one JSON object.
pub fn write(reports: &[FileReport], args: &TestArgs, out: &mut Output) -> io::Result<()> {
    let files = reports.iter().map(|report| file(report, args));
    let files = files.collect::<Result<Vec<_>, _>>()?;
    let tests = || files.iter().flat_map(|file| &file.tests);
    let passed = tests().filter(|test| test.state == "passed").count();
    let answer = TestsJson { tests: tests().count(), passed, files };
    out.json(&serde_json::to_string(&answer)?)
}

/// The findings as `mnc check --format json` writes them.
fn findings(findings: &Findings) -> serde_json::Result<serde_json::Value> {
    serde_json::from_str(&json::render(std::slice::from_ref(findings)))
}

fn file<'a>(report: &'a FileReport, args: &TestArgs) -> serde_json::Result<FileJson<'a>> {
    let none = serde_json::Value::Array(Vec::new());
    let bad = |file, state, found: &Findings| {
        let findings = findings(found)?;
        Ok(FileJson { file, state, findings, tests: Vec::new(), coverage: None })
    };
    match report {
        FileReport::Unreadable(found) => {
            let name = found.sources.get(0).map_or("", |source| source.name.as_str());
            bad(name, "unreadable", found)
        }
        FileReport::Broken(broken) => bad(&broken.word, "broken", &broken.errors),
        FileReport::Played(tested) => {
            let played = tested.tests.iter().map(|outcome| test(tested, outcome));
            let mut tests = played.collect::<Result<Vec<_>, _>>()?;
            tests.extend(tested.left_out.iter().map(|(name, span)| TestJson {
                name,
                line: tested.line(*span),
                state: "left-out",
                failed_at: None,
                findings: none.clone(),
                differs: Vec::new(),
            }));
            let coverage = tested.coverage.as_ref().map(|coverage| counted(tested, coverage, args));
            let file = tested.word.as_str();
            Ok(FileJson { file, state: "played", findings: none, tests, coverage })
        }
    }
}

fn test<'a>(tested: &TestedFile, test: &'a TestOutcome) -> serde_json::Result<TestJson<'a>> {
    let board = test.engine.as_ref().map(|engine| &engine.model().board);
    let differs = test.failure.iter().flat_map(|failure| {
        let differing = failure.expected.iter();
        let differing = differing.filter(|(place, _)| failure.differing().any(|one| one == *place));
        differing.filter_map(|(place, expected)| {
            let name = board?.places.get(place.index())?.id.as_str();
            let found = failure.position.seeds(*place);
            Some(PlaceJson { place: name, expected: *expected, found })
        })
    });
    Ok(TestJson {
        name: &test.name,
        line: tested.line(test.span),
        state: if test.passes() { "passed" } else { "failed" },
        failed_at: test.failure.as_ref().map(|failure| tested.line(failure.line)),
        findings: findings(&tested.findings(test))?,
        differs: differs.collect(),
    })
}

fn counted<'a>(tested: &TestedFile, coverage: &'a Coverage, args: &TestArgs) -> CoverageJson<'a> {
    let list = coverage.statements().map(|statement| StatementJson {
        line: tested.line(statement.span),
        section: section_heading(statement.section),
        text: &statement.text,
        tests: statement.tests,
        recorded: statement.recorded,
        games: statement.games,
        events: statement.events,
    });
    CoverageJson {
        statements: coverage.len(),
        used: coverage.used(),
        share: coverage.share() * 100.0,
        recorded_games: tested.recorded.counted,
        random_games: tested.games,
        threshold_reached: tested.reaches(args.threshold),
        list: list.collect(),
    }
}
