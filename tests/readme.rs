//! Tests the README: its descriptions have no mistakes, and its commands print the output shown.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod support;

use assert_cmd::cargo::cargo_bin;
use mnc::resolve::load;
use std::process::Command;

fn readme() -> String {
    std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).expect("README.md")
}

/// The fenced blocks of a language.
fn blocks(text: &str, language: &str) -> Vec<String> {
    let fence = format!("```{language}\n");
    let ends = |rest: &str| rest.find("\n```").map(|end| rest[..=end].to_owned());
    text.split(&fence).skip(1).filter_map(ends).collect()
}

#[test]
fn every_description_is_without_mistakes() {
    let blocks = blocks(&readme(), "mnc");
    assert!(blocks.len() >= 2, "the README shows descriptions");
    for block in blocks {
        let (description, found) = load("README.md", &block, &mnc::library::Shipped);
        assert!(!support::has_errors(&found), "{}", support::plain(&description, &found));
        for setting in description.settings() {
            support::engine(&description, &setting);
        }
    }
}

/// Blocks of `console`: runs the `$ mnc ...` lines and compares their output with the lines below.
#[test]
fn every_command_prints_what_is_shown() {
    for block in blocks(&readme(), "console") {
        for part in block.split("$ ").filter(|part| !part.trim().is_empty()) {
            let (command, shown) = part.split_once('\n').expect("a command and its answer");
            let (command, input) = match command.split_once(" | ") {
                Some((echo, command)) => (command, echo.trim_start_matches("printf ")),
                None => (command, ""),
            };
            let mut words = command.split_whitespace();
            assert_eq!(words.next(), Some("mnc"), "{command}");
            let folder = tempfile::tempdir().expect("a folder");
            let broken = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/readme/broken.mnc");
            std::fs::copy(broken, folder.path().join("broken.mnc")).expect("a file");
            let input = input.trim_matches('\'').replace("\\n", "\n");
            let output = Command::new(cargo_bin("mnc"))
                .args(words)
                .current_dir(folder.path())
                .stdin(file_of(folder.path(), &input))
                .output()
                .expect("mnc runs");
            let printed = String::from_utf8_lossy(&output.stdout);
            let lines = |text: &str| {
                text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n").trim().to_owned()
            };
            assert_eq!(lines(&printed), lines(shown), "$ {command}");
        }
    }
}

fn file_of(folder: &std::path::Path, input: &str) -> std::fs::File {
    let path = folder.join("input");
    std::fs::write(&path, input).expect("an input");
    std::fs::File::open(path).expect("an input")
}

/// The Rust program of the README is the one that `cargo test --doc` runs.
#[test]
fn the_program_is_that_of_the_library() {
    let library = include_str!("../src/lib.rs").lines().map_while(|line| line.strip_prefix("//!"));
    let lines = library.map(|line| line.strip_prefix(' ').unwrap_or(line));
    let shown = lines.filter(|line| !line.starts_with("# ")).collect::<Vec<_>>().join("\n");
    let run = shown.split("```\n").nth(1).expect("a program in the documentation of the library");
    assert_eq!(blocks(&readme(), "rust"), [run]);
}

/// `.ci/run` takes the test command from the README.
#[test]
fn the_test_command_is_named() {
    assert!(readme().lines().any(|line| line.starts_with("cargo test")));
}
