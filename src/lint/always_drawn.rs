//! `always-drawn`: every random game was drawn.

use super::{Lint, LintInput, LintSubject, is_explained};
use crate::diagnostic::{Diagnostic, Severity};
use crate::syntax::ast::SectionKind;

pub(super) const LINT: Lint =
    Lint { name: "always-drawn", severity: Severity::Warning, needs: LintInput::Play, check };

fn check(subject: &LintSubject<'_>, earlier: &[Diagnostic]) -> Vec<Diagnostic> {
    let Some(games) = subject.played.tally.always_drawn() else { return Vec::new() };
    let one_player = subject.games.iter().any(|game| game.model.seats() == 1);
    let explained = is_explained(earlier, &["no-winner", "store-never-filled", "capture-nowhere"]);
    if one_player || explained || subject.played.tally.over_at_once().is_some() {
        return Vec::new();
    }
    let at = subject.heading(&[SectionKind::Winner, SectionKind::End]);
    vec![
        Diagnostic::warning("always-drawn", at, format!("all of {games} random games were drawn"))
            .found("nobody ever won by this")
            .help("check whether seeds are captured, whether *winner* counts the right places, and what ends the game"),
    ]
}
