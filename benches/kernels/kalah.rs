//! Kalah, six holes and four seeds, as `games/kalah.mnc` has it.
//!
//! Neither program looks for positions that return, since none can. A seed leaves a player's row
//! only through his store or past it, so a sowing that leaves the row puts one in the store, for
//! ever; and sowings that stay in the row only bring its seeds nearer to the store.

use super::random::Random;
use super::{Board, Leaves, Playout, Program};
use std::hint::black_box;

/// Kalah as one would write it by hand: 0..6 South, 6 his store, 7..13 North, 13 his store.
#[derive(Clone, Copy)]
pub struct Plain {
    seeds: [u8; 14],
    north: bool,
    over: bool,
}

/// Where a game begins.
pub const START: Plain =
    Plain { seeds: [4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0], north: false, over: false };

impl Plain {
    fn sow(&mut self, hole: usize) {
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
    }

    /// Makes all positions at a depth.
    pub fn perft(&self, depth: u32) -> Leaves {
        if depth == 0 {
            return Leaves::one(black_box(self).seeds[6]);
        }
        let mut leaves = Leaves::default();
        if self.over {
            return leaves;
        }
        let base = if self.north { 7 } else { 0 };
        for hole in base..base + 6 {
            if self.seeds[hole] > 0 {
                let mut next = *self;
                next.sow(hole);
                leaves += next.perft(depth - 1);
            }
        }
        leaves
    }

    /// Where the hole of a board's number is: f2 is sown before a2.
    fn place(number: usize) -> usize {
        if number < 6 { number } else { 18 - number }
    }
}

impl Playout for Plain {
    fn start() -> Plain {
        START
    }

    fn is_over(&self) -> bool {
        self.over
    }

    fn play_any(&mut self, random: &mut Random) -> bool {
        let mut choices = [0; 6];
        let mut n = 0;
        for column in 0..6 {
            let hole = if self.north { 12 - column } else { column };
            if self.seeds[hole] > 0 {
                choices[n] = hole;
                n += 1;
            }
        }
        self.sow(choices[random.below(n as u32) as usize]);
        true
    }

    fn south_store(&self) -> u8 {
        self.seeds[6]
    }
}

impl Program for Plain {
    fn start() -> Plain {
        START
    }

    fn board(&self) -> Board {
        let holes = std::array::from_fn(|number| self.seeds[Plain::place(number)]);
        let stores = [self.seeds[6], self.seeds[13]];
        Board { holes, stores, north: self.north, over: self.over }
    }

    fn choices(&self) -> Vec<usize> {
        let row = if self.north { 6..12 } else { 0..6 };
        row.filter(|number| !self.over && self.seeds[Plain::place(*number)] > 0).collect()
    }

    fn play(&self, number: usize) -> Plain {
        let mut next = *self;
        next.sow(Plain::place(number));
        next
    }
}
