//! Collects findings, each once.

use crate::diagnostic::{Diagnostic, Severity};
use crate::order::SmallSort;
use crate::span::Span;
use crate::syntax::code_part;
use std::collections::BTreeSet;

/// Findings in the order they were made; the same code at the same place counts once.
#[derive(Default)]
pub(super) struct DiagnosticReport {
    list: Vec<Diagnostic>,
    seen: BTreeSet<(&'static str, Span)>,
}

impl DiagnosticReport {
    /// Adds a finding unless there is one with the same code and span.
    pub fn add(&mut self, finding: Diagnostic) {
        let span = finding.labels.first().map(|label| label.span).unwrap_or_default();
        if self.seen.insert((finding.code, span)) {
            self.list.push(finding);
        }
    }

    /// Whether there is an error.
    pub fn failed(&self) -> bool {
        self.list.iter().any(|finding| finding.severity == Severity::Error)
    }

    /// The findings in the order of the text.
    pub fn into_list(mut self) -> Vec<Diagnostic> {
        self.list.small_sort_by_key(|finding| finding.labels.first().map(|label| label.span));
        self.list
    }
}

/// Normalises a text: runs of blanks become one, none at the ends or before a comma or a colon; comments are removed.
pub(super) fn normalize_text(text: &str) -> String {
    let mut words = Vec::new();
    for line in text.lines() {
        words.extend(code_part(line).0.split_whitespace());
    }
    words.join(" ").replace(" ,", ",").replace(" :", ":")
}
