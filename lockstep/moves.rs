//! Seeds that are moved, and cells that are named by numbers.

use crate::context::StepContext;
use crate::op::{CellId, Register};
use crate::row::{CellRange, CellValue, PARTS, Row, RowPart, mask, select};
use std::cell::Cell as Shared;

/// Seeds are taken out of a cell, and come to those that were taken before.
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

/// Seeds come to a cell; another tells whether there are any.
#[inline(always)]
fn gain<T: CellValue>(to: &Shared<RowPart<T>>, gained: &Shared<RowPart<T>>, all: &RowPart<T>) {
    let there = to.get();
    to.set(RowPart::each(|g| there.0[g].add(all.0[g])));
    gained.set(RowPart::each(|g| mask::<T>(all.0[g] != T::NONE)));
}

impl<T: CellValue> StepContext<'_, '_, T> {
    /// Of some cells the one that `it` names; else 0.
    #[inline(always)]
    pub(crate) fn gather(&self, to: CellId, it: CellId, of: &[(T, CellId)]) {
        let it = self.row(it);
        let mut all = [RowPart::<T>::NONE; PARTS];
        for (n, cell) in of {
            let there = self.line(*cell);
            for p in 0..PARTS {
                let (sum, it, there) = (all[p], it.0[p], there[p].get());
                all[p] = RowPart::each(|g| sum.0[g].or(mask::<T>(it.0[g] == *n).and(there.0[g])));
            }
        }
        self.cells.put(to, &Row(all));
    }

    /// The number that stands for `it`; else 0.
    #[inline(always)]
    pub(crate) fn lookup(&self, to: CellId, it: CellId, of: &[(T, T)]) {
        let (to, it) = (self.line(to), self.line(it));
        for p in 0..PARTS {
            let it = it[p].get();
            let mut all = RowPart::<T>::NONE;
            for (n, name) in of {
                all = RowPart::each(|g| all.0[g].or(mask::<T>(it.0[g] == *n).and(*name)));
            }
            to[p].set(all);
        }
    }

    /// Of some cells the one that `it` names holds that from now on.
    #[inline(always)]
    pub(crate) fn scatter(&self, of: CellId, it: CellId, into: &[(T, CellId)]) {
        let (of, it) = (self.row(of), self.row(it));
        for (n, cell) in into {
            let there = self.line(*cell);
            for p in 0..PARTS {
                let (of, it, now) = (of.0[p], it.0[p], there[p].get());
                there[p].set(RowPart::each(|g| select(mask(it.0[g] == *n), of.0[g], now.0[g])));
            }
        }
    }

    /// A share of the seeds of some cells, each in its games, goes to the first of two cells; the second
    /// tells whether there are any.
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

    /// All seeds of the cells of a place go to the first of two cells; the second tells whether there are any.
    #[inline(always)]
    pub(crate) fn move_place(
        &self,
        of: &[(T, Box<[CellId]>)],
        it: CellId,
        [to, gained]: [CellId; 2],
        under: CellId,
    ) {
        let (it, under) = (self.row(it), self.row(under));
        let mut all = [RowPart::<T>::NONE; PARTS];
        for (name, cells) in of {
            let mut here = Row::<T>::NONE;
            for p in 0..PARTS {
                let (it, under) = (it.0[p], under.0[p]);
                here.0[p] = RowPart::each(|g| mask::<T>(it.0[g] == *name).and(under.0[g]));
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

    /// All seeds of a run go to the first of two cells; the second tells whether there are any. `belongs`:
    /// whether a cell does, from whether the one before did, whether the run begins there, and whether what
    /// it holds fits.
    #[inline(always)]
    pub(crate) fn move_run(
        &self,
        of: &[(T, CellId)],
        it: CellId,
        fit: CellRange<T>,
        belongs: impl Fn(T, T, T) -> T,
        [to, gained]: [CellId; 2],
        under: CellId,
    ) {
        let (it, under) = (self.line(it), self.line(under));
        let (to, gained) = (self.line(to), self.line(gained));
        for p in 0..PARTS {
            let (it, under) = (it[p].get(), under[p].get());
            let (mut run, mut all) = (RowPart::<T>::NONE, RowPart::<T>::NONE);
            for (name, cell) in of {
                let cell = &self.line(*cell)[p];
                let there = cell.get();
                run = RowPart::each(|g| {
                    let begins = mask::<T>(it.0[g] == *name).and(under.0[g]);
                    belongs(run.0[g], begins, fit.matches_mask(there.0[g]))
                });
                take_seeds(cell, &mut all, |g, there| there.and(run.0[g]));
            }
            gain(&to[p], &gained[p], &all);
        }
    }

    /// Seeds that have not fallen yet go to a cell, too.
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

    /// Seeds come to the first of two cells; the second tells whether there are any.
    #[inline(always)]
    fn store_gained(&self, [to, gained]: [CellId; 2], all: &[RowPart<T>; PARTS]) {
        let (to, gained) = (self.line(to), self.line(gained));
        for p in 0..PARTS {
            gain(&to[p], &gained[p], &all[p]);
        }
    }

    /// The sides of the players are exchanged.
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

    /// Cells hold that from now on, each its own.
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
