//! Loads saved games.

use super::files::resume_command;
use super::journal::is_journal;
use super::seats::{Seats, assignment};
use crate::cli::record;
use mnc::engine::Engine;
use mnc::library::normalize_name;
use mnc::model::Model;
use mnc::notation::{Record, Trail, fingerprint};
use mnc::resolve::Description;
use std::path::Path;
use std::sync::Arc;

/// A loaded game.
pub struct ResumedGame {
    /// The history of the game.
    pub trail: Trail,
    /// The record in the file.
    pub record: Record,
    /// A remark for the person.
    pub remark: Option<String>,
}

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
    if normalize_name(&record.game) != normalize_name(&description.name) {
        let other =
            format!("`{file}` is a record of {}, and this is {}", record.game, description.name);
        return Err(match record::game(&record, path) {
            Ok(game) => {
                format!("{other}: type {}", resume_command(game.name(), &file.to_string()))
            }
            Err(_) => other,
        });
    }
    let first = |message: String| message.lines().next().unwrap_or_default().to_owned();
    let setting = record::setting(description, &record)
        .map_err(|message| format!("cannot load `{file}`: {}", first(message)))?;
    let (model, found) = description.build(&setting);
    let Some(model) = model else {
        let why = found.first().map_or("", |found| &found.message);
        return Err(format!("cannot load `{file}`: {why}"));
    };
    let rules = fingerprint(&model);
    let others = record.rules.as_ref().is_some_and(|played| *played != rules);
    let trail = record.replay(Engine::new(Arc::new(model))).map_err(|misfit| {
        let (line, message, help) = (misfit.line, &misfit.message, &misfit.help);
        let why = if others { "; it was played by other rules" } else { "" };
        format!("cannot load `{file}`: line {line}: {message}; {help}{why}")
    })?;
    let remark = others.then(|| {
        "the rules have changed since this game was saved, but each of its moves fits".to_owned()
    });
    Ok(ResumedGame { trail, record, remark })
}

/// Assigns the seats of a record; an unknown player becomes a person.
pub fn seat_players(seats: &mut Seats, model: &Model, record: &Record) {
    for (name, who) in &record.players {
        if let Ok((seat, who)) = assignment(model, &format!("{name}={who}")) {
            seats.assign(seat, who);
        }
    }
}
