//! How the seeds of a hole go round: decided for every hole.

use super::{Compiler, Ctx, Made, Telling};
use crate::model::{Manner, MannerKind, PlaceId, PlaceSetBits, Ring, WayKind};
use crate::program::{Lane, Program, Sowing, Test};

/// A circuit of *way*, with what is said of it.
struct Circuit<'m> {
    test: Test,
    ring: &'m Ring,
    forward: bool,
    manners: Vec<&'m Manner>,
}

/// A way in the making: when, the places passed over, where it begins.
#[derive(Clone)]
struct Going {
    test: Test,
    passed: PlaceSetBits,
    passing: Vec<(Lane, Test)>,
    begin: Option<PlaceId>,
}

impl<'m> Compiler<'m> {
    /// The ways of the seeds of a place: the first whose test holds.
    pub(super) fn ways(&self, origin: PlaceId, ctx: Ctx<'m>) -> Made<Vec<(Test, Sowing)>> {
        let telling = Telling::Beginning;
        let ctx = Ctx { it: Some(origin), origin: Some(origin), telling, ..ctx };
        let mut circuits: Vec<Circuit<'m>> = Vec::new();
        let mut common: Vec<&'m Manner> = Vec::new();
        let rest = |circuits: &[Circuit<'m>]| {
            Test::not(Test::any(circuits.iter().map(|c| c.test.clone())))
        };
        for line in &ctx.rules.way {
            if line.seat.is_some_and(|seat| seat != ctx.actor) {
                continue;
            }
            let when = line.when.as_ref().map_or(Ok(Test::Always), |c| self.cond(c, ctx))?;
            if when == Test::Never {
                continue;
            }
            match &line.kind {
                WayKind::Circuit { rings, dir } => {
                    let Some(ring) = rings.get(ctx.actor.index()) else { continue };
                    let forward = match dir {
                        Some(dir) => self.fixed_dir(dir, ctx)?.unwrap_or(true),
                        None => true,
                    };
                    let test = Test::all([rest(&circuits), when]);
                    if test == Test::Never {
                        continue;
                    }
                    let manners = line.manners.iter().collect();
                    circuits.push(Circuit { test, ring, forward, manners });
                }
                WayKind::Manners if when == Test::Always => common.extend(&line.manners),
                WayKind::Manners => return Err("a manner of sowing that holds at times"),
                WayKind::Choice { .. } => return Err("a direction that a player chooses"),
                WayKind::LaterLaps { .. } => return Err("later laps that go another way"),
            }
        }
        let mut ways = Vec::new();
        for circuit in circuits {
            let manners = circuit.manners.iter().chain(&common).copied();
            for going in self.goings(circuit.test.clone(), circuit.ring, manners, ctx)? {
                let path = self.path(&circuit, &going, origin)?;
                ways.push((
                    going.test,
                    Sowing {
                        origin: Program::lane(origin),
                        backward: !circuit.forward,
                        path,
                        passing: going.passing,
                    },
                ));
            }
        }
        Ok(ways)
    }

    /// What the manners make of a way: each that holds at times makes two of it.
    fn goings(
        &self,
        test: Test,
        ring: &'m Ring,
        manners: impl Iterator<Item = &'m Manner>,
        ctx: Ctx<'m>,
    ) -> Made<Vec<Going>> {
        let mut goings =
            vec![Going { test, passed: PlaceSetBits::default(), passing: Vec::new(), begin: None }];
        for manner in manners {
            // What is passed over is asked when a place is reached, the rest before the seeds are taken up.
            let passing = matches!(manner.kind, MannerKind::PassingOver(_));
            let it = ctx.it.filter(|_| !passing);
            let when = manner.when.as_ref();
            let when = when.map_or(Ok(Test::Always), |c| self.cond(c, Ctx { it, ..ctx }))?;
            match &manner.kind {
                MannerKind::PassingOver(phrase) => {
                    let mut passed = PlaceSetBits::default();
                    let mut passing = Vec::new();
                    for place in &ring.places {
                        let ctx = Ctx { it: None, ..ctx };
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
                    let mut more = Vec::new();
                    for going in goings {
                        let other = Test::all([going.test.clone(), Test::not(when.clone())]);
                        let here = Test::all([going.test.clone(), when.clone()]);
                        more.push(Going { test: here, begin, ..going.clone() });
                        more.push(Going { test: other, ..going });
                    }
                    more.retain(|going| going.test != Test::Never);
                    goings = more;
                }
                MannerKind::InEach(_) => return Err("several seeds in each place"),
                MannerKind::AnyOrder => return Err("kinds of seeds"),
            }
        }
        Ok(goings)
    }

    /// Where the seeds fall, the first first.
    fn path(&self, circuit: &Circuit<'m>, going: &Going, origin: PlaceId) -> Made<Vec<Lane>> {
        let mut ring = circuit.ring.places.clone();
        if !circuit.forward {
            ring.reverse();
        }
        let n = ring.len();
        let at = |place| ring.iter().position(|p| *p == place);
        let first = match going.begin {
            Some(begin) => at(begin),
            None => at(origin).map(|at| at + 1),
        };
        let Some(first) = first else {
            return if going.begin.is_some() {
                Ok(Vec::new())
            } else {
                Err("sowing from beside the way")
            };
        };
        let round = (0..n).map(|i| ring[(first + i) % n]);
        let falls = |p: &PlaceId| !going.passed.contains(*p) && !self.fixed.closed.contains(*p);
        Ok(round.filter(falls).map(Program::lane).collect())
    }
}
