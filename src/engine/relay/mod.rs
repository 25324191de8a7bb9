//! Long relays: plain relay laps are sown by table, on a [wheel], instead of seed by seed.
//!
//! Between two captures a relay changes nothing but the counts on its own ring. The outcome of a
//! lap then depends only on the hole of its last seed and on the seeds in that hole, unless a
//! condition reads other counts of the ring, or facts of single laps. The rules are not analysed
//! for that: the cases of *last seed* are evaluated once for each hole and count, while a [watch]
//! records what they read. A lap that is not known to be a plain relay lap is sown seed by seed as
//! usual, so both ways give the same result.

mod watch;
mod wheel;

use super::event::EventKind;
use super::execution::{EvalCtx, Execution, Interrupt, LapFacts, ReadyLap, SeedFall, StepResult};
use super::lap_course::LapCourse;
use super::state::State;
use crate::engine::budget;
use crate::model::{
    Action, Case, ClauseId, Deed, Det, Dir, Direction, Part, PlaceId, PlacePhrase, PlaceSetBits,
    PlayerRef, Ring, Subject, Unit, WayKind,
};
use smallvec::SmallVec;
use std::borrow::Cow;
use std::sync::OnceLock;
use watch::ReadWatch;
use wheel::{
    RELAY_BASE, RingIndex, Spin, SpinEnd, SpinLimits, Wheel, WheelLap, WheelOutcome, WheelTables,
};

/// The most seeds of a ring on a wheel: what a byte holds.
const MOST_SEEDS: u32 = 255;

/// The most holes of a ring on a wheel.
const MOST_HOLES: usize = 64;

/// A wheel of the smallest size that fits a ring.
#[derive(Clone, Debug)]
enum AnyWheel {
    Small(Wheel<16>),
    Middle(Wheel<32>),
    Large(Wheel<MOST_HOLES>),
}

impl AnyWheel {
    /// Work of a lap.
    fn cost(&self) -> u64 {
        match self {
            AnyWheel::Small(_) => 4,
            AnyWheel::Middle(_) => 6,
            AnyWheel::Large(_) => 10,
        }
    }

    /// A wheel of `n` holes; the tables of each size are built once.
    fn of(n: usize) -> Option<AnyWheel> {
        static SMALL: [OnceLock<WheelTables<16>>; 17] = [const { OnceLock::new() }; 17];
        static MIDDLE: [OnceLock<WheelTables<32>>; 33] = [const { OnceLock::new() }; 33];
        static LARGE: [OnceLock<WheelTables<MOST_HOLES>>; MOST_HOLES + 1] =
            [const { OnceLock::new() }; MOST_HOLES + 1];
        Some(match n {
            0 => return None,
            1..=16 => AnyWheel::Small(Wheel::of(SMALL.get(n)?.get_or_init(|| WheelTables::of(n)))),
            17..=32 => {
                AnyWheel::Middle(Wheel::of(MIDDLE.get(n)?.get_or_init(|| WheelTables::of(n))))
            }
            _ => AnyWheel::Large(Wheel::of(LARGE.get(n)?.get_or_init(|| WheelTables::of(n)))),
        })
    }
}

/// The path of a plain lap, which drops one seed in each place from the next one on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct RelayPath<'e> {
    ring: &'e Ring,
    sense: Direction,
    passed: PlaceSetBits,
}

/// A wheel loaded with a ring, and the context for which its outcomes are valid.
#[derive(Clone, Debug)]
struct LoadedWheel<'e> {
    wheel: AnyWheel,
    way: RelayPath<'e>,
    /// In the order of the sowing, without places that are passed over.
    holes: Vec<PlaceId>,
    /// The state, with empty holes on the ring, in which the outcomes were read.
    context: State,
    captured: bool,
}

/// State of a move of many laps.
#[derive(Debug, Default)]
pub(crate) struct RelayState<'e> {
    loaded: Option<Box<LoadedWheel<'e>>>,
    watch: ReadWatch,
}

