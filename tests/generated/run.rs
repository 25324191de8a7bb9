//! Generates descriptions and checks them, on all processors; the same seed gives the same descriptions.

use super::checks::{Wrong, check};
use super::draft::{Draft, drafts};
use super::tally::{Counts, Does};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::collections::BTreeMap;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Attempts to make a failing description smaller.
const SHRINKS: usize = 3_000;

/// The stack size, for deep calls.
const STACK: usize = 64 << 20;

/// The number of kinds of failure that are shrunk and shown.
const SHOWN: usize = 12;

/// Checks `cases` descriptions: counts what they do, and returns the smallest failure of each kind.
pub fn run(seed: u64, cases: u64) -> (Counts, Vec<Wrong>) {
    let all = on_all_threads(cases, |case| caught(&tree(seed, case).current()));
    let mut counts = Counts::new();
    let mut kinds: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    for (case, one) in (0..).zip(all) {
        match one {
            Ok(does) => does.into_iter().for_each(|it| *counts.entry(it).or_default() += 1),
            Err(why) => kinds.entry(kind(&why)).or_default().push(case),
        }
    }
    let shown: Vec<Vec<u64>> = kinds.into_values().take(SHOWN).collect();
    let wrong = on_all_threads(shown.len() as u64, |nth| {
        let cases = &shown[nth as usize];
        let smallest = smallest(tree(seed, cases[0]));
        format!("{} such, the first is {}: {smallest}", cases.len(), cases[0])
    });
    (counts, wrong)
}

/// Runs jobs on all processors; returns their results in the order of the jobs.
pub fn on_all_threads<T: Send>(jobs: u64, job: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let next = AtomicU64::new(0);
    let made = Mutex::new(Vec::new());
    let work = || {
        loop {
            let nth = next.fetch_add(1, Ordering::Relaxed);
            if nth >= jobs {
                return;
            }
            let one = job(nth);
            made.lock().expect("no thread breaks off").push((nth, one));
        }
    };
    std::thread::scope(|scope| {
        let many = std::thread::available_parallelism().map_or(1, NonZero::get);
        for _ in 0..many {
            let worker = std::thread::Builder::new().stack_size(STACK);
            worker.spawn_scoped(scope, work).expect("a thread");
        }
    });
    let mut made = made.into_inner().expect("no thread breaks off");
    made.sort_by_key(|(nth, _)| *nth);
    made.into_iter().map(|(_, one)| one).collect()
}

/// The description with a number.
fn tree(seed: u64, case: u64) -> impl ValueTree<Value = Draft> {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..16].copy_from_slice(&case.to_le_bytes());
    let chance = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let mut runner = TestRunner::new_with_rng(Config::default(), chance);
    drafts().new_tree(&mut runner).expect("a draft")
}

/// The kind of a failure: the beginning of its message, without numbers.
fn kind(why: &str) -> String {
    why.chars().filter(|c| !c.is_ascii_digit()).take(70).collect()
}

/// Catches panics of the library: they are findings too.
fn caught(draft: &Draft) -> Result<Does, Wrong> {
    catch_unwind(AssertUnwindSafe(|| check(draft))).unwrap_or_else(|_| {
        let text = catch_unwind(AssertUnwindSafe(|| super::write::write(draft).text));
        Err(format!("a panic\n----\n{}----\n", text.unwrap_or_default()))
    })
}

/// The failure of the smallest draft that still fails.
fn smallest(mut tree: impl ValueTree<Value = Draft>) -> Wrong {
    let mut worst = Wrong::new();
    let mut more = true;
    for _ in 0..SHRINKS {
        if !more {
            break;
        }
        more = match caught(&tree.current()) {
            Err(why) => {
                worst = why;
                tree.simplify()
            }
            Ok(_) => tree.complicate(),
        };
    }
    worst
}
