//! Chance for all contestants alike.

use mnc::runner::GameRng;

/// All random numbers follow from it.
pub const SEED: u64 = 1;

/// The random numbers of one game, as `mnc playout` draws them. Every game has its own, made from its
/// number, and every decision in it. So it does not matter in which order, or how many at once, a
/// program plays the games: they are the same games.
#[derive(Clone, Copy, Debug)]
pub struct Random {
    draw: GameRng,
    decisions: u32,
    attempts: u32,
}

impl Random {
    /// Those of a game.
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

    /// Another one for the same decision, where what was drawn first turned out not to be legal.
    #[inline]
    pub fn again_below(&mut self, n: u32) -> u32 {
        self.attempts += 1;
        self.draw.one_of(n, self.decisions - 1, self.attempts)
    }
}
