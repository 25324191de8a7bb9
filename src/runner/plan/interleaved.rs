//! Moves of several laps, many at once.
//!
//! A lap has to wait for the one before it, and how many a move has is hard to foretell. So the moves of
//! many positions lie side by side: each in turn sows a lap, and of those that go on the next one is sown
//! when all have had their turn.

use super::fast_path::{FastPath, LAPS, MoveOutcome};
use super::rows::{RowTable, SowRow};
use crate::program::Lane;
use crate::runner::lanes::Lanes;

/// So many moves lie side by side.
pub(in crate::runner) const MAX_MOVES: usize = 64;

/// Moves that are sown together.
#[derive(Clone, Debug)]
pub(in crate::runner) struct MoveBatch<L: Lanes> {
    /// So many there are, and how each ends.
    len: usize,
    finished: [SownMove<L>; MAX_MOVES],
    /// Those that go on, closed up: which they are, what the lanes hold, what was captured and has not been
    /// handed over, and by which row the next lap is sown.
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
    /// None yet.
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

    /// Forgets all of them.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// So many more find room.
    pub fn room(&self) -> usize {
        MAX_MOVES - self.len
    }

    /// One more: a place is to be sown, if there is room.
    #[inline(always)]
    pub fn add(&mut self, before: &L, origin: Lane) {
        let at = self.len.min(MAX_MOVES - 1);
        self.active[at] = at as u32;
        self.lanes[at] = *before;
        self.captured[at] = L::empty();
        self.rows[at] = RowTable::<L>::row_number_of(origin, before.get(origin));
        self.len = at + 1;
    }

    /// All are sown as long as the place where the last seed fell is simply sown on.
    #[inline(never)]
    pub(super) fn sow(&mut self, quick: &FastPath<L>) {
        let rows = &quick.rows;
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
                // What does not go on is written over by what comes next.
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
        // There is no such row: they are told at length.
        which[..going].iter().for_each(|one| ended[*one as usize % MAX_MOVES].row = u32::MAX);
    }

    /// What one of them has made; `None`: it has to be told at length.
    #[inline(always)]
    pub(super) fn outcome(&self, quick: &FastPath<L>, one: usize) -> Option<MoveOutcome<L>> {
        let SownMove { lanes, captured: ref taken, row, laps } = *self.finished.get(one)?;
        let made = MoveOutcome { lanes, laps, captured: false, others: 0, again: false };
        quick.outcome(quick.rows.row_at(row), taken, made)
    }
}
