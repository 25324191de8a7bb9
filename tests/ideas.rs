//! Tiny descriptions that combine ideas as no documented game does: each must pass its own tests, keep
//! its seeds, and have a choice or end at every position.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod support;

use mnc::resolve::Setting;
use support::{descriptions, engine, open, plain, play_out, random, seeds};

#[test]
fn every_idea_plays_its_tests() {
    let mut failures = String::new();
    for (_, path) in descriptions("tests/ideas") {
        let description = open(&path);
        assert!(description.test_count() > 0, "{} has no tests", description.name);
        failures += &plain(&description, &mnc::game_tests::run(&description));
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn every_idea_keeps_its_seeds_and_ends() {
    for (_, path) in descriptions("tests/ideas") {
        let description = open(&path);
        let engine = engine(&description, &Setting::default());
        for seed in 0..50 {
            let (start, _) = engine.start(None);
            let total = seeds(&start);
            let end = play_out(&engine, start, &mut random(seed), 5_000, |_, _, next, _| {
                assert_eq!(seeds(next), total, "{}", description.name);
            });
            assert!(end.is_over(), "{}: not over after 5,000 decisions", description.name);
        }
    }
}
