//! `mnc explain`: explain a message.

use super::{Exit, Output, out};
use mnc::diagnostic::{Severity, catalogue, visible};
use mnc::lint;
use std::io::{self, Write};

/// Explain a message of `check`, with an example
///
/// You get a small wrong example, the corrected example, and the reason. The code of a message is in
/// square brackets: `error[unknown-word]`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  mnc explain unknown-word\n  mnc explain")]
pub struct ExplainArgs {
    /// The code of the message; without it, all codes are listed, with a few words about each
    code: Option<String>,
    /// List all codes, as without a code
    #[arg(long, conflicts_with = "code", hide = true)]
    list: bool,
}

/// Runs the command.
pub fn run(args: &ExplainArgs, out: &mut Output) -> io::Result<Exit> {
    match &args.code {
        Some(code) => explain(code, out),
        None => list(out),
    }
}

fn explain(asked: &str, out: &mut Output) -> io::Result<Exit> {
    if let Some(essay) = essay(asked) {
        let text =
            if out.is_terminal() { format_essay(essay, out.has_colour()) } else { essay.into() };
        out.write_styled(&format!("{}\n", text.trim_end()))?;
        return Ok(Exit::Clean);
    }
    out::print_error(&unknown_code(asked));
    Ok(Exit::CouldNotRun)
}

/// That no message has a code, and which one is like it.
pub fn unknown_code(asked: &str) -> String {
    let code = normalize_code(asked);
    let help = match catalogue::nearest(&code) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`mnc explain` lists them all".into(),
    };
    format!("no message has the code `{}`; {help}", visible::escape(&code))
}

/// The essay about a code, in Markdown.
pub fn essay(asked: &str) -> Option<&'static str> {
    catalogue::explain(&normalize_code(asked))
}

/// An essay for reading: headings without their signs, examples indented.
fn format_essay(essay: &str, colour: bool) -> String {
    let (bold, thin) = if colour { ("\u{1b}[1m", "\u{1b}[0m") } else { ("", "") };
    let mut example = false;
    let mut text = String::new();
    for line in essay.lines() {
        if line.starts_with("```") {
            example = !example;
        } else if example {
            text += &format!("    {line}\n");
        } else if let Some((_, heading)) = line.split_once("# ").filter(|_| line.starts_with('#')) {
            text += &format!("{bold}{heading}{thin}\n");
        } else {
            text += &format!("{line}\n");
        }
    }
    text
}

/// `error[unknown-word]:` and `Unknown_Word` are both `unknown-word`.
fn normalize_code(asked: &str) -> String {
    let inner = asked.split_once('[').map_or(asked, |(_, after)| after);
    let inner = inner.split_once(']').map_or(inner, |(before, _)| before);
    inner.trim().to_lowercase().replace(['_', ' '], "-")
}

/// Codes of findings about the form of a text.
const FORM: [&str; 25] = [
    "change-of-nothing",
    "control-character",
    "empty-block",
    "empty-file",
    "empty-section",
    "line-too-long",
    "long-line",
    "missing-game",
    "missing-version",
    "not-yet",
    "number-too-large",
    "reserved-name",
    "section-twice",
    "statement-outside",
    "tab-indent",
    "too-deep",
    "two-games",
    "unclosed-quote",
    "unknown-section",
    "unknown-version",
    "unreadable-statement",
    "wrong-arrow",
    "wrong-indent",
    "wrong-quotes",
    "wrong-section",
];

/// Codes of findings about files.
const FILES: [&str; 3] = ["cannot-read", "file-too-long", "not-utf8"];

/// A group of codes: its title, and whether a code fits.
type CodeGroup = (&'static str, fn(&str) -> bool);

/// The groups of codes, in the order in which they are listed. A code is in the first one that fits.
const GROUPS: [CodeGroup; 7] = [
    ("Files", |code| FILES.contains(&code)),
    ("How a description is written", |code| FORM.contains(&code)),
    ("Rules that are probably not what you want", |code| {
        lint_severity(code) == Some(Severity::Warning)
    }),
    ("Notes", |code| lint_severity(code).is_some()),
    ("Tests and the check itself", |code| code.starts_with("test-") || code.starts_with("check-")),
    ("Comments that allow something", |code| code.starts_with("allow-")),
    ("What statements mean", |_| true),
];

fn lint_severity(code: &str) -> Option<Severity> {
    lint::ALL.iter().find(|lint| lint.name == code).map(|lint| lint.severity)
}

/// Lists all codes, with a few words about each.
pub fn list(out: &mut Output) -> io::Result<Exit> {
    let margin = catalogue::codes().map(str::len).max().unwrap_or(0);
    let group = |code: &str| GROUPS.iter().position(|(_, fits)| fits(code));
    for (nth, (title, _)) in GROUPS.iter().enumerate() {
        let gap = if nth == 0 { "" } else { "\n" };
        writeln!(out, "{gap}{title}:")?;
        for code in catalogue::codes().filter(|code| group(code) == Some(nth)) {
            writeln!(out, "  {code:margin$}  {}", catalogue::title(code).unwrap_or_default())?;
        }
    }
    Ok(Exit::Clean)
}
