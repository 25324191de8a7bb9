//! Optimises op lists: constant and copy propagation, and dead-op elimination.

use super::code::BatchProgram;
use super::fuse::live_cells;
use super::scalar_laps::outcome_cells;
use crate::order::SmallSort;
use mnc_lockstep::{CellId, CellLayout, CellRange, CellValue, Op, Register};
use std::cmp::Reverse;

/// Registers that only ops read; the host reads the others too.
const INTERNAL_CELLS: [Register; 26] = [
    Register::FirstFall,
    Register::LastFall,
    Register::SkippedPlace,
    Register::FallContent,
    Register::EndAfterLap,
    Register::Live,
    Register::Stopped,
    Register::Again,
    Register::TurnOver,
    Register::LapCaptured,
    Register::LastCaptured,
    Register::FirstCaptured,
    Register::Captured,
    Register::FirstLap,
    Register::Laps,
    Register::FirstLapHeld,
    Register::Origin,
    Register::FirstOrigin,
    Register::PreviousMover,
    Register::SameMover,
    Register::MoverChanged,
    Register::DeferredReady,
    Register::ReversiblePositions,
    Register::StoredSeeds,
    Register::StoredSeedsBefore,
    Register::Occurrences,
];

/// Registers that are 0 until an op writes them. ([`Register::FallBack`] is one too if no trials run.)
const ZERO_CELLS: [Register; 9] = [
    Register::Stopped,
    Register::Again,
    Register::TurnOver,
    Register::LapCaptured,
    Register::LastCaptured,
    Register::FirstCaptured,
    Register::Captured,
    Register::SameMover,
    Register::MoverChanged,
];

impl<T: CellValue> BatchProgram<T> {
    /// Optimises all lists.
    pub fn optimize(mut self) -> BatchProgram<T> {
        let known = self.constant_cells();
        let plan = std::mem::take(&mut self.plan);
        self.op_lists().for_each(|ops| *ops = CellFacts::of(&plan, &known).propagate(ops));
        self.plan = plan;
        self = self.remove_dead_ops();
        self.trial_setup = self.compute_trial_setup();
        self
    }

    /// The value of each cell that never changes.
    fn constant_cells(&mut self) -> Vec<Option<T>> {
        let plan = self.plan.clone();
        let left = self.laws.is_empty().then_some(&Register::FallBack);
        let mut known = vec![None; plan.cells];
        for cell in ZERO_CELLS.iter().chain(left) {
            known[plan.register(*cell).index()] = Some(T::NONE);
        }
        for op in self.op_lists().flat_map(|ops| ops.iter()) {
            if !matches!(op, Op::Set { n, .. } | Op::Assign { n, .. } if *n == T::NONE) {
                op.writes(&plan, &mut |at| known[at.index()] = None);
            }
        }
        known[plan.register(Register::AllOnes).index()] = Some(T::ALL);
        known
    }

    /// Removes ops whose results are never read.
    fn remove_dead_ops(mut self) -> BatchProgram<T> {
        let plan = std::mem::take(&mut self.plan);
        let mut read = vec![false; plan.cells];
        read[..plan.lanes + Register::COUNT].fill(true);
        for cell in INTERNAL_CELLS {
            read[plan.register(cell).index()] = false;
        }
        // In whole turns, moves end at once.
        if !self.whole_turn.is_empty() {
            read[plan.register(Register::LapsDone).index()] = false;
        }
        let mut see = |at: CellId| read[at.index()] = true;
        plan.offers.iter().for_each(|(_, at)| see(*at));
        self.scores.iter().for_each(|at| see(*at));
        self.laws.iter().for_each(|law| {
            see(law.applies);
            see(law.satisfied);
            law.begins.iter().for_each(|at| see(*at));
        });
        if self.laps.scalar_choices {
            // The host counts the laps and captures of a move.
            let counted = [Register::Laps, Register::Captured];
            counted.into_iter().for_each(|cell| see(plan.register(cell)));
            self.laps.others_captured.into_iter().for_each(see);
        }
        // A list may read what another list wrote; the order of lists is not known, so iterate to a fixed
        // point.
        loop {
            let mut more = read.clone();
            for ops in self.op_lists() {
                let (_, before) = dead_ops(ops, &plan, &read);
                more.iter_mut().zip(before).for_each(|(more, before)| *more |= before);
            }
            if more == read {
                break;
            }
            read = more;
        }
        for ops in self.op_lists() {
            let (idle, _) = dead_ops(ops, &plan, &read);
            remove_ops(ops, &idle);
        }
        let outcome = outcome_cells().map(|cell| plan.register(cell));
        self.laps.outcome = outcome.map(|at| read[at.index()].then_some(at)).collect();
        self.plan = plan;
        self
    }

