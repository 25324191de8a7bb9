//! `uncited-statement`: a statement that cites no point of the source, where there are points.
//!
//! The heading of a block is exempt: its statements cite. An option with a note of its own is the
//! author's, and cited where it is used.

use super::{Lint, LintInput, LintSubject, ast_queries};
use crate::diagnostic::{Diagnostic, Severity};
use crate::syntax::ast::{Statement, StatementKind};

pub(super) const LINT: Lint =
    Lint { name: "uncited-statement", severity: Severity::Note, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let Some(file) = subject.file() else { return Vec::new() };
    let statements = ast_queries::all_statements(file);
    if !statements.iter().any(|statement| matches!(statement.kind, StatementKind::Point(_))) {
        return Vec::new();
    }
    let uncited = statements.into_iter().filter(|statement| {
        let sources = &subject.description.sources;
        is_a_rule(statement)
            && statement.assumed.is_none()
            && ast_queries::cites(statement, sources).is_empty()
    });
    uncited
        .map(|statement| {
            let text = subject.text(statement.span);
            let message = format!("`{text}` cites no point of the source");
            Diagnostic::note("uncited-statement", statement.span, message)
                .found("its source is missing")
                .help("add the point, as in `[3]`, or write `assumed \"why\"`")
        })
        .collect()
}

fn is_a_rule(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::About(_) | StatementKind::Point(_) | StatementKind::Broken => false,
        StatementKind::Option(option) => option.note.is_none(),
        StatementKind::Board(_)
        | StatementKind::Word(_)
        | StatementKind::Start(_)
        | StatementKind::Way(_)
        | StatementKind::Turn(_)
        | StatementKind::Law(_)
        | StatementKind::Winner(_)
        | StatementKind::Case(_) => ast_queries::below(statement).is_empty(),
    }
}
