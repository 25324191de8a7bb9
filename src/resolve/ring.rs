//! The rings that seeds go round, one for each seat.

use super::builder::{Builder, Here};
use super::geometry::size;
use crate::model::{Dir, Hole, PlaceId, PlaceSetBits, Ring, Seat, Side};
use crate::span::Span;
use crate::syntax::ast::{self, SectionKind};
use std::collections::BTreeMap;

impl<'a> Builder<'a> {
    /// The rings round some holes; round every hole where none are said. `only`: the line is told
    /// for that seat, and what it would be for others does not matter.
    pub fn rings(
        &mut self,
        places: Option<&'a ast::Place>,
        span: Span,
        only: Option<Seat>,
    ) -> Option<Vec<Ring>> {
        let phrase = match places {
            Some(places) => Some(self.described(places, &mut Here::at(SectionKind::Way))?),
            None => None,
        };
        let span = places.map_or(span, |places| places.span);
        let mut rings = Vec::new();
        for seat in self.board.seats() {
            let set = match &phrase {
                Some(phrase) => self.fixed_set(phrase, seat, span)?,
                None => self.board.all_holes(),
            };
            let ring = match self.ring(set, seat) {
                Some(ring) => ring,
                None if only.is_some_and(|only| only != seat) => {
                    Ring { places: Vec::new(), right_is_forward: true }
                }
                None => {
                    self.not_a_circuit(set, seat, span);
                    return None;
                }
            };
            rings.push(ring);
        }
        Some(rings)
    }

    fn fixed_set(
        &mut self,
        phrase: &crate::model::PlacePhrase,
        seat: Seat,
        span: Span,
    ) -> Option<PlaceSetBits> {
        let fixed = self.board.fixed(phrase, seat);
        if fixed.is_none() {
            let text = self.text(span);
            self.error(
                "not-here",
                span,
                format!("what `{text}` means depends on the position"),
                "say the way by rows, owners and sides, and what is left out with `passing over`",
            );
        }
        fixed
    }

    fn not_a_circuit(&mut self, set: PlaceSetBits, seat: Seat, span: Span) {
        let text = self.text(span);
        let name = self.board.board.seats.get(seat.index()).map_or("", |info| info.name.as_str());
        let holes = self.board.all_holes();
        let (message, help) = if size(set) == 0 {
            (
                format!("`{text}` are no holes for {name}"),
                "say round which holes seeds go, for example `round every hole`",
            )
        } else if set.iter().any(|place| !holes.contains(place)) {
            (
                format!("`{text}` are not only holes"),
                "go round the holes, and say behind a comma `then through` the other place",
            )
        } else {
            (
                format!("`{text}` are more than two rows, and no circuit"),
                "say `round every own hole`, or the stretches: `rightwards through every near hole, then leftwards through every far hole`",
            )
        };
        self.error("way-not-a-circuit", span, message, help);
    }

    /// The holes of two rows or one, anticlockwise.
    fn ring(&self, set: PlaceSetBits, seat: Seat) -> Option<Ring> {
        let mut rows: BTreeMap<u16, Vec<(u16, PlaceId)>> = BTreeMap::new();
        for place in set.iter() {
            let hole = self.board.hole(place)?;
            rows.entry(hole.row).or_default().push((hole.column, place));
        }
        rows.values_mut().for_each(|row| row.sort_unstable());
        let mut rows = rows.into_iter();
        let (first, second) = (rows.next()?, rows.next());
        if rows.next().is_some() {
            return None;
        }
        let board = &self.board.board;
        let ids = |row: &[(u16, PlaceId)]| row.iter().map(|(_, place)| *place).collect::<Vec<_>>();
        let far = self.board.far(seat);
        let (places, near_goes_right) = match second {
            Some(second) => {
                let mut places = ids(&first.1);
                places.extend(ids(&second.1).iter().rev());
                (places, !far)
            }
            None => {
                let upper = board.rows > 1 && first.0 > board.rows / 2;
                let mut places = ids(&first.1);
                if upper {
                    places.reverse();
                }
                (places, !upper)
            }
        };
        // From the far side, left is right: the nearest row of two is the upper one.
        Some(Ring { places, right_is_forward: near_goes_right != far })
    }

