//! For every statement of every shipped game, cut after each word: is the next word offered, and how early?

use crate::support::descriptions;
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
    late: BTreeMap<String, usize>,
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
        for (key, n) in other.late {
            *self.late.entry(key).or_default() += n;
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
            _ if c.is_alphanumeric() => {
                rest.find(|c: char| !(c.is_alphanumeric() || "-_'\u{301}".contains(c))).unwrap_or(rest.len())
            }
            _ => c.len_utf8(),
        };
        if !c.is_whitespace() {
            found.push(base + at..base + at + length);
        }
        at += length;
    }
    found
}

fn offered(text: &str, general: &PhraseCounts) -> Offered {
    let document = EditedText { name: "x.mnc", text, library: &Shipped };
    let scope = Scope::of(document, 0);
    let new: BTreeSet<usize> = defined_names(0, text)
        .iter()
        .flat_map(|name| name.definitions.clone())
        .map(|span| span.start as usize)
        .collect();
    let mut result = Offered::default();
    let mut base = 0;
    for line in text.split_inclusive('\n') {
        let words = words(line, base);
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
                result.values_expected +=
                    usize::from(if is_text { expectation.text } else { expectation.number || expectation.name });
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
                *result.missing.entry(format!("{} | {}", expectation.context, before[from..].trim())).or_default() += 1;
            } else if at > Some(9) {
                *result.late.entry(format!("{} | {} {next}", expectation.context, expectation.before.last().map_or("", |w| w))).or_default() += 1;
            }
        }
        base += line.len();
    }
    result
}

#[test]
fn the_next_word_is_offered() {
    let games = descriptions("games");
    let texts: Vec<String> =
        games.iter().map(|(_, path)| std::fs::read_to_string(path).unwrap()).collect();
    let general = PhraseCounts::shipped();
    let all = texts.par_iter().map(|text| offered(text, general)).reduce(Offered::default, Offered::and);
    let percent = |n: usize, of: usize| 100.0 * n as f64 / of as f64;
    println!(
        "{} words: {:.2} % offered, {:.2} % among the first ten; {} numbers and texts: {:.2} % expected",
        all.places,
        percent(all.offered, all.places),
        percent(all.first_ten, all.places),
        all.values,
        percent(all.values_expected, all.values)
    );
    for map in [&all.missing, &all.late] {
    let mut missing: Vec<_> = map.iter().collect();
    missing.sort_by_key(|(_, n)| std::cmp::Reverse(**n));
    for (what, n) in missing.iter().take(60) {
        println!("{n} {what}");
    }
    }
    panic!();
}

