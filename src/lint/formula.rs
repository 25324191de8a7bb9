//! Whether a case can be reached: conditions as formulas over a few unknowns, each with a few
//! values, and every combination of them tried.
//!
//! An unknown stands for something that may turn out in several ways: the hole in which the seed
//! falls and what it holds, how many seeds somebody has, whether a player has moved. Unknowns are
//! taken to be independent of each other, so more combinations are tried than can occur in play:
//! what is reached in none of them is never reached.

use std::collections::BTreeMap;

/// More combinations than are tried; beyond, nothing is said.
const MAX_COMBINATIONS: usize = 1 << 16;

/// An unknown, by number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variable(usize);

/// A condition over unknowns.
#[derive(Clone, Debug)]
pub enum Formula {
    /// Decided.
    Fixed(bool),
    /// One bit for each value of the unknown: whether it is so then.
    Of(Variable, Vec<bool>),
    /// All.
    And(Vec<Formula>),
    /// At least one.
    Or(Vec<Formula>),
    /// Not.
    Not(Box<Formula>),
}

/// The unknowns of a list of cases: what each is, and how many values it has.
#[derive(Clone, Debug)]
pub struct Variables<U> {
    all: Vec<(U, usize)>,
}

impl<U> Default for Variables<U> {
    fn default() -> Self {
        Variables { all: Vec::new() }
    }
}

impl<U: PartialEq> Variables<U> {
    /// The variable of an unknown, which has so many values.
    pub fn get(&mut self, unknown: U, values: usize) -> Variable {
        let known = self.all.iter().position(|(other, _)| *other == unknown);
        Variable(known.unwrap_or_else(|| {
            self.all.push((unknown, values));
            self.all.len() - 1
        }))
    }

    /// Something that is so or not, and nothing else is known of it.
    pub fn open(&mut self, unknown: U) -> Formula {
        Formula::Of(self.get(unknown, 2), vec![false, true])
    }
}

/// How a case stands to those before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ListReach {
    /// It may be reached, or it is not known that it is not.
    Reached,
    /// Its condition never holds.
    Never,
    /// Whenever it fits, one of these before it fits: the fewest that are enough.
    Shadowed(Vec<usize>),
}

/// More cases in one list than are held against each other.
pub const MAX_CASES: usize = 64;

/// How each case of a list stands to those before it.
pub fn reaches<U>(cases: &[Formula], unknowns: &Variables<U>) -> Vec<ListReach> {
    let cases = &cases[..cases.len().min(MAX_CASES)];
    (0..cases.len()).map(|nth| reach(cases, nth, unknowns)).collect()
}

fn reach<U>(cases: &[Formula], nth: usize, unknowns: &Variables<U>) -> ListReach {
    let Some(case) = cases.get(nth) else { return ListReach::Reached };
    if can_be(&[case], &[], unknowns) == Some(false) {
        return ListReach::Never;
    }
    if let Some(one) = (0..nth).find(|&i| can_be(&[case], &[&cases[i]], unknowns) == Some(false)) {
        return ListReach::Shadowed(vec![one]);
    }
    let mut before: Vec<usize> = (0..nth).collect();
    let covered = |before: &[usize]| {
        let before: Vec<&Formula> = before.iter().map(|&i| &cases[i]).collect();
        can_be(&[case], &before, unknowns) == Some(false)
    };
    if !covered(&before) {
        return ListReach::Reached;
    }
    let mut at = 0;
    while at < before.len() {
        let mut fewer = before.clone();
        fewer.remove(at);
        if covered(&fewer) {
            before = fewer;
        } else {
            at += 1;
        }
    }
    ListReach::Shadowed(before)
}

/// Whether a formula holds whatever the unknowns are, or never; `None` if it depends on them, or
/// there are too many of them.
pub fn decided<U>(formula: &Formula, unknowns: &Variables<U>) -> Option<bool> {
    if can_be(&[formula], &[], unknowns)? {
        let always = !can_be(&[], &[formula], unknowns)?;
        always.then_some(true)
    } else {
        Some(false)
    }
}

