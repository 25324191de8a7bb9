//! `too-much-work`: the engine gave up what a statement leads to.

use super::{Lint, LintInput, LintSubject, games, is_explained};
use crate::diagnostic::{Diagnostic, Severity};
use crate::syntax::ast::SectionKind;

pub(super) const LINT: Lint =
    Lint { name: "too-much-work", severity: Severity::Warning, needs: LintInput::Play, check };

fn check(subject: &LintSubject<'_>, earlier: &[Diagnostic]) -> Vec<Diagnostic> {
    if is_explained(earlier, &["relay-never-stops"]) {
        return Vec::new();
    }
    let Some((setting, at)) = &subject.played.too_much_work else { return Vec::new() };
    let with = games::setting_text(setting);
    let with = if with.is_empty() { with } else { format!(" ({with})") };
    let at = at.unwrap_or_else(|| subject.heading(&[SectionKind::Move]));
    let message = format!("this leads to too much work, and the engine gives it up{with}");
    let finding = Diagnostic::warning("too-much-work", at, message);
    vec![
        finding
            .found("a choice not known to be legal is not offered; if there is no other, the game ends")
            .help("look for sowings that never end, and for choices among very many places"),
    ]
}
