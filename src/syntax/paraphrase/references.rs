//! What the words of conditions and actions refer to: `it`, `that hole`, `such holes`, `the rest`.

use super::doubts::{DOUBT, OTHER_PLAYER};
use std::rc::Rc;

/// Whether a condition is about how many seeds are sown.
pub fn of_origin(cond: &str) -> bool {
    cond.starts_with("the origin holds")
}

/// A condition in its usual form: what is sown is not empty, so it holds 1 or more.
fn plain_condition(text: &Rc<str>) -> Rc<str> {
    // The opposite hole of an own one is the opponent's.
    if text.starts_with("the opposite ") && text.contains(" of the opponent is ") {
        return plain_condition(&text.replace(" of the opponent is ", " is ").into());
    }
    match text.strip_suffix(" is not empty") {
        Some(place) => format!("{place} is occupied").into(),
        None if matches!(&**text, "not the origin holds 1" | "the origin holds more than 1") => {
            "the origin holds 2 or more".into()
        }
        None => Rc::clone(text),
    }
}

/// Whether a place would be empty and occupied.
fn contradicts(conds: &[(bool, Rc<str>)]) -> bool {
    let has = |text: &str| conds.iter().any(|(or, cond)| !or && **cond == *text);
    let empty = conds.iter().filter_map(|(_, cond)| cond.strip_suffix(" is empty"));
    empty.into_iter().any(|place| has(&format!("{place} is occupied")))
}

/// Conditions about the hole of the last seed in one, and the hole that `that hole` is.
pub fn described(conds: &[(bool, Rc<str>)], acts: &[Rc<str>]) -> Option<Vec<(bool, Rc<str>)>> {
    let mut all: Vec<(bool, Rc<str>)> = Vec::new();
    for (either, text) in conds {
        let mut text = plain_condition(text);
        let before_and_after = |a: &str, b: &str| {
            a.starts_with("falls in") && a.contains("holding") && b.starts_with("makes")
        };
        if !either
            && all.iter().any(|(_, c)| before_and_after(c, &text) || before_and_after(&text, c))
        {
            return None;
        }
        if of_origin(&text) && all.iter().any(|(_, c)| of_origin(c)) && !either {
            return None;
        }
        if text.starts_with("makes") && all.iter().any(|(_, c)| c.starts_with("makes")) && !either {
            return None;
        }
        if let Some(state) = text.strip_prefix("#this ").map(String::from)
            && !either
            && let Some((_, last)) = all.last_mut()
            && let Some(with_state) = with_state(last, &state)
        {
            *last = with_state.into();
            continue;
        }
        if let Some(state) = text.strip_prefix("#this ").map(String::from) {
            let known = all.iter().any(|(_, c)| {
                c.starts_with("falls in")
                    && (c.contains(" empty ") || c.contains(" occupied ") || c.contains("store"))
            });
            let relative =
                acts.iter().find_map(|act| RELATIVE.into_iter().find(|r| act.contains(r)));
            text = match relative {
                Some(place) if known => format!("{place} is {state}").into(),
                _ if known => return None,
                _ => format!("falls in an {state} hole").into(),
            };
        }
        if !either
            && let Some((_, last)) = all
                .iter_mut()
                .find(|(e, c)| !e && (c.starts_with("falls in") || c.starts_with("it is a")))
        {
            let both = format!("{last} & {text}");
            let whose =
                ["an own hole", "an opponent's hole"].into_iter().find(|w| both.contains(w));
            let state =
                ["an empty hole", "an occupied hole"].into_iter().find(|w| both.contains(w));
            if let (Some(whose), Some(state)) = (whose, state)
                && both.len()
                    == whose.len()
                        + state.len()
                        + both.matches("falls in ").count() * 9
                        + both.matches("it is ").count() * 6
                        + 3
            {
                let owner = whose.trim_end_matches(" hole");
                *last = format!("falls in {owner} {}", state.trim_start_matches("an ")).into();
                continue;
            }
            if text.starts_with("falls in") && last.starts_with("falls in") {
                return None;
            }
        }
        all.push((*either, text));
    }
    // Where it is said what the seed makes, the other condition is whose hole it is.
    let makes_it = |c: &Rc<str>| c.starts_with("makes ") && !c.contains(" and ");
    if let [(false, one), (false, other)] = all.as_mut_slice() {
        let whose = match (makes_it(one), makes_it(other)) {
            (true, false) => Some(other),
            (false, true) => Some(one),
            (true, true) | (false, false) => None,
        };
        if let Some(whose) = whose
            && matches!(&**whose, "falls in an own hole" | "falls in an opponent's hole")
        {
            *whose = whose.replace("falls in", "it is").into();
        }
    }
    // What the seed makes comes before whose hole it is.
    if let [(false, whose), (false, makes), ..] = all.as_slice()
        && whose.starts_with("it is an ")
        && makes.starts_with("makes ")
    {
        all.swap(0, 1);
    }
    (!contradicts(&all)).then_some(all)
}

