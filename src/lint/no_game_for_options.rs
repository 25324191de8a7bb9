//! `no-game-for-options`: option values that are allowed, but do not make a game.

use super::{Lint, LintInput, LintSubject, RefusedSetting};
use crate::diagnostic::{Diagnostic, Severity};
use crate::order::SortedMap;
use crate::span::Span;

pub(super) const LINT: Lint = Lint {
    name: "no-game-for-options",
    severity: Severity::Warning,
    needs: LintInput::Text,
    check,
};

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    // The fewest options that are enough; each combination of values once.
    let mut by_option: SortedMap<Span, Vec<&RefusedSetting>> = SortedMap::default();
    for refused in subject.refused.iter().filter(|refused| !refused.setting.options.is_empty()) {
        let options = subject.description.options.iter();
        let mut set = options.filter(|o| refused.setting.options.contains_key(&o.name));
        if let Some(option) = set.next().filter(|option| subject.is_here(option.span)) {
            by_option.get_or_insert(option.span, Vec::new()).push(refused);
        }
    }
    by_option.into_iter().filter_map(|(span, all)| finding(subject, span, &all)).collect()
}

fn finding(subject: &LintSubject<'_>, option: Span, all: &[&RefusedSetting]) -> Option<Diagnostic> {
    let first = all.iter().min_by_key(|refused| refused.setting.options.len())?;
    let values: Vec<String> =
        first.setting.options.iter().map(|(name, value)| format!("`{name} = {value}`")).collect();
    let variation = match first.setting.variations.first() {
        Some(name) => format!(" in the variation \"{name}\""),
        None => String::new(),
    };
    let message = format!("there is no game with {}{variation}", values.join(" and "));
    let mut finding = Diagnostic::warning("no-game-for-options", option, message)
        .found("its values are declared here");
    let error = first.diagnostics.iter().find(|d| d.severity == Severity::Error)?;
    if let Some(label) = error.labels.first() {
        finding = finding.label(label.span, error.message.clone());
    }
    let text = subject.text(option);
    Some(finding.help(format!("narrow the values of `{text}`, or add a case for this one")))
}
