//! The same random numbers for all contestants.

use mnc::runner::GameRng;

/// Random seed.
pub const SEED: u64 = 1;

/// The random numbers of one game, as `mnc playout` draws them. They depend only on the game's number and the
/// decision, so the order in which a program plays the games, or how many at once, does not matter.
#[derive(Clone, Copy, Debug)]
pub struct Random {
    draw: GameRng,
    decisions: u32,
    attempts: u32,
}

impl Random {
    /// The random numbers of a game.
    #[inline]
    pub fn of_game(number: u32) -> Random {
        Random { draw: GameRng::for_game(SEED, number.into()), decisions: 0, attempts: 0 }
    }

    /// A number below `n`, which is at most 255, for the next decision.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        self.decisions += 1;
        self.attempts = 0;
        self.draw.one_of(n, self.decisions - 1, 0)
    }

    /// Another number for the same decision, if the first choice turned out to be illegal.
    #[inline]
    pub fn again_below(&mut self, n: u32) -> u32 {
        self.attempts += 1;
        self.draw.one_of(n, self.decisions - 1, self.attempts)
    }
}
