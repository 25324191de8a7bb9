//! The output of `mnc show` for reading.

use super::GameSheet;
use super::provenance::{SourceAnswer, StatementAnswer};
use mnc::diagnostic::visible::escape;
use mnc::engine::{Engine, Position};
use mnc::notation::BoardDrawing;
use mnc::protocol::OptionAnswer;
use std::fmt::Write;

/// The whole sheet.
pub fn render(sheet: &GameSheet, engine: &Engine, start: &Position) -> String {
    let mut page = Page::default();
    page.line(0, &sheet.game);
    for line in &sheet.about {
        let point = line.point.map(|point| format!("at {point}"));
        let years = line.years.map(|years| years.to_string());
        // `1940 (in 1940)` says nothing new.
        let is_new =
            |years: &String| years.split_once(' ').is_none_or(|(_, year)| year != line.text);
        let known =
            point.or(years.filter(is_new)).map_or(String::new(), |known| format!(" ({known})"));
        page.line(1, &format!("{:<10}  {}{known}", line.key, line.text));
    }
    let first = sheet.players.get(usize::from(sheet.start.r#match.starter));
    page.heading(&format!("start ({} moves first)", first.map_or("", String::as_str)));
    let picture = BoardDrawing::of(engine.model(), start);
    picture.draw().lines().for_each(|row| page.line(0, row));
    let hidden = engine.model().board.places.iter().filter(|place| place.hidden);
    page.list(
        "hidden from the other players",
        hidden.map(|place| format!("the seeds in {}", place.id)),
    );
    page.list("options (--set OPTION=VALUE)", sheet.options.iter().map(option));
    page.list(
        "variations (--variation NAME)",
        sheet.variations.iter().map(|name| {
            let played = if sheet.chosen.contains(name) { "  (played here)" } else { "" };
            format!("\"{name}\"{played}")
        }),
    );
    page.list(
        "assumed, because the source does not say it",
        sheet.assumed.iter().map(|it| {
            format!("{}: {}\n{}", place(sheet, &it.statement), it.why, it.statement.text)
        }),
    );
    page.list("defaults that apply", sheet.defaults.iter().map(|text| (*text).to_owned()));
    sheet.sources.iter().for_each(|source| page.source(sheet, source));
    let unused = sheet.sources.iter().flat_map(|source| &source.points);
    let unused = unused.filter(|point| point.cited_by.is_empty() && !point.no_rule);
    page.list(
        "points that no statement cites",
        unused.map(|point| format!("{:>3}  {}", point.number, point.text)),
    );
    page.list(
        "statements that cite no point",
        sheet.uncited.iter().map(|s| format!("{}: {}", place(sheet, s), s.text)),
    );
    page.text
}

#[derive(Default)]
struct Page {
    text: String,
}

impl Page {
    /// A line indented by `depth` steps; further lines of the text one step deeper.
    fn line(&mut self, depth: usize, text: &str) {
        for (nth, line) in text.lines().enumerate() {
            let margin = 2 * (depth + usize::from(nth > 0));
            // Writing to a string does not fail.
            let _ = writeln!(self.text, "{}", format!("{:margin$}{}", "", escape(line)).trim_end());
        }
    }

    fn heading(&mut self, text: &str) {
        self.text.push('\n');
        self.line(0, text);
    }

    /// A heading with its items; nothing if there are none.
    fn list(&mut self, heading: &str, items: impl Iterator<Item = String>) {
        for (nth, item) in items.enumerate() {
            if nth == 0 {
                self.heading(heading);
            }
            self.line(1, &item);
        }
    }

    fn source(&mut self, sheet: &GameSheet, source: &SourceAnswer) {
        self.heading(&format!("source: {}", source.source.join("; ")));
        for point in &source.points {
            let no_rule = if point.no_rule { "  (no rule)" } else { "" };
            self.line(1, &format!("{:>3}  {}{no_rule}", point.number, point.text));
            for statement in &point.cited_by {
                self.line(4, &format!("{}: {}", place(sheet, statement), statement.text));
            }
        }
    }
}

/// `line 12, last seed`; for a statement of a base with the file: `oware.mnc, line 12, last seed`.
fn place(sheet: &GameSheet, statement: &StatementAnswer) -> String {
    let file = if statement.file == sheet.file { "" } else { &statement.file };
    let comma = if file.is_empty() { "" } else { ", " };
    let variation = statement.variation.as_ref().map(|name| format!(", variation \"{name}\""));
    let replaced = if statement.replaced { " (replaced)" } else { "" };
    let (line, section) = (statement.line, statement.section);
    format!("{file}{comma}line {line}, {section}{}{replaced}", variation.unwrap_or_default())
}

fn option(option: &OptionAnswer) -> String {
    let may_be = match (&option.values, &option.range) {
        (Some(values), _) => values.join(" or "),
        (None, Some(range)) => {
            let even = if range.even { "an even number" } else { "a number" };
            format!("{even} from {} to {}", range.from, range.to)
        }
        (None, None) => String::new(),
    };
    let note = option.note.as_ref().map(|note| format!("\n{note}")).unwrap_or_default();
    format!("{} = {}   ({may_be}){note}", option.name, option.value)
}
