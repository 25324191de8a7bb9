//! Splits a file into a tree of statements by its lines and indentation, before anything is parsed.
//!
//! So a mistake in one statement never hides another, and the grammar sees one statement at a time.

use super::ast::{AstChange, SectionKind};
use super::token::{LineLexer, Token, TokenKind};
use crate::diagnostic::{Diagnostic, Fix};
use crate::span::Span;

/// The longest line in bytes.
pub const LONGEST_LINE: usize = 2_000;
/// The largest file in bytes.
pub const LARGEST_FILE: usize = 1_000_000;
/// How deep lines may be nested by indentation.
pub const DEEPEST_INDENT: usize = 16;
/// How deep brackets may be nested.
pub const DEEPEST_BRACKET: usize = 32;
/// How many words one statement may have.
const MOST_TOKENS: usize = 1_000;
/// A line that begins with one of these continues the line above.
pub(super) const CONTINUATIONS: [&str; 6] = ["->", ",", "and", "or", "[", "assumed"];

/// The help for a line that is too long.
pub(super) const BREAK_LINE_HELP: &str =
    "break it: a line that begins with `->`, `,`, `and`, `or` or `[` continues the one above";
/// A tab goes to the next multiple of this.
const TAB: usize = 8;

/// One statement, not yet parsed, with the lines below it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RawStatement {
    /// Columns before its first word.
    pub indent: usize,
    /// Its words.
    pub tokens: Vec<Token>,
    /// The deeper lines below it.
    pub nested: Vec<RawStatement>,
    /// It cannot be parsed, and that has been reported.
    pub broken: bool,
}

impl RawStatement {
    /// From its first word to its last.
    pub fn span(&self, file: u16) -> Span {
        match (self.tokens.first(), self.tokens.last()) {
            (Some(first), Some(last)) => first.span.to(last.span),
            _ => Span::new(file, 0, 0),
        }
    }

    /// Whether it ends in a sign that opens a block of deeper lines.
    pub fn opens_block(&self) -> bool {
        match self.tokens.last() {
            Some(t) if t.kind == TokenKind::Sign => matches!(t.text.as_str(), ":" | "=" | "->"),
            Some(t) => t.text == "also" && self.tokens.len() == 1,
            None => false,
        }
    }

    /// The section that it is a heading of, with a statement after it or without.
    pub fn section_heading(&self) -> Option<(AstChange, SectionKind)> {
        let words = self.tokens.iter().map(|token| token.text.as_str());
        let words = words.take_while(|word| *word != ":").collect::<Vec<_>>().join(" ");
        let all = AstChange::ALL.into_iter();
        let mut all = all.flat_map(|change| SectionKind::ALL.map(|section| (change, section)));
        all.find(|(change, section)| change.heading(*section) == words)
    }

    /// Whether word `n` is `read`.
    pub fn has_word(&self, n: usize, read: &str) -> bool {
        self.tokens.get(n).is_some_and(|t| t.text == read)
    }
}

/// Whether the first word of a line is one that continues the line above.
pub(super) fn continues(line: &str) -> bool {
    let (tokens, _) = LineLexer::lex(0, line.lines().next().unwrap_or_default(), 0);
    tokens.first().is_some_and(is_continuation)
}

fn is_continuation(first: &Token) -> bool {
    first.kind != TokenKind::Text && CONTINUATIONS.contains(&first.text.as_str())
}

/// Splits a text into statements.
pub fn split_statements(file: u16, text: &str) -> (Vec<RawStatement>, Vec<Diagnostic>) {
    let mut found = Vec::new();
    let mut flat = lines(file, text, &mut found);
    unindent_below_titles(file, text, &mut flat, &mut found);
    let mut flat = flat.into_iter().peekable();
    let mut top = Vec::new();
    while let Some(mut raw) = flat.next() {
        // A line before any heading may be indented; it still belongs to the top level.
        raw.nested = collect_nested(file, text, &mut flat, raw.indent, 1, &mut found);
        top.push(raw);
    }
    (top, found)
}

