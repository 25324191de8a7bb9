//! What is known while a model is being built, and where a phrase stands.

use super::geometry::Geometry;
use super::limits::MOST_CLAUSES;
use super::names::{Entry, number};
use super::occasion::{Has, Needs, Topic, Topics};
use super::report::{Report, fold};
use super::words::WordEntry;
use crate::diagnostic::Diagnostic;
use crate::model::{
    Alternative, AlternativeId, Clause, ClauseId, Default, KindDecl, MarkDecl, NoteDecl, NoteId,
    SectionName, Who,
};
use crate::source::Sources;
use crate::span::Span;
use crate::syntax::ast::{SectionKind, Statement};
use std::collections::{BTreeMap, BTreeSet};

/// What is known while a model is being built.
pub(super) struct Builder<'a> {
    /// The texts.
    pub sources: &'a Sources,
    /// What has been found.
    pub report: Report,
    /// Something could not be read: the names that the texts make up, which may be declared there though
    /// they stand for nothing.
    pub unread: Option<&'a BTreeSet<String>>,
    /// Where to point when something is nowhere.
    pub heading: Span,
    /// Every name.
    pub names: BTreeMap<String, Entry<'a>>,
    /// The board, empty until it is known.
    pub board: Geometry,
    /// Somebody owns a hole.
    pub owned: bool,
    /// There are stages.
    pub staged: bool,
    /// Marks of the model.
    pub marks: Vec<MarkDecl>,
    /// Notes of the model.
    pub notes: Vec<NoteDecl>,
    /// Some action changes who owns a hole.
    pub owners_change: bool,
    /// Kinds of seeds.
    pub kinds: Vec<KindDecl>,
    /// Clauses of the model.
    pub clauses: Vec<Clause>,
    clause_of: BTreeMap<Span, ClauseId>,
    /// Alternatives of the model.
    pub alternatives: Vec<Alternative>,
    alternatives_of: BTreeMap<Span, AlternativeId>,
    /// Some condition asks for every lap, some lap, or none.
    pub asks_of_laps: bool,
    /// Something asks of a whole turn, or of another move of it.
    pub asks_of_turns: bool,
    /// Some phrase means the captured seeds.
    pub names_captured: bool,
    /// Some phrase means the seeds being sown.
    pub names_sowing_hand: bool,
    /// Words that stand for actions.
    pub words: Vec<WordEntry<'a>>,
    /// Names whose meaning is being read, outermost first.
    pub reading: Vec<String>,
    /// Names whose meaning could not be read; they cause no further findings.
    pub spoilt: std::collections::BTreeSet<String>,
    /// Words have been found to be endless, and that has been said.
    pub endless: bool,
    /// How many more words may be put in for one another.
    pub patience: usize,
    /// There is too much of something; that has been reported.
    pub full: bool,
    /// What the word that is being read needs of the place where it is used.
    pub needs: Needs,
}

/// More words in one another than any description has.
const PATIENCE: usize = 20_000;

/// Who was found by the condition of a case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// Nobody.
    Nobody,
    /// `a player ...`.
    Some,
    /// The condition speaks of this player.
    Told(Who),
}

/// Where a phrase stands, and what has a meaning there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Here {
    /// The section.
    pub section: SectionKind,
    /// What can be spoken of.
    pub topics: Topics,
    /// A hole is being described: the next hole is next to *it*.
    pub candidate: bool,
    /// Who sees the left, the right and the rows of a phrase that names nobody's holes; else the
    /// actor does.
    pub viewer: Option<Who>,
    /// Whom `that player` means.
    pub found: Found,
    /// `that player` was needed where only `a player` can set it.
    pub bind: bool,
    /// The clause's actor is the player whose move it is.
    pub mover: bool,
    /// The place chosen last.
    pub chosen: Option<NoteId>,
    /// In a case of *end* that says `at any time`.
    pub at_any_time: bool,
}

impl Here {
    /// What has a meaning in a section.
    pub fn at(section: SectionKind) -> Here {
        Here {
            section,
            topics: Topics::in_section(section),
            candidate: false,
            viewer: None,
            found: Found::Nobody,
            bind: false,
            mover: true,
            chosen: None,
            at_any_time: false,
        }
    }

    /// In a case of *end* that says `at any time`: the move is not over, so that who has a move would depend
    /// on the answer, no position can have returned, and nobody is asked for an offer.
    pub fn at_any_time() -> Here {
        let end = Here { at_any_time: true, ..Here::at(SectionKind::End) };
        end.with(Topic::Judges, Has::No).with(Topic::Returns, Has::No).with(Topic::Offers, Has::No)
    }

    /// The same, but for whether a topic has a meaning.
    #[must_use]
    pub fn with(self, topic: Topic, has: Has) -> Here {
        Here { topics: self.topics.with(topic, has), ..self }
    }

    /// In a word, which may be used anywhere.
    pub fn word() -> Here {
        Here { topics: Topics::in_a_word(), found: Found::Some, ..Here::at(SectionKind::Words) }
    }
}

