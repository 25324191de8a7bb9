//! The board: places, their owners, and the seats of the players.

use super::ids::{PlaceId, PlaceSetBits, Seat};
use super::place::Side;

/// The board and the players around it.
#[derive(Clone, Debug)]
pub struct Board {
    /// Rows, counted from the first player's side.
    pub rows: u16,
    /// Holes in a row.
    pub columns: u16,
    /// The names of the rows from each player's side: as many as the rows (then seen across the
    /// whole board), or half as many (then each player has rows of these names). May be empty.
    pub row_names: Vec<String>,
    /// Holes first (row by row from the first player's side, each from that player's left), then
    /// each player's store, each player's hand, then the shared places.
    pub places: Vec<Place>,
    /// How many of the places are holes.
    pub holes: usize,
    /// The players in turn order.
    pub seats: Vec<SeatInfo>,
}

impl Board {
    /// Whether the number of seeds in a place is hidden from a player (`None`: from an onlooker).
    pub fn hides(&self, place: PlaceId, from: Option<Seat>) -> bool {
        let place = self.places.get(place.index()).filter(|place| place.hidden);
        place.is_some_and(|place| place.owner != from)
    }

    /// The holes opposite a hole: those of its column on the other side. The middle row of an odd
    /// number of rows is on neither side: its holes have no opposite holes, and are opposite no
    /// hole.
    pub fn opposite(&self, hole: PlaceId) -> PlaceSetBits {
        let of = |place: &Place| place.hole.and_then(|h| Some((h.column, self.far_half(h.row)?)));
        let Some((column, far)) = self.places.get(hole.index()).and_then(of) else {
            return PlaceSetBits::default();
        };
        let ids = (0..=u8::MAX).map(PlaceId);
        let across = ids.zip(&self.places).filter(|(_, p)| of(p) == Some((column, !far)));
        across.map(|(id, _)| id).collect()
    }

    /// Where each place lies, in the order of the places, when the board is turned half round: the first player's
    /// leftmost hole becomes the second player's leftmost hole. `None` if there are not two players, or if their
    /// sides are not alike.
    pub(crate) fn turned(&self) -> Option<Vec<PlaceId>> {
        let ids = || (0..=u8::MAX).map(PlaceId).zip(&self.places);
        let hole_at = |row: u16, column: u16| {
            ids().find(|(_, p)| p.hole == Some(Hole { row, column })).map(|(id, _)| id)
        };
        let turned_hole = |hole: Hole| {
            let row = (self.rows + 1).checked_sub(hole.row)?;
            hole_at(row, (self.columns + 1).checked_sub(hole.column)?)
        };
        let mut turned = Vec::with_capacity(self.places.len());
        for place in &self.places {
            let owner = match place.owner {
                Some(seat) => Some(self.opponent(seat)?),
                None => None,
            };
            let to = match place.hole {
                Some(hole) => turned_hole(hole)?,
                None => {
                    let beside =
                        place.adjacent_hole.and_then(|id| self.places.get(id.index())?.hole);
                    let beside = beside.and_then(turned_hole);
                    let alike = |other: &Place| {
                        let same = (other.kind, other.owner) == (place.kind, owner);
                        same && other.adjacent_hole == beside
                    };
                    ids().find(|(_, other)| alike(other)).map(|(id, _)| id)?
                }
            };
            if self.places.get(to.index())?.owner != owner {
                return None;
            }
            turned.push(to);
        }
        (self.seats.len() == 2).then_some(turned)
    }

    /// The next player in turn order.
    pub(crate) fn next_seat(&self, seat: Seat) -> Seat {
        Seat((seat.0 + 1) % self.seats.len() as u8)
    }

    /// The players in turn order, from one of them.
    pub(crate) fn seats_from(&self, first: Seat) -> impl Iterator<Item = Seat> + use<> {
        let n = self.seats.len() as u8;
        (0..n).map(move |i| Seat((first.0 + i) % n))
    }

    /// The other of two players; `None` if there are not two.
    pub(crate) fn opponent(&self, seat: Seat) -> Option<Seat> {
        (self.seats.len() == 2).then(|| Seat(1 - seat.0.min(1)))
    }

    /// The column of a hole counted from a player's left, from 1; 0 for other places.
    pub(crate) fn column_from_left(&self, place: PlaceId, seat: Seat) -> i64 {
        let Some(hole) = self.places.get(place.index()).and_then(|p| p.hole) else { return 0 };
        if self.seats[seat.index()].far_side {
            i64::from(self.columns + 1 - hole.column)
        } else {
            i64::from(hole.column)
        }
    }

    /// The row of a hole; `None` for other places.
    pub(crate) fn row_of(&self, place: PlaceId) -> Option<u16> {
        self.places.get(place.index()).and_then(|p| p.hole).map(|h| h.row)
    }

    /// A hole's number from a player's left; `None` for other places.
    pub(crate) fn number_of(&self, place: PlaceId, seat: Seat) -> Option<i64> {
        (place.index() < self.holes).then(|| self.column_from_left(place, seat))
    }

    /// Whether a hole is in a half of its row, as a player sees it.
    pub(crate) fn is_in_half(&self, place: PlaceId, side: Side, seat: Seat) -> bool {
        let columns = i64::from(self.columns);
        self.number_of(place, seat).is_some_and(|column| side.has_column(column, columns))
    }

    /// Whether a row is on the far side; `None`: in the middle.
    fn far_half(&self, row: u16) -> Option<bool> {
        let middle = self.rows % 2 == 1 && row == self.rows / 2 + 1;
        (!middle).then_some(row > self.rows / 2)
    }
}

/// A place.
#[derive(Clone, Debug)]
pub struct Place {
    /// As people write it: `a1`, `S`, `S-hand`, `goal`.
    pub id: String,
    /// What it is.
    pub kind: PlaceKind,
    /// The owner at the start.
    pub owner: Option<Seat>,
    /// The number of seeds is hidden from the other players.
    pub hidden: bool,
    /// Row and column, for holes.
    pub hole: Option<Hole>,
    /// For a store or a shared place: the hole next to it, if *board* gives one.
    pub adjacent_hole: Option<PlaceId>,
}

/// The position of a hole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hole {
    /// From 1, nearest the first player.
    pub row: u16,
    /// From 1, at the first player's left.
    pub column: u16,
}

/// The kind of a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlaceKind {
    /// A hole of the rows.
    Hole,
    /// A store that the description gives a player.
    Store,
    /// The place of a player's captured seeds if the description gives them no store.
    Captured,
    /// The hand of a player: seeds they keep.
    Hand,
    /// A place without an owner: a goal, a pot.
    Shared,
}

/// A player's seat.
#[derive(Clone, Debug)]
pub struct SeatInfo {
    /// `South`, `West` ...
    pub name: String,
    /// Their store, or the place of their captured seeds.
    pub store: PlaceId,
    /// Their hand.
    pub hand: PlaceId,
    /// They sit on the far side: their left is the first player's right.
    pub far_side: bool,
}
