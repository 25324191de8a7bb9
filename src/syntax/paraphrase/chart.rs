//! Finds the translations of a statement by dynamic programming over its parts.
//!
//! A part is a category and a range of words. It has a translation if it is a phrase of the language as it
//! is; if a pattern of the table matches it; or if it is a phrase of the language once smaller parts in it
//! are translated. Work is counted.

use super::table::{CategoryId, NodeId, PatternNode, Piece, Table};
use super::{Original, Translation};
use crate::syntax::ast::SectionKind;
use crate::syntax::phrase::{Phrase, Rule};
use crate::syntax::vocabulary;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// How many steps of patterns are tried for one statement.
const MOST_STEPS: u32 = 400_000;
/// How many phrases are parsed for one statement.
const MOST_PARSES: u32 = 4_000;
/// How many translations of one part are kept.
const MOST_OF_PART: usize = 4;
/// How many mixtures of the language's and translated words are parsed for a part, and for a statement.
const MOST_MIXED: usize = 6;
const MOST_MIXED_OF_STATEMENT: usize = 24;

/// A translation of a part.
#[derive(Clone, PartialEq, Eq, Debug)]
struct TranslatedPart {
    /// How many entries it used.
    cost: u32,
    /// The phrase, its words with one blank between them.
    text: String,
    certain: bool,
}

impl TranslatedPart {
    /// The lower, the better.
    fn rank(&self) -> (u32, usize) {
        (self.cost, self.text.len())
    }
}

type Parts = Rc<Vec<TranslatedPart>>;

/// The parts of one statement.
pub struct Chart<'a> {
    table: &'static Table,
    original: Original<'a>,
    /// The category for a statement of the section, in the patterns of the section.
    statement: CategoryId,
    /// The categories with the patterns of the section.
    of_section: Vec<CategoryId>,
    /// The words in lower case, for the patterns.
    lower: Vec<String>,
    /// The words as the grammar wants them; `None` for a word that is neither of the language nor a name.
    known: Vec<Option<String>>,
    parts: FxHashMap<(CategoryId, usize, usize), Parts>,
    matched: FxHashMap<(CategoryId, usize, usize), Parts>,
    phrases: FxHashMap<(CategoryId, usize, usize), bool>,
    steps_left: u32,
    parses_left: u32,
}

/// The values of the slots of a pattern so far.
type Slots = Vec<(usize, TranslatedPart)>;

