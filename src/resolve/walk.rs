//! Traversal of nested statements and actions.

use crate::syntax::ast::{AstAction, AstCaseBody, AstMeaning, Statement, StatementKind};

/// The statements on the deeper lines of a statement.
pub(super) fn below(statement: &Statement) -> &[Statement] {
    match &statement.kind {
        StatementKind::Case(case) => match &case.does {
            AstCaseBody::Also(steps) | AstCaseBody::Steps(steps) => steps,
            AstCaseBody::For { steps, .. } | AstCaseBody::ForEach { steps, .. } => steps,
            AstCaseBody::Actions(_) | AstCaseBody::Count(_) => &[],
        },
        StatementKind::Word(word) => match &word.meaning {
            AstMeaning::Cases(cases) => cases,
            AstMeaning::Mark { .. }
            | AstMeaning::Note { .. }
            | AstMeaning::Seed(_)
            | AstMeaning::Kind(_)
            | AstMeaning::Count(_)
            | AstMeaning::Places(_)
            | AstMeaning::Cond(_)
            | AstMeaning::Actions(_) => &[],
        },
        _ => &[],
    }
}

/// Some statements and all nested ones, in the order of the text.
pub(super) fn statements(list: &[Statement]) -> Vec<&Statement> {
    let mut all = Vec::new();
    for statement in list {
        all.push(statement);
        all.extend(statements(below(statement)));
    }
    all
}

/// Every action of some statements, in the order of the text.
pub(super) fn actions(list: &[Statement]) -> Vec<&AstAction> {
    let mut all = Vec::new();
    for statement in statements(list) {
        let own: &[AstAction] = match &statement.kind {
            StatementKind::Case(case) => match &case.does {
                AstCaseBody::Actions(actions) => actions,
                _ => &[],
            },
            StatementKind::Word(word) => match &word.meaning {
                AstMeaning::Actions(actions) => actions,
                _ => &[],
            },
            _ => &[],
        };
        own.iter().for_each(|action| within(action, &mut all));
    }
    all
}

/// An action and those nested in it.
pub(super) fn within<'a>(action: &'a AstAction, all: &mut Vec<&'a AstAction>) {
    all.push(action);
    action.deed.alternatives().iter().for_each(|one| within(one, all));
    all.extend(actions(action.deed.cases()));
}
