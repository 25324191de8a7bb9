//! Oware in one register. See [`super::oware`] for the rules, and [`super::lanes`] for what the
//! bytes are.
//!
//! Sowing adds what [`DELTA`] has for the hole and its seeds. Whether the last seed may capture is
//! known before it is sown: in the opponent's row a hole of one or two becomes two or three. So
//! most moves are one addition and one test, against a mask made once for all the moves of a
//! position.

use super::lanes::{
    FOURS, OVER, ROW, SEEDS, STORES, at_most_one, board, choices, count, each_takes_his_row,
    occupied, row_of, row_seeds, select,
};
use super::oware::ROUND;
use super::oware_tables::{ANY, COLUMN, DELTA, GAINS, KEPT, LONG, REACH, RUNS, SIGNS};
use super::random::Random;
use super::{Board, Leaves, Playout, Program};
use std::hint::black_box;
use wide::u8x16;

/// A position.
#[derive(Clone, Copy, PartialEq)]
pub struct Tuned(u8x16);

/// Where a game begins.
pub const START: Tuned = Tuned(FOURS);

/// What all the moves of a position need: made once.
struct Moves {
    position: u8x16,
    /// Seeds in the player's holes.
    seeds: [u8; 6],
    /// Number of the first hole of the player's row.
    row: u32,
    /// The holes that he may sow.
    own: u32,
    /// The signs by which a move does more than sow.
    watched: u32,
}

impl Moves {
    #[inline(always)]
    fn of(position: u8x16, occupied: u32) -> Moves {
        let row = row_of(occupied);
        let mut own = occupied >> row & ROW;
        // Bytes below one wrap round to 255.
        let one_or_two = at_most(position - u8x16::ONE, 1);
        let mut watched = one_or_two >> (6 - row) & ROW | LONG;
        if at_most_one(own) {
            watched |= ANY;
        }
        if occupied >> (6 - row) & ROW == 0 {
            own = reaching(position) >> row & ROW;
        }
        Moves { position, seeds: row_seeds(position, usize::from(row > 0)), row, own, watched }
    }

    #[inline(always)]
    fn make(&self, column: usize) -> Tuned {
        let n = self.seeds[column] as usize % SEEDS;
        let seat = usize::from(self.row > 0);
        let sown = self.position + DELTA[seat][column][n];
        let signs = SIGNS[seat][column][n];
        if signs & self.watched == 0 { Tuned(sown) } else { Tuned(self.settle(sown, signs)) }
    }

    /// Captures, and looks whether the game is over: after a capture a player may have 25 seeds;
    /// and where the player sowed the only hole that he had, the other may be unable to give him
    /// any. The other himself always has some.
    #[inline(always)]
    fn settle(&self, mut sown: u8x16, signs: u32) -> u8x16 {
        let by = self.row as usize / 6;
        if signs & self.watched & !ANY != 0 {
            let theirs = 6 - self.row;
            let prizes = at_most(sown - u8x16::splat(2), 1) >> theirs & ROW;
            let run = RUNS[by & 1][(signs >> COLUMN) as usize & 7][prizes as usize];
            let run = usize::from(run);
            // A grand slam takes nothing.
            if run != 0 && occupied(sown) >> theirs & ROW != run as u32 {
                let threes = sown.simd_eq(u8x16::splat(3)).to_bitmask() >> theirs & run as u32;
                let captured = 2 * count(run as u32) + count(threes);
                sown = (sown & KEPT[by & 1][run & 63]) + GAINS[by & 1][captured as usize & 31];
                if sown.to_array()[STORES + (by & 1)] >= 25 {
                    return each_takes_his_row(sown);
                }
            }
        }
        if self.watched & ANY != 0 {
            let unfed = occupied(sown) >> self.row & ROW == 0;
            if unfed && reaching(sown) >> (6 - self.row) & ROW == 0 {
                return each_takes_his_row(sown);
            }
        }
        sown
    }

