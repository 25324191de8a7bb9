//! `endless-game`: games that do not end, except by the default for positions that occur again.

use super::play::Endless;
use super::{Lint, LintInput, LintSubject, games};
use crate::diagnostic::{Diagnostic, Severity};
use crate::engine::may_agree;
use crate::syntax::ast::SectionKind;

pub(super) const LINT: Lint =
    Lint { name: "endless-game", severity: Severity::Warning, needs: LintInput::Play, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let Some((setting, how)) = subject.played.endless else { return Vec::new() };
    // Random players never agree on an end.
    let agreed = subject.games.get(setting).is_some_and(|game| may_agree(&game.model));
    if agreed && how == Endless::Circles {
        return Vec::new();
    }
    let with = subject.games.get(setting).map(|game| games::setting_text(&game.setting));
    let with = with.filter(|with| !with.is_empty()).map(|with| format!(" ({with})"));
    let with = with.unwrap_or_default();
    let at = subject.heading(&[SectionKind::End]);
    let finding = match how {
        Endless::Circles => Diagnostic::warning(
            "endless-game",
            at,
            format!("positions repeat without end, and no statement ends the game{with}"),
        )
        .found("nothing here ended a random game"),
        Endless::Long(decisions) => Diagnostic::warning(
            "endless-game",
            at,
            format!("a random game was not over after {decisions} choices{with}"),
        )
        .found("nothing here ended it"),
    };
    vec![finding.help("define how such a game ends, for example `the position returns -> draw`")]
}
