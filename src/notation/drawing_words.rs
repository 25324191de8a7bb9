//! The words in a drawing of the board.

use super::wording::place_text;
use crate::model::{Model, PlaceId};
use std::borrow::Cow;

type DrawingText = Cow<'static, str>;

/// The words in a drawing, so that it can be in another language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawingWords {
    /// Before the seeds in a store.
    pub store: DrawingText,
    /// Before captured seeds.
    pub captured: DrawingText,
    /// Before the seeds in a hand.
    pub in_hand: DrawingText,
    /// Before seeds that are being sown.
    pub being_sown: DrawingText,
    /// A hole out of play.
    pub closed: DrawingText,
    /// Seeds that the viewer does not see.
    pub hidden: DrawingText,
    /// Seeds of which nothing is known.
    pub not_known: DrawingText,
    /// A place that is not as in another drawing.
    pub differs: DrawingText,
    /// In place of an owner.
    pub nobody: DrawingText,
    /// No hole has an owner.
    pub nobody_owns: DrawingText,
    /// Between what belongs to a player and the player, with blanks.
    pub of: DrawingText,
    /// Between a kind of seeds and where they are, with blanks.
    pub is_in: DrawingText,
    /// One seed, and several.
    pub seeds: (DrawingText, DrawingText),
    /// What the places are called, in their order; empty: as in English.
    pub places: Vec<String>,
}

impl DrawingWords {
    /// English.
    pub const ENGLISH: DrawingWords = DrawingWords {
        store: Cow::Borrowed("store"),
        captured: Cow::Borrowed("captured"),
        in_hand: Cow::Borrowed("in hand"),
        being_sown: Cow::Borrowed("being sown"),
        closed: Cow::Borrowed("closed"),
        hidden: Cow::Borrowed("hidden"),
        not_known: Cow::Borrowed("not known"),
        differs: Cow::Borrowed("differs"),
        nobody: Cow::Borrowed("nobody"),
        nobody_owns: Cow::Borrowed("nobody owns the holes"),
        of: Cow::Borrowed(" of "),
        is_in: Cow::Borrowed(" in "),
        seeds: (Cow::Borrowed("seed"), Cow::Borrowed("seeds")),
        places: Vec::new(),
    };

    /// What a place is called.
    pub(crate) fn place(&self, model: &Model, place: PlaceId) -> String {
        let known = self.places.get(place.index());
        known.map_or_else(|| place_text(model, place), String::clone)
    }

    /// `4 seeds`.
    pub(crate) fn counted(&self, n: u64) -> String {
        let (one, many) = &self.seeds;
        format!("{n} {}", if n == 1 { one } else { many })
    }
}
