//! `over-at-once`: every random game was over within two moves.

use super::{ENDS_AT_ONCE, Lint, LintInput, LintSubject, NOBODY_MOVES, is_explained};
use crate::diagnostic::{Diagnostic, Severity};
use crate::syntax::ast::SectionKind;

pub(super) const LINT: Lint =
    Lint { name: "over-at-once", severity: Severity::Warning, needs: LintInput::Play, check };

fn check(subject: &LintSubject<'_>, earlier: &[Diagnostic]) -> Vec<Diagnostic> {
    let tally = &subject.played.tally;
    let Some(games) = tally.over_at_once() else { return Vec::new() };
    let explained = is_explained(earlier, &NOBODY_MOVES) || is_explained(earlier, &ENDS_AT_ONCE);
    if subject.played.stuck.is_some() || explained {
        return Vec::new();
    }
    let ended_by = tally.ended_by.and_then(|(setting, clause)| {
        let clause = subject.games.get(setting)?.model.clauses.get(clause.index())?;
        (!clause.default && subject.is_here(clause.span)).then_some(clause.span)
    });
    let at = ended_by.unwrap_or_else(|| subject.heading(&[SectionKind::End, SectionKind::Move]));
    let message = format!("all of {games} random games were over within two moves");
    vec![
        Diagnostic::warning("over-at-once", at, message)
            .found(if ended_by.is_some() {
                "this ended one of them"
            } else {
                "nothing here keeps a game going"
            })
            .help("check its condition, and what the first moves do"),
    ]
}
