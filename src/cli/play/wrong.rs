//! What is said to an entry that makes no sense: what was wrong, and what would have been right.

use super::command::Command;
use super::session::Session;
use super::telling;
use mnc::notation::{choice_id, clause, parse_choice};

/// One line about an entry that is neither a choice nor a command.
pub fn complaint(session: &Session, typed: &str) -> String {
    let (engine, position) = (session.engine(), session.trail().position());
    let model = engine.model();
    let typed = typed.trim();
    let choices = engine.choices(position);
    if choices.is_empty() {
        let next = if session.has_next_game() { "next, " } else { "" };
        let right = format!("the game is over: say {next}save, undo, new or quit");
        return Command::near(typed).map_or(right, |command| slip(typed, command));
    }
    let right = format!("choose from {}, or say help", telling::choices(engine, position));
    let barred = engine.barred(position).into_iter();
    let meant = parse_choice(engine, position, typed);
    if let Some((choice, id)) = barred.into_iter().find(|(choice, _)| Some(*choice) == meant) {
        let choice = choice_id(model, choice);
        return format!("{choice} may not be chosen ({}): {right}", clause(model, id));
    }
    if let Some(why) = telling::why_not(engine, position, typed) {
        return format!("{why}: {right}");
    }
    if typed.is_empty() {
        return right;
    }
    let near = |id: &String| {
        let (id, typed) = (id.to_lowercase(), typed.to_lowercase());
        let turned = id.chars().rev().eq(typed.chars());
        turned || (id.len() > 3 && strsim::damerau_levenshtein(&id, &typed) <= 2)
    };
    let mut ids = choices.iter().map(|choice| choice_id(model, *choice));
    match ids.find(near) {
        Some(id) => format!("`{typed}` is no choice: did you mean `{id}`? {right}"),
        None => unknown(typed, &right),
    }
}

/// A word that nobody knows, or a command with a slip in it.
fn unknown(typed: &str, right: &str) -> String {
    match Command::near(typed) {
        Some(command) => slip(typed, command),
        None => format!("`{typed}` is neither a choice nor a command: {right}"),
    }
}

/// A command in which something is wrong.
fn slip(typed: &str, command: &str) -> String {
    if typed.split_whitespace().count() > 1 {
        format!("`{typed}` is not understood: `{command}` stands alone")
    } else {
        format!("`{typed}` is no command: did you mean `{command}`?")
    }
}
