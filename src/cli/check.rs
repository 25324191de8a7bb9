//! `mnc check`: look for mistakes in descriptions.

use super::findings_output::{self, FindingsFormat};
use super::folder_library::FolderLibrary;
use super::{Exit, Output, diff, files, out, read, write};
use mnc::check::{Thoroughness, check_with_suppressed};
use mnc::diagnostic::{Applicability, Findings, Severity, catalogue, plain};
use mnc::fixes::Fixer;
use mnc::stop::StopFlag;
use mnc::threads;
use std::io::{self, Write};
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
///
/// With `--fix`, the findings are corrected whose fixes change only the form of the text, and the others are
/// reported. Each fix is checked: its finding must be gone, and nothing new may be found. A comment `# allow
/// CODE: reason` at a statement suppresses its warnings and notes with this code.
#[derive(clap::Args, Debug)]
#[command(
    group = clap::ArgGroup::new("fixing").multiple(true),
    after_help = "Examples:\n  mnc check my-game.mnc\n  mnc check --notes my-game.mnc\n  mnc check games\n  mnc check --thorough my-game.mnc\n  mnc check --diff my-game.mnc\n  mnc check --fix --unsafe-fixes my-game.mnc"
)]
pub struct CheckArgs {
    /// The descriptions to check, or folders: all descriptions in a folder and below it. `-` reads one from
    /// standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// How to show the messages
    #[arg(long, value_enum, default_value_t, value_name = "FORM")]
    format: FindingsFormat,
    /// Also list what the description assumes, and where it uses a default
    #[arg(long)]
    notes: bool,
    /// Play ten times as many random games, to find rare mistakes
    #[arg(long)]
    thorough: bool,
    /// Correct what can be corrected safely, and write the file; `-` prints the text
    #[arg(long, group = "fixing")]
    fix: bool,
    /// Correct guesses, too: look at the result. Needs --fix or --diff
    #[arg(long, requires = "fixing")]
    unsafe_fixes: bool,
    /// Print the corrections, and write nothing
    #[arg(long, group = "fixing")]
    diff: bool,
    /// With --format json or sarif: also list the findings that comments allow
    #[arg(long)]
    suppressed: bool,
}

/// The result for a file.
struct FileResult<'a> {
    /// The file; of a folder that cannot be searched, an empty path.
    path: &'a Path,
    /// What is found; after fixing, what is left.
    findings: Findings,
    exit: Exit,
    /// The text before and after fixing, if fixing was asked for.
    texts: Option<(String, String)>,
    /// How many findings were fixed.
    fixed: usize,
}

