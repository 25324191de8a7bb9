//! `mnc explain`: explain a message.

use super::{Exit, Output, out};
use mnc::diagnostic::{catalogue, visible};
use std::io::{self, Write};

/// Explain a message of `check`, with an example
///
/// You get a small wrong example, the corrected example, and the reason. The code of a message is in
/// square brackets: `error[unknown-word]`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  mnc explain unknown-word\n  mnc explain --list")]
pub struct ExplainArgs {
    /// The code of the message
    #[arg(required_unless_present = "list")]
    code: Option<String>,
    /// List all codes, with a few words about each
    #[arg(long, conflicts_with = "code")]
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
    let code = normalize_code(asked);
    if let Some(essay) = catalogue::explain(&code) {
        let text =
            if out.is_terminal() { format_essay(essay, out.has_colour()) } else { essay.into() };
        out.write_styled(&format!("{}\n", text.trim_end()))?;
        return Ok(Exit::Clean);
    }
    let help = match catalogue::nearest(&code) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`mnc explain --list` lists them all".into(),
    };
    out::print_error(&format!("no message has the code `{}`; {help}", visible::escape(&code)));
    Ok(Exit::CouldNotRun)
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

fn list(out: &mut Output) -> io::Result<Exit> {
    let margin = catalogue::codes().map(str::len).max().unwrap_or(0);
    for code in catalogue::codes() {
        writeln!(out, "{code:margin$}  {}", catalogue::title(code).unwrap_or_default())?;
    }
    Ok(Exit::Clean)
}
