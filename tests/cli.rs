//! The program from outside: exit codes, and what happens with files that cannot be read.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use assert_cmd::Command;
use std::path::Path;
use std::process::{Output, Stdio};

fn mnc() -> Command {
    Command::cargo_bin("mnc").unwrap()
}

fn run(arguments: &[&str]) -> Output {
    mnc().args(arguments).output().unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Writes a file of this name in a folder of its own.
fn file(name: &str, bytes: impl AsRef<[u8]>) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    let path = path.to_str().unwrap().to_string();
    (folder, path)
}

#[test]
fn a_missing_file_and_the_nearest_name() {
    let (folder, _) = file("oware.mnc", "mnc 1\n");
    let asked = folder.path().join("owarre.mnc");
    let output = run(&["check", asked.to_str().unwrap()]);
    assert_eq!(code(&output), 2);
    let text = out(&output);
    assert!(text.contains("owarre.mnc: error[cannot-read]: cannot read this file: there is no"));
    assert!(text.contains("oware.mnc`?"), "{text}");
    assert!(text.contains("1 error in 1 file\n"), "{text}");
}

#[test]
fn a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(&["check", folder.path().to_str().unwrap()]);
    assert_eq!(code(&output), 2);
    assert!(out(&output).contains("there is no description in this folder"), "{}", out(&output));
    std::fs::write(folder.path().join("a.mnc"), "mnc 1\ngame \"A\"\nnonsense\n").unwrap();
    let output = run(&["check", folder.path().to_str().unwrap()]);
    assert_eq!(code(&output), 1);
    assert!(out(&output).contains("a.mnc:3:1: error["), "{}", out(&output));
}

#[test]
fn not_utf8_names_the_byte() {
    let (_folder, path) = file("latin1.mnc", b"mnc 1\ngame \"Caf\xe9\"\n");
    let output = run(&["check", &path]);
    assert_eq!(code(&output), 2);
    let text = out(&output);
    assert!(text.contains("latin1.mnc:2:10: error[not-utf8]"), "{text}");
    assert!(text.contains("the byte e9"), "{text}");
    assert!(text.contains("save the file again as UTF-8"), "{text}");
}

#[test]
fn a_huge_file_is_refused() {
    let (_folder, path) = file("huge.mnc", vec![b'x'; 10 << 20]);
    let output = run(&["check", &path]);
    assert_eq!(code(&output), 2);
    assert!(out(&output).contains("error[file-too-long]"), "{}", out(&output));
}

#[cfg(unix)]
#[test]
fn an_endless_file_is_refused() {
    let output = run(&["check", "/dev/zero"]);
    assert_eq!(code(&output), 2);
}

#[test]
fn the_other_files_are_still_checked() {
    let (_folder, path) = file("x.mnc", b"\xff\xfem\0n\0c\0");
    let output = run(&["check", "no-such-file.mnc", &path]);
    assert_eq!(code(&output), 2);
    let text = out(&output);
    assert!(text.contains("this looks like UTF-16"), "{text}");
    assert!(text.contains("2 errors in 2 files\n"), "{text}");
}

/// Exit code 0 for a description without mistakes, 1 for one with mistakes, with the place of the mistake.
#[test]
fn clean_and_not_clean() {
    let oware = concat!(env!("CARGO_MANIFEST_DIR"), "/games/oware.mnc");
    let output = run(&["check", oware]);
    assert_eq!((code(&output), out(&output).as_str()), (0, "no problems in 1 file\n"));
    let (_folder, path) =
        file("x.mnc", "mnc 1\r\ngame \"X\"\r\nmove\r\n  sow any own whole\r\n  hop\r\n");
    let output = run(&["check", &path, oware]);
    assert_eq!(code(&output), 1);
    let text = out(&output);
    assert!(text.contains("x.mnc:5:3: error["), "{text}");
    assert!(text.contains(" in 2 files\n"), "{text}");
}

#[test]
fn standard_input() {
    let output = mnc().args(["check", "-"]).write_stdin(&b"mnc 1\n\xff\n"[..]).output().unwrap();
    assert_eq!(code(&output), 2);
    assert!(out(&output).starts_with("<standard input>:2:1: error[not-utf8]"), "{}", out(&output));
}

