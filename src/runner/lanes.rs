//! The lanes of one position: an array of small numbers.
//!
//! Numbers that fit a byte are kept in registers of sixteen lanes, so that all holes of a small board are
//! compared, or sown, in one step. Larger numbers, and boards with more lanes, use plain arrays.

use crate::program::{Lane, LaneSet, NumberRange, Parity};
use num_traits::{PrimInt, Unsigned};
use std::marker::PhantomData;
use wide::u8x16;

/// An array of lanes with vector operations.
pub(super) trait Lanes: Copy + PartialEq + Send + Sync + std::fmt::Debug + 'static {
    /// A set of lanes.
    type Set: Copy + PartialEq + Send + Sync + std::fmt::Debug;
    /// The greatest value of a lane.
    const GREATEST: u32;
    /// Greatest number of seeds with a row of its own in sowing tables; smaller where a row is large.
    const ROWS: usize = if size_of::<Self>() <= 128 { 47 } else { 23 };

    fn empty() -> Self;
    /// From the value of each lane, in order. Values must fit; lanes without one are 0.
    fn of_values(values: &[u32]) -> Self;
    /// The value of each lane, in order, into `values`.
    fn copy_to(&self, values: &mut [u32]);
    fn get(&self, lane: Lane) -> u32;
    fn put(&mut self, lane: Lane, value: u32);
    /// Adds lane by lane, wrapping around.
    fn add(&mut self, other: &Self);
    /// The sums, lane by lane, wrapping around.
    #[inline(always)]
    fn plus(&self, other: &Self) -> Self {
        let mut sums = *self;
        sums.add(other);
        sums
    }
    /// Subtracts lane by lane; no lane may become negative.
    fn minus(&self, other: &Self) -> Self;
    /// Lane by lane: the goal, if it is greater than here and not greater than `there`; else 0.
    fn crossed(&self, there: &Self, goals: &Self) -> Self;
    /// A set from a [`LaneSet`].
    fn set(lanes: &LaneSet) -> Self::Set;
    fn with(set: Self::Set, lane: Lane) -> Self::Set;
    fn without(set: Self::Set, lane: Lane) -> Self::Set;
    /// Whether a lane is in a set.
    #[inline(always)]
    fn has(set: Self::Set, lane: Lane) -> bool {
        Self::without(set, lane) != set
    }
    /// The lanes of a set whose value is in a range.
    fn in_range(&self, set: Self::Set, range: &NumberRange) -> Self::Set;
    fn count(set: Self::Set) -> u32;
    fn union(a: Self::Set, b: Self::Set) -> Self::Set;
    /// The lanes of a set whose value is not 0.
    fn occupied(&self, set: Self::Set) -> Self::Set;
    fn is_empty(set: Self::Set) -> bool;
    /// Whether all lanes of a set are 0.
    fn are_empty(&self, set: Self::Set) -> bool {
        Self::is_empty(self.occupied(set))
    }
    /// The set of all lanes.
    fn all_lanes() -> Self::Set;
    fn intersection(a: Self::Set, b: Self::Set) -> Self::Set;
    /// The sum over a set.
    fn sum(&self, set: Self::Set) -> u32;
    /// All bits set in the lanes of a set, 0 in the others.
    fn all_in(set: Self::Set) -> Self;
    /// The sum over a mask (lanes with all bits set); it must fit a lane.
    fn sum_of(&self, lanes: &Self) -> u32;
    /// Whether two positions differ in a mask.
    fn differs_in(&self, other: &Self, lanes: &Self) -> bool;
    /// Sets the lanes of a mask to 0.
    fn clear(&mut self, lanes: &Self);
    /// Adds to one lane.
    fn add_to(&mut self, lane: Lane, more: u32);
    /// The lanes in the range `least..=least + span`, compared lane by lane.
    fn within(&self, least: &Self, span: &Self) -> Self::Set;
    /// Whether all lanes are in range.
    fn all_within(&self, least: &Self, span: &Self) -> bool;
    /// Whether some lane is in range.
    fn some_within(&self, least: &Self, span: &Self) -> bool;
    /// The longest leading run of the neighbouring lanes `lanes` that are in `fit`; it starts at the greatest
    /// lane if `down`, else at the least.
    fn leading(fit: Self::Set, lanes: Self::Set, down: bool) -> Self::Set;
    fn each(set: Self::Set) -> impl Iterator<Item = Lane>;
    /// A hash of all lanes.
    fn hash(&self) -> u32;
    /// The lanes of a set; the others are 0.
    fn masked(&self, set: Self::Set) -> Self;
}

/// The odd number next to 2^64 divided by the golden ratio: as a factor it spreads bits.
const GOLDEN_64: u64 = 0x9e37_79b9_7f4a_7c15;

/// `16 * K` lanes of a byte; a set has one bit of `S` for each.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct ByteLanes<const K: usize, S = u64>([u8x16; K], PhantomData<S>);

