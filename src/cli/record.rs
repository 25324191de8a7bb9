//! Records of games in files, and the games that they are of.

use super::game::{self, GameArgs};
use super::read;
use crate::diagnostic::{Diagnostic, Findings};
use crate::notation::{Record, RecordError};
use crate::resolve::{Description, Setting};
use std::path::{Path, PathBuf};

/// Why a file gives no record.
#[derive(Debug)]
pub enum RecordFileError {
    /// It cannot be read.
    Unreadable(Findings),
    /// Its text is no record.
    Invalid(RecordError),
}

/// The record in a file.
///
/// # Errors
/// The file cannot be read, or it holds something else.
pub fn read(path: &Path) -> Result<Record, RecordFileError> {
    let text = read::text(path).map_err(RecordFileError::Unreadable)?;
    Record::parse(&text).map_err(RecordFileError::Invalid)
}

/// The record in a journal: a last line that was not written to its end does not count.
///
/// # Errors
/// The file cannot be read, or it holds something else.
pub fn read_journal(path: &Path) -> Result<Record, RecordFileError> {
    let text = read::text(path).map_err(RecordFileError::Unreadable)?;
    Record::parse(whole_lines(&text)).map_err(RecordFileError::Invalid)
}

/// A text without a last line that was not written to its end.
pub fn whole_lines(text: &str) -> &str {
    text.rfind('\n').map_or("", |end| &text[..=end])
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

/// What a record says about its game. A record may come from a stranger: it can name a game that comes
/// with the program, or a description in the same folder, and nothing else is read for it.
///
/// # Errors
/// In one line, why there is no such game, and what to do.
pub fn game(record: &Record, path: &Path) -> Result<GameArgs, String> {
    let Some(file) = &record.description else {
        let name = &record.game;
        return GameArgs::shipped(name).ok_or_else(|| {
            format!("no game that comes with mnc is called `{name}`: {NAME_THE_GAME}")
        });
    };
    if !is_file_name(file) {
        return Err(format!(
            "the record names `{file}`, and a record may only name a description in its folder: \
             {NAME_THE_GAME}"
        ));
    }
    let beside = path.parent().unwrap_or(Path::new("")).join(file);
    // The folder is given, so that it is a file in it and not something else of that name.
    let beside = Path::new(".").join(beside);
    if !beside.is_file() {
        return Err(format!("there is no `{file}` in the folder of the record: {NAME_THE_GAME}"));
    }
    match read::head(&beside, HEAD) {
        Ok(head) if read::is_description(&head) => {}
        Ok(_) => {
            return Err(format!(
                "the record names `{file}`, which is no description: {NAME_THE_GAME}"
            ));
        }
        Err(error) => {
            return Err(format!("cannot read `{file}` in the folder of the record: {error}"));
        }
    }
    let beside = beside.to_str().ok_or("the name of the folder cannot be read as text")?;
    Ok(GameArgs::named(beside.strip_prefix("./").unwrap_or(beside)))
}

/// What to do where a record does not lead to its game.
const NAME_THE_GAME: &str = "say which game it is with --game";

/// So much of a file is read to see whether it is a description, in bytes.
const HEAD: u64 = 4 << 10;

/// Whether a record may name that as its description: a file name and no path.
fn is_file_name(file: &str) -> bool {
    file.ends_with(".mnc") && !file.contains(['/', '\\', ':'])
}

impl RecordFileError {
    /// The same in one line.
    pub fn to_line(&self) -> String {
        match self {
            RecordFileError::Unreadable(findings) => {
                findings.diagnostics().first().map(one_line).unwrap_or_default()
            }
            RecordFileError::Invalid(wrong) => {
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

/// The file of a record: as typed, or with the extension added.
pub fn record_file(typed: &str) -> PathBuf {
    let path = PathBuf::from(typed);
    let ended = PathBuf::from(format!("{typed}.{ENDING}"));
    if !path.is_file() && ended.is_file() { ended } else { path }
}

/// How the names of records end.
pub const ENDING: &str = "mncr";

#[cfg(test)]
mod tests {
    use super::{is_file_name, whole_lines};

    #[test]
    fn half_a_line_is_none() {
        assert_eq!(whole_lines("a\nb\nc"), "a\nb\n");
        assert_eq!(whole_lines("a"), "");
    }

    #[test]
    fn a_description_beside_a_record_is_named_without_a_path() {
        assert!(is_file_name("my game.mnc") && is_file_name("-x.mnc"));
        for file in
            ["/etc/passwd", "../x.mnc", "a/x.mnc", "c:x.mnc", "..", "-", "x.mncr", "\\x.mnc"]
        {
            assert!(!is_file_name(file), "{file}");
        }
    }
}
