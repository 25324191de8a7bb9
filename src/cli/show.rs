//! Showing findings, in the form that was asked for.

use super::Out;
use crate::diagnostic::{Findings, fancy, json, plain, summary};
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

/// Shows everything that was found, and a closing line.
pub fn report(all: &[Findings], format: Format, out: &mut Out) -> io::Result<()> {
    let pictures = match format {
        Format::Json => return out.write_all(json::render(all).as_bytes()),
        Format::Auto => out.is_terminal(),
        Format::Plain => false,
        Format::Fancy => true,
    };
    let look = fancy::Look { colour: out.has_colour(), ..fancy::Look::default() };
    for findings in all {
        let text = if pictures { fancy::render(findings, look) } else { plain::render(findings) };
        out.write_all(text.as_bytes())?;
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
