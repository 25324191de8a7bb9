//! `player-never-moves`: a player who moved no seeds in any random game.

use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::Seat;
use crate::syntax::ast::SectionKind;

pub(super) const LINT: Lint =
    Lint { name: "player-never-moves", severity: Severity::Warning, needs: LintInput::Play, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let Some(model) = subject.games.first().map(|game| &game.model) else { return Vec::new() };
    if subject.played.tally.over_at_once().is_some() {
        return Vec::new();
    }
    let seats = (0..=u8::MAX).map(Seat).take(model.seats());
    let idle = seats.filter(|seat| subject.played.tally.is_idle(*seat));
    let at = subject.heading(&[SectionKind::Board]);
    idle.map(|seat| {
        let message = format!("`{}` moved no seeds in any random game", model.player(seat));
        Diagnostic::warning("player-never-moves", at, message)
            .found("the players are declared here")
            .help("check whether this player owns holes that hold seeds, and what *move* says")
    })
    .collect()
}
