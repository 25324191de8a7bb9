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

use super::course::Course;
use super::event::{EventKind, Sense};
use super::state::State;
use super::story::{Ctx, Fall, Flow, Lap, LapFacts, Stop, Story};
use crate::model::{
    Action, Case, ClauseId, Deed, Det, Dir, Part, PlaceId, PlacePhrase, PlaceSetBits, Ring,
    Subject, Unit, WayKind, Who,
};
use smallvec::SmallVec;
use std::sync::OnceLock;
use watch::Watch;
use wheel::{At, Halt, ON, Outcome, Spin, Tables, Turned, Wheel};

/// The most seeds of a ring that is turned: what a byte holds.
const MOST_SEEDS: u32 = 255;

/// The most holes of such a ring.
const MOST_HOLES: usize = 64;

/// A wheel of the size that a ring needs.
#[derive(Clone, Debug)]
enum Sized {
    Small(Wheel<16>),
    Middle(Wheel<32>),
    Large(Wheel<MOST_HOLES>),
}

impl Sized {
    /// A wheel of so many holes; the tables of every size are made once.
    fn of(n: usize) -> Option<Sized> {
        static SMALL: [OnceLock<Tables<16>>; 17] = [const { OnceLock::new() }; 17];
        static MIDDLE: [OnceLock<Tables<32>>; 33] = [const { OnceLock::new() }; 33];
        static LARGE: [OnceLock<Tables<MOST_HOLES>>; MOST_HOLES + 1] =
            [const { OnceLock::new() }; MOST_HOLES + 1];
        Some(match n {
            0 => return None,
            1..=16 => Sized::Small(Wheel::of(SMALL.get(n)?.get_or_init(|| Tables::of(n)))),
            17..=32 => Sized::Middle(Wheel::of(MIDDLE.get(n)?.get_or_init(|| Tables::of(n)))),
            _ => Sized::Large(Wheel::of(LARGE.get(n)?.get_or_init(|| Tables::of(n)))),
        })
    }
}

/// The wheel of a story, and what it holds for.
#[derive(Clone, Debug)]
struct Turning {
    wheel: Sized,
    /// In the order of the sowing; places that are passed over are left out.
    holes: Vec<PlaceId>,
    ring: PlaceSetBits,
    sense: Sense,
    passed: PlaceSetBits,
    /// The position, without the seeds of the ring, that the outcomes were read in.
    about: State,
    captured: bool,
}

/// What a story of many laps keeps.
#[derive(Debug, Default)]
pub(crate) struct Relay {
    turning: Option<Box<Turning>>,
    watch: Watch,
}

/// How a lap goes.
struct Way<'e> {
    ring: &'e Ring,
    sense: Sense,
    passed: PlaceSetBits,
}

impl Turning {
    /// Whether it is made for such laps.
    fn goes(&self, ring: &Ring, sense: Sense, passed: PlaceSetBits) -> bool {
        (self.sense, self.passed) == (sense, passed)
            && self.holes.len() + passed.iter().count() == ring.places.len()
            && ring.places.iter().all(|p| self.ring.contains(*p))
    }

    /// Forgets what comes of the laps.
    fn forget(&mut self) {
        match &mut self.wheel {
            Sized::Small(wheel) => wheel.forget(),
            Sized::Middle(wheel) => wheel.forget(),
            Sized::Large(wheel) => wheel.forget(),
        }
    }

    fn at(&self, place: PlaceId) -> Option<At> {
        self.holes.iter().position(|p| *p == place).and_then(|at| At::try_from(at).ok())
    }

    fn place(&self, at: At) -> PlaceId {
        self.holes.get(usize::from(at)).copied().unwrap_or_default()
    }

    /// The holes that so many seeds reach from there.
    fn reached(&self, from: At, seeds: u8) -> PlaceSetBits {
        let n = self.holes.len();
        let steps = usize::from(seeds).min(n);
        (1..=steps).map(|i| self.place(((usize::from(from) + i) % n) as At)).collect()
    }
}

impl<'e> Story<'e> {
    /// Sows the laps that are simply sown on, beginning with that one; the lap that is to be told.
    #[inline(never)]
    pub(super) fn turn_relay(&mut self, lap: Lap) -> Flow<Lap> {
        if !self.relays_plainly() || lap.begin.is_some() || lap.part != u16::MAX {
            return Ok(lap);
        }
        let mut origins = lap.origin.iter();
        let (Some(origin), None) = (origins.next(), origins.next()) else { return Ok(lap) };
        let Some(mut turning) = self.made_ready(lap) else { return Ok(lap) };
        let spin = turning.at(origin).map(|at| self.spin(&mut turning, at));
        let next = match spin {
            Some(spin) => self.turned(&turning, lap, spin),
            None => Ok(lap),
        };
        self.relay.get_or_insert_default().turning = Some(turning);
        next
    }

