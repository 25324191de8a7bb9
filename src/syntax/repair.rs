//! Explains a statement that could not be parsed: what does not fit, what was expected, and a likely
//! correction.
//!
//! Edits the tokens and parses again: a correction is offered only if the corrected statement parses.

use super::ast::SectionKind;
use super::layout::RawStatement;
use super::paraphrase::Translation;
use super::phrase::{ParseFailure, Phrase, Rule};
use super::statement::{EntryProduction, StatementReader};
use super::token::{Token, TokenKind};
use super::{english, expected, planned, vocabulary};
use crate::diagnostic::visible::escape;
use crate::diagnostic::{Diagnostic, Fix};
use crate::span::Span;
use std::cell::{Cell, OnceCell};

mod about;
mod otherwise;
mod paraphrased;
mod spelling;
mod test_lines;

/// How many parses may be tried for one statement.
const TRIES_PER_STATEMENT: usize = 80;
/// With this many words that it does not know, a statement is prose.
const MOST_UNKNOWN_WORDS: usize = 2;
/// With more words than these and a full stop, a statement is prose.
const LONGEST_WITH_FULL_STOP: usize = 8;
/// How many characters of the text are repeated in a message.
const LONGEST_WORD: usize = 40;

/// The finding for a statement of `kind` that could not be parsed.
pub fn explain(
    reader: &mut StatementReader,
    kind: EntryProduction,
    tokens: &[Token],
    trouble: &ParseFailure,
) -> Diagnostic {
    repaired(reader, kind, tokens, trouble, |repairer| repairer.explain())
}

/// The finding for a statement that parses only because a word is read as a name that the file does not
/// define, if the language has other words for the statement: `sow one of your holes`, `capture the kalah`.
/// `has_base`: other names may be defined in the game that this one is like.
pub fn read_as_name(
    reader: &mut StatementReader,
    kind: EntryProduction,
    tokens: &[Token],
    has_base: bool,
) -> Option<Diagnostic> {
    let trouble = ParseFailure::default();
    repaired(reader, kind, tokens, &trouble, |repairer| {
        let has_other_name = match has_base {
            true => repairer.has_possessive_name(),
            // `both` is a word of the language, but not of a place. After `is` it is the value of an option.
            false => {
                let of_a_place = |pair: &[&str]| pair[1] == "both" && pair[0] != "is";
                let words = repairer.words();
                repairer.unknown_words() > 0
                    || words.first() == Some(&"both")
                    || words.ends_with(&["sow", "on"])
                    || words.windows(2).any(of_a_place)
            }
        };
        if !has_other_name {
            return None;
        }
        repairer.name_in_two_words().or_else(|| repairer.paraphrased(false))
    })
}

/// The finding for a statement that does not parse, if its meaning is known.
pub fn in_other_words(
    reader: &mut StatementReader,
    kind: EntryProduction,
    tokens: &[Token],
) -> Option<Diagnostic> {
    let trouble = ParseFailure::default();
    repaired(reader, kind, tokens, &trouble, |repairer| repairer.paraphrased(false))
}

/// The finding for two lines that do not parse, if they are understood together. What each says alone is in what both
/// say.
pub fn of_two_lines(
    reader: &mut StatementReader,
    kind: EntryProduction,
    first: &[Token],
    second: &[Token],
) -> Option<Diagnostic> {
    // If one line repeats the other, nothing is gained.
    let is_in = |words: &[Token], line: &[Token]| {
        words.iter().all(|word| line.iter().any(|other| other.text == word.text))
    };
    if is_in(first, second) || is_in(second, first) {
        return None;
    }
    let trouble = ParseFailure::default();
    let last = first.last()?;
    let end = Span { start: last.span.end, ..last.span };
    let stop = Token { kind: TokenKind::Sign, span: end, text: ".".into(), column: last.column };
    let stop = (![".", "!", ";", "?"].contains(&last.text.as_str())).then_some(stop);
    let both: Vec<Token> = first.iter().chain(&stop).chain(second).cloned().collect();
    let sure = |reader: &mut StatementReader, tokens: &[Token]| {
        repaired(reader, kind, tokens, &trouble, |repairer| {
            repairer.translation(false).filter(|(found, _)| found.sure)
        })
    };
    let (whole, _) = sure(reader, &both)?;
    // What a line says alone is said by both, perhaps with more words.
    let contains = |(of, text): &(Option<SectionKind>, String),
                    (section, part): &(Option<SectionKind>, String)| {
        let mut words = text.split([' ', ',']);
        of == section && part.split([' ', ',']).all(|word| words.any(|other| other == word))
    };
    let says_all = |part: Option<(Translation, usize)>| {
        let is_said = |part: &_| whole.statements.iter().any(|said| contains(said, part));
        part.is_none_or(|(part, _)| part.statements.iter().all(is_said))
    };
    let parts = [sure(reader, first), sure(reader, second)];
    // What is written as a case is one, if the other line is understood alone too.
    let is_case = |line: &[Token]| line.iter().any(|token| token.text == "->");
    if parts.iter().all(Option::is_some) && (is_case(first) || is_case(second)) {
        return None;
    }
    let is_whole = parts.into_iter().all(says_all);
    is_whole
        .then(|| repaired(reader, kind, &both, &trouble, |repairer| repairer.paraphrased(false)))?
}

