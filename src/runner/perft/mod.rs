//! Counting the ways to play on.

mod count;
mod interleaved;

pub use count::PerftCount;

use super::hybrid::{AskingNode, HybridNode, HybridRunner, PlannedNode};
use super::lanes::Lanes;
use super::plan::{ChoiceOutcome, FastMoves, PlanHistory, PlanPosition, Replies};
use crate::engine::{Engine, Position};
use crate::model::PlaceId;
use crate::program::Lane;
use std::hint::black_box;

/// One more decision.
const ONE_DECISION: PerftCount = PerftCount { leaves: 0, nodes: 1 };

/// Counts with the reference engine.
pub(super) fn perft_reference(
    engine: &Engine,
    position: &Position,
    depth: u32,
    place: PlaceId,
    each: &mut impl FnMut(u32, u64),
) -> PerftCount {
    if depth == 0 {
        each(position.seeds(place).into(), 1);
        return PerftCount { leaves: 1, nodes: 0 };
    }
    let mut all = PerftCount::default();
    for choice in engine.choices(position) {
        let next = engine.advance(position, choice);
        all =
            [all, ONE_DECISION, perft_reference(engine, black_box(&next), depth - 1, place, each)]
                .into_iter()
                .sum();
    }
    all
}

impl<L: Lanes> HybridRunner<L> {
    /// Counts the ways to play on for `depth` decisions. Every last position is really made; of each
    /// it is told how many seeds a place holds.
    pub fn perft(
        &self,
        at: &HybridNode<L>,
        depth: u32,
        place: PlaceId,
        each: &mut impl FnMut(u32, u64),
    ) -> PerftCount {
        let histogram = vec![0; self.plan.program.total_seeds as usize + 1];
        let mut count = PerftCounter {
            nodes: 0,
            batch_depth: BATCH_MAX_DEPTH,
            tracks_repetition: false,
            place: Lane(place.0),
            histogram,
        };
        self.count_from(at, depth, &mut count);
        let histogram = count.histogram.iter().zip(0..).filter(|(many, _)| **many > 0);
        histogram.for_each(|(many, seeds)| each(seeds, *many));
        let leaves = count.histogram.iter().fold(0, |all: u64, many| all.saturating_add(*many));
        PerftCount { leaves, nodes: count.nodes }
    }

