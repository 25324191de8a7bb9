//! The rings on which seeds go round.
//!
//! For every place that is taken up a program names the way of its seeds. Mostly these ways are one
//! ring, begun at one place or another, with or without the place taken up itself.

use super::{Build, Made, at};
use crate::program::{Code, Lane, Sowing, Start, Test};
use mnc_lockstep::{At, Cell, Fixed, Op, Ring, TakeUp};

/// The longest ring: distances on it must be told from their opposites within a byte.
const LONGEST: usize = 127;

/// The most rings of a game.
const MOST: usize = 8;

/// Where a way begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    /// On that ring, from there.
    On(usize, u16),
    /// Nowhere.
    Nowhere,
}

/// The rings of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Rings {
    pub rings: Vec<Ring>,
    /// For the rules of each player, for each place, its ways.
    pub ways: Vec<Vec<Vec<Way>>>,
}

impl Rings {
    pub fn of<'c>(codes: impl Iterator<Item = &'c Code>) -> Made<Rings> {
        let mut rings = Rings::default();
        for code in codes {
            let mut ways = Vec::new();
            let origins = code.origins();
            for (place, of) in code.ways.iter().enumerate() {
                let of = if origins.contains(Lane(place as u8)) { of.as_slice() } else { &[] };
                let of = of.iter().map(|(_, way)| rings.way(&code.sowings[*way]));
                ways.push(of.collect::<Made<Vec<Way>>>()?);
            }
            rings.ways.push(ways);
        }
        Ok(rings)
    }

    fn way(&mut self, sowing: &Sowing) -> Made<Way> {
        let Sowing { origin, start, backward, path, passing, each, any_order: _ } = sowing;
        if each.is_some() {
            return Err("several seeds in each place");
        }
        if *start != Start::Path && !path.is_empty() {
            return Err("a lap from beside the way");
        }
        if !passing.is_empty() {
            return Err("some places are passed over at times");
        }
        let Some(first) = path.first() else { return Ok(Way::Nowhere) };
        let skips = !path.contains(origin);
        let mut whole: Vec<At> = path.iter().map(|lane| at(*lane)).collect();
        if skips {
            whole.push(at(*origin));
        }
        for (i, ring) in self.rings.iter().enumerate() {
            let from = ring.lanes.iter().position(|lane| *lane == at(*first));
            let Some(from) = from.filter(|_| ring.backward == *backward && ring.skips == skips)
            else {
                continue;
            };
            let turned = ring.lanes[from..].iter().chain(&ring.lanes[..from]);
            if turned.eq(&whole) {
                return Ok(Way::On(i, from as u16));
            }
        }
        let twice = whole.iter().enumerate().any(|(i, lane)| whole[..i].contains(lane));
        if twice || whole.len() > LONGEST || self.rings.len() == MOST {
            return Err("a way of its own");
        }
        self.rings.push(Ring { lanes: whole, backward: *backward, skips });
        Ok(Way::On(self.rings.len() - 1, 0))
    }
}

impl<T: Cell> Build<'_, T> {
    /// What is pending is taken up.
    pub(super) fn take_up(
        &mut self,
        code: &Code,
        moving: At,
        ways: &[Vec<Way>],
        on: &[At],
    ) -> Made<()> {
        let pending = self.fixed(Fixed::Pending);
        let mut plain = Vec::new();
        let origins = code.origins();
        for (place, (of, ways)) in code.ways.iter().zip(ways).enumerate() {
            if !origins.contains(Lane(place as u8)) {
                continue;
            }
            let lane = At(place as u16);
            let of_ring = |way: Way| match way {
                Way::On(ring, first) => Some(TakeUp { lane, first, on: on[ring] }),
                Way::Nowhere => None,
            };
            match (of.as_slice(), ways.as_slice()) {
                ([], _) => return Err("a way is told by the reference engine"),
                ([(Test::Always, _)], [Way::On(ring, first)]) => {
                    plain.push(TakeUp { lane, first: *first, on: on[*ring] });
                }
                _ => {
                    let mut rest = self.is(pending, T::of(place as u32), moving);
                    for ((test, _), way) in of.iter().zip(ways) {
                        let fits = self.test(test, rest)?;
                        match of_ring(*way) {
                            Some(of) => self.op(Op::TakeUpOne { of, under: fits }),
                            None => self.or_into(Fixed::Left, fits),
                        }
                        rest = self.and_not(rest, fits);
                    }
                    self.or_into(Fixed::Left, rest);
                }
            }
        }
        if !plain.is_empty() {
            self.op(Op::TakeUp { of: plain.into(), under: moving, new: false });
        }
        Ok(())
    }
}
