//! Hoyito, six columns, as `games/hoyito.mnc` has it: one game, not the match.
//!
//! A sowing goes on with what lies where its last seed fell, and some go on for ever. The program
//! finds exactly those: one is endless if the same seeds lie in the same holes as before, and the
//! same hole is to be sown. The engine also gives up a sowing of half a thousand million seeds,
//! which no position of this board is known to need; the program follows it to its end.

use super::random::Random;
use super::{Board, Leaves, Playout, Program};
use std::hint::black_box;

/// Laps that are sown before it is looked whether they come round again; most sowings are shorter.
const FREE_LAPS: u32 = 64;

/// A position: 0..6 South's holes, 6..12 North's, in the order of sowing.
#[derive(Clone, Copy)]
pub struct Plain {
    holes: [u8; 12],
    stores: [u8; 2],
    north: bool,
    over: bool,
}

/// Where a game begins.
const START: Plain = Plain { holes: [4; 12], stores: [0; 2], north: false, over: false };

impl Plain {
    /// The first hole of the row of the player about to move.
    fn row(&self) -> usize {
        if self.north { 6 } else { 0 }
    }

    /// Sows a hole that holds seeds, lap by lap; `None` if that never ends. Who moves next is not
    /// settled.
    fn sow(mut self, hole: usize) -> Option<Plain> {
        let player = usize::from(self.north);
        let mut at = hole;
        let mut laps = 0;
        // Brent's algorithm: of all the laps one is kept to compare the later ones with, and
        // replaced when as many laps again have been sown (R. P. Brent, "An improved Monte Carlo
        // factorization algorithm", BIT 20, 1980).
        let mut kept = (self.holes, at);
        let mut replaced_at = FREE_LAPS;
        loop {
            let mut n = std::mem::take(&mut self.holes[at]);
            while n > 0 {
                at = if at == 11 { 0 } else { at + 1 };
                self.holes[at] += 1;
                n -= 1;
                if self.holes[at] == 4 {
                    self.holes[at] = 0;
                    self.stores[player] += 4;
                    let left = 48 - self.stores[0] - self.stores[1];
                    if left == 4 {
                        self.stores[player] += left;
                        self.holes = [0; 12];
                        self.over = true;
                        return Some(self);
                    }
                }
            }
            // Captured, or the last seed has fallen in an empty hole.
            if self.holes[at] <= 1 {
                return Some(self);
            }
            laps += 1;
            if laps >= FREE_LAPS {
                if kept == (self.holes, at) {
                    return None;
                }
                if laps == replaced_at {
                    kept = (self.holes, at);
                    replaced_at = laps * 2;
                }
            }
        }
    }

    /// Settles who moves after a sowing, and adds the position to those that have stood. Who has
    /// nothing on his side passes; what has stood is the position before he does.
    fn settle(&mut self, stood: &mut Vec<u128>) {
        self.north = !self.north;
        let key = self.key();
        if stood.iter().filter(|before| **before == key).count() >= 2 && !self.over {
            self.end();
        }
        stood.push(key);
        let row = self.row();
        if self.holes[row..row + 6].iter().all(|n| *n == 0) {
            self.north = !self.north;
        }
    }

    /// The position as one number, to find it again.
    fn key(&self) -> u128 {
        let mut bytes = [0; 16];
        bytes[..12].copy_from_slice(&self.holes);
        bytes[12..14].copy_from_slice(&self.stores);
        bytes[14] = u8::from(self.north);
        u128::from_le_bytes(bytes)
    }

    /// Each takes what is left in his row, and the game is over.
    fn end(&mut self) {
        for hole in 0..12 {
            self.stores[hole / 6] += std::mem::take(&mut self.holes[hole]);
        }
        self.over = true;
    }

    /// Makes all positions at a depth. `stood`: those on the way to this one, itself included.
    fn perft(&self, depth: u32, stood: &mut Vec<u128>) -> Leaves {
        if depth == 0 {
            return Leaves::one(black_box(self).stores[0]);
        }
        let mut leaves = Leaves::default();
        if self.over {
            return leaves;
        }
        let row = self.row();
        for hole in row..row + 6 {
            if self.holes[hole] > 0
                && let Some(mut next) = self.sow(hole)
            {
                next.settle(stood);
                leaves += next.perft(depth - 1, stood);
                stood.pop();
            }
        }
        leaves
    }

    /// Where the hole of a board's number is: f2 is sown before a2.
    fn place(number: usize) -> usize {
        if number < 6 { number } else { 17 - number }
    }
}

/// A game.
#[derive(Clone)]
pub struct Game {
    now: Plain,
    /// The positions since the last capture; none that stood before can return.
    stood: Vec<u128>,
}

impl Game {
    /// Makes all positions at a depth.
    pub fn perft(&self, depth: u32) -> Leaves {
        self.now.perft(depth, &mut self.stood.clone())
    }

    fn follow(&mut self, sown: Plain) {
        if sown.stores != self.now.stores {
            self.stood.clear();
        }
        self.now = sown;
        self.now.settle(&mut self.stood);
    }

    /// The holes of the player about to move that hold seeds, in the order of the board.
    fn occupied(&self) -> impl Iterator<Item = usize> {
        let Plain { holes, north, over, .. } = self.now;
        let row = if north { 6..12 } else { 0..6 };
        row.filter(move |number| !over && holes[Plain::place(*number)] > 0)
    }
}

impl Playout for Game {
    fn start() -> Game {
        Game { now: START, stood: vec![START.key()] }
    }

    fn is_over(&self) -> bool {
        self.now.over
    }

    /// Draws among the holes that hold seeds, and draws again if the sowing never ends. If none
    /// does end the game is over, and what lies on the board is nobody's.
    fn play_any(&mut self, random: &mut Random) -> bool {
        let mut choices = [0; 6];
        let mut n = 0;
        for number in self.occupied() {
            choices[n] = Plain::place(number);
            n += 1;
        }
        let mut first = true;
        while n > 0 {
            let many = n as u32;
            let drawn = if first { random.below(many) } else { random.again_below(many) } as usize;
            first = false;
            if let Some(sown) = self.now.sow(choices[drawn]) {
                self.follow(sown);
                return true;
            }
            choices.copy_within(drawn + 1..n, drawn);
            n -= 1;
        }
        self.now.over = true;
        false
    }

    fn south_store(&self) -> u8 {
        self.now.stores[0]
    }
}

impl Program for Game {
    fn start() -> Game {
        Playout::start()
    }

    fn board(&self) -> Board {
        let Plain { stores, north, over, .. } = self.now;
        let holes = std::array::from_fn(|number| self.now.holes[Plain::place(number)]);
        let over = over || self.choices().is_empty();
        Board { holes, stores, north, over }
    }

    fn choices(&self) -> Vec<usize> {
        self.occupied().filter(|number| self.now.sow(Plain::place(*number)).is_some()).collect()
    }

    fn play(&self, number: usize) -> Game {
        let mut next = self.clone();
        if let Some(sown) = self.now.sow(Plain::place(number)) {
            next.follow(sown);
        }
        next
    }
}
