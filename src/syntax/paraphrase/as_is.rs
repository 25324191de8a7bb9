//! Parts of a statement that are phrases of the language as they are.

use crate::syntax::phrase::{Phrase, Rule};
use crate::syntax::vocabulary;
use std::collections::BTreeSet;

/// How many phrases are parsed for one statement.
const MOST_PARSES: u32 = 80;
/// Words that mean something else in the language than elsewhere.
const OTHER_SENSE: [&str; 3] = ["take", "takes", "last"];

/// Verbs that have a subject before them.
const THIRD_PERSON: [&str; 9] =
    ["plays", "sows", "captures", "puts", "ends", "passes", "wins", "loses", "marks"];

/// Finds phrases of the language in a statement.
pub struct AsItIs<'a> {
    names: &'a BTreeSet<String>,
    /// The words as the grammar wants them; `None` for a word that is neither of the language nor a name.
    words: Vec<Option<String>>,
    parses_left: u32,
}

impl<'a> AsItIs<'a> {
    /// For the words of a statement.
    pub fn new(words: &[String], names: &'a BTreeSet<String>) -> AsItIs<'a> {
        let known = |word: &String| {
            let lower = word.to_lowercase();
            let is_name =
                vocabulary::is_name(names, word) || matches!(word.as_str(), "South" | "North");
            if is_name || !word.starts_with(char::is_alphabetic) {
                return Some(word.clone());
            }
            let has_sense =
                vocabulary::is_keyword(&lower) && !OTHER_SENSE.contains(&lower.as_str());
            has_sense.then_some(lower)
        };
        AsItIs { names, words: words.iter().map(known).collect(), parses_left: MOST_PARSES }
    }

    /// The phrases of a production that begin at a word and end before a word that joins or ends phrases, with the
    /// word after them.
    pub fn phrases(&mut self, rule: Rule, from: usize) -> Vec<(usize, String)> {
        let mut found = Vec::new();
        let mut text = String::new();
        for to in from + 1..=self.words.len() {
            let Some(Some(word)) = self.words.get(to - 1) else { break };
            if word == "->" || word == ":" {
                break;
            }
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(word);
            let ends = match self.words.get(to) {
                None | Some(None) => true,
                Some(Some(next)) => matches!(
                    next.as_str(),
                    "->" | "," | ":" | "and" | "or" | "when" | "if" | "then" | "unless"
                ),
            };
            let verb = text.split(' ').next().unwrap_or_default();
            let lacks_subject = rule == Rule::action && THIRD_PERSON.contains(&verb);
            if ends
                && to > from + 1
                && !lacks_subject
                && !has_unsaid_choice(&text)
                && self.parses(rule, &text)
            {
                found.push((to, text.replace(" ,", ",")));
            }
        }
        found
    }

    fn parses(&mut self, rule: Rule, text: &str) -> bool {
        let Some(left) = self.parses_left.checked_sub(1) else { return false };
        self.parses_left = left;
        let words: Vec<&str> = text.split(' ').collect();
        Phrase::from_words(&words, Vec::new()).parses_whole(rule, self.names)
    }
}

/// Whether an action or a test does not say which of several places it is about: `sow own hole`; or its
/// subject and its verb do not agree.
fn has_unsaid_choice(text: &str) -> bool {
    const VERBS: [&str; 8] =
        ["sow", "sows", "capture", "captures", "close", "closes", "open", "opens"];
    const BARE: [&str; 9] =
        ["sow", "capture", "close", "play", "take", "put", "end", "win", "lose"];
    const VAGUE: [&str; 12] = [
        "a",
        "an",
        "own",
        "opponent's",
        "empty",
        "occupied",
        "opposite",
        "next",
        "hole",
        "holes",
        "store",
        "stores",
    ];
    let words: Vec<&str> = text.split(' ').collect();
    let vague_test = |n: usize| {
        let begins = n == 0 || matches!(words.get(n - 1), Some(&("and" | "or" | "not")));
        let bare = ["hole", "holes", "store", "opposite", "next", "previous"];
        begins && words.get(n).is_some_and(|word| bare.contains(word))
    };
    // `the player play again`: a subject before the form of a verb for no subject.
    let no_subject = |n: usize| {
        let verb = words.get(n).is_some_and(|word| BARE.contains(word));
        let before = n.checked_sub(1).and_then(|before| words.get(before));
        verb && before.is_some_and(|word| matches!(*word, "player" | "opponent"))
    };
    words.windows(2).any(|pair| match pair {
        ["leftmost" | "rightmost", "hole"] => true,
        // A place without a determiner.
        ["in", word] if text.starts_with("falls in ") => {
            !matches!(*word, "a" | "an") && VAGUE.contains(word)
        }
        // Which of them, the language asks.
        ["own" | "opponent's", "holes"] if text.contains("captures the ") => true,
        // The words of a name, not of the language.
        ["all", _] => true,
        // Each player has one.
        ["the", "store"] => text.starts_with("falls in "),
        // One of all holes.
        ["the", "hole"] => text.contains("the hole is ") || text.contains("the hole holds "),
        // A seed that falls nowhere.
        ["in", "no"] => true,
        // After the fall it is never empty: the author thinks of what it was before.
        ["is", "occupied" | "empty"] => {
            text.contains("it is occupied") || text.contains("it is empty")
        }
        [verb, word] => VERBS.contains(verb) && VAGUE.contains(word),
        _ => false,
    }) || (0..words.len()).any(|n| vague_test(n) || no_subject(n))
}
