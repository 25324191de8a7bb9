//! Counting the ways to play on.

use super::lanes::Lanes;
use super::plan::{Pos, Trail, Tried, Usual};
use super::walk::{At, Here, Mid, Replies, Walk};
use crate::engine::{Engine, Position};
use crate::model::PlaceId;
use crate::program::Lane;
use crate::search::Perft;
use std::hint::black_box;

/// One more decision.
const ONE: Perft = Perft { leaves: 0, nodes: 1 };

/// Counts with the reference engine.
pub(super) fn told(
    engine: &Engine,
    position: &Position,
    depth: u32,
    place: PlaceId,
    each: &mut impl FnMut(u32, u64),
) -> Perft {
    if depth == 0 {
        each(position.seeds(place).into(), 1);
        return Perft { leaves: 1, nodes: 0 };
    }
    let mut all = Perft::default();
    for choice in engine.choices(position) {
        let next = engine.advance(position, choice);
        all = [all, ONE, told(engine, black_box(&next), depth - 1, place, each)].into_iter().sum();
    }
    all
}

impl<L: Lanes> Walk<L> {
    /// Counts the ways to play on for `depth` decisions. Every last position is really made; of each
    /// it is told how many seeds a place holds.
    pub fn perft(
        &self,
        at: &At<L>,
        depth: u32,
        place: PlaceId,
        each: &mut impl FnMut(u32, u64),
    ) -> Perft {
        match at {
            At::Told(position) if depth == 0 => told(&self.engine, position, depth, place, each),
            At::Here(Here { pos, trail }) => {
                let counted = Perft::default();
                let mut count = Count { counted, most: MANY, place: Lane(place.0), each };
                self.count(pos, &mut trail.clone(), depth, &mut count);
                count.counted
            }
            At::Mid(mid) if depth == 0 => {
                each(mid.question.lanes.get(Lane(place.0)), 1);
                Perft { leaves: 1, nodes: 0 }
            }
            At::Told(_) | At::Mid(_) => self.perft_below(at, depth, place, each),
        }
    }

    /// The same, choice by choice; `depth` is at least 1.
    fn perft_below(
        &self,
        at: &At<L>,
        depth: u32,
        place: PlaceId,
        each: &mut impl FnMut(u32, u64),
    ) -> Perft {
        let mut all = Perft::default();
        for choice in self.choices(at) {
            let below = self.perft(&self.advance(at, choice), depth - 1, place, each);
            all = [all, ONE, below].into_iter().sum();
        }
        all
    }

    fn count<F: FnMut(u32, u64)>(
        &self,
        pos: &Pos<L>,
        trail: &mut Trail<L>,
        depth: u32,
        count: &mut Count<'_, F>,
    ) {
        if depth == 0 {
            return count.leaf(&pos.lanes);
        }
        if pos.over.is_some() {
            return;
        }
        if pos.handed {
            let position = self.plan.leave(pos, trail, &self.engine);
            let place = PlaceId(count.place.0);
            let below = self.perft(&At::Told(position), depth, place, count.each);
            return count.add(below);
        }
        if self.count_many(pos, trail, depth, count).is_some() {
            return;
        }
        let mark = trail.mark();
        let mut any = Any::default();
        let usual = Usual::of(&self.plan, pos);
        for lane in L::each(pos.options) {
            let made = if pos.laws { None } else { usual.make(lane, trail, depth > 1) };
            match made {
                Some(next) if depth == 1 => {
                    any.legal = true;
                    count.counted.nodes += 1;
                    count.leaf(black_box(&next.lanes));
                }
                Some(next) => {
                    any.legal = true;
                    count.counted.nodes += 1;
                    self.count(&next, trail, depth - 1, count);
                    trail.back_to(mark);
                }
                None => self.count_told(pos, lane, trail, depth, count, &mut any),
            }
        }
        if !any.legal {
            let next = self.plan.unmoved(pos, any.endless, trail);
            self.count(&next, trail, depth, count);
        }
    }

    /// The ways to play on after a move that is told at length.
    #[inline(never)]
    fn count_told<F: FnMut(u32, u64)>(
        &self,
        pos: &Pos<L>,
        lane: Lane,
        trail: &mut Trail<L>,
        depth: u32,
        count: &mut Count<'_, F>,
        any: &mut Any,
    ) {
        let mark = trail.mark();
        match self.plan.make_with(pos, lane, &[], trail) {
            Tried::Made(next) => {
                any.legal = true;
                count.counted.nodes += 1;
                self.count(&next, trail, depth - 1, count);
                trail.back_to(mark);
            }
            Tried::Asks(question) => {
                any.legal = true;
                trail.back_to(mark);
                let from = Here { pos: *pos, trail: trail.clone() };
                let mid = Mid::at(from, lane, Replies::new(), question);
                let place = PlaceId(count.place.0);
                let below = self.perft(&mid, depth - 1, place, count.each);
                count.add([ONE, below].into_iter().sum());
            }
            Tried::Barred => {}
            Tried::Endless => any.endless = true,
            Tried::Handed => {
                trail.back_to(mark);
                match self.told(pos, trail, lane) {
                    Ok(position) => {
                        any.legal = true;
                        let next = self.taken_up(position);
                        let place = PlaceId(count.place.0);
                        let below = self.perft(&next, depth - 1, place, count.each);
                        count.add([ONE, below].into_iter().sum());
                    }
                    Err(barred) => any.endless |= barred.endless,
                }
            }
        }
        trail.back_to(mark);
    }
}

/// What has been found of the choices of a position.
#[derive(Default)]
struct Any {
    /// One is legal.
    legal: bool,
    /// A sowing without end stood against one.
    endless: bool,
}

/// With so many decisions left, at most and at least, they are counted many at a time.
const MANY: u32 = 12;
const FEW: u32 = 3;

impl<L: Lanes> Walk<L> {
    /// Counts many positions at a time, where that can be done.
    fn count_many<F: FnMut(u32, u64)>(
        &self,
        pos: &Pos<L>,
        trail: &Trail<L>,
        depth: u32,
        count: &mut Count<'_, F>,
    ) -> Option<()> {
        let batch = self.batch.as_ref().filter(|_| (FEW..=count.most).contains(&depth))?;
        let past = trail.past().len() as u32 + trail.earlier().len() as u32;
        if pos.laws || pos.unsure || past.saturating_add(depth) > batch.returns_after() {
            return None;
        }
        let Some((below, told)) = batch.perft(pos, depth, count.place) else {
            // Where the plan is needed it may be again: not so much is tried in vain.
            count.most = depth / 2;
            return None;
        };
        count.add(below);
        told.into_iter().for_each(|(seeds, many)| (count.each)(seeds, many));
        Some(())
    }
}

/// What has been counted, and who is told of every last position.
struct Count<'a, F> {
    counted: Perft,
    /// With at most so many decisions left they are counted many at a time.
    most: u32,
    place: Lane,
    each: &'a mut F,
}

impl<F: FnMut(u32, u64)> Count<'_, F> {
    #[inline(always)]
    fn leaf<L: Lanes>(&mut self, lanes: &L) {
        self.counted.leaves += 1;
        (self.each)(lanes.get(self.place), 1);
    }

    fn add(&mut self, below: Perft) {
        self.counted = [self.counted, below].into_iter().sum();
    }
}
