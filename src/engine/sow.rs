//! Laps: seeds go round, one after the other, and what their falls bring about.
//!
//! Endless sowing is found exactly. A sowing is a deterministic walk over finitely many states, so
//! it is endless if and only if a state returns; Brent's algorithm (R. P. Brent, "An improved Monte
//! Carlo factorization algorithm", BIT 20, 1980) finds the return while keeping one state.

use super::event::{EventKind, Sense};
use super::judge::{sense_number, sense_of};
use super::state::State;
use super::story::{Ctx, Fall, Flow, Lap, LapFacts, Stop, Story};
use crate::model::{
    Default, Manner, MannerKind, PlaceId, PlaceSetBits, Ring, Seat, Unit, WayKind, WayLine,
};
use smallvec::SmallVec;

/// So many seeds may fall in one story before the engine gives up following it. The longest
/// known cycle has 6,483,702 laps, about 30 million falls.
const FALLS: u64 = 1 << 29;

/// Laps that are simply sown before returning states are looked for.
const FREE_LAPS: u32 = 64;

/// One state of the sowing, to compare later ones with.
struct Seen {
    state: State,
    lap: Lap,
    captured: bool,
    sown: PlaceSetBits,
    /// Laps until this state is replaced, and since it was taken.
    power: u64,
    steps: u64,
}

/// How a lap goes: everything decided before its seeds are taken up.
struct Course<'e> {
    ring: &'e Ring,
    sense: Sense,
    begin: Option<PlaceId>,
    each: u16,
    passing: SmallVec<[&'e Manner; 2]>,
}

impl<'e> Story<'e> {
    /// Sows the lap that is ready and those that follow from it, until none does.
    pub(crate) fn laps(&mut self) -> Flow {
        let mut seen: Option<Seen> = None;
        while let Some(lap) = self.pending.take() {
            if self.laps >= FREE_LAPS {
                self.look_for_return(&mut seen, lap)?;
            }
            self.one_lap(lap)?;
        }
        Ok(())
    }

    fn look_for_return(&self, seen: &mut Option<Seen>, lap: Lap) -> Flow {
        let power = match seen {
            Some(seen) => {
                let same = seen.lap == lap
                    && seen.state == *self.state
                    && seen.captured == self.move_captured
                    && seen.sown == self.move_sown;
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
            power,
            steps: 0,
        });
        Ok(())
    }

