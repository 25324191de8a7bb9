//! `mnc play` and `mnc replay` as commands: input, output, and saved files.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Output;
use tempfile::TempDir;

/// A folder with the data files of some cases.
fn folder(cases: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(cases);
    for entry in fs::read_dir(cases).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end == "mncr" || end == "mnc") {
            fs::copy(&path, folder.path().join(path.file_name().unwrap())).unwrap();
        }
    }
    folder
}

fn mnc(folder: &TempDir, arguments: &[String], input: &[u8]) -> Output {
    let mut mnc = assert_cmd::Command::cargo_bin("mnc").unwrap();
    mnc.args(arguments).current_dir(folder).write_stdin(input).output().unwrap()
}

/// Splits at blanks, except between quotation marks.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('"').enumerate();
    parts
        .flat_map(|(nth, part)| match nth % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect::<Vec<_>>(),
            _ => vec![part.to_owned()],
        })
        .collect()
}

fn files(folder: &TempDir) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

/// Runs a case: the command after `$ mnc`, then the typed lines. Returns all output.
fn run(path: &Path, cases: &str) -> String {
    let text = fs::read(path).unwrap();
    let end = text.iter().position(|b| *b == b'\n').unwrap();
    let command = std::str::from_utf8(&text[..end]).unwrap();
    let folder = folder(cases);
    let before = files(&folder);
    let arguments = words(command.strip_prefix("$ mnc ").unwrap());
    let output = mnc(&folder, &arguments, &text[end + 1..]);
    let mut told = format!("{command}\n{}", String::from_utf8(output.stdout).unwrap());
    let stderr = String::from_utf8(output.stderr).unwrap();
    if !stderr.is_empty() {
        write!(told, "--- standard error\n{stderr}").unwrap();
    }
    writeln!(told, "--- ends with {}", output.status.code().unwrap()).unwrap();
    for file in files(&folder).into_iter().filter(|file| !before.contains(file)) {
        // Every saved record can be replayed.
        let replayed = mnc(&folder, &["replay".into(), file.clone()], b"");
        assert!(replayed.status.success(), "{}", String::from_utf8_lossy(&replayed.stderr));
        let replayed = String::from_utf8(replayed.stdout).unwrap();
        writeln!(told, "--- {file}: {}", replayed.lines().last().unwrap()).unwrap();
    }
    told
}

/// Every file of `cases/play`.
#[test]
fn sessions() {
    insta::glob!("cases/play/*.in", |path| {
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => true }, {
            insta::assert_snapshot!(run(path, "play"));
        });
    });
}

/// Every file of `cases/replay`.
#[test]
fn replays() {
    insta::glob!("cases/replay/*.in", |path| {
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => true }, {
            insta::assert_snapshot!(run(path, "replay"));
        });
    });
}

