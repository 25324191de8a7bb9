//! `mnc check`: look for mistakes in descriptions.

use super::findings_output::{self, FindingsFormat};
use super::folder_library::FolderLibrary;
use super::{Exit, Output, read};
use mnc::check::{Thoroughness, check_in_stages};
use mnc::diagnostic::{Findings, Severity, catalogue};
use mnc::stop::StopFlag;
use mnc::threads;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Look for mistakes in descriptions
///
/// An error means that no game can be built from the description. A warning means that a game can be
/// built, but probably not the intended one. Every message names the line and says what to do;
/// `mnc explain CODE` explains it.
///
/// The exit code is 0 if nothing was found, 1 if there are errors or warnings, 2 if a file could not
/// be read. A line that is only too long does not count.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  mnc check my-game.mnc\n  mnc check --notes my-game.mnc\n  mnc check games/*.mnc\n  mnc check --thorough my-game.mnc"
)]
pub struct CheckArgs {
    /// The descriptions to check; `-` reads one from standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// How to show the messages
    #[arg(long, value_enum, default_value_t, value_name = "FORM")]
    format: FindingsFormat,
    /// Also list what the description assumes, and where it uses a default
    #[arg(long)]
    notes: bool,
    /// Play ten times as many random games, to find rare mistakes
    #[arg(long)]
    thorough: bool,
}

/// The findings of a file, and the exit code for it.
type Checked = (Findings, Exit);

/// Runs the command. The files are checked in parallel, and reported in their order.
pub fn run(args: &CheckArgs, out: &mut Output) -> io::Result<Exit> {
    let taken = AtomicUsize::new(0);
    let take = || {
        let nth = taken.fetch_add(1, Ordering::Relaxed);
        args.files.get(nth).map(|path| (nth, path))
    };
    let work = || -> Vec<(usize, Checked)> {
        std::iter::from_fn(take).map(|(nth, path)| (nth, check(path, args))).collect()
    };
    let (done, _) = threads::run_shared(threads::available().min(args.files.len()), work);
    let mut checked: Vec<(usize, Checked)> = done.into_iter().flatten().collect();
    checked.sort_by_key(|(nth, _)| *nth);
    let (all, exits): (Vec<Findings>, Vec<Exit>) = checked.into_iter().map(|(_, one)| one).unzip();
    findings_output::report(&all, args.format, out)?;
    Ok(exits.into_iter().fold(Exit::Clean, Exit::max))
}

fn check(path: &Path, args: &CheckArgs) -> Checked {
    let text = match read::text(path) {
        Ok(text) => text,
        Err(findings) => return (findings, Exit::CouldNotRun),
    };
    let library = FolderLibrary::new(path);
    let thoroughness = if args.thorough { Thoroughness::Thorough } else { Thoroughness::Usual };
    let name = read::name(path);
    let stop = StopFlag::default();
    let (sources, diagnostics) =
        check_in_stages(&name, &text, &library, thoroughness, &stop, &mut |_, _, _| {});
    let least = if args.notes { Severity::Note } else { Severity::Warning };
    let findings = Findings::new(sources, diagnostics).at_least(least);
    let bad = findings
        .diagnostics()
        .iter()
        .any(|d| d.severity >= Severity::Warning && !catalogue::is_style(d.code));
    (findings, if bad { Exit::Findings } else { Exit::Clean })
}
