//! A worked example: some moves of a game, and a capture, played by the engine.

use super::DocTurn;
use super::plan::LanguageWords;
use crate::engine::{Choice, Decider, Engine, Event, EventKind, Position, WorkAllowance};
use crate::model::Model;
use crate::notation::is_news;

/// The moves that an example begins with.
const FIRST_MOVES: usize = 3;
/// How many games are played to find a capture, and how long each of them is.
const GAMES: u64 = 8;
const MOST_CHOICES: usize = 40;
/// The work that may be spent on it.
const MOST_WORK: u64 = 1_000_000_000;
/// The most events of a move that are shown; where there are more, [`LEFT_OUT`] follows.
const MOST_EVENTS: usize = 16;
const LEFT_OUT: &str = "\u{2026}";

/// An example.
pub(super) struct Example {
    pub turns: Vec<DocTurn>,
    pub capture: Option<PlayedMove>,
}

/// A move of a played game, or the choices before its first turn.
pub(super) struct PlayedMove {
    pub before: Position,
    /// The answers, each with who gave it.
    pub choices: Vec<(Decider, Choice)>,
    pub events: Vec<Event>,
    pub after: Position,
    /// Its number, from 1; 0: before the first turn.
    pub number: usize,
}

impl PlayedMove {
    fn captures(&self) -> bool {
        let captures = |event: &Event| matches!(event.kind, EventKind::Captured { .. });
        !self.choices.is_empty() && self.events.iter().any(captures)
    }
}

/// An example with an early capture, if there is one.
pub(super) fn find(engine: &Engine, words: &dyn LanguageWords) -> Example {
    let allowance = WorkAllowance::of(MOST_WORK);
    let games =
        (0..GAMES).take_while(|_| !allowance.is_spent()).map(|seed| play(engine, seed, allowance));
    let games: Vec<Vec<PlayedMove>> = games.collect();
    let first_capture = |game: &Vec<PlayedMove>| game.iter().position(PlayedMove::captures);
    let best = games.into_iter().min_by_key(|game| first_capture(game).unwrap_or(usize::MAX));
    let Some(mut game) = best else { return Example { turns: Vec::new(), capture: None } };
    let at = first_capture(&game);
    let model = engine.model();
    let mut shown: Vec<usize> = (0..game.len().min(FIRST_MOVES)).collect();
    shown.extend(at.filter(|at| *at >= FIRST_MOVES));
    let turns = shown.iter().filter_map(|nth| Some(turn(model, game.get(*nth)?, words)));
    let turns = turns.collect();
    let capture = at.filter(|at| *at < game.len()).map(|at| game.swap_remove(at));
    Example { turns, capture }
}

/// Plays a game up to the end of the move with its first capture.
fn play(engine: &Engine, seed: u64, allowance: WorkAllowance) -> Vec<PlayedMove> {
    let (mut position, events) = engine.start(None);
    let mut played: Vec<PlayedMove> = Vec::new();
    // Moves in which nothing is chosen are made at once.
    if events.iter().any(|event| matches!(event.kind, EventKind::Sowed { .. })) {
        let (before, after) = (position.clone(), position.clone());
        played.push(PlayedMove { before, choices: Vec::new(), events, after, number: 0 });
    }
    // A small generator is enough: any game will do, as long as it is the same each time.
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut answers = 0;
    let mut moves = 0;
    while answers < MOST_CHOICES && !allowance.is_spent() {
        let begins = position.begins_move();
        if begins && played.last().is_some_and(PlayedMove::captures) {
            break;
        }
        let choices = engine.choices(&position);
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let nth = usize::try_from(state >> 33).unwrap_or(0).checked_rem(choices.len()).unwrap_or(0);
        let Some(choice) = choices.get(nth).copied() else { break };
        let Some(decider) = position.decider() else { break };
        let Ok((next, events)) = engine.play(&position, choice) else { break };
        let before = std::mem::replace(&mut position, next);
        answers += 1;
        moves += usize::from(begins);
        match played.last_mut() {
            // A hole and a direction are one move.
            Some(one) if !begins && !one.choices.is_empty() => {
                one.choices.push((decider, choice));
                one.events.extend(events);
                one.after = position.clone();
            }
            _ => played.push(PlayedMove {
                before,
                choices: vec![(decider, choice)],
                events,
                after: position.clone(),
                number: moves,
            }),
        }
    }
    played
}

fn turn(model: &Model, played: &PlayedMove, words: &dyn LanguageWords) -> DocTurn {
    let mut news = played.events.iter().filter(|event| is_news(model, event));
    let shown = news.by_ref().take(MOST_EVENTS);
    let mut events: Vec<String> = shown.map(|event| words.event(event)).collect();
    if news.next().is_some() {
        events.push(LEFT_OUT.into());
    }
    DocTurn { number: played.number, choice: words.choices(&played.choices), events }
}
