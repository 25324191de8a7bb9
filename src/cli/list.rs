//! `mnc list`: list the shipped games.

mod csv_table;

use super::{Exit, Output, out};
use comfy_table::presets::NOTHING;
use comfy_table::{ContentArrangement, Table};
use mnc::document::{regions, rule_ideas};
use mnc::library::{Game, Library};
use mnc::model::Model;
use mnc::protocol::{PlayedAnswer, played};
use mnc::resolve::{Description, Setting, YearSpan, load};
use mnc::texts;
use serde::Serialize;
use std::io::{self, Write};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// List the games that come with mnc
///
/// The first column is the name to use in other commands. On a terminal, the list shows the number of
/// variations of a game, and where it is played as far as there is room; elsewhere everything is
/// printed in full.
///
/// With `--format csv`, the list is a table for a spreadsheet or a statistics program. It has a line for each place of a
/// game, and one for a game without a place; so count the different values of `name`, not the lines. Degrees are
/// negative in the south and in the west. An empty `last_year` means up to now if there is a `first_year`.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  mnc list\n  mnc list haiti\n  mnc list \"4 x 8\"\n  mnc list --region \"west africa\" --rows 2\n  mnc list --until 1900\n  mnc list --format csv > games.csv"
)]
pub struct ListArgs {
    /// Only games that have all of these words in their name, board, place or variations
    #[arg(value_name = "WORD")]
    words: Vec<String>,

    /// Only games that are played in this region of the world: `west africa`; `asia` is all parts of Asia
    #[arg(long, value_name = "REGION", value_parser = region_name)]
    region: Option<String>,

    /// Only games on boards with this number of rows
    #[arg(long, value_name = "NUMBER")]
    rows: Option<u16>,

    /// Only games that are known to be played in this year or later
    #[arg(long, value_name = "YEAR")]
    since: Option<u32>,

    /// Only games that are known to be played in this year or earlier
    #[arg(long, value_name = "YEAR")]
    until: Option<u32>,

    /// How to show the list
    #[arg(long, value_enum, default_value_t, value_name = "FORM")]
    format: ListFormat,
}

/// How the list is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
enum ListFormat {
    /// A table, drawn on a terminal and plain elsewhere
    #[default]
    Auto,
    /// A table without lines, each game on a line of its own
    Plain,
    /// One JSON array, for other programs
    Json,
    /// Comma-separated values, a line for each place of a game, for spreadsheets and statistics
    Csv,
}

/// A row of the list.
#[derive(Serialize)]
struct GameEntry<'l> {
    /// The name to use in commands.
    name: &'l str,
    /// Its name.
    game: &'l str,
    /// Its other names.
    also: &'l [String],
    /// Where it is played.
    played: Vec<String>,
    /// The same with regions and coordinates.
    places: Vec<PlayedAnswer>,
    /// When it is played, in words.
    period: Vec<String>,
    /// When it is played, in numbers.
    years: Option<YearSpan>,
    rows: u16,
    columns: u16,
    players: usize,
    variations: Vec<String>,
    /// What there is in its rules.
    ideas: Vec<&'static str>,
    /// Who described it.
    sources: Vec<String>,
}

impl ListArgs {
    /// Whether a game is among those that the options select.
    fn selects(&self, entry: &GameEntry<'_>) -> bool {
        let in_region = |asked: &String| {
            let mut regions = entry.places.iter().filter_map(|place| place.region);
            regions.any(|region| fold_for_search(region).contains(asked))
        };
        let in_years = match (self.since, self.until) {
            (None, None) => true,
            (since, until) => entry.years.is_some_and(|years| years.meets(since, until)),
        };
        self.region.as_ref().is_none_or(in_region)
            && self.rows.is_none_or(|rows| rows == entry.rows)
            && in_years
    }

    /// The games that have all of these words, one a line.
    pub fn with_words(words: Vec<String>) -> ListArgs {
        let format = ListFormat::Plain;
        ListArgs { words, region: None, rows: None, since: None, until: None, format }
    }
}

/// Runs the command.
pub fn run(args: &ListArgs, out: &mut Output) -> io::Result<Exit> {
    let words: Vec<String> = args.words.iter().map(|word| fold_for_search(word)).collect();
    let entries = Library::shipped().games().iter().filter_map(entry);
    let fits = |entry: &GameEntry<'_>| entry.matches(&words) && args.selects(entry);
    let entries: Vec<GameEntry> = entries.filter(fits).collect();
    let is_for_reading = matches!(args.format, ListFormat::Auto | ListFormat::Plain);
    if entries.is_empty() && is_for_reading {
        match args.words.as_slice() {
            [] => writeln!(out, "no game matches")?,
            words => writeln!(out, "no game matches {}", words.join(" and "))?,
        }
        return Ok(Exit::Findings);
    }
    match args.format {
        ListFormat::Csv => match csv_table::write(&entries) {
            Ok(text) => out.write_all(&text)?,
            Err(why) => {
                out::print_error(&why.to_string());
                return Ok(Exit::CouldNotRun);
            }
        },
        ListFormat::Json => out.json(&serde_json::to_string_pretty(&entries)?)?,
        ListFormat::Auto if out.is_terminal() => {
            write!(out, "{}", render_table(&entries, out.width()))?
        }
        ListFormat::Auto | ListFormat::Plain => write_plain(&entries, out)?,
    }
    Ok(Exit::Clean)
}

fn entry(game: &Game) -> Option<GameEntry<'_>> {
    let (description, _) = load(&game.file, &game.text, Library::shipped());
    let (model, _) = description.build(&Setting::default());
    let model: Model = model?;
    Some(GameEntry {
        name: game.stem(),
        game: &game.name,
        also: &game.also,
        played: about(&description, "played"),
        places: played(&description),
        period: about(&description, "period"),
        years: description.years(),
        rows: model.board.rows,
        columns: model.board.columns,
        players: model.seats(),
        ideas: rule_ideas(&model),
        sources: about(&description, "source"),
        variations: description.variations,
    })
}

