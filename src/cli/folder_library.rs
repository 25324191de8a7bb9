//! Finds the games that a description is `like`: in its folder first, then among the shipped games.

use super::read;
use mnc::library::{Game, Library, LookupResult};
use mnc::resolve::GameLoader;
use std::cell::OnceCell;
use std::path::{Path, PathBuf};

/// The bytes of a description that are read to find the name of its game.
const MAX_HEAD_BYTES: u64 = 16 << 10;
/// The greatest number of descriptions in a folder that are looked at.
const MAX_FILES: usize = 20_000;

/// The games that a file can be `like`.
#[derive(Debug)]
pub struct FolderLibrary<'p> {
    path: &'p Path,
    /// The beginnings of the other descriptions of the folder, read on first use.
    heads: OnceCell<Library>,
}

impl<'p> FolderLibrary<'p> {
    /// The games in the folder of a file, without the file itself.
    pub fn new(path: &'p Path) -> FolderLibrary<'p> {
        FolderLibrary { path, heads: OnceCell::new() }
    }

    /// The names of the other descriptions of the folder. Files that cannot be read, or are not descriptions,
    /// are ignored. Only their beginnings are read and none of that is kept: the folder may hold any files.
    fn folder(&self) -> Library {
        let folder = match self.path.parent() {
            // Standard input has no folder.
            _ if self.path.as_os_str() == "-" => return Library::default(),
            Some(folder) => folder,
            None => return Library::default(),
        };
        let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let own = self.path.canonicalize().ok();
        let entries = std::fs::read_dir(here).into_iter().flatten().flatten();
        let paths = entries.map(|entry| folder.join(entry.file_name())).filter(|path| {
            path.extension().is_some_and(|end| end == "mnc")
                && path.is_file()
                && path.canonicalize().ok() != own
        });
        let game = |path: PathBuf| {
            let head =
                read::head(&path, MAX_HEAD_BYTES).ok().filter(|head| read::is_description(head))?;
            let game = Game::new(path.to_str()?, head)?;
            Some(Game { text: "".into(), ..game })
        };
        Library::new(paths.take(MAX_FILES).filter_map(game))
    }
}

impl GameLoader for FolderLibrary<'_> {
    fn find(&self, game: &str) -> Option<(String, String)> {
        match self.heads.get_or_init(|| self.folder()).look_up(game) {
            LookupResult::One(game) => {
                let text = read::text(Path::new(&game.file)).ok()?;
                Some((game.file.clone(), text))
            }
            LookupResult::Several(_) => None,
            LookupResult::None(_) => Library::shipped().find(game),
        }
    }

    fn names(&self) -> Vec<String> {
        let mut names = self.heads.get_or_init(|| self.folder()).names();
        names.extend(Library::shipped().names());
        names
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn the_folder_comes_first_then_the_shipped_games() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().join("kalah.mnc");
        std::fs::write(&base, "mnc 1\ngame \"Kalah\"\n").unwrap();
        std::fs::write(folder.path().join("broken.mnc"), b"\xff").unwrap();
        std::fs::write(folder.path().join("letter.mnc"), "Dear all,\ngame \"Letter\"\n").unwrap();
        let mine = folder.path().join("oware.mnc");
        std::fs::write(&mine, "mnc 1\ngame \"Mine\" like \"Kalah\"\n").unwrap();
        let library = FolderLibrary::new(&mine);
        assert_eq!(library.find("Kalah").unwrap().0, base.display().to_string());
        // Not the file itself, though it has that name.
        assert_eq!(library.find("Oware").unwrap().0, "oware.mnc");
        assert_eq!(library.find("Mine"), None);
        // A file that is not a description is ignored, whatever is in it.
        assert_eq!(library.find("Letter"), None);
        assert_eq!(FolderLibrary::new(Path::new("-")).find("Kalah").unwrap().0, "kalah.mnc");
    }
}
