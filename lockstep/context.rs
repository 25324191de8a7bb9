//! The state of a pack while ops run.

use crate::cells::{Cells, SharedRow};
use crate::draw::PackRng;
use crate::op::{CellId, CellLayout, Register};
use crate::pack::Tallies;
use crate::repetition::Repetition;
use crate::row::{CellRange, CellValue, GAMES, PARTS, Row, RowPart};
use std::cell::Cell as Shared;

/// A pack with shared access to its cells.
pub(crate) struct StepContext<'t, 'c, T> {
    pub plan: &'c CellLayout,
    pub cells: Cells<'t, T>,
    pub numbers: &'t mut [[i64; GAMES]],
    pub tallies: &'t mut Tallies,
    pub draws: &'t mut PackRng,
    pub repetition: &'t mut Repetition<'c, T>,
}

impl<T: CellValue> StepContext<'_, '_, T> {
    #[inline(always)]
    pub(crate) fn line(&self, at: CellId) -> &SharedRow<T> {
        self.cells.line(at)
    }

    /// A scratch part that belongs to no cell: one for each place of a ring.
    #[inline(always)]
    pub(crate) fn scratch(&self, nth: usize) -> &Shared<RowPart<T>> {
        &self.line(CellId((self.plan.cells + nth / PARTS) as u16))[nth % PARTS]
    }

    #[inline(always)]
    pub(crate) fn register(&self, cell: Register) -> &SharedRow<T> {
        self.line(self.plan.register(cell))
    }

    #[inline(always)]
    pub(crate) fn row(&self, at: CellId) -> Row<T> {
        self.cells.row(at)
    }

    #[inline(always)]
    pub(crate) fn get(&self, cell: Register) -> Row<T> {
        self.row(self.plan.register(cell))
    }

    #[inline(always)]
    pub(crate) fn put(&self, cell: Register, row: &Row<T>) {
        self.cells.put(self.plan.register(cell), row);
    }

    /// Computes a cell from another.
    #[inline(always)]
    pub(crate) fn map(&self, to: CellId, of: CellId, with: impl Fn(T) -> T) {
        let (to, of) = (self.line(to), self.line(of));
        for p in 0..PARTS {
            let of = of[p].get();
            to[p].set(RowPart::each(|g| with(of.0[g])));
        }
    }

    /// Computes a cell from two.
    #[inline(always)]
    pub(crate) fn map2(&self, to: CellId, [a, b]: [CellId; 2], with: impl Fn(T, T) -> T) {
        let (to, a, b) = (self.line(to), self.line(a), self.line(b));
        for p in 0..PARTS {
            let (a, b) = (a[p].get(), b[p].get());
            to[p].set(RowPart::each(|g| with(a.0[g], b.0[g])));
        }
    }

    /// Computes a cell from three.
    #[inline(always)]
    pub(crate) fn map3(&self, to: CellId, [a, b, c]: [CellId; 3], with: impl Fn(T, T, T) -> T) {
        let (to, a, b, c) = (self.line(to), self.line(a), self.line(b), self.line(c));
        for p in 0..PARTS {
            let (a, b, c) = (a[p].get(), b[p].get(), c[p].get());
            to[p].set(RowPart::each(|g| with(a.0[g], b.0[g], c.0[g])));
        }
    }

    /// Folds cells with `with`, starting from 0, and combines the result with `last` by `end`.
    #[inline(always)]
    pub(crate) fn fold_cells(
        &self,
        to: CellId,
        of: &[CellId],
        last: CellId,
        with: impl Fn(T, T) -> T,
        end: impl Fn(T, T) -> T,
    ) {
        let mut all = [RowPart::<T>::NONE; PARTS];
        for at in of {
            let there = self.line(*at);
            for p in 0..PARTS {
                let (sum, there) = (all[p], there[p].get());
                all[p] = RowPart::each(|g| with(sum.0[g], there.0[g]));
            }
        }
        let (to, last) = (self.line(to), self.line(last));
        for p in 0..PARTS {
            let (all, last) = (all[p], last[p].get());
            to[p].set(RowPart::each(|g| end(all.0[g], last.0[g])));
        }
    }

    /// Mask: a number is in one of several ranges.
    #[inline(always)]
    pub(crate) fn matches_any(
        &self,
        to: CellId,
        of: CellId,
        among: &[CellRange<T>],
        under: CellId,
    ) {
        let (to, of, under) = (self.line(to), self.line(of), self.line(under));
        for p in 0..PARTS {
            let (of, under) = (of[p].get(), under[p].get());
            let mut any = RowPart::<T>::NONE;
            for fit in among {
                let fit = *fit;
                any = RowPart::each(|g| any.0[g].or(fit.matches_mask(of.0[g])));
            }
            to[p].set(RowPart::each(|g| any.0[g].and(under.0[g])));
        }
    }
}