/// Calls `repair` with what is left of the tries for repairs.
fn repaired<T>(
    reader: &mut StatementReader,
    kind: EntryProduction,
    tokens: &[Token],
    trouble: &ParseFailure,
    repair: impl FnOnce(&Repairer<'_, '_>) -> T,
) -> T {
    let before = TRIES_PER_STATEMENT.min(reader.tries_left);
    let repairer = Repairer {
        kind,
        tokens,
        trouble,
        tries: Cell::new(before),
        translations: Default::default(),
        reader,
    };
    let result = repair(&repairer);
    let spent = before.saturating_sub(repairer.tries.get());
    reader.tries_left = reader.tries_left.saturating_sub(spent);
    result
}

struct Repairer<'a, 'r> {
    reader: &'a StatementReader<'r>,
    kind: EntryProduction,
    tokens: &'a [Token],
    trouble: &'a ParseFailure,
    tries: Cell<usize>,
    /// What the statement means, as it is spelt, and with misspelt words corrected.
    translations: [OnceCell<Option<Translation>>; 2],
}

impl Repairer<'_, '_> {
    fn explain(&self) -> Diagnostic {
        if self.trouble.over_budget {
            return self.too_deep();
        }
        let raw = RawStatement {
            indent: 0,
            tokens: self.tokens.to_vec(),
            nested: Vec::new(),
            broken: false,
        };
        self.after_text_of_about()
            .or_else(|| self.test_line_in_other_words())
            .or_else(|| self.decimal_point())
            .or_else(|| self.reserved_name())
            .or_else(|| self.numbers_with_commas())
            .or_else(|| self.all_but_some())
            .or_else(|| self.hand_for_each())
            .or_else(|| self.owned_by_nobody())
            .or_else(|| self.winner_of_tie())
            .or_else(|| self.missing_quotes())
            .or_else(|| self.removable_character())
            .or_else(|| self.equals_sign())
            .or_else(|| self.and_between_numbers())
            .or_else(|| {
                let elsewhere = self.wrong_section()?;
                Some(self.paraphrased_in_section().unwrap_or(elsewhere))
            })
            .or_else(|| self.and_instead_of_comma())
            .or_else(|| self.capitalized_keyword())
            .or_else(|| self.name_of_two_words())
            .or_else(|| self.name_in_two_words())
            .or_else(|| self.paraphrased(false))
            .or_else(|| self.amount_in_other_words())
            .or_else(|| self.verb_without_object())
            .or_else(|| planned::beyond(&raw, self.kind.section, self.reader.names))
            .or_else(|| self.planned(&raw))
            .or_else(|| self.in_another_language())
            .or_else(|| self.misspelt_paraphrased())
            .or_else(|| self.prose())
            .or_else(|| self.stray_character())
            .or_else(|| self.replaced_function_word())
            .or_else(|| self.misspelt_word())
            .or_else(|| self.missing_word())
            .unwrap_or_else(|| self.unexpected_word())
    }

    // ------------------------------------------------------------------------------- messages

