//! Reads stretches of a statement by the frames.

use super::amount::{AmountPart, Found, amounts};
use super::as_is::AsItIs;
use super::frames::{Frame, Item, Kind, Slot, What, frames, soft};
use super::lattice::Lattice;
use super::lexicon::Lexicon;
use super::place::PlacePart;
use super::read_place::places;
use crate::syntax::ast::SectionKind;
use crate::syntax::phrase::Rule;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;

/// How many readings of a stretch are kept.
const MOST_READINGS: usize = 12;
/// How many partly filled frames are followed for one statement.
const MOST_STEPS: u32 = 600_000;
/// What a word without meaning costs.
const NIL: u32 = 2;

/// A reading of a stretch that begins at some word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StretchReading {
    /// The word after it.
    pub to: usize,
    /// The phrase.
    pub text: Rc<str>,
    /// What it costs.
    pub cost: u32,
}

type Values = Rc<Vec<Found<Rc<str>>>>;

/// The readings of one statement.
pub struct Reader<'a> {
    /// The statement.
    pub lattice: &'a Lattice,
    places: Vec<Option<Rc<Vec<Found<PlacePart>>>>>,
    amounts: Vec<Option<Rc<Vec<Found<AmountPart>>>>>,
    values: FxHashMap<(Slot, usize), Values>,
    as_it_is: AsItIs<'a>,
    steps_left: u32,
}

/// A frame that is partly filled.
#[derive(Clone)]
struct Filled {
    mask: u32,
    cost: u32,
    slots: Vec<(usize, Rc<str>)>,
}

