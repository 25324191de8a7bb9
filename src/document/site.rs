//! The index of a web site with many games.

use super::RulesDocument;
use super::html::{escape, page};
use crate::model::{Cases, Deed, Dir, Model, WayKind};
use std::collections::BTreeMap;
use std::fmt::Write;

/// A game in an index.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SiteEntry {
    /// Its page.
    pub file: String,
    /// Its name, and its other names.
    pub names: Vec<String>,
    /// Where it is played: countries or regions.
    pub places: Vec<String>,
    /// Its board: `2 rows of 6 holes`.
    pub board: String,
    /// The number of players.
    pub players: usize,
    /// What there is in its rules: `a match of several games`.
    pub ideas: Vec<&'static str>,
}

impl SiteEntry {
    /// The entry of a document.
    pub fn of(file: &str, document: &RulesDocument, model: &Model) -> SiteEntry {
        let also = document.about_lines("also");
        let places = document.about_lines("played").into_iter().flat_map(|text| text.split(", "));
        let rows = if model.board.rows == 1 {
            "1 row".into()
        } else {
            format!("{} rows", model.board.rows)
        };
        SiteEntry {
            file: file.to_owned(),
            names: std::iter::once(document.title.as_str())
                .chain(also)
                .map(str::to_owned)
                .collect(),
            places: places.map(str::to_owned).collect(),
            board: format!("{rows} of {} holes", model.board.columns),
            players: model.seats(),
            ideas: ideas(model),
        }
    }
}

/// What there is in the rules of a game.
fn ideas(model: &Model) -> Vec<&'static str> {
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

/// The page that lists games: by name, by place, by board, by what there is in their rules.
pub fn site_index(entries: &[SiteEntry]) -> String {
    let mut body = String::from("<header>\n<h1>Sowing games</h1>\n</header>\n<main>\n");
    let mut by_name: BTreeMap<String, Vec<&SiteEntry>> = BTreeMap::new();
    let mut by_place: BTreeMap<String, Vec<&SiteEntry>> = BTreeMap::new();
    let mut by_idea: BTreeMap<String, Vec<&SiteEntry>> = BTreeMap::new();
    let mut by_board: BTreeMap<String, Vec<&SiteEntry>> = BTreeMap::new();
    for entry in entries {
        let name = entry.names.first().and_then(|name| name.chars().next());
        let letter = name.map_or(String::new(), |c| c.to_uppercase().collect());
        by_name.entry(letter).or_default().push(entry);
        for place in &entry.places {
            by_place.entry(place.clone()).or_default().push(entry);
        }
        for idea in &entry.ideas {
            by_idea.entry((*idea).to_owned()).or_default().push(entry);
        }
        let players =
            if entry.players == 2 { String::new() } else { format!(", {} players", entry.players) };
        by_board.entry(format!("{}{players}", entry.board)).or_default().push(entry);
    }
    let groups = [
        ("By name", by_name),
        ("By place", by_place),
        ("By board", by_board),
        ("By rule", by_idea),
    ];
    for (heading, groups) in groups {
        // Writing to a string does not fail.
        let _ = writeln!(body, "<section>\n<h2>{heading}</h2>\n<dl>");
        for (group, entries) in groups {
            let links = entries.iter().map(|entry| {
                let name = entry.names.first().map_or("", String::as_str);
                format!("<a href=\"{}\">{}</a>", escape(&entry.file), escape(name))
            });
            let links: Vec<String> = links.collect();
            let _ = writeln!(body, "<dt>{}</dt><dd>{}</dd>", escape(&group), links.join(", "));
        }
        body.push_str("</dl>\n</section>\n");
    }
    body.push_str("</main>\n");
    page("Sowing games", &body)
}
