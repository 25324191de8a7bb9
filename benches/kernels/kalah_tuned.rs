//! Kalah in one register. See [`super::kalah`] for the rules, and [`super::lanes`] for what the
//! bytes are.
//!
//! Sowing adds what [`DELTA`] has for the hole and its seeds, and passes the turn. What else a move
//! may do is known before it is made: the hole of the last seed is one bit of the sowing's sign in
//! [`SIGNS`], to be compared with the holes where a last seed captures, a mask made once for all
//! the moves of a position. So most moves are one addition and one test.

use super::lanes::{
    FOURS, MOVER, OVER, ROW, SEEDS, STORES, Sowings, at_most_one, board, choices, count,
    each_takes_his_row, occupied, row_of, row_seeds, select,
};
use super::random::Random;
use super::{Board, Leaves, Playout, Program};
use std::hint::black_box;
use wide::u8x16;

/// A position.
#[derive(Clone, Copy)]
pub struct Tuned(u8x16);

/// Where a game begins.
pub const START: Tuned = Tuned(FOURS);

/// Where the last seed falls in the player's own row, the sign has the bit of the column; so much
/// higher if the sowing has been round the board, for then something lies opposite in any case.
const ROUND: u32 = 6;
/// A full round: the last seed falls in the hole that it came from.
const FULL_ROUND: u32 = 1 << 12;
/// Every sowing has this sign: it is watched for where a row may become empty.
const ANY: u32 = 1 << 13;
/// Where the sign says which hole is opposite that of the last seed.
const OPPOSITE: u32 = 16;

/// What a sowing adds to each byte.
static DELTA: Sowings<u8x16> = sowings().0;
/// What is to be watched for after it.
static SIGNS: Sowings<u32> = sowings().1;
/// What a capture adds, for the hole opposite that of the last seed and the seeds in it.
static CAPTURE: [[u8x16; SEEDS]; 12] = captures();

const fn sowings() -> (Sowings<u8x16>, Sowings<u32>) {
    let mut delta = [[[u8x16::ZERO; SEEDS]; 6]; 2];
    let mut signs = [[[0; SEEDS]; 6]; 2];
    let rings =
        [[0, 1, 2, 3, 4, 5, 12, 11, 10, 9, 8, 7, 6], [11, 10, 9, 8, 7, 6, 13, 0, 1, 2, 3, 4, 5]];
    let mut nth = 0;
    while nth < 12 {
        let (seat, from) = (nth / 6, nth % 6);
        let ring = rings[seat];
        let hole = ring[from];
        let mut adds = [0_u8; 16];
        let mut n = 1;
        while n < SEEDS {
            let last = ring[(from + n) % 13];
            adds[hole] = adds[hole].wrapping_sub(1);
            adds[last] = adds[last].wrapping_add(1);
            // In his own store he plays again.
            let passes = if last == STORES + seat { 0 } else { 1 };
            adds[MOVER] = if seat == 1 { 0_u8.wrapping_sub(passes) } else { passes };
            delta[hole / 6][hole % 6][n] = u8x16::new(adds);
            signs[hole / 6][hole % 6][n] = ANY;
            if last / 6 == seat {
                let column = last as u32 % 6;
                let bit = match n {
                    ..=5 => 1 << column,
                    6..=12 => 1 << (column + ROUND),
                    13 => FULL_ROUND,
                    // The hole has been sown twice: it holds more than one.
                    _ => 0,
                };
                signs[hole / 6][hole % 6][n] |= bit | ((last as u32 + 6) % 12) << OPPOSITE;
            }
            n += 1;
        }
        nth += 1;
    }
    (delta, signs)
}

const fn captures() -> [[u8x16; SEEDS]; 12] {
    let mut all = [[u8x16::ZERO; SEEDS]; 12];
    let mut opposite = 0;
    while opposite < 12 {
        let last = (opposite + 6) % 12;
        let mut n = 1;
        while n < SEEDS {
            let mut adds = [0_u8; 16];
            adds[opposite] = (n as u8).wrapping_neg();
            adds[last] = 1_u8.wrapping_neg();
            adds[STORES + last / 6] = n as u8 + 1;
            all[opposite][n] = u8x16::new(adds);
            n += 1;
        }
        opposite += 1;
    }
    all
}

