//! A text as a list of statements, and what is in the gaps between them: comments and blank lines.

use crate::diagnostic::{Diagnostic, Severity};
use crate::order::SmallSort;
use crate::syntax::ast::{AstChange, SectionKind};
use crate::syntax::{RawStatement, Token};

/// The codes of findings after which a whole section stays as it is, because other blanks or line ends could
/// make another tree of statements of it, or because not all of it is in the tree.
const KEEP_SECTION: [&str; 4] = ["control-character", "wrong-indent", "too-deep", "line-too-long"];

/// A heading, or a statement in a section.
pub struct DocumentItem<'t> {
    /// Its words.
    pub tokens: &'t [Token],
    /// How many levels it is indented.
    pub depth: usize,
    /// The number of the block of statements it is in.
    pub block: usize,
    /// What it belongs to.
    pub role: StatementRole,
    /// Deeper lines follow.
    pub opens: bool,
    /// It stays as it is.
    pub kept: bool,
    /// What follows it.
    pub gap: StatementGap<'t>,
}

/// What a statement is or belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StatementRole {
    /// A heading of a stage.
    Stage,
    /// A heading of a variation.
    Variation,
    /// A heading of a test.
    Test,
    /// Another heading, or a statement outside of every section.
    Heading,
    /// A statement of a section, or of a block in it.
    Section(SectionKind),
    /// A statement in `change in`, or in a test: nothing is aligned.
    Unaligned,
}

/// What is between a statement and the next one.
#[derive(Default)]
pub struct StatementGap<'t> {
    /// A comment on the last line of the statement.
    pub comment: Option<&'t str>,
    /// The lines after it.
    pub lines: Vec<GapLine<'t>>,
}

impl<'t> StatementGap<'t> {
    /// The comments on lines of their own.
    pub fn comments(&self) -> impl Iterator<Item = &'t str> {
        self.lines.iter().filter_map(|line| match line {
            GapLine::Blank => None,
            GapLine::Comment(comment) => Some(*comment),
        })
    }

    /// Whether there is a comment in it.
    pub fn has_comment(&self) -> bool {
        self.comments().chain(self.comment).next().is_some()
    }
}

/// A line without a statement.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum GapLine<'t> {
    /// Only blanks.
    Blank,
    /// A comment, without the blanks around it.
    Comment(&'t str),
}

/// One part of a text.
pub enum DocumentPart<'t> {
    /// A statement, and what follows it.
    Item(DocumentItem<'t>),
    /// Whole lines that stay as they are.
    Kept(&'t str),
}

/// A text in parts.
pub struct Document<'t> {
    /// The text.
    pub text: &'t str,
    /// What is above the first statement.
    pub above: StatementGap<'t>,
    /// All of its statements.
    pub parts: Vec<DocumentPart<'t>>,
}

impl<'t> Document<'t> {
    /// The parts of a text with these statements and findings; `None` if it has to stay as it is.
    pub fn new(
        text: &'t str,
        raws: &'t [RawStatement],
        layout_findings: &[Diagnostic],
        findings: &[Diagnostic],
    ) -> Option<Document<'t>> {
        let place = |finding: &Diagnostic| finding.labels.first().map(|l| l.span.start as usize);
        let mut errors: Vec<usize> =
            findings.iter().filter(|d| d.severity == Severity::Error).filter_map(place).collect();
        errors.small_sort();
        let mut kept_places: Vec<usize> = layout_findings
            .iter()
            .filter(|d| KEEP_SECTION.contains(&d.code))
            .filter_map(place)
            .collect();
        kept_places.small_sort();
        let starts: Vec<usize> = raws.iter().map(|raw| line_start(text, first_byte(raw))).collect();
        let first = starts.first().copied().unwrap_or(text.len());
        let above = gap(text.get(..first)?, false)?;
        if holds(&kept_places, 0, first) {
            return None;
        }
        let mut reader = DocumentReader { text, errors, parts: Vec::new(), blocks: 0 };
        for (nth, raw) in raws.iter().enumerate() {
            let start = starts.get(nth).copied().unwrap_or_default();
            let end = starts.get(nth + 1).copied().unwrap_or(text.len());
            let kept = raw.indent > 0 || holds(&kept_places, start, end);
            let before = reader.parts.len();
            if kept || reader.item(raw, 0, 0, role_of(raw), end).is_none() {
                reader.parts.truncate(before);
                reader.parts.push(DocumentPart::Kept(text.get(start..end)?));
            }
        }
        Some(Document { text, above, parts: reader.parts })
    }

    /// How many of its parts stay as they are.
    pub fn kept(&self) -> usize {
        let kept = |part: &&DocumentPart<'_>| match part {
            DocumentPart::Item(item) => item.kept,
            DocumentPart::Kept(_) => true,
        };
        self.parts.iter().filter(kept).count()
    }
}

