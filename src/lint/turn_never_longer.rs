//! `turn-never-longer`: a limit on the moves of a turn, where nothing gives another move.

use super::faults::Faults;
use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};

pub(super) const LINT: Lint =
    Lint { name: "turn-never-longer", severity: Severity::Warning, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let faults = Faults::of(subject, |model, survey, faults| {
        for moves in model.stages.iter().filter_map(|stage| stage.rules.turn.moves.as_ref()) {
            let idle = moves.at_most && !survey.plays_again;
            faults.add(model.clause(moves.clause).span, idle.then_some(()));
        }
    });
    let finding = |(at, ())| {
        let message = format!("`{}`, and a turn never has a second move", subject.text(at));
        Diagnostic::warning("turn-never-longer", at, message)
            .found("no statement lets a player play again")
            .help("add a case with `play again`, for example `falls in the own store -> play again`, or leave this out")
    };
    faults.everywhere(subject).into_iter().map(finding).collect()
}
