//! Static analysis of a place phrase: which places it can mean, whether that is certain, and how many
//! they are at most.

use super::geometry::{Geometry, place_count};
use crate::model::{
    Base, Count, Filter, Pick, PlaceId, PlaceKind, PlacePhrase, PlaceSetBits, Places, PlayerRef,
    Seat, Side,
};
use std::collections::BTreeMap;

/// The places that a phrase can mean.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    /// A superset of the places of the phrase.
    pub set: PlaceSetBits,
    /// The phrase means exactly `set`.
    pub exact: bool,
    /// The greatest number of places.
    pub at_most: usize,
}

impl Extent {
    fn exactly(set: PlaceSetBits) -> Extent {
        Extent { set, exact: true, at_most: place_count(set) }
    }

    fn among(set: PlaceSetBits, at_most: usize) -> Extent {
        Extent { set, exact: false, at_most }
    }
}

impl Geometry {
    /// Whether a phrase can mean more than one place for some actor.
    pub fn can_be_several(&self, phrase: &PlacePhrase) -> bool {
        self.seats().any(|seat| self.extent(phrase, seat).at_most > 1)
    }

    /// The places of a phrase that does not depend on the position.
    pub fn fixed(&self, phrase: &PlacePhrase, actor: Seat) -> Option<PlaceSetBits> {
        let extent = self.extent(phrase, actor);
        extent.exact.then_some(extent.set)
    }

    /// The union of several phrases.
    pub fn extent_of_all(&self, places: &Places, actor: Seat) -> Extent {
        let nothing = Extent::exactly(PlaceSetBits::default());
        places.parts.iter().map(|part| self.extent(part, actor)).fold(nothing, |a, b| Extent {
            set: a.set.union(b.set),
            exact: a.exact && b.exact,
            at_most: a.at_most + b.at_most,
        })
    }

    /// The extent of a phrase for an actor.
    pub fn extent(&self, phrase: &PlacePhrase, actor: Seat) -> Extent {
        let mut extent = self.base(&phrase.base, actor);
        // Filters on a single hole come first, so that relations are computed for few holes.
        let (related, plain): (Vec<_>, Vec<_>) = phrase.filters.iter().partition(|filter| {
            matches!(filter, Filter::Opposite(_) | Filter::NumberedLike(_) | Filter::Beside(_))
        });
        for filter in plain.into_iter().chain(related) {
            extent = self.filtered(extent, filter, actor);
            extent.at_most = extent.at_most.min(place_count(extent.set));
        }
        match &phrase.pick {
            Some(pick) => self.picked(extent, pick, actor),
            None => extent,
        }
    }

    fn base(&self, base: &Base, actor: Seat) -> Extent {
        match base {
            Base::It
            | Base::Candidate
            | Base::Origin(_)
            | Base::FirstPlace(_)
            | Base::SowingHand
            | Base::Note(..)
            | Base::Along { .. } => Extent::among(self.all_places(), 1),
            Base::Left | Base::Captured => Extent::among(self.all_places(), usize::MAX),
            Base::Holes => Extent::exactly(self.all_holes()),
            Base::WayPlaces => Extent::among(self.all_places(), usize::MAX),
            Base::Fixed(set) => Extent::exactly(*set),
            Base::Store(whose) => {
                self.stores_or_hands(*whose, &[PlaceKind::Store, PlaceKind::Captured], actor)
            }
            Base::Hand(whose) => self.stores_or_hands(*whose, &[PlaceKind::Hand], actor),
            Base::Run { .. } => Extent::among(self.all_holes(), usize::MAX),
            Base::Union(places) => self.extent_of_all(places, actor),
        }
    }

    fn stores_or_hands(
        &self,
        whose: Option<PlayerRef>,
        kinds: &[PlaceKind],
        actor: Seat,
    ) -> Extent {
        let all = self.of_kinds(kinds);
        let Some(whose) = whose else { return Extent::exactly(all) };
        let (seat, sure) = self.seat(whose, actor);
        if sure {
            Extent::exactly(all.iter().filter(|place| self.owner(*place) == Some(seat)).collect())
        } else {
            Extent::among(all, 1)
        }
    }

