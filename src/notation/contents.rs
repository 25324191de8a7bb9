//! What a drawing of a position shows, in words and numbers: for the text and for pictures.

use super::board::BoardDrawing;
use super::layout::BoardLayout;
use super::ownership::Ownership;
use super::signs::{MarkSigns, initials};
use crate::model::{KindId, MarkId, PlaceId, PlaceKind, Seat};
use crate::order::SmallSort;

/// The sign of a place that differs.
pub(super) const DIFFERS: &str = "<";
/// The sign of a place of which nothing is stated.
pub(super) const NOT_STATED: &str = ".";
/// The sign of a closed hole.
pub(super) const CLOSED: &str = "x";
/// The sign for hidden seeds.
pub(super) const HIDDEN: &str = "?";

/// What is in the places of a drawing, and which signs it needs.
pub(crate) struct BoardContents<'a> {
    pub drawing: BoardDrawing<'a>,
    pub layout: BoardLayout,
    pub owners: Ownership,
    signs: MarkSigns,
}

impl<'a> BoardContents<'a> {
    pub fn of(drawing: BoardDrawing<'a>) -> BoardContents<'a> {
        BoardContents {
            layout: BoardLayout::of(drawing.model),
            owners: Ownership::of(drawing.model, drawing.state),
            signs: MarkSigns::of(drawing.model),
            drawing,
        }
    }

    /// Every place of the board.
    pub fn places(&self) -> impl Iterator<Item = PlaceId> + use<> {
        (0..self.drawing.model.board.places.len()).map(|p| PlaceId(p as u8))
    }

    /// Every hole.
    pub fn holes(&self) -> impl Iterator<Item = PlaceId> + use<> {
        (0..self.drawing.model.board.holes).map(|i| PlaceId(i as u8))
    }

    /// The places without an owner that are not holes.
    pub fn shared(&self) -> impl Iterator<Item = PlaceId> + '_ {
        let board = &self.drawing.model.board;
        self.places().filter(|p| {
            board.places.get(p.index()).is_some_and(|place| place.kind == PlaceKind::Shared)
        })
    }

    /// The kind of a place.
    pub fn kind(&self, place: PlaceId) -> Option<PlaceKind> {
        self.drawing.model.board.places.get(place.index()).map(|p| p.kind)
    }

    /// The owner of a place now.
    pub fn owner(&self, place: PlaceId) -> Option<Seat> {
        if place.index() < self.drawing.model.board.holes {
            return self.drawing.state.owner(self.drawing.model, place);
        }
        self.drawing.model.board.places.get(place.index()).and_then(|p| p.owner)
    }

    /// Whether a hole is out of play.
    pub fn is_closed(&self, place: PlaceId) -> bool {
        self.drawing.state.closed.contains(place)
    }

    /// Whether the seeds of a place are hidden from the viewer.
    pub fn is_hidden(&self, place: PlaceId) -> bool {
        self.drawing.viewer.is_some() && self.drawing.model.board.hides(place, self.drawing.viewer)
    }

    /// The number of seeds to draw in a place; `None`: nothing is stated of it.
    pub fn seeds(&self, place: PlaceId) -> Option<u64> {
        match self.drawing.stated {
            Some(stated) => stated.iter().find(|(known, _)| *known == place).map(|(_, n)| *n),
            None => Some(self.drawing.state.seeds.get(place.index()).copied().unwrap_or(0).into()),
        }
    }

    /// The number of seeds of a place as text.
    pub fn seeds_text(&self, place: PlaceId) -> String {
        self.seeds(place).map_or_else(|| NOT_STATED.to_owned(), |n| n.to_string())
    }

    /// The number of seeds of a place, or the sign for hidden ones; with the sign that it differs.
    pub fn kept_in(&self, place: PlaceId) -> String {
        let seeds = if self.is_hidden(place) { HIDDEN.to_owned() } else { self.seeds_text(place) };
        seeds + self.difference_sign(place)
    }

