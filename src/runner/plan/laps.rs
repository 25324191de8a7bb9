//! One lap: its pickup, its falls, and the effect of its last seed.

use super::move_state::{MoveState, PendingLap};
use super::{PlanStop, SowTable};
use crate::model::KindId;
use crate::program::{Block, FirstFall, Lane, LaneSet, Test};
use crate::runner::lanes::Lanes;

/// The seeds that a lap has taken up.
pub(super) struct LapPickup<'p, L: Lanes> {
    pub table: &'p SowTable<L>,
    pub seeds: u32,
    /// Seeds to drop in each place, one place at a time; `None`: sow by table.
    pub each: Option<u32>,
}

impl<'p, L: Lanes> MoveState<'p, L> {
    /// One lap with the effect of its last seed.
    #[inline(always)]
    pub(super) fn run_lap(&mut self, lap: PendingLap<L>) -> Result<(), PlanStop> {
        let flow = self.sow_lap(lap);
        self.expire_lap_marks();
        flow
    }

    /// Clears the marks and notes that expire with a lap.
    #[inline(always)]
    pub(super) fn expire_lap_marks(&mut self) {
        if !L::is_empty(self.plan.lap_scoped) {
            L::each(self.plan.lap_scoped).for_each(|lane| self.lanes.put(lane, 0));
        }
    }

    #[inline(always)]
    fn sow_lap(&mut self, lap: PendingLap<L>) -> Result<(), PlanStop> {
        match self.sow_all_seeds(lap)? {
            Some((table, last)) => self.last_seed(table, last),
            None => Ok(()),
        }
    }

    /// One lap without the effect of its last seed; returns where that fell. `None`: there is nothing to sow.
    #[inline(always)]
    pub(super) fn sow_all_seeds(
        &mut self,
        lap: PendingLap<L>,
    ) -> Result<Option<(&'p SowTable<L>, Lane)>, PlanStop> {
        let Some(LapPickup { table, seeds, each }) = self.take_up_lap(lap, false)? else {
            return Ok(None);
        };
        let last = match each {
            None => {
                if !table.reached.is_empty() {
                    self.record_sown(&table.reached, seeds);
                }
                let last = table.sow(&mut self.lanes, seeds);
                self.after = self.lanes.get(last);
                self.before = self.after.wrapping_sub(1);
                self.record_lanes_before_fall();
                self.record_first_fall(table.path[0]);
                last
            }
            Some(each) => {
                let first = self.first_fall(table, &lap)?;
                let first = self.sow_quietly(table, first);
                self.sow_seed_by_seed(&table.path, first, each, &table.passing)?
            }
        };
        self.last = Some(last);
        Ok(Some((table, last)))
    }

    /// The effect of the last seed of a lap.
    #[inline(always)]
    pub(super) fn last_seed(&mut self, table: &SowTable<L>, last: Lane) -> Result<(), PlanStop> {
        self.last = Some(last);
        match self.last_seed_block(table, last) {
            Some(block) if !block.is_empty() => self.cases(block).map(|_| ()),
            Some(_) | None => Ok(()),
        }
    }

