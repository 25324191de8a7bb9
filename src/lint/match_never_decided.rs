//! `match-never-decided`: a match that no statement ends.

use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};

pub(super) const LINT: Lint = Lint {
    name: "match-never-decided",
    severity: Severity::Warning,
    needs: LintInput::Text,
    check,
};

const EXAMPLE: &str = "a player holds no seeds -> that player loses the match";

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let endless = subject.in_every_match(|_, survey| !survey.ends_match);
    let Some(section) = subject.match_section().filter(|_| endless) else { return Vec::new() };
    let message = "no statement ends the match: it is drawn after 100 games";
    let finding = Diagnostic::warning("match-never-decided", section.span, message)
        .found("nothing here says who wins or loses the match");
    vec![match subject.new_line(section, EXAMPLE) {
        Some(fix) => finding.fix(fix),
        None => finding.help(format!("add a case such as `{EXAMPLE}`")),
    }]
}
