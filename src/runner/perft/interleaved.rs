//! Perft for games with relays: the laps of many positions are sown together.
//!
//! Positions are generated in depth-first order, but a few dozen of one depth before those below them. The
//! path to a position is found through the parents.

use super::{LegalitySummary, PerftCounter};
use crate::model::Seat;
use crate::program::LaneSet;
use crate::runner::hybrid::HybridRunner;
use crate::runner::lanes::Lanes;
use crate::runner::plan::{FastMoves, MoveBatch, Plan, PlanHistory, PlanPosition};
use std::hint::black_box;

/// A position on the frontier.
struct FrontierNode<L: Lanes> {
    pos: PlanPosition<L>,
    /// Index of its parent in the depth above.
    parent: usize,
    /// Hash of its identity key.
    hash: u32,
    /// No earlier position can return.
    irreversible: bool,
}

/// The positions being counted.
struct Frontier<'w, L: Lanes> {
    runner: &'w HybridRunner<L>,
    /// The history up to and including the first position.
    trail: PlanHistory<L>,
    /// Indexed by depth: the positions being counted.
    depths: Vec<Vec<FrontierNode<L>>>,
    moves: Box<MoveBatch<L>>,
}

impl<L: Lanes> HybridRunner<L> {
    /// Counts the ways to continue from a position in which no law applies, if moves of the game can be
    /// interleaved and no position occurs twice in the history; `None` otherwise.
    #[inline(never)]
    pub(super) fn count_interleaved(
        &self,
        pos: &PlanPosition<L>,
        trail: &PlanHistory<L>,
        depth: u32,
        count: &mut PerftCounter,
    ) -> Option<()> {
        if depth < 2 || count.tracks_repetition && !self.plan.has_no_repetition(trail) {
            return None;
        }
        let first = FrontierNode { pos: *pos, parent: 0, hash: 0, irreversible: false };
        let mut depths = vec![vec![first]];
        depths.resize_with(depth as usize, Vec::new);
        let moves = Box::new(MoveBatch::new());
        let mut frontier = Frontier { runner: self, trail: trail.clone(), depths, moves };
        frontier.count_below(0, depth, count);
        Some(())
    }
}

