//! Words: resolved where they are declared, expanded where they are used; never recursive.

use super::builder::{Builder, PhraseContext};
use super::limits::MOST_CLAUSES;
use super::symbols::{ExpectedKind, SymbolKind};
use super::topics::{Availability, RequiredTopics, Topic};
use super::walk;
use crate::diagnostic::Diagnostic;
use crate::model::{Base, Case, Cases, Det, Filter, Life, PlacePhrase, Places, Word, WordId};
use crate::span::Span;
use crate::syntax::ast::{
    self, AstCaseBody, AstDeed, AstMeaning, Name, SectionKind, Statement, StatementKind,
};

/// Words nested deeper than this count as endless.
const MAX_WORD_NESTING: usize = 32;

/// A word for actions.
pub(super) struct WordEntry<'a> {
    name: String,
    body: WordBody<'a>,
    required_topics: RequiredTopics,
    /// `None` until it is resolved, or if it is invalid.
    cases: Option<Cases>,
}

/// The definition of a word for actions.
#[derive(Clone, Copy)]
pub(super) enum WordBody<'a> {
    /// Actions after its name.
    Actions(&'a Statement, &'a [ast::AstAction]),
    /// Cases on the lines below.
    Cases(&'a [Statement]),
}

/// Whether cases define a number.
pub(super) fn are_counts(cases: &[Statement]) -> bool {
    cases.iter().any(|statement| {
        matches!(
            &statement.kind,
            StatementKind::Case(ast::AstCase { does: AstCaseBody::Count(_), .. })
        )
    })
}

impl<'a> Builder<'a> {
    /// Adds a word for actions.
    pub fn add_word(&mut self, name: &str, body: WordBody<'a>) -> WordId {
        let id = WordId(self.next_index(self.words.len(), MOST_CLAUSES, "words", self.heading));
        let name = name.to_string();
        self.words.push(WordEntry {
            name,
            body,
            required_topics: RequiredTopics::default(),
            cases: None,
        });
        id
    }

    /// Begins to expand a name; `None` if it is recursive or poisoned.
    pub fn begin_word(&mut self, name: &Name) -> Option<()> {
        let declared = self.symbol(&name.text)?.span;
        if self.expansion_stack.contains(&name.text) {
            let inner = self.expansion_stack.last().cloned().unwrap_or_default();
            self.report.add(
                Diagnostic::error(
                    "word-of-itself",
                    name.span,
                    format!("`{}` would be defined by itself", name.text),
                )
                .label(declared, "declared here")
                .help(format!("define `{inner}` without using `{}`", name.text)),
            );
            return None;
        }
        if self.poisoned.contains(&name.text) {
            return None;
        }
        if self.expansions_left == 0 || self.expansion_stack.len() >= MAX_WORD_NESTING {
            if std::mem::replace(&mut self.endless_reported, true) {
                return None;
            }
            self.report.add(
                Diagnostic::error(
                    "endless-word",
                    name.span,
                    format!("`{}` nests more words than can be followed", name.text),
                )
                .label(declared, "declared here")
                .help("use fewer words inside words"),
            );
            return None;
        }
        self.expansions_left -= 1;
        self.expansion_stack.push(name.text.clone());
        Some(())
    }

    /// Ends the expansion of a name.
    pub fn end_word(&mut self) {
        self.expansion_stack.pop();
    }

    /// A kind of hole: its filters, or the whole phrase if it is more than filters.
    pub fn kind(
        &mut self,
        name: &Name,
        place: &'a ast::AstPlace,
        here: &PhraseContext,
    ) -> Option<Vec<Filter>> {
        self.begin_word(name)?;
        let mut inner = PhraseContext { in_whose: true, ..*here };
        let phrase = self.descriptor(place, &mut inner);
        self.end_word();
        let phrase = phrase?;
        Some(match (&phrase.base, &phrase.pick) {
            (Base::Holes, None) => phrase.filters,
            _ => {
                let phrase = PlacePhrase { det: Det::Every, ..phrase };
                vec![Filter::Among(Box::new(Places { parts: vec![phrase] }))]
            }
        })
    }

