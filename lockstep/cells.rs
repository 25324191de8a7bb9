//! Shared access to the cells of a pack.
//!
//! An op copies what it reads before it writes, so its operands may be the same cell. [`std::cell::Cell`]
//! permits such aliases.

use crate::op::CellId;
use crate::row::{CellValue, PART, PARTS, Row, RowPart};
use std::cell::Cell as Shared;

/// The cells of a pack.
#[derive(Clone, Copy)]
pub(crate) struct Cells<'t, T>(pub &'t [Shared<RowPart<T>>]);

/// One row of cells.
pub(crate) type SharedRow<T> = [Shared<RowPart<T>>; PARTS];

impl<'t, T: CellValue> Cells<'t, T> {
    /// A row, by parts.
    #[inline(always)]
    pub fn line(self, at: CellId) -> &'t SharedRow<T> {
        &self.0.as_chunks().0[usize::from(at.0)]
    }

    /// The value of a row.
    #[inline(always)]
    pub fn row(self, at: CellId) -> Row<T> {
        let line = self.line(at);
        let mut row = Row::NONE;
        for p in 0..PARTS {
            row.0[p] = line[p].get();
        }
        row
    }

    /// The value in one game.
    pub fn one(self, at: CellId, game: usize) -> T {
        self.line(at)[game / PART].get().0[game % PART]
    }

    /// Sets a row.
    #[inline(always)]
    pub fn put(self, at: CellId, row: &Row<T>) {
        let line = self.line(at);
        for p in 0..PARTS {
            line[p].set(row.0[p]);
        }
    }
}