impl<'a> Chart<'a> {
    /// A chart without parts.
    pub fn new(table: &'static Table, original: Original<'a>) -> Chart<'a> {
        let is_name = |word: &str| vocabulary::is_name(original.names, word);
        // A name of the file is no other word for anything: no pattern has the empty word.
        let lower = |word: &&str| if is_name(word) { String::new() } else { word.to_lowercase() };
        let lower: Vec<String> = original.words.iter().map(lower).collect();
        let known = original.words.iter().zip(&lower).map(|(word, lower)| {
            let is_name = is_name(word) || matches!(*word, "South" | "North");
            let other = !word.starts_with(char::is_alphabetic);
            let keyword = vocabulary::is_keyword(lower)
                && !table.other_sense.iter().any(|other| other == lower);
            (is_name || other).then(|| (*word).to_string()).or(keyword.then(|| lower.clone()))
        });
        let category = |name: &str| table.by_name.get(name).copied();
        let cases = (original.rule == Rule::case_line).then(|| category("case")).flatten();
        let section = original.section.and_then(|section| category(section.words()));
        Chart {
            table,
            statement: category("statement").unwrap_or(usize::MAX),
            of_section: section.into_iter().chain(cases).collect(),
            known: known.collect(),
            lower,
            original,
            parts: FxHashMap::default(),
            matched: FxHashMap::default(),
            phrases: FxHashMap::default(),
            steps_left: MOST_STEPS,
            parses_left: MOST_PARSES,
        }
    }

    /// The translations of the whole statement.
    pub fn translations(mut self) -> Vec<Translation> {
        let end = self.lower.len();
        let mut all: Vec<(Option<SectionKind>, TranslatedPart)> = Vec::new();
        let mut own = Vec::new();
        for category in self.of_section.clone() {
            own.extend(self.matched(category, 0, end).iter().cloned());
        }
        let largest = self.table.categories.len();
        own.extend(self.mixed(largest, self.original.rule, 0, end, MOST_MIXED_OF_STATEMENT));
        all.extend(own.into_iter().map(|part| (None, part)));
        if all.is_empty() {
            for section in SectionKind::ALL {
                let Some(category) = self.table.by_name.get(section.words()) else { continue };
                let found = self.matched(*category, 0, end);
                all.extend(found.iter().map(|part| (Some(section), part.clone())));
            }
        }
        let best = all.into_iter().min_by_key(|(_, part)| part.rank());
        let translated = |(section, part): (Option<SectionKind>, TranslatedPart)| Translation {
            statements: statements(&part.text, section),
            certain: part.certain,
        };
        best.map(translated).into_iter().collect()
    }

    /// The translations of a part: as it is, by patterns, and by translating smaller parts in it.
    fn parts(&mut self, category: CategoryId, from: usize, to: usize) -> Parts {
        let key = (category, from, to);
        if let Some(known) = self.parts.get(&key) {
            return Rc::clone(known);
        }
        // A part that contains itself has no translation by way of itself.
        self.parts.insert(key, Rc::default());
        let rule = self.rule(category);
        let mut parts = Vec::new();
        if self.is_phrase(category, from, to)
            && let Some(text) = self.as_it_is(from, to)
        {
            // A place that does not say which of several is a phrase, but may not do where it is.
            let is_vague =
                matches!(rule, Some(Rule::place | Rule::places)) && !begins_with_determiner(&text);
            parts.push(TranslatedPart { cost: 0, text, certain: true });
            if is_vague {
                parts.extend(self.matched(category, from, to).iter().cloned());
                parts.extend(
                    rule.into_iter()
                        .flat_map(|rule| self.mixed(category, rule, from, to, MOST_MIXED)),
                );
            }
        } else {
            let patterns = match category == self.statement {
                true => self.of_section.clone(),
                false => vec![category],
            };
            for patterns in patterns {
                parts.extend(self.matched(patterns, from, to).iter().cloned());
            }
            if let Some(rule) = rule {
                parts.extend(self.mixed(category, rule, from, to, MOST_MIXED));
            }
        }
        let parts = Rc::new(best(parts));
        self.parts.insert(key, Rc::clone(&parts));
        parts
    }

    /// The words of a range, if all are known.
    fn as_it_is(&self, from: usize, to: usize) -> Option<String> {
        let words: Option<Vec<&str>> =
            self.known.get(from..to)?.iter().map(|word| word.as_deref()).collect();
        Some(words?.join(" "))
    }

    /// Whether a part is a phrase of the language as it is.
    fn is_phrase(&mut self, category: CategoryId, from: usize, to: usize) -> bool {
        let key = (category, from, to);
        if let Some(known) = self.phrases.get(&key) {
            return *known;
        }
        let rule = self.rule(category);
        let is = match (rule, self.as_it_is(from, to)) {
            (Some(rule), Some(text)) => self.fits(category, rule, &text),
            _ => false,
        };
        self.phrases.insert(key, is);
        is
    }

    /// The production of a category.
    fn rule(&self, category: CategoryId) -> Option<Rule> {
        if category == self.statement {
            return Some(self.original.rule);
        }
        self.table.categories.get(category).and_then(|c| c.rule)
    }

    /// Whether a phrase is one of a category.
    fn fits(&mut self, category: CategoryId, rule: Rule, text: &str) -> bool {
        let bare = self.table.categories.get(category).is_some_and(|c| c.bare);
        let is_complete = bare || !has_unsaid_choice(text);
        !(bare && begins_with_determiner(text)) && is_complete && self.parses(rule, text)
    }

    /// Whether a production takes all words of a phrase.
    fn parses(&mut self, rule: Rule, text: &str) -> bool {
        let Some(left) = self.parses_left.checked_sub(1) else { return false };
        self.parses_left = left;
        let words = split(text);
        let phrase = Phrase::from_words(&words, Vec::new());
        phrase.parses_whole(rule, self.original.names)
    }

    /// The translations of a part by the patterns of its category.
    fn matched(&mut self, category: CategoryId, from: usize, to: usize) -> Parts {
        let key = (category, from, to);
        if let Some(known) = self.matched.get(&key) {
            return Rc::clone(known);
        }
        self.matched.insert(key, Rc::default());
        let mut parts = Vec::new();
        let table = self.table;
        for entry in table.categories.get(category).map_or(&[][..], |c| &c.entries) {
            let section = self.original.section;
            if !entry.sections.is_empty() && section.is_none_or(|s| !entry.sections.contains(&s)) {
                continue;
            }
            let said = |any: &Vec<&str>| self.lower.iter().any(|word| any.contains(&word.as_str()));
            if said(&entry.unless) || !entry.with.is_empty() && !said(&entry.with) {
                continue;
            }
            let words = self.lower.get(from..to).unwrap_or_default();
            let has = |any: &Vec<&str>| words.iter().any(|word| any.contains(&word.as_str()));
            if !entry.required.iter().all(has) {
                continue;
            }
            let mut found = Vec::new();
            self.follow(entry.start, from, to, &mut Vec::new(), &mut found);
            for slots in found {
                let mut part =
                    TranslatedPart { cost: 1, text: String::new(), certain: entry.certain };
                for (_, slot) in &slots {
                    part.cost += slot.cost;
                    part.certain &= slot.certain;
                }
                for piece in &entry.output {
                    let text = match piece {
                        Piece::Text(text) => text,
                        Piece::Slot(slot) => {
                            let of_slot = slots.iter().find(|(number, _)| number == slot);
                            of_slot.map_or("", |(_, part)| part.text.as_str())
                        }
                    };
                    if !part.text.is_empty() && !text.is_empty() {
                        part.text.push(' ');
                    }
                    part.text.push_str(text);
                }
                parts.push(part);
            }
        }
        let mut parts = best(parts);
        if let Some(rule) = table.categories.get(category).and_then(|c| c.rule) {
            parts.retain(|part| self.fits(category, rule, &part.text));
        }
        let parts = Rc::new(parts);
        self.matched.insert(key, Rc::clone(&parts));
        parts
    }

    /// Follows a pattern from a node at a word; `found` gets the slots of each match that ends at `to`.
    fn follow(
        &mut self,
        node: NodeId,
        at: usize,
        to: usize,
        slots: &mut Slots,
        found: &mut Vec<Slots>,
    ) {
        let Some(left) = self.steps_left.checked_sub(1) else { return };
        self.steps_left = left;
        let table = self.table;
        match table.node(node) {
            PatternNode::End => {
                if at == to {
                    found.push(slots.clone());
                }
            }
            PatternNode::Word(word, next) => {
                if at < to && self.lower.get(at).is_some_and(|w| w == word) {
                    self.follow(*next, at + 1, to, slots, found);
                }
            }
            PatternNode::OneOf(all) => {
                for next in all {
                    self.follow(*next, at, to, slots, found);
                }
            }
            PatternNode::Part(category, slot, next) => {
                for end in at + 1..=to {
                    if !self.can_follow(*next, end, to) {
                        continue;
                    }
                    for part in self.parts(*category, at, end).iter() {
                        slots.push((*slot, part.clone()));
                        self.follow(*next, end, to, slots, found);
                        slots.pop();
                    }
                }
            }
        }
    }

    /// Whether a pattern may go on at a word, as far as its next word shows.
    fn can_follow(&self, node: NodeId, at: usize, to: usize) -> bool {
        match self.table.node(node) {
            PatternNode::End => at == to,
            PatternNode::Word(word, _) => at < to && self.lower.get(at).is_some_and(|w| w == word),
            PatternNode::OneOf(all) => all.iter().any(|next| self.can_follow(*next, at, to)),
            PatternNode::Part(..) => at < to,
        }
    }

    /// The translations of a part that is a phrase of the language once smaller parts in it are translated.
    fn mixed(
        &mut self,
        category: CategoryId,
        rule: Rule,
        from: usize,
        to: usize,
        most: usize,
    ) -> Vec<TranslatedPart> {
        let nothing = TranslatedPart { cost: 0, text: String::new(), certain: true };
        let mut lines: Vec<Vec<TranslatedPart>> = vec![Vec::new(); to - from + 1];
        if let Some(first) = lines.first_mut() {
            first.push(nothing);
        }
        for at in from..to {
            let here = std::mem::take(lines.get_mut(at - from).unwrap_or(&mut Vec::new()));
            if here.is_empty() {
                continue;
            }
            let mut here = here;
            here.sort_by(|a, b| (a.rank(), &a.text).cmp(&(b.rank(), &b.text)));
            here.dedup_by(|a, b| a.text == b.text);
            here.truncate(most);
            let mut steps: Vec<(usize, TranslatedPart)> = Vec::new();
            if let Some(Some(word)) = self.known.get(at) {
                steps.push((at + 1, TranslatedPart { cost: 0, text: word.clone(), certain: true }));
            }
            for end in at + 1..=to {
                let whole = (at, end) == (from, to);
                for smaller in 0..(category + 1).min(self.table.categories.len()) {
                    if whole && smaller == category {
                        continue;
                    }
                    let inside = self.table.categories.get(smaller).is_some_and(|c| c.anywhere);
                    if inside && !self.is_phrase(smaller, at, end) {
                        let parts = self.matched(smaller, at, end);
                        steps.extend(parts.iter().map(|part| (end, part.clone())));
                    }
                }
            }
            for (end, step) in steps {
                for before in &here {
                    let text = match before.text.is_empty() {
                        true => step.text.clone(),
                        false => format!("{} {}", before.text, step.text),
                    };
                    let certain = before.certain && step.certain;
                    let part = TranslatedPart { cost: before.cost + step.cost, text, certain };
                    if let Some(line) = lines.get_mut(end - from) {
                        line.push(part);
                    }
                }
            }
        }
        let mut whole = lines.pop().unwrap_or_default();
        whole.sort_by(|a, b| (a.rank(), &a.text).cmp(&(b.rank(), &b.text)));
        whole.dedup_by(|a, b| a.text == b.text);
        whole.truncate(most);
        let mut least = None;
        whole.retain(|part| {
            let fits = part.cost > 0
                && least.is_none_or(|least| part.cost == least)
                && self.fits(category, rule, &part.text);
            if fits {
                least = Some(part.cost);
            }
            fits
        });
        whole
    }
}

