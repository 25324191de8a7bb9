//! The descriptions to test: files, the files of folders, shipped games.

use crate::cli::files::{self, FileKind};
use crate::cli::game;
use mnc::diagnostic::Findings;
use mnc::library::{Library, LookupResult};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A description to test.
#[derive(Clone, Debug)]
pub enum TestTarget {
    /// A file; `-` is standard input.
    File(PathBuf),
    /// A game that comes with mnc, by the name of its file without `.mnc`.
    Shipped(&'static str),
    /// A folder that cannot be read or has no descriptions.
    Unreadable(Findings),
}

/// The descriptions that the words of the command line name, in their order. Each description once.
///
/// # Errors
/// A word that names nothing, in words.
pub fn find(words: &[String]) -> Result<Vec<TestTarget>, String> {
    let mut targets = Vec::new();
    if words.is_empty() {
        targets = at(Path::new("."));
    }
    for word in words {
        targets.extend(named(word)?);
    }
    let mut known = BTreeSet::new();
    targets.retain(|target| target.word().is_none_or(|word| known.insert(word)));
    Ok(targets)
}

fn named(word: &str) -> Result<Vec<TestTarget>, String> {
    let path = Path::new(word);
    if game::is_path(word) || path.exists() {
        return Ok(at(path));
    }
    match Library::shipped().look_up(word) {
        LookupResult::One(game) => Ok(vec![TestTarget::Shipped(game.stem())]),
        LookupResult::Several(_) | LookupResult::None(_) => Err(game::unknown_game(word)),
    }
}

fn at(path: &Path) -> Vec<TestTarget> {
    let target = |found| match found {
        Ok(path) => TestTarget::File(without_dot(path)),
        Err(findings) => TestTarget::Unreadable(findings),
    };
    files::at(FileKind::Description, &[path]).into_iter().map(target).collect()
}

/// `./a.mnc` is `a.mnc`; a name that begins with a hyphen would be an option.
fn without_dot(path: PathBuf) -> PathBuf {
    match path.strip_prefix(".") {
        Ok(rest) if !rest.as_os_str().as_encoded_bytes().starts_with(b"-") => rest.to_path_buf(),
        Ok(_) | Err(_) => path,
    }
}

impl TestTarget {
    /// The word that names it in a command; `None` for a folder that has nothing to test.
    pub fn word(&self) -> Option<String> {
        match self {
            TestTarget::File(path) => Some(path.display().to_string()),
            TestTarget::Shipped(name) => Some((*name).to_owned()),
            TestTarget::Unreadable(_) => None,
        }
    }
}
