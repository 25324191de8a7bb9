//! `games/README.md`, the index of the shipped games, is generated from their descriptions.
//! `UPDATE_INDEX=1 cargo test --test index` regenerates it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod support;

use mnc::document::{place_names, regions, twenty_years};
use mnc::model::Model;
use mnc::resolve::{Description, Setting};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use support::ideas::{IDEAS, said, statements};

const HEAD: &str = "\
# The games

Every file `NAME.mnc` in this folder is a game: `mnc play NAME` plays it, `mnc show NAME` shows its
sources and its assumptions, `mnc list WORD` searches the list for a word.
`NAME.*.mncr` are records of whole games, which the tests replay; `NAME.differences.md` lists
where games recorded by other programs differ, and why the description follows its source. Rules that the
language does not have yet, and the games left out for them, are in [limits.md](limits.md).

This index is generated from the descriptions. It lists the games [by region](#by-region), [by number of
rows](#by-number-of-rows), [by idea](#by-idea), [by date](#by-date) and [by name](#by-name). To choose by several of
these, use `mnc list --region \"west africa\" --rows 2 --until 1950`; `mnc list --format csv` writes all of it as a table, and
`mnc doc --all FOLDER` draws a map.
";

/// A game in the index.
struct Entry {
    file: String,
    description: Description,
    model: Model,
    ideas: Vec<usize>,
}

impl Entry {
    fn about(&self, key: &str) -> Vec<&str> {
        let lines = self.description.about().filter(|(of_line, _)| *of_line == key);
        lines.map(|(_, text)| text).collect()
    }

    fn link(&self) -> String {
        format!("[{}]({}.mnc)", self.description.name, self.file)
    }

    /// Its board: the number of rows, and for how many players if not for two.
    fn board(&self) -> String {
        let rows = match self.model.board.rows {
            1 => "1 row".into(),
            rows => format!("{rows} rows"),
        };
        match self.model.seats() {
            1 => format!("{rows}, one player"),
            2 => rows,
            seats => format!("{rows}, {seats} players"),
        }
    }

    /// The regions of its places, each with the places there. A game without a place has one region, which is empty.
    fn regions(&self) -> BTreeMap<&'static str, Vec<&str>> {
        let mut regions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for place in self.description.places() {
            regions.entry(place_names(place).region.unwrap_or("")).or_default().push(place.text);
        }
        if regions.is_empty() {
            regions.insert("", Vec::new());
        }
        regions
    }

    /// When it is played: in numbers, or in words if there are none.
    fn when(&self) -> String {
        match self.description.years() {
            Some(years) => match years.last {
                Some(last) if last == years.first => last.to_string(),
                Some(last) => format!("{}–{last}", years.first),
                None => format!("since {}", years.first),
            },
            None => self.about("period").join("; "),
        }
    }

    /// Its line in the table of a region, with its ideas that are in `rare`.
    fn row(&self, places: &[&str], rare: &BTreeSet<usize>) -> String {
        let board = &self.model.board;
        let size = format!("{} × {}", board.rows, board.columns);
        let ideas: Vec<String> =
            self.ideas.iter().filter(|n| rare.contains(n)).map(|n| (n + 1).to_string()).collect();
        let cells = [self.link(), places.join("; "), size, self.when(), ideas.join(", ")];
        format!("| {} |\n", cells.map(|cell| cell.replace('|', "\\|")).join(" | "))
    }

    /// The reasons of the `assumed` statements.
    fn assumed(&self) -> BTreeSet<&str> {
        let clauses = self.model.clauses.iter();
        clauses.filter_map(|clause| clause.assumed.as_deref()).collect()
    }

    fn line(&self) -> String {
        let board = &self.model.board;
        let mut text = format!("### {}\n\n", self.link());
        let line = |key: &str, what: &str| {
            let told = self.about(key);
            if told.is_empty() { String::new() } else { format!("- {what}: {}\n", told.join("; ")) }
        };
        text += &line("also", "also called");
        text += &line("played", "played");
        text += &line("period", "when");
        text += &line("inventor", "by");
        text += &line("date", "date");
        text += &line("source", "source");
        text += &format!("- board: {} x {}, {}\n", board.rows, board.columns, players(&self.model));
        if !self.description.variations.is_empty() {
            text += &format!("- variations: {}\n", self.description.variations.join("; "));
        }
        let ideas: Vec<String> = self.ideas.iter().map(|n| (n + 1).to_string()).collect();
        text += &format!("- ideas: {}\n", ideas.join(", "));
        let assumed: Vec<&str> = self.assumed().into_iter().collect();
        if !assumed.is_empty() {
            text += &format!("- assumed: {}\n", assumed.join("; "));
        }
        text + "\n"
    }
}

fn entries() -> Vec<Entry> {
    let entry = |(file, path): (String, std::path::PathBuf)| {
        let description = support::open(&path);
        let (model, _) = description.build(&Setting::default());
        let said_here = statements(&std::fs::read_to_string(&path).unwrap());
        let used = |n: &usize| !said(*n, &said_here).is_empty();
        let ideas = (0..IDEAS.len()).filter(used).collect();
        Entry { file, model: model.expect("a model"), description, ideas }
    };
    support::descriptions("games").into_iter().map(entry).collect()
}

fn players(model: &Model) -> String {
    match model.seats() {
        1 => "one player".into(),
        seats => format!("{seats} players"),
    }
}

/// A table of groups with the games in them, in the order of the groups.
fn groups<K: Ord>(heading: &str, groups: BTreeMap<K, (String, Vec<&Entry>)>) -> String {
    let mut text = format!("| {heading} | number | games |\n|---|---|---|\n");
    for (group, entries) in groups.into_values() {
        let links: Vec<String> = entries.iter().map(|entry| entry.link()).collect();
        text += &format!("| {group} | {} | {} |\n", links.len(), links.join(", "));
    }
    text
}

