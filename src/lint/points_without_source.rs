//! `points-without-source`: points of a source that is not named.

use super::{Lint, LintInput, LintSubject, ast_queries};
use crate::diagnostic::{Diagnostic, Severity};
use crate::syntax::ast::{SectionKind, StatementKind};

pub(super) const LINT: Lint =
    Lint { name: "points-without-source", severity: Severity::Note, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let Some(file) = subject.file() else { return Vec::new() };
    let statements = ast_queries::all_statements(file);
    let points = statements.iter().any(|one| matches!(one.kind, StatementKind::Point(_)));
    let names_origin = statements.iter().any(|statement| {
        let StatementKind::About(about) = &statement.kind else { return false };
        matches!(about.key.text.as_str(), "source" | "by" | "inventor")
    });
    if !points || names_origin {
        return Vec::new();
    }
    let at = subject.heading(&[SectionKind::Points]);
    vec![
        Diagnostic::note("points-without-source", at, "nothing says where these points come from")
            .found("no source is named")
            .help("add to *about* a line such as `source \"Murray 1951: 181\"`, or `by \"NAME\"`"),
    ]
}
