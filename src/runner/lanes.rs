//! The lanes of one position, side by side.
//!
//! Numbers that fit into a byte are kept in registers of sixteen, so that all holes of a small board
//! are looked at, or sown, in one step; greater ones, and boards with more lanes, lie in plain rows.

use crate::program::{Lane, LaneSet, NumberRange, Parity};
use num_traits::{PrimInt, Unsigned};
use std::marker::PhantomData;
use wide::u8x16;

/// Numbers side by side.
pub(super) trait Lanes: Copy + PartialEq + Send + Sync + std::fmt::Debug + 'static {
    /// Some of them.
    type Set: Copy + PartialEq + Send + Sync + std::fmt::Debug;
    /// The greatest number of one.
    const GREATEST: u32;
    /// Seeds of one sowing that have a row of their own in its table; fewer where a row is long.
    const ROWS: usize = if size_of::<Self>() <= 128 { 47 } else { 23 };

    fn empty() -> Self;
    fn get(&self, lane: Lane) -> u32;
    fn put(&mut self, lane: Lane, value: u32);
    /// Adds lane by lane.
    fn add(&mut self, other: &Self);
    /// The sums, lane by lane.
    #[inline(always)]
    fn plus(&self, other: &Self) -> Self {
        let mut sums = *self;
        sums.add(other);
        sums
    }
    /// Takes away lane by lane, of which each holds as much.
    fn minus(&self, other: &Self) -> Self;
    /// Of goals, lane by lane, those that are above what is here, and not above what is there; 0 in the
    /// other lanes.
    fn crossed(&self, there: &Self, goals: &Self) -> Self;
    /// The set of some lanes.
    fn set(lanes: &LaneSet) -> Self::Set;
    fn with(set: Self::Set, lane: Lane) -> Self::Set;
    fn without(set: Self::Set, lane: Lane) -> Self::Set;
    /// Whether a lane is one of them.
    #[inline(always)]
    fn has(set: Self::Set, lane: Lane) -> bool {
        Self::without(set, lane) != set
    }
    /// Those of the set that hold so many.
    fn in_range(&self, set: Self::Set, range: &NumberRange) -> Self::Set;
    fn count(set: Self::Set) -> u32;
    fn union(a: Self::Set, b: Self::Set) -> Self::Set;
    /// Those of the set that hold something.
    fn occupied(&self, set: Self::Set) -> Self::Set;
    fn is_empty(set: Self::Set) -> bool;
    /// All lanes.
    fn all_lanes() -> Self::Set;
    fn intersection(a: Self::Set, b: Self::Set) -> Self::Set;
    /// The seeds of a set.
    fn sum(&self, set: Self::Set) -> u32;
    /// All bits in the lanes of a set.
    fn all_in(set: Self::Set) -> Self;
    /// The seeds of the lanes in which all bits are set; together no more than a lane can hold.
    fn sum_of(&self, lanes: &Self) -> u32;
    /// Whether the lanes in which all bits are set hold other numbers.
    fn differs_in(&self, other: &Self, lanes: &Self) -> bool;
    /// 0 in the lanes in which all bits are set.
    fn clear(&mut self, lanes: &Self);
    /// Adds to one lane.
    fn add_to(&mut self, lane: Lane, more: u32);
    /// The lanes that hold at least so many, and at most so many more.
    fn within(&self, least: &Self, span: &Self) -> Self::Set;
    /// Whether all lanes do.
    fn all_within(&self, least: &Self, span: &Self) -> bool;
    /// Whether some lane does.
    fn some_within(&self, least: &Self, span: &Self) -> bool;
    /// Of neighbouring lanes the first, from the greatest number down if `down`, as long as they are
    /// in the set.
    fn leading(fit: Self::Set, lanes: Self::Set, down: bool) -> Self::Set;
    fn each(set: Self::Set) -> impl Iterator<Item = Lane>;
    /// A number that equal lanes share, and others mostly do not.
    fn hash(&self) -> u32;
    /// 0 in all lanes but those.
    fn masked(&self, set: Self::Set) -> Self;
}

/// The odd number next to 2^64 divided by the golden ratio: it spreads the bits of what it is
/// multiplied by.
const GOLDEN_64: u64 = 0x9e37_79b9_7f4a_7c15;

/// `K` times sixteen lanes of a byte. A bit of `S` stands for each in a set of them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct ByteLanes<const K: usize, S = u64>([u8x16; K], PhantomData<S>);

/// A number with a bit for each lane.
pub(super) trait MaskInt:
    PrimInt + Unsigned + Send + Sync + std::fmt::Debug + 'static
{
}
impl<S: PrimInt + Unsigned + Send + Sync + std::fmt::Debug + 'static> MaskInt for S {}