impl<'a> Builder<'a> {
    /// Nothing is known yet.
    pub fn new(
        sources: &'a Sources,
        heading: Span,
        unread: Option<&'a BTreeSet<String>>,
        report: Report,
    ) -> Builder<'a> {
        Builder {
            sources,
            report,
            unread,
            heading,
            names: BTreeMap::new(),
            board: Geometry::empty(),
            owned: false,
            staged: false,
            marks: Vec::new(),
            notes: Vec::new(),
            owners_change: false,
            kinds: Vec::new(),
            clauses: Default::clauses(),
            clause_of: BTreeMap::new(),
            alternatives: Vec::new(),
            alternatives_of: BTreeMap::new(),
            asks_of_laps: false,
            asks_of_turns: false,
            names_captured: false,
            names_sowing_hand: false,
            words: Vec::new(),
            reading: Vec::new(),
            spoilt: std::collections::BTreeSet::new(),
            endless: false,
            patience: PATIENCE,
            full: false,
            needs: Needs::default(),
        }
    }

    /// Reports an error.
    pub fn error(&mut self, code: &'static str, span: Span, message: String, help: &str) {
        self.report.add(Diagnostic::error(code, span, message).help(help));
    }

    /// The text at a span, blanks folded.
    pub fn text(&self, span: Span) -> String {
        fold(self.sources.slice(span))
    }

    /// The clause of a statement; one, however often the statement is read.
    pub fn clause(&mut self, statement: &Statement, section: SectionKind) -> ClauseId {
        if let Some(id) = self.clause_of.get(&statement.span) {
            return *id;
        }
        let clause = Clause {
            section: section_name(section),
            span: statement.span,
            text: self.text(statement.span),
            cites: statement.cites.iter().map(|(number, _)| *number).collect(),
            assumed: statement.assumed.as_ref().map(|why| why.text.clone()),
            default: false,
        };
        self.add_clause(clause)
    }

    /// The clause of something that is no statement: a heading, a line of a preference order.
    pub fn clause_at(&mut self, span: Span, section: SectionName) -> ClauseId {
        if let Some(id) = self.clause_of.get(&span) {
            return *id;
        }
        let clause = Clause {
            section,
            span,
            text: self.text(span),
            cites: Vec::new(),
            assumed: None,
            default: false,
        };
        self.add_clause(clause)
    }

    fn add_clause(&mut self, clause: Clause) -> ClauseId {
        let known = self.clauses.len();
        let id = ClauseId(self.one_more(known, MOST_CLAUSES, "statements", clause.span));
        if self.full {
            // No game is made: it does not matter which.
            return crate::model::Default::Work.clause();
        }
        self.clause_of.insert(clause.span, id);
        self.clauses.push(clause);
        id
    }

    /// The alternatives of an `either`, by what is written; once, however often it is read.
    pub fn alternatives(&mut self, whole: Span, each: impl Iterator<Item = Span>) -> AlternativeId {
        if let Some(first) = self.alternatives_of.get(&whole) {
            return *first;
        }
        let texts: Vec<String> = each.map(|span| self.text(span)).collect();
        let known = self.alternatives.len();
        self.one_more(known + texts.len(), MOST_CLAUSES, "alternatives", whole);
        let first = AlternativeId(number(known));
        self.alternatives.extend(alternatives(texts));
        self.alternatives_of.insert(whole, first);
        first
    }

    /// Whether a topic has a meaning here; in a word, notes that it is needed.
    pub fn has(&mut self, here: &Here, topic: Topic) -> bool {
        let has = here.topics.get(topic);
        if has == Has::Later {
            self.needs.add(topic);
        }
        has != Has::No
    }

    /// Reports something that has no meaning in a section.
    pub fn not_here(&mut self, here: &Here, span: Span, what: &str, help: &str) {
        let section = here.section.words();
        let when = if here.at_any_time { " at any time" } else { "" };
        self.error("not-here", span, format!("{what} in *{section}*{when}"), help);
    }

    /// Reports something that the language has and the model has not.
    pub fn not_yet(&mut self, span: Span, what: &str) {
        self.error(
            "not-yet",
            span,
            format!("{what} cannot be played yet"),
            "leave it out, and say what is left out with `assumed \"...\"`",
        );
    }
}

/// So many words of an alternative are enough, where they tell it from the others.
const WORDS: usize = 5;

/// Each alternative with what a player answers: its words, as few as tell it from the others.
fn alternatives(texts: Vec<String>) -> Vec<Alternative> {
    let slug = |text: &str, most: usize| {
        let text = text.to_lowercase().replace('\'', "");
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.take(most).collect::<Vec<_>>().join("-")
    };
    let mut done: Vec<Alternative> = Vec::new();
    for text in &texts {
        let short = slug(text, WORDS);
        let same = texts.iter().filter(|other| slug(other, WORDS) == short).count();
        let mut id = if same > 1 { slug(text, usize::MAX) } else { short };
        let mut nth = 1;
        while done.iter().any(|other| other.id == id) {
            nth += 1;
            id = format!("{}-{nth}", slug(text, usize::MAX));
        }
        done.push(Alternative { id, text: text.clone() });
    }
    done
}

/// A section as clauses name it.
pub(super) fn section_name(kind: SectionKind) -> SectionName {
    match kind {
        SectionKind::About
        | SectionKind::Points
        | SectionKind::Options
        | SectionKind::Board
        | SectionKind::Words => SectionName::Words,
        SectionKind::Start => SectionName::Start,
        SectionKind::Opening => SectionName::Opening,
        SectionKind::Way => SectionName::Way,
        SectionKind::Turn => SectionName::Turn,
        SectionKind::Move => SectionName::Move,
        SectionKind::Allowed => SectionName::Allowed,
        SectionKind::BeforeEachLap => SectionName::BeforeEachLap,
        SectionKind::EachSeed => SectionName::EachSeed,
        SectionKind::LastSeed => SectionName::LastSeed,
        SectionKind::AfterCapture => SectionName::AfterCapture,
        SectionKind::AfterMove => SectionName::AfterMove,
        SectionKind::End => SectionName::End,
        SectionKind::Winner => SectionName::Winner,
        SectionKind::Match => SectionName::Match,
    }
}
