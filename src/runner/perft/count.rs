//! Perft: how many ways there are to play on for so many decisions. The numbers say whether two
//! programs, or two ways of running a game, have the same rules.

use std::iter::Sum;

/// What was counted below a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PerftCount {
    /// Sequences of exactly so many decisions. A decision with a single choice is one too, a forced
    /// pass is none; a game that is over earlier has no such sequence.
    pub leaves: u64,
    /// Decisions played on the way, the last ones included.
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
