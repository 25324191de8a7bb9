//! `unused-point`: a point of the source that no statement cites.

use super::{Lint, LintInput, LintSubject, ast_queries};
use crate::diagnostic::{Diagnostic, Severity};
use crate::syntax::ast::StatementKind;

pub(super) const LINT: Lint =
    Lint { name: "unused-point", severity: Severity::Note, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let Some(file) = subject.file() else { return Vec::new() };
    let statements = ast_queries::all_statements(file);
    let sources = &subject.description.sources;
    let cited = statements.iter().flat_map(|statement| ast_queries::cites(statement, sources));
    let cited = crate::order::set(cited);
    let points = statements.iter().filter_map(|statement| {
        let StatementKind::Point(point) = &statement.kind else { return None };
        Some((point, statement.span))
    });
    let idle = points.filter(|(point, _)| !point.no_rule && !cited.contains(&point.number));
    idle.map(|(point, span)| {
        let message = format!("no statement cites point {}", point.number);
        Diagnostic::note("unused-point", span, message).found("the source says this").help(format!(
            "cite it with `[{}]`, or write `no rule` after it if it has no rule in it",
            point.number
        ))
    })
    .collect()
}