/// Whether a phrase begins with a word that says which of several places.
fn begins_with_determiner(text: &str) -> bool {
    let first = text.split(' ').next().unwrap_or_default();
    matches!(first, "any" | "every" | "each" | "all" | "the" | "an" | "a" | "no" | "it")
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
        begins && matches!(words.get(n), Some(&("hole" | "holes" | "store")))
    };
    // `the player play again`: a subject before the form of a verb for no subject.
    let no_subject = |n: usize| {
        let verb = words.get(n).is_some_and(|word| BARE.contains(word));
        let before = n.checked_sub(1).and_then(|before| words.get(before));
        verb && before.is_some_and(|word| matches!(*word, "player" | "opponent"))
    };
    words.windows(2).any(|pair| match pair {
        ["leftmost" | "rightmost", "hole"] => true,
        // A seed that falls nowhere.
        ["in", "no"] => true,
        [verb, word] => VERBS.contains(verb) && VAGUE.contains(word),
        _ => false,
    }) || (0..words.len()).any(|n| vague_test(n) || no_subject(n))
}

/// The cheapest of them, without doubles.
fn best(mut parts: Vec<TranslatedPart>) -> Vec<TranslatedPart> {
    parts.sort_by(|a, b| (a.rank(), &a.text).cmp(&(b.rank(), &b.text)));
    parts.dedup_by(|a, b| a.text == b.text);
    parts.truncate(MOST_OF_PART);
    parts
}

