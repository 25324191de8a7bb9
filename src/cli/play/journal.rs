//! The journal of a game: a record to which every answer appends a line, so that a power cut loses at
//! most the answer being typed.
//!
//! It is in the folder where the record would be saved, and exists only while something is not saved.
//! It is locked while its game is played, so that two games in one folder do not share one.

use super::files::{self, resume_command};
use super::session::PlaySession;
use crate::cli::read;
use crate::cli::record::{self, ENDING};
use crate::cli::write::Replacement;
use mnc::notation::{choice_id, name_in_record};
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The greatest number of journals of one name.
const MAX_JOURNALS: u32 = 1000;
/// The part of a journal's name before the extension.
const JOURNAL_TAG: &str = "unsaved";

/// The message for a forced exit; empty if nothing would be lost.
pub type ExitMessage = Arc<Mutex<String>>;

/// The journal of a session.
pub struct Journal {
    file: Option<JournalFile>,
    /// The last saved state of the game.
    saved: Option<JournalMark>,
    exit_message: ExitMessage,
    /// Writing failed, and that has been reported.
    error_reported: bool,
}

/// A locked file.
struct JournalFile {
    path: PathBuf,
    file: File,
    mark: Option<JournalMark>,
    /// The number of turns of the last game in the file.
    turns: usize,
    games: usize,
}

/// The progress of a game: the revision of its history, and the number of steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JournalMark {
    /// Changes whenever anything but an appended step changes.
    pub revision: u64,
    /// Steps since the beginning.
    pub steps: usize,
}

impl Journal {
    /// A journal without a file.
    pub fn new(last_words: ExitMessage) -> Journal {
        Journal { file: None, saved: None, exit_message: last_words, error_reported: false }
    }

    /// Continues a journal of an interrupted game.
    pub fn adopt(&mut self, left: LeftoverJournal) {
        let LeftoverJournal { path, file } = left;
        self.file = Some(JournalFile { path, file, mark: None, turns: 0, games: 0 });
    }

    /// Notes that the game is saved up to `mark`, and removes the file.
    pub fn mark_saved(&mut self, mark: JournalMark) {
        self.saved = Some(mark);
        self.remove();
    }

    /// Removes the file.
    pub fn remove(&mut self) {
        if let Some(written) = self.file.take() {
            // If that fails the game is offered at the next start: nothing is lost.
            let _ = std::fs::remove_file(&written.path);
        }
        self.set_exit_message(String::new());
    }

    fn set_exit_message(&self, words: String) {
        *self.exit_message.lock().unwrap_or_else(PoisonError::into_inner) = words;
    }

    /// Writes the steps since the last call.
    ///
    /// # Errors
    /// It cannot be written; reported once.
    pub fn write(&mut self, session: &PlaySession, mark: JournalMark) -> io::Result<()> {
        if self.saved == Some(mark) {
            return Ok(());
        }
        if session.game.trail().is_new() {
            self.remove();
            return Ok(());
        }
        let done = self.write_changes(session, mark);
        let Err(error) = done else {
            self.error_reported = false;
            return Ok(());
        };
        self.set_exit_message(format!("stopped; the last answers could not be saved ({error})"));
        if std::mem::replace(&mut self.error_reported, true) { Ok(()) } else { Err(error) }
    }

    fn write_changes(&mut self, session: &PlaySession, mark: JournalMark) -> io::Result<()> {
        match &mut self.file {
            Some(written) if written.mark == Some(mark) => return Ok(()),
            Some(written) if written.precedes(mark) => written.append(session, mark)?,
            Some(written) => written.rewrite(session, mark)?,
            None => {
                let written = JournalFile::begin(session, mark)?;
                self.set_exit_message(exit_message(session, &written.path));
                self.file = Some(written);
            }
        }
        if self.exit_message.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
            && let Some(written) = &self.file
        {
            self.set_exit_message(exit_message(session, &written.path));
        }
        Ok(())
    }
}

/// The message for a forced exit.
fn exit_message(session: &PlaySession, path: &Path) -> String {
    let on = resume_command(&session.game_argument, &path.display().to_string());
    format!("stopped: the game is kept in {}; to go on: {on}", path.display())
}

impl JournalFile {
    /// Creates a journal under the first free name in this folder, or else in the temporary folder.
    fn begin(session: &PlaySession, mark: JournalMark) -> io::Result<JournalFile> {
        let (path, file) = create(Path::new(""), &session.stem())
            .or_else(|error| create(&std::env::temp_dir(), &session.stem()).map_err(|_| error))?;
        let mut written = JournalFile { path, file, mark: None, turns: 0, games: 0 };
        let done = written.fill(session, mark);
        if done.is_err() {
            // An incomplete journal is useless.
            let _ = std::fs::remove_file(&written.path);
        }
        done.map(|()| written)
    }

    /// Whether only steps have been appended since.
    fn precedes(&self, mark: JournalMark) -> bool {
        self.mark
            .is_some_and(|before| before.revision == mark.revision && before.steps <= mark.steps)
    }

    /// Writes the whole record into the file, which is empty.
    fn fill(&mut self, session: &PlaySession, mark: JournalMark) -> io::Result<()> {
        let record = session.record()?;
        self.file.write_all(record.to_string().as_bytes())?;
        self.file.sync_all()?;
        self.turns = record.games.last().map_or(0, |game| game.turns.len());
        self.games = record.games.len();
        self.mark = Some(mark);
        Ok(())
    }

