//! The files that a command is for: files by name, the descriptions of folders, standard input.

use super::{read, record};
use mnc::diagnostic::Findings;
use std::fs;
use std::path::{Path, PathBuf};

/// The greatest number of entries that are looked at in folders.
const MAX_ENTRIES: usize = 100_000;
/// How deep folders are searched.
const MAX_DEPTH: usize = 32;

/// The kind of the files that are looked for in folders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// Descriptions: `.mnc`.
    Description,
    /// Recorded games: `.mncr`.
    Record,
}

impl FileKind {
    fn ending(self) -> &'static str {
        match self {
            FileKind::Description => "mnc",
            FileKind::Record => record::ENDING,
        }
    }

    fn noun(self) -> &'static str {
        match self {
            FileKind::Description => "description",
            FileKind::Record => "recorded game",
        }
    }
}

/// The files at these paths, in order: a file as it is, a folder with all files of this kind below it. Hidden folders,
/// and links in folders, are left out.
pub fn at<P: AsRef<Path>>(kind: FileKind, paths: &[P]) -> Vec<Result<PathBuf, Findings>> {
    let mut found = Vec::new();
    let mut room = MAX_ENTRIES;
    for path in paths.iter().map(AsRef::as_ref) {
        match path.is_dir() {
            true => {
                let before = found.len();
                folder(kind, path, MAX_DEPTH, &mut room, &mut found);
                if found.len() == before {
                    found.push(Err(read::none_in_folder(path, kind.noun(), kind.ending())));
                }
            }
            false => found.push(Ok(path.to_path_buf())),
        }
    }
    found
}

fn folder(
    kind: FileKind,
    path: &Path,
    depth: usize,
    room: &mut usize,
    found: &mut Vec<Result<PathBuf, Findings>>,
) {
    let entries = match fs::read_dir(path) {
        Ok(entries) => entries,
        Err(error) => return found.push(Err(read::unreadable(path, &error))),
    };
    let mut entries: Vec<_> = entries.flatten().take(*room).collect();
    *room -= entries.len();
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let Ok(file) = entry.file_type() else { continue };
        let path = entry.path();
        let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        if file.is_dir() && !hidden && depth > 0 {
            folder(kind, &path, depth - 1, room, found);
        } else if file.is_file() && path.extension().is_some_and(|end| end == kind.ending()) {
            found.push(Ok(path));
        }
    }
}
