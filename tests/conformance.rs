//! Games recorded from other programs, held against the shipped descriptions.
//!
//! A case is a file `tests/conformance/NAME.json`: which recording, which game, which variations
//! and options, and how places are called there. The snapshot beside it says how many games agree,
//! and names every difference: its kind, game, decision, and what each side says. A difference that
//! is gone, or a new one, fails the test.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use mnc::engine::{Choice, Engine, Position};
use mnc::model::{PlaceId, Seat};
use mnc::notation::{choice_id, parse_choice};
use mnc::resolve::{Setting, load};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;

/// A case file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    recording: String,
    game: String,
    #[serde(default)]
    variation: Vec<String>,
    #[serde(default)]
    set: BTreeMap<String, String>,
    #[serde(default)]
    places: BTreeMap<String, String>,
    /// Kinds of difference that are explained, each with the reason.
    #[serde(default)]
    explained: BTreeMap<String, String>,
}

#[test]
fn recorded_games_agree() {
    let mut unexplained = false;
    insta::glob!("conformance/*.json", |path| {
        let text = std::fs::read_to_string(path).expect("a case file");
        let case: Case = serde_json::from_str(&text).expect("a case");
        let report = compare(path.parent().expect("a folder"), &case);
        println!("{}\n{report}", path.display());
        unexplained |= report.contains(NOT_EXPLAINED);
        insta::assert_snapshot!(report);
    });
    assert!(!unexplained, "a difference without a reason");
}

/// What a report says of a difference that the case file gives no reason for.
const NOT_EXPLAINED: &str = "NOT EXPLAINED";

fn engine(case: &Case) -> Engine {
    let path = format!("{}/games/{}.mnc", env!("CARGO_MANIFEST_DIR"), case.game);
    let text = std::fs::read_to_string(&path).expect("a shipped game");
    let (description, found) = load(&case.game, &text, &mnc::library::Shipped);
    assert!(found.iter().all(|d| d.severity < mnc::diagnostic::Severity::Error), "{found:?}");
    let setting = Setting { variations: case.variation.clone(), options: case.set.clone() };
    let (model, found) = description.build(&setting);
    Engine::new(Arc::new(model.unwrap_or_else(|| panic!("{found:?}"))))
}

/// One recording.
struct Recording {
    places: Vec<Option<PlaceId>>,
    games: Vec<Game>,
}

#[derive(Default)]
struct Game {
    seat: usize,
    decisions: Vec<Value>,
    end: Value,
}

fn read(folder: &Path, case: &Case, engine: &Engine) -> Recording {
    let path = folder.join("recordings").join(format!("{}.jsonl.gz", case.recording));
    let file = std::fs::File::open(path).expect("a recording");
    let mut text = String::new();
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).expect("gzip");
    let mut recording = Recording { places: Vec::new(), games: Vec::new() };
    for line in text.lines() {
        let rec: Value = serde_json::from_str(line).expect("a record");
        match rec["rec"].as_str() {
            Some("ruleset") => {
                for place in rec["places"].as_array().expect("places") {
                    let id = place["id"].as_str().expect("an id");
                    let ours = case.places.get(id).map_or(id, |s| s.as_str());
                    let at = engine.model().board.places.iter().position(|p| p.id == ours);
                    recording.places.push(at.map(|i| PlaceId(i as u8)));
                }
            }
            Some("game") => recording
                .games
                .push(Game { seat: rec["seat"].as_u64().unwrap_or(0) as usize, ..Game::default() }),
            Some("decision") => recording.games.last_mut().expect("a game").decisions.push(rec),
            Some("end") => recording.games.last_mut().expect("a game").end = rec,
            _ => {}
        }
    }
    recording
}

fn compare(folder: &Path, case: &Case) -> String {
    let engine = engine(case);
    let recording = read(folder, case, &engine);
    let mut differences = Vec::new();
    let (mut whole, mut decisions) = (0, 0);
    for (g, game) in recording.games.iter().enumerate() {
        let (agreed, difference) = one_game(&engine, &recording.places, game);
        decisions += agreed;
        match difference {
            None => whole += 1,
            Some((kind, text)) => differences.push((kind, format!("game {g}, {text}"))),
        }
    }
    let mut report = String::new();
    let games = recording.games.len();
    let total: usize = recording.games.iter().map(|g| g.decisions.len()).sum();
    let _ = writeln!(report, "{whole} of {games} games agree whole");
    let _ = writeln!(report, "{decisions} of {total} decisions agree");
    for (kind, text) in differences {
        let _ = writeln!(report, "{kind}: {text}");
        let why = case.explained.get(kind).map_or(NOT_EXPLAINED, |s| s.as_str());
        let _ = writeln!(report, "    {why}");
    }
    report
}

