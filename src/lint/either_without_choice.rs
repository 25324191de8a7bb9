//! `either-without-choice`: two of the alternatives of `either` are the same.

use super::{Lint, LintInput, LintSubject, ast_queries};
use crate::diagnostic::{Diagnostic, Severity};
use crate::syntax::ast::{AstAction, AstDeed};
use std::collections::BTreeMap;

pub(super) const LINT: Lint = Lint {
    name: "either-without-choice",
    severity: Severity::Warning,
    needs: LintInput::Text,
    check,
};

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let statements = subject.statements();
    let actions = statements.flat_map(ast_queries::actions);
    actions.flat_map(|action| of_action(subject, action)).collect()
}

fn of_action(subject: &LintSubject<'_>, action: &AstAction) -> Vec<Diagnostic> {
    let AstDeed::Either(alternatives) = &action.deed else { return Vec::new() };
    let mut known = BTreeMap::new();
    let mut found = Vec::new();
    for one in alternatives {
        let text = subject.text(one.span);
        match known.get(&text) {
            Some(first) => found.push(
                Diagnostic::warning(
                    "either-without-choice",
                    one.span,
                    format!("the player can choose `{text}` or the same"),
                )
                .found("the same alternative")
                .label(*first, "also here")
                .help("correct one of the alternatives, or write the action without `either`"),
            ),
            None => drop(known.insert(text, one.span)),
        }
    }
    found
}
