//! `other-in-a-case`: `falls in any other hole` after a case, as if `other` spoke of that case.
//!
//! "In any other occupied hole" is what a rule sheet says after a case. Cases leave out those above in any case;
//! `other` leaves out the hole where the sowing began.

use super::faults::Faults;
use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Fix, Severity};
use crate::model::Cond;
use crate::span::Span;

pub(super) const LINT: Lint =
    Lint { name: "other-in-a-case", severity: Severity::Warning, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let faults = Faults::of(subject, |model, _, faults| {
        for rules in model.stages.iter().map(|stage| &stage.rules) {
            let lists = rules.each_seed.lists.iter().chain(&rules.last_seed.lists);
            let lists = lists.chain(&rules.never_ends.lists);
            // The first case of a list has none above it.
            for case in lists.flat_map(|list| list.iter().skip(1)) {
                let when = case.when.as_ref();
                for phrase in when.into_iter().flat_map(falls_in) {
                    faults.add(phrase, other(subject, phrase));
                }
            }
        }
    });
    faults.everywhere(subject).into_iter().map(|(_, at)| finding(at)).collect()
}

fn finding(at: Span) -> Diagnostic {
    Diagnostic::warning("other-in-a-case", at, "`other` does not speak of the cases above")
        .found("it leaves out the hole where the sowing began")
        .fix(
            Fix::guess(at, "")
                .titled("leave out `other`: a case is read only if none above it fits"),
        )
}

/// The phrases after `falls in` in a condition.
fn falls_in(when: &Cond) -> Vec<Span> {
    let parts =
        if let Cond::And(parts) = when { parts.as_slice() } else { std::slice::from_ref(when) };
    let spans = parts.iter().filter_map(|part| {
        let Cond::FallsIn(phrase) = part else { return None };
        Some(phrase.span)
    });
    spans.collect()
}

/// The word `other` in a phrase, with the blank after it.
fn other(subject: &LintSubject<'_>, phrase: Span) -> Option<Span> {
    const WORD: &str = " other ";
    let at = subject.description.sources.slice(phrase).find(WORD)? + phrase.range().start + 1;
    Some(Span::new(phrase.file, at, at + WORD.len() - 1))
}
