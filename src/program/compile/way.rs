//! How the seeds of a hole go round: decided for every hole.

use super::{Compiler, Ctx, Made, Telling, any_deed};
use crate::model::{
    Deed, Dir, Manner, MannerKind, PlaceId, PlaceSetBits, Ring, Rules, Unit, WayKind, WayLine,
};
use crate::program::{Fact, Heading, Lane, Meaning, Number, Program, Range, Sowing, Start, Test};

/// A circuit of *way*, with what is said of it.
struct Circuit<'m> {
    test: Test,
    ring: &'m Ring,
    dir: Option<&'m Dir>,
    manners: Vec<&'m Manner>,
}

/// How the seeds of a place go.
#[derive(Default)]
pub(super) struct Ways {
    /// Which way round, the first whose test holds, if it is not told by the way.
    pub headings: Vec<(Test, Heading)>,
    /// The first whose test holds.
    pub ways: Vec<(Test, Sowing)>,
}

/// A way in the making: when, the places passed over, where it begins.
#[derive(Clone)]
struct Going {
    test: Test,
    passed: PlaceSetBits,
    passing: Vec<(Lane, Test)>,
    begin: Option<PlaceId>,
    each: Option<Number>,
    any_order: Test,
}

/// Of each, what is made of it when something holds, and itself when it does not.
fn either(goings: Vec<Going>, when: &Test, of: impl Fn(Going) -> Going) -> Vec<Going> {
    let mut more = Vec::new();
    for going in goings {
        let other = Test::all([going.test.clone(), Test::not(when.clone())]);
        let here = Test::all([going.test.clone(), when.clone()]);
        more.push(of(Going { test: here, ..going.clone() }));
        more.push(Going { test: other, ..going });
    }
    more.retain(|going| going.test != Test::Never);
    more
}

impl<'m> Compiler<'m> {
    /// Whether seeds may go one way round or the other from the same place: it is said of some lap, or
    /// chosen, or kept from the lap before.
    pub(super) fn turns(&self, rules: &'m Rules) -> bool {
        let said = |deed: &Deed| match deed {
            Deed::Sow(sow) => sow.dir.is_some(),
            Deed::SowInOrder(classes) => classes.iter().any(|class| class.sow.dir.is_some()),
            _ => false,
        };
        let open = |line: &WayLine| match &line.kind {
            WayKind::Circuit { dir, .. } => {
                matches!(dir, Some(Dir::Ask | Dir::Note(_) | Dir::OtherWay))
            }
            WayKind::Choice { .. } | WayKind::LaterLaps { .. } => true,
            WayKind::Manners => false,
        };
        rules.way.iter().any(open) || any_deed(self.model, said)
    }