/// Headings that are indented below that of the game, a variation or a stage, as if they were in it: they are read
/// as if they were at the left edge.
fn unindent_below_titles(
    file: u16,
    text: &str,
    flat: &mut [RawStatement],
    found: &mut Vec<Diagnostic>,
) {
    let mut rest = flat;
    while let Some((title, below)) = rest.split_first_mut() {
        let many = below.iter().take_while(|raw| raw.indent > 0).count();
        let (block, next) = below.split_at_mut(many);
        rest = next;
        let titled = ["game", "variation", "stage"].iter().any(|word| title.has_word(0, word));
        let heading = block.first().filter(|first| titled && first.section_heading().is_some());
        let Some(first) = heading else { continue };
        let indent = first.indent;
        let finding = Diagnostic::error(
            "wrong-indent",
            first.span(file),
            "this heading is not at the left edge",
        )
        .found("indented, like a statement")
        .label(title.span(file), "what follows this belongs to it without being indented");
        let title = "put it, and what is below it, at the left edge";
        let column = |raw: &RawStatement| raw.indent.saturating_sub(indent);
        let fix = moved_left(text, block, column, |span| Fix::safe(span, "").titled(title));
        found.push(fix.into_iter().fold(finding, Diagnostic::fix));
        block.iter_mut().for_each(|raw| raw.indent = column(raw));
    }
}

/// A comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Comment<'t> {
    /// Its place, from `#` to the last character that is not blank.
    pub span: Span,
    /// That text.
    pub text: &'t str,
    /// Nothing else is on its line.
    pub alone: bool,
}

/// The comments of a text, in order.
pub fn comments(file: u16, text: &str) -> Vec<Comment<'_>> {
    let mut base = text.len() - text.strip_prefix('\u{feff}').unwrap_or(text).len();
    let comment = |line: &str| {
        let (tokens, _) = LineLexer::lex(file, line, 0);
        let end = tokens.last().map_or(0, |token| token.span.end as usize);
        let at = end + line.get(end..)?.find('#')?;
        let length = line.get(at..)?.trim_end().len();
        Some((at, at + length, tokens.is_empty()))
    };
    let mut found = Vec::new();
    for line in text.get(base..).unwrap_or("").split('\n') {
        if line.len() <= LONGEST_LINE
            && let Some((start, end, alone)) = comment(line)
        {
            let span = Span::new(file, base + start, base + end);
            found.push(Comment { span, text: line.get(start..end).unwrap_or(""), alone });
        }
        base += line.len() + 1;
    }
    found
}

/// Collects the lines deeper than `indent`.
fn collect_nested(
    file: u16,
    text: &str,
    flat: &mut std::iter::Peekable<std::vec::IntoIter<RawStatement>>,
    indent: usize,
    depth: usize,
    found: &mut Vec<Diagnostic>,
) -> Vec<RawStatement> {
    let mut items: Vec<RawStatement> = Vec::new();
    while let Some(mut raw) = flat.next_if(|next| next.indent > indent) {
        if depth >= DEEPEST_INDENT {
            if depth == DEEPEST_INDENT && items.is_empty() {
                found.push(
                    Diagnostic::error("too-deep", raw.span(file), "the line is nested too deep")
                        .found(format!("more than {DEEPEST_INDENT} levels"))
                        .help("give the actions a name in *words* and write `do NAME` here"),
                );
            }
            raw.broken = true;
            items.push(raw);
            continue;
        }
        let deeper = collect_nested(file, text, flat, raw.indent, depth + 1, found);
        if raw.opens_block() || raw.broken || deeper.is_empty() {
            raw.nested = deeper;
            items.push(raw);
        } else {
            let span = deeper.first().map_or(raw.span(file), |d| d.span(file));
            let finding =
                Diagnostic::error("wrong-indent", span, "this line is indented deeper than the one above")
                    .found("deeper, but no block begins above it")
                    .label(raw.span(file), "this line does not end in `:`, `=` or `->`")
                    .help("begin it in the column of the line above; a continuation line begins with `->`, `,`, `and`, `or` or `[`");
            found.push(
                aligned(text, raw.indent, &deeper).into_iter().fold(finding, Diagnostic::fix),
            );
            items.push(raw);
            items.extend(deeper);
        }
    }
    items
}

/// Moves these lines to the column `indent`, which is to their left; `None` if other characters than
/// blanks are there.
fn aligned(text: &str, indent: usize, deeper: &[RawStatement]) -> Option<Fix> {
    let title = "begin it in the column of the line above";
    moved_left(text, deeper, |_| indent, |span| Fix::guess(span, "").titled(title))
}