/// Whether in some combination all of `so` hold and none of `not`.
fn can_be<U>(so: &[&Formula], not: &[&Formula], unknowns: &Variables<U>) -> Option<bool> {
    let used = classes(so.iter().chain(not).copied(), unknowns);
    let many = used.iter().try_fold(1usize, |n, (_, values)| n.checked_mul(values.len()))?;
    if many > MAX_COMBINATIONS {
        return None;
    }
    let mut chosen = vec![0; unknowns.all.len()];
    for combination in 0..many {
        let mut rest = combination;
        for (unknown, values) in &used {
            chosen[*unknown] = values[rest % values.len()];
            rest /= values.len();
        }
        if so.iter().all(|f| holds(f, &chosen)) && !not.iter().any(|f| holds(f, &chosen)) {
            return Some(true);
        }
    }
    Some(false)
}

fn holds(formula: &Formula, chosen: &[usize]) -> bool {
    match formula {
        Formula::Fixed(so) => *so,
        Formula::Of(Variable(at), table) => {
            chosen.get(*at).and_then(|value| table.get(*value)).copied().unwrap_or(false)
        }
        Formula::And(parts) => parts.iter().all(|part| holds(part, chosen)),
        Formula::Or(parts) => parts.iter().any(|part| holds(part, chosen)),
        Formula::Not(part) => !holds(part, chosen),
    }
}

/// The unknowns that the formulas speak of, each with one value for every way in which the
/// formulas can tell its values apart.
fn classes<'a, U>(
    formulas: impl Iterator<Item = &'a Formula>,
    unknowns: &Variables<U>,
) -> Vec<(usize, Vec<usize>)> {
    let mut tables: BTreeMap<usize, Vec<&[bool]>> = BTreeMap::new();
    let mut open: Vec<&Formula> = formulas.collect();
    while let Some(formula) = open.pop() {
        match formula {
            Formula::Fixed(_) => {}
            Formula::Of(Variable(at), table) => tables.entry(*at).or_default().push(table),
            Formula::And(parts) | Formula::Or(parts) => open.extend(parts),
            Formula::Not(part) => open.push(part),
        }
    }
    let apart = |(at, tables): (usize, Vec<&[bool]>)| {
        let mut seen: BTreeMap<Vec<bool>, usize> = BTreeMap::new();
        for value in 0..unknowns.all.get(at).map_or(0, |(_, values)| *values) {
            let looks = tables.iter().map(|t| t.get(value).copied().unwrap_or(false)).collect();
            seen.entry(looks).or_insert(value);
        }
        (at, seen.into_values().collect())
    };
    tables.into_iter().map(apart).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `n` is a number from 0 to 3.
    fn at_least(unknowns: &mut Variables<&str>, n: usize) -> Formula {
        Formula::Of(unknowns.get("n", 4), (0..4).map(|value| value >= n).collect())
    }

    #[test]
    fn behind_one_behind_several_and_never() {
        let mut unknowns = Variables::default();
        let (two, three) = (at_least(&mut unknowns, 2), at_least(&mut unknowns, 3));
        let fewer = Formula::Not(Box::new(two.clone()));
        let both = Formula::And(vec![fewer.clone(), three.clone()]);
        let moved = unknowns.open("moved");
        let cases = [two, moved, three, both, fewer, Formula::Fixed(true)];
        let all = reaches(&cases, &unknowns);
        assert_eq!(all[..2], [ListReach::Reached, ListReach::Reached]);
        assert_eq!(all[2], ListReach::Shadowed(vec![0]));
        assert_eq!(all[3], ListReach::Never);
        assert_eq!(all[4], ListReach::Reached);
        assert_eq!(all[5], ListReach::Shadowed(vec![0, 4]));
    }

    #[test]
    fn always_and_never() {
        let mut unknowns = Variables::default();
        assert_eq!(decided(&at_least(&mut unknowns, 0), &unknowns), Some(true));
        assert_eq!(decided(&at_least(&mut unknowns, 4), &unknowns), Some(false));
        assert_eq!(decided(&at_least(&mut unknowns, 1), &unknowns), None);
    }
}
