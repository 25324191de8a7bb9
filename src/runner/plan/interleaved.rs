//! Sows moves of several laps, many at once.
//!
//! A lap has to wait for the one before it, and how many laps a move has is hard to predict. So the moves of
//! many positions are interleaved to hide that latency: in each round, every unfinished move sows one lap.

use super::fast_path::{FastPath, LAPS, MoveOutcome};
use super::rows::{RowTable, SowRow};
use crate::program::Lane;
use crate::runner::lanes::Lanes;

/// Most moves in a batch.
pub(in crate::runner) const MAX_MOVES: usize = 64;

/// Moves that are sown together.
#[derive(Clone, Debug)]
pub(in crate::runner) struct MoveBatch<L: Lanes> {
    /// Number of moves, and each of them after its last lap.
    len: usize,
    finished: [SownMove<L>; MAX_MOVES],
    /// The unfinished moves, compacted; one array for each field: index in `finished`, lanes, seeds captured
    /// and not yet distributed, index of the row of the next lap.
    active: [u32; MAX_MOVES],
    lanes: [L; MAX_MOVES],
    captured: [L; MAX_MOVES],
    rows: [u32; MAX_MOVES],
}

/// A move after its last lap.
#[derive(Clone, Copy, Debug)]
struct SownMove<L: Lanes> {
    lanes: L,
    captured: L,
    row: u32,
    laps: u32,
}

impl<L: Lanes> MoveBatch<L> {
    /// An empty batch.
    pub fn new() -> MoveBatch<L> {
        let none = L::empty();
        MoveBatch {
            len: 0,
            finished: [SownMove { lanes: none, captured: none, row: 0, laps: 0 }; MAX_MOVES],
            active: [0; MAX_MOVES],
            lanes: [none; MAX_MOVES],
            captured: [none; MAX_MOVES],
            rows: [0; MAX_MOVES],
        }
    }

    /// Removes all moves.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// How many more moves fit.
    pub fn room(&self) -> usize {
        MAX_MOVES - self.len
    }

    /// Adds a move that sows `origin`. The batch must have room.
    #[inline(always)]
    pub fn add(&mut self, before: &L, origin: Lane) {
        let at = self.len.min(MAX_MOVES - 1);
        self.active[at] = at as u32;
        self.lanes[at] = *before;
        self.captured[at] = L::empty();
        self.rows[at] = RowTable::<L>::row_number_of(origin, before.get(origin));
        self.len = at + 1;
    }

    /// Sows all moves as long as they simply relay from the place of the last seed.
    #[inline(never)]
    pub(super) fn sow(&mut self, fast_path: &FastPath<L>) {
        let rows = &fast_path.rows;
        let MoveBatch {
            finished: ended, active: which, lanes, captured: taken, rows: next, ..
        } = self;
        let mut going = self.len.min(MAX_MOVES);
        for laps in 1..=LAPS {
            let now = going;
            going = 0;
            for at in 0..now {
                let row = rows.row_at(next[at]);
                let SowRow { change, sown, .. } = row;
                let before = lanes[at];
                let mut after = before.plus(change);
                let mut captured = taken[at];
                if let Some(captures) = &rows.captures {
                    captured.add(&captures.take(&before, &mut after, sown.last));
                }
                let one = which[at];
                let made = SownMove { lanes: after, captured, row: next[at], laps };
                ended[one as usize % MAX_MOVES] = made;
                let seeds = after.get(sown.last);
                // A move that does not go on is overwritten by the next one.
                which[going] = one;
                lanes[going] = after;
                taken[going] = captured;
                next[going] = RowTable::<L>::relay_row_number(sown, seeds);
                going += usize::from(sown.landing.relays_at(seeds));
            }
            if going == 0 {
                return;
            }
        }
        // There is no such row: they take the slow path.
        which[..going].iter().for_each(|one| ended[*one as usize % MAX_MOVES].row = u32::MAX);
    }

    /// The outcome of one move; `None`: take the slow path.
    #[inline(always)]
    pub(super) fn outcome(&self, fast_path: &FastPath<L>, one: usize) -> Option<MoveOutcome<L>> {
        let SownMove { lanes, captured: ref taken, row, laps } = *self.finished.get(one)?;
        let made = MoveOutcome { lanes, laps, captured: false, others: 0, again: false };
        fast_path.outcome(fast_path.rows.row_at(row), taken, made)
    }
}
