//! Chance for all contestants alike.

/// Marsaglia's xorshift with 32 bits of state (G. Marsaglia, "Xorshift RNGs", Journal of
/// Statistical Software 8(14), 2003): small enough that a program that plays many games at once
/// can keep one for every game.
///
/// Every game has a generator of its own, made from the game's number. So it does not matter in
/// which order, or how many at once, a program plays the games: they are the same games.
#[derive(Clone, Copy, Debug)]
pub struct Random(u32);

impl Random {
    /// The generator of a game.
    #[inline]
    pub fn of_game(number: u32) -> Random {
        // The finalizer of MurmurHash3 is one to one: different games begin differently, and only
        // one of them with zero, from which xorshift would never get away.
        let mut x = number.wrapping_add(0x9e37_79b9);
        x = (x ^ x >> 16).wrapping_mul(0x85eb_ca6b);
        x = (x ^ x >> 13).wrapping_mul(0xc2b2_ae35);
        x ^= x >> 16;
        Random(if x == 0 { 1 } else { x })
    }

    /// A number below `n`, which is at most 65536. Where `n` is no power of two, some numbers are
    /// drawn more often than others by one part in 65536 / `n` at the most.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        ((self.0 >> 16) * n) >> 16
    }
}
