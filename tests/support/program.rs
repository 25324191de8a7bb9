//! The program, run in a folder.

use assert_cmd::Command;
use std::path::Path;

/// Runs `mnc` with a text on standard input. Returns the exit code, and what is printed on standard output and error
/// output.
pub fn run_with(folder: &Path, arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut mnc = Command::cargo_bin("mnc").unwrap();
    let output = mnc.args(arguments).current_dir(folder).write_stdin(input).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// The same, with nothing on standard input.
pub fn run(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    run_with(folder, arguments, "")
}
