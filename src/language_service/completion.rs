//! What can be typed at a place, the likely words first.

use super::{EditedText, PhraseCounts, Scope, ScopeName};
use crate::order::SmallSort;
use crate::span::Span;
use crate::syntax::{Expectation, NameKind, expected, other_words_for};

/// What can be typed at a place.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Completion {
    /// The word that is being typed, up to the place; an item replaces it.
    pub replaces: Span,
    /// The likely ones first.
    pub items: Vec<CompletionItem>,
}

/// Something that can be typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompletionItem {
    /// The text that is put in.
    pub text: String,
    /// What it is.
    pub kind: CompletionKind,
    /// A few words next to it: the definition of a name.
    pub detail: Option<String>,
    /// Another word that people type for it: `pit` for `hole`. The item is for those who begin to type that word.
    pub typed_as: Option<&'static str>,
}

/// What an item of a completion is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CompletionKind {
    /// A word, a phrase or a sign of the language.
    Phrase,
    /// A name that the text, or a game that it is like, defines.
    Name(NameKind),
    /// A place of the board, in a test.
    Place,
    /// An answer to a question of the game, in a test.
    Answer,
    /// A game that a description can be like.
    Game,
}

/// What can be typed at `offset`, in bytes. Nothing within comments, quoted texts and numbers, and where something
/// before it in the statement cannot be read.
pub fn complete(document: EditedText<'_>, offset: usize) -> Completion {
    let expectation = expected(document.text, offset);
    if expectation.context.is_empty() && expectation.continuations.is_empty() {
        return Completion { replaces: expectation.replaces, items: Vec::new() };
    }
    let own = PhraseCounts::of_names(document.text, offset);
    let mut scope = Scope::of(document, offset);
    if expectation.before.last().is_some_and(|word| word == "like") {
        scope.games = document.library.names();
    }
    complete_with(&expectation, &scope, PhraseCounts::shipped(), &own)
}

/// The same, with everything that is known. `general`: the counts of other descriptions; `own`: those of this text,
/// name by name.
pub fn complete_with(
    expectation: &Expectation,
    scope: &Scope,
    general: &PhraseCounts,
    own: &PhraseCounts,
) -> Completion {
    let mut ranking = Ranking { expectation, general, own, items: Vec::new() };
    for phrase in &expectation.phrases {
        ranking.add(phrase.clone(), CompletionKind::Phrase, None, 1.0);
    }
    for phrase in &expectation.continuations {
        ranking.add_continuation(phrase.clone());
    }
    ranking.names(scope);
    ranking.quoted(scope);
    let mut items = ranking.items;
    items.small_sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let mut items: Vec<CompletionItem> = items.into_iter().map(|(_, item)| item).collect();
    add_other_words(&mut items);
    Completion { replaces: expectation.replaces, items }
}

/// Adds an item for each other word that people type for a phrase among the items.
fn add_other_words(items: &mut Vec<CompletionItem>) {
    let others = items.iter().filter(|item| item.kind == CompletionKind::Phrase).flat_map(|item| {
        let with = |word| CompletionItem { typed_as: Some(word), ..item.clone() };
        other_words_for(&item.text).map(with)
    });
    let is_known = |other: &CompletionItem| {
        items.iter().any(|item| Some(item.text.as_str()) == other.typed_as)
    };
    let others: Vec<CompletionItem> = others.filter(|other| !is_known(other)).collect();
    items.extend(others);
}

/// The kinds of names that can follow a word, where the grammar takes any name.
fn kinds_after(word: &str) -> Option<&'static [NameKind]> {
    match word {
        "do" | "does" => Some(&[NameKind::Word]),
        "set" | "sets" => Some(&[NameKind::Note]),
        "marked" => Some(&[NameKind::Mark]),
        _ => None,
    }
}

/// How much the counts of the text itself matter.
const OWN_WEIGHT: f64 = 0.5;

struct Ranking<'r> {
    expectation: &'r Expectation,
    general: &'r PhraseCounts,
    own: &'r PhraseCounts,
    /// Each with how likely it is.
    items: Vec<(f64, CompletionItem)>,
}

