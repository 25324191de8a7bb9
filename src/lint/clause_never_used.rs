//! `clause-never-used`: a statement that was never used in many games at random, nor in a test.
//!
//! A case for positions that return is left out: it is there for the game that goes wrong. So is
//! what becomes of a player without a move: to say it is better than to leave it to the default,
//! also where it never happens.

use super::{Lint, LintInput, LintSubject, already_reported_within, ast_queries};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::walk::{self, Visit, VisitContext};
use crate::model::{Case, Clause, ClauseId, Cond, Deed, Model, SectionName};
use crate::span::Span;
use std::collections::BTreeSet;

pub(super) const LINT: Lint =
    Lint { name: "clause-never-used", severity: Severity::Warning, needs: LintInput::Play, check };

fn check(subject: &LintSubject<'_>, earlier: &[Diagnostic]) -> Vec<Diagnostic> {
    unused(subject, earlier).into_iter().map(|(clause, tried)| finding(clause, tried)).collect()
}

fn finding(clause: &Clause, tried: u64) -> Diagnostic {
    let message = format!("`{}` was never used", clause.text);
    Diagnostic::warning("clause-never-used", clause.span, message)
        .found(format!("in none of {tried} random games, and in no test"))
        .help("check it; if it is only rare, add a `test` that shows when it is used")
}

/// Fewer games say nothing.
const MIN_GAMES: u64 = 20;

/// The statements that were used in no test and in none of enough games, and in how many not.
pub(super) fn unused<'s>(
    subject: &'s LintSubject<'_>,
    earlier: &[Diagnostic],
) -> Vec<(&'s Clause, u64)> {
    let played = &subject.played;
    let waiting = never_begun(subject);
    let unused = worth_using(subject, earlier)
        .into_iter()
        .filter(|c| !played.used.contains(&c.span) && !waiting.contains(&c.span));
    let tried = |clause: &Clause| played.tried.get(&clause.span).copied().unwrap_or(0);
    unused.map(|c| (c, tried(c))).filter(|(_, tried)| *tried >= MIN_GAMES).collect()
}

/// The statements of stages that never began: enough to say so of the stage.
fn never_begun(subject: &LintSubject<'_>) -> BTreeSet<Span> {
    let Some(file) = subject.file() else { return BTreeSet::new() };
    let stages = ast_queries::stages(file).filter(|s| !subject.played.used.contains(&s.span));
    let statements = stages.flat_map(|stage| &stage.sections).flat_map(ast_queries::statements);
    statements.map(|statement| statement.span).collect()
}

/// The statements that should be used in some game, in the order of the text; not those of which
/// something has been said.
pub(super) fn worth_using<'s>(
    subject: &'s LintSubject<'_>,
    earlier: &[Diagnostic],
) -> Vec<&'s Clause> {
    let mut rare = BTreeSet::new();
    for game in &subject.games {
        let mut found = ReturnCases::default();
        walk::model(&game.model, &mut found);
        rare.extend(found.clauses.into_iter().map(|id| game.model.clause(id).span));
    }
    let mut all = subject.clauses();
    all.retain(|clause| {
        subject.is_here(clause.span)
            && clause.section != SectionName::Turn
            && !rare.contains(&clause.span)
            && !already_reported_within(earlier, clause.span)
    });
    all.sort_by_key(|clause| clause.span);
    all
}

/// Cases for positions that return.
#[derive(Default)]
struct ReturnCases {
    clauses: Vec<ClauseId>,
    returns: bool,
}

impl Visit for ReturnCases {
    fn list(&mut self, here: VisitContext, list: &[Case]) {
        for case in list {
            let mut inner = ReturnCases::default();
            case.when.iter().for_each(|when| walk::cond(here, when, &mut inner));
            if inner.returns {
                self.clauses.push(case.clause);
            }
        }
    }

    fn cond(&mut self, _: VisitContext, cond: &Cond) {
        self.returns |= matches!(cond, Cond::PositionReturns(_));
    }
}

/// Whether something is said of positions that return.
pub(super) fn mentions_repetition(model: &Model) -> bool {
    let mut found = ReturnCases::default();
    walk::model(model, &mut found);
    found.returns
}

/// The clauses that say who wins or loses.
pub(super) fn deciding_clauses(subject: &LintSubject<'_>) -> BTreeSet<Span> {
    struct WinClauses(BTreeSet<ClauseId>);
    impl Visit for WinClauses {
        fn deed(&mut self, here: VisitContext, deed: &Deed) {
            if let Deed::Wins(_) | Deed::Loses(_) = deed {
                self.0.extend(here.clause);
            }
        }
    }
    let mut all = BTreeSet::new();
    for game in &subject.games {
        let mut found = WinClauses(BTreeSet::new());
        walk::model(&game.model, &mut found);
        all.extend(found.0.into_iter().map(|id| game.model.clause(id).span));
    }
    all
}
