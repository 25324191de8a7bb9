//! Showing findings, in the form that was asked for.

use super::Out;
use mnc::diagnostic::{Findings, fancy, json, plain, summary};
use std::io::{self, Write};

/// How findings are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum Format {
    /// Pictures on a terminal, plain lines elsewhere
    #[default]
    Auto,
    /// A line for each message, and the text that it is about
    Plain,
    /// Pictures of the text, with marks and lines
    Fancy,
    /// One JSON array, for other programs
    Json,
}

/// So many messages are shown to people; the others are counted.
const MOST: usize = 50;

/// The findings that are shown, and how many more there are.
pub fn shown(findings: &Findings, room: &mut usize) -> (Findings, usize) {
    let all = findings.diagnostics().len();
    let few = findings.gravest_first(*room);
    let kept = few.diagnostics().len();
    *room -= kept;
    (few, all - kept)
}

/// The line for the messages that are not shown; nothing if there are none.
pub fn further(more: usize) -> Option<String> {
    match more {
        0 => None,
        1 => Some("1 more message is not shown: correct these first".into()),
        more => Some(format!("{more} more messages are not shown: correct these first")),
    }
}

/// How many messages a command shows.
pub fn room() -> usize {
    MOST
}

/// Shows what was found, the first messages of it and how many more there are, and a closing line.
pub fn report(all: &[Findings], format: Format, out: &mut Out) -> io::Result<()> {
    let pictures = match format {
        Format::Json => return out.write_all(json::render(all).as_bytes()),
        Format::Auto => out.is_terminal(),
        Format::Plain => false,
        Format::Fancy => true,
    };
    let look = fancy::Look { colour: out.has_colour(), ..fancy::Look::default() };
    let (mut left, mut more) = (room(), 0);
    for findings in all {
        let (few, others) = shown(findings, &mut left);
        more += others;
        match pictures {
            true => out.painted(&fancy::render(&few, look))?,
            false => out.write_all(plain::render(&few).as_bytes())?,
        }
    }
    if let Some(further) = further(more) {
        writeln!(out, "{further}")?;
    }
    writeln!(out, "{}", summary(all))?;
    if let Some(code) = gravest_code(all) {
        writeln!(out, "to learn more about a message: mnc explain {code}")?;
    }
    Ok(())
}

/// The code of the first of the gravest findings.
fn gravest_code(all: &[Findings]) -> Option<&'static str> {
    let gravest = all.iter().filter_map(Findings::gravest).max()?;
    let mut found = all.iter().flat_map(Findings::diagnostics);
    found.find(|d| d.severity == gravest).map(|d| d.code)
}
