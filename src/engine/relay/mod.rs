//! Long relays: laps that are simply sown on, turned on a [wheel] instead of told one by one.
//!
//! Between two captures a relay changes nothing but the counts on its own ring. What comes of a lap
//! then depends on the hole that its last seed reaches and on the seeds that hole holds, unless a
//! condition reads other counts of the ring, or facts of single laps. Which it does is not guessed
//! from the rules: the cases of *last seed* are read once for each hole and count, while a
//! [watch] notes what they look at. Every lap that is not known to be sown on is told as always,
//! so that a relay turned and a relay told come to the same.

mod watch;
mod wheel;

use super::event::{Direction, EventKind};
use super::execution::{EvalCtx, Execution, Interrupt, LapFacts, ReadyLap, SeedFall, StepResult};
use super::lap_course::LapCourse;
use super::state::State;
use crate::engine::budget;
use crate::model::{
    Action, Case, ClauseId, Deed, Det, Dir, Part, PlaceId, PlacePhrase, PlaceSetBits, PlayerRef,
    Ring, Subject, Unit, WayKind,
};
use smallvec::SmallVec;
use std::borrow::Cow;
use std::sync::OnceLock;
use watch::ReadWatch;
use wheel::{
    RELAY_BASE, RingIndex, Spin, SpinEnd, SpinLimits, Wheel, WheelLap, WheelOutcome, WheelTables,
};

/// The most seeds of a ring that is turned: what a byte holds.
const MOST_SEEDS: u32 = 255;

/// The most holes of such a ring.
const MOST_HOLES: usize = 64;

/// A wheel of the size that a ring needs.
#[derive(Clone, Debug)]
enum AnyWheel {
    Small(Wheel<16>),
    Middle(Wheel<32>),
    Large(Wheel<MOST_HOLES>),
}

impl AnyWheel {
    /// What a lap costs.
    fn cost(&self) -> u64 {
        match self {
            AnyWheel::Small(_) => 4,
            AnyWheel::Middle(_) => 6,
            AnyWheel::Large(_) => 10,
        }
    }

    /// A wheel of so many holes; the tables of every size are made once.
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

/// How a lap goes, where seeds fall one by one from the next place on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct RelayPath<'e> {
    ring: &'e Ring,
    sense: Direction,
    passed: PlaceSetBits,
}

/// The wheel of a story, and what it holds for.
#[derive(Clone, Debug)]
struct LoadedWheel<'e> {
    wheel: AnyWheel,
    way: RelayPath<'e>,
    /// In the order of the sowing; places that are passed over are left out.
    holes: Vec<PlaceId>,
    /// The position, without the seeds of the holes, that the outcomes were read in.
    context: State,
    captured: bool,
}

/// What a story of many laps keeps.
#[derive(Debug, Default)]
pub(crate) struct RelayState<'e> {
    turning: Option<Box<LoadedWheel<'e>>>,
    watch: ReadWatch,
}

impl LoadedWheel<'_> {
    /// Forgets what comes of the laps.
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

    /// The holes that so many seeds reach from there.
    fn reached(&self, from: RingIndex, seeds: u8) -> PlaceSetBits {
        let n = self.holes.len();
        let steps = usize::from(seeds).min(n);
        (1..=steps).map(|i| self.place(((usize::from(from) + i) % n) as RingIndex)).collect()
    }
}

impl<'e> Execution<'e> {
    /// Sows the laps that are simply sown on, beginning with that one; the lap that is to be told.
    #[inline(never)]
    pub(super) fn run_relay(&mut self, lap: ReadyLap) -> StepResult<ReadyLap> {
        if !self.is_plain_relay() || lap.begin.is_some() || lap.part != u16::MAX {
            return Ok(lap);
        }
        let mut origins = lap.origin.iter();
        let (Some(origin), None) = (origins.next(), origins.next()) else { return Ok(lap) };
        let Some(mut turning) = self.prepare_wheel(lap) else { return Ok(lap) };
        let spin = turning.at(origin).and_then(|at| self.spin(&mut turning, at));
        let next = match spin {
            Some(spin) => self.apply_spin(&turning, lap, spin),
            None => Ok(lap),
        };
        self.relay.get_or_insert_default().turning = Some(turning);
        next
    }

    /// Whether the rules have nothing to do in a lap but at its last seed, and ask no direction.
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