/// A part of the name of a region, folded; or what the regions are.
fn region_name(text: &str) -> Result<String, String> {
    let asked = fold_for_search(&text.replace(['-', '_'], " "));
    if regions().any(|region| fold_for_search(region).contains(&asked)) {
        return Ok(asked);
    }
    let known: Vec<&str> = regions().collect();
    Err(format!("no region is called that; the regions are {}", known.join(", ")))
}

/// The lines of *about* with a key.
pub fn about(description: &Description, key: &str) -> Vec<String> {
    let lines = description.about().filter(|(of_line, _)| *of_line == key);
    lines.map(|(_, text)| text.to_owned()).collect()
}

impl GameEntry<'_> {
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

    /// Whether every word occurs in the row.
    fn matches(&self, words: &[String]) -> bool {
        let searched = fold_for_search(&[&self.cells()[..], self.also].concat().join("\n"));
        words.iter().all(|word| searched.contains(word))
    }
}

/// Folds case and accents, and `4 × 8` to `4 x 8`.
fn fold_for_search(text: &str) -> String {
    texts::latin(&text.replace('×', "x")).to_lowercase()
}

const HEADINGS: [&str; 6] = ["NAME", "GAME", "BOARD", "PLAYERS", "PLAYED IN", "VARIATIONS"];

/// Columns in the order in which they are left out if there is no room for all.
const DROP_ORDER: [&str; 4] = ["PLAYED IN", "VARIATIONS", "PLAYERS", "BOARD"];
/// The least width of the place column.
const MIN_PLACE_WIDTH: usize = 12;

/// A table no wider than the terminal, one line for each game. The name and the board are never
/// truncated; the place gets the remaining width, and columns without room are left out.
fn render_table(entries: &[GameEntry], room: usize) -> String {
    let mut rows = vec![HEADINGS.map(str::to_owned)];
    rows.extend(entries.iter().map(|entry| {
        let mut cells = entry.cells();
        let [.., variations] = &mut cells;
        *variations = match entry.variations.len() {
            0 => String::new(),
            number => number.to_string(),
        };
        cells
    }));
    let widest = |column: usize| rows.iter().map(|row| row[column].width()).max().unwrap_or(0);
    let mut shown: Vec<(usize, usize)> = (0..HEADINGS.len()).map(|c| (c, widest(c))).collect();
    let least = |(column, width): &(usize, usize)| match HEADINGS[*column] {
        "PLAYED IN" => MIN_PLACE_WIDTH.min(*width),
        _ => *width,
    };
    for heading in DROP_ORDER {
        if shown.iter().map(|it| least(it) + GAP).sum::<usize>() <= room.saturating_add(GAP) {
            break;
        }
        shown.retain(|(column, _)| HEADINGS[*column] != heading);
    }
    let others = shown.iter().filter(|(column, _)| HEADINGS[*column] != "PLAYED IN");
    let left = room.saturating_sub(others.map(|(_, width)| width + GAP).sum());
    let shown = shown.into_iter().map(|(column, width)| match HEADINGS[column] {
        "PLAYED IN" => (column, width.min(left)),
        _ => (column, width),
    });
    let shown: Vec<(usize, usize)> = shown.collect();
    let mut text = String::new();
    for row in &rows {
        let mut line = String::new();
        for &(column, width) in &shown {
            let cell = truncate_to_width(&row[column], width);
            let blanks = width - cell.width();
            line += &match HEADINGS[column] {
                "VARIATIONS" => format!("{:blanks$}{cell}", ""),
                _ => format!("{cell}{:blanks$}", ""),
            };
            line += &" ".repeat(GAP);
        }
        text += truncate_to_width(line.trim_end(), room).trim_end();
        text.push('\n');
    }
    text
}

/// Blanks between columns.
const GAP: usize = 2;

/// Truncates a text to a width; it then ends with `...`.
fn truncate_to_width(text: &str, room: usize) -> String {
    if text.width() <= room {
        return text.to_owned();
    }
    let kept = room.saturating_sub(3);
    let mut cut = String::new();
    for letter in text.chars() {
        if cut.width() + letter.width().unwrap_or(0) > kept {
            break;
        }
        cut.push(letter);
    }
    cut + &"..."[..room.min(3)]
}

/// One line for each game, of any length: for pipes.
fn write_plain(entries: &[GameEntry], out: &mut Output) -> io::Result<()> {
    let mut table = Table::new();
    table.load_style(NOTHING);
    table.set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(HEADINGS);
    table.add_rows(entries.iter().map(GameEntry::cells));
    for line in table.lines() {
        writeln!(out, "{}", line.trim())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{GameEntry, entry, render_table};
    use mnc::library::Library;
    use unicode_width::UnicodeWidthStr;

    /// No line is wider than the terminal, and every game has one line with its full name.
    #[test]
    fn the_table_fits_the_terminal() {
        let entries: Vec<GameEntry> = Library::shipped().games().iter().filter_map(entry).collect();
        for room in [60, 80, 100, 132, usize::MAX] {
            let text = render_table(&entries, room);
            assert_eq!(text.lines().count(), entries.len() + 1, "{room}");
            for (line, entry) in text.lines().skip(1).zip(&entries) {
                assert!(line.width() <= room, "{room}: {line}");
                assert!(line.starts_with(entry.name), "{room}: {line}");
            }
            let headings = text.lines().next().unwrap_or_default();
            assert!(headings.starts_with("NAME") && headings.contains("GAME"), "{headings}");
        }
    }
}
