//! `put-where-it-is`: seeds are put in the place that they are taken from.

use super::faults::Faults;
use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::walk::{self, Visit, VisitContext};
use crate::model::{Deed, Det};

pub(super) const LINT: Lint =
    Lint { name: "put-where-it-is", severity: Severity::Warning, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let faults = Faults::of(subject, |model, _, faults| walk::model(model, &mut Puts { faults }));
    let finding = |(at, ())| {
        let message = format!("`{}` is where the seeds are already", subject.text(at));
        Diagnostic::warning("put-where-it-is", at, message)
            .found("the same place as the one they are taken from")
            .help("name another place, or leave the action out")
    };
    faults.everywhere(subject).into_iter().map(finding).collect()
}

struct Puts<'a> {
    faults: &'a mut Faults<()>,
}

impl Visit for Puts<'_> {
    fn deed(&mut self, _: VisitContext, deed: &Deed) {
        let Deed::Put(source, to) = deed else { return };
        let [from] = source.places.parts.as_slice() else { return };
        // What a player chooses twice can be two places.
        let same = from == to && matches!(from.det, Det::One);
        self.faults.add(to.span, same.then_some(()));
    }
}
