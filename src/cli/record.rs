//! Records of games in files, and the games that they are of.

use super::game::{self, GameArgs};
use super::read;
use crate::diagnostic::{Diagnostic, Findings};
use crate::notation::{Record, RecordError};
use crate::resolve::{Description, Setting};
use std::path::{Path, PathBuf};

/// Why a file gives no record.
#[derive(Debug)]
pub enum NoRecord {
    /// It cannot be read.
    Unread(Findings),
    /// Its text is no record.
    Unfit(RecordError),
}

/// The record in a file.
///
/// # Errors
/// The file cannot be read, or it holds something else.
pub fn read(path: &Path) -> Result<Record, NoRecord> {
    let text = read::text(path).map_err(NoRecord::Unread)?;
    Record::parse(&text).map_err(NoRecord::Unfit)
}

/// The setting that a record was played with.
///
/// # Errors
/// The game does not have what the record names.
pub fn setting(description: &Description, record: &Record) -> Result<Setting, String> {
    let values: Vec<(&str, &str)> =
        record.options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    game::setting(description, &record.variations, &values)
}

/// The game that a record says it is of. A description is looked for where the record says, seen
/// from here or else from the folder of the record.
pub fn game(record: &Record, path: &Path) -> GameArgs {
    let Some(file) = &record.description else { return GameArgs::named(&record.game) };
    let beside = path.parent().map(|folder| folder.join(file)).filter(|beside| beside.is_file());
    match beside.as_deref().and_then(Path::to_str) {
        Some(beside) if !Path::new(file).is_file() => GameArgs::named(beside),
        _ => GameArgs::named(file),
    }
}

impl NoRecord {
    /// The same in one line.
    pub fn line(&self) -> String {
        match self {
            NoRecord::Unread(findings) => {
                findings.diagnostics().first().map(one_line).unwrap_or_default()
            }
            NoRecord::Unfit(wrong) => {
                format!("line {}: {} ({})", wrong.line, wrong.message, wrong.help)
            }
        }
    }
}

fn one_line(found: &Diagnostic) -> String {
    match &found.help {
        Some(help) => format!("{}; {help}", found.message),
        None => found.message.clone(),
    }
}

/// The file of a record that was meant: as it is typed, or with the usual ending.
pub fn meant(typed: &str) -> PathBuf {
    let path = PathBuf::from(typed);
    let ended = PathBuf::from(format!("{typed}.{ENDING}"));
    if !path.is_file() && ended.is_file() { ended } else { path }
}

/// How the names of records end.
pub const ENDING: &str = "mncr";
