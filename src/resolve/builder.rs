//! The state of resolution, and the context of a phrase.

use super::geometry::Geometry;
use super::limits::MOST_CLAUSES;
use super::report::{DiagnosticReport, normalize_text};
use super::symbols::{Symbol, to_index};
use super::topics::{Availability, RequiredTopics, Topic, Topics};
use super::words::WordEntry;
use crate::diagnostic::Diagnostic;
use crate::model::{
    Alternative, AlternativeId, Clause, ClauseId, DefaultClause, KindDecl, MarkDecl, NoteDecl,
    NoteId, PlayerRef, SectionName,
};
use crate::source::Sources;
use crate::span::Span;
use crate::syntax::ast::{AstChange, Name, SectionKind, Statement};
use std::collections::{BTreeMap, BTreeSet};

/// The state of resolution.
pub(super) struct Builder<'a> {
    /// The texts.
    pub sources: &'a Sources,
    /// The findings.
    pub report: DiagnosticReport,
    /// If something could not be parsed: the names in the texts. Any of them may be declared in the
    /// broken part, so none is reported as unknown.
    pub names_in_broken_text: Option<&'a BTreeSet<String>>,
    /// A game that this one is like was not found, so sections may be missing.
    pub base_missing: bool,
    /// The span of findings without a place of their own.
    pub heading: Span,
    /// The symbol table.
    pub symbols: BTreeMap<String, Symbol<'a>>,
    /// The board, empty until it is known.
    pub board: Geometry,
    /// The statement of *board* that gives the number of rows.
    pub size_span: Option<Span>,
    /// The heading of *board*.
    pub board_span: Option<Span>,
    /// The heading of *words*.
    pub words_span: Option<Span>,
    /// The heading of *options*.
    pub options_span: Option<Span>,
    /// Names that the base uses, and the *words* or *options* of the game leaves out.
    pub left_out: BTreeSet<String>,
    /// Some hole has an owner.
    pub has_owned_holes: bool,
    /// It has been reported that the board of a game does not give the owners that its base needs.
    pub owners_reported: bool,
    /// There are stages.
    pub has_stages: bool,
    /// Marks of the model.
    pub marks: Vec<MarkDecl>,
    /// Notes of the model.
    pub notes: Vec<NoteDecl>,
    /// Some action changes the owner of a hole.
    pub owners_change: bool,
    /// Kinds of seeds.
    pub kinds: Vec<KindDecl>,
    /// Clauses of the model.
    pub clauses: Vec<Clause>,
    clause_of: BTreeMap<Span, ClauseId>,
    /// Alternatives of the model.
    pub alternatives: Vec<Alternative>,
    alternatives_of: BTreeMap<Span, AlternativeId>,
    /// Some condition quantifies over laps.
    pub uses_lap_quantifiers: bool,
    /// Some condition tests a fact of a whole turn, or of another move of it.
    pub uses_turn_facts: bool,
    /// Some phrase means the captured seeds.
    pub uses_captured_seeds: bool,
    /// Some phrase means the seeds being sown.
    pub uses_sowing_hand: bool,
    /// Words for actions.
    pub words: Vec<WordEntry<'a>>,
    /// Names being expanded, outermost first.
    pub expansion_stack: Vec<String>,
    /// Names whose definition is invalid; they cause no further findings.
    pub poisoned: BTreeSet<String>,
    /// An endless word has been reported.
    pub endless_reported: bool,
    /// How many more words may be expanded.
    pub expansions_left: usize,
    /// A limit is exceeded; that has been reported.
    pub over_limit: bool,
    /// The topics that the word being resolved needs where it is used.
    pub required_topics: RequiredTopics,
}

/// The greatest number of expansions of words in one model.
const MAX_WORD_EXPANSIONS: usize = 20_000;

/// The antecedent of `that player`: who the condition of a case is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Antecedent {
    /// Nobody.
    Nobody,
    /// `a player ...`.
    Dynamic,
    /// The condition is about this player.
    Known(PlayerRef),
}

