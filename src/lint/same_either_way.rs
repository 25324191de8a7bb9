//! `same-either-way`: a case that does the same as the `otherwise` below it, so its condition changes nothing.

use super::unreachable_case::lists;
use super::{Lint, LintInput, LintSubject, ast_queries};
use crate::diagnostic::{Diagnostic, Severity};
use crate::span::Span;
use crate::syntax::ast::{AstCaseGuard, Statement};

pub(super) const LINT: Lint =
    Lint { name: "same-either-way", severity: Severity::Warning, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let sections = subject.file().into_iter().flat_map(|file| file.sections());
    let lists = sections.flat_map(lists);
    lists.filter_map(|list| of_list(subject, &list)).collect()
}

fn of_list(subject: &LintSubject<'_>, list: &[&Statement]) -> Option<Diagnostic> {
    let [.., case, last] = list else { return None };
    let Some(AstCaseGuard::If(_)) = ast_queries::fits(case) else { return None };
    let Some(AstCaseGuard::Otherwise) = ast_queries::fits(last) else { return None };
    let done = |statement: &Statement| -> Option<Span> {
        let actions = ast_queries::actions(statement);
        Some(actions.first()?.span.to(actions.last()?.span))
    };
    let text = subject.text(done(case)?);
    let deeper = [case, last].map(|one| {
        let sources = &subject.description.sources;
        ast_queries::whole_text(one, sources).into_iter().skip(1).collect::<Vec<_>>()
    });
    if text != subject.text(done(last)?) || deeper[0] != deeper[1] {
        return None;
    }
    let message = format!("`{text}` is done whether the condition is true or not");
    let finding = Diagnostic::warning("same-either-way", case.span, message)
        .found("this case")
        .label(last.span, "does the same as this one");
    Some(finding.help("delete the case with the condition, or correct one of the two"))
}
