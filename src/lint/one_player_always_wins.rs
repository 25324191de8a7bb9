//! `one-player-always-wins`: one player won more than 95 % of the random games.

use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::syntax::ast::SectionKind;

pub(super) const LINT: Lint = Lint {
    name: "one-player-always-wins",
    severity: Severity::Warning,
    needs: LintInput::Play,
    check,
};

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let tally = &subject.played.tally;
    let Some((seat, won, games)) = tally.always_won_by() else { return Vec::new() };
    let Some(model) = subject.games.first().map(|game| &game.model) else { return Vec::new() };
    if model.seats() < 2 || tally.over_at_once().is_some() {
        return Vec::new();
    }
    let at = subject.heading(&[SectionKind::Winner, SectionKind::End]);
    let message = format!("`{}` won {won} of {games} random games", model.player(seat));
    vec![
        Diagnostic::warning("one-player-always-wins", at, message)
            .found("this favours one player")
            .help("check `own` and `opponent's`, `the player` and `that player`, and whether both players begin alike"),
    ]
}
