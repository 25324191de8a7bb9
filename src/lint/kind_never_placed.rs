//! `kind-never-placed`: a kind of seeds of which the game has none.

use super::{Lint, LintInput, LintSubject, ast_queries};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::{KindId, Model};
use crate::syntax::ast::AstMeaning;

pub(super) const LINT: Lint =
    Lint { name: "kind-never-placed", severity: Severity::Warning, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let kinds = ast_queries::words(subject.file())
        .filter(|(word, _)| matches!(word.meaning, AstMeaning::Seed(_)));
    let missing = kinds.filter(|(word, _)| {
        let mut games = subject.games.iter().map(|game| placed(&game.model, &word.name.text));
        games.next() == Some(false) && games.all(|placed| !placed)
    });
    missing
        .map(|(word, _)| {
            let name = &word.name.text;
            let message = format!("the game has no {name}");
            Diagnostic::warning("kind-never-placed", word.name.span, message)
                .found("declared here, and placed nowhere in *start*")
                .help(format!("place some: `every hole holds 1 {name}`, or delete the line"))
        })
        .collect()
}

/// Whether seeds of that kind are on the board when the game begins.
fn placed(model: &Model, name: &str) -> bool {
    let kind = model.kinds.iter().position(|kind| kind.name == name);
    let id = kind.and_then(|at| u16::try_from(at).ok()).map(KindId);
    id.is_some_and(|id| model.start_kinds.iter().any(|(.., kind, n)| *kind == id && *n > 0))
}
