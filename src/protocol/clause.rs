//! Clauses in answers.

use crate::model::{ClauseId, Model};
use crate::notation::section_heading;
use crate::source::Sources;
use serde::Serialize;

/// A statement of the description, or a default of the language.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ClauseAnswer {
    /// Its section; `default` for a default.
    pub section: &'static str,
    /// Its file; a game based on another has clauses of several files.
    pub file: Option<String>,
    /// Its line there.
    pub line: Option<usize>,
    /// The text as written; of a default, its text.
    pub text: String,
    /// Whether it is a default of the language.
    pub default: bool,
}

/// A clause as part of an answer.
pub fn clause(model: &Model, sources: &Sources, id: ClauseId) -> ClauseAnswer {
    let clause = model.clause(id);
    let source = sources.get(clause.span.file).filter(|_| !clause.default);
    ClauseAnswer {
        section: section_heading(clause.section),
        file: source.map(|source| source.name.clone()),
        line: source.map(|_| sources.line_column(clause.span).line),
        text: clause.text.clone(),
        default: clause.default,
    }
}
