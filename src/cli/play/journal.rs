//! The journal of a game: a record that grows by a line with every answer, so that a power cut loses
//! nothing but the answer that is being typed.
//!
//! It is in the folder where the record would be saved, and is there only while something is not
//! saved. It is locked while its game is played: two games in one folder do not take each other's.

use super::files::{self, resume_command};
use super::session::PlaySession;
use crate::cli::read;
use crate::cli::record::{self, ENDING};
use crate::notation::choice_id;
use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// More journals of one name than anybody keeps.
const MAX_JOURNALS: u32 = 1000;
/// The part of a journal's name before the extension.
const JOURNAL_TAG: &str = "unsaved";

/// The message for a forced exit; empty if nothing would be lost.
pub type ExitMessage = Arc<Mutex<String>>;

/// What has been written.
pub struct Journal {
    file: Option<JournalFile>,
    /// The state of the game that is saved elsewhere, or was saved before the journal begins.
    saved: Option<JournalMark>,
    exit_message: ExitMessage,
    /// Nothing can be written, and that has been said.
    error_reported: bool,
}

/// A file that is kept locked.
struct JournalFile {
    path: PathBuf,
    file: File,
    mark: Option<JournalMark>,
    /// Turns of the last game.
    turns: usize,
    games: usize,
}

/// How far a game is: which course it has taken, and so many steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JournalMark {
    /// Changes whenever something else than the last step does.
    pub revision: u64,
    /// Steps since the beginning.
    pub steps: usize,
}

impl Journal {
    /// No journal yet.
    pub fn new(last_words: ExitMessage) -> Journal {
        Journal { file: None, saved: None, exit_message: last_words, error_reported: false }
    }

    /// Goes on with a journal that a game left behind.
    pub fn adopt(&mut self, left: LeftoverJournal) {
        let LeftoverJournal { path, file } = left;
        self.file = Some(JournalFile { path, file, mark: None, turns: 0, games: 0 });
    }

    /// Everything until now is saved elsewhere: the journal has done its work.
    pub fn mark_saved(&mut self, mark: JournalMark) {
        self.saved = Some(mark);
        self.remove();
    }

    /// Takes the journal away.
    pub fn remove(&mut self) {
        if let Some(written) = self.file.take() {
            // Where it stays it is offered at the next start: nothing is lost.
            let _ = std::fs::remove_file(&written.path);
        }
        self.set_exit_message(String::new());
    }

    fn set_exit_message(&self, words: String) {
        *self.exit_message.lock().unwrap_or_else(PoisonError::into_inner) = words;
    }

    /// Writes what has happened since the last time.
    ///
    /// # Errors
    /// It cannot be written; said once.
    pub fn write(&mut self, session: &PlaySession, mark: JournalMark) -> io::Result<()> {
        if self.saved == Some(mark) {
            return Ok(());
        }
        if session.trail().is_new() {
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
    /// A journal under the first free name of this folder, or else of the folder for passing things.
    fn begin(session: &PlaySession, mark: JournalMark) -> io::Result<JournalFile> {
        let (path, file) = create(Path::new(""), &session.stem())
            .or_else(|error| create(&std::env::temp_dir(), &session.stem()).map_err(|_| error))?;
        let mut written = JournalFile { path, file, mark: None, turns: 0, games: 0 };
        let done = written.fill(session, mark);
        if done.is_err() {
            // Half a journal is none.
            let _ = std::fs::remove_file(&written.path);
        }
        done.map(|()| written)
    }

    /// Whether the game has only gone on since.
    fn precedes(&self, mark: JournalMark) -> bool {
        self.mark
            .is_some_and(|before| before.revision == mark.revision && before.steps <= mark.steps)
    }

    /// Writes the whole record into the file, which is empty.
    fn fill(&mut self, session: &PlaySession, mark: JournalMark) -> io::Result<()> {
        let record = session.whole_record();
        self.file.write_all(record.to_string().as_bytes())?;
        self.file.sync_all()?;
        self.turns = record.games.last().map_or(0, |game| game.turns.len());
        self.games = record.games.len();
        self.mark = Some(mark);
        Ok(())
    }

    /// Puts the whole record in the place of what was there; until it is whole the file stays as it was.
    fn rewrite(&mut self, session: &PlaySession, mark: JournalMark) -> io::Result<()> {
        let mut beside = OsString::from(&self.path);
        beside.push(format!(".{}.part", std::process::id()));
        let beside = PathBuf::from(beside);
        let file = OpenOptions::new().write(true).create_new(true).open(&beside)?;
        file.lock()?;
        let mut next = JournalFile { path: beside, file, mark: None, turns: 0, games: 0 };
        let done = next.fill(session, mark).and_then(|()| std::fs::rename(&next.path, &self.path));
        if done.is_err() {
            // What was there is still there.
            let _ = std::fs::remove_file(&next.path);
        }
        done?;
        next.path.clone_from(&self.path);
        *self = next;
        Ok(())
    }

    /// Writes a line for each step that is not there yet.
    fn append(&mut self, session: &PlaySession, mark: JournalMark) -> io::Result<()> {
        let model = session.engine().model();
        let from = self.mark.map_or(0, |before| before.steps);
        let mut lines = String::new();
        for step in session.trail().steps().get(from..).unwrap_or_default() {
            match step.chosen {
                None => {
                    (self.games, self.turns) = (self.games + 1, 0);
                    lines += &format!("\ngame {}\n", self.games);
                }
                Some((seat, choice)) => {
                    self.turns += 1;
                    let (turn, player) = (self.turns, model.player(seat));
                    lines += &format!("{turn:>3}. {player}  {}\n", choice_id(model, choice));
                }
            }
        }
        self.file.write_all(lines.as_bytes())?;
        // What the computer chooses can be found again: it is made fast when a person is asked.
        if !session.is_computers_turn() {
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
                // So that the name of the file survives a power cut too; not every system can do that.
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

/// A journal that a game left behind, locked.
pub struct LeftoverJournal {
    /// Where it lies.
    pub path: PathBuf,
    file: File,
}

impl LeftoverJournal {
    /// The journal in that file, if nobody plays its game; `None` if the file is no journal or somebody
    /// does.
    pub fn at(path: &Path) -> Option<LeftoverJournal> {
        if !is_journal(path) || !path.is_file() {
            return None;
        }
        let file = File::open(path).ok()?;
        file.try_lock().ok()?;
        Some(LeftoverJournal { path: path.to_owned(), file })
    }

    /// The journals of games of that name in this folder, in the order of their names.
    pub fn all(stem: &str) -> Vec<LeftoverJournal> {
        let entries = std::fs::read_dir(".").into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let mut names: Vec<String> = names.filter(|name| belongs_to(stem, name)).collect();
        names.sort_by_key(|name| (name.len(), name.clone()));
        names.truncate(MAX_JOURNALS as usize);
        names.iter().filter_map(|name| LeftoverJournal::at(Path::new(name))).collect()
    }

    /// Keeps the game as a record under the first free name, so that it is not offered again.
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

/// The journal in that file; `None` if the file is something else, a record for example.
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

/// Whether a journal of that file name is one of the games of that name.
fn belongs_to(stem: &str, name: &str) -> bool {
    let middle = name
        .strip_prefix(stem)
        .and_then(|rest| rest.strip_suffix(&format!(".{JOURNAL_TAG}.{ENDING}")));
    middle.is_some_and(|middle| {
        let number = middle.strip_prefix('-').unwrap_or("");
        middle.is_empty() || !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())
    })
}

/// Whether a file is called like a journal.
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