#[test]
fn json_is_one_array_and_nothing_else() {
    let output = run(&["check", "--format", "json", "a-missing.mnc", "b-missing.mnc"]);
    assert_eq!(code(&output), 2);
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(value.as_array().unwrap().len(), 2);
    assert_eq!(value[1]["code"], "cannot-read");
    assert_eq!(value[1]["file"], "b-missing.mnc");
}

#[test]
fn wrong_arguments() {
    for arguments in [&["check"][..], &[], &["chekc", "x"], &["check", "--format", "x", "y"]] {
        let output = run(arguments);
        assert_eq!(code(&output), 2, "{arguments:?}");
    }
    assert!(err(&run(&["chekc", "x"])).contains("check"));
}

/// The commands that `mnc --help` lists.
fn commands() -> Vec<String> {
    let help = out(&run(&["--help"]));
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    list.lines().filter_map(|line| Some(line.split_whitespace().next()?.to_owned())).collect()
}

/// Every command has a help with an example, and a row in the README; `tests/hardened.rs` runs it with hidden
/// characters.
#[test]
fn every_command_is_documented_and_hardened() {
    let commands = commands();
    assert!(commands.len() >= 9, "{commands:?}");
    let readme = include_str!("../README.md");
    let hardened = include_str!("hardened.rs");
    let hidden = hardened.split("fn nothing_from_outside_reaches_the_terminal_raw").nth(1).unwrap();
    for command in commands {
        let help = run(&[command.as_str(), "--help"]);
        assert_eq!(code(&help), 0, "{command}");
        assert!(out(&help).contains("Example"), "`mnc {command} --help` has no example");
        assert!(
            readme.contains(&format!("\n| `{command}` | ")),
            "README.md: no row for `{command}`"
        );
        assert!(hidden.contains(&format!("\"{command}\"")), "tests/hardened.rs: no `{command}`");
    }
}

#[test]
fn help_goes_to_standard_output_and_has_an_example() {
    assert!(out(&run(&["check", "--help"])).contains("The exit code is 0"));
    assert!(out(&run(&["--help"])).contains("Look for mistakes in descriptions\n"));
    assert!(out(&run(&["--help"])).contains("Example"));
}

#[test]
fn explain_a_code_as_it_is_seen() {
    for asked in ["cannot-read", "error[cannot-read]", "error[cannot-read]:", "Cannot_Read"] {
        let output = run(&["explain", asked]);
        assert_eq!(code(&output), 0, "{asked}");
        assert!(out(&output).starts_with("# cannot-read: "), "{}", out(&output));
    }
}

#[test]
fn explain_what_there_is_not() {
    let output = run(&["explain", "canot-read"]);
    assert_eq!(code(&output), 2);
    assert!(err(&output).contains("did you mean `cannot-read`?"), "{}", err(&output));
    let output = run(&["explain", "utter\u{202e}nonsense"]);
    assert!(err(&output).contains("utter\\u{202e}nonsense"), "{}", err(&output));
}

#[test]
fn explain_lists_all() {
    let output = run(&["explain", "--list"]);
    assert_eq!(code(&output), 0);
    assert!(out(&output).lines().any(|line| line.starts_with("  cannot-read ")));
}

/// A closed pipe causes no panic, and the exit code is right.
#[test]
fn a_closed_pipe() {
    let program = assert_cmd::cargo::cargo_bin("mnc");
    let start = |arguments: &[&str]| {
        let mut child = std::process::Command::new(Path::new(&program))
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        child.wait_with_output().unwrap()
    };
    for (arguments, expected) in
        [(&["check", "missing.mnc"][..], 2), (&["explain", "--list"], 0), (&["--help"], 0)]
    {
        let output = start(arguments);
        assert_eq!(code(&output), expected, "{arguments:?}: {}", err(&output));
        assert!(err(&output).is_empty(), "{}", err(&output));
    }
}

#[test]
fn no_colour_when_nobody_looks() {
    let output = run(&["check", "--format", "fancy", "missing.mnc"]);
    assert!(!out(&output).contains('\u{1b}'));
}
