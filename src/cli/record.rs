//! Reads records from files, and finds the games that they name.

use super::game::GameArgs;
use super::read;
use mnc::diagnostic::{Diagnostic, Findings};
use mnc::notation::{Record, RecordError};
use std::path::{Path, PathBuf};

/// Why a record could not be read from a file.
#[derive(Debug)]
pub enum RecordFileError {
    /// It cannot be read.
    Unreadable(Findings),
    /// Its text is not a record.
    Invalid(RecordError),
}

/// The record in a file.
///
/// # Errors
/// The file cannot be read, or is not a record.
pub fn read(path: &Path) -> Result<Record, RecordFileError> {
    let text = read::text(path).map_err(RecordFileError::Unreadable)?;
    Record::parse(&text).map_err(RecordFileError::Invalid)
}

/// The record in a journal, without an incomplete last line.
///
/// # Errors
/// The file cannot be read, or is not a record.
pub fn read_journal(path: &Path) -> Result<Record, RecordFileError> {
    let text = read::text(path).map_err(RecordFileError::Unreadable)?;
    Record::parse(whole_lines(&text)).map_err(RecordFileError::Invalid)
}

/// A text without an incomplete last line.
pub fn whole_lines(text: &str) -> &str {
    text.rfind('\n').map_or("", |end| &text[..=end])
}

/// The game that a record names. A record is untrusted: it can name a shipped game, or a description in
/// the same folder, and nothing else is read for it.
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
    let game_path = path.parent().unwrap_or(Path::new("")).join(file);
    // With the folder it is a path, not the name of a shipped game or an option.
    let game_path = Path::new(".").join(game_path);
    if !game_path.is_file() {
        return Err(format!("there is no `{file}` in the folder of the record: {NAME_THE_GAME}"));
    }
    match read::head(&game_path, HEAD) {
        Ok(head) if read::is_description(&head) => {}
        Ok(_) => {
            return Err(format!(
                "the record names `{file}`, which is not a description: {NAME_THE_GAME}"
            ));
        }
        Err(error) => {
            return Err(format!("cannot read `{file}` in the folder of the record: {error}"));
        }
    }
    let game_path = game_path.to_str().ok_or("the name of the folder cannot be read as text")?;
    Ok(GameArgs::named(game_path.strip_prefix("./").unwrap_or(game_path)))
}

/// What to do if a record does not lead to its game.
const NAME_THE_GAME: &str = "name the game with --game";

/// The bytes of a file that are read to see whether it is a description.
const HEAD: u64 = 4 << 10;

/// Whether a record may name this as its description: a file name without a path.
fn is_file_name(file: &str) -> bool {
    file.ends_with(".mnc") && !file.contains(['/', '\\', ':'])
}

impl RecordFileError {
    /// The error in one line.
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
    match found.help_text() {
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

/// The file extension of records.
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
    fn a_description_in_the_folder_of_a_record_is_named_without_a_path() {
        assert!(is_file_name("my game.mnc") && is_file_name("-x.mnc"));
        for file in
            ["/etc/passwd", "../x.mnc", "a/x.mnc", "c:x.mnc", "..", "-", "x.mncr", "\\x.mnc"]
        {
            assert!(!is_file_name(file), "{file}");
        }
    }
}
