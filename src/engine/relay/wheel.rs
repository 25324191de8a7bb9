//! A ring of holes on which laps follow each other, each from where the last seed fell.
//!
//! The counts of all holes are one vector of bytes, so a lap is a few vector additions: the origin
//! is cleared, every full round adds one to every hole, and a table has the holes that the
//! remaining seeds reach.

use smallvec::SmallVec;

/// Index of a hole on a ring, in the order of the sowing.
pub(super) type RingIndex = u8;

/// Number of counts that a byte can hold.
const COUNTS: usize = 256;

/// What a lap that ends in a hole leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct WheelOutcome {
    /// [`NOT_RELAY`], or [`RELAY_BASE`] plus the number of the case.
    pub by: u8,
    /// The hole that the next lap picks up.
    pub origin: RingIndex,
    /// The hole whose seeds decide the outcome, mostly that of the last seed; `None` if several do.
    pub key: Option<RingIndex>,
}

impl WheelOutcome {
    /// Not known to be a plain relay lap.
    pub const NOT_RELAY: WheelOutcome = WheelOutcome { by: NOT_RELAY, origin: 0, key: None };
}

/// Not cached.
const UNKNOWN: u8 = 0;
/// The next lap is not a plain relay lap.
const NOT_RELAY: u8 = 1;
/// The next lap is a plain relay lap, by the case with the number that is this much smaller.
pub(super) const RELAY_BASE: u8 = 2;

/// Why a spin ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SpinEnd {
    /// The next lap is not a plain relay lap; it has not been sown.
    NotRelay,
    /// A state has occurred before: so many laps ago.
    Endless { period: u32 },
    /// The limit on falls or laps is reached.
    Spent,
    /// As many laps as were asked for are sown.
    Enough,
}

/// Limits of one spin.
#[derive(Clone, Copy, Debug)]
pub(super) struct SpinLimits {
    pub falls: u64,
    pub laps: u64,
    /// Sow so many laps of a sowing that is known to be endless: one or more.
    pub exactly: Option<u32>,
}

/// One lap that was sown.
#[derive(Clone, Copy, Debug)]
pub(super) struct WheelLap {
    /// The hole picked up.
    pub origin: RingIndex,
    /// The seeds sown.
    pub seeds: u8,
    /// [`RELAY_BASE`] plus the number of the case that sows on from where the lap ended.
    pub by: u8,
}

/// The result of a spin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spin {
    pub halt: SpinEnd,
    pub laps: u32,
    pub falls: u64,
    /// The hole that the next lap picks up, and the hole of the last seed.
    pub at: RingIndex,
    pub end: RingIndex,
    pub last: Option<WheelLap>,
    /// Bit set of the holes in which seeds fell.
    pub sown: u64,
}

/// Tables for rings of `n` holes, at most `N`. They depend on the number of holes alone.
#[derive(Debug)]
pub(super) struct WheelTables<const N: usize> {
    n: usize,
    /// All bits set for the holes of the ring, 0 for the padding.
    ring: [u8; N],
    /// `clear[hole]`: 0 at the hole, all bits set elsewhere.
    clear: Vec<[u8; N]>,
    /// `reach[hole * n + seeds]`, `seeds < n`: 1 in the holes that so many seeds reach.
    reach: Vec<[u8; N]>,
    /// The same, as bit sets.
    reached: Vec<u64>,
    /// `rounds[seeds]`: full rounds, and seeds left over.
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

/// A ring of at most `N` holes, with cached outcomes.
#[derive(Clone, Debug)]
pub(super) struct Wheel<const N: usize> {
    tables: &'static WheelTables<N>,
    /// `keys[end]`: the hole whose seeds decide the outcome of a lap that ends in `end`.
    keys: Vec<RingIndex>,
    /// `outcomes[end * COUNTS + seeds of keys[end]]`: [`WheelOutcome::by`], and the origin of the
    /// next lap.
    outcomes: Vec<(u8, RingIndex)>,
}

impl<const N: usize> Wheel<N> {
    /// A wheel without cached outcomes.
    pub fn of(tables: &'static WheelTables<N>) -> Wheel<N> {
        Wheel {
            tables,
            keys: (0..tables.n).map(|at| at as RingIndex).collect(),
            outcomes: vec![(UNKNOWN, 0); tables.n * COUNTS],
        }
    }

    /// Clears the cached outcomes.
    pub fn forget(&mut self) {
        self.outcomes.fill((UNKNOWN, 0));
        self.keys.iter_mut().zip(0..).for_each(|(key, at)| *key = at);
    }

    /// Sows laps, the first from `at`, until one is not a plain relay lap, or a state occurs again
    /// (found with Brent's algorithm, as in the `sow` module), or a limit of `most` is exceeded.
    /// `decide` computes the outcome of a lap from its last hole and the counts of all holes.
    /// INVARIANT: the ring has at most 255 seeds.
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
        let mut most_laps = most.laps;
        if let Some(laps) = most.exactly {
            // No hole has this number: no state counts as seen.
            (seen_at, power) = (n, u64::MAX);
            most_laps = most_laps.min(u64::from(laps) - 1);
        }
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
                break SpinEnd::Endless { period: (steps + 1) as u32 };
            }
            steps += 1;
            if steps == power {
                (seen, seen_at, power, steps) = (holes, at, power * 2, 0);
            }
            if falls > most.falls || u64::from(laps) > most_laps {
                break if most.exactly == Some(laps) { SpinEnd::Enough } else { SpinEnd::Spent };
            }
        };
        counts.iter_mut().zip(holes).for_each(|(count, hole)| *count = hole);
        if rounds_made > 0 {
            sown = u64::MAX;
        }
        Spin { halt, laps, falls, at: at as RingIndex, end: fell as RingIndex, last, sown }
    }
}
