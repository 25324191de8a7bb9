//! `own-and-opponents`: a condition that asks for a hole of the player and of the opponent at once.

use super::faults::Faults;
use super::static_facts::StaticFacts;
use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::walk::{self, Visit, VisitContext};
use crate::model::{Base, Cond, Filter, Model, PlacePhrase, PlayerRef};

pub(super) const LINT: Lint =
    Lint { name: "own-and-opponents", severity: Severity::Warning, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, earlier: &[Diagnostic]) -> Vec<Diagnostic> {
    let faults = Faults::of(subject, |model, _, faults| {
        // Where holes change hands, the owner at the fall may be another one than now.
        if !StaticFacts::new(model).owners_change() {
            walk::model(model, &mut Conditions { model, faults });
        }
    });
    let new = faults.everywhere(subject).into_iter();
    new.filter(|(at, ())| !super::already_reported_within(earlier, *at))
        .map(|(at, ())| {
            let message = "a hole is not the player's own and the opponent's at the same time";
            Diagnostic::warning("own-and-opponents", at, message)
                .found("never true")
                .help("write one of them: `own`, or `opponent's`; or join them with `or`")
        })
        .collect()
}

struct Conditions<'a> {
    model: &'a Model,
    faults: &'a mut Faults<()>,
}

impl Visit for Conditions<'_> {
    fn cond(&mut self, here: VisitContext, cond: &Cond) {
        let (Cond::And(parts), Some(clause)) = (cond, here.clause) else { return };
        let mut owners: Vec<PlayerRef> = parts.iter().filter_map(owner_of_it).collect();
        owners.dedup();
        let both = [PlayerRef::Actor, PlayerRef::Opponent].iter().all(|who| owners.contains(who));
        self.faults.add(self.model.clause(clause).span, both.then_some(()));
    }
}

/// The player who owns the hole of the occasion, if the test asks for one.
fn owner_of_it(test: &Cond) -> Option<PlayerRef> {
    let of = |filters: &[Filter]| {
        filters.iter().find_map(|filter| {
            let Filter::Owner(who) = filter else { return None };
            Some(*who)
        })
    };
    let is_it = |phrase: &PlacePhrase| matches!(phrase.base, Base::It) && phrase.filters.is_empty();
    let is_hole =
        |phrase: &PlacePhrase| matches!(phrase.base, Base::Holes) && phrase.pick.is_none();
    if let Cond::FallsIn(phrase) | Cond::Makes(phrase) = test {
        return is_hole(phrase).then(|| of(&phrase.filters))?;
    }
    let Cond::Is(phrase, test) = test else { return None };
    (is_it(phrase) && !test.not).then(|| of(&test.filters))?
}
