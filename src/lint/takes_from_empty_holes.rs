//! `takes-from-empty-holes`: an action that takes seeds from holes that are empty: the phrase or the condition says so.

use super::faults::Faults;
use super::static_facts::StaticFacts;
use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::walk::{self, Visit, VisitContext};
use crate::model::{Case, Cond, Deed, Filter, PlacePhrase, Source};
use crate::span::Span;

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
        let known = Vec::new();
        walk::model(model, &mut TakenFrom { facts, most: survey.seeds, faults, known });
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
    /// The phrases of which the condition of their case says that they are empty.
    known: Vec<Span>,
}

impl TakenFrom<'_> {
    fn source(&mut self, source: &Source) {
        for phrase in &source.places.parts {
            let empty = self.known.contains(&phrase.span) || self.is_empty(phrase);
            self.faults.add(phrase.span, empty.then_some(()));
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

/// The phrases of which a condition says that their places are empty.
fn said_empty<'c>(cond: &'c Cond, found: &mut Vec<&'c PlacePhrase>) {
    if let Cond::And(parts) = cond {
        parts.iter().for_each(|part| said_empty(part, found));
    }
    if let Cond::Is(phrase, test) = cond
        && !test.not
        && test.filters == [Filter::Empty]
    {
        found.push(phrase);
    }
}

/// Whether two phrases select the same places, if each selects all that fit.
fn same_places(one: &PlacePhrase, other: &PlacePhrase) -> bool {
    let PlacePhrase { det: _, base, filters, pick, span: _ } = one;
    (base, filters, pick) == (&other.base, &other.filters, &other.pick)
}

impl Visit for TakenFrom<'_> {
    fn list(&mut self, _: VisitContext, list: &[Case]) {
        for case in list {
            let mut empty = Vec::new();
            case.when.iter().for_each(|when| said_empty(when, &mut empty));
            // Later actions may find seeds there that an earlier one has put.
            let first = case.actions.first().map(|action| &action.deed);
            let (Some(Deed::Capture(source) | Deed::Put(source, _)), false) =
                (first, empty.is_empty())
            else {
                continue;
            };
            for phrase in &source.places.parts {
                if empty.iter().any(|empty| same_places(empty, phrase)) {
                    self.known.push(phrase.span);
                }
            }
        }
    }

    fn deed(&mut self, _: VisitContext, deed: &Deed) {
        deed.sowings().for_each(|sow| self.source(&sow.source));
        if let Deed::Capture(source) | Deed::Put(source, _) = deed {
            self.source(source);
        }
    }
}
