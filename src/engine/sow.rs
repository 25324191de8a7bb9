//! Laps: seeds are sown one after the other, and their falls run the rules' hooks.
//!
//! Endless sowing is detected exactly. A sowing is a deterministic walk over finitely many states,
//! so it is endless if and only if a state occurs again; Brent's algorithm (R. P. Brent, "An
//! improved Monte Carlo factorization algorithm", BIT 20, 1980) finds that while keeping one state.

use super::budget;
use super::event::EventKind;
use super::execution::{EvalCtx, Execution, Interrupt, LapFacts, ReadyLap, SeedFall, StepResult};
use super::lap_course::LapCourse;
use super::state::{SOWING_HAND, State};
use crate::model::{
    ClauseId, DefaultClause, Direction, MannerKind, PlaceId, PlaceSetBits, Seat, Unit,
};
use smallvec::SmallVec;

/// Limit on the seeds that fall in one execution. The longest known cycle has 17,266,968 laps; it
/// is found after some 300 million falls.
pub(super) const MAX_FALLS: u64 = 1 << 29;

/// The limit where number notes keep every state from occurring again, and where every lap is sown
/// seed by seed (there are kinds of seeds, or both players move at once).
pub(super) const MAX_FALLS_COUNTED: u64 = 1 << 22;

/// Limit on the distinct laps kept of one move, if the rules ask for all of them.
pub(super) const MAX_LAP_KINDS: usize = 1 << 12;

/// Laps before cycle detection starts.
pub(super) const FREE_LAPS: u32 = 64;

/// Laps before relay tables are tried.
const LAPS_BEFORE_TABLES: u32 = 8;

/// Laps of a move that are logged one by one.
const MAX_LOGGED_LAPS: u32 = 1000;

/// Falls of a lap that are kept for its event.
const MAX_LOGGED_FALLS: usize = 1000;

/// A lap whose seeds have been picked up.
pub(super) struct StartedLap<'e> {
    pub course: LapCourse<'e>,
    /// Index of its event.
    pub event: Option<usize>,
}

/// The hooks to run when a seed falls.
#[derive(Clone, Copy)]
pub(super) struct FallHooks {
    each_seed: bool,
    any_time: bool,
    /// Places may be passed over.
    may_skip: bool,
    marks: bool,
}

/// A state of the sowing, for cycle detection.
pub(super) struct SowCheckpoint {
    state: State,
    lap: ReadyLap,
    /// Laps before it.
    laps: u32,
    captured: bool,
    sown: PlaceSetBits,
    laps_over: usize,
    /// Laps until this checkpoint is replaced, and since it was taken.
    power: u64,
    steps: u64,
}

impl<'e> Execution<'e> {
    /// Sows the pending lap and those that follow from it.
    pub(crate) fn run_laps(&mut self) -> StepResult {
        if self.rules_endless_sowing() {
            return self.run_laps_or_stop();
        }
        let mut seen: Option<SowCheckpoint> = None;
        while let Some(lap) = self.pending.take() {
            self.run_next_laps(lap, &mut seen)?;
        }
        Ok(())
    }

    /// Sows a lap; in a long relay first the plain laps that it begins, by table.
    #[inline(always)]
    pub(super) fn run_next_laps(
        &mut self,
        mut lap: ReadyLap,
        seen: &mut Option<SowCheckpoint>,
    ) -> StepResult {
        if self.laps >= LAPS_BEFORE_TABLES {
            self.check_long_relay(&mut lap, seen)?;
        }
        self.run_lap(lap)
    }

    /// Cycle detection, and plain relay laps by table; `lap` is then the first one after them.
    #[cold]
    fn check_long_relay(
        &mut self,
        lap: &mut ReadyLap,
        seen: &mut Option<SowCheckpoint>,
    ) -> StepResult {
        if self.laps >= FREE_LAPS {
            self.check_cycle(seen, *lap)?;
        }
        if self.uses_tables() {
            *lap = self.run_relay(*lap)?;
        }
        Ok(())
    }

    /// Whether plain laps may be sown by table from here on: some have been sown, and they need not be logged
    /// one by one.
    pub(super) fn uses_tables(&self) -> bool {
        self.laps >= LAPS_BEFORE_TABLES && (self.laps >= MAX_LOGGED_LAPS || !self.records())
    }