/// Moves lines to the left, each to its new column; `None` if other characters than blanks are there. `fix` deletes
/// the blanks before the first of them.
fn moved_left(
    text: &str,
    raws: &[RawStatement],
    column: impl Fn(&RawStatement) -> usize,
    fix: impl Fn(Span) -> Fix,
) -> Option<Fix> {
    let surplus = raws.iter().map(|raw| {
        let start = raw.tokens.first()?.span;
        let by = raw.indent.checked_sub(column(raw))?;
        let from = start.start.checked_sub(u32::try_from(by).ok()?)?;
        let span = Span { start: from, end: start.start, ..start };
        let blank = text.get(span.range())?.bytes().all(|byte| byte == b' ');
        blank.then_some(span)
    });
    let mut surplus = surplus.collect::<Option<Vec<Span>>>()?.into_iter();
    let first = fix(surplus.next()?);
    Some(surplus.fold(first, |fix, span| fix.and(span, "")))
}

/// The statements in order, continuations joined, with their indentation.
fn lines(file: u16, text: &str, found: &mut Vec<Diagnostic>) -> Vec<RawStatement> {
    let mut flat: Vec<RawStatement> = Vec::new();
    let mut start = text.len() - text.strip_prefix('\u{feff}').unwrap_or(text).len();
    let mut tabs: Option<(Diagnostic, Fix)> = None;
    for line in text.get(start..).unwrap_or("").split('\n') {
        let base = start;
        start += line.len() + 1;
        if line.len() > LONGEST_LINE {
            let span = Span::new(file, base, base + line.trim_end().len());
            found.push(
                Diagnostic::error("line-too-long", span, "the line is too long to be read")
                    .found(format!("more than {LONGEST_LINE} bytes"))
                    .help(BREAK_LINE_HELP),
            );
            flat.push(RawStatement {
                indent: 1,
                tokens: Vec::new(),
                nested: Vec::new(),
                broken: true,
            });
            continue;
        }
        let (tokens, wrong) = LineLexer::lex(file, line, base);
        found.extend(wrong);
        let (indent, tab) = indentation(line);
        let Some(first) = tokens.first() else { continue };
        if let Some(at) = tab {
            let (before, blanks) =
                (Span::new(file, base, first.span.start as usize), " ".repeat(indent));
            tabs = Some(match tabs {
                None => {
                    let tab = Span::new(file, base + at, base + at + 1);
                    let finding = Diagnostic::warning("tab-indent", tab, "a tab indents this line")
                        .found("counted to the next multiple of 8 columns")
                        .help("indent with blanks, so that every editor shows the same");
                    (finding, Fix::safe(before, blanks).titled("indent all lines with blanks"))
                }
                Some((finding, fix)) => (finding, fix.and(before, blanks)),
            });
        }
        let continues = is_continuation(first);
        match flat.last_mut() {
            Some(above) if continues && !above.broken && !above.tokens.is_empty() => {
                above.tokens.extend(tokens);
            }
            Some(above) if continues && above.broken => {}
            _ => flat.push(RawStatement { indent, tokens, nested: Vec::new(), broken: false }),
        }
    }
    found.extend(tabs.map(|(finding, fix)| finding.fix(fix)));
    for raw in &mut flat {
        check_depth(file, raw, found);
    }
    flat.retain(|raw| !raw.tokens.is_empty());
    flat
}

/// Columns before the first visible character, and the first tab among them.
fn indentation(line: &str) -> (usize, Option<usize>) {
    let mut columns = 0;
    let mut tab = None;
    for (i, c) in line.char_indices() {
        match c {
            '\t' => {
                columns = (columns / TAB + 1) * TAB;
                tab = tab.or(Some(i));
            }
            c if c.is_whitespace() => columns += 1,
            c if super::token::is_control(c) => {}
            _ => break,
        }
    }
    (columns, tab)
}

/// Reports brackets that are nested too deep, and statements that are too long.
fn check_depth(file: u16, raw: &mut RawStatement, found: &mut Vec<Diagnostic>) {
    let mut depth = 0usize;
    for token in &raw.tokens {
        match (token.kind, token.text.as_str()) {
            (TokenKind::Sign, "(") => depth += 1,
            (TokenKind::Sign, ")") => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST_BRACKET {
            raw.broken = true;
            found.push(
                Diagnostic::error("too-deep", token.span, "the brackets are nested too deep")
                    .found(format!("more than {DEEPEST_BRACKET} brackets are open"))
                    .help("give parts of the calculation a name in *words*"),
            );
            return;
        }
    }
    if raw.tokens.len() > MOST_TOKENS {
        raw.broken = true;
        let span = raw.tokens.first().map_or(raw.span(file), |t| t.span);
        found.push(
            Diagnostic::error("line-too-long", span, "the statement is too long to be read")
                .found(format!("more than {MOST_TOKENS} words"))
                .help("give parts of it a name in *words*"),
        );
    }
}
