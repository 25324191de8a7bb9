//! `given-twice`: a test lays out the same place twice; the later number counts.

use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::span::Span;
use crate::syntax::ast::{AstTest, Holding, TestLine};
use std::collections::BTreeMap;

pub(super) const LINT: Lint =
    Lint { name: "given-twice", severity: Severity::Warning, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    subject.file().into_iter().flat_map(|file| &file.tests).flat_map(of_test).collect()
}

fn of_test(test: &AstTest) -> Vec<Diagnostic> {
    let mut known: BTreeMap<[Option<&str>; 3], (Span, u64)> = BTreeMap::new();
    let mut found = Vec::new();
    let given = test.lines.iter().filter_map(|(line, _)| {
        let TestLine::Given(holdings) = line else { return None };
        Some(holdings)
    });
    for holding in given.flatten() {
        let at = holding
            .owner
            .as_ref()
            .map_or(holding.place.span, |owner| owner.span.to(holding.place.span));
        if let Some((first, count)) = known.insert(key(holding), (at, holding.count)) {
            found.push(finding(holding, at, first, count));
        }
    }
    found
}

fn finding(holding: &Holding, at: Span, first: Span, count: u64) -> Diagnostic {
    let owner = holding.owner.as_ref().map_or(String::new(), |owner| format!("{} ", owner.text));
    let message = format!("`{owner}{}` is given twice in this test", holding.place.text);
    Diagnostic::warning("given-twice", at, message)
        .found(format!("this number, {}, counts", holding.count))
        .label(first, format!("this number, {count}, is not read"))
        .help("name each place once")
}

/// What a holding is about.
fn key(holding: &Holding) -> [Option<&str>; 3] {
    [
        Some(holding.place.text.as_str()),
        holding.owner.as_ref().map(|name| name.text.as_str()),
        holding.kind.as_ref().map(|name| name.text.as_str()),
    ]
}
