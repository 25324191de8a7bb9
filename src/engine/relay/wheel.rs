//! A ring of holes on which laps follow each other, each beginning where the last seed fell.
//!
//! The counts of all holes lie side by side, a byte each, so that a lap is a few additions of whole
//! rows: what was taken up is cleared, every full round adds one to every hole, and a table tells
//! the holes that the rest of the seeds reaches.

use smallvec::SmallVec;

/// A hole of a ring by its place on it, in the order of the sowing.
pub(super) type RingIndex = u8;

/// Counts of seeds that a byte can hold, and one more.
const COUNTS: usize = 256;

/// What comes of a lap that ends in a hole.
#[derive(Clone, Copy, Debug)]
pub(super) struct WheelOutcome {
    /// Not sown on, or [`RELAY_BASE`] and more.
    pub by: u8,
    /// The hole that the next lap takes up.
    pub origin: RingIndex,
    /// The hole whose seeds decide it, mostly that of the last seed; `None` if more than one does.
    pub key: Option<RingIndex>,
}

impl WheelOutcome {
    /// The lap is not known to be sown on.
    pub const NOT_RELAY: WheelOutcome = WheelOutcome { by: NOT_RELAY, origin: 0, key: None };
}

/// It has not been asked yet.
const UNKNOWN: u8 = 0;
/// It is not simply sown on.
const NOT_RELAY: u8 = 1;
/// It is sown on, by the statement with the number that is so many smaller.
pub(super) const RELAY_BASE: u8 = 2;

/// Why the laps came to a stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SpinEnd {
    /// The next lap is not simply sown on; it has not been sown.
    NotRelay,
    /// A state has come back.
    Endless,
    /// The bound on falls is reached.
    Spent,
}

/// The most that is turned at a time.
#[derive(Clone, Copy, Debug)]
pub(super) struct SpinLimits {
    pub falls: u64,
    pub laps: u64,
}

/// One lap that was sown.
#[derive(Clone, Copy, Debug)]
pub(super) struct WheelLap {
    /// The hole taken up.
    pub origin: RingIndex,
    /// The seeds sown.
    pub seeds: u8,
    /// The statement that sows on from where it ended, as [`RELAY_BASE`] and more.
    pub by: u8,
}

/// The laps that were sown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spin {
    pub halt: SpinEnd,
    pub laps: u32,
    pub falls: u64,
    /// The hole that the next lap takes up, and the one that the last seed fell in.
    pub at: RingIndex,
    pub end: RingIndex,
    pub last: Option<WheelLap>,
    /// The holes in which seeds fell, one bit each.
    pub sown: u64,
}

/// The tables of a ring of at most `N` holes. They depend on the number of holes alone.
#[derive(Debug)]
pub(super) struct WheelTables<const N: usize> {
    n: usize,
    /// All bits in the holes of the ring, 0 beyond.
    ring: [u8; N],
    /// For each hole: 0 there, all bits elsewhere.
    clear: Vec<[u8; N]>,
    /// For each hole and each number of seeds below the size of the ring: 1 in the holes they reach.
    reach: Vec<[u8; N]>,
    /// The same, one bit for each hole.
    reached: Vec<u64>,
    /// Full rounds, and seeds left over, of each number of seeds.
    rounds: Vec<(u8, u8)>,
}

impl<const N: usize> WheelTables<N> {
    /// The tables of a ring of `n` holes, 1 to `N`.
    pub fn of(n: usize) -> WheelTables<N> {
        let clear = (0..n).map(|at| std::array::from_fn(|i| if i == at { 0 } else { u8::MAX }));
        let reached = |at: usize, seeds: usize, hole: usize| {
            hole < n && (1..=seeds).contains(&((hole + n - at) % n))
        };
        let reach = (0..n * n).map(|i| std::array::from_fn(|h| u8::from(reached(i / n, i % n, h))));
        let bits = |i| (0..n).fold(0, |set, h| set | u64::from(reached(i / n, i % n, h)) << h);
        WheelTables {
            n,
            ring: std::array::from_fn(|i| if i < n { u8::MAX } else { 0 }),
            clear: clear.collect(),
            reach: reach.collect(),
            reached: (0..n * n).map(bits).collect(),
            rounds: (0..COUNTS).map(|c| ((c / n) as u8, (c % n) as u8)).collect(),
        }
    }
}

