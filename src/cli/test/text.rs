//! The results in words, with boards.

use super::TestArgs;
use super::run::{BrokenFile, FileReport, TestedFile};
use crate::cli::findings_output::{message_limit, more_line, take_most_severe};
use crate::cli::play::shell_word;
use crate::cli::{Output, boards};
use mnc::diagnostic::visible::escape;
use mnc::diagnostic::{Findings, fancy, plain, summary};
use mnc::game_tests::{Coverage, StatementUse, TestOutcome};
use mnc::notation::{BoardDrawing, counted_noun, section_heading};
use std::io::{self, Write};

/// Writes the reports, and how many tests passed in all.
pub fn write(reports: &[FileReport], args: &TestArgs, out: &mut Output) -> io::Result<()> {
    let mut room = message_limit();
    let mut more = 0;
    for report in reports {
        match report {
            FileReport::Unreadable(findings) => more += show(findings, &mut room, out)?,
            FileReport::Broken(broken) => more += write_broken(broken, &mut room, out)?,
            FileReport::Played(tested) => more += write_tested(tested, args, &mut room, out)?,
        }
    }
    if let Some(line) = more_line(more) {
        writeln!(out, "{line}")?;
    }
    write_sum(reports, args, out)
}

/// Shows findings, as far as there is room for them; returns how many are left out.
fn show(findings: &Findings, room: &mut usize, out: &mut Output) -> io::Result<usize> {
    let (few, more) = take_most_severe(findings, room);
    match out.is_terminal() {
        true => {
            let colour = out.has_colour();
            let style = fancy::FancyStyle { colour, ..fancy::FancyStyle::default() };
            out.write_styled(&fancy::render(&few, style))?;
        }
        false => out.write_all(plain::render(&few).as_bytes())?,
    }
    Ok(more)
}

fn write_broken(broken: &BrokenFile, room: &mut usize, out: &mut Output) -> io::Result<usize> {
    let word = escape(&broken.word);
    writeln!(out, "{word}: cannot be tested, because no game can be made from it")?;
    let more = show(&broken.errors, room, out)?;
    let errors = summary(std::slice::from_ref(&broken.errors));
    writeln!(out, "  {errors}; more: mnc check {}\n", shell_word(&broken.word))?;
    Ok(more)
}

fn write_tested(
    tested: &TestedFile,
    args: &TestArgs,
    room: &mut usize,
    out: &mut Output,
) -> io::Result<usize> {
    let (passed, all) = (tested.passed(), tested.test_count());
    let word = escape(&tested.word);
    match all {
        0 => writeln!(
            out,
            "{word}: has no tests; `mnc explain test-fails` shows what one looks like"
        )?,
        _ if passed == all => {
            writeln!(
                out,
                "{word}: {} {}",
                counted(all, "test"),
                if all == 1 { "passes" } else { "pass" }
            )?;
        }
        _ => writeln!(out, "{word}: {passed} of {} pass", counted(all, "test"))?,
    }
    let mut more = 0;
    for test in tested.tests.iter().filter(|test| !test.passes()) {
        more += write_failure(tested, test, room, out)?;
    }
    for (name, span) in &tested.left_out {
        writeln!(
            out,
            "\ntest \"{}\" ({word}, line {}) was not played: the tests before it took too much work",
            escape(name),
            tested.line(*span)
        )?;
    }
    if let Some(coverage) = &tested.coverage {
        write_coverage(tested, coverage, args, out)?;
    }
    Ok(more)
}

