//! Evaluates conditions and numbers for each choice of option values.
//!
//! Known are the options, the words defined by them, and that a number of seeds is neither negative
//! nor more than there are. Everything else is unknown: `None`.

use super::ast_queries::{is_name, names};
use crate::order;
use crate::resolve::{Description, OptionValues};
use crate::source::Sources;
use crate::syntax::ast::{
    self, AstAmount, AstCaseGuard, AstCond, AstCount, AstMeaning, AstState, AstStateTest, AstValue,
    AstWord, CondTest, CondTestKind, NameTest, Noun, Statement, StatementKind,
};
use std::collections::{BTreeMap, BTreeSet};

/// Limit on combinations of values.
const MAX_COMBINATIONS: usize = 20_000;

/// Limit on the depth of words defined by words.
const MAX_WORD_DEPTH: usize = 16;

/// A value for each of some options.
pub type OptionChoice = BTreeMap<String, String>;

/// All choices of values for some options.
pub struct OptionChoices<'r> {
    options: Vec<(&'r str, &'r [String])>,
    count: usize,
}

impl OptionChoices<'_> {
    /// How many there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Each of them; the value of the last option changes first.
    pub fn iter(&self) -> impl Iterator<Item = OptionChoice> {
        (0..self.count).map(|nth| {
            let mut rest = nth;
            let chosen = self.options.iter().rev().filter_map(|(name, values)| {
                let value = values.get(rest % values.len())?;
                rest /= values.len();
                Some(((*name).to_owned(), value.clone()))
            });
            order::map(chosen)
        })
    }
}

/// The options of a description with all their values, and its words.
pub struct OptionRanges<'a> {
    sources: &'a Sources,
    options: BTreeMap<String, Vec<String>>,
    words: Vec<(&'a AstWord, &'a Statement)>,
    most: GameBounds,
}

/// Upper bounds for all games of the description.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameBounds {
    /// Seeds in the game.
    pub seeds: i64,
    /// Places of the board.
    pub places: i64,
}