impl LoadedWheel<'_> {
    /// Clears the cached outcomes.
    fn forget(&mut self) {
        match &mut self.wheel {
            AnyWheel::Small(wheel) => wheel.forget(),
            AnyWheel::Middle(wheel) => wheel.forget(),
            AnyWheel::Large(wheel) => wheel.forget(),
        }
    }

    fn at(&self, place: PlaceId) -> Option<RingIndex> {
        self.holes.iter().position(|p| *p == place).and_then(|at| RingIndex::try_from(at).ok())
    }

    fn place(&self, at: RingIndex) -> PlaceId {
        self.holes.get(usize::from(at)).copied().unwrap_or_default()
    }

    /// The holes that `seeds` seeds reach from a hole.
    fn reached(&self, from: RingIndex, seeds: u8) -> PlaceSetBits {
        let n = self.holes.len();
        let steps = usize::from(seeds).min(n);
        (1..=steps).map(|i| self.place(((usize::from(from) + i) % n) as RingIndex)).collect()
    }
}

impl<'e> Execution<'e> {
    /// Sows plain relay laps from `lap` on; returns the first lap that has to be sown seed by seed.
    #[inline(never)]
    pub(super) fn run_relay(&mut self, lap: ReadyLap) -> StepResult<ReadyLap> {
        if !self.is_plain_relay() || lap.begin.is_some() || lap.part != u16::MAX {
            return Ok(lap);
        }
        let mut origins = lap.origin.iter();
        let (Some(origin), None) = (origins.next(), origins.next()) else { return Ok(lap) };
        let Some(mut loaded) = self.prepare_wheel(lap) else { return Ok(lap) };
        let spin = loaded.at(origin).and_then(|at| self.spin(&mut loaded, at));
        let next = match spin {
            Some(spin) => self.apply_spin(&loaded, lap, spin),
            None => Ok(lap),
        };
        self.relay.get_or_insert_default().loaded = Some(loaded);
        next
    }

    /// Whether laps have no hooks except at the last seed, and ask for no direction.
    fn is_plain_relay(&self) -> bool {
        let rules = self.rules;
        let asks = |dir: &Dir| matches!(dir, Dir::Ask);
        self.engine.uses_relay_tables
            && !self.engine.records_laps
            && !self.engine.layout.lap_lived
            && self.engine.layout.marks_until.is_empty()
            && rules.each_seed.lists.is_empty()
            && rules.end_at_any_time.lists.is_empty()
            && rules.last_seed.lists.len() == 1
            && !rules.way.iter().any(|line| match &line.kind {
                WayKind::Choice { scope, note, .. } => {
                    let unset =
                        |note| self.state.notes[self.engine.layout.note(note, self.player)] == 0;
                    *scope == Unit::Lap || note.is_some_and(unset)
                }
                WayKind::Circuit { dir, .. } => dir.as_ref().is_some_and(asks),
                WayKind::LaterLaps { dir, .. } => asks(dir),
                WayKind::Manners => false,
            })
    }

