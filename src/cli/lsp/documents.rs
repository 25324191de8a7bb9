//! The texts that are open in the editor.

use super::base_games::{BaseGames, OpenTexts};
use super::checks::CheckTask;
use super::file_uri;
use super::findings::DocumentFindings;
use super::positions::{ColumnUnit, EditorPosition, LineTable};
use mnc::check::Thoroughness;
use mnc::language_service::EditedText;
use mnc::stop::StopFlag;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// A change of a text: what is replaced, or the whole text.
pub type TextChange = (Option<(EditorPosition, EditorPosition)>, String);

/// An open text.
#[derive(Debug)]
pub struct OpenDocument {
    /// Its address.
    pub uri: String,
    /// Its file, if it has one.
    pub path: Option<PathBuf>,
    /// Its name in messages.
    pub name: String,
    /// The version that the editor gave it.
    pub version: i32,
    /// The text.
    pub text: Arc<str>,
    /// Its lines.
    pub lines: LineTable,
    /// The games that it can be like.
    pub bases: Arc<BaseGames>,
    /// What has been found.
    pub findings: DocumentFindings,
    /// When each check is due.
    pub due: DueChecks,
    /// Stops the checks of this version.
    pub stop: StopFlag,
    unit: ColumnUnit,
}

/// When the checks of a document are due; `None`: not at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct DueChecks {
    /// The quick one.
    pub reading: Option<Instant>,
    /// All settings and tests.
    pub settings: Option<Instant>,
    /// Random games.
    pub playing: Option<Instant>,
}

impl OpenDocument {
    /// A text that has been opened. `open` are the other open texts.
    pub fn new(
        uri: String,
        version: i32,
        text: String,
        unit: ColumnUnit,
        open: OpenTexts,
    ) -> OpenDocument {
        let path = file_uri::to_path(&uri);
        let name = path.as_ref().map_or_else(|| uri.clone(), |path| path.display().to_string());
        OpenDocument {
            bases: Arc::new(BaseGames::new(path.as_deref(), open)),
            lines: LineTable::of(&text, unit),
            text: text.into(),
            findings: DocumentFindings::default(),
            due: DueChecks::default(),
            stop: StopFlag::default(),
            uri,
            path,
            name,
            version,
            unit,
        }
    }

    /// The text for the language service.
    pub fn edited(&self) -> EditedText<'_> {
        EditedText { name: &self.name, text: &self.text, library: self.bases.as_ref() }
    }

    /// Applies changes, one after the other. Checks of the text before are stopped.
    pub fn change(&mut self, version: i32, changes: Vec<TextChange>) {
        self.stop.set();
        self.stop = StopFlag::default();
        self.version = version;
        for (range, new) in changes {
            let (bytes, new) = match range {
                Some((start, end)) => {
                    let start = self.lines.byte(&self.text, start);
                    (start..self.lines.byte(&self.text, end).max(start), new)
                }
                None => difference(&self.text, &new),
            };
            self.replace(bytes, &new);
        }
    }

    fn replace(&mut self, bytes: Range<usize>, new: &str) {
        let before = self.text.get(..bytes.start).unwrap_or_default();
        let after = self.text.get(bytes.end..).unwrap_or_default();
        let text = format!("{before}{new}{after}");
        self.findings.shift(&bytes, new.len());
        self.lines = LineTable::of(&text, self.unit);
        self.text = text.into();
    }

    /// Reads the bases anew at the next check.
    pub fn forget_bases(&mut self, open: OpenTexts) {
        self.bases = Arc::new(BaseGames::new(self.path.as_deref(), open));
    }

    /// A check of the text as it is now.
    pub fn task(&self, thoroughness: Thoroughness) -> CheckTask {
        CheckTask {
            uri: self.uri.clone(),
            version: self.version,
            name: self.name.clone(),
            text: self.text.clone(),
            bases: self.bases.clone(),
            thoroughness,
            stop: self.stop.clone(),
        }
    }
}

/// The part of a text that is different in another one, and what replaces it.
fn difference(old: &str, new: &str) -> (Range<usize>, String) {
    let same = |(a, b): &(char, char)| a == b;
    let start: usize =
        old.chars().zip(new.chars()).take_while(same).map(|(c, _)| c.len_utf8()).sum();
    let (old_rest, new_rest) =
        (old.get(start..).unwrap_or_default(), new.get(start..).unwrap_or_default());
    let backwards = old_rest.chars().rev().zip(new_rest.chars().rev());
    let end: usize = backwards.take_while(same).map(|(c, _)| c.len_utf8()).sum();
    let changed = new_rest.get(..new_rest.len() - end).unwrap_or_default();
    (start..old.len() - end, changed.to_owned())
}
