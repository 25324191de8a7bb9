//! The names in a test: players, places, kinds of seeds, marks.

use super::run::TestRun;
use crate::diagnostic::{Diagnostic, Fix};
use crate::model::{KindId, MarkId, NoteId, PlaceId, Seat};
use crate::suggest::nearest;
use crate::syntax::ast::{Holding, Name, TestState};
use crate::syntax::singulars;
use std::borrow::Cow;

impl TestRun {
    /// A name that stands for nothing: the nearest of those that do, if one is near.
    pub(super) fn report_unknown(
        &mut self,
        name: &Name,
        message: String,
        known: &[&str],
        help: String,
    ) {
        let finding = Diagnostic::error("test-cannot-play", name.span, message)
            .found("the test cannot go on here");
        self.findings.push(match nearest(&name.text, known.iter().copied()) {
            Some(near) => finding.fix(Fix::guess(name.span, near)),
            None => finding.help(help),
        });
    }

    pub(super) fn seat(&mut self, name: &Name) -> Option<Seat> {
        let players: Vec<String> =
            self.model().board.seats.iter().map(|seat| seat.name.clone()).collect();
        let found = players.iter().position(|player| *player == name.text);
        if found.is_none() {
            let known: Vec<&str> = players.iter().map(String::as_str).collect();
            let help = format!("the players are `{}`", known.join("` and `"));
            self.report_unknown(name, format!("nobody is called `{}`", name.text), &known, help);
        }
        found.map(|i| Seat(i as u8))
    }

    pub(super) fn place(&mut self, holding: &Holding) -> Option<PlaceId> {
        if let Some(owner) = &holding.owner {
            let seat = self.seat(owner)?;
            let info = &self.model().board.seats[seat.index()];
            match holding.place.text.as_str() {
                "store" => return Some(info.store),
                "hand" => return Some(info.hand),
                _ => {}
            }
        }
        self.named_place(&holding.place)
    }

    pub(super) fn named_place(&mut self, name: &Name) -> Option<PlaceId> {
        let found = self.model().board.places.iter().position(|p| p.id == name.text);
        if found.is_none() {
            let board = &self.model().board;
            let last = board.places.get(board.holes.saturating_sub(1)).map_or("", |p| &p.id);
            let help =
                format!("the holes are called `a1` to `{last}`, counted from the first player");
            self.report_cannot_play(name.span, format!("there is no place `{}`", name.text), help);
        }
        found.map(|i| PlaceId(i as u8))
    }

    pub(super) fn kind(&mut self, name: &Name) -> Option<KindId> {
        let kinds: Vec<String> = self.model().kinds.iter().map(|kind| kind.name.clone()).collect();
        let of = |name: Cow<'_, str>| kinds.iter().position(|kind| **kind == *name);
        let found = singulars(&name.text).find_map(of);
        if found.is_none() {
            let known: Vec<&str> = kinds.iter().map(String::as_str).collect();
            let help =
                "a kind of seeds is declared in *words*: `NAME = a seed worth 10`".to_owned();
            let message = format!("there is no kind of seeds `{}`", name.text);
            self.report_unknown(name, message, &known, help);
        }
        found.map(|i| KindId(i as u16))
    }

    /// The player of that name, where a mark is said to be on a player.
    pub(super) fn marked_player(&self, state: &TestState) -> Option<Seat> {
        let is_place = self.model().board.places.iter().any(|p| p.id == state.hole.text);
        state.mark.as_ref().filter(|_| !is_place)?;
        let players = &self.model().board.seats;
        players.iter().position(|p| p.name == state.hole.text).map(|i| Seat(i as u8))
    }

    pub(super) fn mark(&mut self, name: &Name) -> Option<MarkId> {
        let marks = self.model().marks.iter().map(|mark| mark.name.clone()).collect();
        self.nth_declared(name, "mark", marks, "a mark").map(|i| MarkId(i as u16))
    }

    pub(super) fn note(&mut self, name: &Name) -> Option<NoteId> {
        let notes = self.model().notes.iter().map(|note| note.name.clone()).collect();
        self.nth_declared(name, "note", notes, "a number").map(|i| NoteId(i as u16))
    }

    /// Which of the marks or notes has that name; `declaration`: how one is declared.
    fn nth_declared(
        &mut self,
        name: &Name,
        what: &str,
        declared: Vec<String>,
        declaration: &str,
    ) -> Option<usize> {
        let found = declared.iter().position(|known| *known == name.text);
        if found.is_none() {
            let known: Vec<&str> = declared.iter().map(String::as_str).collect();
            let help = format!("a {what} is declared in *words*: `NAME = {declaration}`");
            self.report_unknown(name, format!("there is no {what} `{}`", name.text), &known, help);
        }
        found
    }
}
