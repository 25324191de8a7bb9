//! Findings as one JSON array, for editors and other programs.
//!
//! Lines and columns count from 1, columns in characters; `span` counts bytes from 0, half-open. Hidden
//! characters are written as JSON escapes (`\u202e`), so that a program reads exactly what is in the
//! file, and a terminal is not affected.

use super::{Applicability, Diagnostic, Edit, Findings, Fix, Label, Severity, visible};
use crate::source::Sources;
use crate::span::Span;
use serde::Serialize;
use std::io;

/// A place in a file. `line` and `column` are those of the first character, `endLine` and `endColumn`
/// those of the character after the last.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LocationJson<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    span: ByteRangeJson,
}

#[derive(Serialize)]
struct ByteRangeJson {
    start: u32,
    end: u32,
}

#[derive(Serialize)]
struct LabelJson<'a> {
    #[serde(flatten)]
    place: LocationJson<'a>,
    text: &'a str,
}

#[derive(Serialize)]
struct EditJson<'a> {
    #[serde(flatten)]
    place: LocationJson<'a>,
    replacement: &'a str,
}

#[derive(Serialize)]
struct FixJson<'a> {
    title: &'a str,
    applicability: Applicability,
    edits: Vec<EditJson<'a>>,
}

#[derive(Serialize)]
struct FindingJson<'a> {
    code: &'a str,
    severity: Severity,
    message: &'a str,
    #[serde(flatten)]
    place: LocationJson<'a>,
    labels: Vec<LabelJson<'a>>,
    help: Option<&'a str>,
    fixes: Vec<FixJson<'a>>,
    /// Why it is suppressed; only if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    suppressed: Option<&'a str>,
}

/// One array with all findings, followed by a line end. Those that are suppressed come after the others of their
/// file, and have a field `suppressed` with the reason.
pub fn render(all: &[Findings]) -> String {
    let findings = all.iter().flat_map(|findings| {
        findings.with_reasons().map(|(d, why)| finding_json(&findings.sources, d, why))
    });
    escaped(&findings.collect::<Vec<_>>())
}

/// Indented JSON, followed by a line end. Hidden characters in strings are written as escapes.
pub(super) fn escaped(findings: &impl Serialize) -> String {
    let mut out = Vec::new();
    let mut serializer =
        serde_json::Serializer::with_formatter(&mut out, EscapingFormatter::default());
    // Writing strings and numbers to memory does not fail.
    let _ = findings.serialize(&mut serializer);
    let mut out = String::from_utf8(out).unwrap_or_default();
    out.push('\n');
    out
}

/// One finding, in the form in which [`render`] writes it. Strings are as they are: a terminal needs the
/// escapes of [`render`].
pub fn finding<'a>(sources: &'a Sources, d: &'a Diagnostic) -> impl Serialize + use<'a> {
    finding_json(sources, d, None)
}

/// One fix, in the form in which [`render`] writes it. Strings are as they are.
pub fn fix<'a>(sources: &'a Sources, f: &'a Fix) -> impl Serialize + use<'a> {
    fix_json(sources, f)
}

fn fix_json<'a>(sources: &'a Sources, f: &'a Fix) -> FixJson<'a> {
    let edit =
        |e: &'a Edit| EditJson { place: place(sources, e.span), replacement: &e.replacement };
    FixJson {
        title: &f.title,
        applicability: f.applicability,
        edits: f.edits.iter().map(edit).collect(),
    }
}

fn finding_json<'a>(
    sources: &'a Sources,
    d: &'a Diagnostic,
    suppressed: Option<&'a str>,
) -> FindingJson<'a> {
    let label = |l: &'a Label| LabelJson { place: place(sources, l.span), text: &l.text };
    FindingJson {
        code: d.code,
        severity: d.severity,
        message: &d.message,
        place: place(sources, d.labels.first().map(|l| l.span).unwrap_or_default()),
        labels: d.labels.iter().map(label).collect(),
        help: d.help_text(),
        fixes: d.fixes.iter().map(|f| fix_json(sources, f)).collect(),
        suppressed,
    }
}

fn place(sources: &Sources, span: Span) -> LocationJson<'_> {
    let span = visible::clamped(sources, span);
    let start = sources.line_column(span);
    let end = sources.line_column(Span { start: span.end, ..span });
    LocationJson {
        file: sources.get(span.file).map_or("", |s| &s.name),
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
        span: ByteRangeJson { start: span.start, end: span.end },
    }
}

/// Indented JSON without hidden characters in strings.
#[derive(Default)]
struct EscapingFormatter(serde_json::ser::PrettyFormatter<'static>);

impl serde_json::ser::Formatter for EscapingFormatter {
    fn write_string_fragment<W>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()>
    where
        W: ?Sized + io::Write,
    {
        let mut rest = fragment;
        while let Some((i, c)) = rest.char_indices().find(|(_, c)| visible::is_hidden(*c)) {
            writer.write_all(&rest.as_bytes()[..i])?;
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
            rest = &rest[i + c.len_utf8()..];
        }
        writer.write_all(rest.as_bytes())
    }

    fn begin_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_array(writer)
    }

    fn end_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_array(writer)
    }

    fn begin_array_value<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.0.begin_array_value(writer, first)
    }

    fn end_array_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_array_value(writer)
    }

    fn begin_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_object(writer)
    }

    fn end_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_object(writer)
    }

    fn begin_object_key<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.0.begin_object_key(writer, first)
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_object_value(writer)
    }

    fn end_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_object_value(writer)
    }
}
