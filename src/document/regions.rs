//! The region of the world that a place is in.

use crate::resolve::{GeoPoint, PlayedIn};
use std::sync::OnceLock;

/// The regions with the names in them.
const TABLE: &str = include_str!("regions.txt");

/// Where a place is, by the words of a description, or else by its coordinates.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct PlaceNames {
    /// A region of the world, such as `West Africa`. `None`: neither the text nor the coordinates are in one.
    pub region: Option<&'static str>,
    /// The country, island or landscape that the text names, such as `Ghana`.
    pub country: Option<&'static str>,
}

/// A line of the table.
struct WorldRegion {
    name: &'static str,
    /// Degrees: from south to north, from west to east.
    bounds: Option<[[f64; 2]; 2]>,
    /// Names of the region itself.
    names: Vec<&'static str>,
    /// Names of countries and landscapes in it.
    countries: Vec<&'static str>,
}

fn table() -> &'static [WorldRegion] {
    static REGIONS: OnceLock<Vec<WorldRegion>> = OnceLock::new();
    REGIONS.get_or_init(|| {
        TABLE.lines().filter(|line| !line.starts_with('#')).filter_map(region).collect()
    })
}

/// `NAME: SOUTH NORTH, WEST EAST = NAME, NAME; COUNTRY, COUNTRY`.
fn region(line: &'static str) -> Option<WorldRegion> {
    let (head, names) = line.split_once(" = ")?;
    let (name, bounds) = head.split_once(": ").unwrap_or((head, ""));
    let (names, countries) = names.split_once("; ").unwrap_or((names, ""));
    let two = |text: &str| -> Option<[f64; 2]> {
        let (from, to) = text.split_once(' ')?;
        Some([from.parse().ok()?, to.parse().ok()?])
    };
    let bounds = bounds.split_once(", ");
    let bounds = bounds.and_then(|(north, east)| Some([two(north)?, two(east)?]));
    let list = |text: &'static str| text.split(", ").filter(|name| !name.is_empty()).collect();
    Some(WorldRegion { name, bounds, names: list(names), countries: list(countries) })
}

/// The names of the regions.
pub fn regions() -> impl Iterator<Item = &'static str> {
    table().iter().map(|region| region.name)
}

/// The region and the country of a place. Of several names in its text the last one counts (`Adwa (Ethiopia)`), and
/// a long one before a short one in it (`South Sudan`).
pub fn place_names(place: PlayedIn<'_>) -> PlaceNames {
    let mut best = (0, 0);
    let mut found = PlaceNames::default();
    let mut look = |name: &'static str, here: PlaceNames| {
        if let Some(end) = last_end(place.text, name)
            && (end, name.len()) > best
        {
            best = (end, name.len());
            found = here;
        }
    };
    for region in table() {
        let here = PlaceNames { region: Some(region.name), country: None };
        region.names.iter().for_each(|name| look(name, here));
        region.countries.iter().for_each(|name| {
            look(name, PlaceNames { country: Some(name), ..here });
        });
    }
    if best == (0, 0) {
        found.region = place.point.and_then(region_at);
    }
    found
}

/// Where the last occurrence of a name as whole words ends, in bytes.
fn last_end(text: &str, name: &str) -> Option<usize> {
    let is_inside = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '-');
    let ends = text.rmatch_indices(name).map(|(start, _)| (start, start + name.len()));
    let whole = |(start, end): &(usize, usize)| {
        let before = text.get(..*start).and_then(|before| before.chars().next_back());
        let after = text.get(*end..).and_then(|after| after.chars().next());
        !is_inside(before) && !is_inside(after)
    };
    ends.into_iter().find(whole).map(|(_, end)| end)
}

/// The first region whose box has a place in it.
fn region_at(point: GeoPoint) -> Option<&'static str> {
    let is_in = |region: &&WorldRegion| {
        let inside = |[from, to]: [f64; 2], angle: f64| (from..=to).contains(&angle);
        region.bounds.is_some_and(|[north, east]| {
            inside(north, point.latitude.as_f64()) && inside(east, point.longitude.as_f64())
        })
    };
    table().iter().find(is_in).map(|region| region.name)
}

#[cfg(test)]
mod tests {
    use super::{TABLE, place_names, regions, table};
    use crate::resolve::{Degrees, GeoPoint, PlayedIn};
    use std::collections::BTreeSet;

    fn names(text: &str, point: Option<(i16, i16)>) -> String {
        let angle = |degrees: i16| match degrees {
            0.. => Degrees::whole(degrees),
            _ => Degrees::whole(-degrees).negated(),
        };
        let point = point.map(|(latitude, longitude)| GeoPoint {
            latitude: angle(latitude),
            longitude: angle(longitude),
        });
        let found = place_names(PlayedIn { text, point });
        format!("{}: {}", found.region.unwrap_or("?"), found.country.unwrap_or("?"))
    }

    #[test]
    fn the_region_follows_from_the_text_or_the_coordinates() {
        for (text, point, expected) in [
            ("Adwa (Ethiopia)", None, "East Africa: Ethiopia"),
            ("South Sudan", None, "East Africa: South Sudan"),
            ("Sudan (Kababish)", None, "North Africa: Sudan"),
            ("Guinea-Bissau", None, "West Africa: Guinea-Bissau"),
            ("Papua New Guinea", None, "Oceania: Papua New Guinea"),
            (
                "eastern Democratic Republic of the Congo",
                None,
                "Central Africa: Democratic Republic of the Congo",
            ),
            ("Zanzibar and the coast of East Africa", None, "East Africa: ?"),
            ("West Africa", None, "West Africa: ?"),
            ("Africa", None, "Africa: ?"),
            ("Nigerian villages", None, "?: ?"),
            ("Nigerian villages", Some((9, 8)), "West Africa: ?"),
            ("the Nyanja country", Some((-14, 34)), "East Africa: ?"),
            ("a village", Some((18, -71)), "Caribbean: ?"),
            ("a ship", Some((0, -150)), "?: ?"),
        ] {
            assert_eq!(names(text, point), expected, "{text}");
        }
    }

    /// A line that cannot be read would be left out silently.
    #[test]
    fn the_table_is_read_whole() {
        let lines = TABLE.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(regions().count(), lines);
        let all = || table().iter().flat_map(|r| r.names.iter().chain(&r.countries));
        assert_eq!(all().count(), all().collect::<BTreeSet<_>>().len(), "a name is there twice");
        let with_bounds = TABLE.lines().filter(|l| !l.starts_with('#') && l.contains(':')).count();
        assert_eq!(table().iter().filter(|r| r.bounds.is_some()).count(), with_bounds);
    }
}
