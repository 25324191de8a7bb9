//! Generated descriptions, made of random phrases of the language.
//!
//! `tests/generated/phrases.txt` lists the phrases. Every description made of them must be accepted,
//! have the same canonical form in every spelling, and be played alike by all runners.
//!
//! The same descriptions are generated every time. `MNC_GENERATED_SEED` sets the seed, and
//! `MNC_GENERATED` the number. A failing description is shrunk, and shown as text.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

#[path = "generated/mod.rs"]
mod generated;
mod support;

use generated::run::run;
use generated::tally::{Counts, idea};
use support::ideas::IDEAS;
use support::number_from_env;

/// The number of descriptions of a normal run, and of a long one.
const CASES: u64 = 2_000;
const MANY_CASES: u64 = 100_000;

/// The least number of them in which each idea must be used, and each of these things must happen in play.
const OFTEN: u32 = 100;
const HAPPENS: [&str; 28] = [
    "asks which seed falls",
    "captures",
    "captures and so on",
    "chooses in mid-move",
    "ends by a default",
    "ends by a case at any time",
    "ends by a player without a move",
    "ends by draw",
    "ends by end game",
    "ends by loses",
    "ends by seeds left",
    "ends by the position returning",
    "ends by wins",
    "enters a stage",
    "goes on to a second game",
    "has several moves in a turn",
    "hides what a store holds",
    "is like another",
    "is played with a variation",
    "is played with kinds of seeds",
    "judges a move",
    "lets a stone fall",
    "marks",
    "moves at once",
    "notes",
    "passes",
    "relays",
    "takes stones",
];

/// Checks `cases` descriptions; counts what they do.
fn checked(cases: u64) -> Counts {
    let seed = number_from_env("MNC_GENERATED_SEED", 1);
    let (counts, wrong) = run(seed, cases);
    for (what, many) in &counts {
        println!("{many:6} {what}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    counts
}

#[test]
fn generated_descriptions_are_played_alike() {
    let cases = number_from_env("MNC_GENERATED", CASES);
    let counts = checked(cases);
    if cases < CASES {
        return;
    }
    let many = |what: &str| counts.get(what).copied().unwrap_or_default();
    let ideas = (0..IDEAS.len()).map(idea);
    let boards = [1, 2, 3, 4, 6].map(|rows| format!("is played on a board of {rows} rows"));
    let happens = HAPPENS.map(str::to_owned).into_iter().chain(ideas).chain(boards);
    let seldom: Vec<String> = happens.filter(|what| many(what) < OFTEN).collect();
    assert!(seldom.is_empty(), "too few: {seldom:?}");
    assert!(many("is played by 3") + many("is played by 4") >= OFTEN, "too few players");
}

/// Many more descriptions, a long run: `cargo test --release --test generated -- --ignored`.
#[test]
#[ignore = "takes many minutes"]
fn very_many_generated_descriptions_are_played_alike() {
    checked(number_from_env("MNC_GENERATED", MANY_CASES));
}