/// Shows a test that fails: where, what is wrong, the boards, and the command that shows more.
fn write_failure(
    tested: &TestedFile,
    test: &TestOutcome,
    room: &mut usize,
    out: &mut Output,
) -> io::Result<usize> {
    if *room == 0 {
        return Ok(1);
    }
    let word = escape(&tested.word);
    let line = tested.line(test.failure.as_ref().map_or(test.span, |failure| failure.line));
    writeln!(out, "\ntest \"{}\" fails ({word}, line {line})", escape(&test.name))?;
    let findings = tested.findings(test);
    let has_boards = test.failure.as_ref().is_some_and(|f| f.differing().next().is_some());
    // Where there are boards, they show the other places.
    let shown = if has_boards { findings.gravest_first(1) } else { findings.clone() };
    let more = show(&shown, room, out)?;
    let others = findings.diagnostics().len() - shown.diagnostics().len();
    if others > 0 {
        writeln!(out, "this line is also wrong about {}", counted(others, "other place"))?;
    }
    if let (Some(failure), Some(engine)) = (&test.failure, &test.engine) {
        let found = BoardDrawing::of(engine.model(), &failure.position);
        let drawn = if has_boards {
            let found = found.with_differing(failure.differing());
            let expected = found.with_stated(&failure.expected);
            boards::draw_pair(("  expected", &expected), ("  found", &found), out)
        } else {
            format!("  found\n{}", boards::draw(&found, out))
        };
        out.write_styled(&drawn)?;
    }
    writeln!(out, "more: mnc check {}\n", shell_word(&tested.word))?;
    Ok(more)
}

fn write_coverage(
    tested: &TestedFile,
    coverage: &Coverage,
    args: &TestArgs,
    out: &mut Output,
) -> io::Result<()> {
    let (used, all) = (coverage.used(), coverage.len());
    let percent = coverage.share() * 100.0;
    let users = match tested.recorded.counted {
        0 => "the tests".to_owned(),
        many => format!("the tests and {}", counted(many, "recorded game")),
    };
    write!(out, "  {users} use {used} of {} ({percent:.1} %)", counted(all, "statement"))?;
    match args.threshold {
        Some(least) if !tested.reaches(args.threshold) => {
            writeln!(out, ", fewer than the {least} % that are wanted")?;
        }
        Some(_) | None => writeln!(out)?,
    }
    for (file, why) in &tested.recorded.not_counted {
        writeln!(out, "    not counted: {file}: {why}")?;
    }
    if args.games.is_some() {
        return write_table(tested, coverage, out);
    }
    for statement in coverage.statements().filter(|statement| !statement.is_used()) {
        writeln!(out, "    not used: {}", described(tested, statement))?;
    }
    Ok(())
}

/// Every statement, with the number of tests and random games that use it.
fn write_table(tested: &TestedFile, coverage: &Coverage, out: &mut Output) -> io::Result<()> {
    let games = tested.games;
    write!(out, "  {}", counted_noun(games, "random game"))?;
    writeln!(out, "{}", if tested.games_cut { " (more would take too much work)" } else { "" })?;
    writeln!(
        out,
        "    {:>5}  {:>8}  {:>7}  {:>9}  statement",
        "tests", "recorded", "games", "events"
    )?;
    for statement in coverage.statements() {
        let StatementUse { tests, recorded, games, events, .. } = statement;
        let sign = if *tests + *recorded + *games == 0 { '-' } else { ' ' };
        let what = described(tested, statement);
        writeln!(out, "  {sign} {tests:>5}  {recorded:>8}  {games:>7}  {events:>9}  {what}")?;
    }
    Ok(())
}

/// `line 12, last seed: makes 2 or 3 -> capture it`.
fn described(tested: &TestedFile, statement: &StatementUse) -> String {
    let section = section_heading(statement.section);
    let line = tested.line(statement.span);
    format!("line {line}, {section}: {}", escape(&statement.text))
}

/// How many tests passed in all.
fn write_sum(reports: &[FileReport], args: &TestArgs, out: &mut Output) -> io::Result<()> {
    let (mut passed, mut all, mut unread, mut below) = (0, 0, 0, 0);
    for report in reports {
        match report {
            FileReport::Unreadable(_) | FileReport::Broken(_) => unread += 1,
            FileReport::Played(tested) => {
                passed += tested.passed();
                all += tested.test_count();
                below += usize::from(!tested.reaches(args.threshold));
            }
        }
    }
    let files = counted(reports.len(), "description");
    write!(out, "{passed} of {} in {files} pass", counted(all, "test"))?;
    if unread > 0 {
        write!(out, "; {unread} could not be tested")?;
    }
    if let (Some(least), true) = (args.threshold, below > 0) {
        write!(out, "; in {below} fewer than {least} % of the statements are used")?;
    }
    writeln!(out)
}

/// `1 test`, `12 tests`.
fn counted(n: usize, noun: &str) -> String {
    counted_noun(n as u64, noun)
}
