//! `no-winner`: players win seeds, and nothing says who wins the game.

use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::{Case, Deed, Model, PlaceKind};
use crate::syntax::ast::SectionKind;

pub(super) const LINT: Lint =
    Lint { name: "no-winner", severity: Severity::Warning, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let undecided = subject.in_every_game(|model, survey| {
        let wins_seeds = model.board.seats.iter().any(|seat| {
            let store = model.board.places.get(seat.store.index());
            store.is_some_and(|place| place.kind == PlaceKind::Store)
                && survey.filled.contains(seat.store)
        });
        let counts = model.stages.iter().any(|stage| stage.rules.winner.is_some());
        let settled = survey.decides && !ends_after_a_capture(model);
        model.seats() > 1 && wins_seeds && !counts && !settled
    });
    if !undecided {
        return Vec::new();
    }
    let at = subject.heading(&[SectionKind::End, SectionKind::Board]);
    let message = "players win seeds, but no statement says who wins the game";
    let finding = Diagnostic::warning("no-winner", at, message).found("a game that ends is drawn");
    let all = [SectionKind::End, SectionKind::Move, SectionKind::LastSeed];
    vec![match subject.new_section(&all, "winner: most seeds") {
        Some(fix) => finding.fix(fix),
        None => finding.help("add `winner: most seeds`"),
    }]
}

/// Whether a case of *end* captures seeds for somebody, and then leaves the result to *winner*.
fn ends_after_a_capture(model: &Model) -> bool {
    let counted = |case: &Case| {
        let has = |is: fn(&Deed) -> bool| case.actions.iter().any(|action| is(&action.deed));
        has(|deed| matches!(deed, Deed::Capture(_))) && has(|deed| matches!(deed, Deed::EndGame))
    };
    let ends = model.stages.iter().flat_map(|stage| &stage.rules.end.lists).flatten();
    ends.into_iter().any(counted)
}