    fn difference_sign(&self, place: PlaceId) -> &'static str {
        if self.drawing.differing.contains(place) { DIFFERS } else { "" }
    }

    /// The signs of the marks of a hole, and that it differs.
    pub fn signs_of(&self, place: PlaceId) -> String {
        let signs = self.marks(place).map(|(id, owner)| self.signs.sign(id, owner));
        signs.chain(self.difference_sign(place).chars()).collect()
    }

    /// The marks of a hole with their owners.
    pub fn marks(&self, place: PlaceId) -> impl Iterator<Item = (MarkId, Option<Seat>)> + '_ {
        let marks = (0..self.drawing.model.marks.len()).map(|i| MarkId(i as u16));
        marks.filter_map(move |id| {
            self.drawing.state.mark(self.drawing.model, id, place).map(|owner| (id, owner))
        })
    }

    /// The names of the marks of a player.
    pub fn marks_of_player(&self, seat: Seat) -> impl Iterator<Item = &'a str> + '_ {
        let model = self.drawing.model;
        let marks = model.marks.iter().enumerate();
        marks.filter_map(move |(i, mark)| {
            self.drawing.state.player_mark(model, MarkId(i as u16), seat).map(|_| &*mark.name)
        })
    }

    /// The name of an owner.
    pub fn owner_name(&self, owner: Option<Seat>) -> &'a str {
        owner.map_or(&self.drawing.words.nobody, |seat| self.drawing.model.player(seat))
    }

    /// What is drawn with a player's name, apart from the seeds of the board: `store`, `captured`, `in hand`. A hand
    /// only if something is in it.
    pub fn kept_beside(&self, seat: Seat) -> Vec<(&'a str, PlaceId)> {
        let Some(info) = self.drawing.model.board.seats.get(seat.index()) else {
            return Vec::new();
        };
        let drawn_elsewhere = !self.layout.beside(seat).any(|place| place == info.store);
        let words = self.drawing.words;
        let what = match self.kind(info.store) {
            Some(PlaceKind::Store) => &words.store,
            Some(PlaceKind::Captured | PlaceKind::Hole | PlaceKind::Hand | PlaceKind::Shared)
            | None => &words.captured,
        };
        let store = (!drawn_elsewhere).then_some((&**what, info.store));
        let held = self.seeds(info.hand).is_some_and(|n| n > 0);
        let hand = held || self.drawing.differing.contains(info.hand);
        store.into_iter().chain(hand.then_some((&*words.in_hand, info.hand))).collect()
    }

    /// Seeds that a player is sowing.
    pub fn being_sown(&self, seat: Seat) -> u16 {
        let mover = self.drawing.state.mover == seat;
        if mover { self.drawing.sowing } else { self.drawing.waiting }
    }

    /// The entries of the legend: what the signs in this drawing mean, who owns the holes, where special seeds are.
    pub fn legend(&self) -> Vec<String> {
        let (model, words) = (self.drawing.model, self.drawing.words);
        let mut entries: Vec<String> = Vec::new();
        let mut signs: Vec<char> =
            self.holes().flat_map(|p| self.signs_of(p).chars().collect::<Vec<_>>()).collect();
        signs.small_sort();
        signs.dedup();
        entries.extend(
            signs.into_iter().filter_map(|sign| self.signs.meaning(model, sign, &words.of)),
        );
        if self.drawing.differing.iter().next().is_some() {
            entries.push(format!("{DIFFERS} {}", words.differs));
        }
        if self.holes().any(|p| self.is_closed(p)) {
            entries.push(format!("{CLOSED} {}", words.closed));
        }
        match self.owners {
            Ownership::Nobody if model.seats() > 1 => entries.push(words.nobody_owns.to_string()),
            Ownership::Holes => {
                let names = initials(model).into_iter().zip(&model.board.seats);
                entries.extend(names.map(|(initial, seat)| format!("{initial} {}", seat.name)));
            }
            Ownership::Nobody | Ownership::Nearest | Ownership::Rows(_) | Ownership::Columns(_) => {
            }
        }
        entries.extend(self.kinds());
        if self.places().any(|p| self.is_hidden(p)) {
            entries.push(format!("{HIDDEN} {}", words.hidden));
        }
        entries
    }

    /// The places of each kind of seeds: `stone in b1, west (2)`.
    fn kinds(&self) -> Vec<String> {
        let (model, words) = (self.drawing.model, self.drawing.words);
        let mut entries = Vec::new();
        if self.drawing.stated.is_some() {
            return entries;
        }
        for (i, kind) in model.kinds.iter().enumerate() {
            let n = |p: PlaceId| self.drawing.state.of_kind(model, p, KindId(i as u16));
            let seen = self.places().filter(|p| !self.is_hidden(*p));
            let there = seen.map(|p| (p, n(p))).filter(|(_, n)| *n > 0);
            let each = there.map(|(p, n)| match n {
                1 => words.place(model, p),
                n => format!("{} ({n})", words.place(model, p)),
            });
            let each: Vec<String> = each.collect();
            if !each.is_empty() {
                entries.push(format!("{}{}{}", kind.name, words.is_in, each.join(", ")));
            }
        }
        entries
    }

    /// The letters of a column, as in the names of its holes.
    pub fn letters(&self, column: u16) -> String {
        let rows = 1..=self.drawing.model.board.rows;
        let hole = rows.into_iter().find_map(|row| self.layout.hole_at(row, column));
        let id = hole.map_or("", |p| self.drawing.model.place(p));
        id.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned()
    }
}
