//! Perft of Kalah (6 holes, 4 seeds): the engine, from the shipped description, against a plain
//! hand-written program of arrays and loops. Both make every leaf and fold it into a checksum.
//! Rounds are interleaved; the table says what each needs for one decision, and the ratio.
//!
//! `cargo bench --bench perft_kalah [DEPTH]`

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use mnc::engine::{Engine, Position};
use mnc::resolve::{Setting, load};
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Kalah as one would write it by hand: 0..6 South, 6 his store, 7..13 North, 13 his store.
#[derive(Clone, Copy)]
struct Plain {
    seeds: [u8; 14],
    north: bool,
    over: bool,
}

impl Plain {
    fn start() -> Plain {
        let mut seeds = [4; 14];
        seeds[6] = 0;
        seeds[13] = 0;
        Plain { seeds, north: false, over: false }
    }

    fn play(mut self, hole: usize) -> Plain {
        let (base, store, other) = if self.north { (7, 13, 6) } else { (0, 6, 13) };
        let mut n = std::mem::take(&mut self.seeds[hole]);
        let mut at = hole;
        while n > 0 {
            at = (at + 1) % 14;
            if at != other {
                self.seeds[at] += 1;
                n -= 1;
            }
        }
        if (base..base + 6).contains(&at) && self.seeds[at] == 1 && self.seeds[12 - at] > 0 {
            self.seeds[store] += 1 + self.seeds[12 - at];
            self.seeds[at] = 0;
            self.seeds[12 - at] = 0;
        }
        let side = |from: usize| self.seeds[from..from + 6].iter().sum::<u8>();
        let (south, north) = (side(0), side(7));
        if south == 0 || north == 0 {
            self.seeds[6] += south;
            self.seeds[13] += north;
            self.seeds[0..6].fill(0);
            self.seeds[7..13].fill(0);
            self.over = true;
        } else if at != store {
            self.north = !self.north;
        }
        self
    }

    fn perft(self, depth: u32, sum: &mut u64) -> u64 {
        if depth == 0 {
            *sum += u64::from(self.seeds[6]).pow(3);
            return 1;
        }
        if self.over {
            return 0;
        }
        let base = if self.north { 7 } else { 0 };
        let mut leaves = 0;
        for hole in base..base + 6 {
            if self.seeds[hole] > 0 {
                leaves += self.play(hole).perft(depth - 1, sum);
            }
        }
        leaves
    }
}

fn perft(engine: &Engine, position: &Position, depth: u32, sum: &mut u64) -> u64 {
    if depth == 0 {
        let store = engine.model().board.seats[0].store;
        *sum += u64::from(position.seeds(store)).pow(3);
        return 1;
    }
    engine
        .choices(position)
        .into_iter()
        .map(|choice| perft(engine, &engine.advance(position, choice), depth - 1, sum))
        .sum()
}

fn main() {
    let depth = std::env::args().filter_map(|a| a.parse().ok()).next().unwrap_or(7);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/games/kalah.mnc");
    let text = std::fs::read_to_string(path).expect("games/kalah.mnc");
    let (description, _) = load("kalah", &text, &mnc::library::Shipped);
    let model = description.build(&Setting::default()).0.expect("Kalah");
    let engine = Engine::new(Arc::new(model));
    let start = engine.start(None).0;

    let (mut plain, mut ours) = (Duration::MAX, Duration::MAX);
    let mut leaves = (0, 0);
    for _ in 0..5 {
        let mut sums = (0, 0);
        let clock = Instant::now();
        leaves.0 = black_box(Plain::start().perft(depth, &mut sums.0));
        plain = plain.min(clock.elapsed());
        let clock = Instant::now();
        leaves.1 = black_box(perft(&engine, &start, depth, &mut sums.1));
        ours = ours.min(clock.elapsed());
        assert_eq!((leaves.0, sums.0), (leaves.1, sums.1), "the two programs disagree");
    }
    let each = |time: Duration| time.as_nanos() as f64 / leaves.0 as f64;
    println!("perft of Kalah (6 holes, 4 seeds), depth {depth}: {} leaves, best of 5", leaves.0);
    println!("  plain hand-written loops  {:8.1} ns a leaf   1.00", each(plain));
    println!(
        "  mnc, reference engine     {:8.1} ns a leaf   {:.3}",
        each(ours),
        plain.as_secs_f64() / ours.as_secs_f64()
    );
}
