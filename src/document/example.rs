//! A worked example: some turns of a game, and a capture, played by the engine.

use super::DocTurn;
use crate::engine::{Choice, Engine, Event, EventKind, Position, WorkAllowance};
use crate::model::Model;
use crate::notation::{choice_id, describe_event, is_news};
use crate::picture::Picture;

/// The turns that an example begins with.
const FIRST_TURNS: usize = 3;
/// How many games are played to find a capture, and how long each of them is.
const GAMES: u64 = 8;
const MOST_CHOICES: usize = 40;
/// The work that may be spent on it.
const MOST_WORK: u64 = 1_000_000_000;

/// An example.
pub(super) struct Example {
    pub turns: Vec<DocTurn>,
    pub capture: Option<Picture>,
}

/// A choice of a played game.
struct PlayedChoice {
    before: Position,
    choice: Choice,
    events: Vec<Event>,
}

impl PlayedChoice {
    fn captures(&self) -> bool {
        self.events.iter().any(|event| matches!(event.kind, EventKind::Captured { .. }))
    }
}

/// An example with an early capture, if there is one.
pub(super) fn find(engine: &Engine) -> Example {
    let allowance = WorkAllowance::of(MOST_WORK);
    let games =
        (0..GAMES).take_while(|_| !allowance.is_spent()).map(|seed| play(engine, seed, allowance));
    let games: Vec<Vec<PlayedChoice>> = games.collect();
    let first_capture = |game: &Vec<PlayedChoice>| game.iter().position(PlayedChoice::captures);
    let best = games.iter().min_by_key(|game| first_capture(game).unwrap_or(usize::MAX));
    let Some(game) = best else { return Example { turns: Vec::new(), capture: None } };
    let at = first_capture(game);
    let model = engine.model();
    let mut shown: Vec<usize> = (0..game.len().min(FIRST_TURNS)).collect();
    shown.extend(at.filter(|at| *at >= FIRST_TURNS));
    let turns = shown.iter().filter_map(|nth| Some(turn(model, *nth, game.get(*nth)?)));
    let capture = at
        .and_then(|at| game.get(at))
        .and_then(|played| Picture::of_move(engine, &played.before, &[played.choice]).ok());
    Example { turns: turns.collect(), capture }
}

/// Plays a game up to its first capture.
fn play(engine: &Engine, seed: u64, allowance: WorkAllowance) -> Vec<PlayedChoice> {
    let (mut position, _) = engine.start(None);
    let mut played = Vec::new();
    // A small generator is enough: any game will do, as long as it is the same each time.
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    while played.len() < MOST_CHOICES && !allowance.is_spent() {
        let choices = engine.choices(&position);
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let nth = usize::try_from(state >> 33).unwrap_or(0).checked_rem(choices.len()).unwrap_or(0);
        let Some(choice) = choices.get(nth).copied() else { break };
        let Ok((next, events)) = engine.play(&position, choice) else { break };
        let before = std::mem::replace(&mut position, next);
        let done = PlayedChoice { before, choice, events };
        let captures = done.captures();
        played.push(done);
        if captures {
            break;
        }
    }
    played
}

fn turn(model: &Model, nth: usize, played: &PlayedChoice) -> DocTurn {
    let player = played.before.decider().map_or("", |seat| model.player(seat));
    let news = played.events.iter().filter(|event| is_news(model, event));
    DocTurn {
        number: nth + 1,
        choice: format!("{player} plays {}", choice_id(model, played.choice)),
        events: news.take(8).map(|event| sentence(model, event)).collect(),
    }
}

/// An event in the words of these documents.
fn sentence(model: &Model, event: &Event) -> String {
    let text = describe_event(model, event);
    let text = text.replace(" more laps", " more sowings").replace(" more lap", " more sowing");
    let text = text
        .replace("is no longer marked", "no longer counts as")
        .replace("is marked", "now counts as");
    super::capital(&text) + "."
}
