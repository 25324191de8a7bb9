//! `no-first-move`: the first player cannot move at the beginning of the game.

use super::{Lint, LintInput, LintSubject, NOBODY_MOVES, ast_queries, games, is_explained};
use crate::diagnostic::{Diagnostic, Severity};
use crate::span::Span;
use crate::syntax::ast::{SectionKind, Statement};

pub(super) const LINT: Lint =
    Lint { name: "no-first-move", severity: Severity::Warning, needs: LintInput::Play, check };

fn check(subject: &LintSubject<'_>, earlier: &[Diagnostic]) -> Vec<Diagnostic> {
    if is_explained(earlier, &NOBODY_MOVES) {
        return Vec::new();
    }
    let Some((setting, seat)) = subject.played.stuck else { return Vec::new() };
    let Some(game) = subject.games.get(setting) else { return Vec::new() };
    let who = game.model.player(seat);
    let with = games::setting_text(&game.setting);
    let message = format!("`{who}` moves first, and has no legal move");
    let message = if with.is_empty() { message } else { format!("{message} ({with})") };
    let finding = Diagnostic::warning(
        "no-first-move",
        subject.heading(&[SectionKind::Start, SectionKind::Move]),
        message,
    );
    // A game that is like another may forbid the moves where it changes something else.
    let judged = judged_statement(subject);
    let help = match judged {
        Some(_) => "a move is legal only if what follows `, if` or `, unless` allows it",
        None => "check *start*, *move* and *allowed*",
    };
    let finding = finding.found("at the start of the game").help(help);
    let note = "this may forbid the moves";
    vec![judged.into_iter().fold(finding, |finding, at| finding.label(at, note))]
}

/// The sections that usually say why there is no move.
const USUAL: [SectionKind; 3] = [SectionKind::Start, SectionKind::Move, SectionKind::Allowed];

/// The first statement whose action is judged by its result, if the description has none of the usual sections.
fn judged_statement(subject: &LintSubject<'_>) -> Option<Span> {
    let judges = |statement: &&Statement| {
        ast_queries::actions(statement).iter().any(|action| action.postcondition.is_some())
    };
    let file = subject.file()?;
    if file.sections().any(|section| USUAL.contains(&section.kind)) {
        return None;
    }
    let statements = ast_queries::all_statements(file);
    statements.into_iter().find(judges).map(|statement| statement.span)
}
