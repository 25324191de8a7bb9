//! The lines of one statement.

use super::breaks::{break_cost, break_lines};
use super::document::{DocumentItem, StatementGap, StatementRole, gap};
use super::{INDENT, TAIL_COLUMN, WIDTH};
use crate::syntax::ast::SectionKind;
use crate::syntax::{Token, TokenKind};
use unicode_width::UnicodeWidthStr;

/// Blanks before a citation, before `assumed`, and before the question of an option.
const WIDE: usize = 3;
/// Blanks after the first word of a line of *about* and *points*.
const AFTER_KEY: usize = 2;

/// What is aligned with the lines above and below.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AlignedSign {
    /// `=`.
    Equals,
    /// `->`.
    Arrow,
    /// The text after the first word.
    Key,
}

/// One line of a statement.
#[derive(Default)]
pub struct LaidOutLine<'t> {
    /// Blanks before it.
    pub indent: usize,
    /// The words up to what is aligned; all of them, if nothing is.
    pub head: String,
    /// Blanks after that.
    pub blanks: usize,
    /// The other words.
    pub rest: String,
    /// Citations, `assumed`, `no rule`.
    pub tail: Vec<String>,
    /// A comment at its end.
    pub comment: Option<&'t str>,
}

impl LaidOutLine<'_> {
    /// The columns up to what is aligned, with one blank before it.
    pub fn head_width(&self) -> usize {
        self.indent + self.head.width()
    }

    /// The columns of the line if it gets this many blanks after its head.
    pub fn width_with(&self, blanks: usize) -> usize {
        let tail: usize = self.tail.iter().map(|part| WIDE + part.width()).sum();
        self.head_width() + blanks + self.rest.width() + tail
    }

    /// The line without its comment.
    pub fn text(&self) -> String {
        let blanks = if self.rest.is_empty() { 0 } else { self.blanks };
        let mut text = " ".repeat(self.indent) + &self.head + &" ".repeat(blanks) + &self.rest;
        for (nth, part) in self.tail.iter().enumerate() {
            let width = text.width();
            let alone = self.tail.len() == 1 && part.starts_with('[');
            let column = alone && width + 2 <= TAIL_COLUMN && TAIL_COLUMN + part.width() <= WIDTH;
            let blanks = match column {
                _ if nth == 0 && width == self.indent => 0,
                true => TAIL_COLUMN - width,
                // Fewer if the line would be too long.
                false if alone => WIDTH.saturating_sub(width + part.width()).clamp(1, WIDE),
                false => WIDE,
            };
            text += &" ".repeat(blanks);
            text += part;
        }
        text
    }
}

/// The lines of a statement, or comments between them.
pub struct StatementLayout<'t> {
    /// The lines.
    pub lines: Vec<LaidOutLine<'t>>,
    /// What may be aligned in the first line.
    pub aligned: Option<AlignedSign>,
}

/// The lines of a statement.
pub fn layout<'t>(text: &'t str, item: &DocumentItem<'t>) -> StatementLayout<'t> {
    let units = units(text, item);
    let mut layout = match comments_inside(text, item) {
        _ if item.kept => kept(text, item),
        None => kept(text, item),
        Some(gaps) if gaps.iter().any(|(_, gap)| gap.has_comment()) => {
            lines_of_author(item, &units, &gaps).unwrap_or_else(|| kept(text, item))
        }
        Some(_) => broken(item, &units),
    };
    if let Some(last) = layout.lines.last_mut() {
        last.comment = item.gap.comment;
    }
    layout
}

/// A statement as it is; only its first line is indented.
fn kept<'t>(text: &'t str, item: &DocumentItem<'t>) -> StatementLayout<'t> {
    let span = item.tokens.first().zip(item.tokens.last()).map(|(a, b)| a.span.to(b.span));
    let head = span.and_then(|span| text.get(span.range())).unwrap_or("").to_owned();
    let line = LaidOutLine { indent: item.depth * INDENT, head, ..LaidOutLine::default() };
    StatementLayout { lines: vec![line], aligned: None }
}