/// An unsigned integer with a bit for each lane.
pub(super) trait MaskInt:
    PrimInt + Unsigned + Send + Sync + std::fmt::Debug + 'static
{
}
impl<S: PrimInt + Unsigned + Send + Sync + std::fmt::Debug + 'static> MaskInt for S {}

/// All bits in one of sixteen lanes. Writing a single lane through memory would stall the next read of the
/// register.
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
        // The remainder lets the compiler drop the bounds check.
        (i / 16 % K, i % 16)
    }

    /// The bit of a lane.
    #[inline(always)]
    fn bit(lane: Lane) -> S {
        S::one() << (lane.index() % (16 * K))
    }

    /// The bits of sixteen lanes, shifted to their row.
    #[inline(always)]
    fn bits(row: usize, sixteen: u32) -> S {
        // Every set type has at least sixteen bits.
        S::from(sixteen & 0xffff).unwrap_or_else(S::zero) << (16 * row)
    }
}

/// A byte repeated eight times.
const SAME: u64 = 0x0101_0101_0101_0101;
/// In each lane, its bit within its half of the set's sixteen bits.
const BIT: u8x16 = u8x16::new([1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128]);

/// The sum of sixteen bytes, if it fits a byte: the product has it in its highest byte.
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

    #[inline]
    fn of_values(values: &[u32]) -> Self {
        let mut rows = [[0; 16]; K];
        rows.as_flattened_mut().iter_mut().zip(values).for_each(|(lane, n)| *lane = *n as u8);
        ByteLanes(rows.map(u8x16::new), PhantomData)
    }

    #[inline]
    fn copy_to(&self, values: &mut [u32]) {
        let rows = self.0.map(|row| row.to_array());
        values.iter_mut().zip(rows.as_flattened()).for_each(|(n, lane)| *n = u32::from(*lane));
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
    fn are_empty(&self, set: S) -> bool {
        // Most sets lie in the first rows of sixteen lanes.
        let mut rest = set;
        for row in 0..K {
            let occupied = Self::bits(row, !self.0[row].simd_eq(u8x16::ZERO).to_bitmask());
            if !(rest & occupied).is_zero() {
                return false;
            }
            rest = rest & !Self::bits(row, 0xffff);
            if rest.is_zero() {
                break;
            }
        }
        true
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

    fn of_values(values: &[u32]) -> Self {
        let mut lanes = WordLanes::empty();
        lanes.0.iter_mut().zip(values).for_each(|(lane, n)| *lane = *n as u16);
        lanes
    }

    fn copy_to(&self, values: &mut [u32]) {
        values.iter_mut().zip(self.0).for_each(|(n, lane)| *n = u32::from(lane));
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

    /// Values of some lanes, ranges for them, a set of lanes, and neighbours from one lane to another.
    #[derive(Clone, Debug)]
    struct LaneCase {
        numbers: Vec<u8>,
        bounds: Vec<(u8, u8)>,
        set: Vec<bool>,
        neighbours: (usize, usize),
    }

    /// A number of lanes with a sum that fits a byte.
    fn lane_cases(lanes: usize) -> impl Strategy<Value = LaneCase> {
        let most = (255 / lanes) as u8;
        let numbers = proptest::collection::vec(0..=most, lanes);
        // Most values are in range, so that sometimes all are.
        let bounds = proptest::collection::vec((0..2_u8, (most - 1)..=most), lanes);
        let set = proptest::collection::vec(any::<bool>(), lanes);
        (numbers, bounds, set, (0..lanes, 0..lanes)).prop_map(|(numbers, bounds, set, (a, b))| {
            LaneCase { numbers, bounds, set, neighbours: (a.min(b), a.max(b)) }
        })
    }

    /// Results of all operations.
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

    fn results<L: Lanes>(asked: &LaneCase) -> LaneResults {
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
        fn byte_lanes_match_plain_rows(few in lane_cases(16), many in lane_cases(64)) {
            prop_assert_eq!(results::<ByteLanes<1, u64>>(&few), results::<WordLanes<16>>(&few));
            prop_assert_eq!(results::<ByteLanes<4, u64>>(&many), results::<WordLanes<64>>(&many));
            prop_assert_eq!(results::<ByteLanes<4, u128>>(&many), results::<WordLanes<64>>(&many));
        }

        #[test]
        fn leading_lanes_stop_at_the_first_gap(asked in lane_cases(16)) {
            let (first, last) = asked.neighbours;
            let fits = |at: &usize| asked.set[*at];
            let up: Vec<usize> = (first..=last).take_while(fits).collect();
            let mut down: Vec<usize> = (first..=last).rev().take_while(fits).collect();
            down.reverse();
            let results = results::<ByteLanes<1, u64>>(&asked);
            let lanes = |at: Vec<usize>| -> Vec<Lane> {
                at.into_iter().map(|at| Lane(at as u8)).collect()
            };
            prop_assert_eq!(&results.sets[2], &lanes(up));
            prop_assert_eq!(&results.sets[3], &lanes(down));
        }
    }
}
