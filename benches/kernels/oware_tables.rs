//! What the tuned Oware looks up: made by the compiler from the rules. See
//! [`super::oware_tuned`].

use super::lanes::{MOVER, SEEDS, STORES, Sowings};
use wide::u8x16;

/// The last seed falls in the opponent's row, after a round: more than one may have fallen there.
pub const LONG: u32 = 1 << 6;
/// Every sowing has this sign: it is watched for where the player's row becomes empty.
pub const ANY: u32 = 1 << 7;
/// Where the sign says in which column of the opponent's row the last seed falls.
pub const COLUMN: u32 = 8;

/// What a sowing adds to each byte.
pub static DELTA: Sowings<u8x16> = sowings().0;
/// What is to be watched for after it: the bit of the column in the opponent's row where the last
/// seed falls, or [`LONG`]; and [`ANY`].
pub static SIGNS: Sowings<u32> = sowings().1;

const fn sowings() -> (Sowings<u8x16>, Sowings<u32>) {
    let mut delta = [[[u8x16::ZERO; SEEDS]; 6]; 2];
    let mut signs = [[[0; SEEDS]; 6]; 2];
    let ring = [0, 1, 2, 3, 4, 5, 11, 10, 9, 8, 7, 6];
    let mut from = 0;
    while from < 12 {
        let hole = ring[from];
        let mut adds = [0_u8; 16];
        adds[MOVER] = if hole < 6 { 1 } else { 1_u8.wrapping_neg() };
        let mut n = 1;
        while n < SEEDS {
            // Eleven seeds a round: the hole that they come from is passed over.
            let last = ring[(from + 1 + (n - 1) % 11) % 12];
            adds[hole] = adds[hole].wrapping_sub(1);
            adds[last] = adds[last].wrapping_add(1);
            delta[hole / 6][hole % 6][n] = u8x16::new(adds);
            signs[hole / 6][hole % 6][n] = ANY;
            if last / 6 != hole / 6 {
                let column = last as u32 % 6;
                signs[hole / 6][hole % 6][n] |=
                    column << COLUMN | if n > 11 { LONG } else { 1 << column };
            }
            n += 1;
        }
        from += 1;
    }
    (delta, signs)
}

/// For the row of the player who captures, the column of the last seed and the holes that hold two
/// or three: those that are captured.
pub static RUNS: [[[u8; 64]; 8]; 2] = {
    let mut runs = [[[0; 64]; 8]; 2];
    let mut prizes = 0_usize;
    while prizes < 64 {
        let mut column = 0;
        while column < 6 {
            // South captures from his right to his left, back to where f2 is; North to a1.
            let mut at = column;
            while at < 6 && prizes >> at & 1 == 1 {
                runs[0][column][prizes] |= 1 << at;
                at += 1;
            }
            let mut at = column + 1;
            while at > 0 && prizes >> (at - 1) & 1 == 1 {
                at -= 1;
                runs[1][column][prizes] |= 1 << at;
            }
            column += 1;
        }
        prizes += 1;
    }
    runs
};

/// For the row of the player who captures and the holes captured: the bytes that stay.
pub static KEPT: [[u8x16; 64]; 2] = {
    let mut kept = [[u8x16::ZERO; 64]; 2];
    let mut run = 0;
    while run < 64 {
        let (mut from_north, mut from_south) = ([0xff_u8; 16], [0xff_u8; 16]);
        let mut column = 0;
        while column < 6 {
            if run >> column & 1 == 1 {
                from_south[column] = 0;
                from_north[column + 6] = 0;
            }
            column += 1;
        }
        kept[0][run] = u8x16::new(from_north);
        kept[1][run] = u8x16::new(from_south);
        run += 1;
    }
    kept
};

/// For a player and the seeds that he captures, at most three from each of six holes: what that
/// adds to each byte.
pub static GAINS: [[u8x16; 32]; 2] = {
    let mut gains = [[u8x16::ZERO; 32]; 2];
    let mut n = 0;
    while n < 32 {
        let mut adds = [0_u8; 16];
        adds[STORES] = n as u8;
        gains[0][n] = u8x16::new(adds);
        adds.swap(STORES, STORES + 1);
        gains[1][n] = u8x16::new(adds);
        n += 1;
    }
    gains
};

/// So many seeds reach the other row.
pub const REACH: u8x16 = u8x16::new([6, 5, 4, 3, 2, 1, 1, 2, 3, 4, 5, 6, 255, 255, 255, 255]);
