//! Amounts: tests on a number of seeds, read from any order of their concepts.

use super::lattice::Lattice;
use super::lexicon::Lexicon;

/// How many readings of the parts that begin at one word are kept.
pub const MOST_PARTS: usize = 60;
/// How many steps are made to find them.
pub const MOST_STEPS: usize = 6_000;

/// A part with the word after it and what it costs.
pub type Found<T> = (usize, T, u32);

/// A test on a number of seeds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AmountPart {
    pub numbers: Vec<String>,
    pub test: Option<&'static str>,
}

impl AmountPart {
    /// The phrase for it.
    pub fn text(&self) -> Option<String> {
        let all = &self.numbers;
        Some(match (self.test, all.as_slice()) {
            // A number is said once.
            (None, [a, b]) if a == b => return None,
            (None, [_, ..]) => all.join(" or "),
            (Some("ormore"), [n]) => format!("{n} or more"),
            (Some("orfewer"), [n]) => format!("{n} or fewer"),
            (Some("morethan"), [n]) => format!("more than {n}"),
            (Some("fewerthan"), [n]) => format!("fewer than {n}"),
            (Some("range"), [a, b]) => format!("from {a} to {b}"),
            (Some("even"), []) => "an even number".into(),
            (Some("odd"), []) => "an odd number".into(),
            (Some("zero"), []) => "no seeds".into(),
            (Some("somes"), []) => "seeds".into(),
            _ => return None,
        })
    }
}

/// The amounts that begin at a word.
pub fn amounts(lattice: &Lattice, from: usize) -> Vec<Found<AmountPart>> {
    let mut found = Vec::new();
    let mut steps = MOST_STEPS;
    let state =
        AmountState { amount: AmountPart::default(), sep: false, range: false, seeds: false };
    follow_amount(lattice, from, from, &state, 0, &mut found, &mut steps);
    found
}

/// Words before a kind of hole, not before a number.
const DETERMINERS: [&str; 8] = ["a", "an", "the", "any", "every", "each", "own", "opponent's"];

/// Verbs that say what a hole has then, with `up to` and a number.
const BRINGS: [&str; 9] =
    ["bring", "brings", "brought", "come", "comes", "goes", "fills", "raise", "raises"];

/// Whether one of these verbs is before a word, in its clause.
fn brings_before(lattice: &Lattice, at: usize) -> bool {
    let before = lattice.words.get(..at).unwrap_or_default().iter().rev();
    let mut clause = before.take_while(|word| ![",", ".", ";"].contains(&word.as_str()));
    clause.any(|word| BRINGS.contains(&word.to_lowercase().as_str()))
}

#[derive(Clone)]
struct AmountState {
    amount: AmountPart,
    sep: bool,
    range: bool,
    seeds: bool,
}

