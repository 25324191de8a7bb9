//! The interpreter loop: runs ops on a pack.

use crate::cells::Cells;
use crate::context::StepContext;
use crate::op::{Op, Portion, Register};
use crate::pack::Pack;
use crate::row::{CellRange, CellValue, mask, select};
use pulp::{Arch, Simd, WithSimd};
use std::cell::Cell as Shared;

/// Runs a step in a function of its own, compiled for the same instruction set: long code would take
/// registers from all other ops.
#[inline(never)]
fn out_of_line<S: Simd>(simd: S, step: impl FnOnce()) {
    simd.vectorize(step);
}

/// Ops to run on a pack. Short ops are inlined into one function for each instruction set, since functions
/// called from there would be compiled for the baseline; long ones run [`out_of_line`].
struct StepRunner<'s, 'c, T>(&'s mut Pack<'c, T>, &'s [Op<T>]);

impl<T: CellValue> WithSimd for StepRunner<'_, '_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        self.0.steps(simd, self.1);
    }
}

impl<T: CellValue> Pack<'_, T> {
    #[inline(always)]
    pub(crate) fn dispatch(&mut self, ops: &[Op<T>]) {
        // A module of WebAssembly is compiled for one instruction set, so this is known when it is compiled: then
        // there is one copy of all ops.
        let arch = if cfg!(target_arch = "wasm32") { Arch::new() } else { self.arch };
        arch.dispatch(StepRunner(self, ops));
    }

    #[inline(always)]
    fn steps<S: Simd>(&mut self, simd: S, ops: &[Op<T>]) {
        let Pack { plan, cells, numbers, tallies, draws, repetition, .. } = self;
        let cells = Shared::from_mut(&mut **cells).as_slice_of_cells();
        StepContext { plan, cells: Cells(cells), numbers, tallies, draws, repetition }
            .steps(simd, ops);
    }
}

