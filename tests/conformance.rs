//! Compares games recorded from other programs with the shipped descriptions.
//!
//! A case is a file `tests/conformance/NAME.json`: the recording, the game, the variations and options,
//! and the names of places in the recording. Its snapshot has the number of games that agree, and every
//! difference: its kind, game, decision, and both sides. A difference that is gone, or a new one, fails
//! the test.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod support;

use mnc::engine::{Decider, Deciding, Engine, Position, PositionSetup};
use mnc::model::{PlaceId, Seat};
use mnc::notation::choice_id;
use mnc::resolve::Setting;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Read as _;
use std::path::Path;

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
    /// The position where the comparison begins; by default the beginning of the game.
    #[serde(default)]
    begin: Begin,
    /// The recording continues with the next games of the match.
    #[serde(default)]
    games: bool,
    /// Kinds of difference that are explained, each with the reason.
    #[serde(default)]
    explained: BTreeMap<String, String>,
}

/// A position of every recorded game, set up as in the recording.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Begin {
    /// The index of the decision; 0: the beginning of the game.
    #[serde(default)]
    decision: usize,
    /// The stage that it is in.
    #[serde(default)]
    stage: Option<String>,
}

impl Begin {
    /// The number of decisions of a game that are compared.
    fn decisions_of(&self, game: &Game) -> usize {
        game.decisions.len().saturating_sub(self.decision)
    }

    fn start(&self, engine: &Engine, places: &[Option<PlaceId>], game: &Game) -> Position {
        let Some(decision) = game.decisions.get(self.decision).filter(|_| self.decision > 0) else {
            return engine.start(Some(Seat(game.seat as u8))).0;
        };
        let seeds = places.iter().zip(numbers(&decision["seeds"]));
        let seeds = seeds.filter_map(|(place, n)| Some(((*place)?, n as u16))).collect();
        let stages = engine.model().stages.iter().zip(0..);
        let stage = stages.filter(|(s, _)| Some(&s.name) == self.stage.as_ref());
        let stage: Vec<u8> = stage.map(|(_, i)| i).collect();
        let stage = stage.iter().flat_map(|i| engine.seats().map(|seat| (seat, *i))).collect();
        let mover = Seat(decision["seat"].as_u64().expect("a seat") as u8);
        let setup = PositionSetup { mover, seeds, stage, ..PositionSetup::default() };
        engine.set_up(&setup).expect("a position").0
    }
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

/// The report of a difference without a reason in the case file.
const NOT_EXPLAINED: &str = "NOT EXPLAINED";

fn engine(case: &Case) -> Engine {
    let setting = Setting { variations: case.variation.clone(), options: case.set.clone() };
    support::game(&case.game, &setting)
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
        let (agreed, difference) = one_game(case, &engine, &recording.places, game);
        decisions += agreed;
        match difference {
            None => whole += 1,
            Some((kind, text)) => differences.push((kind, format!("game {g}, {text}"))),
        }
    }
    let mut report = String::new();
    let games = recording.games.len();
    let compared = |game: &Game| case.begin.decisions_of(game);
    let total: usize = recording.games.iter().map(compared).sum();
    let _ = writeln!(report, "{whole} of {games} games agree whole");
    let _ = writeln!(report, "{decisions} of {total} decisions agree");
    for (kind, text) in differences {
        let _ = writeln!(report, "{kind}: {text}");
        let why = case.explained.get(kind).map_or(NOT_EXPLAINED, |s| s.as_str());
        let _ = writeln!(report, "    {why}");
    }
    report
}

/// A possible step: its name in the recording, its direction if that is a second decision, and the
/// position after it.
struct Step {
    label: String,
    way: Option<String>,
    to: Position,
}

/// The possible steps at a position. A hole and its direction are one step, as in the recordings.
fn steps(engine: &Engine, position: &Position) -> Vec<Step> {
    let choices = engine.choices(position);
    let called = |choice| choice_id(engine.model(), choice);
    // `either end move, or sow it` is also a choice to stop or to go on.
    let may_end = choices.len() == 2 && choices.iter().any(|c| called(*c) == "end-move");
    let id = |choice| match called(choice) {
        end if end == "end-move" => "stop".to_owned(),
        _ if may_end => "go on".to_owned(),
        other => other,
    };
    let mut steps = Vec::new();
    for choice in choices {
        let to = engine.advance(position, choice);
        let whose = to.decider().is_some() && to.decider() == position.decider();
        if whose && to.deciding() == Some(Deciding::Direction) {
            steps.extend(engine.choices(&to).into_iter().map(|way| Step {
                label: id(choice),
                way: Some(id(way)),
                to: engine.advance(&to, way),
            }));
        } else {
            steps.push(Step { label: id(choice), way: None, to });
        }
    }
    steps
}

