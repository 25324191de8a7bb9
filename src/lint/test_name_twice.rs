//! `test-name-twice`: two tests with the same name.

use super::alike::repeated;
use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::syntax::ast::Text;

pub(super) const LINT: Lint =
    Lint { name: "test-name-twice", severity: Severity::Warning, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let tests = subject.file().into_iter().flat_map(|file| &file.tests);
    let names: Vec<&Text> = tests.map(|test| &test.name).collect();
    let texts: Vec<String> = names.iter().map(|name| name.text.clone()).collect();
    let all = repeated(&texts).into_iter();
    all.map(|(at, first)| finding(names[at], names[first])).collect()
}

fn finding(name: &Text, first: &Text) -> Diagnostic {
    let message = format!("there is another test \"{}\"", name.text);
    Diagnostic::warning("test-name-twice", name.span, message)
        .found("the same name")
        .label(first.span, "used here first")
        .help("let each name say what its test shows, or delete one of the tests")
}
