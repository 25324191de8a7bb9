//! Numbers and amounts in French.

use super::French;
use super::grammar::{or, quoted};
use super::place::without_all;
use crate::document::plan::{Voice, bounds_exclude_zero};
use crate::model::{Amount, Count, KindId};

/// Even numbers begin at 2.
pub(super) const EVEN_NOT_0: &str = ", 0 except\u{e9}";

impl French<'_> {
    /// Seeds, after a number: `graine`, `graines « red »`.
    pub(super) fn seeds_word(&self, kind: Option<KindId>, many: bool) -> String {
        let noun = if many { "graines" } else { "graine" };
        match kind {
            Some(_) => format!("{noun} {}", quoted(self.model.seed(kind))),
            None => noun.to_owned(),
        }
    }

    /// `1 graine`, `4 graines`, `aucune graine`.
    pub(super) fn counted_seeds(&self, n: i64, kind: Option<KindId>) -> String {
        match n {
            0 => format!("aucune {}", self.seeds_word(kind, false)),
            1 => format!("1 {}", self.seeds_word(kind, false)),
            n => format!("{n} {}", self.seeds_word(kind, true)),
        }
    }

    /// A number: `4`, `le nombre de graines de votre grenier`.
    pub(super) fn count(&self, count: &Count, voice: Voice) -> String {
        let part = |count: &Count| self.count(count, voice);
        match count {
            Count::Fixed(n) => n.to_string(),
            Count::Note(note, who) => self.note_name(*note, *who, voice),
            Count::SeedsIn(places) => self
                .message("count-seeds", &[("places", &without_all(&self.places(places, voice)))]),
            Count::WorthIn(places) => {
                self.message("count-worth", &[("places", &self.places(places, voice))])
            }
            Count::Fraction(1, 2, of) => self.message("count-half", &[("of", &part(of))]),
            Count::Fraction(1, 3, of) => self.message("count-third", &[("of", &part(of))]),
            Count::Fraction(1, 4, of) => self.message("count-quarter", &[("of", &part(of))]),
            Count::Fraction(top, bottom, of) => {
                let fraction = format!("{top}/{bottom}");
                self.message("count-fraction", &[("fraction", &fraction), ("of", &part(of))])
            }
            Count::Add(one, other) => self.sum(one, "plus", other, voice),
            Count::Sub(one, other) => self.sum(one, "moins", other, voice),
            Count::Mul(one, other) => self.sum(one, "fois", other, voice),
            Count::Cases(cases) => {
                let each = cases.iter().map(|(when, count)| {
                    let n = self.count(count, voice);
                    match when {
                        Some(cond) => format!("{n} si {}", self.cond(cond, false, voice)),
                        None => format!("sinon {n}"),
                    }
                });
                format!("({})", each.collect::<Vec<_>>().join(" ; "))
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

    /// An amount of seeds: `2 ou 3 graines`, `aucune graine`, `un nombre pair de graines`.
    pub(super) fn amount(&self, amount: &Amount, kind: Option<KindId>, voice: Voice) -> String {
        let many = self.seeds_word(kind, true);
        match amount {
            Amount::OneOf(counts) => match counts.as_slice() {
                [Count::Fixed(n)] => self.counted_seeds(*n, kind),
                counts if counts.iter().all(is_fixed) => {
                    let each: Vec<String> = counts.iter().map(|n| self.count(n, voice)).collect();
                    format!("{} {many}", or(&each))
                }
                _ => self.number_of(amount, &many, voice),
            },
            Amount::AtLeast(Count::Fixed(n)) => {
                format!("au moins {}", self.counted_seeds(*n, kind))
            }
            Amount::AtMost(Count::Fixed(n)) => format!("au plus {}", self.counted_seeds(*n, kind)),
            Amount::Fewer(Count::Fixed(n)) => format!("moins de {n} {many}"),
            Amount::More(Count::Fixed(n)) => {
                format!("plus de {n} {}", self.seeds_word(kind, *n > 1))
            }
            Amount::Between(from, to) if is_fixed(from) && is_fixed(to) => {
                format!("de {} \u{e0} {} {many}", self.count(from, voice), self.count(to, voice))
            }
            Amount::Even(bounds) => {
                let zero = if bounds_exclude_zero(amount) { "" } else { EVEN_NOT_0 };
                format!("un nombre pair de {many}{}{zero}", self.bounds(bounds, voice))
            }
            Amount::Odd(bounds) => {
                format!("un nombre impair de {many}{}", self.bounds(bounds, voice))
            }
            Amount::AtLeast(_)
            | Amount::AtMost(_)
            | Amount::Fewer(_)
            | Amount::More(_)
            | Amount::Between(..) => self.number_of(amount, &many, voice),
        }
    }

    /// `un nombre de graines égal à la moitié de ...`.
    fn number_of(&self, amount: &Amount, many: &str, voice: Voice) -> String {
        format!("un nombre de {many} {}", self.bare_amount(amount, voice))
    }

    fn bounds(&self, bounds: &Option<(Count, Count)>, voice: Voice) -> String {
        bounds.as_ref().map_or(String::new(), |(from, to)| {
            format!(" de {} \u{e0} {}", self.count(from, voice), self.count(to, voice))
        })
    }

    /// What a number is: `égal à 4`, `pair`, `inférieur à la moitié de ...`.
    pub(super) fn bare_amount(&self, amount: &Amount, voice: Voice) -> String {
        let n = |count: &Count| self.count(count, voice);
        match amount {
            Amount::OneOf(counts) => {
                format!("\u{e9}gal \u{e0} {}", or(&counts.iter().map(n).collect::<Vec<_>>()))
            }
            Amount::AtLeast(count) => format!("au moins \u{e9}gal \u{e0} {}", n(count)),
            Amount::AtMost(count) => format!("au plus \u{e9}gal \u{e0} {}", n(count)),
            Amount::Fewer(count) => {
                let up =
                    if matches!(count, Count::Fraction(..)) { " (arrondi au-dessus)" } else { "" };
                format!("inf\u{e9}rieur \u{e0} {}{up}", n(count))
            }
            Amount::More(count) => format!("sup\u{e9}rieur \u{e0} {}", n(count)),
            Amount::Even(bounds) => {
                let zero = if bounds_exclude_zero(amount) { "" } else { EVEN_NOT_0 };
                format!("pair{}{zero}", self.bounds(bounds, voice))
            }
            Amount::Odd(bounds) => format!("impair{}", self.bounds(bounds, voice)),
            Amount::Between(from, to) => format!("compris entre {} et {}", n(from), n(to)),
        }
    }

    /// How many holes, before `de`: `au moins 2`.
    pub(super) fn places_amount(&self, amount: &Amount, voice: Voice) -> String {
        let n = |count: &Count| self.count(count, voice);
        match amount {
            Amount::OneOf(counts) => or(&counts.iter().map(n).collect::<Vec<_>>()),
            Amount::AtLeast(count) => format!("au moins {}", n(count)),
            Amount::AtMost(count) => format!("au plus {}", n(count)),
            Amount::Fewer(count) => format!("moins de {}", n(count)),
            Amount::More(count) => format!("plus de {}", n(count)),
            Amount::Between(from, to) => format!("de {} \u{e0} {}", n(from), n(to)),
            Amount::Even(_) | Amount::Odd(_) => {
                format!("un nombre {} de", self.bare_amount(amount, voice))
            }
        }
    }
}

fn is_fixed(count: &Count) -> bool {
    matches!(count, Count::Fixed(_))
}
