//! Words and short phrases, and the concepts that they stand for.
//!
//! The knowledge is data: `concepts.txt`. A statement becomes a lattice: at each word, the phrases that begin
//! there, with their concepts. A word can have several senses; none is chosen here.

use super::inflection::{plural, verb_forms};
use super::lattice::plain_word;
use crate::texts::{FromWordings, WordingTexts};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The cost of a less usual sense of a phrase.
const OTHER_SENSE: u32 = 15;
/// The cost of a word that is misspelt.
pub const MISSPELT: u32 = 8;

/// The index of a concept.
pub type ConceptId = usize;

/// The words that fill the same place of phrases: the forms of a verb or a noun, or one word.
type ClassId = u32;

/// Between the parts of a phrase in [`Lexicon::codes`].
const NEXT_PART: ClassId = ClassId::MAX;
/// Between the choices of a part.
const OR: ClassId = ClassId::MAX - 1;

/// A phrase as it is listed: its parts one after the other, each a choice of sequences of words, of none too.
struct Listed {
    concept: ConceptId,
    cost: u32,
    /// Where its parts are in [`Lexicon::codes`].
    codes: Range<usize>,
}

/// A word of a statement, for phrases to be found in it.
pub struct StatementWord<'l> {
    known: &'l [(ClassId, bool)],
    standard: &'l [(ClassId, bool)],
    is_article: bool,
    cost: u32,
}

/// A phrase that begins at a word.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct FoundPhrase {
    /// What it stands for.
    pub concept: ConceptId,
    /// The word after it.
    pub to: usize,
    /// How many words it has, without articles that do not count.
    pub words: u32,
    /// What it costs to mean that, and to have its words misspelt.
    pub cost: u32,
    /// Whether it is a plural.
    pub plural: bool,
}

