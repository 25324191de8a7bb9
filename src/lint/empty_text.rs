//! `empty-text`: quotation marks with nothing between them.

use super::{Lint, LintInput, LintSubject, ast_queries};
use crate::diagnostic::{Diagnostic, Severity};
use crate::syntax::ast::{File, StatementKind, Text};

pub(super) const LINT: Lint =
    Lint { name: "empty-text", severity: Severity::Warning, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let texts = subject.file().map(texts).unwrap_or_default();
    let empty = texts.into_iter().filter(|(text, _)| text.text.trim().is_empty());
    empty
        .map(|(text, what)| {
            Diagnostic::warning("empty-text", text.span, format!("{what} is empty"))
                .found("nothing is between the quotation marks")
                .help("write a text there, or leave it out with its quotation marks")
        })
        .collect()
}

/// The quoted texts of a file, each with what it is.
fn texts(file: &File) -> Vec<(&Text, &'static str)> {
    let mut all: Vec<(&Text, &str)> = Vec::new();
    all.extend(file.game.iter().map(|game| (&game.name, "the name of the game")));
    all.extend(file.variations.iter().map(|one| (&one.name, "the name of the variation")));
    all.extend(file.tests.iter().map(|test| (&test.name, "the name of the test")));
    all.extend(ast_queries::stages(file).map(|stage| (&stage.name, "the name of the stage")));
    for statement in ast_queries::all_statements(file) {
        all.extend(statement.assumed.iter().map(|why| (why, "the reason after `assumed`")));
        if let StatementKind::About(about) = &statement.kind {
            all.push((&about.text, "this line of *about*"));
        }
        if let StatementKind::Point(point) = &statement.kind {
            all.push((&point.text, "the text of the point"));
        }
        if let StatementKind::Option(option) = &statement.kind {
            all.extend(option.note.iter().map(|note| (note, "the text about the option")));
        }
    }
    all
}
