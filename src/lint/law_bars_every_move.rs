//! `law-bars-every-move`: a statement of *allowed* that no move obeys.

use super::faults::Faults;
use super::place_bounds::Extents;
use super::static_facts::StaticFacts;
use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::walk::VisitContext;
use crate::model::{
    Base, Filter, Law, LawDeed, Model, PlacePhrase, PlaceSetBits, PlayerRef, Rules,
};

pub(super) const LINT: Lint = Lint {
    name: "law-bars-every-move",
    severity: Severity::Warning,
    needs: LintInput::Text,
    check,
};

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let faults = Faults::of(subject, |model, survey, faults| {
        for rules in model.stages.iter().map(|stage| &stage.rules) {
            for law in rules.laws.iter().filter(|law| law.when.is_none()) {
                let barred = if law.must && !law.if_any_can {
                    cannot_be_kept(model, law, survey.sown)
                } else {
                    !law.must && is_always_broken(rules, law)
                };
                faults.add(model.clause(law.clause).span, barred.then_some(()));
            }
        }
    });
    let finding = |(at, ())| {
        let message = format!("no move obeys `{}`", subject.text(at));
        Diagnostic::warning("law-bars-every-move", at, message)
            .found("with this, nobody can ever move")
            .help("add a condition with `when`, narrow the places, or delete it")
    };
    faults.everywhere(subject).into_iter().map(finding).collect()
}

/// Whether a move must reach a place in which no seed ever falls.
fn cannot_be_kept(model: &Model, law: &Law, sown: PlaceSetBits) -> bool {
    let (LawDeed::Reaches(place) | LawDeed::EndsIn(place) | LawDeed::BeginsIn(place)) = &law.deed
    else {
        return false;
    };
    let facts = StaticFacts::new(model);
    let there = Extents::new(&facts).places(place, VisitContext::default());
    there.intersection(sown).is_empty()
}

/// Whether every move begins from one of the places that the law forbids.
fn is_always_broken(rules: &Rules, law: &Law) -> bool {
    let LawDeed::BeginsFrom(place) = &law.deed else { return false };
    let actions = rules.moves.lists.iter().flatten().flat_map(|case| &case.actions);
    let mut sowings = actions.flat_map(|action| action.deed.sowings()).peekable();
    let whole = |phrase: &PlacePhrase| matches!(phrase.base, Base::Holes) && phrase.pick.is_none();
    let own = place.filters.contains(&Filter::Owner(PlayerRef::Actor));
    let covers = whole(place)
        && place.filters.iter().all(|f| {
            matches!(f, Filter::Open | Filter::Occupied | Filter::Owner(PlayerRef::Actor))
        });
    covers
        && sowings.peek().is_some()
        && sowings.all(|sow| {
            let parts = &sow.source.places.parts;
            parts.iter().all(|part| {
                let is_own = part.filters.contains(&Filter::Owner(PlayerRef::Actor));
                matches!(part.base, Base::Holes) && (!own || is_own)
            })
        })
}
