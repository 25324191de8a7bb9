//! Statements from the readings of their stretches.

use super::frames::{Kind, soft};
use super::lattice::Lattice;
use super::lexicon::Lexicon;
use super::reader::{Reader, StretchReading};
use super::statements::{ALSO, Group, IDLE, SaidWords, order, statements};
use crate::order::SmallSort;
use crate::syntax::ast::SectionKind;
use std::rc::Rc;

/// How many statements in the making are kept at each word.
const BEAM: usize = 40;
/// The cost of a condition without actions.
const ONLY_COND: u32 = 150;
/// The cost of a condition that may be about what an action leads to.
const RESULT: u32 = 150;
/// The cost of what only the statement above makes clear.
const OF_ABOVE: u32 = 50;
/// The cost of a clause that is left out, and of each of its words.
const CLAUSE: u32 = 300;
const CLAUSE_WORD: u32 = 40;
/// How many words a clause that is left out counts as.
const SKIPPED_CLAUSE: u32 = 2;
/// How many words may be left out.
pub const MOST_LEFT_OUT: u32 = 5;
/// Words before `it` for another place.
const BY_IT: [&str; 7] = ["after", "before", "behind", "beyond", "following", "opposite", "to"];
/// The cost of a condition that begins another case.
const OF_NEW_CASE: u32 = 40;
/// The cost of an action before a colon.
const AFTER_COLON: u32 = 15;
/// Concepts that are about sowing.
const SOWING: [&str; 4] = ["sow", "goon", "liftsow", "lap"];
/// The cost of an action after the last alternative.
const AFTER_LAST: u32 = 60;
/// The cost of a condition without a word like `if`.
const NO_IF: u32 = 6;

