//! What a description leaves to the usual rules, as far as its statements tell.

use super::{Case, Cases, Cond, Deed, Default, Model, Rules, Step, StepKind};

impl Model {
    /// The defaults that hold because no statement replaces them. `mnc show` and the notes of
    /// `mnc check` both list these.
    pub fn unsaid_defaults(&self) -> impl Iterator<Item = Default> {
        Default::ALL.into_iter().filter(|default| is_unsaid(self, *default))
    }
}

fn is_unsaid(model: &Model, default: Default) -> bool {
    let rules = || model.stages.iter().map(|stage| &stage.rules);
    let in_end =
        |test: fn(&Cond) -> bool| rules().all(|r| ends(r).any(|cond| is_or_has(cond, test)));
    match default {
        Default::FirstMoves => model.clause(model.first_clause).default,
        Default::Passes => rules().any(|r| r.turn.no_move.is_none()) && !in_end(no_move),
        Default::NobodyMoves => !in_end(no_move),
        Default::Endless | Default::OnlyEndless => rules().any(relays),
        Default::Repetition => !in_end(returns),
        Default::EndMove => rules().any(|r| !always_fits(&r.last_seed)),
        Default::NoWinner => rules().any(|r| r.winner.is_none()),
        Default::SameStarter => {
            model.next_game.as_deref().is_some_and(|steps| !steps.iter().any(step_moves_first))
        }
        Default::SweepForMatch => model.next_game.is_some(),
        // Bounds of the engine, not rules of the game.
        Default::Fuel | Default::Work | Default::LongMatch => false,
        // Always so; a description cannot replace it.
        Default::GameBegins => false,
    }
}

fn no_move(cond: &Cond) -> bool {
    matches!(cond, Cond::NoMove(_))
}

fn returns(cond: &Cond) -> bool {
    matches!(cond, Cond::PositionReturns(_))
}

/// The conditions under which the game ends.
fn ends(rules: &Rules) -> impl Iterator<Item = &Cond> {
    all_cases(&rules.end).chain(all_cases(&rules.end_at_any_time)).filter_map(|c| c.when.as_ref())
}

fn is_or_has(cond: &Cond, test: fn(&Cond) -> bool) -> bool {
    match cond {
        Cond::And(parts) | Cond::Or(parts) => parts.iter().any(|part| is_or_has(part, test)),
        Cond::Not(part) => is_or_has(part, test),
        cond => test(cond),
    }
}

fn all_cases(cases: &Cases) -> impl Iterator<Item = &Case> {
    cases.lists.iter().flatten()
}

fn always_fits(cases: &Cases) -> bool {
    all_cases(cases).any(|case| case.when.is_none())
}

/// Whether a move can have more than one lap.
fn relays(rules: &Rules) -> bool {
    all_cases(&rules.last_seed).flat_map(|case| &case.actions).any(|action| may_sow(&action.deed))
}

fn may_sow(deed: &Deed) -> bool {
    match deed {
        Deed::Sow(_) | Deed::SowInOrder(_) | Deed::Do(_) | Deed::Repeat { .. } => true,
        Deed::Cases(cases) => {
            all_cases(cases).flat_map(|case| &case.actions).any(|action| may_sow(&action.deed))
        }
        Deed::Either(_, actions) => actions.iter().any(|action| may_sow(&action.deed)),
        _ => false,
    }
}

fn step_moves_first(step: &Step) -> bool {
    match &step.kind {
        StepKind::Cases(cases) => all_cases(cases)
            .flat_map(|case| &case.actions)
            .any(|action| matches!(action.deed, Deed::MovesFirst)),
        StepKind::For(_, steps) | StepKind::ForEach(_, _, steps) | StepKind::When(_, steps) => {
            steps.iter().any(step_moves_first)
        }
    }
}
