//! Lines of requests to `mnc engine`: each gets one line of JSON, whatever it says. The first line names
//! the game.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mnc::engine::Engine;
use mnc::library::{Library, LookupResult, Shipped};
use mnc::protocol::GameSession;
use mnc::resolve::{Description, Setting, load};
use serde_json::Value;
use std::sync::{Arc, LazyLock};

/// Games that ask all kinds of questions: marks, kinds of seeds, openings, matches.
const GAMES: [&str; 6] =
    ["oware", "hoyito", "bao-la-kiswahili", "laomuzhu", "toguz-kumalak", "owela-benguela"];

/// More requests of one input are not made.
const REQUESTS: usize = 40;

static OPEN: LazyLock<Vec<(Arc<Description>, Arc<Engine>)>> =
    LazyLock::new(|| GAMES.iter().filter_map(|name| open(name)).collect());

fn open(name: &str) -> Option<(Arc<Description>, Arc<Engine>)> {
    let LookupResult::One(game) = Library::shipped().look_up(name) else { return None };
    let (description, _) = load(&game.file, &game.text, &Shipped);
    let (model, _) = description.build(&Setting::default());
    let engine = Engine::new(Arc::new(model?)).with_sowing_limit(1 << 12);
    Some((Arc::new(description), Arc::new(engine)))
}

/// Counting far ahead, thinking and playing many games take as long as they are asked for.
fn is_long(line: &str) -> bool {
    let asked: Value = serde_json::from_str(line).unwrap_or_default();
    match asked["do"].as_str() {
        Some("perft") => asked["depth"].as_u64().is_none_or(|depth| depth > 2),
        Some("playout") => asked["games"].as_u64().is_none_or(|games| games > 2),
        Some("think") => asked["player"] != "random",
        Some(_) | None => false,
    }
}

fuzz_target!(|text: &str| {
    let (game, requests) = text.split_once('\n').unwrap_or((text, ""));
    let nth = GAMES.iter().position(|name| *name == game).unwrap_or(0);
    let Some((description, engine)) = OPEN.get(nth) else { return };
    let mut session = GameSession::new(description.clone(), engine.clone());
    for line in requests.lines().filter(|line| !is_long(line)).take(REQUESTS) {
        let answer = session.answer(line);
        assert!(!answer.contains('\n'), "{answer}");
        let answer: Value = serde_json::from_str(&answer).expect("an answer is JSON");
        assert!(answer.is_object());
    }
});
