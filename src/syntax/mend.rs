//! A statement that could not be read: what does not fit, what would, and what was probably meant.
//!
//! A mend is offered only if the mended statement can be read.

use super::ast::SectionKind;
use super::cut::Raw;
use super::phrase::{Phrase, Rule, Trouble};
use super::statement::{Kind, Reader};
use super::token::{Kind as TokenKind, Token};
use super::{expect, later, vocabulary};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::visible::escape;
use crate::span::Span;
use std::cell::Cell;

/// How many readings may be tried for one statement.
const TRIES: usize = 80;
/// How many characters of the text are repeated in a message.
const LONGEST_WORD: usize = 40;

/// The finding for a statement of `kind` that could not be read.
pub fn explain(reader: &mut Reader, kind: Kind, tokens: &[Token], trouble: &Trouble) -> Diagnostic {
    let before = TRIES.min(reader.tries);
    let mender = Mender { kind, tokens, trouble, tries: Cell::new(before), reader };
    let finding = mender.explain();
    let spent = before.saturating_sub(mender.tries.get());
    reader.tries = reader.tries.saturating_sub(spent);
    finding
}

struct Mender<'a, 'r> {
    reader: &'a Reader<'r>,
    kind: Kind,
    tokens: &'a [Token],
    trouble: &'a Trouble,
    tries: Cell<usize>,
}

impl Mender<'_, '_> {
    fn explain(&self) -> Diagnostic {
        if self.trouble.too_much {
            return self.too_deep();
        }
        let raw = Raw { indent: 0, tokens: self.tokens.to_vec(), below: Vec::new(), broken: false };
        if let Some(finding) = later::not_yet(&raw) {
            return finding;
        }
        self.reserved_name()
            .or_else(|| self.missing_quotes())
            .or_else(|| self.stray())
            .or_else(|| self.other_section())
            .or_else(|| self.and_for_a_comma())
            .or_else(|| self.capitals())
            .or_else(|| self.other_word())
            .or_else(|| self.missing_word())
            .unwrap_or_else(|| self.plain())
    }

    // ------------------------------------------------------------------------------- what is said

    /// The statement is one word that the language does not have. (Alone it could be a direction.)
    fn lone_name(&self) -> bool {
        match self.words().as_slice() {
            [only] => {
                only.starts_with(char::is_alphabetic) && !vocabulary::keywords().contains(only)
            }
            _ => false,
        }
    }

    fn too_deep(&self) -> Diagnostic {
        let span = self.span(0, self.tokens.len());
        Diagnostic::error("too-deep", span, "the statement is too entangled to be read")
            .found("too many phrases inside each other")
            .help("give parts of it a name in *words*")
    }

    /// What does not fit, without a guess at what was meant.
    fn plain(&self) -> Diagnostic {
        if let Some(finding) = self.superfluous() {
            return finding;
        }
        if self.kind.rule == Rule::case_line && self.lone_name() {
            let name = self.shown(0);
            return self.unfitting(0).help(match self.reader.names.contains(&name) {
                true => format!("say `do {name}`, if it stands for something that is done"),
                false => "say what is done, for example `sow any own hole`".into(),
            });
        }
        let arrow = self.trouble.expected.iter().any(|e| e.trim() == "->");
        if self.trouble.word >= self.tokens.len() && arrow {
            return self
                .unfitting(self.trouble.word)
                .help("write `->` there, and what is done if it is so");
        }
        let help = match expect::told(self.trouble).as_slice() {
            [] => match self.kind.rule {
                Rule::case_line => {
                    "say a condition, `->` and what is done; or only what is done".into()
                }
                _ => "nothing more can follow here".into(),
            },
            [only] => format!("expected {only}"),
            several => format!("expected one of: {}", several.join(", ")),
        };
        self.unfitting(self.trouble.word).help(help)
    }