/// All bits in one of sixteen lanes. A lane that is written by itself would have to be in memory
/// before the register can be read again, which is slow.
static ONLY: [u8x16; 16] = {
    let mut only = [u8x16::ZERO; 16];
    let mut at = 0;
    while at < 16 {
        let mut lanes = [0; 16];
        lanes[at] = u8::MAX;
        only[at] = u8x16::new(lanes);
        at += 1;
    }
    only
};

impl<const K: usize, S: MaskInt> ByteLanes<K, S> {
    #[inline(always)]
    fn split(lane: Lane) -> (usize, usize) {
        let i = lane.index();
        // The remainder tells the compiler that the index is good.
        (i / 16 % K, i % 16)
    }

    /// The bit of a lane.
    #[inline(always)]
    fn bit(lane: Lane) -> S {
        S::one() << (lane.index() % (16 * K))
    }

    /// The bits of sixteen lanes, in the place of their row.
    #[inline(always)]
    fn bits(row: usize, sixteen: u32) -> S {
        // Sixteen bits fit into every kind of set.
        S::from(sixteen & 0xffff).unwrap_or_else(S::zero) << (16 * row)
    }
}

/// A byte in eight bytes.
const SAME: u64 = 0x0101_0101_0101_0101;
/// In each lane the bit that stands for it in a set, in its half.
const BIT: u8x16 = u8x16::new([1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128]);

/// The sum of sixteen bytes, if it is one: a product has it in its last byte.
#[inline(always)]
fn sum(bytes: u8x16) -> u32 {
    let whole = u128::from_le_bytes(bytes.to_array());
    let halves = (whole as u64).wrapping_add((whole >> 64) as u64);
    (halves.wrapping_mul(SAME) >> 56) as u32
}

#[inline(always)]
fn byte(n: i64) -> u8 {
    n.clamp(0, 255) as u8
}

impl<const K: usize, S: MaskInt> Lanes for ByteLanes<K, S> {
    type Set = S;
    const GREATEST: u32 = 255;

    fn empty() -> Self {
        ByteLanes([u8x16::ZERO; K], PhantomData)
    }

    #[inline(always)]
    fn get(&self, lane: Lane) -> u32 {
        let (row, at) = Self::split(lane);
        u32::from(self.0[row].to_array()[at])
    }

    #[inline(always)]
    fn put(&mut self, lane: Lane, value: u32) {
        let (row, at) = Self::split(lane);
        self.0[row] = (self.0[row] & !ONLY[at]) | (u8x16::splat(value as u8) & ONLY[at]);
    }

    #[inline(always)]
    fn add(&mut self, other: &Self) {
        for row in 0..K {
            self.0[row] += other.0[row];
        }
    }

    #[inline(always)]
    fn minus(&self, other: &Self) -> Self {
        let mut left = *self;
        for row in 0..K {
            left.0[row] -= other.0[row];
        }
        left
    }

    #[inline(always)]
    fn crossed(&self, there: &Self, goals: &Self) -> Self {
        let mut passed = *goals;
        for row in 0..K {
            let goal = goals.0[row];
            passed.0[row] &= goal.simd_le(there.0[row]) & !goal.simd_le(self.0[row]);
        }
        passed
    }

    #[inline(always)]
    fn set(lanes: &LaneSet) -> S {
        let mut set = S::zero();
        for (at, word) in lanes.0.iter().enumerate().take_while(|(at, _)| 64 * at < 16 * K) {
            set = set | S::from(*word).unwrap_or_else(S::zero) << (64 * at);
        }
        set
    }

    #[inline(always)]
    fn with(set: S, lane: Lane) -> S {
        set | Self::bit(lane)
    }

    #[inline(always)]
    fn without(set: S, lane: Lane) -> S {
        set & !Self::bit(lane)
    }

    #[inline(always)]
    fn in_range(&self, set: S, range: &NumberRange) -> S {
        if range.least > 255 || range.is_empty() {
            return S::zero();
        }
        let least = u8x16::splat(byte(range.least));
        let span = u8x16::splat(byte(range.most) - byte(range.least));
        let mut found = S::zero();
        for row in 0..K {
            let mut fits = (self.0[row] - least).simd_le(span);
            if range.parity != Parity::Any {
                let odd = (self.0[row] & u8x16::splat(1)).simd_eq(u8x16::splat(1));
                fits &= if range.parity == Parity::Odd { odd } else { !odd };
            }
            found = found | Self::bits(row, fits.to_bitmask());
        }
        found & set
    }

