//! The words of the language, and the names that a file defines: the candidates of suggestions.

use super::layout::RawStatement;
use super::token::TokenKind;
use rustc_hash::FxHashSet;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// Common other words, the word of the language for each, and whether both surely mean the same. (A stone
/// may be a kind of seed that the description has not declared.)
const SYNONYMS: [(&str, &str, bool); 45] = [
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

/// Common other wordings for phrases of the language, the longer before the shorter, and whether both
/// surely mean the same. (`his` can be either player; in
/// *each seed*, not only the last one falls; `up to 3` can be a choice.) `N` is any one word, mostly a number.
const IDIOMS: [(&str, &str, bool); 79] = [
    ("the last seed lands in", "falls in", false),
    ("the last seed falls in", "falls in", false),
    ("last seed lands in", "falls in", false),
    ("last seed falls in", "falls in", false),
    ("it lands in", "falls in", false),
    ("lands in", "falls in", true),
    ("can not move", "has no move", true),
    ("cannot move", "has no move", true),
    ("can't move", "has no move", true),
    ("cannot play", "has no move", true),
    ("can't play", "has no move", true),
    ("the player with the most seeds", "most seeds", true),
    ("player with the most seeds", "most seeds", true),
    ("player with most seeds", "most seeds", true),
    ("who has most seeds", "most seeds", true),
    ("has the most seeds", "most seeds", true),
    ("the most seeds", "most seeds", true),
    ("all holes have", "every hole holds", true),
    ("all holes hold", "every hole holds", true),
    ("all holes contain", "every hole holds", true),
    ("each hole has", "every hole holds", true),
    ("each hole holds", "every hole holds", true),
    ("each hole contains", "every hole holds", true),
    ("every hole has", "every hole holds", true),
    ("every hole contains", "every hole holds", true),
    ("any of your own holes", "any own hole", true),
    ("any of your holes", "any own hole", true),
    ("one of your own holes", "any own hole", true),
    ("one of your holes", "any own hole", true),
    ("any of his own holes", "any own hole", false),
    ("any of his holes", "any own hole", false),
    ("one of his own holes", "any own hole", false),
    ("one of his holes", "any own hole", false),
    ("any of her own holes", "any own hole", false),
    ("any of her holes", "any own hole", false),
    ("one of her own holes", "any own hole", false),
    ("one of her holes", "any own hole", false),
    ("any of their own holes", "any own hole", false),
    ("any of their holes", "any own hole", false),
    ("one of their own holes", "any own hole", false),
    ("one of their holes", "any own hole", false),
    ("the game is over", "end game", true),
    ("the game ends", "end game", true),
    ("game over", "end game", true),
    ("ends the game", "end game", true),
    ("end the game", "end game", true),
    ("endgame", "end game", true),
    ("the move ends", "end move", true),
    ("the turn ends", "end move", false),
    ("end the move", "end move", true),
    ("end the turn", "end move", false),
    ("end turn", "end move", false),
    ("endmove", "end move", true),
    ("has another turn", "play again", true),
    ("another turn", "play again", true),
    ("extra turn", "play again", true),
    ("plays again", "play again", true),
    ("moves again", "play again", true),
    ("move again", "play again", true),
    ("go again", "play again", true),
    ("play once more", "play again", true),
    ("counter clockwise", "anticlockwise", true),
    ("anti clockwise", "anticlockwise", true),
    ("is clear", "is empty", true),
    ("has seeds", "holds seeds", false),
    ("have seeds", "hold seeds", false),
    ("no fewer than N", "N or more", true),
    ("no less than N", "N or more", true),
    ("not fewer than N", "N or more", true),
    ("not less than N", "N or more", true),
    ("at least N", "N or more", true),
    ("no more than N", "N or fewer", true),
    ("not more than N", "N or fewer", true),
    ("at most N", "N or fewer", true),
    ("up to N", "N or fewer", false),
    ("less than N", "fewer than N", true),
    ("greater than N", "more than N", true),
    ("N or greater", "N or more", true),
    ("exactly N", "N", true),
];

/// Common other wordings for phrases of the language, the phrase, and whether both surely mean the same.
/// [`WILDCARD`] in them is any one word.
pub fn idioms() -> impl Iterator<Item = (&'static str, &'static str, bool)> {
    IDIOMS.into_iter()
}

/// Matches any one word in an idiom.
pub const WILDCARD: &str = "N";

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
    let pairs = SYNONYMS.into_iter().chain(IDIOMS);
    let of_phrase = pairs.filter(move |(other, means, _)| *means == phrase && !other.contains(' '));
    of_phrase.map(|(other, ..)| other)
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
        words.filter(|word| word.starts_with(char::is_alphabetic)).collect()
    })
}

/// Every phrase of the grammar as it is written there: `falls in `.
pub fn phrases() -> impl Iterator<Item = &'static str> {
    let lines = mnc_grammar::TEXT.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(|line| line.split('"').skip(1).step_by(2))
}

/// Whether a word is in a phrase of the grammar.
pub fn is_keyword(word: &str) -> bool {
    static WORDS: OnceLock<FxHashSet<&'static str>> = OnceLock::new();
    WORDS.get_or_init(|| keywords().iter().copied().collect()).contains(word)
}

/// The names that a file defines: before `=`, after `as`, of rows, players and shared places.
pub fn declared_names(raws: &[RawStatement]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    collect_names(raws, &mut names);
    names
}

fn collect_names(raws: &[RawStatement], names: &mut BTreeSet<String>) {
    for raw in raws {
        let words: Vec<&str> = raw.tokens.iter().map(|t| t.text.as_str()).collect();
        let is_word = |n: usize| raw.tokens.get(n).is_some_and(|t| t.kind == TokenKind::Word);
        let listed = words.first() == Some(&"players") || words.starts_with(&["rows", "from"]);
        for (n, word) in words.iter().enumerate() {
            let before = n.checked_sub(1).and_then(|b| words.get(b)).copied();
            let made_up = words.get(n + 1) == Some(&"=")
                || before == Some("as")
                || listed && matches!(before, Some(":" | "," | "players"))
                || n == 4 && words.starts_with(&["the", "board", "has"]);
            if made_up && is_word(n) {
                names.insert((*word).to_string());
            }
        }
        collect_names(&raw.nested, names);
    }
}

/// The words that cannot be names.
pub fn reserved() -> &'static BTreeSet<&'static str> {
    static WORDS: OnceLock<BTreeSet<&'static str>> = OnceLock::new();
    WORDS.get_or_init(|| {
        let grammar = mnc_grammar::TEXT;
        let list = grammar.split("\nreserved = @{").nth(1).unwrap_or_default();
        let list = list.split("\n}").next().unwrap_or_default();
        list.split('"').skip(1).step_by(2).map(str::trim).collect()
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