    /// Whether the rules have nothing to do in a lap but at its last seed, and ask no direction.
    fn relays_plainly(&self) -> bool {
        let rules = self.rules;
        let asks = |dir: &Dir| matches!(dir, Dir::Ask);
        self.engine.turns_relays
            && !self.engine.asks_of_laps
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
    fn made_ready(&mut self, lap: Lap) -> Option<Box<Turning>> {
        let facts = self.lap;
        let way = self.way_of(lap);
        let before = self.something_before(lap.last_origin);
        let read = self.watched();
        self.lap = facts;
        let Way { ring, sense, passed } = way.filter(|_| !before && read.is_some())?;
        let about = |state: &State| {
            let mut about = state.clone();
            ring.places.iter().for_each(|p| about.seeds[p.index()] = 0);
            about
        };
        match self.relay.as_mut().and_then(|relay| relay.turning.take()) {
            Some(mut kept) if kept.goes(ring, sense, passed) => {
                let about = about(self.state);
                if kept.about != about || kept.captured != self.move_captured {
                    (kept.about, kept.captured) = (about, self.move_captured);
                    kept.forget();
                }
                Some(kept)
            }
            _ => {
                let mut holes: Vec<PlaceId> = ring.places.clone();
                holes.retain(|p| !passed.contains(*p));
                if sense == Sense::Clockwise {
                    holes.reverse();
                }
                let wheel = Sized::of(holes.len())?;
                let (about, captured) = (about(self.state), self.move_captured);
                let ring = ring.places.iter().copied().collect();
                Some(Box::new(Turning { wheel, holes, ring, sense, passed, about, captured }))
            }
        }
    }

    /// The way of a lap, where seeds fall one by one from the next place on. What is passed over is
    /// watched, and all that follows.
    fn way_of(&mut self, lap: Lap) -> Option<Way<'e>> {
        let actor = self.player;
        self.lap = LapFacts { origin: lap.origin, sense: self.lap.sense, ..LapFacts::default() };
        let course = self.course(&lap, actor, &mut SmallVec::new());
        self.watch();
        let course: Course<'e> = course.ok().flatten()?;
        if course.begin.is_some() || course.each != 1 {
            return None;
        }
        let passed = course.ring.places.iter().filter(|p| self.passes_over(&course, **p, actor));
        Some(Way { ring: course.ring, sense: course.sense, passed: passed.copied().collect() })
    }

    /// Whether *before each lap* has something to do where that hole is taken up.
    fn something_before(&self, origin: PlaceId) -> bool {
        let ctx = Ctx::at(self.player, origin);
        let cases = self.rules.before_each_lap.lists.iter().flatten();
        cases.into_iter().any(|case| case.when.as_ref().is_none_or(|c| self.holds(c, ctx)))
    }

    fn spin(&mut self, turning: &mut Turning, at: At) -> Spin {
        let seeds = |p: &PlaceId| self.state.seeds[p.index()];
        let all: u32 = turning.holes.iter().map(|p| u32::from(seeds(p))).sum();
        let mut counts: SmallVec<[u8; 64]> = SmallVec::new();
        counts.extend(turning.holes.iter().map(|p| seeds(p) as u8));
        if all > MOST_SEEDS {
            return Spin { halt: Halt::Out, laps: 0, falls: 0, at, end: at, last: None, sown: 0 };
        }
        let facts = (self.lap, self.fall, std::mem::take(&mut self.fall_marks), self.fall_before);
        let Turning { wheel, holes, ring, sense, passed, .. } = &mut *turning;
        let most = self.engine.most_falls.saturating_sub(self.falls);
        let decide = |end: At, counts: &[u8]| {
            for (place, count) in holes.iter().zip(counts) {
                self.state.seeds[place.index()] = u16::from(*count);
            }
            let at = |place| holes.iter().position(|p| *p == place).map(|at| at as At);
            let Some(&place) = holes.get(usize::from(end)) else { return Outcome::OUT };
            let next = self.outcome(place, *ring, *sense, *passed);
            // One hole decides it, or none, which is then any.
            let read = self.watched().map(|read| read.intersection(*ring));
            let key = read.filter(|read| read.iter().count() < 2);
            let key = key.and_then(|read| at(read.iter().next().unwrap_or(place)));
            match next.and_then(|(by, origin)| Some((by, at(origin)?))) {
                Some((by, origin)) if key.is_some() => Outcome { by, origin, key },
                _ => Outcome { key, ..Outcome::OUT },
            }
        };
        let spin = match wheel {
            Sized::Small(wheel) => wheel.spin(&mut counts, at, most, decide),
            Sized::Middle(wheel) => wheel.spin(&mut counts, at, most, decide),
            Sized::Large(wheel) => wheel.spin(&mut counts, at, most, decide),
        };
        (self.lap, self.fall, self.fall_marks, self.fall_before) = facts;
        for (place, count) in turning.holes.iter().zip(counts) {
            self.state.seeds[place.index()] = count.into();
        }
        spin
    }

