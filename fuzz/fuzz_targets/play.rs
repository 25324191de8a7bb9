//! Any text that makes a game is played: seeds are kept, all ways of running agree, and the record of
//! the game is the same game when it is replayed.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use mnc::engine::Engine;
use mnc::library::Shipped;
use mnc::resolve::{Setting, load};
use std::sync::Arc;

#[path = "common.rs"]
mod common;
#[path = "../../tests/generated/mod.rs"]
#[allow(dead_code)]
mod generated;
#[path = "../../tests/support/mod.rs"]
mod support;

use generated::checks::{PATIENCE, play};
use generated::tally::Seen;

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    common::change(data, size, max_size, seed)
});

fuzz_target!(|text: &str| {
    let (description, found) = load("fuzzed.mnc", text, &Shipped);
    if support::has_errors(&found) {
        return;
    }
    let (Some(model), _) = description.build(&Setting::default()) else { return };
    let engine = Engine::new(Arc::new(model)).with_sowing_limit(PATIENCE);
    let mut chance = support::random(text.len() as u64);
    if let Err(wrong) = play(&engine, &mut chance, &mut Seen::default()) {
        panic!("{wrong}");
    }
});