fn follow_amount(
    lattice: &Lattice,
    from: usize,
    at: usize,
    state: &AmountState,
    cost: u32,
    found: &mut Vec<Found<AmountPart>>,
    steps: &mut usize,
) {
    let Some(left) = steps.checked_sub(1) else { return };
    *steps = left;
    if !state.sep && at > from {
        let mut amount = state.amount.clone();
        if state.range && amount.numbers.len() == 2 {
            amount.test = Some("range");
        }
        // `2 to 4 or 8` is no list of three numbers.
        let is_one = !state.range || amount.numbers.len() == 2;
        if is_one
            && amount.text().is_some()
            && found.len() < MOST_PARTS
            && !goes_on(lattice, &amount, at)
        {
            match found.iter_mut().find(|(to, a, _)| *to == at && *a == amount) {
                Some(same) => same.2 = same.2.min(cost),
                None => found.push((at, amount, cost)),
            }
        }
    }
    let lexicon = Lexicon::get();
    let word = lattice.words.get(at).map_or("", String::as_str);
    if !state.amount.numbers.is_empty()
        && !state.sep
        && matches!(word, "or" | "," | "/" | "|" | "to" | "-" | "–" | "and")
    {
        let range = matches!(word, "to" | "-" | "–") || word == "and" && state.range;
        let mut next = state.clone();
        next.sep = true;
        next.range |= range;
        if (word != "and" || state.range) && !(range && state.amount.test.is_some()) {
            follow_amount(lattice, from, at + 1, &next, cost, found, steps);
            // `2, 3, or 4`
            if word == "," && lattice.words.get(at + 1).is_some_and(|w| w == "or") {
                follow_amount(lattice, from, at + 2, &next, cost, found, steps);
            }
        }
    }
    for edge in lattice.edges.get(at).into_iter().flatten() {
        let name = lexicon.name(edge.concept);
        let mut next = state.clone();
        match name {
            "number" | "name" => {
                // `a casa` is a hole.
                let before = at.checked_sub(1).and_then(|before| lattice.words.get(before));
                let described = before.is_some_and(|word| DETERMINERS.contains(&word.as_str()));
                if name == "name" && (described || lattice.is_adjective(at)) {
                    continue;
                }
                let number = edge.number.map_or_else(|| word.to_string(), |n| n.to_string());
                if !(next.amount.numbers.is_empty() || next.sep)
                    || matches!(next.amount.test, Some("even" | "odd" | "zero" | "somes"))
                {
                    continue;
                }
                next.amount.numbers.push(number);
                next.sep = false;
            }
            "ormore" | "orfewer" | "morethan" | "fewerthan" | "even" | "odd" | "zero" | "somes" => {
                // `brings a hole up to four` makes four.
                let is_made = name == "orfewer" && word == "up" && brings_before(lattice, at);
                let fits = next.amount.test.is_none()
                    && !next.sep
                    && !is_made
                    && (matches!(name, "ormore" | "orfewer") || next.amount.numbers.is_empty());
                if !fits {
                    continue;
                }
                next.amount.test = Some(name);
            }
            // `with a single seed`
            "single" if word == "single" && next.amount == AmountPart::default() => {
                let before = at.checked_sub(1).and_then(|before| lattice.words.get(before));
                if before.is_none_or(|word| word != "a") {
                    continue;
                }
                next.amount.numbers.push("1".into());
            }
            // `2, 4, 6 and so on`
            "andsoon" => {
                let Some(test) = parity_of(&next.amount.numbers) else { continue };
                next.amount = AmountPart { numbers: Vec::new(), test: Some(test) };
                next.sep = false;
            }
            "only" if at == from => {}
            "between" if at == from => next.range = true,
            "seed" if at > from && !next.seeds && !next.sep => next.seeds = true,
            "nil" | "of" if at > from && !next.seeds => {
                follow_amount(lattice, from, edge.to, &next, cost + 2 + edge.cost, found, steps);
                continue;
            }
            "nil" if at == from && matches!(word, "exactly" | "just" | "the" | "a" | "an") => {
                follow_amount(lattice, at + 1, edge.to, &next, cost + 1 + edge.cost, found, steps);
                continue;
            }
            _ => continue,
        }
        follow_amount(lattice, from, edge.to, &next, cost + edge.cost, found, steps);
    }
}

/// Whether more numbers of a list follow: `1, 2, 4 or more`. A part of them is another amount.
fn goes_on(lattice: &Lattice, amount: &AmountPart, at: usize) -> bool {
    let sign = |at: usize| lattice.words.get(at).is_some_and(|word| word == "," || word == "or");
    let is_number =
        |at: usize| lattice.edges.get(at).into_iter().flatten().any(|edge| edge.number.is_some());
    !amount.numbers.is_empty()
        && sign(at)
        && (is_number(at + 1) || sign(at + 1) && is_number(at + 2))
}

/// Whether numbers are all the even ones, or the odd ones, as far as they go.
fn parity_of(numbers: &[String]) -> Option<&'static str> {
    let numbers: Vec<u32> = numbers.iter().filter_map(|number| number.parse().ok()).collect();
    let by_twos =
        numbers.len() > 2 && numbers.windows(2).all(|pair| matches!(pair, [a, b] if a + 2 == *b));
    match numbers.first().filter(|_| by_twos)? {
        1 => Some("odd"),
        2 => Some("even"),
        _ => None,
    }
}