impl Ranking<'_> {
    /// Adds an item. `share`: how much of the general likelihood of its class it gets.
    fn add(&mut self, text: String, kind: CompletionKind, detail: Option<String>, share: f64) {
        if self.items.iter().any(|(_, item)| item.text == text) {
            return;
        }
        let Expectation { context, before, .. } = self.expectation;
        let [general, own] = self.likelihoods(context, before, &text);
        let score = general * share + own * OWN_WEIGHT;
        self.items.push((score, CompletionItem { text, kind, detail, typed_as: None }));
    }

    /// How likely a text is, in general and in this text.
    fn likelihoods(&self, context: &str, before: &[String], text: &str) -> [f64; 2] {
        let above = &self.expectation.above;
        [self.general, self.own]
            .map(|counts| counts.likelihood(&counts.context(context, before, above), text))
    }

    /// Adds a phrase that continues the statement above.
    fn add_continuation(&mut self, text: String) {
        let (context, before) = &self.expectation.continued;
        let [general, own] = self.likelihoods(context, before, &text);
        let item =
            CompletionItem { text, kind: CompletionKind::Phrase, detail: None, typed_as: None };
        self.items.push((general + own * OWN_WEIGHT, item));
    }

    fn names(&mut self, scope: &Scope) {
        let in_test = self.expectation.context == "test";
        let cites = self.expectation.number && self.is_in_brackets();
        let fits = |kind: NameKind| match kind {
            NameKind::Point => cites,
            NameKind::Stage | NameKind::Variation => false,
            NameKind::SeedKind | NameKind::Mark | NameKind::Player | NameKind::Option => {
                self.expectation.name
            }
            NameKind::Word
            | NameKind::Note
            | NameKind::Row
            | NameKind::Place
            | NameKind::Chosen => self.expectation.name && !in_test,
        };
        let wanted = kinds_after(self.expectation.before.last().map_or("", String::as_str));
        let fits = |name: &&ScopeName| match wanted {
            Some(kinds) => kinds.contains(&name.kind),
            None => fits(name.kind),
        };
        let names: Vec<&ScopeName> = scope.names.iter().filter(fits).collect();
        let uses: usize = names.iter().map(|name| name.uses + 1).sum();
        for name in names {
            let share = (name.uses + 1) as f64 / uses as f64;
            let detail = Some(name.definition.clone());
            self.add(name.name.clone(), CompletionKind::Name(name.kind), detail, share);
        }
        if self.expectation.name && wanted.is_none() {
            let share = 1.0 / scope.players.len().max(1) as f64;
            let kind = CompletionKind::Name(NameKind::Player);
            scope.players.iter().for_each(|player| self.add(player.clone(), kind, None, share));
        }
        if in_test && self.expectation.name && wanted.is_none() {
            let before = &self.expectation.before;
            if before.iter().any(|word| matches!(word.as_str(), "plays" | "on" | "choices")) {
                for answer in &scope.answers {
                    self.add(answer.clone(), CompletionKind::Answer, None, 0.0);
                }
            }
            // Tests name the holes mostly in their order, each once.
            let at = |word: &String| scope.places.iter().position(|place| place == word);
            let last = self.expectation.before.iter().rev().find_map(at);
            let from = last.map_or(0, |last| last + 1);
            for (nth, place) in
                scope.places.iter().cycle().skip(from).take(scope.places.len()).enumerate()
            {
                self.add(place.clone(), CompletionKind::Place, None, 1.0 / (nth + 2) as f64);
            }
        }
    }

    /// Whether the place is among the numbers of a citation.
    fn is_in_brackets(&self) -> bool {
        let before = &self.expectation.before;
        before
            .iter()
            .rev()
            .find(|word| matches!(word.as_str(), "[" | "]"))
            .is_some_and(|w| w == "[")
    }

    /// Names in quotation marks.
    fn quoted(&mut self, scope: &Scope) {
        if !self.expectation.text {
            return;
        }
        match self.expectation.before.last().map(String::as_str) {
            Some("variation") if self.expectation.context == "test" => {
                for name in scope.names.iter().filter(|name| name.kind == NameKind::Variation) {
                    let kind = CompletionKind::Name(name.kind);
                    self.add(format!("\"{}\"", name.name), kind, None, 1.0);
                }
            }
            Some("like") => {
                for game in &scope.games {
                    self.add(format!("\"{game}\""), CompletionKind::Game, None, 1.0);
                }
            }
            Some(_) | None => {}
        }
    }
}
