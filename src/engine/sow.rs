//! Laps: seeds go round, one after the other, and what their falls bring about.
//!
//! Endless sowing is found exactly. A sowing is a deterministic walk over finitely many states, so
//! it is endless if and only if a state returns; Brent's algorithm (R. P. Brent, "An improved Monte
//! Carlo factorization algorithm", BIT 20, 1980) finds the return while keeping one state.

use super::budget;
use super::event::{Direction, EventKind};
use super::execution::{EvalCtx, Execution, Interrupt, LapFacts, ReadyLap, SeedFall, StepResult};
use super::lap_course::LapCourse;
use super::state::{SOWING_HAND, State};
use crate::model::{ClauseId, DefaultClause, MannerKind, PlaceId, PlaceSetBits, Seat, Unit};
use smallvec::SmallVec;

/// So many seeds may fall in one story before the engine gives up following it. The longest
/// known cycle has 17,266,968 laps; it is found after some 300 million falls.
pub(super) const MAX_FALLS: u64 = 1 << 29;

/// So many, where notes that count keep every state from returning, and where there are kinds of seeds or
/// both players move at once, when every lap is told by itself.
pub(super) const MAX_FALLS_COUNTED: u64 = 1 << 22;

/// So many different laps are kept of one move, where the rules ask for all of them.
pub(super) const MAX_LAP_KINDS: usize = 1 << 12;

/// Laps that are simply sown before returning states are looked for.
pub(super) const FREE_LAPS: u32 = 64;

/// Laps that are simply sown before it is tried to turn them.
const LAPS_BEFORE_TABLES: u32 = 8;

/// Laps of a move that are told one by one.
const MAX_LOGGED_LAPS: u32 = 1000;

/// A lap whose seeds have been taken up.
pub(super) struct StartedLap<'e> {
    pub course: LapCourse<'e>,
    /// The number of the event that tells of it.
    pub event: Option<usize>,
}

/// What must be looked at when a seed falls.
#[derive(Clone, Copy)]
pub(super) struct FallHooks {
    each_seed: bool,
    any_time: bool,
    /// Places may be passed over.
    may_skip: bool,
    marks: bool,
}

/// One state of the sowing, to compare later ones with.
struct SowCheckpoint {
    state: State,
    lap: ReadyLap,
    captured: bool,
    sown: PlaceSetBits,
    laps_over: usize,
    /// Laps until this state is replaced, and since it was taken.
    power: u64,
    steps: u64,
}

impl<'e> Execution<'e> {
    /// Sows the lap that is ready and those that follow from it, until none does.
    pub(crate) fn run_laps(&mut self) -> StepResult {
        let mut seen: Option<SowCheckpoint> = None;
        while let Some(mut lap) = self.pending.take() {
            if self.laps >= LAPS_BEFORE_TABLES {
                self.check_long_relay(&mut lap, &mut seen)?;
            }
            self.run_lap(lap)?;
        }
        Ok(())
    }

    /// Looks for an end of a long relay, and turns it; the lap to be told is then another.
    #[cold]
    fn check_long_relay(
        &mut self,
        lap: &mut ReadyLap,
        seen: &mut Option<SowCheckpoint>,
    ) -> StepResult {
        if self.laps >= FREE_LAPS {
            self.check_cycle(seen, *lap)?;
        }
        if self.laps >= MAX_LOGGED_LAPS || !self.records() {
            *lap = self.run_relay(*lap)?;
        }
        Ok(())
    }

