//! Messages for entries that are neither a choice nor a command: what is wrong, and what is possible.

use super::command::PlayCommand;
use super::session::PlaySession;
use super::text;
use mnc::notation::{choice_id, clause_text, parse_choice};
use mnc::suggest;

/// One line about an entry that is neither a choice nor a command.
pub fn entry_error(session: &PlaySession, typed: &str) -> String {
    let (engine, position) = (session.game.engine(), session.game.position());
    let model = engine.model();
    let typed = typed.trim();
    let choices = engine.choices(position);
    if choices.is_empty() {
        let next = if session.game.has_next_game() { "next, " } else { "" };
        let right = format!("the game is over: type {next}save, undo, new or quit");
        return PlayCommand::nearest(typed)
            .map_or(right, |command| misused_command(typed, command));
    }
    let right = text::what_to_type(engine, position);
    let barred = engine.illegal_choices(position).into_iter();
    let choice = parse_choice(engine, position, typed);
    if let Some((choice, id)) = barred.into_iter().find(|(illegal, _)| Some(*illegal) == choice) {
        let choice = choice_id(model, choice);
        return format!("{choice} may not be chosen ({}): {right}", clause_text(model, id));
    }
    if let Some(why) = text::why_not(engine, position, typed) {
        return format!("{why}: {right}");
    }
    if typed.is_empty() {
        return right;
    }
    let near = |id: &String| {
        let turned = id.to_lowercase().chars().rev().eq(typed.to_lowercase().chars());
        turned || (id.len() > 3 && suggest::is_near(typed, id))
    };
    let mut ids = choices.iter().map(|choice| choice_id(model, *choice));
    match ids.find(near) {
        Some(id) => format!("`{typed}` is not a choice: did you mean `{id}`? {right}"),
        None => unknown_entry(typed, &right),
    }
}

/// An unknown word, or a misspelt command.
fn unknown_entry(typed: &str, right: &str) -> String {
    match PlayCommand::nearest(typed) {
        Some(command) => misused_command(typed, command),
        None => format!("`{typed}` is neither a choice nor a command: {right}"),
    }
}

/// A command with a mistake.
fn misused_command(typed: &str, command: &str) -> String {
    if typed.split_whitespace().count() > 1 {
        format!("`{typed}` is not understood: `{command}` takes nothing after it")
    } else {
        format!("`{typed}` is not a command: did you mean `{command}`?")
    }
}
