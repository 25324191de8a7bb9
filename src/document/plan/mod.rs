//! What a rules document says, before it is in any language: sections of sentences, each with the statements of the
//! description that it says.

mod facts;
mod outline;
mod phrase;
mod region;
mod statement;
mod voice;

pub(super) use facts::{Facts, RulePart};
pub(super) use outline::RulesOutline;
pub(super) use outline::alternatives_on_lines;
pub(super) use phrase::{
    are_many, bounds_exclude_zero, flipped, hand_amount, holes_with, is_it, is_many, is_origin,
    is_single, later_direction, lists_choices, needs_whom, only_among, owner_of, picks_one,
    picks_several, said_parts, says_or, says_seeds, simplified, simplified_tests, takes_one,
    whole_base,
};
pub(super) use region::{Region, half_row_name, one_hole_each, region, runs};
pub use statement::DocLabels;
pub(super) use statement::{
    Aim, CaseStart, DocStatement, Heading, LanguageWords, Occasion, PositionParts,
};
pub(super) use voice::{OccasionHole, Person, Voice};

use crate::model::ClauseId;

/// A part of a document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DocSection {
    /// Its heading.
    pub heading: String,
    /// What it says, in order.
    pub items: Vec<DocItem>,
}

/// A sentence, with those that belong below it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DocItem {
    /// The sentence.
    pub sentence: DocSentence,
    /// A list of which the order matters: the first one that fits is done.
    pub ordered: bool,
    /// What it introduces.
    pub children: Vec<DocItem>,
}

/// A sentence, and what it is about.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DocSentence {
    /// The text: it ends with a full stop or a colon.
    pub text: String,
    /// The statements that it says.
    pub clauses: Vec<ClauseId>,
}

impl DocItem {
    /// A sentence that says some statements.
    pub fn new(text: impl Into<String>, clauses: impl IntoIterator<Item = ClauseId>) -> DocItem {
        let sentence = DocSentence { text: text.into(), clauses: clauses.into_iter().collect() };
        DocItem { sentence, ordered: false, children: Vec::new() }
    }

    /// A sentence with a list below it.
    #[must_use]
    pub fn with(self, children: Vec<DocItem>, ordered: bool) -> DocItem {
        DocItem { children, ordered, ..self }
    }

    /// The same sentence, which says one more statement.
    #[must_use]
    pub fn also(mut self, clause: ClauseId) -> DocItem {
        if !self.sentence.clauses.contains(&clause) {
            self.sentence.clauses.push(clause);
        }
        self
    }

    /// The same item: a statement is said here unless a sentence below says it.
    #[must_use]
    pub fn deep(mut self, clause: ClauseId) -> DocItem {
        let mut said = false;
        self.for_each(&mut |sentence| said |= sentence.clauses.contains(&clause));
        if !said {
            self.sentence.clauses.push(clause);
        }
        self
    }

    /// Calls `visit` with the sentence and all below it.
    pub fn for_each<'a>(&'a self, visit: &mut dyn FnMut(&'a DocSentence)) {
        visit(&self.sentence);
        self.children.iter().for_each(|child| child.for_each(visit));
    }

    /// Removes statements that were said before: a rule that holds in several stages is said again, but counted once.
    pub fn forget(&mut self, said: &mut std::collections::BTreeSet<ClauseId>) {
        self.sentence.clauses.retain(|clause| said.insert(*clause));
        self.children.iter_mut().for_each(|child| child.forget(said));
    }
}
