//! A pack, as steps see it.

use crate::cells::{Cells, Line};
use crate::draw::Draws;
use crate::op::{At, Fixed, Plan};
use crate::pack::Tallies;
use crate::past::Past;
use crate::row::{Cell, Fit, GAMES, PARTS, Part, Row};
use std::cell::Cell as Shared;

/// What the steps are done with: a pack, its cells looked at as shared ones.
pub(crate) struct View<'t, 'c, T> {
    pub plan: &'c Plan,
    pub cells: Cells<'t, T>,
    pub numbers: &'t mut [[i64; GAMES]],
    pub tallies: &'t mut Tallies,
    pub draws: &'t mut Draws,
    pub past: &'t mut Past<'c, T>,
}

impl<T: Cell> View<'_, '_, T> {
    #[inline(always)]
    pub(crate) fn line(&self, at: At) -> &Line<T> {
        self.cells.line(at)
    }

    /// A part of no cell, for what a step keeps for itself: one for each place of a ring.
    #[inline(always)]
    pub(crate) fn aside(&self, nth: usize) -> &Shared<Part<T>> {
        &self.line(At((self.plan.cells + nth / PARTS) as u16))[nth % PARTS]
    }

    #[inline(always)]
    pub(crate) fn fixed(&self, cell: Fixed) -> &Line<T> {
        self.line(self.plan.fixed(cell))
    }

    #[inline(always)]
    pub(crate) fn row(&self, at: At) -> Row<T> {
        self.cells.row(at)
    }

    #[inline(always)]
    pub(crate) fn get(&self, cell: Fixed) -> Row<T> {
        self.row(self.plan.fixed(cell))
    }

    #[inline(always)]
    pub(crate) fn put(&self, cell: Fixed, row: &Row<T>) {
        self.cells.put(self.plan.fixed(cell), row);
    }

    /// A cell from another, game by game.
    #[inline(always)]
    pub(crate) fn each(&self, to: At, of: At, with: impl Fn(T) -> T) {
        let (to, of) = (self.line(to), self.line(of));
        for p in 0..PARTS {
            let of = of[p].get();
            to[p].set(Part::each(|g| with(of.0[g])));
        }
    }

    /// A cell from two.
    #[inline(always)]
    pub(crate) fn each_two(&self, to: At, [a, b]: [At; 2], with: impl Fn(T, T) -> T) {
        let (to, a, b) = (self.line(to), self.line(a), self.line(b));
        for p in 0..PARTS {
            let (a, b) = (a[p].get(), b[p].get());
            to[p].set(Part::each(|g| with(a.0[g], b.0[g])));
        }
    }

    /// A cell from three.
    #[inline(always)]
    pub(crate) fn each_three(&self, to: At, [a, b, c]: [At; 3], with: impl Fn(T, T, T) -> T) {
        let (to, a, b, c) = (self.line(to), self.line(a), self.line(b), self.line(c));
        for p in 0..PARTS {
            let (a, b, c) = (a[p].get(), b[p].get(), c[p].get());
            to[p].set(Part::each(|g| with(a.0[g], b.0[g], c.0[g])));
        }
    }

    /// A cell from many, taken together one after the other with what there is, which is nothing at
    /// first; and from another.
    #[inline(always)]
    pub(crate) fn taken_together(
        &self,
        to: At,
        of: &[At],
        last: At,
        with: impl Fn(T, T) -> T,
        end: impl Fn(T, T) -> T,
    ) {
        let mut all = [Part::<T>::NONE; PARTS];
        for at in of {
            let there = self.line(*at);
            for p in 0..PARTS {
                let (sum, there) = (all[p], there[p].get());
                all[p] = Part::each(|g| with(sum.0[g], there.0[g]));
            }
        }
        let (to, last) = (self.line(to), self.line(last));
        for p in 0..PARTS {
            let (all, last) = (all[p], last[p].get());
            to[p].set(Part::each(|g| end(all.0[g], last.0[g])));
        }
    }

    /// A number fits one of those.
    #[inline(always)]
    pub(crate) fn among(&self, to: At, of: At, among: &[Fit<T>], under: At) {
        let (to, of, under) = (self.line(to), self.line(of), self.line(under));
        for p in 0..PARTS {
            let (of, under) = (of[p].get(), under[p].get());
            let mut any = Part::<T>::NONE;
            for fit in among {
                let fit = *fit;
                any = Part::each(|g| any.0[g].or(fit.answer(of.0[g])));
            }
            to[p].set(Part::each(|g| any.0[g].and(under.0[g])));
        }
    }
}
