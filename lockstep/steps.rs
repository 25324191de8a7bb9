//! What a step does with the games of a pack.

use crate::cells::Cells;
use crate::op::{Fixed, Op, Share};
use crate::pack::Pack;
use crate::row::{Cell, Fit, pick, yes};
use crate::view::View;
use pulp::{Simd, WithSimd};
use std::cell::Cell as Shared;

/// Does something in a function of its own, made for the same kind of machine: what is long would take
/// the registers from all other steps.
#[inline(never)]
fn apart<S: Simd>(simd: S, step: impl FnOnce()) {
    simd.vectorize(step);
}

/// Steps to be done with a pack. What is short is put into one function for each kind of machine, since
/// what is merely called from there would be made for the least machine; what is long stands [apart].
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

impl<T: Cell> View<'_, '_, T> {
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
                Op::Among { to, of, among, under } => self.among(*to, *of, among, *under),
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
                Op::PutEach { to, under } => apart(simd, || self.put_each(to, *under)),
                Op::PutCell { to, of, under } => {
                    self.each_three(*to, [*to, *of, *under], |there, of, under| {
                        pick(under, of, there)
                    });
                }
                Op::Gather { to, it, of } => apart(simd, || self.gather(*to, *it, of)),
                Op::Name { to, it, of } => apart(simd, || self.name(*to, *it, of)),
                Op::Scatter { of, it, into } => apart(simd, || self.scatter(*of, *it, into)),
                Op::NotAbove { to, a, b, under } => {
                    self.each_three(*to, [*a, *b, *under], |a, b, under| {
                        yes::<T>(a <= b).and(under)
                    });
                }
                Op::SumMeant { to, of } => apart(simd, || self.sum_meant(*to, of)),
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
                Op::Move { of, to, share, gained } => apart(simd, || match *share {
                    Share::All => self.move_seeds(of, [*to, *gained], |there| there),
                    Share::Half => self.move_seeds(of, [*to, *gained], T::half),
                    Share::Number(n) => self.move_seeds(of, [*to, *gained], |there| there.min(n)),
                }),
                Op::MovePlace { of, it, to, gained, under } => {
                    apart(simd, || self.move_place(of, *it, [*to, *gained], *under));
                }
                Op::MoveRun { of, it, fit, first: true, to, gained, under } => {
                    let belongs = |before: T, begins, fits| before.and(fits).or(begins);
                    apart(simd, || self.move_run(of, *it, *fit, belongs, [*to, *gained], *under));
                }
                Op::MoveRun { of, it, fit, first: false, to, gained, under } => {
                    let belongs = |before: T, begins, fits| before.or(begins).and(fits);
                    apart(simd, || self.move_run(of, *it, *fit, belongs, [*to, *gained], *under));
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
                Op::Fixed { to, n } => apart(simd, || self.number(*to, *n)),
                Op::Cell { to, of } => apart(simd, || self.number_of(*to, *of)),
                Op::SumOf { to, of } => apart(simd, || self.sum_of(*to, of)),
                Op::CountOf { to, of } => apart(simd, || self.count_of(*to, of)),
                Op::Divide { to, of, by, up } => apart(simd, || self.divide(*to, *of, *by, *up)),
                Op::Reckon { to, a, b, how } => apart(simd, || self.together(*to, [*a, *b], *how)),
                Op::NumberWithin { to, of, least, most, odd, under } => {
                    let range = [*least, *most];
                    apart(simd, || self.number_within(*to, *of, range, *odd, *under));
                }
                Op::AtMost { to, a, b, under } => {
                    apart(simd, || self.at_most(*to, [*a, *b], *under))
                }
                Op::PutNumber { to, of, under } => {
                    apart(simd, || self.put_number(*to, *of, *under))
                }
                Op::TakeUp { of, under, new } => apart(simd, || self.take_up(of, *under, *new)),
                Op::TakeUpOne { of, under } => apart(simd, || self.take_up_one(of, *under)),
                Op::Sow { ring, on } => {
                    let plan = self.plan;
                    apart(simd, || self.sow(&plan.rings[usize::from(*ring)], *on));
                }
                Op::Start { ring, on, under } => {
                    let plan = self.plan;
                    apart(simd, || self.start(&plan.rings[usize::from(*ring)], *on, *under));
                }
                Op::Fall { ring, stops, under } if stops.is_empty() => {
                    let plan = self.plan;
                    apart(simd, || self.fall_one(&plan.rings[usize::from(*ring)], *under));
                }
                Op::Fall { ring, stops, under } => {
                    let plan = self.plan;
                    apart(simd, || self.fall(&plan.rings[usize::from(*ring)], stops, *under));
                }
                Op::MoveHand { to, gained, under } => {
                    apart(simd, || self.move_hand(*to, *gained, *under))
                }
                Op::Swap { pairs, under } => apart(simd, || self.swap(pairs, *under)),
                Op::LookBack => apart(simd, || self.look_back()),
                Op::Keep => apart(simd, || self.keep()),
                Op::Aside { .. } => {}
                Op::KeepFresh => apart(simd, || self.keep_fresh()),
                Op::Tally { laps } => apart(simd, || self.tally(*laps)),
                Op::Choose { take } if take.is_empty() => {
                    apart(simd, || self.choose::<false>(take));
                }
                Op::Choose { take } => apart(simd, || self.choose::<true>(take)),
            }
        }
    }
}
