//! Shipped descriptions with one or two words or lines changed.
//!
//! Generated descriptions are small and correct; descriptions by people are long and have mistakes.
//! Each changed description is parsed, and if a game can still be built, all runners play it and must
//! agree. A separate process does this for a few dozen at a time, with limits of time and memory for
//! each, so that a description that hangs is a finding too.
//!
//! The same descriptions are generated every time. `MNC_MUTATED_SEED` sets the seed, and `MNC_MUTATED`
//! the number.
#![cfg(unix)]
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

#[path = "generated/mod.rs"]
#[allow(dead_code)]
mod generated;
#[path = "mutated/mutate.rs"]
mod mutate;
mod support;

use generated::checks::{PATIENCE, Wrong, play};
use generated::run::on_all_threads;
use generated::tally::Seen;
use mnc::engine::Engine;
use mnc::library::Shipped;
use mnc::resolve::{Setting, load};
use rustix::process::{Resource, Rlimit, setrlimit};
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Command, Stdio};
use std::sync::Arc;
use support::{descriptions, has_errors, number_from_env, random};

/// The number of descriptions of a normal run, and of a long one.
const CASES: u64 = 1_000;
const MANY_CASES: u64 = 100_000;

/// The number of descriptions for each process, and the limits for each.
const CHUNK: u64 = 50;
const SECONDS: u64 = 30;
const MEMORY: u64 = 1 << 30;

/// The stack size, as in `check`.
const STACK: usize = 64 << 20;

/// The changed description with a number.
fn mutated(texts: &[String], case: u64) -> String {
    let seed = number_from_env("MNC_MUTATED_SEED", 1);
    let mut chance = random(seed.wrapping_mul(1 << 32).wrapping_add(case));
    let text = &texts[(case % texts.len() as u64) as usize];
    mutate::mutate(text, texts, &mut chance)
}

fn texts() -> Vec<String> {
    let read = |(_, path): (String, _)| std::fs::read_to_string(path).expect("a description");
    descriptions("games").into_iter().map(read).collect()
}

/// Parses a description and plays its games. `true`: at least one could be built.
fn check(text: &str, case: u64) -> Result<bool, Wrong> {
    let (description, found) = load("mutated.mnc", text, &Shipped);
    for one in &found {
        let shown = |span: mnc::span::Span| {
            let source = description.sources.get(span.file);
            source.is_some_and(|source| source.text.get(span.range()).is_some())
        };
        if one.message.is_empty() || !one.labels.iter().all(|label| shown(label.span)) {
            return Err(format!("a finding that cannot be shown: {one:?}"));
        }
    }
    if has_errors(&found) {
        return Ok(false);
    }
    let mut settings = description.settings();
    let varied = settings.iter().position(|setting| !setting.variations.is_empty());
    let varied = varied.map(|nth| settings.swap_remove(nth));
    let mut played = false;
    for setting in std::iter::once(Setting::default()).chain(varied) {
        let (Some(model), _) = description.build(&setting) else { continue };
        let engine = Engine::new(Arc::new(model)).with_sowing_limit(PATIENCE);
        play(&engine, &mut random(case), &mut Seen::default())
            .map_err(|why| format!("{setting:?}: {why}"))?;
        played = true;
    }
    Ok(played)
}

/// Limits the work of this process from now on.
fn limit() {
    let used = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime).tv_sec;
    let current = Some(used.unsigned_abs() + SECONDS);
    setrlimit(Resource::Cpu, Rlimit { current, maximum: None }).expect("a limit of time");
}

