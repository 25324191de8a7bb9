//! Parses the second half of a long file on a helper thread, while the main thread parses the first half.

use super::split_heading;
use crate::span::Span;
use crate::syntax::ast::{AstChange, Statement, TestLine};
use crate::syntax::build::{AstBuilder, NestedLines};
use crate::syntax::heading::HeadingLine;
use crate::syntax::layout::RawStatement;
use crate::syntax::phrase::{Phrase, Rule};
use crate::syntax::statement::{EntryProduction, StatementReader};
use std::collections::BTreeSet;

/// Below this size a thread costs more than it saves.
const MIN_PARALLEL_BYTES: usize = 8 << 10;

/// The parsed lines below a heading.
pub(super) enum ParsedBlock {
    Statements(Vec<Statement>),
    Lines(Vec<(TestLine, Span)>),
}

/// The parsed lines below each heading. `None`: they are parsed again on the main thread, because something
/// in them is wrong and has to be reported.
pub(super) type ParsedBlocks = Vec<Option<ParsedBlock>>;

/// Parses the lines below these headings.
pub(super) fn parse_blocks(
    file: u16,
    text: &str,
    names: &BTreeSet<String>,
    raws: &[RawStatement],
) -> ParsedBlocks {
    raws.iter().map(|raw| parse_block(file, text, names, raw)).collect()
}

/// Splits the top-level lines at half the file: those for the main thread, and those for the helper thread.
pub(super) fn split_in_half<'r>(
    text: &str,
    raws: &'r [RawStatement],
) -> (&'r [RawStatement], &'r [RawStatement]) {
    if text.len() < MIN_PARALLEL_BYTES {
        return (raws, &[]);
    }
    let at = |raw: &RawStatement| raw.tokens.first().map_or(0, |token| token.span.start as usize);
    raws.split_at(raws.partition_point(|raw| at(raw) < text.len() / 2))
}

fn parse_block(
    file: u16,
    text: &str,
    names: &BTreeSet<String>,
    raw: &RawStatement,
) -> Option<ParsedBlock> {
    let (head, None) = split_heading(raw) else { return None };
    if raw.broken || raw.indent > 0 {
        return None;
    }
    let phrase = Phrase::new(head);
    let heading = phrase.parse(Rule::heading_line)?;
    let mut reader = StatementReader { tries_left: 0, ..StatementReader::new(file, text, names) };
    let below = match AstBuilder::new(&phrase, NestedLines::Nothing).heading(heading)? {
        HeadingLine::Section(AstChange::No, ..) => return None,
        HeadingLine::Section(change, kind, _) => ParsedBlock::Statements(reader.statements(
            EntryProduction::of(kind),
            &raw.nested,
            change,
        )),
        HeadingLine::Test(..) => ParsedBlock::Lines(reader.test_lines(&raw.nested)),
        _ => return None,
    };
    reader.diagnostics.is_empty().then_some(below)
}
