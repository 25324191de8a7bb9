//! A statement as a lattice: at each word, the phrases that begin there, with their concepts.

use super::DOUBT;
use super::inflection::number;
use super::lexicon::{ARTICLES, ConceptId, Lexicon, MISSPELT, NAME, NUMBER, PROPER, StatementWord};
use crate::syntax::vocabulary;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// A phrase of a statement with one of its senses.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// The word after it.
    pub to: usize,
    /// What it stands for.
    pub concept: ConceptId,
    /// What it costs to mean that.
    pub cost: u32,
    /// Whether it is a plural.
    pub plural: bool,
    /// The number that it is.
    pub number: Option<u32>,
}

/// Names of rows that each player has.
pub const ROWS_OF_EACH: [&str; 6] = ["inner", "outer", "front", "back", "near", "far"];

/// A set of words of a statement, by their places. The last place stands for all words from there on.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct WordSet(u64);

impl WordSet {
    fn add(&mut self, at: usize) {
        self.0 |= 1 << at.min(63);
    }

    /// Whether a word may be in it: surely not, if not.
    pub fn may_have(self, at: usize) -> bool {
        self.0 & 1 << at.min(63) != 0
    }
}

/// A statement as a lattice of concepts.
pub struct Lattice {
    /// The words as written.
    pub words: Vec<String>,
    /// The phrases that begin at each word.
    pub edges: Vec<Vec<Edge>>,
    /// Whether it is not known whose `his` is.
    ambiguous: bool,
    /// For each concept, the last word at which it begins.
    last: Vec<Option<usize>>,
    /// For each concept, the words at which it begins.
    begins: Vec<WordSet>,
    /// The cost of leaving out each word.
    pub skips: Vec<u32>,
    /// The names that words are the plurals of, where they are.
    singulars: Vec<Option<String>>,
}

/// Names of rows that authors use although *board* does not define them.
pub const ROW_NAMES: [&str; 2] = ["inner", "outer"];

