//! What may stand at a place of a text, for editors.
//!
//! The text before the place is read with a sentinel word after it that no phrase contains. Reading fails at
//! the sentinel, and what the grammar tried there is what may stand there.

use super::build::{AstBuilder, NestedLines};
use super::file::split_heading;
use super::heading::HeadingLine;
use super::layout::{RawStatement, split_statements};
use super::phrase::{ParseFailure, Phrase, Rule};
use super::statement::EntryProduction;
use super::token::{TokenKind, code_part, is_name_char};
use crate::span::Span;

/// A word that no phrase begins with. (An apostrophe would not do: it marks names for the grammar.)
const SENTINEL: &str = "~";

/// What may stand at a place of a text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Expectation {
    /// The word that is being typed there, up to the place; empty between words. A phrase replaces it.
    pub replaces: Span,
    /// Words and phrases of the language, each once, in the order of the grammar: `hole`, `falls in`.
    pub phrases: Vec<String>,
    /// A number may stand there.
    pub number: bool,
    /// A name may stand there: of a player, an option, or what *words* declare.
    pub name: bool,
    /// A text in quotation marks may stand there.
    pub text: bool,
}

/// What may stand at `offset`, in bytes, of a text. What follows on the same line is not looked at.
///
/// Nothing is expected in a comment, inside a quoted text, and where something before the place in the same
/// statement cannot be read. An offset beyond the text means its end, one within a character its beginning.
pub fn expected(text: &str, offset: usize) -> Expectation {
    let offset = (0..=offset.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
    let before = text.get(..offset.unwrap_or(0)).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    let (code, is_quoted) = code_part(line);
    let is_comment = code.len() < line.len();
    if before.len() > super::layout::LARGEST_FILE || is_comment || is_quoted {
        return Expectation::default();
    }
    let is_part = |c: char| is_name_char(c) || c == '-';
    let word = line.len() - line.trim_end_matches(is_part).len();
    let start = before.len() - word;
    // The placeholder is a word wherever it is; the grammar then reads the sentinel in its place.
    let with_placeholder = format!("{}x", before.get(..start).unwrap_or_default());
    let (raws, _) = split_statements(0, &with_placeholder);
    let replaces = Span::new(0, start, before.len());
    let Some((rule, mut tokens)) = raws.last().and_then(innermost) else {
        return Expectation { replaces, ..Expectation::default() };
    };
    if let Some(last) = tokens.last_mut() {
        (last.text, last.kind) = (SENTINEL.into(), TokenKind::Stray);
    }
    let at = tokens.len().saturating_sub(1);
    match Phrase::new(&tokens).read(rule) {
        Err(failure) if failure.word == at => Expectation::of(&failure, replaces),
        Ok(_) | Err(_) => Expectation { replaces, ..Expectation::default() },
    }
}

impl Expectation {
    fn of(failure: &ParseFailure, replaces: Span) -> Expectation {
        let mut found = Expectation { replaces, ..Expectation::default() };
        for phrase in &failure.expected {
            let phrase = phrase.trim().replace(" ,", ",").replace(" :", ":");
            match phrase.as_str() {
                "" => {}
                "\"" => found.text = true,
                _ if found.phrases.contains(&phrase) => {}
                _ => found.phrases.push(phrase),
            }
        }
        for rule in &failure.attempted {
            found.number |= *rule == Rule::number;
            found.name |= matches!(rule, Rule::name | Rule::proper);
        }
        found
    }
}

/// The last statement below a heading, or the heading itself, and the production that reads it.
fn innermost(top: &RawStatement) -> Option<(Rule, Vec<super::token::Token>)> {
    if top.broken || top.indent > 0 {
        return None;
    }
    let (head, inline) = split_heading(top);
    if top.nested.is_empty() && inline.is_none() {
        return Some((Rule::heading_line, top.tokens.clone()));
    }
    let phrase = Phrase::new(head);
    let pair = phrase.parse(Rule::heading_line)?;
    let mut production = match AstBuilder::new(&phrase, NestedLines::Nothing).heading(pair)? {
        HeadingLine::Section(_, kind, _) => EntryProduction::of(kind),
        HeadingLine::Test(..) => EntryProduction { rule: Rule::test_line, section: None },
        HeadingLine::Version(..)
        | HeadingLine::Game(_)
        | HeadingLine::Variation(..)
        | HeadingLine::Stage(_) => return None,
    };
    let mut statement = match (inline, top.nested.last()) {
        // What is deeper than a statement after the colon belongs to it, if it opens a block.
        (Some(inline), Some(_)) if inline.opens_block() => inline,
        (_, Some(last)) => last.clone(),
        (Some(inline), None) => inline,
        (None, None) => return None,
    };
    while let Some(last) = statement.nested.last() {
        let opener: Vec<&str> =
            statement.tokens.iter().rev().map(|token| token.text.as_str()).take(3).collect();
        production = match opener.as_slice() {
            [":", "order", "this"] => EntryProduction { rule: Rule::item_line, section: None },
            _ => production.nested_production()?,
        };
        statement = last.clone();
    }
    let becomes =
        head.first().is_some_and(|word| word.text == "change") && statement.has_word(0, "becomes");
    let tokens = statement.tokens.get(usize::from(becomes)..)?.to_vec();
    Some((production.rule, tokens))
}

#[cfg(test)]
mod tests {
    use super::{Expectation, expected};

    /// What is expected where `|` stands.
    fn at(text: &str) -> Expectation {
        let offset = text.find('|').unwrap_or(text.len());
        expected(&text.replace('|', ""), offset)
    }

    fn holds(text: &str, phrases: &[&str]) {
        let found = at(text);
        let missing: Vec<&&str> =
            phrases.iter().filter(|p| !found.phrases.iter().any(|f| f == **p)).collect();
        assert!(missing.is_empty(), "{text}: {missing:?} of {found:?}");
    }

    #[test]
    fn headings_begin_at_the_left_edge() {
        holds("|", &["mnc", "game"]);
        holds("mnc 1\ngame \"A\"\n|", &["board", "start", "variation", "last seed"]);
        holds("mnc 1\ngame \"A\"\nla|", &["board", "last seed"]);
        holds("mnc 1\ngame \"A\"\nnew |", &["board", "last seed"]);
        assert!(at("mnc 1\ngame |").text);
    }

    #[test]
    fn statements_are_those_of_their_section() {
        holds("move\n  sow any own |", &["hole", "occupied"]);
        holds("move: sow any own |", &["hole", "occupied"]);
        holds("winner: |", &["most seeds"]);
        holds("last seed\n  falls |", &["in"]);
        holds("last seed\n  |", &["falls in", "makes", "sow"]);
        holds("test \"a\"\n  |", &["given", "expect", "next game"]);
        holds("opening\n  each player in turn ->\n    |", &["sow", "capture"]);
        let found = at("board\n  |");
        assert!(found.number, "{found:?}");
    }

    #[test]
    fn the_word_that_is_being_typed_is_replaced() {
        let found = at("move\n  sow any own ho| and so on");
        assert_eq!(found.replaces.range(), 19..21);
        holds("move\n  sow any own ho| and so on", &["hole"]);
        let found = at("move\n  sow any own |");
        assert!(found.replaces.range().is_empty());
    }

    #[test]
    fn nothing_is_expected_in_comments_texts_and_after_mistakes() {
        for text in ["move # a |", "game \"a|", "move\n  fly to the moon |", "  |"] {
            let found = at(text);
            assert!(found.phrases.is_empty(), "{text}: {found:?}");
        }
        assert_eq!(expected("é", 1).replaces.range(), 0..0);
        assert_eq!(expected("", 99), expected("", 0));
    }
}
