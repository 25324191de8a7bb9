//! `passes-over-everything`: a way that passes over all of its holes, so no seed can fall.

use super::faults::Faults;
use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::{Base, Filter, MannerKind, PlacePhrase, PlayerRef, WayLine};

pub(super) const LINT: Lint = Lint {
    name: "passes-over-everything",
    severity: Severity::Warning,
    needs: LintInput::Text,
    check,
};

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let faults = Faults::of(subject, |model, _, faults| {
        for line in model.stages.iter().flat_map(|stage| &stage.rules.way) {
            let fault = passes_all(line).then_some(());
            faults.add(model.clause(line.clause).span, fault);
        }
    });
    let finding = |(at, ())| {
        let message = "this passes over every hole, so no seed can fall anywhere";
        Diagnostic::warning("passes-over-everything", at, message)
            .found("no hole is left")
            .help("say which holes get no seed, for example `passing over the origin`, or add a condition with `when`")
    };
    faults.everywhere(subject).into_iter().map(finding).collect()
}

/// Whether a manner without a condition leaves no hole.
fn passes_all(line: &WayLine) -> bool {
    let whole = |phrase: &PlacePhrase| {
        matches!(phrase.base, Base::Holes | Base::WayPlaces)
            && phrase.pick.is_none()
            && phrase.filters.iter().all(|filter| *filter == Filter::Open)
    };
    let sides = |who: PlayerRef| {
        line.manners.iter().any(|manner| {
            let MannerKind::PassingOver(phrase) = &manner.kind else { return false };
            manner.when.is_none()
                && matches!(phrase.base, Base::Holes)
                && phrase.pick.is_none()
                && phrase
                    .filters
                    .iter()
                    .all(|f| matches!(f, Filter::Open) || *f == Filter::Owner(who))
        })
    };
    let all = line.manners.iter().any(|manner| {
        let MannerKind::PassingOver(phrase) = &manner.kind else { return false };
        manner.when.is_none() && whole(phrase)
    });
    line.when.is_none() && (all || sides(PlayerRef::Actor) && sides(PlayerRef::Opponent))
}