    /// What a last seed in a place leads to.
    #[inline(always)]
    pub(super) fn last_seed_block(&self, table: &SowTable<L>, last: Lane) -> Option<&'p Block> {
        self.code.last_seed[usize::from(table.backward)].get(last.index())
    }

    /// Begins a lap and takes up its seeds, except where it is sown by table. `stepwise`: never sow by table.
    /// `None`: there is nothing to sow.
    #[inline(always)]
    pub(super) fn take_up_lap(
        &mut self,
        lap: PendingLap<L>,
        stepwise: bool,
    ) -> Result<Option<LapPickup<'p, L>>, PlanStop> {
        let origin = lap.from;
        self.laps += 1;
        self.lap_held = self.lanes.get(origin);
        self.last_backward = self.backward;
        self.origins = lap.all;
        self.first_fall = None;
        self.earlier = None;
        self.captured.last_lap = self.captured.lap;
        self.captured.lap = false;
        // No seed of this lap has fallen yet.
        self.last_sown = std::mem::replace(&mut self.lap_sown, L::set(&LaneSet::default()));
        if self.laps == 2 {
            self.first_sown = self.last_sown;
        }
        if let Some(block) = self.code.before_lap.get(origin.index()) {
            self.cases(block)?;
        }
        let way = match self.plan.fast_paths[self.code_index].ways.get(origin.index()) {
            Some(Some(way)) => usize::from(*way),
            _ => match self.later_way(&lap) {
                Some(way) => way,
                None => self.choose_path(lap)?,
            },
        };
        let table = &self.plan.tables[self.code_index][way];
        self.backward = Some(table.backward);
        let plain = lap.is_plain() && !table.seed_by_seed && !stepwise;
        if let Some(mut kinds) = self.kinds.take() {
            kinds.any_order = self.holds(&table.any_order);
            self.kinds = Some(kinds);
        }
        let (seeds, each) = match plain {
            true => (self.lanes.get(origin), None),
            false => {
                let each = table.each.as_ref().map_or(1, |each| self.eval_number(each));
                (self.take_up(&lap), Some(each.clamp(1, 65_535) as u32))
            }
        };
        if seeds == 0 {
            return Ok(None);
        }
        if table.path.is_empty() {
            return Err(PlanStop::Endless);
        }
        if self.laps == 1 {
            self.first_backward = Some(table.backward);
        }
        self.sown += 1;
        self.falls += u64::from(seeds);
        if self.falls > self.plan.most_falls_followed {
            return Err(PlanStop::Endless);
        }
        if !plain {
            self.expire_marks();
        }
        Ok(Some(LapPickup { table, seeds, each }))
    }

    /// Index on the path where the first seed of a lap falls, unless that place is passed over.
    pub(super) fn first_fall(
        &self,
        table: &SowTable<L>,
        lap: &PendingLap<L>,
    ) -> Result<usize, PlanStop> {
        let at = |place: Lane| table.path.iter().position(|p| *p == place);
        let first = match (lap.first, table.start, self.last) {
            // A transient lane is not a place of the path.
            (Some(first), ..) if self.is_transient(first) => return Err(PlanStop::Endless),
            (Some(first), ..) => at(first).ok_or(PlanStop::Unsupported)?,
            (None, FirstFall::AfterLastLap, Some(last)) => {
                at(last).ok_or(PlanStop::Unsupported)? + 1
            }
            (None, FirstFall::Nowhere, _) => return Err(PlanStop::Endless),
            (None, FirstFall::PathStart | FirstFall::AfterLastLap, _) => 0,
        };
        Ok(first % table.path.len())
    }

    /// Takes up the seeds of a lap; returns how many.
    #[inline(never)]
    fn take_up(&mut self, lap: &PendingLap<L>) -> u32 {
        let mut seeds = 0;
        for lane in L::each(lap.all) {
            seeds += self.take(lane, lap.part, lap.kind);
        }
        self.set_hand(seeds);
        if let Some(hand) = self.plan.program.hand {
            self.put_down_kinds(hand);
        }
        seeds
    }

    /// Takes up to `many` seeds out of a place, of one kind if given; returns how many.
    #[inline(always)]
    pub(super) fn take(&mut self, lane: Lane, mut many: u32, kind: Option<KindId>) -> u32 {
        if self.kinds.is_some() {
            many = self.take_kinds(lane, many, kind);
        }
        let there = self.lanes.get(lane);
        let mut taken = there.min(many);
        let program = &*self.plan.program;
        if program.last_capture == Some(lane)
            && let Some(store) = self.captor
        {
            // Captured seeds lie in a store.
            let stored = self.lanes.get(store);
            taken = taken.min(stored);
            self.lanes.put(store, stored - taken);
        }
        self.lanes.put(lane, there - taken);
        taken
    }

    /// Whether a lane holds seeds that are in no place of the board: the last capture, or the hand.
    pub(super) fn is_transient(&self, lane: Lane) -> bool {
        [self.plan.program.last_capture, self.plan.program.hand].contains(&Some(lane))
    }

    /// Sets the number of seeds being sown.
    #[inline(always)]
    pub fn set_hand(&mut self, seeds: u32) {
        self.hand = seeds;
        if let Some(lane) = self.plan.program.hand {
            self.lanes.put(lane, seeds);
        }
    }

    /// Records where the first seed of a lap fell.
    #[inline(always)]
    pub(super) fn record_first_fall(&mut self, place: Lane) {
        self.first_fall = Some(place);
        if self.laps == 1 {
            self.first_lap_first_fall = Some(place);
        }
    }

    /// Records the lanes for tests on marks as they were before the seed fell. Marks change only after its fall.
    #[inline(always)]
    fn record_lanes_before_fall(&mut self) {
        if self.plan.program.asks_before_fall {
            self.before_fall = self.lanes;
        }
    }

    fn record_sown(&mut self, reached: &[L::Set], seeds: u32) {
        let most = reached.len() - 1;
        self.lap_sown = reached[most.min(seeds as usize)];
        self.move_sown = L::union(self.move_sown, self.lap_sown);
    }

    /// Sows the hand place by place, `each` seeds at a time, with the hooks of every fall. `first`: index on
    /// the path. Returns the place of the last seed.
    #[inline(never)]
    fn sow_seed_by_seed(
        &mut self,
        path: &'p [Lane],
        first: usize,
        each: u32,
        passing: &'p [Vec<Test>],
    ) -> Result<Lane, PlanStop> {
        let mut passed = 0;
        let mut stop = None;
        let mut last = path[first];
        for place in path[first..].iter().chain(path.iter().cycle()) {
            if self.hand == 0 {
                break;
            }
            if self.passes_over(passing, *place) {
                passed += 1;
                if passed > path.len() {
                    return Err(PlanStop::Endless);
                }
                continue;
            }
            passed = 0;
            last = *place;
            self.fall(last, each, &mut stop)?;
        }
        stop.map_or(Ok(last), Err)
    }

    /// Whether a place of the path is passed over.
    #[inline(always)]
    pub(super) fn passes_over(&self, passing: &[Vec<Test>], place: Lane) -> bool {
        let tests = passing.get(place.index());
        tests.is_some_and(|tests| tests.iter().any(|test| self.holds(test)))
    }

    /// Drops `each` seeds, or what is left, in a place and runs its hooks. If they end the move or the turn,
    /// that takes effect when the lap is over: it is noted in `stop`.
    #[inline(always)]
    pub(super) fn fall(
        &mut self,
        place: Lane,
        each: u32,
        stop: &mut Option<PlanStop>,
    ) -> Result<(), PlanStop> {
        let falling = each.min(self.hand);
        if self.kinds.is_some() {
            self.drop_kinds(place, falling)?;
        }
        match self.first_fall {
            None => self.record_first_fall(place),
            Some(_) => self.earlier = self.last.map(|last| (last, self.before)),
        }
        self.last = Some(place);
        self.lap_sown = L::with(self.lap_sown, place);
        self.move_sown = L::with(self.move_sown, place);
        self.record_lanes_before_fall();
        self.before = self.lanes.get(place);
        self.after = self.before + falling;
        self.lanes.put(place, self.after);
        self.set_hand(self.hand - falling);
        let guard = self.plan.fast_paths[self.code_index].fall_guards.get(place.index());
        // Guards assume that exactly one seed has fallen.
        let looked = guard.is_some_and(|guard| each > 1 || guard.may_fit(&self.lanes));
        let block = self.code.each_seed.get(place.index()).filter(|_| looked);
        for ends in [false, true] {
            let flow = match block {
                _ if ends => self.check_any_time_end(),
                Some(block) => self.cases(block).map(|_| ()),
                None => continue,
            };
            match flow {
                Err(end @ (PlanStop::EndMove | PlanStop::EndTurn)) => {
                    if *stop != Some(PlanStop::EndTurn) {
                        *stop = Some(end);
                    }
                }
                Ok(())
                | Err(
                    PlanStop::EndGame(..)
                    | PlanStop::Asks
                    | PlanStop::Endless
                    | PlanStop::Unsupported,
                ) => flow?,
            }
        }
        Ok(())
    }
}