impl<'a> Reader<'a> {
    pub fn new(lattice: &'a Lattice, names: &'a BTreeSet<String>) -> Reader<'a> {
        let length = lattice.words.len() + 1;
        Reader {
            lattice,
            places: vec![None; length],
            amounts: vec![None; length],
            values: FxHashMap::default(),
            as_it_is: AsItIs::new(&lattice.words, names),
            steps_left: MOST_STEPS,
        }
    }

    fn places(&mut self, at: usize) -> Rc<Vec<Found<PlacePart>>> {
        if let Some(Some(known)) = self.places.get(at) {
            return Rc::clone(known);
        }
        let found = Rc::new(places(self.lattice, at));
        if let Some(slot) = self.places.get_mut(at) {
            *slot = Some(Rc::clone(&found));
        }
        found
    }

    fn amounts(&mut self, at: usize) -> Rc<Vec<Found<AmountPart>>> {
        if let Some(Some(known)) = self.amounts.get(at) {
            return Rc::clone(known);
        }
        let found = Rc::new(amounts(self.lattice, at));
        if let Some(slot) = self.amounts.get_mut(at) {
            *slot = Some(Rc::clone(&found));
        }
        found
    }

    /// Whether a statement can have what a frame needs.
    fn possible(&self, frame: &Frame) -> bool {
        frame.items.iter().filter(|item| item.required).all(|item| match &item.what {
            What::Concepts(any) => any.iter().any(|c| self.lattice.has.get(*c) == Some(&true)),
            What::Slot(..) => true,
        })
    }

    /// The readings by the frames of a kind for a section that begin at a word.
    pub fn readings(
        &mut self,
        kind: Kind,
        section: SectionKind,
        from: usize,
    ) -> Vec<StretchReading> {
        let mut found: Vec<StretchReading> = Vec::new();
        for frame in frames() {
            if frame.kind != kind
                || !frame.sections.is_empty() && !frame.sections.contains(&section)
            {
                continue;
            }
            if self.possible(frame) {
                self.fill(frame, from, &mut found);
            }
        }
        if super::statements::has_cases(section) || kind == Kind::Cond {
            let rule = if kind == Kind::Cond { Rule::cond } else { Rule::action };
            for (to, text) in self.as_it_is.phrases(rule, from) {
                found.push(StretchReading { to, text: text.into(), cost: 0 });
            }
        }
        found.sort_by(|a, b| (a.to, a.cost, &a.text).cmp(&(b.to, b.cost, &b.text)));
        found.dedup_by(|b, a| a.to == b.to && a.text == b.text);
        let mut kept: Vec<StretchReading> = Vec::new();
        for reading in found {
            if kept.iter().filter(|r| r.to == reading.to).count() < MOST_READINGS {
                kept.push(reading);
            }
        }
        kept
    }

    fn fill(&mut self, frame: &Frame, from: usize, found: &mut Vec<StretchReading>) {
        let length = self.lattice.words.len();
        let needed: u32 =
            frame.items.iter().enumerate().filter(|(_, i)| i.required).map(|(n, _)| 1 << n).sum();
        // What is filled at each word, and whether its last word was of the frame.
        let mut at_word: Vec<Vec<(Filled, bool)>> = vec![Vec::new(); length + 1];
        if let Some(first) = at_word.get_mut(from) {
            first.push((Filled { mask: 0, cost: frame.cost, slots: Vec::new() }, false));
        }
        let lexicon = Lexicon::get();
        for at in from..=length {
            let here = std::mem::take(at_word.get_mut(at).unwrap_or(&mut Vec::new()));
            for (filled, ends) in here {
                let Some(left) = self.steps_left.checked_sub(1) else { return };
                self.steps_left = left;
                if ends
                    && filled.mask & needed == needed
                    && let Some(text) = output(frame.output, &frame.items, &filled.slots)
                {
                    let reading = StretchReading { to: at, text: text.into(), cost: filled.cost };
                    match found.iter_mut().find(|r| r.to == at && r.text == reading.text) {
                        Some(other) => other.cost = other.cost.min(reading.cost),
                        None => found.push(reading),
                    }
                }
                for edge in self.lattice.edges.get(at).into_iter().flatten() {
                    if at > from
                        && matches!(lexicon.name(edge.concept), "nil" | "prep" | "rel" | "of")
                    {
                        let price = if matches!(
                            self.lattice.words.get(at).map(String::as_str),
                            Some("the" | "a" | "an")
                        ) {
                            1
                        } else {
                            NIL
                        };
                        let next =
                            Filled { cost: filled.cost + edge.cost + price, ..filled.clone() };
                        push(&mut at_word, edge.to, next, false);
                    }
                    if at > from
                        && frame.loose
                        && matches!(lexicon.name(edge.concept), "comma" | "colon")
                    {
                        let next = Filled { cost: filled.cost + 3, ..filled.clone() };
                        push(&mut at_word, edge.to, next, false);
                    }
                    if at > from
                        && let Some(price) = soft(lexicon.name(edge.concept))
                    {
                        let next =
                            Filled { cost: filled.cost + edge.cost + price, ..filled.clone() };
                        push(&mut at_word, edge.to, next, false);
                    }
                    for (n, item) in frame.items.iter().enumerate() {
                        let What::Concepts(any) = &item.what else { continue };
                        if item.first && filled.mask & needed != 0 {
                            continue;
                        }
                        if !any.contains(&edge.concept)
                            || filled.mask & (1 << n) != 0 && !item.repeats
                        {
                            continue;
                        }
                        let next = Filled {
                            mask: filled.mask | 1 << n,
                            cost: filled.cost + edge.cost,
                            slots: filled.slots.clone(),
                        };
                        push(&mut at_word, edge.to, next, true);
                    }
                }
                for (n, item) in frame.items.iter().enumerate() {
                    let What::Slot(slot, _) = &item.what else { continue };
                    if item.first && filled.mask & needed != 0 {
                        continue;
                    }
                    // Of two parts of the same form, the first is said first.
                    let waits = frame.items.iter().take(n).enumerate().any(|(m, earlier)| {
                        match &earlier.what {
                            What::Slot(other, _) => {
                                other == slot && earlier.required && filled.mask & (1 << m) == 0
                            }
                            What::Concepts(_) => false,
                        }
                    });
                    if waits {
                        continue;
                    }
                    if filled.mask & (1 << n) != 0 && !item.repeats {
                        continue;
                    }
                    for (to, text, cost) in self.values(*slot, at).iter() {
                        let mut next = Filled {
                            mask: filled.mask | 1 << n,
                            cost: filled.cost + cost,
                            slots: filled.slots.clone(),
                        };
                        next.slots.push((n, Rc::clone(text)));
                        push(&mut at_word, *to, next, true);
                    }
                }
            }
        }
    }

    /// The values of a part that begin at a word.
    fn values(&mut self, slot: Slot, at: usize) -> Values {
        if let Some(known) = self.values.get(&(slot, at)) {
            return Rc::clone(known);
        }
        let values = Rc::new(self.new_values(slot, at));
        self.values.insert((slot, at), Rc::clone(&values));
        values
    }

    fn new_values(&mut self, slot: Slot, at: usize) -> Vec<Found<Rc<str>>> {
        let lexicon = Lexicon::get();
        let edges = |names: &[&str]| -> Vec<Found<Rc<str>>> {
            let at_word = self.lattice.edges.get(at).into_iter().flatten();
            at_word
                .filter(|e| names.contains(&lexicon.name(e.concept)))
                .map(|e| {
                    (e.to, self.lattice.words.get(at).cloned().unwrap_or_default().into(), e.cost)
                })
                .collect()
        };
        match slot {
            Slot::Place("objects") => {
                let one = Slot::Place("object");
                let mut all = self.values(one, at).to_vec();
                let and = |at: usize| {
                    self.lattice
                        .edges
                        .get(at)
                        .into_iter()
                        .flatten()
                        .filter(|e| lexicon.name(e.concept) == "and")
                        .map(|e| e.to)
                        .collect::<Vec<_>>()
                };
                let starts: Vec<(usize, Rc<str>, u32, usize)> = all
                    .iter()
                    .flat_map(|(to, text, cost)| {
                        and(*to).into_iter().map(|next| (*to, Rc::clone(text), *cost, next))
                    })
                    .collect();
                for (_, text, cost, next) in starts {
                    for (to, other, more) in self.values(one, next).iter() {
                        if *other != text {
                            all.push((*to, format!("{text} and {other}").into(), cost + more));
                        }
                    }
                }
                all
            }
            Slot::Place(form) => {
                let found = self.places(at);
                found
                    .iter()
                    .filter_map(|(to, place, cost)| {
                        Some((
                            *to,
                            place.form(form)?.into(),
                            *cost + if form == "this" { 8 } else { 0 },
                        ))
                    })
                    .collect()
            }
            Slot::Amount(form) => {
                let found = self.amounts(at);
                let fits = |amount: &AmountPart| match form {
                    "some" => amount.test == Some("somes"),
                    "none" => amount.test == Some("zero"),
                    "test" => !matches!(amount.test, None | Some("zero" | "somes")),
                    "parity" => matches!(amount.test, Some("even" | "odd")),
                    _ => !matches!(amount.test, Some("zero" | "somes")),
                };
                // To win, more do as well.
                let goal = |amount: &AmountPart| match (form, amount.numbers.as_slice()) {
                    ("goal", [_]) if amount.test.is_none() => {
                        AmountPart { test: Some("ormore"), ..amount.clone() }
                    }
                    _ => amount.clone(),
                };
                let fits = |amount: &AmountPart| {
                    fits(amount)
                        && (form != "goal"
                            || matches!(amount.test, None | Some("ormore" | "morethan")))
                        && (form != "fewer" || matches!(amount.test, Some("orfewer" | "fewerthan")))
                };
                found
                    .iter()
                    .filter(|(_, a, _)| fits(a))
                    .filter_map(|(to, a, cost)| Some((*to, goal(a).text()?.into(), *cost)))
                    .collect()
            }
            Slot::Who => {
                let at_word = self.lattice.edges.get(at).into_iter().flatten();
                at_word
                    .filter_map(|e| {
                        let text = match lexicon.name(e.concept) {
                            "me" | "he" => "the player",
                            "opp" => "the opponent",
                            "aplayer" => "a player",
                            "each-player" => "each player",
                            "other" => "the other player",
                            "next-player" => "the next player",
                            "starter" => "the starter",
                            "second-player" => "the second player",
                            "winner" => "the winner",
                            "loser" => "the loser",
                            "proper" => self.lattice.words.get(at)?.as_str(),
                            _ => return None,
                        };
                        Some((e.to, text.into(), e.cost))
                    })
                    .collect()
            }
            Slot::Subject => {
                let at_word = self.lattice.edges.get(at).into_iter().flatten();
                let is_the =
                    self.lattice.words.get(at).is_some_and(|w| w.eq_ignore_ascii_case("the"));
                at_word
                    .filter_map(|e| {
                        let text = match lexicon.name(e.concept) {
                            "me" if is_the => "the player",
                            "me" | "aplayer" | "he" => "a player",
                            "opp" | "other" => "the opponent",
                            "each-player" => "each player",
                            "next-player" => "the next player",
                            _ => return None,
                        };
                        Some((e.to, text.into(), e.cost))
                    })
                    .collect()
            }
            Slot::Number => {
                let at_word = self.lattice.edges.get(at).into_iter().flatten();
                at_word
                    .filter_map(|e| {
                        let text = match e.number {
                            Some(number) => number.to_string(),
                            None if lexicon.name(e.concept) == "name" => {
                                self.lattice.words.get(at)?.clone()
                            }
                            None => return None,
                        };
                        Some((e.to, text.into(), e.cost))
                    })
                    .collect()
            }
            Slot::Many => {
                let at_word = self.lattice.edges.get(at).into_iter().flatten();
                at_word
                    .filter_map(|e| {
                        Some((e.to, e.number.filter(|n| *n > 1)?.to_string().into(), e.cost))
                    })
                    .collect()
            }
            Slot::Name => edges(&["name"]),
            Slot::NewName => {
                let word = self.lattice.words.get(at).map_or("", String::as_str);
                let word = word.trim_matches('"');
                if word.len() < 2
                    || crate::syntax::vocabulary::is_keyword(word)
                    || !word.chars().all(|c| c.is_lowercase() || c == '-')
                {
                    return Vec::new();
                }
                vec![(at + 1, word.into(), 0)]
            }
            Slot::Text => {
                let rest = self.lattice.words.get(at..).unwrap_or_default();
                let text = rest.join(" ").replace('"', "").replace(" ,", ",");
                if text.is_empty() {
                    return Vec::new();
                }
                vec![(self.lattice.words.len(), format!("\"{}\"", text.trim()).into(), 0)]
            }
            Slot::Proper => edges(&["proper"]),
            Slot::Numbers => self.numbers(at),
        }
    }

    /// `1, 2, 3 and 4`: three numbers or more.
    fn numbers(&self, from: usize) -> Vec<Found<Rc<str>>> {
        let mut all: Vec<String> = Vec::new();
        let mut at = from;
        let mut found = Vec::new();
        loop {
            let number = self.lattice.edges.get(at).into_iter().flatten().find_map(|e| e.number);
            let Some(number) = number else { break };
            all.push(number.to_string());
            at += 1;
            if all.len() >= 3 {
                found.push((at, all.join(", ").into(), 0));
            }
            while self
                .lattice
                .words
                .get(at)
                .is_some_and(|w| matches!(w.as_str(), "," | "and" | "-"))
            {
                at += 1;
            }
        }
        found
    }
}