/// Checks a few descriptions, in a process started by the test below; prints a line before and after each.
#[test]
#[ignore = "is started by the other tests"]
fn chunk() {
    let (from, to) = (number_from_env("MNC_MUTATED_FROM", 0), number_from_env("MNC_MUTATED_TO", 0));
    let texts = texts();
    let current = Some(MEMORY);
    setrlimit(Resource::As, Rlimit { current, maximum: None }).expect("a limit of memory");
    let mut out = std::io::stderr();
    for case in from..to {
        limit();
        writeln!(out, "@begin {case}").expect("a pipe");
        let text = mutated(&texts, case);
        let checked = std::thread::scope(|scope| {
            let job = || catch_unwind(AssertUnwindSafe(|| check(&text, case)));
            let thread = std::thread::Builder::new().stack_size(STACK);
            thread.spawn_scoped(scope, job).expect("a thread").join()
        });
        match checked {
            Ok(Ok(Ok(played))) => writeln!(out, "@end {case} {played}"),
            Ok(Ok(Err(why))) => writeln!(out, "@wrong {case} {}", why.replace('\n', "\u{1}")),
            Ok(Err(_)) | Err(_) => writeln!(out, "@wrong {case} a panic"),
        }
        .expect("a pipe");
    }
}

/// The outcome of some cases: how many were played, and what is wrong.
#[derive(Default)]
struct Outcome {
    played: u64,
    wrong: Vec<(u64, String)>,
}

/// Runs the cases `from..to` in separate processes.
fn run(mut from: u64, to: u64) -> Outcome {
    let mut outcome = Outcome::default();
    while from < to {
        let test = std::env::current_exe().expect("this test");
        let child = Command::new(test)
            .args(["--exact", "chunk", "--ignored", "--nocapture", "--test-threads=1"])
            .env("MNC_MUTATED_FROM", from.to_string())
            .env("MNC_MUTATED_TO", to.to_string())
            .stdin(Stdio::null())
            .output()
            .expect("a process");
        let said = String::from_utf8_lossy(&child.stderr).into_owned();
        let mut begun = None;
        for line in said.lines() {
            let mut words = line.splitn(3, ' ');
            let (what, case) = (words.next(), words.next().and_then(|n| n.parse::<u64>().ok()));
            let Some(case) = case else { continue };
            match what {
                Some("@begin") => begun = Some(case),
                Some("@end") => {
                    outcome.played += u64::from(line.ends_with("true"));
                    begun = None;
                }
                Some("@wrong") => {
                    let why = words.next().unwrap_or_default().replace('\u{1}', "\n");
                    outcome.wrong.push((case, why));
                    begun = None;
                }
                _ => continue,
            }
            from = case + 1;
        }
        match begun {
            Some(case) => {
                outcome.wrong.push((case, format!("the process ended: {}", child.status)))
            }
            None => assert!(from >= to, "no case was begun: {said}"),
        }
    }
    outcome
}

fn all(cases: u64) {
    let chunk = |nth| run(nth * CHUNK, cases.min((nth + 1) * CHUNK));
    let outcomes = on_all_threads(cases.div_ceil(CHUNK), chunk);
    let played: u64 = outcomes.iter().map(|o| o.played).sum();
    let mut wrong: Vec<(u64, String)> = outcomes.into_iter().flat_map(|o| o.wrong).collect();
    wrong.sort();
    println!("{cases} descriptions, {played} of them played");
    let texts = texts();
    let shown = |(case, why): &(u64, String)| {
        format!("{case}: {why}\n----\n{}----\n", mutated(&texts, *case))
    };
    let shown: Vec<String> = wrong.iter().take(5).map(shown).collect();
    let numbers: Vec<u64> = wrong.iter().map(|(case, _)| *case).collect();
    assert!(wrong.is_empty(), "{}\n{} of them: {numbers:?}", shown.join("\n"), wrong.len());
    assert!(played * 10 >= cases, "only {played} of {cases} are games");
}

#[test]
fn changed_descriptions_are_read_and_played_alike() {
    all(number_from_env("MNC_MUTATED", CASES));
}

/// Many more descriptions, a long run: `cargo test --release --test mutated -- --ignored many`.
#[test]
#[ignore = "takes many minutes"]
fn many_changed_descriptions_are_read_and_played_alike() {
    all(number_from_env("MNC_MUTATED", MANY_CASES));
}
