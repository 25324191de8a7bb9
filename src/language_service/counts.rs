//! How often words follow each other in descriptions, so that the likely ones are offered first.

use crate::library::Library;
use crate::syntax::{StatementText, Token, TokenKind, is_keyword, statement_texts};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// The shipped games, counted once.
static SHIPPED: LazyLock<PhraseCounts> = LazyLock::new(|| {
    PhraseCounts::of(Library::shipped().games().iter().map(|game| game.text.as_ref()))
});

/// A word, by its number; 0 is any word.
type WordId = u32;

/// Before the first word of a statement.
const START: WordId = 1;

/// What is counted: the kind of statement, two words, and the word that follows them. With 0 as the last one: all
/// words that follow.
type Sequence = [WordId; 4];

/// How often each word follows others, by the kind of statement. Numbers and quoted texts are one word each.
#[derive(Clone, Debug, Default)]
pub struct PhraseCounts {
    words: FxHashMap<String, WordId>,
    counts: FxHashMap<Sequence, u32>,
    /// Names are counted one by one; otherwise all are one word.
    by_name: bool,
}

/// Words and phrases after which another one is looked for.
pub(super) struct CountContext {
    kind: WordId,
    before: [WordId; 2],
}

impl PhraseCounts {
    /// The counts of the games that come with mnc.
    pub fn shipped() -> &'static PhraseCounts {
        &SHIPPED
    }

    /// The counts of some texts. All names count as one word.
    pub fn of<'t>(texts: impl IntoIterator<Item = &'t str>) -> PhraseCounts {
        let mut counts = PhraseCounts::default();
        for text in texts {
            counts.add_all(text, None);
        }
        counts
    }

    /// The counts of one text, name by name, without the statement around a place.
    pub fn of_names(text: &str, but: usize) -> PhraseCounts {
        let mut counts = PhraseCounts { by_name: true, ..PhraseCounts::default() };
        counts.add_all(text, Some(but));
        counts
    }

    /// Counts the statements of a text, without the one around a place.
    fn add_all(&mut self, text: &str, but: Option<usize>) {
        let mut above = START;
        for statement in statement_texts(0, text) {
            let first = statement.words.first().map_or(0, |word| word.span.start as usize);
            let end = statement.words.last().map_or(0, |word| word.span.end as usize);
            if but.is_none_or(|but| but < first || end < but) {
                self.add(&statement, above);
            }
            if statement.context == HEADING {
                let words = statement.words.iter().map(|word| word.text.as_str());
                let words: Vec<&str> =
                    words.take_while(|word| !word.starts_with(['"', ':'])).collect();
                above = self.number(&above_key(&words.join(" ")));
            }
        }
    }

    fn add(&mut self, statement: &StatementText, above: WordId) {
        let kind = self.number(statement.context);
        let mut before = [START, if statement.context == HEADING { above } else { START }];
        if statement.becomes {
            let becomes = self.number("becomes");
            self.count(kind, before, becomes);
        }
        for word in &statement.words {
            let read = self.class(word);
            let word = self.number(read);
            self.count(kind, before, word);
            before = [before[1], word];
        }
    }

    fn count(&mut self, kind: WordId, before: [WordId; 2], word: WordId) {
        for [kind, second, first] in levels(kind, before) {
            *self.counts.entry([kind, second, first, word]).or_default() += 1;
            *self.counts.entry([kind, second, first, 0]).or_default() += 1;
        }
    }

    /// What a token is counted as.
    fn class<'w>(&self, token: &'w Token) -> &'w str {
        match token.kind {
            TokenKind::Number => "0",
            TokenKind::Text => "\"",
            TokenKind::Sign | TokenKind::Stray => &token.text,
            TokenKind::Word => self.class_of_word(&token.text),
        }
    }

    fn class_of_word<'w>(&self, word: &'w str) -> &'w str {
        match word.chars().next() {
            Some('"') => "\"",
            Some(c) if c.is_ascii_digit() => "0",
            _ if self.by_name || is_keyword(word) => word,
            Some(c) if c.is_uppercase() => "A'",
            Some(c) if c.is_alphabetic() => "a'",
            Some(_) | None => word,
        }
    }

    fn number(&mut self, word: &str) -> WordId {
        let next = START + 1 + self.words.len() as WordId;
        match self.words.get(word) {
            Some(number) => *number,
            None => *self.words.entry(word.to_owned()).or_insert(next),
        }
    }

    fn known(&self, word: &str) -> WordId {
        self.words.get(self.class_of_word(word)).copied().unwrap_or(WordId::MAX)
    }

    /// The context after some words of a kind of statement.
    pub(super) fn context(&self, kind: &str, before: &[String], above: &str) -> CountContext {
        let mut last = before.iter().rev().map(|word| self.known(word));
        let start = match kind {
            HEADING => self.words.get(&above_key(above)).copied().unwrap_or(START),
            _ => START,
        };
        let first = last.next().unwrap_or(start);
        CountContext {
            kind: self.words.get(kind).copied().unwrap_or(WordId::MAX),
            before: [last.next().unwrap_or(START), first],
        }
    }

    /// How likely a phrase follows: from 0 to 1.
    pub(super) fn likelihood(&self, context: &CountContext, phrase: &str) -> f64 {
        let mut before = context.before;
        let mut likelihood = 1.0;
        for word in words_of(phrase) {
            let word = self.known(word);
            let mut sum = 0.0;
            for ([kind, second, first], weight) in
                levels(context.kind, before).into_iter().zip(WEIGHTS)
            {
                let count = |word| self.counts.get(&[kind, second, first, word]).copied();
                let share = f64::from(count(word).unwrap_or(0)) / f64::from(count(0).unwrap_or(1));
                sum += weight * share;
            }
            likelihood *= sum;
            before = [before[1], word];
        }
        likelihood
    }
}

/// The context of headings.
const HEADING: &str = "heading";

/// The heading above, as a word before a heading.
fn above_key(words: &str) -> String {
    format!("{words}:")
}

/// The weight of each level: what was counted after both words counts most.
const WEIGHTS: [f64; 3] = [0.7, 0.2, 0.1];

/// From the most exact context to the most general one.
fn levels(kind: WordId, [second, first]: [WordId; 2]) -> [[WordId; 3]; 3] {
    [[kind, second, first], [kind, 0, first], [0, 0, first]]
}

/// The words and signs of a phrase: `, unless` are two, and a quoted text is one.
fn words_of(phrase: &str) -> impl Iterator<Item = &str> {
    let most = if phrase.starts_with('"') { 1 } else { usize::MAX };
    phrase.splitn(most, ' ').flat_map(|part| {
        let sign = part.len() > 1 && part.starts_with(',');
        let (sign, rest) = part.split_at(usize::from(sign));
        let colon = rest.len() > 1 && rest.ends_with(':');
        let (rest, colon) = rest.split_at(rest.len() - usize::from(colon));
        [sign, rest, colon].into_iter().filter(|word| !word.is_empty())
    })
}
