//! Makes untrusted text safe to show: hidden and control characters are escaped, spans are clamped and
//! moved to a visible character ([`anchor`]).
//!
//! Every renderer uses this; nothing else in the program prints text of a file.

use crate::source::{SourceFile, Sources};
use crate::span::Span;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::ops::Range;

/// Whether `c` is invisible or changes how other characters are shown: control characters, and the
/// Unicode marks that change the direction of writing, break lines or have no width.
///
/// The joiners U+200C and U+200D are not hidden: several scripts need them.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}')
        || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
        || matches!(c, '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// `text` with every hidden character escaped as `\u{202e}`.
pub fn escape(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        push_escaped(&mut out, c);
    }
    Cow::Owned(out)
}

/// The greatest length of a message, in characters.
const MAX_MESSAGE_CHARS: usize = 1000;

/// A message with hidden characters escaped, cut at the greatest length.
pub fn message(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(MAX_MESSAGE_CHARS) {
        None => escape(text),
        Some((end, _)) => Cow::Owned(format!("{} …", escape(&text[..end]))),
    }
}

fn push_escaped(out: &mut String, c: char) {
    if is_hidden(c) {
        // Writing to a string does not fail.
        let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
    } else {
        out.push(c);
    }
}

/// A source text as it is shown, with a map from offsets of the original.
#[derive(Clone, Debug)]
pub struct VisibleText {
    /// The shown text: no tabs, no carriage returns, no hidden characters.
    pub text: String,
    /// For each byte offset of the original, and its end, the byte offset in `text`.
    places: Vec<u32>,
}

/// The distance of tab stops, in columns; the same as in `syntax::layout`.
const TAB: usize = 8;

impl VisibleText {
    /// Prepares `text`, which begins at the beginning of a line.
    ///
    /// Tabs become blanks up to the next stop, line ends become `\n`, a byte-order mark at the
    /// beginning is dropped, hidden characters are escaped.
    pub fn new(text: &str) -> VisibleText {
        let mut out = String::with_capacity(text.len() + 16);
        let mut places = Vec::with_capacity(text.len() + 1);
        let mut line = 0;
        for (i, c) in text.char_indices() {
            places.extend(std::iter::repeat_n(out.len() as u32, c.len_utf8()));
            match c {
                '\n' => {
                    out.push('\n');
                    line = out.len();
                }
                '\r' if text[i..].starts_with("\r\n") => {}
                '\u{feff}' if i == 0 => {}
                '\t' => {
                    let column = width(&out[line..]);
                    out.extend(std::iter::repeat_n(' ', TAB - column % TAB));
                }
                c => push_escaped(&mut out, c),
            }
        }
        places.push(out.len() as u32);
        VisibleText { text: out, places }
    }

    /// The offset in the shown text of byte `original`.
    pub fn shown_offset(&self, original: usize) -> usize {
        self.places.get(original).or(self.places.last()).map_or(0, |&p| p as usize)
    }

    /// The range in the shown text of a range of the original.
    pub fn range(&self, original: Range<usize>) -> Range<usize> {
        self.shown_offset(original.start)..self.shown_offset(original.end)
    }

    /// The offset in the original of byte `shown`.
    pub fn original_offset(&self, shown: usize) -> usize {
        let shown = u32::try_from(shown).unwrap_or(u32::MAX);
        self.places.partition_point(|&p| p < shown)
    }
}

/// The width of `text` in columns of a terminal.
pub fn width(text: &str) -> usize {
    unicode_width::UnicodeWidthStr::width(text)
}

/// The visible characters of `source` nearest to a span: inside the text, whole characters, no line
/// end, never empty. A position between characters becomes the next character; at the end of a line,
/// the last visible one. `None` if nothing in the text is visible.
pub fn anchor(source: &SourceFile, span: Span) -> Option<Range<usize>> {
    let text = source.text.as_str();
    let start = floor(text, span.start as usize);
    let end = ceil(text, (span.end as usize).max(start));
    let covered = text[start..end].trim_end_matches(['\r', '\n']);
    if !covered.is_empty() {
        return Some(start..start + covered.len());
    }
    let of = |(i, c): (usize, char)| i..i + c.len_utf8();
    let seen = |(_, c): &(usize, char)| !c.is_whitespace() && *c != '\u{feff}';
    let here = text[start..].char_indices().next().filter(|(_, c)| !matches!(c, '\r' | '\n'));
    let before = || text[..start].char_indices().rfind(seen).map(of);
    let after = || {
        let found = text[start..].char_indices().find(seen).map(of)?;
        Some(start + found.start..start + found.end)
    };
    match here {
        Some((_, c)) => Some(start..start + c.len_utf8()),
        None => before().or_else(after),
    }
}

/// The result of [`anchor`] as a span; the clamped span if there is none.
pub fn anchored(sources: &Sources, span: Span) -> Span {
    let Some(source) = sources.get(span.file) else { return span };
    match anchor(source, span) {
        Some(range) => Span::new(span.file, range.start, range.end),
        None => clamped(sources, span),
    }
}

/// The span clamped to its text and to whole characters.
pub fn clamped(sources: &Sources, span: Span) -> Span {
    let Some(source) = sources.get(span.file) else { return span };
    let start = floor(&source.text, span.start as usize);
    let end = ceil(&source.text, (span.end as usize).max(start));
    Span::new(span.file, start, end)
}

fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn ceil(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn anchor_of(text: &str, start: usize, end: usize) -> Option<String> {
        let mut sources = Sources::default();
        let file = sources.add("x.mnc", text);
        let source = sources.get(file).cloned();
        let range = source.and_then(|s| anchor(&s, Span::new(file, start, end)));
        range.map(|r| text[r].to_string())
    }

    #[test]
    fn anchors() {
        let some = |s: &str| Some(s.to_string());
        assert_eq!(anchor_of("sow it", 4, 6), some("it"));
        assert_eq!(anchor_of("sow it\n", 6, 6), some("t"));
        assert_eq!(anchor_of("sow it\r\n", 6, 8), some("t"));
        assert_eq!(anchor_of("sow it\n\n\n", 99, 120), some("t"));
        assert_eq!(anchor_of("\n\nsow", 0, 0), some("s"));
        assert_eq!(anchor_of("é", 1, 1), some("é"));
        assert_eq!(anchor_of("", 0, 0), None);
        assert_eq!(anchor_of(" \n\n", 2, 2), None);
        assert_eq!(anchor_of("\tsow", 0, 1), some("\t"));
    }

    #[test]
    fn hidden_characters_are_written_out() {
        assert_eq!(escape("a\u{202e}b\u{7}\n"), "a\\u{202e}b\\u{7}\\u{a}");
        assert!(matches!(escape("Ọ̀wárí"), Cow::Borrowed(_)));
    }

    #[test]
    fn long_messages_are_cut() {
        assert_eq!(message("short\u{7}"), "short\\u{7}");
        let long = message(&"é".repeat(100_000)).into_owned();
        assert_eq!(long, format!("{} …", "é".repeat(MAX_MESSAGE_CHARS)));
    }

    #[test]
    fn places_are_kept() {
        let shown = VisibleText::new("\u{feff}a\tb\r\n\u{202e}c");
        assert_eq!(shown.text, "a       b\n\\u{202e}c");
        assert_eq!(&shown.text[shown.range(5..6)], "b");
        assert_eq!(&shown.text[shown.range(8..11)], "\\u{202e}");
        assert_eq!(shown.original_offset(8), 5);
    }
}