impl Lattice {
    /// The lattice of a statement.
    pub fn new(words: &[&str], names: &BTreeSet<String>, misspelt: bool) -> Lattice {
        let lexicon = Lexicon::get();
        let mut list: Vec<(String, String, String, u32)> = Vec::new();
        let says = |any: &[&str]| words.iter().any(|w| any.contains(&w.to_lowercase().as_str()));
        let (says_i, says_you) =
            (says(&["i", "my", "me", "mine"]), says(&["you", "your", "yours"]));
        let addressed = says_i || says_you || says(&["we"]);
        // Who says `I` and `you` means the opponent by `you`.
        let to_opponent = says_i && says_you;
        // Of whom `his` is said.
        let has_third =
            words.iter().any(|word| lexicon.means(&word.to_lowercase(), "third-person"));
        let split = |word: &&str| -> Vec<String> {
            match word.split_once(['x', '×']) {
                // `2x6`
                Some((a, b)) if a.parse::<u32>().is_ok() && b.parse::<u32>().is_ok() => {
                    vec![a.into(), "x".into(), b.into()]
                }
                // `2 x6`
                Some(("", b)) if b.parse::<u32>().is_ok() => vec!["x".into(), b.into()],
                // `South's holes`
                _ if matches!(*word, "South's" | "North's") => {
                    vec![word.trim_end_matches("'s").into()]
                }
                _ => vec![(*word).to_string()],
            }
        };
        let words: Vec<String> = words.iter().flat_map(split).collect();
        let words = joined_names(words, names);
        let words = with_row_names(words, names, lexicon);
        for (at, word) in words.iter().enumerate() {
            let word = named_word(word, names);
            let mut lower = plain_word(word.to_lowercase());
            // `the south player`
            let word = match &*word {
                "south" => &"South".to_string(),
                "north" => &"North".to_string(),
                _ => &word.into_owned(),
            };
            // An author who says `you` means the other player by `he`.
            if addressed && !is_of_each(&words, at) {
                lower = match lower.as_str() {
                    "he" | "him" => "opponent".into(),
                    "his" | "her" => "opponent's".into(),
                    _ => lower,
                };
            }
            if to_opponent {
                lower = match lower.as_str() {
                    "you" => "opponent".into(),
                    "your" | "yours" => "opponent's".into(),
                    _ => lower,
                };
            }
            let is_name = vocabulary::is_name(names, word) && !lexicon.is_phrase(&lower)
                || is_name_or_plural(names, word);
            let mut cost = 0;
            let mut known = lower.clone();
            if misspelt
                && !is_name
                && !lexicon.knows(&lower)
                && number(&lower).is_none()
                && !word.starts_with(char::is_uppercase)
                && let Some(corrected) = lexicon.corrected(&lower)
            {
                known = corrected.to_string();
                cost = MISSPELT;
            }
            let standard = lexicon.standard.get(&known).map_or(known.clone(), |s| (*s).to_string());
            if standard == "own" && list.last().is_some_and(|(_, _, last, _)| last == "own") {
                list.pop();
                list.push((word.clone(), "own".into(), "own".into(), cost));
                continue;
            }
            // `your opponent` is the opponent.
            let opponent = matches!(standard.as_str(), "opponent" | "opponent's");
            if opponent && list.last().is_some_and(|(_, _, last, _)| last == "own") {
                list.pop();
            }
            // `the other player` is the opponent.
            if list.last().is_some_and(|(_, known, ..)| known == "other")
                && let Some(stands) = match known.as_str() {
                    "player" | "guy" | "person" => Some("opponent"),
                    "player's" | "guy's" | "person's" | "one's" => Some("opponent's"),
                    _ => None,
                }
            {
                list.pop();
                list.push((stands.to_string(), stands.to_string(), stands.to_string(), cost));
                continue;
            }
            list.push((word.clone(), known, standard, cost));
        }
        let mut lattice = Lattice {
            words: list.iter().map(|(word, ..)| word.clone()).collect(),
            ambiguous: !has_third && !addressed,
            edges: vec![Vec::new(); list.len()],
            last: vec![None; lexicon.len()],
            begins: vec![WordSet::default(); lexicon.len()],
            skips: vec![200; list.len()],
            singulars: list.iter().map(|(word, ..)| singular_name(names, word)).collect(),
        };
        let read: Vec<StatementWord<'_>> = list
            .iter()
            .map(|(_, known, standard, cost)| lexicon.read_word(known, standard, *cost))
            .collect();
        for at in 0..list.len() {
            let edges = lattice.edges_at(lexicon, &list, &read, at, names);
            for edge in &edges {
                if let Some(last) = lattice.last.get_mut(edge.concept) {
                    *last = Some(at);
                }
                if let Some(begins) = lattice.begins.get_mut(edge.concept) {
                    begins.add(at);
                }
            }
            if let Some(slot) = lattice.edges.get_mut(at) {
                *slot = edges;
            }
        }
        lattice
    }

    /// The last word at which one of some concepts begins; `None`: there is none of them.
    pub fn last_of(&self, any: &[ConceptId]) -> Option<usize> {
        any.iter().filter_map(|concept| *self.last.get(*concept)?).max()
    }

