//! Words and short phrases, and the concepts that they stand for.
//!
//! The knowledge is data: `concepts.txt`. A statement becomes a lattice: at each word, the phrases that begin
//! there, with their concepts. A word can have several senses; none is chosen here.

use super::inflection::{plural, verb_forms};
use super::lattice::plain_word;
use crate::order::{SmallSort, set};
use crate::texts::{FromWordings, WordingTexts};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// The cost of a less usual sense of a phrase.
const OTHER_SENSE: u32 = 15;
/// The cost of a word that is misspelt.
pub const MISSPELT: u32 = 8;

/// The index of a concept.
pub type ConceptId = usize;

/// A phrase of the lexicon.
#[derive(Debug)]
pub struct Entry {
    /// Its words in lower case.
    pub words: Vec<String>,
    /// What it stands for.
    pub concept: ConceptId,
    /// What it costs to mean that.
    pub cost: u32,
    /// Whether it is a plural.
    pub plural: bool,
    /// Its place in the list, and among the forms of the phrase.
    order: (usize, usize),
}

/// A phrase as it is listed: with forms and choices.
struct Listed {
    concept: ConceptId,
    text: &'static str,
    cost: u32,
}

/// The phrases that begin with a word.
#[derive(Default)]
struct Beginning {
    /// Their numbers in the list, in its order.
    listed: Vec<usize>,
    /// Their forms, by the second word: made when they are first looked for, since most never are.
    forms: OnceLock<FxHashMap<String, Vec<Entry>>>,
}

/// The phrases by their first words.
#[derive(Default)]
pub struct Lexicon {
    names: FxHashMap<&'static str, ConceptId>,
    by_id: Vec<&'static str>,
    listed: Vec<Listed>,
    beginnings: FxHashMap<String, Beginning>,
    words: FxHashSet<String>,
    /// Nouns and pronouns with the word that stands for all of their kind.
    pub standard: FxHashMap<String, &'static str>,
}

/// The concepts that are made, not listed.
pub const NUMBER: &str = "number";
pub const NAME: &str = "name";
pub const PROPER: &str = "proper";
/// Concepts in whose phrases articles count.
const WITH_ARTICLES: [&str; 15] = [
    "this",
    "me",
    "opp",
    "aplayer",
    "aplayer's",
    "each-player",
    "other",
    "next-player",
    "starter",
    "second-player",
    "winner",
    "loser",
    "nil",
    "somes",
    "seedfalls",
];
/// Concepts whose phrases may have a possessive before them: `your last seed`.
const WITH_OWN: [&str; 12] = [
    "lastseed",
    "endmove",
    "extra",
    "thismove",
    "thisturn",
    "firstturn",
    "firstmove",
    "firstlap",
    "turn",
    "lap",
    "pass",
    "remaining",
];
pub const ARTICLES: [&str; 3] = ["the", "a", "an"];

