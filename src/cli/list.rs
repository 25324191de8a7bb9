//! `mnc list`: the games that come with the program.

use super::{Exit, Out};
use crate::library::{Game, Library};
use crate::model::Model;
use crate::resolve::{Description, Setting, load};
use comfy_table::presets::{NOTHING, UTF8_HORIZONTAL_ONLY};
use comfy_table::{Cell, ContentArrangement, Table};
use serde::Serialize;
use std::io::{self, Write};

/// List the games that come with mnc
///
/// The first column is the name to use in other commands.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  mnc list\n  mnc list --format json")]
pub struct Args {
    /// How to show the list
    #[arg(long, value_enum, default_value_t, value_name = "FORM")]
    format: Format,
}

/// How the list is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
enum Format {
    /// A table, drawn on a terminal and plain elsewhere
    #[default]
    Auto,
    /// A table without lines, each game on a line of its own
    Plain,
    /// One JSON array, for other programs
    Json,
}

/// What is told of a game.
#[derive(Serialize)]
struct Entry<'l> {
    /// What to type.
    name: &'l str,
    /// Its name.
    game: &'l str,
    /// Names it has elsewhere.
    also: &'l [String],
    /// Where it is played.
    played: Vec<String>,
    rows: u16,
    columns: u16,
    players: usize,
    variations: Vec<String>,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut Out) -> io::Result<Exit> {
    let entries: Vec<Entry> = Library::shipped().games().iter().filter_map(entry).collect();
    match args.format {
        Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(&entries)?)?,
        Format::Auto if out.is_terminal() => writeln!(out, "{}", drawn(&entries))?,
        Format::Auto | Format::Plain => plain(&entries, out)?,
    }
    Ok(Exit::Clean)
}

fn entry(game: &Game) -> Option<Entry<'_>> {
    let (description, _) = load(&game.file, &game.text, Library::shipped());
    let (model, _) = description.build(&Setting::default());
    let model: Model = model?;
    Some(Entry {
        name: game.stem(),
        game: &game.name,
        also: &game.also,
        played: about(&description, "played"),
        rows: model.board.rows,
        columns: model.board.columns,
        players: model.seats(),
        variations: description.variations,
    })
}

/// What *about* tells under a key.
pub fn about(description: &Description, key: &str) -> Vec<String> {
    let lines = description.about.iter().filter(|line| line.key.text == key);
    lines.map(|line| line.text.text.clone()).collect()
}

impl Entry<'_> {
    fn cells(&self) -> [String; 6] {
        [
            self.name.into(),
            self.game.into(),
            format!("{} × {}", self.rows, self.columns),
            self.players.to_string(),
            self.played.join("; "),
            self.variations.join("; "),
        ]
    }
}

const HEADINGS: [&str; 6] = ["NAME", "GAME", "BOARD", "PLAYERS", "PLAYED IN", "VARIATIONS"];

/// For the eye, as wide as the terminal.
fn drawn(entries: &[Entry]) -> Table {
    let mut table = Table::new();
    table.load_style(UTF8_HORIZONTAL_ONLY);
    table.set_content_arrangement(ContentArrangement::Dynamic);
    table.set_header(HEADINGS);
    table.add_rows(entries.iter().map(|entry| entry.cells().map(Cell::new)));
    table
}

/// A line for each game, however long: for pipes.
fn plain(entries: &[Entry], out: &mut Out) -> io::Result<()> {
    let mut table = Table::new();
    table.load_style(NOTHING);
    table.set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(HEADINGS);
    table.add_rows(entries.iter().map(Entry::cells));
    for line in table.lines() {
        writeln!(out, "{}", line.trim())?;
    }
    Ok(())
}
