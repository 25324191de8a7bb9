//! A position in one register of sixteen bytes, for the tuned programs.
//!
//! Byte 0 to 11 are the holes a1 to f1 and a2 to f2, so that a hole's opposite is six further; 12
//! and 13 the stores of South and North; [`MOVER`] is 1 if North is about to move, [`OVER`] is 1 if
//! the game is over. The occupied bytes as a mask of bits answer most questions at once: whose move
//! it is, what he may sow, whether the game is over.

use super::Board;
use wide::u8x16;

/// Where South's store is; North's is behind it.
pub const STORES: usize = 12;
/// The byte that says who is about to move.
pub const MOVER: usize = 14;
/// The byte that says whether the game is over.
pub const OVER: usize = 15;
/// The holes of one row, as bits.
pub const ROW: u32 = 0b11_1111;
/// The seeds of a hole are fewer than this: there are 48 in all.
pub const SEEDS: usize = 64;

/// For each seat, each column of its row and each number of seeds there, something about sowing
/// them.
pub type Sowings<T> = [[[T; SEEDS]; 6]; 2];

/// Four seeds in each hole, South to move.
pub const FOURS: u8x16 = u8x16::new([4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 0, 0, 0, 0]);

/// Which bytes are not zero.
#[inline(always)]
pub fn occupied(position: u8x16) -> u32 {
    // The crate's `simd_ne` takes one step more.
    zero(position) ^ 0xffff
}

/// Which bytes are zero.
#[inline(always)]
pub fn zero(position: u8x16) -> u32 {
    position.simd_eq(u8x16::ZERO).to_bitmask()
}

/// How far the bits of a row are from those of South's row.
#[inline(always)]
pub fn row_of(occupied: u32) -> u32 {
    (occupied >> MOVER & 1) * 6
}

/// Whether at most one bit is set.
#[inline(always)]
pub fn at_most_one(row: u32) -> bool {
    row & row.wrapping_sub(1) == 0
}

/// The game is over, and each takes what is left in his row.
#[inline(always)]
pub fn each_takes_his_row(position: u8x16) -> u8x16 {
    // As a number, the position is handed over in registers.
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

/// The seeds in the holes of a player's row.
#[inline(always)]
pub fn row_seeds(position: u8x16, seat: usize) -> [u8; 6] {
    position.to_array().as_chunks().0[seat & 1]
}

/// The position as all programs tell it.
pub fn board(position: u8x16) -> Board {
    let seeds = position.to_array();
    Board {
        holes: std::array::from_fn(|hole| seeds[hole]),
        stores: [seeds[STORES], seeds[STORES + 1]],
        north: seeds[MOVER] == 1,
        over: seeds[OVER] == 1,
    }
}

/// The numbers of the holes that may be sown, of those of a row.
pub fn choices(position: u8x16, own: u32) -> Vec<usize> {
    let occupied = occupied(position);
    let row = row_of(occupied) as usize;
    let sown = |hole: &usize| occupied >> OVER & 1 == 0 && own >> (hole - row) & 1 == 1;
    (row..row + 6).filter(sown).collect()
}

/// How many holes there are in a row's mask.
#[inline(always)]
pub fn count(row: u32) -> u32 {
    u32::from(COUNT[row as usize & 63])
}

/// The hole that is number `nth`, from 0, of a row's mask.
#[inline(always)]
pub fn select(row: u32, nth: u32) -> u32 {
    u32::from(SELECT[row as usize & 63][nth as usize & 7])
}

// Tables, since neither is an instruction that every processor has, and a loop would be guessed
// wrong by the processor where the choice is random.
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
