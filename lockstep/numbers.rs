//! Great numbers, and numbers that are taken together of several cells.

use crate::op::{At, Fixed, Num, Reckoning};
use crate::row::{Cell, GAMES, PART, PARTS, Part, Row, pick, yes};
use crate::view::View;

/// So many more are counted, game by game.
#[inline(always)]
pub(crate) fn count<T: Cell>(counts: &mut [u32; PART], more: impl Fn(usize) -> T) {
    for (g, n) in counts.iter_mut().enumerate() {
        *n += more(g).number();
    }
}

impl<T: Cell> View<'_, '_, T> {
    /// A great number, the same in all games.
    #[inline(always)]
    pub(crate) fn number(&mut self, to: Num, n: i64) {
        self.numbers[usize::from(to.0)] = [n; GAMES];
    }

    /// What a cell holds, as a great number.
    #[inline(always)]
    pub(crate) fn number_of(&mut self, to: Num, of: At) {
        let row = self.row(of);
        self.reckon(to, |g| i64::from(row.at(g).number()));
    }

    /// Sums of cells, each where it is meant.
    #[inline(always)]
    pub(crate) fn sum_of(&mut self, to: Num, of: &[(At, At)]) {
        let mut sum = [0_u32; GAMES];
        for (cell, chosen) in of {
            let (cell, chosen) = (self.line(*cell), self.line(*chosen));
            for p in 0..PARTS {
                let (n, chosen) = (cell[p].get(), chosen[p].get());
                let sum = &mut sum.as_chunks_mut().0[p];
                count(sum, |g| n.0[g].and(chosen.0[g]));
            }
        }
        self.reckon(to, |g| i64::from(sum[g]));
    }

    /// How many of these answers are yes.
    #[inline(always)]
    pub(crate) fn count_of(&mut self, to: Num, of: &[At]) {
        let mut sum = [0_u32; GAMES];
        for chosen in of {
            let chosen = self.line(*chosen);
            for p in 0..PARTS {
                let chosen = chosen[p].get();
                count(&mut sum.as_chunks_mut().0[p], |g| chosen.0[g].and(T::ONE));
            }
        }
        self.reckon(to, |g| i64::from(sum[g]));
    }

    /// Sums of cells, each where it is meant.
    #[inline(always)]
    pub(crate) fn sum_meant(&self, to: At, of: &[(At, At)]) {
        let mut all = [Part::<T>::NONE; PARTS];
        for (cell, chosen) in of {
            let (cell, chosen) = (self.line(*cell), self.line(*chosen));
            for p in 0..PARTS {
                let (sum, n, chosen) = (all[p], cell[p].get(), chosen[p].get());
                all[p] = Part::each(|g| sum.0[g].add(n.0[g].and(chosen.0[g])));
            }
        }
        self.cells.put(to, &Row(all));
    }

    /// Divided by that (at least 1), rounded up or down.
    #[inline(always)]
    pub(crate) fn divide(&mut self, to: Num, of: Num, by: i64, up: bool) {
        let (of, by) = (self.numbers[usize::from(of.0)], by.max(1));
        match up {
            false => self.reckon(to, |g| of[g].div_euclid(by)),
            true => self.reckon(to, |g| -(-of[g]).div_euclid(by)),
        }
    }

    /// Two numbers are taken together.
    #[inline(always)]
    pub(crate) fn together(&mut self, to: Num, [a, b]: [Num; 2], how: Reckoning) {
        let (a, b) = (&self.numbers[usize::from(a.0)], &self.numbers[usize::from(b.0)]);
        let (a, b) = (*a, *b);
        match how {
            Reckoning::Add => self.reckon(to, |g| a[g].saturating_add(b[g])),
            Reckoning::Sub => self.reckon(to, |g| a[g].saturating_sub(b[g])),
            Reckoning::Mul => self.reckon(to, |g| a[g].saturating_mul(b[g])),
        }
    }

    /// A number fits.
    #[inline(always)]
    pub(crate) fn number_within(
        &self,
        to: At,
        of: Num,
        [least, most]: [i64; 2],
        odd: Option<i64>,
        under: At,
    ) {
        let of = &self.numbers[usize::from(of.0)];
        self.answer(to, under, |g| {
            let parity = odd.is_none_or(|odd| of[g] & 1 == odd);
            (of[g] >= least) & (of[g] <= most) & parity
        });
    }

    /// A number is at most another.
    #[inline(always)]
    pub(crate) fn at_most(&self, to: At, [a, b]: [Num; 2], under: At) {
        let (a, b) = (&self.numbers[usize::from(a.0)], &self.numbers[usize::from(b.0)]);
        self.answer(to, under, |g| a[g] <= b[g]);
    }

    /// A cell holds that number from now on; where it is too great the game is left.
    #[inline(always)]
    pub(crate) fn put_number(&self, to: At, of: Num, under: At) {
        let of = &self.numbers[usize::from(of.0)];
        let number = |g: usize| of[g].clamp(0, 65_535) as u32;
        let (to, under) = (self.line(to), self.line(under));
        let left = self.fixed(Fixed::Left);
        for p in 0..PARTS {
            let (there, under, old) = (to[p].get(), under[p].get(), left[p].get());
            to[p].set(Part::each(|g| pick(under.0[g], T::of(number(p * PART + g)), there.0[g])));
            left[p].set(Part::each(|g| {
                let fits = (0..=i64::from(T::GREATEST)).contains(&of[p * PART + g]);
                old.0[g].or(yes::<T>(!fits).and(under.0[g]))
            }));
        }
    }

    /// A great number of each game.
    #[inline(always)]
    fn reckon(&mut self, to: Num, number: impl Fn(usize) -> i64) {
        let to = &mut self.numbers[usize::from(to.0)];
        for (g, n) in to.iter_mut().enumerate() {
            *n = number(g);
        }
    }

    /// A yes or no of each game.
    #[inline(always)]
    fn answer(&self, to: At, under: At, is: impl Fn(usize) -> bool) {
        let (to, under) = (self.line(to), self.line(under));
        for p in 0..PARTS {
            let under = under[p].get();
            to[p].set(Part::each(|g| yes::<T>(is(p * PART + g)).and(under.0[g])));
        }
    }
}