impl<'a> FileResult<'a> {
    /// Of a file that cannot be read.
    fn unread(path: &'a Path, findings: Findings) -> FileResult<'a> {
        FileResult { path, findings, exit: Exit::CouldNotRun, texts: None, fixed: 0 }
    }
}

/// Runs the command. The files are checked in parallel, and reported in their order.
pub fn run(args: &CheckArgs, out: &mut Output) -> io::Result<Exit> {
    let stop = StopFlag::default();
    let files = files::at(files::FileKind::Description, &args.paths);
    let taken = AtomicUsize::new(0);
    let take = || {
        let nth = taken.fetch_add(1, Ordering::Relaxed);
        files.get(nth).map(|file| (nth, file))
    };
    let work = || -> Vec<(usize, FileResult<'_>)> {
        let checked = |(nth, file)| (nth, check(file, args, &stop));
        std::iter::from_fn(take).map(checked).collect()
    };
    let (done, _) = threads::run_shared(threads::available().min(files.len()), work);
    let mut checked: Vec<(usize, FileResult<'_>)> = done.into_iter().flatten().collect();
    checked.sort_by_key(|(nth, _)| *nth);
    let mut results: Vec<FileResult<'_>> = checked.into_iter().map(|(_, one)| one).collect();
    let prints_text = args.fix && !args.diff && args.paths.iter().any(|path| read::is_stdin(path));
    for result in &mut results {
        apply(result, args, out)?;
    }
    let exit = results.iter().map(|result| result.exit).fold(Exit::Clean, Exit::max);
    let fixed = results.iter().map(|result| result.fixed).sum();
    let all: Vec<Findings> = results.into_iter().map(|result| result.findings).collect();
    if prints_text {
        // Standard output has the text, and nothing else.
        all.iter().for_each(|found| {
            if found.gravest().is_some() {
                out::print_error(plain::render(found).trim_end());
            }
        });
        out::print_error(&fix_summary(fixed, &all, args.diff));
        return Ok(exit);
    }
    if !args.diff {
        findings_output::report(&all, args.format, out)?;
    }
    if args.fix || args.diff {
        let summary = fix_summary(fixed, &all, args.diff);
        match args.format.is_for_programs() || args.diff {
            true => out::print_error(&summary),
            false => writeln!(out, "{summary}")?,
        }
    }
    Ok(exit)
}

/// Writes or shows the new text of a file.
fn apply(result: &mut FileResult<'_>, args: &CheckArgs, out: &mut Output) -> io::Result<()> {
    let Some((before, after)) = &result.texts else { return Ok(()) };
    let name = read::name(result.path);
    if args.diff {
        if before != after {
            result.exit = result.exit.max(Exit::Findings);
        }
        return write!(out, "{}", diff::unified(&name, before, after));
    }
    if read::is_stdin(result.path) {
        return out.exact(after);
    }
    if before != after
        && let Err(error) = write::replace_if_same(result.path, before, after)
    {
        out::print_error(&format!("cannot write `{name}`: {error}; the file is as it was"));
        result.exit = Exit::CouldNotRun;
        result.fixed = 0;
    }
    Ok(())
}

/// How many findings were fixed, and how many are left.
fn fix_summary(fixed: usize, all: &[Findings], diff: bool) -> String {
    let left: usize = all.iter().map(|findings| findings.diagnostics().len()).sum();
    let many = if fixed == 1 { "1 finding".into() } else { format!("{fixed} findings") };
    let verb = if diff { "would be fixed" } else { "fixed" };
    format!("{many} {verb}, {left} left")
}

fn check<'a>(
    file: &'a Result<PathBuf, Findings>,
    args: &CheckArgs,
    stop: &StopFlag,
) -> FileResult<'a> {
    let path = match file {
        Ok(path) => path.as_path(),
        Err(findings) => return FileResult::unread(Path::new(""), findings.clone()),
    };
    let text = match read::text(path) {
        Ok(text) => text,
        Err(findings) => return FileResult::unread(path, findings),
    };
    let library = FolderLibrary::new(path);
    let thoroughness = if args.thorough { Thoroughness::Thorough } else { Thoroughness::Usual };
    let name = read::name(path);
    let fixer = Fixer { name: &name, library: &library, stop };
    let least = if args.unsafe_fixes { Applicability::Unsafe } else { Applicability::Safe };
    let fixed = (args.fix || args.diff).then(|| fixer.fix_all(&text, least));
    let now = fixed.as_ref().map_or(&text, |fixed| &fixed.text);
    let checked =
        check_with_suppressed(&name, now, &library, thoroughness, stop, &mut |_, _, _| {});
    let least = if args.notes { Severity::Note } else { Severity::Warning };
    let suppressed = checked.suppressed.into_iter().map(|one| (one.finding, one.reason));
    let suppressed = if args.suppressed { suppressed.collect() } else { Vec::new() };
    let findings = Findings::new(checked.sources, checked.findings)
        .with_suppressed(suppressed)
        .at_least(least);
    let bad = findings
        .diagnostics()
        .iter()
        .any(|d| d.severity >= Severity::Warning && !catalogue::is_style(d.code));
    let exit = if bad { Exit::Findings } else { Exit::Clean };
    let many = fixed.as_ref().map_or(0, |fixed| fixed.fixed.len());
    let texts = fixed.map(|fixed| (text, fixed.text));
    FileResult { path, findings, exit, texts, fixed: many }
}
