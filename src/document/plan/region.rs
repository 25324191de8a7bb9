//! Parts of a board that are fixed: rows, columns, and single holes, as players see them.

use crate::model::{Board, Filter, PlaceId, PlacePhrase, PlaceSetBits, PlayerRef, Seat};

/// A part of the board, as a player sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Region {
    /// The row nearest to the player.
    NearestRow,
    /// The row with this number from the player's side.
    RowFromSide(u16),
    /// The rows with this name, one on each side; the number is counted from the owner.
    NamedRow(u16),
    /// The rows with this number from their owners.
    RowFromOwner(u16),
    /// The column with this number from the player's left.
    Column(i64),
    /// The column with this number from the left of the hole's owner.
    OwnersColumn(i64),
    /// So many columns at the player's left, or right.
    Columns(i64, bool),
    /// So many columns at the left, or right, of the hole's owner.
    OwnersColumns(i64, bool),
    /// The same places for all players.
    Among(PlaceSetBits),
    /// Places for each player.
    PerSeat(Vec<PlaceSetBits>),
}

/// What the sets of a test are, by seat; `None`: all holes.
pub fn region(board: &Board, sets: &[PlaceSetBits]) -> Option<Region> {
    let holes = || (0..board.holes).map(|i| PlaceId(i as u8));
    let seats: Vec<Seat> = (0..board.seats.len() as u8).map(Seat).collect();
    if sets.iter().all(|set| holes().all(|hole| set.contains(hole))) {
        return None;
    }
    // The set of each player is that of a test, as that player sees the board.
    let is = |test: &dyn Fn(Seat, PlaceId) -> bool| {
        seats
            .iter()
            .zip(sets)
            .all(|(seat, set)| holes().all(|hole| set.contains(hole) == test(*seat, hole)))
    };
    let row = |seat: Seat, hole: PlaceId| board.hole(hole).map_or(0, |h| board.row_seen(seat, h));
    let column = |seat: Seat, hole: PlaceId| board.column_from_left(hole, seat);
    // As the owner of a hole sees it.
    let own_row = |hole: PlaceId| {
        let row = board.row_of(hole).unwrap_or(0);
        row.min(board.rows + 1 - row)
    };
    let own_column = |hole: PlaceId| {
        let owner = board.places.get(hole.index()).and_then(|place| place.owner);
        owner.map_or(0, |owner| column(owner, hole))
    };
    for nth in 1..=board.rows {
        if is(&|seat, hole| row(seat, hole) == nth) {
            return Some(if nth == 1 { Region::NearestRow } else { Region::RowFromSide(nth) });
        }
        if is(&|_, hole| own_row(hole) == nth) {
            let named = half_row_name(board, nth).is_some();
            return Some(if named { Region::NamedRow(nth) } else { Region::RowFromOwner(nth) });
        }
    }
    let columns = i64::from(board.columns);
    for nth in 1..=columns {
        let places = [
            (is(&|seat, hole| column(seat, hole) == nth), Region::Column(nth)),
            (is(&|_, hole| own_column(hole) == nth), Region::OwnersColumn(nth)),
            (is(&|seat, hole| column(seat, hole) <= nth), Region::Columns(nth, true)),
            (is(&|seat, hole| column(seat, hole) > columns - nth), Region::Columns(nth, false)),
            (is(&|_, hole| own_column(hole) <= nth), Region::OwnersColumns(nth, true)),
            (is(&|_, hole| own_column(hole) > columns - nth), Region::OwnersColumns(nth, false)),
        ];
        if let Some((_, region)) = places.into_iter().find(|(fits, _)| *fits) {
            return Some(region);
        }
    }
    match sets {
        [] => None,
        [first, rest @ ..] if rest.iter().all(|set| set == first) => Some(Region::Among(*first)),
        sets => Some(Region::PerSeat(sets.to_vec())),
    }
}

/// The name of a row, counted from the side of its owner, if both sides have rows of the same names.
pub fn half_row_name(board: &Board, nth: u16) -> Option<&str> {
    let halves = board.row_names.len() * 2 == usize::from(board.rows);
    let name = board.row_names.get(usize::from(nth).checked_sub(1)?);
    name.filter(|_| halves).map(String::as_str)
}

/// The one hole of each player that the tests of a phrase leave, if they name a column and the player whose
/// hole it is: by seat.
pub fn one_hole_each(board: &Board, phrase: &PlacePhrase) -> Option<Vec<PlaceId>> {
    let mut named = false;
    let mut owned = false;
    let seats = (0..board.seats.len() as u8).map(Seat);
    let mut left: Vec<PlaceSetBits> =
        seats.clone().map(|_| (0..board.holes).map(|i| PlaceId(i as u8)).collect()).collect();
    for filter in &phrase.filters {
        if let Filter::Owner(PlayerRef::Actor) = filter {
            owned = true;
            for (seat, set) in seats.clone().zip(&mut left) {
                let owner = |hole: &PlaceId| board.places.get(hole.index()).and_then(|p| p.owner);
                *set = set.iter().filter(|hole| owner(hole) == Some(seat)).collect();
            }
        }
        if let Filter::FixedFor(PlayerRef::Actor, sets) = filter {
            let column = region(board, sets);
            named |= matches!(column, Some(Region::Column(_) | Region::OwnersColumn(_)));
            for (set, with) in left.iter_mut().zip(sets) {
                *set = set.iter().filter(|hole| with.contains(*hole)).collect();
            }
        }
    }
    let one = |set: &PlaceSetBits| {
        let mut places = set.iter();
        places.next().filter(|_| places.next().is_none())
    };
    if named && owned { left.iter().map(one).collect() } else { None }
}

/// Places of a set in runs along a row: the first and the last of each; the same one, if it is alone.
pub fn runs(board: &Board, set: PlaceSetBits) -> Vec<Vec<PlaceId>> {
    let places: Vec<PlaceId> = set.iter().collect();
    let follows = |one: PlaceId, next: PlaceId| {
        let holes = board.hole(one).zip(board.hole(next));
        holes.is_some_and(|(one, next)| one.row == next.row && one.column + 1 == next.column)
    };
    places.chunk_by(|one, next| follows(*one, *next)).map(<[PlaceId]>::to_vec).collect()
}
