//! Positions per second that the computer players evaluate, with the reference engine and with the plan.
//!
//! `cargo bench --bench players -- [GAME ...]`
//!
//! Every strength thinks about the same positions of a random game, with each of the two runners in turn;
//! both have to make the same choice if they have seen as many positions, else the run stops. (The engine
//! reaches the limit on work sooner, at strength 4 of long games.) Strengths are defined by work, so only the times
//! depend on the machine, not the choices. Without `--bench`, which cargo adds, only the weakest player
//! thinks once, as a smoke test.

#![allow(clippy::expect_used, clippy::panic)]

#[path = "kernels/mod.rs"]
mod kernels;

use kernels::reference::Reference;
use mimalloc::MiMalloc;
use mnc::engine::{Engine, Position};
use mnc::runner;
use mnc::search::{ComputerPlayer, PlayerKind, STRENGTHS, Thought};
use mnc::stop::StopFlag;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::time::{Duration, Instant};

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

const GAMES: [&str; 5] =
    ["kalah", "oware", "hoyito", "misoro-tsoro-additional-capture", "bao-la-kiswahili"];

/// Number of positions of each game, and the number of decisions between them.
const POSITIONS: usize = 6;
const APART: usize = 5;

/// Measurements of one runner.
#[derive(Clone, Copy, Default)]
struct Measured {
    positions: u64,
    time: Duration,
    slowest: Duration,
}

impl Measured {
    fn a_second(&self) -> f64 {
        self.positions as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

/// Positions of a random game with more than one choice.
fn positions(engine: &Engine, start: &Position, many: usize) -> Vec<Position> {
    let mut chance = ChaCha8Rng::seed_from_u64(1);
    let mut position = start.clone();
    let mut some = Vec::new();
    for nth in 0.. {
        let choices = engine.choices(&position);
        let Some(choice) = choices.choose(&mut chance) else { break };
        if nth % APART == 0 && choices.len() > 1 {
            some.push(position.clone());
        }
        if some.len() == many {
            break;
        }
        position = engine.advance(&position, *choice);
    }
    some
}

fn think(
    player: &mut dyn ComputerPlayer,
    engine: &Engine,
    position: &Position,
    measured: &mut Measured,
) -> Option<Thought> {
    let begun = Instant::now();
    let result = player.think(engine, position, 0, &StopFlag::default())?;
    let took = begun.elapsed();
    measured.positions += result.positions;
    measured.time += took;
    measured.slowest = measured.slowest.max(took);
    Some(result)
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let brief = !args.iter().any(|arg| arg == "--bench");
    let named: Vec<&String> = args.iter().filter(|arg| !arg.starts_with("--")).collect();
    let games = GAMES.iter().filter(|game| named.is_empty() || named.iter().any(|n| n == *game));
    println!("positions a second                 reference       plan   ratio   slowest choice, s");
    for game in games {
        let Reference { engine, start } = Reference::of(game);
        let some = positions(&engine, &start, if brief { 1 } else { POSITIONS });
        for strength in 1..=(if brief { 1 } else { STRENGTHS }) {
            let kind = PlayerKind::Search(strength);
            let ways = [runner::RunnerKind::Reference, runner::RunnerKind::Plan];
            let mut players = ways.map(|by| kind.player_with_runner(&engine, 1, by));
            let mut measured = [Measured::default(); 2];
            for position in &some {
                let [slow, fast] = &mut players;
                let chosen = [
                    think(&mut **slow, &engine, position, &mut measured[0]),
                    think(&mut **fast, &engine, position, &mut measured[1]),
                ];
                let [slow, fast] = chosen.map(|thought| thought.map(|t| (t.positions, t.choice)));
                let same = slow == fast || slow.map(|s| s.0) != fast.map(|f| f.0);
                assert!(same, "{game}: the players choose {chosen:?}");
            }
            let [slow, fast] = measured;
            let ratio = fast.a_second() / slow.a_second();
            println!(
                "{game:32} {strength} {:>9.0} {:>10.0} {ratio:>7.1} {:>8.2}",
                slow.a_second(),
                fast.a_second(),
                fast.slowest.as_secs_f64(),
            );
        }
    }
}
