//! `uncited-statement`: a statement that names no point of the source, where there are points.
//!
//! A heading of a block is left to the statements in it; an option that is told in words of its own
//! is the author's, and cited where it is used.

use super::{Lint, Needs, Subject, written};
use crate::diagnostic::{Diagnostic, Severity};
use crate::syntax::ast::{Said, Statement};

pub(super) const LINT: Lint =
    Lint { name: "uncited-statement", severity: Severity::Note, needs: Needs::Text, check };

fn check(subject: &Subject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let Some(file) = subject.file() else { return Vec::new() };
    let statements = written::all_statements(file);
    if !statements.iter().any(|statement| matches!(statement.said, Said::Point(_))) {
        return Vec::new();
    }
    let uncited = statements.into_iter().filter(|statement| {
        let sources = &subject.description.sources;
        is_a_rule(statement)
            && statement.assumed.is_none()
            && written::cites(statement, sources).is_empty()
    });
    uncited
        .map(|statement| {
            let text = subject.text(statement.span);
            let message = format!("`{text}` names no point of the source");
            Diagnostic::note("uncited-statement", statement.span, message)
                .found("nothing tells where this is from")
                .help("add the point, as in `[3]`, or say `assumed \"why\"`")
        })
        .collect()
}

fn is_a_rule(statement: &Statement) -> bool {
    match &statement.said {
        Said::About(_) | Said::Point(_) | Said::Broken => false,
        Said::Option(option) => option.note.is_none(),
        Said::Board(_)
        | Said::Word(_)
        | Said::Start(_)
        | Said::Way(_)
        | Said::Turn(_)
        | Said::Law(_)
        | Said::Winner(_)
        | Said::Case(_) => written::below(statement).is_empty(),
    }
}
