//! Conditions.

use super::{Build, P, first, words};
use crate::syntax::ast::*;
use crate::syntax::phrase::Rule;

impl Build<'_> {
    pub(super) fn cond(&self, pair: P<'_>) -> Option<Cond> {
        let all = pair.into_inner().map(|p| self.both(p)).collect::<Option<Vec<_>>>()?;
        Some(one_or(all, Cond::Or))
    }

    fn both(&self, pair: P<'_>) -> Option<Cond> {
        let all = pair.into_inner().map(|p| self.one_test(p)).collect::<Option<Vec<_>>>()?;
        Some(one_or(all, Cond::And))
    }

    fn one_test(&self, pair: P<'_>) -> Option<Cond> {
        if pair.as_rule() == Rule::not_so {
            return Some(Cond::Not(Box::new(self.one_test(first(pair)?)?)));
        }
        let span = self.span(&pair);
        let test = self.test_kind(pair)?;
        Some(Cond::Test(Box::new(Test1 { test, span })))
    }

    fn test_kind(&self, pair: P<'_>) -> Option<TestKind> {
        Some(match pair.as_rule() {
            Rule::this_is_first => TestKind::ThisIsFirst(self.unit(&first(pair)?)?),
            Rule::fact => {
                let mut parts = pair.into_inner();
                let of = self.units(parts.next()?)?;
                TestKind::Fact { of, fact: self.fact(parts.next()?)? }
            }
            Rule::position_returns => {
                let third = pair.into_inner().next().is_some();
                TestKind::PositionReturns { times: if third { 3 } else { 2 } }
            }
            Rule::drawn => TestKind::Drawn,
            Rule::agreed => TestKind::Agreed,
            Rule::seed_before => TestKind::SeedBeforeFellIn(self.place(first(pair)?)?),
            Rule::falls_in => {
                let mut parts = pair.into_inner();
                let part = parts.next()?;
                match part.as_rule() {
                    Rule::seed_kind => {
                        let kind = self.seed_kind(part)?;
                        TestKind::FallsIn(self.place(parts.next()?)?, Some(kind))
                    }
                    _ => TestKind::FallsIn(self.place(part)?, None),
                }
            }
            Rule::makes_amount => TestKind::MakesAmount(self.amount(first(pair)?)?),
            Rule::makes_place => TestKind::Makes(self.place(first(pair)?)?),
            Rule::there_is => {
                let (how_many, place) = self.numbered_place(pair)?;
                TestKind::ThereIs { how_many, place }
            }
            Rule::player_test => {
                let mut parts = pair.into_inner();
                let who = self.who(parts.next()?)?;
                self.player_test(who, parts.next()?)?
            }
            Rule::seeds_left => {
                let (amount, kind) = self.counted(first(pair)?)?;
                TestKind::SeedsLeft(amount, kind)
            }
            Rule::name_is => self.name_is(pair)?,
            Rule::place_test => {
                let mut parts = pair.into_inner();
                let place = self.place(parts.next()?)?;
                TestKind::Place(place, self.state_test(parts.next()?)?)
            }
            Rule::count_is => {
                let mut parts = pair.into_inner();
                let count = self.count(parts.next()?)?;
                let (not, rest) = negation(parts)?;
                TestKind::CountIs { count, not, amount: self.amount(rest)? }
            }
            Rule::name_test => TestKind::Name(self.name(&first(pair)?)),
            _ => return None,
        })
    }

    /// A place with how many of them, if that is said.
    fn numbered_place(&self, pair: P<'_>) -> Option<(Option<Amount>, Place)> {
        let mut parts = pair.into_inner();
        let part = parts.next()?;
        if part.as_rule() == Rule::how_many {
            let how_many = self.how_many(part)?;
            Some((Some(how_many), self.place(parts.next()?)?))
        } else {
            Some((None, self.place(part)?))
        }
    }

    fn player_test(&self, who: Who, pair: P<'_>) -> Option<TestKind> {
        Some(match pair.as_rule() {
            Rule::concedes => TestKind::Concedes(who),
            Rule::no_move => TestKind::NoMove(who),
            Rule::has_moved => TestKind::HasMoved { who, not: denies(&pair) },
            Rule::player_seeds => {
                let mut parts = pair.into_inner();
                let part = parts.next()?;
                let (amount, kind) = match part.as_rule() {
                    Rule::some_seeds => (Amount::Some, None),
                    Rule::counted => self.counted(part)?,
                    _ => (self.amount(part)?, None),
                };
                let places = match parts.next() {
                    Some(place) => Some(self.one_place(place)?),
                    None => None,
                };
                TestKind::PlayerSeeds { who, amount, kind, places }
            }
            Rule::player_places => {
                let (how_many, place) = self.numbered_place(pair)?;
                TestKind::PlayerPlaces { who, how_many, place }
            }
            Rule::player_is => {
                let (not, name) = negation(pair.into_inner())?;
                let text = words(&name).strip_prefix("the ").unwrap_or(words(&name));
                let name = Name { text: text.to_string(), span: self.span(&name) };
                TestKind::PlayerIs { who, not, name }
            }
            _ => return None,
        })
    }

    fn name_is(&self, pair: P<'_>) -> Option<TestKind> {
        let mut parts = pair.into_inner();
        let name = self.name(&parts.next()?);
        let (not, rest) = negation(parts)?;
        let is = match rest.as_rule() {
            Rule::values => NameTest::Values(
                rest.into_inner().map(|v| self.value(v)).collect::<Option<Vec<_>>>()?,
            ),
            Rule::fixed_direction => NameTest::Dir(self.direction(rest)?),
            _ => NameTest::Amount(self.amount(rest)?),
        };
        Some(TestKind::NameIs { name, not, is })
    }

    pub(super) fn state_test(&self, pair: P<'_>) -> Option<StateTest> {
        Some(match pair.as_rule() {
            Rule::is_state => {
                let (not, state) = negation(pair.into_inner())?;
                StateTest::Is { not, state: self.state(state)? }
            }
            _ => {
                let not = words(&pair).starts_with("do");
                let counted = pair.into_inner().find(|p| p.as_rule() == Rule::counted)?;
                let (amount, kind) = self.counted(counted)?;
                StateTest::Holds { not, amount, kind }
            }
        })
    }

    fn state(&self, pair: P<'_>) -> Option<State> {
        Some(match words(&pair) {
            "empty" => State::Empty,
            "occupied" => State::Occupied,
            "open" => State::Open,
            "closed" => State::Closed,
            _ => State::Place(Box::new(self.place(first(pair)?)?)),
        })
    }

    fn fact(&self, pair: P<'_>) -> Option<Fact> {
        let not = denies(&pair);
        Some(match pair.as_rule() {
            Rule::has_captured => Fact::Captured { not },
            Rule::has_sown_in => {
                let (_, place) = negation(pair.into_inner())?;
                Fact::SownIn { not, place: self.place(place)? }
            }
            Rule::began_from => {
                let (_, place) = negation(pair.into_inner())?;
                Fact::BeganFrom { not, place: self.place(place)? }
            }
            Rule::goes => {
                let (_, dir) = negation(pair.into_inner())?;
                Fact::Is { not, dir: self.direction(dir)? }
            }
            _ => return None,
        })
    }

    pub(super) fn units(&self, pair: P<'_>) -> Option<Units> {
        let said = words(&pair);
        let laps = pair.as_rule() == Rule::laps;
        let unit = self.unit(&first(pair)?)?;
        Some(match said.split(' ').next()? {
            "every" if laps => Units::EveryLapOf(unit),
            "no" if laps => Units::NoLapOf(unit),
            "a" if laps => Units::SomeLapOf(unit),
            "the" if said.starts_with("the first") => Units::First(unit),
            "the" => Units::Last(unit),
            _ => Units::This(unit),
        })
    }
}

/// One condition as it is, several joined.
fn one_or(mut all: Vec<Cond>, join: fn(Vec<Cond>) -> Cond) -> Cond {
    match all.pop() {
        Some(only) if all.is_empty() => only,
        Some(last) => {
            all.push(last);
            join(all)
        }
        None => join(all),
    }
}

/// Whether a pair holds the word `not`.
fn denies(pair: &P<'_>) -> bool {
    pair.clone().into_inner().any(|p| p.as_rule() == Rule::not)
}

/// Takes `not` from the parts, and returns the part behind it.
fn negation<'p>(mut parts: impl Iterator<Item = P<'p>>) -> Option<(bool, P<'p>)> {
    let part = parts.next()?;
    if part.as_rule() == Rule::not { Some((true, parts.next()?)) } else { Some((false, part)) }
}
