//! What a step does with the games of a pack.
//!
//! What a step reads it has copied before it writes, so cells may be the same; for the compiler to see
//! that without being told which are, they are looked at as shared ones.

use crate::draw::{Draw, Draws, SHORT_STEP};
use crate::op::{At, Fixed, Num, Op, Plan, Reckoning, Ring, Share, TakeUp};
use crate::pack::{Pack, Tallies};
use crate::past::Past;
use crate::row::{Cell, Fit, GAMES, PART, PARTS, Part, Row, pick, yes};
use pulp::{Simd, WithSimd};
use std::cell::Cell as Shared;

/// Does something in a function of its own, made for the same kind of machine: what is long would take
/// the registers from all other steps.
#[inline(never)]
fn apart<S: Simd>(simd: S, step: impl FnOnce()) {
    simd.vectorize(step);
}

/// Steps to be done with a pack. All of it is put into one function for each kind of machine: what
/// is called from there would be made for the least machine.
struct Steps<'s, 'c, T>(&'s mut Pack<'c, T>, &'s [Op<T>]);

impl<T: Cell> WithSimd for Steps<'_, '_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        self.0.steps(simd, self.1);
    }
}

impl<T: Cell> Pack<'_, T> {
    #[inline(always)]
    pub(crate) fn dispatch(&mut self, ops: &[Op<T>]) {
        self.arch.dispatch(Steps(self, ops));
    }

    #[inline(always)]
    fn steps<S: Simd>(&mut self, simd: S, ops: &[Op<T>]) {
        let Pack { plan, cells, numbers, tallies, draws, past, .. } = self;
        let cells = Shared::from_mut(&mut **cells).as_slice_of_cells();
        View { plan, cells: Cells(cells), numbers, tallies, draws, past }.steps(simd, ops);
    }
}

/// The cells of a pack.
#[derive(Clone, Copy)]
pub(crate) struct Cells<'t, T>(&'t [Shared<Part<T>>]);

/// A cell.
type Line<T> = [Shared<Part<T>>; PARTS];

impl<'t, T: Cell> Cells<'t, T> {
    /// A cell, by parts.
    #[inline(always)]
    pub fn line(self, at: At) -> &'t Line<T> {
        &self.0.as_chunks().0[usize::from(at.0)]
    }

    /// What a cell holds.
    #[inline(always)]
    pub fn row(self, at: At) -> Row<T> {
        let line = self.line(at);
        let mut row = Row::NONE;
        for p in 0..PARTS {
            row.0[p] = line[p].get();
        }
        row
    }

    /// What a cell holds in one game.
    pub fn one(self, at: At, game: usize) -> T {
        self.line(at)[game / PART].get().0[game % PART]
    }

    /// A cell holds that from now on.
    #[inline(always)]
    fn put(self, at: At, row: &Row<T>) {
        let line = self.line(at);
        for p in 0..PARTS {
            line[p].set(row.0[p]);
        }
    }
}

/// So many more are counted, game by game.
#[inline(always)]
fn count<T: Cell>(counts: &mut [u32; PART], more: impl Fn(usize) -> T) {
    for (g, n) in counts.iter_mut().enumerate() {
        *n += more(g).number();
    }
}

/// What the steps are done with: a pack, its cells looked at as shared ones.
struct View<'t, 'c, T> {
    plan: &'c Plan,
    cells: Cells<'t, T>,
    numbers: &'t mut [[i64; GAMES]],
    tallies: &'t mut Tallies,
    draws: &'t mut Draws,
    past: &'t mut Past<'c, T>,
}

impl<T: Cell> View<'_, '_, T> {
    #[inline(always)]
    fn line(&self, at: At) -> &Line<T> {
        self.cells.line(at)
    }

    #[inline(always)]
    fn fixed(&self, cell: Fixed) -> &Line<T> {
        self.line(self.plan.fixed(cell))
    }

    #[inline(always)]
    fn row(&self, at: At) -> Row<T> {
        self.cells.row(at)
    }

    #[inline(always)]
    fn get(&self, cell: Fixed) -> Row<T> {
        self.row(self.plan.fixed(cell))
    }

    #[inline(always)]
    fn put(&self, cell: Fixed, row: &Row<T>) {
        self.cells.put(self.plan.fixed(cell), row);
    }

    /// A cell from another, game by game.
    #[inline(always)]
    fn each(&self, to: At, of: At, with: impl Fn(T) -> T) {
        let (to, of) = (self.line(to), self.line(of));
        for p in 0..PARTS {
            let of = of[p].get();
            to[p].set(Part::each(|g| with(of.0[g])));
        }
    }

    /// A cell from two.
    #[inline(always)]
    fn each_two(&self, to: At, [a, b]: [At; 2], with: impl Fn(T, T) -> T) {
        let (to, a, b) = (self.line(to), self.line(a), self.line(b));
        for p in 0..PARTS {
            let (a, b) = (a[p].get(), b[p].get());
            to[p].set(Part::each(|g| with(a.0[g], b.0[g])));
        }
    }

