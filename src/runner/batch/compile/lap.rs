//! Compiles a lap: pickup, falls, and the effect of the last seed.

use super::acts::ends_acts;
use super::columns::Columns;
use super::cond::{cell_range, rereads_fall};
use super::rings::RingTable;
use super::vectorize::{HoleBlock, VectorBlock, vectorize};
use super::{BatchCompiler, Emitted, MAX_LAPS, at};
use crate::program::{Act, Block, Code, Connective, Lane, NumberRange, Operand, Test, any_act};
use crate::runner::batch::code::LapCode;
use mnc_lockstep::{CellId, CellRange, CellValue, Op, Register, SowRing};

impl<T: CellValue> BatchCompiler<'_, T> {
    /// Emits laps: seeds fall all at once or, with per-seed hooks, one by one.
    pub(super) fn sown_laps(&mut self, rings: &RingTable, on: &[CellId]) -> Emitted<LapCode<T>> {
        if !self.acts_on_falls() {
            let lap = self.op_list(|b| {
                b.begin_lap(rings, on)?;
                for (ring, on) in on.iter().enumerate() {
                    b.emit(Op::Sow { ring: ring as u16, on: *on });
                }
                let live = b.register(Register::Live);
                b.end_lap(live, rings, on)
            })?;
            return Ok(LapCode { lap, ..LapCode::default() });
        }
        Ok(LapCode {
            lap: self.op_list(|b| b.begin_lap(rings, on))?,
            fall: self.op_list(|b| b.fall(rings, on))?,
            land: self.op_list(|b| {
                let landed = b.register(Register::Landed);
                b.set(Register::Stopped, T::NONE);
                b.end_lap(landed, rings, on)?;
                b.set(Register::Landed, T::NONE);
                Ok(())
            })?,
            ..LapCode::default()
        })
    }

    /// Whether there are per-seed hooks.
    pub(super) fn acts_on_falls(&self) -> bool {
        self.seat_codes.iter().any(|side| !side.code.each_seed.is_empty())
    }

    /// Whether every game that begins a move sows exactly one lap, all at once.
    fn sows_when_ready(&self) -> bool {
        !self.may_relay() && !self.acts_on_falls()
    }

    /// Begins a lap: takes up the seeds of the pending origin.
    fn begin_lap(&mut self, rings: &RingTable, on: &[CellId]) -> Emitted<()> {
        let sides = self.seat_codes;
        let (all, pending) =
            (self.register(Register::AllOnes), self.register(Register::PendingOrigin));
        let (live, seeds) = (self.register(Register::Live), self.register(Register::Seeds));
        if self.sows_when_ready() {
            let ready = self.register(Register::Ready);
            self.emit(Op::Copy { to: live, of: ready });
        } else {
            let idle = self.is(pending, T::ALL, all);
            self.emit(Op::AndNot { to: live, a: all, b: idle });
        }
        if self.acts_on_falls() {
            self.emit(Op::Is { to: live, of: seeds, n: T::NONE, under: live });
        }
        self.set(Register::Stopped, T::NONE);
        let lap_captured = self.register(Register::LapCaptured);
        let last_captured = self.register(Register::LastCaptured);
        self.emit(Op::AssignCell { to: last_captured, of: lap_captured, under: live });
        self.assign(Register::LapCaptured, T::NONE, live);
        let laps = self.register(Register::Laps);
        let further = self.nonzero(laps, live);
        self.assign(Register::FirstLap, T::NONE, further);
        self.note_origin(pending, live);
        let movers = self.mover_masks(live);
        for (side, moving) in sides.iter().zip(&movers) {
            for (place, block) in side.code.before_lap.iter().enumerate() {
                if any_act(block, ends_acts) {
                    return Err("a lap may be stopped before it begins");
                }
                if !block.is_empty() {
                    let here = self.is(pending, T::of(place as u32), *moving);
                    self.skip_unless(here, |b| b.block(block, here))?;
                }
            }
        }
        if self.acts_on_falls() {
            self.assign(Register::FirstFall, T::NONE, live);
            on.iter().for_each(|on| self.ops.push(Op::Assign { to: *on, n: T::NONE, under: live }));
        } else {
            self.set(Register::Seeds, T::NONE);
            self.set(Register::FirstFall, T::NONE);
            on.iter().for_each(|on| self.ops.push(Op::Set { to: *on, n: T::NONE }));
        }
        // The path may depend on the seeds taken up.
        for ((side, moving), ways) in sides.iter().zip(&movers).zip(&rings.ways) {
            self.take_up(side.code, *moving, ways, on)?;
        }
        let sown = self.nonzero(seeds, live);
        self.emit(Op::Increment { to: laps, under: sown });
        if self.acts_on_falls() {
            self.assign(Register::PendingOrigin, T::ALL, live);
            let nothing = self.and_not(live, sown);
            self.or_into(Register::Landed, nothing);
            for (ring, on) in on.iter().enumerate() {
                self.emit(Op::StartFalls { ring: ring as u16, on: *on, under: live });
            }
        } else if !self.sows_when_ready() {
            self.set(Register::PendingOrigin, T::ALL);
        }
        Ok(())
    }

    /// Records the origin of a lap and, in the first lap, the seeds in it, before anything changes.
    fn note_origin(&mut self, pending: CellId, live: CellId) {
        let first = self.register(Register::FirstLap);
        let first = self.and(first, live);
        let (held, origin) =
            (self.register(Register::FirstLapHeld), self.register(Register::Origin));
        let first_origin = self.register(Register::FirstOrigin);
        self.emit(Op::AssignCell { to: origin, of: pending, under: live });
        self.emit(Op::AssignCell { to: first_origin, of: pending, under: first });
        let places = 0..self.program.places;
        let of = places.map(|place| (T::of(place as u32), CellId(place as u16))).collect();
        let there = self.new_cell();
        self.emit(Op::Gather { to: there, index: pending, of });
        self.emit(Op::AssignCell { to: held, of: there, under: first });
    }

    /// Drops seeds in every game that has some in the hand, up to one that triggers a hook.
    fn fall(&mut self, rings: &RingTable, on: &[CellId]) -> Emitted<()> {
        let sides = self.seat_codes;
        let (all, seeds) = (self.register(Register::AllOnes), self.register(Register::Seeds));
        let falling = self.nonzero(seeds, all);
        let (last, fallen) =
            (self.register(Register::LastFall), self.register(Register::FallContent));
        self.set(Register::Stopped, T::NONE);
        for (i, (ring, on)) in rings.rings.iter().zip(on).enumerate() {
            let here = self.and(falling, *on);
            let stops = self.fall_stops(ring);
            self.emit(Op::Fall { ring: i as u16, stops, under: here });
            for side in sides {
                let moving = self.mover_mask(side, here);
                let places = hole_blocks(ring, &side.code.each_seed);
                self.seed_by_seed = true;
                self.emit_at_holes(ring, &places, last, moving, Some(fallen))?;
                self.seed_by_seed = false;
            }
        }
        // If a hook ends the move or turn, that takes effect when the lap is over.
        let stopped = self.register(Register::Stopped);
        self.or_into(Register::EndAfterLap, stopped);
        // If the game is over, the remaining seeds do not fall.
        let ends = |act: &Act| matches!(act, Act::EndGame(_));
        let mut blocks = sides.iter().flat_map(|side| &side.code.each_seed);
        if blocks.any(|block| any_act(block, ends)) {
            let over = self.register(Register::EndNumber);
            let over = self.nonzero(over, falling);
            // They go to the player's store.
            for side in sides {
                let (_, store) = self.program.own_holes[usize::from(side.seat)];
                let (to, gained, under) =
                    (at(store), self.zero_cell(), self.mover_mask(side, over));
                self.emit(Op::MoveHand { to, gained, under });
            }
        }
        let landed = self.is(seeds, T::NONE, falling);
        self.or_into(Register::Landed, landed);
        Ok(())
    }

    /// For each place of a ring, the range of contents at which a hook may do something. Empty if any content
    /// may trigger one, in every place.
    fn fall_stops(&self, ring: &SowRing) -> Box<[Option<CellRange<T>>]> {
        let stop = |cell: &CellId| {
            let lane = Lane(cell.0 as u8);
            let blocks =
                self.seat_codes.iter().filter_map(|side| side.code.each_seed.get(lane.index()));
            let ranges = blocks.filter_map(|block| stop_range(block, lane));
            ranges.reduce(|a, b| hull(&a, &b)).and_then(|range| cell_range(&range, 0))
        };
        let stops: Box<[Option<CellRange<T>>]> = ring.lanes.iter().map(stop).collect();
        let always = cell_range(&NumberRange::at_least(0), 0);
        if stops.iter().all(|stop| *stop == always) { Box::default() } else { stops }
    }

    /// Finishes a lap: effects of the last seed, limits, and whether the move is over.
    fn end_lap(&mut self, live: CellId, rings: &RingTable, on: &[CellId]) -> Emitted<()> {
        let (pending, laps) =
            (self.register(Register::PendingOrigin), self.register(Register::Laps));
        let (stopped, mut going) = (self.register(Register::Stopped), live);
        if self.acts_on_falls() {
            let noted = self.register(Register::EndAfterLap);
            going = self.and_not(live, noted);
            let ended = self.and(noted, live);
            self.assign(Register::PendingOrigin, T::ALL, ended);
            self.emit(Op::AndNot { to: noted, a: noted, b: live });
        }
        for (side, moving) in self.seat_codes.iter().zip(self.mover_masks(going)) {
            self.last_seeds(side.code, moving, &rings.rings, on)?;
        }
        if self.sows_when_ready() {
            self.or_into(Register::LapsDone, live);
            return Ok(());
        }
        self.assign(Register::PendingOrigin, T::ALL, stopped);
        if self.may_relay() {
            let pends = self.new_cell();
            let fit = cell_range(&NumberRange::at_least(MAX_LAPS), 0);
            if let Some(fit) = fit {
                self.emit(Op::Within { to: pends, of: laps, fit, under: live });
                let idle = self.is(pending, T::ALL, pends);
                let left = self.and_not(pends, idle);
                self.or_into(Register::FallBack, left);
            }
            let left = self.register(Register::FallBack);
            self.assign(Register::PendingOrigin, T::ALL, left);
        }
        let done = self.is(pending, T::ALL, live);
        self.or_into(Register::LapsDone, done);
        Ok(())
    }

    /// Emits the effect of the last seed.
    fn last_seeds(
        &mut self,
        code: &Code,
        moving: CellId,
        rings: &[SowRing],
        on: &[CellId],
    ) -> Emitted<()> {
        let (last, fallen) =
            (self.register(Register::LastFall), self.register(Register::FallContent));
        let fallen = Some(fallen).filter(|_| self.acts_on_falls());
        for (ring, on) in rings.iter().zip(on) {
            let blocks = &code.last_seed[usize::from(ring.backward)];
            // In laps sown all at once, the mask of a ring only covers games that sow now.
            let alone = self.seat_codes.len() == 1 && !self.acts_on_falls();
            let under = if alone { *on } else { self.and(*on, moving) };
            self.emit_at_holes(ring, &hole_blocks(ring, blocks), last, under, fallen)?;
        }
        Ok(())
    }

    /// Emits the blocks of some places. `which`: cell with the index on the ring; `fallen`: cell with the
    /// content of the hole after the fall, if there is one.
    fn emit_at_holes(
        &mut self,
        ring: &SowRing,
        places: &[HoleBlock<'_>],
        which: CellId,
        under: CellId,
        fallen: Option<CellId>,
    ) -> Emitted<()> {
        for merged in vectorize(places, self.program.lanes.len()) {
            let before = self.checkpoint();
            if self.emit_vector_block(ring, &merged, which, under, fallen).is_err() {
                self.roll_back(before);
                for place in places.iter().filter(|place| merged.at.contains(&place.at)) {
                    self.emit_vector_block(ring, &place.unshared(), which, under, fallen)?;
                }
            }
        }
        Ok(())
    }

    fn emit_vector_block(
        &mut self,
        ring: &SowRing,
        merged: &VectorBlock,
        which: CellId,
        under: CellId,
        fallen: Option<CellId>,
    ) -> Emitted<()> {
        let runs = merged.at.chunk_by(|a, b| a + 1 == *b).map(|run| {
            let (least, span) = (T::of(run[0].into()), T::of(run.len() as u32 - 1));
            CellRange { least, span, odd: None }
        });
        let runs: Box<[CellRange<T>]> = runs.collect();
        self.with_temporaries(|b| {
            let here = match *runs {
                // Every place of the ring has this block.
                _ if merged.at.len() == ring.lanes.len() => under,
                [CellRange { least, span, .. }] if span == T::NONE => b.is(which, least, under),
                [fit] => {
                    let to = b.new_cell();
                    b.emit(Op::Within { to, of: which, fit, under });
                    to
                }
                _ => {
                    let to = b.new_cell();
                    b.emit(Op::Among { to, of: which, among: runs, under });
                    to
                }
            };
            b.skip_unless(here, |b| {
                b.columns = Columns::of(merged);
                if !merged.columns.is_empty() {
                    b.columns.place_cell = Some(which);
                }
                if let Some(fallen) = fallen
                    && b.seed_by_seed
                {
                    b.set_fallen(merged, which, fallen, here);
                }
                b.fallen = Some(match fallen {
                    Some(fallen) => fallen,
                    None if rereads_fall(&merged.block) => {
                        let (of, to) = (b.cell_of(merged.fallen), b.new_cell());
                        b.emit(Op::Copy { to, of });
                        to
                    }
                    None => b.cell_of(merged.fallen),
                });
                let made = b.block(&merged.block, here);
                b.fallen = None;
                b.columns = Columns::default();
                made
            })
        })
    }
}

