//! Long relays computed by tables give the same result as relays simulated lap by lap: the same choices
//! are legal and the same positions follow, in the shipped games and the small descriptions of ideas,
//! from random positions.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use mnc::engine::{Engine, PositionSetup};
use mnc::model::{PlaceId, PlaceKind};
use mnc::resolve::Setting;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

/// The greatest number of falls in a move here: enough for thousands of laps.
const PATIENCE: u64 = 1 << 14;

/// Random positions of every setting of every description.
const POSITIONS: usize = 25;

/// The least number of events of a move with a long relay: the first eight laps never use tables.
const LONG: usize = 16;

/// The seeds of the game in random holes, of the whole board or of the first player only: relays are long
/// if one player has many seeds.
fn laid_out(engine: &Engine, random: &mut ChaCha8Rng) -> PositionSetup {
    let model = engine.model();
    let all: u64 = model.start.iter().map(|(_, _, n)| u64::from(*n)).sum();
    let alone = random.next_u64().is_multiple_of(2);
    let places = model.board.places.iter().zip(0..).filter(|(p, _)| {
        p.kind == PlaceKind::Hole && (!alone || p.owner.is_none_or(|seat| seat == model.first))
    });
    let mut seeds: Vec<(PlaceId, u16)> = places.map(|(_, i)| (PlaceId(i), 0)).collect();
    for _ in 0..all {
        let hole = random.next_u64() as usize % seeds.len();
        seeds[hole].1 += 1;
    }
    PositionSetup { seeds, ..PositionSetup::default() }
}

#[test]
fn tables_and_simulation_agree() {
    let mut long = 0;
    let folders = ["games", "tests/ideas"];
    for (name, path) in folders.into_iter().flat_map(support::descriptions) {
        let description = support::open(&path);
        let variations = description.variations.iter().map(|v| support::variation(v));
        for setting in std::iter::once(Setting::default()).chain(variations) {
            let turning = support::engine(&description, &setting).with_sowing_limit(PATIENCE);
            let telling = turning.clone().without_relay_tables();
            let mut random = support::random(16);
            for _ in 0..POSITIONS {
                let setup = laid_out(&turning, &mut random);
                let Ok((position, _)) = turning.set_up(&setup) else { continue };
                let choices = turning.choices(&position);
                assert_eq!(choices, telling.choices(&position), "{name}: {setup:?}");
                for choice in choices {
                    let told = telling.advance(&position, choice);
                    let turned = turning.advance(&position, choice);
                    assert_eq!(turned.state(), told.state(), "{name}: {setup:?} {choice:?}");
                    let (played, events) = turning.play(&position, choice).unwrap();
                    assert_eq!(played.state(), told.state(), "{name}: {setup:?} {choice:?}");
                    long += usize::from(events.len() > LONG);
                }
            }
        }
    }
    assert!(long > 50, "{long} long relays");
}
