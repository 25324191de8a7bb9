//! Sowings that never end are found exactly, however long their cycle, in a few seconds. The cycles
//! were found by a search through relays on random boards of twelve holes and 48 seeds.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use mnc::engine::{Choice, Engine, Position, PositionSetup};
use mnc::model::{DefaultClause, PlaceId};
use mnc::resolve::{GameLoader, Setting, load};
use std::sync::Arc;

const RELAY: &str = r#"mnc 1
game "A plain relay"
board
  2 rows of 6 holes
  each player owns the nearest row and a store
start: every hole holds 4
way: anticlockwise round every hole
move: either sow the leftmost own hole, or pass
last seed
  falls in an occupied hole -> sow it
end
  no seeds are left -> end game
"#;

struct Nothing;

impl GameLoader for Nothing {
    fn find(&self, _: &str) -> Option<(String, String)> {
        None
    }
}

/// Holes are numbered row by row from the left, so the second row is reversed.
fn place(i: usize) -> PlaceId {
    PlaceId(if i < 6 { i } else { 17 - i } as u8)
}

/// The seeds of the holes, in anticlockwise order from a1.
fn set_up(rules: &str, seeds: [u16; 12]) -> (Engine, Position) {
    let (description, found) = load("relay.mnc", rules, &Nothing);
    let (model, more) = description.build(&Setting::default());
    assert!(found.is_empty() && more.is_empty(), "{found:?} {more:?}");
    let engine = Engine::new(Arc::new(model.expect("a model")));
    let seeds = seeds.into_iter().enumerate().map(|(i, n)| (place(i), n)).collect();
    let (position, _) =
        engine.set_up(&PositionSetup { seeds, ..PositionSetup::default() }).expect("a position");
    (engine, position)
}

/// The clause that forbids sowing the first of some holes.
fn against(seeds: [u16; 12]) -> Option<mnc::model::ClauseId> {
    let (engine, position) = set_up(RELAY, seeds);
    let choices = engine.choices(&position);
    assert!(matches!(choices.as_slice(), [Choice::Alternative(_)]), "{choices:?}");
    engine.illegal_choices(&position).first().map(|(_, clause)| *clause)
}

#[test]
fn a_cycle_of_a_million_laps_is_found() {
    // 1,570,080 laps.
    let seeds = [3, 4, 3, 2, 3, 7, 4, 5, 2, 6, 5, 4];
    assert_eq!(against(seeds), Some(DefaultClause::Endless.clause()));
}

#[test]
fn a_cycle_of_seventeen_million_laps_is_found() {
    // 17,266,968 laps.
    let seeds = [4, 4, 1, 4, 3, 7, 6, 3, 2, 5, 6, 3];
    assert_eq!(against(seeds), Some(DefaultClause::Endless.clause()));
}

/// Laps of a plain relay from a hole: everything that returns returns to the beginning, since a lap can be
/// taken back. So a sowing that the rules stop leaves the board as it was.
#[test]
fn a_cycle_of_a_million_laps_stops_where_it_began() {
    let rules = RELAY.replace("last seed\n", "last seed\n  the sowing never ends -> end move\n");
    // 1,570,080 laps.
    let seeds = [3, 4, 3, 2, 3, 7, 4, 5, 2, 6, 5, 4];
    let (engine, position) = set_up(&rules, seeds);
    let sow = engine.choices(&position)[0];
    let (after, _) = engine.play(&position, sow).expect("it is legal");
    let now = |(i, n): (usize, u16)| assert_eq!(after.seeds(place(i)), n, "hole {i}");
    seeds.into_iter().enumerate().for_each(now);
}