/// A ring of at most `N` holes, and what is known of the laps on it.
#[derive(Clone, Debug)]
pub(super) struct Wheel<const N: usize> {
    tables: &'static WheelTables<N>,
    /// For each hole that a lap ends in: the one whose seeds decide what comes of it.
    keys: Vec<RingIndex>,
    /// By the hole that a lap ends in and the seeds that decide: what comes of it, and the origin of
    /// the next lap.
    outcomes: Vec<(u8, RingIndex)>,
}

impl<const N: usize> Wheel<N> {
    /// A ring of which nothing is known.
    pub fn of(tables: &'static WheelTables<N>) -> Wheel<N> {
        Wheel {
            tables,
            keys: (0..tables.n).map(|at| at as RingIndex).collect(),
            outcomes: vec![(UNKNOWN, 0); tables.n * COUNTS],
        }
    }

    /// Forgets what comes of the laps.
    pub fn forget(&mut self) {
        self.outcomes.fill((UNKNOWN, 0));
        self.keys.iter_mut().zip(0..).for_each(|(key, at)| *key = at);
    }

    /// Sows laps, the first from `at`, until one is not simply sown on, or a state comes back
    /// (found with Brent's algorithm, see [`crate::engine`]'s sowing), or there are more than `most`
    /// falls or laps. `decide` tells what comes of a lap that ends in a hole, all holes holding so many
    /// seeds. The seeds of all holes are 255 at most.
    #[inline(never)]
    pub fn spin(
        &mut self,
        counts: &mut SmallVec<[u8; 64]>,
        at: RingIndex,
        most: SpinLimits,
        mut decide: impl FnMut(RingIndex, &[u8]) -> WheelOutcome,
    ) -> Spin {
        let tables = self.tables;
        let n = tables.n;
        let mut holes = [0; N];
        holes.iter_mut().zip(counts.iter()).for_each(|(hole, count)| *hole = *count);
        let mut at = usize::from(at);
        let mut fell = at;
        let (mut laps, mut falls, mut last) = (0_u32, 0_u64, None);
        let (mut sown, mut rounds_made) = (0, 0);
        let (mut seen, mut seen_at, mut power, mut steps) = (holes, at, 1_u64, 0_u64);
        let halt = loop {
            let seeds = holes[at];
            let (rounds, rest) = tables.rounds[usize::from(seeds)];
            let row = at * n + usize::from(rest);
            let (clear, reach) = (&tables.clear[at], &tables.reach[row]);
            let mut next = holes;
            for i in 0..N {
                next[i] = (next[i] & clear[i]) + (rounds & tables.ring[i]) + reach[i];
            }
            let end = at + usize::from(rest);
            let end = if end < n { end } else { end - n };
            let slot = |key: RingIndex| end * COUNTS + usize::from(next[usize::from(key)]);
            let mut outcome = self.outcomes[slot(self.keys[end])];
            if outcome.0 == UNKNOWN {
                let WheelOutcome { by, origin, key } = decide(end as RingIndex, &next[..n]);
                outcome = (by, origin);
                let key = key.unwrap_or(self.keys[end]);
                self.keys[end] = key;
                self.outcomes[slot(key)] = outcome;
            }
            let (by, origin) = outcome;
            if by < RELAY_BASE {
                break SpinEnd::NotRelay;
            }
            holes = next;
            rounds_made |= rounds;
            sown |= tables.reached[row];
            laps += 1;
            falls += u64::from(seeds);
            last = Some(WheelLap { origin: at as RingIndex, seeds, by });
            (at, fell) = (usize::from(origin), end);
            if at == seen_at && holes == seen {
                break SpinEnd::Endless;
            }
            steps += 1;
            if steps == power {
                (seen, seen_at, power, steps) = (holes, at, power * 2, 0);
            }
            if falls > most.falls || u64::from(laps) > most.laps {
                break SpinEnd::Spent;
            }
        };
        counts.iter_mut().zip(holes).for_each(|(count, hole)| *count = hole);
        if rounds_made > 0 {
            sown = u64::MAX;
        }
        Spin { halt, laps, falls, at: at as RingIndex, end: fell as RingIndex, last, sown }
    }
}
