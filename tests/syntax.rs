//! The parser: valid forms, and the messages for invalid ones.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod support;

use mnc::diagnostic::{Diagnostic, Severity};
use mnc::source::Sources;
use mnc::syntax::{ast, parse};
use proptest::prelude::*;
use std::fmt::Write as _;
use std::path::PathBuf;

/// One line for each finding, and one for its fix.
fn plain(text: &str, found: &[Diagnostic]) -> String {
    let mut sources = Sources::default();
    sources.add("x.mnc", text);
    let mut out = String::new();
    for finding in found {
        let label = &finding.labels[0];
        let at = sources.line_column(label.span);
        let severity = format!("{:?}", finding.severity).to_lowercase();
        let shown: String = sources.slice(label.span).chars().take(60).collect();
        writeln!(out, "{}:{} {severity} {}: {}", at.line, at.column, finding.code, finding.message)
            .unwrap();
        writeln!(out, "    {shown:?}: {}", label.text).unwrap();
        for other in &finding.labels[1..] {
            writeln!(out, "    {:?}: {}", sources.slice(other.span), other.text).unwrap();
        }
        if let Some(help) = finding.help_text() {
            writeln!(out, "    help: {help}").unwrap();
        }
        for fix in &finding.fixes {
            let kind = if fix.is_safe() { "fix" } else { "guess" };
            writeln!(out, "    {kind}: {}", support::fixes::edits(&sources, fix)).unwrap();
        }
    }
    out
}

fn cases(folder: &str) -> Vec<(PathBuf, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cases/syntax").join(folder);
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(|p| (p.clone(), std::fs::read_to_string(p).unwrap())).collect()
}

#[test]
fn good_descriptions_are_read() {
    for (path, text) in cases("good") {
        let (_, found) = parse(0, &text);
        let errors: Vec<_> = found.into_iter().filter(|d| d.severity == Severity::Error).collect();
        assert!(errors.is_empty(), "{}\n{}", path.display(), plain(&text, &errors));
    }
}

#[test]
fn bad_descriptions_are_explained() {
    insta::glob!("cases/syntax/bad/*.mnc", |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let (_, found) = parse(0, &text);
        insta::assert_snapshot!(plain(&text, &found));
    });
}

/// The syntax tree without spans: one snapshot of every form.
#[test]
fn every_form_is_built() {
    let (_, text) =
        cases("good").into_iter().find(|(path, _)| path.ends_with("every-form.mnc")).unwrap();
    let (file, _) = parse(0, &text);
    let shown = format!("{file:#?}");
    let spans = |line: &&str| !line.trim().starts_with("span: ");
    let shown: Vec<&str> = shown.lines().filter(spans).collect();
    insta::assert_snapshot!(shown.join("\n"));
}

#[test]
fn a_broken_statement_hides_no_other() {
    let text = "mnc 1\ngame \"X\"\nmove\n  sow any own hole\n  nonsense here now\n  pass\n";
    let (file, found) = parse(0, text);
    assert_eq!(found.len(), 1);
    let said: Vec<bool> = file.body.sections[0]
        .statements
        .iter()
        .map(|s| s.kind == ast::StatementKind::Broken)
        .collect();
    assert_eq!(said, [false, true, false]);
}

#[test]
fn statements_stand_where_they_are_written() {
    let text = "mnc 1\ngame \"X\"\nlast seed\n  falls in a hole   # where\n     ->  end move  [1, 2]  assumed \"é\"  # why\n";
    let (file, found) = parse(3, text);
    assert_eq!(found, []);
    let statement = &file.body.sections[0].statements[0];
    assert_eq!(statement.span.file, 3);
    assert_eq!(&text[statement.span.range()], "falls in a hole   # where\n     ->  end move");
    assert_eq!(statement.cites.iter().map(|(n, _)| *n).collect::<Vec<_>>(), [1, 2]);
    let assumed = statement.assumed.as_ref().unwrap();
    assert_eq!((assumed.text.as_str(), &text[assumed.span.range()]), ("é", "\"é\""));
}

#[test]
fn a_file_over_the_limit_is_not_read() {
    let text = "x".repeat(1_000_001);
    let (file, found) = parse(0, &text);
    assert_eq!(found.iter().map(|d| d.code).collect::<Vec<_>>(), ["file-too-long"]);
    assert_eq!(file.body.sections, []);
}

/// The most complex lines are parsed or refused quickly.
#[test]
fn tangled_statements_come_to_an_end() {
    let lines = [
        "seeds in a hole holding ".repeat(80) + "3 is 4 -> pass",
        "makes ".to_string() + &"(seeds in a hole holding ".repeat(30) + "3" + &")".repeat(30),
        "falls in ".to_string() + &"a hole whose next hole is ".repeat(70) + "empty -> pass",
        "sow ".to_string() + &"a hole except ".repeat(130) + "it",
        "either ".to_string() + &"sow it, or ".repeat(180) + "pass",
        "falls in ".to_string() + &"a ".repeat(900) + "-> pass",
        "falls in ".to_string() + &"x ".repeat(900) + "hole -> pas",
        "not ".repeat(450) + "x -> pass",
        "half of ".repeat(240) + "x is 3 -> pass",
    ];
    for line in lines {
        let text = format!("mnc 1\ngame \"X\"\nmove\n  {line}\n");
        let begin = std::time::Instant::now();
        parse(0, &text);
        let spent = begin.elapsed();
        assert!(spent.as_secs() < 5, "{spent:?}: {line}");
    }
}

/// Every production has a comment that says what it means.
#[test]
fn every_production_says_what_it_means() {
    let grammar = include_str!("../grammar/mnc.pest");
    let lines: Vec<&str> = grammar.lines().collect();
    for (n, line) in lines.iter().enumerate() {
        let is_production = line.contains(" = ") && !line.starts_with([' ', '/']);
        if is_production {
            let above = n.checked_sub(1).map_or("", |n| lines[n]);
            assert!(above.starts_with("/// "), "no comment above `{line}`");
        }
    }
}

fn all_good() -> String {
    cases("good").into_iter().map(|(_, text)| text).collect::<Vec<_>>().join("\n")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_without_a_crash(text in "\\PC{0,200}|(?s).{0,200}") {
        let (_, found) = parse(0, &text);
        for finding in found {
            for label in finding.labels {
                prop_assert!(text.get(label.span.range()).is_some());
            }
        }
    }

    #[test]
    fn a_changed_description_is_read_without_a_crash(
        from in 0usize..40_000,
        length in 1usize..1_500,
        cuts in proptest::collection::vec((0usize..1_500, 0usize..4, "[ \\n\"#():,>=a-zé\u{202e}-]{0,3}"), 1..8),
    ) {
        let all = all_good();
        let mut text: String = all.chars().skip(from % all.len()).take(length).collect();
        for (at, remove, put) in cuts {
            let chars: Vec<char> = text.chars().collect();
            let at = at % (chars.len() + 1);
            let to = (at + remove).min(chars.len());
            text = chars[..at].iter().collect::<String>() + &put + &chars[to..].iter().collect::<String>();
        }
        let (_, found) = parse(0, &text);
        for finding in found {
            let hidden = finding.message.contains('\u{202e}');
            prop_assert!(!hidden);
            for label in finding.labels {
                prop_assert!(text.get(label.span.range()).is_some());
            }
            for edit in finding.fixes.iter().flat_map(|fix| &fix.edits) {
                prop_assert!(text.get(edit.span.range()).is_some());
            }
        }
    }
}