    /// Replaces the contents by the whole record, atomically.
    fn rewrite(&mut self, session: &PlaySession, mark: JournalMark) -> io::Result<()> {
        let new = Replacement::begin(&self.path)?;
        new.file.lock()?;
        let (path, file) = (self.path.clone(), new.file.try_clone()?);
        let mut next = JournalFile { path, file, mark: None, turns: 0, games: 0 };
        next.fill(session, mark)?;
        new.finish()?;
        *self = next;
        Ok(())
    }

    /// Appends a line for each new step.
    fn append(&mut self, session: &PlaySession, mark: JournalMark) -> io::Result<()> {
        let model = session.game.engine().model();
        let from = self.mark.map_or(0, |before| before.steps);
        let mut lines = String::new();
        for step in session.game.trail().steps().get(from..).unwrap_or_default() {
            match step.chosen {
                None => {
                    (self.games, self.turns) = (self.games + 1, 0);
                    lines += &format!("\ngame {}\n", self.games);
                }
                Some((decider, choice)) => {
                    self.turns += 1;
                    let turn = self.turns;
                    let player = name_in_record(model, decider);
                    lines += &format!("{turn:>3}. {player}  {}\n", choice_id(model, choice));
                }
            }
        }
        self.file.write_all(lines.as_bytes())?;
        // The computer's choices can be recomputed, so the file is synced only when a person chooses next.
        if !session.game.is_computers_turn() {
            self.file.sync_data()?;
        }
        self.mark = Some(mark);
        Ok(())
    }
}

fn create(folder: &Path, stem: &str) -> io::Result<(PathBuf, File)> {
    for number in 1..=MAX_JOURNALS {
        let name = match number {
            1 => format!("{stem}.{JOURNAL_TAG}.{ENDING}"),
            _ => format!("{stem}-{number}.{JOURNAL_TAG}.{ENDING}"),
        };
        let path = folder.join(name);
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => {
                file.lock()?;
                // Syncs the folder, so that the name of the file survives a power cut too; not every
                // system supports that.
                let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
                let _ = File::open(here).and_then(|folder| folder.sync_all());
                return Ok((path, file));
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::from(ErrorKind::AlreadyExists))
}

/// A locked journal of an interrupted game.
pub struct LeftoverJournal {
    /// Its path.
    pub path: PathBuf,
    file: File,
}

impl LeftoverJournal {
    /// Locks the journal in a file; `None` if the file is not a journal, or if its game is being
    /// played.
    pub fn at(path: &Path) -> Option<LeftoverJournal> {
        if !is_journal(path) || !path.is_file() {
            return None;
        }
        let file = File::open(path).ok()?;
        file.try_lock().ok()?;
        Some(LeftoverJournal { path: path.to_owned(), file })
    }

    /// The journals of games of that name in this folder, ordered by name.
    pub fn all(stem: &str) -> Vec<LeftoverJournal> {
        let entries = std::fs::read_dir(".").into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let mut names: Vec<String> = names.filter(|name| belongs_to(stem, name)).collect();
        names.sort_by_key(|name| (name.len(), name.clone()));
        names.truncate(MAX_JOURNALS as usize);
        names.iter().filter_map(|name| LeftoverJournal::at(Path::new(name))).collect()
    }

    /// Saves the game as a record under the first free name, so that it is not offered again.
    ///
    /// # Errors
    /// It cannot be saved; the journal stays.
    pub fn save_as_record(self, stem: &str) -> io::Result<PathBuf> {
        let text = read::text(&self.path).map_err(|_| io::Error::from(ErrorKind::InvalidData))?;
        let kept = files::save_somewhere(stem, record::whole_lines(&text))?;
        std::fs::remove_file(&self.path)?;
        Ok(kept)
    }
}

/// The journal in a file; `None` if the file is something else, a record for example.
///
/// # Errors
/// Its game is being played.
pub fn journal_at(path: &Path) -> Result<Option<LeftoverJournal>, String> {
    if !is_journal(path) || !path.is_file() {
        return Ok(None);
    }
    match LeftoverJournal::at(path) {
        Some(left) => Ok(Some(left)),
        None => Err(format!("the game in `{}` is being played now", path.display())),
    }
}

/// Whether a journal with this file name belongs to games of that name.
fn belongs_to(stem: &str, name: &str) -> bool {
    let middle = name
        .strip_prefix(stem)
        .and_then(|rest| rest.strip_suffix(&format!(".{JOURNAL_TAG}.{ENDING}")));
    middle.is_some_and(|middle| {
        let number = middle.strip_prefix('-').unwrap_or("");
        middle.is_empty() || !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())
    })
}

/// Whether a file has the name of a journal.
pub fn is_journal(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name.ends_with(&format!(".{JOURNAL_TAG}.{ENDING}"))
}

#[cfg(test)]
mod tests {
    use super::belongs_to;

    #[test]
    fn names_of_journals() {
        assert!(
            belongs_to("kalah", "kalah.unsaved.mncr")
                && belongs_to("kalah", "kalah-12.unsaved.mncr")
        );
        assert!(
            !belongs_to("kalah", "kalah-six.unsaved.mncr") && !belongs_to("kalah", "kalah.mncr")
        );
    }
}
