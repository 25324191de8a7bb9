//! Reads stretches of a statement by the frames.
//!
//! `readings` finds what a stretch can say, `fill` follows one frame through it word by word, and `new_values` says what
//! a part of a frame can be. A new wording is a line of `frames.txt`; a new kind of part is a `Slot` and its arm in
//! `new_values`. `fill` runs at each key that is typed: measure before you change it.

use super::amount::{AmountPart, Found, amounts};
use super::as_is::AsItIs;
use super::frames::{Frame, Frames, Item, Kind, Slot, What, soft};
use super::lattice::{Edge, Lattice, WordSet};
use super::lexicon::{ConceptId, Lexicon};
use super::place::{PlaceForm, PlacePart};
use super::read_place::places;
use crate::order::{SmallSort, set};
use crate::syntax::ast::SectionKind;
use crate::syntax::phrase::Rule;
use crate::syntax::statement::EntryProduction;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::BTreeSet;
use std::rc::Rc;

/// How many readings of a stretch are kept.
const MOST_READINGS: usize = 12;
/// How many partly filled frames are followed for one statement.
const MOST_STEPS: u32 = 600_000;
/// How many partly filled frames are kept at a word.
const MOST_AT_WORD: usize = 40;
/// What a word without meaning costs.
const NIL: u32 = 2;
/// The cost of a statement of the language that is only a part of the text.
const PART: u32 = 8;
/// How many names of players are read.
const MOST_PLAYERS: usize = 8;

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

/// What the parts of a form at a word can be, each a text by its number.
type Values = Rc<[(usize, TextId, u32)]>;
/// The number of a text among those of a reader.
type TextId = u16;
/// The parts of a frame that are filled, each with the number of its item.
type Parts = SmallVec<[(u8, TextId); 6]>;

/// The readings of one statement.
pub struct Reader<'a> {
    /// The statement.
    pub lattice: &'a Lattice,
    places: Vec<Option<Rc<Vec<Found<PlacePart>>>>>,
    amounts: Vec<Option<Rc<Vec<Found<AmountPart>>>>>,
    /// The values of each kind of parts at each word.
    values: Vec<Vec<Option<Values>>>,
    texts: Vec<Rc<str>>,
    text_ids: FxHashMap<Rc<str>, TextId>,
    /// The frames that the statement has the concepts for.
    frames: Vec<UsableFrame>,
    /// Indices of the frames of a kind for a section.
    frames_for: Vec<(Kind, SectionKind, Rc<[usize]>)>,
    /// What each frame reads at a word, by its index: sections share frames.
    filled: FxHashMap<(usize, usize), Rc<[StretchReading]>>,
    /// For each edge of the statement, what it costs if it is no part of a frame.
    gaps: Vec<Vec<Option<Gap>>>,
    /// The phrases of the language at a word.
    unchanged: FxHashMap<(Rule, usize), Rc<[StretchReading]>>,
    as_it_is: AsItIs<'a>,
    steps_left: u32,
    /// What is filled at each word, and whether its last word was of the frame. Empty but while a frame is filled.
    at_word: Vec<Vec<(Filled, bool)>>,
}

/// A frame that a statement has the concepts for.
#[derive(Clone, Copy)]
struct UsableFrame {
    frame: &'static Frame,
    /// The last word at which it can begin: after that, some concept that it needs is missing.
    latest: usize,
    /// Where one of its concepts begins.
    begins: WordSet,
}

/// What a phrase costs that is no part of a frame, but may stand between its parts.
#[derive(Clone, Copy)]
struct Gap {
    cost: u32,
    /// Only where commas may be in the frame.
    if_loose: bool,
}

/// A phrase that leads from a word to another one, while a frame is filled.
struct FrameStep {
    to: usize,
    cost: u32,
    fills: FilledPart,
}

/// What a phrase fills of a frame.
enum FilledPart {
    Nothing,
    Concept(usize),
    Part(usize, TextId),
}

/// A frame that is partly filled.
#[derive(Clone)]
struct Filled {
    mask: u32,
    cost: u32,
    parts: Parts,
}

impl Filled {
    /// The same after a word or a part, with what it costs.
    fn and(&self, mask: u32, cost: u32) -> Filled {
        Filled { mask: self.mask | mask, cost: self.cost + cost, parts: self.parts.clone() }
    }
}

