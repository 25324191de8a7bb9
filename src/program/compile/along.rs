//! Places along the path: its direction, and the places on it.

use super::place_cases::{MAX_FIRST_TESTS, PlaceCases, add_place};
use super::{Compiler, EITHER_WAY, LowerCtx, Lowered};
use crate::model::{Base, Dir, NoteValue, PlaceId, PlacePhrase, Ring, WayKind};
use crate::program::{NumberRange, Test};

impl<'m> Compiler<'m> {
    /// The ring that the actor sows on; `Err` if it depends on the position.
    pub(super) fn ring(&self, ctx: LowerCtx<'m>) -> Lowered<&'m Ring> {
        let lines = ctx.rules().0.way.iter();
        let lines = lines.filter(|line| line.seat.is_none_or(|s| s == ctx.actor()));
        let rings = lines.filter_map(|line| line.kind.rings().get(ctx.actor().index()));
        let mut rings = rings;
        let first = rings.next().ok_or("no way")?;
        if rings.all(|ring| ring == first) { Ok(first) } else { Err("several ways") }
    }

    /// The open places along the path after `from`, once round, without it.
    pub(super) fn places_along(
        &self,
        ctx: LowerCtx<'m>,
        from: PlaceId,
        forward: bool,
        holes_only: bool,
    ) -> Lowered<Vec<PlaceId>> {
        self.steps(ctx, from, forward, holes_only)?.collect()
    }

    /// The same, lazily.
    fn steps(
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

    /// The places along the path from another.
    pub(super) fn along(&self, phrase: &'m PlacePhrase, ctx: LowerCtx<'m>) -> Lowered<PlaceCases> {
        let (Base::Along { from, .. } | Base::Run { from, .. }) = &phrase.base else {
            return Err("no way along");
        };
        let noted = matches!(from.base, Base::Note(..));
        let from = match self.places(from, ctx)? {
            PlaceCases::First(each) if each.len() > MAX_FIRST_TESTS => {
                return self.along_first(phrase, each, ctx);
            }
            meant @ (PlaceCases::Each(_)
            | PlaceCases::Run(_)
            | PlaceCases::First(_)
            | PlaceCases::Cases(_)) => meant.each(),
        };
        match from.as_slice() {
            [(place, Test::Always)] => self.along_this(phrase, *place, ctx),
            [] => Ok(PlaceCases::Each(Vec::new())),
            changing if noted || changing.len() <= MAX_FIRST_TESTS => {
                self.along_from(phrase, changing, noted, ctx)
            }
            _ => self.along_first(phrase, from, ctx),
        }
    }

    /// The same from the first place of `from` that is selected; with `noted` (a note's value) at most one
    /// ever is.
    fn along_from(
        &self,
        phrase: &'m PlacePhrase,
        from: &[(PlaceId, Test)],
        noted: bool,
        ctx: LowerCtx<'m>,
    ) -> Lowered<PlaceCases> {
        let (mut all, mut earlier) = (Vec::new(), Vec::new());
        for (from, here) in from {
            let first = Test::not(Test::any(earlier.clone()));
            if !noted {
                earlier.push(here.clone());
            }
            let there @ PlaceCases::First(_) = self.along_this(phrase, *from, ctx)? else {
                return Err("a run along the way from a changing place");
            };
            for (place, test) in there.each() {
                add_place(&mut all, place, Test::all([first.clone(), here.clone(), test]));
            }
        }
        Ok(PlaceCases::Each(all))
    }

    /// The same from the first of many, as cases.
    fn along_first(
        &self,
        phrase: &'m PlacePhrase,
        from: Vec<(PlaceId, Test)>,
        ctx: LowerCtx<'m>,
    ) -> Lowered<PlaceCases> {
        let case = |(from, here)| Ok((here, self.along_this(phrase, from, ctx)?));
        Ok(PlaceCases::Cases(from.into_iter().map(case).collect::<Lowered<_>>()?))
    }

    fn along_this(
        &self,
        phrase: &'m PlacePhrase,
        from: PlaceId,
        ctx: LowerCtx<'m>,
    ) -> Lowered<PlaceCases> {
        let sense = self.forward(ctx)?;
        let run = |forward: bool| {
            let mut run = Vec::new();
            for place in self.steps(ctx, from, forward, true)? {
                let place = place?;
                let test = self.fits(&phrase.filters, place, ctx)?;
                if test == Test::Never {
                    break;
                }
                run.push((place, test));
            }
            Ok::<_, &'static str>(PlaceCases::Run(run))
        };
        if let Base::Along { nth, backward: back, holes_only, .. } = &phrase.base {
            let left = self.number(nth, ctx, false)?.as_fixed();
            let mut left = left.ok_or("a changing number of steps")?;
            let mut each = Vec::new();
            for place in self.steps(ctx, from, sense != *back, *holes_only)? {
                let place = place?;
                let test = self.fits(&phrase.filters, place, ctx)?;
                if test == Test::Always {
                    left -= 1;
                    if left < 1 {
                        each.push((place, Test::Always));
                        break;
                    }
                } else if test != Test::Never {
                    if left > 1 {
                        return Err("the n-th of changing places");
                    }
                    each.push((place, test));
                }
            }
            return Ok(PlaceCases::First(each));
        }
        let Base::Run { backward: back, forward: on, .. } = &phrase.base else {
            return Err("no way along");
        };
        Ok(match (back, on) {
            (true, true) => {
                let mut each = run(!sense)?.each();
                for (place, test) in run(sense)?.each() {
                    add_place(&mut each, place, test);
                }
                PlaceCases::Each(each)
            }
            (true, false) => run(!sense)?,
            (false, true) => run(sense)?,
            (false, false) => PlaceCases::Each(Vec::new()),
        })
    }
}
