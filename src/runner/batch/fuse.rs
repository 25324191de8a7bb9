//! Fuses two ops: the choice of a hole and its pickup.

use super::code::BatchProgram;
use mnc_lockstep::{CellId, CellLayout, CellValue, Op, Register};

impl<T: CellValue> BatchProgram<T> {
    /// Fuses the choice and the pickup of a whole turn, if no op in between depends on them.
    pub fn fuse_choice_and_pickup(mut self) -> BatchProgram<T> {
        let BatchProgram {
            plan,
            whole_turn,
            full_arrival,
            law_masks,
            turn_rest,
            offer,
            inspect,
            fast_arrival,
            ..
        } = &mut self;
        let ready = plan.register(Register::Ready);
        let holes = || plan.offers.iter().map(|(lane, _)| *lane);
        let takes_up = |op: &Op<T>| {
            let Op::TakeUp { of, under, new: true } = op else { return false };
            *under == ready && of.iter().map(|take| take.lane).eq(holes())
        };
        let Some(at) = whole_turn.iter().position(takes_up) else { return self };
        let pending = plan.register(Register::PendingOrigin);
        let names = |op: &Op<T>| read_cells(op, plan).contains(&pending);
        let others = [&*full_arrival, law_masks, turn_rest, offer, inspect]
            .into_iter()
            .chain(&*fast_arrival)
            .flatten();
        if whole_turn[at + 1..].iter().chain(others).any(names) {
            return self;
        }
        let before = whole_turn[..at].iter().rposition(|op| !commute(op, &whole_turn[at], plan));
        let Some(chosen) = before.filter(|at| matches!(whole_turn[*at], Op::Choose { .. })) else {
            return self;
        };
        if let Op::TakeUp { of, .. } = whole_turn.remove(at) {
            whole_turn[chosen] = Op::Choose { take: of };
        }
        self
    }
}

/// The cells that an op reads.
pub(super) fn read_cells<T>(op: &Op<T>, plan: &CellLayout) -> Vec<CellId> {
    let mut cells: Vec<CellId> =
        op.implicit_reads().iter().map(|cell| plan.register(*cell)).collect();
    op.operands(&mut |cell| cells.push(cell));
    cells
}

/// For each cell, whether some op reads it.
pub(super) fn live_cells<'o, T: 'o>(
    ops: impl Iterator<Item = &'o Op<T>>,
    plan: &CellLayout,
) -> Vec<bool> {
    let mut read = vec![false; plan.cells];
    ops.flat_map(|op| read_cells(op, plan)).for_each(|at| read[usize::from(at.0)] = true);
    read
}

/// Whether two ops can be swapped.
fn commute<T>(a: &Op<T>, b: &Op<T>, plan: &CellLayout) -> bool {
    let writes = |op: &Op<T>| {
        let mut cells = Vec::new();
        op.writes(plan, &mut |cell| cells.push(cell));
        cells
    };
    let ((a_reads, a_writes), (b_reads, b_writes)) =
        ((read_cells(a, plan), writes(a)), (read_cells(b, plan), writes(b)));
    let apart = |one: &[CellId], other: &[CellId]| !one.iter().any(|cell| other.contains(cell));
    !matches!(a, Op::SkipUnless { .. })
        && apart(&a_writes, &b_reads)
        && apart(&a_writes, &b_writes)
        && apart(&a_reads, &b_writes)
}