/// What all the moves of a position need: made once.
struct Moves {
    position: u8x16,
    /// Seeds in the player's holes.
    seeds: [u8; 6],
    /// Number of the row's first hole.
    row: u32,
    /// The holes of the row that hold seeds.
    own: u32,
    /// The signs by which a move does more than sow.
    watched: u32,
}

impl Moves {
    #[inline(always)]
    fn of(position: u8x16, occupied: u32) -> Moves {
        let row = row_of(occupied);
        let own = occupied >> row & ROW;
        let theirs = occupied >> (6 - row) & ROW;
        let empty = own ^ ROW;
        let mut watched = empty & theirs | empty << ROUND | FULL_ROUND;
        if at_most_one(own) {
            watched |= ANY;
        }
        Moves { position, seeds: row_seeds(position, usize::from(row > 0)), row, own, watched }
    }

    #[inline(always)]
    fn make(&self, column: usize) -> Tuned {
        let n = self.seeds[column] as usize % SEEDS;
        let seat = usize::from(self.row > 0);
        let sown = self.position + DELTA[seat][column][n];
        let signs = SIGNS[seat][column][n];
        let found = signs & self.watched;
        if found == 0 { Tuned(sown) } else { Tuned(settle(sown, found, signs >> OPPOSITE)) }
    }
}

/// Captures what the last seed captures, and looks whether the game is over: one of the rows can
/// be empty after a capture, or where the player sowed the only hole that he had.
#[inline(always)]
fn settle(mut sown: u8x16, found: u32, opposite: u32) -> u8x16 {
    if found != ANY {
        let opposite = opposite as usize;
        let n = sown.to_array()[opposite & 15] as usize % SEEDS;
        sown += CAPTURE[opposite][n];
    }
    let left = occupied(sown);
    if left & ROW == 0 || left >> 6 & ROW == 0 { each_takes_his_row(sown) } else { sown }
}

impl Tuned {
    /// Makes all positions at a depth.
    pub fn perft(self, depth: u32) -> Leaves {
        if depth == 0 {
            return Leaves::one(self.south_store());
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

impl Moves {
    /// The positions after every move. Moves from empty holes are made too, and not counted: to
    /// make six is quicker than to guess wrong how many there are.
    #[inline(always)]
    fn leaves(&self) -> Leaves {
        let mut leaves = Leaves { count: u64::from(count(self.own)), checksum: 0 };
        for column in 0..6 {
            let leaf = Leaves::one(black_box(&self.make(column)).south_store());
            let counted = u64::from(self.own >> column & 1);
            leaves.checksum += leaf.checksum & counted.wrapping_neg();
        }
        leaves
    }
}

impl Playout for Tuned {
    fn start() -> Tuned {
        START
    }

    #[inline(always)]
    fn is_over(&self) -> bool {
        occupied(self.0) >> OVER & 1 == 1
    }

    #[inline(always)]
    fn play_any(&mut self, random: &mut Random) -> bool {
        let moves = Moves::of(self.0, occupied(self.0));
        *self = moves.make(select(moves.own, random.below(count(moves.own))) as usize);
        true
    }

    #[inline(always)]
    fn south_store(&self) -> u8 {
        self.0.to_array()[STORES]
    }
}

impl Program for Tuned {
    fn start() -> Tuned {
        START
    }

    fn board(&self) -> Board {
        board(self.0)
    }

    fn choices(&self) -> Vec<usize> {
        choices(self.0, Moves::of(self.0, occupied(self.0)).own)
    }

    fn play(&self, hole: usize) -> Tuned {
        let moves = Moves::of(self.0, occupied(self.0));
        moves.make(hole - moves.row as usize)
    }
}
