//! One kind of message for everything that can be reported about a description.
//!
//! A [`Diagnostic`] knows nothing of terminals; the renderers do: [`plain`] for pipes and logs,
//! [`fancy`] for people at a terminal, [`json`] for other programs. They all take [`Findings`],
//! which sorts and counts, and go through [`visible`], which makes a text of strangers safe to show.
//! The meaning of each code is in the [`catalogue`].

pub mod catalogue;
pub mod fancy;
mod findings;
pub mod fix;
pub mod json;
pub mod plain;
pub mod visible;

pub use findings::{Findings, summary};

use crate::span::Span;
use serde::Serialize;

/// How much a finding matters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Something to know, shown on request (assumptions, defaults relied on).
    Note,
    /// A game can be built, but it is probably not the intended one.
    Warning,
    /// No game can be built.
    Error,
}

/// A place in a text with a word on it. The first label of a diagnostic is what was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// A description of it: lower case, no full stop.
    pub text: String,
}

/// A change of text that fixes the finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// What to replace.
    pub span: Span,
    /// By what.
    pub replacement: String,
}

/// One finding: what, where, what was expected, and what to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// A code of the catalogue, kebab-case: `unknown-word`.
    pub code: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// One sentence: lower case, no full stop, user text in backticks.
    pub message: String,
    /// The first is where the finding is; further ones show the other party.
    pub labels: Vec<Label>,
    /// An instruction that works if followed.
    pub help: Option<String>,
    /// The change that `help` describes, where it can be applied automatically.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// An error at `span`.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, code, span, message)
    }

    /// A warning at `span`.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Warning, code, span, message)
    }

    /// A note at `span`.
    pub fn note(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Note, code, span, message)
    }

    fn new(
        severity: Severity,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
    ) -> Diagnostic {
        let labels = vec![Label { span, text: "here".into() }];
        Diagnostic { code, severity, message: message.into(), labels, help: None, fix: None }
    }

    /// Sets the text of the first label.
    #[must_use]
    pub fn found(mut self, text: impl Into<String>) -> Diagnostic {
        if let Some(label) = self.labels.first_mut() {
            label.text = text.into();
        }
        self
    }

    /// Adds another place.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help = Some(text.into());
        self
    }

    /// Gives the change of text that does it.
    #[must_use]
    pub fn fix(mut self, span: Span, replacement: impl Into<String>) -> Diagnostic {
        self.fix = Some(Fix { span, replacement: replacement.into() });
        self
    }
}