    /// A named set of places.
    pub fn named_places(
        &mut self,
        name: &Name,
        places: &'a ast::AstPlaces,
        here: &PhraseContext,
    ) -> Option<Places> {
        self.begin_word(name)?;
        let places = self.descriptors(places, &mut here.clone());
        self.end_word();
        let parts = places?.parts.into_iter();
        Some(Places { parts: parts.map(|part| PlacePhrase { det: Det::Every, ..part }).collect() })
    }

    /// `do NAME`.
    pub fn do_word(&mut self, name: &Name, here: &PhraseContext) -> Option<WordId> {
        let id = match self.look_up(name, ExpectedKind::Actions)? {
            SymbolKind::Actions(id) => id,
            _ => {
                self.report_wrong_kind(name, ExpectedKind::Actions);
                return None;
            }
        };
        self.read_word(name, id)?;
        let needs = self.words.get(id.index())?.required_topics;
        let none = |what| format!("needs {what}, and there is none");
        let missing = [
            (Topic::It, none("`it`"), "use the word where a seed falls"),
            (Topic::Fall, none("a falling seed"), "use the word in *each seed* or *last seed*"),
            (Topic::Origin, none("`the origin`"), "use the word where seeds are sown"),
            (
                Topic::MoveAvailability,
                "tests who has a move, which would depend on its own answer".into(),
                "use the word in *after move* or *end*",
            ),
            (
                Topic::PositionComparison,
                "tests whether the position returns, and positions are not compared".into(),
                "use the word in *end*, which is read when a move is over",
            ),
            (Topic::GameResult, none("the result of a game"), "use the word in *match*"),
            (
                Topic::Move,
                "continues or ends a move, and no move is being made".into(),
                "use the word in a section that is read during a move or directly after it",
            ),
            (
                Topic::Undecided,
                "decides the game, which is over already".into(),
                "state in *match* who `wins the match`, or leave it out",
            ),
            (
                Topic::NextGame,
                "states who moves first, and no next game is being made".into(),
                "use the word in *match*",
            ),
        ];
        for (topic, what, help) in missing {
            if needs.has(topic) && here.topics.get(topic) == Availability::No {
                self.report_not_here(here, name.span, &format!("`{}` {what}", name.text), help);
                return None;
            }
        }
        for topic in Topic::ALL {
            if needs.has(topic) && here.topics.get(topic) == Availability::Deferred {
                self.required_topics.add(topic);
            }
        }
        Some(id)
    }

    /// Resolves the actions of a word, once.
    fn read_word(&mut self, name: &Name, id: WordId) -> Option<()> {
        if self.words.get(id.index())?.cases.is_some() {
            return Some(());
        }
        self.begin_word(name)?;
        let body = self.words.get(id.index())?.body;
        let outer = std::mem::take(&mut self.required_topics);
        let cases = match body {
            WordBody::Actions(statement, actions) => {
                self.word_of_actions(statement, actions, &PhraseContext::in_word())
            }
            WordBody::Cases(cases) => self.cases(cases.iter(), &PhraseContext::in_word()),
        };
        let needs = std::mem::replace(&mut self.required_topics, outer);
        self.end_word();
        if cases.is_none() {
            self.poisoned.insert(name.text.clone());
        }
        let entry = self.words.get_mut(id.index())?;
        entry.required_topics = needs;
        entry.cases = Some(cases?);
        Some(())
    }

    fn word_of_actions(
        &mut self,
        statement: &'a Statement,
        actions: &'a [ast::AstAction],
        here: &PhraseContext,
    ) -> Option<Cases> {
        let actions = self.actions(actions, &mut here.clone())?;
        let clause = self.clause(statement, SectionKind::Words);
        Some(Cases { lists: vec![vec![Case { clause, when: None, actions }]] })
    }

    /// Resolves every word where it is declared, so that its mistakes are found even if it is not used;
    /// an invalid word is poisoned.
    pub fn check_words(&mut self, statements: &'a [Statement]) {
        for statement in statements {
            let StatementKind::Word(word) = &statement.kind else { continue };
            let declared = self.symbols.get(&word.name.text).map(|entry| entry.span);
            if declared == Some(word.name.span) && self.check_word(word).is_none() {
                self.poisoned.insert(word.name.text.clone());
            }
        }
        // Recursive words are all reported by now. Topics are collected again where a word is used.
        self.required_topics = RequiredTopics::default();
    }

