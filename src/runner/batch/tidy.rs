//! The same steps, but fewer: what is known of a cell is put in where it is read, and what changes
//! nothing that anybody reads is left out.

use super::code::Lockstep;
use super::fuse::read_in;
use mnc_lockstep::{At, Cell, Fit, Fixed, Op, Plan};
use std::cmp::Reverse;

/// Fixed cells that only steps read. The others are looked at elsewhere too.
const FOR_STEPS: [Fixed; 26] = [
    Fixed::First,
    Fixed::Last,
    Fixed::Passed,
    Fixed::Fallen,
    Fixed::Noted,
    Fixed::Live,
    Fixed::Stopped,
    Fixed::Again,
    Fixed::TurnOver,
    Fixed::LapCaptured,
    Fixed::LastCaptured,
    Fixed::FirstCaptured,
    Fixed::Captured,
    Fixed::FirstLap,
    Fixed::Laps,
    Fixed::Held,
    Fixed::Origin,
    Fixed::FirstOrigin,
    Fixed::Before,
    Fixed::Same,
    Fixed::Turned,
    Fixed::Aside,
    Fixed::Calm,
    Fixed::Stored,
    Fixed::StoredBefore,
    Fixed::Stood,
];

/// Fixed cells that hold nothing until a step puts something in. (So does [`Fixed::Left`] where no move
/// is tried beforehand.)
const EMPTY: [Fixed; 9] = [
    Fixed::Stopped,
    Fixed::Again,
    Fixed::TurnOver,
    Fixed::LapCaptured,
    Fixed::LastCaptured,
    Fixed::FirstCaptured,
    Fixed::Captured,
    Fixed::Same,
    Fixed::Turned,
];

impl<T: Cell> Lockstep<T> {
    /// The same with fewer steps.
    pub fn tidied(mut self) -> Lockstep<T> {
        let known = self.always();
        let plan = std::mem::take(&mut self.plan);
        self.lists().for_each(|ops| *ops = Facts::of(&plan, &known).simplified(ops));
        self.plan = plan;
        self = self.without_idle_steps();
        self.tried = self.for_trials();
        self
    }

    /// What each cell holds at all times, if that is known.
    fn always(&mut self) -> Vec<Option<T>> {
        let plan = self.plan.clone();
        let left = self.laws.is_empty().then_some(&Fixed::Left);
        let mut known = vec![None; plan.cells];
        for cell in EMPTY.iter().chain(left) {
            known[plan.fixed(*cell).index()] = Some(T::NONE);
        }
        for op in self.lists().flat_map(|ops| ops.iter()) {
            if !matches!(op, Op::Set { n, .. } | Op::Put { n, .. } if *n == T::NONE) {
                op.writes(&plan, &mut |at| known[at.index()] = None);
            }
        }
        known[plan.fixed(Fixed::Everything).index()] = Some(T::ALL);
        known
    }

    /// Leaves out the steps whose result nobody reads.
    fn without_idle_steps(mut self) -> Lockstep<T> {
        let plan = std::mem::take(&mut self.plan);
        let mut read = vec![false; plan.cells];
        read[..plan.lanes + Fixed::COUNT].fill(true);
        for cell in FOR_STEPS {
            read[plan.fixed(cell).index()] = false;
        }
        // Turns that are told whole end at once.
        if !self.turn.is_empty() {
            read[plan.fixed(Fixed::Done).index()] = false;
        }
        let mut see = |at: At| read[at.index()] = true;
        plan.offers.iter().for_each(|(_, at)| see(*at));
        self.scores.iter().for_each(|at| see(*at));
        self.laws.iter().for_each(|law| {
            see(law.holds);
            see(law.kept);
        });
        // What one list leaves behind another may read, and whichever comes next.
        loop {
            let mut more = read.clone();
            for ops in self.lists() {
                let (_, before) = idle(ops, &plan, &read);
                more.iter_mut().zip(before).for_each(|(more, before)| *more |= before);
            }
            if more == read {
                break;
            }
            read = more;
        }
        for ops in self.lists() {
            let (idle, _) = idle(ops, &plan, &read);
            leave_out(ops, &idle);
        }
        self.plan = plan;
        self
    }

