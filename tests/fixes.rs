//! Fixes that prove themselves, comments that allow findings, and findings for other programs.
//!
//! A case in `tests/cases/allow` is a description with such comments; the snapshot has the findings that are left,
//! and those that are suppressed.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

#[path = "fixes/slips.rs"]
mod slips;
mod support;

use mnc::check::{Thoroughness, check_with_suppressed};
use mnc::diagnostic::{
    Applicability, Diagnostic, Findings, Severity, catalogue, github, json, plain, sarif,
};
use mnc::fixes::Fixer;
use mnc::library::Shipped;
use mnc::notation::fingerprint;
use mnc::resolve::load;
use mnc::source::Sources;
use mnc::span::Span;
use mnc::stop::StopFlag;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use support::fixes::{analyse, errors};
use support::{descriptions, random};

fn fixer<'f>(name: &'f str, stop: &'f StopFlag) -> Fixer<'f> {
    Fixer { name, library: &Shipped, stop }
}

/// A text with all fixes that are certain enough, and the number of findings fixed.
fn fixed(text: &str, least: Applicability) -> (String, usize) {
    let stop = StopFlag::default();
    let fixed = fixer("x.mnc", &stop).fix_all(text, least);
    (fixed.text, fixed.fixed.len())
}

/// Every description below `tests/cases`, except those made to take long.
fn cases(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("hostile") {
            cases(&path, found);
        } else if path.extension().is_some_and(|end| end == "mnc") {
            found.push(path);
        }
    }
}

