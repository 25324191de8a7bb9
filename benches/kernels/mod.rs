//! Hand-written sowing games, to compare with the engine, which runs any description.
//!
//! Each of the three games has a *plain* program with arrays and loops, as one would first write it. Kalah
//! and Oware also have a *tuned* one: one register for each position, sowing as one addition from a table,
//! legality and end as tests of bit masks. The rules are those of the shipped descriptions `kalah`, `oware`
//! and `hoyito`, without variations and with the default options; of Hoyito one game, not the match. Where a
//! program leaves something out, a comment says why that does not matter. None of them counts leaves without
//! computing them, or caches positions.
//!
//! The unit is one leaf of perft, or one move of a random game. The checksum uses South's store only, so that
//! it costs the same for every board layout; `black_box` makes sure that the rest is computed too.

#![allow(dead_code, clippy::expect_used)]

pub mod hoyito;
pub mod kalah;
pub mod kalah_tuned;
mod lanes;
pub mod oware;
mod oware_tables;
pub mod oware_tuned;
pub mod random;
pub mod reference;

use random::Random;

/// A position in the common format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    /// Seeds in a1 to f1, then in a2 to f2: the order in which holes are numbered and chosen.
    pub holes: [u8; 12],
    /// Seeds in South's store, then in North's.
    pub stores: [u8; 2],
    /// North is to move; meaningless if the game is over.
    pub north: bool,
    /// The game is over.
    pub over: bool,
}

/// A game that can be played, to compare programs position by position.
pub trait Program: Clone {
    /// A new game.
    fn start() -> Self;
    /// The position.
    fn board(&self) -> Board;
    /// The holes that may be sown, in order; empty if the game is over.
    fn choices(&self) -> Vec<usize>;
    /// The game after sowing a hole.
    fn play(&self, hole: usize) -> Self;
}

/// The positions at a depth of perft, ended games included. A game that ends earlier has none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Leaves {
    /// Number of positions.
    pub count: u64,
    /// Sum of the cubes of the seeds in South's store.
    pub checksum: u64,
}

impl Leaves {
    /// One position.
    #[inline]
    pub fn one(south_store: u8) -> Leaves {
        Leaves { count: 1, checksum: u64::from(south_store).pow(3) }
    }
}

impl std::ops::AddAssign for Leaves {
    #[inline]
    fn add_assign(&mut self, other: Leaves) {
        self.count += other.count;
        self.checksum += other.checksum;
    }
}

/// Random games with uniformly drawn legal moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Played {
    /// Number of games.
    pub games: u64,
    /// Moves of all games.
    pub moves: u64,
    /// Checksum of length and result of every game, independent of the order of games.
    pub checksum: u64,
}

impl Played {
    /// Adds a game that is over.
    #[inline]
    pub fn add(&mut self, moves: u32, south_store: u8) {
        self.games += 1;
        self.moves += u64::from(moves);
        let game = u64::from(moves) << 8 | u64::from(south_store);
        self.checksum = self.checksum.wrapping_add(game.wrapping_mul(game));
    }
}

/// A game that can be played at random.
pub trait Playout {
    /// A new game.
    fn start() -> Self;
    /// Whether the game is over.
    fn is_over(&self) -> bool;
    /// Makes a move; `false`: there is none, and the game is over. Choices are numbered in the order of the
    /// holes.
    fn play_any(&mut self, random: &mut Random) -> bool;
    /// Seeds in South's store.
    fn south_store(&self) -> u8;
}

/// A game in progress.
struct Running<G> {
    game: G,
    random: Random,
    moves: u32,
}

impl<G: Playout> Running<G> {
    fn start(number: u32) -> Running<G> {
        Running { game: G::start(), random: Random::of_game(number), moves: 0 }
    }

    #[inline(always)]
    fn step(&mut self) {
        self.moves += u32::from(self.game.play_any(&mut self.random));
    }
}

/// Plays the games numbered from 0, `AT_ONCE` of them interleaved, one move in each in turn: the steps of one
/// move depend on each other, so the processor can work on another game's move meanwhile.
pub fn random_games<G: Playout, const AT_ONCE: usize>(games: u32) -> Played {
    let mut played = Played::default();
    let mut next = (AT_ONCE as u32).min(games);
    let mut running: Vec<Running<G>> = (0..next).map(Running::start).collect();
    if let Ok(running) = <&mut [Running<G>; AT_ONCE]>::try_from(running.as_mut_slice()) {
        'all: loop {
            for one in running.iter_mut() {
                if one.game.is_over() {
                    if next == games {
                        break 'all;
                    }
                    played.add(one.moves, one.game.south_store());
                    *one = Running::start(next);
                    next += 1;
                }
                one.step();
            }
        }
    }
    for mut one in running {
        while !one.game.is_over() {
            one.step();
        }
        played.add(one.moves, one.game.south_store());
    }
    played
}
