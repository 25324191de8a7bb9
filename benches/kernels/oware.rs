//! Oware Abapa as `games/oware.mnc` has it: a capture that would take all that the opponent has
//! takes nothing, and 25 seeds end the game.
//!
//! A position that returns ends the game as well. While one comes round again nothing is captured,
//! so as many seeds come into each hole as go out of it; some seed crosses from each hole to the
//! next, then, and each hole is sown at least once, one at a turn. So no position returns in fewer
//! than [`ROUND`] moves. Perft does without looking and is right to a depth of eleven; games look.

use super::random::Random;
use super::{Board, Leaves, Playout, Program};
use std::hint::black_box;

/// A position stands again after so many moves at the soonest.
pub const ROUND: usize = 12;

/// Oware as one would write it by hand: 0..6 South's holes, 6..12 North's, in the order of sowing.
#[derive(Clone, Copy)]
pub struct Plain {
    holes: [u8; 12],
    stores: [u8; 2],
    north: bool,
    over: bool,
}

/// Where a game begins.
pub const START: Plain = Plain { holes: [4; 12], stores: [0; 2], north: false, over: false };

impl Plain {
    fn has_seeds(&self, row: usize) -> bool {
        self.holes[row..row + 6].iter().any(|n| *n > 0)
    }

    /// Whether the player whose row begins there may sow a hole of it: one that holds seeds, and
    /// reaches the other row if that has none.
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
            // From the first hole of North's row it goes to South's, from that of South's nowhere.
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

    /// Each takes what is left in his row, and the game is over.
    fn end(&mut self) {
        for hole in 0..12 {
            self.stores[hole / 6] += std::mem::take(&mut self.holes[hole]);
        }
        self.over = true;
    }

    /// Makes all positions at a depth, which is at most eleven.
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

    /// The position as one number, to find it again.
    fn key(&self) -> u128 {
        let mut bytes = [0; 16];
        bytes[..12].copy_from_slice(&self.holes);
        bytes[12..14].copy_from_slice(&self.stores);
        bytes[14] = u8::from(self.north);
        u128::from_le_bytes(bytes)
    }

    /// Where the hole of a board's number is: f2 is sown before a2.
    fn place(number: usize) -> usize {
        if number < 6 { number } else { 17 - number }
    }
}

/// A game of the plain program.
#[derive(Clone)]
pub struct PlainGame {
    now: Plain,
    /// The positions since the last capture; none that stood before can return.
    stood: Vec<u128>,
}

impl PlainGame {
    fn sow(&mut self, hole: usize) {
        let stores = self.now.stores;
        self.now.sow(hole);
        if self.now.stores != stores {
            self.stood.clear();
        }
        let key = self.now.key();
        if self.stood.contains(&key) {
            self.now.end();
        }
        self.stood.push(key);
    }
}

impl Playout for PlainGame {
    fn start() -> PlainGame {
        PlainGame { now: START, stood: vec![START.key()] }
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
