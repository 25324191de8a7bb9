//! The fewest moves after which a position can return.
//!
//! If captured seeds never come back, a position can return only by moves that capture nothing. If every move
//! sows one hole, then the hole after the origin gains a seed and has to be sown itself before the position
//! can be the same; so does the hole after that one, and so on. The moves that lead back to a position
//! therefore sow all holes of a cycle in which each hole is followed by the next one on some path: there are
//! at least as many moves as the shortest cycle has holes. A sowing that reaches a store has captured, so
//! edges to stores do not count. Without any cycle, no position ever returns.

use super::{Act, Code, Lane, LaneSet, Program, visit_acts};

/// The fewest moves if nothing is known: a single move that changes nothing, such as a seed that falls where
/// it was taken up, by a player who moves again.
const MIN_MOVES: u32 = 1;

impl Program {
    /// See [`Program::fewest_moves_to_repeat`].
    pub(super) fn compute_fewest_moves_to_repeat(&self) -> u32 {
        if !self.irreversible || !self.codes.iter().all(|code| sows_once(code, &self.stores)) {
            return MIN_MOVES;
        }
        let mut next = vec![LaneSet::default(); self.lanes.len()];
        for code in &self.codes {
            let begins = code
                .starts
                .iter()
                .fold(LaneSet::default(), |all, begin| all.union(begin.holes.lanes()));
            for (origin, ways) in code.ways.iter().enumerate() {
                // Without relays, only holes that can be chosen are sown.
                if !begins.contains(Lane(origin as u8)) {
                    continue;
                }
                for sowing in ways.iter().filter_map(|(_, way)| code.sowings.get(*way)) {
                    // Where places may be passed over, any place of the path may be the first.
                    let first = if sowing.passing.is_empty() { 1 } else { sowing.path.len() };
                    let first = sowing.path.iter().take(first);
                    first
                        .filter(|p| !self.stores.contains(**p))
                        .for_each(|p| next[origin].insert(*p));
                }
            }
        }
        let circles = (0..next.len()).filter_map(|from| shortest_cycle(from, &next));
        circles.min().map_or(u32::MAX, |n| n.max(MIN_MOVES))
    }
}

/// Length of the shortest cycle through a place.
fn shortest_cycle(from: usize, next: &[LaneSet]) -> Option<u32> {
    let mut reached = LaneSet::default();
    let mut edge = next[from];
    for steps in 1..=next.len() as u32 {
        if edge.iter().any(|lane| lane.index() == from) {
            return Some(steps);
        }
        reached = reached.union(edge);
        let further =
            edge.iter().fold(LaneSet::default(), |all, lane| all.union(next[lane.index()]));
        edge = further.iter().filter(|lane| !reached.contains(*lane)).collect();
        if edge.is_empty() {
            return None;
        }
    }
    None
}

/// Whether a move does nothing with seeds but sow once and capture.
fn sows_once(code: &Code, stores: &LaneSet) -> bool {
    let mut only = code.unsupported.is_none()
        && code.at_once.is_none()
        && !code.needs_trial
        && code.opening.is_none()
        && code.expiry_tests.is_empty();
    let mut see = |act: &Act| only &= only_captures(act, stores);
    code.blocks().for_each(|block| visit_acts(block, &mut see));
    only
}

fn only_captures(act: &Act, stores: &LaneSet) -> bool {
    match act {
        Act::Move { to, .. } => to.only().is_some_and(|to| stores.contains(to)),
        Act::Cases(_)
        | Act::Chain(_)
        | Act::Try { .. }
        | Act::Ask(_)
        | Act::PlayAgain
        | Act::Pass
        | Act::EndMove
        | Act::EndTurn
        | Act::EndGame(_) => true,
        Act::Sow(_)
        | Act::Set(..)
        | Act::SetEach(..)
        | Act::Add(..)
        | Act::EndStage
        | Act::Unsupported(_) => false,
    }
}
