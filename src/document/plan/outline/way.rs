//! How seeds are sown.

use super::super::DocItem;
use super::super::statement::DocStatement;
use super::RulesOutline;
use crate::model::{Dir, PlaceId, Ring, Rules, Seat, WayKind, WayLine};

impl<'m> RulesOutline<'m, '_> {
    pub(super) fn sowing(&self, rules: &'m Rules) -> Vec<DocItem> {
        let mut items = vec![self.item(&DocStatement::Sowing, [])];
        let circuits = rules.way.iter().filter(|line| !line.kind.rings().is_empty()).count();
        if circuits > 1 {
            items.push(self.item(&DocStatement::Paths, []));
        }
        items.extend(rules.way.iter().map(|line| self.way_line(line)));
        if self.facts.closes() {
            items.push(self.item(&DocStatement::Closed(self.facts.closes_in_match), []));
        }
        items
    }

    /// A statement of *way*, with the paths below it.
    fn way_line(&self, line: &'m WayLine) -> DocItem {
        let paths = match &line.kind {
            WayKind::Circuit { rings, dynamic: None, dir } => {
                self.paths(rings, line.seat, dir.as_ref())
            }
            WayKind::Circuit { dynamic: Some(_), .. }
            | WayKind::Choice { .. }
            | WayKind::LaterLaps { .. }
            | WayKind::Manners => Vec::new(),
        };
        let said = DocStatement::Way(line, !paths.is_empty());
        self.item(&said, [line.clause]).with(paths, false)
    }

    /// The rings of a path: one line, or one for each player.
    fn paths(&self, rings: &[Ring], seat: Option<Seat>, dir: Option<&Dir>) -> Vec<DocItem> {
        let places = |ring: &Ring| -> Vec<PlaceId> {
            let mut places = ring.places.clone();
            if !ring.goes_forward(dir) {
                places.reverse();
            }
            places
        };
        let path = |seat: Option<Seat>, ring: &Ring| {
            self.item(&DocStatement::Path(seat, places(ring)), [])
        };
        let same = rings
            .windows(2)
            .all(|two| two.first().map(|r| &r.places) == two.get(1).map(|r| &r.places));
        match (seat, rings) {
            (Some(seat), rings) => {
                rings.get(seat.index()).map(|ring| path(Some(seat), ring)).into_iter().collect()
            }
            (None, [first, _, ..]) if same => vec![path(None, first)],
            (None, rings) => {
                let seats = (0..u8::MAX).map(Seat);
                rings.iter().zip(seats).map(|(ring, seat)| path(Some(seat), ring)).collect()
            }
        }
    }
}