impl Lexicon {
    /// The lexicon of the program.
    pub fn get() -> &'static Lexicon {
        static LEXICON: FromWordings<Lexicon> = FromWordings::new(Lexicon::read);
        LEXICON.get()
    }

    /// The concept with this name.
    pub fn concept(&self, name: &str) -> Option<ConceptId> {
        self.names.get(name).copied()
    }

    /// The name of a concept.
    pub fn name(&self, concept: ConceptId) -> &'static str {
        self.by_id.get(concept).copied().unwrap_or_default()
    }

    /// How many concepts there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether a single word can stand for a concept.
    pub fn means(&self, word: &str, concept: &str) -> bool {
        let Some(concept) = self.concept(concept) else { return false };
        self.with_second(word, "").iter().any(|entry| entry.concept == concept)
    }

    /// Whether a word alone is a phrase: `prizes` may be only part of one.
    pub fn is_phrase(&self, word: &str) -> bool {
        !self.with_second(word, "").is_empty()
    }

    /// The phrases with a first word that may have one of some words after it, in the order of the lexicon.
    pub fn phrases<'a>(&self, first: &str, seconds: impl Iterator<Item = &'a str>) -> Vec<&Entry> {
        let mut all: Vec<&Entry> = self.with_second(first, "").iter().collect();
        for second in set(seconds) {
            all.extend(self.with_second(first, second));
        }
        all.small_sort_by_key(|entry| entry.order);
        all
    }

    /// The phrases with these first two words; of the first one alone, if there is no second.
    fn with_second(&self, first: &str, second: &str) -> &[Entry] {
        let Some(beginning) = self.beginnings.get(first) else { return &[] };
        let forms = beginning.forms.get_or_init(|| self.forms(first, &beginning.listed));
        forms.get(second).map_or(&[], Vec::as_slice)
    }

    /// The forms of listed phrases that begin with a word, by the second one.
    fn forms(&self, first: &str, listed: &[usize]) -> FxHashMap<String, Vec<Entry>> {
        let mut forms: FxHashMap<String, Vec<Entry>> = FxHashMap::default();
        for number in listed {
            let Some(Listed { concept, text, cost }) = self.listed.get(*number) else { continue };
            let with_own = WITH_OWN.contains(&self.name(*concept));
            let mut nth = 0;
            for (words, plural) in forms_of(text, self.keeps_articles(*concept, text)) {
                let owned = with_own && words.first().is_some_and(|first| first != "own");
                let owned = owned.then(|| [&["own".to_owned()], words.as_slice()].concat());
                for words in owned.into_iter().chain([words]) {
                    nth += 1;
                    if words.first().is_some_and(|word| word == first) {
                        let second = words.get(1).cloned().unwrap_or_default();
                        let (concept, cost, order) = (*concept, *cost, (*number, nth));
                        let entry = Entry { words, concept, cost, plural, order };
                        forms.entry(second).or_default().push(entry);
                    }
                }
            }
        }
        forms
    }

    /// Whether articles count in a phrase of a concept.
    fn keeps_articles(&self, concept: ConceptId, text: &str) -> bool {
        WITH_ARTICLES.contains(&self.name(concept)) || !text.contains(' ')
    }

    /// Whether a word is in some phrase.
    pub fn knows(&self, word: &str) -> bool {
        self.words.contains(word)
    }

    fn read(wordings: &WordingTexts) -> Lexicon {
        let mut lexicon = Lexicon::default();
        for name in [NUMBER, NAME, PROPER] {
            lexicon.names.insert(name, lexicon.names.len());
        }
        let lines: Vec<(&str, &str)> = wordings
            .concepts
            .lines()
            .filter(|line| !line.starts_with('#'))
            .filter_map(|line| line.split_once(": "))
            .collect();
        for (name, _) in &lines {
            let next = lexicon.names.len();
            lexicon.names.entry(name).or_insert(next);
        }
        lexicon.by_id = vec![""; lexicon.names.len()];
        for (name, id) in &lexicon.names {
            if let Some(slot) = lexicon.by_id.get_mut(*id) {
                *slot = name;
            }
        }
        for (name, list) in &lines {
            for item in split_list(list) {
                let usual = !item.ends_with('?') && !item.contains(' ');
                let standard = match *name {
                    "hole" | "seed" | "store" | "row" if item.contains('+') => {
                        let one: &'static str = match *name {
                            "hole" => "hole",
                            "seed" => "seed",
                            "row" => "row",
                            _ => "store",
                        };
                        let word = item.trim_end_matches(['+', '?']);
                        let many: &'static str = match *name {
                            "hole" => "holes",
                            "seed" => "seeds",
                            "row" => "rows",
                            _ => "stores",
                        };
                        if usual {
                            lexicon.standard.entry(plural(word)).or_insert(many);
                        }
                        Some((word, one))
                    }
                    "own" => Some((item.trim_end_matches('?'), "own")),
                    "opp" => Some((item.trim_end_matches('?'), "opponent")),
                    "opp's" if item.ends_with("'s") => Some((item, "opponent's")),
                    _ => None,
                };
                if let Some((word, stands)) = standard.filter(|_| usual) {
                    lexicon.standard.entry(word.to_string()).or_insert(stands);
                }
            }
        }
        for (name, list) in &lines {
            let Some(concept) = lexicon.concept(name) else { continue };
            for item in split_list(list) {
                lexicon.add(concept, item);
            }
        }
        lexicon
    }

    fn add(&mut self, concept: ConceptId, item: &'static str) {
        let (text, cost) = match item.strip_suffix('?') {
            Some(item) if item.ends_with('?') => (item.trim_end_matches('?'), 3 * OTHER_SENSE),
            Some(item) if !item.is_empty() => (item, OTHER_SENSE),
            _ => (item, 0),
        };
        let number = self.listed.len();
        let keeps = self.keeps_articles(concept, text);
        self.listed.push(Listed { concept, text, cost });
        let mut firsts = BTreeSet::new();
        // Whether all before can be no word.
        let mut begins = true;
        for choice in text.split(' ').filter(|word| !word.is_empty()) {
            let mut is_optional = false;
            for phrase in choice.split('|') {
                let mut words = words_of_phrase(phrase, keeps).peekable();
                is_optional |= words.peek().is_none();
                for (nth, word) in words.enumerate() {
                    for (word, _) in forms_of_word(word) {
                        if begins && nth == 0 {
                            firsts.insert(word.clone());
                        }
                        self.words.insert(word);
                    }
                }
            }
            begins &= is_optional;
        }
        if WITH_OWN.contains(&self.name(concept)) {
            firsts.insert("own".to_owned());
        }
        for first in firsts {
            self.beginnings.entry(first).or_default().listed.push(number);
        }
    }

    /// The known word that is nearest to one that is not known, if only one is so near.
    pub fn corrected(&self, word: &str) -> Option<&str> {
        let length = word.chars().count();
        if length < 4 || !word.chars().all(char::is_alphabetic) {
            return None;
        }
        let most = if length >= 8 { 2 } else { 1 };
        let mut best: Option<(usize, &str)> = None;
        let mut tie = false;
        for known in &self.words {
            if known.len().abs_diff(word.len()) > most || known.len() < 4 {
                continue;
            }
            let distance = strsim::osa_distance(known, word);
            if distance > most {
                continue;
            }
            match best {
                Some((least, _)) if distance > least => {}
                Some((least, other)) if distance == least => {
                    tie = tie || !same_stem(other, known);
                    if (known.len(), known.as_str()) < (other.len(), other) {
                        best = Some((distance, known));
                    }
                }
                _ => {
                    best = Some((distance, known));
                    tie = false;
                }
            }
        }
        best.filter(|_| !tie).map(|(_, known)| known)
    }
}

