//! No two types share a name: a reader who searches for a type finds one.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::path::Path;

#[test]
fn no_two_types_share_a_name() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for folder in ["src", "lockstep", "grammar"] {
        look(root, &root.join(folder), &mut places);
    }
    assert!(places.len() > 500, "only {} types were seen", places.len());
    places.retain(|_, at| at.len() > 1);
    assert!(places.is_empty(), "these names are shared: {places:#?}");
}

/// Notes the types that the files of a folder define outside of functions.
fn look(root: &Path, folder: &Path, places: &mut BTreeMap<String, Vec<String>>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            look(root, &path, places);
            continue;
        }
        if path.extension().is_none_or(|e| e != "rs") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a source file");
        for (n, line) in text.lines().enumerate() {
            if let Some(name) = defined(line) {
                let at = path.strip_prefix(root).expect("inside").display();
                places.entry(name.to_owned()).or_default().push(format!("{at}:{}", n + 1));
            }
        }
    }
}

/// The type that a line at the left edge begins to define.
fn defined(line: &str) -> Option<&str> {
    if line.starts_with(char::is_whitespace) {
        return None;
    }
    let rest = match line.strip_prefix("pub") {
        Some(rest) => match rest.strip_prefix('(') {
            Some(within) => within.split_once(')')?.1,
            None => rest,
        },
        None => line,
    };
    let mut words = rest.split_whitespace();
    let is_type = matches!(words.next(), Some("struct" | "enum" | "trait" | "union" | "type"));
    let name = words.next().filter(|_| is_type)?;
    name.split(|c: char| !c.is_alphanumeric() && c != '_').next()
}