fn all_cases() -> Vec<(String, String)> {
    let mut found = Vec::new();
    cases(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases"), &mut found);
    found.sort();
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    found.iter().map(|path| (name(path), std::fs::read_to_string(path).unwrap())).collect()
}

// ------------------------------------------------------------------------------------------------- fixes

/// The folders with cases of descriptions that have mistakes.
const MISTAKES: [&str; 6] = ["syntax/bad", "resolve/bad", "lint", "mend", "cascade", "allow"];

/// Each preferred fix that is offered for a case proves itself. (Of alternatives only one can be right.)
#[test]
fn every_fix_proves_itself() {
    let mut cases = Vec::new();
    for folder in MISTAKES {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(folder);
        self::cases(&root, &mut cases);
    }
    let fixes = AtomicUsize::new(0);
    let wrong: Vec<String> = cases
        .par_iter()
        .flat_map(|path| {
            let name = &path.display().to_string();
            let text = &std::fs::read_to_string(path).unwrap();
            let stop = StopFlag::default();
            let fixer = fixer(name, &stop);
            let (sources, found) = analyse(name, text);
            let mut wrong = Vec::new();
            for finding in &found {
                if let Some(fix) = finding.fixes.first() {
                    fixes.fetch_add(1, Ordering::Relaxed);
                    if fixer.proves(&sources, &found, finding, fix).is_none() {
                        wrong.push(format!(
                            "{name}: {}: {}: {}",
                            finding.code, finding.message, fix.title
                        ));
                    }
                }
            }
            wrong
        })
        .collect();
    assert!(wrong.is_empty(), "{} fixes:\n{}", wrong.len(), wrong.join("\n"));
    let many = fixes.into_inner();
    assert!(many > 100, "only {many} fixes");
}

#[test]
fn a_fix_that_does_not_prove_itself() {
    let text = "mnc 1\ngame \"X\" like \"Kalah\"\nfirst in last seed\n  makes 4 → capture it\n";
    let (sources, found) = analyse("x.mnc", text);
    let finding = found.iter().find(|d| d.code == "wrong-arrow").unwrap();
    let right = &finding.fixes[0];
    let stop = StopFlag::default();
    let fixer = fixer("x.mnc", &stop);
    let proves = |fix| fixer.proves(&sources, &found, finding, &fix);
    assert!(proves(right.clone()).unwrap().contains("makes 4 -> capture it"));
    let arrow = right.edits[0].span;
    let fix = mnc::diagnostic::Fix::safe;
    assert_eq!(proves(fix(arrow, "→ ")), None, "the finding is still there");
    assert_eq!(proves(fix(arrow, "-> hop,")), None, "there is a new one");
    assert_eq!(proves(fix(arrow, "→")), None, "nothing changes");
    assert_eq!(proves(right.clone().and(Span::new(1, 0, 5), "")), None, "another text changes");
}

/// Mistakes that hide each other, and fixes that overlap, are corrected one after the other.
#[test]
fn all_fixes() {
    let text = "mnc 1\ngame “X” like \"Kalah\"\nLast Seed\n\tmakes 4 → capture it\n\tmakes 3 => capture it\n";
    let text = text.replace("Last Seed", "First in last seed");
    let (new, many) = fixed(&text, Applicability::Safe);
    let expected = "mnc 1\ngame \"X\" like \"Kalah\"\nfirst in last seed\n        makes 4 -> capture it\n        makes 3 -> capture it\n";
    assert_eq!(new, expected);
    assert_eq!(many, 5);
    assert_eq!(fixed(&new, Applicability::Unsafe), (new.clone(), 0));
    // A guess is left, unless it is asked for.
    let guess = "mnc 1\ngame \"X\" like \"Kalah\"\nfirst in last seed\n  makes 4 -> captur it\n";
    assert_eq!(fixed(guess, Applicability::Safe), (guess.into(), 0));
    assert_eq!(fixed(guess, Applicability::Unsafe), (guess.replace("captur ", "capture "), 1));
}

/// A law that contradicts another one is not deleted if another fix removes the contradiction.
#[test]
fn a_line_is_deleted_only_if_its_finding_stays() {
    let text = |duty: &str| {
        format!(
            "mnc 1\ngame \"X\" like \"Oware Abapa\"\nnew start: every hole holds 2\nalso in allowed\n  {duty}\n\
             \x20 a move may not capture when the player has not moved\n"
        )
    };
    let right = text("a move must capture, if any can");
    assert_eq!(fixed(&text("a move must capture"), Applicability::Unsafe), (right, 1));
}

/// After fixing nothing is fixed again, and safe fixes keep the rules.
#[test]
fn fixing_ends() {
    all_cases().par_iter().for_each(|(name, text)| {
        for least in [Applicability::Safe, Applicability::Unsafe] {
            let (before, found) = analyse(name, text);
            let (new, many) = fixed(text, least);
            assert_eq!(many == 0, new == before.get(0).unwrap().text, "{name}");
            assert_eq!(fixed(&new, least), (new.clone(), 0), "{name}: fixed again");
            if errors(&found) == 0 && least == Applicability::Safe {
                assert_eq!(rules(text), rules(&new), "{name}");
            }
        }
    });
}

fn rules(text: &str) -> Vec<Option<String>> {
    let (description, _) = load("x.mnc", text, &Shipped);
    let of = |setting: &_| description.build(setting).0.map(|model| fingerprint(&model));
    description.settings().iter().map(of).collect()
}

/// Slips of the pen in shipped games: the first fix that is offered nearly always gives the game back.
#[test]
fn first_fixes_of_slips_are_right() {
    const SLIPS: u64 = 100;
    let games: Vec<String> = descriptions("games")
        .into_iter()
        .map(|(_, path)| std::fs::read_to_string(path).unwrap())
        .collect();
    let outcomes: Vec<(String, bool)> = (0..SLIPS)
        .into_par_iter()
        .map(|case| {
            let mut chance = random(case + 1);
            // Slips that are not mistakes, because the text means something else now, are no slips.
            let (text, slip, found) = std::iter::repeat_with(|| {
                let game = &games[(case * 37 % games.len() as u64) as usize];
                let (text, slip) = slips::slip(game, &mut chance);
                let (sources, found) = analyse("x.mnc", &text);
                (game, slip, (sources, found))
            })
            .find(|(_, _, (_, found))| errors(found) > 0)
            .unwrap();
            let (sources, findings) = found;
            let first =
                findings.iter().find(|d| d.severity == Severity::Error && !d.fixes.is_empty());
            let stop = StopFlag::default();
            let fixer = fixer("x.mnc", &stop);
            let new = first.and_then(|d| fixer.proves(&sources, &findings, d, &d.fixes[0]));
            let right = new.is_some_and(|new| {
                let gone =
                    analyse("x.mnc", &new).1.iter().all(|d| Some(d.code) != first.map(|f| f.code));
                gone && rules(&new) == rules(text)
            });
            let offered =
                first.map_or("no fix".into(), |d| format!("{}: {}", d.message, d.fixes[0].title));
            (format!("{slip}: {offered}"), right)
        })
        .collect();
    let wrong: Vec<&str> =
        outcomes.iter().filter(|(_, right)| !right).map(|(slip, _)| slip.as_str()).collect();
    let right = outcomes.len() - wrong.len();
    println!("{right} of {SLIPS} first fixes are right; not:\n{}", wrong.join("\n"));
    assert!(right >= 80, "only {right} first fixes are right:\n{}", wrong.join("\n"));
}

// ---------------------------------------------------------------------------------------- allowed findings

#[test]
fn comments_allow_findings() {
    insta::glob!("cases/allow/*.mnc", |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy();
        let stop = StopFlag::default();
        let mut reported = Vec::new();
        let checked = check_with_suppressed(
            &name,
            &text,
            &Shipped,
            Thoroughness::Usual,
            &stop,
            &mut |_, _, found| reported.extend(found.to_vec()),
        );
        assert_eq!(reported.len(), checked.findings.len(), "each finding is reported once");
        let mut shown = plain::render(
            &Findings::new(checked.sources.clone(), checked.findings).at_least(Severity::Warning),
        );
        for one in checked.suppressed {
            let at = checked.sources.line_column(one.finding.labels[0].span);
            shown += &format!("suppressed: {}:{}: {}\n", at.line, one.finding.code, one.reason);
        }
        insta::assert_snapshot!(shown);
    });
}