/// The words and phrases.
#[derive(Default)]
pub struct Lexicon {
    names: FxHashMap<&'static str, ConceptId>,
    by_id: Vec<&'static str>,
    /// The phrases, in the order of the list.
    listed: Vec<Listed>,
    /// The parts of all phrases, with [`NEXT_PART`] and [`OR`] between the classes of their words.
    codes: Vec<ClassId>,
    /// The class of each word as it is listed: `pit+`, `land~`.
    classes: FxHashMap<&'static str, ClassId>,
    /// The classes of each word, and whether it is a plural there.
    classes_of: FxHashMap<String, Vec<(ClassId, bool)>>,
    /// For each class, the phrases that may begin with it, in the order of the list.
    beginnings: Vec<Vec<u32>>,
    /// The classes of the articles.
    articles: Vec<ClassId>,
    /// For each class, the concepts for which it is a phrase alone.
    singles: Vec<Vec<ConceptId>>,
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
        self.concepts_of(word).any(|other| other == concept)
    }

    /// Whether a word alone is a phrase: `prizes` may be only part of one.
    pub fn is_phrase(&self, word: &str) -> bool {
        self.concepts_of(word).next().is_some()
    }

    /// The concepts for which a word alone is a phrase.
    fn concepts_of(&self, word: &str) -> impl Iterator<Item = ConceptId> {
        let singles = |(class, _): &(ClassId, bool)| self.singles.get(*class as usize);
        self.classes_of(word).iter().filter_map(singles).flatten().copied()
    }

    fn classes_of(&self, word: &str) -> &[(ClassId, bool)] {
        self.classes_of.get(word).map_or(&[], Vec::as_slice)
    }

    /// A word of a statement, for [`Lexicon::phrases_at`]: as it is known, as the word that stands for all of its kind,
    /// and what it costs that it is misspelt.
    pub fn read_word(&self, known: &str, standard: &str, cost: u32) -> StatementWord<'_> {
        let standard = if known == standard { &[] } else { self.classes_of(standard) };
        let is_article = ARTICLES.contains(&known);
        StatementWord { known: self.classes_of(known), standard, is_article, cost }
    }

    /// The phrases that begin at a word of a statement, in the order of the lexicon.
    pub fn phrases_at(&self, words: &[StatementWord<'_>], at: usize) -> Vec<FoundPhrase> {
        let Some(first) = words.get(at) else { return Vec::new() };
        let classes = first.known.iter().chain(first.standard);
        let numbers = classes.filter_map(|(class, _)| self.beginnings.get(*class as usize));
        let mut numbers: Vec<u32> = numbers.flatten().copied().collect();
        numbers.sort_unstable();
        numbers.dedup();
        let own = self.classes.get("own").copied();
        let is_own = own.is_some_and(|own| first.has(own).is_some());
        let mut found = Vec::new();
        for listed in numbers.iter().filter_map(|number| self.listed.get(*number as usize)) {
            let parts = self.codes.get(listed.codes.clone()).unwrap_or_default();
            let parts = parts.split(|code| *code == NEXT_PART);
            let begun = FoundPhrase {
                concept: listed.concept,
                to: at,
                words: 0,
                cost: listed.cost,
                plural: false,
            };
            self.follow(parts.clone(), words, begun, &mut found);
            if is_own && WITH_OWN.contains(&self.name(listed.concept)) {
                let begun =
                    FoundPhrase { to: at + 1, words: 1, cost: begun.cost + first.cost, ..begun };
                self.follow(parts, words, begun, &mut found);
            }
        }
        found
    }

    /// Goes on with the parts of a phrase after those that were found.
    fn follow<'a>(
        &self,
        mut parts: impl Iterator<Item = &'a [ClassId]> + Clone,
        words: &[StatementWord<'_>],
        begun: FoundPhrase,
        found: &mut Vec<FoundPhrase>,
    ) {
        let Some(part) = parts.next() else {
            if begun.words > 0 && !found.contains(&begun) {
                found.push(begun);
            }
            return;
        };
        for choice in part.split(|code| *code == OR) {
            let mut next = begun;
            if choice.iter().all(|class| self.take(*class, words, &mut next)) {
                self.follow(parts.clone(), words, next, found);
            }
        }
    }

    /// Whether the next word is of a class; then it is taken, with the articles before it.
    fn take(&self, class: ClassId, words: &[StatementWord<'_>], phrase: &mut FoundPhrase) -> bool {
        let is_article = self.articles.contains(&class);
        while phrase.words > 0
            && !is_article
            && words.get(phrase.to).is_some_and(|word| word.is_article)
        {
            phrase.to += 1;
        }
        let Some(word) = words.get(phrase.to) else { return false };
        let Some(plural) = word.has(class) else { return false };
        phrase.to += 1;
        phrase.words += 1;
        phrase.cost += word.cost;
        phrase.plural |= plural;
        true
    }

    /// Whether articles count in a phrase of a concept.
    fn keeps_articles(&self, concept: ConceptId, text: &str) -> bool {
        WITH_ARTICLES.contains(&self.name(concept)) || !text.contains(' ')
    }

    /// Whether a word is in some phrase.
    pub fn knows(&self, word: &str) -> bool {
        self.classes_of.contains_key(word)
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
        let number = self.listed.len() as u32;
        let keeps = self.keeps_articles(concept, text);
        let from = self.codes.len();
        let mut firsts: Vec<ClassId> = Vec::new();
        // Whether all before can be no word.
        let mut begins = true;
        let parts: Vec<Vec<Vec<ClassId>>> = text
            .split(' ')
            .filter(|part| !part.is_empty())
            .map(|part| {
                let choices = part.split('|');
                choices.map(|choice| self.classes_of_choice(choice, keeps)).collect()
            })
            .collect();
        let is_optional = |part: &Vec<Vec<ClassId>>| part.iter().any(Vec::is_empty);
        for (nth, part) in parts.iter().enumerate() {
            if nth > 0 {
                self.codes.push(NEXT_PART);
            }
            if begins {
                firsts.extend(part.iter().filter_map(|choice| choice.first()));
            }
            begins &= is_optional(part);
            let mut others = parts.iter().enumerate().filter(|(other, _)| *other != nth);
            let is_alone = others.all(|(_, other)| is_optional(other));
            for (nth, choice) in part.iter().enumerate() {
                if nth > 0 {
                    self.codes.push(OR);
                }
                self.codes.extend(choice);
                if let [only] = choice.as_slice()
                    && is_alone
                    && let Some(singles) = self.singles.get_mut(*only as usize)
                {
                    singles.push(concept);
                }
            }
        }
        if WITH_OWN.contains(&self.name(concept)) {
            firsts.push(self.class("own"));
        }
        firsts.sort_unstable();
        firsts.dedup();
        for first in firsts {
            if let Some(numbers) = self.beginnings.get_mut(first as usize) {
                numbers.push(number);
            }
        }
        self.listed.push(Listed { concept, cost, codes: from..self.codes.len() });
    }

    /// The classes of the words of a choice, which have `_` between them.
    fn classes_of_choice(&mut self, choice: &'static str, keeps_articles: bool) -> Vec<ClassId> {
        let words = choice.split('_').filter(|word| !word.is_empty());
        let words = words.filter(|word| keeps_articles || !ARTICLES.contains(word));
        words.map(|word| self.class(word)).collect()
    }

    /// The class of a word as it is listed.
    fn class(&mut self, word: &'static str) -> ClassId {
        if let Some(class) = self.classes.get(word) {
            return *class;
        }
        let class = self.beginnings.len() as ClassId;
        self.classes.insert(word, class);
        self.beginnings.push(Vec::new());
        self.singles.push(Vec::new());
        for (form, plural) in forms_of_word(word) {
            self.classes_of.entry(form).or_default().push((class, plural));
        }
        if ARTICLES.contains(&word) {
            self.articles.push(class);
        }
        class
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
        for known in self.classes_of.keys() {
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

impl StatementWord<'_> {
    /// Whether it is of a class: then whether it is a plural.
    fn has(&self, class: ClassId) -> Option<bool> {
        let mut classes = self.known.iter().chain(self.standard);
        classes.find(|(other, _)| *other == class).map(|(_, plural)| *plural)
    }
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