    /// The cells for which it does not matter whether a game that begins finds that in them: those that only
    /// steps look at, and none does; and those that hold it anyway, since no step changes them.
    pub fn leaves_alone(&mut self) -> impl Fn(Fixed, T) -> bool + use<T> {
        let plan = self.plan.clone();
        let read = read_in(self.lists().flat_map(|ops| ops.iter()), &plan);
        let mut written = vec![false; plan.cells];
        for op in self.lists().flat_map(|ops| ops.iter()) {
            op.writes(&plan, &mut |at| written[at.index()] = true);
        }
        move |cell, n| {
            let at = plan.fixed(cell).index();
            let of_old = if cell == Fixed::Pending { T::ALL } else { T::NONE };
            FOR_STEPS.contains(&cell) && !read[at] || !written[at] && n == of_old
        }
    }
}

/// Which steps change nothing but cells that nobody reads afterwards, and which cells are read before
/// anything is put into them. `read`: those that are read when all is done.
fn idle<T: Cell>(ops: &[Op<T>], plan: &Plan, read: &[bool]) -> (Vec<bool>, Vec<bool>) {
    let mut read = read.to_vec();
    let mut idle = vec![false; ops.len()];
    // Where steps begin that may be skipped, what is read behind them is read in any case.
    let mut behind: Vec<(usize, Vec<bool>)> = Vec::new();
    // Where steps that may be skipped end and begin, the last end last.
    let skips = ops.iter().enumerate().filter_map(|(begin, op)| match op {
        Op::SkipUnless { steps, .. } => Some((begin + *steps as usize, begin)),
        _ => None,
    });
    let mut skips: Vec<(usize, usize)> = skips.collect();
    skips.sort_unstable_by_key(|(end, begin)| (*end, Reverse(*begin)));
    for (at, op) in ops.iter().enumerate().rev() {
        while let Some((_, begin)) = skips.pop_if(|(end, _)| *end == at) {
            behind.push((begin, read.clone()));
        }
        if let Op::SkipUnless { steps, .. } = op {
            while let Some((_, skipped)) = behind.pop_if(|(begin, _)| *begin >= at) {
                read.iter_mut().zip(skipped).for_each(|(read, skipped)| *read |= skipped);
            }
            if idle[at + 1..][..*steps as usize].iter().all(|idle| *idle) {
                idle[at] = true;
                continue;
            }
        }
        if op.result().is_some_and(|to| !read[to.index()]) {
            idle[at] = true;
            continue;
        }
        op.renews(plan, &mut |at| read[at.index()] = false);
        op.read(&mut |at| read[at.index()] = true);
        for cell in op.implied() {
            read[plan.fixed(*cell).index()] = true;
        }
    }
    (idle, read)
}

/// Leaves out some steps.
pub(super) fn leave_out<T>(ops: &mut Vec<Op<T>>, out: &[bool]) {
    for at in 0..ops.len() {
        if let Op::SkipUnless { steps, .. } = &mut ops[at] {
            let skipped = &out[at + 1..][..*steps as usize];
            *steps -= skipped.iter().filter(|out| **out).count() as u32;
        }
    }
    let mut out = out.iter();
    ops.retain(|_| out.next().is_none_or(|out| !out));
}

/// What is known of a cell.
#[derive(Clone, Copy)]
enum Known<T> {
    /// It holds that in every game.
    Holds(T),
    /// It holds what another does.
    Same(At),
    /// It says yes where two others do.
    Both(At, At),
    /// It says yes where a number fits, in the games in which another does.
    Fits(At, Fit<T>, At),
}

impl<T> Known<T> {
    /// The other cells that it is said of.
    fn spoken_of(&self) -> impl Iterator<Item = At> + use<T> {
        let cells = match self {
            Known::Holds(_) => [None, None],
            Known::Same(of) => [Some(*of), None],
            Known::Both(a, b) | Known::Fits(a, _, b) => [Some(*a), Some(*b)],
        };
        cells.into_iter().flatten()
    }
}

impl<T: Cell> Known<T> {
    /// Whether another cell says yes wherever it does.
    fn within(&self, other: &Known<T>) -> bool {
        let (Known::Fits(a, fit, under), Known::Fits(b, wide, where_wide)) = (self, other) else {
            return false;
        };
        let last = |fit: &Fit<T>| fit.least.number() + fit.span.number();
        (a, under) == (b, where_wide)
            && fit.odd.or(wide.odd).is_none()
            && fit.least >= wide.least
            && last(fit) <= last(wide)
    }
}

/// What is known of the cells between two steps.
struct Facts<'p, T> {
    plan: &'p Plan,
    always: &'p [Option<T>],
    known: Vec<Option<Known<T>>>,
    /// For each cell, those of which something has been known that speaks of it.
    speak: Vec<Vec<At>>,
}

