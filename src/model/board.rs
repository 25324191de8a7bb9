//! Where seeds can be, and whose places they are.

use super::ids::{PlaceId, PlaceSetBits, Seat};

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
    /// Holes first (row by row from the first player's side, each from his left), then each
    /// player's store, each player's hand, then the shared places.
    pub places: Vec<Place>,
    /// How many of the places are holes.
    pub holes: usize,
    /// The players in the order of the turns.
    pub seats: Vec<SeatInfo>,
}

impl Board {
    /// Whether a player, or somebody who is none, may not see how many seeds a place holds.
    pub fn hides(&self, place: PlaceId, from: Option<Seat>) -> bool {
        let place = self.places.get(place.index()).filter(|place| place.hidden);
        place.is_some_and(|place| place.owner != from)
    }

    /// The holes opposite a hole: those of its column on the other side. Of an odd number of rows
    /// the middle one is on neither side: its holes have none, and are opposite no hole.
    pub fn opposite(&self, hole: PlaceId) -> PlaceSetBits {
        let of = |place: &Place| place.hole.and_then(|h| Some((h.column, self.far_half(h.row)?)));
        let Some((column, far)) = self.places.get(hole.index()).and_then(of) else {
            return PlaceSetBits::default();
        };
        let ids = (0..=u8::MAX).map(PlaceId);
        let across = ids.zip(&self.places).filter(|(_, p)| of(p) == Some((column, !far)));
        across.map(|(id, _)| id).collect()
    }

    /// Whether a row lies on the far side; `None`: in the middle.
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
    /// Whose it is at the start.
    pub owner: Option<Seat>,
    /// How many seeds it holds is hidden from the other players.
    pub hidden: bool,
    /// Row and column, for holes.
    pub hole: Option<Hole>,
    /// Of a store or a shared place: the hole that it lies beside, if it has a place on the board.
    pub adjacent_hole: Option<PlaceId>,
}

/// Where a hole lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hole {
    /// From 1, nearest the first player.
    pub row: u16,
    /// From 1, at the first player's left.
    pub column: u16,
}

/// What a place is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlaceKind {
    /// A hole of the rows.
    Hole,
    /// A store that the description gives a player.
    Store,
    /// Where a player's captured seeds are when the description gives him no store.
    Captured,
    /// What a player keeps in his hand.
    Hand,
    /// A place that nobody owns: a goal, a pot.
    Shared,
}

/// A player's seat.
#[derive(Clone, Debug)]
pub struct SeatInfo {
    /// `South`, `West` ...
    pub name: String,
    /// His store, or the place of his captured seeds.
    pub store: PlaceId,
    /// His hand.
    pub hand: PlaceId,
    /// He looks at the board from the far side: his left is the first player's right.
    pub far_side: bool,
}
