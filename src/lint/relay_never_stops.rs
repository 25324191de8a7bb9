//! `relay-never-stops`: every lap is followed by another, so no move ever ends.

use super::faults::Faults;
use super::{Lint, LintInput, LintSubject, ast_queries};
use crate::diagnostic::{Diagnostic, Fix, Severity};
use crate::model::{Base, Case, Cases, Deed, Part, Rules};
use crate::span::Span;
use crate::syntax::ast::AstCaseGuard;

pub(super) const LINT: Lint =
    Lint { name: "relay-never-stops", severity: Severity::Warning, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let faults = Faults::of(subject, |model, _, faults| {
        for rules in model.stages.iter().map(|stage| &stage.rules) {
            let endless = always_sows(rules);
            for case in rules.last_seed.lists.iter().flatten().filter(|case| case.when.is_none()) {
                faults.add(model.clause(case.clause).span, endless.then_some(()));
            }
        }
    });
    faults.everywhere(subject).into_iter().map(|(at, ())| finding(subject, at)).collect()
}

fn finding(subject: &LintSubject<'_>, at: Span) -> Diagnostic {
    let message = "every lap is followed by another, so no move ever ends";
    let finding = Diagnostic::warning("relay-never-stops", at, message)
        .found("this sows wherever the last seed falls");
    let example = "falls in an occupied hole -> ";
    let guard = ast_queries::statement_at(subject.file(), at).and_then(ast_queries::fits);
    if let Some(AstCaseGuard::Always) = guard {
        let start = Span::new(at.file, at.range().start, at.range().start);
        let fix = Fix::guess(start, example);
        return finding.fix(fix.titled(format!("write `{example}` before it")));
    }
    finding.help("let one case end the move, for example `falls in an empty hole -> end move`")
}

/// Whether each case of *last seed* sows the hole of the last seed, one always fits, and nothing else ends a move, or is
/// said of sowings that never end.
fn always_sows(rules: &Rules) -> bool {
    let [list] = rules.last_seed.lists.as_slice() else { return false };
    let sows_it = |case: &Case| {
        let [action] = case.actions.as_slice() else { return false };
        let Deed::Sow(sow) = &action.deed else { return false };
        let [place] = sow.source.places.parts.as_slice() else { return false };
        let all = matches!(sow.source.part, Part::All) && sow.source.kind.is_none();
        let it = matches!(place.base, Base::It) && place.filters.is_empty();
        all && it && !action.may && action.postcondition.is_none()
    };
    let quiet = |cases: &Cases| cases.lists.iter().all(Vec::is_empty);
    list.iter().any(|case| case.when.is_none())
        && list.iter().all(sows_it)
        && quiet(&rules.never_ends)
        && quiet(&rules.each_seed)
        && quiet(&rules.before_each_lap)
        && quiet(&rules.after_capture)
        && quiet(&rules.end_at_any_time)
}
