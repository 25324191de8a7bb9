//! Wide arithmetic, and sums over several cells.

use crate::context::StepContext;
use crate::op::{ArithOp, CellId, Register, WideId};
use crate::row::{CellValue, GAMES, PART, PARTS, Row, RowPart, mask, select};

/// Adds to the counts of the games of a part.
#[inline(always)]
pub(crate) fn count<T: CellValue>(counts: &mut [u32; PART], more: impl Fn(usize) -> T) {
    for (g, n) in counts.iter_mut().enumerate() {
        *n += more(g).number();
    }
}

impl<T: CellValue> StepContext<'_, '_, T> {
    /// The same wide number in all games.
    #[inline(always)]
    pub(crate) fn wide_const(&mut self, to: WideId, n: i64) {
        self.numbers[usize::from(to.0)] = [n; GAMES];
    }

    /// A cell as a wide number.
    #[inline(always)]
    pub(crate) fn widen(&mut self, to: WideId, of: CellId) {
        let row = self.row(of);
        self.set_wide(to, |g| i64::from(row.at(g).number()));
    }

    /// Sum of cells, each under its own mask, as a wide number.
    #[inline(always)]
    pub(crate) fn wide_masked_sum(&mut self, to: WideId, of: &[(CellId, CellId)]) {
        let mut sum = [0_u32; GAMES];
        for (cell, chosen) in of {
            let (cell, chosen) = (self.line(*cell), self.line(*chosen));
            for p in 0..PARTS {
                let (n, chosen) = (cell[p].get(), chosen[p].get());
                let sum = &mut sum.as_chunks_mut().0[p];
                count(sum, |g| n.0[g].and(chosen.0[g]));
            }
        }
        self.set_wide(to, |g| i64::from(sum[g]));
    }

    /// Number of masks that are set, as a wide number.
    #[inline(always)]
    pub(crate) fn wide_count_true(&mut self, to: WideId, of: &[CellId]) {
        let mut sum = [0_u32; GAMES];
        for chosen in of {
            let chosen = self.line(*chosen);
            for p in 0..PARTS {
                let chosen = chosen[p].get();
                count(&mut sum.as_chunks_mut().0[p], |g| chosen.0[g].and(T::ONE));
            }
        }
        self.set_wide(to, |g| i64::from(sum[g]));
    }

    /// Sum of cells, each under its own mask.
    #[inline(always)]
    pub(crate) fn masked_sum(&self, to: CellId, of: &[(CellId, CellId)]) {
        let mut all = [RowPart::<T>::NONE; PARTS];
        for (cell, chosen) in of {
            let (cell, chosen) = (self.line(*cell), self.line(*chosen));
            for p in 0..PARTS {
                let (sum, n, chosen) = (all[p], cell[p].get(), chosen[p].get());
                all[p] = RowPart::each(|g| sum.0[g].add(n.0[g].and(chosen.0[g])));
            }
        }
        self.cells.put(to, &Row(all));
    }

    /// Division by `by` (at least 1), rounded up or down.
    #[inline(always)]
    pub(crate) fn wide_divide(&mut self, to: WideId, of: WideId, by: i64, up: bool) {
        let (of, by) = (self.numbers[usize::from(of.0)], by.max(1));
        match up {
            false => self.set_wide(to, |g| of[g].div_euclid(by)),
            true => self.set_wide(to, |g| -(-of[g]).div_euclid(by)),
        }
    }

    /// A binary operation.
    #[inline(always)]
    pub(crate) fn wide_arith(&mut self, to: WideId, [a, b]: [WideId; 2], how: ArithOp) {
        let (a, b) = (&self.numbers[usize::from(a.0)], &self.numbers[usize::from(b.0)]);
        let (a, b) = (*a, *b);
        match how {
            ArithOp::Add => self.set_wide(to, |g| a[g].saturating_add(b[g])),
            ArithOp::Sub => self.set_wide(to, |g| a[g].saturating_sub(b[g])),
            ArithOp::Mul => self.set_wide(to, |g| a[g].saturating_mul(b[g])),
        }
    }

    /// Mask: a number is in a range.
    #[inline(always)]
    pub(crate) fn wide_within(
        &self,
        to: CellId,
        of: WideId,
        [least, most]: [i64; 2],
        odd: Option<i64>,
        under: CellId,
    ) {
        let of = &self.numbers[usize::from(of.0)];
        self.set_mask(to, under, |g| {
            let parity = odd.is_none_or(|odd| of[g] & 1 == odd);
            (of[g] >= least) & (of[g] <= most) & parity
        });
    }

    /// Mask: a number is at most another.
    #[inline(always)]
    pub(crate) fn wide_at_most(&self, to: CellId, [a, b]: [WideId; 2], under: CellId) {
        let (a, b) = (&self.numbers[usize::from(a.0)], &self.numbers[usize::from(b.0)]);
        self.set_mask(to, under, |g| a[g] <= b[g]);
    }

    /// Sets a cell to a wide number; if it does not fit, the game falls back.
    #[inline(always)]
    pub(crate) fn assign_wide(&self, to: CellId, of: WideId, under: CellId) {
        let of = &self.numbers[usize::from(of.0)];
        let number = |g: usize| of[g].clamp(0, 65_535) as u32;
        let (to, under) = (self.line(to), self.line(under));
        let left = self.register(Register::FallBack);
        for p in 0..PARTS {
            let (there, under, old) = (to[p].get(), under[p].get(), left[p].get());
            to[p].set(RowPart::each(|g| {
                select(under.0[g], T::of(number(p * PART + g)), there.0[g])
            }));
            left[p].set(RowPart::each(|g| {
                let fits = (0..=i64::from(T::GREATEST)).contains(&of[p * PART + g]);
                old.0[g].or(mask::<T>(!fits).and(under.0[g]))
            }));
        }
    }

    /// Sets a wide row, game by game.
    #[inline(always)]
    fn set_wide(&mut self, to: WideId, number: impl Fn(usize) -> i64) {
        let to = &mut self.numbers[usize::from(to.0)];
        for (g, n) in to.iter_mut().enumerate() {
            *n = number(g);
        }
    }

    /// Sets a mask, game by game.
    #[inline(always)]
    fn set_mask(&self, to: CellId, under: CellId, pred: impl Fn(usize) -> bool) {
        let (to, under) = (self.line(to), self.line(under));
        for p in 0..PARTS {
            let under = under[p].get();
            to[p].set(RowPart::each(|g| mask::<T>(pred(p * PART + g)).and(under.0[g])));
        }
    }
}