    fn check_cycle(&mut self, seen: &mut Option<SowCheckpoint>, lap: ReadyLap) -> StepResult {
        if self.laps_over.len() > MAX_LAP_KINDS {
            return Err(Interrupt::SowingLimit);
        }
        let power = match seen {
            Some(seen) => {
                let same = seen.lap == lap
                    && seen.state == *self.state
                    && seen.captured == self.move_captured
                    && seen.sown == self.move_sown
                    && seen.laps_over == self.laps_over.len();
                if same {
                    self.period = Some(self.laps - seen.laps);
                    return Err(Interrupt::Endless);
                }
                seen.steps += 1;
                if seen.steps < seen.power {
                    return Ok(());
                }
                seen.power * 2
            }
            None => 1,
        };
        *seen = Some(SowCheckpoint {
            state: self.state.clone(),
            lap,
            laps: self.laps,
            captured: self.move_captured,
            sown: self.move_sown,
            laps_over: self.laps_over.len(),
            power,
            steps: 0,
        });
        Ok(())
    }

    pub(super) fn run_lap(&mut self, lap: ReadyLap) -> StepResult {
        let actor = self.player;
        let sown = match self.run_before_lap(&lap) {
            Ok(()) => self.sow_lap(lap, actor, true),
            Err(stop) => Err(stop),
        };
        self.end_lap(&lap, sown)
    }

    /// Begins a lap and runs *before each lap*.
    pub(super) fn run_before_lap(&mut self, lap: &ReadyLap) -> StepResult {
        self.begin_lap(lap);
        let rules = self.rules;
        if !rules.before_each_lap.lists.is_empty() {
            self.before_lap = true;
            let run = self.cases(&rules.before_each_lap, EvalCtx::at(self.player, lap.last_origin));
            self.before_lap = false;
            run?;
        }
        Ok(())
    }

    /// Ends a lap and runs *last seed*. `sown`: where the last seed fell, if there was one.
    pub(super) fn end_lap(
        &mut self,
        lap: &ReadyLap,
        sown: StepResult<Option<PlaceId>>,
    ) -> StepResult {
        let actor = self.player;
        let rules = self.rules;
        if let Some(stop) = self.stop_after_lap.take()
            && sown.is_ok()
        {
            // Only `end game` stops a lap; otherwise the move ends when its seeds have fallen.
            self.finish_lap();
            return Err(stop);
        }
        let Ok(Some(last)) = sown else {
            if sown != Err(Interrupt::Ask) {
                self.finish_lap();
            }
            return sown.map(|_| ());
        };
        self.clause = lap.clause;
        let fits = self.cases(&rules.last_seed, EvalCtx::at(actor, last));
        if !matches!(fits, Err(Interrupt::Ask)) {
            self.finish_lap();
        }
        if !fits? && !rules.last_seed.lists.is_empty() && self.records() {
            self.log_for(DefaultClause::EndMove.clause(), actor, EventKind::MoveEnded);
        }
        Ok(())
    }

    fn begin_lap(&mut self, lap: &ReadyLap) {
        self.clause = lap.clause;
        if self.engine.records_laps {
            self.record_lap();
        }
        self.last_lap = self.lap;
        self.laps += 1;
        self.fall_before = None;
        self.lap = LapFacts {
            origin: lap.origin,
            held: self.state.seeds.get(lap.last_origin.index()).copied().unwrap_or_default(),
            sense: self.last_lap.sense,
            ..LapFacts::default()
        };
        if self.laps == 1 {
            self.lap.sense = None;
            // What the move began from counts even if nothing is left there to sow.
            self.first_lap = self.lap;
        }
    }

    /// Keeps the facts of the finished lap.
    #[cold]
    fn record_lap(&mut self) {
        if self.laps > 0 && !self.laps_over.contains(&self.lap) {
            self.laps_over.push(self.lap);
        }
    }

    /// Sows a lap of an opening, or of the preparation of the next game: without hooks.
    pub(crate) fn plain_lap(&mut self, lap: ReadyLap, ctx: EvalCtx) -> StepResult {
        let facts = (self.lap, self.last_lap, self.laps);
        self.laps = 0;
        self.begin_lap(&lap);
        self.sow_lap(lap, ctx.actor, false)?;
        (self.lap, self.last_lap, self.laps) = facts;
        Ok(())
    }