    /// The ways of the seeds of a place. `turns`: they may go round one way or the other.
    pub(super) fn ways(&self, origin: PlaceId, turns: bool, ctx: Ctx<'m>) -> Made<Ways> {
        let telling = Telling::Beginning;
        let ctx = ctx.but(|k| {
            k.it = Some(origin);
            k.origin = Some(origin);
            k.telling = telling;
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
            let when = line.when.as_ref().map_or(Ok(Test::Always), |c| self.cond(c, ctx))?;
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
                    let first = Test::Fact(Fact::FirstLap);
                    let heading = match note {
                        Some(note) => (when, Heading::Kept(self.note_lane(*note, ctx.actor())?)),
                        None if *scope == Unit::Lap => (when, Heading::Chosen),
                        None => (Test::all([when, first]), Heading::Chosen),
                    };
                    chosen.push(heading);
                }
                WayKind::LaterLaps { of, dir } => {
                    if !line.manners.is_empty() {
                        return Err("later laps with a manner");
                    }
                    let mut since = Test::not(Test::Fact(Fact::FirstLap));
                    if *of == Unit::Turn && self.several_moves {
                        let made = self.lane(Meaning::MovesMade);
                        since = Test::any([since, Test::Holds(made, Range::SOME)]);
                    }
                    let heading = match dir {
                        // There has been a lap in this move.
                        Dir::OtherWay if *of != Unit::Turn => Heading::Against,
                        dir => self.heading(dir, ctx)?,
                    };
                    later.push((Test::all([since, when]), heading));
                }
            }
        }
        let mut ways = Ways::default();
        if turns {
            let further = Test::not(Test::Fact(Fact::FirstLap));
            ways.headings.extend(later.into_iter().chain(chosen));
            ways.headings.push((further, Heading::AsFirst));
        }
        for circuit in circuits {
            let heading =
                circuit.dir.map_or(Ok(Heading::Fixed(false)), |dir| self.heading(dir, ctx))?;
            let senses = match heading {
                _ if turns => [Some(false), Some(true)],
                Heading::Fixed(backward) => [Some(backward), None],
                _ => return Err("a direction that is not known beforehand"),
            };
            if turns {
                ways.headings.push((circuit.test.clone(), heading));
            }
            let manners = circuit.manners.iter().chain(&common).copied();
            for backward in senses.into_iter().flatten() {
                let (test, manners) = (circuit.test.clone(), manners.clone());
                for going in self.goings(test, circuit.ring, backward, manners, ctx)? {
                    let (path, start) = self.path(circuit.ring, backward, &going, origin);
                    let (passing, each) = (going.passing.clone(), going.each.clone());
                    let origin = Program::lane(origin);
                    let any_order = going.any_order.clone();
                    let sowing = Sowing { origin, start, backward, path, passing, each, any_order };
                    ways.ways.push((going.test.clone(), sowing));
                }
            }
        }
        Ok(ways)
    }

    /// Which way round a direction leads.
    fn heading(&self, dir: &'m Dir, ctx: Ctx<'m>) -> Made<Heading> {
        Ok(match dir {
            Dir::Ask => Heading::Chosen,
            Dir::OtherWay => {
                // In the first lap it is that of the move before in the turn.
                if self.several_moves {
                    self.lane(Meaning::TurnWent);
                }
                Heading::Against
            }
            Dir::Note(note) => Heading::Noted(self.note_lane(*note, ctx.actor())?),
            dir => Heading::Fixed(!self.fixed_dir(dir, ctx)?.unwrap_or(true)),
        })
    }

    /// What the manners make of a way: each that holds at times makes two of it.
    fn goings(
        &self,
        test: Test,
        ring: &'m Ring,
        backward: bool,
        manners: impl Iterator<Item = &'m Manner>,
        ctx: Ctx<'m>,
    ) -> Made<Vec<Going>> {
        let closed = ring.places.iter().map(|p| (*p, Test::not(self.is_open(*p))));
        let closed = closed.filter(|(_, test)| !matches!(test, Test::Always | Test::Never));
        let mut goings = vec![Going {
            test,
            passed: PlaceSetBits::default(),
            passing: closed.map(|(place, test)| (Program::lane(place), test)).collect(),
            begin: None,
            each: None,
            any_order: Test::Never,
        }];
        for manner in manners {
            // What is passed over is asked when a place is reached, the rest before the seeds are taken up.
            let passing = matches!(manner.kind, MannerKind::PassingOver(_));
            let ctx = match passing {
                true => ctx.but(|k| {
                    k.it = None;
                    k.telling = Telling::Sowing { falling: true, begun: true };
                    k.forward = Some(!backward);
                }),
                false => ctx,
            };
            let when = manner.when.as_ref().map_or(Ok(Test::Always), |c| self.cond(c, ctx))?;
            match &manner.kind {
                MannerKind::PassingOver(phrase) => {
                    let mut passed = PlaceSetBits::default();
                    let mut passing = Vec::new();
                    for place in &ring.places {
                        match Test::all([self.is_one(phrase, *place, ctx)?, when.clone()]) {
                            Test::Always => passed.insert(*place),
                            Test::Never => {}
                            test => passing.push((Program::lane(*place), test)),
                        }
                    }
                    for going in &mut goings {
                        going.passed = going.passed.union(passed);
                        going.passing.extend(passing.iter().cloned());
                    }
                }
                MannerKind::BeginningIn(phrase) => {
                    let begin = self.one(phrase, ctx)?;
                    goings = either(goings, &when, |going| Going { begin, ..going });
                }
                MannerKind::InEach(count) => {
                    let each = match self.number(count, ctx, false)? {
                        Number::Fixed(..=1) => None,
                        several => Some(several),
                    };
                    goings = either(goings, &when, |going| Going { each: each.clone(), ..going });
                }
                MannerKind::AnyOrder => {
                    for going in &mut goings {
                        going.any_order = Test::any([going.any_order.clone(), when.clone()]);
                    }
                }
            }
        }
        Ok(goings)
    }

    /// Where the seeds fall, and the first of them.
    fn path(
        &self,
        ring: &Ring,
        backward: bool,
        going: &Going,
        origin: PlaceId,
    ) -> (Vec<Lane>, Start) {
        let mut ring = ring.places.clone();
        if backward {
            ring.reverse();
        }
        let n = ring.len();
        let at = |place| ring.iter().position(|p| *p == place);
        let behind = at(origin).map(|at| at + 1);
        let (first, start) = match (going.begin.map(at), behind) {
            (Some(Some(begin)), _) => (begin, Start::Path),
            // Only of what lies beside the way it is said where the first seed falls.
            (Some(None), Some(_)) => return (Vec::new(), Start::Nowhere),
            (Some(None), None) => (0, Start::Nowhere),
            (None, Some(behind)) => (behind, Start::Path),
            (None, None) => (0, Start::Behind),
        };
        let round = (0..n).map(|i| ring[(first + i) % n]);
        let falls = |p: &PlaceId| !going.passed.contains(*p) && self.is_open(*p) != Test::Never;
        (round.filter(falls).map(Program::lane).collect(), start)
    }
}
