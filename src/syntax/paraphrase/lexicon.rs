//! Words and short phrases, and the concepts that they stand for.
//!
//! The knowledge is data: `concepts.txt`. A statement becomes a lattice: at each word, the phrases that begin
//! there, with their concepts. A word can have several senses; none is chosen here.

use super::inflection::{plural, verb_forms};
use super::lattice::plain_word;
use crate::order::{SmallSort, set};
use crate::texts;
use rustc_hash::{FxHashMap, FxHashSet};
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
    /// Its number among all phrases.
    order: usize,
}

/// The phrases by their first words.
#[derive(Default)]
pub struct Lexicon {
    names: FxHashMap<&'static str, ConceptId>,
    by_id: Vec<&'static str>,
    /// The phrases by their first two words.
    entries: FxHashMap<String, Vec<Entry>>,
    many: usize,
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
        static LEXICON: OnceLock<Lexicon> = OnceLock::new();
        LEXICON.get_or_init(Lexicon::read)
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
        self.beginning_with(word).iter().any(|entry| entry.concept == concept)
    }

    /// Whether a word alone is a phrase: `prizes` may be only part of one.
    pub fn is_phrase(&self, word: &str) -> bool {
        !self.beginning_with(word).is_empty()
    }

    /// The phrases with a first word that may have one of some words after it, in the order of the lexicon.
    pub fn phrases<'a>(&self, first: &str, seconds: impl Iterator<Item = &'a str>) -> Vec<&Entry> {
        let mut all: Vec<&Entry> = self.beginning_with(first).iter().collect();
        for second in set(seconds) {
            all.extend(self.beginning_with(&format!("{first} {second}")));
        }
        all.small_sort_by_key(|entry| entry.order);
        all
    }

    /// The phrases of one word, or with these first two words.
    fn beginning_with(&self, words: &str) -> &[Entry] {
        self.entries.get(words).map_or(&[], Vec::as_slice)
    }

    /// Whether a word is in some phrase.
    pub fn knows(&self, word: &str) -> bool {
        self.words.contains(word)
    }

    fn read() -> Lexicon {
        let mut lexicon = Lexicon::default();
        for name in [NUMBER, NAME, PROPER] {
            lexicon.names.insert(name, lexicon.names.len());
        }
        let lines: Vec<(&str, &str)> = texts::shipped()
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
                lexicon.add(name, concept, item);
            }
        }
        lexicon
    }

    fn add(&mut self, name: &str, concept: ConceptId, item: &str) {
        let (item, cost) = match item.strip_suffix('?') {
            Some(item) if item.ends_with('?') => (item.trim_end_matches('?'), 3 * OTHER_SENSE),
            Some(item) if !item.is_empty() => (item, OTHER_SENSE),
            _ => (item, 0),
        };
        let keeps = WITH_ARTICLES.contains(&name);
        let is_alone = !item.contains(' ');
        let mut forms: Vec<(Vec<String>, bool)> = vec![(Vec::new(), false)];
        for choice in item.split(' ').filter(|word| !word.is_empty()) {
            let variants: Vec<(Vec<String>, bool)> = choice
                .split('|')
                .flat_map(|phrase| forms_of_phrase(phrase, keeps || is_alone))
                .collect();
            forms = forms
                .into_iter()
                .flat_map(|(head, many)| {
                    variants.iter().map(move |(words, more)| {
                        ([head.as_slice(), words.as_slice()].concat(), many || *more)
                    })
                })
                .collect();
        }
        for (words, plural) in forms {
            let Some(first) = words.first().cloned() else { continue };
            for word in &words {
                self.words.insert(word.clone());
            }
            if WITH_OWN.contains(&name) && first != "own" {
                let words =
                    std::iter::once("own".to_string()).chain(words.iter().cloned()).collect();
                self.insert(words, concept, cost, plural);
            }
            self.insert(words, concept, cost, plural);
        }
    }

    fn insert(&mut self, words: Vec<String>, concept: ConceptId, cost: u32, plural: bool) {
        let beginning = words.iter().take(2).map(String::as_str).collect::<Vec<_>>().join(" ");
        let entry = Entry { words, concept, cost, plural, order: self.many };
        self.many += 1;
        self.entries.entry(beginning).or_default().push(entry);
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

/// The forms of a phrase of a choice, whose words have `_` between them; of none, no word.
fn forms_of_phrase(phrase: &str, keeps_articles: bool) -> Vec<(Vec<String>, bool)> {
    let mut forms = vec![(Vec::new(), false)];
    let words = phrase.split('_').filter(|word| !word.is_empty());
    for word in words.filter(|word| keeps_articles || !ARTICLES.contains(word)) {
        let variants: Vec<(String, bool)> = if word.len() > 1 && word.ends_with('~') {
            verb_forms(word.trim_end_matches('~')).into_iter().map(|w| (w, false)).collect()
        } else if word.len() > 1 && word.ends_with('+') {
            let noun = word.trim_end_matches('+');
            vec![(noun.to_string(), false), (plural(noun), true)]
        } else {
            vec![(plain_word(word.to_string()), word == "ones")]
        };
        forms = forms
            .into_iter()
            .flat_map(|(head, many): (Vec<String>, bool)| {
                variants.iter().map(move |(word, more)| {
                    let mut words = head.clone();
                    words.push(word.clone());
                    (words, many || *more)
                })
            })
            .collect();
    }
    forms
}

fn same_stem(a: &str, b: &str) -> bool {
    let common = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    common + 3 >= a.len().max(b.len()) && common + 1 >= a.len().min(b.len())
}

fn split_list(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.split(", ").map(|item| item.trim().trim_matches('"')).filter(|item| !item.is_empty())
}
