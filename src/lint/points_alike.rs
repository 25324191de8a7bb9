//! `points-alike`: two points with the same text.

use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::syntax::ast::{Point, StatementKind};
use std::collections::BTreeMap;

pub(super) const LINT: Lint =
    Lint { name: "points-alike", severity: Severity::Warning, needs: LintInput::Text, check };

/// Shorter texts may be repeated on purpose.
const MIN_WORDS: usize = 5;

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let mut known: BTreeMap<&str, &Point> = BTreeMap::new();
    let mut found = Vec::new();
    for statement in subject.statements() {
        let StatementKind::Point(point) = &statement.kind else { continue };
        // A source may say "the opponent likewise" several times.
        if point.text.text.split_whitespace().count() < MIN_WORDS {
            continue;
        }
        match known.get(point.text.text.as_str()) {
            Some(first) => found.push(finding(point, first)),
            None => drop(known.insert(&point.text.text, point)),
        }
    }
    found
}

fn finding(point: &Point, first: &Point) -> Diagnostic {
    let message = format!("point {} says the same as point {}", point.number, first.number);
    Diagnostic::warning("points-alike", point.text.span, message)
        .found("the same text")
        .label(first.text.span, "also here")
        .help(format!(
            "cite point {} in its place and delete it, or correct its text",
            first.number
        ))
}