    /// A cell from three.
    #[inline(always)]
    fn each_three(&self, to: At, [a, b, c]: [At; 3], with: impl Fn(T, T, T) -> T) {
        let (to, a, b, c) = (self.line(to), self.line(a), self.line(b), self.line(c));
        for p in 0..PARTS {
            let (a, b, c) = (a[p].get(), b[p].get(), c[p].get());
            to[p].set(Part::each(|g| with(a.0[g], b.0[g], c.0[g])));
        }
    }

    /// A cell from many, taken together one after the other with what there is, which is nothing at
    /// first; and from another.
    #[inline(always)]
    fn taken_together(
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

    #[inline(always)]
    fn steps<S: Simd>(&mut self, simd: S, ops: &[Op<T>]) {
        let everything = self.plan.fixed(Fixed::Everything);
        let mut at = 0;
        while let Some(op) = ops.get(at) {
            at += 1;
            match op {
                Op::Within { to, of, fit, under } => {
                    let fit = *fit;
                    self.each_two(*to, [*of, *under], |n, under| fit.answer(n).and(under));
                }
                Op::Is { to, of, n, under } => {
                    self.each_two(*to, [*of, *under], |of, under| yes::<T>(of == *n).and(under));
                }
                Op::Among { to, of, among, under } => {
                    let (to, of, under) = (self.line(*to), self.line(*of), self.line(*under));
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
                Op::Same { to, a, b, under } => {
                    self.each_three(*to, [*a, *b, *under], |a, b, under| {
                        yes::<T>(a == b).and(under)
                    });
                }
                Op::Offer { fit, under } => apart(simd, || self.offer(fit, *under)),
                Op::Empty { to, of, under } => {
                    let end = |all, under| yes::<T>(all == T::NONE).and(under);
                    self.taken_together(*to, of, *under, T::or, end);
                }
                Op::Occupied { to, of, under } => {
                    let end = |all, under| yes::<T>(all != T::NONE).and(under);
                    self.taken_together(*to, of, *under, T::or, end);
                }
                Op::Many { to, of, fit, low, high, under } => {
                    let fit = *fit;
                    let many = Fit { least: *low, span: high.sub(*low), odd: None };
                    let with = |all: T, n| all.sub(fit.answer(n));
                    let end = |all, under| many.answer(all).and(under);
                    self.taken_together(*to, of, *under, with, end);
                }
                Op::Copy { to, of } => self.each(*to, *of, |n| n),
                Op::Set { to, n } => self.each(*to, everything, |_| *n),
                Op::And { to, a, b } => self.each_two(*to, [*a, *b], |a, b| a.and(b)),
                Op::AndNot { to, a, b } => self.each_two(*to, [*a, *b], |a, b| a.and(b.not())),
                Op::Or { to, a, b } => self.each_two(*to, [*a, *b], |a, b| a.or(b)),
                Op::Put { to, n, under } => {
                    self.each_two(*to, [*to, *under], |there, under| pick(under, *n, there));
                }
                Op::PutEach { to, under } => {
                    let under = self.row(*under);
                    for (to, n) in to {
                        let to = self.line(*to);
                        for p in 0..PARTS {
                            let (there, under) = (to[p].get(), under.0[p]);
                            to[p].set(Part::each(|g| pick(under.0[g], *n, there.0[g])));
                        }
                    }
                }
                Op::PutCell { to, of, under } => {
                    self.each_three(*to, [*to, *of, *under], |there, of, under| {
                        pick(under, of, there)
                    });
                }
                Op::Gather { to, it, of } => {
                    let it = self.row(*it);
                    let mut all = [Part::<T>::NONE; PARTS];
                    for (n, cell) in of {
                        let there = self.line(*cell);
                        for p in 0..PARTS {
                            let (sum, it, there) = (all[p], it.0[p], there[p].get());
                            all[p] = Part::each(|g| {
                                sum.0[g].or(yes::<T>(it.0[g] == *n).and(there.0[g]))
                            });
                        }
                    }
                    self.cells.put(*to, &Row(all));
                }
                Op::Name { to, it, of } => {
                    let (to, it) = (self.line(*to), self.line(*it));
                    for p in 0..PARTS {
                        let it = it[p].get();
                        let mut all = Part::<T>::NONE;
                        for (n, name) in of {
                            all = Part::each(|g| all.0[g].or(yes::<T>(it.0[g] == *n).and(*name)));
                        }
                        to[p].set(all);
                    }
                }
                Op::Scatter { of, it, into } => {
                    let (of, it) = (self.row(*of), self.row(*it));
                    for (n, cell) in into {
                        let there = self.line(*cell);
                        for p in 0..PARTS {
                            let (of, it, now) = (of.0[p], it.0[p], there[p].get());
                            there[p]
                                .set(Part::each(|g| pick(yes(it.0[g] == *n), of.0[g], now.0[g])));
                        }
                    }
                }
                Op::NotAbove { to, a, b, under } => {
                    self.each_three(*to, [*a, *b, *under], |a, b, under| {
                        yes::<T>(a <= b).and(under)
                    });
                }
                Op::SumMeant { to, of } => {
                    let mut all = [Part::<T>::NONE; PARTS];
                    for (cell, chosen) in of {
                        let (cell, chosen) = (self.line(*cell), self.line(*chosen));
                        for p in 0..PARTS {
                            let (sum, n, chosen) = (all[p], cell[p].get(), chosen[p].get());
                            all[p] = Part::each(|g| sum.0[g].add(n.0[g].and(chosen.0[g])));
                        }
                    }
                    self.cells.put(*to, &Row(all));
                }
                Op::Sum { to, of } => {
                    self.taken_together(*to, of, everything, T::add, |all, _| all);
                }
                // An answer of all bits is one below 0.
                Op::Tell { to, of } => {
                    self.taken_together(*to, of, everything, T::sub, |all, _| all);
                }
                Op::SkipUnless { under, steps } => {
                    if !self.row(*under).any() {
                        at += *steps as usize;
                    }
                }
                Op::Move { of, to, share, gained } => match *share {
                    Share::All => self.move_seeds(of, *to, *gained, |there| there),
                    Share::Half => self.move_seeds(of, *to, *gained, T::half),
                    Share::Number(n) => self.move_seeds(of, *to, *gained, |there| there.min(n)),
                },
                Op::MovePlace { of, it, to, gained, under } => {
                    self.move_place(of, *it, [*to, *gained], *under);
                }
                Op::MoveRun { of, it, fit, first: true, to, gained, under } => {
                    let belongs = |before: T, begins, fits| before.and(fits).or(begins);
                    self.move_run(of, *it, *fit, belongs, [*to, *gained], *under);
                }
                Op::MoveRun { of, it, fit, first: false, to, gained, under } => {
                    let belongs = |before: T, begins, fits| before.or(begins).and(fits);
                    self.move_run(of, *it, *fit, belongs, [*to, *gained], *under);
                }
                Op::Pend { of, place, under } => self.pend(*of, everything, |_| *place, *under),
                Op::PendAt { of, place, under } => self.pend(*of, *place, |place| place, *under),
                Op::Count { to, under } => {
                    self.each_two(*to, [*to, *under], |there, under| there.sub(under));
                }
                Op::Flip { to, under } => {
                    self.each_two(*to, [*to, *under], |there, under| {
                        pick(under, T::ONE.sub(there), there)
                    });
                }
                Op::Fixed { to, n } => self.numbers[usize::from(to.0)] = [*n; GAMES],
                Op::Cell { to, of } => {
                    let row = self.row(*of);
                    self.reckon(*to, |g| i64::from(row.at(g).number()));
                }
                Op::SumOf { to, of } => {
                    let mut sum = [0_u32; GAMES];
                    for (cell, chosen) in of {
                        let (cell, chosen) = (self.line(*cell), self.line(*chosen));
                        for p in 0..PARTS {
                            let (n, chosen) = (cell[p].get(), chosen[p].get());
                            let sum = &mut sum.as_chunks_mut().0[p];
                            count(sum, |g| n.0[g].and(chosen.0[g]));
                        }
                    }
                    self.reckon(*to, |g| i64::from(sum[g]));
                }
                Op::CountOf { to, of } => {
                    let mut sum = [0_u32; GAMES];
                    for chosen in of {
                        let chosen = self.line(*chosen);
                        for p in 0..PARTS {
                            let chosen = chosen[p].get();
                            count(&mut sum.as_chunks_mut().0[p], |g| chosen.0[g].and(T::ONE));
                        }
                    }
                    self.reckon(*to, |g| i64::from(sum[g]));
                }
                Op::Divide { to, of, by, up } => {
                    let (of, by) = (self.numbers[usize::from(of.0)], (*by).max(1));
                    match up {
                        false => self.reckon(*to, |g| of[g].div_euclid(by)),
                        true => self.reckon(*to, |g| -(-of[g]).div_euclid(by)),
                    }
                }
                Op::Reckon { to, a, b, how } => {
                    let (a, b) = (&self.numbers[usize::from(a.0)], &self.numbers[usize::from(b.0)]);
                    let (a, b) = (*a, *b);
                    match how {
                        Reckoning::Add => self.reckon(*to, |g| a[g].saturating_add(b[g])),
                        Reckoning::Sub => self.reckon(*to, |g| a[g].saturating_sub(b[g])),
                        Reckoning::Mul => self.reckon(*to, |g| a[g].saturating_mul(b[g])),
                    }
                }
                Op::NumberWithin { to, of, least, most, odd, under } => {
                    let of = &self.numbers[usize::from(of.0)];
                    self.answer(*to, *under, |g| {
                        let parity = odd.is_none_or(|odd| of[g] & 1 == odd);
                        (of[g] >= *least) & (of[g] <= *most) & parity
                    });
                }
                Op::AtMost { to, a, b, under } => {
                    let (a, b) = (&self.numbers[usize::from(a.0)], &self.numbers[usize::from(b.0)]);
                    self.answer(*to, *under, |g| a[g] <= b[g]);
                }
                Op::PutNumber { to, of, under } => {
                    let of = &self.numbers[usize::from(of.0)];
                    let number = |g: usize| of[g].clamp(0, 65_535) as u32;
                    let (to, under) = (self.line(*to), self.line(*under));
                    let left = self.fixed(Fixed::Left);
                    for p in 0..PARTS {
                        let (there, under, old) = (to[p].get(), under[p].get(), left[p].get());
                        to[p].set(Part::each(|g| {
                            pick(under.0[g], T::of(number(p * PART + g)), there.0[g])
                        }));
                        left[p].set(Part::each(|g| {
                            let great = yes::<T>(number(p * PART + g) > T::GREATEST);
                            old.0[g].or(great.and(under.0[g]))
                        }));
                    }
                }
                Op::TakeUp { of, under, new } => apart(simd, || self.take_up(of, *under, *new)),
                Op::TakeUpOne { of, under } => self.take_up_one(of, *under),
                Op::Sow { ring, on } => {
                    let plan = self.plan;
                    apart(simd, || self.sow(&plan.rings[usize::from(*ring)], *on));
                }
                Op::Start { ring, on, under } => {
                    let plan = self.plan;
                    apart(simd, || self.start(&plan.rings[usize::from(*ring)], *on, *under));
                }
                Op::Fall { ring, stops, under } => {
                    let plan = self.plan;
                    apart(simd, || self.fall(&plan.rings[usize::from(*ring)], stops, *under));
                }
                Op::MoveHand { to, gained, under } => {
                    let (to, gained, under) =
                        (self.line(*to), self.line(*gained), self.line(*under));
                    let seeds = self.fixed(Fixed::Seeds);
                    for p in 0..PARTS {
                        let (there, all, under) = (to[p].get(), seeds[p].get(), under[p].get());
                        let old = gained[p].get();
                        let hand: Part<T> = Part::each(|g| all.0[g].and(under.0[g]));
                        to[p].set(Part::each(|g| there.0[g].add(hand.0[g])));
                        seeds[p].set(Part::each(|g| all.0[g].sub(hand.0[g])));
                        gained[p].set(Part::each(|g| old.0[g].or(yes::<T>(hand.0[g] != T::NONE))));
                    }
                }
                Op::Swap { pairs, under } => {
                    let under = self.row(*under);
                    for (a, b) in pairs {
                        let (a, b) = (self.line(*a), self.line(*b));
                        for p in 0..PARTS {
                            let (one, other, under) = (a[p].get(), b[p].get(), under.0[p]);
                            a[p].set(Part::each(|g| pick(under.0[g], other.0[g], one.0[g])));
                            b[p].set(Part::each(|g| pick(under.0[g], one.0[g], other.0[g])));
                        }
                    }
                }
                Op::LookBack => apart(simd, || self.look_back()),
                Op::Keep => apart(simd, || self.keep()),
                Op::KeepFresh => apart(simd, || self.keep_fresh()),
                Op::Tally { laps } => self.tally(*laps),
                Op::Choose { take } if take.is_empty() => {
                    apart(simd, || self.choose::<false>(take));
                }
                Op::Choose { take } => apart(simd, || self.choose::<true>(take)),
            }
        }
    }

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

    /// The next lap takes up that place, in some games, if there is anything.
    #[inline(always)]
    fn pend(&self, of: At, place: At, named: impl Fn(T) -> T, under: At) {
        let (of, place, under) = (self.line(of), self.line(place), self.line(under));
        let pending = self.fixed(Fixed::Pending);
        for p in 0..PARTS {
            let (seeds, under) = (of[p].get(), under[p].get());
            let (place, there) = (place[p].get(), pending[p].get());
            pending[p].set(Part::each(|g| {
                let some = yes::<T>(seeds.0[g] != T::NONE).and(under.0[g]);
                pick(some, named(place.0[g]), there.0[g])
            }));
        }
    }

    #[inline(always)]
    fn move_seeds(&self, of: &[(At, At)], to: At, gained: At, share: impl Fn(T) -> T) {
        let mut all = [Part::<T>::NONE; PARTS];
        for (cell, chosen) in of {
            let (cell, chosen) = (self.line(*cell), self.line(*chosen));
            for p in 0..PARTS {
                let (there, chosen, sum) = (cell[p].get(), chosen[p].get(), all[p]);
                let taken: Part<T> = Part::each(|g| share(there.0[g]).and(chosen.0[g]));
                cell[p].set(Part::each(|g| there.0[g].sub(taken.0[g])));
                all[p] = Part::each(|g| sum.0[g].add(taken.0[g]));
            }
        }
        self.gain(to, gained, &all);
    }

    /// All seeds of the cells of a place go to the first of two cells; the second tells whether there are any.
    #[inline(always)]
    fn move_place(&self, of: &[(T, Box<[At]>)], it: At, [to, gained]: [At; 2], under: At) {
        let (it, under) = (self.row(it), self.row(under));
        let mut all = [Part::<T>::NONE; PARTS];
        for (name, cells) in of {
            let mut here = Row::<T>::NONE;
            for p in 0..PARTS {
                let (it, under) = (it.0[p], under.0[p]);
                here.0[p] = Part::each(|g| yes::<T>(it.0[g] == *name).and(under.0[g]));
            }
            for cell in cells {
                let cell = self.line(*cell);
                for p in 0..PARTS {
                    let (there, here, sum) = (cell[p].get(), here.0[p], all[p]);
                    let taken: Part<T> = Part::each(|g| there.0[g].and(here.0[g]));
                    cell[p].set(Part::each(|g| there.0[g].sub(taken.0[g])));
                    all[p] = Part::each(|g| sum.0[g].add(taken.0[g]));
                }
            }
        }
        self.gain(to, gained, &all);
    }

    /// Seeds come to a cell; another tells whether there are any.
    #[inline(always)]
    fn gain(&self, to: At, gained: At, all: &[Part<T>; PARTS]) {
        let (to, gained) = (self.line(to), self.line(gained));
        for p in 0..PARTS {
            let (there, all) = (to[p].get(), all[p]);
            to[p].set(Part::each(|g| there.0[g].add(all.0[g])));
            gained[p].set(Part::each(|g| yes::<T>(all.0[g] != T::NONE)));
        }
    }

    /// All seeds of a run go to the first of two cells; the second tells whether there are any. `belongs`:
    /// whether a cell does, from whether the one before did, whether the run begins there, and whether what
    /// it holds fits.
    #[inline(always)]
    fn move_run(
        &self,
        of: &[(T, At)],
        it: At,
        fit: Fit<T>,
        belongs: impl Fn(T, T, T) -> T,
        [to, gained]: [At; 2],
        under: At,
    ) {
        let (it, under) = (self.line(it), self.line(under));
        let (to, gained) = (self.line(to), self.line(gained));
        for p in 0..PARTS {
            let (it, under) = (it[p].get(), under[p].get());
            let (mut run, mut all) = (Part::<T>::NONE, Part::<T>::NONE);
            for (name, cell) in of {
                let cell = &self.line(*cell)[p];
                let there = cell.get();
                run = Part::each(|g| {
                    let begins = yes::<T>(it.0[g] == *name).and(under.0[g]);
                    belongs(run.0[g], begins, fit.answer(there.0[g]))
                });
                let taken: Part<T> = Part::each(|g| there.0[g].and(run.0[g]));
                cell.set(Part::each(|g| there.0[g].sub(taken.0[g])));
                all = Part::each(|g| all.0[g].add(taken.0[g]));
            }
            let there = to[p].get();
            to[p].set(Part::each(|g| there.0[g].add(all.0[g])));
            gained[p].set(Part::each(|g| yes::<T>(all.0[g] != T::NONE)));
        }
    }

    /// The seeds of places are taken up, each in the games in which it is pending.
    #[inline(always)]
    fn take_up(&self, of: &[TakeUp], under: At, new: bool) {
        let (mut pending, under) = (self.get(Fixed::Pending), self.row(under));
        for p in 0..PARTS {
            let (place, under) = (pending.0[p], under.0[p]);
            // Elsewhere none is.
            pending.0[p] = Part::each(|g| place.0[g].or(under.0[g].not()));
        }
        for some in of.chunk_by(|a, b| a.on == b.on) {
            self.taken_up(some, new, |take, p| {
                let (lane, pending) = (T::of(take.lane.0.into()), pending.0[p]);
                Part::each(|g| yes::<T>(pending.0[g] == lane))
            });
        }
    }

    #[inline(always)]
    fn take_up_one(&self, take: &TakeUp, under: At) {
        let under = self.row(under);
        self.taken_up(std::slice::from_ref(take), false, |_, p| under.0[p]);
    }

    /// Places of one ring are taken up, one of them in each game; `new`: by a hand that holds nothing.
    #[inline(always)]
    fn taken_up(&self, takes: &[TakeUp], new: bool, here: impl Fn(&TakeUp, usize) -> Part<T>) {
        let Some(TakeUp { on, .. }) = takes.first() else { return };
        let (seeds, first) = (self.fixed(Fixed::Seeds), self.fixed(Fixed::First));
        let on = self.line(*on);
        for p in 0..PARTS {
            let (mut taken, mut begin) = (Part::<T>::NONE, Part::<T>::NONE);
            for take in takes {
                let lane = &self.line(take.lane)[p];
                let (there, here) = (lane.get(), here(take, p));
                lane.set(Part::each(|g| there.0[g].and(here.0[g].not())));
                taken = Part::each(|g| taken.0[g].or(there.0[g].and(here.0[g])));
                let from = T::of(take.first.into());
                begin = Part::each(|g| begin.0[g].or(from.and(here.0[g])));
            }
            let (hand, old, live) = match new {
                true => (Part::NONE, Part::NONE, Part::NONE),
                false => (seeds[p].get(), first[p].get(), on[p].get()),
            };
            let some: Part<T> = Part::each(|g| yes::<T>(taken.0[g] != T::NONE));
            seeds[p].set(Part::each(|g| hand.0[g].or(taken.0[g])));
            first[p].set(Part::each(|g| old.0[g].or(begin.0[g].and(some.0[g]))));
            on[p].set(Part::each(|g| live.0[g].or(some.0[g])));
        }
    }

    /// The seeds fall on a ring, in the games in which it is sown.
    #[inline(always)]
    fn sow(&self, ring: &Ring, on: At) {
        let on = self.row(on);
        if !on.any() {
            return;
        }
        let length = ring.lanes.len() as u32;
        let round = T::of(length - u32::from(ring.skips));
        let (first, mut seeds) = (self.get(Fixed::First), self.get(Fixed::Seeds));
        for p in 0..PARTS {
            let (all, on) = (seeds.0[p], on.0[p]);
            seeds.0[p] = Part::each(|g| all.0[g].and(on.0[g]));
        }
        // Whole rounds, which are rare.
        loop {
            let mut more = Row::<T>::NONE;
            for p in 0..PARTS {
                let seeds = seeds.0[p];
                more.0[p] = Part::each(|g| yes::<T>(seeds.0[g] > round));
            }
            if !more.any() {
                break;
            }
            for (i, lane) in ring.lanes.iter().enumerate() {
                // What is taken up comes last, counted from where the first seed falls.
                let origin = T::of((i as u32 + 1) % length);
                let lane = self.line(*lane);
                for p in 0..PARTS {
                    let (there, first, more) = (lane[p].get(), first.0[p], more.0[p]);
                    lane[p].set(Part::each(|g| {
                        let skipped = yes::<T>(ring.skips & (first.0[g] == origin));
                        there.0[g].sub(more.0[g].and(skipped.not()))
                    }));
                }
            }
            for p in 0..PARTS {
                let (all, more) = (seeds.0[p], more.0[p]);
                seeds.0[p] = Part::each(|g| all.0[g].sub(round.and(more.0[g])));
            }
        }
        let length = T::of(length);
        for (i, lane) in ring.lanes.iter().enumerate() {
            let here = T::of(i as u32);
            let lane = self.line(*lane);
            for p in 0..PARTS {
                let (there, first, seeds) = (lane[p].get(), first.0[p], seeds.0[p]);
                lane[p].set(Part::each(|g| {
                    let far = here.sub(first.0[g]);
                    let far = far.min(far.add(length));
                    there.0[g].sub(yes::<T>(far < seeds.0[g]))
                }));
            }
        }
        let last = self.fixed(Fixed::Last);
        for p in 0..PARTS {
            let (first, seeds, on, old) = (first.0[p], seeds.0[p], on.0[p], last[p].get());
            last[p].set(Part::each(|g| {
                let end = first.0[g].add(seeds.0[g]).sub(T::ONE);
                let end = end.min(end.sub(length));
                pick(on.0[g], end, old.0[g])
            }));
        }
    }

    /// Seeds begin to fall on a ring one by one: what is taken up is passed over, if the ring says so.
    #[inline(always)]
    fn start(&self, ring: &Ring, on: At, under: At) {
        let last = T::of(ring.lanes.len() as u32 - 1);
        let (on, under) = (self.line(on), self.line(under));
        let (first, passed) = (self.fixed(Fixed::First), self.fixed(Fixed::Passed));
        for p in 0..PARTS {
            let (on, under) = (on[p].get(), under[p].get());
            let (first, old) = (first[p].get(), passed[p].get());
            passed[p].set(Part::each(|g| {
                // It lies just before where the first seed falls.
                let before = pick(yes(first.0[g] == T::NONE), last, first.0[g].sub(T::ONE));
                let before = if ring.skips { before } else { T::ALL };
                pick(on.0[g].and(under.0[g]), before, old.0[g])
            }));
        }
    }

    /// Seeds fall on a ring, in some games, up to the first that makes what stops them.
    #[inline(always)]
    fn fall(&self, ring: &Ring, stops: &[Option<Fit<T>>], under: At) {
        let length = T::of(ring.lanes.len() as u32);
        let (first, last) = (self.fixed(Fixed::First), self.fixed(Fixed::Last));
        let (seeds, kept) = (self.fixed(Fixed::Seeds), self.fixed(Fixed::Fallen));
        let (passed, under) = (self.fixed(Fixed::Passed), self.line(under));
        // No more than a round at once.
        let round = length.sub(T::of(1 + u32::from(ring.skips)));
        for p in 0..PARTS {
            let (under, from, hand) = (under[p].get(), first[p].get(), seeds[p].get());
            // How far one place of the ring is from another.
            let far = |to: T, from: T| {
                let far = to.sub(from);
                far.min(far.add(length))
            };
            // And how far the place is where none falls; beyond it others are one nearer.
            let gap: Part<T> = match ring.skips {
                true => {
                    let passed = passed[p].get();
                    Part::each(|g| far(passed.0[g], from.0[g]))
                }
                false => Part([T::ALL; PART]),
            };
            let away = |g: usize, here: T| {
                let far = far(here, from.0[g]);
                far.add(yes(far > gap.0[g])).or(yes(far == gap.0[g]))
            };
            let most: Part<T> = Part::each(|g| hand.0[g].sub(T::ONE).min(round));
            let mut end = most;
            for (i, (lane, stop)) in ring.lanes.iter().zip(stops).enumerate() {
                let Some(stop) = *stop else { continue };
                let (here, there) = (T::of(i as u32), self.line(*lane)[p].get());
                end = Part::each(|g| {
                    let stops = stop.answer(there.0[g].add(T::ONE));
                    end.0[g].min(away(g, here).or(stops.not()))
                });
            }
            // So many fall.
            let many: Part<T> = Part::each(|g| end.0[g].add(T::ONE).and(under.0[g]));
            let mut fallen = Part::<T>::NONE;
            for (i, lane) in ring.lanes.iter().enumerate() {
                let (here, lane) = (T::of(i as u32), &self.line(*lane)[p]);
                let there = lane.get();
                let away: Part<T> = Part::each(|g| away(g, here));
                let now: Part<T> = Part::each(|g| there.0[g].sub(yes::<T>(away.0[g] < many.0[g])));
                lane.set(now);
                fallen =
                    Part::each(|g| fallen.0[g].or(yes::<T>(away.0[g] == end.0[g]).and(now.0[g])));
            }
            let place = |g: usize, away: T| {
                let at = from.0[g].add(away).sub(yes::<T>(away >= gap.0[g]));
                at.min(at.sub(length))
            };
            let (old, known) = (last[p].get(), kept[p].get());
            last[p].set(Part::each(|g| pick(under.0[g], place(g, end.0[g]), old.0[g])));
            kept[p].set(Part::each(|g| pick(under.0[g], fallen.0[g], known.0[g])));
            seeds[p].set(Part::each(|g| hand.0[g].sub(many.0[g])));
            first[p].set(Part::each(|g| pick(under.0[g], place(g, many.0[g]), from.0[g])));
        }
    }

    #[inline(always)]
    fn tally(&mut self, laps: bool) {
        let (ready, captured) = (self.get(Fixed::Ready), self.get(Fixed::Captured));
        let sown = self.get(Fixed::Laps);
        for p in 0..PARTS {
            let (ready, captured, sown) = (ready.0[p], captured.0[p], sown.0[p]);
            let captures = &mut self.tallies.captures_lately.as_chunks_mut::<PART>().0[p];
            for g in 0..PART {
                captures[g] += u8::from(captured.0[g].and(ready.0[g]) != T::NONE);
            }
            if laps {
                let laps = &mut self.tallies.laps.as_chunks_mut().0[p];
                count(laps, |g| sown.0[g].and(ready.0[g]));
            }
        }
    }

    /// Which holes can be chosen.
    #[inline(always)]
    fn offer(&self, fit: &Fit<T>, under: At) {
        let (fit, under) = (*fit, self.row(under));
        let mut choices = [Part::<T>::NONE; PARTS];
        for (lane, answer) in &self.plan.offers {
            let (lane, answer) = (self.line(*lane), self.line(*answer));
            for p in 0..PARTS {
                let (there, under, told) = (lane[p].get(), under.0[p], choices[p]);
                let old = answer[p].get();
                let now: Part<T> =
                    Part::each(|g| pick(under.0[g], fit.answer(there.0[g]), old.0[g]));
                answer[p].set(now);
                choices[p] = Part::each(|g| told.0[g].sub(now.0[g]));
            }
        }
        self.put(Fixed::Choices, &Row(choices));
    }

    #[inline(always)]
    fn choose<const TAKE: bool>(&mut self, take: &[TakeUp]) {
        let plan = self.plan;
        self.tallies.turn();
        let (ready, mover) = (self.get(Fixed::Ready), self.get(Fixed::Mover));
        let choices = self.get(Fixed::Choices);
        for p in 0..PARTS {
            let games = p * PART;
            let (ready, mover, choices) = (ready.0[p], mover.0[p], choices.0[p]);
            let draws = &*self.draws;
            let drawn: Part<T> = Part::each(|g| {
                let (at, high) = (draws.at[games + g], draws.high[games + g]);
                T::of(Draw::drawn(at, high, choices.0[g].number()))
            });
            let nth: Part<T> = match plan.reversed {
                false => drawn,
                true => Part::each(|g| {
                    let turned = yes::<T>(mover.0[g] != T::NONE);
                    pick(turned, choices.0[g].sub(T::ONE).sub(drawn.0[g]), drawn.0[g])
                }),
            };
            // Where no choice is made no hole is the one that is meant.
            let nth: Part<T> = Part::each(|g| pick(ready.0[g], nth.0[g], T::ALL));
            self.meant::<TAKE>(take, p, &nth, &ready);
            let at = &mut self.draws.at.as_chunks_mut::<PART>().0[p];
            for g in 0..PART {
                let step = if ready.0[g] == T::NONE { 0 } else { SHORT_STEP };
                at[g] = at[g].wrapping_add(step);
            }
            let offered = &mut self.tallies.offered_lately.as_chunks_mut::<PART>().0[p];
            for g in 0..PART {
                offered[g] += choices.0[g].and(ready.0[g]).number() as u16;
            }
        }
    }

    /// The hole that is meant, in the games of a part, is taken up, or will be.
    #[inline(always)]
    fn meant<const TAKE: bool>(&self, take: &[TakeUp], p: usize, nth: &Part<T>, ready: &Part<T>) {
        let [mut told, mut hand, mut which] = [Part::<T>::NONE; 3];
        for (i, (lane, offer)) in self.plan.offers.iter().enumerate() {
            let offer = self.line(*offer)[p].get();
            let here: Part<T> = Part::each(|g| yes::<T>(told.0[g] == nth.0[g]).and(offer.0[g]));
            told = Part::each(|g| told.0[g].sub(offer.0[g]));
            // Its name, or where the first of its seeds falls.
            let name = T::of(if TAKE { take[i].first } else { lane.0 }.into());
            which = Part::each(|g| which.0[g].or(name.and(here.0[g])));
            if TAKE {
                let lane = &self.line(*lane)[p];
                let there = lane.get();
                let n: Part<T> = Part::each(|g| there.0[g].and(here.0[g]));
                lane.set(Part::each(|g| there.0[g].sub(n.0[g])));
                hand = Part::each(|g| hand.0[g].or(n.0[g]));
            }
        }
        if TAKE {
            self.fixed(Fixed::Seeds)[p].set(hand);
            self.fixed(Fixed::First)[p].set(which);
            self.line(take[0].on)[p].set(Part::each(|g| yes(hand.0[g] != T::NONE)));
        } else {
            let pending = &self.fixed(Fixed::Pending)[p];
            let old = pending.get();
            pending.set(Part::each(|g| pick(ready.0[g], which.0[g], old.0[g])));
        }
    }

    /// Games begin; their positions can return.
    #[inline(always)]
    fn keep_fresh(&mut self) {
        let (mover, fresh) = (self.get(Fixed::Mover), self.get(Fixed::Fresh));
        self.past.begin(self.cells, &mover, &fresh);
    }

    /// Looks among earlier positions for the same ones.
    #[inline(always)]
    fn look_back(&mut self) {
        let (ready, calm) = (self.get(Fixed::Ready), self.get(Fixed::Calm));
        let soonest = self.plan.soonest_return.unwrap_or(u32::MAX).min(T::GREATEST);
        let mut asked = Row::NONE;
        for p in 0..PARTS {
            let (ready, calm) = (ready.0[p], calm.0[p]);
            asked.0[p] = Part::each(|g| yes::<T>(calm.0[g] >= T::of(soonest)).and(ready.0[g]));
        }
        let mover = self.get(Fixed::Mover);
        self.past.look_for(self.cells, &mover);
        let found = self.past.count(self.cells, &mover, &asked, soonest);
        // Where it has been looked before, and nothing has been done since, that stays known.
        let stood = self.fixed(Fixed::Stood);
        for p in 0..PARTS {
            let (found, ready, old) = (found.0[p], ready.0[p], stood[p].get());
            stood[p].set(Part::each(|g| pick(ready.0[g], found.0[g], old.0[g])));
        }
    }

    /// Keeps the position.
    #[inline(always)]
    fn keep(&mut self) {
        let (ready, mover) = (self.get(Fixed::Ready), self.get(Fixed::Mover));
        let calm = self.plan.fixed(Fixed::Calm);
        if self.plan.irreversible {
            let (stored, before) = (self.get(Fixed::Stored), self.get(Fixed::StoredBefore));
            let mut cut = Row::<T>::NONE;
            for p in 0..PARTS {
                let (stored, before, ready) = (stored.0[p], before.0[p], ready.0[p]);
                cut.0[p] = Part::each(|g| yes::<T>(stored.0[g] > before.0[g]).and(ready.0[g]));
                let calm = &self.line(calm)[p];
                let (old, cut) = (calm.get(), cut.0[p]);
                calm.set(Part::each(|g| old.0[g].and(cut.0[g].not())));
            }
            self.past.cut(&cut);
        }
        self.past.keep(self.cells, &mover, &ready);
        // It stays at the greatest number.
        for p in 0..PARTS {
            let (calm, ready) = (&self.line(calm)[p], ready.0[p]);
            let old = calm.get();
            calm.set(Part::each(|g| {
                let more = yes::<T>(old.0[g] != T::ALL).and(ready.0[g]);
                old.0[g].sub(more)
            }));
        }
    }
}
