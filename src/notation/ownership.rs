//! Which owners of holes have to be written next to a drawing.

use super::lines::width;
use crate::engine::State;
use crate::model::{Model, PlaceId, Seat};

/// How the owners of the holes are laid out: what the seats alone do not show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Ownership {
    /// Each of two players owns the nearest half, or the only player owns all: no labels are needed.
    Nearest,
    /// Nobody owns any.
    Nobody,
    /// Every row has one owner, the first row first.
    Rows(Vec<Option<Seat>>),
    /// Every column has one owner.
    Columns(Vec<Option<Seat>>),
    /// The owners differ from hole to hole.
    Holes,
}

impl Ownership {
    pub fn of(model: &Model, state: &State) -> Ownership {
        let board = &model.board;
        let holes: Vec<OwnedHole> = (0..board.holes)
            .filter_map(|i| {
                let hole = board.places.get(i)?.hole?;
                let owner = state.owner(model, PlaceId(i as u8));
                Some(OwnedHole { row: hole.row, column: hole.column, owner })
            })
            .collect();
        let nearest = |hole: &OwnedHole| {
            let far = 2 * hole.row > board.rows;
            hole.owner.is_some_and(|s| board.seats[s.index()].far_side == far)
        };
        if holes.iter().all(|hole| hole.owner.is_none()) {
            return Ownership::Nobody;
        }
        let on_far_side = board.seats.iter().filter(|s| s.far_side).count();
        let halves = board.rows.is_multiple_of(2) && board.seats.len() == 2 && on_far_side == 1;
        let one_for_all = board.seats.len() == 1 && holes.iter().all(|hole| hole.owner.is_some());
        if one_for_all || halves && holes.iter().all(nearest) {
            return Ownership::Nearest;
        }
        if let Some(rows) = uniform_owners(&holes, board.rows, |hole| hole.row) {
            return Ownership::Rows(rows);
        }
        match uniform_owners(&holes, board.columns, |hole| hole.column) {
            Some(columns) => Ownership::Columns(columns),
            None => Ownership::Holes,
        }
    }

    /// The owner of a row, if it is written next to the row.
    pub fn of_row(&self, row: u16) -> Option<Option<Seat>> {
        match self {
            Ownership::Rows(rows) => rows.get(usize::from(row) - 1).copied(),
            _ => None,
        }
    }

    /// The width of the label below a hole.
    pub fn widest_initial(&self, initials: &[String]) -> usize {
        match self {
            Ownership::Holes => initials.iter().map(|i| width(i)).max().unwrap_or(1),
            _ => 1,
        }
    }

    /// The width of the label next to a row.
    pub fn widest_label(&self, model: &Model, nobody: &str) -> usize {
        let name = |owner: &Option<Seat>| owner.map_or(nobody, |s| model.player(s));
        match self {
            Ownership::Rows(rows) => 2 + rows.iter().map(|o| width(name(o))).max().unwrap_or(0),
            _ => 0,
        }
    }
}

/// A hole and its owner.
struct OwnedHole {
    row: u16,
    column: u16,
    owner: Option<Seat>,
}

/// The one owner of each row (or column), if each has one.
fn uniform_owners(
    holes: &[OwnedHole],
    many: u16,
    line: fn(&OwnedHole) -> u16,
) -> Option<Vec<Option<Seat>>> {
    let of_one = |i: u16| {
        let mut owners = holes.iter().filter(|h| line(h) == i).map(|h| h.owner);
        let first = owners.next()?;
        owners.all(|owner| owner == first).then_some(first)
    };
    (1..=many).map(of_one).collect()
}
