//! Upper bounds on the places that a phrase can select on a board, for any actor.

use super::static_facts::{StaticFacts, seeds};
use crate::eval::{Domain, MayContext};
use crate::model::walk::VisitContext;
use crate::model::{Base, Count, Filter, PlacePhrase, PlaceSetBits, Seat};
use crate::order;

/// What phrases can select in a game.
pub struct Extents<'m> {
    facts: &'m StaticFacts<'m>,
    seeds: i64,
}

impl<'m> Extents<'m> {
    /// For a game.
    pub fn new(facts: &'m StaticFacts<'m>) -> Extents<'m> {
        Extents { facts, seeds: seeds(facts.model()) }
    }

    /// An upper bound on the places of a phrase, for any actor.
    pub fn places(&self, phrase: &PlacePhrase, here: VisitContext) -> PlaceSetBits {
        let each = self.facts.seats().map(|seat| self.bound(phrase, seat, here));
        each.fold(PlaceSetBits::default(), PlaceSetBits::union)
    }

    /// Whether a phrase selects no place, for any actor.
    pub fn is_empty(&self, phrase: &PlacePhrase, here: VisitContext) -> bool {
        let nothing = |seat: Seat| {
            let mut most = self.bound(phrase, seat, here);
            if here.fall {
                let sower = (!here.other_actor).then_some(seat);
                most = most.intersection(self.facts.sown_by(sower, here.stage));
            }
            most.is_empty()
        };
        let mut seats = self.facts.seats().peekable();
        seats.peek().is_some() && (!self.can_hold(phrase) || seats.all(nothing))
    }

    /// Whether a place can satisfy the filters on its seeds and on being open or closed.
    fn can_hold(&self, phrase: &PlacePhrase) -> bool {
        if let Base::Union(places) = &phrase.base
            && !places.parts.iter().any(|part| self.can_hold(part))
        {
            return false;
        }
        let filters = &phrase.filters;
        let closed = filters.iter().any(|f| matches!(f, Filter::Closed));
        let open = filters.iter().any(|f| matches!(f, Filter::Open));
        if closed && (open || !self.facts.holes_close()) {
            return false;
        }
        let mut numbers = order::set([0, 1, 2, 3, self.seeds]);
        for amount in filters.iter().filter_map(Filter::amount) {
            for count in crate::model::walk::numbers(&amount) {
                let Count::Fixed(n) = count else { continue };
                numbers.extend(n.saturating_sub(2)..=n.saturating_add(2));
            }
        }
        let mut possible = numbers.into_iter().filter(|n| (0..=self.seeds).contains(n));
        possible.any(|n| filters.iter().all(|filter| self.facts.can_pass(n, filter)))
    }

    fn bound(&self, phrase: &PlacePhrase, seat: Seat, here: VisitContext) -> PlaceSetBits {
        let may = self.facts.may(here.stage);
        may.places(phrase, MayContext::of(seat)).map_or_else(|_| may.everywhere(), |m| m.possibly)
    }
}
