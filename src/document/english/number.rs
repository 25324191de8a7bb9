//! Numbers and amounts in English.

use super::English;
use crate::document::plan::{Voice, bounds_exclude_zero};
use crate::model::{Amount, Count};

/// Even numbers begin at 2.
pub(super) const EVEN_NOT_0: &str = ", but not 0";

/// `1 seed`, `4 seeds`, `no seeds`.
pub(super) fn counted(n: i64, noun: &str) -> String {
    match n {
        0 => format!("no {}", plural(noun)),
        1 => format!("1 {noun}"),
        n => format!("{n} {}", plural(noun)),
    }
}

/// The plural of a noun of these documents.
pub(super) fn plural(noun: &str) -> String {
    if noun.ends_with('s') { noun.to_owned() } else { format!("{noun}s") }
}

/// `first`, `second`, `12th`.
pub(super) fn ordinal(n: i64) -> String {
    match n {
        1 => "first".into(),
        2 => "second".into(),
        3 => "third".into(),
        4 => "fourth".into(),
        5 => "fifth".into(),
        6 => "sixth".into(),
        n if n % 10 == 1 && n % 100 != 11 => format!("{n}st"),
        n if n % 10 == 2 && n % 100 != 12 => format!("{n}nd"),
        n if n % 10 == 3 && n % 100 != 13 => format!("{n}rd"),
        n => format!("{n}th"),
    }
}

impl English<'_> {
    /// A number: `4`, `the number of seeds in your store`.
    pub(super) fn count(&self, count: &Count, voice: Voice) -> String {
        match count {
            Count::Fixed(n) => n.to_string(),
            Count::Note(note, who) => self.note_name(*note, *who, voice),
            Count::SeedsIn(places) => {
                format!("the number of seeds in {}", self.places(places, voice))
            }
            Count::WorthIn(places) => {
                format!("the worth of the seeds in {}", self.places(places, voice))
            }
            Count::Fraction(1, 2, of) => format!("half of {}", self.count(of, voice)),
            Count::Fraction(1, 3, of) => format!("a third of {}", self.count(of, voice)),
            Count::Fraction(1, 4, of) => format!("a quarter of {}", self.count(of, voice)),
            Count::Fraction(top, bottom, of) => {
                format!("{top}/{bottom} of {}", self.count(of, voice))
            }
            Count::Add(one, other) => self.sum(one, "plus", other, voice),
            Count::Sub(one, other) => self.sum(one, "minus", other, voice),
            Count::Mul(one, other) => self.sum(one, "times", other, voice),
            Count::Cases(cases) => {
                let each = cases.iter().map(|(when, count)| {
                    let count = self.count(count, voice);
                    match when {
                        Some(cond) => format!("{count} if {}", self.cond(cond, false, voice)),
                        None => format!("otherwise {count}"),
                    }
                });
                format!("({})", each.collect::<Vec<_>>().join("; "))
            }
        }
    }

    fn sum(&self, one: &Count, sign: &str, other: &Count, voice: Voice) -> String {
        let part = |count: &Count| match count {
            Count::Add(..) | Count::Sub(..) | Count::Mul(..) => {
                format!("({})", self.count(count, voice))
            }
            Count::Fixed(_)
            | Count::Note(..)
            | Count::SeedsIn(_)
            | Count::WorthIn(_)
            | Count::Fraction(..)
            | Count::Cases(_) => self.count(count, voice),
        };
        format!("{} {sign} {}", part(one), part(other))
    }

    /// An amount of things: `2 or 3 seeds`, `no seeds`, `an even number of seeds (0 is not even)`.
    pub(super) fn amount(&self, amount: &Amount, noun: &str, voice: Voice) -> String {
        let things = plural(noun);
        match amount {
            Amount::OneOf(counts) => match counts.as_slice() {
                [Count::Fixed(n)] => counted(*n, noun),
                [one] => format!("exactly {} {things}", self.count(one, voice)),
                many => {
                    let each: Vec<String> = many.iter().map(|n| self.count(n, voice)).collect();
                    format!("{} {things}", or(&each))
                }
            },
            Amount::AtLeast(Count::Fixed(1)) => format!("at least 1 {noun}"),
            Amount::AtLeast(n) => format!("at least {} {things}", self.count(n, voice)),
            Amount::AtMost(Count::Fixed(1)) => format!("at most 1 {noun}"),
            Amount::AtMost(n) => format!("at most {} {things}", self.count(n, voice)),
            Amount::Fewer(n) => format!("fewer than {} {things}", self.count_up(n, voice)),
            Amount::More(n) => format!("more than {} {things}", self.count(n, voice)),
            Amount::Even(bounds) => {
                let zero = if bounds_exclude_zero(amount) { "" } else { EVEN_NOT_0 };
                format!("an even number of {things}{}{zero}", self.bounds(bounds, voice))
            }
            Amount::Odd(bounds) => {
                format!("an odd number of {things}{}", self.bounds(bounds, voice))
            }
            Amount::Between(from, to) => {
                let (from, to) = (self.count(from, voice), self.count(to, voice));
                format!("from {from} to {to} {things}")
            }
        }
    }

    /// The same of a hole in which a seed has just fallen: it is not empty.
    pub(super) fn amount_above_0(&self, amount: &Amount, noun: &str, voice: Voice) -> String {
        self.amount(amount, noun, voice).replace(EVEN_NOT_0, "")
    }

    fn bounds(&self, bounds: &Option<(Count, Count)>, voice: Voice) -> String {
        bounds.as_ref().map_or(String::new(), |(from, to)| {
            format!(" from {} to {}", self.count(from, voice), self.count(to, voice))
        })
    }

    /// In *fewer than*, a part of a number is rounded up.
    fn count_up(&self, count: &Count, voice: Voice) -> String {
        let up = if matches!(count, Count::Fraction(..)) { " (rounded up)" } else { "" };
        format!("{}{up}", self.count(count, voice))
    }

    /// An amount of a number: `2 or more`, `even`.
    pub(super) fn bare_amount(&self, amount: &Amount, voice: Voice) -> String {
        let text = self.amount(amount, "\u{0}", voice);
        let text = text.replace(" of \u{0}s", "").replace(" \u{0}s", "").replace(" \u{0}", "");
        if text == "no" { "0".into() } else { text }
    }
}

/// `a, b or c`.
pub(super) fn or(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [start @ .., last] => format!("{} or {last}", start.join(", ")),
    }
}

/// `a, b and c`.
pub(super) fn and(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [start @ .., last] => format!("{} and {last}", start.join(", ")),
    }
}
