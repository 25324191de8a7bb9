//! `option-with-one-value`: an option that can have only one value.

use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::resolve::OptionValues;

pub(super) const LINT: Lint = Lint {
    name: "option-with-one-value",
    severity: Severity::Warning,
    needs: LintInput::Text,
    check,
};

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let options = subject.description.options.iter();
    let fixed = options.filter(|option| {
        // A variation may settle what is open in the game.
        let of_game = subject.is_here(option.span) && option.variation.is_none();
        of_game
            && match &option.values {
                OptionValues::List(values) => values.windows(2).all(|pair| pair[0] == pair[1]),
                OptionValues::Range { from, to, even } => {
                    let step = if *even { 2 } else { 1 };
                    let first = from.next_multiple_of(step);
                    first + step > *to
                }
            }
    });
    fixed
        .map(|option| {
            let message = format!("`{}` is always {}", option.name, option.default);
            Diagnostic::warning("option-with-one-value", option.span, message)
                .found("no other value is allowed")
                .help(format!(
                    "allow more values, or write {} in place of `{}`",
                    option.default, option.name
                ))
        })
        .collect()
}
