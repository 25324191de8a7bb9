//! What the options decide: conditions and numbers read for every allowed choice of values.
//!
//! Only what options (and the words made from them) say is known here, and that a number of seeds
//! is neither negative nor more than there are. Everything else is open: `None`.

use super::written::{is_name, names};
use crate::resolve::{Description, OptionValues};
use crate::source::Sources;
use crate::syntax::ast::{
    self, Amount, Cond, Count, Fits, Meaning, NameTest, Noun, Said, State, StateTest, Statement,
    Test1, TestKind, Value, Word,
};
use std::collections::{BTreeMap, BTreeSet};

/// More combinations of values than are tried.
const MOST: usize = 20_000;

/// Words in words are followed so far.
const DEEPEST: usize = 16;

/// One value for each of some options.
pub type Values = BTreeMap<String, String>;

/// The options of a description with everything that they allow, and its words.
pub struct Ranges<'a> {
    sources: &'a Sources,
    options: BTreeMap<String, Vec<String>>,
    words: Vec<(&'a Word, &'a Statement)>,
    most: Most,
}

/// What no game of the description goes beyond.
#[derive(Clone, Copy, Debug, Default)]
pub struct Most {
    /// Seeds in the game.
    pub seeds: i64,
    /// Places of the board.
    pub places: i64,
}