/// `falls in the own casa` with the state of the hole before the fall: `falls in the own occupied casa`.
fn with_state(cond: &str, state: &str) -> Option<String> {
    let place = cond.strip_prefix("falls in ")?;
    let words: Vec<&str> = place.split(' ').collect();
    let known = |word: &&str| {
        matches!(
            *word,
            "empty" | "occupied" | "store" | "holding" | "and" | "or" | "leftmost" | "rightmost"
        )
    };
    if words.iter().any(known) || matches!(words.as_slice(), [_, "hole"]) {
        return None;
    }
    let at = words.iter().position(|word| matches!(*word, "own" | "opponent's")).unwrap_or(0) + 1;
    let (before, after) = words.split_at_checked(at)?;
    // `a casa`, `an occupied casa`
    let before = match before {
        ["a" | "an"] => vec!["an"],
        _ => before.to_vec(),
    };
    let all: Vec<&str> = before.into_iter().chain([state]).chain(after.iter().copied()).collect();
    Some(format!("falls in {}", all.join(" ")))
}

/// Holes that are found from that of the last seed.
const RELATIVE: [&str; 6] = [
    "the opposite inner hole",
    "the opposite hole",
    "every opposite hole",
    "the hole after the next hole",
    "the next hole",
    "the previous hole",
];

/// An action on `such holes`: those whose owner and number the condition gives. Of holes whose number is said,
/// only the opponent's are surely those of one row.
fn with_same_holes(act: &str, conds: &[(bool, Rc<str>)]) -> Option<String> {
    let is_of = |owner: &str| conds.iter().any(|(_, cond)| cond.contains(owner));
    let amount = conds.iter().find_map(|(_, cond)| cond.strip_prefix("makes "))?;
    let counts = !["a ", "an own", "an opp"].iter().any(|noun| amount.starts_with(noun));
    let owner = ["opponent's ", "own "].into_iter().find(|owner| is_of(owner)).unwrap_or_default();
    if act.contains("#whose") {
        return (owner != "own ").then(|| act.replace("#whose ", owner));
    }
    counts.then(|| act.replace("#such", &format!("{owner}holes holding {amount}")))
}