fn play(folder: &TempDir, arguments: &str, input: &str) -> String {
    let output = mnc(folder, &words(arguments), input.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The turns of a record.
fn turns(folder: &TempDir, file: &str) -> Vec<String> {
    let text = fs::read_to_string(folder.path().join(file)).unwrap();
    let begins = |line: &&str| line.trim_start().starts_with(|c: char| c.is_ascii_digit());
    text.lines().filter(begins).map(|line| line.trim().to_owned()).collect()
}

#[test]
fn a_wrong_entry_changes_nothing() {
    let wrong = [
        "b9",
        "a2",
        "hlep",
        "why not",
        "next",
        "seat",
        "clockwise",
        "a1, zz",
        "a1, b1",
        "load x",
        "42",
        "-",
        ",",
        "\u{0}",
        "save /no/such/folder/x",
        "seat North=nobody",
        "quit now",
    ];
    let folder = tempfile::tempdir().unwrap();
    let told = play(&folder, "play kalah --as-is", &format!("{}\nc1\nsave x\n", wrong.join("\n")));
    assert_eq!(turns(&folder, "x.mncr"), ["1. South  c1"]);
    // Pairs of an entry and the line about it.
    for (nth, entry) in wrong.iter().enumerate().filter(|(_, entry)| !entry.starts_with("seat")) {
        let entry = entry.replace('\0', "\\u{0}");
        let next = wrong.get(nth + 1).unwrap_or(&"c1").replace('\0', "\\u{0}");
        let (_, after) = told.split_once(&format!("South> {entry}\n")).expect(&entry);
        let (answer, _) = after.split_once(&format!("South> {next}\n")).expect(&next);
        let lines = answer.lines().filter(|line| !line.starts_with("South chooses")).count();
        assert_eq!(lines, 1, "{entry}: {answer}");
    }
}

#[test]
fn nothing_that_is_there_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["kalah.mncr", "kalah-2.mncr", "mine.mncr"] {
        fs::write(folder.path().join(name), "precious").unwrap();
    }
    let told = play(&folder, "play kalah --as-is", "a1\nsave mine\nno\nsave mine\n\nsave\na2\n");
    assert!(told.contains("`mine.mncr` is there already"), "{told}");
    for name in ["kalah.mncr", "kalah-2.mncr", "mine.mncr"] {
        assert_eq!(fs::read_to_string(folder.path().join(name)).unwrap(), "precious", "{name}");
    }
    assert_eq!(turns(&folder, "kalah-3.mncr").len(), 1, "saved");
    assert_eq!(turns(&folder, "kalah-4.mncr").len(), 2, "saved at the end of the input");
    play(&folder, "play kalah --as-is", "b1\nsave mine\nyes\n");
    assert_eq!(turns(&folder, "mine.mncr"), ["1. South  b1"]);
}

#[test]
fn the_computer_plays_the_same_game_from_the_same_seed() {
    let game = |seed: &str| {
        let folder = tempfile::tempdir().unwrap();
        let seats = "--seat South=search:1 --seat North=random";
        play(&folder, &format!("play kalah --as-is {seats} --seed {seed}"), "save x\n");
        turns(&folder, "x.mncr")
    };
    assert_eq!(game("7"), game("7"));
    assert_ne!(game("7"), game("8"));
}

#[test]
fn a_saved_game_goes_on_as_it_would_have() {
    let folder = tempfile::tempdir().unwrap();
    let seats = "--seat North=search:1 --seed 3";
    play(&folder, &format!("play kalah --as-is {seats}"), "a1\nb1\nsave whole\n");
    play(&folder, &format!("play kalah --as-is {seats}"), "a1\nsave half\n");
    play(&folder, "play kalah --load half", "b1\nsave rest\n");
    assert_eq!(turns(&folder, "rest.mncr"), turns(&folder, "whole.mncr"));
}

/// Plays until North is asked, then runs `happens`; returns both outputs.
#[cfg(unix)]
fn broken_off(
    folder: &TempDir,
    happens: impl FnOnce(&mut std::process::Child),
) -> (String, String) {
    use std::io::{Read, Write};
    let mut mnc = std::process::Command::new(assert_cmd::cargo::cargo_bin("mnc"))
        .args(["play", "kalah", "--as-is"])
        .current_dir(folder)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    mnc.stdin.as_mut().unwrap().write_all(b"a1\n").unwrap();
    let mut told = Vec::new();
    while !told.ends_with(b"North> ") {
        let mut byte = [0];
        mnc.stdout.as_mut().unwrap().read_exact(&mut byte).unwrap();
        told.push(byte[0]);
    }
    happens(&mut mnc);
    let output = mnc.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr))
}

#[cfg(unix)]
#[test]
fn a_game_that_is_stopped_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    for (nth, signal) in ["-INT", "-TERM", "-HUP"].into_iter().enumerate() {
        let stop = |mnc: &mut std::process::Child| {
            let pid = mnc.id().to_string();
            let sent = std::process::Command::new("kill").args([signal, &pid]).status();
            assert!(sent.unwrap().success());
        };
        // The input stays open: only the signal ends the session.
        let mut input = None;
        let (told, _) = broken_off(&folder, |mnc| {
            stop(mnc);
            input = mnc.stdin.take();
        });
        assert!(told.contains("stopped: the game is saved in kalah"), "{told}");
        assert_eq!(files(&folder).len(), nth + 1);
        drop(input);
    }
    assert_eq!(turns(&folder, "kalah-3.mncr"), ["1. South  a1"]);
}

#[cfg(unix)]
#[test]
fn a_game_that_nobody_reads_any_more_is_saved() {
    use std::io::Write;
    let folder = tempfile::tempdir().unwrap();
    let (_, complaint) = broken_off(&folder, |mnc| {
        drop(mnc.stdout.take());
        mnc.stdin.as_mut().unwrap().write_all(b"a2\nb1\n").unwrap();
    });
    assert!(complaint.contains("the game is saved in kalah.mncr"), "{complaint}");
    assert!(!turns(&folder, "kalah.mncr").is_empty());
}

/// Hidden characters in input and file names never reach the terminal.
#[test]
fn hidden_characters_are_written_out() {
    let folder = tempfile::tempdir().unwrap();
    let hidden = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
    let input =
        "\u{1b}[2J\u{7}\nsave \u{9b}x\nload \u{202e}\na1\nseat \u{202e}=search\nwhy \u{7}\n";
    let told = play(&folder, "play kalah --as-is", input);
    assert!(!told.contains(hidden), "{told:?}");
    assert!(told.contains("saved in \\u{9b}x.mncr"), "{told}");
    let record = "mnc record 1\ngame \"\u{1b}[2J\u{202e}\"\nrules 0123456789abcdef\n";
    fs::write(folder.path().join("evil.mncr"), record).unwrap();
    for command in
        ["play kalah --load evil.mncr", "play kalah --load \u{1b}[2J", "replay evil.mncr"]
    {
        let complaint = mnc(&folder, &words(command), b"");
        assert_ne!(complaint.status.code(), Some(0), "{command}");
        let complaint = String::from_utf8(complaint.stderr).unwrap();
        assert!(complaint.contains("\\u{1b}"), "{complaint:?}");
        assert!(!complaint.contains(hidden), "{complaint:?}");
    }
}
