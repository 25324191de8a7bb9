//! A `test` section that plays the first move of a game.

use crate::engine::{Choice, Decider, Engine, Position};
use crate::library::Shipped;
use crate::model::{Model, PlaceId, PlaceKind};
use crate::notation::{choice_id, chosen_line};
use crate::resolve::{Description, GameLoader, Setting, load};
use std::sync::Arc;

/// The greatest number of answers of a move that are written down.
const MOST_ANSWERS: usize = 12;
/// The greatest width of a line of expectations.
const MOST_WIDTH: usize = 90;

/// The section for a description without one, with an empty line before it; empty if it makes no game, or
/// nobody can move.
pub(super) fn of(text: &str) -> String {
    of_file("new.mnc", text, &Shipped)
}

/// The same for a description that may be like a game of a library.
pub(super) fn of_file(name: &str, text: &str, library: &dyn GameLoader) -> String {
    let (description, _) = load(name, text, library);
    first_move(&description).unwrap_or_default()
}

fn first_move(description: &Description) -> Option<String> {
    let engine = Engine::new(Arc::new(description.build(&Setting::default()).0?));
    let model = engine.model();
    let (start, _) = engine.start(None);
    let (position, lines) = play(&engine, &start)?;
    let changed = (0..model.board.places.len()).map(|i| PlaceId(i as u8));
    let changed = changed.filter(|place| position.seeds(*place) != start.seeds(*place));
    let holdings =
        changed.map(|place| format!("{} {}", holder(model, place), position.seeds(place)));
    let mut text = String::from("\ntest \"the first move\"\n");
    lines.iter().for_each(|line| text += &format!("  {line}\n"));
    wrapped(holdings).iter().for_each(|line| text += &format!("  expect {line}\n"));
    if let Some(Decider::Player(seat)) = position.decider() {
        text += &format!("  expect {} to move\n", model.player(seat));
    }
    Some(text)
}

/// Makes the first move with the first answers; returns the lines of it and the position after it.
fn play(engine: &Engine, start: &Position) -> Option<(Position, Vec<String>)> {
    let model = engine.model();
    let mut position = start.clone();
    let mut lines: Vec<(Decider, Vec<String>)> = Vec::new();
    for _ in 0..MOST_ANSWERS {
        let decider = position.decider()?;
        let choice: Choice = *engine.choices(&position).first()?;
        let answer = choice_id(model, choice).replace(' ', "-");
        match lines.last_mut().filter(|(last, _)| *last == decider) {
            Some((_, answers)) => answers.push(answer),
            None => lines.push((decider, vec![answer])),
        }
        position = engine.play(&position, choice).ok()?.0;
        if position.answers().is_empty() {
            let line = |(decider, answers): &(Decider, Vec<String>)| {
                chosen_line(model, *decider, &answers.join(", "))
            };
            return Some((position, lines.iter().map(line).collect()));
        }
    }
    None
}

/// A place as tests name it.
pub(super) fn holder(model: &Model, id: PlaceId) -> String {
    let Some(place) = model.board.places.get(id.index()) else { return String::new() };
    let of = |what: &str| match place.owner {
        Some(seat) => format!("{} {what}", model.player(seat)),
        None => place.id.clone(),
    };
    match place.kind {
        PlaceKind::Hole | PlaceKind::Shared => place.id.clone(),
        PlaceKind::Store | PlaceKind::Captured => of("store"),
        PlaceKind::Hand => of("hand"),
    }
}

/// Items with commas between them, in lines that are not too long.
pub(super) fn wrapped(items: impl Iterator<Item = String>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for item in items {
        match lines.last_mut().filter(|line| line.len() + item.len() + 2 <= MOST_WIDTH) {
            Some(line) => *line += &format!(", {item}"),
            None => lines.push(item),
        }
    }
    lines
}
