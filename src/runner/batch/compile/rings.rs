//! The rings on which seeds are sown.
//!
//! A program has a path for every origin. Most paths are the same ring, entered at different places, with or
//! without the origin itself.

use super::{BatchCompiler, Emitted, at};
use crate::program::{Code, FirstFall, Lane, SowPath, Test};
use mnc_lockstep::{CellId, CellValue, Op, Pickup, Register, SowRing};

/// The longest ring: signed distances on it have to fit a byte.
const MAX_RING_LEN: usize = 127;

/// The most rings of a game.
const MAX_RINGS: usize = 8;

/// Where a path enters a ring.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RingEntry {
    /// Ring number, and index of the first place on it.
    On(usize, u16),
    /// The path is empty.
    Nowhere,
}

/// The rings of a game, and how paths enter them.
#[derive(Clone, Debug, Default)]
pub(super) struct RingTable {
    pub rings: Vec<SowRing>,
    /// Indexed by code, by place, then by path of that place.
    pub ways: Vec<Vec<Vec<RingEntry>>>,
}

impl RingTable {
    pub fn of<'c>(codes: impl Iterator<Item = &'c Code>) -> Emitted<RingTable> {
        let mut rings = RingTable::default();
        for code in codes {
            let mut ways = Vec::new();
            let origins = code.origins();
            for (place, of) in code.ways.iter().enumerate() {
                let of = if origins.contains(Lane(place as u8)) { of.as_slice() } else { &[] };
                let of = of.iter().map(|(_, way)| rings.ring_entry(&code.sowings[*way]));
                ways.push(of.collect::<Emitted<Vec<RingEntry>>>()?);
            }
            rings.ways.push(ways);
        }
        Ok(rings)
    }

    fn ring_entry(&mut self, sowing: &SowPath) -> Emitted<RingEntry> {
        let SowPath { origin, start, backward, path, passing, each, any_order: _ } = sowing;
        if each.is_some() {
            return Err("several seeds in each place");
        }
        if *start != FirstFall::PathStart && !path.is_empty() {
            return Err("a lap from beside the way");
        }
        if !passing.is_empty() {
            return Err("some places are passed over at times");
        }
        let Some(first) = path.first() else { return Ok(RingEntry::Nowhere) };
        let skips = !path.contains(origin);
        let mut whole: Vec<CellId> = path.iter().map(|lane| at(*lane)).collect();
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
                return Ok(RingEntry::On(i, from as u16));
            }
        }
        let twice = whole.iter().enumerate().any(|(i, lane)| whole[..i].contains(lane));
        if twice || whole.len() > MAX_RING_LEN || self.rings.len() == MAX_RINGS {
            return Err("a way of its own");
        }
        self.rings.push(SowRing { lanes: whole, backward: *backward, skips });
        Ok(RingEntry::On(self.rings.len() - 1, 0))
    }
}

impl<T: CellValue> BatchCompiler<'_, T> {
    /// Takes up the seeds of the pending origins. `on`: for each ring, the mask of the games that sow on it.
    pub(super) fn take_up(
        &mut self,
        code: &Code,
        moving: CellId,
        ways: &[Vec<RingEntry>],
        on: &[CellId],
    ) -> Emitted<()> {
        let pending = self.register(Register::PendingOrigin);
        let mut plain = Vec::new();
        let origins = code.origins();
        for (place, (of, ways)) in code.ways.iter().zip(ways).enumerate() {
            if !origins.contains(Lane(place as u8)) {
                continue;
            }
            let lane = CellId(place as u16);
            let of_ring = |way: RingEntry| match way {
                RingEntry::On(ring, first) => Some(Pickup { lane, first, on: on[ring] }),
                RingEntry::Nowhere => None,
            };
            match (of.as_slice(), ways.as_slice()) {
                ([], _) => return Err("a way is left to the reference engine"),
                ([(Test::Always, _)], [RingEntry::On(ring, first)]) => {
                    plain.push(Pickup { lane, first: *first, on: on[*ring] });
                }
                _ => {
                    let mut rest = self.is(pending, T::of(place as u32), moving);
                    for ((test, _), way) in of.iter().zip(ways) {
                        let fits = self.test_mask(test, rest)?;
                        match of_ring(*way) {
                            Some(of) => self.emit(Op::TakeUpOne { of, under: fits }),
                            None => self.or_into(Register::FallBack, fits),
                        }
                        rest = self.and_not(rest, fits);
                    }
                    self.or_into(Register::FallBack, rest);
                }
            }
        }
        if !plain.is_empty() {
            self.emit(Op::TakeUp { of: plain.into(), under: moving, new: false });
        }
        Ok(())
    }
}
