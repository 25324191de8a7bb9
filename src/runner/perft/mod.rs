//! Perft: counts the ways to continue.

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

/// One decision.
const ONE_DECISION: PerftCount = PerftCount { leaves: 0, nodes: 1 };

/// Perft with the reference engine.
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
    /// Counts the ways to continue for `depth` decisions. Every leaf is really computed; `each` gets a number
    /// of seeds in `place`, and the number of leaves with it.
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
            HybridNode::Asking(asking) if depth == 0 => count.leaf(&asking.question.lanes),
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
            return self.count_from(&HybridNode::Reference(Box::new(position)), depth, count);
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

    /// The fast moves of a position. If the history is not tracked, no position can return.
    #[inline(always)]
    fn fast_moves<'a>(
        &'a self,
        pos: &'a PlanPosition<L>,
        trail: &PlanHistory<L>,
        count: &PerftCounter,
    ) -> FastMoves<'a, L> {
        FastMoves::of(&self.plan, pos, count.tracks_repetition && self.plan.can_return(trail, 0))
    }

    /// Counts with more than one decision left.
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
        let fast = self.fast_moves(pos, trail, count);
        for lane in L::each(pos.options) {
            let next = match fast.are_simple() {
                true => fast.make_simple(lane, trail, count.tracks_repetition),
                false => fast.make(lane, trail, count.tracks_repetition),
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

    /// Counts the last decisions.
    #[inline(never)]
    fn count_last(
        &self,
        pos: &PlanPosition<L>,
        trail: &mut PlanHistory<L>,
        count: &mut PerftCounter,
    ) {
        let mut any = LegalitySummary::default();
        let fast = self.fast_moves(pos, trail, count);
        match fast.watched_lanes() {
            _ if !fast.are_simple() => {
                for lane in L::each(pos.options) {
                    let made = fast.make(lane, trail, false);
                    self.count_last_result(made, &fast, lane, trail, count, &mut any);
                }
            }
            Some(watched) => {
                for lane in L::each(pos.options) {
                    match fast.make_no_effect(lane, watched) {
                        Some(lanes) => count.leaf(&black_box(lanes)),
                        None => self.count_last_move(&fast, lane, trail, count, &mut any),
                    }
                }
            }
            None => {
                for lane in L::each(pos.options) {
                    self.count_last_move(&fast, lane, trail, count, &mut any);
                }
            }
        }
        let made = L::count(pos.options) - any.deferred;
        count.nodes += u64::from(made);
        if made == 0 && !any.legal {
            self.count_no_legal_move(pos, trail, 1, count, any);
        }
    }

    /// Counts a last decision. Not inlined: the registers belong to the common case.
    #[inline(never)]
    fn count_last_move(
        &self,
        fast: &FastMoves<L>,
        lane: Lane,
        trail: &mut PlanHistory<L>,
        count: &mut PerftCounter,
        any: &mut LegalitySummary,
    ) {
        let made = fast.make_simple(lane, trail, false);
        self.count_last_result(made, fast, lane, trail, count, any);
    }

    /// Counts the result of a last decision; `None`: take the slow path.
    #[inline(always)]
    fn count_last_result(
        &self,
        made: Option<PlanPosition<L>>,
        fast: &FastMoves<L>,
        lane: Lane,
        trail: &mut PlanHistory<L>,
        count: &mut PerftCounter,
        any: &mut LegalitySummary,
    ) {
        match made {
            Some(PlanPosition { lanes, .. }) => count.leaf(&black_box(lanes)),
            None => {
                any.deferred += 1;
                self.count_relay_or_slow(fast.pos, lane, trail, 1, count, any);
            }
        }
    }

    /// Counts on after none of the options was legal.
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

    /// Counts where every move takes the slow path.
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

    /// Counts after a move that is a relay or takes the slow path.
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
        let fast = self.fast_moves(pos, trail, count);
        let fast =
            if pos.laws_apply { None } else { fast.make(lane, trail, count.tracks_repetition) };
        let Some(next) = fast else {
            return self.count_slow(pos, lane, trail, depth, count, any);
        };
        any.legal = true;
        count.nodes += 1;
        self.count(&next, trail, depth - 1, count);
        trail.truncate(mark);
    }

    /// Counts after a move on the slow path.
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

/// What is known of the choices of a position.
#[derive(Default)]
struct LegalitySummary {
    /// One of them is legal.
    legal: bool,
    /// One of them is an endless sowing.
    endless: bool,
    /// The reference engine reached its work limit with one of them.
    overworked: bool,
    /// Number of choices counted by the slow path.
    deferred: u32,
}

/// Numbers of decisions left, at most and at least, for which the batch counts.
const BATCH_MAX_DEPTH: u32 = 12;
const BATCH_MIN_DEPTH: u32 = 3;

impl<L: Lanes> HybridRunner<L> {
    /// Counts with the batch; `None`: that is not possible here.
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
        let Some((below, histogram)) = batch.perft(&self.plan, pos, depth, count.place) else {
            // Where the plan was needed it may be needed again: try the batch only for smaller depths.
            count.batch_depth = depth / 2;
            return None;
        };
        count.nodes += below.nodes;
        histogram.into_iter().for_each(|(seeds, many)| count.record(seeds, many));
        Some(())
    }
}

/// A count in progress.
struct PerftCounter {
    /// Decisions counted.
    nodes: u64,
    /// The batch counts if at most this many decisions are left.
    batch_depth: u32,
    /// Some position may return, so the history is tracked.
    tracks_repetition: bool,
    place: Lane,
    /// Leaves by number of seeds in `place`.
    histogram: Vec<u64>,
}

impl PerftCounter {
    /// The place of the histogram.
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
            Some(leaves) => *leaves += many,
            None => self.grow_and_record(seeds, many),
        }
    }

    #[cold]
    fn grow_and_record(&mut self, seeds: u32, many: u64) {
        self.histogram.resize(seeds as usize + 1, 0);
        self.record(seeds, many);
    }
}
