//! Translates what people write into the words of the language: `if the last seed lands in your store,
//! you get another turn` is `falls in the own store -> play again`.
//!
//! The knowledge is data: `paraphrase/table.txt`. It is a synchronous grammar (Aho and Ullman's
//! syntax-directed translation schema): each entry has a pattern of other words and the phrase of the
//! language for it, and both sides name the same parts. [`chart`] finds the translations of a statement.
//!
//! A translation uses every word of the statement; nothing is left out that no entry mentions.

mod chart;
mod sayings;
mod table;

use super::ast::SectionKind;
use super::phrase::Rule;
use std::collections::BTreeSet;

pub use sayings::{Saying, nearest_sayings, sayings};
pub use table::Table;

/// The longest statement that is translated, in words.
const MOST_WORDS: usize = 60;

/// A statement in the words of the language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Translation {
    /// The statements, each with its section; `None`: the section of the original. Lines below a statement
    /// follow it after a line break, two blanks further in.
    pub statements: Vec<(Option<SectionKind>, String)>,
    /// Whether both surely mean the same.
    pub certain: bool,
}

/// What is to be translated.
#[derive(Clone, Copy)]
pub struct Original<'a> {
    /// The words and signs.
    pub words: &'a [&'a str],
    /// The names that the file defines.
    pub names: &'a BTreeSet<String>,
    /// The section that the statement is in.
    pub section: Option<SectionKind>,
    /// The production that it should parse with.
    pub rule: Rule,
}

/// Whether a word is in the table, so that it is English.
pub fn is_known_word(word: &str) -> bool {
    let lower = word.to_lowercase();
    Table::get()
        .nodes
        .iter()
        .any(|node| matches!(node, table::PatternNode::Word(known, _) if *known == lower))
}

/// The best translations of a statement, the best first; several of equal rank if the statement can mean
/// several things. Empty: none is known. A translation is not always a statement that parses.
pub fn translations(original: Original<'_>) -> Vec<Translation> {
    if original.words.len() > MOST_WORDS {
        return Vec::new();
    }
    let table = Table::get();
    let found = chart::Chart::new(table, original).translations();
    if !found.is_empty() {
        return found;
    }
    let mut words = original.words.to_vec();
    for phrase in &table.dropped {
        let is = |part: &[&str]| part.iter().zip(phrase).all(|(a, b)| a.to_lowercase() == *b);
        while let Some(at) = words.windows(phrase.len()).position(is) {
            words.drain(at..at + phrase.len());
        }
    }
    if words.len() == original.words.len() {
        return found;
    }
    chart::Chart::new(table, Original { words: &words, ..original }).translations()
}
