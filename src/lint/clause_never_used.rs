//! `clause-never-used`: a statement that no random game and no test used.
//!
//! Two kinds of statements are exempt: cases for positions that occur again, which are there for
//! games that go wrong; and what happens to a player without a move, which is better stated than
//! left to the default even if it never happens.

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
        .found(format!("in none of {tried} games tried at random, and in no test"))
        .help("look at it once more; if it is only rare, add a `test` that shows when it is used")
}

/// Fewer games are not enough to report anything.
const MIN_GAMES: u64 = 20;

/// The statements that no test and no random game used, each with the number of matches in which it
/// could have been used.
pub(super) fn unused<'s>(
    subject: &'s LintSubject<'_>,
    earlier: &[Diagnostic],
) -> Vec<(&'s Clause, u64)> {
    let played = &subject.played;
    let not_begun = never_begun(subject);
    let unused = worth_using(subject, earlier)
        .into_iter()
        .filter(|c| !played.used.contains(&c.span) && !not_begun.contains(&c.span));
    let tried = |clause: &Clause| played.tried.get(&clause.span).copied().unwrap_or(0);
    unused.map(|c| (c, tried(c))).filter(|(_, tried)| *tried >= MIN_GAMES).collect()
}

/// The statements of stages that never began: the stage itself is reported.
fn never_begun(subject: &LintSubject<'_>) -> BTreeSet<Span> {
    let Some(file) = subject.file() else { return BTreeSet::new() };
    let stages = ast_queries::stages(file).filter(|s| !subject.played.used.contains(&s.span));
    let statements = stages.flat_map(|stage| &stage.sections).flat_map(ast_queries::statements);
    statements.map(|statement| statement.span).collect()
}

/// The statements that some game should use, in text order; without those already reported.
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

/// Visitor: finds cases for positions that occur again.
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

/// Whether some condition is about positions that occur again.
pub(super) fn mentions_repetition(model: &Model) -> bool {
    let mut found = ReturnCases::default();
    walk::model(model, &mut found);
    found.returns
}

/// The clauses that decide who wins or loses.
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
