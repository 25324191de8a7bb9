//! Findings as workflow commands: GitHub shows them at the lines of a change.
//!
//! ```text
//! ::error file=games/x.mnc,line=12,col=11,endLine=12,endColumn=15,title=unknown-word::nothing is called `casa`
//! ```

use super::{Diagnostic, Findings, Severity, visible};
use crate::source::Sources;
use crate::span::Span;
use std::fmt::Write as _;

/// One line for each finding.
pub fn render(all: &[Findings]) -> String {
    let mut out = String::new();
    for findings in all {
        findings.diagnostics().iter().for_each(|d| render_one(&mut out, &findings.sources, d));
    }
    out
}

fn render_one(out: &mut String, sources: &Sources, finding: &Diagnostic) {
    let command = match finding.severity {
        Severity::Note => "notice",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let label = finding.labels.first();
    let span = visible::clamped(sources, label.map(|label| label.span).unwrap_or_default());
    let file = sources.get(span.file).map_or("", |source| &source.name);
    let start = sources.line_column(span);
    let end = sources.line_column(Span { start: span.end, ..span });
    let mut text = finding.message.clone();
    if let Some(label) = label {
        text += &format!(": {}", label.text);
    }
    if let Some(help) = finding.help_text() {
        text += &format!("\n{help}");
    }
    // Writing to a string does not fail.
    let _ = writeln!(
        out,
        "::{command} file={},line={},col={},endLine={},endColumn={},title={}::{}",
        property(file),
        start.line,
        start.column,
        end.line,
        end.column,
        property(finding.code),
        data(&text),
    );
}

/// A text after the second `::`.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