    /// The finding for a form that is planned, with what the language has instead.
    fn planned(&self, raw: &RawStatement) -> Option<Diagnostic> {
        let finding = planned::planned_form(raw)?;
        Some(match self.nearest_sayings() {
            Some(help) => finding
                .help(format!("{help}; what is left out can be described in `assumed \"...\"`")),
            None => finding,
        })
    }

    /// The statement is one word that the language does not have. (Alone it could be a direction.)
    fn lone_name(&self) -> bool {
        match self.words().as_slice() {
            [only] => only.starts_with(char::is_alphabetic) && !vocabulary::is_keyword(only),
            _ => false,
        }
    }

    fn too_deep(&self) -> Diagnostic {
        let span = self.span(0, self.tokens.len());
        Diagnostic::error("too-deep", span, "the statement is too deeply nested to be read")
            .found("too many phrases inside each other")
            .help("give parts of it a name in *words*")
    }

    /// The finding for free prose, which is not explained word by word.
    fn prose(&self) -> Option<Diagnostic> {
        let ends = self.tokens.last().is_some_and(|token| matches!(token.text.as_str(), "." | "!"));
        let is_sentence = ends && self.tokens.len() > LONGEST_WITH_FULL_STOP;
        let is_prose = is_sentence || self.unknown_words() >= MOST_UNKNOWN_WORDS;
        let help = self.nearest_sayings().filter(|_| is_prose)?;
        Some(self.does_not_fit(self.trouble.word).help(help))
    }

    /// What does not fit, without a correction.
    fn unexpected_word(&self) -> Diagnostic {
        // What the statement may mean says more than what a word of it may stand for.
        let relative = self.words().contains(&"who");
        if !relative
            && self.translation(true).is_none()
            && let Some(finding) = self.first_replaceable(&self.function_words(), false)
        {
            return finding;
        }
        if let Some(finding) = self.superfluous() {
            return finding;
        }
        if self.kind.rule == Rule::case_line && self.lone_name() {
            let name = self.display_word(0);
            return self.does_not_fit(0).help(match self.reader.names.contains(&name) {
                true => format!("write `do {name}`, if it is a name for actions"),
                false => "write an action, for example `sow any own hole`".into(),
            });
        }
        let arrow = self.trouble.expected.iter().any(|e| e.trim() == "->");
        if self.trouble.word >= self.tokens.len() && arrow {
            return self
                .does_not_fit(self.trouble.word)
                .help("write `->` there, and the actions after it");
        }
        if let Some(finding) = self.only_expected() {
            return finding;
        }
        if let Some(help) = self.nearest_sayings() {
            return self.does_not_fit(self.trouble.word).help(help);
        }
        let help = match expected::expected_phrases(self.trouble).as_slice() {
            [] => match self.kind.rule {
                Rule::case_line => "write a condition, `->` and actions; or only actions".into(),
                _ => "nothing more can follow here".into(),
            },
            [only] => format!("expected {only}"),
            several => format!("expected one of: {}", several.join(", ")),
        };
        self.does_not_fit(self.trouble.word).help(help)
    }

    /// The finding for a word in the place of the only one that can be there, if the statement parses with that.
    fn only_expected(&self) -> Option<Diagnostic> {
        let at = self.trouble.word;
        let [only] = self.trouble.expected.as_slice() else { return None };
        let only = only.trim();
        let mut corrected = self.words();
        *corrected.get_mut(at)? = only;
        let span = self.tokens.get(at)?.span;
        let fix = Fix::guess(span, only).titled(format!("write `{only}` instead"));
        self.parses(self.kind.rule, &corrected).then(|| self.does_not_fit(at).fix(fix))
    }

    /// A word without which the statement parses.
    fn superfluous(&self) -> Option<Diagnostic> {
        let at = self.trouble.word;
        let token = self.tokens.get(at).filter(|t| t.kind == TokenKind::Word)?;
        if vocabulary::is_keyword(&token.text) || english::function_word(&token.text).is_some() {
            return None;
        }
        let mut without = self.words();
        without.remove(at);
        let without = self.parses(self.kind.rule, &without);
        without.then(|| self.does_not_fit(at).fix(self.without(false, at)))
    }

