//! `win-never-reached`: a case that says who wins or loses, and that no game came to.

use super::clause_never_used::{decides, unused};
use super::{Lint, Needs, Subject};
use crate::diagnostic::{Diagnostic, Severity};

pub(super) const LINT: Lint =
    Lint { name: "win-never-reached", severity: Severity::Warning, needs: Needs::Play, check };

fn check(subject: &Subject<'_>, said: &[Diagnostic]) -> Vec<Diagnostic> {
    let decides = decides(subject);
    let never = unused(subject, said).into_iter().filter(|(c, _)| decides.contains(&c.span));
    never
        .map(|(clause, tried)| {
            let message = format!("no game was decided by `{}`", clause.text);
            Diagnostic::warning("win-never-reached", clause.span, message)
                .found(format!("in none of {tried} games tried at random, and in no test"))
                .help("check its numbers and places; if it is only rare, add a `test` that ends so")
        })
        .collect()
}
