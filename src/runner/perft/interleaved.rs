//! Counting the ways to play on where moves have several laps: those of many positions are sown together.
//!
//! Positions are made in the order in which they are come to, but some dozens of a depth before those below
//! them. What is on the way to one is found by what each was made of.

use super::{LegalitySummary, PerftCounter};
use crate::model::Seat;
use crate::program::LaneSet;
use crate::runner::hybrid::HybridRunner;
use crate::runner::lanes::Lanes;
use crate::runner::plan::{FastMoves, MoveBatch, Plan, PlanHistory, PlanPosition};
use std::hint::black_box;

/// A position on the way to others.
struct FrontierNode<L: Lanes> {
    pos: PlanPosition<L>,
    /// Which of those of the depth before it was made of.
    parent: usize,
    /// A number that equal positions share.
    hash: u32,
    /// None before it can return.
    irreversible: bool,
}

/// Positions being counted.
struct Frontier<'w, L: Lanes> {
    runner: &'w HybridRunner<L>,
    /// What came before the first position, and that.
    trail: PlanHistory<L>,
    /// Those of each depth that are being counted.
    depths: Vec<Vec<FrontierNode<L>>>,
    moves: Box<MoveBatch<L>>,
}

impl<L: Lanes> HybridRunner<L> {
    /// Counts the ways to play on from a position in which no law holds, of a game whose moves can be made
    /// abreast, if no position stands twice on the way to it.
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
        let mut family = Frontier { runner: self, trail: trail.clone(), depths, moves };
        family.count_below(0, depth, count);
        Some(())
    }
}

impl<L: Lanes> Frontier<'_, L> {
    /// Counts below the positions of a depth; so many decisions are left.
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

    /// Sows all that can be chosen in some positions of a depth, from one on: those that move by the same
    /// rules, as many as there is room for, at least one. The first of which nothing is sown.
    fn sow(&mut self, depth: usize, from: usize) -> usize {
        let Frontier { runner: walk, depths, moves, .. } = self;
        let here = &depths[depth][from..];
        let Some(first) = here.first() else { return from };
        let usual = FastMoves::of(&walk.plan, &first.pos, false);
        moves.clear();
        let mut until = from;
        for FrontierNode { pos, .. } in here {
            let fits = L::count(pos.options) as usize <= moves.room();
            if !fits || !usual.has_same_rules(pos) {
                break;
            }
            L::each(pos.options).for_each(|lane| moves.add(&pos.lanes, lane));
            until += 1;
        }
        usual.sow_interleaved(moves);
        until
    }

    /// Counts what has come of all that could be chosen in a position: the moves from one on. The number of
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
        let way = Ancestors { plan: &self.runner.plan, trail: &self.trail, depths: above };
        let (Some(here), [below, ..]) = (way.depths.last(), below) else { return first };
        let FrontierNode { pos, .. } = &here[at];
        let usual = FastMoves::of(way.plan, pos, false);
        let (mut one, mut told) = (first, L::set(&LaneSet::default()));
        for lane in L::each(pos.options) {
            match usual.interleaved_result(&self.moves, one) {
                Some(pos) if !count.tracks_repetition => {
                    below.push(FrontierNode { pos, parent: at, hash: 0, irreversible: false });
                }
                Some(pos) => {
                    let number = way.plan.identity_key(&pos.lanes).hash();
                    let cut = way.plan.seeds_stored(&here[at].pos.lanes, &pos.lanes);
                    if cut || !way.repeats_hashed(pos.lanes, pos.mover, number, (depth, at)) {
                        below.push(FrontierNode {
                            pos,
                            parent: at,
                            hash: number,
                            irreversible: cut,
                        });
                    } else {
                        told = L::with(told, lane);
                    }
                }
                None => told = L::with(told, lane),
            }
            one += 1;
        }
        self.count_slow(depth, at, told, left, count);
        one
    }

    /// The same with the last decisions.
    #[inline(always)]
    fn collect_last(
        &mut self,
        depth: usize,
        at: usize,
        first: usize,
        count: &mut PerftCounter,
    ) -> usize {
        let way = Ancestors { plan: &self.runner.plan, trail: &self.trail, depths: &self.depths };
        let FrontierNode { pos, .. } = &self.depths[depth][at];
        let usual = FastMoves::of(way.plan, pos, false);
        let looks = count.tracks_repetition && usual.ends_at_second_occurrence();
        let (mut one, mut told) = (first, L::set(&LaneSet::default()));
        for lane in L::each(pos.options) {
            match usual.interleaved_result(&self.moves, one) {
                Some(pos) if !looks || !way.repeats(pos.lanes, pos.mover, (depth, at)) => {
                    count.leaf(&black_box(pos.lanes));
                }
                _ => told = L::with(told, lane),
            }
            one += 1;
        }
        self.count_slow(depth, at, told, 1, count);
        one
    }

    /// All that could be chosen in a position has been counted but what has to be told at length.
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
        let Frontier { runner: walk, trail, depths, .. } = self;
        let mark = trail.mark();
        if count.tracks_repetition {
            push_path(&walk.plan, trail, depths, depth, at);
        }
        let FrontierNode { pos, .. } = &depths[depth][at];
        let mut any = LegalitySummary { legal: slow != pos.options, ..LegalitySummary::default() };
        for lane in L::each(slow) {
            walk.count_slow(pos, lane, trail, left, count, &mut any);
        }
        if !any.legal {
            walk.count_no_legal_move(pos, trail, left, count, any);
        }
        trail.truncate(mark);
    }
}

/// Adds the positions on the way to one, and that, to what came before the first.
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

/// What has been before positions.
struct Ancestors<'a, L: Lanes> {
    plan: &'a Plan<L>,
    trail: &'a PlanHistory<L>,
    depths: &'a [Vec<FrontierNode<L>>],
}

impl<L: Lanes> Ancestors<'_, L> {
    /// Whether what is made of a position stands on the way to that or is that; `of`: its depth, and which it
    /// is there. The lanes are not lent: they would have to be in memory.
    #[inline(always)]
    fn repeats_hashed(&self, lanes: L, mover: Seat, number: u32, of: (usize, usize)) -> bool {
        let (depth, mut at) = of;
        let key = self.plan.identity_key(&lanes);
        for stands in self.depths[1..=depth].iter().rev() {
            let FrontierNode { pos, hash: its, .. } = &stands[at];
            if *its == number && pos.mover == mover && self.plan.identity_key(&pos.lanes) == key {
                return true;
            }
            if stands[at].irreversible {
                return false;
            }
            at = stands[at].parent;
        }
        self.plan.occurrences(self.trail, &key, mover) > 0
    }

    /// The same where the number is not known.
    #[inline(never)]
    fn repeats(&self, lanes: L, mover: Seat, of: (usize, usize)) -> bool {
        self.repeats_hashed(lanes, mover, self.plan.identity_key(&lanes).hash(), of)
    }
}
