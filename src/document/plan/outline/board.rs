//! The board and the start.

use super::super::region::half_row_name;
use super::super::statement::{DocStatement, Heading};
use super::super::{DocItem, DocSection};
use super::RulesOutline;
use crate::model::{ClauseId, PlaceId, PlaceKind, PlaceSetBits, Seat};
use std::collections::BTreeMap;

impl<'m> RulesOutline<'m, '_> {
    pub(super) fn board_section(&self) -> DocSection {
        let board = &self.model.board;
        let names: Vec<&str> = board.seats.iter().map(|seat| seat.name.as_str()).collect();
        let mut statements =
            vec![DocStatement::Players(names), DocStatement::BoardSize(board.rows, board.columns)];
        let far: Vec<&str> =
            board.seats.iter().filter(|s| s.far_side).map(|s| s.name.as_str()).collect();
        let near: Vec<&str> =
            board.seats.iter().filter(|s| !s.far_side).map(|s| s.name.as_str()).collect();
        statements.push(match (near.as_slice(), far.as_slice()) {
            ([near], [far]) => DocStatement::TwoSides(near, far),
            _ => DocStatement::OneSide,
        });
        statements.push(DocStatement::Squares);
        let rows = (1..=board.rows).filter_map(|nth| Some((nth, half_row_name(board, nth)?)));
        let rows: Vec<(u16, &str)> = rows.collect();
        if !rows.is_empty() {
            statements.push(DocStatement::RowNames(rows));
        }
        statements.extend(self.owners());
        if board.rows > 1 && self.facts.opposite {
            statements.push(DocStatement::Opposite);
        }
        statements.extend(self.stores());
        if self.facts.stores {
            statements.push(DocStatement::Capturing);
        }
        if self.facts.hands {
            statements.push(DocStatement::Hands);
        }
        if self.facts.in_play {
            let places = (0..board.places.len()).map(|i| PlaceId(i as u8));
            let shared = |place: &PlaceId| {
                board.places.get(place.index()).is_some_and(|p| p.kind == PlaceKind::Shared)
            };
            let mut on_ways = self
                .model
                .stages
                .iter()
                .flat_map(|stage| &stage.rules.way)
                .flat_map(|line| line.kind.rings())
                .flat_map(|ring| &ring.places);
            let ways: PlaceSetBits = on_ways.by_ref().copied().collect();
            let counted = places.filter(|place| shared(place) && ways.contains(*place));
            statements.push(DocStatement::InPlay(counted.collect()));
        }
        let mut items: Vec<DocItem> = statements.iter().map(|one| self.item(one, [])).collect();
        items.extend(self.start());
        let first = DocStatement::FirstMove(self.model.first);
        items.push(self.item(&first, [self.model.first_clause]));
        DocSection { heading: self.heading(Heading::Board), items }
    }

    fn owners(&self) -> Vec<DocStatement<'m>> {
        let board = &self.model.board;
        let own = |seat: Seat| -> PlaceSetBits {
            let holes = (0..board.holes).map(|i| PlaceId(i as u8));
            let of =
                |hole: &PlaceId| board.places.get(hole.index()).and_then(|p| p.owner) == Some(seat);
            holes.filter(of).collect()
        };
        let seats = (0..board.seats.len() as u8).map(Seat);
        let owned = seats.map(|seat| (seat, own(seat))).filter(|(_, own)| !own.is_empty());
        let mut owners: Vec<DocStatement<'m>> =
            owned.map(|(seat, own)| DocStatement::Owns(seat, own)).collect();
        if owners.is_empty() {
            owners.push(DocStatement::NobodyOwns);
        }
        owners
    }

    fn stores(&self) -> Vec<DocStatement<'m>> {
        let board = &self.model.board;
        let mut said = Vec::new();
        let stores: Vec<&crate::model::Place> =
            board.places.iter().filter(|p| p.kind == PlaceKind::Store).collect();
        if !stores.is_empty() {
            let owners: Vec<Seat> = stores.iter().filter_map(|store| store.owner).collect();
            let all = stores.len() == board.seats.len() && stores.len() > 1;
            said.push(DocStatement::Stores(owners, all));
            if stores.iter().any(|store| store.hidden) {
                said.push(DocStatement::HiddenStores);
            }
        } else if board.seats.len() > 1 && self.facts.stores {
            said.push(DocStatement::NoStores);
        }
        let shared = board.places.iter().filter(|p| p.kind == PlaceKind::Shared);
        let shared: Vec<&str> = shared.map(|p| p.id.as_str()).collect();
        if !shared.is_empty() {
            said.push(DocStatement::SharedPlaces(shared));
        }
        let kinds = self.model.kinds.iter();
        said.extend(kinds.map(|kind| DocStatement::Kind(&kind.name, kind.worth)));
        said
    }

    fn start(&self) -> Vec<DocItem> {
        let mut by_clause: BTreeMap<ClauseId, Vec<(PlaceId, u16)>> = BTreeMap::new();
        for (clause, place, seeds) in &self.model.start {
            by_clause.entry(*clause).or_default().push((*place, *seeds));
        }
        let mut items: Vec<DocItem> = by_clause
            .into_iter()
            .map(|(clause, placed)| self.item(&self.placed(&placed), [clause]))
            .collect();
        for (clause, place, kind, n) in &self.model.start_kinds {
            items.push(self.item(&DocStatement::StartOfKind(*place, *kind, *n), [*clause]));
        }
        if items.is_empty() {
            items.push(self.item(&DocStatement::StartEmpty, []));
        }
        items
    }

    /// Seeds that are placed at the start, by their number.
    fn placed(&self, placed: &[(PlaceId, u16)]) -> DocStatement<'m> {
        let holes = self.model.board.holes;
        let all_holes = placed.len() == holes && placed.iter().all(|(p, _)| p.index() < holes);
        let mut by_number: BTreeMap<u16, PlaceSetBits> = BTreeMap::new();
        for (place, n) in placed {
            by_number.entry(*n).or_default().insert(*place);
        }
        let same = all_holes && by_number.len() == 1;
        DocStatement::Start(by_number.into_iter().collect(), same)
    }
}
