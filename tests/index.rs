//! `games/README.md`, the index of the shipped games, is generated from their descriptions.
//! `UPDATE_INDEX=1 cargo test --test index` regenerates it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod support;

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

This index is generated from the descriptions.
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

    /// Its heading.
    fn board(&self) -> &'static str {
        let board = &self.model.board;
        match (self.model.seats(), board.rows) {
            (1, _) => "One player",
            (3.., _) => "Three players and more",
            (_, 1) => "One row",
            (_, 2) => "Two rows",
            (_, 3) => "Three rows",
            (_, 4) => "Four rows",
            _ => "Other boards",
        }
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
        text += &format!("- board: {} x {}\n", board.rows, board.columns);
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

/// The country or region of a place: its last part, or the text in brackets after it.
fn region(played: &str) -> &str {
    let last = played.rsplit([',', ';']).next().unwrap_or(played).trim();
    let inside = last.strip_suffix(')').and_then(|open| open.rsplit('(').next());
    inside.unwrap_or(last)
}

fn index() -> String {
    let entries = entries();
    let mut text = format!("{HEAD}\n## By place\n\n");
    let mut places: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for entry in &entries {
        for played in entry.about("played") {
            let games = places.entry(region(played)).or_default();
            if !games.contains(&entry.link()) {
                games.push(entry.link());
            }
        }
    }
    for (place, games) in places {
        text += &format!("- {place}: {}\n", games.join(", "));
    }
    text += "\n## The ideas\n\nThe numbers of the ideas behind each game:\n\n";
    for (n, (idea, _)) in IDEAS.iter().enumerate() {
        text += &format!("{}. {idea}\n", n + 1);
    }
    text +=
        "\nThe [reference](../grammar/reference.md#14-twenty-ideas) lists the phrases of each.\n";
    for board in [
        "One row",
        "Two rows",
        "Three rows",
        "Four rows",
        "Other boards",
        "One player",
        "Three players and more",
    ] {
        let here: Vec<&Entry> = entries.iter().filter(|entry| entry.board() == board).collect();
        if here.is_empty() {
            continue;
        }
        text += &format!("\n## {board}\n\n");
        here.iter().for_each(|entry| text += &entry.line());
        text.truncate(text.trim_end().len() + 1);
    }
    text
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