    /// A way of stretches, each in its direction as that player sees it; told forward.
    pub fn stretches(
        &mut self,
        stretches: &'a [(ast::Dir, ast::Place)],
        span: Span,
        only: Option<Seat>,
    ) -> Option<Vec<Ring>> {
        let mut here = Here::at(SectionKind::Way);
        let mut told = Vec::new();
        for (dir, place) in stretches {
            let dir_at = super::way::dir_span(dir);
            let dir = self.dir(dir, &mut here);
            let phrase = self.described(place, &mut here);
            told.push((dir?, phrase?, dir_at, place.span));
        }
        let mut rings = Vec::new();
        for seat in self.board.seats() {
            let mut places: Vec<PlaceId> = Vec::new();
            let mut nearest: Option<(u16, bool)> = None;
            for (dir, phrase, dir_at, at) in &told {
                let set = self.fixed_set(phrase, seat, *at)?;
                let Some((stretch, right)) = self.stretch(set, seat, dir, *dir_at, *at, only)?
                else {
                    continue;
                };
                if let Some(twice) = stretch.iter().find(|place| places.contains(place)) {
                    self.way_comes_twice(*twice, span);
                    return None;
                }
                let row = stretch
                    .iter()
                    .filter_map(|place| self.board.hole(*place))
                    .map(|hole| self.board.row_seen(seat, hole))
                    .min();
                if let Some(row) = row
                    && nearest.is_none_or(|(near, _)| row < near)
                {
                    nearest = Some((row, right));
                }
                places.extend(stretch);
            }
            let right_is_forward = nearest.is_none_or(|(_, right)| right);
            rings.push(Ring { places, right_is_forward });
        }
        Some(rings)
    }

    /// One stretch and whether it goes rightwards; `Some(None)`: it is another seat's.
    #[allow(clippy::type_complexity)]
    fn stretch(
        &mut self,
        set: PlaceSetBits,
        seat: Seat,
        dir: &Dir,
        dir_at: Span,
        at: Span,
        only: Option<Seat>,
    ) -> Option<Option<(Vec<PlaceId>, bool)>> {
        let Some(ring) = self.ring(set, seat) else {
            if only.is_some_and(|only| only != seat) {
                return Some(None);
            }
            self.not_a_circuit(set, seat, at);
            return None;
        };
        let rows = self.board.rows(set, seat, Side::Left);
        let (forward, right) = match dir {
            Dir::Anticlockwise => (true, ring.right_is_forward),
            Dir::Clockwise => (false, !ring.right_is_forward),
            Dir::Rightwards | Dir::Leftwards if rows.len() == 1 => {
                let right = matches!(dir, Dir::Rightwards);
                (ring.right_is_forward == right, right)
            }
            _ => {
                self.error(
                    "way-not-a-circuit",
                    dir_at,
                    "a stretch goes along one row, to the left or to the right".into(),
                    "say `rightwards` or `leftwards`, and one row for each stretch",
                );
                return None;
            }
        };
        let mut places = ring.places;
        if !forward {
            places.reverse();
        }
        Some(Some((places, right)))
    }

    fn way_comes_twice(&mut self, place: PlaceId, span: Span) {
        let id = self.board.board.places.get(place.index()).map_or("", |place| place.id.as_str());
        let message = format!("the way would come to {id} twice");
        self.error("way-not-a-circuit", span, message, "name each hole in one stretch only");
    }

