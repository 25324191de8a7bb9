//! Moves seeds, and accesses cells by index.

use crate::context::StepContext;
use crate::op::{CellId, Register};
use crate::row::{CellRange, CellValue, PARTS, Row, RowPart, mask, select};
use std::cell::Cell as Shared;

/// Takes seeds out of a cell and adds them to `all`.
#[inline(always)]
fn take_seeds<T: CellValue>(
    cell: &Shared<RowPart<T>>,
    all: &mut RowPart<T>,
    taken: impl Fn(usize, T) -> T,
) {
    let (there, sum) = (cell.get(), *all);
    let taken: RowPart<T> = RowPart::each(|g| taken(g, there.0[g]));
    cell.set(RowPart::each(|g| there.0[g].sub(taken.0[g])));
    *all = RowPart::each(|g| sum.0[g].add(taken.0[g]));
}

/// Adds seeds to a cell, and sets a mask where there are any.
#[inline(always)]
fn gain<T: CellValue>(to: &Shared<RowPart<T>>, gained: &Shared<RowPart<T>>, all: &RowPart<T>) {
    let there = to.get();
    to.set(RowPart::each(|g| there.0[g].add(all.0[g])));
    gained.set(RowPart::each(|g| mask::<T>(all.0[g] != T::NONE)));
}

impl<T: CellValue> StepContext<'_, '_, T> {
    /// Reads the cell whose key is `index`; 0 if there is none.
    #[inline(always)]
    pub(crate) fn gather(&self, to: CellId, index: CellId, of: &[(T, CellId)]) {
        let index = self.row(index);
        let mut all = [RowPart::<T>::NONE; PARTS];
        for (n, cell) in of {
            let there = self.line(*cell);
            for p in 0..PARTS {
                let (sum, index, there) = (all[p], index.0[p], there[p].get());
                all[p] =
                    RowPart::each(|g| sum.0[g].or(mask::<T>(index.0[g] == *n).and(there.0[g])));
            }
        }
        self.cells.put(to, &Row(all));
    }

    /// Reads the constant whose key is `index`; 0 if there is none.
    #[inline(always)]
    pub(crate) fn lookup(&self, to: CellId, index: CellId, of: &[(T, T)]) {
        let (to, index) = (self.line(to), self.line(index));
        for p in 0..PARTS {
            let index = index[p].get();
            let mut all = RowPart::<T>::NONE;
            for (n, name) in of {
                all = RowPart::each(|g| all.0[g].or(mask::<T>(index.0[g] == *n).and(*name)));
            }
            to[p].set(all);
        }
    }

    /// Writes the cell whose key is `index`.
    #[inline(always)]
    pub(crate) fn scatter(&self, of: CellId, index: CellId, into: &[(T, CellId)]) {
        let (of, index) = (self.row(of), self.row(index));
        for (n, cell) in into {
            let there = self.line(*cell);
            for p in 0..PARTS {
                let (of, index, now) = (of.0[p], index.0[p], there[p].get());
                there[p].set(RowPart::each(|g| select(mask(index.0[g] == *n), of.0[g], now.0[g])));
            }
        }
    }

    /// Moves a share of the seeds of some cells, each under its mask, to a cell; sets the mask `gained`.
    #[inline(always)]
    pub(crate) fn move_seeds(
        &self,
        of: &[(CellId, CellId)],
        [to, gained]: [CellId; 2],
        share: impl Fn(T) -> T,
    ) {
        let mut all = [RowPart::<T>::NONE; PARTS];
        for (cell, chosen) in of {
            let (cell, chosen) = (self.line(*cell), self.line(*chosen));
            for p in 0..PARTS {
                let chosen = chosen[p].get();
                take_seeds(&cell[p], &mut all[p], |g, there| share(there).and(chosen.0[g]));
            }
        }
        self.store_gained([to, gained], &all);
    }

