//! One number of each of the games that are played side by side.
//!
//! What is done to a row is done to all games. The loops are written so that the compiler turns them
//! into a few wide instructions: no branches, a fixed length.

use crate::{Op, Pack};

/// Games side by side: so many that what it costs to go from step to step is little for each.
pub const GAMES: usize = 256;

/// A number of one game. Also `NONE` of its bits, or `ALL`: then it says no or yes.
pub trait Cell:
    Copy + PartialEq + Eq + Ord + Default + std::fmt::Debug + Send + Sync + 'static
{
    /// 0, or no.
    const NONE: Self;
    /// 1.
    const ONE: Self;
    /// All bits, or yes.
    const ALL: Self;
    /// The greatest.
    const GREATEST: u32;

    /// The number; of a greater one its lowest bits.
    fn of(n: u32) -> Self;
    /// The number.
    fn number(self) -> u32;
    /// The sum, without what is carried over.
    fn add(self, other: Self) -> Self;
    /// The difference, without what is borrowed.
    fn sub(self, other: Self) -> Self;
    /// The bits of both.
    fn and(self, other: Self) -> Self;
    /// The bits of either.
    fn or(self, other: Self) -> Self;
    /// The other bits.
    fn not(self) -> Self;
    /// Half, rounded down.
    fn half(self) -> Self;
    /// Does some steps with the games of a pack. Made once for each kind of numbers, here, so that the
    /// wide loops need not be made again by everyone who runs them.
    fn run(pack: &mut Pack<'_, Self>, ops: &[Op<Self>]);
}

macro_rules! cell {
    ($t:ty) => {
        impl Cell for $t {
            const NONE: $t = 0;
            const ONE: $t = 1;
            const ALL: $t = <$t>::MAX;
            const GREATEST: u32 = <$t>::MAX as u32;

            #[inline(always)]
            fn of(n: u32) -> $t {
                n as $t
            }
            #[inline(always)]
            fn number(self) -> u32 {
                u32::from(self)
            }
            #[inline(always)]
            fn add(self, other: $t) -> $t {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn sub(self, other: $t) -> $t {
                self.wrapping_sub(other)
            }
            #[inline(always)]
            fn and(self, other: $t) -> $t {
                self & other
            }
            #[inline(always)]
            fn or(self, other: $t) -> $t {
                self | other
            }
            #[inline(always)]
            fn not(self) -> $t {
                !self
            }
            #[inline(always)]
            fn half(self) -> $t {
                self >> 1
            }
            fn run(pack: &mut Pack<'_, $t>, ops: &[Op<$t>]) {
                pack.dispatch(ops);
            }
        }
    };
}

cell!(u8);
cell!(u16);

/// Yes or no.
#[inline(always)]
pub fn yes<T: Cell>(it: bool) -> T {
    if it { T::ALL } else { T::NONE }
}

/// The first where the answer is yes, else the second.
#[inline(always)]
pub fn pick<T: Cell>(answer: T, a: T, b: T) -> T {
    b.sub(b.sub(a).and(answer))
}

/// Numbers side by side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Row<T>(pub [T; GAMES]);

impl<T: Cell> Row<T> {
    /// 0, or no.
    pub const NONE: Row<T> = Row([T::NONE; GAMES]);
    /// All bits, or yes.
    pub const ALL: Row<T> = Row([T::ALL; GAMES]);

    /// Game by game.
    #[inline(always)]
    pub fn each(make: impl Fn(usize) -> T) -> Row<T> {
        let mut row = Row::NONE;
        for game in 0..GAMES {
            row.0[game] = make(game);
        }
        row
    }

    /// Whether any bit is set in any game.
    #[inline(always)]
    pub fn any(&self) -> bool {
        let mut any = T::NONE;
        for game in 0..GAMES {
            any = any.or(self.0[game]);
        }
        any != T::NONE
    }

    /// Does something for each game of which the answer is yes.
    #[inline(always)]
    pub fn for_each(&self, mut each: impl FnMut(usize)) {
        /// So many are looked at together: mostly it is few games that are looked for.
        const SOME: usize = 16;
        for (i, some) in self.0.chunks_exact(SOME).enumerate() {
            let mut any = T::NONE;
            for n in some {
                any = any.or(*n);
            }
            if any != T::NONE {
                for (game, n) in some.iter().enumerate() {
                    if *n != T::NONE {
                        each(i * SOME + game);
                    }
                }
            }
        }
    }

    /// Whether all bits are set in every game.
    #[inline(always)]
    pub fn is_all(&self) -> bool {
        let mut all = T::ALL;
        for n in &self.0 {
            all = all.and(*n);
        }
        all == T::ALL
    }

    /// In how many games it is that number.
    #[inline(always)]
    pub fn count(&self, n: T) -> u32 {
        self.0.iter().map(|it| u32::from(*it == n)).sum()
    }

    /// Whether the number of seeds fits between two, and is of that parity.
    #[inline(always)]
    pub fn within(&self, fit: &Fit<T>, under: &Row<T>) -> Row<T> {
        let Fit { least, span, odd } = *fit;
        match odd {
            None => Row::each(|g| yes::<T>(self.0[g].sub(least) <= span).and(under.0[g])),
            Some(odd) => Row::each(|g| {
                let n = self.0[g];
                let fits = (n.sub(least) <= span) & (n.and(T::ONE) == odd);
                yes::<T>(fits).and(under.0[g])
            }),
        }
    }
}

/// Which numbers fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fit<T> {
    /// The least.
    pub least: T,
    /// The greatest less the least.
    pub span: T,
    /// Only odd ones (1), or even ones (0).
    pub odd: Option<T>,
}
