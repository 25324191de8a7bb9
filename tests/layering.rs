//! Imports point one way: a module may use only the modules below it.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Files, and what none of them may import: what they are used by.
const ONE_WAY: &[(&str, &str)] = &[
    ("src/cli/play/play_loop.rs", "quit"),
    ("src/cli/play/session.rs", "play_loop"),
    ("src/lint/games.rs", "subject"),
    ("src/lint/play.rs", "subject"),
    ("src/lint/play.rs", "clause_never_used"),
    ("src/lint/subject.rs", "clause_never_used"),
    ("src/runner/plan/", "batch"),
    ("src/runner/playout.rs", "batch"),
];

/// Allowed exceptions, each with its reason.
const ALLOWED: &[(&str, &str, &str)] = &[];

#[test]
fn imports_point_downwards() {
    let mut wrong = String::new();
    for file in files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        let path = file.strip_prefix(env!("CARGO_MANIFEST_DIR")).expect("inside").to_string_lossy();
        let Some(room) = room_of(&path) else { continue };
        let here = level(&room).unwrap_or_else(|| panic!("{path}: no room is called `{room}`"));
        let text = std::fs::read_to_string(&file).expect("a source file");
        for (n, line) in text.lines().enumerate() {
            if code(line).contains("crate::{") {
                wrong += &format!("{path}:{}: import each room on a line of its own\n", n + 1);
            }
            for used in rooms_used(line) {
                let Some(there) = level(&used) else {
                    wrong += &format!("{path}:{}: no room is called `{used}`\n", n + 1);
                    continue;
                };
                let fine = used == room
                    || there < here
                    || ALLOWED.iter().any(|(a, b, _)| *a == room && *b == used);
                if !fine {
                    wrong += &format!("{path}:{}: `{room}` uses `{used}`\n", n + 1);
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn files_of_a_room_import_one_way() {
    let mut wrong = String::new();
    for file in files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        let path = file.strip_prefix(env!("CARGO_MANIFEST_DIR")).expect("inside").to_string_lossy();
        let text = std::fs::read_to_string(&file).expect("a source file");
        for (_, above) in ONE_WAY.iter().filter(|(below, _)| path.starts_with(below)) {
            for (n, line) in text.lines().enumerate() {
                let words = code(line).split(|c: char| !c.is_alphanumeric() && c != '_');
                let imports = line.contains("super::") || line.contains("crate::");
                if imports && words.clone().any(|word| word == *above) {
                    wrong += &format!("{path}:{}: uses `{above}`, which uses it\n", n + 1);
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn one_way_names_files_that_exist() {
    for (below, _) in ONE_WAY {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(below);
        assert!(path.exists(), "{below}");
    }
}

/// A line without its comment.
fn code(line: &str) -> &str {
    line.split("//").next().unwrap_or("")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            all.extend(files(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            all.push(path);
        }
    }
    all
}

/// `src/engine/sow.rs` → `engine`; `None` for the crate roots.
fn room_of(path: &str) -> Option<String> {
    let rest = path.strip_prefix("src/")?;
    let room = rest.split('/').next()?.trim_end_matches(".rs");
    (room != "lib" && room != "main").then(|| room.to_owned())
}

/// The top-level modules (rooms) of each level, lowest first: the table in `ARCHITECTURE.md`. Rooms of one
/// level may not use each other.
fn levels() -> Vec<Vec<&'static str>> {
    let table = include_str!("../ARCHITECTURE.md").split("\n| level | rooms |\n").nth(1);
    let rows =
        table.expect("the table of rooms").lines().skip(1).map_while(|l| l.strip_prefix('|'));
    rows.map(|row| row.split('`').skip(1).step_by(2).collect()).collect()
}

fn level(room: &str) -> Option<usize> {
    static LEVELS: LazyLock<Vec<Vec<&str>>> = LazyLock::new(levels);
    LEVELS.iter().position(|rooms| rooms.contains(&room))
}

#[test]
fn every_room_of_the_table_exists() {
    for room in levels().concat() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(room);
        assert!(path.is_dir() || path.with_extension("rs").is_file(), "no room is called `{room}`");
    }
}

/// The rooms that a line of code names after `crate::`.
fn rooms_used(line: &str) -> Vec<String> {
    code(line)
        .split("crate::")
        .skip(1)
        .map(|rest| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect())
        .filter(|room: &String| !room.is_empty())
        .collect()
}
