//! Forms that are planned for the language: reported as such, not as mistakes.

use super::layout::RawStatement;
use crate::diagnostic::Diagnostic;

/// The words by which each is recognised.
const PLANNED_PHRASES: [&str; 16] = [
    "would capture",
    "would not capture",
    "belongs to the player",
    "at each end",
    "at the start",
    "the sowing never ends",
    "sowing never ends",
    "the game is over",
    "the match is over",
    "the match is drawn",
    "from either end",
    "moves first , towards",
    "moves first , clockwise",
    "moves first , anticlockwise",
    "comes either",
    "began in",
];

/// The finding for a statement whose form a later version of the language will have.
pub fn planned_form(raw: &RawStatement) -> Option<Diagnostic> {
    let words: Vec<&str> = raw.tokens.iter().map(|t| t.text.as_str()).collect();
    let comes =
        words.iter().position(|w| *w == "comes").filter(|_| words.first() == Some(&"after"));
    let (from, length) = PLANNED_PHRASES
        .iter()
        .map(|phrase| phrase.split(' ').collect::<Vec<_>>())
        .find_map(|phrase| {
            let from = words.windows(phrase.len()).position(|w| w == phrase.as_slice())?;
            Some((from, phrase.len()))
        })
        .or(comes.map(|at| (0, at + 1)))?;
    let first = raw.tokens.get(from)?.span;
    let last = raw.tokens.get(from + length - 1)?.span;
    let form = words.get(from..from + length)?.join(" ").replace(" ,", ",");
    Some(
        Diagnostic::error(
            "not-yet",
            first.to(last),
            format!("the language does not have `{form}` yet"),
        )
        .found("a later version will read this")
        .help("use other words, or leave it out and describe it in `assumed \"...\"`"),
    )
}
