//! The paths of seeds: fixed for every hole at compile time.

use super::{Compiler, LowerCtx, Lowered, ReadPhase, any_deed_in_model};
use crate::eval::Domain;
use crate::model::{
    Deed, Dir, Manner, MannerKind, PlaceId, PlaceSetBits, Ring, Rules, Unit, WayKind, WayLine,
};
use crate::program::{
    FirstFall, Lane, LaneRole, LapDirection, MoveFact, NumberExpr, NumberRange, Program, SowPath,
    Test,
};

/// A circuit of *way*, with its manners.
struct Circuit<'m> {
    test: Test,
    ring: &'m Ring,
    dir: Option<&'m Dir>,
    manners: Vec<&'m Manner>,
}

/// The paths from one place.
#[derive(Default)]
pub(super) struct LapPaths {
    /// The direction: the first entry whose test holds; empty if the paths decide.
    pub headings: Vec<(Test, LapDirection)>,
    /// The first entry whose test holds.
    pub ways: Vec<(Test, SowPath)>,
}

/// A path under construction: its test, the places passed over (always, or under a test), its beginning.
#[derive(Clone)]
struct PathVariant {
    test: Test,
    passed: PlaceSetBits,
    passing: Vec<(Lane, Test)>,
    begin: Option<PlaceId>,
    each: Option<NumberExpr>,
    any_order: Test,
}

/// Splits each variant: `of` applies where `when` holds; elsewhere the variant stays as it is.
fn split_by_test(
    variants: Vec<PathVariant>,
    when: &Test,
    of: impl Fn(PathVariant) -> PathVariant,
) -> Vec<PathVariant> {
    let mut more = Vec::new();
    for variant in variants {
        let other = Test::all([variant.test.clone(), Test::not(when.clone())]);
        let here = Test::all([variant.test.clone(), when.clone()]);
        more.push(of(PathVariant { test: here, ..variant.clone() }));
        more.push(PathVariant { test: other, ..variant });
    }
    more.retain(|variant| variant.test != Test::Never);
    more
}

impl<'m> Compiler<'m> {
    /// Whether seeds from the same place can go in both directions: some statement sets the direction, a
    /// player chooses it, or it is kept from the lap before.
    pub(super) fn can_reverse(&self, rules: &'m Rules) -> bool {
        let sets_direction = |deed: &Deed| deed.sowings().any(|sow| sow.dir.is_some());
        let open = |line: &WayLine| match &line.kind {
            WayKind::Circuit { dir, .. } => {
                matches!(dir, Some(Dir::Ask | Dir::Note(_) | Dir::OtherWay))
            }
            WayKind::Choice { .. } | WayKind::LaterLaps { .. } => true,
            WayKind::Manners => false,
        };
        rules.way.iter().any(open) || any_deed_in_model(self.model, sets_direction)
    }

