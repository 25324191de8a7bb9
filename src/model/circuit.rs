//! Circuits: the order of holes round a board, and the other places between them.

use super::board::{Board, Hole};
use super::ids::{PlaceId, PlaceSetBits, Seat};
use super::place::PlacePhrase;
use super::way::{Dir, Ring};
use crate::order::SmallSort;
use std::collections::BTreeMap;

/// The most rows of a circuit.
pub const MAX_CIRCUIT_ROWS: usize = 2;

/// The holes of a circuit.
#[derive(Clone, Debug)]
pub enum CircuitShape {
    /// These holes, in one circuit.
    Holes(PlacePhrase),
    /// Stretches in sequence, each in its direction.
    Stretches(Vec<(Dir, PlacePhrase)>),
}

/// A place other than a hole, on a circuit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InsertedPlace {
    /// The place.
    pub place: PlaceId,
    /// The hole that *board* puts it next to.
    pub adjacent_hole: Option<PlaceId>,
}

/// Describes a circuit whose rings depend on who owns the holes, where owners change. The rings are
/// rebuilt for every lap.
#[derive(Clone, Debug)]
pub struct DynamicCircuit {
    /// The holes.
    pub shape: CircuitShape,
    /// For each seat, the other places on its ring.
    pub inserted: Vec<Vec<InsertedPlace>>,
}

/// The current owner of a place.
pub type OwnerFn<'a> = &'a dyn Fn(PlaceId) -> Option<Seat>;

impl Board {
    /// The position of a hole; `None` for other places.
    pub fn hole(&self, place: PlaceId) -> Option<Hole> {
        self.places.get(place.index()).and_then(|place| place.hole)
    }

    /// Whether a player sits on the far side.
    pub fn is_far(&self, seat: Seat) -> bool {
        self.seats.get(seat.index()).is_some_and(|info| info.far_side)
    }

    /// The number of a hole's row from a player's side, from 1.
    pub fn row_seen(&self, seat: Seat, hole: Hole) -> u16 {
        if self.is_far(seat) { self.rows + 1 - hole.row } else { hole.row }
    }

    /// The ring of the holes of one or two rows, anticlockwise; `None`: they are in more rows, or
    /// there are none.
    pub fn circuit(&self, set: PlaceSetBits, seat: Seat) -> Option<Ring> {
        let mut rows: BTreeMap<u16, Vec<(u16, PlaceId)>> = BTreeMap::new();
        for place in set.iter() {
            let hole = self.hole(place)?;
            rows.entry(hole.row).or_default().push((hole.column, place));
        }
        rows.values_mut().for_each(|row| row.small_sort());
        let mut rows = rows.into_iter();
        let (first, second) = (rows.next()?, rows.next());
        if rows.next().is_some() {
            return None;
        }
        let ids = |row: &[(u16, PlaceId)]| row.iter().map(|(_, place)| *place).collect::<Vec<_>>();
        let far = self.is_far(seat);
        // From the far side, the upper of two rows is the nearest.
        let begin = second.as_ref().filter(|_| far).and_then(|row| row.1.last().copied());
        let begin = begin.map(|(_, place)| place);
        let (places, near_goes_right) = match second {
            Some(second) => {
                let mut places = ids(&first.1);
                places.extend(ids(&second.1).iter().rev());
                (places, !far)
            }
            None => {
                let upper = self.rows > 1 && first.0 > self.rows / 2;
                let mut places = ids(&first.1);
                if upper {
                    places.reverse();
                }
                (places, !upper)
            }
        };
        // From the far side, left is right: the nearest of two rows is the upper one.
        Some(Ring { places, begin, right_is_forward: near_goes_right != far })
    }

    /// Those of some holes that are in the rows nearest to a player.
    pub fn nearest_rows(&self, set: PlaceSetBits, seat: Seat, rows: usize) -> PlaceSetBits {
        let row = |place| self.hole(place).map(|hole| self.row_seen(seat, hole));
        let mut seen: Vec<u16> = set.iter().filter_map(row).collect();
        seen.small_sort();
        seen.dedup();
        seen.truncate(rows);
        set.iter().filter(|place| row(*place).is_some_and(|row| seen.contains(&row))).collect()
    }

    /// A stretch of a way, and whether it goes rightwards; `None`: the holes do not form one.
    pub fn stretch(
        &self,
        set: PlaceSetBits,
        seat: Seat,
        dir: &Dir,
    ) -> Option<(Vec<PlaceId>, bool)> {
        let ring = self.circuit(set, seat)?;
        let rows = || self.nearest_rows(set, seat, 1) == set;
        let (forward, right) = match dir {
            Dir::Anticlockwise => (true, ring.right_is_forward),
            Dir::Clockwise => (false, !ring.right_is_forward),
            Dir::Rightwards if rows() => (ring.right_is_forward, true),
            Dir::Leftwards if rows() => (!ring.right_is_forward, false),
            Dir::Rightwards
            | Dir::Leftwards
            | Dir::OtherWay
            | Dir::Ask
            | Dir::Towards(_)
            | Dir::Note(_) => return None,
        };
        let mut places = ring.places;
        if !forward {
            places.reverse();
        }
        Some((places, right))
    }

