//! The cells of a pack.
//!
//! What a step reads it has copied before it writes, so cells may be the same; for the compiler to see
//! that without being told which are, they are looked at as shared ones.

use crate::op::CellId;
use crate::row::{CellValue, PART, PARTS, Row, RowPart};
use std::cell::Cell as Shared;

/// The cells of a pack.
#[derive(Clone, Copy)]
pub(crate) struct Cells<'t, T>(pub &'t [Shared<RowPart<T>>]);

/// A cell.
pub(crate) type SharedRow<T> = [Shared<RowPart<T>>; PARTS];

impl<'t, T: CellValue> Cells<'t, T> {
    /// A cell, by parts.
    #[inline(always)]
    pub fn line(self, at: CellId) -> &'t SharedRow<T> {
        &self.0.as_chunks().0[usize::from(at.0)]
    }

    /// What a cell holds.
    #[inline(always)]
    pub fn row(self, at: CellId) -> Row<T> {
        let line = self.line(at);
        let mut row = Row::NONE;
        for p in 0..PARTS {
            row.0[p] = line[p].get();
        }
        row
    }

    /// What a cell holds in one game.
    pub fn one(self, at: CellId, game: usize) -> T {
        self.line(at)[game / PART].get().0[game % PART]
    }

    /// A cell holds that from now on.
    #[inline(always)]
    pub fn put(self, at: CellId, row: &Row<T>) {
        let line = self.line(at);
        for p in 0..PARTS {
            line[p].set(row.0[p]);
        }
    }
}