fn push(at_word: &mut [Vec<(Filled, bool)>], to: usize, filled: Filled, ends: bool) {
    let Some(there) = at_word.get_mut(to) else { return };
    if there.len() > 40 {
        return;
    }
    if let Some((same, _)) = there
        .iter_mut()
        .find(|(f, e)| *e == ends && f.mask == filled.mask && f.slots == filled.slots)
    {
        same.cost = same.cost.min(filled.cost);
        return;
    }
    there.push((filled, ends));
}

/// The phrase with the values of its parts.
fn output(text: &str, items: &[Item], slots: &[(usize, Rc<str>)]) -> Option<String> {
    let mut result = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}')?;
        let base = name.split('.').next().unwrap_or(name);
        let which = name.split_once('.').and_then(|(_, n)| n.parse::<usize>().ok()).unwrap_or(1);
        let item = items
            .iter()
            .enumerate()
            .filter(|(_, item)| match &item.what {
                What::Slot(_, slot) => slot == base,
                What::Concepts(_) => false,
            })
            .nth(which - 1)?
            .0;
        let value = slots
            .iter()
            .find(|(n, _)| *n == item)
            .map(|(_, text)| Rc::clone(text))
            .unwrap_or_else(|| "".into());
        result.push_str(before);
        result.push_str(&value);
        rest = after;
    }
    result.push_str(rest);
    Some(result.split_whitespace().collect::<Vec<_>>().join(" "))
}
