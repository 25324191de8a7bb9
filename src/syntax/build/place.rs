//! Places, numbers and amounts.

use super::{AstBuilder, P, first, words};
use crate::syntax::ast::*;
use crate::syntax::phrase::Rule;

impl AstBuilder<'_> {
    pub(super) fn places(&self, pair: P<'_>) -> Option<AstPlaces> {
        let span = self.span(&pair);
        let parts = pair.into_inner().map(|p| self.place(p)).collect::<Option<Vec<_>>>()?;
        Some(AstPlaces { parts, span })
    }

    pub(super) fn place(&self, pair: P<'_>) -> Option<AstPlace> {
        let span = self.span(&pair);
        let mut det = None;
        let mut adjs = Vec::new();
        let mut noun = None;
        let mut posts = Vec::new();
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::determiner => det = Some(self.determiner(part)?),
                Rule::adjective => adjs.push(self.adjective(part)?),
                Rule::post => posts.push(self.post(part)?),
                _ => noun = Some(self.noun(part)?),
            }
        }
        Some(AstPlace { det, adjs, noun: noun?, posts, span })
    }

    /// A single place, as a set of one.
    pub(super) fn place_as_set(&self, pair: P<'_>) -> Option<AstPlaces> {
        let place = self.place(pair)?;
        Some(AstPlaces { span: place.span, parts: vec![place] })
    }

    fn determiner(&self, pair: P<'_>) -> Option<AstDet> {
        let span = self.span(&pair);
        Some(match words(&pair) {
            "every" | "each" | "all" => AstDet::Every(span),
            "the" => AstDet::The(span),
            "a" | "an" => AstDet::A(span),
            "no" => AstDet::No(span),
            _ => {
                let count = first(pair)?.into_inner().next();
                AstDet::Any(count.map(|c| self.factor(c)).transpose_option()?, span)
            }
        })
    }

    pub(super) fn adjective(&self, pair: P<'_>) -> Option<Adj> {
        let span = self.span(&pair);
        let inner = first(pair)?;
        let which = match inner.as_rule() {
            Rule::edge => self.edge(inner)?,
            Rule::name_adjective => AdjKind::Name(self.name(&first(inner)?)),
            _ => match words(&inner) {
                "own" => AdjKind::Own,
                "opponent's" => AdjKind::Opponents,
                "winner's" => AdjKind::Winners,
                "loser's" => AdjKind::Losers,
                "open" => AdjKind::Open,
                "closed" => AdjKind::Closed,
                "occupied" => AdjKind::Occupied,
                "empty" => AdjKind::Empty,
                "opposite" => AdjKind::Opposite,
                "central" => AdjKind::Central,
                "next" => AdjKind::Next,
                "previous" => AdjKind::Previous,
                "other" => AdjKind::Other,
                "second" => AdjKind::Nth(2),
                "third" => AdjKind::Nth(3),
                "fourth" => AdjKind::Nth(4),
                _ => return None,
            },
        };
        Some(Adj { kind: which, span })
    }

    fn edge(&self, pair: P<'_>) -> Option<AdjKind> {
        let word = words(&pair).split(' ').next()?;
        let count = pair.into_inner().next().map(|c| self.factor(c)).transpose_option()?;
        Some(match word {
            "leftmost" => AdjKind::Leftmost(count),
            "rightmost" => AdjKind::Rightmost(count),
            "first" => AdjKind::First(count),
            _ => AdjKind::Last(count),
        })
    }

    fn noun(&self, pair: P<'_>) -> Option<Noun> {
        Some(match pair.as_rule() {
            Rule::it => Noun::It,
            Rule::origin => {
                Noun::Origin(pair.into_inner().next().map(|u| self.units(u)).transpose_option()?)
            }
            Rule::first_place => Noun::FirstPlace(self.units(first(pair)?)?),
            Rule::everything_left => Noun::Left,
            Rule::captured_seeds => Noun::Captured,
            Rule::sowing_hand => Noun::SowingHand,
            Rule::noun => {
                let inner = first(pair)?;
                match inner.as_rule() {
                    Rule::run => Noun::RunOf(self.run(inner)?),
                    Rule::name => Noun::Name(self.name(&inner)),
                    _ => match words(&inner) {
                        "hole" | "holes" => Noun::Hole,
                        "store" | "stores" => Noun::Store,
                        "hand" | "hands" => Noun::Hand,
                        "row" | "rows" => Noun::Row,
                        "place" | "places" => Noun::Place,
                        _ => return None,
                    },
                }
            }
            _ => return None,
        })
    }

    fn run(&self, pair: P<'_>) -> Option<Vec<Adj>> {
        pair.into_inner()
            .map(|part| match part.as_rule() {
                Rule::adjective => self.adjective(part),
                _ => Some(Adj { kind: AdjKind::Name(self.name(&part)), span: self.span(&part) }),
            })
            .collect()
    }

    fn post(&self, pair: P<'_>) -> Option<PostModifier> {
        let span = self.span(&pair);
        let inner = first(pair)?;
        let text = words(&inner);
        let which = match inner.as_rule() {
            Rule::holding => {
                let (amount, kind) = self.amount_with_kind(first(inner)?)?;
                PostModifierKind::Holding(amount, kind)
            }
            Rule::relation => {
                let place = Box::new(self.place(first(inner)?)?);
                match text.split(' ').next()? {
                    "after" => PostModifierKind::After(place),
                    "before" => PostModifierKind::Before(place),
                    "beside" => PostModifierKind::Beside(place),
                    "opposite" => PostModifierKind::Opposite(place),
                    "numbered" => PostModifierKind::NumberedLike(place),
                    _ => PostModifierKind::NearestTo(place),
                }
            }
            Rule::except => PostModifierKind::Except(self.places(first(inner)?)?),
            Rule::whose => {
                let mut parts = inner.into_inner();
                let place = self.place(parts.next()?)?;
                let is = self.state_test(parts.next()?)?;
                PostModifierKind::Whose(Box::new(WhoseTest { place, test: is }))
            }
            Rule::offset => {
                let mut parts = inner.into_inner();
                let count = self.factor(parts.next()?)?;
                let side = self.side(&parts.next()?);
                let from = parts.next()?;
                let place = match from.as_rule() {
                    Rule::centre => None,
                    _ => Some(Box::new(self.place(from)?)),
                };
                PostModifierKind::Offset(count, side, place)
            }
            Rule::half_side if text.contains("left") => PostModifierKind::Half(AstSide::Left),
            Rule::half_side => PostModifierKind::Half(AstSide::Right),
            Rule::sown_in => PostModifierKind::SownIn(self.unit(&first(inner)?)?),
            Rule::from_side => PostModifierKind::From(self.side(&first(inner)?)),
            Rule::of_player => PostModifierKind::Of(self.player_ref(first(inner)?)?),
            _ => return None,
        };
        Some(PostModifier { kind: which, span })
    }

    /// An amount, and the kind of seeds that it counts.
    pub(super) fn amount_with_kind(&self, pair: P<'_>) -> Option<(AstAmount, Option<Name>)> {
        let mut parts = pair.into_inner();
        let part = parts.next()?;
        if part.as_rule() == Rule::no_kind {
            return Some((AstAmount::None, Some(self.seed_kind(first(part)?)?)));
        }
        Some((self.amount(part)?, self.optional_seed_kind(parts.next())?))
    }

    /// The name of a kind of seeds.
    pub(super) fn seed_kind(&self, pair: P<'_>) -> Option<Name> {
        Some(self.name(&first(pair)?))
    }

    /// The name of a kind of seeds, where it is optional.
    pub(super) fn optional_seed_kind(&self, pair: Option<P<'_>>) -> Option<Option<Name>> {
        pair.map(|pair| self.seed_kind(pair)).transpose_option()
    }

    pub(super) fn amount(&self, pair: P<'_>) -> Option<AstAmount> {
        let inner = first(pair)?;
        let text = words(&inner);
        Some(match inner.as_rule() {
            Rule::none => AstAmount::None,
            Rule::some => AstAmount::Some,
            Rule::parity => {
                let even = text.starts_with("an even");
                let mut parts = inner.into_inner();
                let span = match (parts.next(), parts.next()) {
                    (Some(a), Some(b)) => Some((self.count(a)?, self.count(b)?)),
                    _ => None,
                };
                if even { AstAmount::Even(span) } else { AstAmount::Odd(span) }
            }
            Rule::more_than => AstAmount::MoreThan(self.count(first(inner)?)?),
            Rule::fewer_than => AstAmount::FewerThan(self.count(first(inner)?)?),
            Rule::between => {
                let mut parts = inner.into_inner();
                AstAmount::Between(self.count(parts.next()?)?, self.count(parts.next()?)?)
            }
            Rule::listed => self.number_list(inner)?,
            _ => return None,
        })
    }

    /// A number, optionally with `or more`, `or fewer`, or further numbers.
    pub(super) fn number_list(&self, pair: P<'_>) -> Option<AstAmount> {
        let mut counts = Vec::new();
        let mut more = false;
        let mut fewer = false;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::or_more => more = true,
                Rule::or_fewer => fewer = true,
                _ => counts.push(self.factor(part)?),
            }
        }
        Some(match (more, fewer) {
            (true, _) => AstAmount::OrMore(counts.into_iter().next()?),
            (_, true) => AstAmount::OrFewer(counts.into_iter().next()?),
            _ => AstAmount::OneOf(counts),
        })
    }

    /// The number of places in `there are` and `the player has`.
    pub(super) fn how_many(&self, pair: P<'_>) -> Option<AstAmount> {
        if words(&pair) == "no" { Some(AstAmount::None) } else { self.number_list(pair) }
    }

    pub(super) fn count(&self, pair: P<'_>) -> Option<AstCount> {
        let mut parts = pair.into_inner();
        let mut sum = self.term(parts.next()?)?;
        while let Some(sign) = parts.next() {
            let right = Box::new(self.term(parts.next()?)?);
            sum = match sign.as_rule() {
                Rule::plus => AstCount::Add(Box::new(sum), right),
                _ => AstCount::Sub(Box::new(sum), right),
            };
        }
        Some(sum)
    }

    fn term(&self, pair: P<'_>) -> Option<AstCount> {
        let mut parts = pair.into_inner();
        let mut product = self.factor(parts.next()?)?;
        for part in parts {
            product = AstCount::Mul(Box::new(product), Box::new(self.factor(part)?));
        }
        Some(product)
    }

    /// A number, a name, a fraction of a number, or a calculation.
    pub(super) fn factor(&self, pair: P<'_>) -> Option<AstCount> {
        Some(match pair.as_rule() {
            Rule::number => {
                let (number, span) = self.number(&pair)?;
                AstCount::Number(number, span)
            }
            Rule::name => AstCount::Name(self.name(&pair)),
            Rule::seeds_in => {
                let mut parts = pair.into_inner();
                let part = parts.next()?;
                match part.as_rule() {
                    Rule::worth => AstCount::WorthIn(self.place_as_set(parts.next()?)?),
                    _ => AstCount::SeedsIn(self.place_as_set(part)?),
                }
            }
            Rule::fraction => {
                let parts = match words(&pair).split(' ').nth(1)? {
                    "third" => 3,
                    "quarter" => 4,
                    "eighth" => 8,
                    _ => 2,
                };
                AstCount::Fraction(1, parts, Box::new(self.factor(first(pair)?)?))
            }
            Rule::count => self.count(pair)?,
            _ => return None,
        })
    }
}

/// `Option<Option<T>>` where the outer `None` is an absent part: turned inside out, so that `?` works on
/// a part that is there and cannot be built.
trait TransposeOption<T> {
    fn transpose_option(self) -> Option<Option<T>>;
}

impl<T> TransposeOption<T> for Option<Option<T>> {
    fn transpose_option(self) -> Option<Option<T>> {
        match self {
            None => Some(None),
            Some(None) => None,
            Some(some) => Some(some),
        }
    }
}
