//! One statement as the text given to the grammar: its words, each followed by one blank.

pub use mnc_grammar::{Grammar, Rule};

use super::token::Token;
use super::vocabulary;
use crate::span::Span;
use pest::Parser as _;
use pest::error::Error;
use pest::iterators::{Pair, Pairs};
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::{Mutex, Once, PoisonError};

/// The most calls of pest's parser functions for one statement.
const MOST_CALLS: usize = 400_000;

/// Prefixes in the text given to the grammar: `'` before a word that is not a keyword, `^` before one that
/// begins with a capital letter.
pub const NAME_MARKS: [char; 2] = ['\'', '^'];

/// The words of a statement, and where each begins in the text given to the grammar.
pub struct Phrase {
    text: String,
    starts: Vec<usize>,
    spans: Vec<Span>,
}

/// Why a statement could not be parsed.
#[derive(Debug, Default)]
pub struct ParseFailure {
    /// The first word that does not fit; the number of words if more was expected.
    pub word: usize,
    /// The terminals of the grammar that were expected there.
    pub expected: Vec<String>,
    /// Productions that were tried there.
    pub attempted: Vec<Rule>,
    /// Parsing it took more calls than allowed.
    pub over_budget: bool,
}

impl Phrase {
    /// The phrase of these words.
    pub fn new(tokens: &[Token]) -> Phrase {
        let words: Vec<&str> = tokens.iter().map(|t| t.text.as_str()).collect();
        Phrase::from_words(&words, tokens.iter().map(|t| t.span).collect())
    }

    /// The phrase of words that need not be in the text.
    pub fn from_words(words: &[&str], spans: Vec<Span>) -> Phrase {
        let mut text = String::new();
        let mut starts = Vec::with_capacity(words.len());
        for word in words {
            starts.push(text.len());
            text.extend(name_mark(word));
            text.push_str(word);
            text.push(' ');
        }
        Phrase { text, starts, spans }
    }

    /// The number of words.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// The index of the word at a byte position of the text.
    fn word_at(&self, position: usize) -> usize {
        self.starts.partition_point(|s| *s < position.saturating_add(1)).saturating_sub(1)
    }

    /// The span in the file of the words of a pair.
    pub fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        let range = pair.as_span();
        let first = self.word_at(range.start());
        let last = self.word_at(range.end().saturating_sub(1).max(range.start()));
        match (self.spans.get(first), self.spans.get(last)) {
            (Some(a), Some(b)) => a.to(*b),
            (Some(a), None) => *a,
            _ => Span::default(),
        }
    }

    /// Parses the phrase with an entry production; `None` if it does not fit.
    pub fn parse(&self, rule: Rule) -> Option<Pair<'_, Rule>> {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| pest::set_call_limit(NonZeroUsize::new(MOST_CALLS)));
        Grammar::parse(rule, &self.text).ok()?.next()
    }

    /// Whether a production takes all words of the phrase, and reads no word of the language as a name.
    pub fn parses_whole(&self, rule: Rule, names: &BTreeSet<String>) -> bool {
        let Some(pair) = self.parse(rule) else { return false };
        let whole = pair.as_span().end() == self.text.len();
        let keyword_as_name = |pair: Pair<'_, Rule>| {
            let word = pair.as_str().trim();
            pair.as_rule() == Rule::name && vocabulary::is_keyword(word) && !names.contains(word)
        };
        whole && !pair.into_inner().flatten().any(keyword_as_name)
    }

    /// Parses the phrase with an entry production.
    pub fn read(&self, rule: Rule) -> Result<Pair<'_, Rule>, ParseFailure> {
        if let Some(pair) = self.parse(rule) {
            return Ok(pair);
        }
        let nothing = || ParseFailure {
            word: 0,
            expected: Vec::new(),
            attempted: Vec::new(),
            over_budget: false,
        };
        let error = match self.parse_in_detail(rule) {
            Ok(mut pairs) => return pairs.next().ok_or_else(nothing),
            Err(error) => error,
        };
        let too_much = matches!(
            &error.variant,
            pest::error::ErrorVariant::CustomError { message } if message.contains("limit")
        );
        let mut trouble = ParseFailure { over_budget: too_much, ..nothing() };
        let Some(attempts) = error.parse_attempts() else { return Err(trouble) };
        let at = attempts.max_position;
        trouble.word = if at >= self.text.len() { self.len() } else { self.word_at(at) };
        for token in attempts.expected_tokens() {
            // pest keeps the type of a token to itself, so it is recognised by how it is printed.
            match token.to_string() {
                range if range == "0..9" => trouble.attempted.push(Rule::number),
                builtin if builtin == "BUILTIN_RULE" => {}
                mark if NAME_MARKS.iter().any(|m| mark.chars().eq([*m])) => {}
                phrase => trouble.expected.push(phrase),
            }
        }
        for stack in attempts.call_stacks() {
            trouble.attempted.extend(stack.deepest.get_rule().copied());
            trouble.attempted.extend(stack.parent);
        }
        self.skip_matching_words(&mut trouble);
        Err(trouble)
    }

    /// Parses the phrase and keeps what was tried, which makes parsing much slower and is worth it only
    /// where it is known to fail. pest has one switch for all threads: another thread that parses
    /// meanwhile is slowed down too, but none turns it off before the state of this parse has read it.
    fn parse_in_detail(&self, rule: Rule) -> Result<Pairs<'_, Rule>, Box<Error<Rule>>> {
        static DETAIL: Mutex<()> = Mutex::new(());
        let _alone = DETAIL.lock().unwrap_or_else(PoisonError::into_inner);
        pest::set_error_detail(true);
        let parsed = Grammar::parse(rule, &self.text);
        pest::set_error_detail(false);
        parsed.map_err(Box::new)
    }

    /// `falls on` fails as a whole where `falls in` is expected: moves the failure to `on`, the word
    /// that does not fit.
    fn skip_matching_words(&self, trouble: &mut ParseFailure) {
        let mut best = 0;
        let mut remainders: Vec<String> = Vec::new();
        for expected in &trouble.expected {
            let parts: Vec<&str> = expected.split(' ').filter(|p| !p.is_empty()).collect();
            let same = parts
                .iter()
                .enumerate()
                .take_while(|(i, part)| self.word(trouble.word + i) == Some(**part))
                .count();
            if same == 0 || same >= parts.len() || same < best {
                continue;
            }
            if same > best {
                best = same;
                remainders.clear();
            }
            let mut rest = parts.get(same..).unwrap_or_default().join(" ");
            rest.push(' ');
            remainders.push(rest);
        }
        if best > 0 {
            trouble.word += best;
            trouble.expected = remainders;
            trouble.attempted.clear();
        }
    }

    /// Word `n` of the text given to the grammar.
    fn word(&self, n: usize) -> Option<&str> {
        let start = *self.starts.get(n)?;
        let end = self.starts.get(n + 1).copied().unwrap_or(self.text.len());
        self.text.get(start..end.saturating_sub(1))
    }
}

/// The prefix of a word that can only be a name.
fn name_mark(word: &str) -> Option<char> {
    let first = word.chars().next().filter(|c| c.is_alphabetic())?;
    let [small, capital] = NAME_MARKS;
    let mark = if first.is_uppercase() { capital } else { small };
    // A suggestion for one word may be several words.
    (!vocabulary::is_keyword(word) && !word.contains(' ')).then_some(mark)
}
