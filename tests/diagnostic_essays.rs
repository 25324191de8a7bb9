//! The examples of the essays: each wrong one gives its code, each right one gives no error.
//!
//! An example that does not begin with `mnc` is a few sections; the sections that it does not have
//! are those of a small game, so that an essay shows only what it is about.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use mnc::check::analyse;
use mnc::diagnostic::{Findings, Severity, catalogue, plain};

const GAME: [&str; 6] = [
    "board\n  2 rows of 6 holes\n  each player owns the nearest row and a store\n",
    "start: every hole holds 4\n",
    "way: anticlockwise round every hole\n",
    "move\n  sow any own hole\n",
    "end\n  a player has no seeds in own holes -> end game\n",
    "winner: most seeds\n",
];

/// Those that are not about a description, or that only the program's own reading can find.
const NOT_HERE: [&str; 4] = ["cannot-read", "not-utf8", "file-too-long", "line-too-long"];

/// The example in the part of that name.
fn example(essay: &str, part: &str) -> String {
    let behind = essay.split(&format!("\n## {part}\n")).nth(1).unwrap();
    let text = behind.split("```").nth(1).unwrap().split_once('\n').unwrap().1;
    text.to_string()
}

/// The example with what it leaves out.
fn whole(code: &str, example: &str) -> String {
    let plain = ["missing-version", "empty-file"].contains(&code);
    if plain || example.starts_with("mnc") {
        return example.to_string();
    }
    let heading = |line: &str| line.split(':').next().unwrap_or_default().trim().to_string();
    let told: Vec<String> = example.lines().filter(|l| !l.starts_with(' ')).map(heading).collect();
    let missing = GAME.iter().filter(|section| {
        let name = heading(section.lines().next().unwrap());
        !told.contains(&name)
    });
    let missing: String = missing.copied().collect();
    // What is told of a variation, a stage or a test comes last.
    let last = ["variation", "stage", "test"];
    let split = example.lines().position(|l| last.iter().any(|w| l.starts_with(w)));
    let lines: Vec<&str> = example.lines().collect();
    let (before, behind) = lines.split_at(split.unwrap_or(lines.len()));
    let join = |lines: &[&str]| lines.iter().map(|l| format!("{l}\n")).collect::<String>();
    format!("mnc 1\ngame \"Example\"\n{}{missing}{}", join(before), join(behind))
}

fn findings(code: &str, text: &str) -> Findings {
    let (sources, found) = analyse(&format!("{code}.mnc"), text);
    Findings::new(sources, found)
}

fn wrong(code: &'static str) -> Option<String> {
    let text = whole(code, &example(catalogue::explain(code).unwrap(), "Wrong"));
    let found = findings(code, &text);
    let said = found.diagnostics().iter().any(|d| d.code == code);
    (!said).then(|| format!("--- {code}: wrong, but\n{text}\n{}", plain::render(&found)))
}

fn right(code: &'static str) -> Option<String> {
    let text = whole(code, &example(catalogue::explain(code).unwrap(), "Right"));
    let found = findings(code, &text);
    let bad = |d: &mnc::diagnostic::Diagnostic| d.severity == Severity::Error || d.code == code;
    found
        .diagnostics()
        .iter()
        .any(bad)
        .then(|| format!("--- {code}: right, but\n{text}\n{}", plain::render(&found)))
}

fn faults(fault: impl Fn(&'static str) -> Option<String>) -> String {
    let codes = catalogue::codes().filter(|code| !NOT_HERE.contains(code));
    codes.filter_map(fault).collect::<Vec<_>>().join("\n")
}

#[test]
#[ignore = "until all rooms have landed"]
fn right_examples_are_right() {
    let faults = faults(right);
    assert!(faults.is_empty(), "{faults}");
}

#[test]
#[ignore = "until all rooms have landed"]
fn wrong_examples_are_wrong() {
    let faults = faults(wrong);
    assert!(faults.is_empty(), "{faults}");
}
