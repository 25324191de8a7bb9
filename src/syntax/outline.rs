//! The statements of a text with the productions that read them, before anything is parsed. For editors.

use super::build::{AstBuilder, NestedLines};
use super::file::split_heading;
use super::heading::HeadingLine;
use super::layout::{RawStatement, split_statements};
use super::phrase::{Phrase, Rule};
use super::statement::EntryProduction;
use super::token::Token;
use super::vocabulary;
use crate::span::Span;
use pest::iterators::Pair;
use std::ops::Range;

/// A statement or a heading.
pub(super) struct StatementWords {
    /// What reads it; `None` if that is not known, because the heading cannot be read.
    pub production: Option<EntryProduction>,
    /// Its words.
    pub words: Vec<Token>,
    /// It is directly in a section `change in`, and not a line `becomes`.
    pub changes: bool,
    /// It is a line `becomes`.
    pub becomes: bool,
}

/// A statement or a heading of a text.
pub(crate) struct StatementText {
    /// What kind of statement it is: see [`Expectation::context`](super::Expectation::context). Empty if the heading
    /// cannot be read.
    pub context: &'static str,
    /// Its words.
    pub words: Vec<Token>,
    /// It is a line `becomes`; that word is not among its words.
    pub becomes: bool,
}

/// The statements and headings of a text in its order.
pub(crate) fn statement_texts(file: u16, text: &str) -> Vec<StatementText> {
    let (raws, _) = split_statements(file, text);
    let all = raws.iter().filter(|top| !top.broken && top.indent == 0).flat_map(statements_below);
    let read = all.map(|StatementWords { production, words, becomes, .. }| {
        let context = production.map_or("", EntryProduction::context);
        StatementText { context, words, becomes }
    });
    read.collect()
}

/// A heading and the statements below it, in the order of the text.
pub(super) fn statements_below(top: &RawStatement) -> Vec<StatementWords> {
    let (head, inline) = split_heading(top);
    let alone = top.nested.is_empty() && inline.is_none();
    let words = if alone { top.tokens.clone() } else { head.to_vec() };
    let heading = EntryProduction { rule: Rule::heading_line, section: None };
    let mut all =
        vec![StatementWords { production: Some(heading), words, changes: false, becomes: false }];
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
    all.push(StatementWords { production, words, changes: changes && !becomes, becomes });
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

/// A word of a text, and what the grammar reads there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadWord {
    /// The word, number, quoted text or sign.
    pub span: Span,
    /// The same with the words that belong to it, such as `falls in`; of a name, the name.
    pub phrase: String,
    /// The span of the phrase.
    pub phrase_span: Span,
    /// The productions of the grammar that read it, the innermost first. Empty if the statement cannot be read.
    pub productions: Vec<String>,
}

/// The word at `offset`, in bytes; `None` in blanks, comments, and where no section is known. At the end of a word,
/// that word.
pub fn word_at(text: &str, offset: usize) -> Option<ReadWord> {
    let (raws, _) = split_statements(0, text);
    let at = u32::try_from(offset).ok()?;
    let touches = |span: Span| span.start <= at && at <= span.end;
    let top = raws.iter().rfind(|top| top.tokens.first().is_some_and(|t| t.span.start <= at))?;
    let statement = statements_below(top)
        .into_iter()
        .find(|statement| statement.words.iter().any(|word| touches(word.span)))?;
    let words = &statement.words;
    let holds = |word: &Token| word.span.start <= at && at < word.span.end;
    let nth =
        words.iter().position(holds).or_else(|| words.iter().position(|w| touches(w.span)))?;
    let span = words.get(nth)?.span;
    let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    let range = phrase_around(&texts, nth);
    let phrase_words = words.get(range.clone())?;
    let phrase_span = phrase_words.first()?.span.to(phrase_words.last()?.span);
    let phrase = texts.get(range)?.join(" ").replace(" ,", ",").replace(" :", ":");
    let mut productions = Vec::new();
    let parsed = Phrase::new(words);
    if let Some(pair) = statement.production.and_then(|production| parsed.parse(production.rule)) {
        add_productions(&parsed, pair, span, &mut productions);
        productions.reverse();
    }
    Some(ReadWord { span, phrase, phrase_span, productions })
}

/// The longest phrase of the grammar among some words that contains one of them.
pub(super) fn phrase_around(words: &[&str], nth: usize) -> Range<usize> {
    let mut best = nth..nth + 1;
    for phrase in vocabulary::phrases() {
        let parts: Vec<&str> = phrase.split(' ').filter(|part| !part.is_empty()).collect();
        for start in (nth + 1).saturating_sub(parts.len())..=nth {
            let end = start + parts.len();
            if parts.len() > best.len() && words.get(start..end) == Some(parts.as_slice()) {
                best = start..end;
            }
        }
    }
    best
}

/// The productions that read a word, the outermost first.
fn add_productions(
    phrase: &Phrase,
    pair: Pair<'_, Rule>,
    word: Span,
    productions: &mut Vec<String>,
) {
    productions.push(format!("{:?}", pair.as_rule()));
    for inner in pair.into_inner() {
        let span = phrase.span(&inner);
        if span.start <= word.start && word.end <= span.end {
            add_productions(phrase, inner, word, productions);
            return;
        }
    }
}