    /// The words at which one of some concepts begins.
    pub fn beginnings_of<'c>(&self, any: impl IntoIterator<Item = &'c ConceptId>) -> WordSet {
        let words = any.into_iter().filter_map(|concept| self.begins.get(*concept));
        WordSet(words.fold(0, |all, words| all | words.0))
    }

    /// The name at a word, in the singular.
    pub fn name_at(&self, at: usize) -> &str {
        let written = self.words.get(at).map_or("", String::as_str);
        self.singulars.get(at).and_then(Option::as_deref).unwrap_or(written)
    }

    /// Whether a word can be a seed.
    pub fn is_seed(&self, at: usize) -> bool {
        let word = self.words.get(at).map(|word| word.to_lowercase());
        word.is_some_and(|word| Lexicon::get().means(&word, "seed"))
    }

    /// Whether a word can be a hole.
    pub fn is_hole(&self, at: usize) -> bool {
        let word = self.words.get(at).map(|word| word.to_lowercase());
        word.is_some_and(|word| Lexicon::get().means(&word, "hole"))
    }

    /// Whether `of` is before a word and its article.
    pub fn is_after_of(&self, at: usize) -> bool {
        let before = |n: usize| at.checked_sub(n).and_then(|at| self.words.get(at));
        let article = before(1).is_some_and(|word| ARTICLES.contains(&word.as_str()));
        before(if article { 2 } else { 1 }).is_some_and(|word| word == "of")
    }

    /// The side that a word before `hole` names: `the left hole`.
    pub fn side_of_hole(&self, at: usize) -> Option<&'static str> {
        let side = match self.words.get(at)?.as_str() {
            "left" => "leftmost",
            "right" => "rightmost",
            _ => return None,
        };
        let is_row = |word: &&String| ROW_NAMES.contains(&word.as_str());
        let noun = at + 1 + usize::from(self.words.get(at + 1).filter(is_row).is_some());
        let next = self.words.get(noun)?.to_lowercase();
        Lexicon::get().means(&next, "hole").then_some(side)
    }

    /// Whether a word is a name that says which holes, not how many: `outer holes`.
    pub fn is_adjective(&self, at: usize) -> bool {
        let lexicon = Lexicon::get();
        let next = self.words.get(at + 1).map(|word| word.to_lowercase());
        let before_noun =
            |word: String| ["hole", "row"].iter().any(|noun| lexicon.means(&word, noun));
        let word = self.words.get(at).map_or("", String::as_str);
        ROW_NAMES.contains(&word) || next.is_some_and(before_noun)
    }

    /// Whether `other` is before a word that is a name.
    pub fn is_other_of_name(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|before| self.words.get(before));
        before.is_some_and(|word| word == "other") && self.is_name(at)
    }

    /// Whether a word is a name of the file, or of a row.
    fn is_name(&self, at: usize) -> bool {
        let mut edges = self.edges.get(at).into_iter().flatten();
        edges.any(|edge| Lexicon::get().name(edge.concept) == NAME)
    }

    /// Whether `any` and a name begin at a word, and not one of a row that each player has.
    pub fn says_any_of_name(&self, at: usize) -> bool {
        let next = self.words.get(at + 1).map_or("", String::as_str);
        self.words.get(at).is_some_and(|word| word == "any")
            && !ROWS_OF_EACH.contains(&next)
            && self.is_name(at + 1)
    }

    /// Whether the noun of a name comes next: `inner row`.
    pub fn is_kind_after(&self, at: usize) -> bool {
        let lexicon = Lexicon::get();
        let next = self.words.get(at + 1).map(|word| word.to_lowercase());
        next.is_some_and(|word| lexicon.means(&word, "row"))
    }

    fn edges_at(
        &self,
        lexicon: &Lexicon,
        list: &[(String, String, String, u32)],
        read: &[StatementWord<'_>],
        at: usize,
        names: &BTreeSet<String>,
    ) -> Vec<Edge> {
        let mut edges: Vec<Edge> = Vec::new();
        let Some((word, known, standard, _)) = list.get(at) else { return edges };
        let special = |name: &str| lexicon.concept(name).unwrap_or(usize::MAX);
        if is_name_or_plural(names, word)
            || (vocabulary::is_name(names, word) && !lexicon.is_phrase(known))
        {
            let proper = word.starts_with(char::is_uppercase);
            let concept = special(if proper { PROPER } else { NAME });
            let plural = !names.contains(word.as_str());
            edges.push(Edge { to: at + 1, concept, cost: 0, plural, number: None });
            // `inner hole = ...`: a name that is made up, for what the language has.
            for made_up in ["newinner", "newouter", "newfront", "newback"] {
                if lexicon.means(word, made_up) {
                    let concept = special(made_up);
                    edges.push(Edge { to: at + 1, concept, cost: 0, plural, number: None });
                }
            }
            return edges;
        }
        if ROW_NAMES.contains(&known.as_str()) {
            let concept = special(NAME);
            edges.push(Edge { to: at + 1, concept, cost: 0, plural: false, number: None });
        }
        if matches!(word.as_str(), "South" | "North") {
            edges.push(Edge {
                to: at + 1,
                concept: special(PROPER),
                cost: 0,
                plural: false,
                number: None,
            });
            return edges;
        }
        let before = at.checked_sub(1).and_then(|before| list.get(before));
        let is_pronoun = known == "one"
            && (list.get(at + 1).is_some_and(|(_, next, ..)| next == "of")
                || before
                    .is_some_and(|(_, word, ..)| ["the", "that", "this"].contains(&word.as_str())));
        if word.starts_with(char::is_uppercase) && at > 0 && !lexicon.knows(known) {
            edges.push(Edge {
                to: at + 1,
                concept: special(PROPER),
                cost: 0,
                plural: false,
                number: None,
            });
        }
        if !is_pronoun && let Some(number) = number(known) {
            edges.push(Edge {
                to: at + 1,
                concept: special(NUMBER),
                cost: 0,
                plural: false,
                number: Some(number),
            });
        }
        if self.ambiguous
            && matches!(known.as_str(), "his" | "her" | "their")
            && list.get(at + 1).is_none_or(|(_, next, ..)| next != "own")
        {
            edges.push(Edge {
                to: at + 1,
                concept: special("opp's"),
                cost: 0,
                plural: false,
                number: None,
            });
        }
        let nth = |n: usize| list.get(at + n).map_or("", |(_, known, ..)| known.as_str());
        let is_seed_at = |n: usize| lexicon.means(nth(n), "seed");
        // `your last seed` and `its seeds` do not say whose hole it is.
        let is_of_seed = standard == "own"
            && (["last", "final"].contains(&nth(1)) && is_seed_at(2)
                || known == "its" && is_seed_at(1));
        let is_after_be = before.is_some_and(|(_, word, ..)| {
            ["be", "is", "are", "was", "were", "been", "being"].contains(&word.as_str())
        });
        let begins_clause =
            before.is_none_or(|(word, ..)| [",", ".", ";"].contains(&word.as_str()));
        // `After a capture` is a time, not the hole after something.
        let names_place = || {
            let mut clause = (1..).map(nth).take_while(|word| !["", ",", ".", ";"].contains(word));
            clause.any(|word| {
                lexicon.means(word, "hole") || ["it", "that", "this", "one"].contains(&word)
            })
        };
        let is_time = known == "after" && begins_clause && !names_place();
        for phrase in lexicon.phrases_at(read, at) {
            let name = lexicon.name(phrase.concept);
            let is_one = phrase.words == 1;
            // `it may be empty`
            let is_state = name == "sow" && known == "empty" && is_after_be;
            if is_one && (is_time && name == "next" || is_of_seed && name == "own" || is_state) {
                continue;
            }
            let other = match name {
                "store" if ends_a_name(list, phrase.to, names) => DOUBT,
                _ => 0,
            };
            let edge = Edge {
                to: phrase.to,
                concept: phrase.concept,
                cost: phrase.cost + other,
                plural: phrase.plural
                    || known.ends_with('s')
                        && standard.ends_with('s')
                        && *known != *standard
                        && phrase.to == at + 1,
                number: None,
            };
            match edges.iter_mut().find(|e| e.to == edge.to && e.concept == edge.concept) {
                Some(other) => other.cost = other.cost.min(edge.cost),
                None => edges.push(edge),
            }
        }
        edges
    }
}