/// A statement broken into as few lines as possible.
fn broken<'t>(item: &DocumentItem<'t>, units: &[WordGroup<'t>]) -> StatementLayout<'t> {
    let indent = item.depth * INDENT;
    let lines = break_lines(units, indent);
    let one = lines.len() == 1;
    let aligned = aligned(item, units).filter(|(kind, _)| one || *kind == AlignedSign::Equals);
    let at = aligned.map(|(_, at)| at);
    let lines = lines.iter().enumerate().map(|(nth, units)| match nth {
        0 => line(units, indent, at),
        _ => line(units, indent + INDENT, None),
    });
    StatementLayout { lines: lines.collect(), aligned: aligned.map(|(kind, _)| kind) }
}

/// Words that are never separated, and how they follow the words before them.
pub struct WordGroup<'t> {
    /// The words.
    pub text: String,
    /// Blanks before them, on the same line.
    pub blanks: usize,
    /// A line may begin with them: the lower, the better.
    pub cost: Option<usize>,
    /// They say where the rule comes from.
    is_tail: bool,
    /// The first of the tokens.
    first: &'t Token,
}

/// The words of a statement.
fn units<'t>(text: &str, item: &DocumentItem<'t>) -> Vec<WordGroup<'t>> {
    let tokens = item.tokens;
    let tail = tail_start(tokens, item.role);
    let mut units: Vec<WordGroup<'t>> = Vec::with_capacity(tokens.len());
    let mut depth = 0usize;
    let mut before: Option<&Token> = None;
    for (nth, token) in tokens.iter().enumerate() {
        let written = text.get(token.span.range()).unwrap_or("");
        let in_tail = nth >= tail;
        let begins_tail = in_tail && (nth == tail || is_word(token, "assumed"));
        if matches!(token.text.as_str(), ")" | "]") && token.kind == TokenKind::Sign {
            depth = depth.saturating_sub(1);
        }
        let blanks = match before {
            None => 0,
            Some(_) if begins_tail => WIDE,
            Some(before) => blanks_between(item.role, nth, before, token),
        };
        let joins = in_tail && !begins_tail;
        match units.last_mut() {
            Some(unit) if joins => {
                unit.text += &" ".repeat(blanks);
                unit.text += written;
            }
            _ => units.push(WordGroup {
                text: written.to_owned(),
                blanks,
                cost: break_cost(tokens, nth).filter(|_| depth == 0),
                is_tail: in_tail,
                first: token,
            }),
        }
        if matches!(token.text.as_str(), "(" | "[") && token.kind == TokenKind::Sign {
            depth += 1;
        }
        before = Some(token);
    }
    units
}

/// Whether a token is this word.
pub fn is_word(token: &Token, word: &str) -> bool {
    token.kind == TokenKind::Word && token.text == word
}

/// Whether a token is this sign.
pub fn is_sign(token: &Token, sign: &str) -> bool {
    token.kind == TokenKind::Sign && token.text == sign
}

/// Where citations, `assumed` or `no rule` begin at the end of a statement; the number of words if there are
/// none.
fn tail_start(tokens: &[Token], role: StatementRole) -> usize {
    let mut rest = tokens;
    if let [before @ .., word, text] = rest
        && is_word(word, "assumed")
        && text.kind == TokenKind::Text
    {
        rest = before;
    }
    if let [before @ .., no, rule] = rest
        && role == StatementRole::Section(SectionKind::Points)
        && is_word(no, "no")
        && is_word(rule, "rule")
    {
        rest = before;
    }
    if let [.., last] = rest
        && is_sign(last, "]")
        && let Some(open) = rest.iter().rposition(|token| is_sign(token, "["))
    {
        rest = rest.get(..open).unwrap_or(rest);
    }
    if rest.is_empty() { tokens.len() } else { rest.len() }
}

