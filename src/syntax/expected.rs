//! What was expected, in the words of the language.

use super::phrase::{ParseFailure, Rule};
use crate::order::SmallSort;

/// The greatest number of listed phrases.
const MAX_EXPECTED: usize = 6;

/// Phrases that are summarised as one, if all of `marks` were expected, instead of `members`.
struct PhraseGroup {
    marks: &'static [&'static str],
    members: &'static str,
    summary: &'static str,
}

const PLACE: &str = "any every each all the an a no own opponent's winner's loser's open closed \
     occupied empty opposite central next previous other second third fourth leftmost rightmost \
     first last hole holes store stores hand hands row rows place places run it origin everything \
     seeds worth number name";
const PLAYER: &str = "player opponent winner loser starter";
const NUMBER: &str = "( half a an seeds worth number";

/// Ordered from the widest group to the narrowest.
const GROUPS: [PhraseGroup; 11] = [
    PhraseGroup {
        marks: &["falls in", "makes"],
        members: "falls makes there not this that the every no a an seeds worth more fewer from half (",
        summary: "a condition, such as `falls in an empty hole`",
    },
    PhraseGroup {
        marks: &["sow", "capture", "pass"],
        members: "sow sows capture captures take takes put puts fill fills close closes open opens \
             mark marks unmark unmarks choose chooses set sets owns swap swaps by is do does moves repeat pass \
             passes play plays end ends win wins lose loses draw may either the each a that",
        summary: "an action, such as `capture it`",
    },
    PhraseGroup {
        marks: &["every", "own", "hole"],
        members: PLACE,
        summary: "a place, such as `every own hole`",
    },
    PhraseGroup {
        marks: &["own", "hole"],
        members: PLACE,
        summary: "a word of a place, such as `own` or `hole`",
    },
    PhraseGroup {
        marks: &["holding", "except"],
        members: "holding after before beside opposite numbered nearest except whose of sown from half ( number",
        summary: "more about the place, such as `holding 2 or more`",
    },
    PhraseGroup {
        marks: &["the opponent"],
        members: PLAYER,
        summary: "a player, such as `the opponent`",
    },
    PhraseGroup {
        marks: &["anticlockwise"],
        members: "anticlockwise clockwise leftwards rightwards in towards",
        summary: "a direction, such as `anticlockwise`",
    },
    PhraseGroup {
        marks: &["are", "hold"],
        members: "is are holds hold does do has",
        summary: "`is` or `holds`",
    },
    PhraseGroup { marks: &["*", "+"], members: "* + -", summary: "a calculation, such as `+ 1`" },
    PhraseGroup { marks: &["("], members: NUMBER, summary: "a number" },
    PhraseGroup { marks: &["\""], members: "\"", summary: "a text in quotation marks" },
];

/// The expected words and phrases as they are shown: phrases of the language first, then summaries of groups.
pub fn expected_phrases(trouble: &ParseFailure) -> Vec<String> {
    let mut left: Vec<String> = Vec::new();
    for phrase in &trouble.expected {
        let phrase = phrase.trim().replace(" ,", ",").replace(" :", ":");
        if !phrase.is_empty() && !left.contains(&phrase) {
            left.push(phrase);
        }
    }
    let mut summaries = Vec::new();
    for group in &GROUPS {
        if !group.marks.iter().all(|mark| left.iter().any(|p| p == mark)) {
            continue;
        }
        summaries.push(group.summary.to_string());
        let members: Vec<&str> = group.members.split_whitespace().collect();
        left.retain(|phrase| {
            let mut words = phrase.split(' ');
            let first = words.next().unwrap_or_default();
            let of_player = matches!(first, "the" | "each" | "a" | "that")
                && words.any(|w| PLAYER.split(' ').any(|p| p == w));
            !(members.contains(&first)
                || group.marks.contains(&phrase.as_str())
                || of_player && members == PLAYER.split(' ').collect::<Vec<_>>())
        });
    }
    let number = trouble.attempted.contains(&Rule::number)
        && !summaries.iter().any(|t| t.contains("number"));
    if number && summaries.is_empty() {
        summaries.push("a number".into());
    }
    let attempted = |rule| trouble.attempted.contains(&rule);
    if summaries.is_empty() {
        if attempted(Rule::name) {
            summaries.push("a name".into());
        } else if attempted(Rule::proper) {
            summaries.push("a name that begins with a capital letter, such as `South`".into());
        }
    }
    let source = ["[", "assumed"];
    left.small_sort_by_key(|p| (source.contains(&p.as_str()), !p.starts_with(char::is_alphabetic)));
    let phrases = left.iter().filter(|p| !source.contains(&p.as_str())).map(|p| format!("`{p}`"));
    let mut all: Vec<String> = phrases.collect();
    if summaries.len() + all.len() > MAX_EXPECTED {
        all.truncate(MAX_EXPECTED.saturating_sub(summaries.len()));
    }
    all.extend(summaries);
    all
}
