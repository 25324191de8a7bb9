//! `run-takes-everything`: a capture of an unbroken run of holes that nothing breaks.

use super::faults::Faults;
use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::walk::{self, Visit, VisitContext};
use crate::model::{Base, Deed, Filter, PlacePhrase};

pub(super) const LINT: Lint = Lint {
    name: "run-takes-everything",
    severity: Severity::Warning,
    needs: LintInput::Text,
    check,
};

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let faults = Faults::of(subject, |model, _, faults| walk::model(model, &mut Runs { faults }));
    let finding = |(at, ())| {
        let message = format!("`{}` is always the whole row", subject.text(at));
        Diagnostic::warning("run-takes-everything", at, message)
            .found("no hole breaks the run")
            .help("say which holes belong to it, for example `the run of opponent's holes holding 2 or 3 before it`")
    };
    faults.everywhere(subject).into_iter().map(finding).collect()
}

struct Runs<'a> {
    faults: &'a mut Faults<()>,
}

impl Visit for Runs<'_> {
    fn deed(&mut self, _: VisitContext, deed: &Deed) {
        let Deed::Capture(source) = deed else { return };
        for phrase in &source.places.parts {
            self.faults.add(phrase.span, is_unbroken(phrase).then_some(()));
        }
    }
}

/// Whether the run ends only where the row of a player does.
fn is_unbroken(phrase: &PlacePhrase) -> bool {
    let Base::Run { .. } = phrase.base else { return false };
    phrase.filters.iter().all(|filter| matches!(filter, Filter::Owner(_) | Filter::Open))
}
