//! The input of lints.

use super::effort::Effort;
use super::games::{RefusedSetting, SubjectGame, named_by_events};
use super::play::PlayReport;
use super::ranges::{GameBounds, OptionRanges};
use super::reach::Reachability;
use super::survey::Survey;
use super::{already_reported_within, ast_queries, settings, static_facts};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::walk::{self, Visit, VisitContext};
use crate::model::{Case, Clause, ClauseId, Cond, Model, SectionName, repetition_cases};
use crate::order::SmallSort;
use crate::resolve::{Description, within_limits};
use crate::span::Span;
use crate::stop::StopFlag;
use crate::syntax::ast::{self, AstChange, Section, SectionKind, Statement};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The seeds of a hole in examples, if *start* lays none.
const DEFAULT_NUMBER: u16 = 4;

/// Limit on the clauses of all games together; the last game may exceed it.
const MOST_CLAUSES: usize = 100_000;

/// A description, its ASTs, the games made from it, and what random games used.
pub struct LintSubject<'a> {
    /// The description.
    pub description: &'a Description,
    /// The ASTs: the description, then the games it is like.
    pub files: Vec<ast::File>,
    /// The games it makes, first the one without variations and options.
    pub games: Vec<SubjectGame>,
    /// Settings that do not make a game.
    pub refused: Vec<RefusedSetting>,
    /// There are more settings than were checked.
    pub left_out: bool,
    /// Diagnostics from building that do not keep a game from being made.
    remarks: Vec<Diagnostic>,
    /// Which cases can be reached.
    pub reaches: Reachability,
    /// What the statements of each game do, in the order of the games.
    surveys: Vec<Survey>,
    /// What random games and the description's own tests used.
    pub played: PlayReport,
}

impl<'a> LintSubject<'a> {
    /// Builds all games of a description that are worth checking.
    pub fn new(description: &'a Description) -> LintSubject<'a> {
        let sources = description.sources.iter().enumerate();
        let files: Vec<ast::File> = sources
            .map(|(i, s)| crate::syntax::parse_tree(u16::try_from(i).unwrap_or(u16::MAX), &s.text))
            .map(|mut file| {
                within_limits(&mut file);
                // A variation of a base may have been removed.
                file.variations.retain(|v| description.variations.contains(&v.name.text));
                file
            })
            .collect();
        let (mut games, mut refused, mut remarks) = (Vec::new(), Vec::new(), Vec::new());
        let (settings, mut left_out) = settings::of(description, &files);
        let mut clauses = 0;
        for setting in settings {
            if clauses > MOST_CLAUSES {
                left_out = true;
                break;
            }
            match description.build(&setting) {
                (Some(model), found) => {
                    clauses += model.clauses.len();
                    games.push(SubjectGame { setting, model: Arc::new(model) });
                    remarks.extend(
                        found.into_iter().filter(|d| !remarks.contains(d)).collect::<Vec<_>>(),
                    );
                }
                (None, found) => refused.push(RefusedSetting { setting, diagnostics: found }),
            }
        }
        let reaches = Reachability::default();
        let played = PlayReport::default();
        let surveys = Vec::new();
        LintSubject {
            description,
            files,
            games,
            refused,
            left_out,
            remarks,
            reaches,
            surveys,
            played,
        }
    }

    /// The errors because of which there is no game at all, or none of a variation.
    pub fn errors(&self) -> Vec<Diagnostic> {
        let plain = self.refused.iter().filter(|r| r.setting.options.is_empty());
        let errors = plain.flat_map(|refused| &refused.diagnostics);
        errors.filter(|d| d.severity == Severity::Error).cloned().collect()
    }

    /// Diagnostics from building that do not keep a game from being made.
    pub fn remarks(&self) -> Vec<Diagnostic> {
        self.remarks.clone()
    }

    /// Computes which cases can be reached, and what the statements of each game do.
    #[must_use]
    pub fn reached(mut self) -> LintSubject<'a> {
        self.reaches = Reachability::of(&self.games);
        self.surveys = self.games.iter().map(|game| Survey::of(&game.model)).collect();
        self
    }

    /// The model of each game, and what its statements do.
    pub fn surveyed(&self) -> impl Iterator<Item = (&Model, &Survey)> {
        self.games.iter().map(|game| &*game.model).zip(&self.surveys)
    }

    /// Whether there is a game, and this holds in each one.
    pub fn in_every_game(&self, holds: impl Fn(&Model, &Survey) -> bool) -> bool {
        every(self.surveyed(), holds)
    }

    /// The same for the games that another one follows in a match.
    pub fn in_every_match(&self, holds: impl Fn(&Model, &Survey) -> bool) -> bool {
        every(self.surveyed().filter(|(model, _)| model.next_game.is_some()), holds)
    }

