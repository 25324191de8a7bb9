//! Descriptions made to keep the program busy or to fill the memory: every command ends soon and in
//! little memory, and reports what it has given up.
//!
//! The files are in `tests/cases/hostile`; very long ones are generated here. Every command runs in a
//! separate process, with limits on its work and its memory.
#![cfg(unix)]
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use mnc::engine::Engine;
use mnc::resolve::{GameLoader, Setting, load};
use mnc::runner::{Runner, RunnerKind, Sample};
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;

/// 450 MB of address space, in the unit of `ulimit`: 300 MB, and what threads reserve without use.
const MEMORY: u32 = 450_000;

/// Seconds of work until a position is shown: two, and as many again for a busy machine.
const SOON: u32 = 4;

/// Seconds of work for commands that visit many positions.
const LATER: u32 = 60;

struct Nothing;

impl GameLoader for Nothing {
    fn find(&self, _: &str) -> Option<(String, String)> {
        None
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/hostile")
}

fn cases() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder()).expect("a folder");
    let mut all: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    all.retain(|path| path.extension().is_some_and(|e| e == "mnc"));
    all.sort();
    assert!(!all.is_empty());
    all
}

/// A command within limits.
fn limited(seconds: u32, case: &Path, arguments: &[&str]) -> Command {
    limited_to(MEMORY, seconds, case, arguments)
}

fn limited_to(memory: u32, seconds: u32, case: &Path, arguments: &[&str]) -> Command {
    let program = assert_cmd::cargo::cargo_bin("mnc");
    let limits = format!("ulimit -t {seconds} -v {memory}; exec \"$@\"");
    let mut command = Command::new("bash");
    command.arg("-c").arg(limits).arg("bash").arg(program);
    command.arg(arguments[0]).arg(case).args(&arguments[1..]);
    // An interrupted game is saved there.
    command.current_dir(env!("CARGO_TARGET_TMPDIR"));
    command
}

