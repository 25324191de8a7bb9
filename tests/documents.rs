//! The documents for contributors name files and items that exist.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const DOCUMENTS: [&str; 3] = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"];

/// Parts of paths to be replaced by a name.
const PLACEHOLDERS: [&str; 4] = ["NAME", "CODE", "LINT", "WORD"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The texts in backticks of a document, without its code blocks.
fn quoted(document: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(root().join(document)).unwrap();
    let prose: String = text.split("```").step_by(2).collect();
    let words = prose.split('`').skip(1).step_by(2);
    words.filter(|word| !word.contains('\n')).map(str::to_owned).collect()
}

/// The text of all sources in a folder.
fn sources(folder: &Path, all: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("target") {
            sources(&path, all);
        } else if path.extension().is_some_and(|e| e == "rs" || e == "pest") {
            *all += &fs::read_to_string(&path).unwrap();
        }
    }
}

/// Whether a text is a path of the repository, without a placeholder such as `NAME`.
fn is_path(word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || "_-./".contains(c);
    let is_placeholder = |part: &str| PLACEHOLDERS.contains(&part);
    let parts = word.split(|c: char| !c.is_alphanumeric());
    word.contains('/') && word.chars().all(is_part) && !parts.into_iter().any(is_placeholder)
}

#[test]
fn every_path_exists() {
    for document in DOCUMENTS {
        let paths = quoted(document).into_iter().filter(|word| is_path(word));
        let missing: Vec<String> = paths.filter(|path| !root().join(path).exists()).collect();
        assert!(missing.is_empty(), "{document}: {missing:?}");
    }
}

/// Names such as `FileParser` and `Engine::play`: some source has the word.
#[test]
fn every_type_and_method_exists() {
    let mut all = String::new();
    for folder in ["src", "lockstep", "grammar", "tests"] {
        sources(&root().join(folder), &mut all);
    }
    let words: BTreeSet<&str> = all.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    for document in ["ARCHITECTURE.md", "CONTRIBUTING.md"] {
        let names = quoted(document).into_iter().filter(|word| {
            let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
            let is_type = word.starts_with(|c: char| c.is_ascii_uppercase())
                && word.contains(|c: char| c.is_ascii_lowercase());
            word.chars().all(is_part) && (is_type || word.contains("::"))
        });
        let is_there = |name: &String| name.split("::").all(|part| words.contains(part));
        let missing: Vec<String> = names.filter(|name| !is_there(name)).collect();
        assert!(missing.is_empty(), "{document}: {missing:?}");
    }
}
