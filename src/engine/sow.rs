//! Laps: seeds go round, one after the other, and what their falls bring about.
//!
//! Endless sowing is found exactly. A sowing is a deterministic walk over finitely many states, so
//! it is endless if and only if a state returns; Brent's algorithm (R. P. Brent, "An improved Monte
//! Carlo factorization algorithm", BIT 20, 1980) finds the return while keeping one state.

use super::budget;
use super::course::Course;
use super::event::{EventKind, Sense};
use super::state::{SOWING_HAND, State};
use super::story::{Ctx, Fall, Flow, Lap, LapFacts, Stop, Story};
use crate::model::{ClauseId, Default, MannerKind, PlaceId, PlaceSetBits, Seat, Unit};
use smallvec::SmallVec;

/// So many seeds may fall in one story before the engine gives up following it. The longest
/// known cycle has 17,266,968 laps; it is found after some 300 million falls.
pub(super) const FALLS: u64 = 1 << 29;

/// So many, where notes that count keep every state from returning, and where there are kinds of seeds or
/// both players move at once, when every lap is told by itself.
pub(super) const FALLS_COUNTED: u64 = 1 << 22;

/// So many different laps are kept of one move, where the rules ask for all of them.
pub(super) const KINDS_OF_LAPS: usize = 1 << 12;

/// Laps that are simply sown before returning states are looked for.
pub(super) const FREE_LAPS: u32 = 64;

/// Laps that are simply sown before it is tried to turn them.
const UNTURNED_LAPS: u32 = 8;

/// Laps of a move that are told one by one.
const TOLD_LAPS: u32 = 1000;

/// A lap whose seeds have been taken up.
pub(super) struct Taken<'e> {
    pub course: Course<'e>,
    /// The number of the event that tells of it.
    pub told: Option<usize>,
}

/// What must be looked at when a seed falls.
#[derive(Clone, Copy)]
pub(super) struct Heeded {
    each_seed: bool,
    any_time: bool,
    /// Places may be passed over.
    checks: bool,
    marks: bool,
}

/// One state of the sowing, to compare later ones with.
struct Seen {
    state: State,
    lap: Lap,
    captured: bool,
    sown: PlaceSetBits,
    laps_over: usize,
    /// Laps until this state is replaced, and since it was taken.
    power: u64,
    steps: u64,
}

impl<'e> Story<'e> {
    /// Sows the lap that is ready and those that follow from it, until none does.
    pub(crate) fn laps(&mut self) -> Flow {
        let mut seen: Option<Seen> = None;
        while let Some(mut lap) = self.pending.take() {
            if self.laps >= UNTURNED_LAPS {
                self.many_laps(&mut lap, &mut seen)?;
            }
            self.one_lap(lap)?;
        }
        Ok(())
    }

    /// Looks for an end of a long relay, and turns it; the lap to be told is then another.
    #[cold]
    fn many_laps(&mut self, lap: &mut Lap, seen: &mut Option<Seen>) -> Flow {
        if self.laps >= FREE_LAPS {
            self.look_for_return(seen, *lap)?;
        }
        if self.laps >= TOLD_LAPS || !self.records() {
            *lap = self.turn_relay(*lap)?;
        }
        Ok(())
    }