    /// Leaves out a word or sign, and the blanks before it.
    fn without(&self, certain: bool, at: usize) -> Fix {
        let span = self.span(at, at + 1);
        let before = at.checked_sub(1).map(|before| self.span(before, at).end);
        let blanks = before.and_then(|end| self.reader.text.get(end as usize..span.start as usize));
        let start = match (blanks, before) {
            (Some(blanks), Some(end)) if blanks.chars().all(|c| c == ' ') => end,
            _ => span.start,
        };
        Fix::safe_if(certain, Span { start, ..span }, "")
            .titled(format!("leave out `{}`", self.display_word(at)))
    }

    fn does_not_fit(&self, word: usize) -> Diagnostic {
        let called = self.kind.description();
        let before = word.checked_sub(1).map(|n| self.display_word(n));
        let code = "unreadable-statement";
        let Some(token) = self.tokens.get(word) else {
            let span = self.tokens.last().map_or(Span::default(), |t| t.span);
            let message = match before {
                Some(before) => format!("{called} stops too early after `{before}`"),
                None => format!("{called} is empty"),
            };
            return Diagnostic::error(code, span, message).found("something is missing after this");
        };
        let shown = self.display_word(word);
        let message = match before {
            Some(before) => format!("`{shown}` does not fit after `{before}` in {called}"),
            None => format!("`{shown}` cannot begin {called}"),
        };
        Diagnostic::error(code, token.span, message).found("this does not fit here")
    }

    /// A word of the text as it may be shown in a message.
    fn display_word(&self, n: usize) -> String {
        let Some(token) = self.tokens.get(n) else { return String::new() };
        let written = self.reader.text.get(token.span.range()).unwrap_or(&token.text);
        display_text(written)
    }

    fn span(&self, from: usize, to: usize) -> Span {
        let first = self.tokens.get(from).map(|t| t.span);
        let last = to.checked_sub(1).and_then(|n| self.tokens.get(n)).map(|t| t.span);
        match (first, last) {
            (Some(a), Some(b)) => a.to(b),
            (Some(a), None) => a,
            _ => Span::default(),
        }
    }

    // ------------------------------------------------------------------------------ corrections

    fn words(&self) -> Vec<&str> {
        self.tokens.iter().map(|t| t.text.as_str()).collect()
    }

    fn parses(&self, rule: Rule, words: &[&str]) -> bool {
        let Some(left) = self.tries.get().checked_sub(1) else { return false };
        self.tries.set(left);
        Phrase::from_words(words, Vec::new()).parse(rule).is_some()
    }

    fn reserved_name(&self) -> Option<Diagnostic> {
        let words = self.words();
        let at = (0..words.len()).find(|n| {
            let before = n.checked_sub(1).and_then(|before| words.get(before));
            let next = words.get(n + 1);
            // The name of an alternative: `or half: capture half of it`.
            let alternative = next == Some(&":") && matches!(before, Some(&("either" | "or")));
            let made_up = next == Some(&"=") || before == Some(&"as") || alternative;
            made_up && words.get(*n).is_some_and(|w| vocabulary::reserved().contains(w))
        })?;
        let mut renamed = words.clone();
        *renamed.get_mut(at)? = "x-x-x";
        if !self.parses(self.kind.rule, &renamed) && at != 0 {
            return None;
        }
        let shown = self.display_word(at);
        let token = self.tokens.get(at)?;
        let message = format!("`{shown}` is a word of the language and cannot be a name");
        let finding =
            Diagnostic::error("reserved-name", token.span, message).found("a word of the language");
        let title = format!("take another name, such as `my-{shown}`");
        Some(match self.parses(self.kind.rule, &renamed) {
            true => finding.fix(Fix::guess(token.span, format!("my-{shown}")).titled(title)),
            false => finding.help(title),
        })
    }

    /// `good hole = a hole holding 2`: a name is one word.
    fn name_of_two_words(&self) -> Option<Diagnostic> {
        if self.kind.rule != Rule::word_line {
            return None;
        }
        let words = self.words();
        let sign = words.iter().position(|word| *word == "=").filter(|at| *at > 1)?;
        let several = self.tokens.get(..sign)?;
        if several.iter().any(|token| token.kind != TokenKind::Word) {
            return None;
        }
        let name = words.get(..sign)?.join("-");
        let defined: Vec<&str> =
            std::iter::once(&*name).chain(words.get(sign..)?.iter().copied()).collect();
        let rest = self.tokens.get(sign..).unwrap_or_default();
        if self.has_unknown_word(rest) || !self.parses(self.kind.rule, &defined) {
            return None;
        }
        joined_by_hyphens(&[(self.span(0, sign), name)])
    }

