//! The games that a text can be like: open texts, the files of its folder, the shipped games.

use crate::cli::folder_library::FolderLibrary;
use mnc::resolve::GameLoader;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The texts that are open in the editor, by path. They count, not the files.
pub type OpenTexts = Arc<BTreeMap<PathBuf, Arc<str>>>;

/// Finds the games that the text of a file is like, as `mnc check` does. What was found is remembered.
#[derive(Debug)]
pub struct BaseGames {
    /// The file of the text; `-` if it has none yet.
    path: PathBuf,
    open: OpenTexts,
    found: Mutex<BTreeMap<String, Option<(String, String)>>>,
}

impl BaseGames {
    /// For the text of a file. `open` are the other open texts.
    pub fn new(path: Option<&Path>, open: OpenTexts) -> BaseGames {
        let path = path.map_or_else(|| PathBuf::from("-"), Path::to_path_buf);
        BaseGames { path, open, found: Mutex::default() }
    }

    fn look_up(&self, game: &str) -> Option<(String, String)> {
        let (file, text) = FolderLibrary::new(&self.path).find(game)?;
        let open = self.open.get(Path::new(&file));
        Some((file, open.map_or(text, |open| open.to_string())))
    }
}

impl GameLoader for BaseGames {
    fn find(&self, game: &str) -> Option<(String, String)> {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.entry(game.to_owned()).or_insert_with(|| self.look_up(game)).clone()
    }

    fn names(&self) -> Vec<String> {
        FolderLibrary::new(&self.path).names()
    }
}
