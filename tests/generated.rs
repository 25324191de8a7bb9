//! Generated descriptions: games that nobody has thought of, made of all the phrases of the language.
//!
//! `tests/generated/phrases.txt` lists the phrases. Every description made of them must be accepted,
//! mean the same however it is spelled, and be played alike by all ways of running.
//!
//! The same descriptions are made every time. `MNC_GENERATED_SEED` makes others, and
//! `MNC_GENERATED` says how many. What fails is made as small as it can be, and shown as text.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

#[path = "generated/mod.rs"]
mod generated;
mod support;

use generated::run::run;

/// How many descriptions an ordinary run makes.
const CASES: u64 = 2_000;

fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |value| value.parse().expect("a number"))
}

#[test]
fn generated_descriptions_are_played_alike() {
    let (seed, cases) = (setting("MNC_GENERATED_SEED", 1), setting("MNC_GENERATED", CASES));
    let (counts, wrong) = run(seed, cases);
    for (what, many) in &counts {
        println!("{many:5} {what}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn one_text() {
    let Ok(path) = std::env::var("MNC_TEXT") else { return };
    let text = std::fs::read_to_string(path).unwrap();
    let written = generated::write::Written { text, base: None };
    println!("{:?}", generated::checks::check_text(&written, std::env::var("LUCK").map_or(3, |l| l.parse().unwrap())));
}
