//! `always-true`: a test that is always true.

use super::never_true::{ConstantTest, constant_tests};
use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};

pub(super) const LINT: Lint =
    Lint { name: "always-true", severity: Severity::Warning, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, earlier: &[Diagnostic]) -> Vec<Diagnostic> {
    let always = constant_tests(subject, earlier).into_iter().filter(|answer| answer.value);
    always.map(|answer| finding(subject, &answer)).collect()
}

fn finding(subject: &LintSubject<'_>, answer: &ConstantTest) -> Diagnostic {
    let text = subject.text(answer.span);
    let message = format!("`{text}` is always true{}", answer.range);
    Diagnostic::warning("always-true", answer.span, message)
        .found("true in every position")
        .help("leave it out, or correct it")
}