    /// The statement by which a lap that ends in that hole is simply sown on, as [`ON`] and more, and
    /// the hole that is taken up. It is watched what decides it.
    fn outcome(
        &mut self,
        place: PlaceId,
        ring: PlaceSetBits,
        sense: Sense,
        passed: PlaceSetBits,
    ) -> Option<(u8, PlaceId)> {
        let after = self.state.seeds[place.index()];
        self.fall = Fall { before: after.saturating_sub(1), after };
        self.fall_before = None;
        self.lap = LapFacts { sense: Some(sense), ..LapFacts::default() };
        let ctx = Ctx::at(self.player, place);
        let rules = self.rules;
        let cases = rules.last_seed.lists.first()?;
        self.watch();
        let number =
            cases.iter().position(|c| c.when.as_ref().is_none_or(|c| self.holds(c, ctx)))?;
        let by = u8::try_from(number).ok()?.checked_add(ON)?;
        let case = cases.get(number)?;
        let sown = what_is_sown(case)?;
        let [origin] = *self.places(sown, ctx) else { return None };
        if self.seeds_now(origin) == 0 {
            return None;
        }
        let read = self.watched()?;
        // The way is watched from its beginning, too.
        let way = self.watched_way(next_lap(origin, case.clause), read)?;
        let same = way.ring.places.len() == ring.iter().count()
            && way.ring.places.iter().all(|p| ring.contains(*p))
            && (way.sense, way.passed) == (sense, passed);
        (same && !self.something_before(origin)).then_some((by, origin))
    }

    /// The way of a lap; the places already `read` count among those that are looked at.
    fn watched_way(&mut self, lap: Lap, read: PlaceSetBits) -> Option<Way<'e>> {
        self.lap.origin = lap.origin;
        self.watch();
        let _ = self.course(&lap, self.player, &mut SmallVec::new());
        let more = self.watched()?;
        let way = self.way_of(lap);
        read.union(more).iter().for_each(|place| self.reads_seeds_of(place));
        way
    }

    /// Takes over what the laps that were turned have done.
    fn turned(&mut self, turning: &Turning, lap: Lap, spin: Spin) -> Flow<Lap> {
        self.laps += spin.laps;
        self.falls += spin.falls;
        match spin.halt {
            Halt::Endless => return Err(Stop::Endless),
            Halt::Spent => return Err(Stop::Fuel),
            Halt::Out => {}
        }
        let Some(Turned { origin, seeds, by }) = spin.last else { return Ok(lap) };
        let sown = turning.holes.iter().enumerate().filter(|(i, _)| spin.sown >> i & 1 == 1);
        self.move_sown = self.move_sown.union(sown.map(|(_, p)| *p).collect());
        let (next, end) = (turning.place(spin.at), turning.place(spin.end));
        self.lap = LapFacts {
            origin: [turning.place(origin)].into_iter().collect(),
            held: seeds.into(),
            first: Some(turning.place(((usize::from(origin) + 1) % turning.holes.len()) as At)),
            sense: Some(turning.sense),
            captured: false,
            sown: turning.reached(origin, seeds),
        };
        self.last_fall = Some(end);
        let after = self.state.seeds[end.index()];
        self.fall = Fall { before: after.saturating_sub(1), after };
        self.tell_of(
            lap.clause,
            self.player,
            EventKind::SowedOn { laps: spin.laps, seeds: spin.falls, to: end },
        );
        let cases = self.rules.last_seed.lists.first();
        let case = cases.and_then(|cases| cases.get(usize::from(by - ON)));
        Ok(next_lap(next, case.map_or(lap.clause, |case| case.clause)))
    }
}

/// The lap that `sow it` makes ready.
fn next_lap(place: PlaceId, clause: ClauseId) -> Lap {
    let origin = [place].into_iter().collect();
    Lap { origin, last_origin: place, part: u16::MAX, begin: None, sense: None, clause }
}

/// What a case sows that does nothing but sow all seeds of one place, in no other way than usual.
fn what_is_sown(case: &Case) -> Option<&PlacePhrase> {
    let [Action { who: Subject::One(Who::Actor), may: false, judged: None, deed: Deed::Sow(sow) }] =
        case.actions.as_slice()
    else {
        return None;
    };
    let [phrase] = sow.source.places.parts.as_slice() else { return None };
    let all = matches!(sow.source.part, Part::All) && matches!(phrase.det, Det::One);
    (all && sow.dir.is_none() && sow.begin.is_none()).then_some(phrase)
}
