//! Loads saved games from files.

use super::files::resume_command;
use super::journal::is_journal;
use crate::cli::record;
use mnc::resolve::Description;
use mnc::session::{ResumeError, ResumedGame, resume};
use std::path::Path;

/// Loads the game of a record, with its variation and options.
///
/// # Errors
/// The reason, in one line.
pub fn load_game(description: &Description, path: &Path) -> Result<ResumedGame, String> {
    let file = path.display();
    if path.as_os_str() == "-" {
        return Err("a saved game is read from a file: the moves come from standard input".into());
    }
    let read = if is_journal(path) { record::read_journal(path) } else { record::read(path) };
    let record = read.map_err(|wrong| format!("cannot load `{file}`: {}", wrong.to_line()))?;
    resume(description, record).map_err(|error| {
        let ResumeError::AnotherGame { record, present } = &error else {
            return format!("cannot load `{file}`: {error}");
        };
        let other = format!("`{file}` is a record of {}, and this is {present}", record.game);
        match record::game(record, path) {
            Ok(game) => format!("{other}: type {}", resume_command(game.name(), &file.to_string())),
            Err(_) => other,
        }
    })
}
