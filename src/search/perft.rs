//! Perft: how many ways there are to play on for so many decisions. The numbers say whether two
//! programs, or two ways of running a game, have the same rules.

use crate::engine::{Choice, Engine, Position};
use std::hint::black_box;
use std::iter::Sum;

/// What was counted below a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Perft {
    /// Sequences of exactly so many decisions. A decision with a single choice is one too, a forced
    /// pass is none; a game that is over earlier has no such sequence.
    pub leaves: u64,
    /// Decisions played on the way, the last ones included.
    pub nodes: u64,
}

impl Sum for Perft {
    fn sum<I: Iterator<Item = Perft>>(counts: I) -> Perft {
        counts.fold(Perft::default(), |a, b| Perft {
            leaves: a.leaves.saturating_add(b.leaves),
            nodes: a.nodes.saturating_add(b.nodes),
        })
    }
}

/// Counts the ways to play on for `depth` decisions. Every last position is really made.
pub fn perft(engine: &Engine, position: &Position, depth: u32) -> Perft {
    if depth == 0 {
        return Perft { leaves: 1, nodes: 0 };
    }
    engine.choices(position).into_iter().map(|choice| below(engine, position, choice, depth)).sum()
}

/// The same for each choice of a position; nothing at depth 0.
pub fn divide<'a>(
    engine: &'a Engine,
    position: &'a Position,
    depth: u32,
) -> impl Iterator<Item = (Choice, Perft)> + 'a {
    let choices = if depth == 0 { Vec::new() } else { engine.choices(position) };
    choices.into_iter().map(move |choice| (choice, below(engine, position, choice, depth)))
}

/// What lies behind a choice, itself included; `depth` is at least 1.
fn below(engine: &Engine, position: &Position, choice: Choice, depth: u32) -> Perft {
    let next = engine.advance(position, choice);
    let below = perft(engine, black_box(&next), depth - 1);
    Perft { leaves: below.leaves, nodes: below.nodes.saturating_add(1) }
}
