//! Hashes of the positions that have occurred in a game: shared between positions, and fast to
//! query.
//!
//! The hashes are in sorted runs, each about half as long as the one before it. A run never
//! changes, so positions share it. Adding a hash copies a few recent ones at most, and now and then
//! merges runs. Counting a hash searches every run.

use crate::order::SmallSort;
use smallvec::SmallVec;
use std::sync::Arc;

/// The number of recent hashes kept unsorted.
const RECENT: usize = 32;

/// Hashes of the positions that have occurred in the game and can still return.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    /// The longest and oldest first.
    runs: Option<Arc<[Arc<[u64]>]>>,
    /// In order of occurrence.
    recent: SmallVec<[u64; 4]>,
}

impl History {
    pub(crate) fn is_empty(&self) -> bool {
        self.runs.is_none() && self.recent.is_empty()
    }

    pub(crate) fn clear(&mut self) {
        *self = History::default();
    }

    /// Adds the hash of one more position.
    #[inline]
    pub(crate) fn push(&mut self, number: u64) {
        if self.recent.len() >= RECENT {
            self.merge_runs();
        }
        self.recent.push(number);
    }

    /// Makes the recent hashes a run; runs less than twice as long are merged into it.
    #[cold]
    fn merge_runs(&mut self) {
        let mut run = std::mem::take(&mut self.recent).to_vec();
        let mut runs = self.runs.take().map(|runs| runs.to_vec()).unwrap_or_default();
        while let Some(last) = runs.pop_if(|last| last.len() < 2 * run.len()) {
            run.extend_from_slice(&last);
        }
        // The module of a browser has only one way of sorting.
        if cfg!(feature = "small") {
            run.small_sort()
        } else {
            run.sort_unstable()
        }
        runs.push(run.into());
        self.runs = Some(runs.into());
    }

    /// How often a hash occurs.
    #[inline]
    pub(crate) fn count(&self, number: u64) -> usize {
        let recent = self.recent.iter().filter(|n| **n == number).count();
        recent + if self.runs.is_some() { self.count_in_runs(number) } else { 0 }
    }

    #[cold]
    fn count_in_runs(&self, number: u64) -> usize {
        let in_run = |run: &Arc<[u64]>| {
            let from = run.partition_point(|n| *n < number);
            run.iter().skip(from).take_while(|n| **n == number).count()
        };
        self.runs.iter().flat_map(|runs| runs.iter()).map(in_run).sum()
    }

    /// All hashes. The last is the latest; the others are in no order.
    pub(crate) fn numbers(&self) -> Vec<u64> {
        let runs = self.runs.iter().flat_map(|runs| runs.iter()).flat_map(|run| run.iter());
        runs.chain(&self.recent).copied().collect()
    }
}

impl FromIterator<u64> for History {
    fn from_iter<I: IntoIterator<Item = u64>>(numbers: I) -> History {
        let mut history = History::default();
        numbers.into_iter().for_each(|number| history.push(number));
        history
    }
}

#[cfg(test)]
mod tests {
    use super::History;

    #[test]
    fn numbers_are_counted_and_none_is_lost() {
        let mut history = History::default();
        let mut kept = Vec::new();
        for n in 0..5000_u64 {
            history.push(n % 777);
            if n % 1000 == 0 {
                kept.push((n, history.clone()));
            }
        }
        for n in 0..777 {
            let expected = (0..5000).filter(|m| m % 777 == n).count();
            assert_eq!(history.count(n), expected, "{n}");
        }
        assert_eq!(history.count(777), 0);
        for (n, earlier) in kept {
            assert_eq!(earlier.numbers().len() as u64, n + 1);
        }
        history.clear();
        assert!(history.is_empty());
    }

    #[test]
    fn long_histories_share_most_of_what_they_hold() {
        let mut history = History::default();
        (0..10_000).for_each(|n| history.push(n));
        let runs = history.runs.as_ref().map_or(0, |runs| runs.len());
        assert!((1..16).contains(&runs), "{runs} runs");
        assert!(history.recent.len() <= 32);
    }
}
