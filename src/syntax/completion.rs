//! What may stand at a place of a text, for editors.
//!
//! The text before the place is read with a sentinel word after it that no phrase contains. Reading fails at
//! the sentinel, and what the grammar tried there is what may stand there.

use super::layout::{continues, split_statements};
use super::outline::{StatementWords, statements_below};
use super::phrase::{ParseFailure, Phrase, Rule};
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
    /// What kind of statement it is: the words of its section, or `heading`, `test`, `item` (of `in this
    /// order:`), `case of a word`. Empty where nothing is expected.
    pub context: &'static str,
    /// The words of the statement before the place.
    pub before: Vec<String>,
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
    let block = start_of_block(before);
    let with_placeholder = format!("{}x", before.get(block..start).unwrap_or_default());
    let (raws, _) = split_statements(0, &with_placeholder);
    let nothing = Expectation { replaces: Span::new(0, start, before.len()), ..Expectation::default() };
    let Some(last) = raws.last().filter(|top| !top.broken && top.indent == 0) else { return nothing };
    let Some(StatementWords { production: Some(production), words, changes }) =
        statements_below(last).pop()
    else {
        return nothing;
    };
    let mut tokens = words;
    if let Some(last) = tokens.last_mut() {
        (last.text, last.kind) = (SENTINEL.into(), TokenKind::Stray);
    }
    let at = tokens.len().saturating_sub(1);
    match Phrase::new(&tokens).read(production.rule) {
        Err(failure) if failure.word == at => {
            tokens.truncate(at);
            let before = tokens.into_iter().map(|token| token.text).collect();
            let mut found = Expectation { context: production.context(), before, ..nothing };
            found.add(&failure);
            if changes && at == 0 {
                found.phrases.push("becomes".into());
            }
            found
        }
        Ok(_) | Err(_) => nothing,
    }
}

/// Where the last line begins that is at the left edge and does not continue another one: the heading of the
/// section. Nothing above it matters.
fn start_of_block(before: &str) -> usize {
    let mut end = before.len();
    loop {
        let start = before.get(..end).and_then(|text| text.rfind('\n')).map_or(0, |at| at + 1);
        let line = before.get(start..).unwrap_or_default();
        let heads = line.starts_with(|c: char| c.is_alphanumeric()) && !continues(line);
        if heads || start == 0 {
            return start;
        }
        end = start - 1;
    }
}

impl Expectation {
    fn add(&mut self, failure: &ParseFailure) {
        for phrase in &failure.expected {
            let phrase = phrase.trim().replace(" ,", ",").replace(" :", ":");
            match phrase.as_str() {
                "" => {}
                "\"" => self.text = true,
                _ if self.phrases.contains(&phrase) => {}
                _ => self.phrases.push(phrase),
            }
        }
        for rule in &failure.attempted {
            self.number |= *rule == Rule::number;
            self.name |= matches!(rule, Rule::name | Rule::proper | Rule::word);
        }
    }
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
