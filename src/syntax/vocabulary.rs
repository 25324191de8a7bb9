//! The words of the language, and the names that a file defines: the candidates of suggestions.

use super::layout::RawStatement;
use super::token::TokenKind;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// Pairs of a common other word and the word of the language.
const SYNONYMS: [(&str, &str); 45] = [
    ("counter-clockwise", "anticlockwise"),
    ("counterclockwise", "anticlockwise"),
    ("anti-clockwise", "anticlockwise"),
    ("widdershins", "anticlockwise"),
    ("cannot", "may not"),
    ("can", "may"),
    ("wins", "to win"),
    ("onto", "in"),
    ("into", "in"),
    ("leftward", "leftwards"),
    ("rightward", "rightwards"),
    ("pit", "hole"),
    ("pits", "holes"),
    ("house", "hole"),
    ("houses", "holes"),
    ("cup", "hole"),
    ("cups", "holes"),
    ("bean", "seed"),
    ("beans", "seeds"),
    ("stone", "seed"),
    ("stones", "seeds"),
    ("counter", "seed"),
    ("counters", "seeds"),
    ("pieces", "seeds"),
    ("bank", "store"),
    ("granary", "store"),
    ("contains", "holds"),
    ("contain", "hold"),
    ("containing", "holding"),
    ("lands", "falls"),
    ("becomes", "makes"),
    ("less", "fewer"),
    ("least", "fewest"),
    ("last", "rightmost"),
    ("else", "otherwise"),
    ("enemy", "opponent"),
    ("opponents", "opponent's"),
    ("opponent", "opponent's"),
    ("around", "round"),
    ("skipping", "passing"),
    ("starting", "beginning"),
    ("seize", "capture"),
    ("distribute", "sow"),
    ("scatter", "sow"),
    ("spread", "sow"),
];

/// Common other wordings for phrases of the language, the longer before the shorter. `N` is any one
/// word, mostly a number.
const IDIOMS: [(&str, &str); 68] = [
    ("the player with the most seeds", "most seeds"),
    ("player with the most seeds", "most seeds"),
    ("player with most seeds", "most seeds"),
    ("who has most seeds", "most seeds"),
    ("has the most seeds", "most seeds"),
    ("the most seeds", "most seeds"),
    ("all holes have", "every hole holds"),
    ("all holes hold", "every hole holds"),
    ("all holes contain", "every hole holds"),
    ("each hole has", "every hole holds"),
    ("each hole holds", "every hole holds"),
    ("each hole contains", "every hole holds"),
    ("every hole has", "every hole holds"),
    ("every hole contains", "every hole holds"),
    ("any of your own holes", "any own hole"),
    ("any of your holes", "any own hole"),
    ("one of your own holes", "any own hole"),
    ("one of your holes", "any own hole"),
    ("any of his own holes", "any own hole"),
    ("any of his holes", "any own hole"),
    ("one of his own holes", "any own hole"),
    ("one of his holes", "any own hole"),
    ("any of her own holes", "any own hole"),
    ("any of her holes", "any own hole"),
    ("one of her own holes", "any own hole"),
    ("one of her holes", "any own hole"),
    ("any of their own holes", "any own hole"),
    ("any of their holes", "any own hole"),
    ("one of their own holes", "any own hole"),
    ("one of their holes", "any own hole"),
    ("the game is over", "end game"),
    ("the game ends", "end game"),
    ("game over", "end game"),
    ("ends the game", "end game"),
    ("end the game", "end game"),
    ("endgame", "end game"),
    ("the move ends", "end move"),
    ("the turn ends", "end move"),
    ("end the move", "end move"),
    ("end the turn", "end move"),
    ("end turn", "end move"),
    ("endmove", "end move"),
    ("has another turn", "play again"),
    ("another turn", "play again"),
    ("extra turn", "play again"),
    ("plays again", "play again"),
    ("moves again", "play again"),
    ("move again", "play again"),
    ("go again", "play again"),
    ("play once more", "play again"),
    ("counter clockwise", "anticlockwise"),
    ("anti clockwise", "anticlockwise"),
    ("is clear", "is empty"),
    ("has seeds", "holds seeds"),
    ("have seeds", "hold seeds"),
    ("no fewer than N", "N or more"),
    ("no less than N", "N or more"),
    ("not fewer than N", "N or more"),
    ("not less than N", "N or more"),
    ("at least N", "N or more"),
    ("no more than N", "N or fewer"),
    ("not more than N", "N or fewer"),
    ("at most N", "N or fewer"),
    ("up to N", "N or fewer"),
    ("less than N", "fewer than N"),
    ("greater than N", "more than N"),
    ("N or greater", "N or more"),
    ("exactly N", "N"),
];

/// Common other wordings for phrases of the language, and the phrase; [`WILDCARD`] in it is any one word.
pub fn idioms() -> impl Iterator<Item = (&'static str, &'static str)> {
    IDIOMS.into_iter()
}

/// Matches any one word in an idiom.
pub const WILDCARD: &str = "N";

/// Whether a word is a common other word for a direction. The grammar would take it for a name.
pub fn is_direction_synonym(word: &str) -> bool {
    static OTHERS: OnceLock<Vec<&'static str>> = OnceLock::new();
    let others = OTHERS.get_or_init(|| {
        let same = SYNONYMS.iter().filter(|(_, word)| *word == "anticlockwise");
        same.map(|(synonym, _)| *synonym).collect()
    });
    others.iter().any(|synonym| synonym.eq_ignore_ascii_case(word))
}

/// The words of the language that a word is a synonym of.
pub fn synonyms_of(word: &str) -> impl Iterator<Item = &'static str> {
    let lower = word.to_lowercase();
    SYNONYMS.iter().filter(move |(synonym, _)| *synonym == lower).map(|(_, keyword)| *keyword)
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
        let grammar = mnc_grammar::TEXT;
        let lines = grammar.lines().filter(|l| !l.trim_start().starts_with("//"));
        lines
            .flat_map(|line| line.split('"').skip(1).step_by(2))
            .flat_map(|phrase| phrase.split(' '))
            .filter(|word| word.starts_with(char::is_alphabetic))
            .collect()
    })
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
