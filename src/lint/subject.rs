//! What lints read.

use super::games::{RefusedSetting, SubjectGame, named_by_events, repetition_cases};
use super::play::{Effort, PlayReport};
use super::ranges::{GameBounds, OptionRanges};
use super::reach::Reachability;
use super::{already_reported_within, place_bounds, settings};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::{Clause, SectionName};
use crate::resolve::{Description, within_limits};
use crate::span::Span;
use crate::stop::StopFlag;
use crate::syntax::ast::{self, SectionKind};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The games that are looked at have so many clauses together, and those of the last one.
const MOST_CLAUSES: usize = 100_000;

/// A description, the games made of it, and how they were played.
pub struct LintSubject<'a> {
    /// The description.
    pub description: &'a Description,
    /// What was written: the description, then the games it is like.
    pub files: Vec<ast::File>,
    /// The games that can be made of it, the one without variations and options first.
    pub games: Vec<SubjectGame>,
    /// Settings of which no game can be made.
    pub refused: Vec<RefusedSetting>,
    /// There are more settings than were looked at.
    pub left_out: bool,
    /// What was found on the way, and keeps no game from being made.
    remarks: Vec<Diagnostic>,
    /// Which cases can be reached.
    pub reaches: Reachability,
    /// What happened in games at random and in the description's own tests.
    pub played: PlayReport,
}

impl<'a> LintSubject<'a> {
    /// Makes every game of a description that is worth looking at.
    pub fn new(description: &'a Description) -> LintSubject<'a> {
        let sources = description.sources.iter().enumerate();
        let files: Vec<ast::File> = sources
            .map(|(i, s)| crate::syntax::parse(u16::try_from(i).unwrap_or(u16::MAX), &s.text).0)
            .map(|mut file| {
                within_limits(&mut file);
                // A variation of a base may have been left out.
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
        LintSubject { description, files, games, refused, left_out, remarks, reaches, played }
    }

    /// The errors for which no game can be made at all, or none of a variation.
    pub fn errors(&self) -> Vec<Diagnostic> {
        let plain = self.refused.iter().filter(|r| r.setting.options.is_empty());
        let errors = plain.flat_map(|refused| &refused.diagnostics);
        errors.filter(|d| d.severity == Severity::Error).cloned().collect()
    }

    /// What was found while games were made, and keeps no game from being made.
    pub fn remarks(&self) -> Vec<Diagnostic> {
        self.remarks.clone()
    }

    /// Finds out which cases can be reached.
    #[must_use]
    pub fn reached(mut self) -> LintSubject<'a> {
        self.reaches = Reachability::of(&self.games);
        self
    }

    /// Plays games at random, to find uses of the statements of which nothing has been said.
    pub fn play(&mut self, earlier: &[Diagnostic], effort: Effort, stop: &StopFlag) {
        let wanted = self.worth_using(earlier);
        let wanted = wanted.into_iter().map(|clause| clause.span).collect();
        self.played.play(&self.games, &wanted, effort, stop);
        self.played.play_pairs(self.description, effort, stop);
    }

    /// The statements that should be used in some game, in the order of the text; not those of which
    /// something has been said.
    pub fn worth_using(&self, earlier: &[Diagnostic]) -> Vec<&Clause> {
        let mut rare = BTreeSet::new();
        for game in &self.games {
            let cases = repetition_cases(&game.model).into_iter();
            rare.extend(cases.map(|id| game.model.clause(id).span));
        }
        let mut all = self.clauses();
        all.retain(|clause| {
            self.is_here(clause.span)
                && clause.section != SectionName::Turn
                && !rare.contains(&clause.span)
                && !already_reported_within(earlier, clause.span)
        });
        all.sort_by_key(|clause| clause.span);
        all
    }

    /// What the options decide.
    pub fn ranges(&self) -> OptionRanges<'_> {
        let models = || self.games.iter().map(|game| &game.model);
        let seeds = models().map(|model| place_bounds::seeds(model)).max().unwrap_or(i64::MAX);
        let places = models().map(|model| model.board.places.len()).max().unwrap_or(256);
        let most = GameBounds { seeds, places: i64::try_from(places).unwrap_or(i64::MAX) };
        OptionRanges::new(self.description, &self.files, most)
    }

    /// The text of a place, without line ends.
    pub fn text(&self, span: Span) -> String {
        let text = self.description.sources.slice(span);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Whether a place is in the description itself, not in a game that it is like.
    pub fn is_here(&self, span: Span) -> bool {
        span.file == 0
    }

    /// The description itself, as it was written.
    pub fn file(&self) -> Option<&ast::File> {
        self.files.first()
    }

    /// The heading of the first of these sections that the description has; else of the game.
    pub fn heading(&self, kinds: &[SectionKind]) -> Span {
        let Some(file) = self.file() else { return Span::default() };
        let section = |kind: &SectionKind| file.sections().find(|s| s.kind == *kind);
        let game = || file.game.as_ref().map(|game| game.span);
        kinds.iter().find_map(section).map(|s| s.span).or_else(game).unwrap_or_default()
    }

    /// Every clause of every game that an event can name, each place once.
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
