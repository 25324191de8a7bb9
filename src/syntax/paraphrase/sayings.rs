//! What authors want to say, and how it is written: the table of the reference, and the statements nearest
//! to one that nothing else explains.

use crate::order::SmallSort;
use crate::syntax::ast::SectionKind;
use crate::texts::FromWordings;
use rustc_hash::{FxHashMap, FxHashSet};

/// How near a statement must be to a saying, from 0 (no word in common) to 1.
const LEAST_NEARNESS: f64 = 0.22;
/// How much nearer a saying of the same section counts.
const SAME_SECTION: f64 = 1.6;

/// Something that authors want to say.
#[derive(Debug)]
pub struct Saying {
    /// What it says, as a title: lower case, no full stop.
    pub title: &'static str,
    /// Its statements, each with its section.
    pub statements: Vec<(SectionKind, String)>,
    /// Other wordings; the first is a sentence that an author could write.
    pub wordings: Vec<&'static str>,
}

/// All sayings, in the order of the text.
pub fn sayings() -> &'static [Saying] {
    static SAYINGS: FromWordings<Vec<Saying>> = FromWordings::new(|wordings| {
        wordings
            .sayings
            .split("\n## ")
            .skip(1)
            .map(|entry| {
                let mut lines = entry.lines();
                let mut saying = Saying {
                    title: lines.next().unwrap_or_default(),
                    statements: Vec::new(),
                    wordings: Vec::new(),
                };
                for (key, rest) in lines.filter_map(|line| line.split_once(": ")) {
                    match SectionKind::ALL.into_iter().find(|s| s.words() == key) {
                        Some(section) => {
                            saying.statements.push((section, rest.replace(" / ", "\n  ")))
                        }
                        None if key == "say" => saying.wordings.push(rest),
                        None => {}
                    }
                }
                saying
            })
            .collect()
    });
    SAYINGS.get()
}

/// A saying's words, with their weights, and the length of that vector.
type Vector = (FxHashMap<String, f64>, f64);

struct Index {
    /// How rare each word is.
    rarity: FxHashMap<String, f64>,
    vectors: Vec<Vector>,
}

/// The sayings nearest to the words of a statement of a section, the nearest first; two at most. They are
/// compared by the words they have in common, the rarer ones weighing more (tf-idf and cosine; Salton and
/// McGill, Introduction to Modern Information Retrieval, 1983).
pub fn nearest_sayings(words: &[&str], section: Option<SectionKind>) -> Vec<&'static Saying> {
    static INDEX: FromWordings<Index> = FromWordings::new(|_| index());
    let index = INDEX.get();
    let of_words = words.iter().flat_map(|word| stem(word)).collect();
    let (asked, length) = vector(&of_words, &index.rarity);
    let mut near: Vec<(f64, &Saying)> = Vec::new();
    for (saying, (weights, size)) in sayings().iter().zip(&index.vectors) {
        let common: f64 =
            asked.iter().map(|(word, weight)| weight * weights.get(word).unwrap_or(&0.0)).sum();
        let here = saying.statements.iter().any(|(s, _)| Some(*s) == section);
        let factor = if here { SAME_SECTION } else { 1.0 };
        near.push((factor * common / (length * size).max(f64::MIN_POSITIVE), saying));
    }
    near.retain(|(nearness, _)| *nearness >= LEAST_NEARNESS);
    near.small_sort_by(|a, b| b.0.total_cmp(&a.0));
    near.into_iter().take(2).map(|(_, saying)| saying).collect()
}

fn index() -> Index {
    let of_saying = |saying: &Saying| -> FxHashSet<String> {
        let statements = saying.statements.iter().map(|(_, statement)| statement.as_str());
        let texts = saying.wordings.iter().copied().chain([saying.title]).chain(statements);
        texts.flat_map(|text| text.split_whitespace()).flat_map(stem).collect()
    };
    let documents: Vec<FxHashSet<String>> = sayings().iter().map(of_saying).collect();
    let mut counts: FxHashMap<String, f64> = FxHashMap::default();
    for word in documents.iter().flatten() {
        *counts.entry(word.clone()).or_default() += 1.0;
    }
    let number = documents.len() as f64;
    let rarity =
        counts.into_iter().map(|(word, count)| (word, (1.0 + number / count).ln())).collect();
    let vectors = documents.iter().map(|words| vector(words, &rarity)).collect();
    Index { rarity, vectors }
}

fn vector(words: &FxHashSet<String>, rarity: &FxHashMap<String, f64>) -> Vector {
    // A word that no saying has is as rare as can be.
    let unknown = (1.0 + sayings().len() as f64).ln() / 2.0;
    let weights: FxHashMap<String, f64> =
        words.iter().map(|word| (word.clone(), *rarity.get(word).unwrap_or(&unknown))).collect();
    // Summed in the order of the words, so that the result is the same on every machine.
    let mut squares: Vec<(&String, f64)> = weights.iter().map(|(w, x)| (w, x * x)).collect();
    squares.small_sort_by(|a, b| a.0.cmp(b.0));
    let length = squares.into_iter().map(|(_, square)| square).sum::<f64>().sqrt();
    (weights, length)
}

/// A word without its ending, or the word that stands for its synonyms; `None` for signs.
fn stem(word: &str) -> Option<String> {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let word = word.strip_suffix("'s").unwrap_or(&word);
    let stands_for = match word {
        "" => return None,
        "pit" | "pits" | "house" | "houses" | "cup" | "cups" | "bowl" | "bowls" => "hole",
        "stone" | "stones" | "bean" | "beans" | "counter" | "counters" | "shell" | "shells"
        | "piece" | "pieces" => "seed",
        "kalah" | "kalaha" | "mancala" | "bank" | "granary" => "store",
        "lands" | "land" | "drops" | "fall" => "falls",
        "takes" | "take" | "wins" | "captured" | "taken" | "captures" => "capture",
        "enemy" | "adversary" | "opponent" => "opponent",
        "side" | "half" => "row",
        _ => word,
    };
    if stands_for.chars().all(|c| c.is_ascii_digit()) {
        return Some("0".into());
    }
    let ending = ["ing", "ed", "es", "s"]
        .into_iter()
        .find(|ending| stands_for.len() > ending.len() + 3 && stands_for.ends_with(ending));
    Some(stands_for.strip_suffix(ending.unwrap_or_default()).unwrap_or(stands_for).to_string())
}
