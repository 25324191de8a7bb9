//! Counting the ways to play on where moves have several laps: those of many positions are sown together.
//!
//! Positions are made in the order in which they are come to, but some dozens of a depth before those below
//! them. What is on the way to one is found by what each was made of.

use super::{Any, Count};
use crate::model::Seat;
use crate::program::LaneSet;
use crate::runner::lanes::Lanes;
use crate::runner::plan::{Abreast, Plan, Pos, Trail, Usual};
use crate::runner::walk::Walk;
use std::hint::black_box;

/// A position on the way to others.
struct Stand<L: Lanes> {
    pos: Pos<L>,
    /// Which of those of the depth before it was made of.
    of: usize,
    /// A number that equal positions share.
    number: u32,
    /// None before it can return.
    cut: bool,
}

/// Positions being counted.
struct Family<'w, L: Lanes> {
    walk: &'w Walk<L>,
    /// What came before the first position, and that.
    trail: Trail<L>,
    /// Those of each depth that are being counted.
    depths: Vec<Vec<Stand<L>>>,
    moves: Box<Abreast<L>>,
}

impl<L: Lanes> Walk<L> {
    /// Counts the ways to play on from a position in which no law holds, of a game whose moves can be made
    /// abreast, if no position stands twice on the way to it.
    #[inline(never)]
    pub(super) fn count_abreast(
        &self,
        pos: &Pos<L>,
        trail: &Trail<L>,
        depth: u32,
        count: &mut Count,
    ) -> Option<()> {
        if depth < 2 || count.kept && !self.plan.are_all_new(trail) {
            return None;
        }
        let first = Stand { pos: *pos, of: 0, number: 0, cut: false };
        let mut depths = vec![vec![first]];
        depths.resize_with(depth as usize, Vec::new);
        let moves = Box::new(Abreast::none());
        let mut family = Family { walk: self, trail: trail.clone(), depths, moves };
        family.below(0, depth, count);
        Some(())
    }
}

