//! Perft: the number of ways to continue for a number of decisions. Equal counts show that two programs, or
//! two runners, have the same rules.

use std::iter::Sum;

/// The counts below a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PerftCount {
    /// Sequences of exactly the given number of decisions. A decision with a single choice counts, a forced
    /// pass does not; a game that ends earlier has no such sequence.
    pub leaves: u64,
    /// Decisions on the way, the last ones included.
    pub nodes: u64,
}

impl Sum for PerftCount {
    fn sum<I: Iterator<Item = PerftCount>>(counts: I) -> PerftCount {
        counts.fold(PerftCount::default(), |a, b| PerftCount {
            leaves: a.leaves.saturating_add(b.leaves),
            nodes: a.nodes.saturating_add(b.nodes),
        })
    }
}