impl<'a> Ranges<'a> {
    /// Of a description and its files.
    pub fn new(description: &'a Description, files: &'a [ast::File], most: Most) -> Ranges<'a> {
        let mut options: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for option in &description.options {
            options.entry(option.name.clone()).or_default().extend(every_value(&option.values));
        }
        let words = files.iter().flat_map(super::written::all_statements);
        let words = words.filter_map(|statement| match &statement.said {
            Said::Word(word) => Some((word, statement)),
            _ => None,
        });
        Ranges { sources: &description.sources, options, words: words.collect(), most }
    }

    /// Every choice of values for the options that a text depends on; `None` if they are too many.
    pub fn choices(&self, text: &str) -> Option<Vec<Values>> {
        let mut all = vec![Values::new()];
        for name in self.depends_on(text) {
            let values = self.options.get(name)?;
            if all.len().saturating_mul(values.len()) > MOST {
                return None;
            }
            let with = |chosen: &Values| {
                let chosen = chosen.clone();
                values.iter().map(move |value| {
                    let mut chosen = chosen.clone();
                    chosen.insert(name.to_string(), value.clone());
                    chosen
                })
            };
            all = all.iter().flat_map(with).collect();
        }
        Some(all)
    }

    /// The options that a text names, itself or by its words.
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
                for inner in super::written::below(statement).into_iter().flatten() {
                    open.extend(names(self.sources.slice(inner.span)));
                }
            }
        }
        found
    }

    // ---- conditions ----

    /// Whether a condition holds with these values, where they alone decide it.
    pub fn cond(&self, cond: &Cond, values: &Values) -> Option<bool> {
        self.cond_in(cond, values, 0)
    }

    /// Whether a case fits with these values, where they alone decide it.
    pub fn fits(&self, fits: &Fits, values: &Values) -> Option<bool> {
        match fits {
            Fits::Always | Fits::Otherwise => Some(true),
            Fits::If(cond) => self.cond(cond, values),
        }
    }

    /// Whether a single test holds with these values, where they alone decide it.
    pub fn test(&self, test: &Test1, values: &Values) -> Option<bool> {
        self.test_in(&test.test, values, 0)
    }

    fn cond_in(&self, cond: &Cond, values: &Values, depth: usize) -> Option<bool> {
        match cond {
            Cond::Or(parts) => any(parts.iter().map(|part| self.cond_in(part, values, depth))),
            Cond::And(parts) => {
                any(parts.iter().map(|part| self.cond_in(part, values, depth).map(|so| !so)))
                    .map(|so| !so)
            }
            Cond::Not(part) => self.cond_in(part, values, depth).map(|so| !so),
            Cond::Test(test) => self.test_in(&test.test, values, depth),
        }
    }

    fn test_in(&self, test: &TestKind, values: &Values, depth: usize) -> Option<bool> {
        let within = |amount: &Amount, from, to| self.within(amount, from, to, values, depth);
        match test {
            TestKind::NameIs { name, not, is } => {
                let is = match is {
                    NameTest::Values(list) => {
                        any(list.iter().map(|value| self.is(&name.text, value, values, depth)))
                    }
                    NameTest::Amount(amount) => {
                        let number = self.named(&name.text, values, depth)?;
                        self.passes(number, amount, values, depth)
                    }
                    NameTest::Dir(_) => None,
                };
                is.map(|is| is != *not)
            }
            TestKind::CountIs { count, not, amount } => {
                let number = self.number(count, values, depth)?;
                self.passes(number, amount, values, depth).map(|is| is != *not)
            }
            TestKind::Place(place, test) => {
                if let Some(is) = self.named_like_a_place(place, test, values, depth) {
                    return Some(is);
                }
                match test {
                    // Of no place at all nothing is true, so this is never certainly true.
                    StateTest::Holds { not, amount, .. } => {
                        match within(amount, 0, self.most.seeds) {
                            Some(so) if so == *not => Some(false),
                            _ => None,
                        }
                    }
                    StateTest::Is { .. } => None,
                }
            }
            TestKind::MakesAmount(amount) => within(amount, 1, self.most.seeds),
            TestKind::SeedsLeft(amount, _) => within(amount, 0, self.most.seeds),
            TestKind::PlayerSeeds { amount, .. } => within(amount, 0, self.most.seeds),
            TestKind::ThereIs { how_many: Some(amount), .. }
            | TestKind::PlayerPlaces { how_many: Some(amount), .. } => {
                within(amount, 0, self.most.places)
            }
            TestKind::Name(name) => match values.get(&name.text).map(String::as_str) {
                Some("yes") => Some(true),
                Some("no") => Some(false),
                _ => self.agreed(&name.text, depth, |word, depth| match &word.means {
                    Meaning::Cond(cond) => self.cond_in(cond, values, depth),
                    _ => None,
                }),
            },
            TestKind::FallsIn(..)
            | TestKind::SeedBeforeFellIn(_)
            | TestKind::Makes(_)
            | TestKind::ThereIs { how_many: None, .. }
            | TestKind::PlayerPlaces { how_many: None, .. }
            | TestKind::NoMove(_)
            | TestKind::Concedes(_)
            | TestKind::Agreed
            | TestKind::HasMoved { .. }
            | TestKind::PositionReturns { .. }
            | TestKind::Drawn
            | TestKind::PlayerIs { .. }
            | TestKind::ThisIsFirst(_)
            | TestKind::Fact { .. } => None,
        }
    }

    /// `custom is whole-board` reads like a test on a place.
    fn named_like_a_place(
        &self,
        place: &ast::Place,
        test: &StateTest,
        values: &Values,
        depth: usize,
    ) -> Option<bool> {
        let (Noun::Name(name), StateTest::Is { not, state: State::Place(value) }) =
            (&place.noun, test)
        else {
            return None;
        };
        let Noun::Name(value) = &value.noun else { return None };
        let is = self.is(&name.text, &Value::Word(value.clone()), values, depth)?;
        Some(is != *not)
    }

    /// `NAME is VALUE`.
    fn is(&self, name: &str, value: &Value, values: &Values, depth: usize) -> Option<bool> {
        match value {
            Value::Number(number, _) => {
                Some(self.named(name, values, depth)? == i64::try_from(*number).ok()?)
            }
            Value::Word(word) => match values.get(name) {
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

    fn number(&self, count: &Count, values: &Values, depth: usize) -> Option<i64> {
        let of = |count: &Count| self.number(count, values, depth);
        match count {
            Count::Number(number, _) => i64::try_from(*number).ok(),
            Count::Name(name) => self.named(&name.text, values, depth),
            Count::SeedsIn(_) | Count::WorthIn(_) => None,
            Count::Fraction(over, under, count) => {
                let number = of(count)?.checked_mul(i64::from(*over))?;
                number.checked_div_euclid(i64::from(*under))
            }
            Count::Add(a, b) => of(a)?.checked_add(of(b)?),
            Count::Sub(a, b) => of(a)?.checked_sub(of(b)?),
            Count::Mul(a, b) => of(a)?.checked_mul(of(b)?),
        }
    }

    /// The number that a name stands for.
    fn named(&self, name: &str, values: &Values, depth: usize) -> Option<i64> {
        if let Some(value) = values.get(name) {
            return value.parse().ok();
        }
        self.agreed(name, depth, |word, depth| match &word.means {
            Meaning::Count(count) => self.number(count, values, depth),
            Meaning::Cases(cases) => self.by_cases(cases, values, depth),
            _ => None,
        })
    }

    fn by_cases(&self, cases: &[Statement], values: &Values, depth: usize) -> Option<i64> {
        for statement in cases {
            let Said::Case(case) = &statement.said else { return None };
            let ast::Does::Count(count) = &case.does else { return None };
            let fits = match &case.fits {
                Fits::Always | Fits::Otherwise => true,
                Fits::If(cond) => self.cond_in(cond, values, depth)?,
            };
            if fits {
                return self.number(count, values, depth);
            }
        }
        None
    }

    /// What every declaration of a word gives, if they agree (a variation may tell it anew).
    fn agreed<T: PartialEq>(
        &self,
        name: &str,
        depth: usize,
        read: impl Fn(&Word, usize) -> Option<T>,
    ) -> Option<T> {
        if depth >= DEEPEST {
            return None;
        }
        let mut told = self.words.iter().filter(|(word, _)| is_name(name, &word.name.text));
        let first = read(told.next()?.0, depth + 1)?;
        told.all(|(word, _)| read(word, depth + 1).as_ref() == Some(&first)).then_some(first)
    }

    fn passes(&self, n: i64, amount: &Amount, values: &Values, depth: usize) -> Option<bool> {
        let of = |count: &Count| self.number(count, values, depth);
        let between = |bounds: &Option<(Count, Count)>| match bounds {
            Some((from, to)) => Some((of(from)?..=of(to)?).contains(&n)),
            None => Some(true),
        };
        Some(match amount {
            Amount::None => n == 0,
            Amount::Some => n > 0,
            Amount::OneOf(counts) => {
                return any(counts.iter().map(|count| of(count).map(|count| count == n)));
            }
            Amount::OrMore(count) => n >= of(count)?,
            Amount::OrFewer(count) => n <= of(count)?,
            Amount::MoreThan(count) => n > of(count)?,
            Amount::FewerThan(Count::Fraction(over, under, count)) => {
                let number = of(count)?.checked_mul(i64::from(*over))?;
                n < number.checked_add(i64::from(*under) - 1)?.checked_div(i64::from(*under))?
            }
            Amount::FewerThan(count) => n < of(count)?,
            Amount::Even(bounds) => n != 0 && n % 2 == 0 && between(bounds)?,
            Amount::Odd(bounds) => n % 2 != 0 && between(bounds)?,
            Amount::Between(from, to) => (of(from)?..=of(to)?).contains(&n),
        })
    }

    /// Whether every number from `from` to `to` passes, or none does. Only the numbers next to
    /// those of the test are tried: between them nothing changes but even and odd.
    fn within(
        &self,
        amount: &Amount,
        from: i64,
        to: i64,
        values: &Values,
        depth: usize,
    ) -> Option<bool> {
        let to = to.max(from);
        let mut tried: BTreeSet<i64> = [from, from + 1, to - 1, to].into();
        for count in counts(amount) {
            let n = self.number(count, values, depth)?;
            tried.extend(n.saturating_sub(2)..=n.saturating_add(2));
        }
        let mut so = None;
        for n in tried.into_iter().filter(|n| (from..=to).contains(n)) {
            let passes = self.passes(n, amount, values, depth)?;
            if *so.get_or_insert(passes) != passes {
                return None;
            }
        }
        so
    }
}

fn counts(amount: &Amount) -> Vec<&Count> {
    match amount {
        Amount::None | Amount::Some | Amount::Even(None) | Amount::Odd(None) => Vec::new(),
        Amount::OneOf(counts) => counts.iter().collect(),
        Amount::OrMore(n) | Amount::OrFewer(n) | Amount::MoreThan(n) | Amount::FewerThan(n) => {
            vec![n]
        }
        Amount::Even(Some((from, to)))
        | Amount::Odd(Some((from, to)))
        | Amount::Between(from, to) => vec![from, to],
    }
}

fn every_value(values: &OptionValues) -> Vec<String> {
    match values {
        OptionValues::List(list) => list.clone(),
        OptionValues::Range { from, to, even } => (*from..=*to)
            .filter(|n| !even || n.is_multiple_of(2))
            .take(MOST + 1)
            .map(|n| n.to_string())
            .collect(),
    }
}

/// One that is so makes it so; else one that is open leaves it open.
fn any(all: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut so = Some(false);
    for one in all {
        match one {
            Some(true) => return Some(true),
            Some(false) => {}
            None => so = None,
        }
    }
    so
}
