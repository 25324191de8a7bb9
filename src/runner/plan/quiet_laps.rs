//! Laps on the slow path whose falls have no effect of their own: all seeds but the last are sown by one addition.
//!
//! Something can act at every fall: hooks ([`Code`]), and places can be passed over.
//! Mostly none of it applies to any fall of a lap. That can be known beforehand: seeds only rise while a lap is
//! sown, so each lane lies between its values before and after, and a test that fits none of these never holds.

use super::SowTable;
use super::lane_tests::Guard;
use super::move_state::MoveState;
use crate::program::{Code, Lane, LaneSet, SowPath, Test};
use crate::runner::lanes::Lanes;
use std::sync::Arc;

/// Laps of fewer seeds are sown one by one.
const LEAST_SEEDS: u32 = 3;
/// The same where conditions have to be tested first, which costs as much as some falls.
const LEAST_SEEDS_IF_TESTED: u32 = 6;

/// The places that laps go round.
#[derive(Clone, Debug)]
pub(super) struct FallRing<L: Lanes> {
    places: Vec<Lane>,
    /// The seeds of the first n falls from the first place on, indexed by n: two rounds.
    fallen: Vec<L>,
}

/// The rings of a plan. Paths that differ only in where they begin share one.
pub(super) struct FallRings<L: Lanes>(Vec<Arc<FallRing<L>>>);

/// A path on its ring.
#[derive(Clone, Debug)]
pub(super) struct RingPath<L: Lanes> {
    ring: Arc<FallRing<L>>,
    /// Index of the beginning of the path.
    start: usize,
    /// Places can be passed over only while all tests of one of these lists hold. No fall changes that.
    passing: Vec<Vec<Test>>,
    /// Laps of fewer seeds are sown one by one.
    least_seeds: u32,
}

impl<L: Lanes> FallRing<L> {
    fn of(places: Vec<Lane>) -> FallRing<L> {
        let mut fallen = vec![L::empty()];
        let mut seeds = L::empty();
        for place in places.iter().chain(&places) {
            seeds.put(*place, seeds.get(*place) + 1);
            fallen.push(seeds);
        }
        FallRing { places, fallen }
    }

    /// The seeds of this many falls, from an index on.
    #[inline(always)]
    fn falls(&self, from: usize, many: usize) -> L {
        let (mut rest, mut rounds) = (many, 0);
        while rest >= self.places.len() {
            (rest, rounds) = (rest - self.places.len(), rounds + 1);
        }
        let mut seeds = self.fallen[from + rest].minus(&self.fallen[from]);
        (0..rounds).for_each(|_| seeds.add(&self.fallen[self.places.len()]));
        seeds
    }
}

impl<L: Lanes> FallRings<L> {
    pub fn none() -> FallRings<L> {
        FallRings(Vec::new())
    }

    /// The ring of a path; `None`: what its falls add does not fit in lanes. `hand`: the lane of the seeds being
    /// sown.
    pub fn path(&mut self, sowing: &SowPath, hand: Option<Lane>) -> Option<RingPath<L>> {
        let path = &sowing.path;
        if path.is_empty() || 2 * path.len() > L::GREATEST as usize {
            return None;
        }
        let first = path.iter().zip(0..).min_by_key(|(place, _)| place.0).map_or(0, |(_, at)| at);
        let places = [&path[first..], &path[..first]].concat();
        let known = self.0.iter().find(|ring| ring.places == places).cloned();
        let ring = known.unwrap_or_else(|| {
            let ring = Arc::new(FallRing::of(places));
            self.0.push(ring.clone());
            ring
        });
        let mut changing: LaneSet = path.iter().copied().collect();
        hand.into_iter().for_each(|lane| changing.insert(lane));
        let mut passing: Vec<Vec<Test>> = Vec::new();
        for (_, test) in &sowing.passing {
            let lasting = test.conjuncts().iter().filter(|test| is_lasting(test, &changing));
            let lasting: Vec<Test> = lasting.cloned().collect();
            if lasting.is_empty() {
                // It may apply at any fall.
                return None;
            }
            if !passing.contains(&lasting) {
                passing.push(lasting);
            }
        }
        let least_seeds = if passing.is_empty() { LEAST_SEEDS } else { LEAST_SEEDS_IF_TESTED };
        Some(RingPath { ring, start: (path.len() - first) % path.len(), passing, least_seeds })
    }
}

/// Whether no fall changes the value of a test. `changing`: the lanes that falls change.
fn is_lasting(test: &Test, changing: &LaneSet) -> bool {
    let of_lap = |test: &Test| {
        matches!(test, Test::Held(_) | Test::LapHeld(_) | Test::Fact(_) | Test::Origin { .. })
    };
    test.stays(&|lanes| lanes.intersection(*changing).is_empty(), &of_lap)
}

/// Whether no per-seed hook can act at a fall after which seeds are left in the hand. `hand`: the lane of the seeds
/// being sown.
pub(super) fn earlier_falls_are_quiet<L: Lanes>(code: &Code, hand: Option<Lane>) -> bool {
    code.each_seed.iter().zip(0..).all(|(block, place)| {
        let guard = Guard::<L>::of(block, Some(Lane(place)));
        hand.map_or(guard.clone(), |hand| guard.while_occupied(hand)).never_fits()
    })
}

impl<'p, L: Lanes> MoveState<'p, L> {
    /// Sows the seeds in the hand but for the last, one in each place from the index `first` of the path on, if
    /// nothing can act at their falls; returns the index where the next seed falls.
    #[inline(always)]
    pub(super) fn sow_quietly(&mut self, table: &'p SowTable<L>, first: usize) -> usize {
        match &table.ring {
            Some(path) if self.hand >= path.least_seeds => {
                self.sow_all_but_last(table, path, first)
            }
            Some(_) | None => first,
        }
    }

    #[inline(never)]
    fn sow_all_but_last(
        &mut self,
        table: &'p SowTable<L>,
        path: &'p RingPath<L>,
        first: usize,
    ) -> usize {
        let RingPath { ring, start, passing, .. } = path;
        if passing.iter().any(|tests| tests.iter().all(|test| self.holds(test))) {
            return first;
        }
        let len = ring.places.len();
        let wrapped = |at: usize| if at < len { at } else { at % len };
        let many = self.hand as usize - 1;
        let falls = ring.falls(wrapped(first + start), many);
        let (mut low, mut high) = (self.lanes, self.lanes.plus(&falls));
        if let Some(hand) = self.plan.program.hand {
            low.put(hand, 1);
            high.put(hand, self.hand - 1);
        }
        let fast_path = &self.plan.fast_paths[self.code_index];
        if fast_path.any_time_guard.may_fit_between(&low, &high) {
            return first;
        }
        if self.first_fall.is_none() {
            self.record_first_fall(table.path[first]);
        }
        let sown = falls.occupied(L::all_lanes());
        self.lanes = high;
        self.set_hand(1);
        let last = table.path[wrapped(first + many - 1)];
        self.last = Some(last);
        self.after = self.lanes.get(last);
        self.before = self.after - 1;
        self.lap_sown = L::union(self.lap_sown, sown);
        self.move_sown = L::union(self.move_sown, sown);
        wrapped(first + many)
    }
}