/// The blanks between two words on a line.
fn blanks_between(role: StatementRole, nth: usize, before: &Token, token: &Token) -> usize {
    let sign = |token: &Token, signs: &str| {
        token.kind == TokenKind::Sign && token.text != "->" && signs.contains(&token.text)
    };
    if sign(token, ",:)]") || sign(before, "([") {
        return 0;
    }
    match role {
        StatementRole::Section(SectionKind::Options)
            if nth > 1 && token.kind == TokenKind::Text =>
        {
            WIDE
        }
        StatementRole::Section(SectionKind::About | SectionKind::Points) if nth == 1 => AFTER_KEY,
        StatementRole::Section(_)
        | StatementRole::Stage
        | StatementRole::Variation
        | StatementRole::Test
        | StatementRole::Heading
        | StatementRole::Unaligned => 1,
    }
}

/// What may be aligned in a statement: the kind, and the number of its first word.
fn aligned(item: &DocumentItem<'_>, units: &[WordGroup<'_>]) -> Option<(AlignedSign, usize)> {
    let StatementRole::Section(section) = item.role else { return None };
    if item.depth == 0 || item.opens || units.len() < 2 {
        return None;
    }
    if matches!(section, SectionKind::About | SectionKind::Points) {
        return Some((AlignedSign::Key, 1));
    }
    if matches!(section, SectionKind::Options | SectionKind::Words)
        && item.tokens.get(1).is_some_and(|token| is_sign(token, "="))
    {
        return Some((AlignedSign::Equals, 1));
    }
    let arrow = item.tokens.iter().position(|token| is_sign(token, "->"))?;
    (arrow > 0).then_some((AlignedSign::Arrow, arrow))
}

/// The line of these words; `aligned`: the number of the word that is aligned.
fn line<'t>(units: &[WordGroup<'t>], indent: usize, aligned: Option<usize>) -> LaidOutLine<'t> {
    let mut line = LaidOutLine { indent, ..LaidOutLine::default() };
    for (nth, unit) in units.iter().enumerate() {
        let blanks = if nth == 0 { 0 } else { unit.blanks };
        if unit.is_tail {
            line.tail.push(unit.text.clone());
        } else if aligned == Some(nth) {
            line.blanks = blanks;
            line.rest.clone_from(&unit.text);
        } else {
            let words = if line.rest.is_empty() { &mut line.head } else { &mut line.rest };
            *words += &" ".repeat(blanks);
            *words += &unit.text;
        }
    }
    line
}

/// The line ends inside a statement: before which word, and what is there. `None` if that is neither blank nor
/// a comment.
fn comments_inside<'t>(
    text: &'t str,
    item: &DocumentItem<'t>,
) -> Option<Vec<(usize, StatementGap<'t>)>> {
    let mut gaps = Vec::new();
    for (nth, two) in item.tokens.windows(2).enumerate() {
        let [one, next] = two else { continue };
        let between = text.get(one.span.end as usize..next.span.start as usize)?;
        if let Some(end) = between.rfind('\n') {
            gaps.push((nth + 1, gap(between.get(..=end)?, true)?));
        }
    }
    Some(gaps)
}

/// The lines of a statement with comments inside it, which are those of its author; `None` if a line begins
/// with words that belong to those before.
fn lines_of_author<'t>(
    item: &DocumentItem<'t>,
    units: &[WordGroup<'t>],
    gaps: &[(usize, StatementGap<'t>)],
) -> Option<StatementLayout<'t>> {
    let indent = item.depth * INDENT;
    let mut lines = Vec::new();
    let mut done = 0;
    for (word, gap) in gaps {
        let first = item.tokens.get(*word)?;
        let stop = units.iter().position(|unit| std::ptr::eq(unit.first, first))?;
        let depth = if done == 0 { indent } else { indent + INDENT };
        lines.push(LaidOutLine {
            comment: gap.comment,
            ..line(units.get(done..stop)?, depth, None)
        });
        lines.extend(gap.comments().map(|comment| LaidOutLine {
            indent: indent + INDENT,
            head: comment.to_owned(),
            ..LaidOutLine::default()
        }));
        done = stop;
    }
    lines.push(line(units.get(done..)?, indent + INDENT, None));
    Some(StatementLayout { lines, aligned: None })
}
