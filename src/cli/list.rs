//! `mnc list`: the games that come with the program.

use super::{Exit, Out};
use crate::library::{Game, Library};
use crate::model::Model;
use crate::resolve::{Description, Setting, load};
use comfy_table::presets::NOTHING;
use comfy_table::{Cell, CellAlignment, ColumnConstraint, ContentArrangement, Row, Table};
use serde::Serialize;
use std::io::{self, Write};

/// List the games that come with mnc
///
/// The first column is the name to use in other commands. A terminal is told how many variations a
/// game has, and where it is played as far as there is room; elsewhere all is written out.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  mnc list\n  mnc list haiti\n  mnc list \"4 x 8\"\n  mnc list --format json"
)]
pub struct Args {
    /// Only games that speak of all of this in their name, board, place or variations
    #[arg(value_name = "WORD")]
    words: Vec<String>,

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
    let words: Vec<String> = args.words.iter().map(|word| plainly(word)).collect();
    let entries = Library::shipped().games().iter().filter_map(entry);
    let entries: Vec<Entry> = entries.filter(|entry| entry.speaks_of(&words)).collect();
    if entries.is_empty() && args.format != Format::Json {
        writeln!(out, "no game speaks of {}", args.words.join(" and "))?;
        return Ok(Exit::Findings);
    }
    match args.format {
        Format::Json => out.json(&serde_json::to_string_pretty(&entries)?)?,
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

    /// Whether every word stands in something that is told of the game.
    fn speaks_of(&self, words: &[String]) -> bool {
        let told = plainly(&[&self.cells()[..], self.also].concat().join("\n"));
        words.iter().all(|word| told.contains(word))
    }
}

/// Without capitals and accents, as one types in a hurry; `4 × 8` as `4 x 8`.
fn plainly(text: &str) -> String {
    deunicode::deunicode(&text.replace('×', "x")).to_lowercase()
}

const HEADINGS: [&str; 6] = ["NAME", "GAME", "BOARD", "PLAYERS", "PLAYED IN", "VARIATIONS"];

/// For the eye, as wide as the terminal: a line for each game.
fn drawn(entries: &[Entry]) -> Table {
    let mut table = Table::new();
    table.load_style(NOTHING);
    table.set_content_arrangement(ContentArrangement::Dynamic);
    table.set_header(HEADINGS);
    for entry in entries {
        let mut cells = entry.cells().map(Cell::new);
        let [.., variations] = &mut cells;
        let number = match entry.variations.len() {
            0 => String::new(),
            number => number.to_string(),
        };
        *variations = Cell::new(number).set_alignment(CellAlignment::Right);
        let mut row = Row::from(cells);
        row.max_height(1);
        table.add_row(row);
    }
    // What one types stands whole; the place takes what is left.
    for (column, heading) in table.column_iter_mut().zip(HEADINGS) {
        if heading != "PLAYED IN" {
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
    }
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