    /// The registers whose initial value in a new game does not matter: only ops use them and none reads
    /// them, or no op changes them from that value.
    pub fn ignores_initial_value(&mut self) -> impl Fn(Register, T) -> bool + use<T> {
        let plan = self.plan.clone();
        let read = live_cells(self.op_lists().flat_map(|ops| ops.iter()), &plan);
        let mut written = vec![false; plan.cells];
        for op in self.op_lists().flat_map(|ops| ops.iter()) {
            op.writes(&plan, &mut |at| written[at.index()] = true);
        }
        move |cell, n| {
            let at = plan.register(cell).index();
            let of_old = if cell == Register::PendingOrigin { T::ALL } else { T::NONE };
            INTERNAL_CELLS.contains(&cell) && !read[at] || !written[at] && n == of_old
        }
    }
}

/// Backward liveness analysis. Returns which ops only write cells that are not read afterwards, and which
/// cells are live before the list. `read`: the cells live after it.
fn dead_ops<T: CellValue>(
    ops: &[Op<T>],
    plan: &CellLayout,
    read: &[bool],
) -> (Vec<bool>, Vec<bool>) {
    let mut read = read.to_vec();
    let mut idle = vec![false; ops.len()];
    // For each enclosing skip: the cells that are live after it, which skipping keeps live.
    let mut after_skips: Vec<(usize, Vec<bool>)> = Vec::new();
    // Where steps that may be skipped end and begin, the last end last.
    let skips = ops.iter().enumerate().filter_map(|(begin, op)| {
        let Op::SkipUnless { steps, .. } = op else { return None };
        Some((begin + *steps as usize, begin))
    });
    let mut skips: Vec<(usize, usize)> = skips.collect();
    skips.small_sort_by_key(|(end, begin)| (*end, Reverse(*begin)));
    for (at, op) in ops.iter().enumerate().rev() {
        while let Some((_, begin)) = skips.pop_if(|(end, _)| *end == at) {
            after_skips.push((begin, read.clone()));
        }
        if let Op::SkipUnless { steps, .. } = op {
            while let Some((_, skipped)) = after_skips.pop_if(|(begin, _)| *begin >= at) {
                read.iter_mut().zip(skipped).for_each(|(read, skipped)| *read |= skipped);
            }
            if idle[at + 1..][..*steps as usize].iter().all(|idle| *idle) {
                idle[at] = true;
                continue;
            }
        }
        if op.sole_output().is_some_and(|to| !read[to.index()]) {
            idle[at] = true;
            continue;
        }
        op.overwrites(plan, &mut |at| read[at.index()] = false);
        op.operands(&mut |at| read[at.index()] = true);
        for cell in op.implicit_reads() {
            read[plan.register(*cell).index()] = true;
        }
    }
    (idle, read)
}

/// Removes the ops marked in `out`; corrects the lengths of skips.
pub(super) fn remove_ops<T>(ops: &mut Vec<Op<T>>, out: &[bool]) {
    for at in 0..ops.len() {
        if let Op::SkipUnless { steps, .. } = &mut ops[at] {
            let skipped = &out[at + 1..][..*steps as usize];
            *steps -= skipped.iter().filter(|out| **out).count() as u32;
        }
    }
    let mut out = out.iter();
    ops.retain(|_| out.next().is_none_or(|out| !out));
}

/// What is known of the value of a cell.
#[derive(Clone, Copy)]
enum CellFact<T> {
    /// The same constant in every game.
    Constant(T),
    /// A copy of another cell.
    CopyOf(CellId),
    /// The mask where two others are both set.
    And(CellId, CellId),
    /// The mask where a cell is in a range, under another mask.
    InRange(CellId, CellRange<T>, CellId),
}

