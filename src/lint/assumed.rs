//! `assumed`: rules that the source does not state, and the author chose.

use super::{Lint, LintInput, LintSubject, ast_queries};
use crate::diagnostic::{Diagnostic, Severity};

pub(super) const LINT: Lint =
    Lint { name: "assumed", severity: Severity::Note, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let statements = subject.files.iter().flat_map(ast_queries::all_statements);
    let assumed = statements.filter_map(|s| s.assumed.as_ref().map(|why| (s, why)));
    assumed
        .map(|(statement, why)| {
            let message = format!("assumed: {}", why.text);
            Diagnostic::note("assumed", statement.span, message).found("the author's choice")
        })
        .collect()
}
