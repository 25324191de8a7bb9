//! The statements of a text with the productions that read them, before anything is parsed. For editors.

use super::build::{AstBuilder, NestedLines};
use super::file::split_heading;
use super::heading::HeadingLine;
use super::layout::{RawStatement, split_statements};
use super::phrase::{Phrase, Rule};
use super::statement::EntryProduction;
use super::token::Token;

/// A statement or a heading.
pub(super) struct StatementWords {
    /// What reads it; `None` if that is not known, because the heading cannot be read.
    pub production: Option<EntryProduction>,
    /// Its words.
    pub words: Vec<Token>,
    /// It is directly in a section `change in`.
    pub changes: bool,
}

/// A statement or a heading of a text.
pub(crate) struct StatementText {
    /// What kind of statement it is: see [`Expectation::context`](super::Expectation::context).
    pub context: &'static str,
    /// Its words.
    pub words: Vec<Token>,
}

/// The statements and headings of a text in its order, without those whose section is not known.
pub(crate) fn statement_texts(text: &str) -> Vec<StatementText> {
    let (raws, _) = split_statements(0, text);
    let all = raws.iter().filter(|top| !top.broken && top.indent == 0).flat_map(statements_below);
    let known = all.filter_map(|statement| {
        let context = statement.production?.context();
        Some(StatementText { context, words: statement.words })
    });
    known.collect()
}

/// A heading and the statements below it, in the order of the text.
pub(super) fn statements_below(top: &RawStatement) -> Vec<StatementWords> {
    let (head, inline) = split_heading(top);
    let alone = top.nested.is_empty() && inline.is_none();
    let words = if alone { top.tokens.clone() } else { head.to_vec() };
    let heading = EntryProduction { rule: Rule::heading_line, section: None };
    let mut all = vec![StatementWords { production: Some(heading), words, changes: false }];
    let production = if alone { None } else { production_below(head) };
    let changes = head.first().is_some_and(|word| word.text == "change");
    // What is deeper than a statement after the colon belongs to it, if it opens a block.
    let opens_block = inline.as_ref().is_some_and(RawStatement::opens_block);
    if let Some(mut inline) = inline {
        if !opens_block {
            inline.nested.clear();
        }
        add(&inline, production, changes, &mut all);
    }
    if !opens_block {
        top.nested.iter().for_each(|raw| add(raw, production, changes, &mut all));
    }
    all
}

fn add(
    raw: &RawStatement,
    production: Option<EntryProduction>,
    changes: bool,
    all: &mut Vec<StatementWords>,
) {
    let becomes = changes && raw.has_word(0, "becomes");
    let words = raw.tokens.get(usize::from(becomes)..).unwrap_or_default().to_vec();
    all.push(StatementWords { production, words, changes: changes && !becomes });
    let opener: Vec<&str> =
        raw.tokens.iter().rev().map(|token| token.text.as_str()).take(3).collect();
    let below = match opener.as_slice() {
        [":", "order", "this"] => Some(EntryProduction { rule: Rule::item_line, section: None }),
        _ => production.and_then(EntryProduction::nested_production),
    };
    raw.nested.iter().for_each(|nested| add(nested, below, false, all));
}

/// What reads the statements below a heading.
fn production_below(head: &[Token]) -> Option<EntryProduction> {
    let phrase = Phrase::new(head);
    let pair = phrase.parse(Rule::heading_line)?;
    match AstBuilder::new(&phrase, NestedLines::Nothing).heading(pair)? {
        HeadingLine::Section(_, kind, _) => Some(EntryProduction::of(kind)),
        HeadingLine::Test(..) => Some(EntryProduction { rule: Rule::test_line, section: None }),
        HeadingLine::Version(..)
        | HeadingLine::Game(_)
        | HeadingLine::Variation(..)
        | HeadingLine::Stage(_) => None,
    }
}