    fn check_word(&mut self, word: &'a ast::AstWord) -> Option<()> {
        let name = &word.name;
        let here = PhraseContext::in_word();
        match &word.meaning {
            AstMeaning::Mark { life, .. } | AstMeaning::Note { life, .. } => {
                if let Some(life) = life {
                    let life = self.life(life)?;
                    self.set_life(name, life);
                }
            }
            AstMeaning::Seed(worth) => self.worth_of_kind(name, worth)?,
            AstMeaning::Kind(place) => {
                self.kind(name, place, &here)?;
            }
            AstMeaning::Places(places) => {
                self.named_places(name, places, &here)?;
            }
            AstMeaning::Count(_) => {
                self.named_count(name, &mut here.clone())?;
            }
            AstMeaning::Cond(cond) => {
                self.begin_word(name)?;
                let cond = self.cond(cond, &mut here.clone());
                self.end_word();
                cond?;
            }
            AstMeaning::Cases(cases) if are_counts(cases) => {
                self.named_count(name, &mut here.clone())?;
            }
            AstMeaning::Actions(_) | AstMeaning::Cases(_) => {
                let Some(SymbolKind::Actions(id)) = self.symbol(&name.text).map(|e| e.kind.clone())
                else {
                    return None;
                };
                self.read_word(name, id)?;
            }
        }
        Some(())
    }

    fn life(&mut self, life: &'a ast::AstLife) -> Option<Life> {
        match life {
            ast::AstLife::For(unit, _) => Some(Life::Unit(super::state::unit(*unit))),
            ast::AstLife::Until(cond) => {
                let nothing = [
                    Topic::Fall,
                    Topic::MoveAvailability,
                    Topic::PositionComparison,
                    Topic::GameResult,
                ];
                let word = PhraseContext::in_word().with(Topic::It, Availability::Yes);
                let here = nothing
                    .into_iter()
                    .fold(word, |here, topic| here.with(topic, Availability::No));
                self.cond(cond, &mut here.clone()).map(Life::Until)
            }
        }
    }

    fn set_life(&mut self, name: &Name, life: Life) {
        match self.symbol(&name.text).map(|entry| entry.kind.clone()) {
            Some(SymbolKind::Mark(id, _)) => {
                if let Some(mark) = self.marks.get_mut(id.index()) {
                    mark.life = life;
                }
            }
            Some(SymbolKind::Note(id, ..)) => {
                if let Some(note) = self.notes.get_mut(id.index()) {
                    note.life = life;
                }
            }
            _ => {}
        }
    }

    /// The words of the model, after everything is resolved.
    pub fn model_words(&mut self) -> Vec<Word> {
        let words = std::mem::take(&mut self.words).into_iter();
        words.map(|word| Word { name: word.name, cases: word.cases.unwrap_or_default() }).collect()
    }

    /// The span of a sowing in an action, or in a word that it does.
    pub fn sowing_span(&self, action: &ast::AstAction) -> Option<Span> {
        self.sows_within(action, &mut Vec::new()).then_some(action.span)
    }

    fn sows_within(&self, action: &ast::AstAction, seen: &mut Vec<WordId>) -> bool {
        let mut all = Vec::new();
        walk::within(action, &mut all);
        all.into_iter().any(|action| match &action.deed {
            AstDeed::Sow { .. } | AstDeed::SowInOrder(_) => true,
            AstDeed::Do(name) => self.word_sows(name, seen),
            _ => false,
        })
    }

    fn word_sows(&self, name: &Name, seen: &mut Vec<WordId>) -> bool {
        let Some(SymbolKind::Actions(id)) = self.symbol(&name.text).map(|entry| &entry.kind) else {
            return false;
        };
        if seen.contains(id) {
            return false;
        }
        seen.push(*id);
        match self.words.get(id.index()).map(|word| word.body) {
            Some(WordBody::Actions(_, actions)) => {
                actions.iter().any(|a| self.sows_within(a, seen))
            }
            Some(WordBody::Cases(cases)) => {
                walk::actions(cases).into_iter().any(|action| self.sows_within(action, seen))
            }
            None => false,
        }
    }
}
