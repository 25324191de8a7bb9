//! Random numbers that do not depend on who draws them, or when: every game has a number, every
//! decision in it, and every try at that decision.

/// What decides in a random game.
pub trait Chance {
    /// One of so many, from 0, at a decision of the game and a try at it. A choice drawn may turn out
    /// not to be legal; then it is drawn again among the others.
    fn one_of(&mut self, many: u32, decision: u32, attempt: u32) -> u32;
}

/// The numbers of one game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Draw {
    game: u64,
}

/// Sebastiano Vigna's splitmix64, the finaliser of `java.util.SplittableRandom` (Steele, Lea, Flood,
/// "Fast splittable pseudorandom number generators", OOPSLA 2014): a counter, well mixed.
#[inline(always)]
fn mix(n: u64) -> u64 {
    let n = (n ^ (n >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let n = (n ^ (n >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ (n >> 31)
}

/// The odd number next to 2^64 divided by the golden ratio.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl Draw {
    pub fn of(seed: u64, game: u64) -> Draw {
        Draw { game: mix(mix(seed ^ STEP).wrapping_add(game.wrapping_mul(STEP))) }
    }
}

impl Chance for Draw {
    /// Of 2^32 numbers some come up once more than others.
    #[inline(always)]
    fn one_of(&mut self, many: u32, decision: u32, attempt: u32) -> u32 {
        let at = u64::from(decision) << 8 | u64::from(attempt & 0xff);
        let n = mix(self.game.wrapping_add(at.wrapping_mul(STEP)));
        (((n >> 32) * u64::from(many)) >> 32) as u32
    }
}