/// The context of a phrase: its section, and what is available there.
#[derive(Clone, Copy, Debug)]
pub(super) struct PhraseContext {
    /// The section.
    pub section: SectionKind,
    /// The topics that are available.
    pub topics: Topics,
    /// A hole is being described: the next hole is next to *it*.
    pub in_whose: bool,
    /// The player whose left, right and rows count in a phrase without an owner; `None`: the actor.
    pub viewer: Option<PlayerRef>,
    /// The player that `own` stands for. It is the actor, except in a word for own holes that is used with the
    /// name of another player: in `the opponent's head` it is the opponent.
    pub own: PlayerRef,
    /// The antecedent of `that player`.
    pub antecedent: Antecedent,
    /// `that player` is used, so the condition has to bind it.
    pub needs_binding: bool,
    /// The clause's actor is the player to move.
    pub actor_is_mover: bool,
    /// The place chosen last.
    pub last_chosen: Option<NoteId>,
    /// In a case of *end* that says `at any time`.
    pub at_any_time: bool,
    /// In a case of *last seed* for sowings that never end.
    pub never_ends: bool,
}

impl PhraseContext {
    /// The context of a section.
    pub fn in_section(section: SectionKind) -> PhraseContext {
        PhraseContext {
            section,
            topics: Topics::in_section(section),
            in_whose: false,
            viewer: None,
            own: PlayerRef::Actor,
            antecedent: Antecedent::Nobody,
            needs_binding: false,
            actor_is_mover: true,
            last_chosen: None,
            at_any_time: false,
            never_ends: false,
        }
    }

    /// The context of a case of *end* with `at any time`. The move is not over: `has no move` would depend
    /// on its own answer, positions are not compared, and no offers are made.
    pub fn in_end_at_any_time() -> PhraseContext {
        let end =
            PhraseContext { at_any_time: true, ..PhraseContext::in_section(SectionKind::End) };
        end.with(Topic::MoveAvailability, Availability::No)
            .with(Topic::PositionComparison, Availability::No)
            .with(Topic::Offers, Availability::No)
    }

    /// The context of a case of *last seed* for sowings that never end. It takes the place of a lap:
    /// a sowing after it could be endless again.
    pub fn in_never_ends() -> PhraseContext {
        let last_seed =
            PhraseContext { never_ends: true, ..PhraseContext::in_section(SectionKind::LastSeed) };
        last_seed.with(Topic::Sows, Availability::No)
    }

    /// The same context with another availability of one topic.
    #[must_use]
    pub fn with(self, topic: Topic, has: Availability) -> PhraseContext {
        PhraseContext { topics: self.topics.with(topic, has), ..self }
    }

    /// The context of a word, which may be used anywhere.
    pub fn in_word() -> PhraseContext {
        PhraseContext {
            topics: Topics::in_word(),
            antecedent: Antecedent::Dynamic,
            ..PhraseContext::in_section(SectionKind::Words)
        }
    }
}