/// The forms of a listed phrase, and whether each is a plural.
fn forms_of(text: &str, keeps_articles: bool) -> Vec<(Vec<String>, bool)> {
    let choices = text.split(' ').filter(|word| !word.is_empty());
    choices.fold(vec![(Vec::new(), false)], |heads, choice| {
        let phrases = choice.split('|');
        let variants: Vec<_> =
            phrases.flat_map(|phrase| forms_of_phrase(phrase, keeps_articles)).collect();
        each_with_each(&heads, &variants)
    })
}

/// The forms of a phrase of a choice; of none, no word.
fn forms_of_phrase(phrase: &str, keeps_articles: bool) -> Vec<(Vec<String>, bool)> {
    words_of_phrase(phrase, keeps_articles).fold(vec![(Vec::new(), false)], |heads, word| {
        let variants: Vec<_> =
            forms_of_word(word).into_iter().map(|(word, many)| (vec![word], many)).collect();
        each_with_each(&heads, &variants)
    })
}

/// Each beginning with each end.
fn each_with_each(
    heads: &[(Vec<String>, bool)],
    ends: &[(Vec<String>, bool)],
) -> Vec<(Vec<String>, bool)> {
    let with_ends = |(head, many): &(Vec<String>, bool)| -> Vec<(Vec<String>, bool)> {
        let with =
            |(words, more): &(Vec<String>, bool)| ([&**head, words].concat(), *many || *more);
        ends.iter().map(with).collect()
    };
    heads.iter().flat_map(with_ends).collect()
}

/// The words of a phrase of a choice, which have `_` between them.
fn words_of_phrase(phrase: &str, keeps_articles: bool) -> impl Iterator<Item = &str> {
    let words = phrase.split('_').filter(|word| !word.is_empty());
    words.filter(move |word| keeps_articles || !ARTICLES.contains(word))
}

/// The forms of a word, and whether each is a plural.
fn forms_of_word(word: &str) -> Vec<(String, bool)> {
    if word.len() > 1 && word.ends_with('~') {
        verb_forms(word.trim_end_matches('~')).into_iter().map(|w| (w, false)).collect()
    } else if word.len() > 1 && word.ends_with('+') {
        let noun = word.trim_end_matches('+');
        vec![(noun.to_string(), false), (plural(noun), true)]
    } else {
        vec![(plain_word(word.to_string()), word == "ones")]
    }
}

fn same_stem(a: &str, b: &str) -> bool {
    let common = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    common + 3 >= a.len().max(b.len()) && common + 1 >= a.len().min(b.len())
}

fn split_list(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.split(", ").map(|item| item.trim().trim_matches('"')).filter(|item| !item.is_empty())
}
