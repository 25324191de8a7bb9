//! `goal-already-reached`: a condition of *end* that is true when the game begins.
//!
//! Only conditions about seeds are evaluated: how many a player holds, has in own holes, or are left.

use super::faults::Faults;
use super::static_facts::StaticFacts;
use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::{
    Base, Case, Cond, Deed, Filter, Model, PlaceId, PlaceKind, Places, PlayerRef, Seat, Subject,
};
use crate::span::Span;

pub(super) const LINT: Lint = Lint {
    name: "goal-already-reached",
    severity: Severity::Warning,
    needs: LintInput::Text,
    check,
};

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let faults = Faults::of(subject, |model, _, faults| {
        let Some(rules) = model.stages.first().map(|stage| &stage.rules) else { return };
        let facts = StaticFacts::new(model);
        let lists = rules.end.lists.iter().chain(&rules.end_at_any_time.lists);
        for case in lists.flatten() {
            let reached = model.opening.is_empty()
                && lays_holes(model)
                && ends_the_game(case)
                && case.when.as_ref().and_then(|when| at_start(&facts, when)) == Some(true);
            let store = case.when.as_ref().is_some_and(has_no_seeds_anywhere);
            faults.add(model.clause(case.clause).span, reached.then_some(store));
        }
    });
    let finding = |(at, no_seeds): (Span, bool)| {
        let message = "this is true when the game begins, so nobody can avoid it";
        let finding = Diagnostic::warning("goal-already-reached", at, message);
        if !no_seeds {
            return finding.found("the seeds of *start* are enough").help(
                "check the number, and whether it is `more` or `fewer`, `own` or `opponent's`",
            );
        }
        let finding = finding
            .found("this counts the seeds in store and hand, not those in holes")
            .help("write `no seeds in own holes` to count the holes");
        let fix = subject.word_for(at, "no seeds", "no seeds in own holes");
        fix.into_iter().fold(finding, Diagnostic::fix)
    };
    faults.everywhere(subject).into_iter().map(finding).collect()
}

/// Whether it is that a player has no seeds, without a place.
fn has_no_seeds_anywhere(cond: &Cond) -> bool {
    matches!(cond, Cond::PlayerSeeds(_, amount, None) if amount.is_none())
}

fn lays_holes(model: &Model) -> bool {
    model.start.iter().any(|(_, place, n)| place.index() < model.board.holes && *n > 0)
}

fn ends_the_game(case: &Case) -> bool {
    case.actions.iter().any(|action| {
        matches!(action.deed, Deed::EndGame | Deed::Draw | Deed::Wins(_) | Deed::Loses(_))
    })
}

/// The value of a condition at the beginning, if it is only about seeds.
fn at_start(facts: &StaticFacts<'_>, cond: &Cond) -> Option<bool> {
    let model = facts.model();
    if let Cond::And(parts) = cond {
        return all(parts.iter().map(|part| at_start(facts, part)));
    }
    if let Cond::Or(parts) = cond {
        let none = all(parts.iter().map(|part| at_start(facts, part).map(|so| !so)));
        return none.map(|so| !so);
    }
    if let Cond::Not(part) = cond {
        return at_start(facts, part).map(|so| !so);
    }
    if let Cond::SeedsLeft(amount) = cond {
        return facts.passes(laid(model, |place| place.index() < model.board.holes), amount);
    }
    let Cond::PlayerSeeds(who, amount, places) = cond else { return None };
    if places.as_ref().is_some_and(|places| !is_own_holes(places)) {
        return None;
    }
    let counted = |seat: Seat| {
        laid(model, |id| {
            let place = model.board.places.get(id.index());
            let mine = place.filter(|place| place.owner == Some(seat));
            mine.is_some_and(|place| (place.kind == PlaceKind::Hole) == places.is_some())
        })
    };
    let answers: Option<Vec<bool>> =
        facts.seats().map(|seat| facts.passes(counted(seat), amount)).collect();
    let answers = answers?;
    match who {
        Subject::Some => Some(answers.contains(&true)),
        Subject::One(PlayerRef::Seat(seat)) => answers.get(seat.index()).copied(),
        // The answer must not depend on who moves first.
        Subject::One(_) | Subject::Each => {
            let first = *answers.first()?;
            answers.iter().all(|one| *one == first).then_some(first)
        }
    }
}

/// Three-valued *and*.
fn all(parts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut result = Some(true);
    for part in parts {
        match part {
            Some(false) => return Some(false),
            Some(true) => {}
            None => result = None,
        }
    }
    result
}

/// The seeds of some places when the game begins.
fn laid(model: &Model, of: impl Fn(PlaceId) -> bool) -> i64 {
    let there = model.start.iter().filter(|(_, place, _)| of(*place));
    there.map(|(.., n)| i64::from(*n)).sum()
}

/// Whether the places are `own holes`, without further conditions.
fn is_own_holes(places: &Places) -> bool {
    let [phrase] = places.parts.as_slice() else { return false };
    matches!(phrase.base, Base::Holes)
        && phrase.pick.is_none()
        && phrase.filters.contains(&Filter::Owner(PlayerRef::Actor))
        && phrase
            .filters
            .iter()
            .all(|f| matches!(f, Filter::Owner(PlayerRef::Actor) | Filter::Open))
}
