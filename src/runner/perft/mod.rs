//! Counting the ways to play on.

mod abreast;
mod count;

pub use count::Perft;

use super::lanes::Lanes;
use super::plan::{Pos, Replies, Trail, Tried, Usual};
use super::walk::{At, Here, Mid, Walk};
use crate::engine::{Engine, Position};
use crate::model::PlaceId;
use crate::program::Lane;
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
        let told = vec![0; self.plan.program.greatest as usize + 1];
        let mut count = Count { nodes: 0, most: MANY, kept: false, place: Lane(place.0), told };
        self.count_from(at, depth, &mut count);
        let told = count.told.iter().zip(0..).filter(|(many, _)| **many > 0);
        told.for_each(|(many, seeds)| each(seeds, *many));
        let leaves = count.told.iter().fold(0, |all: u64, many| all.saturating_add(*many));
        Perft { leaves, nodes: count.nodes }
    }

    fn count_from(&self, at: &At<L>, depth: u32, count: &mut Count) {
        match at {
            At::Told(position) if depth == 0 => {
                count.tell(position.seeds(count.place_id()).into(), 1)
            }
            At::Here(Here { pos, trail }) => {
                count.kept |= self.plan.can_return(trail, depth);
                self.count(pos, &mut trail.clone(), depth, count);
            }
            At::Mid(mid) if depth == 0 => count.leaf(&mid.question.lanes),
            At::Told(_) | At::Mid(_) => {
                let mut choices = Vec::new();
                self.choices_into(at, &mut choices);
                for choice in choices {
                    count.nodes += 1;
                    let mut next = at.clone();
                    self.apply(&mut next, choice);
                    self.count_from(&next, depth - 1, count);
                }
            }
        }
    }

    fn count(&self, pos: &Pos<L>, trail: &mut Trail<L>, depth: u32, count: &mut Count) {
        if pos.opens {
            let here = Here { pos: *pos, trail: trail.clone() };
            return self.count_from(&self.settled(here), depth, count);
        }
        if depth == 0 {
            return count.leaf(&pos.lanes);
        }
        if pos.over.is_some() {
            return;
        }
        if pos.handed {
            let position = self.plan.leave(pos, trail, &self.engine);
            return self.count_from(&At::Told(position), depth, count);
        }
        if self.count_many(pos, trail, depth, count).is_some() {
            return;
        }
        if self.plan.goes_abreast()
            && !pos.laws
            && self.count_abreast(pos, trail, depth, count).is_some()
        {
            return;
        }
        match depth {
            _ if pos.laws => self.count_slowly(pos, trail, depth, count),
            1 => self.count_last(pos, trail, count),
            _ => self.count_next(pos, trail, depth, count),
        }
    }

    /// The usual moves of a position. Where none is kept on the trail none can return.
    #[inline(always)]
    fn usual<'a>(&'a self, pos: &'a Pos<L>, trail: &Trail<L>, count: &Count) -> Usual<'a, L> {
        Usual::of(&self.plan, pos, count.kept && self.plan.can_return(trail, 0))
    }

    /// The ways to play on, with more than one decision left.
    #[inline(always)]
    fn count_next(&self, pos: &Pos<L>, trail: &mut Trail<L>, depth: u32, count: &mut Count) {
        let mark = trail.mark();
        let mut any = Any::default();
        let mut made = 0;
        let usual = self.usual(pos, trail, count);
        for lane in L::each(pos.options) {
            let next = match usual.are_simple() {
                true => usual.make_simple(lane, trail, count.kept),
                false => usual.make(lane, trail, count.kept),
            };
            match next {
                Some(next) => {
                    made += 1;
                    if depth == 2 && !next.laws {
                        self.count_last(&next, trail, count);
                    } else {
                        self.count(&next, trail, depth - 1, count);
                    }
                    trail.back_to(mark);
                }
                None => self.count_told(pos, lane, trail, depth, count, &mut any),
            }
        }
        count.nodes += made;
        if made == 0 && !any.legal {
            self.count_unmoved(pos, trail, depth, count, any);
        }
    }

    /// The last decisions.
    #[inline(never)]
    fn count_last(&self, pos: &Pos<L>, trail: &mut Trail<L>, count: &mut Count) {
        let mut any = Any::default();
        let usual = self.usual(pos, trail, count);
        match usual.watched() {
            _ if !usual.are_simple() => {
                for lane in L::each(pos.options) {
                    let made = usual.make(lane, trail, false);
                    self.count_last_made(made, &usual, lane, trail, count, &mut any);
                }
            }
            Some(watched) => {
                for lane in L::each(pos.options) {
                    match usual.make_quiet(lane, watched) {
                        Some(lanes) => count.leaf(&black_box(lanes)),
                        None => self.count_last_of(&usual, lane, trail, count, &mut any),
                    }
                }
            }
            None => {
                for lane in L::each(pos.options) {
                    self.count_last_of(&usual, lane, trail, count, &mut any);
                }
            }
        }
        let made = L::count(pos.options) - any.unmade;
        count.nodes += u64::from(made);
        if made == 0 && !any.legal {
            self.count_unmoved(pos, trail, 1, count, any);
        }
    }

    /// A last decision. It stands apart, so that there is room for what comes of most of them.
    #[inline(never)]
    fn count_last_of(
        &self,
        usual: &Usual<L>,
        lane: Lane,
        trail: &mut Trail<L>,
        count: &mut Count,
        any: &mut Any,
    ) {
        let made = usual.make_simple(lane, trail, false);
        self.count_last_made(made, usual, lane, trail, count, any);
    }

    /// What a last decision has made; `None`: it has to be told at length.
    #[inline(always)]
    fn count_last_made(
        &self,
        made: Option<Pos<L>>,
        usual: &Usual<L>,
        lane: Lane,
        trail: &mut Trail<L>,
        count: &mut Count,
        any: &mut Any,
    ) {
        match made {
            Some(Pos { lanes, .. }) => count.leaf(&black_box(lanes)),
            None => {
                any.unmade += 1;
                self.count_told(usual.pos, lane, trail, 1, count, any);
            }
        }
    }

    /// The ways to play on where none of the options was legal.
    #[cold]
    fn count_unmoved(
        &self,
        pos: &Pos<L>,
        trail: &mut Trail<L>,
        depth: u32,
        count: &mut Count,
        any: Any,
    ) {
        let next = self.unmoved(pos, any.endless, any.overworked, trail);
        self.count(&next, trail, depth, count);
    }

    /// The ways to play on where every move has to be told at length.
    #[inline(never)]
    fn count_slowly(&self, pos: &Pos<L>, trail: &mut Trail<L>, depth: u32, count: &mut Count) {
        let mut any = Any::default();
        for lane in L::each(pos.options) {
            self.count_told(pos, lane, trail, depth, count, &mut any);
        }
        if !any.legal {
            self.count_unmoved(pos, trail, depth, count, any);
        }
    }

    /// The ways to play on after a move of several laps, or one that is told at length.
    #[inline(never)]
    fn count_told(
        &self,
        pos: &Pos<L>,
        lane: Lane,
        trail: &mut Trail<L>,
        depth: u32,
        count: &mut Count,
        any: &mut Any,
    ) {
        let mark = trail.mark();
        let usual = self.usual(pos, trail, count);
        let usual = if pos.laws { None } else { usual.make(lane, trail, count.kept) };
        let Some(next) = usual else {
            return self.count_at_length(pos, lane, trail, depth, count, any);
        };
        any.legal = true;
        count.nodes += 1;
        self.count(&next, trail, depth - 1, count);
        trail.back_to(mark);
    }

    /// The ways to play on after a move that is told at length.
    fn count_at_length(
        &self,
        pos: &Pos<L>,
        lane: Lane,
        trail: &mut Trail<L>,
        depth: u32,
        count: &mut Count,
        any: &mut Any,
    ) {
        let mark = trail.mark();
        let made = self.plan.make_with(pos, Some(lane), &[], trail);
        let mut below = |at: &At<L>| {
            any.legal = true;
            count.nodes += 1;
            self.count_from(at, depth - 1, count);
        };
        match made {
            Tried::Made(next) => {
                any.legal = true;
                count.nodes += 1;
                self.count(&next, trail, depth - 1, count);
            }
            Tried::Asks(question) => {
                trail.back_to(mark);
                let from = Here { pos: *pos, trail: trail.clone() };
                below(&Mid::at(from, Some(lane), Replies::new(), question));
            }
            Tried::Barred | Tried::Unlawful | Tried::Passes => {}
            Tried::Endless => any.endless = true,
            Tried::Handed => {
                trail.back_to(mark);
                match self.told(pos, trail, lane) {
                    Ok(position) => below(&self.taken_up(position)),
                    Err(barred) => {
                        any.endless |= barred.endless;
                        any.overworked |= barred.overworked;
                    }
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
    /// The reference engine did not follow one to its end.
    overworked: bool,
    /// So many are told at length.
    unmade: u32,
}

/// With so many decisions left, at most and at least, they are counted many at a time.
const MANY: u32 = 12;
const FEW: u32 = 3;

impl<L: Lanes> Walk<L> {
    /// Counts many positions at a time, where that can be done.
    fn count_many(
        &self,
        pos: &Pos<L>,
        trail: &Trail<L>,
        depth: u32,
        count: &mut Count,
    ) -> Option<()> {
        let batch = self.batch.as_ref().filter(|_| (FEW..=count.most).contains(&depth))?;
        let past = trail.past().len() as u32 + trail.earlier().len() as u32;
        if !self.is_in_last_stage(pos)
            || pos.laws
            || pos.unsure
            || past.saturating_add(depth) > batch.returns_after()
        {
            return None;
        }
        let Some((below, told)) = batch.perft(&self.plan, pos, depth, count.place) else {
            // Where the plan is needed it may be again: not so much is tried in vain.
            count.most = depth / 2;
            return None;
        };
        count.nodes += below.nodes;
        told.into_iter().for_each(|(seeds, many)| count.tell(seeds, many));
        Some(())
    }
}

/// What has been counted.
struct Count {
    /// Decisions.
    nodes: u64,
    /// With at most so many decisions left they are counted many at a time.
    most: u32,
    /// Some position may return: those on the way are kept.
    kept: bool,
    place: Lane,
    /// For each number of seeds the last positions in which the place holds so many.
    told: Vec<u64>,
}

impl Count {
    /// The place of which it is told.
    fn place_id(&self) -> PlaceId {
        PlaceId(self.place.0)
    }

    #[inline(always)]
    fn leaf<L: Lanes>(&mut self, lanes: &L) {
        self.tell(lanes.get(self.place), 1);
    }

    #[inline(always)]
    fn tell(&mut self, seeds: u32, many: u64) {
        match self.told.get_mut(seeds as usize) {
            Some(told) => *told += many,
            None => self.tell_more(seeds, many),
        }
    }

    #[cold]
    fn tell_more(&mut self, seeds: u32, many: u64) {
        self.told.resize(seeds as usize + 1, 0);
        self.tell(seeds, many);
    }
}
