//! Splits a line of text into words, numbers, quoted texts and signs.
//!
//! Typographic slips (a curved quotation mark, another kind of arrow) are reported here and corrected,
//! so that the rest of the statement is still checked.

use crate::diagnostic::visible::is_hidden;
use crate::diagnostic::{Diagnostic, Fix};
use crate::span::Span;

/// The greatest number that can be written.
pub const GREATEST_NUMBER: u64 = 1_000_000_000;

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// A word of the language, or a name.
    Word,
    /// Digits, perhaps with a decimal point and more digits.
    Number,
    /// A text in quotation marks.
    Text,
    /// `->`, `,`, `:`, `=`, brackets, `+ - *`.
    Sign,
    /// A character that means nothing here.
    Stray,
}

/// A word, number, text or sign, with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Its span.
    pub span: Span,
    /// The text given to the grammar.
    pub text: String,
    /// The column after its last character, from 1.
    pub column: usize,
}

/// Whether a character is invisible or changes the order of the text: not allowed in a description.
pub fn is_control(c: char) -> bool {
    is_hidden(c) && !matches!(c, '\t' | '\n')
}

/// Whether a text has only printable ASCII characters, as most texts do.
fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

/// A line up to its comment, and whether it ends inside a quoted text; a `#` between quotes does not begin
/// a comment.
pub(crate) fn code_part(line: &str) -> (&str, bool) {
    let mut quoted = false;
    for (at, c) in line.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '#' if !quoted => return (line.get(..at).unwrap_or(line), false),
            _ => {}
        }
    }
    (line, quoted)
}

/// May occur inside a name: letters, digits, and marks that belong to a letter.
pub(super) fn is_name_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || matches!(c, '\u{300}'..='\u{36f}' | '\u{200c}' | '\u{200d}')
}

fn is_quote(c: char) -> bool {
    matches!(c, '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{201f}' | '\u{ab}' | '\u{bb}')
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\u{2018}' | '\u{2019}' | '\u{2bc}' | '\'')
}

/// Other ways of drawing the arrow, the longer ones first.
const ARROWS: [&str; 12] = [
    "-->",
    "==>",
    "=>",
    "\u{2192}",
    "\u{21d2}",
    "\u{27f6}",
    "\u{27f9}",
    "\u{279c}",
    "\u{2013}>",
    "\u{2014}>",
    "\u{2794}",
    "~>",
];

