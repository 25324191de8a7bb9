//! `place-never-used`: a shared place of the board that no seed is ever in.

use super::{Lint, LintInput, LintSubject, ast_queries};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::PlaceId;
use crate::span::Span;
use crate::syntax::ast::{AstBoard, Name};

pub(super) const LINT: Lint =
    Lint { name: "place-never-used", severity: Severity::Warning, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let shared = ast_queries::board(subject.file()).filter_map(|(board, at)| {
        let AstBoard::BoardHas { name, .. } = board else { return None };
        Some((name, at))
    });
    shared
        .filter(|(name, _)| always_empty(subject, name))
        .map(|(name, at)| finding(subject, name, at))
        .collect()
}

fn finding(subject: &LintSubject<'_>, name: &Name, at: Span) -> Diagnostic {
    let name_text = &name.text;
    let message = format!("no seed ever comes into `{name_text}`");
    let finding = Diagnostic::warning("place-never-used", name.span, message)
        .found("declared here, and always empty")
        .help(format!(
            "let seeds fall there (`, then through the {name_text}` in *way*), put seeds in it \
             (`put it in the {name_text}`), or delete the line"
        ));
    subject.deletion(at).into_iter().fold(finding, Diagnostic::fix)
}

fn always_empty(subject: &LintSubject<'_>, name: &Name) -> bool {
    let mut there = subject.surveyed().filter_map(|(model, survey)| {
        let at = model.board.places.iter().position(|place| place.id == name.text)?;
        Some(survey.can_hold(PlaceId(u8::try_from(at).ok()?)))
    });
    there.next().is_some_and(|first| !first) && there.all(|can| !can)
}
