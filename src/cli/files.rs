//! The files that a command is for: files by name, the descriptions of folders, standard input.

use super::read;
use mnc::diagnostic::Findings;
use std::fs;
use std::path::{Path, PathBuf};

/// The greatest number of entries that are looked at in folders.
const MAX_ENTRIES: usize = 100_000;
/// How deep folders are searched.
const MAX_DEPTH: usize = 32;

/// The descriptions at these paths, in order: a file as it is, a folder with all files below it whose names end in
/// `.mnc`. Hidden folders, and links in folders, are left out.
pub fn descriptions(paths: &[PathBuf]) -> Vec<Result<PathBuf, Findings>> {
    let mut found = Vec::new();
    let mut room = MAX_ENTRIES;
    for path in paths {
        match path.is_dir() {
            true => {
                let before = found.len();
                folder(path, MAX_DEPTH, &mut room, &mut found);
                if found.len() == before {
                    found.push(Err(read::no_descriptions(path)));
                }
            }
            false => found.push(Ok(path.clone())),
        }
    }
    found
}

fn folder(path: &Path, depth: usize, room: &mut usize, found: &mut Vec<Result<PathBuf, Findings>>) {
    let entries = match fs::read_dir(path) {
        Ok(entries) => entries,
        Err(error) => return found.push(Err(read::unreadable(path, &error))),
    };
    let mut entries: Vec<_> = entries.flatten().take(*room).collect();
    *room -= entries.len();
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let Ok(kind) = entry.file_type() else { continue };
        let path = entry.path();
        let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        if kind.is_dir() && !hidden && depth > 0 {
            folder(&path, depth - 1, room, found);
        } else if kind.is_file() && path.extension().is_some_and(|end| end == "mnc") {
            found.push(Ok(path));
        }
    }
}
