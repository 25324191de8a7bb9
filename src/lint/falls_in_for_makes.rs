//! `falls-in-for-makes`: a hole is captured by the number that it held before the seed fell.
//!
//! "A hole that comes to three is captured" is `makes 3`. `falls in a hole holding 3` asks what the hole held
//! before, so it captures four.

use super::faults::Faults;
use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Fix, Severity};
use crate::model::{Action, Amount, Base, Case, Cond, Count, Deed, Filter, Part, PlacePhrase};
use crate::span::Span;

pub(super) const LINT: Lint =
    Lint { name: "falls-in-for-makes", severity: Severity::Warning, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let faults = Faults::of(subject, |model, _, faults| {
        for rules in model.stages.iter().map(|stage| &stage.rules) {
            let lists = rules.each_seed.lists.iter().chain(&rules.last_seed.lists);
            let lists = lists.chain(&rules.never_ends.lists);
            for case in lists.flatten() {
                let meant = confused(case);
                let at = meant.map_or(model.clause(case.clause).span, |(at, _)| at);
                faults.add(at, meant.map(|(_, number)| number));
            }
        }
    });
    faults.everywhere(subject).into_iter().map(|(at, n)| finding(subject, at, n)).collect()
}

fn finding(subject: &LintSubject<'_>, at: Span, number: i64) -> Diagnostic {
    let text = subject.text(at);
    let message = format!("`falls in {text}` is about the hole before the seed falls");
    let finding = Diagnostic::warning("falls-in-for-makes", at, message)
        .found(format!("it held {number}, and then holds {}", number + 1))
        .help(format!(
            "if {number} seeds are to be captured, not {}, write `makes {text}`",
            number + 1
        ));
    falls_in(subject, at).into_iter().fold(finding, |finding, verb| {
        let fix = Fix::guess(verb, "makes");
        finding.fix(fix.titled(format!("write `makes {text}`")))
    })
}

/// The words `falls in` before a phrase.
fn falls_in(subject: &LintSubject<'_>, phrase: Span) -> Option<Span> {
    let text = &subject.description.sources.get(phrase.file)?.text;
    let before = text.get(..phrase.range().start)?.trim_end();
    let start = before.strip_suffix("falls in")?.len();
    Some(Span::new(phrase.file, start, before.len()))
}

/// The phrase and the number of a case that captures the hole of the fall by what it held before.
fn confused(case: &Case) -> Option<(Span, i64)> {
    let captures_it = |action: &Action| {
        let Deed::Capture(source) = &action.deed else { return false };
        let it = |part: &PlacePhrase| matches!(part.base, Base::It) && part.filters.is_empty();
        matches!(source.part, Part::All) && source.places.parts.first().is_some_and(it)
    };
    if !case.actions.iter().any(captures_it) {
        return None;
    }
    let when = case.when.as_ref()?;
    let parts =
        if let Cond::And(parts) = when { parts.as_slice() } else { std::slice::from_ref(when) };
    // Who asks for both times knows the difference.
    if parts.iter().any(|part| matches!(part, Cond::Makes(_) | Cond::MakesAmount(_))) {
        return None;
    }
    parts.iter().find_map(|part| {
        let Cond::FallsIn(phrase) = part else { return None };
        let mut amounts = phrase.filters.iter().filter_map(|filter| {
            let Filter::Holding(amount) = filter else { return None };
            exact(amount)
        });
        Some((phrase.span, amounts.next()?))
    })
}

/// The first of the numbers that pass, if all are 2 or more: a single seed is often asked for on purpose.
fn exact(amount: &Amount) -> Option<i64> {
    let Amount::OneOf(counts) = amount else { return None };
    let numbers = counts.iter().map(|count| {
        let Count::Fixed(n) = count else { return None };
        Some(*n)
    });
    numbers.collect::<Option<Vec<i64>>>()?.into_iter().min().filter(|least| *least >= 2)
}
