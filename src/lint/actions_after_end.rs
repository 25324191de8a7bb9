//! `actions-after-end`: actions after one that ends the move or the game. They are never done.

use super::{Lint, LintInput, LintSubject, ast_queries};
use crate::diagnostic::{Diagnostic, Fix, Severity};
use crate::span::Span;
use crate::syntax::ast::{AstAction, AstDeed, EndOf};

pub(super) const LINT: Lint =
    Lint { name: "actions-after-end", severity: Severity::Warning, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let statements = subject.statements();
    let mut found = Vec::new();
    for statement in statements {
        let actions = ast_queries::actions(statement);
        let Some(end) = actions.iter().position(stops) else { continue };
        if let Some([end, rest @ ..]) = actions.get(end..) {
            found.extend(finding(subject, end, rest));
        }
    }
    found
}

fn finding(
    subject: &LintSubject<'_>,
    end: &AstAction,
    never_done: &[AstAction],
) -> Option<Diagnostic> {
    let rest = never_done.first()?.span.to(never_done.last()?.span);
    let (end_text, rest_text) = (subject.text(end.span), subject.text(rest));
    let message = format!("`{rest_text}` is never done: `{end_text}` comes before it");
    let finding = Diagnostic::warning("actions-after-end", rest, message)
        .found("not reached")
        .label(end.span, "nothing after this is read");
    // The other order would be no better: a win, a loss or a draw ends the game.
    if never_done.iter().all(stops) {
        let decides =
            matches!(end.deed, AstDeed::Wins { .. } | AstDeed::Loses { .. } | AstDeed::Draw);
        let (left_out, text) = match decides {
            true => (Span { start: end.span.end, ..rest }, rest_text),
            false => (Span { end: rest.start, ..end.span }, end_text),
        };
        return Some(finding.fix(Fix::guess(left_out, "").titled(format!("leave out `{text}`"))));
    }
    Some(finding.fix(Fix::guess(end.span.to(rest), format!("{rest_text}, {end_text}"))))
}

/// Whether an action always ends what is being done.
fn stops(action: &AstAction) -> bool {
    if action.may || action.postcondition.is_some() {
        return false;
    }
    match &action.deed {
        AstDeed::End(EndOf::Move | EndOf::Turn | EndOf::Game)
        | AstDeed::Wins { .. }
        | AstDeed::Loses { .. }
        | AstDeed::Draw
        | AstDeed::Pass => true,
        AstDeed::PlayAgain => action.who.is_none(),
        AstDeed::End(EndOf::Stage)
        | AstDeed::Sow { .. }
        | AstDeed::SowInOrder(_)
        | AstDeed::Capture(_)
        | AstDeed::Take(_)
        | AstDeed::Put { .. }
        | AstDeed::Fill { .. }
        | AstDeed::Close(_)
        | AstDeed::Open(_)
        | AstDeed::Mark { .. }
        | AstDeed::Unmark { .. }
        | AstDeed::Choose { .. }
        | AstDeed::Set { .. }
        | AstDeed::Own(_)
        | AstDeed::SwapSides
        | AstDeed::MovesFirst
        | AstDeed::NextGame { .. }
        | AstDeed::Do(_)
        | AstDeed::Either(_)
        | AstDeed::Repeat { .. } => false,
    }
}
