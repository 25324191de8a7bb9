//! What the targets share: descriptions are changed word by word and line by line, not only byte by
//! byte, since most changed bytes only misspell a word.

use libfuzzer_sys::fuzzer_mutate;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::sync::LazyLock;

#[path = "../../tests/mutated/mutate.rs"]
mod mutate;

/// The shipped descriptions, to borrow words and lines from.
static OTHERS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let games = mnc::library::Library::shipped().games();
    games.iter().map(|game| game.text.to_string()).collect()
});

/// A changed description: mostly by words and lines, else as libFuzzer changes bytes.
pub fn change(data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    let text = std::str::from_utf8(&data[..size]).ok().filter(|text| !text.trim().is_empty());
    match text {
        Some(text) if !seed.is_multiple_of(4) => {
            let mut chance = ChaCha8Rng::seed_from_u64(u64::from(seed));
            let changed = mutate::mutate(text, &OTHERS, &mut chance);
            let changed = changed.as_bytes();
            let size = changed.len().min(max_size).min(data.len());
            data[..size].copy_from_slice(&changed[..size]);
            size
        }
        Some(_) | None => fuzzer_mutate(data, size, max_size),
    }
}
