//! All plays of two games in lockstep, the short ones first: the first difference is a shortest one.
//!
//! A pair of positions that two plays reach is followed once, if the same earlier positions can return in both:
//! a rule about positions that return sees these too.

use super::lockstep::{GamePair, NextStep, PairPosition, PairStep, Parting};
use crate::engine::{Position, WorkAllowance};
use crate::stop::StopFlag;
use rustc_hash::{FxBuildHasher, FxHashSet};
use std::hash::BuildHasher;

/// What the plays have shown.
#[derive(Debug)]
pub(super) struct BreadthSearch {
    /// A shortest play in which the games part.
    pub parting: Option<Parting>,
    /// All plays of up to this number of steps are the same.
    pub depth: u32,
    /// All plays are over after that number of steps.
    pub whole: bool,
    /// The search ended before the depth that was asked for.
    pub cut_short: bool,
}

/// A pair of positions of the current level, and the number of the step that led to it.
struct PairNode {
    at: PairPosition,
    by: Option<usize>,
}

/// The steps of all nodes, each with the step before it.
#[derive(Default)]
struct Steps(Vec<(Option<usize>, PairStep)>);

impl Steps {
    fn add(&mut self, by: Option<usize>, step: PairStep) -> usize {
        self.0.push((by, step));
        self.0.len() - 1
    }

    /// The steps up to a node, and one more.
    fn path(&self, mut by: Option<usize>, last: PairStep) -> Vec<PairStep> {
        let mut path = vec![last];
        while let Some((before, step)) = by.and_then(|nth| self.0.get(nth)) {
            path.push(*step);
            by = *before;
        }
        path.reverse();
        path
    }
}

/// Tries all plays of up to `depth` steps.
pub(super) fn search(
    pair: &GamePair<'_>,
    start: PairPosition,
    depth: u32,
    most_positions: usize,
    allowance: WorkAllowance,
    stop: &StopFlag,
) -> BreadthSearch {
    let mut found = BreadthSearch { parting: None, depth: 0, whole: false, cut_short: false };
    let mut seen = FxHashSet::default();
    seen.insert(key(&start));
    let mut steps = Steps::default();
    let mut level = vec![PairNode { at: start, by: None }];
    while found.depth < depth {
        let mut next = Vec::new();
        for node in &level {
            if allowance.is_spent() || stop.is_set() {
                found.cut_short = true;
                return found;
            }
            let ways = pair.steps(&node.at);
            if let Some((kind, step)) = ways.iter().find_map(super::random::parts) {
                let path = steps.path(node.by, step);
                found.parting = Some(pair.parted(&node.at, kind, path));
                return found;
            }
            for way in ways {
                let NextStep::Both(step) = way else { continue };
                match pair.take(&node.at, step) {
                    Ok(at) => {
                        if seen.insert(key(&at)) {
                            next.push(PairNode { at, by: Some(steps.add(node.by, step)) });
                        }
                    }
                    Err((kind, after)) => {
                        let steps = steps.path(node.by, step);
                        let before = Some(node.at.0.clone());
                        found.parting = Some(Parting { kind, steps, before, after });
                        return found;
                    }
                }
            }
            if next.len() > most_positions || seen.len() > 10 * most_positions {
                found.cut_short = true;
                return found;
            }
        }
        found.depth += 1;
        if next.is_empty() {
            found.whole = true;
            return found;
        }
        level = next;
    }
    found
}

/// Hashes of the two positions, each with the earlier positions that can return, in any order.
fn key(at: &PairPosition) -> [u64; 2] {
    let hash = |position: &Position| {
        let earlier = position.history_hashes();
        let earlier = earlier.into_iter().map(|number| FxBuildHasher.hash_one(number));
        FxBuildHasher.hash_one((position.hash(), earlier.fold(0, u64::wrapping_add)))
    };
    [hash(&at.0[0]), hash(&at.0[1])]
}