    /// The paths from a place. `turns`: both directions are possible.
    pub(super) fn lap_paths(
        &self,
        origin: PlaceId,
        turns: bool,
        ctx: LowerCtx<'m>,
    ) -> Lowered<LapPaths> {
        let phase = ReadPhase::Beginning;
        let ctx = ctx.with(|k| {
            k.hole = Some(origin);
            k.origin = Some(origin);
            k.phase = phase;
        });
        let mut circuits: Vec<Circuit<'m>> = Vec::new();
        let (mut later, mut chosen) = (Vec::new(), Vec::new());
        let mut common: Vec<&'m Manner> = Vec::new();
        let rest = |circuits: &[Circuit<'m>]| {
            Test::not(Test::any(circuits.iter().map(|c| c.test.clone())))
        };
        for line in &ctx.rules().0.way {
            if line.seat.is_some_and(|seat| seat != ctx.actor()) {
                continue;
            }
            let when = line.when.as_ref().map_or(Ok(Test::Always), |c| self.condition(c, ctx))?;
            if when == Test::Never {
                continue;
            }
            match &line.kind {
                WayKind::Circuit { rings, dir, .. } => {
                    let Some(ring) = rings.get(ctx.actor().index()) else { continue };
                    let test = Test::all([rest(&circuits), when]);
                    if test == Test::Never {
                        continue;
                    }
                    let manners = line.manners.iter().collect();
                    circuits.push(Circuit { test, ring, dir: dir.as_ref(), manners });
                }
                WayKind::Manners if when == Test::Always => common.extend(&line.manners),
                WayKind::Manners => return Err("a manner of sowing that holds at times"),
                WayKind::Choice { scope, note, shared: _ } => {
                    if !line.manners.is_empty() {
                        return Err("a choice of the direction with a manner");
                    }
                    let first = Test::Fact(MoveFact::FirstLap);
                    let heading = match note {
                        Some(note) => {
                            (when, LapDirection::NotedOrChosen(self.note_lane(*note, ctx.actor())?))
                        }
                        None if *scope == Unit::Lap => (when, LapDirection::Chosen),
                        None => (Test::all([when, first]), LapDirection::Chosen),
                    };
                    chosen.push(heading);
                }
                WayKind::LaterLaps { of, dir } => {
                    if !line.manners.is_empty() {
                        return Err("later laps with a manner");
                    }
                    let mut since = Test::not(Test::Fact(MoveFact::FirstLap));
                    if *of == Unit::Turn && self.several_moves {
                        let made = self.lane(LaneRole::MovesMade);
                        since = Test::any([since, Test::Holds(made, NumberRange::SOME)]);
                    }
                    // There has been a lap in this move.
                    let reversed = matches!(dir, Dir::OtherWay) && *of != Unit::Turn;
                    let heading = match reversed {
                        true => LapDirection::Reversed,
                        false => self.heading(dir, ctx)?,
                    };
                    later.push((Test::all([since, when]), heading));
                }
            }
        }
        let mut ways = LapPaths::default();
        if turns {
            let further = Test::not(Test::Fact(MoveFact::FirstLap));
            ways.headings.extend(later.into_iter().chain(chosen));
            ways.headings.push((further, LapDirection::AsFirst));
        }
        for circuit in circuits {
            let heading =
                circuit.dir.map_or(Ok(LapDirection::Fixed(false)), |dir| self.heading(dir, ctx))?;
            let senses = match heading {
                _ if turns => [Some(false), Some(true)],
                LapDirection::Fixed(backward) => [Some(backward), None],
                LapDirection::AsFirst
                | LapDirection::Reversed
                | LapDirection::Noted(_)
                | LapDirection::Chosen
                | LapDirection::NotedOrChosen(_) => {
                    return Err("a direction that is not known beforehand");
                }
            };
            if turns {
                ways.headings.push((circuit.test.clone(), heading));
            }
            let manners = circuit.manners.iter().chain(&common).copied();
            for backward in senses.into_iter().flatten() {
                let (test, manners) = (circuit.test.clone(), manners.clone());
                for variant in self.path_variants(test, circuit.ring, backward, manners, ctx)? {
                    let (path, start) = self.path(circuit.ring, backward, &variant, origin);
                    let (passing, each) = (variant.passing.clone(), variant.each.clone());
                    let origin = Program::lane(origin);
                    let any_order = variant.any_order.clone();
                    let sowing =
                        SowPath { origin, start, backward, path, passing, each, any_order };
                    ways.ways.push((variant.test.clone(), sowing));
                }
            }
        }
        Ok(ways)
    }

    /// Lowers a direction.
    fn heading(&self, dir: &'m Dir, ctx: LowerCtx<'m>) -> Lowered<LapDirection> {
        Ok(match dir {
            Dir::Ask => LapDirection::Chosen,
            Dir::OtherWay => {
                // In the first lap it is that of the previous move of the turn.
                if self.several_moves {
                    self.lane(LaneRole::TurnDirection);
                }
                LapDirection::Reversed
            }
            Dir::Note(note) => LapDirection::Noted(self.note_lane(*note, ctx.actor())?),
            Dir::Anticlockwise
            | Dir::Clockwise
            | Dir::Rightwards
            | Dir::Leftwards
            | Dir::Towards(_) => LapDirection::Fixed(!self.fixed_dir(dir, ctx)?.unwrap_or(true)),
        })
    }

