//! Findings as plain lines: for pipes, logs and tests.
//!
//! ```text
//! games/x.mnc:12:11: error[unknown-word]: `casa` is not a word of this game
//!   12 |   makes a casa -> capture it
//!      |           ^^^^ not declared
//!   help: ...
//! ```

use super::visible::{self, VisibleText, width};
use super::{Diagnostic, Findings, Label, Severity};
use crate::source::{SourceFile, Sources};
use std::fmt::Write as _;
use std::ops::Range;

/// All findings, with an empty line after each.
pub fn render(findings: &Findings) -> String {
    let mut out = String::new();
    for diagnostic in findings.diagnostics() {
        render_one(&mut out, &findings.sources, diagnostic);
        out.push('\n');
    }
    out
}

/// The word for a severity.
pub fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

/// One finding.
pub(super) fn render_one(out: &mut String, sources: &Sources, diagnostic: &Diagnostic) {
    let at = diagnostic.labels.first().map_or_else(String::new, |l| place(sources, l) + ": ");
    let (kind, message) =
        (severity_word(diagnostic.severity), visible::message(&diagnostic.message));
    let _ = writeln!(out, "{at}{kind}[{}]: {message}", diagnostic.code);
    excerpts(out, sources, &diagnostic.labels);
    if let Some(help) = diagnostic.help_text() {
        let lines: Vec<_> = help.lines().map(visible::message).collect();
        let _ = writeln!(out, "  help: {}", lines.join("\n        "));
    }
}

/// `name:line:column`, or the name alone if there is no visible character.
fn place(sources: &Sources, label: &Label) -> String {
    let Some(source) = sources.get(label.span.file) else { return "?".into() };
    let name = visible::escape(&source.name);
    if source.text.is_empty() {
        return name.into_owned();
    }
    let at = sources.line_column(visible::anchored(sources, label.span));
    format!("{name}:{}:{}", at.line, at.column)
}

/// A label with the line on which it is shown.
struct LocatedLabel<'a> {
    label: &'a Label,
    source: &'a SourceFile,
    line: usize,
    /// The bytes of the line, without its end.
    text: Range<usize>,
    /// The bytes of the label in the whole text; may go beyond the line.
    range: Range<usize>,
}

fn excerpts(out: &mut String, sources: &Sources, labels: &[Label]) {
    let pointed: Vec<LocatedLabel<'_>> = labels.iter().filter_map(|l| locate(sources, l)).collect();
    let margin = pointed.iter().map(|p| p.line.to_string().len()).max().unwrap_or(1);
    let mut file = pointed.first().map_or(0, |p| p.label.span.file);
    let mut line = 0;
    for (i, p) in pointed.iter().enumerate() {
        if p.label.span.file != file {
            let _ = writeln!(out, "  {}", place(sources, p.label));
        }
        let again = i > 0 && p.label.span.file == file && p.line == line;
        (file, line) = (p.label.span.file, p.line);
        write_excerpt(out, p, i == 0, again, margin);
    }
}

fn locate<'a>(sources: &'a Sources, label: &'a Label) -> Option<LocatedLabel<'a>> {
    let source = sources.get(label.span.file)?;
    let range = visible::anchor(source, label.span)?;
    let begin = source.text[..range.start].rfind('\n').map_or(0, |i| i + 1);
    let end = source.text[begin..].find('\n').map_or(source.text.len(), |i| begin + i);
    let end = begin + source.text[begin..end].trim_end_matches('\r').len();
    let line = sources.line_column(visible::anchored(sources, label.span)).line;
    Some(LocatedLabel { label, source, line, text: begin..end, range })
}

/// Writes the line (unless it has just been shown), the marks under it, and the text of the label.
fn write_excerpt(out: &mut String, p: &LocatedLabel, first: bool, again: bool, margin: usize) {
    let shown = VisibleText::new(&p.source.text[p.text.clone()]);
    let marked = p.range.start - p.text.start..p.range.end.min(p.text.end) - p.text.start;
    let marked = shown.range(marked);
    let cut = LineExcerpt::new(&shown.text, marked.clone());
    if !again {
        let line = format!("  {:>margin$} | {}", p.line, cut.text);
        let _ = writeln!(out, "{}", line.trim_end());
    }
    let mark = if first { "^" } else { "-" };
    let marks = mark.repeat(width(&shown.text[marked]).clamp(1, cut.room));
    let text = if first && p.label.text == "here" { "" } else { &p.label.text };
    let further = if p.range.end > p.text.end { " (and the lines below)" } else { "" };
    let words = format!("{}{further}", visible::message(text));
    let line = format!("  {:margin$} | {:2$}{marks} {words}", "", "", cut.before);
    let _ = writeln!(out, "{}", line.trim_end());
}

/// The greatest width of a line, in columns, and how much of it may precede the marks.
const MAX_LINE_WIDTH: usize = 160;
const MAX_LEAD_WIDTH: usize = 60;

/// A line, or the part of a very long line around the marks.
struct LineExcerpt {
    text: String,
    /// Columns before the marks.
    before: usize,
    /// Columns left for the marks.
    room: usize,
}

impl LineExcerpt {
    fn new(line: &str, marked: Range<usize>) -> LineExcerpt {
        let before = width(&line[..marked.start]);
        if width(line) <= MAX_LINE_WIDTH {
            return LineExcerpt { text: line.into(), before, room: MAX_LINE_WIDTH };
        }
        let mut from = marked.start;
        for (i, _) in line[..marked.start].char_indices().rev() {
            if width(&line[i..marked.start]) > MAX_LEAD_WIDTH {
                break;
            }
            from = i;
        }
        let (lead, kept) =
            if from == 0 { ("", before) } else { ("… ", MAX_LEAD_WIDTH.min(before)) };
        let mut text = String::from(lead);
        let mut columns = 0;
        for (i, c) in line[from..].char_indices() {
            columns += width(c.encode_utf8(&mut [0; 4]));
            if columns > MAX_LINE_WIDTH {
                text.push_str(" …");
                break;
            }
            text.push_str(&line[from + i..from + i + c.len_utf8()]);
        }
        let kept = kept.max(width(&line[from..marked.start]));
        LineExcerpt { text, before: width(lead) + kept, room: MAX_LINE_WIDTH - kept }
    }
}
