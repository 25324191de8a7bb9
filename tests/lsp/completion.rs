//! For every statement of every shipped game, cut after each word: is the next word offered, and how early?

use crate::support::{descriptions, number_from_env};
use mnc::language_service::{EditedText, PhraseCounts, Scope, complete_with};
use mnc::library::Shipped;
use mnc::syntax::{defined_names, expected};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// How many positions there are, and at how many the next word is offered.
#[derive(Default, Debug)]
struct Offered {
    places: usize,
    offered: usize,
    first_ten: usize,
    /// Numbers and texts: how many there are, and where one is expected.
    values: usize,
    values_expected: usize,
    /// What was not offered: the words before it, and the word.
    missing: BTreeMap<String, usize>,
}

impl Offered {
    fn and(mut self, other: Offered) -> Offered {
        self.places += other.places;
        self.offered += other.offered;
        self.first_ten += other.first_ten;
        self.values += other.values;
        self.values_expected += other.values_expected;
        for (key, n) in other.missing {
            *self.missing.entry(key).or_default() += n;
        }
        self
    }
}

/// The words, signs, numbers and quoted texts of a line.
fn words(line: &str, base: usize) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = line[at..].chars().next() {
        let rest = &line[at..];
        let length = match c {
            '#' => break,
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            _ if rest.starts_with("->") => 2,
            _ if c.is_alphanumeric() => rest
                .find(|c: char| !(c.is_alphanumeric() || "-_'\u{301}".contains(c)))
                .unwrap_or(rest.len()),
            _ => c.len_utf8(),
        };
        if !c.is_whitespace() {
            found.push(base + at..base + at + length);
        }
        at += length;
    }
    found
}

fn offered(text: &str, general: &PhraseCounts, step: usize) -> Offered {
    let document = EditedText { name: "x.mnc", text, library: &Shipped };
    let scope = Scope::of(document, 0);
    let new: BTreeSet<usize> = defined_names(0, text)
        .iter()
        .flat_map(|name| name.definitions.clone())
        .map(|span| span.start as usize)
        .collect();
    let mut result = Offered::default();
    let mut base = 0;
    for (nth, line) in text.split_inclusive('\n').enumerate() {
        let words = if nth % step == text.len() % step { words(line, base) } else { Vec::new() };
        let own = words.first().map(|first| PhraseCounts::of_names(text, first.start));
        for (nth, word) in words.iter().enumerate() {
            let next = &text[word.clone()];
            // As it is when the word before and a blank have been typed.
            let before = match nth.checked_sub(1) {
                Some(last) => format!("{} ", &text[..words[last].end]),
                None => text[..word.start].to_owned(),
            };
            let expectation = expected(&before, before.len());
            if next.starts_with(|c: char| c == '"' || c.is_ascii_digit()) {
                result.values += 1;
                let is_text = next.starts_with('"');
                result.values_expected += usize::from(if is_text {
                    expectation.text
                } else {
                    expectation.number || expectation.name
                });
                continue;
            }
            if new.contains(&word.start) {
                continue;
            }
            let completion = complete_with(&expectation, &scope, general, own.as_ref().unwrap());
            let fits = |text: &str| {
                text.strip_prefix(next).is_some_and(|rest| {
                    !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-' || c == '\'')
                })
            };
            let at = completion.items.iter().position(|item| fits(&item.text));
            result.places += 1;
            result.offered += usize::from(at.is_some());
            result.first_ten += usize::from(at.is_some_and(|at| at < 10));
            let before = &text[..word.end];
            let from = before.rfind('\n').map_or(0, |at| at + 1);
            if at.is_none() {
                *result
                    .missing
                    .entry(format!("{} | {}", expectation.context, before[from..].trim()))
                    .or_default() += 1;
            }
        }
        base += line.len();
    }
    result
}

/// The counts with which a game is ranked are those of other games. Every sixth line by default;
/// `MNC_LSP_ALL=1` looks at all.
#[test]
fn the_next_word_is_offered() {
    let step = if number_from_env("MNC_LSP_ALL", 0) > 0 { 1 } else { 6 };
    let games = descriptions("games");
    let texts: Vec<String> =
        games.iter().map(|(_, path)| std::fs::read_to_string(path).unwrap()).collect();
    const PARTS: usize = 5;
    let all = (0..PARTS)
        .into_par_iter()
        .map(|part| {
            let others = texts.iter().enumerate().filter(|(nth, _)| nth % PARTS != part);
            let general = PhraseCounts::of(others.map(|(_, text)| text.as_str()));
            let own = texts.par_iter().enumerate().filter(|(nth, _)| nth % PARTS == part);
            own.map(|(_, text)| offered(text, &general, step))
                .reduce(Offered::default, Offered::and)
        })
        .reduce(Offered::default, Offered::and);
    let percent = |n: usize, of: usize| 100.0 * n as f64 / of as f64;
    let [found, early, values] = [
        percent(all.offered, all.places),
        percent(all.first_ten, all.places),
        percent(all.values_expected, all.values),
    ];
    println!(
        "{} words: {found:.2} % offered, {early:.2} % among the first ten; {} numbers and texts: {values:.2} % expected",
        all.places, all.values
    );
    let mut missing: Vec<_> = all.missing.iter().collect();
    missing.sort_by_key(|(_, n)| std::cmp::Reverse(**n));
    missing.iter().take(20).for_each(|(what, n)| println!("{n} {what}"));
    assert!(all.places > 10_000 && found >= 99.0 && early >= 70.0 && values >= 99.0);
}
