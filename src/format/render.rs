//! Writes the lines of a text.

use super::document::{Document, DocumentPart, GapLine, StatementGap, StatementRole};
use super::statement::{LaidOutLine, StatementLayout, layout};
use super::{INDENT, columns};
use unicode_width::UnicodeWidthStr;

/// Blanks before a comment at the end of a line.
const BEFORE_COMMENT: usize = 4;
/// The most blanks that are added so that the comments of adjacent lines are in one column.
const MOST_COMMENT_PADDING: usize = 30;

/// The text of a document.
pub fn render(document: &Document<'_>) -> String {
    let mut writer = TextWriter {
        text: String::with_capacity(document.text.len()),
        open: Vec::new(),
        open_widths: NO_WIDTHS,
    };
    let mut layouts = layouts(document);
    columns::align(&mut layouts);
    let mut layouts = layouts.into_iter().map(|(layout, ..)| layout);
    let item = |part: Option<&DocumentPart<'_>>| match part {
        Some(DocumentPart::Item(item)) => Some((item.depth, item.role)),
        Some(DocumentPart::Kept(_)) | None => None,
    };
    let first = document.parts.first();
    let above = GapContext { last: first.is_none(), next: item(first), ..GapContext::default() };
    writer.gap(&document.above, above);
    let mut in_variation = false;
    for (nth, part) in document.parts.iter().enumerate() {
        match part {
            DocumentPart::Kept(lines) => writer.kept(lines),
            DocumentPart::Item(one) => {
                in_variation |= one.role == StatementRole::Variation;
                layouts.next().into_iter().flat_map(|l| l.lines).for_each(|l| writer.line(l));
                let after = document.parts.get(nth + 1);
                let next = item(after);
                let between = GapContext {
                    before: Some((one.depth, one.role)),
                    first: true,
                    opens: one.opens,
                    last: after.is_none(),
                    next,
                    apart: is_apart(next, in_variation),
                };
                writer.gap(&one.gap, between);
            }
        }
    }
    writer.finish()
}

/// The layout of each statement, with the number of its block, and whether something is between it and the
/// one before.
fn layouts<'t>(document: &Document<'t>) -> Vec<(StatementLayout<'t>, usize, bool)> {
    let mut all = Vec::new();
    let mut apart = false;
    let mut block = 0;
    for part in &document.parts {
        let DocumentPart::Item(item) = part else { continue };
        let below = item.block != block;
        block = item.block;
        all.push((layout(document.text, item), block, apart || below));
        apart = item.gap.lines.contains(&GapLine::Blank);
    }
    all
}

/// What a gap is between.
#[derive(Clone, Copy, Default)]
struct GapContext {
    /// The depth of the statement before it, and what that is.
    before: Option<(usize, StatementRole)>,
    /// Its comments can belong to the statement before.
    first: bool,
    /// The statement after it is in the block of the statement before.
    opens: bool,
    /// There is nothing after it.
    last: bool,
    /// The depth of the statement after it, and what that is.
    next: Option<(usize, StatementRole)>,
    /// There is a blank line before the statement after it, and its comments.
    apart: bool,
}

/// Whether there is a blank line before a heading.
fn is_apart(next: Option<(usize, StatementRole)>, in_variation: bool) -> bool {
    match next {
        Some((0, StatementRole::Variation | StatementRole::Test)) => true,
        Some((0, StatementRole::Stage)) => !in_variation,
        Some(_) | None => false,
    }
}

/// The widths of no lines.
const NO_WIDTHS: (usize, usize) = (usize::MAX, 0);

struct TextWriter<'t> {
    text: String,
    /// Adjacent lines with comments, not yet written.
    open: Vec<LaidOutLine<'t>>,
    /// The least and the greatest of their widths, without the comments.
    open_widths: (usize, usize),
}

impl<'t> TextWriter<'t> {
    fn line(&mut self, line: LaidOutLine<'t>) {
        if line.comment.is_none() {
            self.flush();
            self.push(&line.text());
        } else {
            let width = line.text().width();
            let (least, most) = self.open_widths;
            let (least, most) = (least.min(width), most.max(width));
            if most - least > MOST_COMMENT_PADDING {
                self.flush();
                self.open_widths = (width, width);
            } else {
                self.open_widths = (least, most);
            }
            self.open.push(line);
        }
    }

    /// Writes the lines with comments.
    fn flush(&mut self) {
        self.open_widths = NO_WIDTHS;
        let lines: Vec<(String, Option<&str>)> =
            self.open.drain(..).map(|line| (line.text(), line.comment)).collect();
        let widest = lines.iter().map(|(text, _)| text.width()).max().unwrap_or(0);
        for (text, comment) in lines {
            let blanks = widest - text.width() + BEFORE_COMMENT;
            self.push(&(text + &" ".repeat(blanks) + comment.unwrap_or_default()));
        }
    }

    fn push(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Writes lines that stay as they are.
    fn kept(&mut self, lines: &str) {
        self.flush();
        self.text.push_str(lines);
        if !lines.ends_with('\n') {
            self.text.push('\n');
        }
    }

    /// Writes the comments and blank lines of a gap.
    fn gap(&mut self, gap: &StatementGap<'_>, between: GapContext) {
        let mut lines: Vec<GapLine<'_>> = gap.lines.clone();
        lines.dedup_by(|one, other| *one == GapLine::Blank && *other == GapLine::Blank);
        let no_blank_first = between.before.is_none() || between.opens;
        if no_blank_first && lines.first() == Some(&GapLine::Blank) {
            lines.remove(0);
        }
        if between.last && lines.last() == Some(&GapLine::Blank) {
            lines.pop();
        }
        if between.apart && !lines.contains(&GapLine::Blank) {
            lines.insert(0, GapLine::Blank);
        }
        let next = between.next.map_or(0, |(depth, _)| depth);
        let before = between.before.map_or(0, |(depth, _)| depth);
        // A comment that is directly below a statement, and not directly above another one, is about the
        // first.
        let own = match lines.iter().position(|line| *line == GapLine::Blank) {
            Some(blank) => blank,
            None if between.last => lines.len(),
            None => 0,
        };
        let about_before = if between.first && !between.opens { own } else { 0 };
        for (nth, line) in lines.iter().enumerate() {
            self.flush();
            match line {
                GapLine::Blank => self.push(""),
                GapLine::Comment(comment) => {
                    let depth = if nth < about_before { before } else { next };
                    self.push(&(" ".repeat(depth * INDENT) + comment));
                }
            }
        }
    }

    fn finish(mut self) -> String {
        self.flush();
        self.text
    }
}
