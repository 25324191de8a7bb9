//! One number of each of the games that are played side by side.
//!
//! What is done to a row is done to all games. The loops are written so that the compiler turns them
//! into a few wide instructions: no branches, a fixed length.

use crate::{Op, Pack};

/// Games side by side: so many that what it costs to go from step to step is little for each.
pub const GAMES: usize = 256;

/// A game of a pack has a number of one byte.
const _: () = assert!(GAMES == 1 + u8::MAX as usize);

/// A number of one game. Also `NONE` of its bits, or `ALL`: then it says no or yes.
pub trait CellValue:
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
        impl CellValue for $t {
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
pub fn mask<T: CellValue>(it: bool) -> T {
    if it { T::ALL } else { T::NONE }
}

/// The first where the answer is yes, else the second.
#[inline(always)]
pub fn select<T: CellValue>(answer: T, a: T, b: T) -> T {
    b.sub(b.sub(a).and(answer))
}

/// So many games are done at a time: a part of a row of bytes fits into one of the widest registers.
pub(crate) const PART: usize = 64;

/// Parts of a row.
pub(crate) const PARTS: usize = GAMES / PART;

/// So many parts are gone through place by place together where much is known of each game: of more not
/// all would stay in the registers.
pub(crate) const UNROLL: usize = PARTS / 2;

/// The numbers of some of the games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub(crate) struct RowPart<T>(pub [T; PART]);

impl<T: CellValue> RowPart<T> {
    pub const NONE: RowPart<T> = RowPart([T::NONE; PART]);

    /// Game by game.
    #[inline(always)]
    pub fn each(make: impl Fn(usize) -> T) -> RowPart<T> {
        let mut part = RowPart::NONE;
        for (game, n) in part.0.iter_mut().enumerate() {
            *n = make(game);
        }
        part
    }

    /// The games of which the answer is not no, a bit each.
    #[inline(always)]
    pub fn bits(&self) -> u64 {
        let mut answers = [0_u8; PART];
        for (answer, n) in answers.iter_mut().zip(&self.0) {
            *answer = u8::from(*n != T::NONE);
        }
        let eights = answers.as_chunks().0.iter().enumerate();
        eights
            .fold(0, |bits, (i, eight)| bits | pack_low_bits(u64::from_le_bytes(*eight)) << (8 * i))
    }

    /// Whether the answer is no in every game.
    #[inline(always)]
    pub fn is_none(&self) -> bool {
        let mut any = T::NONE;
        for n in &self.0 {
            any = any.or(*n);
        }
        any == T::NONE
    }
}

/// The lowest bits of eight bytes side by side: by the product each comes to a place of its own in the
/// highest byte (Hacker's Delight, 2nd ed., 7-7).
#[inline(always)]
fn pack_low_bits(bytes: u64) -> u64 {
    bytes.wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// Numbers side by side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row<T>(pub(crate) [RowPart<T>; PARTS]);

impl<T: CellValue> Row<T> {
    /// 0, or no.
    pub(crate) const NONE: Row<T> = Row([RowPart::NONE; PARTS]);

    /// The number of a game.
    #[inline(always)]
    pub fn at(&self, game: usize) -> T {
        self.0[game / PART].0[game % PART]
    }

    /// A game has that number.
    pub(crate) fn put(&mut self, game: usize, n: T) {
        self.0[game / PART].0[game % PART] = n;
    }

    /// Whether any bit is set in any game.
    #[inline(always)]
    pub fn any(&self) -> bool {
        let mut any = RowPart::<T>::NONE;
        for part in &self.0 {
            any = RowPart::each(|g| any.0[g].or(part.0[g]));
        }
        !any.is_none()
    }

    /// The first game of which the answer is yes.
    #[inline(always)]
    pub(crate) fn first_set(&self) -> Option<usize> {
        let mut parts = self.0.iter().enumerate().map(|(p, part)| (p, part.bits()));
        let (p, bits) = parts.find(|(_, bits)| *bits != 0)?;
        Some(p * PART + bits.trailing_zeros() as usize)
    }

    /// Does something for each game of which the answer is yes.
    #[inline(always)]
    pub fn for_each(&self, mut each: impl FnMut(u8)) {
        for (p, part) in self.0.iter().enumerate() {
            let mut bits = part.bits();
            while bits != 0 {
                each((p * PART) as u8 + bits.trailing_zeros() as u8);
                bits &= bits - 1;
            }
        }
    }
}

/// Which numbers fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellRange<T> {
    /// The least.
    pub least: T,
    /// The greatest less the least.
    pub span: T,
    /// Only odd ones (1), or even ones (0).
    pub odd: Option<T>,
}

impl<T: CellValue> CellRange<T> {
    /// Whether a number fits.
    #[inline(always)]
    pub(crate) fn matches_mask(&self, n: T) -> T {
        let near = n.sub(self.least) <= self.span;
        match self.odd {
            None => mask(near),
            Some(odd) => mask(near & (n.and(T::ONE) == odd)),
        }
    }
}
