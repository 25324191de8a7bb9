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
        if let (Some(end), Some(rest @ [first, ..])) = (actions.get(end), actions.get(end + 1..)) {
            let last = rest.last().unwrap_or(first);
            found.push(finding(subject, end, first.span.to(last.span), rest.iter().all(stops)));
        }
    }
    found
}

/// `all_stop`: each of the rest ends something, too.
fn finding(subject: &LintSubject<'_>, end: &AstAction, rest: Span, all_stop: bool) -> Diagnostic {
    let (end_text, rest_text) = (subject.text(end.span), subject.text(rest));
    let message = format!("`{rest_text}` is never done: `{end_text}` comes before it");
    let finding = Diagnostic::warning("actions-after-end", rest, message)
        .found("not reached")
        .label(end.span, "nothing after this is read");
    // The other order would be no better: a win, a loss or a draw ends the game.
    if all_stop {
        let decides =
            matches!(end.deed, AstDeed::Wins { .. } | AstDeed::Loses { .. } | AstDeed::Draw);
        let (left_out, text) = match decides {
            true => (Span { start: end.span.end, ..rest }, rest_text),
            false => (Span { end: rest.start, ..end.span }, end_text),
        };
        return finding.fix(Fix::guess(left_out, "").titled(format!("leave out `{text}`")));
    }
    finding.fix(Fix::guess(end.span.to(rest), format!("{rest_text}, {end_text}")))
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
