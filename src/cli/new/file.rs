//! The file of a new description: its name, and writing it.

use crate::cli::write;
use mnc::diagnostic::visible::{escape, is_hidden};
use mnc::library::normalize_name;
use mnc::notation::capitalized;
use std::path::{Path, PathBuf};

/// The greatest length of the name of a game.
const MAX_TITLE: usize = 80;

/// The path of the new file: `NAME.mnc`.
///
/// # Errors
/// There is a file already, or a folder in its place; or the name is not one of a description.
pub fn target(name: &Path, force: bool) -> Result<PathBuf, String> {
    let shown = escape(&name.display().to_string()).into_owned();
    let Some(stem) = name.file_name() else {
        return Err(format!("`{shown}` is not a name for a file: type for example my-game"));
    };
    if name.is_dir() {
        return Err(format!(
            "`{shown}` is a folder: add a name for the file, or choose another one"
        ));
    }
    let stem = stem.to_string_lossy();
    if stem.contains(is_hidden) {
        return Err(format!("`{shown}` has hidden characters in it: type for example my-game"));
    }
    let path = match stem.strip_suffix(".mnc") {
        Some("") => return Err(format!("`{shown}` has no name before `.mnc`")),
        Some(_) => name.to_path_buf(),
        None if stem.ends_with(".mncr") => {
            return Err(format!("`{shown}` is the name of a saved game: choose another name"));
        }
        None => name.with_file_name(format!("{stem}.mnc")),
    };
    let shown = escape(&path.display().to_string()).into_owned();
    if path.is_dir() {
        return Err(format!("`{shown}` is a folder: choose another name"));
    }
    if path.symlink_metadata().is_ok() && !force {
        return Err(format!(
            "there is a file `{shown}` already, and it is not changed: choose another name, or replace it \
             with --force"
        ));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        let folder = escape(&folder.display().to_string()).into_owned();
        return Err(format!("there is no folder `{folder}`: make it first"));
    }
    Ok(path)
}

/// Writes the file, whole or not at all.
///
/// # Errors
/// It cannot be written, or another program has made a file of that name since.
pub fn write(path: &Path, text: &str, force: bool) -> Result<(), String> {
    let written = if force { write::save(path, text) } else { write::save_new(path, text) };
    written.map_err(|error| {
        let shown = escape(&path.display().to_string()).into_owned();
        format!("`{shown}` cannot be written: {error}")
    })
}

/// The name of a game from the name of its file: `my-game.mnc` is "My game".
pub fn title_of(name: &Path) -> String {
    let stem = name.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let stem = stem.strip_suffix(".mnc").unwrap_or(&stem).replace(['-', '_'], " ");
    let stem = stem.replace('"', "").trim().to_owned();
    match stem.as_str() {
        "" => "My game".into(),
        stem => capitalized(stem).chars().take(MAX_TITLE).collect(),
    }
}

/// The name of a file for a game: `My game` is `my-game.mnc`.
pub fn name_for(title: &str) -> PathBuf {
    let words = title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let words: Vec<String> = words.map(normalize_name).filter(|word| !word.is_empty()).collect();
    let stem = if words.is_empty() { "my-game".into() } else { words.join("-") };
    PathBuf::from(format!("{stem}.mnc"))
}

/// Whether a text can be the name of a game.
///
/// # Errors
/// Why not.
pub fn check_title(title: &str) -> Result<(), String> {
    let shown = escape(title);
    if title.trim().is_empty() {
        return Err("the name of a game has at least one letter".into());
    }
    if title.contains('"') {
        return Err(format!("`{shown}` has a quotation mark in it: leave it out"));
    }
    if title.contains(is_hidden) {
        return Err(format!("`{shown}` has hidden characters in it: leave them out"));
    }
    if title.chars().count() > MAX_TITLE {
        return Err(format!("this name is too long: it has more than {MAX_TITLE} characters"));
    }
    Ok(())
}
