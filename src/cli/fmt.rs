//! `mnc fmt`: write descriptions in the canonical layout.

use super::folder_library::FolderLibrary;
use super::{Exit, Output, diff, files, out, read, signal, write};
use mnc::diagnostic::plain;
use mnc::format::{self, Formatted};
use mnc::resolve::GameLoader;
use mnc::stop::StopFlag;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Write descriptions in one layout
///
/// Indentation, blanks, blank lines and the breaks of long lines are made alike; arrows, equals signs and
/// citations are put in columns. Comments stay, and no rule changes: the new text is read again before it is
/// written, and compared with the old one. A statement that cannot be read stays as it is.
///
/// The exit code is 0 if that was done, 1 if `--check` or `--diff` found a file that would change, 2 if a
/// file could not be read or written.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  mnc fmt my-game.mnc\n  mnc fmt --check games\n  mnc fmt --diff my-game.mnc\n  mnc fmt - < my-game.mnc"
)]
pub struct FmtArgs {
    /// The descriptions, or folders with descriptions; `-` reads one from standard input, and prints it
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Write nothing; list the files that would change
    #[arg(long)]
    check: bool,
    /// Write nothing; print the changes
    #[arg(long)]
    diff: bool,
}

/// How many files there are of each kind.
#[derive(Default)]
struct FmtTally {
    changed: usize,
    unchanged: usize,
    failed: usize,
}

/// Runs the command.
pub fn run(args: &FmtArgs, out: &mut Output) -> io::Result<Exit> {
    let stop = StopFlag::default();
    signal::on_signal(stop.clone(), || {}, || {});
    let mut tally = FmtTally::default();
    let mut only_standard_input = true;
    for path in files::at(files::FileKind::Description, &args.paths) {
        if stop.is_set() {
            return Ok(Exit::Stopped);
        }
        only_standard_input &= path.as_ref().is_ok_and(|path| read::is_stdin(path));
        match path.and_then(|path| read::text(&path).map(|text| (path, text))) {
            Ok((path, text)) => one(args, &path, &text, &mut tally, out)?,
            Err(findings) => {
                tally.failed += 1;
                out::print_error(plain::render(&findings).trim_end());
            }
        }
    }
    if !only_standard_input && !args.diff {
        writeln!(out, "{}", tally.summary(args.check))?;
    }
    let would_change = (args.check || args.diff) && tally.changed > 0;
    Ok(match tally.failed {
        0 if would_change => Exit::Findings,
        0 => Exit::Clean,
        _ => Exit::CouldNotRun,
    })
}

/// Formats one description.
fn one(
    args: &FmtArgs,
    path: &Path,
    text: &str,
    tally: &mut FmtTally,
    out: &mut Output,
) -> io::Result<()> {
    let name = read::name(path);
    let new = match formatted(&name, text, &FolderLibrary::new(path)) {
        Ok(new) => new,
        Err(fault) => {
            tally.failed += 1;
            let help = "the text is as it was; please report this with the description";
            out::print_error(&format!("{name}: {fault}; {help}"));
            return Ok(());
        }
    };
    if let Some(what) = kept_message(new.kept) {
        out::print_error(&format!("{name}: {what}; `mnc check` says what is wrong"));
    }
    let changed = new.text != text;
    *(if changed { &mut tally.changed } else { &mut tally.unchanged }) += 1;
    if args.diff {
        write!(out, "{}", diff::unified(&name, text, &new.text))?;
    }
    if args.check && changed {
        writeln!(out, "would change: {name}")?;
    }
    if args.check || args.diff {
        return Ok(());
    }
    if read::is_stdin(path) {
        return out.exact(&new.text);
    }
    if changed {
        match write::replace_if_same(path, text, &new.text) {
            Ok(()) => writeln!(out, "formatted: {name}")?,
            Err(error) => {
                tally.changed -= 1;
                tally.failed += 1;
                out::print_error(&format!("cannot write `{name}`: {error}; the file is as it was"));
            }
        }
    }
    Ok(())
}

/// The new text, after it has been compared with the old one.
pub fn formatted(
    name: &str,
    text: &str,
    library: &dyn GameLoader,
) -> Result<Formatted, format::FormatFault> {
    let new = format::format(text)?;
    format::same_games(name, text, &new.text, library)?;
    Ok(new)
}

/// How many statements stayed as they were because they cannot be read; nothing if there are none.
pub fn kept_message(kept: usize) -> Option<String> {
    let what = match kept {
        0 => return None,
        1 => "1 statement cannot be read and stays as it is".into(),
        many => format!("{many} statements cannot be read and stay as they are"),
    };
    Some(what)
}

impl FmtTally {
    fn summary(&self, check: bool) -> String {
        let files = |many: usize| if many == 1 { "1 file".into() } else { format!("{many} files") };
        let changed = if check { "would change" } else { "formatted" };
        let mut parts = Vec::new();
        if self.changed > 0 {
            parts.push(format!("{} {changed}", files(self.changed)));
        }
        if self.unchanged > 0 {
            let verb = if self.unchanged == 1 { "has" } else { "have" };
            parts.push(format!("{} {verb} this layout already", files(self.unchanged)));
        }
        if self.failed > 0 {
            parts.push(format!("{} could not be formatted", files(self.failed)));
        }
        parts.join(", ")
    }
}
