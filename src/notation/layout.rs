//! Where the places of a board are drawn: one layout for the text and for pictures.

use crate::model::{Model, PlaceId, PlaceKind, Ring, Seat, WayKind};

/// Where a place is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlaceSpot {
    /// A hole, in its row and column, both from 1: rows from the first player's side, columns from that player's
    /// left.
    Hole {
        /// The row.
        row: u16,
        /// The column.
        column: u16,
    },
    /// At an end of the board.
    End(BoardEnd),
    /// Between the two halves of the board, or next to the only row; at a hole, if the description names one.
    Middle(Option<PlaceId>),
    /// On the way between two holes that are not at one end of the board: after this hole.
    After(PlaceId),
    /// With its owner's name.
    Beside(Seat),
}

/// An end of the board, as the first player sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum BoardEnd {
    Left,
    Right,
}

impl BoardEnd {
    /// Both ends.
    pub const BOTH: [BoardEnd; 2] = [BoardEnd::Left, BoardEnd::Right];
}

/// Where the places of a board are drawn.
///
/// A store or a shared place is drawn where seeds meet it: next to the hole that the description names, else
/// where the way passes it. A store on no way is at its owner's right. An end has at most one place: where several
/// would be at one, none is.
#[derive(Clone, Debug)]
pub struct BoardLayout {
    spots: Vec<PlaceSpot>,
}

impl BoardLayout {
    /// The layout of a game's board.
    pub fn of(model: &Model) -> BoardLayout {
        let ids = || (0..model.board.places.len()).map(|i| PlaceId(i as u8));
        let mut spots: Vec<PlaceSpot> = ids().map(|place| spot(model, place)).collect();
        // A store on no way is at an end only by custom: it gives way to a place where seeds fall.
        let customary = |place: &PlaceId| {
            model.board.seats.iter().any(|seat| seat.store == *place)
                && adjacent_hole(model, *place).is_none()
                && on_the_way(model, *place).is_none()
        };
        for end in BoardEnd::BOTH {
            let here = |place: &PlaceId| spots.get(place.index()) == Some(&PlaceSpot::End(end));
            let mut here: Vec<PlaceId> = ids().filter(here).collect();
            if here.len() > 1 {
                if here.iter().filter(|place| !customary(place)).count() == 1 {
                    here.retain(customary);
                }
                for place in here {
                    if let Some(spot) = spots.get_mut(place.index()) {
                        *spot = off_the_ends(model, place);
                    }
                }
            }
        }
        BoardLayout { spots }
    }

    /// Where a place is drawn; `None`: the board has no such place.
    pub fn spot(&self, place: PlaceId) -> Option<PlaceSpot> {
        self.spots.get(place.index()).copied()
    }

    /// The place at an end of the board.
    pub fn at_end(&self, end: BoardEnd) -> Option<PlaceId> {
        let at = self.spots.iter().position(|spot| *spot == PlaceSpot::End(end))?;
        Some(PlaceId(at as u8))
    }

    /// The places that are drawn with a player's name, in order.
    pub fn beside(&self, seat: Seat) -> impl Iterator<Item = PlaceId> + '_ {
        let with_name = move |spot: &PlaceSpot| *spot == PlaceSpot::Beside(seat);
        self.places(with_name)
    }

    /// The places whose spot passes a test, in order.
    pub fn places(&self, test: impl Fn(&PlaceSpot) -> bool) -> impl Iterator<Item = PlaceId> {
        let all = self.spots.iter().enumerate().filter(move |(_, spot)| test(spot));
        all.map(|(i, _)| PlaceId(i as u8))
    }

    /// The hole in a row and a column.
    pub fn hole_at(&self, row: u16, column: u16) -> Option<PlaceId> {
        self.places(|spot| *spot == PlaceSpot::Hole { row, column }).next()
    }
}

fn spot(model: &Model, id: PlaceId) -> PlaceSpot {
    let Some(place) = model.board.places.get(id.index()) else { return PlaceSpot::Middle(None) };
    match (place.kind, place.owner, place.hole) {
        (PlaceKind::Hole, _, Some(hole)) => PlaceSpot::Hole { row: hole.row, column: hole.column },
        (PlaceKind::Store, Some(owner), _) => store_spot(model, id, owner),
        (PlaceKind::Captured | PlaceKind::Hand, Some(owner), _) => PlaceSpot::Beside(owner),
        (
            PlaceKind::Hole
            | PlaceKind::Store
            | PlaceKind::Captured
            | PlaceKind::Hand
            | PlaceKind::Shared,
            ..,
        ) => match adjacent_hole(model, id) {
            Some(hole) => end_of(model, hole).map_or(PlaceSpot::Middle(Some(hole)), PlaceSpot::End),
            None => match on_the_way(model, id) {
                Some(PlaceSpot::End(end)) => PlaceSpot::End(end),
                Some(_) | None => PlaceSpot::Middle(None),
            },
        },
    }
}

