//! `always-true`: a test that is always true.

use super::never_true::{Answer, answers};
use super::{Lint, Needs, Subject};
use crate::diagnostic::{Diagnostic, Severity};

pub(super) const LINT: Lint =
    Lint { name: "always-true", severity: Severity::Warning, needs: Needs::Text, check };

fn check(subject: &Subject<'_>, said: &[Diagnostic]) -> Vec<Diagnostic> {
    let always = answers(subject, said).into_iter().filter(|answer| answer.is);
    always.map(|answer| finding(subject, &answer)).collect()
}

fn finding(subject: &Subject<'_>, answer: &Answer) -> Diagnostic {
    let text = subject.text(answer.span);
    let message = format!("`{text}` is always true{}", answer.range);
    Diagnostic::warning("always-true", answer.span, message)
        .found("the answer is yes, whatever the position")
        .help("leave it out, or say what was meant")
}