    /// The variants of a path: each manner with a condition doubles them.
    fn path_variants(
        &self,
        test: Test,
        ring: &'m Ring,
        backward: bool,
        manners: impl Iterator<Item = &'m Manner>,
        ctx: LowerCtx<'m>,
    ) -> Lowered<Vec<PathVariant>> {
        let closed = ring.places.iter().map(|p| (*p, Test::not(self.is_open(*p))));
        let closed = closed.filter(|(_, test)| !matches!(test, Test::Always | Test::Never));
        let mut variants = vec![PathVariant {
            test,
            passed: PlaceSetBits::default(),
            passing: closed.map(|(place, test)| (Program::lane(place), test)).collect(),
            begin: None,
            each: None,
            any_order: Test::Never,
        }];
        for manner in manners {
            // Places passed over are tested when they are reached, everything else before the pickup.
            let passing = matches!(manner.kind, MannerKind::PassingOver(_));
            let ctx = match passing {
                true => ctx.with(|k| {
                    k.hole = None;
                    k.phase = ReadPhase::Sowing { falling: true, begun: true };
                    k.forward = Some(!backward);
                }),
                false => ctx,
            };
            let when = manner.when.as_ref().map_or(Ok(Test::Always), |c| self.condition(c, ctx))?;
            match &manner.kind {
                MannerKind::PassingOver(phrase) => {
                    let mut passed = PlaceSetBits::default();
                    let mut passing = Vec::new();
                    for place in &ring.places {
                        let test = Test::all([self.is_member(phrase, *place, ctx)?, when.clone()]);
                        if test == Test::Always {
                            passed.insert(*place);
                        } else if test != Test::Never {
                            passing.push((Program::lane(*place), test));
                        }
                    }
                    for variant in &mut variants {
                        variant.passed = variant.passed.union(passed);
                        variant.passing.extend(passing.iter().cloned());
                    }
                }
                MannerKind::BeginningIn(phrase) => {
                    let begin = self.known_first(phrase, ctx)?;
                    variants =
                        split_by_test(variants, &when, |variant| PathVariant { begin, ..variant });
                }
                MannerKind::InEach(count) => {
                    let several = self.number(count, ctx)?;
                    let one = several.as_fixed().is_some_and(|n| n <= 1);
                    let each = Some(several).filter(|_| !one);
                    variants = split_by_test(variants, &when, |variant| PathVariant {
                        each: each.clone(),
                        ..variant
                    });
                }
                MannerKind::AnyOrder => {
                    for variant in &mut variants {
                        variant.any_order = Test::any([variant.any_order.clone(), when.clone()]);
                    }
                }
            }
        }
        Ok(variants)
    }

    /// The places of the path, and where the first seed falls.
    fn path(
        &self,
        ring: &Ring,
        backward: bool,
        variant: &PathVariant,
        origin: PlaceId,
    ) -> (Vec<Lane>, FirstFall) {
        let mut ring = ring.places.clone();
        if backward {
            ring.reverse();
        }
        let n = ring.len();
        let at = |place| ring.iter().position(|p| *p == place);
        let after_origin = at(origin).map(|at| at + 1);
        let (first, start) = match (variant.begin.map(at), after_origin) {
            (Some(Some(begin)), _) => (begin, FirstFall::PathStart),
            // The rules say where the first seed falls only for places off the ring.
            (Some(None), Some(_)) => return (Vec::new(), FirstFall::Nowhere),
            (Some(None), None) => (0, FirstFall::Nowhere),
            (None, Some(after_origin)) => (after_origin, FirstFall::PathStart),
            (None, None) => (0, FirstFall::AfterLastLap),
        };
        let round = (0..n).map(|i| ring[(first + i) % n]);
        let falls = |p: &PlaceId| !variant.passed.contains(*p) && self.is_open(*p) != Test::Never;
        (round.filter(falls).map(Program::lane).collect(), start)
    }
}
