//! Hoyito with six columns, as in `games/hoyito.mnc`: one game, not the match.
//!
//! A sowing continues with the seeds in the hole of its last seed, and some sowings never end. The program
//! detects exactly those: a sowing is endless if the same seeds are in the same holes as before, and the same
//! hole is to be sown. The engine also gives up a sowing of half a billion seeds, which no position of this
//! board is known to need; the program follows it to its end.

use super::random::Random;
use super::{Board, Leaves, Playout, Program};
use std::hint::black_box;

/// Laps sown before checking for repeated states; most sowings are shorter.
const FREE_LAPS: u32 = 64;

/// A position: 0..6 are South's holes, 6..12 North's, in sowing order.
#[derive(Clone, Copy)]
pub struct Plain {
    holes: [u8; 12],
    stores: [u8; 2],
    north: bool,
    over: bool,
}

/// The start position.
const START: Plain = Plain { holes: [4; 12], stores: [0; 2], north: false, over: false };

impl Plain {
    /// First hole of the mover's row.
    fn row(&self) -> usize {
        if self.north { 6 } else { 0 }
    }

    /// Sows a hole that holds seeds, lap by lap; `None`: the sowing is endless. The next mover is not set
    /// here.
    fn sow(mut self, hole: usize) -> Option<Plain> {
        let player = usize::from(self.north);
        let mut at = hole;
        let mut laps = 0;
        // Brent's algorithm: one state is stored to compare later ones with; it is replaced each time the
        // number of laps has doubled (R. P. Brent, "An improved Monte Carlo factorization algorithm", BIT 20,
        // 1980).
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

    /// Sets the mover after a sowing, and adds the position to the history. A player with an empty row
    /// passes; the recorded position is the one before the pass.
    fn settle(&mut self, history: &mut Vec<u128>) {
        self.north = !self.north;
        let key = self.key();
        if history.iter().filter(|before| **before == key).count() >= 2 && !self.over {
            self.end();
        }
        history.push(key);
        let row = self.row();
        if self.holes[row..row + 6].iter().all(|n| *n == 0) {
            self.north = !self.north;
        }
    }

    /// The position as one number, for comparison.
    fn key(&self) -> u128 {
        let mut bytes = [0; 16];
        bytes[..12].copy_from_slice(&self.holes);
        bytes[12..14].copy_from_slice(&self.stores);
        bytes[14] = u8::from(self.north);
        u128::from_le_bytes(bytes)
    }

    /// Ends the game: each player takes the seeds in their row.
    fn end(&mut self) {
        for hole in 0..12 {
            self.stores[hole / 6] += std::mem::take(&mut self.holes[hole]);
        }
        self.over = true;
    }

    /// Computes all positions at a depth. `history`: the positions on the way, this one included.
    fn perft(&self, depth: u32, history: &mut Vec<u128>) -> Leaves {
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
                next.settle(history);
                leaves += next.perft(depth - 1, history);
                history.pop();
            }
        }
        leaves
    }

    /// Index of the hole with a board number: f2 is sown before a2.
    fn place(number: usize) -> usize {
        if number < 6 { number } else { 17 - number }
    }
}

/// A game in progress.
#[derive(Clone)]
pub struct Game {
    now: Plain,
    /// Positions since the last capture; earlier ones cannot return.
    history: Vec<u128>,
}

impl Game {
    /// Makes all positions at a depth.
    pub fn perft(&self, depth: u32) -> Leaves {
        self.now.perft(depth, &mut self.history.clone())
    }

    fn follow(&mut self, sown: Plain) {
        if sown.stores != self.now.stores {
            self.history.clear();
        }
        self.now = sown;
        self.now.settle(&mut self.history);
    }

    /// The holes of the mover that hold seeds, in board order.
    fn occupied(&self) -> impl Iterator<Item = usize> {
        let Plain { holes, north, over, .. } = self.now;
        let row = if north { 6..12 } else { 0..6 };
        row.filter(move |number| !over && holes[Plain::place(*number)] > 0)
    }
}

impl Playout for Game {
    fn start() -> Game {
        Game { now: START, history: vec![START.key()] }
    }

    fn is_over(&self) -> bool {
        self.now.over
    }

    /// Draws among the holes that hold seeds, and draws again if the sowing is endless. If all are endless,
    /// the game is over, and the seeds on the board belong to nobody.
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
