//! The numbers of the last positions, of all games side by side.

use crate::row::{GAMES, PART};

/// So many of the last positions, and not many more, are compared side by side: others would not stay in
/// the first cache.
pub(crate) const NEAR: u32 = 32;

/// The numbers of so many are there; a power of two.
pub(crate) const THERE: usize = 2 * NEAR as usize;

/// A number of each game. Where a game waited then it is 0.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Numbers(pub [u16; GAMES]);

impl Numbers {
    pub const NONE: Numbers = Numbers([0; GAMES]);

    #[inline(always)]
    pub fn part(&self, p: usize) -> &[u16; PART] {
        &self.0.as_chunks().0[p]
    }
}

/// The numbers of the last positions: equal ones share it, and others mostly do not.
#[derive(Clone, Debug)]
pub(crate) struct Recent(Box<[Numbers; THERE]>);

impl Recent {
    /// Of no games.
    pub fn none() -> Recent {
        Recent(Box::new([Numbers::NONE; THERE]))
    }

    /// Those of a time.
    #[inline(always)]
    pub fn at(&self, time: u32) -> &Numbers {
        &self.0[time as usize % THERE]
    }

    /// Those of a time, in the place of others long past.
    #[inline(always)]
    pub fn at_mut(&mut self, time: u32) -> &mut Numbers {
        &mut self.0[time as usize % THERE]
    }
}

/// How long a time comes after another; 0 if it does not. Times may come round.
#[inline(always)]
pub(crate) fn after(time: u32, other: u32) -> u32 {
    let many = time.wrapping_sub(other);
    if many > u32::MAX / 2 { 0 } else { many }
}