impl<T: CellValue> StepContext<'_, '_, T> {
    #[inline(always)]
    fn steps<S: Simd>(&mut self, simd: S, ops: &[Op<T>]) {
        let everything = self.plan.register(Register::AllOnes);
        let mut at = 0;
        while let Some(op) = ops.get(at) {
            at += 1;
            match op {
                Op::Within { to, of, fit, under } => {
                    let fit = *fit;
                    self.map2(*to, [*of, *under], |n, under| fit.matches_mask(n).and(under));
                }
                Op::Is { to, of, n, under } => {
                    self.map2(*to, [*of, *under], |of, under| mask::<T>(of == *n).and(under));
                }
                Op::Among { to, of, among, under } => self.matches_any(*to, *of, among, *under),
                Op::Same { to, a, b, under } => {
                    self.map3(*to, [*a, *b, *under], |a, b, under| mask::<T>(a == b).and(under));
                }
                Op::Offer { fit, under } => out_of_line(simd, || self.offer(fit, *under)),
                Op::Empty { to, of, under } => {
                    let end = |all, under| mask::<T>(all == T::NONE).and(under);
                    self.fold_cells(*to, of, *under, T::or, end);
                }
                Op::Occupied { to, of, under } => {
                    let end = |all, under| mask::<T>(all != T::NONE).and(under);
                    self.fold_cells(*to, of, *under, T::or, end);
                }
                Op::CountWithin { to, of, fit, low, high, under } => {
                    let fit = *fit;
                    let many = CellRange { least: *low, span: high.sub(*low), odd: None };
                    let with = |all: T, n| all.sub(fit.matches_mask(n));
                    let end = |all, under| many.matches_mask(all).and(under);
                    self.fold_cells(*to, of, *under, with, end);
                }
                Op::Copy { to, of } => self.map(*to, *of, |n| n),
                Op::Set { to, n } => self.map(*to, everything, |_| *n),
                Op::And { to, a, b } => self.map2(*to, [*a, *b], |a, b| a.and(b)),
                Op::AndNot { to, a, b } => self.map2(*to, [*a, *b], |a, b| a.and(b.not())),
                Op::Or { to, a, b } => self.map2(*to, [*a, *b], |a, b| a.or(b)),
                Op::Assign { to, n, under } => {
                    self.map2(*to, [*to, *under], |there, under| select(under, *n, there));
                }
                Op::AssignEach { to, under } => out_of_line(simd, || self.put_each(to, *under)),
                Op::AssignCell { to, of, under } => {
                    self.map3(*to, [*to, *of, *under], |there, of, under| select(under, of, there));
                }
                Op::Gather { to, index, of } => out_of_line(simd, || self.gather(*to, *index, of)),
                Op::Lookup { to, index, of } => out_of_line(simd, || self.lookup(*to, *index, of)),
                Op::Scatter { of, index, into } => {
                    out_of_line(simd, || self.scatter(*of, *index, into))
                }
                Op::NotAbove { to, a, b, under } => {
                    self.map3(*to, [*a, *b, *under], |a, b, under| mask::<T>(a <= b).and(under));
                }
                Op::MaskedSum { to, of } => out_of_line(simd, || self.masked_sum(*to, of)),
                Op::Sum { to, of } => {
                    self.fold_cells(*to, of, everything, T::add, |all, _| all);
                }
                // A set mask is -1.
                Op::CountTrue { to, of } => {
                    self.fold_cells(*to, of, everything, T::sub, |all, _| all);
                }
                Op::SkipUnless { under, steps } => {
                    if !self.row(*under).any() {
                        at += *steps as usize;
                    }
                }
                Op::Move { of, to, share, gained } => out_of_line(simd, || match *share {
                    Portion::All => self.move_seeds(of, [*to, *gained], |there| there),
                    Portion::Half => self.move_seeds(of, [*to, *gained], T::half),
                    Portion::Number(n) => self.move_seeds(of, [*to, *gained], |there| there.min(n)),
                }),
                Op::MovePlace { of, index, to, gained, under } => {
                    out_of_line(simd, || self.move_place(of, *index, [*to, *gained], *under));
                }
                Op::MoveRun { of, index, fit, first: true, to, gained, under } => {
                    let belongs = |before: T, begins, fits| before.and(fits).or(begins);
                    out_of_line(simd, || {
                        self.move_run(of, *index, *fit, belongs, [*to, *gained], *under)
                    });
                }
                Op::MoveRun { of, index, fit, first: false, to, gained, under } => {
                    let belongs = |before: T, begins, fits| before.or(begins).and(fits);
                    out_of_line(simd, || {
                        self.move_run(of, *index, *fit, belongs, [*to, *gained], *under)
                    });
                }
                Op::SetPending { of, place, under } => {
                    self.set_pending(*of, everything, |_| *place, *under)
                }
                Op::SetPendingFrom { of, place, under } => {
                    self.set_pending(*of, *place, |place| place, *under)
                }
                Op::Increment { to, under } => {
                    self.map2(*to, [*to, *under], |there, under| there.sub(under));
                }
                Op::Flip { to, under } => {
                    self.map2(*to, [*to, *under], |there, under| {
                        select(under, T::ONE.sub(there), there)
                    });
                }
                Op::WideConst { to, n } => out_of_line(simd, || self.wide_const(*to, *n)),
                Op::Widen { to, of } => out_of_line(simd, || self.widen(*to, *of)),
                Op::WideMaskedSum { to, of } => out_of_line(simd, || self.wide_masked_sum(*to, of)),
                Op::WideCountTrue { to, of } => out_of_line(simd, || self.wide_count_true(*to, of)),
                Op::WideDivide { to, of, by, up } => {
                    out_of_line(simd, || self.wide_divide(*to, *of, *by, *up))
                }
                Op::WideArith { to, a, b, how } => {
                    out_of_line(simd, || self.wide_arith(*to, [*a, *b], *how))
                }
                Op::WideWithin { to, of, least, most, odd, under } => {
                    let range = [*least, *most];
                    out_of_line(simd, || self.wide_within(*to, *of, range, *odd, *under));
                }
                Op::WideAtMost { to, a, b, under } => {
                    out_of_line(simd, || self.wide_at_most(*to, [*a, *b], *under))
                }
                Op::AssignWide { to, of, under } => {
                    out_of_line(simd, || self.assign_wide(*to, *of, *under))
                }
                Op::TakeUp { of, under, new } => {
                    out_of_line(simd, || self.take_up(of, *under, *new))
                }
                Op::TakeUpOne { of, under } => out_of_line(simd, || self.take_up_one(of, *under)),
                Op::Sow { ring, on } => {
                    let plan = self.plan;
                    out_of_line(simd, || self.sow(&plan.rings[usize::from(*ring)], *on));
                }
                Op::StartFalls { ring, on, under } => {
                    let plan = self.plan;
                    out_of_line(simd, || self.start(&plan.rings[usize::from(*ring)], *on, *under));
                }
                Op::Fall { ring, stops, under } if stops.is_empty() => {
                    let plan = self.plan;
                    out_of_line(simd, || self.fall_one(&plan.rings[usize::from(*ring)], *under));
                }
                Op::Fall { ring, stops, under } => {
                    let plan = self.plan;
                    out_of_line(simd, || self.fall(&plan.rings[usize::from(*ring)], stops, *under));
                }
                Op::MoveHand { to, gained, under } => {
                    out_of_line(simd, || self.move_hand(*to, *gained, *under))
                }
                Op::Swap { pairs, under } => out_of_line(simd, || self.swap(pairs, *under)),
                Op::CountOccurrences => out_of_line(simd, || self.count_occurrences()),
                Op::PushPosition => out_of_line(simd, || self.push_position()),
                Op::Opaque { .. } => {}
                Op::PushStarting => out_of_line(simd, || self.push_starting()),
                Op::Tally { laps } => out_of_line(simd, || self.tally_turn(*laps)),
                Op::Choose { take } if take.is_empty() => {
                    out_of_line(simd, || self.choose::<false>(take));
                }
                Op::Choose { take } => out_of_line(simd, || self.choose::<true>(take)),
            }
        }
    }
}
