//! `takes-from-empty-holes`: an action that takes seeds from holes that are empty.

use super::faults::Faults;
use super::static_facts::StaticFacts;
use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::walk::{self, Visit, VisitContext};
use crate::model::{Deed, PlacePhrase, Source};

pub(super) const LINT: Lint = Lint {
    name: "takes-from-empty-holes",
    severity: Severity::Warning,
    needs: LintInput::Text,
    check,
};

/// Up to this number of seeds is tried.
const MOST_TRIED: i64 = 64;

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let faults = Faults::of(subject, |model, survey, faults| {
        let facts = StaticFacts::new(model);
        walk::model(model, &mut TakenFrom { facts, most: survey.seeds, faults });
    });
    let finding = |(at, ())| {
        let message = format!("`{}` has no seeds to take", subject.text(at));
        let finding = Diagnostic::warning("takes-from-empty-holes", at, message)
            .found("only empty holes fit")
            .help(
                "name holes that hold seeds: write `occupied` for `empty`, or leave the action out",
            );
        subject.word_for(at, "empty", "occupied").into_iter().fold(finding, Diagnostic::fix)
    };
    faults.everywhere(subject).into_iter().map(finding).collect()
}

/// Visitor: the places that seeds are taken from.
struct TakenFrom<'a> {
    facts: StaticFacts<'a>,
    most: i64,
    faults: &'a mut Faults<()>,
}

impl TakenFrom<'_> {
    fn source(&mut self, source: &Source) {
        for phrase in &source.places.parts {
            self.faults.add(phrase.span, self.is_empty(phrase).then_some(()));
        }
    }

    /// Whether only places without seeds fit.
    fn is_empty(&self, phrase: &PlacePhrase) -> bool {
        phrase.filters.iter().any(|filter| {
            let with_seeds =
                (1..=self.most.clamp(1, MOST_TRIED)).any(|n| self.facts.can_pass(n, filter));
            self.facts.can_pass(0, filter) && !with_seeds
        })
    }
}

impl Visit for TakenFrom<'_> {
    fn deed(&mut self, _: VisitContext, deed: &Deed) {
        deed.sowings().for_each(|sow| self.source(&sow.source));
        if let Deed::Capture(source) | Deed::Put(source, _) = deed {
            self.source(source);
        }
    }
}