    /// Puts further places into the rings: beside the hole that *board* says they lie beside, or
    /// else a store after its owner's last hole, a shared place after the last hole of the nearest row.
    pub fn through(
        &mut self,
        mut rings: Vec<Ring>,
        through: &[&'a ast::Place],
        dir: Option<&Dir>,
        only: Option<Seat>,
    ) -> Option<Vec<Ring>> {
        for place in through {
            let phrase = self.described(place, &mut Here::at(SectionKind::Way))?;
            for (seat, ring) in self.board.seats().zip(rings.iter_mut()) {
                if only.is_some_and(|only| only != seat) {
                    continue;
                }
                let set = self.fixed_set(&phrase, seat, place.span)?;
                if set.iter().any(|place| self.board.hole(place).is_some()) {
                    let text = self.text(place.span);
                    self.error(
                        "way-not-a-circuit",
                        place.span,
                        format!("`{text}` is a hole, and goes into the circuit itself"),
                        "leave it out here",
                    );
                    return None;
                }
                for added in set.iter() {
                    if !ring.places.contains(&added) {
                        self.insert(ring, added, seat, dir, place.span)?;
                    }
                }
            }
        }
        Some(rings)
    }

    /// Puts a place into a ring where the way, in its direction, comes by. `None`: it does not, and
    /// that is reported.
    fn insert(
        &mut self,
        ring: &mut Ring,
        added: PlaceId,
        seat: Seat,
        dir: Option<&Dir>,
        span: Span,
    ) -> Option<()> {
        let forward = goes_forward(ring, dir);
        if !forward {
            ring.places.reverse();
        }
        let beside = self.board.beside(added);
        let at_end = beside.and_then(|hole| self.at_the_end_beside(&ring.places, hole));
        let at = match (self.board.owner(added), at_end, beside) {
            (_, Some(at), _) => at,
            (Some(owner), None, None) => self.behind_last_of(&ring.places, owner),
            (None, None, _) => self.behind_near_row(&ring.places, seat),
            (Some(_), None, Some(hole)) => {
                self.way_does_not_come_by(hole, span);
                return None;
            }
        };
        ring.places.insert(at.min(ring.places.len()), added);
        if !forward {
            ring.places.reverse();
        }
        Some(())
    }

    fn way_does_not_come_by(&mut self, hole: PlaceId, span: Span) {
        let id = self.board.board.places.get(hole.index()).map_or("", |place| place.id.as_str());
        let text = self.text(span);
        let message = format!("the way does not come by `{text}`, which is beside {id}");
        let help = "put the store beside a hole at the end of a row that the way goes through";
        self.error("way-not-a-circuit", span, message, help);
    }

    /// Beside a hole at an end of its row: beyond it, before or after it on the way.
    fn at_the_end_beside(&self, places: &[PlaceId], hole: PlaceId) -> Option<usize> {
        let at = places.iter().position(|place| *place == hole)?;
        let Hole { row, column } = self.board.hole(hole)?;
        let in_row = |place: &PlaceId| self.board.hole(*place).filter(|hole| hole.row == row);
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
        // Where the row ends on both sides of the hole, the way has gone through the rest of it.
        let before = at.checked_sub(1).and_then(|at| places.get(at));
        let comes_from_within =
            inner.is_none() || is_inner(before) || !is_inner(places.get(at + 1));
        Some(if comes_from_within { at + 1 } else { at })
    }

    /// Behind the last hole of an owner: where the next hole is not his.
    fn behind_last_of(&self, places: &[PlaceId], owner: Seat) -> usize {
        let near = self.behind_near_row(places, owner);
        let his = |place: Option<&PlaceId>| {
            place.is_some_and(|place| self.board.owner(*place) == Some(owner))
        };
        let next = |at: usize| places.get((at + 1) % places.len().max(1));
        let last = |at: &usize| his(places.get(*at)) && !his(next(*at));
        // If he has several stretches, the one that ends in his nearest row.
        let ends: Vec<usize> = (0..places.len()).filter(last).map(|at| at + 1).collect();
        if ends.contains(&near) {
            return near;
        }
        ends.first().copied().unwrap_or(near)
    }

    /// Behind the last hole of the row nearest to a player.
    fn behind_near_row(&self, places: &[PlaceId], seat: Seat) -> usize {
        let row =
            |place: &PlaceId| self.board.hole(*place).map(|hole| self.board.row_seen(seat, hole));
        let nearest = places.iter().filter_map(row).min();
        places.iter().rposition(|p| row(p).is_some() && row(p) == nearest).map_or(0, |at| at + 1)
    }
}

/// Whether a way in this direction goes forward on a ring.
pub(super) fn goes_forward(ring: &Ring, dir: Option<&Dir>) -> bool {
    match dir {
        Some(Dir::Clockwise) => false,
        Some(Dir::Rightwards) => ring.right_is_forward,
        Some(Dir::Leftwards) => !ring.right_is_forward,
        Some(Dir::Anticlockwise | Dir::OtherWay | Dir::Ask | Dir::Towards(_) | Dir::Note(_))
        | None => true,
    }
}