/// The hole that the description puts a place next to.
fn adjacent_hole(model: &Model, id: PlaceId) -> Option<PlaceId> {
    model.board.places.get(id.index()).and_then(|place| place.adjacent_hole)
}

fn store_spot(model: &Model, id: PlaceId, owner: Seat) -> PlaceSpot {
    let board = &model.board;
    if let Some(hole) = adjacent_hole(model, id) {
        return end_of(model, hole).map_or(PlaceSpot::Beside(owner), PlaceSpot::End);
    }
    if model.store_position_varies(id) {
        return PlaceSpot::Beside(owner);
    }
    if let Some(spot) = on_the_way(model, id) {
        return spot;
    }
    let far = board.is_far(owner);
    if model.seats() == 2 && board.seats.iter().any(|other| other.far_side != far) {
        return PlaceSpot::End(if far { BoardEnd::Left } else { BoardEnd::Right });
    }
    PlaceSpot::Beside(owner)
}

/// The spot of a place of which the ends have no room.
fn off_the_ends(model: &Model, id: PlaceId) -> PlaceSpot {
    let place = model.board.places.get(id.index());
    match place.and_then(|place| place.owner) {
        Some(owner) => PlaceSpot::Beside(owner),
        None => PlaceSpot::Middle(adjacent_hole(model, id)),
    }
}

/// Where the way passes a place other than a hole; its owner's way, if it has an owner.
fn on_the_way(model: &Model, id: PlaceId) -> Option<PlaceSpot> {
    let owner = model.board.places.get(id.index()).and_then(|place| place.owner);
    let lines = model.stages.iter().flat_map(|stage| &stage.rules.way);
    // Each ring as its player sows it: its own way first, where a place has an owner.
    let rings = |line: &WayKind| -> Vec<Ring> {
        let WayKind::Circuit { rings, dir, .. } = line else { return Vec::new() };
        let (mut own, mut others) = (Vec::new(), Vec::new());
        for (seat, ring) in rings.iter().enumerate() {
            let mut ring = ring.clone();
            if !ring.goes_forward(dir.as_ref()) {
                ring.places.reverse();
            }
            let is_own = owner.is_none_or(|owner| owner.index() == seat);
            if is_own { &mut own } else { &mut others }.push(ring);
        }
        own.extend(others);
        own
    };
    let mut through = lines.flat_map(|line| rings(&line.kind));
    let ring = through.find(|ring| ring.places.contains(&id))?;
    let at = ring.places.iter().position(|place| *place == id)?;
    let around: Vec<PlaceId> =
        ring.places.iter().cycle().skip(at + 1).take(ring.places.len()).copied().collect();
    let is_hole = |place: &&PlaceId| model.board.hole(**place).is_some();
    let after = *around.iter().find(is_hole)?;
    let before = *around.iter().rev().find(is_hole)?;
    match (end_of(model, before), end_of(model, after)) {
        (Some(end), Some(other)) if end == other || one_row(model, &ring) => {
            // In one row, the way goes on from the last hole to the first one.
            Some(PlaceSpot::End(end))
        }
        (Some(_) | None, Some(_) | None) => Some(PlaceSpot::After(before)),
    }
}

/// Whether all holes of a ring are in one row.
fn one_row(model: &Model, ring: &Ring) -> bool {
    let mut rows = ring.places.iter().filter_map(|place| model.board.row_of(*place));
    let first = rows.next();
    rows.all(|row| Some(row) == first)
}

/// The end of the board that a hole is at; `None`: at none, or at both.
fn end_of(model: &Model, hole: PlaceId) -> Option<BoardEnd> {
    let column = model.board.hole(hole)?.column;
    match (column == 1, column == model.board.columns) {
        (true, false) => Some(BoardEnd::Left),
        (false, true) => Some(BoardEnd::Right),
        (true, true) | (false, false) => None,
    }
}
