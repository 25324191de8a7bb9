//! What may stand at a place of a text, for editors.
//!
//! The text before the place is read with a sentinel word after it that no phrase contains. Reading fails at
//! the sentinel, and what the grammar tried there is what may stand there.

use super::file::NAMED;
use super::layout::{CONTINUATIONS, continues, split_statements};
use super::outline::{StatementWords, statements_below};
use super::phrase::{ParseFailure, Phrase, Rule};
use super::token::{code_part, is_name_char};
use super::vocabulary;
use crate::span::Span;
use std::sync::OnceLock;

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
    /// The words of the heading above, without its quoted text.
    pub above: String,
    /// At the beginning of a line: words and phrases that continue the statement above, and do not begin one.
    pub continuations: Vec<String>,
    /// The kind of the statement above, and its words.
    pub continued: (&'static str, Vec<String>),
}

/// What may stand at `offset`, in bytes, of a text. What follows on the same line is not looked at.
///
/// At the beginning of a line, this is what begins a statement there, and what continues the statement above.
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
    let first_of_line = line.get(..line.len() - word).is_some_and(|rest| rest.trim().is_empty());
    let above = before.get(..before.len() - line.len()).unwrap_or_default();
    let block = start_of_block(before);
    let mut found = Expectation {
        replaces: Span::new(0, start, before.len()),
        above: heading_words(above.get(start_of_block(above)..).unwrap_or_default()),
        ..Expectation::default()
    };
    // The placeholder is a word wherever it is; the grammar then reads the sentinel in its place.
    let with_placeholder = format!("{}x", before.get(block..start).unwrap_or_default());
    if let Some(mut statement) = last_statement(&with_placeholder) {
        statement.words.pop();
        found.add(&statement);
    }
    if first_of_line
        && let Some(statement) =
            last_statement(above.get(start_of_block(above)..).unwrap_or_default())
    {
        found.add_continuations(&statement);
    }
    found
}

/// The last statement of a text, or its last heading.
fn last_statement(text: &str) -> Option<StatementWords> {
    let (raws, _) = split_statements(0, text);
    let last = raws.last().filter(|top| !top.broken && top.indent == 0)?;
    statements_below(last).pop()
}

/// The words of a heading up to a quoted text or a colon.
fn heading_words(line: &str) -> String {
    let (code, _) = code_part(line.lines().next().unwrap_or_default());
    code.split(['"', ':']).next().unwrap_or_default().trim().to_owned()
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
    /// Adds what can follow the words of a statement.
    fn add(&mut self, statement: &StatementWords) {
        let Some(production) = statement.production else { return };
        let words: Vec<&str> = statement.words.iter().map(|token| token.text.as_str()).collect();
        let mut fits = self.add_after(production.rule, &words, 0);
        // A phrase of several words of which some are before the place.
        let most = phrases().iter().map(|phrase| phrase.len()).max().unwrap_or(0);
        for back in 1..most.min(words.len() + 1) {
            let typed = words.get(words.len() - back..).unwrap_or_default();
            if phrases().iter().any(|phrase| phrase.len() > back && phrase.starts_with(typed)) {
                fits |= self.add_after(production.rule, &words, back);
            }
        }
        if words.is_empty() && statement.changes {
            self.phrases.push("becomes".into());
        }
        let is_heading = production.rule == Rule::heading_line;
        let is_complete = || Phrase::new(&statement.words).parse(Rule::heading_line).is_some();
        if is_heading && !words.is_empty() && !named(words.first().copied()) && is_complete() {
            self.phrases.push(":".into());
            fits = true;
        }
        if fits {
            self.context = production.context();
            self.before = words.into_iter().map(str::to_owned).collect();
        }
    }

    /// Adds what continues a statement on the next line.
    fn add_continuations(&mut self, statement: &StatementWords) {
        let mut found = Expectation::default();
        found.add(statement);
        let continues = |phrase: &String| {
            let first = phrase.split(' ').next().unwrap_or_default();
            CONTINUATIONS.contains(&first) || first.starts_with(',')
        };
        for phrase in found.phrases.into_iter().filter(continues) {
            if !self.phrases.contains(&phrase) {
                self.continuations.push(phrase);
            }
        }
        self.continued = (found.context, found.before);
    }

    /// Adds what can follow all words but the last `back`, if these are its beginning: the rest of it. Returns
    /// whether the words before can be read.
    fn add_after(&mut self, rule: Rule, words: &[&str], back: usize) -> bool {
        let (kept, typed) = words.split_at(words.len() - back);
        let with = |more: &[&'static str]| -> Result<(), ParseFailure> {
            let all: Vec<&str> = kept.iter().chain(more).copied().collect();
            let spans = vec![Span::default(); all.len()];
            Phrase::from_words(&all, spans).read(rule).map(|_| ())
        };
        let Err(failure) = with(&[SENTINEL]) else { return false };
        if failure.word != kept.len() {
            return false;
        }
        let mut fits = back == 0;
        for phrase in &failure.expected {
            let phrase = phrase.trim().replace(" ,", ",").replace(" :", ":");
            let rest = match back {
                0 => Some(phrase.as_str()),
                _ => phrase.strip_prefix(&format!("{} ", typed.join(" "))),
            };
            let Some(rest) = rest.filter(|rest| !rest.is_empty()) else { continue };
            fits = true;
            match rest {
                "\"" => self.text = true,
                _ if self.phrases.iter().any(|known| known == rest) => {}
                _ => self.phrases.push(rest.to_owned()),
            }
        }
        if back == 0 {
            self.number |= failure.attempted.contains(&Rule::number);
            // What was tried is not complete where many things are possible.
            let reads = |word| {
                with(&[word, SENTINEL]).err().is_none_or(|failure| failure.word > kept.len())
            };
            self.name |= reads("x") || reads("X");
        }
        fits
    }
}

/// Whether a heading has a quoted text or a number.
fn named(first: Option<&str>) -> bool {
    first.is_some_and(|word| NAMED.contains(&word))
}

/// The phrases of the grammar that have several words.
fn phrases() -> &'static [Vec<&'static str>] {
    static PHRASES: OnceLock<Vec<Vec<&'static str>>> = OnceLock::new();
    PHRASES.get_or_init(|| {
        let words = |phrase: &'static str| phrase.split(' ').filter(|word| !word.is_empty());
        let all = vocabulary::phrases().map(|phrase| words(phrase).collect::<Vec<_>>());
        all.filter(|words| words.len() > 1).collect()
    })
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
