//! The examples of the essays: each wrong one gives its code, each right one gives no error.
//!
//! An example that does not begin with `mnc` has a few sections; the other sections come from a small
//! game, so that an essay shows only its subject.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod support;

use mnc::check::analyse;
use mnc::diagnostic::{Findings, Severity, catalogue, plain};
use mnc::engine::Engine;
use mnc::library::Shipped;
use mnc::resolve::{Setting, load};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::path::Path;
use std::sync::Arc;
use support::fixes::FixReport;

const GAME: [&str; 7] = [
    "board\n  2 rows of 6 holes\n  each player owns the nearest row and a store\n",
    "start: every hole holds 4\n",
    "way: anticlockwise round every hole\n",
    "move\n  sow any own hole\n",
    "last seed\n  makes 2 or 3 -> capture it\n",
    "end\n  a player has no seeds in own holes -> end game\n  the position returns -> end game\n",
    "winner: most seeds\n",
];

/// The folders with the code that `analyse` runs; the wrong examples of their codes must give the code.
const ROOMS: [&str; 3] = ["syntax", "resolve", "lint"];

/// Codes that are not about a text, or whose example is not a text, or whose right example has the note too.
const NOT_HERE: [&str; 10] = [
    "cannot-read",
    "not-utf8",
    "file-too-long",
    "line-too-long",
    "too-many",
    "assumed",
    "default-used",
    "not-built",
    "uncited-statement",
    "settings-left-out",
];

/// The example in a part of an essay.
fn example(essay: &str, part: &str) -> String {
    let behind = essay.split(&format!("\n## {part}\n")).nth(1).unwrap();
    let text = behind.split("```").nth(1).unwrap().split_once('\n').unwrap().1;
    // Invisible characters are escaped in an essay.
    text.replace("\\u{200b}", "\u{200b}")
}

/// The example with the sections that it leaves out.
fn whole(code: &str, example: &str) -> String {
    let plain = ["missing-version", "empty-file"].contains(&code);
    if plain || example.starts_with("mnc") {
        return example.to_string();
    }
    format!("mnc 1\ngame \"Example\"\n{}", with_the_rest(example))
}

/// The sections of an example, and those of the small game that it does not have.
fn with_the_rest(example: &str) -> String {
    let heading = |line: &str| line.split(':').next().unwrap_or_default().trim().to_string();
    let given: Vec<String> = example.lines().filter(|l| !l.starts_with(' ')).map(heading).collect();
    // Without a store, captured seeds have no place.
    let storeless = given.contains(&"board".to_string()) && !example.contains("store");
    let missing = GAME.iter().filter(|section| {
        let name = heading(section.lines().next().unwrap());
        let left_out = storeless && name == "last seed";
        !left_out && !given.contains(&name)
    });
    let missing: String = missing.copied().collect();
    // The rows of a larger board do not form one ring.
    let missing = match example.contains("4 rows") {
        true => missing.replace("round every hole", "round every own hole"),
        false => missing,
    };
    // Variations, stages and tests come last.
    let last = ["variation", "stage", "test"];
    let split = example.lines().position(|l| last.iter().any(|w| l.starts_with(w)));
    let lines: Vec<&str> = example.lines().collect();
    let (before, behind) = lines.split_at(split.unwrap_or(lines.len()));
    let join = |lines: &[&str]| lines.iter().map(|l| format!("{l}\n")).collect::<String>();
    format!("{}{missing}{}", join(before), join(behind))
}

fn findings(code: &str, text: &str) -> Findings {
    let (sources, found) = analyse(&format!("{code}.mnc"), text, &Shipped);
    Findings::new(sources, found)
}

fn wrong(code: &'static str) -> Option<String> {
    let text = whole(code, &example(catalogue::explain(code).unwrap(), "Wrong"));
    let found = findings(code, &text);
    let said = found.diagnostics().iter().any(|d| d.code == code);
    (!said).then(|| format!("--- {code}: wrong, but\n{text}\n{}", plain::render(&found)))
}

/// The right example with the sections that it leaves out.
fn right_text(code: &str) -> String {
    completed(code, "Right")
}

/// The example in a part of an essay with the sections that it leaves out, also where it begins with `mnc`.
fn completed(code: &str, part: &str) -> String {
    let text = example(catalogue::explain(code).unwrap(), part);
    let told_after = text.contains("\" like \"");
    match text.starts_with("mnc") && !told_after {
        true => with_the_rest(&text),
        false => whole(code, &text),
    }
}

fn right(code: &'static str) -> Option<String> {
    let text = right_text(code);
    let found = findings(code, &text);
    let bad = |d: &mnc::diagnostic::Diagnostic| d.severity > Severity::Note || d.code == code;
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

/// Each fix that is offered for a wrong example does what it promises.
#[test]
fn every_fix_works() {
    let mut report = FixReport::default();
    for code in catalogue::codes().filter(|code| !NOT_HERE.contains(code)) {
        report.add(code, &completed(code, "Wrong"));
    }
    println!("{} safe fixes, {} guesses", report.safe, report.guesses);
    assert!(report.faults.is_empty(), "{}", report.faults);
    assert!(report.safe + report.guesses >= 10, "{} {}", report.safe, report.guesses);
}

#[test]
fn right_examples_are_right() {
    let faults = faults(right);
    assert!(faults.is_empty(), "{faults}");
}

/// The greatest number of decisions of a game.
const DECISIONS: usize = 60;

/// Plays a random game; the number of decisions, and whether it was over.
fn random_game(engine: &Engine, seed: u64) -> (usize, bool) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let (mut position, _) = engine.start(None);
    for made in 0..DECISIONS {
        let choices = engine.choices(&position);
        if choices.is_empty() {
            return (made, true);
        }
        let choice = choices[(random.next_u64() % choices.len() as u64) as usize];
        position = engine.play(&position, choice).unwrap().0;
    }
    (DECISIONS, false)
}

/// Whether a right example is trivial: all its games are over after one move.
fn trivial(code: &'static str) -> Option<String> {
    let text = right_text(code);
    let (description, _) = load(&format!("{code}.mnc"), &text, &Shipped);
    let (model, _) = description.build(&Setting::default());
    let engine = Engine::new(Arc::new(model?));
    let games: Vec<(usize, bool)> = (0..5).map(|seed| random_game(&engine, seed)).collect();
    let over_at_once = |(made, over): &(usize, bool)| *over && *made <= 1;
    games.iter().all(over_at_once).then(|| format!("--- {code}: over at once\n{text}"))
}

#[test]
fn right_examples_are_games() {
    let faults = faults(trivial);
    assert!(faults.is_empty(), "{faults}");
}

#[test]
fn wrong_examples_are_wrong() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut rust = String::new();
    for room in ROOMS {
        read_all(&source.join(room), &mut rust);
    }
    rust.retain(|c| !c.is_whitespace());
    let said = |code: &str| {
        ["error", "warning", "note"].iter().any(|kind| rust.contains(&format!("{kind}(\"{code}\"")))
    };
    let faults = faults(|code| if said(code) { wrong(code) } else { None });
    assert!(faults.is_empty(), "{faults}");
}

fn read_all(folder: &Path, text: &mut String) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read_all(&path, text);
        } else {
            text.push_str(&std::fs::read_to_string(&path).unwrap());
        }
    }
}