/// The actions with what their pronouns refer to, and how doubtful that is.
pub fn referred(
    conds: &[(bool, Rc<str>)],
    acts: &[Rc<str>],
    says_it: bool,
) -> Option<(Vec<Rc<str>>, u32)> {
    let of_cond = conds
        .iter()
        .find_map(|(_, text)| RELATIVE.into_iter().find(|r| text.starts_with(&format!("{r} "))));
    let only = conds.len() == 1;
    let mut cost = 0;
    let mut all = Vec::new();
    let doubtful = acts.windows(2).any(|pair| {
        matches!(pair, [first, second] if first.starts_with("capture ")
        && second.starts_with("sow the")
        && !(&**first == "capture it" && &**second == "sow the next hole")
        // `capture both and sow them together with this hole`
        || (first.starts_with("capture every ") || &**first == "capture 1 of it")
            && &**second == "sow it")
    });
    if doubtful {
        cost += 150;
    }
    // Who goes on sowing begins in the next hole, and two holes are captured at once.
    let is_odd = |pair: &[Rc<str>]| match pair {
        [first, second] => match &**second {
            "sow the next hole" => &**first == "capture it",
            "capture it" => first.starts_with("capture "),
            _ => false,
        },
        _ => false,
    };
    // What is picked up in an occupied hole is sown rather than captured.
    let is_relay = conds.iter().any(|(_, cond)| cond.contains(" occupied "));
    let odd = if is_relay { DOUBT } else { OTHER_PLAYER };
    cost += odd * u32::from(acts.windows(2).any(is_odd));
    for act in acts {
        let mut text = act.to_string();
        if text == "#nothing" {
            return None;
        }
        // The seeds of another hole, and the last one.
        if matches!(&*text, "capture #lastone and it" | "capture it and 1 of it") {
            text = "capture both-holes".into();
        }
        // The seeds of the inner hole of a column, and of the outer one.
        if text == "capture it and the opposite outer hole"
            && of_cond == Some("the opposite inner hole")
        {
            text = "capture every opposite hole".into();
        }
        // What lies beyond `that empty hole`.
        if text.contains("#beyond") {
            let next_is_empty = conds.iter().any(|(_, cond)| &**cond == "the next hole is empty");
            let fell_in_it = conds.iter().any(|(_, cond)| cond.contains(" empty "));
            let hole = match (next_is_empty, fell_in_it) {
                (true, false) => "the hole after the next hole",
                (false, true) => "the next hole",
                _ => return None,
            };
            text = text.replace("#beyond", hole);
            all.push(text.into());
            continue;
        }
        // The hole behind that of the condition is the outer one of the same column.
        if text.contains("#behind") {
            text = match of_cond? {
                "the opposite inner hole" | "the opposite hole" => {
                    "capture every opposite hole".into()
                }
                _ => return None,
            };
        }
        // The last seed is all that is in its hole, if that was empty.
        if text.contains("#lastone") {
            cost += if conds.iter().any(|(_, cond)| cond.contains(" empty ")) { 0 } else { DOUBT };
            text = text.replace("#lastone", "it");
        }
        if text.contains("#such") || text.contains("#whose") {
            text = with_same_holes(&text, conds)?;
        }
        if ["#me", "#other", "#he"].iter().any(|player| text.contains(player)) {
            let about = conds.iter().map(|(_, c)| &**c).collect::<Vec<_>>().join(" ");
            let me = if about.contains("a player") || about.contains("the next player") {
                "that player"
            } else if about.contains("the player ") || about.contains("opponent") {
                "the player"
            } else {
                cost += 150;
                "that player"
            };
            let other = if about.contains("a player")
                || about.contains("the next player")
                || about.contains("the player ")
            {
                "the other player"
            } else if about.contains("opponent") {
                "the opponent"
            } else {
                cost += 150;
                "the other player"
            };
            if text.contains("#he ") && !about.contains("player") {
                cost += 150;
            }
            let he = if about.contains("the player ") { "the player" } else { "that player" };
            text = text.replace("#he", he).replace("#me", me).replace("#other", other);
        }
        let has_it = text.split([' ', ',']).any(|w| w == "it");
        if text.contains("both-holes") {
            let other = of_cond.unwrap_or("the opposite hole");
            if of_cond.is_none() {
                cost += 150;
            }
            let both = match other.starts_with("every ") {
                true => other.to_string(),
                false => format!("it and {other}"),
            };
            text = text.replace("both-holes", &both);
        } else if let Some(place) = of_cond.filter(|place| {
            has_it
                && !text.contains(" and ")
                && !conds.iter().any(|(_, c)| **c == format!("{place} is empty"))
        }) {
            if only {
                // In the language, `it` is the hole of the last seed.
                cost += if says_it { 150 } else { 0 };
                text = text
                    .split(' ')
                    .map(|w| match w {
                        "it" => place.to_string(),
                        "it," => format!("{place},"),
                        w => w.to_string(),
                    })
                    .collect::<Vec<_>>()
                    .join(" ");
            } else {
                cost += 150;
            }
        }
        // `takes the 3 seeds` of a hole that has 3.
        if let Some(count) = text.split(" of it").next().and_then(|head| head.rsplit(' ').next())
            && text.contains(" of it")
            && count != "1"
            && count.chars().all(|c| c.is_ascii_digit())
        {
            // `falls in a hole holding 3`: then there are 4.
            let before = count.parse::<u32>().ok().and_then(|count| count.checked_sub(1));
            let had = format!(" holding {}", before.unwrap_or_default());
            // `makes 3 and it is an opponent's hole`
            let made: Vec<&str> = conds
                .iter()
                .filter_map(|(_, c)| c.strip_prefix("makes "))
                .map(|made| made.split(" and ").next().unwrap_or(made))
                .collect();
            let is_all = !made.is_empty() && made.iter().all(|made| *made == count);
            // `makes 4 -> capture 3 of it`
            let number = |text: &str| text.parse::<u32>().ok();
            let is_part = !made.is_empty()
                && made
                    .iter()
                    .all(|made| number(made).is_some_and(|made| Some(made) > number(count)));
            let fell = conds.iter().any(|(_, c)| c.starts_with("falls in") && c.ends_with(&had));
            if is_all || fell {
                text = text.replace(&format!("{count} of it"), "it");
            } else if !is_part {
                cost += 150;
            }
        }
        if text.contains("1 of it") && conds.iter().any(|(_, c)| c.contains("empty hole")) {
            text = text.replace("1 of it", "it");
        }
        let next_is_empty = conds.iter().any(|(_, c)| &**c == "the next hole is empty");
        if next_is_empty
            && text.ends_with(" the next hole")
            && !text.contains("after the next hole")
        {
            text = text.replace(" the next hole", " the hole after the next hole");
        }
        // Two holes are next to it.
        let neighbours = text.strip_suffix(" it").is_some_and(|text| text.ends_with(" beside"));
        if text.contains("opposite") && neighbours {
            cost += DOUBT;
        }
        // The hole of the last seed comes first.
        let swapped = text.strip_prefix("capture ").and_then(|all| all.strip_suffix(" and it"));
        if let Some(other) =
            swapped.filter(|other| !other.contains(',') && !other.contains(" and "))
        {
            text = format!("capture it and {other}");
        }
        all.push(text.into());
    }
    Some((all, cost))
}

/// Whether a condition is about another hole than that of the last seed.
pub fn is_of_other_hole(cond: &str) -> bool {
    RELATIVE.iter().any(|place| cond.starts_with(place))
}
