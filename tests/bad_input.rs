//! Bad input: there are many cases of many kinds, and the first fix that is offered corrects the
//! description.
//!
//! The cases of the syntax, the resolver and the lints have their own tests. Here each file under
//! `tests/cases/mend/` is a description with one mistake whose fix makes it valid.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod support;

use mnc::check::analyse;
use mnc::diagnostic::{Diagnostic, Findings, Fix, Severity, plain};
use mnc::library::Shipped;
use mnc::source::Sources;
use mnc::span::Span;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use support::fixes::{FixReport, applied, errors};

/// The folders with cases of bad descriptions.
const FOLDERS: [&str; 4] = ["syntax/bad", "resolve/bad", "lint", "mend"];

fn found(path: &Path, text: &str) -> (Vec<Diagnostic>, String) {
    let name = path.file_name().unwrap().to_string_lossy();
    let (sources, found) = analyse(&name, text, &Shipped);
    let findings = Findings::new(sources, found).at_least(Severity::Warning);
    let rendered = plain::render(&findings);
    (findings.diagnostics().to_vec(), rendered)
}

/// The description with the first fix of an error applied.
fn mended(text: &str, found: &[Diagnostic]) -> Option<String> {
    let wrong = found.iter().filter(|d| d.severity == Severity::Error);
    let first = wrong.filter_map(|d| d.fixes.first()).next()?;
    let mut sources = Sources::default();
    sources.add("", text);
    Some(applied(&sources, [first]))
}

/// The test below notices a fix that is wrong.
#[test]
fn a_wrong_fix_is_noticed() {
    let text = std::fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/mend/full-stop.mnc"),
    );
    let (sources, found) = support::fixes::analyse("x.mnc", &text.unwrap());
    let finding = found.iter().find(|d| !d.fixes.is_empty()).unwrap();
    let right = &finding.fixes[0];
    let stop = right.edits[0].span;
    let title = Span::new(0, 0, 5);
    let wrong = [
        ("still there", Fix::safe(stop, ".  ")),
        ("changes nothing", Fix::safe(Span::new(0, 0, 0), "")),
        ("no game", Fix::safe(stop, " -> pass")),
        ("a new error", Fix::guess(stop, " into the void")),
        ("no game", right.clone().and(title, "mcn 2")),
    ];
    for (fault, fix) in wrong {
        let mut report = FixReport::default();
        report.add_fix("x", &sources, &found, finding, &fix);
        assert!(report.faults.contains(fault), "{fault}: {fix:?}\n{}", report.faults);
    }
    let mut report = FixReport::default();
    report.add_fix("x", &sources, &found, finding, right);
    assert_eq!((report.safe, report.faults.as_str()), (1, ""));
}

/// Each fix of each bad description does what it promises.
#[test]
fn every_fix_works() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut files = vec![root.join("readme/broken.mnc")];
    FOLDERS.iter().chain(&["cascade"]).for_each(|folder| cases(&root.join(folder), &mut files));
    let mut report = FixReport::default();
    for path in &files {
        let name = path.strip_prefix(&root).unwrap().to_string_lossy();
        report.add(&name, &std::fs::read_to_string(path).unwrap());
    }
    println!("{} safe fixes, {} guesses", report.safe, report.guesses);
    assert!(report.faults.is_empty(), "{}", report.faults);
    assert!(report.safe >= 20 && report.guesses >= 50, "{} {}", report.safe, report.guesses);
}

#[test]
fn the_first_help_mends() {
    let mut faults = String::new();
    insta::glob!("cases/mend/*.mnc", |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let (wrong, rendered) = found(path, &text);
        let left = mended(&text, &wrong).map(|text| found(path, &text));
        match left {
            _ if errors(&wrong) == 0 => faults += &format!("{}: nothing wrong\n", path.display()),
            None => faults += &format!("{}: no fix\n{rendered}\n", path.display()),
            Some((left, then)) if errors(&left) > 0 => {
                faults += &format!("{}: not mended\n{rendered}then\n{then}\n", path.display());
            }
            Some(_) => {}
        }
        insta::assert_snapshot!(rendered);
    });
    assert!(faults.is_empty(), "{faults}");
}

fn cases(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            cases(&path, into);
        } else if name.ends_with(".mnc") && !name.starts_with("good") {
            into.push(path);
        }
    }
}

/// One mistake gives one finding, not one for everything that depends on it.
#[test]
fn one_mistake_is_one_finding() {
    let mut faults = String::new();
    insta::glob!("cases/cascade/*.mnc", |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let (wrong, rendered) = found(path, &text);
        if errors(&wrong) != 1 {
            faults += &format!("{}:\n{rendered}\n", path.display());
        }
    });
    assert!(faults.is_empty(), "{faults}");
}

#[test]
fn there_are_many_cases_of_many_kinds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut files = Vec::new();
    FOLDERS.iter().for_each(|folder| cases(&root.join(folder), &mut files));
    let mut codes = BTreeSet::new();
    let mut mends = 0;
    for path in &files {
        let text = std::fs::read_to_string(path).unwrap();
        let (wrong, _) = found(path, &text);
        let left = mended(&text, &wrong).map(|text| errors(&found(path, &text).0));
        mends += usize::from(left == Some(0));
        codes.extend(wrong.iter().map(|d| d.code));
    }
    println!("{} cases, {} codes, {mends} mended by the first help", files.len(), codes.len());
    assert!(files.len() >= 80, "{} cases", files.len());
    assert!(codes.len() >= 40, "{} codes: {codes:?}", codes.len());
    assert!(mends >= 30, "{mends} are mended by their first help");
}
