//! `clause-never-used`: a statement that was never used in many games at random, nor in a test.
//!
//! A case for positions that return is left out: it is there for the game that goes wrong. So is
//! what becomes of a player without a move: to say it is better than to leave it to the default,
//! also where it never happens.

use super::{Lint, LintInput, LintSubject, ast_queries};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::walk::{self, Visit, VisitContext};
use crate::model::{Clause, ClauseId, Deed};
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
    let unused = subject
        .worth_using(earlier)
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
