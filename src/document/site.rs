//! The index of a web site with many games.

use super::html::{escape, page};
use super::map::map;
use super::regions::{PlaceNames, place_names, regions};
use crate::model::{Cases, Deed, Dir, Model, WayKind};
use crate::resolve::{Description, GeoPoint, YearSpan};
use std::collections::BTreeMap;
use std::fmt::Write;

/// A game in an index.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SiteEntry {
    /// Its page.
    pub file: String,
    /// Its name, and its other names.
    pub names: Vec<String>,
    /// Where it is played.
    pub places: Vec<SitePlace>,
    /// When it is played, if the description gives years.
    pub years: Option<YearSpan>,
    /// Its board: `2 rows of 6 holes`.
    pub board: String,
    /// The number of players.
    pub players: usize,
    /// What there is in its rules: `a match of several games`.
    pub ideas: Vec<&'static str>,
}

/// A place in an index.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SitePlace {
    /// The place in words.
    pub text: String,
    /// The region and the country that it is in.
    pub names: PlaceNames,
    /// Where it is, if the description says so.
    pub point: Option<GeoPoint>,
}

impl SiteEntry {
    /// The entry of a game whose page is `file`.
    pub fn of(file: &str, description: &Description, model: &Model) -> SiteEntry {
        let also = description.about().filter(|(key, _)| *key == "also").map(|(_, text)| text);
        let places = description.places().map(|place| SitePlace {
            text: place.text.to_owned(),
            names: place_names(place),
            point: place.point,
        });
        let rows = if model.board.rows == 1 {
            "1 row".into()
        } else {
            format!("{} rows", model.board.rows)
        };
        SiteEntry {
            file: file.to_owned(),
            names: std::iter::once(model.name.as_str()).chain(also).map(str::to_owned).collect(),
            places: places.collect(),
            years: description.years(),
            board: format!("{rows} of {} holes", model.board.columns),
            players: model.seats(),
            ideas: rule_ideas(model),
        }
    }

    /// Its first name.
    pub(super) fn name(&self) -> &str {
        self.names.first().map_or("", String::as_str)
    }

    fn link(&self) -> String {
        format!("<a href=\"{}\">{}</a>", escape(&self.file), escape(self.name()))
    }
}

/// What there is in the rules of a game: `a match of several games`.
pub fn rule_ideas(model: &Model) -> Vec<&'static str> {
    let does = |is: &dyn Fn(&Deed) -> bool| model.any_deed_in_play(&|deed| is(deed));
    let rules = || model.stages.iter().map(|stage| &stage.rules);
    let deeds = |cases: &Cases, is: fn(&Deed) -> bool| {
        let mut actions = cases.lists.iter().flatten().flat_map(|case| &case.actions);
        actions.any(|action| is(&action.deed))
    };
    let chooses = |kind: &WayKind| match kind {
        WayKind::Choice { .. } => true,
        WayKind::Circuit { dir, .. } => *dir == Some(Dir::Ask),
        WayKind::LaterLaps { .. } | WayKind::Manners => false,
    };
    let all = [
        (
            "a move can go on with another sowing",
            rules().any(|r| deeds(&r.last_seed, Deed::may_relay)),
        ),
        ("a player can move again", does(&|deed| matches!(deed, Deed::PlayAgain { .. }))),
        (
            "captures while seeds are sown",
            rules().any(|r| deeds(&r.each_seed, |deed| matches!(deed, Deed::Capture(_)))),
        ),
        (
            "the player chooses the direction",
            rules().any(|r| r.way.iter().any(|l| chooses(&l.kind))),
        ),
        ("some moves are not allowed", rules().any(|r| !r.laws.is_empty())),
        ("special holes", !model.marks.is_empty()),
        ("holes can be closed", does(&|deed| matches!(deed, Deed::Close(_)))),
        ("holes change their owner", does(&|deed| matches!(deed, Deed::Own(_)))),
        ("several kinds of seeds", !model.kinds.is_empty()),
        ("an opening", !model.opening.is_empty()),
        ("several stages", model.stages.len() > 1),
        ("a match of several games", model.next_game.is_some()),
    ];
    all.into_iter().filter(|(_, is)| *is).map(|(idea, _)| idea).collect()
}

