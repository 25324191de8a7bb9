//! The canonical layout: nothing but the layout changes, and every layout of a text comes back to the same one.
//!
//! A case in `tests/cases/format` is a description in some layout; the snapshot has the canonical one.
//! `MNC_MANGLED` is the number of mangled layouts, `MNC_MANGLED_SEED` the seed.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

#[path = "format/mangle.rs"]
mod mangle;
#[path = "mutated/mutate.rs"]
mod mutate;
mod support;

use mnc::format::{format, same_games};
use mnc::library::Shipped;
use mnc::notation::fingerprint;
use mnc::resolve::load;
use proptest::prelude::*;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use support::{descriptions, number_from_env, random};

/// How many mangled layouts, and changed descriptions, a normal run formats.
const CASES: u64 = 400;
const MANY_CASES: u64 = 10_000;

/// The canonical layout, which has itself as its layout.
fn formatted(name: &str, text: &str) -> String {
    let once = format(text).unwrap_or_else(|fault| panic!("{name}: {fault}\n{text}")).text;
    let twice = format(&once).unwrap_or_else(|fault| panic!("{name}, again: {fault}\n{once}")).text;
    assert_eq!(once, twice, "{name}: formatting again changes it");
    once
}

/// The comments of a text, read in another way than by the formatter; how often each occurs.
fn comments(text: &str) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for line in text.lines() {
        let begin = line
            .match_indices('#')
            .map(|(at, _)| at)
            .find(|at| line[..*at].matches('"').count().is_multiple_of(2));
        if let Some(begin) = begin {
            *counts.entry(line[begin..].trim_end().to_owned()).or_default() += 1;
        }
    }
    counts
}

/// The rules of all settings.
fn rules(name: &str, text: &str) -> Vec<(String, Option<String>)> {
    let (description, _) = load(name, text, &Shipped);
    let of = |setting: &_| description.build(setting).0.map(|model| fingerprint(&model));
    description.settings().iter().map(|s| (format!("{s:?}"), of(s))).collect()
}

/// All descriptions without mistakes, by name.
fn texts() -> Vec<(String, String)> {
    let folders = ["games", "tests/ideas", "tests/cases/meaning", "tests/cases/syntax/good"];
    let read = |(name, path)| (name, std::fs::read_to_string(path).unwrap());
    folders.iter().flat_map(|folder| descriptions(folder)).map(read).collect()
}

#[test]
fn only_the_layout_changes() {
    texts().par_iter().for_each(|(name, text)| {
        let new = formatted(name, text);
        assert_eq!(comments(text), comments(&new), "{name}");
        assert_eq!(rules(name, text), rules(name, &new), "{name}");
        assert_eq!(format(text).unwrap().kept, 0, "{name}");
    });
}

/// `mnc fmt games` formats them.
#[test]
fn shipped_games_are_formatted() {
    let formatted = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).unwrap();
        format(&text).unwrap().text == text
    };
    let other: Vec<String> = descriptions("games")
        .into_iter()
        .filter(|(_, path)| !formatted(path))
        .map(|(name, _)| name)
        .collect();
    assert!(other.is_empty(), "run `mnc fmt games`: {other:?}");
}

#[test]
fn another_game_is_noticed() {
    let other = "mnc 1\ngame \"X\" like \"Kalah\"\nnew start: every hole holds 5\n";
    let text = "mnc 1\ngame \"X\" like \"Kalah\"\n";
    assert!(same_games("x", text, other, &Shipped).is_err());
    assert!(same_games("x", text, &format!("{text}\n# a comment\n"), &Shipped).is_ok());
}

#[test]
fn cases() {
    insta::glob!("cases/format/*.mnc", |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy();
        insta::assert_snapshot!(formatted(&name, &text));
    });
}