fn by_region(entries: &[Entry]) -> String {
    let mut text = String::from(
        "\n## By region\n\nThe ideas are numbered: see [by idea](#by-idea). Those that more than half of the games have are left out here.\n",
    );
    let games_with = |n: usize| entries.iter().filter(|entry| entry.ideas.contains(&n)).count();
    let rare = (0..IDEAS.len()).filter(|n| 2 * games_with(*n) <= entries.len()).collect();
    let elsewhere = ("", "No region");
    for (region, title) in regions().map(|region| (region, region)).chain([elsewhere]) {
        let here =
            entries.iter().filter_map(|entry| Some((entry, entry.regions().remove(region)?)));
        let rows: Vec<String> = here.map(|(entry, places)| entry.row(&places, &rare)).collect();
        if !rows.is_empty() {
            text += &format!(
                "\n### {title}\n\n| game | place | board | when | ideas |\n|---|---|---|---|---|\n"
            );
            text += &rows.concat();
        }
    }
    text
}

fn by_idea(entries: &[Entry]) -> String {
    let mut ideas: BTreeMap<usize, (String, Vec<&Entry>)> = BTreeMap::new();
    for (n, (idea, _)) in IDEAS.iter().enumerate() {
        let games = entries.iter().filter(|entry| entry.ideas.contains(&n)).collect();
        ideas.insert(n, (format!("{}. {idea}", n + 1), games));
    }
    let reference =
        "The [reference](../grammar/reference.md#14-twenty-ideas) lists the phrases of each idea.";
    format!("\n## By idea\n\n{reference}\n\n{}", groups("idea", ideas))
}

fn by_rows(entries: &[Entry]) -> String {
    let mut boards: BTreeMap<(u16, usize), (String, Vec<&Entry>)> = BTreeMap::new();
    for entry in entries {
        let key = (entry.model.board.rows, entry.model.seats());
        boards.entry(key).or_insert_with(|| (entry.board(), Vec::new())).1.push(entry);
    }
    format!("\n## By number of rows\n\n{}", groups("board", boards))
}

/// By the first year that is known.
fn by_date(entries: &[Entry]) -> String {
    let mut dates: BTreeMap<u32, (String, Vec<&Entry>)> = BTreeMap::new();
    for entry in entries {
        let Some(years) = entry.description.years() else { continue };
        let here = dates
            .entry(years.first.max(1780) / 20)
            .or_insert_with(|| (twenty_years(years), Vec::new()));
        here.1.push(entry);
    }
    let first =
        "The first year that a source reports on. Games without a year are not in this table.";
    format!("\n## By date\n\n{first}\n\n{}", groups("years", dates))
}

fn index() -> String {
    let entries = entries();
    let mut text = String::from(HEAD);
    text += &by_region(&entries);
    text += &by_rows(&entries);
    text += &by_idea(&entries);
    text += &by_date(&entries);
    text += "\n## By name\n\n";
    let mut by_name: Vec<&Entry> = entries.iter().collect();
    by_name.sort_by_key(|entry| mnc::texts::latin(&entry.description.name).to_lowercase());
    by_name.iter().for_each(|entry| text += &entry.line());
    text.truncate(text.trim_end().len() + 1);
    text
}

/// The region of a place follows from its text or its coordinates. (A place without coordinates may be `online`.)
#[test]
fn every_place_on_the_map_is_in_a_region() {
    for (file, path) in support::descriptions("games") {
        let description = support::open(&path);
        for place in description.places().filter(|place| place.point.is_some()) {
            assert!(place_names(place).region.is_some(), "{file}: {}", place.text);
        }
    }
}

#[test]
fn the_index_is_as_the_games_are() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/README.md");
    let made = index();
    if std::env::var_os("UPDATE_INDEX").is_some() {
        std::fs::write(path, made).unwrap();
        return;
    }
    let there = std::fs::read_to_string(path).unwrap_or_default();
    assert!(there == made, "`UPDATE_INDEX=1 cargo test --test index` writes games/README.md anew");
}

/// Everything that the index names is in the folder, and every game that is left out has a reason.
#[test]
fn every_file_of_the_folder_belongs_to_a_game() {
    let games: BTreeSet<String> =
        support::descriptions("games").into_iter().map(|(name, _)| name).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    for entry in std::fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().file_name().to_string_lossy().into_owned();
        let game = file.split('.').next().unwrap();
        let of_all = ["README.md", "limits.md"].contains(&file.as_str());
        assert!(of_all || games.contains(game), "games/{file} belongs to no game");
    }
}

/// `tests/data/rulesets.tsv` lists the descriptions of the rulesets of other collections.
#[test]
fn every_told_ruleset_has_its_description() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let table = std::fs::read_to_string(root.join("tests/data/rulesets.tsv")).unwrap();
    let mut games: BTreeMap<&str, Description> = BTreeMap::new();
    let (mut sources, mut told) = (BTreeSet::new(), BTreeSet::new());
    for row in table.lines().filter(|row| !row.starts_with('#')) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [collection, ruleset, game, variations] = columns[..] else { panic!("{row}") };
        let path = root.join("games").join(format!("{game}.mnc"));
        let description = games.entry(game).or_insert_with(|| support::open(&path));
        for variation in variations.split(" + ").filter(|name| !name.is_empty()) {
            assert!(description.variations.iter().any(|name| name == variation), "{row}");
        }
        assert!(sources.insert((collection, ruleset)), "twice: {row}");
        told.insert((game, variations));
    }
    assert!(told.len() >= 350, "{} rulesets", told.len());
}