/// A name of the file, or of a row, without the signs or the capital that people give it: `"tuzdik"`, `Outer row`.
fn named_word<'w>(word: &'w str, names: &BTreeSet<String>) -> Cow<'w, str> {
    let bare = word.trim_matches(['"', '\'', '`']);
    if bare.len() < word.len() && vocabulary::is_name(names, bare) {
        return bare.into();
    }
    let mut rows = ROW_NAMES.into_iter().filter(|_| !names.contains(word));
    rows.find(|row| row.eq_ignore_ascii_case(word)).unwrap_or(word).into()
}

/// Whether a possessive is of each player, in its sentence: `you stop, and each player takes the seeds in his row`.
fn is_of_each(words: &[String], at: usize) -> bool {
    let before = words.get(..at).unwrap_or_default();
    let from = before.iter().rposition(|word| [".", ";"].contains(&word.as_str()));
    let before = before.get(from.map_or(0, |dot| dot + 1)..).unwrap_or_default();
    let is = |word: &str, any: &[&str]| any.contains(&word.to_lowercase().as_str());
    let each = before.windows(2).any(|pair| {
        is(&pair[0], &["each", "every", "both"])
            && is(&pair[1], &["player", "players", "side", "one", "of"])
    });
    each || before.iter().any(|word| is(word, &["everyone", "everybody"]))
}