    /// Finishes a lap: keeps the facts of the first one, and expires marks and notes of the lap.
    fn finish_lap(&mut self) {
        if self.laps == 1 {
            self.first_lap = self.lap;
        }
        if self.engine.layout.lap_lived {
            self.engine.layout.expire(self.state, Unit::Lap);
        }
    }

    /// Picks up and sows. Returns the place of the last fall; `None` if there was nothing to sow.
    fn sow_lap(
        &mut self,
        lap: ReadyLap,
        actor: Seat,
        occasions: bool,
    ) -> StepResult<Option<PlaceId>> {
        let Some(StartedLap { course, event }) = self.take_up(lap, actor)? else {
            return Ok(None);
        };
        self.falls_of_lap = event.map(|_| Vec::new());
        let flow = self.sow_seed_by_seed(&course, lap, actor, occasions);
        self.log_last_fall(event);
        self.log_falls(event);
        flow.map(|()| self.last_fall)
    }

    /// Picks up the seeds of a lap; `None` if there is nothing to sow.
    #[inline]
    pub(super) fn take_up(
        &mut self,
        lap: ReadyLap,
        actor: Seat,
    ) -> StepResult<Option<StartedLap<'e>>> {
        let mut by = SmallVec::new();
        let Some(course) = self.course(&lap, actor, &mut by)? else {
            return Err(Interrupt::Endless);
        };
        self.lap.sense = Some(course.sense);

