//! The length of the shipped descriptions: the language stays short.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod support;

use std::path::Path;

fn text(game: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("games/{game}.mnc"));
    std::fs::read_to_string(path).unwrap()
}

/// The comment above variations that the source does not describe: other readings of its words.
const READINGS: &str = "# Other readings of the same text.";

/// The number of lines with rules: without blank lines, comments, sources (*about*, *points*), other
/// readings and tests; with the lines of variations if `variations`.
fn rules(text: &str, variations: bool) -> usize {
    let mut source = false;
    let mut varied = false;
    let mut lines = 0;
    for line in text.lines().take_while(|line| *line != READINGS) {
        let heading = line.split([' ', ':']).next().unwrap_or_default();
        if !heading.is_empty() {
            source = ["about", "points", "test"].contains(&heading);
            varied |= heading == "variation";
        }
        let told = line.trim();
        let counted = !source && (variations || !varied);
        lines += usize::from(counted && !told.is_empty() && !told.starts_with('#'));
    }
    lines
}

#[test]
fn founding_games_are_short() {
    for (game, most, variations) in
        [("oware", 25, false), ("kalah", 20, false), ("hoyito", 45, true), ("lontu-holo", 75, true)]
    {
        let lines = rules(&text(game), variations);
        println!("{game}: {lines} of {most}");
        assert!(lines > 5, "{game}: the lines are not counted");
        assert!(lines <= most, "{game} has {lines} lines of rules; {most} are promised");
    }
}

#[test]
fn no_line_is_longer_than_a_hundred_columns() {
    for (name, path) in support::descriptions("games") {
        for (n, line) in std::fs::read_to_string(&path).unwrap().lines().enumerate() {
            assert!(line.chars().count() <= 100, "{name}:{}: {line}", n + 1);
        }
    }
}

/// Half of the games have at most so many lines of rules, without variations.
const MEDIAN: usize = 30;

#[test]
fn most_games_are_short() {
    let games = support::descriptions("games").into_iter();
    let mut lines: Vec<usize> =
        games.map(|(_, path)| rules(&std::fs::read_to_string(path).unwrap(), false)).collect();
    lines.sort_unstable();
    let median = lines[lines.len() / 2];
    println!("{} games, {median} lines the median", lines.len());
    assert!(median <= MEDIAN, "{median} lines of rules are the median; {MEDIAN} are promised");
}
