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

/// The variables of a list of cases: the unknown that each is, and the number of its values.
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
    /// The variable of an unknown, with `values` values.
    pub fn get(&mut self, unknown: U, values: usize) -> Variable {
        let known = self.all.iter().position(|(other, _)| *other == unknown);
        Variable(known.unwrap_or_else(|| {
            self.all.push((unknown, values));
            self.all.len() - 1
        }))
    }

    /// A Boolean variable of which nothing else is known.
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

/// How a case of a list relates to the cases before it. `cases`: the conditions of the list; of these, only the first
/// [`MAX_CASES`] are compared.
pub fn reach<U>(cases: &[Formula], nth: usize, variables: &Variables<U>) -> ListReach {
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

/// The value of a formula, if it is the same for all combinations; `None` if it depends on them, or
/// there are too many.
pub fn decided<U>(formula: &Formula, variables: &Variables<U>) -> Option<bool> {
    if can_be(&[formula], &[], variables)? {
        let always = !can_be(&[], &[formula], variables)?;
        always.then_some(true)
    } else {
        Some(false)
    }
}

/// Whether in some combination all of `so` and none of `not` hold; `None`: too many combinations.
fn can_be<U>(so: &[&Formula], not: &[&Formula], variables: &Variables<U>) -> Option<bool> {
    let used = classes(so.iter().chain(not).copied(), variables);
    let many = used.iter().try_fold(1usize, |n, (_, values)| n.checked_mul(values.len()))?;
    if many > MAX_COMBINATIONS {
        return None;
    }
    let mut chosen = vec![0; variables.all.len()];
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

/// The variables in some formulas, each with one representative of every class of values that the
/// formulas cannot distinguish.
fn classes<'a, U>(
    formulas: impl Iterator<Item = &'a Formula>,
    variables: &Variables<U>,
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
        for value in 0..variables.all.get(at).map_or(0, |(_, values)| *values) {
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
    fn at_least(variables: &mut Variables<&str>, n: usize) -> Formula {
        Formula::Of(variables.get("n", 4), (0..4).map(|value| value >= n).collect())
    }

    #[test]
    fn behind_one_behind_several_and_never() {
        let mut variables = Variables::default();
        let (two, three) = (at_least(&mut variables, 2), at_least(&mut variables, 3));
        let fewer = Formula::Not(Box::new(two.clone()));
        let both = Formula::And(vec![fewer.clone(), three.clone()]);
        let moved = variables.open("moved");
        let cases = [two, moved, three, both, fewer, Formula::Fixed(true)];
        let all: Vec<ListReach> =
            (0..cases.len()).map(|nth| reach(&cases, nth, &variables)).collect();
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
