//! `word-shadows-term`: a word with the name of a hole, an answer, or a common term of these games.

use super::{Lint, LintInput, LintSubject, ast_queries};
use crate::diagnostic::{Diagnostic, Severity};
use crate::syntax::ast::{AstMeaning, AstWord};

pub(super) const LINT: Lint =
    Lint { name: "word-shadows-term", severity: Severity::Warning, needs: LintInput::Text, check };

/// What players answer, in records and tests.
const ANSWERS: [&str; 4] = ["stop", "go-on", "concede", "agree"];

/// Common words for a hole and for a store.
const HOLES: [&str; 3] = ["pit", "cup", "bowl"];
const STORES: [&str; 5] = ["mancala", "bank", "granary", "treasury", "storehouse"];

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let words = ast_queries::words(subject.file());
    words.filter_map(|(word, _)| Some(finding(word, known_as(subject, word)?))).collect()
}

fn finding(word: &AstWord, known_as: String) -> Diagnostic {
    let name = &word.name.text;
    Diagnostic::warning("word-shadows-term", word.name.span, format!("`{name}` {known_as}"))
        .found("here it is something else")
        .help("choose another name")
}

/// What a reader takes the name for.
fn known_as(subject: &LintSubject<'_>, word: &AstWord) -> Option<String> {
    let name = word.name.text.as_str();
    let places = subject.games.iter().flat_map(|game| &game.model.board.places);
    if places.into_iter().any(|place| place.hole.is_some() && place.id == name) {
        return Some("is the name of a hole".into());
    }
    if ANSWERS.contains(&name) {
        return Some("is an answer that players give in the middle of a move".into());
    }
    let is_a_hole = matches!(word.meaning, AstMeaning::Kind(_) | AstMeaning::Places(_));
    if HOLES.contains(&name) && !is_a_hole {
        return Some("is a common word for a hole".into());
    }
    STORES.contains(&name).then(|| "is a common word for a store".into())
}