impl<'p, T: Cell> Facts<'p, T> {
    fn of(plan: &'p Plan, always: &'p [Option<T>]) -> Facts<'p, T> {
        Facts { plan, always, known: vec![None; plan.cells], speak: vec![Vec::new(); plan.cells] }
    }

    /// The same steps, with what is known put in.
    fn simplified(mut self, ops: &[Op<T>]) -> Vec<Op<T>> {
        let mut made: Vec<Op<T>> = Vec::with_capacity(ops.len());
        let mut out = Vec::with_capacity(ops.len());
        // Where steps end that may not be done, and what they change.
        let mut ends: Vec<(usize, Vec<At>)> = Vec::new();
        for (at, op) in ops.iter().enumerate() {
            while let Some((_, changed)) = ends.pop_if(|(end, _)| *end == at) {
                changed.into_iter().for_each(|cell| self.forget(cell));
            }
            if let Op::SkipUnless { steps, .. } = op {
                let skipped = at + 1..at + 1 + *steps as usize;
                let mut changed = Vec::new();
                for op in &ops[skipped.clone()] {
                    op.writes(self.plan, &mut |cell| changed.push(cell));
                }
                ends.push((skipped.end, changed));
            }
            let simple = self.simple(op);
            out.push(simple.is_none());
            let op = simple.unwrap_or_else(|| op.clone());
            if out.last() == Some(&false) {
                op.writes(self.plan, &mut |cell| self.forget(cell));
                self.learn(&op);
            }
            made.push(op);
        }
        leave_out(&mut made, &out);
        made
    }

    fn forget(&mut self, cell: At) {
        self.known[cell.index()] = None;
        for other in std::mem::take(&mut self.speak[cell.index()]) {
            let known = &mut self.known[other.index()];
            if known.is_some_and(|known| known.spoken_of().any(|of| of == cell)) {
                *known = None;
            }
        }
    }

    fn know(&mut self, cell: At, known: Known<T>) {
        known.spoken_of().for_each(|of| self.speak[of.index()].push(cell));
        self.known[cell.index()] = Some(known);
    }

    fn learn(&mut self, op: &Op<T>) {
        match op {
            Op::Set { to, n } => self.know(*to, Known::Holds(*n)),
            Op::Copy { to, of } => self.know(*to, Known::Same(*of)),
            Op::And { to, a, b } if to != a && to != b => self.know(*to, Known::Both(*a, *b)),
            Op::Within { to, of, fit, under } if to != of && to != under => {
                self.know(*to, Known::Fits(*of, *fit, *under));
            }
            _ => {}
        }
    }

    /// What a cell holds in every game.
    fn holds(&self, cell: At) -> Option<T> {
        match self.known[cell.index()] {
            Some(Known::Holds(n)) => Some(n),
            _ => self.always[cell.index()],
        }
    }

    /// The cell whose copy it is, or itself.
    fn first(&self, cell: At) -> At {
        match self.known[cell.index()] {
            Some(Known::Same(of)) => of,
            _ => cell,
        }
    }

    /// The same step in its simplest form; `None`: it changes nothing.
    fn simple(&self, op: &Op<T>) -> Option<Op<T>> {
        let (none, all) = (Some(T::NONE), Some(T::ALL));
        let never = |under: &At| self.holds(*under) == none;
        match *op {
            Op::Set { to, n } => self.set(to, n),
            Op::Copy { to, of } => self.copy(to, of),
            Op::And { to, a, b } => {
                let (a, b) = (self.first(a), self.first(b));
                match (self.holds(a), self.holds(b)) {
                    (x, y) if x == none || y == none => self.set(to, T::NONE),
                    (x, _) if x == all => self.copy(to, b),
                    (_, y) if y == all || a == b => self.copy(to, a),
                    _ => Some(Op::And { to, a, b }),
                }
            }
            Op::AndNot { to, a, b } => {
                let (a, b) = (self.first(a), self.first(b));
                // What is said of both is only said of the other.
                let b = match self.known[b.index()] {
                    Some(Known::Both(x, y)) if x == a => y,
                    Some(Known::Both(x, y)) if y == a => x,
                    _ => b,
                };
                match (self.holds(a), self.holds(b)) {
                    (x, y) if x == none || y == all || a == b => self.set(to, T::NONE),
                    (_, y) if y == none => self.copy(to, a),
                    _ => Some(Op::AndNot { to, a, b }),
                }
            }
            Op::Or { to, a, b } => {
                let (a, b) = (self.first(a), self.first(b));
                match (self.holds(a), self.holds(b)) {
                    (x, y) if x == all || y == all => self.set(to, T::ALL),
                    (x, _) if x == none => self.copy(to, b),
                    (_, y) if y == none || a == b => self.copy(to, a),
                    _ => Some(Op::Or { to, a, b }),
                }
            }
            Op::Put { to, n, under } => {
                let under = self.first(under);
                match (self.holds(to), self.holds(under)) {
                    (there, games) if there == Some(n) || games == none => None,
                    (_, games) if games == all => self.set(to, n),
                    (there, _) if there == none && n == T::ALL => self.copy(to, under),
                    _ => Some(Op::Put { to, n, under }),
                }
            }
            Op::PutCell { to, of, under } => {
                let (of, under) = (self.first(of), self.first(under));
                match (self.holds(of), self.holds(under)) {
                    (_, games) if games == none || of == to => None,
                    (_, games) if games == all => self.copy(to, of),
                    (Some(n), _) => self.simple(&Op::Put { to, n, under }),
                    _ => Some(Op::PutCell { to, of, under }),
                }
            }
            Op::Is { to, of, n, under } => {
                let (of, under) = (self.first(of), self.first(under));
                match self.holds(of) {
                    _ if never(&under) => self.set(to, T::NONE),
                    Some(there) if there == n => self.copy(to, under),
                    Some(_) => self.set(to, T::NONE),
                    None => Some(Op::Is { to, of, n, under }),
                }
            }
            Op::TakeUp { ref of, under, new } => {
                let empty = |cell: At| self.holds(cell) == none;
                let hand = [Fixed::Seeds, Fixed::First].map(|cell| self.plan.fixed(cell));
                let one_ring = of.windows(2).all(|takes| takes[0].on == takes[1].on);
                let new = new
                    || one_ring && hand.into_iter().all(empty) && of.iter().all(|t| empty(t.on));
                Some(Op::TakeUp { of: of.clone(), under: self.first(under), new })
            }
            Op::Swap { ref pairs, under } => {
                let under = self.first(under);
                (!never(&under)).then(|| Op::Swap { pairs: pairs.clone(), under })
            }
            Op::Occupied { to, ref of, under } if !never(&under) => {
                let (of, under) = (self.others(of), self.first(under));
                match of.is_empty() {
                    true => self.set(to, T::NONE),
                    false => Some(Op::Occupied { to, of, under }),
                }
            }
            Op::Within { to, of, fit, under } if !never(&under) => {
                let (of, under) = (self.first(of), self.first(under));
                Some(Op::Within { to, of, fit, under })
            }
            Op::Within { to, ref under, .. }
            | Op::Among { to, ref under, .. }
            | Op::Same { to, ref under, .. }
            | Op::NotAbove { to, ref under, .. }
            | Op::Empty { to, ref under, .. }
            | Op::Occupied { to, ref under, .. }
            | Op::Many { to, ref under, .. }
            | Op::NumberWithin { to, ref under, .. }
            | Op::AtMost { to, ref under, .. }
                if never(under) =>
            {
                self.set(to, T::NONE)
            }
            Op::Count { to, under } => {
                (!never(&under)).then(|| Op::Count { to, under: self.first(under) })
            }
            Op::Flip { to, under } => {
                (!never(&under)).then(|| Op::Flip { to, under: self.first(under) })
            }
            Op::PutNumber { ref under, .. }
            | Op::Pend { ref under, .. }
            | Op::PendAt { ref under, .. }
                if never(under) =>
            {
                None
            }
            _ => Some(op.clone()),
        }
    }

    /// Those that may hold something where no other does.
    fn others(&self, of: &[At]) -> Box<[At]> {
        let within = |a: At, b: At| match (self.known[a.index()], self.known[b.index()]) {
            (Some(known), Some(wide)) => known.within(&wide),
            _ => false,
        };
        let of = of.iter().filter(|cell| self.holds(**cell) != Some(T::NONE));
        let mut others: Vec<At> = Vec::new();
        for cell in of.map(|cell| self.first(*cell)) {
            if !others.iter().any(|other| within(cell, *other)) {
                others.retain(|other| !within(*other, cell));
                others.push(cell);
            }
        }
        others.into()
    }

    fn set(&self, to: At, n: T) -> Option<Op<T>> {
        (self.holds(to) != Some(n)).then_some(Op::Set { to, n })
    }

    fn copy(&self, to: At, of: At) -> Option<Op<T>> {
        let of = self.first(of);
        match self.holds(of) {
            Some(n) => self.set(to, n),
            None => (of != to && self.first(to) != of).then_some(Op::Copy { to, of }),
        }
    }
}
