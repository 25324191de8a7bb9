//! Forms that are planned for the language, and ideas that it cannot express: reported as such, not as mistakes.

use super::ast::SectionKind;
use super::layout::RawStatement;
use super::vocabulary;
use crate::diagnostic::Diagnostic;
use std::collections::BTreeSet;

/// The words by which each is recognised.
const PLANNED_PHRASES: [&str; 14] = [
    "would capture",
    "would not capture",
    "belongs to the player",
    "at each end",
    "at the start",
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

/// What the language cannot express.
struct Beyond {
    /// The sections that it is said in; all, if there are none.
    sections: &'static [SectionKind],
    /// The words by which it is recognised.
    phrases: &'static [&'static str],
    /// Why it cannot be said.
    why: &'static str,
    /// What comes nearest.
    nearest: &'static str,
}

const BEYOND: [Beyond; 5] = [
    Beyond {
        sections: &[],
        phrases: &[
            "in the picture",
            "in the figure",
            "in the diagram",
            "in the drawing",
            "in the photo",
            "on the picture",
            "as shown",
            "as pictured",
            "shown below",
        ],
        why: "a description has no pictures",
        nearest: "say in numbers what the picture shows, for example `every own hole holds, from the left, 0, 2, 2, 6, 6, 6` in *start*",
    },
    Beyond {
        sections: &[],
        phrases: &[
            "diagonal",
            "diagonally",
            "diagonals",
            "the eight directions",
            "eight directions",
            "a straight line",
            "straight on",
            "orthogonally",
        ],
        why: "seeds go round along *way*, forwards or backwards along it",
        nearest: "if the way has only these two directions, write `in either direction round every hole` in *way*; other games of squares are beyond the language",
    },
    Beyond {
        sections: &[],
        phrases: &[
            "on top",
            "on its top",
            "topmost",
            "uppermost",
            "top piece",
            "top stone",
            "top seed",
            "bottom piece",
            "bottom stone",
            "undermost",
        ],
        why: "the seeds of a hole have no order: none lies above another",
        nearest: "what kinds of seeds a hole holds can be said: `white = a seed worth 1` in *words*, and `the pot holds 2 white`",
    },
    Beyond {
        sections: &[],
        phrases: &[
            "connected",
            "connected group",
            "surrounded",
            "surround",
            "surrounds",
            "one group",
        ],
        why: "it can be asked what one hole, or the two holes next to it, hold",
        nearest: "ask for an unbroken row of holes: `the run of occupied holes before it`",
    },
    Beyond {
        sections: &[SectionKind::Winner],
        phrases: &[
            "fewest moves",
            "least moves",
            "fewer moves",
            "fastest",
            "quickest",
            "shortest game",
        ],
        why: "*winner* counts seeds, not moves or time",
        nearest: "write `most seeds`, and describe the rest in a comment: `# in as few moves as possible`",
    },
];

/// The finding for a statement with an idea that the language cannot express.
pub fn beyond(
    raw: &RawStatement,
    section: Option<SectionKind>,
    names: &BTreeSet<String>,
) -> Option<Diagnostic> {
    let words: Vec<String> = raw.tokens.iter().map(|t| t.text.to_lowercase()).collect();
    let found = BEYOND
        .iter()
        .filter(|idea| {
            idea.sections.is_empty() || section.is_some_and(|s| idea.sections.contains(&s))
        })
        .flat_map(|idea| idea.phrases.iter().map(move |phrase| (idea, phrase)))
        .find_map(|(idea, phrase)| {
            let phrase: Vec<&str> = phrase.split(' ').collect();
            let from = words.windows(phrase.len()).position(|w| w == phrase.as_slice())?;
            let is_named = phrase.iter().any(|word| vocabulary::is_name(names, word));
            (!is_named).then_some((idea, from, phrase))
        });
    let (idea, from, phrase) = found?;
    let first = raw.tokens.get(from)?.span;
    let last = raw.tokens.get(from + phrase.len() - 1)?.span;
    let message = format!("the language cannot say `{}`", phrase.join(" "));
    let finding = Diagnostic::error("unreadable-statement", first.to(last), message);
    Some(finding.found(idea.why).help(idea.nearest))
}
