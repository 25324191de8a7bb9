//! Checks a description and prints its findings as JSON, for an editor or a build.
//!
//! `cargo run --example checker -- FILE`, for example `checker -- games/oware.mnc`. A game that the
//! description is `like` is one of the shipped games. The exit code is 1 if there are errors.

use mnc::check::analyse;
use mnc::diagnostic::{Findings, Severity, json};
use mnc::library::Shipped;
use std::error::Error;
use std::process::ExitCode;

/// The findings of a file as a JSON array, and whether one of them is an error.
pub fn run(file: &str) -> Result<(String, bool), Box<dyn Error>> {
    let text = std::fs::read_to_string(file)?;
    let (sources, diagnostics) = analyse(file, &text, &Shipped);
    let findings = Findings::new(sources, diagnostics);
    let broken = findings.gravest() == Some(Severity::Error);
    Ok((json::render(&[findings]), broken))
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("give a file: checker FILE")?;
    let (json, broken) = run(&file)?;
    print!("{json}");
    Ok(if broken { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
