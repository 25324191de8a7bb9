//! The words of the language, and the names that a file defines: the candidates of suggestions.

use super::ast::SectionKind;
use super::english;
use super::layout::RawStatement;
use super::token::TokenKind;
use crate::order;
use crate::texts;
use rustc_hash::FxHashSet;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// Common other words, the word of the language for each, and whether both surely mean the same. (A stone
/// may be a kind of seed that the description has not declared.)
const SYNONYMS: [(&str, &str, bool); 47] = [
    ("counter-clockwise", "anticlockwise", true),
    ("counterclockwise", "anticlockwise", true),
    ("anti-clockwise", "anticlockwise", true),
    ("widdershins", "anticlockwise", true),
    ("cannot", "may not", false),
    ("can", "may", false),
    ("wins", "to win", false),
    ("onto", "in", true),
    ("into", "in", true),
    ("leftward", "leftwards", true),
    ("rightward", "rightwards", true),
    ("pit", "hole", true),
    ("pits", "holes", true),
    ("house", "hole", true),
    ("houses", "holes", true),
    ("cup", "hole", true),
    ("cups", "holes", true),
    ("bean", "seed", false),
    ("beans", "seeds", false),
    ("stone", "seed", false),
    ("stones", "seeds", false),
    ("counter", "seed", false),
    ("counters", "seeds", false),
    ("pieces", "seeds", false),
    ("bank", "store", false),
    ("granary", "store", false),
    ("contains", "holds", true),
    ("contain", "hold", true),
    ("containing", "holding", true),
    ("nonempty", "occupied", true),
    ("non-empty", "occupied", true),
    ("lands", "falls", true),
    ("becomes", "makes", false),
    ("less", "fewer", true),
    ("least", "fewest", true),
    ("last", "rightmost", false),
    ("else", "otherwise", true),
    ("enemy", "opponent", true),
    ("opponents", "opponent's", false),
    ("opponent", "opponent's", false),
    ("around", "round", true),
    ("skipping", "passing", false),
    ("starting", "beginning", true),
    ("seize", "capture", true),
    ("distribute", "sow", true),
    ("scatter", "sow", true),
    ("spread", "sow", true),
];

/// Whether a word is a common other word for a direction. The grammar would take it for a name.
pub fn is_direction_synonym(word: &str) -> bool {
    static OTHERS: OnceLock<Vec<&'static str>> = OnceLock::new();
    let others = OTHERS.get_or_init(|| {
        let same = SYNONYMS.iter().filter(|(_, word, _)| *word == "anticlockwise");
        same.map(|(synonym, ..)| *synonym).collect()
    });
    others.iter().any(|synonym| synonym.eq_ignore_ascii_case(word))
}

/// The words of the language that a word is a synonym of, and whether they surely mean the same.
pub fn synonyms_of(word: &str) -> impl Iterator<Item = (&'static str, bool)> {
    let lower = word.to_lowercase();
    let of_word = SYNONYMS.iter().filter(move |(synonym, ..)| *synonym == lower);
    of_word.map(|(_, keyword, same)| (*keyword, *same))
}

/// Other single words that people use for a phrase of the language.
pub fn other_words_for(phrase: &str) -> impl Iterator<Item = &'static str> {
    let of_phrase = SYNONYMS.into_iter().filter(move |(_, means, _)| *means == phrase);
    of_phrase.map(|(other, ..)| other)
}

/// The digits of a number in digits, or of a small one in words.
pub fn digits_of_number(word: &str) -> Option<&str> {
    let digits = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    number_from_word(word).or(digits.then_some(word))
}

/// A small number written as a word.
pub fn number_from_word(word: &str) -> Option<&'static str> {
    const NUMBERS: [(&str, &str); 12] = [
        ("one", "1"),
        ("two", "2"),
        ("three", "3"),
        ("four", "4"),
        ("five", "5"),
        ("six", "6"),
        ("seven", "7"),
        ("eight", "8"),
        ("nine", "9"),
        ("ten", "10"),
        ("eleven", "11"),
        ("twelve", "12"),
    ];
    let lower = word.to_lowercase();
    NUMBERS.iter().find(|(name, _)| *name == lower).map(|(_, number)| *number)
}

/// Every word of the phrases of the grammar.
pub fn keywords() -> &'static BTreeSet<&'static str> {
    static WORDS: OnceLock<BTreeSet<&'static str>> = OnceLock::new();
    WORDS.get_or_init(|| {
        let words = phrases().flat_map(|phrase| phrase.split(' '));
        order::set(words.filter(|word| word.starts_with(char::is_alphabetic)))
    })
}