    /// The positions after every move. Those that are not legal are made too, and not counted: to
    /// make six is quicker than to guess wrong how many there are.
    #[inline(always)]
    fn leaves(&self) -> Leaves {
        let mut leaves = Leaves { count: u64::from(count(self.own)), checksum: 0 };
        for column in 0..6 {
            let leaf = Leaves::one(black_box(&self.make(column)).0.to_array()[STORES]);
            let counted = u64::from(self.own >> column & 1);
            leaves.checksum += leaf.checksum & counted.wrapping_neg();
        }
        leaves
    }
}

/// Which bytes are at most so much.
#[inline(always)]
fn at_most(bytes: u8x16, most: u8) -> u32 {
    bytes.simd_le(u8x16::splat(most)).to_bitmask()
}

/// The holes whose seeds reach the other row.
#[cold]
#[inline(never)]
fn reaching(position: u8x16) -> u32 {
    position.simd_ge(REACH).to_bitmask()
}

impl Tuned {
    /// Makes all positions at a depth, which is at most eleven.
    pub fn perft(self, depth: u32) -> Leaves {
        if depth == 0 {
            return Leaves::one(self.0.to_array()[STORES]);
        }
        let mut leaves = Leaves::default();
        let occupied = occupied(self.0);
        if occupied >> OVER & 1 == 1 {
            return leaves;
        }
        let moves = Moves::of(self.0, occupied);
        if depth == 1 {
            return moves.leaves();
        }
        let mut own = moves.own;
        while own != 0 {
            leaves += moves.make(own.trailing_zeros() as usize).perft(depth - 1);
            own &= own - 1;
        }
        leaves
    }
}

/// A game of the tuned program.
#[derive(Clone)]
pub struct TunedGame {
    now: Tuned,
    /// The positions since the last capture; none that stood before can return.
    stood: Vec<Tuned>,
}

impl TunedGame {
    #[inline(always)]
    fn make(&mut self, moves: &Moves, column: usize) {
        let Tuned(before) = self.now;
        self.now = moves.make(column);
        let same = self.now.0.simd_eq(before).to_bitmask();
        if same >> STORES & 0b11 != 0b11 {
            self.stood.clear();
        }
        // The players take turns: the same one is about to move in every second position.
        let n = self.stood.len();
        let older = self.stood.get(n % 2..(n + 1).saturating_sub(ROUND)).unwrap_or_default();
        if older.iter().step_by(2).any(|before| *before == self.now) {
            self.now.0 = each_takes_his_row(self.now.0);
        }
        self.stood.push(self.now);
    }
}

impl Playout for TunedGame {
    fn start() -> TunedGame {
        let mut stood = Vec::with_capacity(64);
        stood.push(START);
        TunedGame { now: START, stood }
    }

    #[inline(always)]
    fn is_over(&self) -> bool {
        occupied(self.now.0) >> OVER & 1 == 1
    }

    #[inline(always)]
    fn play_any(&mut self, random: &mut Random) -> bool {
        let moves = Moves::of(self.now.0, occupied(self.now.0));
        self.make(&moves, select(moves.own, random.below(count(moves.own))) as usize);
        true
    }

    #[inline(always)]
    fn south_store(&self) -> u8 {
        self.now.0.to_array()[STORES]
    }
}

impl Program for TunedGame {
    fn start() -> TunedGame {
        Playout::start()
    }

    fn board(&self) -> Board {
        board(self.now.0)
    }

    fn choices(&self) -> Vec<usize> {
        let moves = Moves::of(self.now.0, occupied(self.now.0));
        choices(self.now.0, moves.own)
    }

    fn play(&self, hole: usize) -> TunedGame {
        let mut next = self.clone();
        let moves = Moves::of(self.now.0, occupied(self.now.0));
        next.make(&moves, hole - moves.row as usize);
        next
    }
}
