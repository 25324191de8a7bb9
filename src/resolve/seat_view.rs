//! Filters that depend only on a player's seat: rows, the centre.

use super::builder::Builder;
use crate::model::{Filter, Pick, PlacePhrase, PlayerRef, Seat, Side};
use crate::syntax::ast;

impl Builder<'_> {
    /// The holes of a named row, as that player sees the board.
    pub fn row(&self, row: usize, who: PlayerRef) -> Filter {
        let board = &self.board.board;
        let number = u16::try_from(row + 1).unwrap_or(u16::MAX);
        let across = board.row_names.len() == usize::from(board.rows);
        let seen = |seat: Seat| {
            self.board.holes_where(|_, hole, _| {
                let near = self.board.row_seen(seat, hole);
                near == number || (!across && board.rows + 1 - near == number)
            })
        };
        Filter::FixedFor(who, self.board.seats().map(seen).collect())
    }

    /// The holes `count` columns to a side of the centre, as that player sees the board.
    pub fn off_centre(&self, count: i64, to: Side, who: PlayerRef) -> Filter {
        let columns = i64::from(self.board.board.columns);
        let column = match to {
            Side::Right => columns.div_euclid(2) + columns % 2 + count,
            Side::Left => columns.div_euclid(2) + 1 - count,
        };
        let seen = |seat| {
            self.board
                .holes_where(|_, hole, _| i64::from(self.board.column_seen(seat, hole)) == column)
        };
        Filter::FixedFor(who, self.board.seats().map(seen).collect())
    }

    /// Reports `the centre` of an even number of columns.
    pub fn require_centre(&mut self, place: &ast::AstPlace, phrase: &PlacePhrase) -> Option<()> {
        if !matches!(phrase.pick, Some(Pick::Central)) {
            return Some(());
        }
        let bare = PlacePhrase { pick: None, ..phrase.clone() };
        let even = self.board.seats().any(|seat| {
            let extent = self.board.extent(&bare, seat);
            let columns = self.board.columns(extent.set, seat, Side::Left).len();
            extent.exact && columns > 0 && columns.is_multiple_of(2)
        });
        if !even {
            return Some(());
        }
        let text = self.text(place.span);
        self.error(
            "no-centre",
            place.span,
            format!("`{text}` does not exist: the number of columns is even"),
            "write `the hole 1 left of the centre` or `the hole 1 right of the centre`",
        );
        None
    }
}
