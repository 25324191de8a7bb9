//! `test-name-twice`: two tests with the same name.

use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::span::Span;
use std::collections::BTreeMap;

pub(super) const LINT: Lint =
    Lint { name: "test-name-twice", severity: Severity::Warning, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let mut known: BTreeMap<&str, Span> = BTreeMap::new();
    let mut found = Vec::new();
    for test in subject.file().into_iter().flat_map(|file| &file.tests) {
        let name = &test.name;
        match known.get(name.text.as_str()) {
            Some(first) => found.push(
                Diagnostic::warning(
                    "test-name-twice",
                    name.span,
                    format!("there is another test \"{}\"", name.text),
                )
                .found("the same name")
                .label(*first, "used here first")
                .help("let each name say what its test shows, or delete one of the tests"),
            ),
            None => drop(known.insert(&name.text, name.span)),
        }
    }
    found
}
