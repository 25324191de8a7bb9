//! `no-first-move`: the first player cannot move at the beginning of the game.

use super::{Lint, LintInput, LintSubject, NOBODY_MOVES, games, is_explained};
use crate::diagnostic::{Diagnostic, Severity};
use crate::syntax::ast::SectionKind;

pub(super) const LINT: Lint =
    Lint { name: "no-first-move", severity: Severity::Warning, needs: LintInput::Play, check };

fn check(subject: &LintSubject<'_>, earlier: &[Diagnostic]) -> Vec<Diagnostic> {
    if is_explained(earlier, &NOBODY_MOVES) {
        return Vec::new();
    }
    let Some((setting, seat)) = subject.played.stuck else { return Vec::new() };
    let Some(game) = subject.games.get(setting) else { return Vec::new() };
    let who = game.model.player(seat);
    let with = games::setting_text(&game.setting);
    let message = format!("`{who}` moves first, and has no legal move");
    let message = if with.is_empty() { message } else { format!("{message} ({with})") };
    let finding = Diagnostic::warning(
        "no-first-move",
        subject.heading(&[SectionKind::Start, SectionKind::Move]),
        message,
    );
    vec![finding.found("at the start of the game").help("check *start*, *move* and *allowed*")]
}
