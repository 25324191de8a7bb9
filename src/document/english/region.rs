//! Parts of the board in English.

use super::English;
use super::number::{and, ordinal};
use crate::document::plan::{Region, Voice, half_row_name, region, runs};
use crate::model::{PlaceId, PlaceSetBits, PlayerRef, Seat};
use crate::notation::place_text;

/// The words for a part of the board.
pub(super) enum EnglishRegion {
    /// Before the noun: `outer`.
    Before(String),
    /// After it: `in the row nearest to you`.
    After(String),
}

impl English<'_> {
    /// The words for places that are fixed for each player; `None`: all holes.
    pub(super) fn fixed_for(
        &self,
        who: PlayerRef,
        sets: &[PlaceSetBits],
        voice: Voice,
    ) -> Option<EnglishRegion> {
        let board = &self.model.board;
        let side = match self.player(who, voice).as_str() {
            "you" => "your".to_owned(),
            "they" => "their".to_owned(),
            other => format!("{other}'s"),
        };
        let left = |left: bool| if left { "left" } else { "right" };
        let text = match region(board, sets)? {
            Region::NearestRow => format!("in the row nearest to {}", self.them(who, voice)),
            Region::RowFromSide(nth) => {
                format!("in the {} row from {side} side", ordinal(nth.into()))
            }
            Region::NamedRow(nth) => {
                let name = half_row_name(board, nth).unwrap_or_default();
                return Some(EnglishRegion::Before(name.to_owned()));
            }
            Region::RowFromOwner(nth) => {
                format!("in a row that is {} from its side", ordinal(nth.into()))
            }
            Region::Column(nth) => format!("in the {} column from {side} left", ordinal(nth)),
            Region::OwnersColumn(nth) => {
                format!("in the {} column from its owner's left", ordinal(nth))
            }
            Region::Columns(n, at_left) => {
                format!("in the {n} columns on {side} {}", left(at_left))
            }
            Region::OwnersColumns(n, at_left) => {
                format!("in the {n} columns on its owner's {}", left(at_left))
            }
            Region::Among(set) => format!("among {}", self.set(set)),
            Region::PerSeat(sets) => {
                let seats = (0..u8::MAX).map(Seat).zip(sets);
                let each =
                    seats.map(|(seat, set)| format!("for {}: {}", self.seat(seat), self.set(set)));
                format!("in a part of the board ({})", each.collect::<Vec<_>>().join("; "))
            }
        };
        Some(EnglishRegion::After(text))
    }

    /// Named places of a set: `a1, b1 and the goal`, `a1 to f1`.
    pub(super) fn set(&self, set: PlaceSetBits) -> String {
        let mut names: Vec<String> = Vec::new();
        for run in runs(&self.model.board, set) {
            match run.as_slice() {
                [first, _, .., last] => {
                    names.push(format!(
                        "{} to {}",
                        self.place_name(*first),
                        self.place_name(*last)
                    ));
                }
                few => names.extend(few.iter().map(|place| self.place_name(*place))),
            }
        }
        if names.is_empty() { "no place".into() } else { and(&names) }
    }

    pub(super) fn place_name(&self, place: PlaceId) -> String {
        place_text(self.model, place)
    }
}
