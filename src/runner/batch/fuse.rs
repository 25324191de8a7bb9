//! Two steps in one: what is chosen is taken up at once.

use super::code::Lockstep;
use mnc_lockstep::{At, Cell, Fixed, Op, Plan};

impl<T: Cell> Lockstep<T> {
    /// The same, where nothing that matters is done in a turn between the choice of a hole and its being
    /// taken up.
    pub fn taking_at_once(mut self) -> Lockstep<T> {
        let Lockstep { plan, turn, arrive, bind, rest, offer, look, glance, .. } = &mut self;
        let ready = plan.fixed(Fixed::Ready);
        let holes = || plan.offers.iter().map(|(lane, _)| *lane);
        let takes_up = |op: &Op<T>| match op {
            Op::TakeUp { of, under, new: true } => {
                *under == ready && of.iter().map(|take| take.lane).eq(holes())
            }
            _ => false,
        };
        let Some(at) = turn.iter().position(takes_up) else { return self };
        let pending = plan.fixed(Fixed::Pending);
        let names = |op: &Op<T>| reads(op, plan).contains(&pending);
        let others = [&*arrive, bind, rest, offer, look].into_iter().chain(&*glance).flatten();
        if turn[at + 1..].iter().chain(others).any(names) {
            return self;
        }
        let before = turn[..at].iter().rposition(|op| !can_change_places(op, &turn[at], plan));
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
pub(super) fn reads<T>(op: &Op<T>, plan: &Plan) -> Vec<At> {
    let mut cells: Vec<At> = op.implied().iter().map(|cell| plan.fixed(*cell)).collect();
    op.read(&mut |cell| cells.push(cell));
    cells
}

/// Whether some step reads it, of each cell.
pub(super) fn read_in<'o, T: 'o>(ops: impl Iterator<Item = &'o Op<T>>, plan: &Plan) -> Vec<bool> {
    let mut read = vec![false; plan.cells];
    ops.flat_map(|op| reads(op, plan)).for_each(|at| read[usize::from(at.0)] = true);
    read
}

/// Whether it does not matter which of two steps is done first.
fn can_change_places<T>(a: &Op<T>, b: &Op<T>, plan: &Plan) -> bool {
    let writes = |op: &Op<T>| {
        let mut cells = Vec::new();
        op.writes(plan, &mut |cell| cells.push(cell));
        cells
    };
    let ((a_reads, a_writes), (b_reads, b_writes)) =
        ((reads(a, plan), writes(a)), (reads(b, plan), writes(b)));
    let apart = |one: &[At], other: &[At]| !one.iter().any(|cell| other.contains(cell));
    !matches!(a, Op::SkipUnless { .. })
        && apart(&a_writes, &b_reads)
        && apart(&a_writes, &b_writes)
        && apart(&a_reads, &b_writes)
}