    fn check_cycle(&self, seen: &mut Option<SowCheckpoint>, lap: ReadyLap) -> StepResult {
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
            captured: self.move_captured,
            sown: self.move_sown,
            laps_over: self.laps_over.len(),
            power,
            steps: 0,
        });
        Ok(())
    }

    fn run_lap(&mut self, lap: ReadyLap) -> StepResult {
        let actor = self.player;
        let sown = match self.run_before_lap(&lap) {
            Ok(()) => self.sow_lap(lap, actor, true),
            Err(stop) => Err(stop),
        };
        self.end_lap(&lap, sown)
    }

    /// The lap is about to be sown: *before each lap*.
    pub(super) fn run_before_lap(&mut self, lap: &ReadyLap) -> StepResult {
        self.begin_lap(lap);
        let rules = self.rules;
        if !rules.before_each_lap.lists.is_empty() {
            self.cases(&rules.before_each_lap, EvalCtx::at(self.player, lap.last_origin))?;
        }
        Ok(())
    }

    /// The lap has been sown: *last seed*. `sown`: where the last seed fell, if there was one.
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
            // Only `end game` may stop a lap: the move ends when its seeds have fallen.
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
            // What it began from is so even if nothing is left there to be sown.
            self.first_lap = self.lap;
        }
    }

    /// Keeps the facts of the lap that is over.
    #[cold]
    fn record_lap(&mut self) {
        if self.laps > 0 && !self.laps_over.contains(&self.lap) {
            self.laps_over.push(self.lap);
        }
    }

    /// A lap of an opening or of the making of the next game: seeds fall, and nothing else happens.
    pub(crate) fn plain_lap(&mut self, lap: ReadyLap, ctx: EvalCtx) -> StepResult {
        let facts = (self.lap, self.last_lap, self.laps);
        self.laps = 0;
        self.begin_lap(&lap);
        self.sow_lap(lap, ctx.actor, false)?;
        (self.lap, self.last_lap, self.laps) = facts;
        Ok(())
    }

    /// The lap is over: keeps the facts of the first, and lifts what lived for the lap.
    fn finish_lap(&mut self) {
        if self.laps == 1 {
            self.first_lap = self.lap;
        }
        if self.engine.layout.lap_lived {
            self.engine.layout.expire(self.state, Unit::Lap);
        }
    }

    /// Takes up and sows. The place of the last fall; `None` where there was nothing to sow.
    fn sow_lap(
        &mut self,
        lap: ReadyLap,
        actor: Seat,
        occasions: bool,
    ) -> StepResult<Option<PlaceId>> {
        let Some(StartedLap { course, event: told }) = self.take_up(lap, actor)? else {
            return Ok(None);
        };
        let flow = self.sow_seed_by_seed(&course, lap, actor, occasions);
        self.log_last_fall(told);
        flow.map(|()| self.last_fall)
    }

    /// Takes up the seeds of a lap; `None` where there is nothing to sow.
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
        // Each lap is compared with those kept of this move.
        budget::spend(budget::LAP + budget::FALL * u64::from(seeds) + self.laps_over.len() as u64);
        self.within_budget()?;
        if self.falls > self.engine.most_falls
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

    /// Tells of the lap about to be sown; the number of the event.
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
            EventKind::Sowed { lap: self.laps, from, seeds, to, sense, by }
        };
        self.log_for(lap.clause, actor, kind);
        self.events.as_ref().map_or(0, |events| events.len().saturating_sub(1))
    }

    /// Adds to the event of a lap, if there is one, where the last seed fell.
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

    /// Where the first seed of a lap falls, in the order of its ring. What is taken up beside the way goes
    /// on from the last seed; else it begins where the way does, or at its end if it goes against it.
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
        let heeded = self.fall_hooks(course, occasions);
        if !heeded.may_skip
            && !heeded.each_seed
            && !heeded.any_time
            && !heeded.marks
            && course.each == 1
            && self.kinds.is_none()
        {
            self.drop_seeds(&course.ring.places, at, |at| course.step(at));
            return Ok(());
        }
        while self.hand > 0 {
            at = self.one_fall(course, at, actor, heeded)?;
        }
        Ok(())
    }

    /// What must be looked at when a seed falls.
    #[inline]
    pub(super) fn fall_hooks(&self, course: &LapCourse<'e>, occasions: bool) -> FallHooks {
        let each_seed = occasions && !self.rules.each_seed.lists.is_empty();
        let any_time = occasions && !self.rules.end_at_any_time.lists.is_empty();
        // What is done at a seed may close a hole that the next one would fall in.
        let closed = !self.state.closed.is_empty() || each_seed || any_time;
        FallHooks {
            each_seed,
            any_time,
            may_skip: closed || !course.passing.is_empty(),
            marks: !self.model.marks.is_empty(),
        }
    }

    /// A seed falls (or as many as fall at a time) in the place `at`, or behind those passed over;
    /// where the next one falls.
    #[inline]
    pub(super) fn one_fall(
        &mut self,
        course: &LapCourse<'e>,
        mut at: usize,
        actor: Seat,
        heeded: FallHooks,
    ) -> StepResult<usize> {
        let ring = &course.ring.places;
        if heeded.may_skip {
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
        if heeded.each_seed || self.hand == 0 {
            if heeded.marks {
                let layout = &self.engine.layout;
                let of = |i| self.state.marks[layout.mark(crate::model::MarkId(i), place)];
                self.fall_marks = (0..self.model.marks.len() as u16).map(of).collect();
            }
            if heeded.each_seed {
                let flow = self.cases(&rules.each_seed, EvalCtx::at(actor, place)).map(|_| ());
                self.defer_stop(flow)?;
            }
        }
        if heeded.any_time {
            let flow = self.check_any_time_end();
            self.defer_stop(flow)?;
        }
        if self.hand > 0 {
            self.fall_before = Some((place, self.fall));
        }
        Ok(course.step(at))
    }

    /// Lets the seeds of the hand fall one by one where nothing happens on the way.
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
        // On a ring of one hole the last two fall in the same.
        let later = u16::from(before == last);
        self.fall_before = before.map(|place| (place, fall(place, later)));
        if let Some(place) = last {
            self.fall = fall(place, 0);
        }
        self.last_fall = last;
        self.lap.sown = self.lap.sown.union(sown);
        self.move_sown = self.move_sown.union(sown);
    }

    /// Goes on after what has been done at a fall: a move or a turn that is said to end there ends
    /// when the lap is over.
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

    /// Seeds that no sowing will put down any more stay with the player.
    pub(crate) fn return_hand(&mut self) {
        if self.hand > 0 {
            let store = self.model.board.seats[self.player.index()].store;
            self.drop_hand_in(store);
        }
    }

    /// All seeds of the hand go to a place at once.
    pub(crate) fn drop_hand_in(&mut self, place: PlaceId) {
        if self.kinds.is_some() {
            self.take_kinds(SOWING_HAND, self.hand, None);
            self.put_down_kinds(place);
        }
        self.state.seeds[place.index()] += std::mem::take(&mut self.hand);
    }

    /// Reads the cases of *end* that hold at any time; what they do themselves is not asked about.
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
