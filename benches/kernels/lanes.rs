//! A position in one register of sixteen bytes, for the tuned programs.
//!
//! Bytes 0 to 11 are the holes a1 to f1 and a2 to f2, so that the opposite of a hole is six further; 12 and
//! 13 are the stores of South and North; [`MOVER`] is 1 if North is to move, [`OVER`] is 1 if the game is
//! over. The bit mask of the bytes that are not 0 answers most questions at once: who is to move, what they
//! may sow, whether the game is over.

use super::Board;
use wide::u8x16;

/// Index of South's store; North's is the next.
pub const STORES: usize = 12;
/// Index of the byte that says who is to move.
pub const MOVER: usize = 14;
/// Index of the byte that says whether the game is over.
pub const OVER: usize = 15;
/// Bit mask of the holes of one row.
pub const ROW: u32 = 0b11_1111;
/// A hole never has this many seeds: there are 48 in all.
pub const SEEDS: usize = 64;

/// A table about sowing, indexed by seat, column of the seat's row, and number of seeds.
pub type Sowings<T> = [[[T; SEEDS]; 6]; 2];

/// Four seeds in each hole, South to move.
pub const FOURS: u8x16 = u8x16::new([4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 0, 0, 0, 0]);

/// Which bytes are not zero.
#[inline(always)]
pub fn occupied(position: u8x16) -> u32 {
    // `simd_ne` would take one more instruction.
    zero(position) ^ 0xffff
}

/// Which bytes are zero.
#[inline(always)]
pub fn zero(position: u8x16) -> u32 {
    position.simd_eq(u8x16::ZERO).to_bitmask()
}

/// Shift of the mover's row in the bit mask.
#[inline(always)]
pub fn row_of(occupied: u32) -> u32 {
    (occupied >> MOVER & 1) * 6
}

/// Whether at most one bit is set.
#[inline(always)]
pub fn at_most_one(row: u32) -> bool {
    row & row.wrapping_sub(1) == 0
}

/// Ends the game: each player takes the seeds in their row.
#[inline(always)]
pub fn sweep_rows(position: u8x16) -> u8x16 {
    // As a number, the position is passed in registers.
    u8x16::new(over(u128::from_le_bytes(position.to_array())).to_le_bytes())
}

#[cold]
#[inline(never)]
fn over(position: u128) -> u128 {
    let mut seeds = position.to_le_bytes();
    for hole in 0..STORES {
        seeds[STORES + hole / 6] += std::mem::take(&mut seeds[hole]);
    }
    seeds[OVER] = 1;
    u128::from_le_bytes(seeds)
}

/// Seeds in the holes of a player's row.
#[inline(always)]
pub fn row_seeds(position: u8x16, seat: usize) -> [u8; 6] {
    position.to_array().as_chunks().0[seat & 1]
}

/// The position in the common format.
pub fn board(position: u8x16) -> Board {
    let seeds = position.to_array();
    Board {
        holes: std::array::from_fn(|hole| seeds[hole]),
        stores: [seeds[STORES], seeds[STORES + 1]],
        north: seeds[MOVER] == 1,
        over: seeds[OVER] == 1,
    }
}

/// Numbers of the holes that may be sown, from the row mask `own`.
pub fn choices(position: u8x16, own: u32) -> Vec<usize> {
    let occupied = occupied(position);
    let row = row_of(occupied) as usize;
    let sown = |hole: &usize| occupied >> OVER & 1 == 0 && own >> (hole - row) & 1 == 1;
    (row..row + 6).filter(sown).collect()
}

/// Number of holes in a row mask.
#[inline(always)]
pub fn count(row: u32) -> u32 {
    u32::from(COUNT[row as usize & 63])
}

/// The hole with index `nth` in a row mask.
#[inline(always)]
pub fn select(row: u32, nth: u32) -> u32 {
    u32::from(SELECT[row as usize & 63][nth as usize & 7])
}

// Tables: not every processor has instructions for these, and a loop would mispredict, since choices are
// random.
static COUNT: [u8; 64] = {
    let mut counts = [0; 64];
    let mut row = 0;
    while row < 64 {
        counts[row] = row.count_ones() as u8;
        row += 1;
    }
    counts
};

static SELECT: [[u8; 8]; 64] = {
    let mut holes = [[0; 8]; 64];
    let mut row = 0_usize;
    while row < 64 {
        let (mut nth, mut hole) = (0, 0);
        while hole < 6 {
            if row >> hole & 1 == 1 {
                holes[row][nth] = hole;
                nth += 1;
            }
            hole += 1;
        }
        row += 1;
    }
    holes
};
