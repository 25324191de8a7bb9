//! `clause-never-used`: a statement that no random game and no test used.
//!
//! Three kinds of statements are exempt: cases for positions that occur again, which are there for
//! games that go wrong; cases for offers, which random games do not make; and what happens to a
//! player without a move, which is better stated than left to the default even if it never happens.

use super::{ENDS_AT_ONCE, Lint, LintInput, LintSubject, NOBODY_MOVES, ast_queries, is_explained};
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

/// Fewer games are not enough to report anything.
const MIN_GAMES: u64 = 20;

/// The statements that no test and no random game used, each with the number of matches in which it
/// could have been used.
pub(super) fn unused<'s>(
    subject: &'s LintSubject<'_>,
    earlier: &[Diagnostic],
) -> Vec<(&'s Clause, u64)> {
    if is_explained(earlier, &ENDS_AT_ONCE) || is_explained(earlier, &NOBODY_MOVES) {
        return Vec::new();
    }
    let played = &subject.played;
    let not_begun = never_begun(subject);
    let unused = subject
        .worth_using(earlier)
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
    crate::order::set(statements.map(|statement| statement.span))
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
