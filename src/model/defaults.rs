//! Which defaults of the language apply to a model.

use super::{Case, Cases, Cond, Deed, DefaultClause, Model, Rules, Step, cases_of_steps};

impl Model {
    /// The defaults that apply because no statement replaces them. `mnc show` and the notes of `mnc
    /// check` list these.
    pub fn active_defaults(&self) -> impl Iterator<Item = DefaultClause> {
        DefaultClause::ALL.into_iter().filter(|default| is_active(self, *default))
    }
}

fn is_active(model: &Model, default: DefaultClause) -> bool {
    let rules = || model.stages.iter().map(|stage| &stage.rules);
    let in_end = |test: fn(&Cond) -> bool| rules().all(|r| ends(r).any(|cond| cond.any_of(&test)));
    match default {
        DefaultClause::FirstMoves => model.clause(model.first_clause).default,
        DefaultClause::Passes => {
            rules().any(|r| r.turn.no_move.is_none()) && !in_end(is_no_move_test)
        }
        DefaultClause::NobodyMoves => !in_end(is_no_move_test),
        DefaultClause::Endless | DefaultClause::OnlyEndless => {
            rules().any(|r| relays(r) && !always_fits(&r.never_ends))
        }
        DefaultClause::Repetition => !in_end(is_repetition_test),
        DefaultClause::EndMove => rules().any(|r| !always_fits(&r.last_seed)),
        DefaultClause::NoWinner => rules().any(|r| r.winner.is_none()),
        DefaultClause::SameStarter => {
            model.next_game.as_deref().is_some_and(|steps| !moves_first(steps))
        }
        DefaultClause::SweepForMatch => model.next_game.is_some(),
        // Limits of the engine, not rules of the game.
        DefaultClause::Fuel | DefaultClause::Work | DefaultClause::LongMatch => false,
        // Always applies; a description cannot replace it.
        DefaultClause::GameBegins => false,
    }
}

fn is_no_move_test(cond: &Cond) -> bool {
    matches!(cond, Cond::NoMove(_))
}

fn is_repetition_test(cond: &Cond) -> bool {
    matches!(cond, Cond::PositionReturns(_))
}

/// The conditions under which the game ends.
fn ends(rules: &Rules) -> impl Iterator<Item = &Cond> {
    all_cases(&rules.end).chain(all_cases(&rules.end_at_any_time)).filter_map(|c| c.when.as_ref())
}

fn all_cases(cases: &Cases) -> impl Iterator<Item = &Case> {
    cases.lists.iter().flatten()
}

fn always_fits(cases: &Cases) -> bool {
    all_cases(cases).any(|case| case.when.is_none())
}

/// Whether a move can have more than one lap.
fn relays(rules: &Rules) -> bool {
    all_cases(&rules.last_seed).flat_map(|case| &case.actions).any(|action| action.deed.may_relay())
}

fn moves_first(steps: &[Step]) -> bool {
    let mut actions =
        cases_of_steps(steps).into_iter().flat_map(all_cases).flat_map(|c| &c.actions);
    actions.any(|action| matches!(action.deed, Deed::MovesFirst))
}
