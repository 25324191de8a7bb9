//! Places along the way: rings, neighbours, the n-th place, runs.

use super::budget;
use super::evaluate::direction_of;
use super::execution::{EvalCtx, Execution};
use crate::engine::Direction;
use crate::model::{
    CircuitShape, Dir, DynamicCircuit, MAX_CIRCUIT_ROWS, PlaceId, PlacePhrase, PlaceSetBits, Ring,
    Seat, WayKind, WayLine,
};
use std::borrow::Cow;

impl<'e> Execution<'e> {
    /// The ring that a player sows on now: of the first line whose condition holds.
    pub(crate) fn ring(&self, seat: Seat) -> Option<Cow<'e, Ring>> {
        self.rules.way.iter().find_map(|line| {
            let own = line.seat.is_none_or(|s| s == seat);
            if !own || !matches!(line.kind, WayKind::Circuit { .. }) {
                return None;
            }
            let fits = line.when.as_ref().is_none_or(|c| self.holds(c, EvalCtx::of(seat)));
            if fits { self.ring_of(line, seat) } else { None }
        })
    }

    /// The ring of a line of *way* for a player, with the current owners.
    pub(super) fn ring_of(&self, line: &'e WayLine, seat: Seat) -> Option<Cow<'e, Ring>> {
        let WayKind::Circuit { rings, dir, dynamic: live } = &line.kind else { return None };
        match live {
            None => rings.get(seat.index()).map(Cow::Borrowed),
            Some(live) => Some(Cow::Owned(self.live_ring(live, dir.as_ref(), seat))),
        }
    }

    /// Builds a ring that depends on who owns the holes. A circuit of more than two rows, or a
    /// one-row stretch of more than one, is cut to the rows nearest to the player.
    fn live_ring(&self, live: &DynamicCircuit, dir: Option<&Dir>, seat: Seat) -> Ring {
        let board = &self.model.board;
        let holes = |phrase: &PlacePhrase, rows: usize| {
            let set = self.places(phrase, EvalCtx::of(seat)).into_iter().collect();
            board.nearest_rows(set, seat, rows)
        };
        let mut ring = match &live.shape {
            CircuitShape::Holes(phrase) => board
                .circuit(holes(phrase, MAX_CIRCUIT_ROWS), seat)
                .unwrap_or_else(|| board.join_stretches(Vec::new(), seat)),
            CircuitShape::Stretches(stretches) => {
                let mut before = PlaceSetBits::default();
                let stretch = |(dir, phrase): &(Dir, PlacePhrase)| {
                    let one_row = matches!(dir, Dir::Rightwards | Dir::Leftwards);
                    let rows = if one_row { 1 } else { MAX_CIRCUIT_ROWS };
                    let set = holes(phrase, rows).without(before);
                    before = before.union(set);
                    board.stretch(set, seat, dir)
                };
                board.join_stretches(stretches.iter().filter_map(stretch).collect(), seat)
            }
        };
        let owners = |place| self.owner(place);
        for added in live.inserted.get(seat.index()).into_iter().flatten() {
            // A store whose hole is not on the ring any more is left out.
            board.insert_in_ring(&mut ring, *added, &owners, seat, dir);
        }
        ring
    }

    /// The ring for the neighbours of a place: the player's own, else any that contains the place.
    fn ring_with(&self, seat: Seat, place: PlaceId) -> Option<Cow<'e, Ring>> {
        let own = self.ring(seat).filter(|r| r.places.contains(&place));
        own.or_else(|| {
            let rings = self.rules.way.iter().flat_map(|line| {
                self.engine.seats().filter_map(move |seat| self.ring_of(line, seat))
            });
            rings.into_iter().find(|ring| ring.places.contains(&place))
        })
    }

    /// The direction for `next`, `before`, `after`: of the lap being sown, else the player's
    /// default one.
    pub(crate) fn current_direction(&self, seat: Seat) -> Direction {
        self.lap.sense.unwrap_or_else(|| self.usual_direction(seat))
    }

    /// The open places along the ring, once round, after `from` and without it.
    pub(super) fn places_along(
        &self,
        seat: Seat,
        from: PlaceId,
        sense: Direction,
        holes_only: bool,
    ) -> impl Iterator<Item = PlaceId> + use<'_, 'e> {
        let places: Cow<'e, [PlaceId]> = match self.ring_with(seat, from) {
            Some(Cow::Borrowed(ring)) => Cow::Borrowed(&ring.places),
            Some(Cow::Owned(ring)) => Cow::Owned(ring.places),
            None => Cow::Borrowed(&[]),
        };
        let n = places.len();
        let at = places.iter().position(|p| *p == from).unwrap_or(0);
        let holes = self.model.board.holes;
        (1..n)
            .map(move |i| match sense {
                Direction::Anticlockwise => places[(at + i) % n],
                Direction::Clockwise => places[(at + n - i) % n],
            })
            .filter(move |p| !self.state.closed.contains(*p) && (!holes_only || p.index() < holes))
    }

    /// The direction that a player sows in by default, when no lap is being sown.
    pub(crate) fn usual_direction(&self, seat: Seat) -> Direction {
        let ctx = EvalCtx::of(seat);
        for line in &self.rules.way {
            if line.seat.is_some_and(|s| s != seat) {
                continue;
            }
            let sense = match &line.kind {
                WayKind::Choice { note: Some(note), .. } => {
                    direction_of(self.state.notes[self.engine.layout.note(*note, seat)])
                }
                WayKind::Circuit { dir: Some(dir), .. } if line.when.is_none() => {
                    self.fixed_direction(dir, ctx)
                }
                WayKind::Choice { note: None, .. }
                | WayKind::Circuit { .. }
                | WayKind::LaterLaps { .. }
                | WayKind::Manners => None,
            };
            if let Some(sense) = sense {
                return sense;
            }
        }
        Direction::Anticlockwise
    }

    /// The place `by` steps further along the sowing (of *repeat*).
    pub(crate) fn place_further(&self, seat: Seat, from: PlaceId, by: i64) -> Option<PlaceId> {
        let sense = self.current_direction(seat);
        let sense = if by < 0 { sense.opposite() } else { sense };
        let mut at = from;
        for _ in 0..by.unsigned_abs() {
            budget::spend(budget::PHRASE);
            if budget::is_spent() {
                return None;
            }
            at = self.places_along(seat, at, sense, false).next()?;
        }
        Some(at)
    }
}
