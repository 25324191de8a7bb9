//! `relay-from-empty-hole`: a lap goes on with the single seed that has just fallen in an empty hole.

use super::faults::Faults;
use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::{Base, Case, Cond, Deed, Filter, Part, PlacePhrase};

pub(super) const LINT: Lint = Lint {
    name: "relay-from-empty-hole",
    severity: Severity::Warning,
    needs: LintInput::Text,
    check,
};

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let faults = Faults::of(subject, |model, _, faults| {
        for case in model.stages.iter().flat_map(|stage| &stage.rules.last_seed.lists).flatten() {
            let fault = sows_a_single_seed(case).then_some(());
            faults.add(model.clause(case.clause).span, fault);
        }
    });
    let finding = |(at, ())| {
        let message = "the hole was empty, so this sows the one seed that has just fallen";
        let finding = Diagnostic::warning("relay-from-empty-hole", at, message)
            .found("a lap of a single seed")
            .help("a relay usually goes on from a hole with seeds: `falls in an occupied hole -> sow it`");
        let fix = subject.word_for(at, "an empty", "an occupied");
        fix.or(subject.word_for(at, "empty", "occupied")).into_iter().fold(finding, Diagnostic::fix)
    };
    faults.everywhere(subject).into_iter().map(finding).collect()
}

/// Whether the case sows the hole of the last seed, which was empty before.
fn sows_a_single_seed(case: &Case) -> bool {
    let is_empty = |cond: &Cond| {
        let Cond::FallsIn(phrase) = cond else { return false };
        phrase.filters.contains(&Filter::Empty)
    };
    let was_empty = case.when.as_ref().is_some_and(|when| {
        is_empty(when) || matches!(when, Cond::And(parts) if parts.iter().any(is_empty))
    });
    let [action] = case.actions.as_slice() else { return false };
    let Deed::Sow(sow) = &action.deed else { return false };
    let it = |part: &PlacePhrase| matches!(part.base, Base::It) && part.filters.is_empty();
    let parts = &sow.source.places.parts;
    was_empty && matches!(sow.source.part, Part::All) && parts.iter().all(it) && sow.begin.is_none()
}