impl<T> CellFact<T> {
    /// The other cells that this depends on.
    fn dependencies(&self) -> impl Iterator<Item = CellId> + use<T> {
        let cells = match self {
            CellFact::Constant(_) => [None, None],
            CellFact::CopyOf(of) => [Some(*of), None],
            CellFact::And(a, b) | CellFact::InRange(a, _, b) => [Some(*a), Some(*b)],
        };
        cells.into_iter().flatten()
    }
}

impl<T: CellValue> CellFact<T> {
    /// Whether a mask with this value is a subset of one with the other.
    fn implies(&self, other: &CellFact<T>) -> bool {
        let (CellFact::InRange(a, fit, under), CellFact::InRange(b, wide, where_wide)) =
            (self, other)
        else {
            return false;
        };
        let last = |fit: &CellRange<T>| fit.least.number() + fit.span.number();
        (a, under) == (b, where_wide)
            && fit.odd.or(wide.odd).is_none()
            && fit.least >= wide.least
            && last(fit) <= last(wide)
    }
}

/// Facts about all cells between two ops.
struct CellFacts<'p, T> {
    plan: &'p CellLayout,
    constants: &'p [Option<T>],
    facts: Vec<Option<CellFact<T>>>,
    /// For each cell, the cells whose facts may depend on it.
    dependents: Vec<Vec<CellId>>,
}