/// The page that lists games: on a map, by place, by name, by board, by what there is in their rules, by date.
pub fn site_index(entries: &[SiteEntry]) -> String {
    let mut body = String::from("<header>\n<h1>Sowing games</h1>\n</header>\n<main>\n");
    body.push_str(&map(entries));
    body.push_str(&by_place(entries));
    let mut by_name: BTreeMap<String, Vec<&SiteEntry>> = BTreeMap::new();
    let mut by_idea: BTreeMap<String, Vec<&SiteEntry>> = BTreeMap::new();
    let mut by_board: BTreeMap<String, Vec<&SiteEntry>> = BTreeMap::new();
    let mut by_date: BTreeMap<String, Vec<&SiteEntry>> = BTreeMap::new();
    for entry in entries {
        let letter = entry.name().chars().next();
        let letter = letter.map_or(String::new(), |c| c.to_uppercase().collect());
        by_name.entry(letter).or_default().push(entry);
        for idea in &entry.ideas {
            by_idea.entry((*idea).to_owned()).or_default().push(entry);
        }
        let players =
            if entry.players == 2 { String::new() } else { format!(", {} players", entry.players) };
        by_board.entry(format!("{}{players}", entry.board)).or_default().push(entry);
        if let Some(years) = entry.years {
            by_date.entry(twenty_years(years)).or_default().push(entry);
        }
    }
    let groups = [
        ("By name", by_name),
        ("By board", by_board),
        ("By rule", by_idea),
        ("By the first year that is known", by_date),
    ];
    for (heading, groups) in groups.into_iter().filter(|(_, groups)| !groups.is_empty()) {
        // Writing to a string does not fail.
        let _ = writeln!(body, "<section>\n<h2>{heading}</h2>\n<dl>");
        for (group, entries) in groups {
            let links: Vec<String> = entries.iter().map(|entry| entry.link()).collect();
            let _ = writeln!(body, "<dt>{}</dt><dd>{}</dd>", escape(&group), links.join(", "));
        }
        body.push_str("</dl>\n</section>\n");
    }
    body.push_str("</main>\n");
    page("Sowing games", &body)
}

/// Every place with its games, by regions and countries. What the map shows is all here, too.
fn by_place(entries: &[SiteEntry]) -> String {
    /// The games at a place; a place by the number and name of its region, and its country.
    type Places<'e> = BTreeMap<(usize, &'e str, &'e str), Vec<(&'e SiteEntry, &'e SitePlace)>>;
    let mut places = Places::new();
    let order: Vec<&str> = regions().collect();
    for entry in entries {
        for place in &entry.places {
            let region = place.names.region.unwrap_or(ELSEWHERE);
            let nth = order.iter().position(|other| *other == region).unwrap_or(order.len());
            let country = place.names.country.unwrap_or(region);
            places.entry((nth, region, country)).or_default().push((entry, place));
        }
    }
    let mut body = String::from("<section id=\"places\">\n<h2>By place</h2>\n");
    let mut above = None;
    for ((nth, region, country), games) in places {
        // Writing to a string does not fail.
        if above != Some(nth) {
            let end = if above.is_some() { "</dl>\n" } else { "" };
            let _ = writeln!(body, "{end}<h3>{}</h3>\n<dl>", escape(region));
            above = Some(nth);
        }
        let games = games.iter().map(|(entry, place)| game_at(entry, place, country));
        let games: Vec<String> = games.collect();
        let _ = writeln!(body, "<dt>{}</dt><dd>{}</dd>", escape(country), games.join("; "));
    }
    if above.is_some() {
        body.push_str("</dl>\n");
    }
    body + "</section>\n"
}

/// The heading of places in no region.
const ELSEWHERE: &str = "Elsewhere";

/// A game, and what is known of its place besides the country: `Bechi (Ansaba (Eritrea), 15.8 N 38.5 E, in 1971)`.
fn game_at(entry: &SiteEntry, place: &SitePlace, country: &str) -> String {
    let text = Some(place.text.clone()).filter(|text| text != country);
    let point = place.point.map(|point| point.to_string());
    let years = entry.years.map(|years| years.to_string());
    let known: Vec<String> = [text, point, years].into_iter().flatten().collect();
    match known.as_slice() {
        [] => entry.link(),
        known => format!("{} ({})", entry.link(), escape(&known.join(", "))),
    }
}

/// `1920 to 1939`, `before 1800`: where the first year is.
pub fn twenty_years(years: YearSpan) -> String {
    match years.first {
        0..1800 => "before 1800".into(),
        first => {
            let from = first / 20 * 20;
            format!("{from} to {}", from + 19)
        }
    }
}