    /// `falls in the toll house`, where `toll-house` is a name, or was written as two words where it is defined.
    fn name_in_two_words(&self) -> Option<Diagnostic> {
        const NOUNS: [&str; 4] = ["hole", "holes", "row", "rows"];
        let words = self.words();
        let name = |at: usize| {
            let (first, second) = (words.get(at)?, words.get(at + 1)?);
            let both = format!("{first}-{second}");
            let is_name = vocabulary::is_name(self.reader.names, &both);
            (is_name && !NOUNS.contains(second)).then_some(both)
        };
        let (mut joined, mut found, mut at) = (Vec::new(), Vec::new(), 0);
        while at < words.len() {
            let both = name(at);
            let end = at + 1 + usize::from(both.is_some());
            match both {
                Some(both) => {
                    found.push((self.span(at, end), both.clone()));
                    joined.push(both);
                }
                None if self.has_unknown_word(self.tokens.get(at..end)?) => return None,
                None => joined.push((*words.get(at)?).to_string()),
            }
            at = end;
        }
        let joined: Vec<&str> = joined.iter().map(String::as_str).collect();
        // `the next hole is a big-house`: if nobody owns it, it is a place, but no hole.
        let is_test =
            joined.contains(&"both") || joined.windows(2).any(|pair| pair == ["hole", "is"]);
        if found.is_empty() || is_test || !self.parses(self.kind.rule, &joined) {
            return None;
        }
        joined_by_hyphens(&found)
    }

    fn missing_quotes(&self) -> Option<Diagnostic> {
        let at = self.trouble.word;
        if !self.trouble.expected.iter().any(|e| e.trim() == "\"") || at >= self.tokens.len() {
            return None;
        }
        let words = self.words();
        let ends = (at + 1..words.len())
            .filter(|n| matches!(words.get(*n), Some(&("like" | "," | "assumed"))))
            .chain([words.len()])
            .collect::<Vec<_>>();
        // With a word that can follow a text, it is not certain where the text ends.
        let certain = ends.len() == 1;
        for end in ends {
            // Words before or after a text are not part of it.
            if self.tokens.get(at..end)?.iter().any(|token| token.kind == TokenKind::Text) {
                continue;
            }
            let mut quoted = words.get(..at)?.to_vec();
            quoted.push("\"x\"");
            quoted.extend(words.get(end..).unwrap_or_default());
            if self.parses(self.kind.rule, &quoted) {
                let span = self.span(at, end);
                let inside = self.reader.text.get(span.range())?;
                let inside = inside.trim_matches('\'');
                let called = self.kind.description();
                let message = format!("a text in {called} needs quotation marks");
                let finding =
                    Diagnostic::error("unclosed-quote", span, message).found("this text has none");
                return Some(if inside.contains('\n') {
                    finding.help("put `\"` before and after the text, and write it in one line")
                } else {
                    finding.fix(
                        Fix::safe_if(certain, span, format!("\"{inside}\""))
                            .titled("put `\"` before and after the text"),
                    )
                });
            }
        }
        None
    }

    /// A character without a meaning that only needs to go, or to be another sign.
    fn removable_character(&self) -> Option<Diagnostic> {
        self.stray_character().filter(|finding| !finding.fixes.is_empty())
    }

