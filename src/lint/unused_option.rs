//! `unused-option`: an option whose value no statement reads.

use super::unused_word::used_names;
use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};

pub(super) const LINT: Lint =
    Lint { name: "unused-option", severity: Severity::Warning, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let used = used_names(subject);
    let options = subject.description.options.iter();
    let idle = options.filter(|o| subject.is_here(o.span) && !used.contains(o.name.as_str()));
    idle.map(|option| {
        let message = format!("`{}` changes nothing", option.name);
        Diagnostic::warning("unused-option", option.span, message)
            .found("no statement uses its value")
            .help(format!("write `{}` in place of its value, or delete the line", option.name))
    })
    .collect()
}
