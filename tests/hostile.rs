//! Descriptions made to keep the engine busy: every command comes to its end on them.
//!
//! The files lie in `tests/cases/hostile`. Each is begun and one choice is played, with a generous
//! limit of time that only a hang reaches.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use assert_cmd::Command;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Only a hang takes so long, also in a build that is not optimised, on a busy machine.
const HANGS: Duration = Duration::from_secs(240);

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/hostile");
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut all: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    all.retain(|path| path.extension().is_some_and(|e| e == "mnc"));
    all.sort();
    assert!(!all.is_empty());
    all
}

fn ends(arguments: &[&str], case: &Path) {
    let mut command = Command::cargo_bin("mnc").expect("a program");
    command.arg(arguments[0]).arg(case).args(&arguments[1..]).timeout(HANGS);
    let output = command.output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code().is_some(), "{arguments:?} of {case:?} hangs: {said}");
    assert!(!said.contains("panicked"), "{arguments:?} of {case:?}: {said}");
}

#[test]
fn showing_a_hostile_description_ends() {
    cases().iter().for_each(|case| ends(&["show"], case));
}

#[test]
fn counting_one_move_of_a_hostile_description_ends() {
    cases().iter().for_each(|case| ends(&["perft", "1"], case));
}
