//! `points-alike`: two points with the same text.

use super::alike::repeated;
use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::syntax::ast::{Point, StatementKind};

pub(super) const LINT: Lint =
    Lint { name: "points-alike", severity: Severity::Warning, needs: LintInput::Text, check };

/// Shorter texts may be repeated on purpose.
const MIN_WORDS: usize = 5;

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    // A source may say "the opponent likewise" several times.
    let is_long = |point: &&Point| point.text.text.split_whitespace().count() >= MIN_WORDS;
    let points = subject.statements().filter_map(|statement| {
        let StatementKind::Point(point) = &statement.kind else { return None };
        Some(point)
    });
    let points: Vec<&Point> = points.filter(is_long).collect();
    let texts: Vec<String> = points.iter().map(|point| point.text.text.clone()).collect();
    let all = repeated(&texts).into_iter();
    all.map(|(at, first)| finding(points[at], points[first])).collect()
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