    /// Moves all seeds of the cells whose key is `index` to a cell; sets the mask `gained`.
    #[inline(always)]
    pub(crate) fn move_place(
        &self,
        of: &[(T, Box<[CellId]>)],
        index: CellId,
        [to, gained]: [CellId; 2],
        under: CellId,
    ) {
        let (index, under) = (self.row(index), self.row(under));
        let mut all = [RowPart::<T>::NONE; PARTS];
        for (name, cells) in of {
            let mut here = Row::<T>::NONE;
            for p in 0..PARTS {
                let (index, under) = (index.0[p], under.0[p]);
                here.0[p] = RowPart::each(|g| mask::<T>(index.0[g] == *name).and(under.0[g]));
            }
            for cell in cells {
                let cell = self.line(*cell);
                for p in 0..PARTS {
                    let here = here.0[p];
                    take_seeds(&cell[p], &mut all[p], |g, there| there.and(here.0[g]));
                }
            }
        }
        self.store_gained([to, gained], &all);
    }

    /// Moves all seeds of a run to a cell; sets the mask `gained`. `belongs`: whether a cell is part of the
    /// run, from whether the one before was, whether the run begins here, and whether its content fits.
    #[inline(always)]
    pub(crate) fn move_run(
        &self,
        of: &[(T, CellId)],
        index: CellId,
        fit: CellRange<T>,
        belongs: impl Fn(T, T, T) -> T,
        [to, gained]: [CellId; 2],
        under: CellId,
    ) {
        let (index, under) = (self.line(index), self.line(under));
        let (to, gained) = (self.line(to), self.line(gained));
        for p in 0..PARTS {
            let (index, under) = (index[p].get(), under[p].get());
            let (mut run, mut all) = (RowPart::<T>::NONE, RowPart::<T>::NONE);
            for (name, cell) in of {
                let cell = &self.line(*cell)[p];
                let there = cell.get();
                run = RowPart::each(|g| {
                    let begins = mask::<T>(index.0[g] == *name).and(under.0[g]);
                    belongs(run.0[g], begins, fit.matches_mask(there.0[g]))
                });
                take_seeds(cell, &mut all, |g, there| there.and(run.0[g]));
            }
            gain(&to[p], &gained[p], &all);
        }
    }

    /// Moves the seeds still in the hand to a cell.
    #[inline(always)]
    pub(crate) fn move_hand(&self, to: CellId, gained: CellId, under: CellId) {
        let (to, gained, under) = (self.line(to), self.line(gained), self.line(under));
        let seeds = self.register(Register::Seeds);
        for p in 0..PARTS {
            let (there, all, under) = (to[p].get(), seeds[p].get(), under[p].get());
            let old = gained[p].get();
            let hand: RowPart<T> = RowPart::each(|g| all.0[g].and(under.0[g]));
            to[p].set(RowPart::each(|g| there.0[g].add(hand.0[g])));
            seeds[p].set(RowPart::each(|g| all.0[g].sub(hand.0[g])));
            gained[p].set(RowPart::each(|g| old.0[g].or(mask::<T>(hand.0[g] != T::NONE))));
        }
    }

    /// Adds seeds to a cell, and sets the mask `gained` where there are any.
    #[inline(always)]
    fn store_gained(&self, [to, gained]: [CellId; 2], all: &[RowPart<T>; PARTS]) {
        let (to, gained) = (self.line(to), self.line(gained));
        for p in 0..PARTS {
            gain(&to[p], &gained[p], &all[p]);
        }
    }

    /// Exchanges the sides of the players.
    #[inline(always)]
    pub(crate) fn swap(&self, pairs: &[(CellId, CellId)], under: CellId) {
        let under = self.row(under);
        for (a, b) in pairs {
            let (a, b) = (self.line(*a), self.line(*b));
            for p in 0..PARTS {
                let (one, other, under) = (a[p].get(), b[p].get(), under.0[p]);
                a[p].set(RowPart::each(|g| select(under.0[g], other.0[g], one.0[g])));
                b[p].set(RowPart::each(|g| select(under.0[g], one.0[g], other.0[g])));
            }
        }
    }

    /// Sets several cells.
    #[inline(always)]
    pub(crate) fn put_each(&self, to: &[(CellId, T)], under: CellId) {
        let under = self.row(under);
        for (to, n) in to {
            let to = self.line(*to);
            for p in 0..PARTS {
                let (there, under) = (to[p].get(), under.0[p]);
                to[p].set(RowPart::each(|g| select(under.0[g], *n, there.0[g])));
            }
        }
    }
}
