//! `class-never-offered`: a line of `sow, in this order:` below one that offers the same and more.

use super::faults::Faults;
use super::formula::MAX_CASES;
use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::walk::{self, Visit, VisitContext};
use crate::model::{Deed, Model, Part, PlacePhrase, Sow, SowClass};
use crate::span::Span;

pub(super) const LINT: Lint = Lint {
    name: "class-never-offered",
    severity: Severity::Warning,
    needs: LintInput::Text,
    check,
};

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let faults = Faults::of(subject, |model, _, faults| {
        walk::model(model, &mut Orders { model, faults });
    });
    let finding = |(at, by): (Span, Span)| {
        let message = format!("`{}` is never offered", subject.text(at));
        Diagnostic::warning("class-never-offered", at, message)
            .found("whatever this offers, an earlier line offers")
            .label(by, "this one comes first")
            .help("write it above that line, or add a condition to that line with `, if`")
            .fix(subject.exchange(by, at))
    };
    faults.everywhere(subject).into_iter().map(finding).collect()
}

struct Orders<'a> {
    model: &'a Model,
    faults: &'a mut Faults<Span>,
}

impl Visit for Orders<'_> {
    fn deed(&mut self, _: VisitContext, deed: &Deed) {
        let Deed::SowInOrder(classes) = deed else { return };
        let span = |class: &SowClass| self.model.clause(class.clause).span;
        for (nth, class) in classes.iter().enumerate() {
            let earlier = classes.iter().take(nth.min(MAX_CASES)).find(|earlier| {
                earlier.postcondition.is_none() && is_wider(&earlier.sow, &class.sow)
            });
            self.faults.add(span(class), earlier.map(span));
        }
    }
}

/// Whether the first one offers each hole that the second one offers, sown in the same way.
fn is_wider(first: &Sow, second: &Sow) -> bool {
    let (all, kinds) = (&first.source, &second.source);
    let ([wide], [narrow]) = (all.places.parts.as_slice(), kinds.places.parts.as_slice()) else {
        return false;
    };
    let whole = matches!((&all.part, &kinds.part), (Part::All, Part::All));
    whole
        && all.kind == kinds.kind
        && first.dir == second.dir
        && first.begin == second.begin
        && has_fewer_tests(wide, narrow)
}

fn has_fewer_tests(wide: &PlacePhrase, narrow: &PlacePhrase) -> bool {
    wide.det == narrow.det
        && wide.base == narrow.base
        && wide.pick.is_none()
        && wide.filters.iter().all(|filter| narrow.filters.contains(filter))
}