    /// Joins stretches, each with whether it goes rightwards, to a ring. The stretch in the row
    /// nearest to the player decides which direction is rightwards.
    pub fn join_stretches(&self, stretches: Vec<(Vec<PlaceId>, bool)>, seat: Seat) -> Ring {
        let row = |place: &PlaceId| self.hole(*place).map(|hole| self.row_seen(seat, hole));
        let mut nearest: Option<(u16, bool)> = None;
        let mut places: Vec<PlaceId> = Vec::new();
        for (stretch, right) in stretches {
            if let Some(row) = stretch.iter().filter_map(row).min()
                && nearest.is_none_or(|(near, _)| row < near)
            {
                nearest = Some((row, right));
            }
            places.extend(stretch);
        }
        let right_is_forward = nearest.is_none_or(|(_, right)| right);
        Ring { places, begin: None, right_is_forward }
    }

    /// Inserts a place into a ring, where a way in direction `dir` passes it: next to its adjacent
    /// hole, or else, for a store, after its owner's last hole, and for a shared place after the
    /// last hole of the nearest row. `false`: the way does not pass that hole.
    pub fn insert_in_ring(
        &self,
        ring: &mut Ring,
        added: InsertedPlace,
        owners: OwnerFn<'_>,
        seat: Seat,
        dir: Option<&Dir>,
    ) -> bool {
        let forward = ring.goes_forward(dir);
        if !forward {
            ring.places.reverse();
        }
        let owner = self.places.get(added.place.index()).and_then(|place| place.owner);
        let at_end =
            added.adjacent_hole.and_then(|hole| self.position_at_row_end(&ring.places, hole));
        let at = match (owner, at_end, added.adjacent_hole) {
            (_, Some(at), _) => Some(at),
            (Some(owner), None, None) => {
                Some(self.position_after_last_of(&ring.places, owner, owners))
            }
            (None, None, _) => Some(self.position_after_near_row(&ring.places, seat)),
            (Some(_), None, Some(_)) => None,
        };
        if let Some(at) = at {
            ring.places.insert(at.min(ring.places.len()), added.place);
        }
        if !forward {
            ring.places.reverse();
        }
        at.is_some()
    }

    /// The position next to a hole at an end of its row: beyond the hole, which is before or after
    /// it on the way.
    fn position_at_row_end(&self, places: &[PlaceId], hole: PlaceId) -> Option<usize> {
        let at = places.iter().position(|place| *place == hole)?;
        let Hole { row, column } = self.hole(hole)?;
        let in_row = |place: &PlaceId| self.hole(*place).filter(|hole| hole.row == row);
        let columns = || places.iter().filter_map(in_row).map(|hole| hole.column);
        let further = |left: bool| {
            let side =
                columns().filter(|other| if left { *other < column } else { *other > column });
            if left { side.max() } else { side.min() }
        };
        let inner = match (further(true), further(false)) {
            (Some(_), Some(_)) => return None,
            (inner, None) | (None, inner) => inner,
        };
        let is_inner = |place: Option<&PlaceId>| {
            place.and_then(in_row).is_some_and(|h| Some(h.column) == inner)
        };
        // Where the row ends on both sides of the hole, the way has already passed the rest of the
        // row.
        let before = at.checked_sub(1).and_then(|at| places.get(at));
        let comes_from_within =
            inner.is_none() || is_inner(before) || !is_inner(places.get(at + 1));
        Some(if comes_from_within { at + 1 } else { at })
    }

    /// The position after an owner's last hole: where the next hole is not theirs.
    fn position_after_last_of(
        &self,
        places: &[PlaceId],
        owner: Seat,
        owners: OwnerFn<'_>,
    ) -> usize {
        let near = self.position_after_near_row(places, owner);
        let owned = |place: Option<&PlaceId>| {
            place.is_some_and(|place| self.hole(*place).is_some() && owners(*place) == Some(owner))
        };
        let next = |at: usize| places.get((at + 1) % places.len().max(1));
        let last = |at: &usize| owned(places.get(*at)) && !owned(next(*at));
        // Of several stretches, the one that ends in the owner's nearest row.
        let ends: Vec<usize> = (0..places.len()).filter(last).map(|at| at + 1).collect();
        if ends.contains(&near) {
            return near;
        }
        ends.first().copied().unwrap_or(near)
    }

    /// The position after the last hole of the row nearest to a player.
    fn position_after_near_row(&self, places: &[PlaceId], seat: Seat) -> usize {
        let row = |place: &PlaceId| self.hole(*place).map(|hole| self.row_seen(seat, hole));
        let nearest = places.iter().filter_map(row).min();
        places.iter().rposition(|p| row(p).is_some() && row(p) == nearest).map_or(0, |at| at + 1)
    }
}

impl Ring {
    /// Whether a way in this direction goes forward on the ring.
    pub fn goes_forward(&self, dir: Option<&Dir>) -> bool {
        match dir {
            Some(Dir::Clockwise) => false,
            Some(Dir::Rightwards) => self.right_is_forward,
            Some(Dir::Leftwards) => !self.right_is_forward,
            Some(
                Dir::Anticlockwise | Dir::OtherWay | Dir::Ask | Dir::Towards(_) | Dir::Note(_),
            )
            | None => true,
        }
    }
}