/// Runs a command to its end; returns its output.
fn ends(seconds: u32, case: &Path, arguments: &[&str], typed: &str) -> String {
    let mut command = limited(seconds, case, arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it runs");
    // It may have ended without reading.
    let _ = child.stdin.take().expect("a pipe").write_all(typed.as_bytes());
    let Output { status, stdout, stderr } = child.wait_with_output().expect("it ends");
    let said = [stdout, stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    let most = said.chars().count().saturating_sub(2000);
    let end: String = said.chars().skip(most).collect();
    let of = format!("{arguments:?} of {}", case.display());
    assert!(matches!(status.code(), Some(0..=2)), "{of}: {status}: {end}");
    assert!(!said.contains("panicked"), "{of}: {end}");
    said
}

/// Runs all commands; returns the output of `check` and `engine`.
fn all_end(case: &Path, more: &[&str]) -> [String; 2] {
    let with = |arguments: &[&'static str]| [arguments, more].concat();
    let check = ends(LATER, case, &["check", "--notes"], "");
    let asked = "{\"do\":\"new\"}\n{\"do\":\"position\"}\n";
    let engine = ends(SOON, case, &with(&["engine"]), asked);
    ends(LATER, case, &["fmt", "--diff"], "");
    ends(SOON, case, &with(&["show"]), "");
    ends(SOON, case, &with(&["show", "--svg"]), "");
    ends(LATER, case, &with(&["doc"]), "");
    ends(LATER, case, &with(&["doc", "--language", "fr"]), "");
    ends(SOON, case, &with(&["play", "--as-is"]), "quit\n");
    ends(LATER, case, &["test", "--games", "1"], "");
    ends(LATER, case, &["compare", "kalah", "--games", "2", "--depth", "2"], "");
    ends(LATER, case, &["compare", "--readings", "--games", "1"], "");
    ends(LATER, case, &with(&["perft", "1"]), "");
    ends(LATER, case, &with(&["playout", "--games", "2", "--most", "1000"]), "");
    [check, engine]
}

fn case(name: &str) -> PathBuf {
    folder().join(name)
}

#[test]
fn every_command_ends_on_every_case() {
    cases().iter().for_each(|case| {
        all_end(case, &[]);
    });
}

#[test]
fn what_is_given_up_is_reported() {
    for name in ["nested-judgement.mnc", "long-relay.mnc", "search-explodes.mnc", "long-phrase.mnc"]
    {
        let [check, engine] = all_end(&case(name), &[]);
        assert!(check.contains("warning[too-much-work]"), "{name}: {check}");
        let refusal = engine.lines().next().unwrap_or_default();
        assert!(refusal.contains("\"code\":\"too-much-work\""), "{name}: {refusal}");
        assert!(refusal.contains("\"default\":false"), "no statement is named: {name}: {refusal}");
    }
}

#[test]
fn two_variations_that_are_fine_alone_are_tried_together() {
    let pair = case("pair.mnc");
    let both = ["--variation", "puts", "--variation", "duty"];
    let [check, engine] = all_end(&pair, &both);
    assert!(check.contains("too-much-work"), "{check}");
    assert!(check.contains("variation \"puts\" and variation \"duty\""), "{check}");
    assert!(engine.contains("too-much-work"), "{engine}");
    for one in ["puts", "duty"] {
        let [_, engine] = all_end(&pair, &["--variation", one]);
        assert!(!engine.contains("too-much-work"), "{one}: {engine}");
    }
}

#[test]
fn a_game_whose_positions_never_return_takes_constant_time_and_little_memory() {
    let mut command = limited(SOON, &case("counts-for-ever.mnc"), &["engine"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it runs");
    let mut asks = child.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut ask = |request: &str| -> serde_json::Value {
        writeln!(asks, "{request}").expect("it listens");
        let answer = answers.next().expect("an answer").expect("an answer");
        serde_json::from_str(&answer).expect("JSON")
    };
    let mut position = ask("{\"do\":\"position\"}");
    for made in 0..12_000 {
        let choices = position["choices"].as_array().expect("choices");
        let choice = &choices[made * 7 % choices.len()]["id"];
        let answer = ask(&format!("{{\"do\":\"play\",\"choice\":{choice}}}"));
        position = answer["position"].clone();
        assert_eq!(position["over"], false, "{answer}");
    }
    for _ in 0..10_000 {
        assert!(ask("{\"do\":\"undo\"}")["error"].is_null());
    }
    assert_eq!(ask("{\"do\":\"undo\"}")["error"]["code"], "nothing-to-undo");
    drop(asks);
    assert!(child.wait().expect("it ends").success());
}

/// In a batch of random games, games that keep very many positions are played one by one.
#[test]
fn random_games_whose_positions_never_return_take_little_memory() {
    let of = ["playout", "--games", "256", "--threads", "1"];
    let mut command = limited_to(250_000, LATER, &case("pair.mnc"), &of);
    // Freed memory is given back at once, not after a time that a busy machine makes longer.
    command.env("MIMALLOC_PURGE_DELAY", "0");
    let output = command.output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {said}", output.status);
}

#[test]
fn computer_players_do_not_go_on_for_ever() {
    let of = ["play", "--as-is", "--seat", "South=random", "--seat", "North=random"];
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("counts.mnc");
    std::fs::copy(case("counts-for-ever.mnc"), &path).expect("a copy");
    let mut command = limited(LATER, &path, &of);
    let output = command.current_dir(folder.path()).stdin(Stdio::null()).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("the computer players have made 20000 choices"), "{:?}", output.status);
}

const HEAD: &str = "mnc 1\ngame \"Made here\"\n";
const BOARD: &str = "board\n  2 rows of 6 holes\n  each player owns the nearest row and a store\n";
const PLAY: &str = "start: every hole holds 4\nway: anticlockwise round every hole\n\
                    turn: a player with no move passes\nmove: sow any own hole\n";
const END: &str = "end\n  no seeds are left -> end game\nwinner: most seeds\n";

/// Generates lines.
fn lines(many: usize, line: impl Fn(usize) -> String) -> String {
    (0..many).fold(String::new(), |mut all, nth| {
        let _ = writeln!(all, "{}", line(nth));
        all
    })
}

/// Runs every command on a generated description.
fn made(text: &str) -> [String; 2] {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("made.mnc");
    std::fs::write(&path, text).expect("a file");
    all_end(&path, &[])
}

/// A distinct word for each number.
fn word(nth: usize) -> String {
    let letter = |n: usize| char::from(b"bcdfghjklm"[n % 10]);
    ['x', letter(nth / 1000), letter(nth / 100), letter(nth / 10), letter(nth)].iter().collect()
}

#[test]
fn a_thousand_options_and_a_thousand_variations_are_cut_off() {
    for many in [1000, 3000] {
        let options = lines(many, |nth| format!("  {} = 1, from 1 to 2", word(nth)));
        let variations = lines(many, |nth| {
            format!("variation \"v{nth}\"\nlast seed\n  makes {} -> capture it", nth % 50 + 2)
        });
        let text = format!("{HEAD}options\n{options}{BOARD}{PLAY}{END}{variations}");
        let [check, engine] = made(&text);
        assert!(check.contains("error[too-many]"), "{many}: {check}");
        assert!(
            check.contains("there are too many variations: at most 250 are allowed"),
            "{check}"
        );
        assert!(check.contains("there are too many options: at most 250 are allowed"), "{check}");
        assert!(!engine.contains("choices"), "{engine}");
    }
}

#[test]
fn more_settings_than_are_looked_at_are_reported() {
    let options = lines(100, |nth| format!("  {} = 1, from 1 to 2", word(nth)));
    let variations = lines(100, |nth| {
        format!("variation \"v{nth}\"\nlast seed\n  makes {} -> capture it", nth % 50 + 2)
    });
    let text = format!("{HEAD}options\n{options}{BOARD}{PLAY}{END}{variations}");
    let [_, engine] = made(&text);
    assert!(engine.contains("choices"), "{engine}");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("made.mnc");
    std::fs::write(&path, &text).expect("a file");
    // JSON has all messages; people see the gravest only.
    let check = ends(LATER, &path, &["check", "--notes", "--format", "json"], "");
    assert!(check.contains("settings-left-out"), "{check}");
}

#[test]
fn rules_that_come_to_very_many_steps_are_played() {
    let board = BOARD.replace("6 holes", "120 holes");
    let thing = lines(100, |nth| format!("    makes {} -> capture it", nth + 2));
    let cases = lines(700, |nth| format!("  makes {} -> do thing", nth + 2));
    let text = format!("{HEAD}{board}words\n  thing =\n{thing}{PLAY}last seed\n{cases}{END}");
    let [_, engine] = made(&text);
    assert!(engine.contains("choices"), "{engine}");
}

#[test]
fn very_many_statements_are_refused() {
    for many in [9_000, 33_000] {
        let cases = lines(many, |nth| format!("  makes {} -> capture it", nth + 2));
        let [check, engine] = made(&format!("{HEAD}{BOARD}{PLAY}last seed\n{cases}{END}"));
        let refused = check.contains("there are too many statements: at most 10000 are allowed");
        assert_eq!(refused, many > 10_000, "{many}: {check}");
        assert_eq!(engine.contains("choices"), !refused, "{many}: {engine}");
    }
}

#[test]
fn very_many_marks_are_refused() {
    let words = lines(2000, |nth| format!("  {} = a mark", word(nth)));
    let marks = lines(2000, |nth| format!("  mark any own hole as {}", word(nth)));
    let text = format!("{HEAD}{BOARD}words\n{words}{PLAY}after move\n{marks}{END}");
    let [check, _] = made(&text);
    assert!(check.contains("there are too many marks: at most 250 are allowed"), "{check}");
}

/// All runners agree where the engine gives up.
#[test]
fn all_runners_agree_on_every_case() {
    let sample = Sample { seed: 7, games: 0..1, most_decisions: 3 };
    for path in cases() {
        let text = std::fs::read_to_string(&path).expect("a case");
        let (description, _) = load("case.mnc", &text, &Nothing);
        let names = description.variations.iter().map(|name| vec![name.clone()]);
        let all = [Vec::new(), description.variations.clone()].into_iter().chain(names);
        for variations in all {
            let setting = Setting { variations, ..Setting::default() };
            let Some(model) = description.build(&setting).0 else { continue };
            let engine = Engine::new(Arc::new(model)).with_sowing_limit(1 << 18);
            let (start, _) = engine.start(None);
            let of = |kind| Runner::new(engine.clone(), start.clone(), kind);
            let runners = [of(RunnerKind::Reference), of(RunnerKind::Plan), of(RunnerKind::Batch)];
            let counted = runners.each_ref().map(|runner| {
                let perft = runner.perft(&runner.start(), 1, 1);
                (perft.leaves, perft.nodes)
            });
            assert_eq!(counted[0], counted[1], "{path:?} {setting:?}");
            assert_eq!(counted[0], counted[2], "{path:?} {setting:?}");
            let played = runners.each_ref().map(|runner| runner.play_out(&sample));
            assert_eq!(played[0], played[1], "{path:?} {setting:?}");
            assert_eq!(played[0], played[2], "{path:?} {setting:?}");
        }
    }
}
