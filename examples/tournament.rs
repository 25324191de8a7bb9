//! A tournament of two computer players.
//!
//! `cargo run --release --example tournament -- GAME [FIRST SECOND [GAMES [SEED]]]`, for example
//! `tournament -- oware search:4 search:1 100 7`. Each pair of games begins with the same random opening
//! of two decisions, and the players change seats. Prints how many games each has won. The same seed
//! gives the same games.

use mnc::engine::{Engine, Position};
use mnc::library::Library;
use mnc::model::Seat;
use mnc::resolve::{GameLoader as _, Setting, load};
use mnc::search::{ComputerPlayer, PlayerKind};
use mnc::stop::StopFlag;
use std::error::Error;
use std::sync::Arc;

/// Random decisions before the players begin, so that games differ.
const OPENING: u64 = 2;
/// A game of more decisions is a draw.
const LONGEST: u64 = 2_000;

/// The engine of a shipped game, in its default setting.
fn engine(game: &str) -> Result<Engine, Box<dyn Error>> {
    let library = Library::shipped();
    let (file, text) = library.find(game).ok_or_else(|| format!("no game is called `{game}`"))?;
    let (description, _) = load(&file, &text, library);
    let model = description.build(&Setting::default()).0.ok_or("the description has errors")?;
    Ok(Engine::new(Arc::new(model)))
}

/// The position after some random decisions.
fn opening(engine: &Engine, seed: u64) -> Position {
    let mut random = PlayerKind::Random.player(engine, seed);
    let (mut position, _) = engine.start(None);
    for moment in 0..OPENING {
        let Some(thought) = random.think(engine, &position, moment, &StopFlag::default()) else {
            break;
        };
        position = engine.advance(&position, thought.choice);
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
        // A lot is drawn by the player for whom it is drawn.
        let seat = position.asker()?;
        let player = players.get_mut(seat.index())?;
        let thought = player.think(engine, &position, moment, &StopFlag::default())?;
        position = engine.advance(&position, thought.choice);
        if let Some(result) = position.result() {
            return result.verdict.winner();
        }
    }
    None
}

/// Plays the tournament; the score as a line of text. `words`: the arguments.
pub fn run(words: &[String]) -> Result<String, Box<dyn Error>> {
    let word =
        |nth: usize, default: &str| words.get(nth).map_or(default, String::as_str).to_owned();
    let engine = engine(&word(0, "oware"))?;
    let kinds: [PlayerKind; 2] = [word(1, "search:2").parse()?, word(2, "search:1").parse()?];
    let games: u64 = word(3, "20").parse()?;
    let seed: u64 = word(4, "1").parse()?;
    let mut first = kinds[0].player(&engine, seed);
    let mut second = kinds[1].player(&engine, seed.wrapping_add(1));
    // Won by the first player, by the second, and drawn.
    let mut won = [0_u32; 3];
    for game in 0..games {
        let begun = opening(&engine, seed.wrapping_add(game / 2));
        let changed = game % 2 == 1;
        let mut players = [&mut first, &mut second];
        if changed {
            players.swap(0, 1);
        }
        let winner = play(&engine, begun, &mut players);
        let winner = winner.map(|seat| if changed { 1 - seat.index() } else { seat.index() });
        won[winner.unwrap_or(2)] += 1;
    }
    Ok(format!(
        "{}: {} won {}, {} won {}, {} drawn",
        engine.model().name,
        kinds[0],
        won[0],
        kinds[1],
        won[1],
        won[2]
    ))
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    println!("{}", run(&words)?);
    Ok(())
}
