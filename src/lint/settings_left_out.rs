//! `settings-left-out`: there are more variations and options than are checked.

use super::{Lint, LintInput, LintSubject, games};
use crate::diagnostic::{Diagnostic, Severity};
use crate::syntax::ast::SectionKind;

pub(super) const LINT: Lint =
    Lint { name: "settings-left-out", severity: Severity::Note, needs: LintInput::Play, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let at = subject.heading(&[SectionKind::Options]);
    if subject.left_out {
        let message = format!(
            "of all variations, each with every value of an option, only the first {} were checked",
            subject.games.len() + subject.refused.len()
        );
        found.push(Diagnostic::note("settings-left-out", at, message));
    }
    if let Some(first) = &subject.played.first_left_out {
        let message = format!(
            "no random game was played {}, nor with the settings after it: those before took too much work",
            games::setting_text(first)
        );
        found.push(Diagnostic::note("settings-left-out", at, message));
    }
    if let Some(first) = &subject.played.first_pair_left_out {
        let message = format!(
            "not all pairs of variations were played: `{}` with `{}` and those after it were not",
            first.0, first.1
        );
        found.push(Diagnostic::note("settings-left-out", at, message));
    }
    let help = |one: Diagnostic| one.help("leave some out, or write two descriptions");
    found.into_iter().map(help).collect()
}
