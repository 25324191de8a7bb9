//! `seeds-never-moved`: a place that holds seeds at the start, and that nothing takes seeds from.

use super::faults::Faults;
use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::{Model, PlaceId, PlaceKind};

pub(super) const LINT: Lint =
    Lint { name: "seeds-never-moved", severity: Severity::Warning, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let faults = Faults::of(subject, |model, survey, faults| {
        for (clause, place, seeds) in &model.start {
            let idle = *seeds > 0
                && is_reserve(model, *place)
                && !survey.emptied.contains(*place)
                && !survey.filled.contains(*place);
            let name = model.board.places.get(place.index()).map(|place| place.id.clone());
            faults.add(model.clause(*clause).span, name.filter(|_| idle));
        }
    });
    let finding = |(at, place): (_, String)| {
        let message = format!("the seeds in `{place}` are never taken from there");
        let finding = Diagnostic::warning("seeds-never-moved", at, message)
            .found("laid out here")
            .help("use them, for example `put 1 of the own hand in any own hole`, or do not lay them out");
        subject.deletion(at).into_iter().fold(finding, Diagnostic::fix)
    };
    faults.everywhere(subject).into_iter().map(finding).collect()
}

/// Whether seeds are put there to be used later.
fn is_reserve(model: &Model, place: PlaceId) -> bool {
    let kind = model.board.places.get(place.index()).map(|place| place.kind);
    matches!(kind, Some(PlaceKind::Hand | PlaceKind::Shared))
}
