//! Answers to requests that cannot be granted.

use super::clause::ClauseAnswer;
use serde::Serialize;
use std::fmt;

/// Why a request was not granted. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Refusal {
    /// For programs: a stable code in kebab case.
    pub code: &'static str,
    /// For people.
    pub message: String,
    /// The statement or default that forbids a choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<ClauseAnswer>,
}

#[derive(Serialize)]
struct ErrorAnswer<'a> {
    error: &'a Refusal,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Refusal {}

impl Refusal {
    /// A refusal.
    pub fn new(code: &'static str, message: impl Into<String>) -> Refusal {
        Refusal { code, message: message.into(), clause: None }
    }

    /// Names the statement that forbids it.
    pub fn with_clause(self, clause: ClauseAnswer) -> Refusal {
        Refusal { clause: Some(clause), ..self }
    }

    /// The answer as a line of JSON.
    pub fn to_json_line(&self) -> String {
        json_line(&ErrorAnswer { error: self })
    }
}

/// An answer as a line of JSON.
pub fn json_line(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).unwrap_or_else(|error| {
        // Answers are plain values with text keys, so serialising them does not fail.
        let refusal = Refusal::new("internal", error.to_string());
        serde_json::to_string(&ErrorAnswer { error: &refusal }).unwrap_or_default()
    })
}
