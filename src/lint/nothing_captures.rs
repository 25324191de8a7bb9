//! `nothing-captures`: a statement about captures, in a game in which nothing is a capture.
//!
//! To put seeds in a store is no capture: `capture` alone is one.

use super::faults::Faults;
use super::{Lint, LintInput, LintSubject, ast_queries};
use crate::diagnostic::{Diagnostic, Fix, Severity};
use crate::span::Span;
use crate::syntax::ast::{AdjKind, AstAction, AstDeed, Noun};

pub(super) const LINT: Lint =
    Lint { name: "nothing-captures", severity: Severity::Warning, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let faults = Faults::of(subject, |model, survey, faults| {
        for clause in &survey.asks_for_captures {
            faults.add(model.clause(*clause).span, survey.captures.is_none().then_some(()));
        }
    });
    let put = put_in_a_store(subject);
    let finding = |at: Span| {
        let text = subject.text(at);
        let message = format!("`{text}` is about captures, and no statement captures");
        let finding =
            Diagnostic::warning("nothing-captures", at, message).found("never true, or never done");
        match &put {
            Some((put, source)) => finding
                .label(*put, "this moves seeds, and is no capture")
                .fix(Fix::guess(*put, format!("capture {source}"))),
            None => finding.help("add an action such as `capture it`, or leave this out"),
        }
    };
    faults.everywhere(subject).into_iter().map(|(at, ())| finding(at)).collect()
}

/// The first action `put SOURCE in the own store`, and the text of its source.
fn put_in_a_store(subject: &LintSubject<'_>) -> Option<(Span, String)> {
    let mut statements = subject.statements();
    statements.find_map(|statement| {
        ast_queries::actions(statement).iter().find_map(|action| into_own_store(subject, action))
    })
}

fn into_own_store(subject: &LintSubject<'_>, action: &AstAction) -> Option<(Span, String)> {
    let AstDeed::Put { source, to } = &action.deed else { return None };
    let own = to.adjs.iter().any(|adj| adj.kind == AdjKind::Own);
    let plain = to.noun == Noun::Store && own && action.who.is_none() && !action.may;
    (plain && action.postcondition.is_none()).then(|| (action.span, subject.text(source.span)))
}