impl<'a> Builder<'a> {
    /// A builder without symbols, with an empty board.
    pub fn new(
        sources: &'a Sources,
        heading: Span,
        unread: Option<&'a BTreeSet<String>>,
        report: DiagnosticReport,
    ) -> Builder<'a> {
        Builder {
            sources,
            report,
            names_in_broken_text: unread,
            base_missing: false,
            heading,
            symbols: BTreeMap::new(),
            board: Geometry::empty(),
            size_span: None,
            board_span: None,
            words_span: None,
            options_span: None,
            left_out: BTreeSet::new(),
            has_owned_holes: false,
            owners_reported: false,
            has_stages: false,
            marks: Vec::new(),
            notes: Vec::new(),
            owners_change: false,
            kinds: Vec::new(),
            clauses: DefaultClause::clauses(),
            clause_of: BTreeMap::new(),
            alternatives: Vec::new(),
            alternatives_of: BTreeMap::new(),
            uses_lap_quantifiers: false,
            uses_turn_facts: false,
            uses_captured_seeds: false,
            uses_sowing_hand: false,
            words: Vec::new(),
            expansion_stack: Vec::new(),
            poisoned: BTreeSet::new(),
            endless_reported: false,
            expansions_left: MAX_WORD_EXPANSIONS,
            over_limit: false,
            required_topics: RequiredTopics::default(),
        }
    }

    /// Reports an error.
    pub fn error(&mut self, code: &'static str, span: Span, message: String, help: &str) {
        self.report.add(Diagnostic::error(code, span, message).help(help));
    }

    /// Reports a statement of a section that repeats another one.
    pub fn report_stated_twice(&mut self, span: Span, first: Span, section: SectionKind) {
        let (message, help) = if span.file == first.file {
            ("this is a repetition", "leave one of them out".to_owned())
        } else {
            let change = AstChange::ChangeIn.heading(section);
            let (old, new) = (self.text(first), self.text(span));
            let help = format!(
                "to change it, write `{change}`, below it `{old}`, and below that `becomes {new}`"
            );
            ("the base gives this already", help)
        };
        self.report.add(
            Diagnostic::error("said-twice", span, message)
                .label(first, "first given here")
                .help(help),
        );
    }

    /// The text at a span, with blanks normalised.
    pub fn text(&self, span: Span) -> String {
        normalize_text(self.sources.slice(span))
    }

    /// The clause of a statement: the same, however often the statement is resolved.
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

    /// The clause of a span that is not a statement: a heading, a line of a preference order.
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
        let id = ClauseId(self.next_index(known, MOST_CLAUSES, "statements", clause.span));
        if self.over_limit {
            // No model is built: any clause will do.
            return crate::model::DefaultClause::Work.clause();
        }
        self.clause_of.insert(clause.span, id);
        self.clauses.push(clause);
        id
    }

    /// The alternatives of an `either`, by their text: the same, however often it is resolved.
    pub fn alternatives(&mut self, whole: Span, each: &[(Option<&Name>, Span)]) -> AlternativeId {
        if let Some(first) = self.alternatives_of.get(&whole) {
            return *first;
        }
        let texts: Vec<(String, Option<String>)> = each
            .iter()
            .map(|(label, span)| (self.text(*span), label.map(|name| name.text.clone())))
            .collect();
        let known = self.alternatives.len();
        self.next_index(known + texts.len(), MOST_CLAUSES, "alternatives", whole);
        let first = AlternativeId(to_index(known));
        self.alternatives.extend(alternatives_with_ids(texts));
        self.alternatives_of.insert(whole, first);
        first
    }

    /// Whether a topic is available here; in a word, adds it to the required topics.
    pub fn is_available(&mut self, here: &PhraseContext, topic: Topic) -> bool {
        let has = here.topics.get(topic);
        if has == Availability::Deferred {
            self.required_topics.add(topic);
        }
        has != Availability::No
    }

    /// Reports a phrase that is not available in a section.
    pub fn report_not_here(&mut self, here: &PhraseContext, span: Span, what: &str, help: &str) {
        let section = here.section.words();
        let when = match (here.at_any_time, here.never_ends) {
            (true, _) => " at any time",
            (_, true) => ", where the sowing never ends",
            (false, false) => "",
        };
        self.error("not-here", span, format!("{what} in *{section}*{when}"), help);
    }

    /// Reports a feature of the language that the model does not support.
    pub fn report_not_yet(&mut self, span: Span, what: &str) {
        self.error(
            "not-yet",
            span,
            format!("{what} cannot be played yet"),
            "leave it out, and describe what is left out with `assumed \"...\"`",
        );
    }
}

/// The number of words of an alternative's id, if that makes it unique.
const SHORT_ID_WORDS: usize = 5;

/// Each alternative with its id, which a player types: its name if it has one, else the fewest words that make it
/// unique.
fn alternatives_with_ids(texts: Vec<(String, Option<String>)>) -> Vec<Alternative> {
    let slug = |text: &str, most: usize| {
        let text = text.to_lowercase().replace('\'', "");
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.take(most).collect::<Vec<_>>().join("-")
    };
    let mut done: Vec<Alternative> = Vec::new();
    for (text, label) in &texts {
        let short = slug(text, SHORT_ID_WORDS);
        let same = texts.iter().filter(|(other, _)| slug(other, SHORT_ID_WORDS) == short).count();
        let whole = || label.clone().unwrap_or_else(|| slug(text, usize::MAX));
        let first_words = label.is_none() && same == 1;
        let cut = first_words && short != whole();
        let mut id = if first_words { short } else { whole() };
        let mut nth = 1;
        while done.iter().any(|other| other.id == id) {
            nth += 1;
            id = format!("{}-{nth}", whole());
        }
        done.push(Alternative { id, cut, text: text.clone() });
    }
    done
}

/// The section of a clause.
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