/// Plays single choices until somebody has two or more.
fn settle(engine: &Engine, mut position: Position) -> Position {
    loop {
        let choices = engine.choices(&position);
        match choices.as_slice() {
            [only] => position = engine.advance(&position, *only),
            _ => return position,
        }
    }
}

fn one_game(
    engine: &Engine,
    places: &[Option<PlaceId>],
    game: &Game,
) -> (usize, Option<(&'static str, String)>) {
    let (start, _) = engine.start(Some(Seat(game.seat as u8)));
    let mut position = settle(engine, start);
    for (n, decision) in game.decisions.iter().enumerate() {
        let at = |text: String| format!("decision {n}: {text}");
        let Some(seat) = position.decider() else {
            return (n, Some(("ends earlier", at("our game is over".into()))));
        };
        let ours = board(&position, places);
        let theirs = numbers(&decision["seeds"]);
        if ours
            != theirs
                .iter()
                .map(|n| Some(*n))
                .zip(places)
                .map(|(n, p)| p.and(n))
                .collect::<Vec<_>>()
        {
            return (n, Some(("seeds", at(format!("{ours:?} here, {theirs:?} there")))));
        }
        if decision["seat"].as_u64() != Some(seat.0.into()) {
            return (
                n,
                Some(("seat", at(format!("seat {} here, {} there", seat.0, decision["seat"])))),
            );
        }
        let mut ids: Vec<String> =
            engine.choices(&position).into_iter().map(|c| choice_id(engine.model(), c)).collect();
        ids.sort();
        let offered: Vec<String> = decision["choices"]
            .as_array()
            .expect("choices")
            .iter()
            .map(|c| c["from"].as_str().expect("a hole").to_owned())
            .collect();
        let mut sorted = offered.clone();
        sorted.sort();
        if ids != sorted {
            return (n, Some(("choices", at(format!("{ids:?} here, {sorted:?} there")))));
        }
        let chosen = &offered[decision["chosen"].as_u64().expect("an index") as usize];
        let choice: Choice = parse_choice(engine, &position, chosen).expect("offered");
        position = settle(engine, engine.advance(&position, choice));
    }
    (game.decisions.len(), end(engine, &position, places, &game.end))
}

fn end(
    engine: &Engine,
    position: &Position,
    places: &[Option<PlaceId>],
    end: &Value,
) -> Option<(&'static str, String)> {
    if end["over"].as_bool() != Some(true) {
        return None;
    }
    let Some(result) = position.result() else {
        let ids: Vec<_> =
            engine.choices(position).into_iter().map(|c| choice_id(engine.model(), c)).collect();
        let text = format!("end: our game goes on with {ids:?}, there {end}");
        return Some(("ends later", text));
    };
    let winner = match end.get("returns") {
        Some(returns) => {
            let returns: Vec<f64> = serde_json::from_value(returns.clone()).expect("returns");
            returns.iter().position(|r| *r > 0.0)
        }
        None => end["winner"].as_u64().map(|s| s as usize),
    };
    let ours = result.winner.map(|s| s.index());
    if winner != ours {
        return Some(("winner", format!("end: {ours:?} here, {winner:?} there")));
    }
    // The other program may leave the last seeds where they lie, or gather them.
    let left: u64 = numbers(end.get("seeds").unwrap_or(&end["final_board"])).iter().sum();
    let here: u64 = board(position, places).into_iter().flatten().sum();
    (left != here).then(|| ("seeds at the end", format!("{here} here, {left} there")))
}

fn numbers(list: &Value) -> Vec<u64> {
    list.as_array().into_iter().flatten().filter_map(Value::as_u64).collect()
}

fn board(position: &Position, places: &[Option<PlaceId>]) -> Vec<Option<u64>> {
    places.iter().map(|p| p.map(|p| u64::from(position.seeds(p)))).collect()
}
