//! `mnc fmt` from outside: what it writes, and that nothing is lost.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "support/program.rs"]
mod program;

use program::{run, run_with};
use std::fs;
use tempfile::TempDir;

const UGLY: &str =
    "mnc 1\ngame \"Ugly\"   like \"Kalah\"\nnew   start : every hole holds 5   # five\n";
const PRETTY: &str =
    "mnc 1\ngame \"Ugly\" like \"Kalah\"\nnew start: every hole holds 5    # five\n";

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn read(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).unwrap()
}

/// The names of all files in a folder, without those in its folders.
fn names(folder: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(folder.path()).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn files_and_folders() {
    let folder = folder(&[
        ("a.mnc", UGLY),
        ("b.mnc", PRETTY),
        ("notes.txt", UGLY),
        ("more/c.mnc", UGLY),
        (".hidden/d.mnc", UGLY),
        ("empty/readme", ""),
    ]);
    let (code, out, err) = run(folder.path(), &["fmt", "--check", "."]);
    assert_eq!((code, err.as_str()), (1, ""));
    let expected = "would change: ./a.mnc\nwould change: ./more/c.mnc\n2 files would change, 1 file has this layout already\n";
    assert_eq!(out, expected);
    assert_eq!(read(&folder, "a.mnc"), UGLY);
    let (code, out, err) = run(folder.path(), &["fmt", "a.mnc", "more"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(out, "formatted: a.mnc\nformatted: more/c.mnc\n2 files formatted\n");
    assert_eq!(read(&folder, "a.mnc"), PRETTY);
    assert_eq!(read(&folder, "more/c.mnc"), PRETTY);
    assert_eq!(read(&folder, ".hidden/d.mnc"), UGLY);
    assert_eq!(read(&folder, "notes.txt"), UGLY);
    let (code, out, _) = run(folder.path(), &["fmt", "--check", "."]);
    assert_eq!((code, out.as_str()), (0, "3 files have this layout already\n"));
    let (code, _, err) = run(folder.path(), &["fmt", "empty"]);
    assert_eq!(code, 2);
    assert!(err.contains("there is no description in this folder"), "{err}");
    assert_eq!(names(&folder), [".hidden", "a.mnc", "b.mnc", "empty", "more", "notes.txt"]);
}

#[test]
fn standard_input_goes_to_standard_output() {
    let folder = folder(&[]);
    assert_eq!(run_with(folder.path(), &["fmt", "-"], UGLY), (0, PRETTY.into(), String::new()));
    let windows = UGLY.replace('\n', "\r\n");
    let (_, out, _) = run_with(folder.path(), &["fmt", "-"], &windows);
    assert_eq!(out, PRETTY.replace('\n', "\r\n"));
    let (code, out, _) = run_with(folder.path(), &["fmt", "--check", "-"], UGLY);
    assert_eq!((code, out.as_str()), (1, "would change: <standard input>\n"));
    // What cannot be read stays as it is.
    let broken = format!("{UGLY}move\n  hop   and \u{202e} jump\n");
    let (code, out, err) = run_with(folder.path(), &["fmt", "-"], &broken);
    assert_eq!((code, out), (0, format!("{PRETTY}move\n  hop   and \u{202e} jump\n")));
    assert!(err.contains("1 statement cannot be read and stays as it is"), "{err}");
}

#[test]
fn differences() {
    let folder = folder(&[("a.mnc", UGLY), ("b.mnc", PRETTY)]);
    let (code, out, _) = run(folder.path(), &["fmt", "--diff", "a.mnc", "b.mnc"]);
    let expected = "--- a.mnc\n+++ a.mnc\n@@ -1,3 +1,3 @@\n mnc 1\n-game \"Ugly\"   like \"Kalah\"\n\
                    -new   start : every hole holds 5   # five\n+game \"Ugly\" like \"Kalah\"\n\
                    +new start: every hole holds 5    # five\n";
    assert_eq!((code, out.as_str()), (1, expected));
    assert_eq!(read(&folder, "a.mnc"), UGLY);
    assert_eq!(run(folder.path(), &["fmt", "--diff", "b.mnc"]), (0, String::new(), String::new()));
}

#[test]
fn what_cannot_be_read_does_not_stop_the_others() {
    let folder = folder(&[("a.mnc", UGLY)]);
    fs::write(folder.path().join("bad.mnc"), b"mnc 1\n\xff").unwrap();
    let (code, out, err) = run(folder.path(), &["fmt", "bad.mnc", "none.mnc", "a.mnc"]);
    assert_eq!(code, 2);
    assert!(err.contains("error[not-utf8]") && err.contains("there is no such file"), "{err}");
    assert!(out.ends_with("1 file formatted, 2 files could not be formatted\n"), "{out}");
    assert_eq!(read(&folder, "a.mnc"), PRETTY);
}

#[cfg(unix)]
#[test]
fn links_permissions_and_protected_files() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder(&[("a.mnc", UGLY), ("protected.mnc", UGLY)]);
    let mode = |name: &str, mode| {
        fs::set_permissions(folder.path().join(name), PermissionsExt::from_mode(mode)).unwrap();
    };
    mode("a.mnc", 0o600);
    mode("protected.mnc", 0o444);
    symlink("a.mnc", folder.path().join("link.mnc")).unwrap();
    assert_eq!(run(folder.path(), &["fmt", "link.mnc"]).0, 0);
    assert!(fs::symlink_metadata(folder.path().join("link.mnc")).unwrap().is_symlink());
    assert_eq!(read(&folder, "a.mnc"), PRETTY);
    let now = fs::metadata(folder.path().join("a.mnc")).unwrap().permissions().mode();
    assert_eq!(now & 0o777, 0o600);
    let (code, _, err) = run(folder.path(), &["fmt", "protected.mnc"]);
    assert_eq!(code, 2);
    assert!(err.contains("it is write-protected; the file is as it was"), "{err}");
    assert_eq!(read(&folder, "protected.mnc"), UGLY);
    assert_eq!(names(&folder), ["a.mnc", "link.mnc", "protected.mnc"]);
}

/// A full disk: the limit on the size of files makes writing fail in the same way.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_file_as_it_was() {
    let long = format!("{UGLY}{}", "# a comment of a long description\n".repeat(1000));
    let folder = folder(&[("a.mnc", &long)]);
    let mnc = assert_cmd::cargo::cargo_bin("mnc");
    let script = format!("trap '' XFSZ; ulimit -f 1; exec {} fmt a.mnc", mnc.display());
    let mut shell = std::process::Command::new("sh");
    let output = shell.args(["-c", &script]).current_dir(folder.path()).output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert!(err.contains("cannot write `a.mnc`") && err.contains("the file is as it was"), "{err}");
    assert_eq!(read(&folder, "a.mnc"), long);
    assert_eq!(names(&folder), ["a.mnc"]);
}

/// A folder in which nothing can be written; everything is allowed to the superuser.
#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_written() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder(&[("a.mnc", UGLY)]);
    fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o555)).unwrap();
    if fs::write(folder.path().join("probe"), "").is_err() {
        let (code, _, err) = run(folder.path(), &["fmt", "a.mnc"]);
        assert_eq!(code, 2);
        assert!(err.contains("no file can be made in its folder"), "{err}");
        assert_eq!(read(&folder, "a.mnc"), UGLY);
    }
    fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755)).unwrap();
}
