//! Findings with excerpts of the text, for people at a terminal. The only module that uses miette.
//!
//! miette prints an internal error for a span outside the text, and drops the text of an empty one: so
//! every span goes through [`visible::anchor`] first. miette counts columns in bytes: [`RenderedSource`]
//! counts them in characters, in the text as written.

use super::visible::{self, VisibleText};
use super::{Diagnostic, Findings, Label, Severity, plain};
use crate::source::{LineColumn, SourceFile, Sources};
use crate::span::Span;
use miette::{
    LabeledSpan, MietteError, MietteHandler, MietteHandlerOpts, MietteSpanContents, ReportHandler,
    SourceCode, SourceSpan, SpanContents,
};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::rc::Rc;

/// The style of the output.
#[derive(Clone, Copy, Debug, Default)]
pub struct FancyStyle {
    /// With colours.
    pub colour: bool,
    /// The width in columns; `None` asks the terminal.
    pub width: Option<usize>,
    /// With line-drawing characters; `None` asks the environment.
    pub unicode: Option<bool>,
}

/// A finding on a line longer than this, in bytes, is rendered by [`plain`].
const MAX_LINE_BYTES: usize = 400;

/// All findings, with an empty line after each.
pub fn render(findings: &Findings, look: FancyStyle) -> String {
    let handler = handler(look);
    let mut pictures = RenderedSources { sources: &findings.sources, cache: BTreeMap::new() };
    let mut out = String::new();
    for diagnostic in findings.diagnostics() {
        let drawn = pictures.report(diagnostic).map(|d| MietteDisplay(&handler, d).to_string());
        match drawn {
            Some(text) => out.push_str(&trim_blank_ends(&text)),
            None => plain::render_one(&mut out, &findings.sources, diagnostic),
        }
        out.push('\n');
    }
    out
}

fn handler(look: FancyStyle) -> MietteHandler {
    let mut options = MietteHandlerOpts::new()
        .force_graphical(true)
        .terminal_links(false)
        .color(look.colour)
        .without_syntax_highlighting()
        .context_lines(1)
        .with_cause_chain();
    if let Some(width) = look.width {
        options = options.width(width);
    }
    if let Some(unicode) = look.unicode {
        options = options.unicode(unicode);
    }
    options.build()
}

/// Removes blanks at line ends and empty lines at the end.
fn trim_blank_ends(text: &str) -> String {
    let lines: Vec<&str> = text.trim_end().lines().map(str::trim_end).collect();
    lines.join("\n") + "\n"
}

/// The prepared texts, each made once.
struct RenderedSources<'a> {
    sources: &'a Sources,
    cache: BTreeMap<u16, Rc<RenderedSource>>,
}

impl RenderedSources<'_> {
    /// The finding for miette; `None` if it has to be rendered plainly.
    fn report(&mut self, diagnostic: &Diagnostic) -> Option<MietteReport> {
        let first = diagnostic.labels.first()?;
        let mut files: Vec<u16> = diagnostic.labels.iter().map(|l| l.span.file).collect();
        files.sort_unstable();
        files.dedup();
        let mut part = self.file_report(first.span.file, &diagnostic.labels)?;
        part.code =
            Some(format!("{}[{}]", plain::severity_word(diagnostic.severity), diagnostic.code));
        part.severity = Some(diagnostic.severity);
        part.message = visible::message(&diagnostic.message).into_owned();
        part.help = diagnostic.help_text().map(escape_lines);
        for file in files.into_iter().filter(|&f| f != first.span.file) {
            let mut other = self.file_report(file, &diagnostic.labels)?;
            other.severity = Some(Severity::Note);
            other.message = "in another file".into();
            part.related.push(other);
        }
        Some(part)
    }

    /// The labels in `file`.
    fn file_report(&mut self, file: u16, labels: &[Label]) -> Option<MietteReport> {
        let source = self.sources.get(file)?;
        let made = self.cache.entry(file).or_insert_with(|| Rc::new(RenderedSource::new(source)));
        let picture = Rc::clone(made);
        let mut spans = Vec::new();
        for (i, label) in labels.iter().enumerate().filter(|(_, l)| l.span.file == file) {
            spans.push(labeled(source, &picture, label, i == 0)?);
        }
        Some(MietteReport { picture, labels: spans, ..MietteReport::default() })
    }
}