/// A formatted text allows the same findings.
#[test]
fn the_layout_does_not_matter() {
    for (name, path) in descriptions("tests/cases/allow") {
        let text = std::fs::read_to_string(path).unwrap();
        let new = mnc::format::format(&text).unwrap().text;
        let suppressed = |text: &str| {
            let stop = StopFlag::default();
            let checked = check_with_suppressed(
                "x",
                text,
                &Shipped,
                Thoroughness::Usual,
                &stop,
                &mut |_, _, _| {},
            );
            let one = |d: &Diagnostic| (d.code, d.message.clone());
            let suppressed = checked.suppressed.iter().map(|s| (one(&s.finding), s.reason.clone()));
            (suppressed.collect::<Vec<_>>(), checked.findings.iter().map(one).collect::<Vec<_>>())
        };
        assert_eq!(suppressed(&text), suppressed(&new), "{name}");
    }
}

// ------------------------------------------------------------------------------------- for other programs

/// The findings of a text; those that are suppressed, too.
fn findings(name: &str, text: &str) -> Findings {
    let stop = StopFlag::default();
    let checked =
        check_with_suppressed(name, text, &Shipped, Thoroughness::Text, &stop, &mut |_, _, _| {});
    let suppressed = checked.suppressed.into_iter().map(|one| (one.finding, one.reason)).collect();
    Findings::new(checked.sources, checked.findings).with_suppressed(suppressed)
}