impl<L: Lanes> Family<'_, L> {
    /// Counts below the positions of a depth; so many decisions are left.
    fn below(&mut self, depth: usize, left: u32, count: &mut Count) {
        let mut from = 0;
        while from < self.depths[depth].len() {
            let until = self.sow(depth, from);
            let (mut one, all) = (0, from..until);
            from = until;
            if left == 1 {
                for at in all {
                    one = self.settle_last(depth, at, one, count);
                }
            } else {
                for at in all {
                    one = self.settle(depth, at, one, left, count);
                }
                self.below(depth + 1, left - 1, count);
                self.depths[depth + 1].clear();
            }
        }
    }

    /// Sows all that can be chosen in some positions of a depth, from one on: those that move by the same
    /// rules, as many as there is room for, at least one. The first of which nothing is sown.
    fn sow(&mut self, depth: usize, from: usize) -> usize {
        let Family { walk, depths, moves, .. } = self;
        let here = &depths[depth][from..];
        let Some(first) = here.first() else { return from };
        let usual = Usual::of(&walk.plan, &first.pos, false);
        moves.clear();
        let mut until = from;
        for Stand { pos, .. } in here {
            let fits = L::count(pos.options) as usize <= moves.room();
            if !fits || !usual.is_alike(pos) {
                break;
            }
            L::each(pos.options).for_each(|lane| moves.add(&pos.lanes, lane));
            until += 1;
        }
        usual.sow_abreast(moves);
        until
    }

    /// Counts what has come of all that could be chosen in a position: the moves from one on. The number of
    /// the move after them.
    #[inline(always)]
    fn settle(
        &mut self,
        depth: usize,
        at: usize,
        first: usize,
        left: u32,
        count: &mut Count,
    ) -> usize {
        let (above, below) = self.depths.split_at_mut(depth + 1);
        let way = Way { plan: &self.walk.plan, trail: &self.trail, depths: above };
        let (Some(here), [below, ..]) = (way.depths.last(), below) else { return first };
        let Stand { pos, .. } = &here[at];
        let usual = Usual::of(way.plan, pos, false);
        let (mut one, mut told) = (first, L::set(&LaneSet::default()));
        for lane in L::each(pos.options) {
            match usual.made_abreast(&self.moves, one) {
                Some(pos) if !count.kept => {
                    below.push(Stand { pos, of: at, number: 0, cut: false });
                }
                Some(pos) => {
                    let number = way.plan.told(&pos.lanes).number();
                    let cut = way.plan.has_stored(&here[at].pos.lanes, &pos.lanes);
                    if cut || !way.stood(pos.lanes, pos.mover, number, (depth, at)) {
                        below.push(Stand { pos, of: at, number, cut });
                    } else {
                        told = L::with(told, lane);
                    }
                }
                None => told = L::with(told, lane),
            }
            one += 1;
        }
        self.tell(depth, at, told, left, count);
        one
    }

    /// The same with the last decisions.
    #[inline(always)]
    fn settle_last(&mut self, depth: usize, at: usize, first: usize, count: &mut Count) -> usize {
        let way = Way { plan: &self.walk.plan, trail: &self.trail, depths: &self.depths };
        let Stand { pos, .. } = &self.depths[depth][at];
        let usual = Usual::of(way.plan, pos, false);
        let looks = count.kept && usual.ends_soon();
        let (mut one, mut told) = (first, L::set(&LaneSet::default()));
        for lane in L::each(pos.options) {
            match usual.made_abreast(&self.moves, one) {
                Some(pos) if !looks || !way.has_stood(pos.lanes, pos.mover, (depth, at)) => {
                    count.leaf(&black_box(pos.lanes));
                }
                _ => told = L::with(told, lane),
            }
            one += 1;
        }
        self.tell(depth, at, told, 1, count);
        one
    }

    /// All that could be chosen in a position has been counted but what has to be told at length.
    #[inline(always)]
    fn tell(&mut self, depth: usize, at: usize, told: L::Set, left: u32, count: &mut Count) {
        let Stand { pos, .. } = &self.depths[depth][at];
        let made = L::count(pos.options) - L::count(told);
        count.nodes += u64::from(made);
        if made == 0 || !L::is_empty(told) {
            self.tell_each(depth, at, told, left, count);
        }
    }

    #[inline(never)]
    fn tell_each(&mut self, depth: usize, at: usize, told: L::Set, left: u32, count: &mut Count) {
        let Family { walk, trail, depths, .. } = self;
        let mark = trail.mark();
        if count.kept {
            keep_way(&walk.plan, trail, depths, depth, at);
        }
        let Stand { pos, .. } = &depths[depth][at];
        let mut any = Any { legal: told != pos.options, ..Any::default() };
        for lane in L::each(told) {
            walk.count_at_length(pos, lane, trail, left, count, &mut any);
        }
        if !any.legal {
            walk.count_unmoved(pos, trail, left, count, any);
        }
        trail.back_to(mark);
    }
}

/// Adds the positions on the way to one, and that, to what came before the first.
fn keep_way<L: Lanes>(
    plan: &Plan<L>,
    trail: &mut Trail<L>,
    depths: &[Vec<Stand<L>>],
    depth: usize,
    at: usize,
) {
    if depth > 0 {
        let Stand { pos, of, .. } = &depths[depth][at];
        keep_way(plan, trail, depths, depth - 1, *of);
        plan.keep(trail, &depths[depth - 1][*of].pos.lanes, &pos.lanes, pos.mover);
    }
}

/// What has been before positions.
struct Way<'a, L: Lanes> {
    plan: &'a Plan<L>,
    trail: &'a Trail<L>,
    depths: &'a [Vec<Stand<L>>],
}

impl<L: Lanes> Way<'_, L> {
    /// Whether what is made of a position stands on the way to that or is that; `of`: its depth, and which it
    /// is there. The lanes are not lent: they would have to be in memory.
    #[inline(always)]
    fn stood(&self, lanes: L, mover: Seat, number: u32, of: (usize, usize)) -> bool {
        let (depth, mut at) = of;
        let told = self.plan.told(&lanes);
        for stands in self.depths[1..=depth].iter().rev() {
            let Stand { pos, number: its, .. } = &stands[at];
            if *its == number && pos.mover == mover && self.plan.told(&pos.lanes) == told {
                return true;
            }
            if stands[at].cut {
                return false;
            }
            at = stands[at].of;
        }
        self.plan.stood(self.trail, &told, mover) > 0
    }

    /// The same where the number is not known.
    #[inline(never)]
    fn has_stood(&self, lanes: L, mover: Seat, of: (usize, usize)) -> bool {
        self.stood(lanes, mover, self.plan.told(&lanes).number(), of)
    }
}
