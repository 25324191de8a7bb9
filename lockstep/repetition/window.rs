//! The hashes of the last positions of all games.

use crate::row::{CellValue, GAMES, PART, PARTS, Row, RowPart, mask};

/// Times in the window; a power of two.
pub(crate) const WINDOW_CAPACITY: usize = 128;

/// One hash for each game; 0 if the game waited at that time.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct HashRow(pub [u16; GAMES]);

impl HashRow {
    pub const NONE: HashRow = HashRow([0; GAMES]);

    #[inline(always)]
    pub fn part(&self, p: usize) -> &[u16; PART] {
        &self.0.as_chunks().0[p]
    }
}

/// A ring buffer of hash rows, indexed by time.
#[derive(Clone, Debug)]
pub(crate) struct HashWindow(Box<[HashRow; WINDOW_CAPACITY]>);

impl HashWindow {
    /// An empty window.
    pub fn new() -> HashWindow {
        HashWindow(Box::new([HashRow::NONE; WINDOW_CAPACITY]))
    }

    /// The hashes of a time.
    #[inline(always)]
    pub fn at(&self, time: u32) -> &HashRow {
        &self.0[time as usize % WINDOW_CAPACITY]
    }

    /// The hashes of a time, replacing those of a time long past.
    #[inline(always)]
    pub fn at_mut(&mut self, time: u32) -> &mut HashRow {
        &mut self.0[time as usize % WINDOW_CAPACITY]
    }

    /// Mask of the games (among `asked`) in which a hash occurs at one of `many` times from `since` on.
    #[inline(always)]
    pub fn any_in_window<T: CellValue>(
        &self,
        since: u32,
        many: u32,
        hash: &HashRow,
        asked: &Row<T>,
    ) -> Row<T> {
        let mut any = Row::NONE;
        for p in 0..PARTS {
            let (mine, asked) = (hash.part(p), asked.0[p]);
            let mut least = [u16::MAX; PART];
            for nth in 0..many {
                let there = self.at(since.wrapping_add(nth)).part(p);
                for g in 0..PART {
                    least[g] = least[g].min(there[g] ^ mine[g]);
                }
            }
            any.0[p] = RowPart::each(|g| mask::<T>(least[g] == 0).and(asked.0[g]));
        }
        any
    }
}

/// How long `time` is after `other`; 0 if it is not. Times may wrap around.
#[inline(always)]
pub(crate) fn elapsed(time: u32, other: u32) -> u32 {
    let many = time.wrapping_sub(other);
    if many > u32::MAX / 2 { 0 } else { many }
}
