//! MessageParts of the board in French.

use super::French;
use super::grammar::{Agreement, Gender, and, ordinal, quoted};
use super::person::Whose;
use crate::document::plan::{Region, Voice, half_row_name, region, runs};
use crate::model::{PlaceId, PlaceKind, PlaceSetBits, PlayerRef, Seat};

/// The words for a part of the board.
pub(super) enum FrenchRegion {
    /// As an adjective: `extérieur`.
    Adjective(String),
    /// Later: `de la rangée la plus proche de vous`.
    After(String),
}

impl French<'_> {
    /// The words for places that are fixed for each player; `None`: all holes.
    pub(super) fn fixed_for(
        &self,
        who: PlayerRef,
        sets: &[PlaceSetBits],
        voice: Voice,
        agrees: Agreement,
    ) -> Option<FrenchRegion> {
        let board = &self.model.board;
        let whose = self.whose(who, voice);
        // `à votre gauche`, `à la gauche de South`.
        let side = |left: bool| {
            let side = if left { "gauche" } else { "droite" };
            match &whose {
                Whose::Yours => format!("votre {side}"),
                Whose::Theirs => format!("sa {side}"),
                Whose::Of(who) => format!("la {side} de {who}"),
            }
        };
        let left = |left: bool| if left { "gauche" } else { "droite" };
        let nth = |n: i64| ordinal(n, Gender::Feminine);
        let text = match region(board, sets)? {
            Region::NearestRow => self.message("region-nearest", &[("who", &whose.object())]),
            Region::RowFromSide(n) => {
                let row = nth(n.into());
                self.message("region-row", &[("nth", &row), ("who", &whose.object())])
            }
            Region::NamedRow(nth) => {
                let name = half_row_name(board, nth).unwrap_or_default();
                return Some(FrenchRegion::Adjective(self.row_adjective(name, agrees)));
            }
            Region::RowFromOwner(n) => {
                self.message("region-owners-row", &[("nth", &nth(n.into()))])
            }
            Region::Column(n) => {
                self.message("region-column", &[("nth", &nth(n)), ("side", &side(true))])
            }
            Region::OwnersColumn(n) => self.message("region-owners-column", &[("nth", &nth(n))]),
            Region::Columns(n, at_left) => {
                let n = n.to_string();
                self.message("region-columns", &[("n", &n), ("side", &side(at_left))])
            }
            Region::OwnersColumns(n, at_left) => {
                let n = n.to_string();
                self.message("region-owners-columns", &[("n", &n), ("side", left(at_left))])
            }
            Region::Among(set) => self.message("region-among", &[("set", &self.set(set))]),
            Region::PerSeat(sets) => {
                let seats = (0..u8::MAX).map(Seat).zip(sets);
                let each = seats
                    .map(|(seat, set)| format!("pour {} : {}", self.seat(seat), self.set(set)));
                let each = each.collect::<Vec<_>>().join(" ; ");
                self.message("region-per-player", &[("each", &each)])
            }
        };
        Some(FrenchRegion::After(text))
    }

    /// The name of a row as an adjective: the usual names have French ones.
    pub(super) fn row_adjective(&self, name: &str, agrees: Agreement) -> String {
        match name {
            "outer" => agrees.adjective("ext\u{e9}rieur"),
            "inner" => agrees.adjective("int\u{e9}rieur"),
            "middle" => agrees.adjective("central"),
            name => quoted(name),
        }
    }

    /// Named places of a set: `a1, b1 et la case « goal »`, `a1 à f1`.
    pub(super) fn set(&self, set: PlaceSetBits) -> String {
        let mut names: Vec<String> = Vec::new();
        for run in runs(&self.model.board, set) {
            match run.as_slice() {
                [first, _, .., last] => {
                    names.push(format!(
                        "{} \u{e0} {}",
                        self.place_name(*first),
                        self.place_name(*last)
                    ));
                }
                few => names.extend(few.iter().map(|place| self.place_name(*place))),
            }
        }
        if names.is_empty() { self.word("place-none") } else { and(&names) }
    }

    pub(super) fn place_name(&self, place: PlaceId) -> String {
        let Some(known) = self.model.board.places.get(place.index()) else {
            let hand = place.is_sowing_hand();
            return self.word(if hand { "place-sowing-hand" } else { "place-captured" });
        };
        let of = known.owner.map_or(String::new(), |seat| format!(" de {}", self.seat(seat)));
        match known.kind {
            PlaceKind::Hole => known.id.clone(),
            PlaceKind::Shared => format!("la case {}", quoted(&known.id)),
            PlaceKind::Store => format!("le grenier{of}"),
            PlaceKind::Captured => format!("les graines captur\u{e9}es{of}"),
            PlaceKind::Hand => format!("la main{of}"),
        }
    }
}
