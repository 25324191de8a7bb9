//! `win-never-reached`: a case that decides who wins or loses, and that no game reached.

use super::clause_never_used::{deciding_clauses, unused};
use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};

pub(super) const LINT: Lint =
    Lint { name: "win-never-reached", severity: Severity::Warning, needs: LintInput::Play, check };

fn check(subject: &LintSubject<'_>, earlier: &[Diagnostic]) -> Vec<Diagnostic> {
    let decides = deciding_clauses(subject);
    let never = unused(subject, earlier).into_iter().filter(|(c, _)| decides.contains(&c.span));
    never
        .map(|(clause, tried)| {
            let message = format!("no game was decided by `{}`", clause.text);
            Diagnostic::warning("win-never-reached", clause.span, message)
                .found(format!("in none of {tried} random games, and in no test"))
                .help("check its numbers and places; if it is only rare, add a `test` that ends so")
        })
        .collect()
}
