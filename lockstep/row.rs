//! Rows: one number for each of the games of a pack.
//!
//! An operation on a row runs in all games. The loops have a fixed length and no branches, so that the
//! compiler turns them into a few wide instructions.

use crate::{Op, Pack};

/// Games of a pack: enough that the cost of dispatching an op is small for each.
pub const GAMES: usize = 256;

/// A game's index in a pack is one byte.
const _: () = assert!(GAMES == 1 + u8::MAX as usize);

/// The number of one game. As a mask, `NONE` is false and `ALL` is true.
pub trait CellValue:
    Copy + PartialEq + Eq + Ord + Default + std::fmt::Debug + Send + Sync + 'static
{
    /// 0, or false.
    const NONE: Self;
    /// 1.
    const ONE: Self;
    /// All bits, or true.
    const ALL: Self;
    /// The greatest number.
    const GREATEST: u32;

    /// From a number, truncated.
    fn of(n: u32) -> Self;
    /// As a number.
    fn number(self) -> u32;
    /// Wrapping addition.
    fn add(self, other: Self) -> Self;
    /// Wrapping subtraction.
    fn sub(self, other: Self) -> Self;
    /// Bitwise and.
    fn and(self, other: Self) -> Self;
    /// Bitwise or.
    fn or(self, other: Self) -> Self;
    /// Bitwise complement.
    fn not(self) -> Self;
    /// Half, rounded down.
    fn half(self) -> Self;
    /// Runs ops on a pack. Implemented here once for each cell type, so that the wide loops are not compiled
    /// again in every crate that runs them.
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

/// A mask from a condition.
#[inline(always)]
pub fn mask<T: CellValue>(condition: bool) -> T {
    if condition { T::ALL } else { T::NONE }
}

/// `a` where the mask is set, else `b`.
#[inline(always)]
pub fn select<T: CellValue>(mask: T, a: T, b: T) -> T {
    b.sub(b.sub(a).and(mask))
}

/// Games processed at a time: a part of a byte row fits one of the widest registers.
pub(crate) const PART: usize = 64;

/// Parts of a row.
pub(crate) const PARTS: usize = GAMES / PART;

/// Parts processed together where a loop keeps much state for each game: more would not fit the registers.
pub(crate) const UNROLL: usize = PARTS / 2;

/// The numbers of some of the games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub(crate) struct RowPart<T>(pub [T; PART]);

impl<T: CellValue> RowPart<T> {
    pub const NONE: RowPart<T> = RowPart([T::NONE; PART]);

    /// Computes each game's number.
    #[inline(always)]
    pub fn each(make: impl Fn(usize) -> T) -> RowPart<T> {
        let mut part = RowPart::NONE;
        for (game, n) in part.0.iter_mut().enumerate() {
            *n = make(game);
        }
        part
    }

    /// The games in which the number is not 0, one bit each.
    #[inline(always)]
    pub fn bits(&self) -> u64 {
        let mut flags = [0_u8; PART];
        for (flag, n) in flags.iter_mut().zip(&self.0) {
            *flag = u8::from(*n != T::NONE);
        }
        let eights = flags.as_chunks().0.iter().enumerate();
        eights
            .fold(0, |bits, (i, eight)| bits | pack_low_bits(u64::from_le_bytes(*eight)) << (8 * i))
    }

    /// Whether the number is 0 in every game.
    #[inline(always)]
    pub fn is_none(&self) -> bool {
        let mut any = T::NONE;
        for n in &self.0 {
            any = any.or(*n);
        }
        any == T::NONE
    }
}

/// Gathers the lowest bits of eight bytes: the product puts each in a place of its own in the highest byte
/// (Hacker's Delight, 2nd ed., 7-7).
#[inline(always)]
fn pack_low_bits(bytes: u64) -> u64 {
    bytes.wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// One number for each game of a pack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row<T>(pub(crate) [RowPart<T>; PARTS]);

impl<T: CellValue> Row<T> {
    /// 0, or false.
    pub(crate) const NONE: Row<T> = Row([RowPart::NONE; PARTS]);

    /// The number of a game.
    #[inline(always)]
    pub fn at(&self, game: usize) -> T {
        self.0[game / PART].0[game % PART]
    }

    /// Sets the number of a game.
    pub(crate) fn put(&mut self, game: usize, n: T) {
        self.0[game / PART].0[game % PART] = n;
    }

    /// Whether the number is not 0 in some game.
    #[inline(always)]
    pub fn any(&self) -> bool {
        let mut any = RowPart::<T>::NONE;
        for part in &self.0 {
            any = RowPart::each(|g| any.0[g].or(part.0[g]));
        }
        !any.is_none()
    }

    /// The first game in which the number is not 0.
    #[inline(always)]
    pub(crate) fn first_set(&self) -> Option<usize> {
        let mut parts = self.0.iter().enumerate().map(|(p, part)| (p, part.bits()));
        let (p, bits) = parts.find(|(_, bits)| *bits != 0)?;
        Some(p * PART + bits.trailing_zeros() as usize)
    }

    /// Visits the games in which the number is not 0.
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

/// A range of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellRange<T> {
    /// Lower bound.
    pub least: T,
    /// Upper bound minus lower bound.
    pub span: T,
    /// Only odd numbers (1), or only even ones (0).
    pub odd: Option<T>,
}

impl<T: CellValue> CellRange<T> {
    /// Mask: a number is in the range.
    #[inline(always)]
    pub(crate) fn matches_mask(&self, n: T) -> T {
        let near = n.sub(self.least) <= self.span;
        match self.odd {
            None => mask(near),
            Some(odd) => mask(near & (n.and(T::ONE) == odd)),
        }
    }
}