        let mut seeds = 0;
        for place in lap.origin.iter() {
            seeds += self.take_from(place, lap.part, lap.kind);
        }
        self.hand += seeds;
        self.put_down_kinds(SOWING_HAND);
        if seeds == 0 {
            return Ok(None);
        }
        self.falls += u64::from(seeds);
        // Cost of comparing the lap with those kept of this move.
        budget::spend(budget::LAP + budget::FALL * u64::from(seeds) + self.laps_over.len() as u64);
        self.within_budget()?;
        if self.falls > self.engine.most_falls_followed
            || self.falls > MAX_FALLS_COUNTED && self.both_moves.is_some()
        {
            return Err(Interrupt::SowingLimit);
        }
        if !self.engine.layout.marks_until.is_empty() {
            self.expire_mark_conditions();
        }
        let event = self.records().then(|| self.log_lap(&lap, actor, seeds, course.sense, by));
        Ok(Some(StartedLap { course, event }))
    }

    /// Logs the lap about to be sown; returns the index of the event.
    #[cold]
    fn log_lap(
        &mut self,
        lap: &ReadyLap,
        actor: Seat,
        seeds: u16,
        sense: Direction,
        by: SmallVec<[ClauseId; 2]>,
    ) -> usize {
        let to = lap.last_origin;
        let kind = if self.laps > MAX_LOGGED_LAPS {
            EventKind::SowedOn { laps: 1, seeds: seeds.into(), to }
        } else {
            let from = lap.origin.iter().collect();
            EventKind::Sowed { lap: self.laps, from, seeds, to, sense, by, falls: Vec::new() }
        };
        self.log_for(lap.clause, actor, kind);
        self.events.as_ref().map_or(0, |events| events.len().saturating_sub(1))
    }

    /// Sets where the last seed fell in the event of a lap, if there is one.
    #[inline]
    pub(super) fn log_last_fall(&mut self, index: Option<usize>) {
        if let Some(at) = index
            && let Some(last) = self.last_fall
            && let Some(event) = self.events.as_mut().and_then(|e| e.get_mut(at))
            && let EventKind::Sowed { to, .. } | EventKind::SowedOn { to, .. } = &mut event.kind
        {
            *to = last;
        }
    }

    /// Puts the falls of a lap into its event, if there is one.
    #[inline]
    fn log_falls(&mut self, index: Option<usize>) {
        if let Some(of_lap) = self.falls_of_lap.take()
            && let Some(event) =
                index.and_then(|at| self.events.as_mut().and_then(|e| e.get_mut(at)))
            && let EventKind::Sowed { falls, .. } = &mut event.kind
        {
            *falls = of_lap;
        }
    }

    /// Keeps where seeds of a lap fell, for its event.
    #[inline]
    fn keep_falls(&mut self, places: impl Iterator<Item = PlaceId>) {
        if let Some(falls) = &mut self.falls_of_lap {
            let room = MAX_LOGGED_FALLS.saturating_sub(falls.len());
            falls.extend(places.take(room));
        }
    }

    /// Ring index of the first fall of a lap. Seeds picked up off the way go on from the last fall;
    /// else they begin where the way begins, or ends if the lap goes backward.
    #[inline]
    pub(super) fn first_fall(&self, course: &LapCourse<'e>, lap: &ReadyLap) -> StepResult<usize> {
        let ring = &course.ring.places;
        let position = |p: PlaceId| ring.iter().position(|q| *q == p);
        let before_way = || match course.sense {
            Direction::Anticlockwise => ring.len().checked_sub(1),
            Direction::Clockwise => (!ring.is_empty()).then_some(0),
        };
        match course.begin {
            Some(begin) => position(begin).ok_or(Interrupt::Endless),
            None => position(lap.last_origin)
                .or_else(|| self.last_fall.and_then(position))
                .or_else(before_way)
                .map(|from| course.step(from))
                .ok_or(Interrupt::Endless),
        }
    }

    #[inline]
    fn sow_seed_by_seed(
        &mut self,
        course: &LapCourse<'e>,
        lap: ReadyLap,
        actor: Seat,
        occasions: bool,
    ) -> StepResult {
        let mut at = self.first_fall(course, &lap)?;
        let hooks = self.fall_hooks(course, occasions);
        if !hooks.may_skip
            && !hooks.each_seed
            && !hooks.any_time
            && !hooks.marks
            && course.each == 1
            && self.kinds.is_none()
            && self.frames.is_none()
        {
            if self.falls_of_lap.is_some() {
                let ring = &course.ring.places;
                let steps = std::iter::successors(Some(at), |at| Some(course.step(*at)));
                self.keep_falls(steps.take(self.hand.into()).map(|at| ring[at]));
            }
            self.drop_seeds(&course.ring.places, at, |at| course.step(at));
            return Ok(());
        }
        while self.hand > 0 {
            at = self.one_fall(course, at, actor, hooks)?;
        }
        Ok(())
    }

    /// The hooks to run when a seed falls.
    #[inline]
    pub(super) fn fall_hooks(&self, course: &LapCourse<'e>, occasions: bool) -> FallHooks {
        let each_seed = occasions && !self.rules.each_seed.lists.is_empty();
        let any_time = occasions && !self.rules.end_at_any_time.lists.is_empty();
        // A hook may close a hole that a later seed would fall in.
        let closed = !self.state.closed.is_empty() || each_seed || any_time;
        FallHooks {
            each_seed,
            any_time,
            may_skip: closed || !course.passing.is_empty(),
            marks: !self.model.marks.is_empty(),
        }
    }

    /// Drops a seed (or as many as fall together) in the place at `at`, or after those passed over;
    /// returns the index of the next fall.
    #[inline]
    pub(super) fn one_fall(
        &mut self,
        course: &LapCourse<'e>,
        mut at: usize,
        actor: Seat,
        hooks: FallHooks,
    ) -> StepResult<usize> {
        let ring = &course.ring.places;
        if hooks.may_skip {
            let mut passed = 0;
            while self.passes_over(course, ring[at], actor) {
                at = course.step(at);
                passed += 1;
                if passed > ring.len() {
                    return Err(Interrupt::Endless);
                }
            }
        }
        let place = ring[at];
        let falling = course.each.min(self.hand);
        if self.kinds.is_some() {
            self.drop_kinds(course, place, falling, actor)?;
        }
        let before = self.state.seeds[place.index()];
        let after = before + falling;
        self.state.seeds[place.index()] = after;
        self.hand -= falling;
        self.keep_falls(std::iter::repeat_n(place, falling.into()));
        if self.frames.is_some() {
            self.keep_frame(Some(place));
        }
        if self.lap.first.is_none() {
            self.lap.first = Some(place);
            if self.laps == 1 {
                self.first_lap = self.lap;
            }
        }
        self.lap.sown.insert(place);
        self.move_sown.insert(place);
        self.last_fall = Some(place);
        self.fall = SeedFall { before, after };
        let rules = self.rules;
        if hooks.each_seed || self.hand == 0 {
            if hooks.marks {
                let layout = &self.engine.layout;
                let of = |i| self.state.marks[layout.mark(crate::model::MarkId(i), place)];
                self.fall_marks = (0..self.model.marks.len() as u16).map(of).collect();
            }
            if hooks.each_seed {
                let flow = self.cases(&rules.each_seed, EvalCtx::at(actor, place)).map(|_| ());
                self.defer_stop(flow)?;
            }
        }
        if hooks.any_time {
            let flow = self.check_any_time_end();
            self.defer_stop(flow)?;
        }
        if self.hand > 0 {
            self.fall_before = Some((place, self.fall));
        }
        Ok(course.step(at))
    }

    /// Drops the seeds of the hand one by one, without hooks.
    #[inline(never)]
    fn drop_seeds(&mut self, ring: &[PlaceId], mut at: usize, step: impl Fn(usize) -> usize) {
        let mut sown = PlaceSetBits::default();
        self.lap.first = Some(ring[at]);
        if self.laps == 1 {
            self.first_lap = self.lap;
        }
        let (mut before, mut last) = (None, None);
        for _ in 0..std::mem::take(&mut self.hand) {
            let place = ring[at];
            self.state.seeds[place.index()] += 1;
            sown.insert(place);
            (before, last) = (last, Some(place));
            at = step(at);
        }
        let fall = |place: PlaceId, later: u16| {
            let after = self.state.seeds[place.index()] - later;
            SeedFall { before: after - 1, after }
        };
        // On a ring of one hole the last two seeds fall in the same hole.
        let later = u16::from(before == last);
        self.fall_before = before.map(|place| (place, fall(place, later)));
        if let Some(place) = last {
            self.fall = fall(place, 0);
        }
        self.last_fall = last;
        self.lap.sown = self.lap.sown.union(sown);
        self.move_sown = self.move_sown.union(sown);
    }

    /// Defers `end move` and `end turn` of a hook to the end of the lap.
    fn defer_stop(&mut self, flow: StepResult) -> StepResult {
        match flow {
            Err(stop @ (Interrupt::EndMove | Interrupt::EndTurn)) => {
                if self.stop_after_lap != Some(Interrupt::EndTurn) {
                    self.stop_after_lap = Some(stop);
                }
                Ok(())
            }
            Ok(())
            | Err(
                Interrupt::Ask
                | Interrupt::EndGame
                | Interrupt::Endless
                | Interrupt::SowingLimit
                | Interrupt::WorkLimit,
            ) => flow,
        }
    }

    pub(super) fn passes_over(&self, course: &LapCourse<'e>, place: PlaceId, actor: Seat) -> bool {
        self.state.closed.contains(place)
            || course.passing.iter().any(|m| {
                let MannerKind::PassingOver(phrase) = &m.kind else { return false };
                let ctx = EvalCtx::of(actor);
                self.is_one(phrase, place, ctx)
                    && m.when.as_ref().is_none_or(|c| self.holds(c, ctx))
            })
    }

    /// The player keeps the seeds that are still in the hand.
    pub(crate) fn return_hand(&mut self) {
        if self.hand > 0 {
            let store = self.model.board.seats[self.player.index()].store;
            self.drop_hand_in(store);
        }
    }

    /// Puts all seeds of the hand in one place.
    pub(crate) fn drop_hand_in(&mut self, place: PlaceId) {
        if self.kinds.is_some() {
            self.take_kinds(SOWING_HAND, self.hand, None);
            self.put_down_kinds(place);
        }
        self.state.seeds[place.index()] += std::mem::take(&mut self.hand);
    }

    /// Runs the cases of *end* that apply at any time, unless they are already running.
    pub(crate) fn check_any_time_end(&mut self) -> StepResult {
        let rules = self.rules;
        if rules.end_at_any_time.lists.is_empty() || self.in_end {
            return Ok(());
        }
        self.in_end = true;
        let flow = self.cases(&rules.end_at_any_time, EvalCtx::of(self.player));
        self.in_end = false;
        flow.map(|_| ())
    }
}
