//! Moves of several laps, many at once.
//!
//! A lap has to wait for the one before it, and how many a move has is hard to foretell. So the moves of
//! many positions lie side by side: each in turn sows a lap, and of those that go on the next one is sown
//! when all have had their turn.

use super::quick::{LAPS, Quick, Sown};
use super::rows::{Row, Rows};
use crate::program::Lane;
use crate::runner::lanes::Lanes;

/// So many moves lie side by side.
pub(in crate::runner) const MOST: usize = 64;

/// Moves that are sown together.
#[derive(Clone, Debug)]
pub(in crate::runner) struct Abreast<L: Lanes> {
    /// So many there are, and how each ends.
    many: usize,
    ended: [Ended<L>; MOST],
    /// Those that go on, closed up: which they are, what the lanes hold, what was captured and has not been
    /// handed over, and by which row the next lap is sown.
    which: [u32; MOST],
    lanes: [L; MOST],
    taken: [L; MOST],
    rows: [u32; MOST],
}

/// A move after its last lap.
#[derive(Clone, Copy, Debug)]
struct Ended<L: Lanes> {
    lanes: L,
    taken: L,
    row: u32,
    laps: u32,
}

impl<L: Lanes> Abreast<L> {
    /// None yet.
    pub fn none() -> Abreast<L> {
        let none = L::empty();
        Abreast {
            many: 0,
            ended: [Ended { lanes: none, taken: none, row: 0, laps: 0 }; MOST],
            which: [0; MOST],
            lanes: [none; MOST],
            taken: [none; MOST],
            rows: [0; MOST],
        }
    }

    /// Forgets all of them.
    pub fn clear(&mut self) {
        self.many = 0;
    }

    /// So many more find room.
    pub fn room(&self) -> usize {
        MOST - self.many
    }

    /// One more: a place is to be sown, if there is room.
    #[inline(always)]
    pub fn add(&mut self, before: &L, origin: Lane) {
        let at = self.many.min(MOST - 1);
        self.which[at] = at as u32;
        self.lanes[at] = *before;
        self.taken[at] = L::empty();
        self.rows[at] = Rows::<L>::number_of(origin, before.get(origin));
        self.many = at + 1;
    }

    /// All are sown as long as the place where the last seed fell is simply sown on.
    #[inline(never)]
    pub(super) fn sow(&mut self, quick: &Quick<L>) {
        let rows = &quick.rows;
        let Abreast { ended, which, lanes, taken, rows: next, .. } = self;
        let mut going = self.many.min(MOST);
        for laps in 1..=LAPS {
            let now = going;
            going = 0;
            for at in 0..now {
                let row = rows.numbered(next[at]);
                let Row { change, sown, .. } = row;
                let before = lanes[at];
                let mut after = before.plus(change);
                let mut captured = taken[at];
                if let Some(captures) = &rows.captures {
                    captured.add(&captures.take(&before, &mut after, sown.last));
                }
                let one = which[at];
                let made = Ended { lanes: after, taken: captured, row: next[at], laps };
                ended[one as usize % MOST] = made;
                let seeds = after.get(sown.last);
                // What does not go on is written over by what comes next.
                which[going] = one;
                lanes[going] = after;
                taken[going] = captured;
                next[going] = Rows::<L>::number_on(sown, seeds);
                going += usize::from(sown.landing.sows_on(seeds));
            }
            if going == 0 {
                return;
            }
        }
        // There is no such row: they are told at length.
        which[..going].iter().for_each(|one| ended[*one as usize % MOST].row = u32::MAX);
    }

    /// What one of them has made; `None`: it has to be told at length.
    #[inline(always)]
    pub(super) fn made(&self, quick: &Quick<L>, one: usize) -> Option<Sown<L>> {
        let Ended { lanes, ref taken, row, laps } = *self.ended.get(one)?;
        let made = Sown { lanes, laps, captured: false, others: 0, again: false };
        quick.ended(quick.rows.numbered(row), taken, made)
    }
}
