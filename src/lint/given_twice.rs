//! `given-twice`: a test lays out the same place twice; the later number counts.

use super::alike::repeated;
use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::span::Span;
use crate::syntax::ast::{AstTest, Holding, TestLine};

pub(super) const LINT: Lint =
    Lint { name: "given-twice", severity: Severity::Warning, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    subject.file().into_iter().flat_map(|file| &file.tests).flat_map(of_test).collect()
}

fn of_test(test: &AstTest) -> Vec<Diagnostic> {
    let given = test.lines.iter().filter_map(|(line, _)| {
        let TestLine::Given(holdings) = line else { return None };
        Some(holdings)
    });
    let given: Vec<&Holding> = given.flatten().collect();
    let keys: Vec<String> = given.iter().map(|holding| key(holding)).collect();
    let all = repeated(&keys).into_iter();
    all.map(|(at, first)| finding(given[at], given[first])).collect()
}

fn finding(holding: &Holding, first: &Holding) -> Diagnostic {
    let owner = holding.owner.as_ref().map_or(String::new(), |owner| format!("{} ", owner.text));
    let message = format!("`{owner}{}` is given twice in this test", holding.place.text);
    Diagnostic::warning("given-twice", span(holding), message)
        .found(format!("this number, {}, counts", holding.count))
        .label(span(first), format!("this number, {}, is not read", first.count))
        .help("name each place once")
}

/// Where a holding names its place.
fn span(holding: &Holding) -> Span {
    let place = holding.place.span;
    holding.owner.as_ref().map_or(place, |owner| owner.span.to(place))
}

/// What a holding is about.
fn key(holding: &Holding) -> String {
    let of = |name: Option<&str>| name.unwrap_or_default().to_string();
    let owner = of(holding.owner.as_ref().map(|name| name.text.as_str()));
    let kind = of(holding.kind.as_ref().map(|name| name.text.as_str()));
    [&holding.place.text, &owner, &kind].map(String::as_str).join("\n")
}