/// A label on the shown text; `None` if there is no visible character, or if the line is too long.
fn labeled(
    source: &SourceFile,
    picture: &RenderedSource,
    label: &Label,
    first: bool,
) -> Option<LabeledSpan> {
    let range = visible::anchor(source, label.span)?;
    // The lines around it are shown too.
    let (above, below) = (&source.text[..range.start], &source.text[range.end..]);
    let begin = above.rmatch_indices('\n').nth(1).map_or(0, |(i, _)| i + 1);
    let below = below.match_indices('\n').nth(1).map(|(i, _)| range.end + i);
    let end = below.unwrap_or(source.text.len());
    if source.text[begin..end].lines().any(|line| line.len() > MAX_LINE_BYTES) {
        return None;
    }
    let shown = picture.shown.range(range);
    let words = visible::message(&label.text).into_owned();
    let words = (!first || label.text != "here").then_some(words);
    let span = SourceSpan::from((shown.start, shown.len()));
    Some(if first {
        LabeledSpan::new_primary_with_span(words, span)
    } else {
        LabeledSpan::new_with_span(words, span)
    })
}

fn escape_lines(text: &str) -> String {
    let lines: Vec<_> = text.lines().map(visible::message).collect();
    lines.join("\n")
}

/// The part of a finding in one file.
#[derive(Debug, Default)]
struct MietteReport {
    code: Option<String>,
    severity: Option<Severity>,
    message: String,
    help: Option<String>,
    labels: Vec<LabeledSpan>,
    picture: Rc<RenderedSource>,
    related: Vec<MietteReport>,
}

impl fmt::Display for MietteReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for MietteReport {}

impl miette::Diagnostic for MietteReport {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.code.as_ref().map(|c| Box::new(c) as Box<dyn fmt::Display>)
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.severity? {
            Severity::Note => miette::Severity::Advice,
            Severity::Warning => miette::Severity::Warning,
            Severity::Error => miette::Severity::Error,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|h| Box::new(h) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&*self.picture)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn miette::Diagnostic> + 'a>> {
        if self.related.is_empty() {
            return None;
        }
        Some(Box::new(self.related.iter().map(|p| p as &dyn miette::Diagnostic)))
    }
}

struct MietteDisplay<'a>(&'a MietteHandler, MietteReport);

impl fmt::Display for MietteDisplay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.debug(&self.1, f)
    }
}

/// A text prepared for output.
#[derive(Debug)]
struct RenderedSource {
    name: String,
    shown: VisibleText,
    /// The text as written, for lines and columns.
    written: Sources,
}

impl RenderedSource {
    fn new(source: &SourceFile) -> RenderedSource {
        let mut written = Sources::default();
        written.add("", source.text.clone());
        let name = visible::escape(&source.name).into_owned();
        RenderedSource { name, shown: VisibleText::new(&source.text), written }
    }

    /// Line and column of a byte of the shown text, in the text as written.
    fn line_column(&self, shown: usize) -> LineColumn {
        let at = self.shown.original_offset(shown);
        self.written.line_column(Span::new(0, at, at))
    }

    /// The span with `lines` whole lines around it, so that miette need not count from the top.
    fn window(&self, span: &SourceSpan, lines: usize) -> Range<usize> {
        let text = &self.shown.text;
        let end = span.offset() + span.len();
        let above = text.get(..span.offset()).unwrap_or("").rmatch_indices('\n').nth(lines);
        let below = text.get(end..).unwrap_or("").match_indices('\n').nth(lines);
        above.map_or(0, |(i, _)| i + 1)..below.map_or(text.len(), |(i, _)| end + i + 1)
    }
}

impl Default for RenderedSource {
    fn default() -> RenderedSource {
        RenderedSource {
            name: String::new(),
            shown: VisibleText::new(""),
            written: Sources::default(),
        }
    }
}

impl SourceCode for RenderedSource {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let window = self.window(span, before.max(after) + 1);
        let begin = window.start;
        let inside = SourceSpan::from((span.offset() - begin, span.len()));
        let text: &'a str = &self.shown.text[window];
        let read = text.read_span(&inside, before, after)?;
        let (at, length) = (read.span().offset() + begin, read.span().len());
        let line = self.line_column(begin).line - 1 + read.line();
        let column = if before == 0 { self.line_column(at).column - 1 } else { read.column() };
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            read.data(),
            SourceSpan::from((at, length)),
            line,
            column,
            read.line_count(),
        )))
    }
}