    /// A word without which the statement can be read.
    fn superfluous(&self) -> Option<Diagnostic> {
        let at = self.trouble.word;
        let token = self.tokens.get(at).filter(|t| t.kind == TokenKind::Word)?;
        if vocabulary::keywords().contains(token.read.as_str()) {
            return None;
        }
        let mut without = self.words();
        without.remove(at);
        let finding = self.unfitting(at).help(format!("leave out `{}`", self.shown(at)));
        self.reads(self.kind.rule, &without).then_some(finding)
    }

    fn unfitting(&self, word: usize) -> Diagnostic {
        let called = self.kind.called();
        let before = word.checked_sub(1).map(|n| self.shown(n));
        let code = "unreadable-statement";
        let Some(token) = self.tokens.get(word) else {
            let span = self.tokens.last().map_or(Span::default(), |t| t.span);
            let message = match before {
                Some(before) => format!("{called} stops too early after `{before}`"),
                None => format!("{called} says nothing"),
            };
            return Diagnostic::error(code, span, message).found("something is missing after this");
        };
        let shown = self.shown(word);
        let message = match before {
            Some(before) => format!("`{shown}` does not fit after `{before}` in {called}"),
            None => format!("`{shown}` cannot begin {called}"),
        };
        Diagnostic::error(code, token.span, message).found("this does not fit here")
    }