    fn look_for_return(&self, seen: &mut Option<Seen>, lap: Lap) -> Flow {
        if self.laps_over.len() > KINDS_OF_LAPS {
            return Err(Stop::Fuel);
        }
        let power = match seen {
            Some(seen) => {
                let same = seen.lap == lap
                    && seen.state == *self.state
                    && seen.captured == self.move_captured
                    && seen.sown == self.move_sown
                    && seen.laps_over == self.laps_over.len();
                if same {
                    return Err(Stop::Endless);
                }
                seen.steps += 1;
                if seen.steps < seen.power {
                    return Ok(());
                }
                seen.power * 2
            }
            None => 1,
        };
        *seen = Some(Seen {
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

    fn one_lap(&mut self, lap: Lap) -> Flow {
        let actor = self.player;
        let sown = match self.announce_lap(&lap) {
            Ok(()) => self.sow_lap(lap, actor, true),
            Err(stop) => Err(stop),
        };
        self.end_lap(&lap, sown)
    }

    /// The lap is about to be sown: *before each lap*.
    pub(super) fn announce_lap(&mut self, lap: &Lap) -> Flow {
        self.begin_lap(lap);
        let rules = self.rules;
        if !rules.before_each_lap.lists.is_empty() {
            self.cases(&rules.before_each_lap, Ctx::at(self.player, lap.last_origin))?;
        }
        Ok(())
    }

    /// The lap has been sown: *last seed*. `sown`: where the last seed fell, if there was one.
    pub(super) fn end_lap(&mut self, lap: &Lap, sown: Flow<Option<PlaceId>>) -> Flow {
        let actor = self.player;
        let rules = self.rules;
        if let Some(stop) = self.stop_after_lap.take()
            && sown.is_ok()
        {
            // Only `end game` may stop a lap: the move ends when its seeds have fallen.
            self.settle_lap();
            return Err(stop);
        }
        let Ok(Some(last)) = sown else {
            if sown != Err(Stop::Ask) {
                self.settle_lap();
            }
            return sown.map(|_| ());
        };
        self.clause = lap.clause;
        let fits = self.cases(&rules.last_seed, Ctx::at(actor, last));
        if !matches!(fits, Err(Stop::Ask)) {
            self.settle_lap();
        }
        if !fits? && !rules.last_seed.lists.is_empty() && self.records() {
            self.tell_of(Default::EndMove.clause(), actor, EventKind::MoveEnded);
        }
        Ok(())
    }

    fn begin_lap(&mut self, lap: &Lap) {
        self.clause = lap.clause;
        if self.engine.asks_of_laps {
            self.keep_lap();
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
    fn keep_lap(&mut self) {
        if self.laps > 0 && !self.laps_over.contains(&self.lap) {
            self.laps_over.push(self.lap);
        }
    }

    /// A lap of an opening or of the making of the next game: seeds fall, and nothing else happens.
    pub(crate) fn plain_lap(&mut self, lap: Lap, ctx: Ctx) -> Flow {
        let facts = (self.lap, self.last_lap, self.laps);
        self.laps = 0;
        self.begin_lap(&lap);
        self.sow_lap(lap, ctx.actor, false)?;
        (self.lap, self.last_lap, self.laps) = facts;
        Ok(())
    }

    /// The lap is over: keeps the facts of the first, and lifts what lived for the lap.
    fn settle_lap(&mut self) {
        if self.laps == 1 {
            self.first_lap = self.lap;
        }
        if self.engine.layout.lap_lived {
            self.engine.layout.lift(self.state, Unit::Lap);
        }
    }

    /// Takes up and sows. The place of the last fall; `None` where there was nothing to sow.
    fn sow_lap(&mut self, lap: Lap, actor: Seat, occasions: bool) -> Flow<Option<PlaceId>> {
        let Some(Taken { course, told }) = self.take_up(lap, actor)? else { return Ok(None) };
        let flow = self.walk_seeds(&course, lap, actor, occasions);
        self.tell_last_fall(told);
        flow.map(|()| self.last_fall)
    }

    /// Takes up the seeds of a lap; `None` where there is nothing to sow.
    #[inline]
    pub(super) fn take_up(&mut self, lap: Lap, actor: Seat) -> Flow<Option<Taken<'e>>> {
        let mut by = SmallVec::new();
        let Some(course) = self.course(&lap, actor, &mut by)? else { return Err(Stop::Endless) };
        self.lap.sense = Some(course.sense);

        let mut seeds = 0;
        for place in lap.origin.iter() {
            seeds += self.take_from(place, lap.part, lap.kind);
        }
        self.hand += seeds;
        self.set_down(SOWING_HAND);
        if seeds == 0 {
            return Ok(None);
        }
        self.falls += u64::from(seeds);
        // Each lap is compared with those kept of this move.
        budget::spend(budget::LAP + budget::FALL * u64::from(seeds) + self.laps_over.len() as u64);
        self.within_budget()?;
        if self.falls > self.engine.most_falls
            || self.falls > FALLS_COUNTED && self.together.is_some()
        {
            return Err(Stop::Fuel);
        }
        if !self.engine.layout.marks_until.is_empty() {
            self.lift_marks();
        }
        let told = self.records().then(|| self.tell_lap(&lap, actor, seeds, course.sense, by));
        Ok(Some(Taken { course, told }))
    }

    /// Tells of the lap about to be sown; the number of the event.
    #[cold]
    fn tell_lap(
        &mut self,
        lap: &Lap,
        actor: Seat,
        seeds: u16,
        sense: Sense,
        by: SmallVec<[ClauseId; 2]>,
    ) -> usize {
        let to = lap.last_origin;
        let kind = if self.laps > TOLD_LAPS {
            EventKind::SowedOn { laps: 1, seeds: seeds.into(), to }
        } else {
            let from = lap.origin.iter().collect();
            EventKind::Sowed { lap: self.laps, from, seeds, to, sense, by }
        };
        self.tell_of(lap.clause, actor, kind);
        self.events.as_ref().map_or(0, |events| events.len().saturating_sub(1))
    }

    /// Adds to the event of a lap, if there is one, where the last seed fell.
    #[inline]
    pub(super) fn tell_last_fall(&mut self, told: Option<usize>) {
        if let Some(at) = told
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
    pub(super) fn first_fall(&self, course: &Course<'e>, lap: &Lap) -> Flow<usize> {
        let ring = &course.ring.places;
        let position = |p: PlaceId| ring.iter().position(|q| *q == p);
        let before_way = || match course.sense {
            Sense::Anticlockwise => ring.len().checked_sub(1),
            Sense::Clockwise => (!ring.is_empty()).then_some(0),
        };
        match course.begin {
            Some(begin) => position(begin).ok_or(Stop::Endless),
            None => position(lap.last_origin)
                .or_else(|| self.last_fall.and_then(position))
                .or_else(before_way)
                .map(|from| course.step(from))
                .ok_or(Stop::Endless),
        }
    }

    #[inline]
    fn walk_seeds(&mut self, course: &Course<'e>, lap: Lap, actor: Seat, occasions: bool) -> Flow {
        let mut at = self.first_fall(course, &lap)?;
        let heeded = self.heeds(course, occasions);
        if !heeded.checks
            && !heeded.each_seed
            && !heeded.any_time
            && !heeded.marks
            && course.each == 1
            && self.kinds.is_none()
        {
            self.let_fall(&course.ring.places, at, |at| course.step(at));
            return Ok(());
        }
        while self.hand > 0 {
            at = self.one_fall(course, at, actor, heeded)?;
        }
        Ok(())
    }

    /// What must be looked at when a seed falls.
    #[inline]
    pub(super) fn heeds(&self, course: &Course<'e>, occasions: bool) -> Heeded {
        let each_seed = occasions && !self.rules.each_seed.lists.is_empty();
        let any_time = occasions && !self.rules.end_at_any_time.lists.is_empty();
        // What is done at a seed may close a hole that the next one would fall in.
        let closed = !self.state.closed.is_empty() || each_seed || any_time;
        Heeded {
            each_seed,
            any_time,
            checks: closed || !course.passing.is_empty(),
            marks: !self.model.marks.is_empty(),
        }
    }

    /// A seed falls (or as many as fall at a time) in the place `at`, or behind those passed over;
    /// where the next one falls.
    #[inline]
    pub(super) fn one_fall(
        &mut self,
        course: &Course<'e>,
        mut at: usize,
        actor: Seat,
        heeded: Heeded,
    ) -> Flow<usize> {
        let ring = &course.ring.places;
        if heeded.checks {
            let mut passed = 0;
            while self.passes_over(course, ring[at], actor) {
                at = course.step(at);
                passed += 1;
                if passed > ring.len() {
                    return Err(Stop::Endless);
                }
            }
        }
        let place = ring[at];
        let falling = course.each.min(self.hand);
        if self.kinds.is_some() {
            self.let_kinds_fall(course, place, falling, actor)?;
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
        self.fall = Fall { before, after };
        let rules = self.rules;
        if heeded.each_seed || self.hand == 0 {
            if heeded.marks {
                let layout = &self.engine.layout;
                let of = |i| self.state.marks[layout.mark(crate::model::MarkId(i), place)];
                self.fall_marks = (0..self.model.marks.len() as u16).map(of).collect();
            }
            if heeded.each_seed {
                let flow = self.cases(&rules.each_seed, Ctx::at(actor, place)).map(|_| ());
                self.sow_on(flow)?;
            }
        }
        if heeded.any_time {
            let flow = self.end_at_any_time();
            self.sow_on(flow)?;
        }
        if self.hand > 0 {
            self.fall_before = Some((place, self.fall));
        }
        Ok(course.step(at))
    }

    /// Lets the seeds of the hand fall one by one where nothing happens on the way.
    #[inline(never)]
    fn let_fall(&mut self, ring: &[PlaceId], mut at: usize, step: impl Fn(usize) -> usize) {
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
            Fall { before: after - 1, after }
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
    fn sow_on(&mut self, flow: Flow) -> Flow {
        match flow {
            Err(stop @ (Stop::EndMove | Stop::EndTurn)) => {
                if self.stop_after_lap != Some(Stop::EndTurn) {
                    self.stop_after_lap = Some(stop);
                }
                Ok(())
            }
            other => other,
        }
    }

    pub(super) fn passes_over(&self, course: &Course<'e>, place: PlaceId, actor: Seat) -> bool {
        self.state.closed.contains(place)
            || course.passing.iter().any(|m| match &m.kind {
                MannerKind::PassingOver(phrase) => {
                    let ctx = Ctx::of(actor);
                    self.is_one(phrase, place, ctx)
                        && m.when.as_ref().is_none_or(|c| self.holds(c, ctx))
                }
                _ => false,
            })
    }

    /// Seeds that no sowing will put down any more stay with the player.
    pub(crate) fn keep_hand(&mut self) {
        if self.hand > 0 {
            let store = self.model.board.seats[self.player.index()].store;
            self.drop_hand_in(store);
        }
    }

    /// All seeds of the hand go to a place at once.
    pub(crate) fn drop_hand_in(&mut self, place: PlaceId) {
        if self.kinds.is_some() {
            self.take_kinds(SOWING_HAND, self.hand, None);
            self.set_down(place);
        }
        self.state.seeds[place.index()] += std::mem::take(&mut self.hand);
    }

    /// Reads the cases of *end* that hold at any time; what they do themselves is not asked about.
    pub(crate) fn end_at_any_time(&mut self) -> Flow {
        let rules = self.rules;
        if rules.end_at_any_time.lists.is_empty() || self.in_end {
            return Ok(());
        }
        self.in_end = true;
        let flow = self.cases(&rules.end_at_any_time, Ctx::of(self.player));
        self.in_end = false;
        flow.map(|_| ())
    }
}
