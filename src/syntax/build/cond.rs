//! Conditions.

use super::{AstBuilder, P, first, words};
use crate::syntax::ast::*;
use crate::syntax::phrase::Rule;

impl AstBuilder<'_> {
    pub(super) fn cond(&self, pair: P<'_>) -> Option<AstCond> {
        let all = pair.into_inner().map(|p| self.conjunction(p)).collect::<Option<Vec<_>>>()?;
        Some(join_unless_single(all, AstCond::Or))
    }

    fn conjunction(&self, pair: P<'_>) -> Option<AstCond> {
        let all = pair.into_inner().map(|p| self.single_test(p)).collect::<Option<Vec<_>>>()?;
        Some(join_unless_single(all, AstCond::And))
    }

    fn single_test(&self, pair: P<'_>) -> Option<AstCond> {
        if pair.as_rule() == Rule::not_so {
            return Some(AstCond::Not(Box::new(self.single_test(first(pair)?)?)));
        }
        let span = self.span(&pair);
        let test = self.test_kind(pair)?;
        Some(AstCond::Test(Box::new(CondTest { test, span })))
    }

    fn test_kind(&self, pair: P<'_>) -> Option<CondTestKind> {
        Some(match pair.as_rule() {
            Rule::this_is_first => CondTestKind::ThisIsFirst(self.unit(&first(pair)?)?),
            Rule::fact => {
                let mut parts = pair.into_inner();
                let of = self.units(parts.next()?)?;
                CondTestKind::Fact { of, fact: self.fact(parts.next()?)? }
            }
            Rule::position_returns => {
                let third = pair.into_inner().next().is_some();
                CondTestKind::PositionReturns { times: if third { 3 } else { 2 } }
            }
            Rule::never_ends => CondTestKind::NeverEnds,
            Rule::drawn => CondTestKind::Drawn,
            Rule::agreed => CondTestKind::Agreed,
            Rule::seed_before => CondTestKind::SeedBeforeFellIn(self.place(first(pair)?)?),
            Rule::falls_in => {
                let mut parts = pair.into_inner();
                let part = parts.next()?;
                match part.as_rule() {
                    Rule::seed_kind => {
                        let kind = self.seed_kind(part)?;
                        CondTestKind::FallsIn(self.place(parts.next()?)?, Some(kind))
                    }
                    _ => CondTestKind::FallsIn(self.place(part)?, None),
                }
            }
            Rule::makes_amount => CondTestKind::MakesAmount(self.amount(first(pair)?)?),
            Rule::makes_place => CondTestKind::Makes(self.place(first(pair)?)?),
            Rule::there_is => {
                let (how_many, place) = self.numbered_place(pair)?;
                CondTestKind::ThereIs { how_many, place }
            }
            Rule::player_test => {
                let mut parts = pair.into_inner();
                let who = self.player_ref(parts.next()?)?;
                self.player_test(who, parts.next()?)?
            }
            Rule::seeds_left => {
                let (amount, kind) = self.amount_with_kind(first(pair)?)?;
                CondTestKind::SeedsLeft(amount, kind)
            }
            Rule::name_is => self.name_is(pair)?,
            Rule::place_test => {
                let mut parts = pair.into_inner();
                let place = self.place(parts.next()?)?;
                CondTestKind::Place(place, self.state_test(parts.next()?)?)
            }
            Rule::count_is => {
                let mut parts = pair.into_inner();
                let count = self.count(parts.next()?)?;
                let (not, rest) = negation(parts)?;
                CondTestKind::CountIs { count, not, amount: self.amount(rest)? }
            }
            Rule::name_test => CondTestKind::Name(self.name(&first(pair)?)),
            _ => return None,
        })
    }

    /// A place phrase, and the number of places, if one is given.
    fn numbered_place(&self, pair: P<'_>) -> Option<(Option<AstAmount>, AstPlace)> {
        let mut parts = pair.into_inner();
        let part = parts.next()?;
        if part.as_rule() == Rule::how_many {
            let how_many = self.how_many(part)?;
            Some((Some(how_many), self.place(parts.next()?)?))
        } else {
            Some((None, self.place(part)?))
        }
    }

    fn player_test(&self, who: AstPlayerRef, pair: P<'_>) -> Option<CondTestKind> {
        Some(match pair.as_rule() {
            Rule::concedes => CondTestKind::Concedes(who),
            Rule::no_move => CondTestKind::NoMove(who),
            Rule::has_moved => CondTestKind::HasMoved { who, not: is_negated(&pair) },
            Rule::player_seeds => {
                let mut parts = pair.into_inner();
                let part = parts.next()?;
                let (amount, kind) = match part.as_rule() {
                    Rule::some_seeds => (AstAmount::Some, None),
                    Rule::counted => self.amount_with_kind(part)?,
                    _ => (self.amount(part)?, None),
                };
                let places = match parts.next() {
                    Some(place) => Some(self.place_as_set(place)?),
                    None => None,
                };
                CondTestKind::PlayerSeeds { who, amount, kind, places }
            }
            Rule::player_places => {
                let (how_many, place) = self.numbered_place(pair)?;
                CondTestKind::PlayerPlaces { who, how_many, place }
            }
            Rule::player_is => {
                let (not, name) = negation(pair.into_inner())?;
                let text = words(&name).strip_prefix("the ").unwrap_or(words(&name));
                let name = Name { text: text.to_string(), span: self.span(&name) };
                CondTestKind::PlayerIs { who, not, name }
            }
            _ => return None,
        })
    }

    fn name_is(&self, pair: P<'_>) -> Option<CondTestKind> {
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
        Some(CondTestKind::NameIs { name, not, test: is })
    }

    pub(super) fn state_test(&self, pair: P<'_>) -> Option<AstStateTest> {
        Some(match pair.as_rule() {
            Rule::is_state => {
                let (not, state) = negation(pair.into_inner())?;
                AstStateTest::Is { not, state: self.state(state)? }
            }
            _ => {
                let not = words(&pair).starts_with("do");
                let counted = pair.into_inner().find(|p| p.as_rule() == Rule::counted)?;
                let (amount, kind) = self.amount_with_kind(counted)?;
                AstStateTest::Holds { not, amount, kind }
            }
        })
    }

    fn state(&self, pair: P<'_>) -> Option<AstState> {
        Some(match words(&pair) {
            "empty" => AstState::Empty,
            "occupied" => AstState::Occupied,
            "open" => AstState::Open,
            "closed" => AstState::Closed,
            _ => AstState::Place(Box::new(self.place(first(pair)?)?)),
        })
    }

    fn fact(&self, pair: P<'_>) -> Option<AstFact> {
        let not = is_negated(&pair);
        Some(match pair.as_rule() {
            Rule::has_captured => AstFact::Captured { not },
            Rule::has_sown_in => {
                let (_, place) = negation(pair.into_inner())?;
                AstFact::SownIn { not, place: self.place(place)? }
            }
            Rule::began_from => {
                let (_, place) = negation(pair.into_inner())?;
                AstFact::BeganFrom { not, place: self.place(place)? }
            }
            Rule::goes => {
                let (_, dir) = negation(pair.into_inner())?;
                AstFact::Is { not, dir: self.direction(dir)? }
            }
            _ => return None,
        })
    }

    pub(super) fn units(&self, pair: P<'_>) -> Option<AstUnitRef> {
        let text = words(&pair);
        let laps = pair.as_rule() == Rule::laps;
        let unit = self.unit(&first(pair)?)?;
        Some(match text.split(' ').next()? {
            "every" if laps => AstUnitRef::EveryLapOf(unit),
            "no" if laps => AstUnitRef::NoLapOf(unit),
            "a" if laps => AstUnitRef::SomeLapOf(unit),
            "the" if text.starts_with("the first") => AstUnitRef::First(unit),
            "the" => AstUnitRef::Last(unit),
            _ => AstUnitRef::This(unit),
        })
    }
}

/// A single condition unchanged; several joined by `join`.
fn join_unless_single(mut all: Vec<AstCond>, join: fn(Vec<AstCond>) -> AstCond) -> AstCond {
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
fn is_negated(pair: &P<'_>) -> bool {
    pair.clone().into_inner().any(|p| p.as_rule() == Rule::not)
}

/// Takes an optional `not` from the parts: whether there was one, and the part after it.
fn negation<'p>(mut parts: impl Iterator<Item = P<'p>>) -> Option<(bool, P<'p>)> {
    let part = parts.next()?;
    if part.as_rule() == Rule::not { Some((true, parts.next()?)) } else { Some((false, part)) }
}
