//! Perft: compares counts of other programs with this one.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use mnc::engine::{Engine, Position};
use mnc::library::{Library, LookupResult};
use mnc::resolve::{Setting, load};
use mnc::runner::{PerftCount, Runner, RunnerKind};
use serde_json::Value;
use std::sync::Arc;

/// A game at its start, counted by the reference engine.
fn start(game: &str) -> (Engine, Position, Runner) {
    let LookupResult::One(game) = Library::shipped().look_up(game) else {
        unreachable!("{game} is shipped")
    };
    let (description, _) = load(&game.file, &game.text, Library::shipped());
    let (model, _) = description.build(&Setting::default());
    let engine = Engine::new(Arc::new(model.expect("it can be played")));
    let (position, _) = engine.start(None);
    let runner = Runner::new(engine.clone(), position.clone(), RunnerKind::Reference);
    (engine, position, runner)
}

/// The leaves at depth 1, 2, ...
fn counted_elsewhere(game: &str) -> Vec<u64> {
    let data: Value = serde_json::from_str(include_str!("data/perft.json")).unwrap();
    serde_json::from_value(data[game].clone()).unwrap()
}

fn same_as_elsewhere(game: &str, depths: std::ops::RangeInclusive<u32>) {
    let (_, _, runner) = start(game);
    let expected = counted_elsewhere(game);
    for depth in depths {
        let counted = runner.perft(&runner.start(), depth, 1);
        let leaves = &expected[..depth as usize];
        let expected = PerftCount { leaves: leaves[leaves.len() - 1], nodes: leaves.iter().sum() };
        assert_eq!(counted, expected, "{game}, depth {depth}");
    }
}

#[test]
fn kalah() {
    same_as_elsewhere("kalah", 1..=6);
}

#[test]
fn oware() {
    same_as_elsewhere("oware", 1..=6);
}

#[test]
#[ignore = "half a minute"]
fn kalah_deeply() {
    same_as_elsewhere("kalah", 7..=9);
}

#[test]
#[ignore = "half a minute"]
fn oware_deeply() {
    same_as_elsewhere("oware", 7..=9);
}

#[test]
fn no_decision_is_one_way() {
    let (_, _, runner) = start("kalah");
    assert_eq!(runner.perft(&runner.start(), 0, 1), PerftCount { leaves: 1, nodes: 0 });
    assert_eq!(runner.divide(&runner.start(), 0, 1).len(), 0);
}

#[test]
fn the_counts_after_the_choices_add_up() {
    for game in Library::shipped().games() {
        let (engine, position, runner) = start(game.stem());
        let parts = runner.divide(&runner.start(), 2, 1);
        let choices: Vec<_> = parts.iter().map(|(choice, _)| *choice).collect();
        assert_eq!(choices, engine.choices(&position));
        let sum: PerftCount = parts.into_iter().map(|(_, counted)| counted).sum();
        assert_eq!(sum, runner.perft(&runner.start(), 2, 1), "{}", game.name);
    }
}
