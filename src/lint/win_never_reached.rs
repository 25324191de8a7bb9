//! `win-never-reached`: a case that says who wins or loses, and that no game came to.

use super::clause_never_used::{decides, worth_using};
use super::{Lint, Needs, Subject};
use crate::diagnostic::{Diagnostic, Severity};

pub(super) const LINT: Lint =
    Lint { name: "win-never-reached", severity: Severity::Warning, needs: Needs::Play, check };

fn check(subject: &Subject<'_>, said: &[Diagnostic]) -> Vec<Diagnostic> {
    let decides = decides(subject);
    let clauses = worth_using(subject, said).into_iter();
    let never = clauses.filter(|c| {
        decides.contains(&c.span) && !subject.played.used.contains(&c.span)
    });
    never
        .map(|clause| {
            let message = format!("no game was decided by `{}`", clause.text);
            Diagnostic::warning("win-never-reached", clause.span, message)
                .found("in none of many games tried at random, and in no test")
                .help("check its numbers and places; if it is only rare, add a `test` that ends so")
        })
        .collect()
}
