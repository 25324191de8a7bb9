//! Coordinates and years in *about* that are written in another way.

use super::Repairer;
use crate::diagnostic::{Diagnostic, Fix};
use crate::span::Span;
use crate::syntax::ast::{GeoPoint, YearSpan};
use crate::syntax::phrase::Rule;
use crate::syntax::token::TokenKind;

mod angles;

use angles::OtherNotation;

/// How coordinates are written.
const COORDINATES: &str =
    "write degrees with a decimal point, north or south first: `played \"...\" at 18.2 N 71.1 W`";
/// Where coordinates are written.
const WITH_THE_PLACE: &str =
    "coordinates are given with the place: `played \"...\" at 18.2 N 71.1 W`";
/// How years are written.
const YEARS: &str = "write `period \"...\" from 1927 to 1951`, `from 1927` or `in 1971`";

impl Repairer<'_, '_> {
    /// A line of *about* with more after its text than the grammar has.
    pub(super) fn after_text_of_about(&self) -> Option<Diagnostic> {
        let [key, text, ..] = self.tokens else { return None };
        if self.kind.rule != Rule::about_line || text.kind != TokenKind::Text {
            return None;
        }
        let cites = self.tokens.iter().position(|t| matches!(t.text.as_str(), "[" | "assumed"));
        let end = cites.unwrap_or(self.tokens.len());
        if end <= 2 {
            return None;
        }
        let span = self.span(2, end);
        let written = self.reader.text.get(span.range())?;
        match key.text.as_str() {
            "played" => self.coordinates(span, written),
            "period" => self.years(span, written),
            _ => self.on_the_wrong_line(),
        }
    }

    fn coordinates(&self, span: Span, written: &str) -> Option<Diagnostic> {
        if years(written).is_some() {
            return Some(
                self.does_not_fit(2)
                    .help("years are in a line of their own: `period \"...\" from 1927 to 1951`"),
            );
        }
        let message = "the coordinates are not written as in this language";
        let finding = Diagnostic::error("unreadable-statement", span, message)
            .found("this does not fit here");
        let has_blank = |at: &usize| self.reader.text.get(..*at).is_some_and(|t| t.ends_with(' '));
        let blank = if has_blank(&span.range().start) { "" } else { " " };
        let statement = |point: GeoPoint| format!("{blank}at {point}");
        let titled = |fix: Fix, point: GeoPoint| fix.titled(format!("write `at {point}`"));
        let fixes: Vec<Fix> = match angles::read(written) {
            Some(OtherNotation::Certain(point)) => {
                vec![titled(Fix::safe(span, statement(point)), point)]
            }
            Some(OtherNotation::Likely(points)) => {
                let fix = |point| titled(Fix::guess(span, statement(point)), point);
                points.into_iter().map(fix).collect()
            }
            Some(OtherNotation::OutOfRange) => return Some(finding.help(COORDINATES)),
            None if written.starts_with("at ") => return Some(finding.help(COORDINATES)),
            None => return None,
        };
        Some(fixes.into_iter().fold(finding, Diagnostic::fix))
    }

    fn years(&self, span: Span, written: &str) -> Option<Diagnostic> {
        if matches!(angles::read(written), Some(OtherNotation::Certain(_))) {
            return Some(self.does_not_fit(2).help(WITH_THE_PLACE));
        }
        let message = "the years are not written as in this language";
        let finding = Diagnostic::error("unreadable-statement", span, message)
            .found("this does not fit here");
        Some(match years(written) {
            Some(years) => finding.fix(Fix::guess(span, years.to_string())),
            None => finding.help(YEARS),
        })
    }

    /// Coordinates or years after the text of another key.
    fn on_the_wrong_line(&self) -> Option<Diagnostic> {
        let help = match self.tokens.get(2)?.text.as_str() {
            "at" => WITH_THE_PLACE,
            "from" | "in" => "years are given with the period: `period \"...\" from 1927 to 1951`",
            _ => return None,
        };
        Some(self.does_not_fit(2).help(help))
    }

    /// A number with a decimal point where only whole ones can be.
    pub(super) fn decimal_point(&self) -> Option<Diagnostic> {
        let at = self
            .tokens
            .iter()
            .position(|token| token.kind == TokenKind::Number && token.text.contains('.'))?;
        if self.kind.rule == Rule::about_line {
            return None;
        }
        let token = self.tokens.get(at)?;
        let shown = self.display_word(at);
        let message = format!("`{shown}` is not a whole number");
        Some(
            Diagnostic::error("unreadable-statement", token.span, message)
                .found("a number with a decimal point")
                .help("write a whole number, or a part such as `half of 9`"),
        )
    }
}

/// The years that a text means: `1927-1951`, `since 1971`, `the 1970s`, `1990 to now`.
fn years(text: &str) -> Option<YearSpan> {
    let text = text.to_lowercase();
    let separator = |c: char| !c.is_alphanumeric();
    let words: Vec<&str> = text.split(separator).filter(|word| !word.is_empty()).collect();
    let year = |word: &str| -> Option<(u32, Option<u32>)> {
        let decade = word.strip_suffix('s');
        let number = decade.unwrap_or(word);
        let is_year = number.len() == 4 && number.bytes().all(|b| b.is_ascii_digit());
        let first: u32 = number.parse().ok().filter(|_| is_year)?;
        // The 1900s can be ten years or a hundred.
        let is_decade = decade.is_some() && first.is_multiple_of(10) && !first.is_multiple_of(100);
        match (decade, is_decade) {
            (None, _) => Some((first, None)),
            (Some(_), true) => Some((first, Some(first + 9))),
            (Some(_), false) => None,
        }
    };
    let found: Vec<(u32, Option<u32>)> = words.iter().filter_map(|word| year(word)).collect();
    let has = |any: &[&str]| words.iter().any(|word| any.contains(word));
    let others = ["from", "to", "in", "the", "about", "c", "ca", "circa", "and", "between", "at"];
    let is_open = has(&["since", "now", "today", "present", "onwards", "after"]);
    let known = |word: &&str| {
        year(word).is_some()
            || others.contains(word)
            || ["since", "now", "today", "present", "onwards", "after", "until", "till"]
                .contains(word)
    };
    if !words.iter().all(known) {
        return None;
    }
    match found.as_slice() {
        [(first, _)] if is_open => Some(YearSpan { first: *first, last: None }),
        [(first, last)] => Some(YearSpan { first: *first, last: Some(last.unwrap_or(*first)) }),
        [(first, _), (from, to)] => {
            let last = to.unwrap_or(*from);
            (*first <= last).then_some(YearSpan { first: *first, last: Some(last) })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::years;

    #[test]
    fn years_are_read_in_other_words() {
        let read = |text: &str| years(text).map(|years| years.to_string()).unwrap_or_default();
        for (text, expected) in [
            ("1927-1951", "from 1927 to 1951"),
            ("from 1927 – 1951", "from 1927 to 1951"),
            ("between 1927 and 1951", "from 1927 to 1951"),
            ("in 1927 to 1951", "from 1927 to 1951"),
            ("1971", "in 1971"),
            ("about 1971", "in 1971"),
            ("the 1970s", "from 1970 to 1979"),
            ("since 1971", "from 1971"),
            ("from 1971 to now", "from 1971"),
            ("from 1951 to 1927", ""),
            ("in the 1900s", ""),
            ("in 27", ""),
            ("when it rains", ""),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }
}
