//! `moves-only-opponents-holes`: a move sows holes of the opponent, and never one of the player.

use super::faults::Faults;
use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::{Filter, PlayerRef, Rules};

pub(super) const LINT: Lint = Lint {
    name: "moves-only-opponents-holes",
    severity: Severity::Warning,
    needs: LintInput::Text,
    check,
};

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let faults = Faults::of(subject, |model, _, faults| {
        for rules in model.stages.iter().map(|stage| &stage.rules) {
            let fault = sows_only_theirs(rules);
            for clause in rules.moves.lists.iter().flatten().map(|case| model.clause(case.clause)) {
                // Who names the source of such a rule has read it twice.
                let stated = !clause.cites.is_empty() || clause.assumed.is_some();
                faults.add(clause.span, (fault && !stated).then_some(()));
            }
        }
    });
    let finding = |(at, ())| {
        let message = "players move the opponent's seeds here, and never their own";
        let finding = Diagnostic::warning("moves-only-opponents-holes", at, message)
            .found("only holes of the opponent")
            .help("write `own` for `opponent's`, or add a case for own holes; cite the source if the rule is so");
        subject.word_for(at, "opponent's", "own").into_iter().fold(finding, Diagnostic::fix)
    };
    faults.everywhere(subject).into_iter().map(finding).collect()
}

/// Whether all that is sown in *move* are holes of the opponent.
fn sows_only_theirs(rules: &Rules) -> bool {
    let actions = rules.moves.lists.iter().flatten().flat_map(|case| &case.actions);
    let sowings: Vec<_> = actions.flat_map(|action| action.deed.sowings()).collect();
    let theirs = Filter::Owner(PlayerRef::Opponent);
    !sowings.is_empty()
        && sowings
            .iter()
            .all(|sow| sow.source.places.parts.iter().all(|part| part.filters.contains(&theirs)))
}
