//! Random matches: the same with the reference engine and with the plan, and what the commands say about them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "support/program.rs"]
mod program;

use mnc::engine::{Engine, FinalResult};
use mnc::library::Library;
use mnc::resolve::{Setting, load};
use mnc::runner::{MatchRunner, MatchSample, MatchTotals, RunnerKind, STATISTICS_SOWING_LIMIT};
use program::{run, run_with};
use std::sync::Arc;

/// The engines of all shipped games that are played in matches.
fn games_with_matches() -> Vec<(String, Engine)> {
    let games = Library::shipped().games().iter().filter_map(|game| {
        let (description, _) = load("match", &game.text, Library::shipped());
        let model = description.build(&Setting::default()).0?;
        let engine = Engine::new(Arc::new(model)).with_sowing_limit(STATISTICS_SOWING_LIMIT);
        let has_matches = engine.model().next_game.is_some();
        has_matches.then(|| (game.stem().to_owned(), engine))
    });
    games.collect()
}

#[test]
fn every_way_of_running_plays_the_same_matches() {
    let chosen = std::env::var("MNC_GAME").ok();
    let many = if chosen.is_some() { 30 } else { 3 };
    let is_chosen =
        |name: &str| chosen.as_ref().is_none_or(|names| names.split(',').any(|one| one == name));
    let sample = MatchSample { seed: 1, matches: 0..many, most_decisions: 400 };
    let (mut compared, mut decided) = (0, 0);
    for (name, engine) in games_with_matches().into_iter().filter(|(name, _)| is_chosen(name)) {
        let [plan, reference] = [RunnerKind::Plan, RunnerKind::Reference]
            .map(|kind| MatchRunner::new(engine.clone(), kind).unwrap().play_out(&sample));
        assert_eq!(plan, reference, "{name}");
        compared += 1;
        decided +=
            plan.iter().filter(|one| matches!(one.verdict, Some(FinalResult::Won(_)))).count();
    }
    assert!(chosen.is_some() || compared > 80 && decided > 100, "{compared} {decided}");
}

#[test]
fn the_number_of_threads_makes_no_difference() {
    let (_, engine) = games_with_matches().into_iter().find(|(name, _)| name == "bechi").unwrap();
    let runner = MatchRunner::new(engine, RunnerKind::Plan).unwrap();
    let sample = MatchSample { seed: 5, matches: 10..60, most_decisions: 10_000 };
    let (one, _) = runner.totals(&sample, 1, &|_| {});
    assert_eq!(one.matches(), 50);
    assert_eq!(one, runner.totals(&sample, 3, &|_| {}).0);
    let mut counted = MatchTotals::default();
    runner.play_out(&sample).iter().for_each(|played| counted.add(played));
    assert_eq!(one, counted);
}

#[test]
fn a_match_ends_when_it_is_decided() {
    // The player who wins the first game wins the match; a draw is followed by another game.
    let text = "mnc 1
game \"Until one wins\"
board
  2 rows of 1 holes
  each player owns the nearest row and a store
start: every hole holds 1
way: anticlockwise round every hole
move: either put any own hole in the own store, or put any own hole in the opponent's store
end: no seeds are left -> end game
winner: most seeds
match
  the winner wins the match
  each player fills every own hole with 1, from the left
";
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("one.mnc"), text).unwrap();
    let (code, out, error) =
        run(folder.path(), &["playout", "one.mnc", "--matches", "2000", "--format", "json"]);
    assert_eq!(code, 0, "{error}");
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(json["matches"], 2000);
    assert_eq!(json["unfinished"], 0);
    // Half of the games are drawn, so a match has two games on average.
    let games = &json["games"];
    assert!(
        games["from"].as_f64().unwrap() < 2.0 && games["to"].as_f64().unwrap() > 2.0,
        "{games}"
    );
    let won = &json["players"][0]["won"];
    assert!(won["from"].as_f64().unwrap() < 0.52 && won["to"].as_f64().unwrap() > 0.48, "{won}");
    assert_eq!(json["drawn"]["matches"], 0);
}

#[test]
fn the_commands_play_matches() {
    let folder = tempfile::tempdir().unwrap();
    let (code, out, error) = run(folder.path(), &["playout", "bechi", "--matches", "50"]);
    assert_eq!(code, 0, "{error}");
    for part in ["50 random matches, seed 1\n", "games a match ", "South wins ", "drawn "] {
        assert!(out.contains(part), "{part}: {out}");
    }
    assert!(error.contains(" matches and "), "{error}");
    let (code, _, error) = run(folder.path(), &["playout", "oware", "--matches", "50"]);
    assert!(code == 2 && error.contains("use `--games` instead"), "{code} {error}");
    let (code, _, _) = run(folder.path(), &["playout", "bechi", "--matches", "5", "--games", "5"]);
    assert_eq!(code, 2);
    let cut = run(folder.path(), &["playout", "bechi", "--matches", "5", "--most", "2"]).1;
    assert!(cut.contains("left unfinished    5 matches"), "{cut}");

    let requests = "{\"do\":\"playout\",\"matches\":50}\n{\"do\":\"playout\",\"matches\":5,\"games\":5}\n{\"do\":\"playout\"}\n";
    let (_, answers, _) = run_with(folder.path(), &["engine", "bechi"], requests);
    let answers: Vec<serde_json::Value> =
        answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let same = run(folder.path(), &["playout", "bechi", "--matches", "50", "--format", "json"]).1;
    assert_eq!(answers[0], serde_json::from_str::<serde_json::Value>(&same).unwrap());
    assert_eq!(answers[1]["error"]["code"], "wrong-request");
    assert_eq!(answers[2]["error"]["code"], "wrong-request");
    let (_, refused, _) = run_with(folder.path(), &["engine", "oware"], requests);
    assert!(refused.starts_with("{\"error\":{\"code\":\"no-match\""), "{refused}");
}
