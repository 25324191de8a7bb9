//! `mnc check` with `--fix`, `--diff`, and formats for other programs, from outside.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "support/program.rs"]
mod program;

use program::{run, run_with};
use std::fs;
use tempfile::TempDir;

const SAFE: &str = "mnc 1\ngame \"X\" like \"Kalah\"\nfirst in last seed\n  makes 4 → capture it\n";
const GUESS: &str =
    "mnc 1\ngame \"X\" like \"Kalah\"\nfirst in last seed\n  makes 4 -> captur it\n";

fn right() -> String {
    SAFE.replace('→', "->")
}

fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("safe.mnc"), SAFE).unwrap();
    fs::write(folder.path().join("guess.mnc"), GUESS).unwrap();
    folder
}

fn read(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).unwrap()
}

#[test]
fn safe_fixes_are_written_and_guesses_if_asked_for() {
    let folder = folder();
    let (code, out, err) = run(folder.path(), &["check", "--fix", "safe.mnc", "guess.mnc"]);
    assert_eq!((code, err.as_str()), (1, ""));
    assert!(out.contains("guess.mnc:4:14: error[unreadable-statement]"), "{out}");
    assert!(out.ends_with("1 finding fixed, 1 left\n"), "{out}");
    assert_eq!(read(&folder, "safe.mnc"), right());
    assert_eq!(read(&folder, "guess.mnc"), GUESS);
    let (code, out, _) = run(folder.path(), &["check", "--fix", "--unsafe-fixes", "guess.mnc"]);
    assert_eq!(code, 0);
    assert!(out.ends_with("no problems in 1 file\n1 finding fixed, 0 left\n"), "{out}");
    assert_eq!(read(&folder, "guess.mnc"), right());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn differences_are_printed_and_nothing_is_written() {
    let folder = folder();
    let (code, out, err) = run(folder.path(), &["check", "--diff", "safe.mnc", "guess.mnc"]);
    assert_eq!(code, 1);
    assert_eq!(
        out,
        "--- safe.mnc\n+++ safe.mnc\n@@ -1,4 +1,4 @@\n mnc 1\n game \"X\" like \"Kalah\"\n first in last seed\n\
         -  makes 4 → capture it\n+  makes 4 -> capture it\n"
    );
    assert_eq!(err, "mnc: 1 finding would be fixed, 1 left\n");
    assert_eq!(read(&folder, "safe.mnc"), SAFE);
    let (_, out, _) = run(folder.path(), &["check", "--diff", "--unsafe-fixes", "guess.mnc"]);
    assert!(out.contains("+  makes 4 -> capture it\n"), "{out}");
    assert_eq!(read(&folder, "guess.mnc"), GUESS);
    let (code, _, err) = run(folder.path(), &["check", "--unsafe-fixes", "guess.mnc"]);
    assert_eq!(code, 2);
    assert!(err.contains("--fix"), "{err}");
}

#[test]
fn standard_input_is_printed() {
    let folder = folder();
    let (code, out, err) = run_with(folder.path(), &["check", "--fix", "-"], SAFE);
    assert_eq!((code, out), (0, right()));
    assert_eq!(err, "mnc: 1 finding fixed, 0 left\n");
    let (code, out, err) = run_with(folder.path(), &["check", "--fix", "-"], GUESS);
    assert_eq!((code, out.as_str()), (1, GUESS));
    assert!(err.contains("<standard input>:4:14: error[unreadable-statement]"), "{err}");
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_written() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let path = folder.path().join("safe.mnc");
    fs::set_permissions(&path, PermissionsExt::from_mode(0o444)).unwrap();
    let (code, _, err) = run(folder.path(), &["check", "--fix", "safe.mnc"]);
    assert_eq!(code, 2);
    assert!(err.contains("it is write-protected; the file is as it was"), "{err}");
    assert_eq!(read(&folder, "safe.mnc"), SAFE);
}

#[test]
fn comments_allow_warnings() {
    let folder = folder();
    let text = "mnc 1\ngame \"X\" like \"Kalah\"\nalso in words\n  casa = a hole    # allow unused-word: an example\n";
    fs::write(folder.path().join("allowed.mnc"), text).unwrap();
    let (code, out, _) = run(folder.path(), &["check", "allowed.mnc"]);
    assert_eq!((code, out.as_str()), (0, "no problems in 1 file\n"));
    let (_, out, _) = run(folder.path(), &["check", "--format", "json", "allowed.mnc"]);
    assert_eq!(out, "[]\n");
    let (code, out, _) =
        run(folder.path(), &["check", "--format", "json", "--suppressed", "allowed.mnc"]);
    assert_eq!(code, 0);
    let value: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(value[0]["code"], "unused-word");
    assert_eq!(value[0]["suppressed"], "an example");
}

#[test]
fn formats_for_other_programs() {
    let folder = folder();
    let (code, out, err) =
        run(folder.path(), &["check", "--format", "sarif", "safe.mnc", "none.mnc"]);
    assert_eq!((code, err.as_str()), (2, ""));
    let log: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(log["runs"][0]["results"][0]["ruleId"], "wrong-arrow");
    assert_eq!(log["runs"][0]["results"][1]["ruleId"], "cannot-read");
    let (code, out, err) = run(folder.path(), &["check", "--format", "github", "safe.mnc"]);
    assert_eq!((code, err.as_str()), (1, ""));
    let line = "::error file=safe.mnc,line=4,col=11,endLine=4,endColumn=12,title=wrong-arrow::";
    assert!(out.starts_with(line) && out.lines().count() == 1, "{out}");
    let (_, out, err) = run(folder.path(), &["check", "--fix", "--format", "github", "safe.mnc"]);
    assert_eq!((out.as_str(), err.as_str()), ("", "mnc: 1 finding fixed, 0 left\n"));
}

#[test]
fn all_codes_in_groups() {
    let folder = folder();
    let (code, out, _) = run(folder.path(), &["explain"]);
    assert_eq!(code, 0);
    let listed: Vec<&str> = out
        .lines()
        .filter_map(|line| line.strip_prefix("  "))
        .filter_map(|line| line.split(' ').next())
        .collect();
    let mut sorted = listed.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, mnc::diagnostic::catalogue::codes().collect::<Vec<_>>());
    let group = |code: &str| {
        let lines: Vec<&str> = out.lines().collect();
        let at = lines.iter().position(|l| l.starts_with(&format!("  {code} "))).unwrap();
        lines[..at].iter().rfind(|line| line.ends_with(':')).unwrap().to_string()
    };
    assert_eq!(group("cannot-read"), "Files:");
    assert_eq!(group("wrong-arrow"), "How a description is written:");
    assert_eq!(group("unused-word"), "Rules that are probably not what you want:");
    assert_eq!(group("default-used"), "Notes:");
    assert_eq!(group("test-fails"), "Tests and the check itself:");
    assert_eq!(group("allow-unused"), "Comments that allow something:");
    assert_eq!(group("unknown-word"), "What statements mean:");
    assert_eq!(run(folder.path(), &["explain", "--list"]).1, out);
}
