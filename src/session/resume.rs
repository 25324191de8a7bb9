//! From a record to a game that goes on.

use super::setting::{SettingError, recorded_setting};
use crate::diagnostic::Diagnostic;
use crate::engine::Engine;
use crate::library::normalize_name;
use crate::model::Model;
use crate::notation::{Record, ReplayError, Trail, fingerprint};
use crate::resolve::Description;
use std::fmt;
use std::sync::Arc;

/// Whether a record was played by the rules of a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RulesMatch {
    /// By the same rules, in another spelling perhaps.
    Same,
    /// By other rules.
    Changed {
        /// The fingerprint in the record.
        recorded: String,
        /// The fingerprint of the model.
        present: String,
    },
    /// The record does not name its rules.
    Unknown {
        /// The fingerprint of the model.
        present: String,
    },
}

impl RulesMatch {
    /// Compares the rules of a record with those of a model.
    pub fn of(record: &Record, model: &Model) -> RulesMatch {
        let present = fingerprint(model);
        match &record.rules {
            Some(recorded) if *recorded == present => RulesMatch::Same,
            Some(recorded) => RulesMatch::Changed { recorded: recorded.clone(), present },
            None => RulesMatch::Unknown { present },
        }
    }
}

/// A saved game, replayed.
#[derive(Clone, Debug)]
pub struct ResumedGame {
    /// The history of the game.
    pub trail: Trail,
    /// The record that it was resumed from.
    pub record: Record,
    /// Whether its rules are those of the description. All its choices are legal in any case.
    pub rules: RulesMatch,
}

impl ResumedGame {
    /// A remark for the person who plays, if the rules have changed.
    pub fn remark(&self) -> Option<&'static str> {
        match self.rules {
            RulesMatch::Changed { .. } => {
                Some("the rules have changed since this game was saved, but each of its moves fits")
            }
            RulesMatch::Same | RulesMatch::Unknown { .. } => None,
        }
    }
}

/// Why a saved game cannot go on. Its text is one line.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ResumeError {
    /// It is a record of another game.
    AnotherGame {
        /// The record.
        record: Box<Record>,
        /// The game of the description.
        present: String,
    },
    /// The game does not have a variation, option or value of the record.
    Setting(SettingError),
    /// No game can be made with the setting of the record; the findings.
    Impossible(Vec<Diagnostic>),
    /// The record does not agree with the rules.
    Replay {
        /// Where it does not, and the game up to there.
        error: ReplayError,
        /// It was played by other rules.
        other_rules: bool,
    },
}

impl fmt::Display for ResumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResumeError::AnotherGame { record, present } => {
                write!(f, "this is a record of {}, not of {present}", record.game)
            }
            ResumeError::Setting(error) => f.write_str(&error.summary()),
            ResumeError::Impossible(findings) => {
                f.write_str(findings.first().map_or("", |finding| &finding.message))
            }
            ResumeError::Replay { error, other_rules } => {
                let why = if *other_rules { "; it was played by other rules" } else { "" };
                write!(f, "line {}: {}; {}{why}", error.line, error.message, error.help)
            }
        }
    }
}

impl std::error::Error for ResumeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ResumeError::Setting(error) => Some(error),
            ResumeError::Replay { error, .. } => Some(error),
            ResumeError::AnotherGame { .. } | ResumeError::Impossible(_) => None,
        }
    }
}

/// Replays a record with the variations and options that it names.
///
/// # Errors
/// The record is of another game, or the description does not allow its setting or one of its choices.
pub fn resume(description: &Description, record: Record) -> Result<ResumedGame, ResumeError> {
    if normalize_name(&record.game) != normalize_name(&description.name) {
        let present = description.name.clone();
        return Err(ResumeError::AnotherGame { record: Box::new(record), present });
    }
    let setting = recorded_setting(description, &record).map_err(ResumeError::Setting)?;
    let (model, findings) = description.build(&setting);
    let model = model.ok_or(ResumeError::Impossible(findings))?;
    let rules = RulesMatch::of(&record, &model);
    match record.replay(Engine::new(Arc::new(model))) {
        Ok(trail) => Ok(ResumedGame { trail, record, rules }),
        Err(error) => {
            let other_rules = matches!(rules, RulesMatch::Changed { .. });
            Err(ResumeError::Replay { error, other_rules })
        }
    }
}