/// Makes forced choices until a player has two or more choices; with `games`, also into the next games of
/// the match. Lots are followed in every way that they can fall; the next decisions show which it was.
fn settle(engine: &Engine, mut position: Position, games: bool) -> Vec<(Position, Vec<Step>)> {
    loop {
        if position.decider() == Some(Decider::Lot) {
            let outcomes = engine.choices(&position).into_iter();
            let after = outcomes.map(|outcome| engine.advance(&position, outcome));
            return after.flat_map(|after| settle(engine, after, games)).collect();
        }
        let mut steps = steps(engine, &position);
        match steps.len() {
            0 if games => match engine.next_game(&position) {
                Some((next, _)) => position = next,
                None => return vec![(position, steps)],
            },
            1 => position = steps.remove(0).to,
            _ => return vec![(position, steps)],
        }
    }
}

/// The name of a choice in a recording: the hole it begins with, or the hole that seeds are put in from a
/// store or a hand. A pass next to a hole means stop, and the hole means go on.
fn label<'a>(case: &'a Case, engine: &Engine, choice: &'a Value, decision: &Value) -> &'a str {
    let stops = |choice: &Value| choice.get("from").is_none();
    if stops(choice) {
        return "stop";
    }
    if decision["choices"].as_array().into_iter().flatten().any(stops) {
        return "go on";
    }
    let ours = |key: &str| {
        let id = choice[key].as_str()?;
        Some(case.places.get(id).map_or(id, |s| s.as_str()))
    };
    let hole = |id: &str| {
        let holes = engine.model().board.places.iter().take(engine.model().board.holes);
        holes.into_iter().any(|p| p.id == id)
    };
    let from = ours("from").expect("a hole");
    ours("to").filter(|to| !hole(from) && hole(to)).unwrap_or(from)
}

type Difference = (&'static str, String);

/// The differences at a decision.
fn differs(
    case: &Case,
    engine: &Engine,
    places: &[Option<PlaceId>],
    (position, steps): &(Position, Vec<Step>),
    decision: &Value,
) -> Option<Difference> {
    let Some(seat) = position.asker() else {
        return Some(("ends earlier", "our game is over".into()));
    };
    let ours = board(position, places);
    let theirs = numbers(&decision["seeds"]);
    let there = theirs.iter().zip(places).map(|(n, p)| p.and(Some(*n)));
    if !ours.iter().copied().eq(there) {
        return Some(("seeds", format!("{ours:?} here, {theirs:?} there")));
    }
    if decision["seat"].as_u64() != Some(seat.0.into()) {
        return Some(("seat", format!("seat {} here, {} there", seat.0, decision["seat"])));
    }
    let mut here: Vec<&str> = steps.iter().map(|step| step.label.as_str()).collect();
    here.sort_unstable();
    let choices = decision["choices"].as_array().expect("choices");
    let mut there: Vec<&str> = choices.iter().map(|c| label(case, engine, c, decision)).collect();
    there.sort_unstable();
    (here != there).then(|| ("choices", format!("{here:?} here, {there:?} there")))
}

/// The number of decisions of a game that agree, and the first difference. If a recording does not give
/// the direction of a sowing, both are followed; the next decisions show which it was.
fn one_game(
    case: &Case,
    engine: &Engine,
    places: &[Option<PlaceId>],
    game: &Game,
) -> (usize, Option<Difference>) {
    let start = case.begin.start(engine, places, game);
    let mut here = settle(engine, start, case.games);
    let decisions = game.decisions.iter().enumerate().skip(case.begin.decision);
    for (n, decision) in decisions {
        let differences: Vec<Option<Difference>> =
            here.iter().map(|one| differs(case, engine, places, one, decision)).collect();
        if !differences.contains(&None) {
            let (kind, text) = differences.into_iter().flatten().next().expect("a position");
            return (n - case.begin.decision, Some((kind, format!("decision {n}: {text}"))));
        }
        let chosen = &decision["choices"][decision["chosen"].as_u64().expect("an index") as usize];
        let (called, way) = (label(case, engine, chosen, decision), chosen["way"].as_str());
        let agree = here.into_iter().zip(differences).filter(|(_, d)| d.is_none());
        let steps = agree.flat_map(|((_, steps), _)| steps);
        let taken = steps.filter(|step| {
            step.label == called && way.is_none_or(|way| step.way.as_deref() == Some(way))
        });
        let mut seen = Vec::new();
        here = taken.flat_map(|step| settle(engine, step.to, case.games)).collect();
        here.retain(|(position, _)| {
            let new = !seen.contains(&position.hash());
            seen.push(position.hash());
            new
        });
    }
    let ends = here.iter().map(|(position, _)| end(engine, position, places, &game.end));
    let all: Vec<Option<Difference>> = ends.collect();
    let difference = if all.contains(&None) { None } else { all.into_iter().flatten().next() };
    (case.begin.decisions_of(game), difference)
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
    let ours = result.verdict.winner().map(|s| s.index());
    if winner != ours {
        return Some(("winner", format!("end: {ours:?} here, {winner:?} there")));
    }
    // The other program may leave the last seeds in their holes, or gather them.
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
