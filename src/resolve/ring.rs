//! The rings that seeds go round: one for each seat, in anticlockwise (forward) order.

use super::builder::{Builder, PhraseContext};
use super::geometry::place_count;
use crate::model::{
    Base, CircuitShape, Det, Dir, DynamicCircuit, InsertedPlace, PlaceId, PlacePhrase,
    PlaceSetBits, Ring, Seat, WayKind,
};
use crate::span::Span;
use crate::syntax::ast::{self, AstWayKind, SectionKind};

/// The span of the direction of each stretch.
type DirSpans = Vec<Span>;

impl<'a> Builder<'a> {
    /// The circuit of a line: a ring for each seat, in direction `dir`, with further places inserted.
    /// `only`: the line is for that seat, and its rings for others do not matter.
    pub fn circuit(
        &mut self,
        line: &'a ast::AstWayLine,
        span: Span,
        dir: Option<Dir>,
        through: &[&'a ast::AstPlace],
        only: Option<Seat>,
    ) -> Option<WayKind> {
        let (round, dir_spans) = self.circuit_shape(line, span)?;
        let through = self.inserted_places(through, only)?;
        let live = self.owners_change && self.depends_on_owners(&round, &through);
        let mut rings = match &round {
            CircuitShape::Holes(phrase) => self.rings(phrase, only, live)?,
            CircuitShape::Stretches(stretches) => {
                self.stretches(stretches, &dir_spans, span, only, live)?
            }
        };
        for ((seat, ring), through) in self.board.seats().zip(&mut rings).zip(&through) {
            for (added, at) in through {
                self.insert_place(ring, *added, seat, dir.as_ref(), *at)?;
            }
        }
        let placed =
            |places: Vec<(InsertedPlace, Span)>| places.into_iter().map(|(it, _)| it).collect();
        let through = through.into_iter().map(placed).collect();
        let live = live.then(|| Box::new(DynamicCircuit { shape: round, inserted: through }));
        Some(WayKind::Circuit { rings, dir, dynamic: live })
    }

    /// The holes that a line goes round; every hole if none are named.
    fn circuit_shape(
        &mut self,
        line: &'a ast::AstWayLine,
        span: Span,
    ) -> Option<(CircuitShape, DirSpans)> {
        let mut here = PhraseContext::in_section(SectionKind::Way);
        match &line.kind {
            AstWayKind::Round { places: Some(places), .. } => {
                Some((CircuitShape::Holes(self.descriptor(places, &mut here)?), Vec::new()))
            }
            AstWayKind::Round { places: None, .. } => {
                let (det, base) = (Det::Every, Base::Holes);
                let every = PlacePhrase { det, base, filters: Vec::new(), pick: None, span };
                Some((CircuitShape::Holes(every), Vec::new()))
            }
            AstWayKind::Stretches(stretches) => {
                let mut read = Vec::new();
                let mut spans = Vec::new();
                for (dir, place) in stretches {
                    spans.push(super::way::dir_span(dir));
                    let dir = self.dir(dir, &mut here);
                    let phrase = self.descriptor(place, &mut here);
                    read.push((dir?, phrase?));
                }
                Some((CircuitShape::Stretches(read), spans))
            }
            AstWayKind::Choice { .. } | AstWayKind::LaterLaps { .. } | AstWayKind::Manner => None,
        }
    }

    /// Whether the circuit can change with the owners of holes.
    fn depends_on_owners(
        &self,
        round: &CircuitShape,
        through: &[Vec<(InsertedPlace, Span)>],
    ) -> bool {
        let stores = through.iter().flatten().map(|(added, _)| added);
        let mut behind_owned = stores.filter(|added| added.adjacent_hole.is_none());
        let holes = match round {
            CircuitShape::Holes(phrase) => phrase.depends_on_owners(),
            CircuitShape::Stretches(stretches) => {
                stretches.iter().any(|(_, p)| p.depends_on_owners())
            }
        };
        holes || behind_owned.any(|added| self.board.owner(added.place).is_some())
    }

    /// The rings round some holes. `live`: the circuit is recomputed in play, so a player may have none now.
    fn rings(&mut self, phrase: &PlacePhrase, only: Option<Seat>, live: bool) -> Option<Vec<Ring>> {
        let mut rings = Vec::new();
        for seat in self.board.seats() {
            let set = self.fixed_set(phrase, seat, phrase.span)?;
            let ring = match self.board.board.circuit(set, seat) {
                Some(ring) => ring,
                None if only.is_some_and(|only| only != seat) || live && place_count(set) == 0 => {
                    Ring { places: Vec::new(), begin: None, right_is_forward: true }
                }
                None => {
                    self.report_not_a_circuit(set, seat, phrase.span);
                    return None;
                }
            };
            rings.push(ring);
        }
        Some(rings)
    }

    fn fixed_set(&mut self, phrase: &PlacePhrase, seat: Seat, span: Span) -> Option<PlaceSetBits> {
        let fixed = self.board.fixed(phrase, seat);
        if fixed.is_none() {
            let text = self.text(span);
            self.error(
                "not-here",
                span,
                format!("what `{text}` means depends on the position"),
                "describe the way by rows, owners and sides, and leave places out with `passing over`",
            );
        }
        fixed
    }

    fn report_not_a_circuit(&mut self, set: PlaceSetBits, seat: Seat, span: Span) {
        let text = self.text(span);
        let name = self.board.board.seats.get(seat.index()).map_or("", |info| info.name.as_str());
        let holes = self.board.all_holes();
        let (message, help) = if place_count(set) == 0 {
            (
                format!("`{text}` are no holes for {name}"),
                "name the holes of the circuit, for example `round every hole`",
            )
        } else if set.iter().any(|place| !holes.contains(place)) {
            (
                format!("`{text}` are not only holes"),
                "go round the holes, and add after a comma `then through` the other place",
            )
        } else {
            (
                format!("`{text}` are more than two rows, and do not form a circuit"),
                "write `round every own hole`, or the stretches: `rightwards through every near hole, then leftwards through every far hole`",
            )
        };
        self.error("way-not-a-circuit", span, message, help);
    }

    /// A ring of stretches, each in its direction as that player sees it; forward.
    fn stretches(
        &mut self,
        stretches: &[(Dir, PlacePhrase)],
        dir_spans: &[Span],
        span: Span,
        only: Option<Seat>,
        live: bool,
    ) -> Option<Vec<Ring>> {
        let mut rings = Vec::new();
        for seat in self.board.seats() {
            let mut read: Vec<(Vec<PlaceId>, bool)> = Vec::new();
            for ((dir, phrase), dir_at) in stretches.iter().zip(dir_spans) {
                let set = self.fixed_set(phrase, seat, phrase.span)?;
                if live && place_count(set) == 0 {
                    continue;
                }
                let Some(stretch) = self.stretch(set, seat, (dir, *dir_at), phrase.span, only)?
                else {
                    continue;
                };
                let before: Vec<PlaceId> = read.iter().flat_map(|(its, _)| its).copied().collect();
                if let Some(twice) = stretch.0.iter().find(|place| before.contains(place)) {
                    self.report_place_twice(*twice, span);
                    return None;
                }
                read.push(stretch);
            }
            rings.push(self.board.board.join_stretches(read, seat));
        }
        Some(rings)
    }

    /// One stretch and whether it goes rightwards; `Some(None)`: it belongs to another seat.
    #[allow(clippy::type_complexity)]
    fn stretch(
        &mut self,
        set: PlaceSetBits,
        seat: Seat,
        (dir, dir_at): (&Dir, Span),
        at: Span,
        only: Option<Seat>,
    ) -> Option<Option<(Vec<PlaceId>, bool)>> {
        if self.board.board.circuit(set, seat).is_none() {
            if only.is_some_and(|only| only != seat) {
                return Some(None);
            }
            self.report_not_a_circuit(set, seat, at);
            return None;
        }
        let stretch = self.board.board.stretch(set, seat, dir);
        if stretch.is_none() {
            self.error(
                "way-not-a-circuit",
                dir_at,
                "a stretch goes along one row, to the left or to the right".into(),
                "write `rightwards` or `leftwards`, and one row for each stretch",
            );
        }
        stretch.map(Some)
    }

    fn report_place_twice(&mut self, place: PlaceId, span: Span) {
        let id = self.board.board.places.get(place.index()).map_or("", |place| place.id.as_str());
        let message = format!("the way would visit {id} twice");
        self.error("way-not-a-circuit", span, message, "name each hole in one stretch only");
    }

    /// By seat: the places that a way goes through in addition to its holes, with their spans.
    fn inserted_places(
        &mut self,
        through: &[&'a ast::AstPlace],
        only: Option<Seat>,
    ) -> Option<Vec<Vec<(InsertedPlace, Span)>>> {
        let mut passed: Vec<Vec<(InsertedPlace, Span)>> =
            self.board.seats().map(|_| Vec::new()).collect();
        for place in through {
            let phrase =
                self.descriptor(place, &mut PhraseContext::in_section(SectionKind::Way))?;
            for (seat, passed) in self.board.seats().zip(&mut passed) {
                if only.is_some_and(|only| only != seat) {
                    continue;
                }
                let set = self.fixed_set(&phrase, seat, place.span)?;
                if set.iter().any(|place| self.board.hole(place).is_some()) {
                    let text = self.text(place.span);
                    self.error(
                        "way-not-a-circuit",
                        place.span,
                        format!("`{text}` is a hole, and belongs to the circuit itself"),
                        "leave it out here",
                    );
                    return None;
                }
                for added in set.iter() {
                    if !passed.iter().any(|(its, _)| its.place == added) {
                        let adjacent_hole = self.board.adjacent_hole(added);
                        passed.push((InsertedPlace { place: added, adjacent_hole }, place.span));
                    }
                }
            }
        }
        Some(passed)
    }

    /// Inserts a place into a ring where the way, in its direction, passes it. `None`: the way does not pass
    /// it; that is reported.
    fn insert_place(
        &mut self,
        ring: &mut Ring,
        added: InsertedPlace,
        seat: Seat,
        dir: Option<&Dir>,
        span: Span,
    ) -> Option<()> {
        let owners = |place| self.board.owner(place);
        if self.board.board.insert_in_ring(ring, added, &owners, seat, dir) {
            return Some(());
        }
        let id = |place: PlaceId| self.board.board.places.get(place.index());
        let id = added.adjacent_hole.and_then(id).map_or("", |place| place.id.as_str());
        let text = self.text(span);
        let message = format!("the way does not pass `{text}`, which is next to {id}");
        let help = "put the store next to a hole at the end of a row that the way goes through";
        self.error("way-not-a-circuit", span, message, help);
        None
    }
}