    /// A character without a meaning: a full stop, a semicolon.
    fn stray_character(&self) -> Option<Diagnostic> {
        let at = self.tokens.iter().position(|t| t.kind == TokenKind::Stray)?;
        let token = self.tokens.get(at)?;
        let mut without = self.words();
        without.remove(at);
        let mut comma = self.words();
        *comma.get_mut(at)? = ",";
        let shown = self.display_word(at);
        let finding = Diagnostic::error(
            "unreadable-statement",
            token.span,
            format!("`{shown}` is not a sign of the language"),
        )
        .found("this does not fit here");
        // `3 > 2` without its sign would be another rule.
        let can_go = !token.text.chars().any(is_of_a_rule);
        Some(if can_go && self.parses(self.kind.rule, &without) {
            let ends_sentence =
                at + 1 == self.tokens.len() && matches!(token.text.as_str(), "." | ";" | "!");
            finding.fix(self.without(ends_sentence, at))
        } else if can_go && self.parses(self.kind.rule, &comma) {
            let comma = Fix::safe_if(token.text == ";", token.span, ",");
            finding.fix(comma.titled("join actions by a comma"))
        } else if token.text == "'" {
            finding.help("a text needs double quotation marks: `\"...\"`")
        } else {
            finding.help(
                "the signs of the language are `->`, `,`, `:`, `=`, `+`, `-`, `*` and brackets",
            )
        })
    }

    /// `and` between two actions.
    fn and_instead_of_comma(&self) -> Option<Diagnostic> {
        let at = self.trouble.word.checked_sub(1)?;
        let token = self.tokens.get(at).filter(|token| token.text == "and")?;
        let mut comma = self.words();
        *comma.get_mut(at)? = ",";
        if !self.parses(self.kind.rule, &comma) {
            return None;
        }
        // The blank before the word goes too.
        let start = at.checked_sub(1).and_then(|n| self.tokens.get(n)).map(|t| t.span.end)?;
        Some(
            Diagnostic::error("unreadable-statement", token.span, "`and` does not join actions")
                .found("it joins places, conditions and numbers")
                .fix(
                    Fix::safe(Span { start, ..token.span }, ",")
                        .titled("put a comma between the actions"),
                ),
        )
    }

    /// `relay = yes` for a test, or `n = n + 1` for an action.
    fn equals_sign(&self) -> Option<Diagnostic> {
        if self.kind.rule == Rule::word_line || self.kind.section == Some(SectionKind::Options) {
            return None;
        }
        let words = self.words();
        let at = words.iter().position(|word| *word == "=")?;
        let name_at = at.checked_sub(1)?;
        let name = *words.get(name_at)?;
        let head = words.get(..name_at)?;
        let value = words.get(at + 1..)?;
        // A whole statement `n = 4` may define a word; but not one that is defined, or changes itself.
        let defines =
            |line: &&str| line.trim_start().split_once('=').is_some_and(|(n, _)| n.trim() == name);
        let is_defined = self.reader.text.lines().filter(defines).count() > 1;
        if head.is_empty() && !is_defined && !value.contains(&name) {
            return None;
        }
        let tests = [head, &[name, "is"], value].concat();
        let sets = [head, &["set", name, "to"], value].concat();
        let sign = self.tokens.get(at)?.span;
        let from = self.tokens.get(name_at)?.span;
        let written = self.reader.text.get(from.range())?;
        let set = (sets, from.to(sign), format!("set {written} to"), format!("{written} ="));
        let test = (tests, sign, "is".to_string(), "=".to_string());
        let is_action =
            !head.contains(&"if") && head.last().is_none_or(|last| ["->", ","].contains(last));
        let all = if is_action { [set, test] } else { [test, set] };
        let (_, span, new, old) =
            all.into_iter().find(|(words, ..)| self.parses(self.kind.rule, words))?;
        let title = format!("put `{new}` in place of `{}`", display_text(&old));
        let message = format!("`=` is not used in {}", self.kind.description());
        Some(
            Diagnostic::error("unreadable-statement", sign, message)
                .found("it gives names and options their meaning")
                .fix(Fix::guess(span, new).titled(title)),
        )
    }

    /// `holding 2 and 3`: a hole has one number of seeds.
    fn and_between_numbers(&self) -> Option<Diagnostic> {
        let number = |token: &Token| token.kind == TokenKind::Number;
        let between = |three: &[Token]| match three {
            [first, and, last] => number(first) && and.text == "and" && number(last),
            _ => false,
        };
        let at = self.tokens.windows(3).position(between)? + 1;
        let mut either = self.words();
        *either.get_mut(at)? = "or";
        let span = self.tokens.get(at)?.span;
        let fix = Fix::guess(span, "or").titled("put `or` in place of `and`");
        let finding = self.does_not_fit(at + 1).fix(fix);
        self.parses(self.kind.rule, &either).then_some(finding)
    }

