//! `match-fills-nothing`: a match whose steps put no seeds on the board for the next game.

use super::match_never_decided::match_section;
use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::{Deed, Model, any_in_steps};

pub(super) const LINT: Lint = Lint {
    name: "match-fills-nothing",
    severity: Severity::Warning,
    needs: LintInput::Text,
    check,
};

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let mut games = subject.surveyed().filter(|(model, _)| model.next_game.is_some()).peekable();
    let empty = games.peek().is_some() && games.all(|(model, _)| !lays_seeds(model));
    let Some(section) = match_section(subject).filter(|_| empty) else { return Vec::new() };
    let usual = subject.games.iter().find_map(|game| usual_number(&game.model)).unwrap_or(4);
    let message = "the next game begins with empty holes";
    let line = format!("each player fills every own hole with {usual}");
    let finding = Diagnostic::warning("match-fills-nothing", section.span, message)
        .found("nothing here puts seeds on the board: *start* is laid for the first game only")
        .help(format!("add `{line}`"));
    vec![subject.new_line(section, &line).into_iter().fold(finding, Diagnostic::fix)]
}

/// Whether a step between two games, or before the first turn, can put seeds in holes.
fn lays_seeds(model: &Model) -> bool {
    let lays = |deed: &Deed| {
        let moves = matches!(deed, Deed::Fill { .. } | Deed::Put(..) | Deed::Do(_));
        moves || deed.sowings().next().is_some()
    };
    any_in_steps(model.next_game.as_deref().unwrap_or_default(), &lays)
        || any_in_steps(&model.opening, &lays)
}

/// The number of seeds of the first place that *start* fills.
pub(super) fn usual_number(model: &Model) -> Option<u16> {
    model.start.iter().map(|(.., n)| *n).find(|n| *n > 0)
}
