//! Words: read where they are declared, put in where they are used; never for themselves.

use super::builder::{Builder, Here};
use super::limits::MOST_CLAUSES;
use super::names::{Sense, Wanted};
use super::occasion::{Has, Needs, Topic};
use super::walk;
use crate::diagnostic::Diagnostic;
use crate::model::{Base, Case, Cases, Det, Filter, Life, PlacePhrase, Places, Who, Word, WordId};
use crate::span::Span;
use crate::syntax::ast::{self, Act, Does, Meaning, Name, Said, SectionKind, Statement};

/// Words in one another, deeper than this, are taken for endless.
const DEEPEST: usize = 32;

/// A word that stands for actions.
pub(super) struct WordEntry<'a> {
    name: String,
    body: Body<'a>,
    needs: Needs,
    /// `None` until it is read, or if it cannot be.
    cases: Option<Cases>,
}

/// What a word for actions stands for.
#[derive(Clone, Copy)]
pub(super) enum Body<'a> {
    /// Actions behind its name.
    Actions(&'a Statement, &'a [ast::Action]),
    /// Cases on the lines below.
    Cases(&'a [Statement]),
}

/// Whether cases tell a number.
pub(super) fn are_counts(cases: &[Statement]) -> bool {
    cases.iter().any(|statement| {
        matches!(&statement.said, Said::Case(ast::Case { does: Does::Count(_), .. }))
    })
}

impl<'a> Builder<'a> {
    /// Adds a word for actions.
    pub fn add_word(&mut self, name: &str, body: Body<'a>) -> WordId {
        let id = WordId(self.one_more(self.words.len(), MOST_CLAUSES, "words", self.heading));
        let name = name.to_string();
        self.words.push(WordEntry { name, body, needs: Needs::default(), cases: None });
        id
    }

    /// Begins to read what a name stands for; `None` if it stands for itself, or cannot be read.
    pub fn enter(&mut self, name: &Name) -> Option<()> {
        let declared = self.entry(&name.text)?.span;
        if self.reading.contains(&name.text) {
            let inner = self.reading.last().cloned().unwrap_or_default();
            self.report.add(
                Diagnostic::error(
                    "word-of-itself",
                    name.span,
                    format!("`{}` would stand for itself", name.text),
                )
                .label(declared, "declared here")
                .help(format!("say in `{inner}` what is meant without using `{}`", name.text)),
            );
            return None;
        }
        if self.spoilt.contains(&name.text) {
            return None;
        }
        if self.patience == 0 || self.reading.len() >= DEEPEST {
            if std::mem::replace(&mut self.endless, true) {
                return None;
            }
            self.report.add(
                Diagnostic::error(
                    "endless-word",
                    name.span,
                    format!("`{}` stands for more words in words than can be followed", name.text),
                )
                .label(declared, "declared here")
                .help("say it with fewer words that stand for other words"),
            );
            return None;
        }
        self.patience -= 1;
        self.reading.push(name.text.clone());
        Some(())
    }

    /// What a name stands for has been read.
    pub fn leave(&mut self) {
        self.reading.pop();
    }

    /// A kind of hole: its tests, or the whole phrase where it is more than tests.
    pub fn kind(
        &mut self,
        name: &Name,
        place: &'a ast::Place,
        viewer: Option<Who>,
        here: &Here,
    ) -> Option<Vec<Filter>> {
        self.enter(name)?;
        let mut inner = Here { candidate: true, viewer, ..*here };
        let phrase = self.described(place, &mut inner);
        self.leave();
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
        places: &'a ast::Places,
        viewer: Option<Who>,
        here: &Here,
    ) -> Option<Places> {
        self.enter(name)?;
        let places = self.described_places(places, &mut Here { viewer, ..*here });
        self.leave();
        let parts = places?.parts.into_iter();
        Some(Places { parts: parts.map(|part| PlacePhrase { det: Det::Every, ..part }).collect() })
    }

    /// `do NAME`.
    pub fn do_word(&mut self, name: &Name, here: &Here) -> Option<WordId> {
        let id = match self.look_up(name, Wanted::Actions)? {
            Sense::Actions(id) => id,
            _ => {
                self.wrong_kind(name, Wanted::Actions);
                return None;
            }
        };
        self.read_word(name, id)?;
        let needs = self.words.get(id.index())?.needs;
        let none = |what| format!("speaks of {what}, and there is none");
        let missing = [
            (Topic::It, none("`it`"), "use the word where a seed falls"),
            (Topic::Fall, none("a falling seed"), "use the word in *each seed* or *last seed*"),
            (Topic::Origin, none("`the origin`"), "use the word where seeds are sown"),
            (
                Topic::Judges,
                "asks who has a move, which would depend on its own answer".into(),
                "use the word in *after move* or *end*",
            ),
            (
                Topic::Returns,
                "asks whether the position returns, and positions are not compared".into(),
                "use the word in *end*, which is read when a move is over",
            ),
            (Topic::Drawn, none("the result of a game"), "use the word in *match*"),
            (
                Topic::Move,
                "says how a move goes on, and none is being made".into(),
                "use the word in a section that is read during a move or directly after it",
            ),
            (
                Topic::Undecided,
                "decides the game, which is over already".into(),
                "say in *match* who `wins the match`, or leave it out",
            ),
        ];
        for (topic, what, help) in missing {
            if needs.has(topic) && here.topics.get(topic) == Has::No {
                self.not_here(here, name.span, &format!("`{}` {what}", name.text), help);
                return None;
            }
        }
        for topic in Topic::ALL {
            if needs.has(topic) && here.topics.get(topic) == Has::Later {
                self.needs.add(topic);
            }
        }
        Some(id)
    }

