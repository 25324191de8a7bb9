//! The findings of one game: sorted, without duplicates, counted.

use super::{Diagnostic, Severity};
use crate::order::SmallSort;
use crate::source::Sources;
use std::cmp::Reverse;

/// The texts of one game and their diagnostics.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// The texts that the spans of the diagnostics point into.
    pub sources: Sources,
    diagnostics: Vec<Diagnostic>,
    suppressed: Vec<(Diagnostic, String)>,
}

impl Findings {
    /// Sorts `diagnostics` by file, position and severity (gravest first), and removes duplicates.
    pub fn new(sources: Sources, mut diagnostics: Vec<Diagnostic>) -> Findings {
        diagnostics.small_sort_by(|a, b| {
            let key = |d: &Diagnostic| {
                let span = d.labels.first().map(|l| l.span).unwrap_or_default();
                (span.file, span.start, Reverse(d.severity), span.end, d.code)
            };
            key(a).cmp(&key(b)).then_with(|| a.message.cmp(&b.message))
        });
        diagnostics.dedup();
        Findings { sources, diagnostics, suppressed: Vec::new() }
    }

    /// Adds findings that comments in the description suppress, each with the reason given there. Only the
    /// renderers for programs show them.
    #[must_use]
    pub fn with_suppressed(mut self, suppressed: Vec<(Diagnostic, String)>) -> Findings {
        self.suppressed = suppressed;
        self
    }

    /// The findings that are suppressed, with the reasons.
    pub fn suppressed(&self) -> &[(Diagnostic, String)] {
        &self.suppressed
    }

    /// The findings in order.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// All findings, those that are suppressed last and with the reason.
    pub fn with_reasons(&self) -> impl Iterator<Item = (&Diagnostic, Option<&str>)> {
        let suppressed = self.suppressed.iter().map(|(found, why)| (found, Some(why.as_str())));
        self.diagnostics.iter().map(|found| (found, None)).chain(suppressed)
    }

    /// Removes findings below severity `least`.
    #[must_use]
    pub fn at_least(mut self, least: Severity) -> Findings {
        self.diagnostics.retain(|d| d.severity >= least);
        self.suppressed.retain(|(d, _)| d.severity >= least);
        self
    }

    /// The `most` gravest findings, in the usual order.
    #[must_use]
    pub fn gravest_first(&self, most: usize) -> Findings {
        let mut few = self.diagnostics.clone();
        if few.len() > most {
            few.small_sort_by_key(|d| Reverse(d.severity));
            few.truncate(most);
        }
        Findings::new(self.sources.clone(), few)
    }

    /// The gravest severity; `None` if nothing was found.
    pub fn gravest(&self) -> Option<Severity> {
        self.diagnostics.iter().map(|d| d.severity).max()
    }

    /// The number of findings of one severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.diagnostics.iter().filter(|d| d.severity == severity).count()
    }
}

/// The last line of a report: `3 errors, 1 warning in 2 files`.
///
/// Counts all checked files, not only those with findings: one [`Findings`] for each.
pub fn summary(all: &[Findings]) -> String {
    let kinds =
        [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Note, "note")];
    let counts: Vec<String> = kinds
        .iter()
        .map(|(severity, word)| (all.iter().map(|f| f.count(*severity)).sum(), *word))
        .filter(|(n, _)| *n > 0)
        .map(|(n, word)| counted(n, word))
        .collect();
    let files = counted(all.len(), "file");
    if counts.is_empty() {
        format!("no problems in {files}")
    } else {
        format!("{} in {files}", counts.join(", "))
    }
}

/// `1 error`, `2 errors`.
fn counted(n: usize, word: &str) -> String {
    if n == 1 { format!("1 {word}") } else { format!("{n} {word}s") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::Span;

    #[test]
    fn sorted_by_place_then_gravity_without_repetitions() {
        let at = |n| Span::new(0, n, n + 1);
        let all = vec![
            Diagnostic::warning("b", at(5), "later"),
            Diagnostic::warning("b", at(1), "light"),
            Diagnostic::error("a", at(1), "grave"),
            Diagnostic::warning("b", at(5), "later"),
        ];
        let findings = Findings::new(Sources::default(), all);
        let order: Vec<&str> = findings.diagnostics().iter().map(|d| d.message.as_str()).collect();
        assert_eq!(order, ["grave", "light", "later"]);
        assert_eq!(summary(&[findings]), "1 error, 2 warnings in 1 file");
    }

    #[test]
    fn a_few_are_the_gravest_in_order() {
        let at = |n| Span::new(0, n, n + 1);
        let all = vec![
            Diagnostic::warning("b", at(1), "one"),
            Diagnostic::error("a", at(5), "two"),
            Diagnostic::warning("b", at(3), "three"),
        ];
        let few = Findings::new(Sources::default(), all).gravest_first(2);
        let order: Vec<&str> = few.diagnostics().iter().map(|d| d.message.as_str()).collect();
        assert_eq!(order, ["one", "two"]);
    }

    #[test]
    fn a_clean_run_is_said() {
        assert_eq!(summary(&[Findings::default(), Findings::default()]), "no problems in 2 files");
    }
}
