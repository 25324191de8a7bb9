//! A lap: what is taken up, how it falls, and what comes of its last seed.

use super::acts::stops;
use super::columns::Columns;
use super::cond::{asks_fall_later, fit};
use super::merge::{Merged, Place, merged};
use super::rings::Rings;
use super::{Build, LAPS, Made, at};
use crate::program::{Act, Block, Code, Lane, Range, Test, any_act};
use crate::runner::batch::code::Laps;
use mnc_lockstep::{At, Cell, Fit, Fixed, Op, Ring};

impl<T: Cell> Build<'_, T> {
    /// How laps are sown: the seeds of a lap all at once or, where something is done at each, one by
    /// one.
    pub(super) fn laps(&mut self, rings: &Rings, on: &[At]) -> Made<Laps<T>> {
        if !self.walks() {
            let lap = self.list(|b| {
                b.begin_lap(rings, on)?;
                for (ring, on) in on.iter().enumerate() {
                    b.op(Op::Sow { ring: ring as u16, on: *on });
                }
                let live = b.fixed(Fixed::Live);
                b.end_lap(live, rings, on)
            })?;
            return Ok(Laps { lap, ..Laps::default() });
        }
        Ok(Laps {
            lap: self.list(|b| b.begin_lap(rings, on))?,
            fall: self.list(|b| b.fall(rings, on))?,
            land: self.list(|b| {
                let landed = b.fixed(Fixed::Landed);
                b.set(Fixed::Stopped, T::NONE);
                b.end_lap(landed, rings, on)?;
                b.set(Fixed::Landed, T::NONE);
                Ok(())
            })?,
            ..Laps::default()
        })
    }

    /// Whether something is done at each seed.
    pub(super) fn walks(&self) -> bool {
        self.sides.iter().any(|side| !side.code.each_seed.is_empty())
    }

    /// Whether every game in which a move begins sows one lap, whose seeds fall at once.
    fn sows_when_ready(&self) -> bool {
        !self.relays() && !self.walks()
    }

    /// The beginning of a lap: what is pending is taken up.
    fn begin_lap(&mut self, rings: &Rings, on: &[At]) -> Made<()> {
        let sides = self.sides;
        let (all, pending) = (self.fixed(Fixed::Everything), self.fixed(Fixed::Pending));
        let (live, seeds) = (self.fixed(Fixed::Live), self.fixed(Fixed::Seeds));
        if self.sows_when_ready() {
            let ready = self.fixed(Fixed::Ready);
            self.op(Op::Copy { to: live, of: ready });
        } else {
            let idle = self.is(pending, T::ALL, all);
            self.op(Op::AndNot { to: live, a: all, b: idle });
        }
        if self.walks() {
            self.op(Op::Is { to: live, of: seeds, n: T::NONE, under: live });
        }
        self.set(Fixed::Stopped, T::NONE);
        let lap_captured = self.fixed(Fixed::LapCaptured);
        let last_captured = self.fixed(Fixed::LastCaptured);
        self.op(Op::PutCell { to: last_captured, of: lap_captured, under: live });
        self.put(Fixed::LapCaptured, T::NONE, live);
        let laps = self.fixed(Fixed::Laps);
        let further = self.some(laps, live);
        self.put(Fixed::FirstLap, T::NONE, further);
        self.note_origin(pending, live);
        let movers = self.movers(live);
        for (side, moving) in sides.iter().zip(&movers) {
            for (place, block) in side.code.before_lap.iter().enumerate() {
                if any_act(block, stops) {
                    return Err("a lap may be stopped before it begins");
                }
                if !block.is_empty() {
                    let here = self.is(pending, T::of(place as u32), *moving);
                    self.within(here, |b| b.block(block, here))?;
                }
            }
        }
        if self.walks() {
            self.put(Fixed::First, T::NONE, live);
            on.iter().for_each(|on| self.ops.push(Op::Put { to: *on, n: T::NONE, under: live }));
        } else {
            self.set(Fixed::Seeds, T::NONE);
            self.set(Fixed::First, T::NONE);
            on.iter().for_each(|on| self.ops.push(Op::Set { to: *on, n: T::NONE }));
        }
        // The way may depend on what is taken up.
        for ((side, moving), ways) in sides.iter().zip(&movers).zip(&rings.ways) {
            self.take_up(side.code, *moving, ways, on)?;
        }
        let sown = self.some(seeds, live);
        self.op(Op::Count { to: laps, under: sown });
        if self.walks() {
            self.put(Fixed::Pending, T::ALL, live);
            let nothing = self.and_not(live, sown);
            self.or_into(Fixed::Landed, nothing);
            for (ring, on) in on.iter().enumerate() {
                self.op(Op::Start { ring: ring as u16, on: *on, under: live });
            }
        } else if !self.sows_when_ready() {
            self.set(Fixed::Pending, T::ALL);
        }
        Ok(())
    }

    /// Notes where a lap begins and, in the first lap, what lies there: before anything is done for it.
    fn note_origin(&mut self, pending: At, live: At) {
        let first = self.fixed(Fixed::FirstLap);
        let first = self.and(first, live);
        let (held, origin) = (self.fixed(Fixed::Held), self.fixed(Fixed::Origin));
        let first_origin = self.fixed(Fixed::FirstOrigin);
        self.op(Op::PutCell { to: origin, of: pending, under: live });
        self.op(Op::PutCell { to: first_origin, of: pending, under: first });
        let places = 0..self.program.places;
        let of = places.map(|place| (T::of(place as u32), At(place as u16))).collect();
        let there = self.cell();
        self.op(Op::Gather { to: there, it: pending, of });
        self.op(Op::PutCell { to: held, of: there, under: first });
    }

    /// Seeds fall in every game that has any in the hand, up to one by which something is done.
    fn fall(&mut self, rings: &Rings, on: &[At]) -> Made<()> {
        let sides = self.sides;
        let (all, seeds) = (self.fixed(Fixed::Everything), self.fixed(Fixed::Seeds));
        let falling = self.some(seeds, all);
        let (last, fallen) = (self.fixed(Fixed::Last), self.fixed(Fixed::Fallen));
        self.set(Fixed::Stopped, T::NONE);
        for (i, (ring, on)) in rings.rings.iter().zip(on).enumerate() {
            let here = self.and(falling, *on);
            let stops = self.stops(ring);
            self.op(Op::Fall { ring: i as u16, stops, under: here });
            for side in sides {
                let moving = self.moving(side, here);
                let places = places(ring, &side.code.each_seed);
                self.walking = true;
                self.at_places(ring, &places, last, moving, Some(fallen))?;
                self.walking = false;
            }
        }
        // A move or a turn that is said to end here ends when the lap is over.
        let stopped = self.fixed(Fixed::Stopped);
        self.or_into(Fixed::Noted, stopped);
        // Where the game is over the others do not fall any more.
        let ends = |act: &Act| matches!(act, Act::EndGame(_));
        let mut blocks = sides.iter().flat_map(|side| &side.code.each_seed);
        if blocks.any(|block| any_act(block, ends)) {
            let over = self.fixed(Fixed::Over);
            let over = self.some(over, falling);
            // They stay with the player.
            for side in sides {
                let (_, store) = self.program.keeps[usize::from(side.seat)];
                let (to, gained, under) = (at(store), self.none(), self.moving(side, over));
                self.op(Op::MoveHand { to, gained, under });
            }
        }
        let landed = self.is(seeds, T::NONE, falling);
        self.or_into(Fixed::Landed, landed);
        Ok(())
    }

    /// What each place of a ring has to have come to hold for something to be done there; nothing is told
    /// where that may be anything everywhere.
    fn stops(&self, ring: &Ring) -> Box<[Option<Fit<T>>]> {
        let stop = |cell: &At| {
            let lane = Lane(cell.0 as u8);
            let blocks = self.sides.iter().filter_map(|side| side.code.each_seed.get(lane.index()));
            let ranges = blocks.filter_map(|block| stopping(block, lane));
            ranges.reduce(|a, b| hull(&a, &b)).and_then(|range| fit(&range, 0))
        };
        let stops: Box<[Option<Fit<T>>]> = ring.lanes.iter().map(stop).collect();
        let always = fit(&Range::from(0), 0);
        if stops.iter().all(|stop| *stop == always) { Box::default() } else { stops }
    }

    /// What comes of a lap that is over.
    fn end_lap(&mut self, live: At, rings: &Rings, on: &[At]) -> Made<()> {
        let (pending, laps) = (self.fixed(Fixed::Pending), self.fixed(Fixed::Laps));
        let (stopped, mut going) = (self.fixed(Fixed::Stopped), live);
        if self.walks() {
            let noted = self.fixed(Fixed::Noted);
            going = self.and_not(live, noted);
            let ended = self.and(noted, live);
            self.put(Fixed::Pending, T::ALL, ended);
            self.op(Op::AndNot { to: noted, a: noted, b: live });
        }
        for (side, moving) in self.sides.iter().zip(self.movers(going)) {
            self.last_seeds(side.code, moving, &rings.rings, on)?;
        }
        if self.sows_when_ready() {
            self.or_into(Fixed::Done, live);
            return Ok(());
        }
        self.put(Fixed::Pending, T::ALL, stopped);
        if self.relays() {
            let pends = self.cell();
            let fit = fit(&Range::from(LAPS), 0);
            if let Some(fit) = fit {
                self.op(Op::Within { to: pends, of: laps, fit, under: live });
                let idle = self.is(pending, T::ALL, pends);
                let left = self.and_not(pends, idle);
                self.or_into(Fixed::Left, left);
            }
            let left = self.fixed(Fixed::Left);
            self.put(Fixed::Pending, T::ALL, left);
        }
        let done = self.is(pending, T::ALL, live);
        self.or_into(Fixed::Done, done);
        Ok(())
    }

    /// What comes of the last seed.
    fn last_seeds(&mut self, code: &Code, moving: At, rings: &[Ring], on: &[At]) -> Made<()> {
        let (last, fallen) = (self.fixed(Fixed::Last), self.fixed(Fixed::Fallen));
        let fallen = Some(fallen).filter(|_| self.walks());
        for (ring, on) in rings.iter().zip(on) {
            let blocks = &code.last_seed[usize::from(ring.backward)];
            // Of a lap that is sown at once no other game is on a ring.
            let alone = self.sides.len() == 1 && !self.walks();
            let under = if alone { *on } else { self.and(*on, moving) };
            self.at_places(ring, &places(ring, blocks), last, under, fallen)?;
        }
        Ok(())
    }

    /// What is done at some places, of which a cell tells where on a ring; `fallen`: what the hole of the
    /// fall came to hold, if that is told by a cell.
    fn at_places(
        &mut self,
        ring: &Ring,
        places: &[Place<'_>],
        which: At,
        under: At,
        fallen: Option<At>,
    ) -> Made<()> {
        for merged in merged(places, self.program.lanes.len()) {
            let before = self.made();
            if self.at_merged(ring, &merged, which, under, fallen).is_err() {
                self.back_to(before);
                for place in places.iter().filter(|place| merged.at.contains(&place.at)) {
                    self.at_merged(ring, &place.alone(), which, under, fallen)?;
                }
            }
        }
        Ok(())
    }

    fn at_merged(
        &mut self,
        ring: &Ring,
        merged: &Merged,
        which: At,
        under: At,
        fallen: Option<At>,
    ) -> Made<()> {
        let runs = merged.at.chunk_by(|a, b| a + 1 == *b).map(|run| {
            let (least, span) = (T::of(run[0].into()), T::of(run.len() as u32 - 1));
            Fit { least, span, odd: None }
        });
        let runs: Box<[Fit<T>]> = runs.collect();
        self.for_a_while(|b| {
            let here = match *runs {
                // It falls nowhere else.
                _ if merged.at.len() == ring.lanes.len() => under,
                [Fit { least, span, .. }] if span == T::NONE => b.is(which, least, under),
                [fit] => {
                    let to = b.cell();
                    b.op(Op::Within { to, of: which, fit, under });
                    to
                }
                _ => {
                    let to = b.cell();
                    b.op(Op::Among { to, of: which, among: runs, under });
                    to
                }
            };
            b.within(here, |b| {
                b.columns = Columns::of(merged);
                if !merged.columns.is_empty() {
                    b.columns.it = Some(which);
                }
                if let Some(fallen) = fallen
                    && b.walking
                {
                    b.know_fallen(merged, which, fallen, here);
                }
                b.fallen = Some(match fallen {
                    Some(fallen) => fallen,
                    None if asks_fall_later(&merged.block) => {
                        let (of, to) = (b.of(merged.fallen), b.cell());
                        b.op(Op::Copy { to, of });
                        to
                    }
                    None => b.of(merged.fallen),
                });
                let made = b.block(&merged.block, here);
                b.fallen = None;
                b.columns = Columns::default();
                made
            })
        })
    }
}