/// Splits one line. `base`: the byte offset of the line in the file; `at`: the offset in the line.
pub struct LineLexer<'a> {
    file: u16,
    text: &'a str,
    base: usize,
    at: usize,
    tokens: Vec<Token>,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> LineLexer<'a> {
    /// The tokens of a line, and its diagnostics.
    pub fn lex(file: u16, text: &'a str, base: usize) -> (Vec<Token>, Vec<Diagnostic>) {
        let mut line =
            LineLexer { file, text, base, at: 0, tokens: Vec::new(), diagnostics: Vec::new() };
        line.report_control_characters();
        while let Some(c) = line.rest().chars().next() {
            line.next_token(c);
        }
        let mut column = 0;
        let mut done = 0;
        for token in &mut line.tokens {
            let end = (token.span.end as usize).saturating_sub(base);
            column += text.get(done..end).map_or(0, |s| s.chars().count());
            done = end;
            token.column = column;
        }
        (line.tokens, line.diagnostics)
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn span(&self, from: usize, to: usize) -> Span {
        Span::new(self.file, self.base + from, self.base + to)
    }

    fn report_control_characters(&mut self) {
        let body = self.text.strip_suffix('\r').unwrap_or(self.text);
        if is_plain(body) {
            return;
        }
        for (i, c) in body.char_indices().filter(|(_, c)| is_control(*c)).take(3) {
            let span = self.span(i, i + c.len_utf8());
            self.diagnostics.push(
                Diagnostic::error(
                    "control-character",
                    span,
                    format!("there is an invisible character here (U+{:04X})", c as u32),
                )
                .found("an invisible character")
                .fix(Fix::safe_if(has_no_width(c), span, "")),
            );
        }
    }

    fn push(&mut self, kind: TokenKind, from: usize, read: impl Into<String>) {
        let span = self.span(from, self.at);
        self.tokens.push(Token { kind, span, text: read.into(), column: 0 });
    }

    fn next_token(&mut self, c: char) {
        let from = self.at;
        if c == '#' {
            self.at = self.text.len();
        } else if c.is_whitespace() || is_control(c) {
            self.at += c.len_utf8();
        } else if c == '"' || is_quote(c) {
            self.quoted(c);
        } else if c.is_ascii_digit() {
            self.number();
        } else if c.is_alphabetic() {
            self.word();
        } else if self.rest().starts_with("->") {
            self.at += 2;
            self.push(TokenKind::Sign, from, "->");
        } else if let Some(arrow) = ARROWS.iter().find(|a| self.rest().starts_with(**a)) {
            self.at += arrow.len();
            self.push(TokenKind::Sign, from, "->");
            let span = self.span(from, self.at);
            self.diagnostics.push(
                Diagnostic::error(
                    "wrong-arrow",
                    span,
                    format!("`{arrow}` is not the arrow of a case"),
                )
                .found("write `->`")
                .help("an arrow is a hyphen and a greater-than sign: `->`")
                .fix(Fix::safe(span, "->")),
            );
        } else if let Some(minus) = ['\u{2212}', '\u{2013}'].iter().find(|m| **m == c) {
            self.at += minus.len_utf8();
            self.push(TokenKind::Sign, from, "-");
        } else {
            self.at += c.len_utf8();
            let kind = if "-,:=+*()[]".contains(c) { TokenKind::Sign } else { TokenKind::Stray };
            self.push(kind, from, c.to_string());
        }
    }

    fn quoted(&mut self, open: char) {
        let from = self.at;
        let inside = from + open.len_utf8();
        let body = self.text.get(inside..).unwrap_or("");
        let ends = |c: char| if open == '"' { c == '"' } else { c == '"' || is_quote(c) };
        let (length, close) = match body.char_indices().find(|(_, c)| ends(*c)) {
            Some((i, c)) => (i, Some(c)),
            None => (body.trim_end().len(), None),
        };
        let written = body.get(..length).unwrap_or("");
        let content: String = match is_plain(written) {
            true => written.to_owned(),
            false => written.chars().filter(|c| !is_control(*c)).collect(),
        };
        self.at = inside + length + close.map_or(0, char::len_utf8);
        self.push(TokenKind::Text, from, format!("\"{content}\""));
        let span = self.span(from, self.at);
        if close.is_none() {
            self.at = self.text.len();
            let end = self.span(inside + length, inside + length);
            self.diagnostics.push(
                Diagnostic::error("unclosed-quote", span, "the text has no closing quotation mark")
                    .found("it begins here")
                    .help(
                        "put `\"` at the end of the text; a text cannot continue on the next line",
                    )
                    .fix(Fix::guess(end, "\"").titled("put `\"` at the end")),
            );
        } else if open != '"' || close != Some('"') {
            self.diagnostics.push(
                Diagnostic::error("wrong-quotes", span, "a text needs straight quotation marks")
                    .found("curved quotation marks")
                    .fix(
                        Fix::safe(span, format!("\"{content}\""))
                            .titled("write `\"` before and after the text"),
                    ),
            );
        }
    }

    fn number(&mut self) {
        let from = self.at;
        let digits = self.rest().chars().take_while(char::is_ascii_digit).count();
        self.at += digits;
        let written = self.text.get(from..self.at).unwrap_or("");
        let value = written.parse::<u64>().unwrap_or(u64::MAX);
        if value > GREATEST_NUMBER {
            let span = self.span(from, self.at);
            self.diagnostics.push(
                Diagnostic::error("number-too-large", span, "the number is too large")
                    .found("more than 1000000000")
                    .help("no number may be greater than 1000000000"),
            );
        }
        let mut read = value.min(GREATEST_NUMBER).to_string();
        // `18.2`: degrees. (The full stop of `3.` ends a sentence.)
        let fraction = self.rest().strip_prefix('.').unwrap_or("");
        let digits = fraction.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            read.push('.');
            read.push_str(fraction.get(..digits).unwrap_or(""));
            self.at += digits + 1;
        }
        self.push(TokenKind::Number, from, read);
    }

    fn word(&mut self) {
        let from = self.at;
        let plain = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let mut end = from + self.rest().bytes().take_while(plain).count();
        let mut chars = self.text.get(end..).unwrap_or("").chars().peekable();
        let mut curved = false;
        while let Some(c) = chars.next() {
            let joins = c == '-' || is_apostrophe(c);
            let more = chars.peek().is_some_and(|next| is_name_char(*next));
            if !(is_name_char(c) || joins && more) {
                break;
            }
            curved |= joins && c != '-' && c != '\'';
            end += c.len_utf8();
        }
        self.at = end.max(from + 1);
        let written = self.text.get(from..self.at).unwrap_or("");
        let read = match curved {
            true => written.replace(is_apostrophe, "'"),
            false => written.to_owned(),
        };
        if curved {
            let span = self.span(from, self.at);
            self.diagnostics.push(
                Diagnostic::error("wrong-quotes", span, "use the straight apostrophe `'`")
                    .found("curved apostrophe")
                    .fix(Fix::safe(span, read.clone())),
            );
        }
        self.push(TokenKind::Word, from, read);
    }
}

/// Whether a control character is not part of what a reader sees. Others look like a blank, or change the
/// order of what is shown.
fn has_no_width(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}' | '\u{2060}' | '\u{feff}')
}
