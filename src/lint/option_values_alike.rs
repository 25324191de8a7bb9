//! `option-values-alike`: values of an option that no statement distinguishes.

use super::unused_word::used_names;
use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::resolve::OptionValues;

pub(super) const LINT: Lint = Lint {
    name: "option-values-alike",
    severity: Severity::Warning,
    needs: LintInput::Text,
    check,
};

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let used = used_names(subject);
    let mut found = Vec::new();
    for option in subject.description.options.iter().filter(|option| subject.is_here(option.span)) {
        let OptionValues::List(values) = &option.values else { continue };
        let numbers = values.iter().any(|value| value.parse::<i64>().is_ok());
        // An option that no statement reads is reported as a whole.
        if numbers || values.len() < 3 || !used.contains(option.name.as_str()) {
            continue;
        }
        let alike: Vec<String> = values
            .iter()
            .filter(|value| !used.contains(value.as_str()))
            .map(|value| format!("`{value}`"))
            .collect();
        if alike.len() > 1 {
            let message = format!("{} make the same game", alike.join(" and "));
            found.push(
                Diagnostic::warning("option-values-alike", option.span, message)
                    .found("no statement asks for one of them")
                    .help(format!(
                        "write a case for each, such as `{} is VALUE -> ...`, or leave one out",
                        option.name
                    )),
            );
        }
    }
    found
}