/// Reads statements and the gaps after them.
struct DocumentReader<'t> {
    text: &'t str,
    /// Where errors are, in order.
    errors: Vec<usize>,
    parts: Vec<DocumentPart<'t>>,
    /// How many blocks there are.
    blocks: usize,
}

impl<'t> DocumentReader<'t> {
    /// Adds a statement and those below it; `end` is where the next one begins. `None` if something in the
    /// gaps is neither blank nor a comment.
    fn item(
        &mut self,
        raw: &'t RawStatement,
        depth: usize,
        block: usize,
        role: StatementRole,
        end: usize,
    ) -> Option<()> {
        let last = last_byte(raw);
        let next = |nth: usize| raw.nested.get(nth).map(|n| line_start(self.text, first_byte(n)));
        let ends: Vec<usize> = (0..raw.nested.len()).map(|n| next(n + 1).unwrap_or(end)).collect();
        let gap = gap(self.text.get(last..next(0).unwrap_or(end))?, true)?;
        let at = self.errors.partition_point(|at| *at < first_byte(raw));
        let kept = self.errors.get(at).is_some_and(|at| *at <= last);
        let opens = !raw.nested.is_empty();
        self.parts.push(DocumentPart::Item(DocumentItem {
            tokens: &raw.tokens,
            depth,
            block,
            role,
            opens,
            kept,
            gap,
        }));
        self.blocks += 1;
        let block = self.blocks;
        let below = if depth == 0 { role_below(raw, role) } else { role };
        for (nested, end) in raw.nested.iter().zip(ends) {
            self.item(nested, depth + 1, block, below, end)?;
        }
        Some(())
    }
}

/// Whether one of these places, which are in order, is in a range.
fn holds(places: &[usize], start: usize, end: usize) -> bool {
    places.get(places.partition_point(|at| *at < start)).is_some_and(|at| *at < end)
}

fn first_byte(raw: &RawStatement) -> usize {
    raw.tokens.first().map_or(0, |token| token.span.start as usize)
}

fn last_byte(raw: &RawStatement) -> usize {
    raw.tokens.last().map_or(0, |token| token.span.end as usize)
}

fn line_start(text: &str, at: usize) -> usize {
    text.get(..at).and_then(|above| above.rfind('\n')).map_or(0, |end| end + 1)
}

/// What a text between two statements holds; `after`: it begins on the line of a statement. `None` if
/// something in it is neither blank nor a comment.
pub fn gap(text: &str, after: bool) -> Option<StatementGap<'_>> {
    let mut gap = StatementGap::default();
    let mut lines = text.split('\n').map(str::trim);
    if after {
        gap.comment = lines.next().filter(|line| !line.is_empty());
    }
    gap.lines.extend(lines.map(|line| match line {
        "" => GapLine::Blank,
        line => GapLine::Comment(line),
    }));
    if text.ends_with('\n') || text.is_empty() {
        // What comes after the last line end is the beginning of a statement, or nothing.
        gap.lines.pop();
    }
    let clean = gap.comments().chain(gap.comment).all(|comment| comment.starts_with('#'));
    clean.then_some(gap)
}

/// What a line at the left edge is.
fn role_of(raw: &RawStatement) -> StatementRole {
    match raw.tokens.first().map_or("", |token| token.text.as_str()) {
        "variation" => StatementRole::Variation,
        "stage" => StatementRole::Stage,
        "test" => StatementRole::Test,
        _ => StatementRole::Heading,
    }
}

/// What the lines below a heading are.
fn role_below(raw: &RawStatement, heading: StatementRole) -> StatementRole {
    if heading == StatementRole::Test {
        return StatementRole::Unaligned;
    }
    // Also below `change in` before what is no section.
    if raw.has_word(0, "change") && raw.has_word(1, "in") {
        return StatementRole::Unaligned;
    }
    match raw.section_heading() {
        Some((AstChange::No, _)) | None => StatementRole::Heading,
        Some((_, section)) => StatementRole::Section(section),
    }
}
