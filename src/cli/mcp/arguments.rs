//! The description that a call is about.

use crate::cli::findings_output;
use crate::cli::folder_library::FolderLibrary;
use crate::cli::game::{self, PlayableGame};
use crate::cli::read;
use mnc::library::{Library, LookupResult};
use mnc::session::parse_setting;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The name in messages of a text that a call contains.
const GIVEN_TEXT: &str = "description.mnc";

/// A description: one of the two.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct DescriptionArgument {
    /// The name of a game that comes with mnc, such as `oware`, or the path of a file whose name ends in `.mnc`
    game: Option<String>,
    /// The text of a description, instead of `game`
    description: Option<String>,
}

/// A game: a description with variations and options.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct GameArgument {
    #[serde(flatten)]
    about: DescriptionArgument,
    /// The variations that are played
    #[serde(default)]
    variations: Vec<String>,
    /// Values of options, such as `{"seeds-each": 6}`; the others have their defaults
    #[serde(default)]
    options: BTreeMap<String, OptionArgument>,
}

/// The value of an option.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "a number or a word")]
enum OptionArgument {
    Number(i64),
    Word(String),
}

/// The text that a call is about.
pub struct GivenText {
    /// Its name in messages.
    pub name: String,
    /// The text.
    pub text: String,
    /// Its file; `-` if there is none.
    path: PathBuf,
}

impl GivenText {
    /// Where the games are that it can be like.
    pub fn library(&self) -> FolderLibrary<'_> {
        FolderLibrary::new(&self.path)
    }
}

impl DescriptionArgument {
    /// Reads the text.
    ///
    /// # Errors
    /// There is none, and what to do.
    pub fn read(self) -> Result<GivenText, String> {
        let without_file = PathBuf::from("-");
        match (self.game, self.description) {
            (None, Some(text)) if text.len() > read::MAX_BYTES => {
                Err(format!("the text is longer than {} bytes", read::MAX_BYTES))
            }
            (None, Some(text)) => {
                Ok(GivenText { name: GIVEN_TEXT.into(), text, path: without_file })
            }
            (Some(name), None) if game::is_path(&name) => {
                let path = PathBuf::from(&name);
                if path.extension().is_none_or(|end| end != "mnc") {
                    return Err("only files whose names end in `.mnc` are read".into());
                }
                let text = read::text(&path)
                    .map_err(|findings| findings_output::to_text(&findings, false))?;
                Ok(GivenText { name, text, path })
            }
            (Some(name), None) => match Library::shipped().look_up(&name) {
                LookupResult::One(game) => Ok(GivenText {
                    name: game.file.clone(),
                    text: game.text.to_string(),
                    path: without_file,
                }),
                LookupResult::Several(_) | LookupResult::None(_) => Err(game::unknown_game(&name)),
            },
            (None, None) => Err("name a `game`, or give the text of a `description`".into()),
            (Some(_), Some(_)) => Err("give either `game` or `description`, not both".into()),
        }
    }
}

impl GameArgument {
    /// Reads the description and builds the game.
    ///
    /// # Errors
    /// The text cannot be read, it has errors, or the setting does not fit.
    pub fn open(self) -> Result<PlayableGame, String> {
        let word = match &self.about.game {
            Some(name) => name.clone(),
            None => "the given description".into(),
        };
        let read = self.about.read()?;
        let (description, found) = game::load_text(&read.name, &read.text, &read.library());
        let values = self.options.into_iter().map(|(name, value)| match value {
            OptionArgument::Number(value) => format!("{name}={value}"),
            OptionArgument::Word(value) => format!("{name}={value}"),
        });
        let values: Vec<String> = values.collect();
        let setting = parse_setting(&description, &self.variations, &values);
        let setting = setting.map_err(|error| error.to_string())?;
        let (engine, more) = game::engine_of(&description, &setting);
        let engine = engine.ok_or_else(|| {
            let findings = if found.gravest().is_some() { found } else { more };
            findings_output::to_text(&findings, false)
        })?;
        Ok(PlayableGame { word, description, setting, engine })
    }
}
