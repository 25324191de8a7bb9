//! Two steps in one: what is chosen is taken up at once.

use super::code::BatchProgram;
use mnc_lockstep::{CellId, CellLayout, CellValue, Op, Register};

impl<T: CellValue> BatchProgram<T> {
    /// The same, where nothing that matters is done in a turn between the choice of a hole and its being
    /// taken up.
    pub fn fuse_choice_and_pickup(mut self) -> BatchProgram<T> {
        let BatchProgram {
            plan,
            whole_turn: turn,
            full_arrival: arrive,
            law_masks: bind,
            turn_rest: rest,
            offer,
            inspect: look,
            fast_arrival: glance,
            ..
        } = &mut self;
        let ready = plan.register(Register::Ready);
        let holes = || plan.offers.iter().map(|(lane, _)| *lane);
        let takes_up = |op: &Op<T>| {
            let Op::TakeUp { of, under, new: true } = op else { return false };
            *under == ready && of.iter().map(|take| take.lane).eq(holes())
        };
        let Some(at) = turn.iter().position(takes_up) else { return self };
        let pending = plan.register(Register::PendingOrigin);
        let names = |op: &Op<T>| read_cells(op, plan).contains(&pending);
        let others = [&*arrive, bind, rest, offer, look].into_iter().chain(&*glance).flatten();
        if turn[at + 1..].iter().chain(others).any(names) {
            return self;
        }
        let before = turn[..at].iter().rposition(|op| !commute(op, &turn[at], plan));
        let Some(chosen) = before.filter(|at| matches!(turn[*at], Op::Choose { .. })) else {
            return self;
        };
        if let Op::TakeUp { of, .. } = turn.remove(at) {
            turn[chosen] = Op::Choose { take: of };
        }
        self
    }
}

/// The cells that a step reads.
pub(super) fn read_cells<T>(op: &Op<T>, plan: &CellLayout) -> Vec<CellId> {
    let mut cells: Vec<CellId> =
        op.implicit_reads().iter().map(|cell| plan.register(*cell)).collect();
    op.operands(&mut |cell| cells.push(cell));
    cells
}

/// Whether some step reads it, of each cell.
pub(super) fn live_cells<'o, T: 'o>(
    ops: impl Iterator<Item = &'o Op<T>>,
    plan: &CellLayout,
) -> Vec<bool> {
    let mut read = vec![false; plan.cells];
    ops.flat_map(|op| read_cells(op, plan)).for_each(|at| read[usize::from(at.0)] = true);
    read
}

/// Whether it does not matter which of two steps is done first.
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