    /// The seat, and whether it is certain; if not, the actor is used in place of it.
    fn seat(&self, who: PlayerRef, actor: Seat) -> (Seat, bool) {
        match who {
            PlayerRef::Actor => (actor, true),
            PlayerRef::Opponent => (self.opponent(actor).unwrap_or(actor), true),
            PlayerRef::Seat(seat) => (seat, true),
            PlayerRef::That
            | PlayerRef::Other
            | PlayerRef::Winner
            | PlayerRef::Loser
            | PlayerRef::Starter
            | PlayerRef::Second
            | PlayerRef::Next
            | PlayerRef::Owner => (actor, false),
        }
    }

    fn filtered(&self, extent: Extent, filter: &Filter, actor: Seat) -> Extent {
        let kept =
            |test: &dyn Fn(PlaceId) -> bool| extent.set.iter().filter(|p| test(*p)).collect();
        match filter {
            Filter::Owner(who) => {
                let (seat, sure) = self.seat(*who, actor);
                let set = kept(&|place| self.owner(place) == Some(seat));
                Extent { set, exact: extent.exact && sure, ..extent }
            }
            Filter::Open => extent,
            Filter::FixedFor(who, sets) => {
                let (seat, sure) = self.seat(*who, actor);
                let seen = sets.get(seat.index()).copied().unwrap_or_default();
                Extent { set: extent.set.intersection(seen), exact: extent.exact && sure, ..extent }
            }
            Filter::Opposite(reference) => {
                let reference = self.extent(reference, actor);
                self.related(extent, reference, |place| self.board.opposite(place))
            }
            Filter::Half(side, who) => {
                let (seat, sure) = self.seat(*who, actor);
                let half = self.half(*side, seat);
                let owned = half.iter().all(|place| self.owner(place).is_some());
                let exact = extent.exact && (sure || owned);
                Extent { set: extent.set.intersection(half), exact, ..extent }
            }
            Filter::NumberedLike(reference) => {
                let reference = self.extent(reference, actor);
                self.related(extent, reference, |place| {
                    let number = self.number(place, actor);
                    self.holes_where(|id, _, _| {
                        number.is_some() && self.number(id, actor) == number
                    })
                })
            }
            Filter::Beside(reference) => {
                let many = self.extent(reference, actor).at_most.saturating_mul(2);
                Extent::among(extent.set, extent.at_most.min(many))
            }
            Filter::Except(places) => {
                let except = self.extent_of_all(places, actor);
                if except.exact {
                    Extent { set: extent.set.without(except.set), ..extent }
                } else {
                    Extent { exact: false, ..extent }
                }
            }
            Filter::Among(places) => {
                let among = self.extent_of_all(places, actor);
                Extent {
                    set: extent.set.intersection(among.set),
                    exact: extent.exact && among.exact,
                    at_most: extent.at_most.min(among.at_most),
                }
            }
            Filter::Closed
            | Filter::Occupied
            | Filter::Empty
            | Filter::Holding(_)
            | Filter::HoldingKind(..)
            | Filter::Marked(..)
            | Filter::Whose(..)
            | Filter::SownIn(_)
            | Filter::Not(_) => Extent { exact: false, ..extent },
        }
    }

    /// Places in a relation to a reference.
    fn related(
        &self,
        extent: Extent,
        reference: Extent,
        related: impl Fn(PlaceId) -> PlaceSetBits,
    ) -> Extent {
        let each: Vec<PlaceSetBits> =
            reference.set.iter().map(|place| extent.set.intersection(related(place))).collect();
        let set = each.iter().copied().fold(PlaceSetBits::default(), PlaceSetBits::union);
        let most = each.iter().map(|set| place_count(*set)).max().unwrap_or_default();
        Extent {
            set,
            exact: extent.exact && reference.exact,
            at_most: extent.at_most.min(most.saturating_mul(reference.at_most)),
        }
    }

