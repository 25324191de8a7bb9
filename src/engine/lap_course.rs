//! The course of a lap: everything decided before its seeds are picked up.

use super::evaluate::{direction_number, direction_of};
use super::execution::{EvalCtx, Execution, ReadyLap, StepResult};
use crate::model::{
    ClauseId, Direction, Manner, MannerKind, NoteId, PlaceId, Ring, Seat, Unit, WayKind, WayLine,
};
use smallvec::SmallVec;
use std::borrow::Cow;

/// The course of a lap.
pub(super) struct LapCourse<'e> {
    pub ring: Cow<'e, Ring>,
    pub sense: Direction,
    pub begin: Option<PlaceId>,
    pub each: u16,
    /// The player chooses in which order the kinds of seeds fall.
    pub any_order: bool,
    pub passing: SmallVec<[&'e Manner; 2]>,
}

impl LapCourse<'_> {
    /// The next index on the ring, in the direction of the lap.
    #[inline]
    pub(super) fn step(&self, at: usize) -> usize {
        let n = self.ring.places.len();
        match self.sense {
            Direction::Anticlockwise => {
                if at + 1 == n {
                    0
                } else {
                    at + 1
                }
            }
            Direction::Clockwise => {
                if at == 0 {
                    n - 1
                } else {
                    at - 1
                }
            }
        }
    }
}

impl<'e> Execution<'e> {
    /// Decides the course of the lap; asks for a direction where a player chooses. `None`: no line
    /// of *way* applies.
    pub(super) fn course(
        &mut self,
        lap: &ReadyLap,
        actor: Seat,
        by: &mut SmallVec<[ClauseId; 2]>,
    ) -> StepResult<Option<LapCourse<'e>>> {
        let rules = self.rules;
        let ctx = EvalCtx::at(actor, lap.last_origin);
        // Fast path: most games have one way, the same for every lap.
        if let [
            WayLine {
                kind: WayKind::Circuit { rings, dir, dynamic: None },
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
            let sense = sense.unwrap_or(Direction::Anticlockwise);
            self.lap.sense = Some(sense);
            return Ok(Some(LapCourse {
                ring: Cow::Borrowed(ring),
                sense,
                begin: lap.begin,
                each: 1,
                any_order: false,
                passing: SmallVec::new(),
            }));
        }
        let fits = |exec: &Self, line: &WayLine| {
            line.seat.is_none_or(|s| s == actor)
                && line.when.as_ref().is_none_or(|c| exec.holds(c, ctx))
        };
        let mut course: Option<LapCourse<'e>> = None;
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
                WayKind::Circuit { dir, .. } => {
                    let Some(ring) = self.ring_of(line, actor) else { continue };
                    let passing = SmallVec::new();
                    course = Some(LapCourse {
                        ring,
                        sense: Direction::Anticlockwise,
                        begin: None,
                        each: 1,
                        any_order: false,
                        passing,
                    });
                    line_dir = dir.as_ref();
                }
                WayKind::Choice { scope, note, .. } => {
                    used = choice.is_none() && lap.sense.is_none();
                    choice = choice.or(Some((*scope, *note, line.clause)));
                }
                WayKind::LaterLaps { of, dir } => {
                    used = self.laps > 1 || *of == Unit::Turn && self.state.moves_made > 0;
                    later = later.or(used.then_some(dir));
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
        } else if later.is_some() {
            later.and_then(|dir| self.fixed_direction(dir, ctx))
        } else if let Some((scope, note, clause)) = choice {
            let outer = std::mem::replace(&mut self.clause, clause);
            let sense = self.choose_direction(scope, note, actor)?;
            self.clause = outer;
            Some(sense)
        } else if self.laps > 1 {
            self.first_lap.sense
        } else if let Some(dir) = line_dir {
            self.direction(dir, ctx)?
        } else {
            None
        };
        course.sense = sense.unwrap_or(Direction::Anticlockwise);
        self.lap.sense = Some(course.sense);

        for manner in manners {
            match &manner.kind {
                MannerKind::PassingOver(_) => course.passing.push(manner),
                MannerKind::BeginningIn(phrase) => {
                    if manner.when.as_ref().is_none_or(|c| self.holds(c, ctx)) {
                        course.begin = self.places(phrase, ctx).first().copied();
                    }
                }
                MannerKind::AnyOrder => {
                    course.any_order |= manner.when.as_ref().is_none_or(|c| self.holds(c, ctx));
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

    /// The direction a player chooses for a lap or a move, or keeps for longer (in a note).
    fn choose_direction(
        &mut self,
        scope: Unit,
        note: Option<NoteId>,
        actor: Seat,
    ) -> StepResult<Direction> {
        if let Some(note) = note {
            let slot = self.engine.layout.note(note, actor);
            if let Some(sense) = direction_of(self.state.notes[slot]) {
                return Ok(sense);
            }
            let sense = self.ask_direction(EvalCtx::of(actor))?;
            self.state.notes[slot] = direction_number(sense);
            return Ok(sense);
        }
        if self.laps > 1 && scope != Unit::Lap {
            return Ok(self.first_lap.sense.unwrap_or(Direction::Anticlockwise));
        }
        self.ask_direction(EvalCtx::of(actor))
    }
}