    fn one_lap(&mut self, lap: Lap) -> Flow {
        let actor = self.player;
        self.begin_lap(&lap);
        let rules = self.rules;
        if !rules.before_each_lap.lists.is_empty() {
            self.cases(&rules.before_each_lap, Ctx::at(actor, lap.last_origin))?;
        }
        let Some(last) = self.sow_lap(lap, actor, true)? else { return Ok(()) };
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
        self.last_lap = self.lap;
        self.laps += 1;
        self.lap =
            LapFacts { origin: lap.origin, sense: self.last_lap.sense, ..LapFacts::default() };
        if self.laps == 1 {
            self.lap.sense = None;
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

    /// Keeps the facts of the first lap.
    fn settle_lap(&mut self) {
        if self.laps == 1 {
            self.first_lap = self.lap;
        }
    }

    /// Takes up and sows. The place of the last fall; `None` where there was nothing to sow.
    fn sow_lap(&mut self, lap: Lap, actor: Seat, occasions: bool) -> Flow<Option<PlaceId>> {
        let mut by = SmallVec::new();
        let Some(course) = self.course(&lap, actor, &mut by)? else { return Err(Stop::Endless) };
        self.lap.sense = Some(course.sense);

        let mut seeds = 0;
        for place in lap.origin.iter() {
            seeds += self.take_from(place, lap.part);
        }
        self.hand += seeds;
        if seeds == 0 {
            return Ok(None);
        }
        self.falls += u64::from(seeds);
        if self.falls > FALLS {
            return Err(Stop::Fuel);
        }
        if !self.engine.layout.marks_until.is_empty() {
            self.lift_marks();
        }
        let told = self.records().then(|| self.events.as_ref().map_or(0, Vec::len));
        if told.is_some() {
            self.tell_of(
                lap.clause,
                actor,
                EventKind::Sowed {
                    lap: self.laps,
                    from: lap.origin.iter().collect(),
                    seeds,
                    to: lap.last_origin,
                    sense: course.sense,
                    by,
                },
            );
        }
        let flow = self.walk_seeds(&course, lap, actor, occasions);
        if let (Some(at), Some(last)) = (told, self.last_fall)
            && let Some(event) = self.events.as_mut().and_then(|e| e.get_mut(at))
            && let EventKind::Sowed { to, .. } = &mut event.kind
        {
            *to = last;
        }
        flow.map(|()| self.last_fall)
    }

    fn walk_seeds(&mut self, course: &Course<'e>, lap: Lap, actor: Seat, occasions: bool) -> Flow {
        let ring = &course.ring.places;
        let n = ring.len();
        let step = |at: usize| match course.sense {
            Sense::Anticlockwise => {
                if at + 1 == n {
                    0
                } else {
                    at + 1
                }
            }
            Sense::Clockwise => {
                if at == 0 {
                    n - 1
                } else {
                    at - 1
                }
            }
        };
        let position = |p: PlaceId| ring.iter().position(|q| *q == p);
        let mut at = match course.begin {
            Some(begin) => match position(begin) {
                Some(at) => at,
                None => return Err(Stop::Endless),
            },
            None => {
                let from = position(lap.last_origin)
                    .or_else(|| self.last_fall.and_then(position))
                    .or_else(|| ring.len().checked_sub(1));
                match from {
                    Some(from) => step(from),
                    None => return Err(Stop::Endless),
                }
            }
        };
        let rules = self.rules;
        let each_seed = occasions && !rules.each_seed.lists.is_empty();
        let any_time = occasions && !rules.end_at_any_time.lists.is_empty();
        let checks = !self.state.closed.is_empty() || !course.passing.is_empty();
        let marks = !self.model.marks.is_empty();
        if !checks && !each_seed && !any_time && !marks && course.each == 1 {
            self.let_fall(ring, at, step);
            return Ok(());
        }
        let mut first = true;
        while self.hand > 0 {
            if checks {
                let mut passed = 0;
                while self.passes_over(course, ring[at], actor) {
                    at = step(at);
                    passed += 1;
                    if passed > n {
                        return Err(Stop::Endless);
                    }
                }
            }
            let place = ring[at];
            let falling = course.each.min(self.hand);
            let before = self.state.seeds[place.index()];
            let after = before + falling;
            self.state.seeds[place.index()] = after;
            self.hand -= falling;
            if first {
                self.lap.first = Some(place);
                if self.laps == 1 {
                    self.first_lap = self.lap;
                }
                first = false;
            }
            self.lap.sown.insert(place);
            self.move_sown.insert(place);
            self.last_fall = Some(place);
            self.fall = Fall { before, after };
            if each_seed || self.hand == 0 {
                if marks {
                    let layout = &self.engine.layout;
                    let of = |i| self.state.marks[layout.mark(crate::model::MarkId(i), place)];
                    self.fall_marks = (0..self.model.marks.len() as u16).map(of).collect();
                }
                if each_seed {
                    self.cases(&rules.each_seed, Ctx::at(actor, place))?;
                }
            }
            if any_time {
                self.end_at_any_time()?;
            }
            at = step(at);
        }
        Ok(())
    }

    /// Lets the seeds of the hand fall one by one where nothing happens on the way.
    fn let_fall(&mut self, ring: &[PlaceId], mut at: usize, step: impl Fn(usize) -> usize) {
        let mut sown = PlaceSetBits::default();
        self.lap.first = Some(ring[at]);
        if self.laps == 1 {
            self.first_lap = self.lap;
        }
        for left in (0..std::mem::take(&mut self.hand)).rev() {
            let place = ring[at];
            let seeds = &mut self.state.seeds[place.index()];
            *seeds += 1;
            sown.insert(place);
            if left == 0 {
                self.last_fall = Some(place);
                self.fall = Fall { before: *seeds - 1, after: *seeds };
            }
            at = step(at);
        }
        self.lap.sown = self.lap.sown.union(sown);
        self.move_sown = self.move_sown.union(sown);
    }

    fn passes_over(&self, course: &Course<'e>, place: PlaceId, actor: Seat) -> bool {
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

    /// Decides how the lap goes; asks for a direction where a player chooses. `None`: no way.
    fn course(
        &mut self,
        lap: &Lap,
        actor: Seat,
        by: &mut SmallVec<[crate::model::ClauseId; 2]>,
    ) -> Flow<Option<Course<'e>>> {
        let rules = self.rules;
        let ctx = Ctx::at(actor, lap.last_origin);
        // Most games have one way, the same for every lap.
        if let [
            WayLine {
                kind: WayKind::Circuit { rings, dir },
                seat: None,
                when: None,
                manners,
                clause,
            },
        ] = rules.way.as_slice()
            && manners.is_empty()
            && let Some(ring) = rings.get(actor.index())
        {
            by.push(*clause);
            let sense = match (lap.sense, dir) {
                (Some(sense), _) => Some(sense),
                (None, _) if self.laps > 1 => self.first_lap.sense,
                (None, Some(dir)) => self.direction(dir, ctx)?,
                (None, None) => None,
            };
            let sense = sense.unwrap_or(Sense::Anticlockwise);
            self.lap.sense = Some(sense);
            return Ok(Some(Course {
                ring,
                sense,
                begin: lap.begin,
                each: 1,
                passing: SmallVec::new(),
            }));
        }
        let fits = |story: &Self, line: &WayLine| {
            line.seat.is_none_or(|s| s == actor)
                && line.when.as_ref().is_none_or(|c| story.holds(c, ctx))
        };
        let mut course: Option<Course<'e>> = None;
        let mut line_dir = None;
        let mut choice = None;
        let mut later = None;
        let mut manners: SmallVec<[&'e Manner; 4]> = SmallVec::new();
        for line in &rules.way {
            let circuit = matches!(line.kind, WayKind::Circuit { .. });
            if (circuit && course.is_some()) || !fits(self, line) {
                continue;
            }
            let mut used = true;
            match &line.kind {
                WayKind::Circuit { rings, dir } => {
                    let Some(ring) = rings.get(actor.index()) else { continue };
                    let passing = SmallVec::new();
                    course = Some(Course {
                        ring,
                        sense: Sense::Anticlockwise,
                        begin: None,
                        each: 1,
                        passing,
                    });
                    line_dir = dir.as_ref();
                }
                WayKind::Choice { scope, note, .. } => {
                    used = choice.is_none() && lap.sense.is_none();
                    choice = choice.or(Some((*scope, *note, line.clause)));
                }
                WayKind::LaterLaps(dir) => {
                    used = self.laps > 1;
                    later = later.or(Some(dir));
                }
                WayKind::Manners => {}
            }
            if used {
                by.push(line.clause);
            }
            manners.extend(&line.manners);
        }
        let Some(mut course) = course else { return Ok(None) };

        let sense = if let Some(sense) = lap.sense {
            Some(sense)
        } else if self.laps > 1 && later.is_some() {
            later.and_then(|dir| self.fixed_sense(dir, ctx))
        } else if let Some((scope, note, clause)) = choice {
            let outer = std::mem::replace(&mut self.clause, clause);
            let sense = self.chosen_sense(scope, note, actor)?;
            self.clause = outer;
            Some(sense)
        } else if self.laps > 1 {
            self.first_lap.sense
        } else if let Some(dir) = line_dir {
            self.direction(dir, ctx)?
        } else {
            None
        };
        course.sense = sense.unwrap_or(Sense::Anticlockwise);
        self.lap.sense = Some(course.sense);

        for manner in manners {
            match &manner.kind {
                MannerKind::PassingOver(_) => course.passing.push(manner),
                MannerKind::BeginningIn(phrase) => {
                    if manner.when.as_ref().is_none_or(|c| self.holds(c, ctx)) {
                        course.begin = self.places(phrase, ctx).first().copied();
                    }
                }
                MannerKind::InEach(count) => {
                    if manner.when.as_ref().is_none_or(|c| self.holds(c, ctx)) {
                        course.each = u16::try_from(self.count(count, ctx)).unwrap_or(1).max(1);
                    }
                }
            }
        }
        if lap.begin.is_some() {
            course.begin = lap.begin;
        }
        Ok(Some(course))
    }

    /// The direction a player chooses for a lap, a move, or keeps for longer.
    fn chosen_sense(
        &mut self,
        scope: Unit,
        note: Option<crate::model::NoteId>,
        actor: Seat,
    ) -> Flow<Sense> {
        if let Some(note) = note {
            let slot = self.engine.layout.note(note, actor);
            if let Some(sense) = sense_of(self.state.notes[slot]) {
                return Ok(sense);
            }
            let sense = self.ask_direction(actor)?;
            self.state.notes[slot] = sense_number(sense);
            return Ok(sense);
        }
        if self.laps > 1 && scope != Unit::Lap {
            return Ok(self.first_lap.sense.unwrap_or(Sense::Anticlockwise));
        }
        self.ask_direction(actor)
    }

    /// The direction that a player usually sows in, where no lap is being sown.
    pub(crate) fn usual_sense(&self, seat: Seat) -> Sense {
        let ctx = Ctx::of(seat);
        for line in &self.rules.way {
            if line.seat.is_some_and(|s| s != seat) {
                continue;
            }
            let sense = match &line.kind {
                WayKind::Choice { note: Some(note), .. } => {
                    sense_of(self.state.notes[self.engine.layout.note(*note, seat)])
                }
                WayKind::Circuit { dir: Some(dir), .. } if line.when.is_none() => {
                    self.fixed_sense(dir, ctx)
                }
                _ => None,
            };
            if let Some(sense) = sense {
                return sense;
            }
        }
        Sense::Anticlockwise
    }

    /// The hole so many further along the sowing (of *repeat*).
    pub(crate) fn further(&self, seat: Seat, from: PlaceId, by: i64) -> Option<PlaceId> {
        let sense = self.sense_now(seat);
        let sense = if by < 0 { sense.turned() } else { sense };
        let mut at = from;
        for _ in 0..by.unsigned_abs() {
            at = self.hole_after(seat, at, sense)?;
        }
        Some(at)
    }

    /// Reads the cases of *end* that hold at any time.
    pub(crate) fn end_at_any_time(&mut self) -> Flow {
        let rules = self.rules;
        if !rules.end_at_any_time.lists.is_empty() {
            self.cases(&rules.end_at_any_time, Ctx::of(self.player))?;
        }
        Ok(())
    }
}