/// Every phrase of the grammar as it is written there: `falls in `.
pub fn phrases() -> impl Iterator<Item = &'static str> {
    let lines =
        texts::shipped().grammar.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(|line| line.split('"').skip(1).step_by(2))
}

/// Whether a word is in a phrase of the grammar.
pub fn is_keyword(word: &str) -> bool {
    static WORDS: OnceLock<FxHashSet<&'static str>> = OnceLock::new();
    WORDS.get_or_init(|| keywords().iter().copied().collect()).contains(word)
}

/// Whether a word is one of these names, or the plural of one.
pub fn is_name(names: &BTreeSet<String>, word: &str) -> bool {
    singulars(word).any(|one| names.contains(&*one))
}

/// The names that a file defines: before `=` (`my row is empty = I win` names no `empty`), after `as` (`as his knife`
/// names no `his`), of rows, players, shared places and values of options.
pub fn declared_names(raws: &[RawStatement]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    collect_names(raws, None, &mut names);
    names
}

fn collect_names(
    raws: &[RawStatement],
    section: Option<SectionKind>,
    names: &mut BTreeSet<String>,
) {
    for raw in raws {
        let words: Vec<&str> = raw.tokens.iter().map(|t| t.text.as_str()).collect();
        // `words`, `change in words`
        let opens = |kind: &SectionKind| match words.as_slice() {
            [word, ..] if *word == kind.words() => true,
            [_, "in", word] => *word == kind.words(),
            _ => false,
        };
        let section =
            section.or_else(|| [SectionKind::Options, SectionKind::Words].into_iter().find(opens));
        let of_options = section == Some(SectionKind::Options);
        let value = words.iter().position(|word| *word == "=").filter(|_| of_options);
        let is_word = |n: usize| raw.tokens.get(n).is_some_and(|t| t.kind == TokenKind::Word);
        let is_as = |n: usize| words.get(n).is_some_and(|word| word.eq_ignore_ascii_case("as"));
        let of_players = words.first() == Some(&"players");
        let of_rows = words.starts_with(&["rows", "from"]);
        for (n, word) in words.iter().enumerate() {
            let before = n.checked_sub(1).and_then(|b| words.get(b)).copied();
            let next = words.get(n + 1).copied();
            let made_up = next == Some("=") && (n == 0 || section.is_some())
                || before == Some("as")
                    // `As long as one player`
                    && next != Some("as")
                    && !n.checked_sub(3).is_some_and(is_as)
                    && !is_reserved(word)
                    && english::function_word(word).is_none()
                || of_players
                    && matches!(before, Some("," | "players"))
                    && word.starts_with(char::is_uppercase)
                || of_rows && matches!(before, Some(":" | ","))
                || n == 4
                    && words.starts_with(&["the", "board", "has"])
                    && matches!(before, Some("a" | "an"))
                || value.is_some_and(|value| value < n) && !is_keyword(word);
            if made_up && is_word(n) {
                // `good hole = ...` defines a name of two words, which are joined.
                let defines = section == Some(SectionKind::Words) && words.get(n + 1) == Some(&"=");
                let belongs =
                    |at: &usize| defines && is_word(*at) && words.get(*at) != Some(&"becomes");
                let first = (0..n).rev().take_while(belongs).last().unwrap_or(n);
                names.insert(words.get(first..=n).unwrap_or_default().join("-"));
            }
        }
        collect_names(&raw.nested, section, names);
    }
}

/// The words that cannot be names.
pub fn reserved() -> &'static BTreeSet<&'static str> {
    static WORDS: OnceLock<BTreeSet<&'static str>> = OnceLock::new();
    WORDS.get_or_init(|| {
        let grammar = texts::shipped().grammar;
        let list = grammar.split("\nreserved = @{").nth(1).unwrap_or_default();
        let list = list.split("\n}").next().unwrap_or_default();
        order::set(list.split('"').skip(1).step_by(2).map(str::trim))
    })
}

/// Whether a word cannot be a name.
pub fn is_reserved(word: &str) -> bool {
    reserved().contains(word)
}

/// A name as written, and those of which it may be the plural.
pub fn singulars(text: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let stem = text.strip_suffix('s');
    let short = stem.and_then(|stem| stem.strip_suffix('e'));
    let with_y = stem.and_then(|stem| stem.strip_suffix("ie")).map(|stem| format!("{stem}y"));
    let plain = [Some(text), stem, short].into_iter().flatten().map(Cow::Borrowed);
    plain.chain(with_y.map(Cow::Owned))
}
