//! What would have fitted, in the words of the language.

use super::phrase::{Rule, Trouble};

/// At most so many are told.
const MOST: usize = 6;

/// A group of phrases told as one: told if all of `marks` would have fitted, instead of `members`.
struct Group {
    marks: &'static [&'static str],
    members: &'static str,
    told: &'static str,
}

const PLACE: &str = "any every each all the an a no own opponent's winner's loser's open closed \
     occupied empty opposite central next previous other second third fourth leftmost rightmost \
     first last hole holes store stores hand hands row rows place places run it origin everything \
     seeds worth number name";
const PLAYER: &str = "player opponent winner loser starter";
const NUMBER: &str = "( half a an seeds worth number";

/// From the widest to the narrowest.
const GROUPS: [Group; 11] = [
    Group {
        marks: &["falls in", "makes"],
        members: "falls makes there not this that the every no a an seeds worth more fewer from half (",
        told: "a condition, such as `falls in an empty hole`",
    },
    Group {
        marks: &["sow", "capture", "pass"],
        members: "sow sows capture captures take takes put puts fill fills close closes open opens \
             mark marks unmark unmarks choose chooses set sets owns is do does moves repeat pass \
             passes play plays end ends win wins lose loses draw may either the each a that",
        told: "an action, such as `capture it`",
    },
    Group {
        marks: &["every", "own", "hole"],
        members: PLACE,
        told: "a place, such as `every own hole`",
    },
    Group {
        marks: &["own", "hole"],
        members: PLACE,
        told: "a word of a place, such as `own` or `hole`",
    },
    Group {
        marks: &["holding", "except"],
        members: "holding after before beside opposite numbered nearest except whose of sown from half ( number",
        told: "more about the place, such as `holding 2 or more`",
    },
    Group { marks: &["the opponent"], members: PLAYER, told: "a player, such as `the opponent`" },
    Group {
        marks: &["anticlockwise"],
        members: "anticlockwise clockwise leftwards rightwards in towards",
        told: "a direction, such as `anticlockwise`",
    },
    Group {
        marks: &["are", "hold"],
        members: "is are holds hold does do has",
        told: "`is` or `holds`",
    },
    Group { marks: &["*", "+"], members: "* + -", told: "a calculation, such as `+ 1`" },
    Group { marks: &["("], members: NUMBER, told: "a number" },
    Group { marks: &["\""], members: "\"", told: "a text in quotation marks" },
];

/// What would have fitted, the plainest first, each as it is shown.
pub fn told(trouble: &Trouble) -> Vec<String> {
    let mut left: Vec<String> = Vec::new();
    for phrase in &trouble.expected {
        let phrase = phrase.trim().replace(" ,", ",").replace(" :", ":");
        if !phrase.is_empty() && !left.contains(&phrase) {
            left.push(phrase);
        }
    }
    let mut told = Vec::new();
    for group in &GROUPS {
        if !group.marks.iter().all(|mark| left.iter().any(|p| p == mark)) {
            continue;
        }
        told.push(group.told.to_string());
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
    let number =
        trouble.tried.contains(&Rule::number) && !told.iter().any(|t| t.contains("number"));
    if number && told.is_empty() {
        told.push("a number".into());
    }
    if trouble.tried.iter().any(|r| matches!(r, Rule::name | Rule::proper)) && told.is_empty() {
        told.push("a name".into());
    }
    let source = ["[", "assumed"];
    left.sort_by_key(|p| (source.contains(&p.as_str()), !p.starts_with(char::is_alphabetic)));
    let phrases = left.iter().filter(|p| !source.contains(&p.as_str())).map(|p| format!("`{p}`"));
    let mut all: Vec<String> = phrases.collect();
    if told.len() + all.len() > MOST {
        all.truncate(MOST.saturating_sub(told.len()));
    }
    all.extend(told);
    all
}