    /// Plays random games, to find uses of the statements not reported yet.
    pub fn play(&mut self, earlier: &[Diagnostic], effort: Effort, stop: &StopFlag) {
        let wanted = self.worth_using(earlier);
        let wanted = crate::order::set(wanted.into_iter().map(|clause| clause.span));
        self.played.play(&self.games, &wanted, effort, stop);
        self.played.play_pairs(self.description, effort, stop);
    }

    /// The statements that some game should use, in text order; without those already reported.
    pub fn worth_using(&self, earlier: &[Diagnostic]) -> Vec<&Clause> {
        let mut rare = BTreeSet::new();
        for game in &self.games {
            let cases = repetition_cases(&game.model).into_iter();
            let offers = offer_cases(&game.model);
            rare.extend(cases.chain(offers).map(|id| game.model.clause(id).span));
        }
        let mut all = self.clauses();
        all.retain(|clause| {
            self.is_here(clause.span)
                && clause.section != SectionName::Turn
                && !rare.contains(&clause.span)
                && !already_reported_within(earlier, clause.span)
        });
        all.small_sort_by_key(|clause| clause.span);
        all
    }

    /// The ranges of the options.
    pub fn ranges(&self) -> OptionRanges<'_> {
        let models = || self.games.iter().map(|game| &game.model);
        let seeds = models().map(|model| static_facts::seeds(model)).max().unwrap_or(i64::MAX);
        let places = models().map(|model| model.board.places.len()).max().unwrap_or(256);
        let most = GameBounds { seeds, places: i64::try_from(places).unwrap_or(i64::MAX) };
        OptionRanges::new(self.description, &self.files, most)
    }

    /// The text of a span, on one line.
    pub fn text(&self, span: Span) -> String {
        let text = self.description.sources.slice(span);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Whether a span is in the description itself, not in a game that it is like.
    pub fn is_here(&self, span: Span) -> bool {
        span.file == 0
    }

    /// The AST of the description itself.
    pub fn file(&self) -> Option<&ast::File> {
        self.files.first()
    }

    /// The number of seeds that *start* lays in the first hole that is not empty, for examples.
    pub fn usual_number(&self) -> u16 {
        let numbers = self.games.iter().flat_map(|game| &game.model.start).map(|(.., n)| *n);
        numbers.into_iter().find(|n| *n > 0).unwrap_or(DEFAULT_NUMBER)
    }

    /// All statements of the description itself, with those nested in others.
    pub fn statements(&self) -> impl Iterator<Item = &Statement> {
        self.file().into_iter().flat_map(ast_queries::all_statements)
    }

    /// The section *match* of the description.
    pub fn match_section(&self) -> Option<&Section> {
        let mut sections = self.file()?.sections();
        sections
            .find(|section| section.kind == SectionKind::Match && section.change != AstChange::No)
    }

    /// The heading of the first of these sections that the description has; else of the game.
    pub fn heading(&self, kinds: &[SectionKind]) -> Span {
        let Some(file) = self.file() else { return Span::default() };
        let section = |kind: &SectionKind| file.sections().find(|s| s.kind == *kind);
        let game = || file.game.as_ref().map(|game| game.span);
        kinds.iter().find_map(section).map(|s| s.span).or_else(game).unwrap_or_default()
    }

    /// Every clause of every game that an event can name, once for each span.
    pub fn clauses(&self) -> Vec<&Clause> {
        let mut seen = BTreeSet::new();
        let mut all = Vec::new();
        for game in &self.games {
            let clauses = named_by_events(&game.model);
            all.extend(clauses.into_iter().filter(|clause| seen.insert(clause.span)));
        }
        all
    }
}

/// Whether there is one, and this holds for each.
fn every<'m>(
    games: impl Iterator<Item = (&'m Model, &'m Survey)>,
    holds: impl Fn(&Model, &Survey) -> bool,
) -> bool {
    let mut games = games.peekable();
    games.peek().is_some() && games.all(|(model, survey)| holds(model, survey))
}

/// The cases for what players offer: random games make no offers.
fn offer_cases(model: &Model) -> Vec<ClauseId> {
    #[derive(Default)]
    struct OfferCases(Vec<ClauseId>);
    impl Visit for OfferCases {
        fn list(&mut self, _: VisitContext, list: &[Case]) {
            let is_offer =
                |cond: &Cond| cond.any_of(&|part| matches!(part, Cond::Concedes(_) | Cond::Agreed));
            let of_offers = list.iter().filter(|case| case.when.as_ref().is_some_and(is_offer));
            self.0.extend(of_offers.map(|case| case.clause));
        }
    }
    let mut found = OfferCases::default();
    walk::model(model, &mut found);
    found.0
}