/// Contents with which some case of a block may do something; `None`: none ever does.
fn stop_range(block: &Block, lane: Lane) -> Option<NumberRange> {
    let cases = block.iter().flatten().filter(|case| !case.acts.is_empty());
    cases.map(|case| needed_range(&case.test, lane)).reduce(|a, b| hull(&a, &b))
}

/// Contents of a place that a test requires.
fn needed_range(test: &Test, lane: Lane) -> NumberRange {
    let anything = NumberRange::at_least(0);
    match test.connective() {
        Connective::All(tests) => {
            let mut all = tests.iter().map(|test| needed_range(test, lane));
            all.find(|range| !range.is_all()).unwrap_or(anything)
        }
        Connective::Any(tests) => {
            let any = tests.iter().map(|test| needed_range(test, lane));
            any.reduce(|a, b| hull(&a, &b)).unwrap_or(anything)
        }
        Connective::Constant(_) | Connective::Not(_) | Connective::Cases(_) => anything,
        Connective::None => match test.operand() {
            Some((Operand::After, range)) => range,
            Some((Operand::Before, range)) => {
                NumberRange::between(range.least.saturating_add(1), range.most.saturating_add(1))
            }
            Some((Operand::Lane(of), range)) if of == lane => range,
            Some((Operand::Lane(_) | Operand::Origin | Operand::LapOrigin, _)) | None => anything,
        },
    }
}

/// The smallest range that contains both.
fn hull(a: &NumberRange, b: &NumberRange) -> NumberRange {
    if a == b { *a } else { NumberRange::between(a.least.min(b.least), a.most.max(b.most)) }
}

/// The places of a ring with a non-empty block.
fn hole_blocks<'p>(ring: &SowRing, blocks: &'p [Block]) -> Vec<HoleBlock<'p>> {
    let place = |(at, cell): (usize, &CellId)| {
        let block = blocks.get(usize::from(cell.0)).filter(|block| !block.is_empty())?;
        Some(HoleBlock { at: at as u16, lane: Lane(cell.0 as u8), block })
    };
    ring.lanes.iter().enumerate().filter_map(place).collect()
}