/// A reading of a whole statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meaning {
    /// The statements, each with its section; `None`: the section of the original.
    pub statements: Vec<(Option<SectionKind>, String)>,
    pub cost: u32,
    /// How many words it does not account for.
    pub skipped: u32,
    /// Which words these are: a bit for each word of the lattice.
    pub left_out: u128,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Joiner {
    Nothing,
    Comma,
    And,
    Or,
    Stop,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Progress {
    /// At the beginning of a statement.
    Start,
    /// After `if`.
    WantCond,
    AfterCond,
    /// After `then`.
    WantAct,
    AfterAct,
}

#[derive(Clone, Debug)]
struct Partial {
    /// Shared, since most words leave them as they are.
    groups: Rc<Vec<Group>>,
    place: Progress,
    joiner: Joiner,
    negated: bool,
    /// The next condition is one more of the case: `capture it, but only if ...`.
    restricts: bool,
    cost: u32,
    skipped: u32,
    left_out: u128,
}

impl Partial {
    fn same(&self, other: &Partial) -> bool {
        self.place == other.place
            && self.joiner == other.joiner
            && self.negated == other.negated
            && self.restricts == other.restricts
            && (Rc::ptr_eq(&self.groups, &other.groups) || self.groups == other.groups)
    }

    fn add(&mut self, group: Group) {
        Rc::make_mut(&mut self.groups).push(group);
    }

    fn group(&mut self) -> &mut Group {
        let groups = Rc::make_mut(&mut self.groups);
        if groups.is_empty() {
            groups.push(Group::default());
        }
        let last = groups.len() - 1;
        &mut groups[last]
    }
}

/// The candidates for a statement, the best first. Each leaves out this many words at most; those that cost more than
/// `most_cost` need not be found.
pub fn candidates(
    reader: &mut Reader<'_>,
    section: SectionKind,
    most_left_out: u32,
    most_cost: u32,
) -> Vec<Meaning> {
    let lattice = reader.lattice;
    let lexicon = Lexicon::get();
    let length = lattice.words.len();
    let mut beams: Vec<Beam> = (0..=length).map(|_| Beam::default()).collect();
    let first = Partial {
        groups: Rc::default(),
        place: Progress::Start,
        joiner: Joiner::Nothing,
        negated: false,
        restricts: false,
        cost: 0,
        skipped: 0,
        left_out: 0,
    };
    push(&mut beams, 0, first);
    let clauses = ends_of_clauses(&lattice.words);
    for at in 0..length {
        let mut here = beams.get_mut(at).map(std::mem::take).unwrap_or_default().partials;
        // An arrow between cases may make it cheaper again.
        here.retain(|partial| partial.cost <= most_cost.saturating_add(OF_NEW_CASE));
        if here.is_empty() {
            continue;
        }
        here.small_sort_by_key(|p| p.cost);
        here.truncate(BEAM);
        let conds = reader.readings(Kind::Cond, section, at);
        let acts = reader.readings(Kind::Act, section, at);
        for partial in here {
            for edge in lattice.edges.get(at).into_iter().flatten() {
                let name = lexicon.name(edge.concept);
                if let Some(mut next) = connect(&partial, name) {
                    next.cost += edge.cost;
                    push(&mut beams, edge.to, next);
                }
            }
            for cond in &conds {
                if is_full(&beams, cond.to, partial.cost + cond.cost) {
                    continue;
                }
                // `makes 2 -> capture it, makes 4 -> sow it`
                let is_case = lattice.words.get(cond.to).is_some_and(|word| word == "->");
                for next in with_cond(&partial, cond, is_case) {
                    push(&mut beams, cond.to, next);
                }
            }
            for act in &acts {
                if is_full(&beams, act.to, partial.cost + act.cost) {
                    continue;
                }
                if let Some(next) = with_act(&partial, act) {
                    push(&mut beams, act.to, next);
                }
            }
            if partial.skipped < most_left_out {
                let mut next = partial.clone();
                next.cost += lattice.skips.get(at).copied().unwrap_or(200);
                next.skipped += 1;
                next.left_out |= 1 << at;
                push(&mut beams, at + 1, next);
            }
            // A clause that says what nothing explains.
            if let Some(end) = clauses.get(at).copied().flatten()
                && partial.skipped + SKIPPED_CLAUSE < most_left_out
                && partial.place != Progress::WantCond
                && !begins_condition(lattice, at, end)
            {
                let mut next = partial.clone();
                next.cost += CLAUSE + CLAUSE_WORD * (end - at) as u32;
                next.skipped += SKIPPED_CLAUSE;
                next.left_out |= (at..end).fold(0, |bits, at| bits | 1 << at);
                push(&mut beams, end, next);
            }
        }
    }
    // `the hole after it` is another hole.
    let by_it = |at: &usize| {
        let before = at.checked_sub(1).and_then(|at| lattice.words.get(at));
        before.is_some_and(|word| BY_IT.contains(&word.as_str()))
    };
    let mut its = (0..length).filter(|at| lattice.words.get(*at).is_some_and(|word| word == "it"));
    let said = SaidWords {
        it: its.any(|at| !by_it(&at)),
        house: lattice.words.iter().any(|word| word == "house"),
        sowing: lattice.edges.iter().flatten().any(|edge| {
            let name = lexicon.name(edge.concept);
            SOWING.contains(&name) && (edge.cost == 0 || name != "sow")
        }),
    };
    let mut found: Vec<Meaning> = Vec::new();
    for partial in beams.pop().unwrap_or_default().partials {
        let mut groups = Vec::clone(&partial.groups);
        // Only a condition in *end*: the game ends.
        let mut doubt = 0;
        if partial.place == Progress::AfterCond && section == SectionKind::End && !partial.negated {
            let last = groups.last_mut();
            // Where both are done, nothing but the end can be meant.
            let is_end =
                last.as_ref().is_some_and(|group| group.conds.iter().all(|(_, c)| ends_all(c)));
            last.into_iter().for_each(|group| group.acts.push("end game".into()));
            doubt = if is_end { 0 } else { ONLY_COND };
        } else if partial.place != Progress::AfterAct || partial.negated {
            continue;
        }
        let Some((statements, more)) = statements(&groups, section, said) else { continue };
        let more = more + doubt;
        let cost = partial.cost + more;
        let (skipped, left_out) = (partial.skipped, partial.left_out);
        let candidate = Meaning { statements, cost, skipped, left_out };
        match found.iter_mut().find(|c| c.statements == candidate.statements) {
            Some(same) if same.cost > candidate.cost => *same = candidate,
            Some(_) => {}
            None => found.push(candidate),
        }
    }
    found.small_sort_by_key(|c| c.cost);
    found
}

/// Whether a condition of *end* leaves neither player more than the other.
fn ends_all(cond: &str) -> bool {
    cond.ends_with("seeds are left")
        || matches!(cond, "each player has no move" | "the players agree")
        || cond.starts_with("no hole holds ")
}

/// Whether a clause is a condition: an action without it is another rule.
fn begins_condition(lattice: &Lattice, from: usize, to: usize) -> bool {
    let lexicon = Lexicon::get();
    let mut first = lattice.edges.get(from).into_iter().flatten();
    let begins = first.any(|edge| ["if", "unless", "onlyif"].contains(&lexicon.name(edge.concept)));
    begins || lattice.words.get(to).is_some_and(|word| word == "->")
}

/// Where the clause that begins at each word ends, if one does.
fn ends_of_clauses(words: &[String]) -> Vec<Option<usize>> {
    const JOIN: [&str; 9] = [",", ";", ".", "and", "or", "but", "then", "->", "("];
    let joins = |at: usize| words.get(at).is_some_and(|word| JOIN.contains(&word.as_str()));
    let begins = |at: usize| !joins(at) && (at == 0 || joins(at - 1));
    let end = |from: usize| (from..words.len()).find(|at| joins(*at)).unwrap_or(words.len());
    (0..words.len()).map(|at| begins(at).then(|| end(at))).collect()
}

/// The statements in the making at a word.
#[derive(Default)]
struct Beam {
    partials: Vec<Partial>,
    /// The costs that the best of them had when they came, the least first; [`BEAM`] at most.
    least: Vec<u32>,
}

/// Whether what has at least this cost at a word will not be kept there. All that reaches the end is kept.
fn is_full(beams: &[Beam], to: usize, cost: u32) -> bool {
    let kept = beams.get(to).and_then(|beam| beam.least.get(BEAM - 1));
    to + 1 < beams.len() && kept.is_some_and(|most| *most < cost)
}

fn push(beams: &mut [Beam], to: usize, partial: Partial) {
    if is_full(beams, to, partial.cost) {
        return;
    }
    let Some(Beam { partials, least }) = beams.get_mut(to) else { return };
    match partials.iter_mut().find(|p| p.same(&partial)) {
        Some(same) if same.cost > partial.cost => *same = partial,
        Some(_) => {}
        None => {
            let at = least.partition_point(|cost| *cost <= partial.cost);
            least.insert(at, partial.cost);
            least.truncate(BEAM);
            partials.push(partial);
        }
    }
}

/// What a word that joins, or means nothing, makes of a statement.
fn connect(partial: &Partial, name: &str) -> Option<Partial> {
    let mut next = partial.clone();
    let group_has_acts = partial.groups.last().is_some_and(|g| !g.acts.is_empty());
    match name {
        "nil" | "prep" | "rel" | "of" => next.cost += 2,
        _ if soft(name).is_some() => next.cost += soft(name).unwrap_or_default(),
        "dot" => match partial.place {
            Progress::AfterAct | Progress::AfterCond => {
                next.joiner = Joiner::Stop;
                next.cost += 1;
            }
            Progress::Start | Progress::WantAct => next.cost += 1,
            Progress::WantCond => return None,
        },
        "comma" | "colon" => {
            if next.joiner == Joiner::Nothing {
                next.joiner = Joiner::Comma;
            }
            next.cost += 1;
            match partial.place {
                Progress::AfterCond if name == "colon" => next.place = Progress::WantAct,
                // What is before a colon is rather a condition.
                Progress::AfterAct if name == "colon" => next.cost += AFTER_COLON,
                _ => {}
            }
        }
        "and" => match partial.place {
            Progress::AfterAct | Progress::AfterCond => {
                next.cost += if partial.joiner == Joiner::And { 6 } else { 0 };
                next.joiner =
                    if partial.joiner == Joiner::Stop { Joiner::Stop } else { Joiner::And }
            }
            Progress::WantAct => next.cost += 15,
            Progress::Start | Progress::WantCond => next.cost += 3,
        },
        "but" => match partial.place {
            Progress::AfterAct | Progress::AfterCond => {
                next.joiner = Joiner::And;
                next.cost += 5;
            }
            Progress::Start | Progress::WantAct | Progress::WantCond => return None,
        },
        "or" => match partial.place {
            Progress::AfterAct | Progress::AfterCond => next.joiner = Joiner::Or,
            Progress::Start | Progress::WantAct | Progress::WantCond => return None,
        },
        "if" => {
            next.place = match partial.place {
                Progress::Start => Progress::WantCond,
                Progress::AfterAct => Progress::WantCond,
                Progress::AfterCond => {
                    if next.joiner == Joiner::Nothing {
                        next.joiner = Joiner::And;
                    }
                    Progress::WantCond
                }
                Progress::WantCond | Progress::WantAct => return None,
            };
        }
        "onlyif" if group_has_acts => {
            if partial.negated || partial.place != Progress::AfterAct {
                return None;
            }
            next.restricts = true;
            next.group().only = true;
            next.place = Progress::WantCond;
        }
        "unless" => {
            // `capture or not when it makes 2` leaves it open, and is no exception.
            let is_choice = partial.joiner == Joiner::Or;
            let has_no_case = matches!(partial.place, Progress::WantCond | Progress::WantAct);
            if partial.negated || has_no_case || is_choice {
                return None;
            }
            next.negated = true;
            next.restricts = partial.place == Progress::AfterAct && partial.joiner != Joiner::Stop;
            if next.place == Progress::AfterCond {
                next.joiner = Joiner::And;
            }
            next.place = Progress::WantCond;
        }
        "then" | "arrow" => match partial.place {
            Progress::AfterCond => {
                // After a case, with an arrow it is surely a case of its own.
                let are_cases = partial.groups.iter().all(|group| !group.conds.is_empty());
                if name == "arrow" && partial.groups.len() > 1 && are_cases {
                    next.cost = next.cost.saturating_sub(OF_NEW_CASE);
                }
                next.place = Progress::WantAct;
            }
            Progress::AfterAct if name == "then" => next.joiner = Joiner::And,
            Progress::WantAct if name == "arrow" => next.cost += 1,
            Progress::WantAct | Progress::Start if name == "then" => next.cost += 3,
            _ => return None,
        },
        "otherwise" => match partial.place {
            Progress::Start | Progress::AfterAct => {
                next.add(Group { otherwise: true, ..Group::default() });
                next.place = Progress::WantAct;
                next.joiner = Joiner::Nothing;
            }
            _ => return None,
        },
        // `if there is none, sow ...`: only the case above says of what there is none.
        "ifnone" if matches!(partial.place, Progress::Start | Progress::AfterAct) => {
            next.add(Group { otherwise: true, ..Group::default() });
            next.cost += if partial.place == Progress::Start { OF_ABOVE } else { 3 };
            next.place = Progress::WantAct;
            next.joiner = Joiner::Nothing;
        }
        "either"
            if matches!(
                partial.place,
                Progress::Start | Progress::WantAct | Progress::AfterCond
            ) =>
        {
            next.cost += 0
        }
        "optional" if group_has_acts => next.group().choice = true,
        "ifany" => next.group().if_any = true,
        "anytime" => next.group().any_time = true,
        _ => return None,
    }
    Some(next)
}

fn with_cond(partial: &Partial, cond: &StretchReading, is_case: bool) -> Vec<Partial> {
    let mut next = partial.clone();
    next.cost += cond.cost;
    let text: Rc<str> = if partial.negated {
        if cond.text.contains(" and ") || cond.text.contains(" or ") {
            return Vec::new();
        }
        // `unless it is empty`: it is occupied.
        let (from, to) = if cond.text.ends_with("empty") {
            ("empty", "occupied")
        } else {
            ("occupied", "empty")
        };
        match cond.text.strip_suffix(from) {
            Some(head) if head.starts_with("#this") || head.starts_with("the ") => {
                format!("{head}{to}").into()
            }
            _ if cond.text.starts_with("not ") => return Vec::new(),
            _ => format!("not {}", cond.text).into(),
        }
    } else {
        Rc::clone(&cond.text)
    };
    next.negated = false;
    next.restricts = false;
    next.joiner = Joiner::Nothing;
    let either = partial.joiner == Joiner::Or;
    let mut all = Vec::new();
    match partial.place {
        Progress::Start => {
            next.group();
            next.cost += NO_IF;
        }
        Progress::AfterCond => {
            if partial.joiner == Joiner::Stop {
                return all;
            }
            next.cost += match partial.joiner {
                // `falls in an empty hole in the first turn`
                Joiner::Nothing if text.contains("this is the first") => 4,
                // `makes 3 in an opponent's hole that is not a tuzdik`
                Joiner::Nothing if text.starts_with("it is not a") => 8,
                // `falls in an empty hole after passing through the opponent's row`
                Joiner::Nothing if text.starts_with("this move has sown in ") => 8,
                // `falls in an empty hole with an occupied hole opposite`
                Joiner::Nothing if order(&text) == 2 && text.ends_with(" is occupied") => 20,
                Joiner::Nothing => 60,
                Joiner::Comma => 12,
                _ => 2,
            };
        }
        Progress::WantCond => {
            let last = partial.groups.last();
            // `do this if that`, and a new statement after one that has its condition.
            // What an action must not lead to is more likely than where the seed has fallen.
            if partial.restricts && text.starts_with("not falls in") {
                next.cost += NO_IF;
            }
            if partial.restricts && (text.contains("no seeds") || text.contains(" left")) {
                // It may be what the action must not lead to.
                next.cost += RESULT;
            }
            let is_new = !partial.restricts
                && last.is_some_and(|g| {
                    !g.acts.is_empty()
                        && (!g.conds.is_empty() || g.otherwise || partial.joiner == Joiner::Stop)
                });
            if is_new {
                next.add(Group::default());
                next.cost += if partial.joiner == Joiner::Nothing { 10 } else { 0 };
            } else if !partial.restricts
                && last.is_some_and(|g| !g.acts.is_empty())
                && matches!(partial.joiner, Joiner::And | Joiner::Comma)
            {
                // `do this, if that, do those`
                let mut other = next.clone();
                other.cost += 8;
                other.add(Group { conds: vec![(false, Rc::clone(&text))], ..Group::default() });
                other.place = Progress::AfterCond;
                all.push(other);
            }
        }
        Progress::AfterAct
            if partial.joiner == Joiner::Nothing
                || matches!(partial.joiner, Joiner::Comma | Joiner::And)
                    && text.contains("this is the first") =>
        {
            let last = partial.groups.last();
            if !last.is_some_and(|g| g.conds.is_empty() && !g.otherwise) {
                return all;
            }
            next.cost += if text.contains("this is the first") { 4 } else { 40 };
        }
        Progress::AfterAct => {
            next.add(Group::default());
            let is_next = is_case && matches!(partial.joiner, Joiner::Comma | Joiner::Stop);
            next.cost += NO_IF + if is_next { 0 } else { OF_NEW_CASE };
        }
        Progress::WantAct => return all,
    }
    let group = next.group();
    if !group.conds.iter().any(|(_, c)| *c == text) {
        // Without a word that joins them, the order of the words is not one of conditions.
        let loose = (partial.joiner == Joiner::Nothing || partial.restricts) && !either;
        let at = match loose {
            true => group
                .conds
                .iter()
                .position(|(_, c)| order(c) > order(&text))
                .unwrap_or(group.conds.len()),
            false => group.conds.len(),
        };
        group.conds.insert(at, (either, text));
    }
    let has_acts = !group.acts.is_empty();
    next.place = if has_acts { Progress::AfterAct } else { Progress::AfterCond };
    all.push(next);
    all
}

fn with_act(partial: &Partial, act: &StretchReading) -> Option<Partial> {
    if partial.negated {
        return None;
    }
    let mut next = partial.clone();
    next.cost += act.cost;
    next.joiner = Joiner::Nothing;
    match partial.place {
        Progress::WantCond => return None,
        Progress::AfterCond => {
            if matches!(partial.joiner, Joiner::Or) {
                return None;
            }
            next.cost += if matches!(partial.joiner, Joiner::Nothing | Joiner::And | Joiner::Stop) {
                8
            } else {
                1
            };
        }
        Progress::AfterAct => match partial.joiner {
            Joiner::Nothing if act.text.starts_with(IDLE) => next.cost += 4,
            Joiner::Nothing => next.cost += 30,
            Joiner::Or => next.group().either = true,
            Joiner::Stop => {
                // A sentence of its own belongs to the condition before it only if nothing else is said.
                let has_conds = partial.groups.last().is_some_and(|g| !g.conds.is_empty());
                if has_conds && !act.text.starts_with(ALSO) {
                    next.cost += 12;
                }
            }
            Joiner::Comma | Joiner::And => next.cost += 4,
        },
        Progress::Start | Progress::WantAct => {}
    }
    let group = next.group();
    if group.either && partial.joiner != Joiner::Or {
        // `either sow it, or capture it, end move`: what comes last is no third alternative.
        let is_after_last = group.acts.len() > 1;
        next.cost += if is_after_last { AFTER_LAST } else { 5 };
    }
    let group = next.group();
    if !group.acts.contains(&act.text) {
        group.acts.push(Rc::clone(&act.text));
    }
    next.place = Progress::AfterAct;
    Some(next)
}
