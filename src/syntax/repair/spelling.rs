//! Words and phrases that are nearly those of the language, and suggestions for them.

use super::{Repairer, display_text};
use crate::diagnostic::{Diagnostic, Fix};
use crate::order::SmallSort;
use crate::span::Span;
use crate::suggest;
use crate::syntax::phrase::Rule;
use crate::syntax::token::{Token, TokenKind};
use crate::syntax::{english, vocabulary};

impl Repairer<'_, '_> {
    /// Words of the language written with a capital letter.
    pub(super) fn capitalized_keyword(&self) -> Option<Diagnostic> {
        let small = |t: &Token| {
            let lower = t.text.to_lowercase();
            let is_slip = lower != t.text && vocabulary::is_keyword(&lower);
            (is_slip && !self.reader.names.contains(&t.text)).then_some(lower)
        };
        let words: Vec<String> =
            self.tokens.iter().map(|t| small(t).unwrap_or_else(|| t.text.clone())).collect();
        let changed = |n: &usize| self.tokens.get(*n).is_some_and(|t| small(t).is_some());
        let first = (0..words.len()).find(changed)?;
        let last = (0..words.len()).rfind(changed)?;
        if !self.parses(self.kind.rule, &words.iter().map(String::as_str).collect::<Vec<_>>()) {
            return None;
        }
        let span = self.span(first, last + 1);
        let mut corrected = self.reader.text.get(span.range())?.to_string();
        let at = self.tokens.get(first)?.span;
        let mut fix = Fix::safe(at, small(self.tokens.get(first)?)?);
        for n in (first..=last).filter(changed) {
            let at = self.tokens.get(n)?.span;
            let from = (at.start.checked_sub(span.start)?) as usize;
            let lower = small(self.tokens.get(n)?)?;
            corrected.replace_range(from..from + at.range().len(), &lower);
            if n > first {
                fix = fix.and(at, lower);
            }
        }
        let fix = fix.titled(format!("write `{}`", display_text(&corrected)));
        let message = format!("`{}` is written in lower case", self.display_word(first));
        Some(
            Diagnostic::error("unreadable-statement", at, message)
                .found("only names of players begin with a capital letter")
                .fix(fix),
        )
    }

    /// A pronoun or a possessive: the phrases of the language with which the statement parses.
    pub(super) fn replaced_function_word(&self) -> Option<Diagnostic> {
        self.first_replaceable(&self.function_words(), true)
    }

    /// The indices of the function words that the language has other phrases for.
    pub(super) fn function_words(&self) -> Vec<usize> {
        let replaced = |t: &Token| {
            t.kind == TokenKind::Word
                && !vocabulary::is_keyword(&t.text)
                && !self.reader.names.contains(&t.text)
                && english::function_word(&t.text).is_some_and(|word| !word.phrases.is_empty())
        };
        let is = |n: &usize| self.tokens.get(*n).is_some_and(replaced);
        (0..self.tokens.len()).filter(is).collect()
    }

    /// The first of these words that can be replaced, with every phrase that fits, and a fix for each
    /// that surely has a meaning. Without `must_parse`, the phrases are listed even if something else in the statement is wrong.
    pub(super) fn first_replaceable(
        &self,
        places: &[usize],
        must_parse: bool,
    ) -> Option<Diagnostic> {
        for &at in places {
            let token = self.tokens.get(at)?;
            let Some(word) = english::function_word(&token.text) else { continue };
            let fits = |phrase: &&&str| {
                let mut corrected = self.words();
                corrected.splice(at..=at, phrase.split(' '));
                self.parses(self.kind.rule, &corrected)
            };
            let fitting: Vec<&str> = word.phrases.iter().filter(fits).copied().collect();
            if fitting.is_empty() && must_parse {
                continue;
            }
            let phrases = if fitting.is_empty() { &word.phrases } else { &fitting };
            let finding = Diagnostic::error(
                "unreadable-statement",
                token.span,
                format!("the language has no word `{}`", self.display_word(at)),
            )
            .found(format!("this {} can mean several things", word.kind))
            .help(english::suggest_phrases(phrases));
            // Where one of several phrases for a pronoun has a meaning, only the resolver knows.
            let has_meaning = word.kind == "determiner" || word.phrases.len() == 1;
            let fitting = fitting.iter().filter(|_| has_meaning);
            let guesses = fitting.map(|phrase| Fix::guess(token.span, *phrase));
            return Some(guesses.fold(finding, Diagnostic::fix));
        }
        None
    }

    /// A misspelt word: tries other words in its place.
    pub(super) fn misspelt_word(&self) -> Option<Diagnostic> {
        let last = self.trouble.word.min(self.tokens.len().saturating_sub(1));
        let unknown = |t: &Token| {
            t.kind == TokenKind::Word
                && !vocabulary::is_keyword(&t.text)
                && !self.reader.names.contains(&t.text)
        };
        let mut suspects: Vec<usize> = Vec::new();
        if self.tokens.get(self.trouble.word).is_some_and(|t| t.kind == TokenKind::Word) {
            suspects.push(self.trouble.word);
        }
        let earlier = (0..=last).rev().filter(|n| self.tokens.get(*n).is_some_and(unknown));
        suspects.extend(earlier.take(4));
        suspects.dedup();
        // A word that fits here may still be the wrong one.
        let before = self.trouble.word.checked_sub(1);
        let is_word = |n: &usize| self.tokens.get(*n).is_some_and(|t| t.kind == TokenKind::Word);
        suspects.extend(before.filter(is_word));
        let words: Vec<String> = self.words().into_iter().map(String::from).collect();
        for at in suspects {
            let Some(word) = words.get(at) else { continue };
            for (candidate, certain) in self.candidates(at, word) {
                let mut corrected: Vec<&str> = words.iter().map(String::as_str).collect();
                if let Some(word) = corrected.get_mut(at) {
                    *word = &candidate;
                }
                if self.parses(self.kind.rule, &corrected) {
                    let span = self.tokens.get(at)?.span;
                    return Some(
                        self.does_not_fit(at)
                            .help(format!("did you mean `{candidate}`?"))
                            .fix(Fix::safe_if(certain, span, candidate.clone())),
                    );
                }
            }
        }
        None
    }