    /// The wheel for this lap and those that follow; its outcomes are kept while they hold.
    fn prepare_wheel(&mut self, lap: ReadyLap) -> Option<Box<LoadedWheel<'e>>> {
        let facts = self.lap;
        self.begin_watch();
        let course = self.relay_course(lap);
        let before = self.acts_before_lap(lap.last_origin);
        let read = self.end_watch();
        let way = course.and_then(|course| self.relay_path(&course));
        self.lap = facts;
        let way = way.filter(|_| !before && read.is_some())?;
        let mut about = self.state.clone();
        let turned = way.ring.places.iter().filter(|p| !way.passed.contains(**p));
        turned.for_each(|p| about.seeds[p.index()] = 0);
        let captured = self.move_captured;
        match self.relay.as_mut().and_then(|relay| relay.turning.take()) {
            Some(mut kept) if kept.way == way => {
                if kept.context != about || kept.captured != captured {
                    (kept.context, kept.captured) = (about, captured);
                    kept.forget();
                }
                Some(kept)
            }
            _ => {
                let mut holes: Vec<PlaceId> = way.ring.places.clone();
                holes.retain(|p| !way.passed.contains(*p));
                if way.sense == Direction::Clockwise {
                    holes.reverse();
                }
                let wheel = AnyWheel::of(holes.len())?;
                Some(Box::new(LoadedWheel { wheel, way, holes, context: about, captured }))
            }
        }
    }

    /// How a lap goes, if its seeds fall one by one from the next place on.
    fn relay_course(&mut self, lap: ReadyLap) -> Option<LapCourse<'e>> {
        self.lap = LapFacts { origin: lap.origin, sense: self.lap.sense, ..LapFacts::default() };
        let course = self.course(&lap, self.player, &mut SmallVec::new()).ok().flatten()?;
        (course.begin.is_none() && course.each == 1).then_some(course)
    }

    /// The way of such a lap; `None` if what is passed over may change while its seeds fall.
    fn relay_path(&mut self, course: &LapCourse<'e>) -> Option<RelayPath<'e>> {
        let &LapCourse { ring: Cow::Borrowed(ring), sense, .. } = course else { return None };
        self.begin_watch();
        let passed = ring.places.iter().filter(|p| self.passes_over(course, **p, self.player));
        let passed = passed.copied().collect();
        let read = self.end_watch()?;
        let lasting = !ring.places.iter().any(|p| read.contains(*p));
        lasting.then_some(RelayPath { ring, sense, passed })
    }

    /// Whether *before each lap* has something to do where that hole is taken up.
    fn acts_before_lap(&self, origin: PlaceId) -> bool {
        let ctx = EvalCtx::at(self.player, origin);
        let cases = self.rules.before_each_lap.lists.iter().flatten();
        cases.into_iter().any(|case| case.when.as_ref().is_none_or(|c| self.holds(c, ctx)))
    }

    /// The laps that are simply sown on; `None` if there are too many seeds for a wheel.
    fn spin(&mut self, turning: &mut LoadedWheel<'e>, at: RingIndex) -> Option<Spin> {
        let seeds = |p: &PlaceId| self.state.seeds[p.index()];
        let all: u32 = turning.holes.iter().map(|p| u32::from(seeds(p))).sum();
        let mut counts: SmallVec<[u8; 64]> = SmallVec::new();
        counts.extend(turning.holes.iter().map(|p| seeds(p) as u8));
        if all > MOST_SEEDS {
            return None;
        }
        let facts = (self.lap, self.fall, std::mem::take(&mut self.fall_marks), self.fall_before);
        let cost = turning.wheel.cost();
        let LoadedWheel { wheel, holes, way, .. } = &mut *turning;
        let ring: PlaceSetBits = holes.iter().copied().collect();
        let most = SpinLimits {
            falls: self.engine.most_falls.saturating_sub(self.falls),
            laps: budget::left() / cost,
        };
        let decide = |end: RingIndex, counts: &[u8]| {
            for (place, count) in holes.iter().zip(counts) {
                self.state.seeds[place.index()] = u16::from(*count);
            }
            let at = |place| holes.iter().position(|p| *p == place).map(|at| at as RingIndex);
            let Some(&place) = holes.get(usize::from(end)) else { return WheelOutcome::NOT_RELAY };
            self.begin_watch();
            let next = self.outcome(place, way.sense);
            // One hole decides it, or none, which is then any.
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
        for (place, count) in turning.holes.iter().zip(counts) {
            self.state.seeds[place.index()] = count.into();
        }
        Some(spin)
    }

    /// The statement by which a lap that ends in that hole is simply sown on, as [`RELAY_BASE`] and more, the
    /// hole that is taken up, and how the next lap goes.
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

    /// Takes over what the laps that were turned have done.
    fn apply_spin(
        &mut self,
        turning: &LoadedWheel<'e>,
        lap: ReadyLap,
        spin: Spin,
    ) -> StepResult<ReadyLap> {
        self.laps += spin.laps;
        self.falls += spin.falls;
        budget::spend(u64::from(spin.laps) * turning.wheel.cost());
        self.within_budget()?;
        match spin.halt {
            SpinEnd::Endless => return Err(Interrupt::Endless),
            SpinEnd::Spent => return Err(Interrupt::SowingLimit),
            SpinEnd::NotRelay => {}
        }
        let Some(WheelLap { origin, seeds, by }) = spin.last else { return Ok(lap) };
        let sown = turning.holes.iter().enumerate().filter(|(i, _)| spin.sown >> i & 1 == 1);
        self.move_sown = self.move_sown.union(sown.map(|(_, p)| *p).collect());
        let (next, end) = (turning.place(spin.at), turning.place(spin.end));
        self.lap = LapFacts {
            origin: [turning.place(origin)].into_iter().collect(),
            held: seeds.into(),
            first: Some(
                turning.place(((usize::from(origin) + 1) % turning.holes.len()) as RingIndex),
            ),
            sense: Some(turning.way.sense),
            captured: false,
            sown: turning.reached(origin, seeds),
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

/// The lap that `sow it` makes ready.
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

/// What a case sows that does nothing but sow all seeds of one place, in no other way than usual.
fn relay_phrase(case: &Case) -> Option<&PlacePhrase> {
    let [
        Action {
            who: Subject::One(PlayerRef::Actor),
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
