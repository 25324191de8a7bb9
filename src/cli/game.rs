//! The game of a command: finds and loads it.

use super::folder_library::FolderLibrary;
use super::{Exit, findings_output, out, read};
use mnc::diagnostic::{Diagnostic, Findings, Severity, visible};
use mnc::engine::Engine;
use mnc::library::{Game, Library, LookupResult};
use mnc::resolve::{self, Description, GameLoader, Setting};
use mnc::session::{SettingError, parse_setting};
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;

/// The game and its setting.
#[derive(clap::Args, Clone, Debug)]
pub struct GameArgs {
    /// The name of a game that comes with mnc (`mnc list` shows them), or a description of your own:
    /// a file whose name ends in .mnc
    #[arg(value_name = "GAME")]
    game: String,
    /// Play this variation of the game; may be given several times
    #[arg(long, value_name = "NAME")]
    variation: Vec<String>,
    /// Give an option a value; may be given several times
    #[arg(long = "set", value_name = "OPTION=VALUE")]
    set: Vec<String>,
}

impl GameArgs {
    /// A game by name, without variations and options.
    pub fn named(game: &str) -> GameArgs {
        GameArgs { game: game.into(), variation: Vec::new(), set: Vec::new() }
    }

    /// A game with variations, and with option values as typed.
    pub fn with(game: &str, variation: Vec<String>, set: Vec<String>) -> GameArgs {
        GameArgs { game: game.into(), variation, set }
    }

    /// A shipped game, by one of its names; `None` if there is no such game. Files are not searched.
    pub fn shipped(name: &str) -> Option<GameArgs> {
        match Library::shipped().look_up(name) {
            LookupResult::One(game) => Some(GameArgs::named(game.stem())),
            LookupResult::Several(_) | LookupResult::None(_) => None,
        }
    }

    /// The game as named by the user.
    pub fn name(&self) -> &str {
        &self.game
    }

    /// Whether the game was named by the file of its description.
    pub fn is_file(&self) -> bool {
        is_path(&self.game)
    }

    /// The variations on the command line.
    pub fn variations(&self) -> &[String] {
        &self.variation
    }

    /// The option values on the command line, as typed.
    pub fn values(&self) -> &[String] {
        &self.set
    }

    /// Opens the game. Problems are printed on standard error.
    ///
    /// # Errors
    /// The exit code, if there is no game.
    pub fn open(&self) -> Result<(Description, Engine), Exit> {
        let description = self.describe()?;
        let setting = self.setting(&description).map_err(|complaint| {
            out::print_error(&complaint);
            Exit::CouldNotRun
        })?;
        let engine = build(&description, &setting)?;
        Ok((description, engine))
    }

    /// Whether the description is read from standard input.
    pub fn is_stdin(&self) -> bool {
        self.game == "-"
    }

    /// The description, its variations and options not yet decided. Problems are printed on standard
    /// error.
    ///
    /// # Errors
    /// The exit code, if there is none.
    pub fn describe(&self) -> Result<Description, Exit> {
        if is_path(&self.game) {
            return load_file(Path::new(&self.game));
        }
        match Library::shipped().look_up(&self.game) {
            LookupResult::One(game) => Ok(load(&game.file, &game.text, Library::shipped())),
            LookupResult::Several(_) | LookupResult::None(_) => {
                out::print_error(&unknown_game(&self.game));
                Err(Exit::CouldNotRun)
            }
        }
    }

    /// The setting of the command line.
    ///
    /// # Errors
    /// The variation, option or value that the game does not have, in words.
    pub fn setting(&self, description: &Description) -> Result<Setting, String> {
        parse_setting(description, &self.variation, &self.set).map_err(|error| {
            let SettingError::NoValue { asked, .. } = &error else { return error.to_string() };
            format!(
                "`--set {}` gives no value: write `--set OPTION=VALUE`{}",
                visible::escape(asked),
                error.known_names()
            )
        })
    }
}