    #[inline(always)]
    fn occupied(&self, set: S) -> S {
        let mut found = S::zero();
        for row in 0..K {
            let empty = self.0[row].simd_eq(u8x16::ZERO).to_bitmask();
            found = found | Self::bits(row, !empty);
        }
        found & set
    }

    #[inline(always)]
    fn is_empty(set: S) -> bool {
        set.is_zero()
    }

    #[inline(always)]
    fn all_lanes() -> S {
        S::max_value()
    }

    #[inline(always)]
    fn intersection(a: S, b: S) -> S {
        a & b
    }

    #[inline(always)]
    fn count(set: S) -> u32 {
        set.count_ones()
    }

    #[inline(always)]
    fn union(a: S, b: S) -> S {
        a | b
    }

    #[inline(always)]
    fn sum(&self, set: S) -> u32 {
        Self::each(set).map(|lane| self.get(lane)).sum()
    }

    #[inline(always)]
    fn all_in(set: S) -> Self {
        let mut all = Self::empty();
        for row in 0..K {
            let bits = (set >> (16 * row)).to_u128().unwrap_or_default() as u16;
            let [first, second] = [u64::from(bits & 0xff) * SAME, u64::from(bits >> 8) * SAME];
            let each = u128::from(first) | (u128::from(second) << 64);
            all.0[row] = (u8x16::new(each.to_le_bytes()) & BIT).simd_eq(BIT);
        }
        all
    }

    #[inline(always)]
    fn sum_of(&self, lanes: &Self) -> u32 {
        (0..K).map(|row| sum(self.0[row] & lanes.0[row])).sum()
    }

    #[inline(always)]
    fn differs_in(&self, other: &Self, lanes: &Self) -> bool {
        let mut same = !u8x16::ZERO;
        for row in 0..K {
            same &= ((self.0[row] ^ other.0[row]) & lanes.0[row]).simd_eq(u8x16::ZERO);
        }
        !same.all()
    }

    #[inline(always)]
    fn clear(&mut self, lanes: &Self) {
        for row in 0..K {
            self.0[row] &= !lanes.0[row];
        }
    }

    #[inline(always)]
    fn add_to(&mut self, lane: Lane, more: u32) {
        let (row, at) = Self::split(lane);
        self.0[row] += u8x16::splat(more as u8) & ONLY[at];
    }

    #[inline(always)]
    fn within(&self, least: &Self, span: &Self) -> S {
        let mut found = S::zero();
        for row in 0..K {
            let fits = (self.0[row] - least.0[row]).simd_le(span.0[row]);
            found = found | Self::bits(row, fits.to_bitmask());
        }
        found
    }

    #[inline(always)]
    fn all_within(&self, least: &Self, span: &Self) -> bool {
        let mut all = !u8x16::ZERO;
        for row in 0..K {
            all &= (self.0[row] - least.0[row]).simd_le(span.0[row]);
        }
        all.all()
    }

    #[inline(always)]
    fn some_within(&self, least: &Self, span: &Self) -> bool {
        let mut some = u8x16::ZERO;
        for row in 0..K {
            some |= (self.0[row] - least.0[row]).simd_le(span.0[row]);
        }
        some.any()
    }

    #[inline(always)]
    fn leading(fit: S, lanes: S, down: bool) -> S {
        let other = lanes & !fit;
        if other.is_zero() {
            lanes
        } else if down {
            lanes & !(S::max_value() >> other.leading_zeros() as usize)
        } else {
            lanes & !(S::max_value() << other.trailing_zeros() as usize)
        }
    }

    #[inline(always)]
    fn each(set: S) -> impl Iterator<Item = Lane> {
        let mut left = set;
        std::iter::from_fn(move || {
            if left.is_zero() {
                return None;
            }
            let at = left.trailing_zeros();
            left = left & (left - S::one());
            Some(Lane(at as u8))
        })
    }

    #[inline(always)]
    fn hash(&self) -> u32 {
        let mut number = 0_u64;
        for row in self.0 {
            let whole = u128::from_le_bytes(row.to_array());
            for half in [whole as u64, (whole >> 64) as u64] {
                number = (number ^ half).wrapping_mul(GOLDEN_64).rotate_left(29);
            }
        }
        (number >> 32) as u32 ^ number as u32
    }

    fn masked(&self, set: S) -> Self {
        let (mut only, all) = (*self, Self::all_in(set));
        for row in 0..K {
            only.0[row] &= all.0[row];
        }
        only
    }
}

/// `N` lanes of two bytes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct WordLanes<const N: usize>([u16; N]);

