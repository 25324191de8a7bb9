//! `goal-against-winner`: a player loses by holding many seeds where most seeds win, or the reverse.

use super::faults::Faults;
use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::{Amount, Case, Cond, Count, Deed, PlayerRef, Rules, Subject};

pub(super) const LINT: Lint = Lint {
    name: "goal-against-winner",
    severity: Severity::Warning,
    needs: LintInput::Text,
    check,
};

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let faults = Faults::of(subject, |model, survey, faults| {
        for rules in model.stages.iter().map(|stage| &stage.rules) {
            for case in rules.end.lists.iter().flatten() {
                let fault = opposed(rules, case, survey.seeds);
                faults.add(model.clause(case.clause).span, fault);
            }
        }
    });
    let finding = |(at, loses): (_, bool)| {
        let (most, verb) = if loses { ("most", "loses") } else { ("fewest", "wins") };
        let message = format!(
            "the player who holds many seeds {verb} here, and *winner* says `{most} seeds`"
        );
        let other = if loses { "wins" } else { "loses" };
        let finding = Diagnostic::warning("goal-against-winner", at, message)
            .found(format!("this player {verb}"))
            .help(format!("write `{other}` here, or correct *winner*"));
        subject.word_for(at, verb, other).into_iter().fold(finding, Diagnostic::fix)
    };
    faults.everywhere(subject).into_iter().map(finding).collect()
}

/// Whether the case gives the game against what *winner* counts; `true`: the player with many seeds loses.
fn opposed(rules: &Rules, case: &Case, seeds: i64) -> Option<bool> {
    let winner = rules.winner.as_ref().filter(|winner| winner.places.is_none())?;
    let Some(Cond::PlayerSeeds(Subject::Some, amount, None)) = &case.when else { return None };
    let many = match amount {
        Amount::AtLeast(Count::Fixed(n)) | Amount::More(Count::Fixed(n)) => *n * 2 >= seeds,
        Amount::AtLeast(_)
        | Amount::More(_)
        | Amount::OneOf(_)
        | Amount::AtMost(_)
        | Amount::Fewer(_)
        | Amount::Even(_)
        | Amount::Odd(_)
        | Amount::Between(..) => false,
    };
    let loses = case.actions.iter().find_map(|action| {
        let loses = matches!(action.deed, Deed::Loses(false));
        let decides = loses || matches!(action.deed, Deed::Wins(false));
        let holder = action.who == Subject::One(PlayerRef::That);
        let other = action.who == Subject::One(PlayerRef::Other);
        // If the other player wins, this one loses.
        (decides && (holder || other)).then_some(loses == holder)
    })?;
    (many && loses != winner.fewest).then_some(loses)
}