impl<'a> OptionRanges<'a> {
    /// For a description and its files.
    pub fn new(
        description: &'a Description,
        files: &'a [ast::File],
        most: GameBounds,
    ) -> OptionRanges<'a> {
        let mut options: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for option in &description.options {
            options.entry(option.name.clone()).or_default().extend(every_value(&option.values));
        }
        let words = files.iter().flat_map(super::ast_queries::all_statements);
        let words = words.filter_map(|statement| {
            let StatementKind::Word(word) = &statement.kind else { return None };
            Some((word, statement))
        });
        OptionRanges { sources: &description.sources, options, words: words.collect(), most }
    }

    /// All choices of values for the options that a text depends on; `None` if there are too many.
    pub fn choices(&self, text: &str) -> Option<OptionChoices<'_>> {
        let mut options: Vec<(&str, &[String])> = Vec::new();
        let mut count: usize = 1;
        for name in self.depends_on(text) {
            let values = self.options.get(name)?;
            count = count.saturating_mul(values.len());
            if count > MAX_COMBINATIONS {
                return None;
            }
            options.push((name, values));
        }
        Some(OptionChoices { options, count })
    }

    /// The options that a text names, directly or by its words.
    fn depends_on(&self, text: &str) -> BTreeSet<&str> {
        let mut found = BTreeSet::new();
        let mut open: Vec<&str> = names(text);
        let mut read = BTreeSet::new();
        while let Some(name) = open.pop() {
            if !read.insert(name) {
                continue;
            }
            found.extend(self.options.keys().filter(|o| *o == name).map(String::as_str));
            for (_, statement) in self.words.iter().filter(|(w, _)| is_name(name, &w.name.text)) {
                open.extend(names(self.sources.slice(statement.span)));
                for inner in super::ast_queries::below(statement).into_iter().flatten() {
                    open.extend(names(self.sources.slice(inner.span)));
                }
            }
        }
        found
    }

    // ---- conditions ----

    /// The value of a condition with these option values, if they alone decide it.
    pub fn cond(&self, cond: &AstCond, values: &OptionChoice) -> Option<bool> {
        self.cond_in(cond, values, 0)
    }

    /// Whether a case matches with these option values, if they alone decide it.
    pub fn fits(&self, fits: &AstCaseGuard, values: &OptionChoice) -> Option<bool> {
        match fits {
            AstCaseGuard::Always | AstCaseGuard::Otherwise => Some(true),
            AstCaseGuard::If(cond) => self.cond(cond, values),
        }
    }

    /// The value of a single test with these option values, if they alone decide it.
    pub fn test(&self, test: &CondTest, values: &OptionChoice) -> Option<bool> {
        self.test_in(&test.test, values, 0)
    }

    fn cond_in(&self, cond: &AstCond, values: &OptionChoice, depth: usize) -> Option<bool> {
        match cond {
            AstCond::Or(parts) => any(parts.iter().map(|part| self.cond_in(part, values, depth))),
            AstCond::And(parts) => {
                any(parts.iter().map(|part| self.cond_in(part, values, depth).map(|value| !value)))
                    .map(|value| !value)
            }
            AstCond::Not(part) => self.cond_in(part, values, depth).map(|value| !value),
            AstCond::Test(test) => self.test_in(&test.test, values, depth),
        }
    }

    fn test_in(&self, test: &CondTestKind, values: &OptionChoice, depth: usize) -> Option<bool> {
        let within = |amount: &AstAmount, to| self.within(amount, 0, to, values, depth);
        if let CondTestKind::NameIs { name, not, test: is } = test {
            let is = self.name_test(&name.text, is, values, depth);
            is.map(|is| is != *not)
        } else if let CondTestKind::CountIs { count, not, amount } = test {
            let number = self.number(count, values, depth)?;
            self.passes(number, amount, values, depth).map(|is| is != *not)
        } else if let CondTestKind::Place(place, test) = test {
            let named = self.named_like_a_place(place, test, values, depth);
            // Always false for no places at all, so this is never certainly true.
            let held = || {
                let AstStateTest::Holds { not, amount, .. } = test else { return None };
                within(amount, self.most.seeds).filter(|holds| holds == not).map(|_| false)
            };
            named.or_else(held)
        } else if let CondTestKind::MakesAmount(amount) = test {
            self.within(amount, 1, self.most.seeds, values, depth)
        } else if let CondTestKind::SeedsLeft(amount, _)
        | CondTestKind::PlayerSeeds { amount, .. } = test
        {
            within(amount, self.most.seeds)
        } else if let CondTestKind::ThereIs { how_many: Some(amount), .. }
        | CondTestKind::PlayerPlaces { how_many: Some(amount), .. } = test
        {
            within(amount, self.most.places)
        } else if let CondTestKind::Name(name) = test {
            match values.get(&name.text).map(String::as_str) {
                Some("yes") => Some(true),
                Some("no") => Some(false),
                _ => self.agreed(&name.text, depth, |word, depth| {
                    let AstMeaning::Cond(cond) = &word.meaning else { return None };
                    self.cond_in(cond, values, depth)
                }),
            }
        } else {
            // Options do not decide the others.
            None
        }
    }

    /// What is asked of a name.
    fn name_test(
        &self,
        name: &str,
        test: &NameTest,
        values: &OptionChoice,
        depth: usize,
    ) -> Option<bool> {
        match test {
            NameTest::Values(list) => {
                any(list.iter().map(|value| self.is(name, value, values, depth)))
            }
            NameTest::Amount(amount) => {
                self.passes(self.named(name, values, depth)?, amount, values, depth)
            }
            NameTest::Dir(_) => None,
        }
    }

    /// `custom is whole-board` parses as a test on a place.
    fn named_like_a_place(
        &self,
        place: &ast::AstPlace,
        test: &AstStateTest,
        values: &OptionChoice,
        depth: usize,
    ) -> Option<bool> {
        let (Noun::Name(name), AstStateTest::Is { not, state: AstState::Place(value) }) =
            (&place.noun, test)
        else {
            return None;
        };
        let Noun::Name(value) = &value.noun else { return None };
        let is = self.is(&name.text, &AstValue::Word(value.clone()), values, depth)?;
        Some(is != *not)
    }

    /// `NAME is VALUE`.
    fn is(
        &self,
        name: &str,
        value: &AstValue,
        values: &OptionChoice,
        depth: usize,
    ) -> Option<bool> {
        match value {
            AstValue::Number(number, _) => {
                Some(self.named(name, values, depth)? == i64::try_from(*number).ok()?)
            }
            AstValue::Word(word) => match values.get(name) {
                Some(chosen) if chosen.parse::<i64>().is_err() => Some(*chosen == word.text),
                _ => {
                    let (is, other) =
                        (self.named(name, values, depth)?, self.named(&word.text, values, depth)?);
                    Some(is == other)
                }
            },
        }
    }

    // ---- numbers ----

    fn number(&self, count: &AstCount, values: &OptionChoice, depth: usize) -> Option<i64> {
        let of = |count: &AstCount| self.number(count, values, depth);
        match count {
            AstCount::Number(number, _) => i64::try_from(*number).ok(),
            AstCount::Name(name) => self.named(&name.text, values, depth),
            AstCount::SeedsIn(_) | AstCount::WorthIn(_) => None,
            AstCount::Fraction(over, under, count) => {
                let number = of(count)?.checked_mul(i64::from(*over))?;
                number.checked_div_euclid(i64::from(*under))
            }
            AstCount::Add(a, b) => of(a)?.checked_add(of(b)?),
            AstCount::Sub(a, b) => of(a)?.checked_sub(of(b)?),
            AstCount::Mul(a, b) => of(a)?.checked_mul(of(b)?),
        }
    }

    /// The value of a name, if it is a number.
    fn named(&self, name: &str, values: &OptionChoice, depth: usize) -> Option<i64> {
        if let Some(value) = values.get(name) {
            return value.parse().ok();
        }
        self.agreed(name, depth, |word, depth| match &word.meaning {
            AstMeaning::Count(count) => self.number(count, values, depth),
            AstMeaning::Cases(cases) => self.by_cases(cases, values, depth),
            AstMeaning::Mark { .. }
            | AstMeaning::Note { .. }
            | AstMeaning::Seed(_)
            | AstMeaning::Kind(_)
            | AstMeaning::Places(_)
            | AstMeaning::Cond(_)
            | AstMeaning::Actions(_) => None,
        })
    }

    fn by_cases(&self, cases: &[Statement], values: &OptionChoice, depth: usize) -> Option<i64> {
        for statement in cases {
            let StatementKind::Case(case) = &statement.kind else { return None };
            let ast::AstCaseBody::Count(count) = &case.does else { return None };
            let fits = match &case.fits {
                AstCaseGuard::Always | AstCaseGuard::Otherwise => true,
                AstCaseGuard::If(cond) => self.cond_in(cond, values, depth)?,
            };
            if fits {
                return self.number(count, values, depth);
            }
        }
        None
    }

    /// The value that all declarations of a word have, if they agree (variations may redefine it).
    fn agreed<T: PartialEq>(
        &self,
        name: &str,
        depth: usize,
        read: impl Fn(&AstWord, usize) -> Option<T>,
    ) -> Option<T> {
        if depth >= MAX_WORD_DEPTH {
            return None;
        }
        let mut declarations = self.words.iter().filter(|(word, _)| is_name(name, &word.name.text));
        let first = read(declarations.next()?.0, depth + 1)?;
        declarations
            .all(|(word, _)| read(word, depth + 1).as_ref() == Some(&first))
            .then_some(first)
    }

    fn passes(
        &self,
        n: i64,
        amount: &AstAmount,
        values: &OptionChoice,
        depth: usize,
    ) -> Option<bool> {
        let of = |count: &AstCount| self.number(count, values, depth);
        let between = |bounds: &Option<(AstCount, AstCount)>| match bounds {
            Some((from, to)) => Some((of(from)?..=of(to)?).contains(&n)),
            None => Some(true),
        };
        Some(match amount {
            AstAmount::None => n == 0,
            AstAmount::Some => n > 0,
            AstAmount::OneOf(counts) => {
                return any(counts.iter().map(|count| of(count).map(|count| count == n)));
            }
            AstAmount::OrMore(count) => n >= of(count)?,
            AstAmount::OrFewer(count) => n <= of(count)?,
            AstAmount::MoreThan(count) => n > of(count)?,
            AstAmount::FewerThan(AstCount::Fraction(over, under, count)) => {
                let number = of(count)?.checked_mul(i64::from(*over))?;
                n < number.checked_add(i64::from(*under) - 1)?.checked_div(i64::from(*under))?
            }
            AstAmount::FewerThan(count) => n < of(count)?,
            AstAmount::Even(bounds) => n != 0 && n % 2 == 0 && between(bounds)?,
            AstAmount::Odd(bounds) => n % 2 != 0 && between(bounds)?,
            AstAmount::Between(from, to) => (of(from)?..=of(to)?).contains(&n),
        })
    }

    /// Whether all numbers from `from` to `to` pass, or none; `None`: some do. Only the numbers
    /// next to those of the test are tried: between them only parity changes the result.
    fn within(
        &self,
        amount: &AstAmount,
        from: i64,
        to: i64,
        values: &OptionChoice,
        depth: usize,
    ) -> Option<bool> {
        let to = to.max(from);
        let mut tried = order::set([from, from + 1, to - 1, to]);
        for count in counts(amount) {
            let n = self.number(count, values, depth)?;
            tried.extend(n.saturating_sub(2)..=n.saturating_add(2));
        }
        let mut result = None;
        for n in tried.into_iter().filter(|n| (from..=to).contains(n)) {
            let passes = self.passes(n, amount, values, depth)?;
            if *result.get_or_insert(passes) != passes {
                return None;
            }
        }
        result
    }
}