    fn count_from(&self, at: &HybridNode<L>, depth: u32, count: &mut PerftCounter) {
        match at {
            HybridNode::Reference(position) if depth == 0 => {
                count.record(position.seeds(count.place_id()).into(), 1)
            }
            HybridNode::Planned(PlannedNode { pos, trail }) => {
                count.tracks_repetition |= self.plan.can_return(trail, depth);
                self.count(pos, &mut trail.clone(), depth, count);
            }
            HybridNode::Asking(mid) if depth == 0 => count.leaf(&mid.question.lanes),
            HybridNode::Reference(_) | HybridNode::Asking(_) => {
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

    fn count(
        &self,
        pos: &PlanPosition<L>,
        trail: &mut PlanHistory<L>,
        depth: u32,
        count: &mut PerftCounter,
    ) {
        if pos.has_opening {
            let here = PlannedNode { pos: *pos, trail: trail.clone() };
            return self.count_from(&self.advance_to_decision(here), depth, count);
        }
        if depth == 0 {
            return count.leaf(&pos.lanes);
        }
        if pos.end.is_some() {
            return;
        }
        if pos.unsupported {
            let position = self.plan.to_position(pos, trail, &self.engine);
            return self.count_from(&HybridNode::Reference(position), depth, count);
        }
        if self.count_batched(pos, trail, depth, count).is_some() {
            return;
        }
        if self.plan.can_interleave()
            && !pos.laws_apply
            && self.count_interleaved(pos, trail, depth, count).is_some()
        {
            return;
        }
        match depth {
            _ if pos.laws_apply => self.count_all_slow(pos, trail, depth, count),
            1 => self.count_last(pos, trail, count),
            _ => self.count_next(pos, trail, depth, count),
        }
    }

    /// The usual moves of a position. Where none is kept on the trail none can return.
    #[inline(always)]
    fn fast_moves<'a>(
        &'a self,
        pos: &'a PlanPosition<L>,
        trail: &PlanHistory<L>,
        count: &PerftCounter,
    ) -> FastMoves<'a, L> {
        FastMoves::of(&self.plan, pos, count.tracks_repetition && self.plan.can_return(trail, 0))
    }

    /// The ways to play on, with more than one decision left.
    #[inline(always)]
    fn count_next(
        &self,
        pos: &PlanPosition<L>,
        trail: &mut PlanHistory<L>,
        depth: u32,
        count: &mut PerftCounter,
    ) {
        let mark = trail.mark();
        let mut any = LegalitySummary::default();
        let mut made = 0;
        let usual = self.fast_moves(pos, trail, count);
        for lane in L::each(pos.options) {
            let next = match usual.are_simple() {
                true => usual.make_simple(lane, trail, count.tracks_repetition),
                false => usual.make(lane, trail, count.tracks_repetition),
            };
            match next {
                Some(next) => {
                    made += 1;
                    if depth == 2 && !next.laws_apply {
                        self.count_last(&next, trail, count);
                    } else {
                        self.count(&next, trail, depth - 1, count);
                    }
                    trail.truncate(mark);
                }
                None => self.count_relay_or_slow(pos, lane, trail, depth, count, &mut any),
            }
        }
        count.nodes += made;
        if made == 0 && !any.legal {
            self.count_no_legal_move(pos, trail, depth, count, any);
        }
    }

    /// The last decisions.
    #[inline(never)]
    fn count_last(
        &self,
        pos: &PlanPosition<L>,
        trail: &mut PlanHistory<L>,
        count: &mut PerftCounter,
    ) {
        let mut any = LegalitySummary::default();
        let usual = self.fast_moves(pos, trail, count);
        match usual.watched_lanes() {
            _ if !usual.are_simple() => {
                for lane in L::each(pos.options) {
                    let made = usual.make(lane, trail, false);
                    self.count_last_result(made, &usual, lane, trail, count, &mut any);
                }
            }
            Some(watched) => {
                for lane in L::each(pos.options) {
                    match usual.make_no_effect(lane, watched) {
                        Some(lanes) => count.leaf(&black_box(lanes)),
                        None => self.count_last_move(&usual, lane, trail, count, &mut any),
                    }
                }
            }
            None => {
                for lane in L::each(pos.options) {
                    self.count_last_move(&usual, lane, trail, count, &mut any);
                }
            }
        }
        let made = L::count(pos.options) - any.deferred;
        count.nodes += u64::from(made);
        if made == 0 && !any.legal {
            self.count_no_legal_move(pos, trail, 1, count, any);
        }
    }

    /// A last decision. It stands apart, so that there is room for what comes of most of them.
    #[inline(never)]
    fn count_last_move(
        &self,
        usual: &FastMoves<L>,
        lane: Lane,
        trail: &mut PlanHistory<L>,
        count: &mut PerftCounter,
        any: &mut LegalitySummary,
    ) {
        let made = usual.make_simple(lane, trail, false);
        self.count_last_result(made, usual, lane, trail, count, any);
    }

    /// What a last decision has made; `None`: it has to be told at length.
    #[inline(always)]
    fn count_last_result(
        &self,
        made: Option<PlanPosition<L>>,
        usual: &FastMoves<L>,
        lane: Lane,
        trail: &mut PlanHistory<L>,
        count: &mut PerftCounter,
        any: &mut LegalitySummary,
    ) {
        match made {
            Some(PlanPosition { lanes, .. }) => count.leaf(&black_box(lanes)),
            None => {
                any.deferred += 1;
                self.count_relay_or_slow(usual.pos, lane, trail, 1, count, any);
            }
        }
    }

    /// The ways to play on where none of the options was legal.
    #[cold]
    fn count_no_legal_move(
        &self,
        pos: &PlanPosition<L>,
        trail: &mut PlanHistory<L>,
        depth: u32,
        count: &mut PerftCounter,
        any: LegalitySummary,
    ) {
        let next = self.no_legal_move(pos, any.endless, any.overworked, trail);
        self.count(&next, trail, depth, count);
    }

    /// The ways to play on where every move has to be told at length.
    #[inline(never)]
    fn count_all_slow(
        &self,
        pos: &PlanPosition<L>,
        trail: &mut PlanHistory<L>,
        depth: u32,
        count: &mut PerftCounter,
    ) {
        let mut any = LegalitySummary::default();
        for lane in L::each(pos.options) {
            self.count_relay_or_slow(pos, lane, trail, depth, count, &mut any);
        }
        if !any.legal {
            self.count_no_legal_move(pos, trail, depth, count, any);
        }
    }

    /// The ways to play on after a move of several laps, or one that is told at length.
    #[inline(never)]
    fn count_relay_or_slow(
        &self,
        pos: &PlanPosition<L>,
        lane: Lane,
        trail: &mut PlanHistory<L>,
        depth: u32,
        count: &mut PerftCounter,
        any: &mut LegalitySummary,
    ) {
        let mark = trail.mark();
        let usual = self.fast_moves(pos, trail, count);
        let usual =
            if pos.laws_apply { None } else { usual.make(lane, trail, count.tracks_repetition) };
        let Some(next) = usual else {
            return self.count_slow(pos, lane, trail, depth, count, any);
        };
        any.legal = true;
        count.nodes += 1;
        self.count(&next, trail, depth - 1, count);
        trail.truncate(mark);
    }

    /// The ways to play on after a move that is told at length.
    fn count_slow(
        &self,
        pos: &PlanPosition<L>,
        lane: Lane,
        trail: &mut PlanHistory<L>,
        depth: u32,
        count: &mut PerftCounter,
        any: &mut LegalitySummary,
    ) {
        let mark = trail.mark();
        let made = self.plan.make_move_with(pos, Some(lane), &[], trail);
        let mut below = |at: &HybridNode<L>| {
            any.legal = true;
            count.nodes += 1;
            self.count_from(at, depth - 1, count);
        };
        match made {
            ChoiceOutcome::Made(next) => {
                any.legal = true;
                count.nodes += 1;
                self.count(&next, trail, depth - 1, count);
            }
            ChoiceOutcome::Asks(question) => {
                trail.truncate(mark);
                let from = PlannedNode { pos: *pos, trail: trail.clone() };
                below(&AskingNode::node(from, Some(lane), Replies::new(), question));
            }
            ChoiceOutcome::Illegal | ChoiceOutcome::Unlawful | ChoiceOutcome::Passes => {}
            ChoiceOutcome::Endless => any.endless = true,
            ChoiceOutcome::Unsupported => {
                trail.truncate(mark);
                match self.try_in_reference(pos, trail, lane) {
                    Ok(position) => below(&self.node_of(position)),
                    Err(barred) => {
                        any.endless |= barred.endless;
                        any.overworked |= barred.overworked;
                    }
                }
            }
        }
        trail.truncate(mark);
    }
}

/// What has been found of the choices of a position.
#[derive(Default)]
struct LegalitySummary {
    /// One is legal.
    legal: bool,
    /// A sowing without end stood against one.
    endless: bool,
    /// The reference engine did not follow one to its end.
    overworked: bool,
    /// So many are told at length.
    deferred: u32,
}

/// With so many decisions left, at most and at least, they are counted many at a time.
const BATCH_MAX_DEPTH: u32 = 12;
const BATCH_MIN_DEPTH: u32 = 3;

impl<L: Lanes> HybridRunner<L> {
    /// Counts many positions at a time, where that can be done.
    fn count_batched(
        &self,
        pos: &PlanPosition<L>,
        trail: &PlanHistory<L>,
        depth: u32,
        count: &mut PerftCounter,
    ) -> Option<()> {
        let batch = self
            .batch
            .as_ref()
            .filter(|_| (BATCH_MIN_DEPTH..=count.batch_depth).contains(&depth))?;
        let past = trail.returnable().len() as u32 + trail.earlier().len() as u32;
        if !self.is_in_last_stage(pos)
            || pos.laws_apply
            || pos.choices_uncertain
            || past.saturating_add(depth) > batch.fewest_moves_to_repeat()
        {
            return None;
        }
        let Some((below, told)) = batch.perft(&self.plan, pos, depth, count.place) else {
            // Where the plan is needed it may be again: not so much is tried in vain.
            count.batch_depth = depth / 2;
            return None;
        };
        count.nodes += below.nodes;
        told.into_iter().for_each(|(seeds, many)| count.record(seeds, many));
        Some(())
    }
}

/// What has been counted.
struct PerftCounter {
    /// Decisions.
    nodes: u64,
    /// With at most so many decisions left they are counted many at a time.
    batch_depth: u32,
    /// Some position may return: those on the way are kept.
    tracks_repetition: bool,
    place: Lane,
    /// For each number of seeds the last positions in which the place holds so many.
    histogram: Vec<u64>,
}

impl PerftCounter {
    /// The place of which it is told.
    fn place_id(&self) -> PlaceId {
        PlaceId(self.place.0)
    }

    #[inline(always)]
    fn leaf<L: Lanes>(&mut self, lanes: &L) {
        self.record(lanes.get(self.place), 1);
    }

    #[inline(always)]
    fn record(&mut self, seeds: u32, many: u64) {
        match self.histogram.get_mut(seeds as usize) {
            Some(told) => *told += many,
            None => self.grow_and_record(seeds, many),
        }
    }

    #[cold]
    fn grow_and_record(&mut self, seeds: u32, many: u64) {
        self.histogram.resize(seeds as usize + 1, 0);
        self.record(seeds, many);
    }
}
