//! `laws-contradict`: a move must do what it may not do.

use super::faults::Faults;
use super::formula::MAX_CASES;
use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::{Law, LawDeed};
use crate::span::Span;

pub(super) const LINT: Lint =
    Lint { name: "laws-contradict", severity: Severity::Warning, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let faults = Faults::of(subject, |model, _, faults| {
        for laws in model.stages.iter().map(|stage| &stage.rules.laws) {
            for (nth, law) in laws.iter().enumerate() {
                let against =
                    laws.iter().take(nth.min(MAX_CASES)).find(|earlier| contradict(earlier, law));
                let against = against.map(|earlier| model.clause(earlier.clause).span);
                faults.add(model.clause(law.clause).span, against);
            }
        }
    });
    let finding = |(at, against): (Span, Span)| {
        let message = "no move obeys both of these statements";
        let finding = Diagnostic::warning("laws-contradict", at, message)
            .found("this contradicts the other one")
            .label(against, "the other one")
            .help("add a condition to one of them with `when`, or delete it");
        subject.deletion(at).into_iter().fold(finding, Diagnostic::fix)
    };
    faults.everywhere(subject).into_iter().map(finding).collect()
}

/// Whether one asks for what the other one forbids, whenever one of them applies. A duty with `if any can`
/// gives way to a ban, so it is pointless only below a ban that always applies.
fn contradict(one: &Law, other: &Law) -> bool {
    let (duty, ban) = if one.must { (one, other) } else { (other, one) };
    let overlap =
        ban.when.is_none() || !duty.if_any_can && (duty.when.is_none() || duty.when == ban.when);
    duty.must && !ban.must && overlap && is_same(&one.deed, &other.deed)
}

fn is_same(one: &LawDeed, other: &LawDeed) -> bool {
    match (one, other) {
        (
            LawDeed::Captures { places: a, first_lap: x },
            LawDeed::Captures { places: b, first_lap: y },
        ) => a == b && x == y,
        (LawDeed::LeavesSeeds(who, a), LawDeed::LeavesSeeds(whom, b)) => who == whom && a == b,
        (LawDeed::LeavesEmpty(a), LawDeed::LeavesEmpty(b))
        | (LawDeed::Reaches(a), LawDeed::Reaches(b))
        | (LawDeed::EndsIn(a), LawDeed::EndsIn(b))
        | (LawDeed::BeginsFrom(a), LawDeed::BeginsFrom(b))
        | (LawDeed::BeginsIn(a), LawDeed::BeginsIn(b)) => a == b,
        _ => false,
    }
}
