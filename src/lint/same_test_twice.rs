//! `same-test-twice`: a condition that asks the same twice.

use super::formula::MAX_CASES;
use super::{Lint, LintInput, LintSubject, ast_queries};
use crate::diagnostic::{Diagnostic, Fix, Severity};
use crate::span::Span;
use crate::syntax::ast::{AstCond, CondTest};

pub(super) const LINT: Lint =
    Lint { name: "same-test-twice", severity: Severity::Warning, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let statements = subject.statements();
    let mut found = Vec::new();
    for cond in statements.flat_map(ast_queries::conds) {
        let mut open = vec![cond];
        while let Some(cond) = open.pop() {
            match cond {
                AstCond::And(parts) => {
                    found.extend(repeated(subject, parts, "and"));
                    open.extend(parts);
                }
                AstCond::Or(parts) => {
                    found.extend(repeated(subject, parts, "or"));
                    open.extend(parts);
                }
                AstCond::Not(part) => open.push(part),
                AstCond::Test(_) => {}
            }
        }
    }
    found
}

/// The tests among the parts that occur before.
fn repeated(subject: &LintSubject<'_>, parts: &[AstCond], joined: &str) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let tests: Vec<Option<&CondTest>> = parts.iter().map(single).collect();
    for (nth, pair) in tests.windows(2).enumerate() {
        let &[before, Some(test)] = pair else { continue };
        let text = subject.text(test.span);
        let earlier = tests.iter().take((nth + 1).min(MAX_CASES)).flatten();
        let Some(first) = earlier.into_iter().find(|one| subject.text(one.span) == text) else {
            continue;
        };
        let finding = Diagnostic::warning(
            "same-test-twice",
            test.span,
            format!("`{text}` is asked twice in this condition"),
        )
        .found("the same again")
        .label(first.span, "the first time");
        found.push(match before {
            Some(before) => {
                let rest =
                    Span::new(test.span.file, before.span.range().end, test.span.range().end);
                finding.fix(Fix::guess(rest, "").titled(format!("delete `{joined} {text}`")))
            }
            None => finding.help("delete it, or correct it"),
        });
    }
    found
}

fn single(cond: &AstCond) -> Option<&CondTest> {
    let AstCond::Test(test) = cond else { return None };
    Some(test)
}