#[test]
fn sarif_is_valid() {
    let schema = std::fs::read_to_string("tests/data/sarif-2.1.0.schema.json").unwrap();
    let mut schema: serde_json::Value = serde_json::from_str(&schema).unwrap();
    // These patterns are no regular expressions; the language of a run is not written.
    for part in ["run", "toolComponent"] {
        let language = schema["definitions"][part]["properties"]["language"].as_object_mut();
        language.unwrap().remove("pattern");
    }
    let validator = jsonschema::validator_for(&schema).unwrap();
    let valid = |log: &str| {
        let log: serde_json::Value = serde_json::from_str(log).unwrap();
        let faults: Vec<String> =
            validator.iter_errors(&log).map(|fault| fault.to_string()).collect();
        assert!(faults.is_empty(), "{faults:#?}");
        log
    };
    assert!(
        !validator.is_valid(&serde_json::json!({ "version": "2.1.0" })),
        "the schema checks nothing"
    );
    let all: Vec<Findings> =
        all_cases().par_iter().map(|(name, text)| findings(name, text)).collect();
    let log = valid(&sarif::render(&all));
    let results = log["runs"][0]["results"].as_array().unwrap();
    let many: usize = all.iter().map(|f| f.diagnostics().len() + f.suppressed().len()).sum();
    assert_eq!(results.len(), many);
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    for result in results {
        assert_eq!(rules[result["ruleIndex"].as_u64().unwrap() as usize]["id"], result["ruleId"]);
    }
    assert!(results.iter().any(|result| result["suppressions"][0]["kind"] == "inSource"));
    valid(&sarif::render(&[]));
    // A name that is not a URI, columns in characters, and a character that cannot be seen.
    let odd = findings("/a b/c:d%\u{202e}é.mnc", "mnc 1\ngame \"é\" like \"Kalah\"\nmove: é → x\n");
    let text = sarif::render(&[odd]);
    assert!(!text.contains('\u{202e}'));
    let log = valid(&text);
    let results = log["runs"][0]["results"].as_array().unwrap();
    let arrow = results.iter().find(|result| result["ruleId"] == "wrong-arrow").unwrap();
    let place = &arrow["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "file:///a%20b/c%3Ad%25%E2%80%AE%C3%A9.mnc");
    assert_eq!(place["region"]["startColumn"], 9);
}

#[test]
fn github_commands_are_one_line_each() {
    let mut sources = Sources::default();
    sources.add("a,b:c%\r\n.mnc", "mnc 1\nmove: é\n");
    let at = Span::new(0, 12, 14);
    let found = vec![
        Diagnostic::error("unknown-word", at, "100%: one\r\ntwo, three").found("here").help("a\nb"),
        Diagnostic::warning("long-line", at, "w"),
        Diagnostic::note("assumed", at, "n"),
    ];
    let text = github::render(&[Findings::new(sources, found)]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3);
    let place = "file=a%2Cb%3Ac%25%0D%0A.mnc,line=2,col=7,endLine=2,endColumn=8";
    assert_eq!(
        lines[0],
        format!("::error {place},title=unknown-word::100%25: one%0D%0Atwo, three: here%0Aa%0Ab")
    );
    assert_eq!(lines[1], format!("::warning {place},title=long-line::w: here"));
    assert!(lines[2].starts_with("::notice "));
    for (name, text) in all_cases() {
        let found = findings(&name, &text);
        let lines = github::render(std::slice::from_ref(&found));
        assert_eq!(lines.lines().count(), found.diagnostics().len(), "{name}");
    }
}

#[test]
fn json_shows_what_is_suppressed_if_it_is_there() {
    let text = std::fs::read_to_string("tests/cases/allow/statement.mnc").unwrap();
    let all = findings("x.mnc", &text);
    let value: serde_json::Value =
        serde_json::from_str(&json::render(std::slice::from_ref(&all))).unwrap();
    let mut counts: BTreeMap<Option<String>, usize> = BTreeMap::new();
    for finding in value.as_array().unwrap() {
        let why = finding.get("suppressed").map(|why| why.as_str().unwrap().to_owned());
        *counts.entry(why).or_default() += 1;
    }
    assert_eq!(counts.get(&None), Some(&all.diagnostics().len()));
    assert_eq!(counts.get(&Some("only this one".into())), Some(&1));
    assert!(catalogue::codes().count() > 90);
}
