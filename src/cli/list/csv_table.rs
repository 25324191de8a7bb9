//! The list as comma-separated values.

use super::GameEntry;
use csv::Writer;
use mnc::protocol::PlayedAnswer;
use std::error::Error;

const HEADINGS: [&str; 17] = [
    "name",
    "game",
    "also",
    "place",
    "region",
    "country",
    "latitude",
    "longitude",
    "period",
    "first_year",
    "last_year",
    "rows",
    "columns",
    "players",
    "variations",
    "ideas",
    "sources",
];

/// A line for each place of a game, and one for a game without a place. Several values in a field have `; ` between them.
pub(super) fn write(entries: &[GameEntry<'_>]) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut table = Writer::from_writer(Vec::new());
    table.write_record(HEADINGS)?;
    for entry in entries {
        for place in &entry.places {
            table.write_record(record(entry, Some(place)))?;
        }
        if entry.places.is_empty() {
            table.write_record(record(entry, None))?;
        }
    }
    Ok(table.into_inner()?)
}

fn record(entry: &GameEntry<'_>, place: Option<&PlayedAnswer>) -> [String; 17] {
    let point = place.and_then(|place| place.point);
    let years = entry.years;
    let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
    [
        entry.name.into(),
        entry.game.into(),
        entry.also.join("; "),
        text(place.map(|place| place.place.as_str())),
        text(place.and_then(|place| place.region)),
        text(place.and_then(|place| place.country)),
        point.map_or(String::new(), |point| point.latitude.to_string()),
        point.map_or(String::new(), |point| point.longitude.to_string()),
        entry.period.join("; "),
        years.map_or(String::new(), |years| years.first.to_string()),
        years.and_then(|years| years.last).map_or(String::new(), |year| year.to_string()),
        entry.rows.to_string(),
        entry.columns.to_string(),
        entry.players.to_string(),
        entry.variations.join("; "),
        entry.ideas.join("; "),
        entry.sources.join("; "),
    ]
}
