//! `unused-point`: a point of the source that nothing rests on.

use super::{Lint, Needs, Subject, written};
use crate::diagnostic::{Diagnostic, Severity};
use crate::syntax::ast::Said;
use std::collections::BTreeSet;

pub(super) const LINT: Lint =
    Lint { name: "unused-point", severity: Severity::Note, needs: Needs::Text, check };

fn check(subject: &Subject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let Some(file) = subject.file() else { return Vec::new() };
    let statements = written::all_statements(file);
    let sources = &subject.description.sources;
    let cited: BTreeSet<u32> =
        statements.iter().flat_map(|statement| written::cites(statement, sources)).collect();
    let points = statements.iter().filter_map(|statement| match &statement.said {
        Said::Point(point) => Some((point, statement.span)),
        _ => None,
    });
    let idle = points.filter(|(point, _)| !point.no_rule && !cited.contains(&point.number));
    idle.map(|(point, span)| {
        let message = format!("no statement rests on point {}", point.number);
        Diagnostic::note("unused-point", span, message).found("this is said by the source").help(
            format!(
                "cite it with `[{}]`, or write `no rule` behind it if it carries none",
                point.number
            ),
        )
    })
    .collect()
}
