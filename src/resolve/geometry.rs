//! The board as its players see it.

use crate::model::{Board, Hole, PlaceId, PlaceKind, PlaceSetBits, Seat, Side};

/// A board, with the questions that do not depend on the position.
pub(super) struct Geometry {
    /// The board.
    pub board: Board,
}

impl Geometry {
    /// A board without anything, until the real one is known.
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

    /// The only other seat of two.
    pub fn opponent(&self, seat: Seat) -> Option<Seat> {
        (self.board.seats.len() == 2).then(|| Seat(1 - seat.0.min(1)))
    }

    /// Every hole with where it lies and whose it is.
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

    /// All places of these kinds.
    pub fn of_kinds(&self, kinds: &[PlaceKind]) -> PlaceSetBits {
        let places = (0..=u8::MAX).map(PlaceId).zip(&self.board.places);
        places.filter(|(_, place)| kinds.contains(&place.kind)).map(|(id, _)| id).collect()
    }

    /// Where a hole lies; `None` for other places.
    pub fn hole(&self, place: PlaceId) -> Option<Hole> {
        self.board.places.get(place.index()).and_then(|place| place.hole)
    }

    /// Whose a place is.
    pub fn owner(&self, place: PlaceId) -> Option<Seat> {
        self.board.places.get(place.index()).and_then(|place| place.owner)
    }

    /// Who owns each hole.
    pub fn owners(&self) -> Vec<Option<Seat>> {
        self.holes().map(|(_, _, owner)| owner).collect()
    }

    /// Gives each hole an owner, or none.
    pub fn set_owners(&mut self, owners: &[Option<Seat>]) {
        for (place, owner) in self.board.places.iter_mut().zip(owners) {
            place.owner = *owner;
        }
    }

    /// Other owners of the holes, so different that what depends on owners is different with one of
    /// them: nobody, the next player, the players by turns.
    pub fn other_owners(&self) -> Vec<Vec<Option<Seat>>> {
        let seats: Vec<Seat> = self.seats().collect();
        let owners = self.owners();
        let next = |owner: &Option<Seat>| {
            let at = owner.map_or(0, |seat| seat.index() + 1);
            at.checked_rem(seats.len()).and_then(|at| seats.get(at).copied())
        };
        let by_turns = seats.iter().copied().cycle().take(owners.len()).map(Some).collect();
        vec![vec![None; owners.len()], owners.iter().map(next).collect(), by_turns]
    }

    /// The hole that a place lies beside, if that is known.
    pub fn beside(&self, place: PlaceId) -> Option<PlaceId> {
        self.board.places.get(place.index()).and_then(|place| place.beside)
    }

    /// Puts a store or a shared place beside a hole.
    pub fn put_beside(&mut self, place: PlaceId, hole: PlaceId) {
        if let Some(place) = self.board.places.get_mut(place.index()) {
            place.beside = Some(hole);
        }
    }

    /// Whether a player looks from the far side.
    pub fn far(&self, seat: Seat) -> bool {
        self.board.seats.get(seat.index()).is_some_and(|info| info.far_side)
    }

    /// A hole's column from a player's left, from 1.
    pub fn column_seen(&self, seat: Seat, hole: Hole) -> u16 {
        if self.far(seat) { self.board.columns + 1 - hole.column } else { hole.column }
    }

    /// A hole's row from a player's side, from 1.
    pub fn row_seen(&self, seat: Seat, hole: Hole) -> u16 {
        if self.far(seat) { self.board.rows + 1 - hole.row } else { hole.row }
    }

    /// A hole's number from its owner's left; from that player's, if nobody owns it.
    pub fn number(&self, place: PlaceId, seat: Seat) -> Option<u16> {
        let hole = self.hole(place)?;
        Some(self.column_seen(self.owner(place).unwrap_or(seat), hole))
    }

    /// The holes of a half, as their owners see it; those of nobody as that player does.
    pub fn half(&self, side: Side, seat: Seat) -> PlaceSetBits {
        let columns = i64::from(self.board.columns);
        self.holes_where(|place, _, _| {
            self.number(place, seat).is_some_and(|column| side.has_column(column.into(), columns))
        })
    }

    /// The holes whose test holds.
    pub fn holes_where(&self, test: impl Fn(PlaceId, Hole, Option<Seat>) -> bool) -> PlaceSetBits {
        self.holes()
            .filter(|(id, hole, owner)| test(*id, *hole, *owner))
            .map(|(id, ..)| id)
            .collect()
    }
}

/// How many places.
pub(super) fn size(set: PlaceSetBits) -> usize {
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