    fn picked(&self, extent: Extent, pick: &Pick, actor: Seat) -> Extent {
        let number = |count: &Count| match count {
            Count::Fixed(number) => usize::try_from(*number).unwrap_or_default(),
            _ => usize::MAX,
        };
        match pick {
            Pick::Outermost(side, count, who) => {
                let (seat, sure) = self.seat(*who, actor);
                let columns = self.columns(extent.set, seat, *side);
                if extent.exact && sure && number(count) != usize::MAX {
                    Extent::exactly(columns.into_iter().take(number(count)).flatten().collect())
                } else {
                    let tallest = columns.iter().map(Vec::len).max().unwrap_or_default();
                    let many = tallest.saturating_mul(number(count));
                    Extent::among(extent.set, extent.at_most.min(many))
                }
            }
            Pick::NthFrom(side, count, who) => {
                let (seat, sure) = self.seat(*who, actor);
                let rows = self.rows(extent.set, seat, *side);
                if extent.exact && sure && number(count) != usize::MAX {
                    let nth = number(count).saturating_sub(1);
                    Extent::exactly(rows.iter().filter_map(|row| row.get(nth).copied()).collect())
                } else {
                    Extent::among(extent.set, extent.at_most.min(rows.len()))
                }
            }
            Pick::Central => {
                let columns = self.columns(extent.set, actor, Side::Left);
                if extent.exact && (columns.is_empty() || columns.len() % 2 == 1) {
                    let middle = columns.get(columns.len() / 2).cloned().unwrap_or_default();
                    Extent::exactly(middle.into_iter().collect())
                } else {
                    let tallest = columns.iter().map(Vec::len).max().unwrap_or_default();
                    Extent::among(extent.set, extent.at_most.min(tallest))
                }
            }
            Pick::First(count) | Pick::Last(count) => {
                Extent::among(extent.set, extent.at_most.min(number(count)))
            }
            Pick::NearestTo(_) => Extent::among(extent.set, extent.at_most.min(1)),
            Pick::OtherThan(_) => Extent::among(extent.set, extent.at_most.saturating_sub(1)),
            Pick::Offset(count, side, reference, who) => {
                let reference = self.extent(reference, actor);
                let (seat, sure) = self.seat(*who, actor);
                match count {
                    Count::Fixed(count) if sure && extent.exact && reference.exact => {
                        self.offset(extent.set, reference.set, *count, *side, seat)
                    }
                    _ => Extent::among(extent.set, extent.at_most.min(reference.at_most)),
                }
            }
        }
    }

    /// The holes of a set `count` columns to a side of the first reference, in its row.
    fn offset(
        &self,
        set: PlaceSetBits,
        reference: PlaceSetBits,
        count: i64,
        side: Side,
        seat: Seat,
    ) -> Extent {
        let seen = |place| {
            self.hole(place).map(|hole| (hole.row, i64::from(self.column_seen(seat, hole))))
        };
        let by = if side == Side::Right { count } else { -count };
        let wanted = reference.iter().next().and_then(seen).map(|(row, column)| (row, column + by));
        let reached = set.iter().filter(|place| wanted.is_some() && seen(*place) == wanted);
        Extent::exactly(reached.collect())
    }

    /// The holes of a set by column, from one side of a player to the other.
    pub fn columns(&self, set: PlaceSetBits, seat: Seat, side: Side) -> Vec<Vec<PlaceId>> {
        let mut columns: BTreeMap<u16, Vec<PlaceId>> = BTreeMap::new();
        for place in set.iter() {
            if let Some(hole) = self.hole(place) {
                columns.entry(self.column_seen(seat, hole)).or_default().push(place);
            }
        }
        let mut columns: Vec<Vec<PlaceId>> = columns.into_values().collect();
        if side == Side::Right {
            columns.reverse();
        }
        columns
    }

    /// The holes of a set by row, each row from one side of a player to the other.
    pub fn rows(&self, set: PlaceSetBits, seat: Seat, side: Side) -> Vec<Vec<PlaceId>> {
        let mut rows: BTreeMap<u16, Vec<PlaceId>> = BTreeMap::new();
        for place in self.columns(set, seat, side).into_iter().flatten() {
            if let Some(hole) = self.hole(place) {
                rows.entry(self.row_seen(seat, hole)).or_default().push(place);
            }
        }
        rows.into_values().collect()
    }
}
