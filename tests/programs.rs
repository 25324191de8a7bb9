//! Compiled programs as text.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

mod support;

use mnc::program::Program;
use mnc::resolve::Setting;
use mnc::runner::{Runner, RunnerKind};
use std::fmt::Write as _;

/// Small boards, one for each kind of clause: stores on the way, chains, hooks at each seed, extra
/// moves in the next turn, and marks.
const SHOWN: [&str; 5] =
    ["lam-waladach", "micro-wari", "progressive-mancala", "tchuka-ruma", "lontu-holo"];

#[test]
fn programs_as_text() {
    for name in SHOWN {
        let engine = support::game(name, &Setting::default());
        let (start, _) = engine.start(None);
        let program = Program::of(engine.model(), &engine.fixed(&start));
        insta::assert_snapshot!(name, program.to_text(engine.model()));
    }
}

/// Games whose clauses run on different kernels: the fast path, captures as seeds fall, the slow path; perft
/// interleaved or not; random games in batches, with scalar laps, or one by one.
const RUN: [&str; 8] = [
    "oware",
    "hoyito",
    "misoro-tsoro",
    "lontu-holo",
    "toguz-kumalak",
    "bao-la-kiswahili",
    "kiothi",
    "progressive-mancala",
];

#[test]
fn kernels_as_text() {
    let mut all = String::new();
    for name in RUN {
        let engine = support::game(name, &Setting::default());
        let model = engine.model().clone();
        let (start, _) = engine.start(None);
        let runner = Runner::new(engine, start, RunnerKind::Batch);
        let _ = writeln!(all, "{name}\n{}", runner.kernels_to_text(&model));
    }
    insta::assert_snapshot!(all);
}

/// Every statement of every shipped game is compiled, in every variation.
#[test]
fn no_statement_is_left_to_the_reference_engine() {
    let mut left = String::new();
    for (name, path) in support::descriptions("games") {
        let description = support::open(&path);
        for setting in description.settings() {
            let engine = support::engine(&description, &setting);
            let program = Program::of(engine.model(), &engine.fixed(&engine.start(None).0));
            for statement in program.unsupported() {
                let _ = writeln!(left, "{name}, {setting:?}: {}", statement.reason);
            }
        }
    }
    assert!(left.is_empty(), "{left}");
}

/// Programs longer than others, in bytes: Choro has two stages with many questions each; in Sow? and Zigulzoqge every
/// seed has a question of its own in every hole; in Suwena seeds are put down one by one from every hole.
const LARGE: [(&str, usize); 4] = [
    ("choro-acholi", 1_400_000),
    ("sow", 3_000_000),
    ("suwena", 1_800_000),
    ("zigulzoqge-three-or-four", 3_600_000),
];

/// Compiling takes a few milliseconds, so the size of a program is bounded too.
#[test]
fn programs_are_small() {
    for (name, path) in support::descriptions("games") {
        let engine = support::engine(&support::open(&path), &Setting::default());
        let (start, _) = engine.start(None);
        let program = Program::of(engine.model(), &engine.fixed(&start));
        let text = program.to_text(engine.model());
        let large = LARGE.iter().find(|(known, _)| *known == name);
        let most = large.map_or(1 << 20, |(_, most)| *most);
        assert!(text.len() < most, "{name}: {} bytes of program", text.len());
    }
}

/// Compiling the players' rules in parallel or not gives the same program.
#[test]
fn programs_do_not_depend_on_threads() {
    for (name, path) in support::descriptions("games") {
        let engine = support::engine(&support::open(&path), &Setting::default());
        let fixed = engine.fixed(&engine.start(None).0);
        let of = [Program::of, Program::on_one_thread];
        let [one, other] = of.map(|of| of(engine.model(), &fixed));
        assert_eq!(one, other, "{name}");
    }
}

/// The same model gives the same program.
#[test]
fn programs_can_be_compared() {
    for (name, path) in support::descriptions("games") {
        let description = support::open(&path);
        let [one, other] = [(); 2].map(|()| {
            let engine = support::engine(&description, &Setting::default());
            let (start, _) = engine.start(None);
            Program::of(engine.model(), &engine.fixed(&start))
        });
        assert_eq!(one, other, "{name}");
    }
}
