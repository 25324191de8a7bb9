//! `cites-no-rule`: a statement cites a point that is marked `no rule`.

use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Fix, Severity};
use crate::order;
use crate::span::Span;
use crate::syntax::ast::{Point, StatementKind};

pub(super) const LINT: Lint =
    Lint { name: "cites-no-rule", severity: Severity::Warning, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let statements: Vec<_> = subject.statements().collect();
    let without_rule = order::map(statements.iter().filter_map(|statement| {
        let StatementKind::Point(point) = &statement.kind else { return None };
        point.no_rule.then_some((point.number, point))
    }));
    let cites = statements.iter().flat_map(|statement| &statement.cites);
    cites
        .filter_map(|(number, at)| Some(finding(subject, *at, without_rule.get(number)?)))
        .collect()
}

fn finding(subject: &LintSubject<'_>, at: Span, point: &Point) -> Diagnostic {
    let message = format!("point {} is marked `no rule`, and a rule cites it", point.number);
    let finding = Diagnostic::warning("cites-no-rule", at, message)
        .found("cited here")
        .label(point.text.span, "this point has no rule in it");
    match mark(subject, point) {
        Some(mark) => finding.fix(Fix::guess(mark, "").titled("delete `no rule` after the point")),
        None => finding.help("delete `no rule` after the point, or cite another point"),
    }
}

/// The span of `no rule` after a point, with the blanks before it.
fn mark(subject: &LintSubject<'_>, point: &Point) -> Option<Span> {
    let text = &subject.description.sources.get(point.text.span.file)?.text;
    let start = point.text.span.range().end;
    let line = text.get(start..)?.lines().next()?;
    let end = line.find("no rule")? + "no rule".len();
    let blank = line.get(..end)?.trim_start().starts_with("no rule");
    blank.then(|| Span::new(point.text.span.file, start, start + end))
}
