//! Statements in statements, actions in actions.

use crate::syntax::ast::{Act, Action, Does, Meaning, Said, Statement};

/// The statements on the deeper lines of a statement.
pub(super) fn below(statement: &Statement) -> &[Statement] {
    match &statement.said {
        Said::Case(case) => match &case.does {
            Does::Also(steps) | Does::Steps(steps) => steps,
            Does::For { steps, .. } | Does::ForEach { steps, .. } => steps,
            Does::Actions(_) | Does::Count(_) => &[],
        },
        Said::Word(word) => match &word.means {
            Meaning::Cases(cases) => cases,
            Meaning::Mark { .. }
            | Meaning::Note { .. }
            | Meaning::Seed(_)
            | Meaning::Kind(_)
            | Meaning::Count(_)
            | Meaning::Places(_)
            | Meaning::Cond(_)
            | Meaning::Actions(_) => &[],
        },
        _ => &[],
    }
}

/// Some statements and all that stand in them, in the order of the text.
pub(super) fn statements(list: &[Statement]) -> Vec<&Statement> {
    let mut all = Vec::new();
    for statement in list {
        all.push(statement);
        all.extend(statements(below(statement)));
    }
    all
}

/// Every action of some statements, in the order of the text.
pub(super) fn actions(list: &[Statement]) -> Vec<&Action> {
    let mut all = Vec::new();
    for statement in statements(list) {
        let own: &[Action] = match &statement.said {
            Said::Case(case) => match &case.does {
                Does::Actions(actions) => actions,
                _ => &[],
            },
            Said::Word(word) => match &word.means {
                Meaning::Actions(actions) => actions,
                _ => &[],
            },
            _ => &[],
        };
        own.iter().for_each(|action| within(action, &mut all));
    }
    all
}

/// An action and those that stand in it.
pub(super) fn within<'a>(action: &'a Action, all: &mut Vec<&'a Action>) {
    all.push(action);
    match &action.deed {
        Act::Either(alternatives) => alternatives.iter().for_each(|one| within(one, all)),
        Act::Repeat { cases, .. } => all.extend(actions(cases)),
        _ => {}
    }
}
