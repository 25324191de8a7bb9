//! The state of `mnc play`: the game, its files, and what is unsaved.

use super::files;
use super::journal::{ExitMessage, Journal, JournalMark, LeftoverJournal};
use mnc::notation::Record;
use mnc::resolve::Description;
use mnc::session::{ResumedGame, Session};
use std::io;
use std::path::{Path, PathBuf};

/// How a session ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SessionEnd {
    /// The person has left.
    Quit,
    /// It was interrupted; the reason.
    Interrupted(String),
}

/// A game being played, with its files.
pub struct PlaySession {
    /// The description, without a setting.
    pub description: Description,
    /// The game as named on the command line.
    pub game_argument: String,
    /// The file of the description, if the game was named by file.
    pub file: Option<String>,
    /// The game.
    pub game: Session,
    saved_file: Option<SavedFile>,
    /// `None` only while it is being written.
    journal: Option<Journal>,
}

/// The file saved or loaded last.
struct SavedFile {
    /// Its path.
    path: PathBuf,
    /// The contents of the file.
    contents: String,
    /// The record of the game at that time.
    record: String,
}

impl PlaySession {
    /// A session with a game.
    pub fn new(
        description: Description,
        called: &str,
        file: Option<String>,
        game: Session,
        last_words: ExitMessage,
    ) -> PlaySession {
        let game_argument = called.to_owned();
        let journal = Some(Journal::new(last_words));
        PlaySession { description, game_argument, file, game, saved_file: None, journal }
    }

    /// Continues the journal of an interrupted game.
    pub fn adopt(&mut self, left: LeftoverJournal) {
        if let Some(journal) = &mut self.journal {
            journal.adopt(left);
        }
    }

    /// Writes new answers to the journal.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn write_journal(&mut self) -> io::Result<()> {
        let mark = self.mark();
        let Some(mut journal) = self.journal.take() else { return Ok(()) };
        let done = journal.write(self, mark);
        self.journal = Some(journal);
        done
    }

    /// Removes the journal: the game is saved, or discarded.
    pub fn end_journal(&mut self) {
        if let Some(journal) = &mut self.journal {
            journal.remove();
        }
    }

    fn mark(&self) -> JournalMark {
        JournalMark { revision: self.game.revision(), steps: self.game.trail().steps().len() }
    }

    fn mark_saved(&mut self) {
        let mark = self.mark();
        if let Some(journal) = &mut self.journal {
            journal.mark_saved(mark);
        }
    }

    /// Replaces the game by a saved one.
    pub fn replace(&mut self, saved: ResumedGame) {
        self.game.replace(saved);
        self.saved_file = None;
    }

    /// Restarts the game.
    pub fn restart(&mut self) {
        self.game.restart();
        self.saved_file = None;
    }

    /// The record of the game.
    ///
    /// # Errors
    /// The game does not go back to its beginning.
    pub fn record(&self) -> io::Result<Record> {
        let record = self.game.record().map_err(io::Error::other)?;
        Ok(Record { description: self.file.as_deref().and_then(file_name), ..record })
    }

    /// The text of the record.
    ///
    /// # Errors
    /// The game does not go back to its beginning.
    pub fn record_text(&self) -> io::Result<String> {
        Ok(self.record()?.to_string())
    }

    /// Whether something would be lost if the program ended now.
    pub fn is_unsaved(&self) -> bool {
        let is_saved = |kept: &SavedFile| self.record_text().is_ok_and(|text| text == kept.record);
        !self.game.trail().is_new() && !self.saved_file.as_ref().is_some_and(is_saved)
    }

    /// Notes that the record was saved in a file.
    pub fn remember_saved(&mut self, path: PathBuf, record: String) {
        self.saved_file = Some(SavedFile { path, contents: record.clone(), record });
        self.mark_saved();
    }

    /// Notes that the game was loaded from a file.
    pub fn remember_loaded(&mut self, path: PathBuf) {
        let there = std::fs::read_to_string(&path).unwrap_or_default();
        if let Ok(record) = self.record_text() {
            self.saved_file = Some(SavedFile { path, contents: there, record });
            self.mark_saved();
        }
    }

    /// The file with an earlier state of this game, if it has not been changed since.
    pub fn unchanged_saved_file(&self) -> Option<&Path> {
        let kept = self.saved_file.as_ref()?;
        let there = std::fs::read_to_string(&kept.path).ok()?;
        (there == kept.contents).then_some(&kept.path)
    }

    /// The name of files of this game, without the extension.
    pub fn stem(&self) -> String {
        file_stem(&self.description)
    }

    /// The command to resume a saved game.
    pub fn resume_command(&self, file: &Path) -> String {
        files::resume_command(&self.game_argument, &file.display().to_string())
    }
}

/// The last part of a path: a record names a description in its own folder, without a path.
fn file_name(path: &str) -> Option<String> {
    Some(Path::new(path).file_name()?.to_str()?.to_owned())
}

/// The name of files of a game, without the extension.
pub fn file_stem(description: &Description) -> String {
    let source = description.sources.get(0).map_or("", |source| &source.name);
    let name = Path::new(source).file_stem().and_then(|stem| stem.to_str());
    let name = name.unwrap_or("game").to_lowercase();
    let fine = |c: char| if c.is_alphanumeric() || "._-+".contains(c) { c } else { '-' };
    // A name that begins with a dash looks like an option, and one with a dot is a hidden file.
    let name: String = name.trim_start_matches(['.', '-']).chars().map(fine).collect();
    if name.is_empty() { "game".into() } else { name }
}
