//! Counter-based random numbers: a draw depends on the sample's seed, the game, the decision and the attempt,
//! not on who draws or when.

use crate::row::GAMES;

/// Random numbers of one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GameRng {
    low: u32,
    high: u32,
}

/// Random numbers of the games of a pack, with their current decisions.
#[derive(Clone, Debug)]
pub struct PackRng {
    /// Counter at the first decision, and now.
    start: [u32; GAMES],
    pub(crate) counter: [u32; GAMES],
    pub(crate) high: [u32; GAMES],
}

/// Of no games.
impl Default for PackRng {
    fn default() -> PackRng {
        PackRng { start: [0; GAMES], counter: [0; GAMES], high: [0; GAMES] }
    }
}

impl PackRng {
    /// Starts a game with these random numbers.
    #[inline]
    pub fn set_game(&mut self, game: usize, draw: GameRng) {
        (self.start[game], self.counter[game], self.high[game]) = (draw.low, draw.low, draw.high);
    }

    /// The random numbers of a game.
    #[inline]
    pub fn game(&self, game: usize) -> GameRng {
        GameRng { low: self.start[game], high: self.high[game] }
    }

    /// Skips decisions of a game.
    #[inline]
    pub fn add_decisions(&mut self, game: usize, many: u32) {
        self.counter[game] = self.counter[game].wrapping_add(GOLDEN_32.wrapping_mul(many));
    }

    /// Number of decisions made in a game.
    #[inline]
    pub fn decisions(&self, game: usize) -> u32 {
        self.counter[game].wrapping_sub(self.start[game]).wrapping_mul(STEP_INVERSE)
    }
}

/// Sebastiano Vigna's splitmix64, the finaliser of `java.util.SplittableRandom` (Steele, Lea, Flood,
/// "Fast splittable pseudorandom number generators", OOPSLA 2014): a counter, well mixed.
#[inline(always)]
pub(crate) fn mix(n: u64) -> u64 {
    let n = (n ^ (n >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let n = (n ^ (n >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ (n >> 31)
}

/// The odd number next to 2^64 divided by the golden ratio.
const GOLDEN_64: u64 = 0x9e37_79b9_7f4a_7c15;

/// The odd number next to 2^32 divided by the golden ratio.
pub(crate) const GOLDEN_32: u32 = 0x9e37_79b9;

/// Multiplicative inverse of [`GOLDEN_32`] modulo 2^32 (Newton's method doubles the number of correct bits).
const STEP_INVERSE: u32 = {
    let mut inverse = GOLDEN_32;
    let mut bits = 3;
    while bits < 32 {
        inverse = inverse.wrapping_mul(2_u32.wrapping_sub(GOLDEN_32.wrapping_mul(inverse)));
        bits *= 2;
    }
    inverse
};

/// Odd increment for attempts, unrelated to [`GOLDEN_32`].
const TRY_STEP: u32 = 0x85eb_ca6b;

/// Random numbers of all games of a sample.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SampleSeed(u64);

impl SampleSeed {
    /// From a random seed.
    pub fn from_seed(seed: u64) -> SampleSeed {
        SampleSeed(mix(seed ^ GOLDEN_64))
    }

    /// The random numbers of a game.
    #[inline]
    pub fn game(self, game: u64) -> GameRng {
        let key = mix(self.0.wrapping_add(game.wrapping_mul(GOLDEN_64)));
        GameRng { low: key as u32, high: (key >> 32) as u32 }
    }
}

impl GameRng {
    /// The random numbers of a game of a sample.
    pub fn for_game(seed: u64, game: u64) -> GameRng {
        SampleSeed::from_seed(seed).game(game)
    }

    /// A random index below `many` (at most 255), for a decision of the game and an attempt at it. A drawn
    /// choice may turn out to be illegal; then another attempt is made among the rest.
    ///
    /// A counter of 32 bits, begun anywhere and mixed twice with the game's key between: Chris Wellons'
    /// two rounds ("Prospecting for hash functions", 2018, `lowbias32`). It does without wide products,
    /// so that many games can draw at once. Of its 2^24 numbers some come up once more than others.
    #[inline(always)]
    pub fn one_of(self, many: u32, decision: u32, attempt: u32) -> u32 {
        debug_assert!(many < 256, "so many cannot be drawn evenly");
        let at = decision.wrapping_mul(GOLDEN_32).wrapping_add(attempt.wrapping_mul(TRY_STEP));
        GameRng::index_at(self.low.wrapping_add(at), self.high, many)
    }

    /// The same, for a given counter value.
    #[inline(always)]
    pub(crate) fn index_at(at: u32, high: u32, many: u32) -> u32 {
        let n = (at ^ (at >> 16)).wrapping_mul(0x7feb_352d);
        let n = (n ^ (n >> 15)).wrapping_add(high).wrapping_mul(0x846c_a68b);
        let n = n ^ (n >> 16);
        (n >> 8).wrapping_mul(many) >> 24
    }
}
