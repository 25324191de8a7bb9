//! Sowing games written by hand: what the engine, which runs any description, is held against.
//!
//! Each of the three games comes as a *plain* program, arrays and loops as one writes them at
//! first. Kalah and Oware come *tuned* as well: one register a position, sowing as one addition
//! from a table, legality and end as tests of bit masks. The rules are those of the shipped
//! descriptions `kalah`, `oware` and `hoyito` as they stand, without variations and with the usual
//! options; of Hoyito one game, not the match. What a program leaves out, and why nothing is lost
//! by it, is said where it is left out. None of them counts leaves without making them, or keeps
//! positions in order not to make them again.
//!
//! The unit is one position at the end of perft, or one move of a random game. What is added up to
//! hold two programs against each other is South's store alone, so that it costs programs with
//! other ways to lay out a board the same; `black_box` sees to it that the rest is made as well.

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

/// A position as all programs tell it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    /// Seeds in a1 to f1, then in a2 to f2: the order in which holes are numbered and chosen.
    pub holes: [u8; 12],
    /// Seeds in South's store, then in North's.
    pub stores: [u8; 2],
    /// North is about to move; of no meaning in a game that is over.
    pub north: bool,
    /// The game is over.
    pub over: bool,
}

/// A game that can be played, to hold programs against one another position by position.
pub trait Program: Clone {
    /// A new game.
    fn start() -> Self;
    /// What stands on the board.
    fn board(&self) -> Board;
    /// The holes that may be sown, in their order; none if the game is over.
    fn choices(&self) -> Vec<usize>;
    /// The game after one of them is sown.
    fn play(&self, hole: usize) -> Self;
}

/// The positions at a depth of perft, whether over or not. A game that is over earlier has none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Leaves {
    /// How many.
    pub count: u64,
    /// The cubes of the seeds in South's store, added up.
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

/// Random games: at every move each legal choice is as likely as the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Played {
    /// How many.
    pub games: u64,
    /// The moves of all of them.
    pub moves: u64,
    /// Made of the length and the result of every game, whatever the order of the games.
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
    /// Whether it is over.
    fn is_over(&self) -> bool;
    /// One move, if there is one: if not, the game is over. The choices are numbered in the order
    /// of the holes.
    fn play_any(&mut self, random: &mut Random) -> bool;
    /// Seeds in South's store.
    fn south_store(&self) -> u8;
}

/// A game that is being played.
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

/// Plays the games numbered from 0, `AT_ONCE` of them in turns: one move in each, and so on. A move
/// is a chain of steps that wait for one another, and the processor works on another game's move
/// meanwhile.
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