impl<'a> Reader<'a> {
    pub fn new(lattice: &'a Lattice, names: &'a BTreeSet<String>) -> Reader<'a> {
        let length = lattice.words.len() + 1;
        let usable = |frame: &'static Frame| {
            let needed = needed_concepts(frame).map(|(_, any)| lattice.last_of(any));
            let latest = needed.min().unwrap_or(Some(length))?;
            let concepts = frame.items.iter().filter_map(|item| match &item.what {
                What::Concepts(any) => Some(any),
                What::Slot(..) => None,
            });
            let begins = lattice.beginnings_of(concepts.flatten());
            Some(UsableFrame { frame, latest, begins })
        };
        let gaps = lattice.edges.iter().zip(0..);
        let gaps = gaps.map(|(edges, at)| edges.iter().map(|e| gap(lattice, at, e)).collect());
        Reader {
            lattice,
            places: vec![None; length],
            amounts: vec![None; length],
            values: vec![vec![None; length]; Frames::get().slots.len()],
            texts: Vec::new(),
            text_ids: FxHashMap::default(),
            frames: Frames::get().all.iter().filter_map(usable).collect(),
            frames_for: Vec::new(),
            filled: FxHashMap::default(),
            gaps: gaps.collect(),
            unchanged: FxHashMap::default(),
            as_it_is: AsItIs::new(&lattice.words, names),
            steps_left: MOST_STEPS,
            at_word: vec![Vec::new(); length],
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

    /// The readings by the frames of a kind for a section that begin at a word.
    pub fn readings(
        &mut self,
        kind: Kind,
        section: SectionKind,
        from: usize,
    ) -> Vec<StretchReading> {
        let mut found: Vec<StretchReading> = Vec::new();
        for index in self.frames_for(kind, section).iter() {
            if let Some(readings) = self.by_frame(*index, from) {
                found.extend_from_slice(&readings);
            }
        }
        if super::statements::has_cases(section) || kind == Kind::Cond {
            let rule = if kind == Kind::Cond { Rule::cond } else { Rule::action };
            // Only while seeds fall does a seed make anything.
            let falls = super::statements::is_of_a_fall(section);
            let of_fall = |text: &str| text.starts_with("falls in ") || text.contains("makes ");
            // In the language it counts what is captured too; who says it thinks of the holes.
            let of_holes = matches!(section, SectionKind::End | SectionKind::Allowed);
            let counts_more = |text: &str| text.ends_with(" has no seeds");
            // A row of the board is no place that can be empty, and a store is that of some player.
            let of_no_place = |text: &str| {
                text.contains("row is ")
                    || text == "falls in the store"
                    // Who says so goes on: `a player has a hole containing at least 2 seeds`.
                    || text == "a player has a hole"
                    || text.starts_with("there ") && text.ends_with(" left")
            };
            let fits = |reading: &&StretchReading| {
                let text = &*reading.text;
                let foreign = !falls && of_fall(text) || of_holes && counts_more(text);
                !foreign && !of_no_place(text)
            };
            found.extend(self.unchanged(rule, from).iter().filter(fits).cloned());
        }
        if has_phrases(section) && kind == Kind::Act {
            let rule = EntryProduction::of(section).rule;
            let whole = self.unchanged(rule, from);
            // Part of a statement may be one by chance: `the own holes hold 1, 2, 3`.
            let doubtful = |reading: &StretchReading| {
                let cost = reading.cost + PART;
                StretchReading { cost, ..reading.clone() }
            };
            found.extend(whole.iter().map(doubtful));
        }
        found.small_sort_by(|a, b| (a.to, a.cost, &a.text).cmp(&(b.to, b.cost, &b.text)));
        let mut kept: Vec<StretchReading> = Vec::new();
        for reading in found {
            let as_long = kept.iter().rev().take_while(|r| r.to == reading.to);
            let is_new = as_long.clone().all(|r| r.text != reading.text);
            if is_new && as_long.count() < MOST_READINGS {
                kept.push(reading);
            }
        }
        kept
    }

    /// The phrases of the language that begin at a word.
    fn unchanged(&mut self, rule: Rule, from: usize) -> Rc<[StretchReading]> {
        if let Some(known) = self.unchanged.get(&(rule, from)) {
            return Rc::clone(known);
        }
        let phrases = self.as_it_is.phrases(rule, from).into_iter();
        let found: Rc<[StretchReading]> =
            phrases.map(|(to, text)| StretchReading { to, text: text.into(), cost: 0 }).collect();
        self.unchanged.insert((rule, from), Rc::clone(&found));
        found
    }

    /// Indices of the frames of a kind for a section.
    fn frames_for(&mut self, kind: Kind, section: SectionKind) -> Rc<[usize]> {
        let is_for = |(of_kind, of_section, _): &&(Kind, SectionKind, Rc<[usize]>)| {
            (*of_kind, *of_section) == (kind, section)
        };
        if let Some((.., indices)) = self.frames_for.iter().find(is_for) {
            return Rc::clone(indices);
        }
        let fits = |usable: &UsableFrame| {
            let UsableFrame { frame, .. } = usable;
            let of_section = frame.sections.is_empty() || frame.sections.contains(&section);
            frame.kind == kind && of_section
        };
        let indices: Rc<[usize]> =
            (0..self.frames.len()).filter(|at| self.frames.get(*at).is_some_and(fits)).collect();
        self.frames_for.push((kind, section, Rc::clone(&indices)));
        indices
    }

    /// The readings by a frame that begin at a word; `None`: it cannot begin there.
    fn by_frame(&mut self, index: usize, from: usize) -> Option<Rc<[StretchReading]>> {
        let UsableFrame { frame, latest, begins } = self.frames.get(index).copied()?;
        if from > latest || !begins.may_have(from) && !self.part_begins(frame, from) {
            return None;
        }
        if let Some(known) = self.filled.get(&(index, from)) {
            return Some(Rc::clone(known));
        }
        let mut at_word = std::mem::take(&mut self.at_word);
        let found: Rc<[StretchReading]> = self.fill(frame, from, &mut at_word).into();
        at_word.iter_mut().for_each(Vec::clear);
        self.at_word = at_word;
        self.filled.insert((index, from), Rc::clone(&found));
        Some(found)
    }

    /// Whether a part of a frame begins at a word.
    fn part_begins(&mut self, frame: &Frame, at: usize) -> bool {
        frame.items.iter().any(|item| match &item.what {
            What::Concepts(_) => false,
            What::Slot(slot, _) => !self.values(*slot, at).is_empty(),
        })
    }

    /// What can follow at a word while a frame is filled, in the order in which it is tried.
    fn steps(&mut self, frame: &Frame, from: usize, at: usize, steps: &mut Vec<FrameStep>) {
        let lexicon = Lexicon::get();
        let edges = self.lattice.edges.get(at).map_or(&[][..], Vec::as_slice);
        for (nth, edge) in edges.iter().enumerate() {
            let gap = self.gaps.get(at).and_then(|gaps| *gaps.get(nth)?);
            if let Some(gap) = gap.filter(|gap| at > from && (frame.loose || !gap.if_loose)) {
                steps.push(FrameStep { to: edge.to, cost: gap.cost, fills: FilledPart::Nothing });
            }
            for (n, item) in frame.items.iter().enumerate() {
                let What::Concepts(any) = &item.what else { continue };
                // `a hole of the mover`: the player belongs to the place.
                let is_owner = || {
                    !item.required
                        && lexicon.name(edge.concept) == "me"
                        && self.lattice.is_after_of(at)
                };
                if any.contains(&edge.concept) && !is_owner() {
                    steps.push(FrameStep {
                        to: edge.to,
                        cost: edge.cost,
                        fills: FilledPart::Concept(n),
                    });
                }
            }
        }
        for (n, item) in frame.items.iter().enumerate() {
            let What::Slot(slot, _) = &item.what else { continue };
            for (to, text, cost) in self.values(*slot, at).iter() {
                steps.push(FrameStep { to: *to, cost: *cost, fills: FilledPart::Part(n, *text) });
            }
        }
    }

    fn fill(
        &mut self,
        frame: &Frame,
        from: usize,
        at_word: &mut [Vec<(Filled, bool)>],
    ) -> Vec<StretchReading> {
        let mut found: Vec<StretchReading> = Vec::new();
        let needed: u32 =
            frame.items.iter().enumerate().filter(|(_, i)| i.required).map(|(n, _)| 1 << n).sum();
        // The last word at which each concept that the frame needs begins.
        let last: Vec<(u32, usize)> = needed_concepts(frame)
            .map(|(n, any)| (1 << n, self.lattice.last_of(any).unwrap_or_default()))
            .collect();
        let is_hopeless =
            |mask: u32, at: usize| last.iter().any(|(bit, last)| mask & bit == 0 && *last < at);
        if let Some(first) = at_word.get_mut(from) {
            first.push((Filled { mask: 0, cost: frame.cost, parts: Parts::new() }, false));
        }
        let mut steps = Vec::new();
        for at in from..=self.lattice.words.len() {
            let mut here = std::mem::take(at_word.get_mut(at).unwrap_or(&mut Vec::new()));
            if !here.is_empty() {
                steps.clear();
                self.steps(frame, from, at, &mut steps);
            }
            for (filled, ends) in here.drain(..) {
                let Some(left) = self.steps_left.checked_sub(1) else { return found };
                self.steps_left = left;
                let mask = filled.mask;
                if ends && mask & needed == needed {
                    self.add_reading(frame, at, &filled, &mut found);
                }
                let is_open = |n: usize| {
                    frame.items.get(n).is_some_and(|item| is_open(item, n, mask, needed))
                };
                for FrameStep { to, cost, fills } in &steps {
                    let (next, ends) = match fills {
                        FilledPart::Nothing => (filled.and(0, *cost), false),
                        FilledPart::Concept(n) if is_open(*n) => (filled.and(1 << n, *cost), true),
                        FilledPart::Part(n, text)
                            if is_open(*n) && !waits(&frame.items, *n, mask) =>
                        {
                            let mut next = filled.and(1 << n, *cost);
                            next.parts.push((*n as u8, *text));
                            (next, true)
                        }
                        FilledPart::Concept(_) | FilledPart::Part(..) => continue,
                    };
                    if !is_hopeless(next.mask, *to) {
                        push(at_word, *to, next, ends);
                    }
                }
            }
            // Its memory serves the next frame.
            if let Some(empty) = at_word.get_mut(at) {
                *empty = here;
            }
        }
        found
    }

    /// The reading of a frame that is filled up to a word.
    fn add_reading(
        &self,
        frame: &Frame,
        to: usize,
        filled: &Filled,
        found: &mut Vec<StretchReading>,
    ) {
        let Some(text) = self.output(frame.output, &frame.items, &filled.parts) else { return };
        match found.iter_mut().find(|r| r.to == to && *r.text == *text) {
            Some(other) => other.cost = other.cost.min(filled.cost),
            None => found.push(StretchReading { to, text: text.into(), cost: filled.cost }),
        }
    }

    /// The phrase with the values of its parts.
    fn output(&self, text: &str, items: &[Item], parts: &Parts) -> Option<String> {
        let mut result = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let (name, after) = after.split_once('}')?;
            let base = name.split('.').next().unwrap_or(name);
            let which =
                name.split_once('.').and_then(|(_, n)| n.parse::<usize>().ok()).unwrap_or(1);
            let is_part = |item: &Item| match &item.what {
                What::Slot(_, slot) => slot == base,
                What::Concepts(_) => false,
            };
            let mut named = items.iter().enumerate().filter(|(_, item)| is_part(item));
            let item = named.nth(which - 1)?.0;
            let value = parts.iter().find(|(n, _)| usize::from(*n) == item);
            result.push_str(before);
            result.push_str(value.map_or("", |(_, text)| self.text(*text)));
            rest = after;
        }
        result.push_str(rest);
        let result = result.split_whitespace().collect::<Vec<_>>().join(" ");
        Some(match result.strip_prefix("1 rows ") {
            Some(rest) => format!("1 row {rest}"),
            None => result,
        })
    }

    fn text(&self, text: TextId) -> &str {
        self.texts.get(usize::from(text)).map_or("", |text| text)
    }

    /// The number of a text; `None` if there are too many.
    fn text_id(&mut self, text: Rc<str>) -> Option<TextId> {
        if let Some(known) = self.text_ids.get(&text) {
            return Some(*known);
        }
        let new = TextId::try_from(self.texts.len()).ok()?;
        self.texts.push(Rc::clone(&text));
        self.text_ids.insert(text, new);
        Some(new)
    }

    /// The values of a kind of parts that begin at a word.
    fn values(&mut self, slot: usize, at: usize) -> Values {
        if let Some(Some(known)) = self.values.get(slot).and_then(|values| values.get(at)) {
            return Rc::clone(known);
        }
        let Some(kind) = Frames::get().slots.get(slot) else { return Rc::default() };
        let values = self.new_values(*kind, at).into_iter();
        let values: Values =
            values.filter_map(|(to, text, cost)| Some((to, self.text_id(text)?, cost))).collect();
        if let Some(known) = self.values.get_mut(slot).and_then(|values| values.get_mut(at)) {
            *known = Some(Rc::clone(&values));
        }
        values
    }

    /// Two names of players or more.
    fn all_names(&self, from: usize) -> Vec<Found<Rc<str>>> {
        let lexicon = Lexicon::get();
        let is_name = |at: usize| {
            let at_word = self.lattice.edges.get(at).into_iter().flatten();
            at_word.into_iter().any(|edge| lexicon.name(edge.concept) == "proper")
        };
        let word = |at: usize| self.lattice.words.get(at).map_or("", String::as_str);
        let (mut names, mut at, mut found) = (Vec::new(), from, Vec::new());
        while is_name(at) && names.len() < MOST_PLAYERS {
            names.push(word(at));
            at += 1;
            let is_last = ![",", "and"].contains(&word(at));
            // `first West, then East, then West again`
            let all = match names.as_slice() {
                [head @ .., last] if names.first() == Some(last) => head,
                all => all,
            };
            if all.len() > 1 && is_last {
                found.push((at, all.join(", ").into(), 0));
            }
            while [",", "and", "the", "then"].contains(&word(at)) {
                at += 1;
            }
        }
        found
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
            Slot::Place(PlaceForm::Objects) => {
                let one = Slot::Place(PlaceForm::Object);
                let mut all = self.new_values(one, at);
                let word = |at: usize| self.lattice.words.get(at).map(String::as_str);
                let is_from = |at: usize| matches!(word(at), Some("from" | "of" | "in"));
                let and = |at: usize| {
                    let edges = self.lattice.edges.get(at).into_iter().flatten();
                    let ands = edges.filter(|e| lexicon.name(e.concept) == "and");
                    // `from that hole and from the next one`
                    set(ands.flat_map(|e| [e.to, e.to + usize::from(is_from(e.to))]))
                };
                let starts: Vec<(usize, Rc<str>, u32, usize)> = all
                    .iter()
                    .flat_map(|(to, text, cost)| {
                        and(*to).into_iter().map(|next| (*to, Rc::clone(text), *cost, next))
                    })
                    .collect();
                for (_, text, cost, next) in starts {
                    for (to, other, more) in self.new_values(one, next) {
                        // `1 of it and the opposite hole` would be 1 of both; with every hole, no other need
                        // be named.
                        if other != text
                            && !matches!(&*other, "every hole" | "any hole")
                            && !text.starts_with(|c: char| c.is_ascii_digit())
                        {
                            // `the hole after it and the hole opposite to that one`
                            let other = match &*text {
                                "the next hole"
                                | "the previous hole"
                                | "the hole after the next hole"
                                    if &*other == "the opposite hole"
                                        && self.is_of_it(next, to) =>
                                {
                                    format!("the hole opposite {text}").into()
                                }
                                _ => other,
                            };
                            all.push((to, format!("{text} and {other}").into(), cost + more));
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
                        let text = place.form(form)?;
                        // `any river hole`: what nobody owns is no own one.
                        let free = form == PlaceForm::Choice
                            && place.owner.is_none()
                            && self.lattice.says_any_of_name(at);
                        let text = match free {
                            true => text.replacen("any own ", "any ", 1),
                            false => text,
                        };
                        Some((
                            *to,
                            text.into(),
                            *cost + if form == PlaceForm::This { 8 } else { 0 },
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
            Slot::Direction => self.words_for(at, &[("cw", "clockwise"), ("acw", "anticlockwise")]),
            Slot::Side => self.words_for(at, &[("fromleft", "left"), ("fromright", "right")]),
            Slot::Propers => self.all_names(at),
            Slot::Number => {
                let at_word = self.lattice.edges.get(at).into_iter().flatten();
                at_word
                    .filter_map(|e| {
                        let text = match e.number {
                            Some(number) => number.to_string(),
                            None if lexicon.name(e.concept) == "name"
                                && !self.lattice.is_adjective(at) =>
                            {
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
            Slot::Name => {
                let name: Rc<str> = self.lattice.name_at(at).into();
                let named = edges(&["name"]).into_iter();
                named.map(|(to, _, cost)| (to, Rc::clone(&name), cost)).collect()
            }
            Slot::NewName | Slot::Strange => {
                let word = self.lattice.words.get(at).map_or("", String::as_str);
                let word = word.trim_matches('"');
                if word.len() < 2
                    || slot == Slot::Strange
                        && (lexicon.knows(word) || !edges(&["name"]).is_empty())
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

    /// Whether words say that they are about what was named before: `its opposite hole`, `opposite to that one`.
    fn is_of_it(&self, from: usize, to: usize) -> bool {
        let words = self.lattice.words.get(from..to).unwrap_or_default();
        let last = words.iter().rev().find(|word| !matches!(word.as_str(), "one" | "hole"));
        words.first().is_some_and(|word| word == "its")
            || last.is_some_and(|word| matches!(word.as_str(), "that" | "it"))
    }

    /// The word of the language for each concept of a list that begins at a word.
    fn words_for(&self, at: usize, words: &[(&str, &str)]) -> Vec<Found<Rc<str>>> {
        let lexicon = Lexicon::get();
        let word = |edge: &Edge| {
            let name = lexicon.name(edge.concept);
            let text = words.iter().find(|(concept, _)| *concept == name)?.1;
            Some((edge.to, text.into(), edge.cost))
        };
        self.lattice.edges.get(at).into_iter().flatten().filter_map(word).collect()
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

/// Whether a statement of a section can be one of several in a sentence.
fn has_phrases(section: SectionKind) -> bool {
    matches!(section, SectionKind::Start | SectionKind::Way)
}

/// Whether an item can come next.
fn is_open(item: &Item, n: usize, mask: u32, needed: u32) -> bool {
    (mask & (1 << n) == 0 || item.repeats) && !(item.first && mask & needed != 0)
}

/// Whether a part waits for another of the same form: the first is said first.
fn waits(items: &[Item], n: usize, mask: u32) -> bool {
    let Some(What::Slot(slot, _)) = items.get(n).map(|item| &item.what) else { return false };
    items.iter().take(n).enumerate().any(|(m, earlier)| match &earlier.what {
        What::Slot(other, _) => other == slot && earlier.required && mask & (1 << m) == 0,
        What::Concepts(_) => false,
    })
}

/// The concepts that a frame needs, one of each list, with the number of the item.
fn needed_concepts(frame: &Frame) -> impl Iterator<Item = (usize, &[ConceptId])> {
    frame.items.iter().enumerate().filter(|(_, item)| item.required).filter_map(|(n, item)| {
        match &item.what {
            What::Concepts(any) => Some((n, any.as_slice())),
            What::Slot(..) => None,
        }
    })
}

/// What a phrase at a word costs that is none of the parts of a frame; `None`: it may not stand between them.
fn gap(lattice: &Lattice, at: usize, edge: &Edge) -> Option<Gap> {
    let is_article =
        || matches!(lattice.words.get(at).map(String::as_str), Some("the" | "a" | "an"));
    let name = Lexicon::get().name(edge.concept);
    let cost = match name {
        "nil" | "prep" | "rel" | "of" => edge.cost + if is_article() { 1 } else { NIL },
        "comma" | "colon" => 3,
        name => edge.cost + soft(name)?,
    };
    Some(Gap { cost, if_loose: matches!(name, "comma" | "colon") })
}

fn push(at_word: &mut [Vec<(Filled, bool)>], to: usize, filled: Filled, ends: bool) {
    let Some(there) = at_word.get_mut(to) else { return };
    if there.len() > MOST_AT_WORD {
        return;
    }
    let same = |(f, e): &&mut (Filled, bool)| {
        *e == ends && f.mask == filled.mask && f.parts == filled.parts
    };
    match there.iter_mut().find(same) {
        Some((same, _)) => same.cost = same.cost.min(filled.cost),
        None => there.push((filled, ends)),
    }
}