    /// Reads the actions of a word, once.
    fn read_word(&mut self, name: &Name, id: WordId) -> Option<()> {
        if self.words.get(id.index())?.cases.is_some() {
            return Some(());
        }
        self.enter(name)?;
        let body = self.words.get(id.index())?.body;
        let outer = std::mem::take(&mut self.needs);
        let cases = match body {
            Body::Actions(statement, actions) => {
                self.word_of_actions(statement, actions, &Here::word())
            }
            Body::Cases(cases) => self.cases(cases.iter(), &Here::word()),
        };
        let needs = std::mem::replace(&mut self.needs, outer);
        self.leave();
        if cases.is_none() {
            self.spoilt.insert(name.text.clone());
        }
        let entry = self.words.get_mut(id.index())?;
        entry.needs = needs;
        entry.cases = Some(cases?);
        Some(())
    }

    fn word_of_actions(
        &mut self,
        statement: &'a Statement,
        actions: &'a [ast::Action],
        here: &Here,
    ) -> Option<Cases> {
        let actions = self.actions(actions, &mut here.clone())?;
        let clause = self.clause(statement, SectionKind::Words);
        Some(Cases { lists: vec![vec![Case { clause, when: None, actions }]] })
    }

    /// Reads every word where it is declared, so that its mistakes are found even if nothing uses
    /// it; what cannot be read causes no further findings.
    pub fn check_words(&mut self, statements: &'a [Statement]) {
        for statement in statements {
            let Said::Word(word) = &statement.said else { continue };
            let declared = self.names.get(&word.name.text).map(|entry| entry.span);
            if declared == Some(word.name.span) && self.check_word(word).is_none() {
                self.spoilt.insert(word.name.text.clone());
            }
        }
        // Names in a circle are all found by now; what is used below is read again.
        self.needs = Needs::default();
    }

    fn check_word(&mut self, word: &'a ast::Word) -> Option<()> {
        let name = &word.name;
        let here = Here::word();
        match &word.means {
            Meaning::Mark { life, .. } | Meaning::Note { life, .. } => {
                if let Some(life) = life {
                    let life = self.life(life)?;
                    self.set_life(name, life);
                }
            }
            Meaning::Seed(worth) => self.worth_of_kind(name, worth)?,
            Meaning::Kind(place) => {
                self.kind(name, place, None, &here)?;
            }
            Meaning::Places(places) => {
                self.named_places(name, places, None, &here)?;
            }
            Meaning::Count(_) => {
                self.named_count(name, &mut here.clone())?;
            }
            Meaning::Cond(cond) => {
                self.enter(name)?;
                let cond = self.cond(cond, &mut here.clone());
                self.leave();
                cond?;
            }
            Meaning::Cases(cases) if are_counts(cases) => {
                self.named_count(name, &mut here.clone())?;
            }
            Meaning::Actions(_) | Meaning::Cases(_) => {
                let Some(Sense::Actions(id)) = self.entry(&name.text).map(|e| e.sense.clone())
                else {
                    return None;
                };
                self.read_word(name, id)?;
            }
        }
        Some(())
    }

    fn life(&mut self, life: &'a ast::Life) -> Option<Life> {
        match life {
            ast::Life::For(unit, _) => Some(Life::Unit(super::state::unit(*unit))),
            ast::Life::Until(cond) => {
                let nothing = [Topic::Fall, Topic::Judges, Topic::Returns, Topic::Drawn];
                let word = Here::word().with(Topic::It, Has::Yes);
                let here = nothing.into_iter().fold(word, |here, topic| here.with(topic, Has::No));
                self.cond(cond, &mut here.clone()).map(Life::Until)
            }
        }
    }

    fn set_life(&mut self, name: &Name, life: Life) {
        match self.entry(&name.text).map(|entry| entry.sense.clone()) {
            Some(Sense::Mark(id, _)) => {
                if let Some(mark) = self.marks.get_mut(id.index()) {
                    mark.life = life;
                }
            }
            Some(Sense::Note(id, ..)) => {
                if let Some(note) = self.notes.get_mut(id.index()) {
                    note.life = life;
                }
            }
            _ => {}
        }
    }

    /// The words of the model, when everything is read.
    pub fn model_words(&mut self) -> Vec<Word> {
        let words = std::mem::take(&mut self.words).into_iter();
        words.map(|word| Word { name: word.name, cases: word.cases.unwrap_or_default() }).collect()
    }

    /// Where an action sows, in words too.
    pub fn sows(&self, action: &ast::Action) -> Option<Span> {
        self.sows_within(action, &mut Vec::new()).then_some(action.span)
    }

    fn sows_within(&self, action: &ast::Action, seen: &mut Vec<WordId>) -> bool {
        let mut all = Vec::new();
        walk::within(action, &mut all);
        all.into_iter().any(|action| match &action.deed {
            Act::Sow { .. } | Act::SowInOrder(_) => true,
            Act::Do(name) => self.word_sows(name, seen),
            _ => false,
        })
    }

    fn word_sows(&self, name: &Name, seen: &mut Vec<WordId>) -> bool {
        let Some(Sense::Actions(id)) = self.entry(&name.text).map(|entry| &entry.sense) else {
            return false;
        };
        if seen.contains(id) {
            return false;
        }
        seen.push(*id);
        match self.words.get(id.index()).map(|word| word.body) {
            Some(Body::Actions(_, actions)) => actions.iter().any(|a| self.sows_within(a, seen)),
            Some(Body::Cases(cases)) => {
                walk::actions(cases).into_iter().any(|action| self.sows_within(action, seen))
            }
            None => false,
        }
    }
}
