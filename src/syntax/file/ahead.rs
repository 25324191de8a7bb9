//! The second half of a long file is read on a thread of its own, while the first is read here.

use super::split;
use crate::span::Span;
use crate::syntax::ast::{Change, Statement, TestLine};
use crate::syntax::build::{Below, Build};
use crate::syntax::cut::Raw;
use crate::syntax::heading::Heading;
use crate::syntax::phrase::{Phrase, Rule};
use crate::syntax::statement::{Kind, Reader};
use std::collections::BTreeSet;

/// Of fewer bytes a file is read sooner than a thread has begun.
const LONG: usize = 8 << 10;

/// What stands below a heading.
pub(super) enum Read {
    Statements(Vec<Statement>),
    Lines(Vec<(TestLine, Span)>),
}

/// What has been read below each of some headings. `None`: it is read again in its turn, since something
/// is wrong with it that has to be explained.
pub(super) type Ahead = Vec<Option<Read>>;

/// Reads what stands below these headings.
pub(super) fn read(file: u16, text: &str, names: &BTreeSet<String>, raws: &[Raw]) -> Ahead {
    raws.iter().map(|raw| below(file, text, names, raw)).collect()
}

/// The headings that are read here, and those that are read meanwhile.
pub(super) fn halves<'r>(text: &str, raws: &'r [Raw]) -> (&'r [Raw], &'r [Raw]) {
    if text.len() < LONG {
        return (raws, &[]);
    }
    let at = |raw: &Raw| raw.tokens.first().map_or(0, |token| token.span.start as usize);
    raws.split_at(raws.partition_point(|raw| at(raw) < text.len() / 2))
}

fn below(file: u16, text: &str, names: &BTreeSet<String>, raw: &Raw) -> Option<Read> {
    let (head, None) = split(raw) else { return None };
    if raw.broken || raw.indent > 0 {
        return None;
    }
    let phrase = Phrase::new(head);
    let heading = phrase.parse(Rule::heading_line)?;
    let mut reader = Reader { tries: 0, ..Reader::new(file, text, names) };
    let below = match Build::new(&phrase, Below::Nothing).heading(heading)? {
        Heading::Section(Change::No, ..) => return None,
        Heading::Section(change, kind, _) => {
            Read::Statements(reader.statements(Kind::of(kind), &raw.below, change))
        }
        Heading::Test(..) => Read::Lines(reader.test_lines(&raw.below)),
        _ => return None,
    };
    reader.found.is_empty().then_some(below)
}
