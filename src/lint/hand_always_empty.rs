//! `hand-always-empty`: seeds are taken from a hand, and no hand ever holds any.

use super::faults::Faults;
use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::{PlaceId, PlaceKind};

pub(super) const LINT: Lint =
    Lint { name: "hand-always-empty", severity: Severity::Warning, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let faults = Faults::of(subject, |model, survey, faults| {
        let places = model.board.places.iter().zip(0..=u8::MAX);
        let mut hands = places.filter(|(place, _)| place.kind == PlaceKind::Hand);
        let empty = hands.all(|(_, id)| !survey.can_hold(PlaceId(id)));
        for clause in &survey.from_hands {
            faults.add(model.clause(*clause).span, empty.then_some(()));
        }
    });
    let finding = |at| {
        let message =
            format!("`{}` takes seeds from a hand, and hands are always empty", subject.text(at));
        Diagnostic::warning("hand-always-empty", at, message)
            .found("there is nothing to take")
            .help("put seeds in the hands: `every hand holds 10` in *start*, or an action `take`")
    };
    faults.everywhere(subject).into_iter().map(|(at, ())| finding(at)).collect()
}
