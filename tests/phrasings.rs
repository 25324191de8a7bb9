//! Help never leads to another game. Each case has a rule in free wording, and the same rule in the
//! language. Every help that can be followed literally is followed; if the description can then be
//! built, it must be the same game.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod support;

use mnc::diagnostic::{Diagnostic, Severity};
use mnc::library::Shipped;
use mnc::notation::fingerprint;
use mnc::resolve::{Setting, load};
use mnc::source::Sources;
use std::collections::BTreeMap;
use std::path::Path;
use support::fixes::{FixReport, applied};

/// The sections of a small game. The statement of a case is the first of its section.
const SECTIONS: [(&str, &str); 10] = [
    ("board", "  2 rows of 6 holes\n  each player owns the nearest row and a store\n"),
    ("words", ""),
    ("start", "  every hole holds 4\n"),
    ("way", "  anticlockwise round every hole, then through the own store\n"),
    ("turn", "  a player with no move passes\n"),
    ("move", "  sow any own hole\n"),
    ("allowed", ""),
    ("last seed", "  makes 5 -> capture it\n"),
    ("after move", ""),
    ("end", "  no seeds are left -> end game\n"),
];

/// Sections with one statement, which the statement of a case replaces.
const REPLACED: [&str; 2] = ["move", "winner"];

fn description(section: &str, statement: &str, words: &str) -> String {
    let mut text = String::from("mnc 1\ngame \"Example\"\n");
    for (name, usual) in SECTIONS.iter().chain([&("winner", "  most seeds\n")]) {
        let mut body = String::new();
        if *name == section {
            body += &format!("  {statement}\n");
        }
        if *name == "words" {
            body += words;
        }
        if *name != section || !REPLACED.contains(name) {
            body += usual;
        }
        if !body.is_empty() {
            text += &format!("{name}\n{body}");
        }
    }
    text
}

/// The errors, and the fingerprint of the game if there are none.
fn read(text: &str) -> (Vec<Diagnostic>, Option<String>) {
    let (described, mut found) = load("example.mnc", text, &Shipped);
    let (model, more) = described.build(&Setting::default());
    found.extend(more);
    found.retain(|d| d.severity == Severity::Error);
    let meaning = model.filter(|_| found.is_empty()).map(|model| fingerprint(&model));
    (found, meaning)
}

/// The texts between backticks.
fn quoted(help: &str) -> impl Iterator<Item = &str> {
    help.split('`').skip(1).step_by(2)
}

/// The descriptions that result from following a finding's fix and help literally, one text for each
/// instruction that is unambiguous.
fn followed(text: &str, section: &str, statement: &str, finding: &Diagnostic) -> Vec<String> {
    let mut sources = Sources::default();
    sources.add("", text);
    // Several fixes are alternatives, from which the author chooses.
    let mut all: Vec<String> = match finding.fixes.as_slice() {
        [only] => vec![applied(&sources, [only])],
        _ => Vec::new(),
    };
    let Some(at) = finding.labels.first().map(|label| label.span) else { return all };
    if let Some(help) = finding.help_text() {
        if help.starts_with("leave out ") {
            let mut without = text.to_string();
            without.replace_range(at.range(), "");
            all.push(without);
        }
        if let Some(phrase) = help.strip_prefix("write `").and_then(|rest| rest.strip_suffix('`')) {
            let mut other = text.to_string();
            other.replace_range(at.range(), phrase);
            all.push(other);
        }
        for example in quoted(help).filter(|example| example.contains(" = ")) {
            all.push(description(section, statement, &format!("  {example}\n")));
        }
    }
    all
}

/// The games that result from a finding's fixes, if it has several.
fn alternatives(text: &str, finding: &Diagnostic) -> impl Iterator<Item = String> {
    let mut sources = Sources::default();
    sources.add("", text);
    let several = finding.fixes.iter().filter(|_| finding.fixes.len() > 1);
    several.filter_map(move |fix| read(&applied(&sources, [fix])).1)
}

fn fields(case: &str) -> BTreeMap<&str, &str> {
    case.lines().filter_map(|line| line.split_once(": ")).collect()
}

#[test]
fn no_help_makes_another_game() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/phrasing");
    let mut faults = String::new();
    let (mut cases, mut tried) = (0, 0);
    for entry in std::fs::read_dir(folder).unwrap() {
        let case = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let fields = fields(&case);
        let (section, phrase, means) = (fields["section"], fields["said"], fields["means"]);
        cases += 1;
        let (wrong, expected) = read(&description(section, means, ""));
        let Some(expected) = expected else {
            faults += &format!("`{means}` cannot be read: {wrong:?}\n");
            continue;
        };
        // A help may lead to the next finding, and its help to the next.
        let mut open = vec![(description(section, phrase, ""), Vec::<String>::new())];
        while let Some((text, path)) = open.pop() {
            let (wrong, meaning) = read(&text);
            if let Some(meaning) = meaning {
                if meaning != expected {
                    faults += &format!("`{phrase}`, for `{means}`, after {path:?}\n");
                }
                continue;
            }
            if path.len() >= 3 {
                continue;
            }
            for finding in &wrong {
                // Of several fixes, one is right.
                let games: Vec<String> = alternatives(&text, finding).collect();
                if !games.is_empty() && !games.contains(&expected) {
                    faults += &format!("`{phrase}`: no fix gives `{means}`\n");
                }
                for next in followed(&text, section, phrase, finding) {
                    tried += 1;
                    let mut path = path.clone();
                    path.push(finding.help_text().unwrap_or_default().into());
                    open.push((next, path));
                }
            }
        }
    }
    assert!(cases >= 60, "only {cases} cases");
    assert!(tried >= 10, "only {tried} helps were followed");
    assert!(faults.is_empty(), "{faults}");
}

/// Each fix that is offered for a free wording does what it promises.
#[test]
fn every_fix_works() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/phrasing");
    let mut report = FixReport::default();
    for entry in std::fs::read_dir(folder).unwrap() {
        let case = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let fields = fields(&case);
        let text = description(fields["section"], fields["said"], "");
        report.add(fields["said"], &text);
    }
    println!("{} safe fixes, {} guesses", report.safe, report.guesses);
    assert!(report.faults.is_empty(), "{}", report.faults);
    assert!(report.guesses >= 10, "{}", report.guesses);
}