    /// The wheel for this lap and those that follow; its outcomes are kept while they are valid.
    fn prepare_wheel(&mut self, lap: ReadyLap) -> Option<Box<LoadedWheel<'e>>> {
        let facts = self.lap;
        self.begin_watch();
        let course = self.relay_course(lap);
        let before = self.acts_before_lap(lap.last_origin);
        let read = self.end_watch();
        let way = course.and_then(|course| self.relay_path(&course));
        self.lap = facts;
        let way = way.filter(|_| !before && read.is_some())?;
        let mut context = self.state.clone();
        let turned = way.ring.places.iter().filter(|p| !way.passed.contains(**p));
        turned.for_each(|p| context.seeds[p.index()] = 0);
        let captured = self.move_captured;
        match self.relay.as_mut().and_then(|relay| relay.loaded.take()) {
            Some(mut loaded) if loaded.way == way => {
                if loaded.context != context || loaded.captured != captured {
                    (loaded.context, loaded.captured) = (context, captured);
                    loaded.forget();
                }
                Some(loaded)
            }
            _ => {
                let mut holes: Vec<PlaceId> = way.ring.places.clone();
                holes.retain(|p| !way.passed.contains(*p));
                if way.sense == Direction::Clockwise {
                    holes.reverse();
                }
                let wheel = AnyWheel::of(holes.len())?;
                Some(Box::new(LoadedWheel { wheel, way, holes, context, captured }))
            }
        }
    }

    /// The course of a lap, if it drops its seeds one by one from the next place on.
    fn relay_course(&mut self, lap: ReadyLap) -> Option<LapCourse<'e>> {
        self.lap = LapFacts { origin: lap.origin, sense: self.lap.sense, ..LapFacts::default() };
        let course = self.course(&lap, self.player, &mut SmallVec::new()).ok().flatten()?;
        (course.begin.is_none() && course.each == 1).then_some(course)
    }

    /// The path of such a lap; `None` if the places to pass over may change while its seeds fall.
    fn relay_path(&mut self, course: &LapCourse<'e>) -> Option<RelayPath<'e>> {
        let &LapCourse { ring: Cow::Borrowed(ring), sense, .. } = course else { return None };
        self.begin_watch();
        let passed = ring.places.iter().filter(|p| self.passes_over(course, **p, self.player));
        let passed = passed.copied().collect();
        let read = self.end_watch()?;
        let lasting = !ring.places.iter().any(|p| read.contains(*p));
        lasting.then_some(RelayPath { ring, sense, passed })
    }

    /// Whether *before each lap* acts when that hole is picked up.
    fn acts_before_lap(&self, origin: PlaceId) -> bool {
        let ctx = EvalCtx::at(self.player, origin);
        let cases = self.rules.before_each_lap.lists.iter().flatten();
        cases.into_iter().any(|case| case.when.as_ref().is_none_or(|c| self.holds(c, ctx)))
    }

    /// Sows plain relay laps; `None` if there are too many seeds for a wheel.
    fn spin(&mut self, loaded: &mut LoadedWheel<'e>, at: RingIndex) -> Option<Spin> {
        let seeds = |p: &PlaceId| self.state.seeds[p.index()];
        let all: u32 = loaded.holes.iter().map(|p| u32::from(seeds(p))).sum();
        let mut counts: SmallVec<[u8; 64]> = SmallVec::new();
        counts.extend(loaded.holes.iter().map(|p| seeds(p) as u8));
        if all > MOST_SEEDS {
            return None;
        }
        let facts = (self.lap, self.fall, std::mem::take(&mut self.fall_marks), self.fall_before);
        let cost = loaded.wheel.cost();
        let LoadedWheel { wheel, holes, way, .. } = &mut *loaded;
        let ring: PlaceSetBits = holes.iter().copied().collect();
        let most = SpinLimits {
            falls: self.engine.most_falls_followed.saturating_sub(self.falls),
            laps: budget::left() / cost,
            exactly: self.most_laps.map(|laps| laps - self.laps),
        };
        let decide = |end: RingIndex, counts: &[u8]| {
            for (place, count) in holes.iter().zip(counts) {
                self.state.seeds[place.index()] = u16::from(*count);
            }
            let at = |place| holes.iter().position(|p| *p == place).map(|at| at as RingIndex);
            let Some(&place) = holes.get(usize::from(end)) else { return WheelOutcome::NOT_RELAY };
            self.begin_watch();
            let next = self.outcome(place, way.sense);
            // The outcome is cached if at most one hole decides it; if none does, any hole will do
            // as the key.
            let read = self.end_watch().map(|read| read.intersection(ring));
            let key = read.filter(|read| read.iter().count() < 2);
            let key = key.and_then(|read| at(read.iter().next().unwrap_or(place)));
            let next = next.filter(|(_, _, course)| self.relay_path(course) == Some(*way));
            match next.and_then(|(by, origin, _)| Some((by, at(origin)?))) {
                Some((by, origin)) if key.is_some() => WheelOutcome { by, origin, key },
                _ => WheelOutcome { key, ..WheelOutcome::NOT_RELAY },
            }
        };
        let spin = match wheel {
            AnyWheel::Small(wheel) => wheel.spin(&mut counts, at, most, decide),
            AnyWheel::Middle(wheel) => wheel.spin(&mut counts, at, most, decide),
            AnyWheel::Large(wheel) => wheel.spin(&mut counts, at, most, decide),
        };
        (self.lap, self.fall, self.fall_marks, self.fall_before) = facts;
        for (place, count) in loaded.holes.iter().zip(counts) {
            self.state.seeds[place.index()] = count.into();
        }
        Some(spin)
    }

    /// The outcome of a lap that ends in a hole, if the next lap is a plain relay lap: the number
    /// of the case plus [`RELAY_BASE`], the hole that is picked up, and the course of the next lap.
    fn outcome(
        &mut self,
        place: PlaceId,
        sense: Direction,
    ) -> Option<(u8, PlaceId, LapCourse<'e>)> {
        let after = self.state.seeds[place.index()];
        self.fall = SeedFall { before: after.saturating_sub(1), after };
        self.fall_before = None;
        self.lap = LapFacts { sense: Some(sense), ..LapFacts::default() };
        let ctx = EvalCtx::at(self.player, place);
        let rules = self.rules;
        let cases = rules.last_seed.lists.first()?;
        let number =
            cases.iter().position(|c| c.when.as_ref().is_none_or(|c| self.holds(c, ctx)))?;
        let by = u8::try_from(number).ok()?.checked_add(RELAY_BASE)?;
        let case = cases.get(number)?;
        let sown = relay_phrase(case)?;
        let [origin] = *self.places(sown, ctx) else { return None };
        if self.seeds_now(origin) == 0 {
            return None;
        }
        let course = self.relay_course(next_lap(origin, case.clause))?;
        (!self.acts_before_lap(origin)).then_some((by, origin, course))
    }

    /// Applies the effects of the laps of a spin.
    fn apply_spin(
        &mut self,
        loaded: &LoadedWheel<'e>,
        lap: ReadyLap,
        spin: Spin,
    ) -> StepResult<ReadyLap> {
        self.laps += spin.laps;
        self.falls += spin.falls;
        budget::spend(u64::from(spin.laps) * loaded.wheel.cost());
        self.within_budget()?;
        match spin.halt {
            SpinEnd::Endless { period } => {
                self.period = Some(period);
                return Err(Interrupt::Endless);
            }
            SpinEnd::Spent => return Err(Interrupt::SowingLimit),
            SpinEnd::NotRelay | SpinEnd::Enough => {}
        }
        let Some(WheelLap { origin, seeds, by }) = spin.last else { return Ok(lap) };
        let sown = loaded.holes.iter().enumerate().filter(|(i, _)| spin.sown >> i & 1 == 1);
        self.move_sown = self.move_sown.union(sown.map(|(_, p)| *p).collect());
        let (next, end) = (loaded.place(spin.at), loaded.place(spin.end));
        self.lap = LapFacts {
            origin: [loaded.place(origin)].into_iter().collect(),
            held: seeds.into(),
            first: Some(
                loaded.place(((usize::from(origin) + 1) % loaded.holes.len()) as RingIndex),
            ),
            sense: Some(loaded.way.sense),
            captured: false,
            sown: loaded.reached(origin, seeds),
        };
        self.last_fall = Some(end);
        let after = self.state.seeds[end.index()];
        self.fall = SeedFall { before: after.saturating_sub(1), after };
        self.log_for(
            lap.clause,
            self.player,
            EventKind::SowedOn { laps: spin.laps, seeds: spin.falls, to: end },
        );
        let cases = self.rules.last_seed.lists.first();
        let case = cases.and_then(|cases| cases.get(usize::from(by - RELAY_BASE)));
        Ok(next_lap(next, case.map_or(lap.clause, |case| case.clause)))
    }
}

/// The lap that `sow it` prepares.
fn next_lap(place: PlaceId, clause: ClauseId) -> ReadyLap {
    let origin = [place].into_iter().collect();
    ReadyLap {
        origin,
        last_origin: place,
        part: u16::MAX,
        kind: None,
        begin: None,
        sense: None,
        clause,
    }
}

/// The phrase of a case that only sows all seeds of one place, in the default way.
fn relay_phrase(case: &Case) -> Option<&PlacePhrase> {
    let [
        Action {
            who: Subject::One(PlayerRef::Actor),
            by_lot: false,
            may: false,
            postcondition: None,
            deed: Deed::Sow(sow),
        },
    ] = case.actions.as_slice()
    else {
        return None;
    };
    let [phrase] = sow.source.places.parts.as_slice() else { return None };
    let all = matches!(sow.source.part, Part::All) && matches!(phrase.det, Det::One);
    (all && sow.dir.is_none() && sow.begin.is_none()).then_some(phrase)
}
