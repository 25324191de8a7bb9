//! `wrong-player`: `a player ... -> the player loses`, `-> the opponent captures`: the player who moved, or their
//! opponent, not the player found.
//!
//! After `the next player`, `the opponent` is that player, where people mean the other one.
//!
//! In *end*, `the player` is the one who has just moved. After a condition about `a player`, the player for
//! whom it is true is `that player`.

use super::{Lint, LintInput, LintSubject, ast_queries};
use crate::diagnostic::{Diagnostic, Fix, Severity};
use crate::syntax::ast::{
    AstAction, AstCaseGuard, AstDeed, AstPlayerRef, CondTest, CondTestKind, PlayerRefKind,
    SectionKind, Statement,
};

pub(super) const LINT: Lint =
    Lint { name: "wrong-player", severity: Severity::Warning, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let sections = subject.file().into_iter().flat_map(|file| file.sections());
    let ends = sections.filter(|section| section.kind == SectionKind::End);
    ends.flat_map(ast_queries::statements).filter_map(|one| finding(subject, one)).collect()
}

fn finding(subject: &LintSubject<'_>, statement: &Statement) -> Option<Diagnostic> {
    let Some(AstCaseGuard::If(cond)) = ast_queries::fits(statement) else { return None };
    let tests = ast_queries::tests(cond);
    let is_found = |who: &&AstPlayerRef| matches!(who.kind, PlayerRefKind::A | PlayerRefKind::Next);
    let found = tests.iter().filter_map(|test| asked(test)).find(is_found)?;
    let actions = ast_queries::actions(statement);
    let named = |kind: &PlayerRefKind| {
        matches!(kind, PlayerRefKind::That | PlayerRefKind::Other | PlayerRefKind::Each)
    };
    if actions.iter().filter_map(|action| action.who.as_ref()).any(|who| named(&who.kind)) {
        return None;
    }
    // After `the next player`, only captures of the opponent are doubtful, and only if nobody else gets anything:
    // `the player wins` is a usual rule.
    let next = found.kind == PlayerRefKind::Next;
    let is_doubtful = |action: &AstAction| match &action.who {
        Some(_) => matches!(action.deed, AstDeed::Capture(_) | AstDeed::End(_)),
        None => matches!(action.deed, AstDeed::End(_)),
    };
    if next && !actions.iter().all(is_doubtful) {
        return None;
    }
    let (who, meant) = actions.iter().find_map(judged)?;
    let (text, asked) = (subject.text(who.span), subject.text(found.span));
    let message = match next {
        true => format!("`{text}` is the player for whom the condition is true"),
        false => format!("`{text}` is not the player for whom the condition is true"),
    };
    let mover = if meant == "that player" {
        "the player who has just moved"
    } else {
        "the opponent of the player who has just moved"
    };
    Some(
        Diagnostic::warning("wrong-player", who.span, message)
            .found(mover)
            .label(found.span, format!("after `{asked}`, that one is `that player`"))
            .fix(Fix::guess(who.span, meant)),
    )
}

/// The player that a test is about.
fn asked(test: &CondTest) -> Option<&AstPlayerRef> {
    if let CondTestKind::PlayerSeeds { who, .. }
    | CondTestKind::PlayerPlaces { who, .. }
    | CondTestKind::NoMove(who)
    | CondTestKind::HasMoved { who, .. }
    | CondTestKind::PlayerIs { who, .. } = &test.test
    {
        Some(who)
    } else {
        None
    }
}

/// Who wins, loses or captures by an action, if it is the player who moved or their opponent; and the likely meaning.
/// That the player who moved captures is a usual rule.
fn judged(action: &AstAction) -> Option<(&AstPlayerRef, &'static str)> {
    let captures = matches!(action.deed, AstDeed::Capture(_));
    if !captures && !matches!(action.deed, AstDeed::Wins { .. } | AstDeed::Loses { .. }) {
        return None;
    }
    let who = action.who.as_ref()?;
    match who.kind {
        PlayerRefKind::Player if captures => None,
        PlayerRefKind::Player => Some((who, "that player")),
        PlayerRefKind::Opponent => Some((who, "the other player")),
        PlayerRefKind::Each
        | PlayerRefKind::A
        | PlayerRefKind::That
        | PlayerRefKind::Other
        | PlayerRefKind::Winner
        | PlayerRefKind::Loser
        | PlayerRefKind::Starter
        | PlayerRefKind::Second
        | PlayerRefKind::Next
        | PlayerRefKind::Owner
        | PlayerRefKind::Named(_) => None,
    }
}
