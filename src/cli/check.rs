//! `mnc check`: look for mistakes in descriptions.

use super::beside::Beside;
use super::show::{self, Format};
use super::{Exit, Out, read};
use mnc::check::analyse;
use mnc::diagnostic::{Findings, Severity, catalogue};
use std::io;
use std::path::{Path, PathBuf};

/// Look for mistakes in descriptions
///
/// An error means that no game can be made of the description. A warning means that a game can be
/// made, but probably not the one you meant. Every message names the line and says what to do;
/// `mnc explain CODE` tells more about it.
///
/// The exit code is 0 if nothing was found, 1 if there are errors or warnings, 2 if a file could not
/// be read. A line that is only too long does not count.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  mnc check my-game.mnc\n  mnc check --notes my-game.mnc\n  mnc check games/*.mnc"
)]
pub struct Args {
    /// The descriptions to check; `-` reads one from standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// How to show what is found
    #[arg(long, value_enum, default_value_t, value_name = "FORM")]
    format: Format,
    /// Also list what the description assumes, and what it leaves to the usual rules
    #[arg(long)]
    notes: bool,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut Out) -> io::Result<Exit> {
    let least = if args.notes { Severity::Note } else { Severity::Warning };
    let mut exit = Exit::Clean;
    let mut all = Vec::with_capacity(args.files.len());
    for path in &args.files {
        let (findings, ended) = check(path, least);
        exit = exit.max(ended);
        all.push(findings);
    }
    show::report(&all, args.format, out)?;
    Ok(exit)
}

fn check(path: &Path, least: Severity) -> (Findings, Exit) {
    let text = match read::text(path) {
        Ok(text) => text,
        Err(findings) => return (findings, Exit::CouldNotRun),
    };
    let library = Beside::new(path);
    let (sources, diagnostics) = analyse(&read::name(path), &text, &library);
    let findings = Findings::new(sources, diagnostics).at_least(least);
    let bad = findings
        .diagnostics()
        .iter()
        .any(|d| d.severity >= Severity::Warning && !catalogue::is_style(d.code));
    (findings, if bad { Exit::Findings } else { Exit::Clean })
}
