//! The descriptions to test: files, the files of folders, shipped games.

use crate::cli::game;
use mnc::diagnostic::visible::escape;
use mnc::library::{Library, LookupResult};
use std::path::{Path, PathBuf};

/// A description to test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TestTarget {
    /// A file; `-` is standard input.
    File(PathBuf),
    /// A game that comes with mnc, by the name of its file without `.mnc`.
    Shipped(&'static str),
}

/// The descriptions that the words of the command line name, in their order; of folders the files whose
/// names end in `.mnc`, sorted. Each description once.
///
/// # Errors
/// A word that names nothing, in words.
pub fn find(words: &[String]) -> Result<Vec<TestTarget>, String> {
    let mut targets = Vec::new();
    if words.is_empty() {
        targets = in_folder(Path::new("."))?;
    }
    for word in words {
        targets.extend(named(word)?);
    }
    let mut unique: Vec<TestTarget> = Vec::new();
    for target in targets {
        if !unique.contains(&target) {
            unique.push(target);
        }
    }
    Ok(unique)
}

fn named(word: &str) -> Result<Vec<TestTarget>, String> {
    let path = Path::new(word);
    if word != "-" && path.is_dir() {
        return in_folder(path);
    }
    if game::is_path(word) || path.is_file() {
        return Ok(vec![TestTarget::File(path.into())]);
    }
    match Library::shipped().look_up(word) {
        LookupResult::One(game) => Ok(vec![TestTarget::Shipped(game.stem())]),
        LookupResult::Several(_) | LookupResult::None(_) => Err(game::unknown_game(word)),
    }
}

/// The descriptions in a folder, without those in folders inside it.
fn in_folder(folder: &Path) -> Result<Vec<TestTarget>, String> {
    let shown = escape(&folder.display().to_string()).into_owned();
    let entries = std::fs::read_dir(folder)
        .map_err(|error| format!("cannot read the folder `{shown}`: {error}"))?;
    let here = folder == Path::new(".");
    let path = |name: std::ffi::OsString| match here {
        true => PathBuf::from(name),
        false => folder.join(name),
    };
    let mut files: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| path(entry.file_name()))
        .filter(|path| path.extension().is_some_and(|end| end == "mnc") && path.is_file())
        .collect();
    files.sort();
    if files.is_empty() {
        return Err(format!(
            "there is no description in the folder `{shown}`: no file in it has a name that ends in .mnc. \
             To test a game that comes with mnc, type its name: `mnc test oware`"
        ));
    }
    Ok(files.into_iter().map(TestTarget::File).collect())
}

impl TestTarget {
    /// The word that names it in a command.
    pub fn word(&self) -> String {
        match self {
            TestTarget::File(path) => path.display().to_string(),
            TestTarget::Shipped(name) => (*name).to_owned(),
        }
    }
}
