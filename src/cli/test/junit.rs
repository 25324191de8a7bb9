//! The results as JUnit XML: a test suite for each description, a test case for each test.

use super::TestArgs;
use super::run::{FileReport, TestedFile};
use crate::cli::{Output, read, write};
use mnc::diagnostic::visible::escape;
use mnc::diagnostic::{Findings, plain};
use mnc::game_tests::TestOutcome;
use mnc::span::Span;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use std::io;
use std::path::Path;

/// Writes one XML document.
pub fn write(reports: &[FileReport], args: &TestArgs, out: &mut Output) -> io::Result<()> {
    io::Write::write_all(out, text(reports, args)?.as_bytes())
}

/// How a report begins.
const BEGINNING: &str = "<?xml";

/// Whether a report can be saved in this file: there is none, or an earlier report.
///
/// # Errors
/// Why not.
pub fn check_file(path: &Path) -> Result<(), String> {
    let shown = escape(&path.display().to_string()).into_owned();
    if path.symlink_metadata().is_err() {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        return match folder {
            Some(folder) if !folder.is_dir() => {
                Err(format!("the report cannot be saved in `{shown}`: there is no such folder"))
            }
            Some(_) | None => Ok(()),
        };
    }
    let head = read::head(path, BEGINNING.len() as u64)
        .map_err(|error| format!("the report cannot be saved in `{shown}`: {error}"))?;
    match head.is_empty() || head == BEGINNING {
        true => Ok(()),
        false => Err(format!(
            "`{shown}` is not an earlier report, and it is not changed: choose another name for the report"
        )),
    }
}

/// Saves the document in a file, in the place of an earlier one.
///
/// # Errors
/// Why it cannot be saved.
pub fn save(path: &Path, reports: &[FileReport], args: &TestArgs) -> Result<(), String> {
    let saved = text(reports, args).and_then(|text| write::save(path, &text));
    saved.map_err(|error| {
        let shown = escape(&path.display().to_string()).into_owned();
        format!("the report cannot be saved in `{shown}`: {error}")
    })
}

fn text(reports: &[FileReport], args: &TestArgs) -> io::Result<String> {
    let mut report = Report::new("mnc test");
    report.add_test_suites(reports.iter().map(|report| suite(report, args)));
    report.to_string().map_err(io::Error::other)
}

fn suite(report: &FileReport, args: &TestArgs) -> TestSuite {
    match report {
        FileReport::Unreadable(found) => {
            let name = found.sources.get(0).map_or("", |source| source.name.as_str());
            broken_suite(name, "the file can be read", found)
        }
        FileReport::Broken(broken) => {
            broken_suite(&broken.word, "the description makes a game", &broken.errors)
        }
        FileReport::Played(tested) => {
            let mut suite = TestSuite::new(visible(&tested.word));
            suite.add_test_cases(tested.tests.iter().map(|test| played(tested, test)));
            for (name, span) in &tested.left_out {
                let mut status = TestCaseStatus::skipped();
                status.set_message("the tests before it took too much work");
                suite.add_test_case(case(tested, name, *span, status));
            }
            if let (Some(coverage), Some(threshold)) = (&tested.coverage, args.threshold) {
                let mut status = TestCaseStatus::success();
                if !tested.reaches(args.threshold) {
                    status = TestCaseStatus::non_success(NonSuccessKind::Failure);
                    let share = coverage.share() * 100.0;
                    status.set_message(format!("{share:.1} % of the statements are used"));
                }
                let name = format!("{threshold} % of the statements are used");
                suite.add_test_case(TestCase::new(name, status));
            }
            suite
        }
    }
}

fn broken_suite(name: &str, wanted: &str, found: &Findings) -> TestSuite {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
    describe(&mut status, found);
    let mut suite = TestSuite::new(visible(name));
    suite.add_test_case(TestCase::new(wanted, status));
    suite
}

fn played(tested: &TestedFile, test: &TestOutcome) -> TestCase {
    let mut status = TestCaseStatus::success();
    if !test.passes() {
        status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        describe(&mut status, &tested.findings(test));
    }
    case(tested, &test.name, test.span, status)
}

fn case(tested: &TestedFile, name: &str, span: Span, status: TestCaseStatus) -> TestCase {
    let mut case = TestCase::new(visible(name), status);
    case.set_classname(visible(&tested.word));
    case.extra.insert("file".into(), visible(&tested.word).into());
    case.extra.insert("line".into(), tested.line(span).to_string().into());
    case
}

/// Adds the first finding as the message, and all findings as the description.
fn describe(status: &mut TestCaseStatus, found: &Findings) {
    if let Some(first) = found.diagnostics().first() {
        status.set_message(visible(&first.message));
        status.set_type(first.code);
    }
    status.set_description(plain::render(found));
}

/// Text of a description, with control characters escaped: XML cannot have them.
fn visible(text: &str) -> String {
    escape(text).into_owned()
}
