//! The numbers of the last positions, of all games side by side.

use crate::row::{CellValue, GAMES, PART, PARTS, Row, RowPart, mask};

/// The numbers of so many are there; a power of two.
pub(crate) const WINDOW_CAPACITY: usize = 128;

/// A number of each game. Where a game waited then it is 0.
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

/// The numbers of the last positions: equal ones share it, and others mostly do not.
#[derive(Clone, Debug)]
pub(crate) struct HashWindow(Box<[HashRow; WINDOW_CAPACITY]>);

impl HashWindow {
    /// Of no games.
    pub fn new() -> HashWindow {
        HashWindow(Box::new([HashRow::NONE; WINDOW_CAPACITY]))
    }

    /// Those of a time.
    #[inline(always)]
    pub fn at(&self, time: u32) -> &HashRow {
        &self.0[time as usize % WINDOW_CAPACITY]
    }

    /// Those of a time, in the place of others long past.
    #[inline(always)]
    pub fn at_mut(&mut self, time: u32) -> &mut HashRow {
        &mut self.0[time as usize % WINDOW_CAPACITY]
    }

    /// In which games, of those asked for, a number stood at one of so many times since that one.
    #[inline(always)]
    pub fn any_in_window<T: CellValue>(
        &self,
        since: u32,
        many: u32,
        number: &HashRow,
        asked: &Row<T>,
    ) -> Row<T> {
        let mut any = Row::NONE;
        for p in 0..PARTS {
            let (mine, asked) = (number.part(p), asked.0[p]);
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

/// How long a time comes after another; 0 if it does not. Times may come round.
#[inline(always)]
pub(crate) fn elapsed(time: u32, other: u32) -> u32 {
    let many = time.wrapping_sub(other);
    if many > u32::MAX / 2 { 0 } else { many }
}
