//! One kind of message for everything that can be reported about a description.
//!
//! A [`Diagnostic`] does not depend on the terminal. There are several renderers: [`plain`] for pipes and
//! logs, [`fancy`] for people at a terminal, [`json`], [`sarif`] and [`github`] for other programs. They all take [`Findings`],
//! which sorts and counts, and go through [`visible`], which makes untrusted text safe to show. The
//! meaning of each code is in the [`catalogue`].

pub mod catalogue;
#[cfg(feature = "cli")]
pub mod fancy;
mod findings;
pub mod fix;
pub mod github;
pub mod json;
pub mod plain;
pub mod sarif;
pub mod visible;

pub use findings::{Findings, summary};
pub use fix::{Applicability, Edit, Fix};

use crate::span::Span;
use serde::{Deserialize, Serialize};

/// The severity of a finding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Information that is shown on request (assumptions, defaults that apply).
    Note,
    /// A game can be built, but it is probably not the intended one.
    Warning,
    /// No game can be built.
    Error,
}

/// A place in a text with a short description. The first label of a diagnostic is the place of the finding.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Label {
    /// Its span.
    pub span: Span,
    /// A description of it: lower case, no full stop.
    pub text: String,
}

/// A code of the catalogue. The name matters to serde, which would borrow a `&'static str` from its input.
pub type DiagnosticCode = &'static str;

/// One finding: its place, what is wrong, what is expected, and what to do.
///
/// With serde it is stored as it is, its places as bytes of the numbered texts that were read. For other
/// programs, [`json`] writes it with the names of the texts, lines and columns.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Diagnostic {
    /// A code of the catalogue, kebab-case: `unknown-word`.
    #[serde(deserialize_with = "catalogue::known")]
    pub code: DiagnosticCode,
    /// Its severity.
    pub severity: Severity,
    /// One sentence: lower case, no full stop, user text in backticks.
    pub message: String,
    /// The first is the place of the finding; further ones are related places.
    pub labels: Vec<Label>,
    /// An instruction that works if followed. `None` if there is none, or if the title of the first fix is
    /// the instruction: see [`Diagnostic::help_text`].
    pub help: Option<String>,
    /// Edits that fix it, if they are known: the preferred one first. Several are alternatives.
    pub fixes: Vec<Fix>,
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
        Diagnostic {
            code,
            severity,
            message: message.into(),
            labels,
            help: None,
            fixes: Vec::new(),
        }
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

    /// Sets the help: what to do. Not needed if the title of the fix says it.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help = Some(text.into());
        self
    }

    /// Adds a fix, after those that it has.
    #[must_use]
    pub fn fix(mut self, fix: Fix) -> Diagnostic {
        self.fixes.push(fix);
        self
    }

    /// What to do, as it is shown: the help, or the title of the preferred fix.
    pub fn help_text(&self) -> Option<&str> {
        self.help.as_deref().or(self.fixes.first().map(|fix| fix.title.as_str()))
    }
}