    /// `-> sow`: what it is done with is the hole that the condition is about.
    fn verb_without_object(&self) -> Option<Diagnostic> {
        let words = self.words();
        let (verb, head) = words.split_last()?;
        let is_action = head.last().is_some_and(|sign| ["->", ","].contains(sign));
        if !is_action || !head.iter().any(|word| ["falls", "makes"].contains(word)) {
            return None;
        }
        let whole = [words.as_slice(), &["it"]].concat();
        let end = self.tokens.last()?.span;
        let end = Span { start: end.end, ..end };
        let fix = Fix::guess(end, " it").titled(format!("write `{verb} it`"));
        let finding = self.does_not_fit(words.len()).fix(fix);
        self.parses(self.kind.rule, &whole).then_some(finding)
    }

    /// `seeds-each = 5` in *options*: `None` if it is no option.
    fn option_without_values(&self) -> Option<Diagnostic> {
        let words = self.words();
        let number = words.get(2).and_then(|word| word.parse::<u64>().ok())?;
        let values = format!(", from {} to {}", number.saturating_sub(1), number.saturating_add(1));
        let end = self.span(2, 3);
        let message = format!("`{}` has no values to choose from", self.display_word(0));
        let help = format!(
            "write the least and the greatest value after it, for example `{}{values}`",
            words.get(..3)?.join(" ")
        );
        let finding = Diagnostic::error("unreadable-statement", end, message)
            .found("this is only the usual value");
        (words.len() == 3).then(|| finding.help(help))
    }

    /// The statement is well formed, but belongs to another section.
    fn wrong_section(&self) -> Option<Diagnostic> {
        let here = self.kind.section?;
        if self.kind.rule == Rule::word_case_line {
            return None;
        }
        let words = self.words();
        if self.lone_name() {
            return None;
        }
        let says = |word: &[&str]| words.iter().any(|w| word.contains(w));
        let cases = if says(&["falls", "makes"]) {
            SectionKind::LastSeed
        } else if says(&["sow"]) {
            SectionKind::Move
        } else if says(&["fill", "fills"]) {
            SectionKind::Match
        } else {
            SectionKind::End
        };
        let mut there = None;
        for section in SectionKind::ALL {
            let kind = EntryProduction::of(section);
            let one_of_cases = kind.rule == Rule::case_line && section != cases;
            if kind.rule != self.kind.rule && !one_of_cases && self.parses(kind.rule, &words) {
                there = Some(section);
                break;
            }
        }
        let there = there?;
        if here == SectionKind::Options && there == SectionKind::Words {
            // An option is given its values; a word is what is left.
            if let Some(finding) = self.option_without_values() {
                return Some(finding);
            }
        }
        Some(
            Diagnostic::error(
                "wrong-section",
                self.span(0, self.tokens.len()),
                format!("this statement does not belong in *{}*", here.words()),
            )
            .found(format!("a statement of *{}*", there.words()))
            .help(format!("move it below the heading `{}`", there.words())),
        )
    }
}

/// The finding for a name in several words, with the name to write at each of these places.
fn joined_by_hyphens(places: &[(Span, String)]) -> Option<Diagnostic> {
    let ((first, name), others) = places.split_first()?;
    let fix = Fix::safe(*first, name.clone()).titled(format!("write `{name}`"));
    let fix = others.iter().fold(fix, |fix, (span, name)| fix.and(*span, name.clone()));
    let finding = Diagnostic::error("unreadable-statement", *first, "a name is one word")
        .found("join the words by a hyphen");
    Some(finding.fix(fix))
}

/// A piece of the text as it may be shown in a message.
pub fn display_text(written: &str) -> String {
    let escaped = escape(written).replace('`', "'");
    if escaped.chars().count() <= LONGEST_WORD {
        return escaped;
    }
    let cut: String = escaped.chars().take(LONGEST_WORD).collect();
    format!("{cut}...")
}

/// Whether a sign stands for words of a rule: a comparison, a fraction, a sum, an alternative, an arrow.
fn is_of_a_rule(sign: char) -> bool {
    "<>=|&/\\%^~¬±×÷¼½¾".contains(sign) || ('\u{2150}'..='\u{22ff}').contains(&sign)
}
