//! Oware Abapa as in `games/oware.mnc`: a capture that would take all of the opponent's seeds takes nothing,
//! and 25 seeds end the game.
//!
//! A repeated position ends the game as well. Between two equal positions nothing is captured, so every hole
//! gains as many seeds as it loses; then some seed crosses from each hole to the next, and each hole is sown
//! at least once, one at a turn. So no position returns in fewer than [`ROUND`] moves. Perft does not check
//! and is correct to a depth of eleven; games check.

use super::random::Random;
use super::{Board, Leaves, Playout, Program};
use std::hint::black_box;

/// Least number of moves after which a position returns.
pub const ROUND: usize = 12;

/// Plain program: 0..6 are South's holes, 6..12 North's, in sowing order.
#[derive(Clone, Copy)]
pub struct Plain {
    holes: [u8; 12],
    stores: [u8; 2],
    north: bool,
    over: bool,
}

/// The start position.
pub const START: Plain = Plain { holes: [4; 12], stores: [0; 2], north: false, over: false };

impl Plain {
    fn has_seeds(&self, row: usize) -> bool {
        self.holes[row..row + 6].iter().any(|n| *n > 0)
    }

    /// Whether the owner of a hole may sow it: it has seeds, and reaches the other row if that is empty.
    fn may_sow(&self, hole: usize) -> bool {
        let (column, other) = (hole % 6, 6 - hole / 6 * 6);
        let n = usize::from(self.holes[hole]);
        n > 0 && (n + column > 5 || self.has_seeds(other))
    }

    fn sow(&mut self, hole: usize) {
        let (row, other) = if self.north { (6, 0) } else { (0, 6) };
        let mut n = std::mem::take(&mut self.holes[hole]);
        let mut at = hole;
        while n > 0 {
            at = (at + 1) % 12;
            if at != hole {
                self.holes[at] += 1;
                n -= 1;
            }
        }
        let before = self.holes;
        let mut captured = 0;
        while (other..other + 6).contains(&at) && [2, 3].contains(&self.holes[at]) {
            captured += std::mem::take(&mut self.holes[at]);
            // Going back from North's first hole leads to South's row; from South's first hole, nowhere.
            at = at.wrapping_sub(1);
        }
        if self.has_seeds(other) {
            self.stores[row / 6] += captured;
        } else {
            self.holes = before;
        }
        self.north = !self.north;
        let stuck = !(other..other + 6).any(|hole| self.may_sow(hole));
        if stuck || self.stores[row / 6] >= 25 {
            self.end();
        }
    }

    /// Ends the game: each player takes the seeds in their row.
    fn end(&mut self) {
        for hole in 0..12 {
            self.stores[hole / 6] += std::mem::take(&mut self.holes[hole]);
        }
        self.over = true;
    }

    /// Computes all positions at a depth of at most eleven.
    pub fn perft(&self, depth: u32) -> Leaves {
        if depth == 0 {
            return Leaves::one(black_box(self).stores[0]);
        }
        let mut leaves = Leaves::default();
        if self.over {
            return leaves;
        }
        let row = if self.north { 6 } else { 0 };
        for hole in row..row + 6 {
            if self.may_sow(hole) {
                let mut next = *self;
                next.sow(hole);
                leaves += next.perft(depth - 1);
            }
        }
        leaves
    }

    /// The position as one number, for comparison.
    fn key(&self) -> u128 {
        let mut bytes = [0; 16];
        bytes[..12].copy_from_slice(&self.holes);
        bytes[12..14].copy_from_slice(&self.stores);
        bytes[14] = u8::from(self.north);
        u128::from_le_bytes(bytes)
    }

    /// Index of the hole with a board number: f2 is sown before a2.
    fn place(number: usize) -> usize {
        if number < 6 { number } else { 17 - number }
    }
}

/// A game of the plain program.
#[derive(Clone)]
pub struct PlainGame {
    now: Plain,
    /// Positions since the last capture; earlier ones cannot return.
    history: Vec<u128>,
}

impl PlainGame {
    fn sow(&mut self, hole: usize) {
        let stores = self.now.stores;
        self.now.sow(hole);
        if self.now.stores != stores {
            self.history.clear();
        }
        let key = self.now.key();
        if self.history.contains(&key) {
            self.now.end();
        }
        self.history.push(key);
    }
}

impl Playout for PlainGame {
    fn start() -> PlainGame {
        PlainGame { now: START, history: vec![START.key()] }
    }

    fn is_over(&self) -> bool {
        self.now.over
    }

    fn play_any(&mut self, random: &mut Random) -> bool {
        let mut choices = [0; 6];
        let mut n = 0;
        for column in 0..6 {
            let hole = if self.now.north { 11 - column } else { column };
            if self.now.may_sow(hole) {
                choices[n] = hole;
                n += 1;
            }
        }
        self.sow(choices[random.below(n as u32) as usize]);
        true
    }

    fn south_store(&self) -> u8 {
        self.now.stores[0]
    }
}

impl Program for PlainGame {
    fn start() -> PlainGame {
        Playout::start()
    }

    fn board(&self) -> Board {
        let Plain { stores, north, over, .. } = self.now;
        let holes = std::array::from_fn(|number| self.now.holes[Plain::place(number)]);
        Board { holes, stores, north, over }
    }

    fn choices(&self) -> Vec<usize> {
        let row = if self.now.north { 6..12 } else { 0..6 };
        let may_sow = |number: &usize| self.now.may_sow(Plain::place(*number));
        row.filter(|number| !self.now.over && may_sow(number)).collect()
    }

    fn play(&self, number: usize) -> PlainGame {
        let mut next = self.clone();
        next.sow(Plain::place(number));
        next
    }
}