/// A game that can be played.
pub struct PlayableGame {
    /// The word that named it.
    pub word: String,
    /// Its description.
    pub description: Description,
    /// The setting that is played.
    pub setting: Setting,
    /// Its engine.
    pub engine: Engine,
}

/// The engine of a description with a setting. Problems are printed on standard error.
///
/// # Errors
/// The exit code, if no game can be built.
pub fn build(description: &Description, setting: &Setting) -> Result<Engine, Exit> {
    let (engine, found) = engine_of(description, setting);
    print_problems(&found);
    engine.ok_or(Exit::CouldNotRun)
}

/// The engine of a description with a setting, and what is found; `None`: no game can be built.
pub fn engine_of(description: &Description, setting: &Setting) -> (Option<Engine>, Findings) {
    let (model, found) = description.build(setting);
    (model.map(|model| Engine::new(Arc::new(model))), problems(description, found))
}

/// A description with what is found in it.
pub fn load_text(name: &str, text: &str, library: &dyn GameLoader) -> (Description, Findings) {
    let (description, found) = resolve::load(name, text, library);
    let found = problems(&description, found);
    (description, found)
}

/// Whether a word names the file of a description, not a game that comes with mnc.
pub fn is_path(game: &str) -> bool {
    game == "-" || game.ends_with(".mnc") || game.contains(['/', std::path::MAIN_SEPARATOR])
}

fn stems(games: &[&Game]) -> String {
    let names: Vec<String> = games.iter().map(|game| format!("`{}`", game.stem())).collect();
    names.join(" or ")
}

/// Why a word names no game that comes with mnc, and what would.
pub fn unknown_game(asked: &str) -> String {
    match Library::shipped().look_up(asked) {
        LookupResult::Several(games) => {
            let name = visible::escape(asked);
            format!("several games are called `{name}`: use {}", stems(&games))
        }
        LookupResult::None(near) => not_found(asked, &near),
        LookupResult::One(game) => not_found(asked, &[game]),
    }
}

fn not_found(asked: &str, near: &[&Game]) -> String {
    let file = format!("{asked}.mnc");
    let help = if Path::new(&file).is_file() {
        format!("to open the file in this folder, type `{file}`")
    } else if near.is_empty() {
        "`mnc list` shows the games; a file of your own must end in .mnc".into()
    } else {
        format!("did you mean {}? `mnc list` shows them all", stems(near))
    };
    format!("no game is called `{}`; {help}", visible::escape(asked))
}

fn load_file(path: &Path) -> Result<Description, Exit> {
    let text = read::text(path).map_err(|findings| {
        print_findings(&findings);
        if let Some(game) = shipped_namesake(path) {
            out::print_error(&format!(
                "the game that comes with mnc is called `{game}`, without .mnc"
            ));
        }
        Exit::CouldNotRun
    })?;
    Ok(load(&read::name(path), &text, &FolderLibrary::new(path)))
}

/// Loads a description. Problems are printed on standard error.
fn load(name: &str, text: &str, library: &dyn GameLoader) -> Description {
    let (description, found) = load_text(name, text, library);
    print_problems(&found);
    description
}

fn shipped_namesake(path: &Path) -> Option<&'static str> {
    let LookupResult::One(game) = Library::shipped().look_up(path.file_stem()?.to_str()?) else {
        return None;
    };
    (!path.exists()).then_some(game.stem())
}

/// Prints findings on standard error: standard output is for the answer.
pub fn print_findings(findings: &Findings) {
    let mut stderr = io::stderr();
    let text = findings_output::to_text(findings, stderr.is_terminal());
    // Errors here cannot be reported.
    let _ = stderr.write_all(text.as_bytes());
}

/// The findings of a description that are shown before a game; notes are for `mnc check`.
fn problems(description: &Description, found: Vec<Diagnostic>) -> Findings {
    Findings::new(description.sources.clone(), found).at_least(Severity::Warning)
}

fn print_problems(findings: &Findings) {
    if findings.gravest().is_some() {
        print_findings(findings);
    }
}