fn counts(amount: &AstAmount) -> Vec<&AstCount> {
    match amount {
        AstAmount::None | AstAmount::Some | AstAmount::Even(None) | AstAmount::Odd(None) => {
            Vec::new()
        }
        AstAmount::OneOf(counts) => counts.iter().collect(),
        AstAmount::OrMore(n)
        | AstAmount::OrFewer(n)
        | AstAmount::MoreThan(n)
        | AstAmount::FewerThan(n) => {
            vec![n]
        }
        AstAmount::Even(Some((from, to)))
        | AstAmount::Odd(Some((from, to)))
        | AstAmount::Between(from, to) => vec![from, to],
    }
}

fn every_value(values: &OptionValues) -> Vec<String> {
    match values {
        OptionValues::List(list) => list.clone(),
        OptionValues::Range { from, to, even } => (*from..=*to)
            .filter(|n| !even || n.is_multiple_of(2))
            .take(MAX_COMBINATIONS + 1)
            .map(|n| n.to_string())
            .collect(),
    }
}

/// Three-valued *or*: true if one is true, else unknown if one is unknown.
fn any(all: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut result = Some(false);
    for one in all {
        match one {
            Some(true) => return Some(true),
            Some(false) => {}
            None => result = None,
        }
    }
    result
}
