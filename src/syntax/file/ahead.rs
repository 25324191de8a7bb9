//! The second half of a long file is read on a thread of its own, while the first is read here.

use super::split;
use crate::span::Span;
use crate::syntax::ast::{Change, Statement, TestLine};
use crate::syntax::build::{Below, Build};
use crate::syntax::cut::Raw;
use crate::syntax::heading::Heading;
use crate::syntax::phrase::{Phrase, Rule};
use crate::syntax::statement::{Kind, Reader};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Of fewer bytes a file is read sooner than a thread has begun.
const LONG: usize = 8 << 10;

/// What stands below a heading.
enum Read {
    Statements(Vec<Statement>),
    Lines(Vec<(TestLine, Span)>),
}

/// What has been read below headings, by where these lie in memory. What is wrong in some way is not
/// among it: that is read again in its turn, and explained.
#[derive(Default)]
pub(super) struct Ahead(FxHashMap<usize, Read>);

impl Ahead {
    /// Reads what stands below these headings.
    pub fn read(file: u16, text: &str, names: &BTreeSet<String>, raws: &[Raw]) -> Ahead {
        let read = raws.iter().filter_map(|raw| {
            Some((std::ptr::from_ref(raw).addr(), below(file, text, names, raw)?))
        });
        Ahead(read.collect())
    }

    /// The statements below a heading, if they have been read.
    pub fn statements(&mut self, raw: &Raw) -> Option<Vec<Statement>> {
        match self.take(raw)? {
            Read::Statements(statements) => Some(statements),
            Read::Lines(_) => None,
        }
    }

    /// The lines of a test, if they have been read.
    pub fn lines(&mut self, raw: &Raw) -> Option<Vec<(TestLine, Span)>> {
        match self.take(raw)? {
            Read::Lines(lines) => Some(lines),
            Read::Statements(_) => None,
        }
    }

    fn take(&mut self, raw: &Raw) -> Option<Read> {
        self.0.remove(&std::ptr::from_ref(raw).addr())
    }
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
