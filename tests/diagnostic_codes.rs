//! The catalogue and the source agree: every code that is used has an essay, every essay is used.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use mnc::diagnostic::{catalogue, visible};
use std::collections::BTreeSet;
use std::path::Path;

/// The codes in the first arguments of `Diagnostic::error(`, `warning(` and `note(`.
fn used(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            used(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            for call in
                ["Diagnostic::error(", "Diagnostic::warning(", "Diagnostic::note(", ".error("]
            {
                found.extend(code.split(call).skip(1).filter_map(first_argument));
            }
        }
    }
}

fn first_argument(after: &str) -> Option<String> {
    let code = after.trim_start().strip_prefix('"')?.split('"').next()?;
    // Other things have an `error` function with a message, too.
    let is_code = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    code.chars().all(is_code).then(|| code.to_string())
}

fn all_used() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    used(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
    found
}

#[test]
fn every_code_used_has_an_essay() {
    let missing: Vec<String> =
        all_used().into_iter().filter(|code| catalogue::explain(code).is_none()).collect();
    assert!(missing.is_empty(), "write src/diagnostic/codes/CODE.md for {missing:?}");
}

#[test]
fn every_essay_is_used() {
    let used = all_used();
    let idle: Vec<&str> = catalogue::codes().filter(|code| !used.contains(*code)).collect();
    assert!(idle.is_empty(), "nothing says {idle:?}");
}

/// An essay has a title, its meaning, a wrong example, a right example, and the reason.
#[test]
fn essays_have_their_parts() {
    for code in catalogue::codes() {
        let essay = catalogue::explain(code).unwrap();
        let title = format!("# {code}: ");
        assert!(essay.starts_with(&title), "{code}: the first line is `{title}a few words`");
        for part in ["\n## Wrong\n", "\n## Right\n", "\n## Why\n"] {
            assert!(essay.contains(part), "{code}: no `{}`", part.trim());
        }
        let lines = essay.lines().count();
        assert!((8..=60).contains(&lines), "{code}: {lines} lines");
        let prose = essay.split("```").step_by(2).flat_map(str::lines);
        let wide = prose.into_iter().find(|line| line.chars().count() > 100);
        assert_eq!(wide, None, "{code}: a line is too wide");
        let hidden = |c| c != '\n' && c != '\t' && visible::is_hidden(c);
        assert!(!essay.contains(hidden), "{code}: a character that cannot be seen");
        assert!(essay.ends_with('\n') && !essay.ends_with("\n\n"), "{code}: one line end");
    }
}

#[test]
fn nearest_code() {
    assert_eq!(catalogue::nearest("canot-read"), Some("cannot-read"));
    assert_eq!(catalogue::nearest("read-cannot"), Some("cannot-read"));
    assert_eq!(catalogue::nearest("xylophone"), None);
}