    /// A word of the text as it may be shown in a message.
    fn shown(&self, n: usize) -> String {
        let Some(token) = self.tokens.get(n) else { return String::new() };
        let written = self.reader.text.get(token.span.range()).unwrap_or(&token.read);
        shown(written)
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

    // ------------------------------------------------------------------------------ what was meant

    fn words(&self) -> Vec<&str> {
        self.tokens.iter().map(|t| t.read.as_str()).collect()
    }

    fn reads(&self, rule: Rule, words: &[&str]) -> bool {
        let Some(left) = self.tries.get().checked_sub(1) else { return false };
        self.tries.set(left);
        Phrase::of_words(words, Vec::new()).read(rule).is_ok()
    }

    fn reserved_name(&self) -> Option<Diagnostic> {
        let words = self.words();
        let at = (0..words.len()).find(|n| {
            let made_up = words.get(n + 1) == Some(&"=")
                || n.checked_sub(1).and_then(|b| words.get(b)) == Some(&"as");
            made_up && words.get(*n).is_some_and(|w| vocabulary::reserved().contains(w))
        })?;
        let mut renamed = words.clone();
        *renamed.get_mut(at)? = "x-x-x";
        if !self.reads(self.kind.rule, &renamed) && at != 0 {
            return None;
        }
        let shown = self.shown(at);
        let token = self.tokens.get(at)?;
        Some(
            Diagnostic::error(
                "reserved-name",
                token.span,
                format!("`{shown}` is a word of the language and cannot be a name"),
            )
            .found("a word of the language")
            .help(format!("take another name, such as `my-{shown}`")),
        )
    }

    fn missing_quotes(&self) -> Option<Diagnostic> {
        let at = self.trouble.word;
        if !self.trouble.expected.iter().any(|e| e.trim() == "\"") || at >= self.tokens.len() {
            return None;
        }
        let words = self.words();
        let ends = (at + 1..words.len())
            .filter(|n| matches!(words.get(*n), Some(&("like" | "," | "assumed"))))
            .chain([words.len()]);
        for end in ends.collect::<Vec<_>>() {
            let mut quoted = words.get(..at)?.to_vec();
            quoted.push("\"x\"");
            quoted.extend(words.get(end..).unwrap_or_default());
            if self.reads(self.kind.rule, &quoted) {
                let span = self.span(at, end);
                let inside = self.reader.text.get(span.range())?.replace('"', "");
                let inside = inside.trim_matches('\'');
                return Some(
                    Diagnostic::error(
                        "unclosed-quote",
                        span,
                        format!("a text stands in quotation marks in {}", self.kind.called()),
                    )
                    .found("this text has none")
                    .help("put `\"` before and behind the text")
                    .fix(span, format!("\"{inside}\"")),
                );
            }
        }
        None
    }

    /// A character that means nothing: a full stop, a semicolon.
    fn stray(&self) -> Option<Diagnostic> {
        let at = self.tokens.iter().position(|t| t.kind == TokenKind::Stray)?;
        let token = self.tokens.get(at)?;
        let mut without = self.words();
        without.remove(at);
        let mut comma = self.words();
        *comma.get_mut(at)? = ",";
        let shown = self.shown(at);
        let finding = Diagnostic::error(
            "unreadable-statement",
            token.span,
            format!("`{shown}` is no sign of the language"),
        )
        .found("this does not fit here");
        Some(if self.reads(self.kind.rule, &without) {
            finding.help(format!("leave out `{shown}`")).fix(token.span, "")
        } else if self.reads(self.kind.rule, &comma) {
            finding.help("join actions by a comma").fix(token.span, ",")
        } else if token.read == "'" {
            finding.help("a text stands in double quotation marks: `\"...\"`")
        } else {
            finding.help(
                "the signs of the language are `->`, `,`, `:`, `=`, `+`, `-`, `*` and brackets",
            )
        })
    }

    /// `and` between two actions.
    fn and_for_a_comma(&self) -> Option<Diagnostic> {
        let at = self.trouble.word.checked_sub(1)?;
        let token = self.tokens.get(at).filter(|token| token.read == "and")?;
        let mut comma = self.words();
        *comma.get_mut(at)? = ",";
        if !self.reads(self.kind.rule, &comma) {
            return None;
        }
        // The blank before the word goes too.
        let start = at.checked_sub(1).and_then(|n| self.tokens.get(n)).map(|t| t.span.end)?;
        Some(
            Diagnostic::error("unreadable-statement", token.span, "`and` does not join actions")
                .found("it joins places, conditions and numbers")
                .help("put a comma between the actions")
                .fix(Span { start, ..token.span }, ","),
        )
    }

    /// The statement is well made, but of another section.
    fn other_section(&self) -> Option<Diagnostic> {
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
            let kind = Kind::of(section);
            let one_of_cases = kind.rule == Rule::case_line && section != cases;
            if kind.rule != self.kind.rule && !one_of_cases && self.reads(kind.rule, &words) {
                there = Some(section);
                break;
            }
        }
        let there = there?;
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

    /// Words of the language written with a capital letter.
    fn capitals(&self) -> Option<Diagnostic> {
        let small = |t: &Token| {
            let lower = t.read.to_lowercase();
            let meant = lower != t.read && vocabulary::keywords().contains(lower.as_str());
            (meant && !self.reader.names.contains(&t.read)).then_some(lower)
        };
        let words: Vec<String> =
            self.tokens.iter().map(|t| small(t).unwrap_or_else(|| t.read.clone())).collect();
        let changed = |n: &usize| self.tokens.get(*n).is_some_and(|t| small(t).is_some());
        let first = (0..words.len()).find(changed)?;
        let last = (0..words.len()).rfind(changed)?;
        if !self.reads(self.kind.rule, &words.iter().map(String::as_str).collect::<Vec<_>>()) {
            return None;
        }
        let span = self.span(first, last + 1);
        let mut mended = self.reader.text.get(span.range())?.to_string();
        for n in (first..=last).filter(changed) {
            let at = self.tokens.get(n)?.span;
            let from = (at.start.checked_sub(span.start)?) as usize;
            let lower = small(self.tokens.get(n)?)?;
            mended.replace_range(from..from + at.range().len(), &lower);
        }
        let at = self.tokens.get(first)?.span;
        let message = format!("`{}` is written small", self.shown(first));
        Some(
            Diagnostic::error("unreadable-statement", at, message)
                .found("a capital letter begins the name of a player")
                .help(format!("write `{}`", shown(&mended)))
                .fix(span, mended),
        )
    }

    /// A slip of writing: another word in the place of one that does not fit.
    fn other_word(&self) -> Option<Diagnostic> {
        let last = self.trouble.word.min(self.tokens.len().saturating_sub(1));
        let unknown = |t: &Token| {
            t.kind == TokenKind::Word
                && !vocabulary::keywords().contains(t.read.as_str())
                && !self.reader.names.contains(&t.read)
        };
        let mut suspects: Vec<usize> = Vec::new();
        if self.tokens.get(self.trouble.word).is_some_and(|t| t.kind == TokenKind::Word) {
            suspects.push(self.trouble.word);
        }
        let earlier = (0..=last).rev().filter(|n| self.tokens.get(*n).is_some_and(unknown));
        suspects.extend(earlier.take(4));
        suspects.dedup();
        // A word that fits where it stands may still be the wrong one.
        let before = self.trouble.word.checked_sub(1);
        let is_word = |n: &usize| self.tokens.get(*n).is_some_and(|t| t.kind == TokenKind::Word);
        suspects.extend(before.filter(is_word));
        let words: Vec<String> = self.words().into_iter().map(String::from).collect();
        for at in suspects {
            let Some(said) = words.get(at) else { continue };
            for meant in self.candidates(at, said) {
                let mut mended: Vec<&str> = words.iter().map(String::as_str).collect();
                if let Some(word) = mended.get_mut(at) {
                    *word = &meant;
                }
                if self.reads(self.kind.rule, &mended) {
                    let span = self.tokens.get(at)?.span;
                    return Some(
                        self.unfitting(at)
                            .help(format!("did you mean `{meant}`?"))
                            .fix(span, meant.clone()),
                    );
                }
            }
        }
        None
    }

    /// Words that look like `said`: those that would fit first, then those of the language and of
    /// the file.
    fn candidates(&self, at: usize, said: &str) -> Vec<String> {
        let mut near: Vec<(usize, usize, usize, String)> = Vec::new();
        let lower = said.to_lowercase();
        let most = (said.chars().count() / 3).clamp(1, 3);
        let mut add = |word: &str, rank: usize| {
            if word.is_empty() || word == said || word == "is" && said == "in" {
                return;
            }
            let begins = word.chars().count().min(lower.chars().count()) >= 3
                && (word.starts_with(&lower) || lower.starts_with(word));
            let slips = strsim::damerau_levenshtein(&lower, &word.to_lowercase());
            let distance = if begins { slips.min(1) } else { slips };
            if distance <= most && !near.iter().any(|(.., w)| w == word) {
                near.push((distance, rank, slips, word.to_string()));
            }
        };
        if at == self.trouble.word {
            for phrase in &self.trouble.expected {
                add(phrase.split(' ').find(|w| !w.is_empty()).unwrap_or_default(), 0);
            }
        }
        for name in &self.reader.names {
            add(name, 1);
        }
        for word in vocabulary::keywords() {
            add(word, 2);
        }
        near.sort();
        let synonyms = vocabulary::meant_by(said).map(String::from);
        synonyms.chain(near.into_iter().map(|(.., word)| word)).take(16).collect()
    }

    /// A small word or sign left out.
    fn missing_word(&self) -> Option<Diagnostic> {
        const SMALL: [&str; 16] = [
            "->", ",", ":", "=", "as", "in", "of", "to", "with", "are", "is", "from", "the", "by",
            ")", "]",
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
            if !wanted && !arrow || nothing_follows || small == "are" && !plural {
                continue;
            }
            let mut mended = words.clone();
            mended.insert(at.min(words.len()), small);
            if !self.reads(self.kind.rule, &mended) {
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
            let what = if sign { "sign" } else { "word" };
            let before = at.checked_sub(1).map(|n| self.shown(n)).unwrap_or_default();
            let shown = self.tokens.get(at).or(self.tokens.last())?.span;
            let message = format!("the {what} `{small}` is missing after `{before}`");
            return Some(
                Diagnostic::error("unreadable-statement", shown, message)
                    .found(if at < self.tokens.len() {
                        "missing before this"
                    } else {
                        "missing after this"
                    })
                    .help(format!("write `{small}` there"))
                    .fix(span, text),
            );
        }
        None
    }
}

/// A piece of the text as it may be shown in a message.
pub fn shown(written: &str) -> String {
    let escaped = escape(written).replace('`', "'");
    if escaped.chars().count() <= LONGEST_WORD {
        return escaped;
    }
    let cut: String = escaped.chars().take(LONGEST_WORD).collect();
    format!("{cut}...")
}
