//! `number-above-all-seeds`: a number of seeds that is more than the game has.

use super::faults::Faults;
use super::static_facts::StaticFacts;
use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::walk::{self, Visit, VisitContext};
use crate::model::{Amount, Cond, Count, Deed, Part, Source};
use crate::span::Span;

pub(super) const LINT: Lint = Lint {
    name: "number-above-all-seeds",
    severity: Severity::Warning,
    needs: LintInput::Text,
    check,
};

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let faults = Faults::of(subject, |model, survey, faults| {
        let facts = StaticFacts::new(model);
        walk::model(model, &mut SeedNumbers { facts, seeds: survey.seeds, faults });
    });
    let finding = |(at, (number, seeds)): (Span, (i64, i64))| {
        let message = format!("{number} seeds are asked for, and the game has {seeds}");
        Diagnostic::warning("number-above-all-seeds", at, message)
            .found("more than there are")
            .help("correct the number, or the seeds of *start*")
    };
    faults.everywhere(subject).into_iter().map(finding).collect()
}

/// Visitor: the numbers of seeds that statements take or ask for.
struct SeedNumbers<'a> {
    facts: StaticFacts<'a>,
    seeds: i64,
    faults: &'a mut Faults<(i64, i64)>,
}

impl SeedNumbers<'_> {
    fn number(&mut self, here: VisitContext, count: &Count) {
        let (Count::Fixed(n), Some(clause)) = (count, here.clause) else { return };
        let over = *n > self.seeds;
        if over {
            self.faults.add(self.facts.model().clause(clause).span, Some((*n, self.seeds)));
        }
    }

    fn source(&mut self, here: VisitContext, source: &Source) {
        match &source.part {
            Part::Number(n) => self.number(here, n),
            Part::AnyNumber(from, _) => self.number(here, from),
            Part::All | Part::Half | Part::EachSeed | Part::Nearest => {}
        }
    }
}

impl Visit for SeedNumbers<'_> {
    fn deed(&mut self, here: VisitContext, deed: &Deed) {
        deed.sowings().for_each(|sow| self.source(here, &sow.source));
        if let Deed::Capture(source) | Deed::Put(source, _) = deed {
            self.source(here, source);
        }
        if let Deed::Fill { with, .. } = deed {
            self.number(here, with);
        }
    }

    fn cond(&mut self, here: VisitContext, cond: &Cond) {
        let Cond::CountIs(Count::SeedsIn(_), amount) = cond else { return };
        let least = match amount {
            Amount::AtLeast(n) | Amount::More(n) | Amount::Between(n, _) => n,
            Amount::OneOf(all) => match all.as_slice() {
                [one] => one,
                _ => return,
            },
            Amount::AtMost(_) | Amount::Fewer(_) | Amount::Even(_) | Amount::Odd(_) => return,
        };
        if self.facts.passes(self.seeds, amount) == Some(false) {
            self.number(here, least);
        }
    }
}