/// The usual form of a word that has several: `cannot`, `until`, `he`.
pub fn plain_word(word: String) -> String {
    match word.as_str() {
        "can't" | "cant" => "cannot".into(),
        "till" => "until".into(),
        "she" => "he".into(),
        _ => word,
    }
}

/// Whether a word is a name, or one with `s`.
fn is_name_or_plural(names: &BTreeSet<String>, word: &str) -> bool {
    names.contains(word) || word.strip_suffix('s').is_some_and(|one| names.contains(one))
}

/// The name that a word is the plural of.
fn singular_name(names: &BTreeSet<String>, word: &str) -> Option<String> {
    let mut singulars = vocabulary::singulars(word).filter(|one| names.contains(&**one));
    singulars.next().map(|one| one.into_owned()).filter(|one| one != word)
}

/// The words with the names of rows for what people call them: `front row`, `back hole`.
fn with_row_names(
    mut words: Vec<String>,
    names: &BTreeSet<String>,
    lexicon: &Lexicon,
) -> Vec<String> {
    let is_noun = |word: &String| {
        let word = word.to_lowercase();
        ["hole", "row"].iter().any(|noun| lexicon.means(&word, noun))
    };
    let known = ROW_NAMES.iter().all(|name| names.contains(*name));
    for at in (0..words.len()).filter(|_| known) {
        let name = match words.get(at).map(String::as_str) {
            Some("front") => "inner",
            Some("back" | "rear") => "outer",
            _ => continue,
        };
        if words.get(at + 1).is_some_and(is_noun) && !names.contains(&words[at]) {
            words[at] = name.into();
        }
    }
    words
}

/// Whether a name of the file ends with the same noun: with a `left-house`, `every big house` is no store.
fn ends_a_name(
    list: &[(String, String, String, u32)],
    to: usize,
    names: &BTreeSet<String>,
) -> bool {
    let Some((_, noun, ..)) = to.checked_sub(1).and_then(|last| list.get(last)) else {
        return false;
    };
    let noun = noun.trim_end_matches('s');
    names.iter().any(|name| name.strip_suffix(noun).is_some_and(|head| head.ends_with('-')))
}

/// The words with names that are written as two words in one: `good hole`, if `good-hole` is a name.
fn joined_names(words: Vec<String>, names: &BTreeSet<String>) -> Vec<String> {
    let mut joined: Vec<String> = Vec::with_capacity(words.len());
    for word in words {
        let both = joined.last().map(|last| format!("{last}-{word}"));
        match (both, joined.last_mut()) {
            (Some(both), Some(last)) if vocabulary::is_name(names, &both) => *last = both,
            _ => joined.push(word),
        }
    }
    joined
}
