//! Prints findings in the chosen format.

use super::Output;
use mnc::diagnostic::{Findings, fancy, github, json, plain, sarif, summary};
use std::io::{self, Write};

/// How findings are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum FindingsFormat {
    /// Excerpts with marks on a terminal, plain lines elsewhere
    #[default]
    Auto,
    /// One line for each message, and the text that it is about
    Plain,
    /// Excerpts of the text, with marks and lines
    Fancy,
    /// One JSON array, for other programs
    Json,
    /// SARIF 2.1.0, for programs that collect findings
    Sarif,
    /// Workflow commands: GitHub shows the findings at the lines of a change
    Github,
}

impl FindingsFormat {
    /// Whether the output is for another program, so that nothing else may be printed.
    pub fn is_for_programs(self) -> bool {
        match self {
            FindingsFormat::Json | FindingsFormat::Sarif | FindingsFormat::Github => true,
            FindingsFormat::Auto | FindingsFormat::Plain | FindingsFormat::Fancy => false,
        }
    }
}

/// The greatest number of messages shown to people; the others are counted.
const MAX_MESSAGES: usize = 50;

/// The findings that are shown, and how many more there are.
pub fn take_most_severe(findings: &Findings, room: &mut usize) -> (Findings, usize) {
    let all = findings.diagnostics().len();
    let few = findings.gravest_first(*room);
    let kept = few.diagnostics().len();
    *room -= kept;
    (few, all - kept)
}

/// The line for the messages that are not shown; nothing if there are none.
pub fn more_line(more: usize) -> Option<String> {
    match more {
        0 => None,
        1 => Some("1 more message is not shown: correct these first".into()),
        more => Some(format!("{more} more messages are not shown: correct these first")),
    }
}

/// The first findings and how many more there are; with marks and lines if there are to be pictures.
pub fn to_text(findings: &Findings, pictures: bool) -> String {
    let (few, more) = take_most_severe(findings, &mut message_limit());
    let mut text = match pictures {
        true => fancy::render(&few, fancy::FancyStyle::default()),
        false => plain::render(&few),
    };
    if let Some(further) = more_line(more) {
        text += &format!("{further}\n");
    }
    text
}

/// How many messages a command shows.
pub fn message_limit() -> usize {
    MAX_MESSAGES
}

/// Prints the first findings, how many more there are, and a closing line.
pub fn report(all: &[Findings], format: FindingsFormat, out: &mut Output) -> io::Result<()> {
    let pictures = match format {
        FindingsFormat::Json => return out.write_all(json::render(all).as_bytes()),
        FindingsFormat::Sarif => return out.write_all(sarif::render(all).as_bytes()),
        FindingsFormat::Github => return out.write_all(github::render(all).as_bytes()),
        FindingsFormat::Auto => out.is_terminal(),
        FindingsFormat::Plain => false,
        FindingsFormat::Fancy => true,
    };
    let look = fancy::FancyStyle { colour: out.has_colour(), ..fancy::FancyStyle::default() };
    let (mut left, mut more) = (message_limit(), 0);
    for findings in all {
        let (few, others) = take_most_severe(findings, &mut left);
        more += others;
        match pictures {
            true => out.write_styled(&fancy::render(&few, look))?,
            false => out.write_all(plain::render(&few).as_bytes())?,
        }
    }
    if let Some(further) = more_line(more) {
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