/// What a place has come to hold where something is done; `None`: nothing is ever done.
fn stopping(block: &Block, lane: Lane) -> Option<Range> {
    let cases = block.iter().flatten().filter(|case| !case.acts.is_empty());
    cases.map(|case| needed(&case.test, lane)).reduce(|a, b| hull(&a, &b))
}

/// What a place has to have come to hold for something to be the case there.
fn needed(test: &Test, lane: Lane) -> Range {
    match test {
        Test::After(range) => *range,
        Test::Before(range) => {
            Range::of(range.least.saturating_add(1), range.most.saturating_add(1))
        }
        Test::Holds(of, range) if *of == lane => *range,
        Test::All(tests) => {
            let mut all = tests.iter().map(|test| needed(test, lane));
            all.find(|range| !range.is_all()).unwrap_or(Range::from(0))
        }
        Test::Any(tests) => {
            let any = tests.iter().map(|test| needed(test, lane));
            any.reduce(|a, b| hull(&a, &b)).unwrap_or(Range::from(0))
        }
        _ => Range::from(0),
    }
}

/// The numbers of both, and those between.
fn hull(a: &Range, b: &Range) -> Range {
    if a == b { *a } else { Range::of(a.least.min(b.least), a.most.max(b.most)) }
}

/// Where on a ring something is done.
fn places<'p>(ring: &Ring, blocks: &'p [Block]) -> Vec<Place<'p>> {
    let place = |(at, cell): (usize, &At)| {
        let block = blocks.get(usize::from(cell.0)).filter(|block| !block.is_empty())?;
        Some(Place { at: at as u16, lane: Lane(cell.0 as u8), block })
    };
    ring.lanes.iter().enumerate().filter_map(place).collect()
}