impl<L: Lanes> Frontier<'_, L> {
    /// Counts below the positions of a depth, with `left` decisions left.
    fn count_below(&mut self, depth: usize, left: u32, count: &mut PerftCounter) {
        let mut from = 0;
        while from < self.depths[depth].len() {
            let until = self.sow(depth, from);
            let (mut one, all) = (0, from..until);
            from = until;
            if left == 1 {
                for at in all {
                    one = self.collect_last(depth, at, one, count);
                }
            } else {
                for at in all {
                    one = self.collect(depth, at, one, left, count);
                }
                self.count_below(depth + 1, left - 1, count);
                self.depths[depth + 1].clear();
            }
        }
    }

    /// Sows all options of some positions of a depth, from an index on: positions with the same rules, as
    /// many as fit, at least one. Returns the index of the first position that was not sown.
    fn sow(&mut self, depth: usize, from: usize) -> usize {
        let Frontier { runner, depths, moves, .. } = self;
        let here = &depths[depth][from..];
        let Some(first) = here.first() else { return from };
        let fast = FastMoves::of(&runner.plan, &first.pos, false);
        moves.clear();
        let mut until = from;
        for FrontierNode { pos, .. } in here {
            let fits = L::count(pos.options) as usize <= moves.room();
            if !fits || !fast.has_same_rules(pos) {
                break;
            }
            L::each(pos.options).for_each(|lane| moves.add(&pos.lanes, lane));
            until += 1;
        }
        fast.sow_interleaved(moves);
        until
    }

    /// Collects the results for one position: the batch's moves from index `first` on. Returns the index of
    /// the move after them.
    #[inline(always)]
    fn collect(
        &mut self,
        depth: usize,
        at: usize,
        first: usize,
        left: u32,
        count: &mut PerftCounter,
    ) -> usize {
        let (above, below) = self.depths.split_at_mut(depth + 1);
        let ancestors = Ancestors { plan: &self.runner.plan, trail: &self.trail, depths: above };
        let (Some(here), [below, ..]) = (ancestors.depths.last(), below) else { return first };
        let FrontierNode { pos, .. } = &here[at];
        let fast = FastMoves::of(ancestors.plan, pos, false);
        let (mut one, mut slow) = (first, L::set(&LaneSet::default()));
        for lane in L::each(pos.options) {
            match fast.interleaved_result(&self.moves, one) {
                Some(pos) if !count.tracks_repetition => {
                    below.push(FrontierNode { pos, parent: at, hash: 0, irreversible: false });
                }
                Some(pos) => {
                    let hash = ancestors.plan.identity_key(&pos.lanes).hash();
                    let cut = ancestors.plan.seeds_stored(&here[at].pos.lanes, &pos.lanes);
                    if cut || !ancestors.repeats_hashed(pos.lanes, pos.mover, hash, (depth, at)) {
                        below.push(FrontierNode { pos, parent: at, hash, irreversible: cut });
                    } else {
                        slow = L::with(slow, lane);
                    }
                }
                None => slow = L::with(slow, lane),
            }
            one += 1;
        }
        self.count_slow(depth, at, slow, left, count);
        one
    }

    /// The same for the last decisions.
    #[inline(always)]
    fn collect_last(
        &mut self,
        depth: usize,
        at: usize,
        first: usize,
        count: &mut PerftCounter,
    ) -> usize {
        let ancestors =
            Ancestors { plan: &self.runner.plan, trail: &self.trail, depths: &self.depths };
        let FrontierNode { pos, .. } = &self.depths[depth][at];
        let fast = FastMoves::of(ancestors.plan, pos, false);
        let checks_repetition = count.tracks_repetition && fast.ends_at_second_occurrence();
        let (mut one, mut slow) = (first, L::set(&LaneSet::default()));
        for lane in L::each(pos.options) {
            match fast.interleaved_result(&self.moves, one) {
                Some(pos)
                    if !checks_repetition
                        || !ancestors.repeats(pos.lanes, pos.mover, (depth, at)) =>
                {
                    count.leaf(&black_box(pos.lanes));
                }
                _ => slow = L::with(slow, lane),
            }
            one += 1;
        }
        self.count_slow(depth, at, slow, 1, count);
        one
    }

    /// Counts the moves made, and the moves of a position that need the slow path (`slow`).
    #[inline(always)]
    fn count_slow(
        &mut self,
        depth: usize,
        at: usize,
        slow: L::Set,
        left: u32,
        count: &mut PerftCounter,
    ) {
        let FrontierNode { pos, .. } = &self.depths[depth][at];
        let made = L::count(pos.options) - L::count(slow);
        count.nodes += u64::from(made);
        if made == 0 || !L::is_empty(slow) {
            self.count_slow_each(depth, at, slow, left, count);
        }
    }

    #[inline(never)]
    fn count_slow_each(
        &mut self,
        depth: usize,
        at: usize,
        slow: L::Set,
        left: u32,
        count: &mut PerftCounter,
    ) {
        let Frontier { runner, trail, depths, .. } = self;
        let mark = trail.mark();
        if count.tracks_repetition {
            push_path(&runner.plan, trail, depths, depth, at);
        }
        let FrontierNode { pos, .. } = &depths[depth][at];
        let mut any = LegalitySummary { legal: slow != pos.options, ..LegalitySummary::default() };
        for lane in L::each(slow) {
            runner.count_slow(pos, lane, trail, left, count, &mut any);
        }
        if !any.legal {
            runner.count_no_legal_move(pos, trail, left, count, any);
        }
        trail.truncate(mark);
    }
}

/// Adds the path from the first position to another one to the history.
fn push_path<L: Lanes>(
    plan: &Plan<L>,
    trail: &mut PlanHistory<L>,
    depths: &[Vec<FrontierNode<L>>],
    depth: usize,
    at: usize,
) {
    if depth > 0 {
        let FrontierNode { pos, parent: of, .. } = &depths[depth][at];
        push_path(plan, trail, depths, depth - 1, *of);
        plan.push_if_returnable(trail, &depths[depth - 1][*of].pos.lanes, &pos.lanes, pos.mover);
    }
}

/// The positions before some position.
struct Ancestors<'a, L: Lanes> {
    plan: &'a Plan<L>,
    trail: &'a PlanHistory<L>,
    depths: &'a [Vec<FrontierNode<L>>],
}

impl<L: Lanes> Ancestors<'_, L> {
    /// Whether a position occurs among its ancestors or in the history; `of`: depth and index of its parent.
    /// By value: a reference would force the lanes into memory.
    #[inline(always)]
    fn repeats_hashed(&self, lanes: L, mover: Seat, hash: u32, of: (usize, usize)) -> bool {
        let (depth, mut at) = of;
        let key = self.plan.identity_key(&lanes);
        for stands in self.depths[1..=depth].iter().rev() {
            let FrontierNode { pos, hash: other, .. } = &stands[at];
            if *other == hash && pos.mover == mover && self.plan.identity_key(&pos.lanes) == key {
                return true;
            }
            if stands[at].irreversible {
                return false;
            }
            at = stands[at].parent;
        }
        self.plan.occurrences(self.trail, &key, mover) > 0
    }

    /// The same, with the hash computed here.
    #[inline(never)]
    fn repeats(&self, lanes: L, mover: Seat, of: (usize, usize)) -> bool {
        self.repeats_hashed(lanes, mover, self.plan.identity_key(&lanes).hash(), of)
    }
}
