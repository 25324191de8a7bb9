//! Saving and leaving: what was played is never lost.

use super::files;
use super::table::Table;
use crate::cli::{Exit, out};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

/// How a session ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The person has said so.
    Left,
    /// It broke off, and why.
    Cut(String),
}

impl Table<'_> {
    /// Saves in the file that is named, or in one of its own.
    pub(super) fn save(&mut self, name: Option<&str>) -> io::Result<Option<Ending>> {
        let record = self.session.record();
        let Some(name) = name else {
            let before = self.session.kept().map(Path::to_owned);
            let saved = match &before {
                Some(path) => files::replace(path, &record).map(|()| path.clone()),
                None => files::save_somewhere(&self.session.stem(), &record),
            };
            match saved {
                Ok(path) => self.saved(&path, record, before.is_some())?,
                Err(error) => self.voice.say(&format!("cannot save the game: {error}"))?,
            }
            return Ok(None);
        };
        let path = match files::named(name) {
            Ok(path) => path,
            Err(complaint) => {
                self.voice.say(&complaint)?;
                return Ok(None);
            }
        };
        let file = path.display().to_string();
        match files::save_new(&path, &record) {
            Ok(()) => self.saved(&path, record, false)?,
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                let question = format!("`{file}` is there already. Replace it? yes or no");
                self.voice.say(&format!("{question} (an empty line means no)"))?;
                let answer = match self.hear("replace")? {
                    Ok(answer) => answer.trim().to_lowercase(),
                    Err(ending) => return Ok(Some(ending)),
                };
                if !matches!(answer.as_str(), "y" | "yes") {
                    let told = "nothing was saved: to take another name say save NAME";
                    self.voice.say(told)?;
                    return Ok(None);
                }
                match files::replace(&path, &record) {
                    Ok(()) => self.saved(&path, record, true)?,
                    Err(error) => self.voice.say(&cannot_save(&file, &error))?,
                }
            }
            Err(error) => self.voice.say(&cannot_save(&file, &error))?,
        }
        Ok(None)
    }

    /// Tells where the game was saved.
    fn saved(&mut self, path: &Path, record: String, again: bool) -> io::Result<()> {
        let what = if again { " in the place of what was there" } else { "" };
        let told = format!(
            "saved in {}{what}; to go on later: {}",
            path.display(),
            self.session.how_to_go_on(path)
        );
        self.session.keep(path.to_owned(), record);
        self.voice.say(&told)
    }

    /// Leaves, unless something is not saved and the person takes it back.
    pub(super) fn quit(&mut self) -> io::Result<Option<Ending>> {
        if !self.session.is_unsaved() {
            return Ok(Some(Ending::Left));
        }
        self.voice
            .say("Save the game? yes, no, or a name for the file (an empty line means yes)")?;
        let answer = match self.hear("save")? {
            Ok(answer) => answer.trim().to_owned(),
            Err(ending) => return Ok(Some(ending)),
        };
        let ending = match answer.to_lowercase().as_str() {
            "n" | "no" => return Ok(Some(Ending::Left)),
            "" | "y" | "yes" => self.save(None)?,
            _ => self.save(Some(&answer))?,
        };
        let left = (!self.session.is_unsaved()).then_some(Ending::Left);
        Ok(ending.or(left))
    }

    /// Saves what is not saved yet, before another game takes its place; whether that is done.
    pub(super) fn put_by(&mut self) -> io::Result<bool> {
        if !self.session.is_unsaved() {
            return Ok(true);
        }
        let record = self.session.record();
        match files::save_somewhere(&self.session.stem(), &record) {
            Ok(path) => {
                let file = path.display();
                self.voice.say(&format!("the game played until now is saved in {file}"))?;
                self.session.end_journal();
                Ok(true)
            }
            Err(error) => {
                self.voice.say(&format!("the game played until now cannot be saved: {error}"))?;
                Ok(false)
            }
        }
    }

    /// The end, however it came; what is not saved is saved now.
    pub(super) fn end(mut self, ended: io::Result<Ending>) -> io::Result<Exit> {
        let why = match &ended {
            Ok(Ending::Left) => {
                self.session.end_journal();
                return Ok(Exit::Clean);
            }
            Ok(Ending::Cut(why)) => why.clone(),
            Err(error) => format!("something went wrong ({error})"),
        };
        if self.session.is_unsaved() {
            let told = self.rescue(&why);
            let said = ended.is_ok()
                && !self.voice.out().is_closed()
                && self.voice.say(&told).is_ok()
                && self.voice.out().flush().is_ok()
                && !self.voice.out().is_closed();
            if !said {
                out::complain(&told);
            }
        }
        ended.map(|_| Exit::Clean)
    }

    /// Saves what would be lost; where, and how to go on.
    fn rescue(&mut self, why: &str) -> String {
        let record = self.session.record();
        match files::save_somewhere(&self.session.stem(), &record) {
            Ok(path) => {
                self.session.end_journal();
                let on = self.session.how_to_go_on(&path);
                format!("{why}: the game is saved in {}; to go on: {on}", path.display())
            }
            // There is no place for it but the screen.
            Err(error) => format!(
                "{why}, and the game cannot be saved ({error}); this is its record:\n{record}"
            ),
        }
    }
}

fn cannot_save(file: &str, error: &io::Error) -> String {
    format!("cannot save in `{file}`: {error}; to take another name say save NAME")
}