impl<'p, T: CellValue> CellFacts<'p, T> {
    fn of(plan: &'p CellLayout, always: &'p [Option<T>]) -> CellFacts<'p, T> {
        CellFacts {
            plan,
            constants: always,
            facts: vec![None; plan.cells],
            dependents: vec![Vec::new(); plan.cells],
        }
    }

    /// Propagates facts through a list and simplifies its ops.
    fn propagate(mut self, ops: &[Op<T>]) -> Vec<Op<T>> {
        let mut made: Vec<Op<T>> = Vec::with_capacity(ops.len());
        let mut out = Vec::with_capacity(ops.len());
        // (end, cells written) of each enclosing skip: those cells are unknown after it.
        let mut ends: Vec<(usize, Vec<CellId>)> = Vec::new();
        for (at, op) in ops.iter().enumerate() {
            while let Some((_, changed)) = ends.pop_if(|(end, _)| *end == at) {
                changed.into_iter().for_each(|cell| self.invalidate(cell));
            }
            if let Op::SkipUnless { steps, .. } = op {
                let skipped = at + 1..at + 1 + *steps as usize;
                let mut changed = Vec::new();
                for op in &ops[skipped.clone()] {
                    op.writes(self.plan, &mut |cell| changed.push(cell));
                }
                ends.push((skipped.end, changed));
            }
            let simple = self.simplify(op);
            out.push(simple.is_none());
            let op = simple.unwrap_or_else(|| op.clone());
            if out.last() == Some(&false) {
                op.writes(self.plan, &mut |cell| self.invalidate(cell));
                self.transfer(&op);
            }
            made.push(op);
        }
        remove_ops(&mut made, &out);
        made
    }

    fn invalidate(&mut self, cell: CellId) {
        self.facts[cell.index()] = None;
        for other in std::mem::take(&mut self.dependents[cell.index()]) {
            let known = &mut self.facts[other.index()];
            if known.is_some_and(|known| known.dependencies().any(|of| of == cell)) {
                *known = None;
            }
        }
    }

    fn set_fact(&mut self, cell: CellId, known: CellFact<T>) {
        known.dependencies().for_each(|of| self.dependents[of.index()].push(cell));
        self.facts[cell.index()] = Some(known);
    }

    fn transfer(&mut self, op: &Op<T>) {
        if let Op::Set { to, n } = op {
            self.set_fact(*to, CellFact::Constant(*n));
        }
        if let Op::Copy { to, of } = op {
            self.set_fact(*to, CellFact::CopyOf(*of));
        }
        if let Op::And { to, a, b } = op
            && to != a
            && to != b
        {
            self.set_fact(*to, CellFact::And(*a, *b));
        }
        if let Op::Within { to, of, fit, under } = op
            && to != of
            && to != under
        {
            self.set_fact(*to, CellFact::InRange(*of, *fit, *under));
        }
    }

    /// The constant that a cell holds.
    fn constant(&self, cell: CellId) -> Option<T> {
        match self.facts[cell.index()] {
            Some(CellFact::Constant(n)) => Some(n),
            _ => self.constants[cell.index()],
        }
    }

    /// The cell that this one is a copy of, or itself.
    fn copy_source(&self, cell: CellId) -> CellId {
        match self.facts[cell.index()] {
            Some(CellFact::CopyOf(of)) => of,
            _ => cell,
        }
    }

    /// The op in its simplest form; `None`: it has no effect.
    fn simplify(&self, op: &Op<T>) -> Option<Op<T>> {
        let (none, all) = (Some(T::NONE), Some(T::ALL));
        let never = |under: &CellId| self.constant(*under) == none;
        match *op {
            Op::Set { to, n } => self.fold_set(to, n),
            Op::Copy { to, of } => self.fold_copy(to, of),
            Op::And { to, a, b } => {
                let (a, b) = (self.copy_source(a), self.copy_source(b));
                match (self.constant(a), self.constant(b)) {
                    (x, y) if x == none || y == none => self.fold_set(to, T::NONE),
                    (x, _) if x == all => self.fold_copy(to, b),
                    (_, y) if y == all || a == b => self.fold_copy(to, a),
                    _ => Some(Op::And { to, a, b }),
                }
            }
            Op::AndNot { to, a, b } => {
                let (a, b) = (self.copy_source(a), self.copy_source(b));
                // `a & !(a & y)` is `a & !y`.
                let b = match self.facts[b.index()] {
                    Some(CellFact::And(x, y)) if x == a => y,
                    Some(CellFact::And(x, y)) if y == a => x,
                    _ => b,
                };
                match (self.constant(a), self.constant(b)) {
                    (x, y) if x == none || y == all || a == b => self.fold_set(to, T::NONE),
                    (_, y) if y == none => self.fold_copy(to, a),
                    _ => Some(Op::AndNot { to, a, b }),
                }
            }
            Op::Or { to, a, b } => {
                let (a, b) = (self.copy_source(a), self.copy_source(b));
                match (self.constant(a), self.constant(b)) {
                    (x, y) if x == all || y == all => self.fold_set(to, T::ALL),
                    (x, _) if x == none => self.fold_copy(to, b),
                    (_, y) if y == none || a == b => self.fold_copy(to, a),
                    _ => Some(Op::Or { to, a, b }),
                }
            }
            Op::Assign { to, n, under } => {
                let under = self.copy_source(under);
                match (self.constant(to), self.constant(under)) {
                    (there, games) if there == Some(n) || games == none => None,
                    (_, games) if games == all => self.fold_set(to, n),
                    (there, _) if there == none && n == T::ALL => self.fold_copy(to, under),
                    _ => Some(Op::Assign { to, n, under }),
                }
            }
            Op::AssignCell { to, of, under } => {
                let (of, under) = (self.copy_source(of), self.copy_source(under));
                match (self.constant(of), self.constant(under)) {
                    (_, games) if games == none || of == to => None,
                    (_, games) if games == all => self.fold_copy(to, of),
                    (Some(n), _) => self.simplify(&Op::Assign { to, n, under }),
                    _ => Some(Op::AssignCell { to, of, under }),
                }
            }
            Op::Is { to, of, n, under } => {
                let (of, under) = (self.copy_source(of), self.copy_source(under));
                match self.constant(of) {
                    _ if never(&under) => self.fold_set(to, T::NONE),
                    Some(there) if there == n => self.fold_copy(to, under),
                    Some(_) => self.fold_set(to, T::NONE),
                    None => Some(Op::Is { to, of, n, under }),
                }
            }
            Op::TakeUp { ref of, under, new } => {
                let empty = |cell: CellId| self.constant(cell) == none;
                let hand =
                    [Register::Seeds, Register::FirstFall].map(|cell| self.plan.register(cell));
                let one_ring = of.windows(2).all(|takes| takes[0].on == takes[1].on);
                let new = new
                    || one_ring && hand.into_iter().all(empty) && of.iter().all(|t| empty(t.on));
                Some(Op::TakeUp { of: of.clone(), under: self.copy_source(under), new })
            }
            Op::Swap { ref pairs, under } => {
                let under = self.copy_source(under);
                (!never(&under)).then(|| Op::Swap { pairs: pairs.clone(), under })
            }
            Op::Occupied { to, ref of, under } if !never(&under) => {
                let (of, under) = (self.needed_disjuncts(of), self.copy_source(under));
                match of.is_empty() {
                    true => self.fold_set(to, T::NONE),
                    false => Some(Op::Occupied { to, of, under }),
                }
            }
            Op::Within { to, of, fit, under } if !never(&under) => {
                let (of, under) = (self.copy_source(of), self.copy_source(under));
                Some(Op::Within { to, of, fit, under })
            }
            Op::Within { to, ref under, .. }
            | Op::Among { to, ref under, .. }
            | Op::Same { to, ref under, .. }
            | Op::NotAbove { to, ref under, .. }
            | Op::Empty { to, ref under, .. }
            | Op::Occupied { to, ref under, .. }
            | Op::CountWithin { to, ref under, .. }
            | Op::WideWithin { to, ref under, .. }
            | Op::WideAtMost { to, ref under, .. }
                if never(under) =>
            {
                self.fold_set(to, T::NONE)
            }
            Op::Increment { to, under } => {
                (!never(&under)).then(|| Op::Increment { to, under: self.copy_source(under) })
            }
            Op::Flip { to, under } => {
                (!never(&under)).then(|| Op::Flip { to, under: self.copy_source(under) })
            }
            Op::AssignWide { ref under, .. }
            | Op::SetPending { ref under, .. }
            | Op::SetPendingFrom { ref under, .. }
                if never(under) =>
            {
                None
            }
            Op::Within { .. }
            | Op::Among { .. }
            | Op::Same { .. }
            | Op::Offer { .. }
            | Op::Empty { .. }
            | Op::Occupied { .. }
            | Op::CountWithin { .. }
            | Op::AssignEach { .. }
            | Op::Gather { .. }
            | Op::Lookup { .. }
            | Op::Scatter { .. }
            | Op::NotAbove { .. }
            | Op::MaskedSum { .. }
            | Op::Sum { .. }
            | Op::SkipUnless { .. }
            | Op::Move { .. }
            | Op::MovePlace { .. }
            | Op::MoveRun { .. }
            | Op::SetPending { .. }
            | Op::SetPendingFrom { .. }
            | Op::CountTrue { .. }
            | Op::WideConst { .. }
            | Op::Widen { .. }
            | Op::WideMaskedSum { .. }
            | Op::WideCountTrue { .. }
            | Op::WideDivide { .. }
            | Op::WideArith { .. }
            | Op::WideWithin { .. }
            | Op::WideAtMost { .. }
            | Op::AssignWide { .. }
            | Op::TakeUpOne { .. }
            | Op::Sow { .. }
            | Op::StartFalls { .. }
            | Op::Fall { .. }
            | Op::MoveHand { .. }
            | Op::Opaque { .. }
            | Op::CountOccurrences
            | Op::PushPosition
            | Op::PushStarting
            | Op::Tally { .. }
            | Op::Choose { .. } => Some(op.clone()),
        }
    }

    /// The masks that are not subsets of others.
    fn needed_disjuncts(&self, of: &[CellId]) -> Box<[CellId]> {
        let within = |a: CellId, b: CellId| match (self.facts[a.index()], self.facts[b.index()]) {
            (Some(known), Some(wide)) => known.implies(&wide),
            _ => false,
        };
        let of = of.iter().filter(|cell| self.constant(**cell) != Some(T::NONE));
        let mut others: Vec<CellId> = Vec::new();
        for cell in of.map(|cell| self.copy_source(*cell)) {
            if !others.iter().any(|other| within(cell, *other)) {
                others.retain(|other| !within(*other, cell));
                others.push(cell);
            }
        }
        others.into()
    }

    fn fold_set(&self, to: CellId, n: T) -> Option<Op<T>> {
        (self.constant(to) != Some(n)).then_some(Op::Set { to, n })
    }

    fn fold_copy(&self, to: CellId, of: CellId) -> Option<Op<T>> {
        let of = self.copy_source(of);
        match self.constant(of) {
            Some(n) => self.fold_set(to, n),
            None => (of != to && self.copy_source(to) != of).then_some(Op::Copy { to, of }),
        }
    }
}
