//! The lints: each has a folder under `tests/cases/lint/`, with bad descriptions, which it must report,
//! and good ones, which it must not. The findings of a bad one are a snapshot.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod support;

use mnc::check::analyse;
use mnc::diagnostic::{Diagnostic, Findings, Severity, catalogue, plain};
use mnc::library::Shipped;
use std::collections::BTreeSet;
use std::path::Path;

fn found(path: &Path) -> (Vec<Diagnostic>, String) {
    let text = std::fs::read_to_string(path).unwrap();
    let name = path.file_name().unwrap().to_string_lossy();
    let (sources, found) = analyse(&name, &text, &Shipped);
    let rendered = plain::render(&Findings::new(sources, found.clone()));
    (found, rendered)
}

#[test]
fn each_lint_finds_its_bad_cases() {
    insta::glob!("cases/lint/*/bad*.mnc", |path| {
        let (found, rendered) = found(path);
        let lint = path.parent().unwrap().file_name().unwrap().to_string_lossy().into_owned();
        assert!(found.iter().any(|d| d.code == lint), "{}: not found\n{rendered}", path.display());
        let errors = found.iter().any(|d| d.severity == Severity::Error);
        assert!(!errors || lint == "no-game-for-options", "{}:\n{rendered}", path.display());
        insta::assert_snapshot!(rendered);
    });
}

#[test]
fn no_lint_finds_its_good_cases() {
    let mut faults = String::new();
    insta::glob!("cases/lint/*/good*.mnc", |path| {
        let (found, rendered) = found(path);
        let lint = path.parent().unwrap().file_name().unwrap().to_string_lossy().into_owned();
        let noticed = found.iter().any(|d| d.code == lint || d.severity == Severity::Error);
        if noticed {
            faults += &format!("{}:\n{rendered}\n", path.display());
        }
    });
    assert!(faults.is_empty(), "{faults}");
}

/// Notes that are about something to correct, not about what a description assumes or leaves out.
const HINTS: [&str; 2] = ["points-without-source", "words-alike"];

#[test]
fn no_lint_warns_of_a_shipped_game() {
    let mut faults = String::new();
    for (_, path) in support::descriptions("games") {
        let (found, rendered) = found(&path);
        if found.iter().any(|d| d.severity != Severity::Note || HINTS.contains(&d.code)) {
            faults += &rendered;
        }
    }
    assert!(faults.is_empty(), "{faults}");
}

/// Descriptions with one slip each, as a newcomer makes them: the first line has the codes that are found, and
/// what went wrong. Nothing else is found.
#[test]
fn each_slip_is_found() {
    let (mut faults, mut slips) = (String::new(), 0);
    insta::glob!("cases/slip/*.mnc", |path| {
        slips += 1;
        let text = std::fs::read_to_string(path).unwrap();
        let first = text.lines().next().unwrap();
        let (codes, _) = first.trim_start_matches("# ").split_once(':').unwrap();
        let expected: BTreeSet<&str> = codes.split_whitespace().collect();
        let (found, rendered) = found(path);
        let warnings = found.iter().filter(|d| d.severity != Severity::Note);
        let codes: BTreeSet<&str> = warnings.map(|d| d.code).collect();
        if codes != expected {
            faults += &format!("{}: {codes:?}\n{rendered}\n", path.display());
        }
    });
    assert!(slips >= 40 && faults.is_empty(), "{slips} slips\n{faults}");
}

/// Each lint is a file in `src/lint/` named like its code, and has cases.
#[test]
fn each_lint_has_cases() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let codes: BTreeSet<&str> = catalogue::codes().collect();
    let mut lints = 0;
    for entry in std::fs::read_dir(root.join("src/lint")).unwrap() {
        let path = entry.unwrap().path();
        let code = path.file_stem().unwrap().to_string_lossy().replace('_', "-");
        if !codes.contains(code.as_str()) {
            continue;
        }
        lints += 1;
        let cases = root.join("tests/cases/lint").join(&code);
        for case in ["good.mnc", "bad.mnc"] {
            assert!(cases.join(case).exists(), "{code} has no case {case}");
        }
    }
    assert!(lints >= 75, "only {lints} lints were seen");
}