    /// Words of the same meaning, and words that look like `word`: those that would fit first, then those of
    /// the language and of the file. With each, whether it surely means the same.
    fn candidates(&self, at: usize, word: &str) -> Vec<(String, bool)> {
        let mut near: Vec<(usize, usize, bool, usize, String)> = Vec::new();
        let lower = word.to_lowercase();
        let most = suggest::most_slips(word).min(3);
        let mut add = |other: &str, rank: usize| {
            if other.is_empty() || other == word || other == "is" && word == "in" {
                return;
            }
            let begins = other.chars().count().min(lower.chars().count()) >= 3
                && (other.starts_with(&lower) || lower.starts_with(other));
            let slips = suggest::slips(&lower, other);
            let distance = if begins { slips.min(1) } else { slips };
            if distance <= most && !near.iter().any(|(.., w)| w == other) {
                let other_end = other.chars().next_back() != lower.chars().next_back();
                near.push((distance, rank, other_end, slips, other.to_string()));
            }
        };
        if at == self.trouble.word {
            for phrase in &self.trouble.expected {
                add(phrase.split(' ').find(|w| !w.is_empty()).unwrap_or_default(), 0);
            }
        }
        for name in self.reader.names {
            add(name, 1);
        }
        for word in vocabulary::keywords() {
            add(word, 2);
        }
        // A function word is not a spelling mistake, but the wrong preposition is easily chosen.
        if let Some(word) = english::function_word(word).filter(|_| !vocabulary::is_keyword(word)) {
            near.retain(|(_, rank, ..)| word.kind == "preposition" && *rank == 0);
        }
        // Nor is another word of the language, unless it is one that would fit in another form.
        if vocabulary::is_keyword(word) {
            let same = |word: &str| word.starts_with(&lower) || lower.starts_with(word);
            let number = |word: &str| {
                word.strip_suffix('s') == Some(&lower) || lower.strip_suffix('s') == Some(word)
            };
            near.retain(|(_, rank, .., word)| number(word) || *rank == 0 && same(word));
        }
        near.small_sort();
        let synonyms = vocabulary::synonyms_of(word).map(|(word, same)| (word.to_string(), same));
        synonyms.chain(near.into_iter().map(|(.., word)| (word, false))).take(16).collect()
    }

    /// A short word or a sign that is missing.
    pub(super) fn missing_word(&self) -> Option<Diagnostic> {
        const SMALL: [&str; 17] = [
            "->", ",", ":", "=", "as", "in", "of", "to", "with", "are", "is", "from", "the", "by",
            ")", "]", "falls",
        ];
        let at = self.trouble.word;
        let words = self.words();
        for small in SMALL {
            let wanted = self.trouble.expected.iter().any(|e| e.split(' ').next() == Some(small));
            let arrow =
                small == "->" && self.kind.rule == Rule::case_line && !words.contains(&"->");
            let plural =
                at.checked_sub(1).and_then(|b| words.get(b)).is_some_and(|w| w.ends_with('s'));
            let nothing_follows = small == "->" && at >= words.len();
            // `capture the next hole if it is occupied`: in the language, `it` is another hole, after the capture.
            let other_it =
                small == "," && words.get(at..).is_some_and(|w| w.starts_with(&["if", "it"]));
            if !wanted && !arrow || nothing_follows || other_it || small == "are" && !plural {
                continue;
            }
            let mut corrected = words.clone();
            corrected.insert(at.min(words.len()), small);
            if !self.parses(self.kind.rule, &corrected) {
                continue;
            }
            let sign = !small.starts_with(char::is_alphabetic);
            let (span, text) = match self.tokens.get(at) {
                Some(token) if !matches!(small, "," | ":") => {
                    (Span { end: token.span.start, ..token.span }, format!("{small} "))
                }
                _ => {
                    let end = self.tokens.get(at.checked_sub(1)?)?.span.end;
                    let file = self.reader.file;
                    let blank = if matches!(small, "," | ":") { "" } else { " " };
                    (Span { file, start: end, end }, format!("{blank}{small}"))
                }
            };
            // Where a bracket closes, and which word is missing, is a guess.
            let fix = Fix::safe_if(sign && !matches!(small, ")" | "]"), span, text);
            let what = if sign { "sign" } else { "word" };
            let before = at.checked_sub(1).map(|n| self.display_word(n)).unwrap_or_default();
            let shown = self.tokens.get(at).or(self.tokens.last())?.span;
            let message = match before.as_str() {
                "" => format!("{} lacks the {what} `{small}`", self.kind.description()),
                _ => format!("the {what} `{small}` is missing after `{before}`"),
            };
            return Some(
                Diagnostic::error("unreadable-statement", shown, message)
                    .found(if at < self.tokens.len() {
                        "missing before this"
                    } else {
                        "missing after this"
                    })
                    .fix(fix.titled(format!("write `{small}` there"))),
            );
        }
        None
    }
}
