//! A tournament of two computer players.
//!
//! `cargo run --release --example tournament -- GAME [FIRST SECOND [GAMES]]`, for example
//! `tournament -- oware search:4 search:1 100`. Each pair of games begins with the same random opening of
//! two decisions, and the players change seats. Prints how many games each has won.

use mnc::engine::{Engine, Position};
use mnc::library::Library;
use mnc::model::Seat;
use mnc::resolve::{Setting, load};
use mnc::search::{ComputerPlayer, PlayerKind};
use mnc::stop::StopFlag;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::error::Error;
use std::sync::Arc;

/// Random decisions before the players begin, so that games differ.
const OPENING: usize = 2;
/// A game of more decisions is a draw.
const LONGEST: u64 = 2_000;

/// The engine of a shipped game, in its default setting.
fn engine(game: &str) -> Result<Engine, Box<dyn Error>> {
    let library = Library::shipped();
    let text = mnc::resolve::GameLoader::find(library, game).ok_or("there is no such game")?;
    let (description, _) = load(&text.0, &text.1, library);
    let model = description.build(&Setting::default()).0.ok_or("the description has errors")?;
    Ok(Engine::new(Arc::new(model)))
}

/// The position after some random decisions.
fn opening(engine: &Engine, seed: u64) -> Position {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let (mut position, _) = engine.start(None);
    for _ in 0..OPENING {
        let Some(choice) = engine.choices(&position).choose(&mut chance).copied() else { break };
        position = engine.advance(&position, choice);
    }
    position
}

/// Plays a game; the winner. `players` are asked by their seats.
fn play(
    engine: &Engine,
    mut position: Position,
    players: &mut [&mut Box<dyn ComputerPlayer>; 2],
) -> Option<Seat> {
    for moment in 0..LONGEST {
        let seat = position.decider()?;
        let player = players.get_mut(seat.index())?;
        let thought = player.think(engine, &position, moment, &StopFlag::default())?;
        position = engine.advance(&position, thought.choice);
        if let Some(result) = position.result() {
            return result.verdict.winner();
        }
    }
    None
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |nth: usize, usual: &str| words.get(nth).map_or(usual, String::as_str).to_owned();
    let engine = engine(&word(0, "oware"))?;
    let kinds: [PlayerKind; 2] = [word(1, "search:2").parse()?, word(2, "search:1").parse()?];
    let games: u64 = word(3, "20").parse()?;
    let [mut first, mut second] = [kinds[0].player(&engine, 1), kinds[1].player(&engine, 2)];
    // Won by the first player, by the second, and drawn.
    let mut won = [0_u32; 3];
    for game in 0..games {
        let begun = opening(&engine, game / 2);
        let changed = game % 2 == 1;
        let mut players = [&mut first, &mut second];
        if changed {
            players.swap(0, 1);
        }
        let winner = play(&engine, begun, &mut players);
        let winner = winner.map(|seat| if changed { 1 - seat.index() } else { seat.index() });
        won[winner.unwrap_or(2)] += 1;
    }
    println!(
        "{}: {} won {}, {} won {}, {} drawn",
        engine.model().name,
        kinds[0],
        won[0],
        kinds[1],
        won[1],
        won[2]
    );
    Ok(())
}
