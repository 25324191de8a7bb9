//! Things that say the same as one before them.

use std::collections::BTreeMap;

/// The things with the same key as one before them, and the first one with it: indices of `keys`.
pub fn repeated(keys: &[String]) -> Vec<(usize, usize)> {
    let mut firsts: BTreeMap<&str, usize> = BTreeMap::new();
    let all = keys.iter().enumerate().filter_map(|(at, key)| {
        let first = *firsts.entry(key).or_insert(at);
        (first != at).then_some((at, first))
    });
    all.collect()
}
