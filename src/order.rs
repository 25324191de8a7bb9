//! Sorting with little code, for lists that are sorted seldom or are short.
//!
//! The compiler makes the sorting of the standard library, some 5 KB of code, for each type that is sorted. In a
//! browser that was a tenth of all code. Here one function sorts numbers of elements, and only what moves the
//! elements is made for each type. Sets and maps that are collected sort as well; [`set`] and [`map`] insert. The tree
//! of a map is as much code again, so where keys come nearly in order, or are few, a map is a sorted list ([`SortedMap`]).

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// Lists of at most so many elements are sorted in place, by insertion.
const FEW: usize = 16;

/// Sorting of lists that are not hot, or short. Equal elements keep their order.
pub trait SmallSort<T> {
    /// Sorts by a comparison.
    fn small_sort_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);

    /// Sorts by a key.
    fn small_sort_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        self.small_sort_by(|a, b| key(a).cmp(&key(b)));
    }

    /// Sorts by a key that is computed once for each element.
    fn small_sort_by_cached_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K);

    /// Sorts.
    fn small_sort(&mut self)
    where
        T: Ord,
    {
        self.small_sort_by(T::cmp);
    }
}

impl<T> SmallSort<T> for [T] {
    fn small_sort_by(&mut self, mut compare: impl FnMut(&T, &T) -> Ordering) {
        // The module of a browser has only one way of sorting.
        if cfg!(not(feature = "small")) && self.len() <= FEW {
            for end in 1..self.len() {
                let mut at = end;
                while at > 0 && compare(&self[at - 1], &self[at]) == Ordering::Greater {
                    self.swap(at - 1, at);
                    at -= 1;
                }
            }
            return;
        }
        for (a, b) in swaps(self.len(), &mut |a, b| compare(&self[a], &self[b])) {
            self.swap(a, b);
        }
    }

    fn small_sort_by_cached_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K) {
        let keys: Vec<K> = self.iter().map(key).collect();
        for (a, b) in swaps(self.len(), &mut |a, b| keys[a].cmp(&keys[b])) {
            self.swap(a, b);
        }
    }
}

/// The set of some elements.
pub fn set<T: Ord>(elements: impl IntoIterator<Item = T>) -> BTreeSet<T> {
    let mut set = BTreeSet::new();
    for element in elements {
        set.insert(element);
    }
    set
}

/// The map of some pairs; of two with the same key, the later one stays.
pub fn map<K: Ord, V>(pairs: impl IntoIterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    for (key, value) in pairs {
        map.insert(key, value);
    }
    map
}

/// A map as a list in the order of its keys. To insert a key in front of many others takes as long as to move these.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SortedMap<K, V>(Vec<(K, V)>);

impl<K: Ord, V> SortedMap<K, V> {
    /// The value of a key.
    pub fn get(&self, key: &K) -> Option<&V> {
        let at = self.find(key).ok()?;
        self.0.get(at).map(|(_, value)| value)
    }

    /// The value of a key, which gets this one if it has none.
    pub fn get_or_insert(&mut self, key: K, value: V) -> &mut V {
        let at = self.find(&key).unwrap_or_else(|at| {
            self.0.insert(at, (key, value));
            at
        });
        &mut self.0[at].1
    }

    /// Gives a key a value.
    pub fn insert(&mut self, key: K, value: V) {
        match self.find(&key) {
            Ok(at) => self.0[at].1 = value,
            Err(at) => self.0.insert(at, (key, value)),
        }
    }

    /// Keeps the pairs for which `keep` holds.
    pub fn retain(&mut self, mut keep: impl FnMut(&K, &V) -> bool) {
        self.0.retain(|(key, value)| keep(key, value));
    }

    /// The pairs, in the order of the keys.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.0.iter().map(|(key, value)| (key, value))
    }

    /// Where a key is, or would be.
    fn find(&self, key: &K) -> Result<usize, usize> {
        // Most keys come in order.
        if self.0.last().is_none_or(|(last, _)| last < key) {
            return Err(self.0.len());
        }
        self.0.binary_search_by(|(other, _)| other.cmp(key))
    }
}

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> SortedMap<K, V> {
        SortedMap(Vec::new())
    }
}

impl<K, V> IntoIterator for SortedMap<K, V> {
    type Item = (K, V);
    type IntoIter = std::vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// The swaps, to be made in this order, that sort a list of so many elements.
fn swaps(len: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<(usize, usize)> {
    let mut order: Vec<usize> = (0..len).collect();
    order.sort_by(|&a, &b| compare(a, b));
    let mut swaps = Vec::new();
    for start in 0..len {
        let mut at = start;
        // An element that has come to its place is marked by its own number.
        loop {
            let from = std::mem::replace(&mut order[at], at);
            if from == start {
                break;
            }
            swaps.push((at, from));
            at = from;
        }
    }
    swaps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sorted_map_is_a_map() {
        for list in lists() {
            let (mut sorted, mut tree) = (SortedMap::default(), BTreeMap::new());
            for (key, value) in &list {
                assert_eq!(sorted.get(key), tree.get(key));
                match value % 2 {
                    0 => {
                        sorted.insert(*key, *value);
                        tree.insert(*key, *value);
                    }
                    _ => {
                        *sorted.get_or_insert(*key, *value) += 1;
                        *tree.entry(*key).or_insert(*value) += 1;
                    }
                }
            }
            assert!(sorted.iter().eq(&tree), "{list:?}");
            sorted.retain(|key, value| key % 2 == 0 || *value > 3);
            tree.retain(|key, value| key % 2 == 0 || *value > 3);
            assert!(sorted.into_iter().eq(tree), "{list:?}");
        }
    }

    /// All lists of up to six numbers below four, and lists that are too long to be sorted by insertion.
    fn lists() -> impl Iterator<Item = Vec<(u32, usize)>> {
        let short = (0..=6_u32).flat_map(|len| {
            (0..4_u32.pow(len))
                .map(move |n| (0..len).map(|nth| (n / 4_u32.pow(nth) % 4, nth as usize)).collect())
        });
        let long = (FEW..FEW + 4).flat_map(|len| {
            (1..20_u32).map(move |step| (0..len).map(|nth| (nth as u32 * step % 7, nth)).collect())
        });
        short.chain(long)
    }

    #[test]
    fn sorts_like_the_standard_library() {
        for list in lists() {
            let (mut ours, mut cached, mut theirs) = (list.clone(), list.clone(), list);
            ours.small_sort_by_key(|(n, _)| *n);
            cached.small_sort_by_cached_key(|(n, _)| *n);
            theirs.sort_by_key(|(n, _)| *n);
            assert_eq!(ours, theirs);
            assert_eq!(cached, theirs);
        }
    }

    #[test]
    fn collects_like_the_standard_library() {
        for list in lists() {
            assert_eq!(map(list.iter().copied()), list.iter().copied().collect());
            assert_eq!(set(list.iter().copied()), list.iter().copied().collect());
        }
    }
}
