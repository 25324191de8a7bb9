//! Places along the path: its direction, and the places on it.

use super::ctx::ReadTime;
use super::{Compiler, EITHER_WAY, LowerCtx, Lowered, SEVERAL_WAYS};
use crate::eval::Domain;
use crate::model::{Dir, NoteValue, PlaceId, Ring, WayKind, WayLine};
use crate::program::{NumberRange, Test};

impl<'m> Compiler<'m> {
    /// The lines of *way* that give the actor a ring, each with its number and the ring.
    fn circuits(
        &self,
        ctx: LowerCtx<'m>,
    ) -> impl Iterator<Item = (u8, &'m WayLine, &'m Ring)> + use<'m> {
        let actor = ctx.actor();
        let lines = (0..).zip(&ctx.rules().0.way);
        let lines = lines.filter(move |(_, line)| line.seat.is_none_or(|seat| seat == actor));
        lines.filter_map(move |(nth, line)| {
            line.kind.rings().get(actor.index()).map(|ring| (nth, line, ring))
        })
    }

    /// The ring that the actor sows on; `Err` if it depends on the position.
    pub(super) fn ring(&self, ctx: LowerCtx<'m>) -> Lowered<&'m Ring> {
        let mut circuits = self.circuits(ctx);
        let (_, _, first) = circuits.next().ok_or("no way")?;
        if circuits.all(|(_, _, ring)| ring == first) {
            return Ok(first);
        }
        let known = ctx.way_line().filter(|_| ctx.actor() == ctx.player());
        let known = known.and_then(|line| self.circuits(ctx).find(|(nth, ..)| *nth == line));
        known.map(|(_, _, ring)| ring).ok_or(SEVERAL_WAYS)
    }

    /// The lines of *way* that give the player a ring, each with the test under which it is the one.
    pub(super) fn way_lines(&self, ctx: LowerCtx<'m>) -> Lowered<Vec<(u8, Test)>> {
        let ctx = ctx.with(|k| {
            (k.actor, k.hole, k.candidate, k.time) = (k.player, None, None, ReadTime::Now);
        });
        let mut earlier = Vec::new();
        let mut lines = Vec::new();
        for (nth, line, _) in self.circuits(ctx) {
            let fits = match &line.when {
                Some(when) => self.condition(when, ctx)?,
                None => Test::Always,
            };
            lines.push((nth, Test::all([Test::not(Test::any(earlier.clone())), fits.clone()])));
            earlier.push(fits);
        }
        Ok(lines)
    }

    /// The open places along the path after `from`, once round, without it.
    pub(super) fn steps(
        &self,
        ctx: LowerCtx<'m>,
        from: PlaceId,
        forward: bool,
        holes_only: bool,
    ) -> Lowered<impl Iterator<Item = Lowered<PlaceId>>> {
        let own = self.ring(ctx)?;
        let any = || {
            let rings = ctx.rules().0.way.iter().flat_map(|line| line.kind.rings());
            rings.into_iter().find(|r| r.places.contains(&from))
        };
        let ring = if own.places.contains(&from) { Some(own) } else { any() };
        let places = ring.map_or(&[][..], |r| &r.places);
        let n = places.len();
        let at = places.iter().position(|p| *p == from).unwrap_or(0);
        let step = move |i: usize| places[if forward { at + i } else { at + n - i } % n];
        let is_wanted =
            move |place: &PlaceId| !holes_only || place.index() < self.model.board.holes;
        Ok((1..n).map(step).filter(is_wanted).filter_map(|place| {
            match self.is_surely_open(place) {
                Ok(true) => Some(Ok(place)),
                Ok(false) => None,
                Err(why) => Some(Err(why)),
            }
        }))
    }

    /// Whether *next* and *before* follow the ring (`true`) or go against it.
    pub(super) fn forward(&self, ctx: LowerCtx<'m>) -> Lowered<bool> {
        ctx.forward().ok_or(EITHER_WAY)
    }

    /// Whether the actor usually sows forward along the ring: as notes say or, where they are empty, as the
    /// rules of *way* say.
    pub(super) fn usual_direction(&self, ctx: LowerCtx<'m>) -> Lowered<Test> {
        let mut notes = Vec::new();
        let mut by_way = Test::Always;
        for line in &ctx.rules().0.way {
            if line.seat.is_some_and(|seat| seat != ctx.actor()) {
                continue;
            }
            match &line.kind {
                WayKind::Choice { note: Some(note), .. } => {
                    notes.push(self.note_lane(*note, ctx.actor())?);
                }
                // A direction that a player chooses is not known yet.
                WayKind::Circuit { dir: Some(Dir::Ask), .. } => {}
                WayKind::Circuit { dir: Some(dir), .. } if line.when.is_none() => {
                    if let Dir::Note(note) = dir {
                        notes.push(self.note_lane(*note, ctx.actor())?);
                    } else if let Some(forward) = self.fixed_dir(dir, ctx)? {
                        by_way = Test::constant(forward);
                        break;
                    }
                }
                WayKind::Circuit { .. }
                | WayKind::Choice { note: None, .. }
                | WayKind::LaterLaps { .. }
                | WayKind::Manners => {}
            }
        }
        let holds = |lane, value: NoteValue| {
            let value = i64::from(value.number());
            Test::Holds(lane, NumberRange::exactly(value))
        };
        Ok(notes.into_iter().rev().fold(by_way, |by_way, note| {
            let against = Test::not(holds(note, NoteValue::Clockwise));
            Test::any([holds(note, NoteValue::Anticlockwise), Test::all([against, by_way])])
        }))
    }

    /// Whether all players usually sow forward; `None`: they differ, or it is not known.
    pub(super) fn common_usual_direction(&self, ctx: LowerCtx<'m>) -> Option<Test> {
        let mut usual =
            self.seats().map(|seat| self.usual_direction(ctx.with(|k| k.actor = seat)).ok());
        let first = usual.next()??;
        usual.all(|one| one.as_ref() == Some(&first)).then_some(first)
    }

    /// The place that is `by` steps further along the path.
    pub(super) fn place_further(
        &self,
        ctx: LowerCtx<'m>,
        from: PlaceId,
        by: i64,
    ) -> Lowered<Option<PlaceId>> {
        let forward = self.forward(ctx)? == (by >= 0);
        let mut at = from;
        for _ in 0..by.unsigned_abs() {
            match self.steps(ctx, at, forward, false)?.next() {
                Some(next) => at = next?,
                None => return Ok(None),
            }
        }
        Ok(Some(at))
    }
}
