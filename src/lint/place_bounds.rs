//! Upper bounds on the places that a phrase can select on a board, for any actor.

use super::static_facts::{StaticFacts, passes};
use crate::model::walk::VisitContext;
use crate::model::{
    Base, Count, Deed, Filter, Model, Pick, PlaceId, PlaceKind, PlacePhrase, PlaceSetBits, Places,
    PlayerRef, Seat, Side,
};
use crate::order;

/// What phrases can select in a game.
pub struct Extents<'m> {
    facts: &'m StaticFacts<'m>,
    /// Some deed closes holes.
    closes: bool,
    seeds: i64,
}

/// An upper bound on the places of a phrase; `None`: no bound is known.
type PlaceBound = Option<PlaceSetBits>;

impl<'m> Extents<'m> {
    /// For a game.
    pub fn new(facts: &'m StaticFacts<'m>) -> Extents<'m> {
        struct ClosesHoles(bool);
        impl crate::model::walk::Visit for ClosesHoles {
            fn deed(&mut self, _: VisitContext, deed: &Deed) {
                self.0 |= matches!(deed, Deed::Close(_));
            }
        }
        let mut closes = ClosesHoles(false);
        crate::model::walk::model(facts.model(), &mut closes);
        Extents { facts, closes: closes.0, seeds: seeds(facts.model()) }
    }

    /// An upper bound on the places of a phrase, for any actor; `None`: no bound is known.
    pub fn places(&self, phrase: &PlacePhrase, here: VisitContext) -> Option<PlaceSetBits> {
        let mut seats = (0..self.facts.model().seats()).map(|i| Seat(i as u8));
        seats.try_fold(PlaceSetBits::default(), |all, seat| {
            Some(all.union(self.bound(phrase, seat, here)?))
        })
    }

    /// Whether a phrase selects no place, for any actor.
    pub fn is_empty(&self, phrase: &PlacePhrase, here: VisitContext) -> bool {
        let seats = (0..self.facts.model().seats()).map(|i| Seat(i as u8));
        let nothing = |seat: Seat| {
            let most = self.bound(phrase, seat, here);
            let most = if here.fall {
                let sower = (!here.other_actor).then_some(seat);
                let sown = self.facts.sown_by(sower, here.stage).into_iter().collect();
                Some(most.map_or(sown, |most| both(most, sown)))
            } else {
                most
            };
            most.is_some_and(|most| most.is_empty())
        };
        let mut seats = seats.peekable();
        seats.peek().is_some() && (!self.can_hold(&phrase.filters) || seats.all(nothing))
    }

    /// Whether a place can satisfy the filters on its seeds and on being open or closed.
    fn can_hold(&self, filters: &[Filter]) -> bool {
        let closed = filters.iter().any(|f| matches!(f, Filter::Closed));
        let open = filters.iter().any(|f| matches!(f, Filter::Open));
        if closed && (open || !self.closes) {
            return false;
        }
        let mut numbers = order::set([0, 1, 2, 3, self.seeds]);
        for filter in filters {
            if let Filter::Holding(amount) = filter {
                for count in crate::model::walk::numbers(amount) {
                    let Count::Fixed(n) = count else { continue };
                    numbers.extend(n.saturating_sub(2)..=n.saturating_add(2));
                }
            }
        }
        let mut possible = numbers.into_iter().filter(|n| (0..=self.seeds).contains(n));
        possible.any(|n| filters.iter().all(|filter| can_pass(n, filter)))
    }

    fn bound(&self, phrase: &PlacePhrase, seat: Seat, here: VisitContext) -> PlaceBound {
        let mut most = self.base(phrase, seat, here);
        for filter in &phrase.filters {
            most = self.filtered(most, filter, seat, here);
        }
        match &phrase.pick {
            Some(pick) => self.picked(most?, pick, seat, here),
            None => most,
        }
    }

    fn base(&self, phrase: &PlacePhrase, seat: Seat, here: VisitContext) -> PlaceBound {
        let board = &self.facts.model().board;
        let of = |so: &dyn Fn(PlaceId) -> bool| {
            Some((0..board.places.len()).map(|i| PlaceId(i as u8)).filter(|p| so(*p)).collect())
        };
        let place = |p: PlaceId| board.places.get(p.index());
        let held = |who: Option<PlayerRef>, kinds: &[PlaceKind]| {
            let owner = who.and_then(|who| self.facts.seat(who, seat));
            of(&|p| {
                place(p).is_some_and(|place| {
                    kinds.contains(&place.kind) && (owner.is_none() || place.owner == owner)
                })
            })
        };
        match &phrase.base {
            Base::Holes => of(&|p| p.index() < board.holes),
            Base::WayPlaces => Some(self.on_the_way(here, false)),
            Base::Fixed(set) => Some(*set),
            Base::Store(who) => held(*who, &[PlaceKind::Store, PlaceKind::Captured]),
            Base::Hand(who) => held(*who, &[PlaceKind::Hand]),
            Base::Along { holes_only, .. } => Some(self.on_the_way(here, *holes_only)),
            Base::Run { .. } => Some(self.on_the_way(here, true)),
            Base::Union(places) => self.union(places, seat, here),
            Base::It
            | Base::Candidate
            | Base::Origin(_)
            | Base::FirstPlace(_)
            | Base::Left
            | Base::Captured
            | Base::SowingHand
            | Base::Note(..) => None,
        }
    }

    /// The places on any way: neighbours are looked up on all of them.
    fn on_the_way(&self, here: VisitContext, holes_only: bool) -> PlaceSetBits {
        let holes = self.facts.model().board.holes;
        let places = self.facts.sown_by(None, here.stage);
        places.into_iter().filter(|p| !holes_only || p.index() < holes).collect()
    }

    fn union(&self, places: &Places, seat: Seat, here: VisitContext) -> PlaceBound {
        places.parts.iter().try_fold(PlaceSetBits::default(), |all, part| {
            let most = if self.can_hold(&part.filters) {
                self.bound(part, seat, here)?
            } else {
                PlaceSetBits::default()
            };
            Some(all.iter().chain(most.iter()).collect())
        })
    }

    fn filtered(
        &self,
        most: PlaceBound,
        filter: &Filter,
        seat: Seat,
        here: VisitContext,
    ) -> PlaceBound {
        let board = &self.facts.model().board;
        let kept = |so: &dyn Fn(PlaceId) -> bool| -> PlaceBound {
            Some(most?.iter().filter(|p| so(*p)).collect())
        };
        match filter {
            Filter::Owner(who) if !self.facts.owners_change() => {
                let owner = self.facts.seat(*who, seat);
                kept(&|p| {
                    let owns = board.places.get(p.index()).and_then(|place| place.owner);
                    owns.is_some() && (owner.is_none() || owns == owner)
                })
            }
            Filter::FixedFor(who, sets) => match self.facts.seat(*who, seat) {
                Some(seat) => {
                    let set = sets.get(seat.index()).copied().unwrap_or_default();
                    Some(most.map_or(set, |most| both(most, set)))
                }
                None => most,
            },
            Filter::Half(side, who) if !self.facts.owners_change() => {
                let player = self.facts.seat(*who, seat);
                let columns = i64::from(board.columns);
                kept(&|p| {
                    let owner = board.places.get(p.index()).and_then(|place| place.owner);
                    let seen = owner.or(player).map(|seat| self.column(p, seat));
                    seen.is_none_or(|column| {
                        column.is_some_and(|column| side.has_column(column, columns))
                    })
                })
            }
            Filter::Opposite(of) => match self.bound(of, seat, here) {
                Some(of) => kept(&|p| of.iter().any(|q| board.opposite(q).contains(p))),
                None => most,
            },
            Filter::Among(places) => match (self.union(places, seat, here), most) {
                (Some(among), Some(most)) => Some(both(most, among)),
                (Some(among), None) => Some(among),
                (None, most) => most,
            },
            Filter::Owner(_)
            | Filter::Half(..)
            | Filter::Open
            | Filter::Closed
            | Filter::Occupied
            | Filter::Empty
            | Filter::Holding(_)
            | Filter::HoldingKind(..)
            | Filter::Marked(..)
            | Filter::NumberedLike(_)
            | Filter::Beside(_)
            | Filter::Whose(..)
            | Filter::Except(_)
            | Filter::SownIn(_)
            | Filter::Not(_) => most,
        }
    }

    fn picked(
        &self,
        most: PlaceSetBits,
        pick: &Pick,
        seat: Seat,
        here: VisitContext,
    ) -> PlaceBound {
        let column = |p: PlaceId, seat: Seat| self.column(p, seat);
        match pick {
            Pick::Outermost(_, Count::Fixed(n), _) | Pick::First(Count::Fixed(n)) if *n < 1 => {
                Some(PlaceSetBits::default())
            }
            Pick::NthFrom(_, Count::Fixed(n), _) => {
                let columns = order::set(most.iter().map(|p| column(p, seat)));
                let there = usize::try_from(*n).is_ok_and(|n| (1..=columns.len()).contains(&n));
                Some(if there { most } else { PlaceSetBits::default() })
            }
            Pick::Offset(Count::Fixed(n), side, of, who) => {
                let (Some(of), Some(seat)) =
                    (self.bound(of, seat, here), self.facts.seat(*who, seat))
                else {
                    return Some(most);
                };
                let by = if *side == Side::Right { *n } else { -n };
                let reached = |p: PlaceId| {
                    of.iter().any(|q| {
                        self.row(p) == self.row(q)
                            && column(p, seat)
                                .zip(column(q, seat))
                                .is_some_and(|(a, b)| a == b + by)
                    })
                };
                Some(most.iter().filter(|p| reached(*p)).collect())
            }
            Pick::Outermost(..)
            | Pick::NthFrom(..)
            | Pick::Central
            | Pick::First(_)
            | Pick::Last(_)
            | Pick::NearestTo(_)
            | Pick::OtherThan(_)
            | Pick::Offset(..) => Some(most),
        }
    }

    fn row(&self, place: PlaceId) -> Option<u16> {
        self.facts.model().board.places.get(place.index())?.hole.map(|hole| hole.row)
    }

    /// The column as a player sees it.
    fn column(&self, place: PlaceId, seat: Seat) -> Option<i64> {
        let board = &self.facts.model().board;
        let column = board.places.get(place.index())?.hole?.column;
        let far = board.seats.get(seat.index())?.far_side;
        Some(i64::from(if far { board.columns + 1 - column } else { column }))
    }
}

fn both(a: PlaceSetBits, b: PlaceSetBits) -> PlaceSetBits {
    a.iter().filter(|p| b.contains(*p)).collect()
}

/// The total number of seeds of a game.
pub fn seeds(model: &Model) -> i64 {
    model.start.iter().map(|(_, _, n)| i64::from(*n)).sum()
}

/// Whether a place with `n` seeds can satisfy a filter, as far as it asks for seeds.
pub fn can_pass(n: i64, filter: &Filter) -> bool {
    match filter {
        Filter::Occupied => n > 0,
        Filter::Empty => n == 0,
        Filter::Holding(amount) => passes(n, amount).unwrap_or(true),
        Filter::Owner(_)
        | Filter::Open
        | Filter::Closed
        | Filter::HoldingKind(..)
        | Filter::FixedFor(..)
        | Filter::Marked(..)
        | Filter::Opposite(_)
        | Filter::Half(..)
        | Filter::NumberedLike(_)
        | Filter::Beside(_)
        | Filter::Whose(..)
        | Filter::Except(_)
        | Filter::Among(_)
        | Filter::SownIn(_)
        | Filter::Not(_) => true,
    }
}
