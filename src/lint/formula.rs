//! Decides whether a case can be reached: conditions become formulas over a few finite variables,
//! and all combinations of their values are tried.
//!
//! A variable is something that may vary: the hole in which the seed falls and what it holds, how
//! many seeds a player has, whether a player has moved. Variables are taken to be independent, so
//! more combinations are tried than can occur in play. A case that no combination reaches is never
//! reached.

use std::collections::BTreeMap;

/// Limit on combinations; beyond it, nothing is decided.
const MAX_COMBINATIONS: usize = 1 << 16;

/// Index of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variable(usize);

/// A condition over variables.
#[derive(Clone, Debug)]
pub enum Formula {
    /// A constant.
    Fixed(bool),
    /// `table[value]`: the formula's value for each value of the variable.
    Of(Variable, Vec<bool>),
    /// All hold.
    And(Vec<Formula>),
    /// At least one holds.
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

/// How a case relates to the cases before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ListReach {
    /// It may be reached, as far as is known.
    Reached,
    /// Its condition never holds.
    Never,
    /// Whenever it matches, one of these earlier cases matches: a minimal set.
    Shadowed(Vec<usize>),
}

/// Limit on the cases of one list that are compared.
pub const MAX_CASES: usize = 64;

/// How each case of a list stands to those before it.
pub fn reaches<U>(cases: &[Formula], unknowns: &Variables<U>) -> Vec<ListReach> {
    let cases = &cases[..cases.len().min(MAX_CASES)];
    (0..cases.len()).map(|nth| reach(cases, nth, variables)).collect()
}

fn reach<U>(cases: &[Formula], nth: usize, unknowns: &Variables<U>) -> ListReach {
    let Some(case) = cases.get(nth) else { return ListReach::Reached };
    if can_be(&[case], &[], variables) == Some(false) {
        return ListReach::Never;
    }
    if let Some(one) = (0..nth).find(|&i| can_be(&[case], &[&cases[i]], variables) == Some(false)) {
        return ListReach::Shadowed(vec![one]);
    }
    let mut before: Vec<usize> = (0..nth).collect();
    let covered = |before: &[usize]| {
        let before: Vec<&Formula> = before.iter().map(|&i| &cases[i]).collect();
        can_be(&[case], &before, variables) == Some(false)
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
        for (variable, values) in &used {
            chosen[*variable] = values[rest % values.len()];
            rest /= values.len();
        }
        if all.iter().all(|f| holds(f, &chosen)) && !not.iter().any(|f| holds(f, &chosen)) {
            return Some(true);
        }
    }
    Some(false)
}

fn holds(formula: &Formula, chosen: &[usize]) -> bool {
    match formula {
        Formula::Fixed(value) => *value,
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
    let representatives = |(at, tables): (usize, Vec<&[bool]>)| {
        let mut seen: BTreeMap<Vec<bool>, usize> = BTreeMap::new();
        for value in 0..unknowns.all.get(at).map_or(0, |(_, values)| *values) {
            let looks = tables.iter().map(|t| t.get(value).copied().unwrap_or(false)).collect();
            seen.entry(looks).or_insert(value);
        }
        (at, seen.into_values().collect())
    };
    tables.into_iter().map(representatives).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `n` is a number from 0 to 3.
    fn at_least(unknowns: &mut Variables<&str>, n: usize) -> Formula {
        Formula::Of(unknowns.get("n", 4), (0..4).map(|value| value >= n).collect())
    }

    #[test]
    fn shadowed_by_one_by_several_and_never() {
        let mut variables = Variables::default();
        let (two, three) = (at_least(&mut variables, 2), at_least(&mut variables, 3));
        let fewer = Formula::Not(Box::new(two.clone()));
        let both = Formula::And(vec![fewer.clone(), three.clone()]);
        let moved = unknowns.open("moved");
        let cases = [two, moved, three, both, fewer, Formula::Fixed(true)];
        let all = reaches(&cases, &variables);
        assert_eq!(all[..2], [ListReach::Reached, ListReach::Reached]);
        assert_eq!(all[2], ListReach::Shadowed(vec![0]));
        assert_eq!(all[3], ListReach::Never);
        assert_eq!(all[4], ListReach::Reached);
        assert_eq!(all[5], ListReach::Shadowed(vec![0, 4]));
    }

    #[test]
    fn always_and_never() {
        let mut variables = Variables::default();
        assert_eq!(decided(&at_least(&mut variables, 0), &variables), Some(true));
        assert_eq!(decided(&at_least(&mut variables, 4), &variables), Some(false));
        assert_eq!(decided(&at_least(&mut variables, 1), &variables), None);
    }
}
