//! The description of a game in answers.

use crate::document::place_names;
use crate::model::{Model, PlaceKind};
use crate::resolve::{Description, GeoPoint, OptionInfo, OptionValues, YearSpan};
use serde::Serialize;

/// A game with its setting.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct InfoAnswer {
    /// Its name.
    pub game: String,
    /// The names of the players in the order of their seats.
    pub players: Vec<String>,
    /// The options with their values in this game.
    pub options: Vec<OptionAnswer>,
    /// The names of all variations.
    pub variations: Vec<String>,
    /// The variations in effect.
    pub chosen: Vec<String>,
    /// Rows of the board.
    pub rows: u16,
    /// Holes in a row.
    pub columns: u16,
    /// All places.
    pub places: Vec<PlaceAnswer>,
    /// Whether there are matches of several games.
    pub r#match: bool,
    /// Where the game is played in the world.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub played: Vec<PlayedAnswer>,
    /// The years of its periods, from the first to the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub years: Option<YearSpan>,
}

/// Where a game is played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PlayedAnswer {
    /// In words.
    pub place: String,
    /// A region of the world, such as `West Africa`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<&'static str>,
    /// The country or island that the words name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country: Option<&'static str>,
    /// Degrees, negative in the south and in the west.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub point: Option<GeoPoint>,
}

/// An option.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OptionAnswer {
    /// Its name.
    pub name: String,
    /// Its value in this game.
    pub value: String,
    /// Its default value.
    pub default: String,
    /// The possible values, if it is a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<String>>,
    /// The possible values, if it is a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<RangeAnswer>,
    /// The author's note on its meaning.
    pub note: Option<String>,
}

/// A range of numbers, both ends included.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[allow(missing_docs)]
pub struct RangeAnswer {
    pub from: u64,
    pub to: u64,
    pub even: bool,
}

/// A place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PlaceAnswer {
    /// Its name in requests and answers.
    pub id: String,
    /// `hole`, `store`, `hand`, `shared`, `captured`.
    pub kind: &'static str,
    /// The row, from 1, nearest the first player; holes only.
    pub row: Option<u16>,
    /// The column, from 1, from the first player's left; holes only.
    pub column: Option<u16>,
    /// The seat of its owner at the start.
    pub owner: Option<u8>,
}

/// The answer to `info`.
pub fn info(description: &Description, model: &Model) -> InfoAnswer {
    let options = description.options_with(&model.variations);
    InfoAnswer {
        game: model.name.clone(),
        players: model.board.seats.iter().map(|seat| seat.name.clone()).collect(),
        options: options.into_iter().map(|info| option(info, model)).collect(),
        variations: description.variations.clone(),
        chosen: model.variations.clone(),
        rows: model.board.rows,
        columns: model.board.columns,
        places: places(model),
        r#match: model.next_game.is_some(),
        played: played(description),
        years: description.years(),
    }
}

/// Where a game is played.
pub fn played(description: &Description) -> Vec<PlayedAnswer> {
    let places = description.places().map(|place| {
        let names = place_names(place);
        PlayedAnswer {
            place: place.text.to_owned(),
            region: names.region,
            country: names.country,
            point: place.point,
        }
    });
    places.collect()
}

fn option(info: &OptionInfo, model: &Model) -> OptionAnswer {
    let (values, range) = match &info.values {
        OptionValues::List(list) => (Some(list.clone()), None),
        OptionValues::Range { from, to, even } => {
            (None, Some(RangeAnswer { from: *from, to: *to, even: *even }))
        }
    };
    OptionAnswer {
        name: info.name.clone(),
        value: model.options.get(&info.name).unwrap_or(&info.default).clone(),
        default: info.default.clone(),
        values,
        range,
        note: info.note.clone(),
    }
}

fn places(model: &Model) -> Vec<PlaceAnswer> {
    let kind = |kind| match kind {
        PlaceKind::Hole => "hole",
        PlaceKind::Store => "store",
        PlaceKind::Captured => "captured",
        PlaceKind::Hand => "hand",
        PlaceKind::Shared => "shared",
    };
    let place = |place: &crate::model::Place| PlaceAnswer {
        id: place.id.clone(),
        kind: kind(place.kind),
        row: place.hole.map(|hole| hole.row),
        column: place.hole.map(|hole| hole.column),
        owner: place.owner.map(|seat| seat.0),
    };
    model.board.places.iter().map(place).collect()
}
