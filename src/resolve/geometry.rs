//! The board as each seat sees it.

use crate::model::{Board, Hole, PlaceId, PlaceKind, PlaceSetBits, Seat, Side};

/// A board, with queries that do not depend on the position.
pub(super) struct Geometry {
    /// The board.
    pub board: Board,
}

impl Geometry {
    /// An empty board, until the real one is known.
    pub fn empty() -> Geometry {
        let board = Board {
            rows: 0,
            columns: 0,
            row_names: Vec::new(),
            places: Vec::new(),
            holes: 0,
            seats: Vec::new(),
        };
        Geometry { board }
    }

    /// Every seat.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        let many = u8::try_from(self.board.seats.len()).unwrap_or(u8::MAX);
        (0..many).map(Seat)
    }

    /// The other of two seats; `None` if there are not two.
    pub fn opponent(&self, seat: Seat) -> Option<Seat> {
        self.board.opponent(seat)
    }

    /// Every hole with its coordinates and its owner.
    pub fn holes(&self) -> impl Iterator<Item = (PlaceId, Hole, Option<Seat>)> + '_ {
        let ids = (0..=u8::MAX).map(PlaceId);
        ids.zip(&self.board.places)
            .filter_map(|(id, place)| place.hole.map(|hole| (id, hole, place.owner)))
    }

    /// All holes.
    pub fn all_holes(&self) -> PlaceSetBits {
        self.holes().map(|(id, ..)| id).collect()
    }

    /// All places.
    pub fn all_places(&self) -> PlaceSetBits {
        (0..=u8::MAX).map(PlaceId).zip(&self.board.places).map(|(id, _)| id).collect()
    }

    /// All places of some kinds.
    pub fn of_kinds(&self, kinds: &[PlaceKind]) -> PlaceSetBits {
        let places = (0..=u8::MAX).map(PlaceId).zip(&self.board.places);
        places.filter(|(_, place)| kinds.contains(&place.kind)).map(|(id, _)| id).collect()
    }

    /// The coordinates of a hole; `None` for other places.
    pub fn hole(&self, place: PlaceId) -> Option<Hole> {
        self.board.hole(place)
    }

    /// The owner of a place.
    pub fn owner(&self, place: PlaceId) -> Option<Seat> {
        self.board.places.get(place.index()).and_then(|place| place.owner)
    }

    /// The hole next to a store or shared place, if known.
    pub fn adjacent_hole(&self, place: PlaceId) -> Option<PlaceId> {
        self.board.places.get(place.index()).and_then(|place| place.adjacent_hole)
    }

    /// Puts a store or a shared place next to a hole.
    pub fn set_adjacent_hole(&mut self, place: PlaceId, hole: PlaceId) {
        if let Some(place) = self.board.places.get_mut(place.index()) {
            place.adjacent_hole = Some(hole);
        }
    }

    /// Whether a player sits at the far side.
    pub fn looks_from_far_side(&self, seat: Seat) -> bool {
        self.board.is_far(seat)
    }

    /// A hole's column from a player's left, from 1.
    pub fn column_seen(&self, seat: Seat, hole: Hole) -> u16 {
        if self.looks_from_far_side(seat) {
            self.board.columns + 1 - hole.column
        } else {
            hole.column
        }
    }

    /// A hole's row from a player's side, from 1.
    pub fn row_seen(&self, seat: Seat, hole: Hole) -> u16 {
        self.board.row_seen(seat, hole)
    }

    /// A hole's number from its owner's left, from 1; from the left of `seat` if nobody owns it.
    pub fn number(&self, place: PlaceId, seat: Seat) -> Option<u16> {
        let hole = self.hole(place)?;
        Some(self.column_seen(self.owner(place).unwrap_or(seat), hole))
    }

    /// The holes of a half, as their owners see it; holes without an owner as `seat` sees it.
    pub fn half(&self, side: Side, seat: Seat) -> PlaceSetBits {
        let columns = i64::from(self.board.columns);
        self.holes_where(|place, _, _| {
            self.number(place, seat).is_some_and(|column| side.has_column(column.into(), columns))
        })
    }

    /// The holes that pass a test.
    pub fn holes_where(&self, test: impl Fn(PlaceId, Hole, Option<Seat>) -> bool) -> PlaceSetBits {
        self.holes()
            .filter(|(id, hole, owner)| test(*id, *hole, *owner))
            .map(|(id, ..)| id)
            .collect()
    }
}

/// The number of places in a set.
pub(super) fn place_count(set: PlaceSetBits) -> usize {
    set.iter().count()
}

/// The letters of a column, from 1: `a` to `z`, then `aa`, `ab` ...
pub(super) fn letters(column: u16) -> String {
    let mut left = u32::from(column);
    let mut letters = Vec::new();
    while left > 0 {
        left -= 1;
        letters.push(char::from(b'a' + u8::try_from(left % 26).unwrap_or_default()));
        left /= 26;
    }
    letters.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::letters;

    #[test]
    fn columns_past_z_have_two_letters() {
        let written: Vec<String> = [1, 2, 26, 27, 28, 52, 53].into_iter().map(letters).collect();
        assert_eq!(written, ["a", "b", "z", "aa", "ab", "az", "ba"]);
    }
}