#[test]
fn line_ends_and_the_mark_at_the_beginning() {
    let text = "mnc 1\ngame \"X\"\nmove\n    sow any own hole   # a comment\n";
    let plain = formatted("x", text);
    assert_eq!(formatted("x", &text.replace('\n', "\r\n")), plain.replace('\n', "\r\n"));
    assert_eq!(formatted("x", &format!("\u{feff}{text}")), plain);
    assert_eq!(formatted("x", text.trim_end()), plain);
    let twice = format!("\u{feff}\u{feff}{text}");
    assert_eq!(formatted("x", &twice), twice);
    assert_eq!(formatted("x", ""), "");
    assert_eq!(formatted("x", " \n\n   # only a comment  "), "# only a comment\n");
    let long = format!("{text}#{}", "x".repeat(1_000_000));
    assert_eq!(formatted("x", &long), long);
}

/// A text in which some comments were added, in another layout.
fn mangled_case(texts: &[(String, String)], case: u64) {
    let mut chance = random(number_from_env("MNC_MANGLED_SEED", 1) << 32 | case);
    let (name, text) = &texts[(case % texts.len() as u64) as usize];
    // A comment before it would make the mark at the beginning a part of a word.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let commented = mangle::with_comments(text, &mut chance);
    let canonical = formatted(name, &commented);
    let mangled = mangle::mangle(&canonical, &mut chance);
    let back = formatted(name, &mangled);
    let line = canonical.lines().zip(back.lines()).find(|(one, other)| one != other);
    assert!(canonical == back, "{name}, case {case}: {line:#?}\n----\n{mangled}");
    if case < CASES {
        assert_eq!(rules(name, text), rules(name, &mangled), "{name}, case {case}\n{mangled}");
    }
}

fn mangled_layouts(cases: u64) {
    let texts = texts();
    (0..cases).into_par_iter().for_each(|case| mangled_case(&texts, case));
}

#[test]
fn every_layout_comes_back() {
    mangled_layouts(number_from_env("MNC_MANGLED", CASES));
}

/// A long run: `cargo test --release --test format -- --ignored`.
#[test]
#[ignore = "takes long"]
fn very_many_layouts_come_back() {
    mangled_layouts(number_from_env("MNC_MANGLED", MANY_CASES));
}

/// Descriptions with mistakes: what cannot be read stays.
#[test]
fn descriptions_with_mistakes() {
    let texts: Vec<String> = texts().into_iter().map(|(_, text)| text).collect();
    (0..number_from_env("MNC_MANGLED", CASES)).into_par_iter().for_each(|case| {
        let mut chance = random(case << 8);
        let mut text = texts[(case % texts.len() as u64) as usize].clone();
        for _ in 0..1 + case % 4 {
            text = mutate::mutate(&text, &texts, &mut chance);
        }
        let new = formatted(&format!("case {case}"), &text);
        assert_eq!(comments(&text), comments(&new), "case {case}\n{text}");
    });
}

/// Texts in which almost everything is wrong.
#[test]
fn bad_descriptions() {
    for folder in ["syntax/bad", "resolve/bad", "cascade", "mend", "hostile"] {
        for (name, path) in descriptions(&Path::new("tests/cases").join(folder).to_string_lossy()) {
            formatted(&name, &std::fs::read_to_string(path).unwrap());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]

    #[test]
    fn random_texts(text in "\\PC{0,200}|[ \t\r\na-z0-9#\"\\[\\],:=>()-]{0,300}|[\\x00-\\x7f“”→’\u{feff}\u{200b}]{0,80}") {
        formatted("random", &text);
    }

    /// Words of the language, in no order.
    #[test]
    fn random_words(
        words in proptest::collection::vec(
            "\n| |  |\t|#|# allow|\"|->|,|and|or|\\[|\\]|assumed|\"x\"|:|=|sow|any own hole|move|board|mnc 1|test|\n  |\n    |1|words|also:|“|”|\r\n",
            0..60,
        )
    ) {
        formatted("random", &words.join(" "));
        formatted("random", &words.concat());
    }
}