impl<const N: usize> WordLanes<N> {
    #[inline(always)]
    fn fits(&self, least: &Self, span: &Self, lane: usize) -> bool {
        self.0[lane].wrapping_sub(least.0[lane]) <= span.0[lane]
    }
}

impl<const N: usize> Lanes for WordLanes<N> {
    type Set = LaneSet;
    const GREATEST: u32 = 65_535;

    fn empty() -> Self {
        WordLanes([0; N])
    }

    fn get(&self, lane: Lane) -> u32 {
        u32::from(self.0[lane.index() % N])
    }

    fn put(&mut self, lane: Lane, value: u32) {
        self.0[lane.index() % N] = value as u16;
    }

    fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a = a.wrapping_add(b));
    }

    fn minus(&self, other: &Self) -> Self {
        let mut left = *self;
        left.0.iter_mut().zip(other.0).for_each(|(a, b)| *a = a.wrapping_sub(b));
        left
    }

    fn crossed(&self, there: &Self, goals: &Self) -> Self {
        let passed = |i: usize| self.0[i] < goals.0[i] && goals.0[i] <= there.0[i];
        WordLanes(std::array::from_fn(|i| if passed(i) { goals.0[i] } else { 0 }))
    }

    fn set(lanes: &LaneSet) -> LaneSet {
        *lanes
    }

    fn with(mut set: LaneSet, lane: Lane) -> LaneSet {
        set.insert(lane);
        set
    }

    fn without(set: LaneSet, lane: Lane) -> LaneSet {
        set.iter().filter(|l| *l != lane).collect()
    }

    fn in_range(&self, set: LaneSet, range: &NumberRange) -> LaneSet {
        set.iter().filter(|lane| range.fits(i64::from(self.get(*lane)))).collect()
    }

    fn occupied(&self, set: LaneSet) -> LaneSet {
        let here = set.iter().filter(|lane| lane.index() < N);
        here.filter(|lane| self.get(*lane) > 0).collect()
    }

    fn is_empty(set: LaneSet) -> bool {
        set.is_empty()
    }

    fn all_lanes() -> LaneSet {
        LaneSet([u64::MAX; 4])
    }

    fn intersection(a: LaneSet, b: LaneSet) -> LaneSet {
        a.intersection(b)
    }

    fn count(set: LaneSet) -> u32 {
        set.len() as u32
    }

    fn union(a: LaneSet, b: LaneSet) -> LaneSet {
        a.union(b)
    }

    fn sum(&self, set: LaneSet) -> u32 {
        set.iter().map(|lane| self.get(lane)).sum()
    }

    fn all_in(set: LaneSet) -> Self {
        let mut all = Self::empty();
        set.iter().for_each(|lane| all.put(lane, 65_535));
        all
    }

    fn sum_of(&self, lanes: &Self) -> u32 {
        self.0.iter().zip(lanes.0).map(|(n, all)| u32::from(n & all)).sum()
    }

    fn differs_in(&self, other: &Self, lanes: &Self) -> bool {
        (0..N).fold(false, |some, i| some | ((self.0[i] ^ other.0[i]) & lanes.0[i] > 0))
    }

    fn clear(&mut self, lanes: &Self) {
        self.0.iter_mut().zip(lanes.0).for_each(|(n, all)| *n &= !all);
    }

    fn add_to(&mut self, lane: Lane, more: u32) {
        self.put(lane, self.get(lane) + more);
    }

    fn within(&self, least: &Self, span: &Self) -> LaneSet {
        let fits = |i: &usize| self.fits(least, span, *i);
        (0..N).filter(fits).map(|i| Lane(i as u8)).collect()
    }

    fn all_within(&self, least: &Self, span: &Self) -> bool {
        (0..N).fold(true, |all, i| all & self.fits(least, span, i))
    }

    fn some_within(&self, least: &Self, span: &Self) -> bool {
        (0..N).fold(false, |some, i| some | self.fits(least, span, i))
    }

    fn leading(fit: LaneSet, lanes: LaneSet, down: bool) -> LaneSet {
        let other = lanes.iter().filter(|lane| !fit.contains(*lane));
        let Some(bound) = (if down { other.max() } else { other.min() }) else { return lanes };
        lanes.iter().filter(|lane| if down { *lane > bound } else { *lane < bound }).collect()
    }

    fn each(set: LaneSet) -> impl Iterator<Item = Lane> {
        set.iter()
    }

    fn hash(&self) -> u32 {
        let mix =
            |number: u64, n: &u16| (number ^ u64::from(*n)).wrapping_mul(GOLDEN_64).rotate_left(29);
        let number = self.0.iter().fold(0, mix);
        (number >> 32) as u32 ^ number as u32
    }

    fn masked(&self, set: LaneSet) -> Self {
        let mut only = Self::empty();
        set.iter().for_each(|lane| only.put(lane, self.get(lane)));
        only
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Numbers of some lanes, bounds for them, a set of lanes, and neighbours from one to another.
    #[derive(Clone, Debug)]
    struct LaneCase {
        numbers: Vec<u8>,
        bounds: Vec<(u8, u8)>,
        set: Vec<bool>,
        neighbours: (usize, usize),
    }

    /// So many lanes, which together hold no more than a byte can.
    fn asked(lanes: usize) -> impl Strategy<Value = LaneCase> {
        let most = (255 / lanes) as u8;
        let numbers = proptest::collection::vec(0..=most, lanes);
        // Most fit, so that at times all do.
        let bounds = proptest::collection::vec((0..2_u8, (most - 1)..=most), lanes);
        let set = proptest::collection::vec(any::<bool>(), lanes);
        (numbers, bounds, set, (0..lanes, 0..lanes)).prop_map(|(numbers, bounds, set, (a, b))| {
            LaneCase { numbers, bounds, set, neighbours: (a.min(b), a.max(b)) }
        })
    }

    /// What is told of them.
    #[derive(PartialEq, Debug)]
    struct LaneResults {
        sets: [Vec<Lane>; 5],
        sums: [u32; 2],
        answers: [bool; 3],
        numbers: [Vec<u32>; 4],
    }

    fn laid<L: Lanes>(numbers: impl Iterator<Item = u32>) -> L {
        let mut lanes = L::empty();
        (0..).zip(numbers).for_each(|(at, n)| lanes.put(Lane(at), n));
        lanes
    }

    fn told<L: Lanes>(asked: &LaneCase) -> LaneResults {
        let every = || (0..asked.numbers.len()).map(|at| Lane(at as u8));
        let lanes: L = laid(asked.numbers.iter().map(|n| u32::from(*n)));
        let least: L = laid(asked.bounds.iter().map(|(least, _)| u32::from(*least)));
        let span: L = laid(asked.bounds.iter().map(|(_, span)| u32::from(*span)));
        let set = L::set(&every().filter(|lane| asked.set[lane.index()]).collect());
        let (first, last) = asked.neighbours;
        let neighbours = L::set(&(first..=last).map(|at| Lane(at as u8)).collect());
        let mask = L::all_in(set);
        let (mut cleared, mut more) = (lanes, lanes);
        cleared.clear(&mask);
        more.add_to(Lane(first as u8), 1);
        let here = L::set(&every().collect());
        let of = |set| L::each(set).collect();
        let numbers = |lanes: &L| every().map(|lane| lanes.get(lane)).collect();
        LaneResults {
            sets: [
                of(lanes.occupied(here)),
                of(L::intersection(here, lanes.within(&least, &span))),
                of(L::leading(set, neighbours, false)),
                of(L::leading(set, neighbours, true)),
                of(lanes.in_range(set, &NumberRange::at_least(1))),
            ],
            sums: [lanes.sum(set), lanes.sum_of(&mask)],
            answers: [
                lanes.all_within(&least, &span),
                lanes.some_within(&least, &span),
                lanes.differs_in(&more, &mask),
            ],
            numbers: [
                numbers(&cleared),
                numbers(&more),
                numbers(&lanes.plus(&least)),
                numbers(&lanes.masked(set)),
            ],
        }
    }

    proptest! {
        #[test]
        fn lanes_of_bytes_tell_what_plain_rows_do(few in asked(16), many in asked(64)) {
            prop_assert_eq!(told::<ByteLanes<1, u64>>(&few), told::<WordLanes<16>>(&few));
            prop_assert_eq!(told::<ByteLanes<4, u64>>(&many), told::<WordLanes<64>>(&many));
            prop_assert_eq!(told::<ByteLanes<4, u128>>(&many), told::<WordLanes<64>>(&many));
        }

        #[test]
        fn leading_lanes_are_those_before_the_first_that_is_not_meant(asked in asked(16)) {
            let (first, last) = asked.neighbours;
            let fits = |at: &usize| asked.set[*at];
            let up: Vec<usize> = (first..=last).take_while(fits).collect();
            let mut down: Vec<usize> = (first..=last).rev().take_while(fits).collect();
            down.reverse();
            let told = told::<ByteLanes<1, u64>>(&asked);
            let lanes = |at: Vec<usize>| -> Vec<Lane> {
                at.into_iter().map(|at| Lane(at as u8)).collect()
            };
            prop_assert_eq!(&told.sets[2], &lanes(up));
            prop_assert_eq!(&told.sets[3], &lanes(down));
        }
    }
}
