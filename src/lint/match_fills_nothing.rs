//! `match-fills-nothing`: a match whose steps put no seeds on the board for the next game.

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
    let empty = subject.in_every_match(|model, _| !lays_seeds(model));
    let Some(section) = subject.match_section().filter(|_| empty) else { return Vec::new() };
    let usual = subject.usual_number();
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
