//! `unreachable-case`: a case that is never reached.

use super::ranges::{OptionChoice, OptionRanges};
use super::reach::CaseReach;
use super::{Lint, LintInput, LintSubject, already_reported_within, ast_queries};
use crate::diagnostic::{Diagnostic, Severity};
use crate::span::Span;
use crate::syntax::ast::{AstCaseGuard, Section, SectionKind, Statement};

pub(super) const LINT: Lint =
    Lint { name: "unreachable-case", severity: Severity::Warning, needs: LintInput::Text, check };

/// A case shadowed by earlier ones.
struct ShadowedCase {
    case: Span,
    shadowed_by: Vec<Span>,
    /// Only the options make it so.
    by_options: bool,
}

fn check(subject: &LintSubject<'_>, earlier: &[Diagnostic]) -> Vec<Diagnostic> {
    let Some(file) = subject.file() else { return Vec::new() };
    let mut all = Vec::new();
    let ranges = subject.ranges();
    for section in file.sections() {
        for list in lists(section) {
            by_options(subject, &ranges, &list, &mut all);
        }
    }
    for (span, never) in subject.reaches.cases.iter().filter(|(span, _)| subject.is_here(**span)) {
        let known = all.iter().any(|shadowed| shadowed.case == *span);
        if let (CaseReach::Shadowed(before), false) = (never, known) {
            all.push(ShadowedCase { case: *span, shadowed_by: before.clone(), by_options: false });
        }
    }
    all.retain(|shadowed| !already_reported_within(earlier, shadowed.case));
    all.iter().map(|shadowed| finding(subject, shadowed)).collect()
}

fn finding(subject: &LintSubject<'_>, shadowed: &ShadowedCase) -> Diagnostic {
    let whatever = if shadowed.by_options { "value of the options" } else { "position" };
    let message = format!("this case is never reached, for any {whatever}");
    let mut finding = Diagnostic::warning("unreachable-case", shadowed.case, message)
        .found(format!("`{}`", subject.text(shadowed.case)));
    for (nth, span) in shadowed.shadowed_by.iter().enumerate() {
        let text = match (shadowed.shadowed_by.len(), nth) {
            (1, _) => "this one applies whenever it would",
            (_, 0) => "one of these applies whenever it would",
            _ => "or this one",
        };
        finding = finding.label(*span, text);
    }
    match shadowed.shadowed_by.as_slice() {
        [above] if is_always(subject, *above) && is_always(subject, shadowed.case) => {
            finding.help(for_both(&subject.text(*above), &subject.text(shadowed.case)))
        }
        [_] => finding.help("put it above that case, or leave it out"),
        _ => finding.help("put it above those cases, or leave it out"),
    }
}

/// Whether a statement has no condition.
fn is_always(subject: &LintSubject<'_>, at: Span) -> bool {
    let mut statements = subject.statements().filter(|statement| statement.span == at);
    statements.any(|one| matches!(ast_queries::fits(one), Some(AstCaseGuard::Always)))
}

/// How to say that two actions are both done, or that the player chooses one of them.
fn for_both(first: &str, second: &str) -> String {
    let is_simple = |text: &str| !text.contains([',', ':']) && !text.starts_with("may ");
    let rule = "of statements without a condition, only the first is done";
    if !is_simple(first) || !is_simple(second) {
        return format!("{rule}: for both, write them in one statement, with a comma between");
    }
    let choice = format!("for a choice, write `either {first}, or {second}`");
    // What is sown is sown last.
    match first.starts_with("sow ") {
        true => format!("{rule}: {choice}"),
        false => format!("{rule}: for both, write `{first}, {second}`; {choice}"),
    }
}

/// The lists of cases in a section, each in order.
pub(super) fn lists(section: &Section) -> Vec<Vec<&Statement>> {
    let mut all = Vec::new();
    if !matches!(section.kind, SectionKind::Opening | SectionKind::Match) {
        all.push(section.statements.iter().collect());
    }
    for statement in ast_queries::statements(section) {
        all.extend(ast_queries::below(statement).into_iter().map(|list| list.iter().collect()));
    }
    // A statement that quotes what is changed is no case, and steps are no list of cases.
    all.retain(|list: &Vec<&Statement>| {
        !list.iter().any(|one| one.becomes)
            && list.iter().all(|one| ast_queries::fits(one).is_some())
    });
    all
}

/// Finds cases for which the earlier cases leave no value of the options.
fn by_options(
    subject: &LintSubject<'_>,
    ranges: &OptionRanges<'_>,
    list: &[&Statement],
    all: &mut Vec<ShadowedCase>,
) {
    let (Some(first), Some(last)) = (list.first(), list.last()) else { return };
    let text = subject.description.sources.slice(first.span.to(last.span));
    let Some(choices) = ranges.choices(text).filter(|choices| choices.count() > 1) else { return };
    let fits = |statement: &Statement, values: &OptionChoice| {
        ast_queries::fits(statement).and_then(|fits| ranges.fits(fits, values))
    };
    for (nth, statement) in list.iter().enumerate().skip(1) {
        let possible = || choices.iter().filter(|values| fits(statement, values) != Some(false));
        let before = list.get(..nth).unwrap_or_default();
        let conditional =
            |s: &&&Statement| matches!(ast_queries::fits(s), Some(AstCaseGuard::If(_)));
        let before: Vec<&&Statement> = before.iter().filter(conditional).collect();
        let taken = |values: OptionChoice| {
            before.iter().any(|earlier| fits(earlier, &values) == Some(true))
        };
        if possible().next().is_some() && possible().all(taken) {
            let takes = |earlier: &&&&Statement| {
                possible().any(|values| fits(earlier, &values) == Some(true))
            };
            let before = before.iter().filter(takes).map(|earlier| earlier.span).collect();
            all.push(ShadowedCase { case: statement.span, shadowed_by: before, by_options: true });
        }
    }
}
