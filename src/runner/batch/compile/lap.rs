//! A lap: what is taken up, how it falls, and what comes of its last seed.

use super::columns::Columns;
use super::cond::{asks_fall_later, fit};
use super::merge::{Merged, Place, merged};
use super::rings::Rings;
use super::{Build, LAPS, Made};
use crate::program::{Code, Lane, Range};
use mnc_lockstep::{At, Cell, Fixed, Op, Ring};

impl<T: Cell> Build<'_, T> {
    /// One lap.
    pub(super) fn lap(&mut self, rings: &Rings, on: &[At]) -> Made<()> {
        let sides = self.sides;
        let (all, pending) = (self.fixed(Fixed::Everything), self.fixed(Fixed::Pending));
        let live = self.fixed(Fixed::Live);
        let idle = self.is(pending, T::ALL, all);
        self.op(Op::AndNot { to: live, a: all, b: idle });
        self.set(Fixed::Stopped, T::NONE);
        let lap_captured = self.fixed(Fixed::LapCaptured);
        let last_captured = self.fixed(Fixed::LastCaptured);
        self.op(Op::PutCell { to: last_captured, of: lap_captured, under: live });
        self.put(Fixed::LapCaptured, T::NONE, live);
        let laps = self.fixed(Fixed::Laps);
        let further = self.some(laps, live);
        self.put(Fixed::FirstLap, T::NONE, further);
        let movers: Vec<At> = sides.iter().map(|side| self.moving(side, live)).collect();
        for (side, moving) in sides.iter().zip(&movers) {
            for (place, block) in side.code.before_lap.iter().enumerate() {
                if !block.is_empty() {
                    let here = self.is(pending, T::of(place as u32), *moving);
                    self.within(here, |b| b.block(block, here))?;
                }
            }
        }
        self.set(Fixed::Seeds, T::NONE);
        self.set(Fixed::First, T::NONE);
        on.iter().for_each(|on| self.ops.push(Op::Set { to: *on, n: T::NONE }));
        for ((side, moving), ways) in sides.iter().zip(&movers).zip(&rings.ways) {
            self.take_up(side.code, *moving, ways, on)?;
        }
        let seeds = self.fixed(Fixed::Seeds);
        let first = self.fixed(Fixed::FirstLap);
        let first = self.and(first, live);
        let (held, origin) = (self.fixed(Fixed::Held), self.fixed(Fixed::Origin));
        let first_origin = self.fixed(Fixed::FirstOrigin);
        self.op(Op::PutCell { to: held, of: seeds, under: first });
        self.op(Op::PutCell { to: origin, of: pending, under: live });
        self.op(Op::PutCell { to: first_origin, of: pending, under: first });
        let sown = self.some(seeds, live);
        self.op(Op::Count { to: laps, under: sown });
        self.set(Fixed::Pending, T::ALL);
        for (ring, on) in on.iter().enumerate() {
            self.op(Op::Sow { ring: ring as u16, on: *on });
        }
        for (side, moving) in sides.iter().zip(&movers) {
            self.last_seeds(side.code, *moving, &rings.rings, on)?;
        }
        let stopped = self.fixed(Fixed::Stopped);
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
        let last = self.fixed(Fixed::Last);
        for (ring, on) in rings.iter().zip(on) {
            let blocks = &code.last_seed[usize::from(ring.backward)];
            let under = if self.sides.len() == 1 { *on } else { self.and(*on, moving) };
            let place = |(at, cell): (usize, &At)| {
                let block = blocks.get(usize::from(cell.0)).filter(|block| !block.is_empty())?;
                Some(Place { at: at as u16, lane: Lane(cell.0 as u8), block })
            };
            let places: Vec<Place<'_>> = ring.lanes.iter().enumerate().filter_map(place).collect();
            self.at_places(&places, last, under)?;
        }
        Ok(())
    }

    /// What is done at some places, of which a cell tells where on a ring.
    fn at_places(&mut self, places: &[Place<'_>], which: At, under: At) -> Made<()> {
        for merged in merged(places, self.program.lanes.len()) {
            let before = self.made();
            if self.at_merged(&merged, which, under).is_err() {
                self.back_to(before);
                for place in places.iter().filter(|place| merged.at.contains(&place.at)) {
                    self.at_merged(&place.alone(), which, under)?;
                }
            }
        }
        Ok(())
    }

    fn at_merged(&mut self, merged: &Merged, which: At, under: At) -> Made<()> {
        let at: Box<[T]> = merged.at.iter().map(|at| T::of((*at).into())).collect();
        self.for_a_while(|b| {
            let here = b.cell();
            match *at {
                [n] => b.op(Op::Is { to: here, of: which, n, under }),
                _ => b.op(Op::Among { to: here, of: which, among: at, under }),
            }
            b.within(here, |b| {
                b.columns = Columns::of(merged);
                if !merged.columns.is_empty() {
                    let it = b.cell();
                    b.op(Op::Set { to: it, n: T::ALL });
                    b.op(Op::PutCell { to: it, of: which, under: here });
                    b.columns.it = Some(it);
                }
                let fallen = b.of(merged.fallen);
                b.fallen = Some(fallen);
                if asks_fall_later(&merged.block) {
                    let kept = b.cell();
                    b.op(Op::Copy { to: kept, of: fallen });
                    b.fallen = Some(kept);
                }
                let made = b.block(&merged.block, here);
                b.fallen = None;
                b.columns = Columns::default();
                made
            })
        })
    }
}
