//! Saving and leaving: a game is never lost.

use super::files;
use super::play_loop::PlayLoop;
use super::session::SessionEnd;
use crate::cli::{Exit, out, write};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

impl PlayLoop<'_> {
    /// Saves in the named file, or under a free name.
    pub(super) fn save(&mut self, name: Option<&str>) -> io::Result<Option<SessionEnd>> {
        let record = match self.session.record_text() {
            Ok(record) => record,
            Err(error) => {
                self.output.print(&format!("cannot save the game: {error}"))?;
                return Ok(None);
            }
        };
        let Some(name) = name else {
            let before = self.session.unchanged_saved_file().map(Path::to_owned);
            let saved = match &before {
                Some(path) => write::replace(path, &record).map(|()| path.clone()),
                None => files::save_somewhere(&self.session.stem(), &record),
            };
            match saved {
                Ok(path) => self.report_saved(&path, record, before.is_some())?,
                Err(error) => self.output.print(&format!("cannot save the game: {error}"))?,
            }
            return Ok(None);
        };
        let path = match files::record_path(name) {
            Ok(path) => path,
            Err(complaint) => {
                self.output.print(&complaint)?;
                return Ok(None);
            }
        };
        let file = path.display().to_string();
        match write::save_new(&path, &record) {
            Ok(()) => self.report_saved(&path, record, false)?,
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                let question = format!("`{file}` is there already. Replace it? yes or no");
                self.output.print(&format!("{question} (an empty line means no)"))?;
                let answer = match self.read_line("replace")? {
                    Ok(answer) => answer.trim().to_lowercase(),
                    Err(ending) => return Ok(Some(ending)),
                };
                if !matches!(answer.as_str(), "y" | "yes") {
                    let message = "nothing was saved: to use another name type save NAME";
                    self.output.print(message)?;
                    return Ok(None);
                }
                match write::replace(&path, &record) {
                    Ok(()) => self.report_saved(&path, record, true)?,
                    Err(error) => self.output.print(&cannot_save(&file, &error))?,
                }
            }
            Err(error) => self.output.print(&cannot_save(&file, &error))?,
        }
        Ok(None)
    }

    /// Reports where the game was saved.
    fn report_saved(&mut self, path: &Path, record: String, again: bool) -> io::Result<()> {
        let what = if again { " (replaced)" } else { "" };
        let message = format!(
            "saved in {}{what}; to go on later: {}",
            path.display(),
            self.session.resume_command(path)
        );
        self.session.remember_saved(path.to_owned(), record);
        self.output.print(&message)
    }

    /// Leaves; asks first if something is not saved.
    pub(super) fn quit(&mut self) -> io::Result<Option<SessionEnd>> {
        if !self.session.is_unsaved() {
            return Ok(Some(SessionEnd::Quit));
        }
        self.output
            .print("Save the game? yes, no, or a name for the file (an empty line means yes)")?;
        let answer = match self.read_line("save")? {
            Ok(answer) => answer.trim().to_owned(),
            Err(ending) => return Ok(Some(ending)),
        };
        let ending = match answer.to_lowercase().as_str() {
            "n" | "no" => return Ok(Some(SessionEnd::Quit)),
            "" | "y" | "yes" => self.save(None)?,
            _ => self.save(Some(&answer))?,
        };
        let left = (!self.session.is_unsaved()).then_some(SessionEnd::Quit);
        Ok(ending.or(left))
    }

    /// Saves an unsaved game before another one replaces it; returns whether that is done.
    pub(super) fn save_before_switch(&mut self) -> io::Result<bool> {
        if !self.session.is_unsaved() {
            return Ok(true);
        }
        match self.save_new_file() {
            Ok(path) => {
                let file = path.display();
                self.output.print(&format!("the game played until now is saved in {file}"))?;
                self.session.end_journal();
                Ok(true)
            }
            Err(error) => {
                self.output
                    .print(&format!("the game played until now cannot be saved: {error}"))?;
                Ok(false)
            }
        }
    }

    /// Ends the session in any case; saves an unsaved game.
    pub(super) fn end(mut self, ended: io::Result<SessionEnd>) -> io::Result<Exit> {
        let why = match &ended {
            Ok(SessionEnd::Quit) => {
                self.session.end_journal();
                return Ok(Exit::Clean);
            }
            Ok(SessionEnd::Interrupted(why)) => why.clone(),
            Err(error) => format!("something went wrong ({error})"),
        };
        if self.session.is_unsaved() {
            let message = self.emergency_save(&why);
            let printed = ended.is_ok()
                && !self.output.out().is_closed()
                && self.output.print(&message).is_ok()
                && self.output.out().flush().is_ok()
                && !self.output.out().is_closed();
            if !printed {
                out::print_error(&message);
            }
        }
        ended.map(|_| Exit::Clean)
    }

    /// Saves the game; returns a message with the file and the command to resume.
    fn emergency_save(&mut self, why: &str) -> String {
        match self.save_new_file() {
            Ok(path) => {
                self.session.end_journal();
                let on = self.session.resume_command(&path);
                format!("{why}: the game is saved in {}; to go on: {on}", path.display())
            }
            // The screen is the only place left.
            Err(error) => format!(
                "{why}, and the game cannot be saved ({error}); this is its record:\n{}",
                self.session.record_text().unwrap_or_default()
            ),
        }
    }

    /// Saves the game under the first free name.
    fn save_new_file(&self) -> io::Result<PathBuf> {
        files::save_somewhere(&self.session.stem(), &self.session.record_text()?)
    }
}

fn cannot_save(file: &str, error: &io::Error) -> String {
    format!("cannot save in `{file}`: {error}; to use another name type save NAME")
}