/// The words of a phrase; a text in quotation marks is one.
fn split(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let (mut quoted, mut start) = (false, 0);
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => {
                words.extend(text.get(start..at));
                start = at + 1;
            }
            _ => {}
        }
    }
    words.extend(text.get(start..));
    words.retain(|word| !word.is_empty());
    words
}

/// The statements of an output: `@SECTION:` before one of another section, ` && ` between several,
/// ` / ` before a line below.
fn statements(text: &str, section: Option<SectionKind>) -> Vec<(Option<SectionKind>, String)> {
    let of_section = |statement: &str| {
        let tagged = statement.strip_prefix('@').and_then(|s| s.split_once(": "));
        let (section, statement) = match tagged {
            Some((name, statement)) => {
                (SectionKind::ALL.into_iter().find(|s| s.words() == name).or(section), statement)
            }
            None => (section, statement),
        };
        (section, written(statement))
    };
    text.split(" && ").map(of_section).collect()
}

/// A phrase as a person writes it: signs close up to the words before and after them.
fn written(phrase: &str) -> String {
    let mut text = phrase.replace(" / ", "\n  ");
    for (spaced, closed) in
        [(" ,", ","), (" :", ":"), ("( ", "("), (" )", ")"), ("[ ", "["), (" ]", "]")]
    {
        text = text.replace(spaced, closed);
    }
    text
}
