//! `store-never-filled`: a store that no seed can come into.

use super::{Lint, LintInput, LintSubject, ast_queries};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::PlaceKind;
use crate::span::Span;
use crate::syntax::ast::{AstBoard, SectionKind};

pub(super) const LINT: Lint =
    Lint { name: "store-never-filled", severity: Severity::Warning, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let all_empty = subject.in_every_game(|model, survey| {
        let stores = model.board.places.iter().zip(0..=u8::MAX);
        let mut stores = stores.filter(|(place, _)| place.kind == PlaceKind::Store).peekable();
        // A board may have stores that a game does not use.
        let counted = survey.counts_held || !survey.decides;
        counted
            && stores.peek().is_some()
            && stores.all(|(_, id)| !survey.can_hold(crate::model::PlaceId(id)))
    });
    let Some(at) = store_line(subject).filter(|_| all_empty) else { return Vec::new() };
    let message = "no seed ever comes into a store";
    vec![
        Diagnostic::warning("store-never-filled", at, message)
            .found("the stores are declared here")
            .label(
                subject.heading(&[SectionKind::LastSeed, SectionKind::Move]),
                "nothing here captures, and no way goes through a store",
            )
            .help("capture seeds, for example `makes 2 or 3 -> capture it` in *last seed*, or add `then through the own store` to *way*"),
    ]
}

/// The line of *board* that declares stores.
fn store_line(subject: &LintSubject<'_>) -> Option<Span> {
    let with_store = |board: &AstBoard| {
        matches!(board, AstBoard::Owns { store: true, .. } | AstBoard::EachHas { .. })
    };
    ast_queries::board(subject.file()).find(|(board, _)| with_store(board)).map(|(_, at)| at)
}
