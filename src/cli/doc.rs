//! `mnc doc`: the rules of a game as prose.

use super::game::GameArgs;
use super::{Exit, Output, game, out, write};
use clap::ValueEnum;
use mnc::document::{Language, RulesDocument, SiteEntry, site_index};
use mnc::engine::Engine;
use mnc::library::Library;
use mnc::resolve::{self, Setting};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Write the rules of a game as prose, for people who play it
///
/// The text is made from the rules that mnc plays by: the start with a picture, a turn step by step, captures, the
/// end and the winner, options, variations, an example, what is assumed, and the sources. With --all, every game that
/// comes with mnc is written to a folder as a web site, with a map.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  mnc doc oware\n  mnc doc oware --format html > oware.html\n  mnc doc oware --language fr\n  mnc doc --all site"
)]
pub struct DocArgs {
    /// The name of a game that comes with mnc, or a file whose name ends in .mnc
    #[arg(value_name = "GAME", required_unless_present = "all")]
    game: Option<String>,
    /// With this variation; may be given several times
    #[arg(long, value_name = "NAME")]
    variation: Vec<String>,
    /// Give an option a value; may be given several times
    #[arg(long = "set", value_name = "OPTION=VALUE")]
    set: Vec<String>,
    /// The format of the text
    #[arg(long, value_enum, default_value_t, value_name = "FORM")]
    format: DocFormat,
    /// The language of the text; names and citations stay as the description has them
    #[arg(long, value_enum, default_value_t, value_name = "LANGUAGE")]
    language: DocLanguage,
    /// Write all games that come with mnc to this folder, as web pages with an index and a map
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["game", "variation", "set", "format", "language"])]
    all: Option<PathBuf>,
}

/// The format of a document.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum DocFormat {
    /// Text with simple signs
    #[default]
    Markdown,
    /// A web page with pictures, which prints on paper
    Html,
    /// Text for the typesetter Typst
    Typst,
}

/// The language of a document.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum DocLanguage {
    /// English
    #[default]
    En,
    /// French
    Fr,
}

impl DocLanguage {
    fn language(self) -> Language {
        match self {
            DocLanguage::En => Language::English,
            DocLanguage::Fr => Language::French,
        }
    }
}

/// Runs the command.
pub fn run(args: &DocArgs, out: &mut Output) -> io::Result<Exit> {
    if let Some(folder) = &args.all {
        return Ok(write_all(folder, out));
    }
    let name = args.game.clone().unwrap_or_default();
    let game = GameArgs::with(&name, args.variation.clone(), args.set.clone());
    let (description, engine) = match game.open() {
        Ok(opened) => opened,
        Err(exit) => return Ok(exit),
    };
    let document = RulesDocument::of_in(&description, &engine, args.language.language());
    let text = match args.format {
        DocFormat::Markdown => document.to_markdown(),
        DocFormat::Html => document.to_html(),
        DocFormat::Typst => document.to_typst(),
    };
    out.write_all(text.as_bytes())?;
    Ok(Exit::Clean)
}

/// Writes a page for each shipped game, and an index.
fn write_all(folder: &Path, out: &mut Output) -> Exit {
    if let Err(why) = std::fs::create_dir_all(folder) {
        out::print_error(&format!("{}: {why}", folder.display()));
        return Exit::CouldNotRun;
    }
    let mut entries = Vec::new();
    for shipped in Library::shipped().games() {
        if out.is_closed() {
            return Exit::CouldNotRun;
        }
        let (description, _) = resolve::load(&shipped.file, &shipped.text, Library::shipped());
        let engine: Engine = match game::build(&description, &Setting::default()) {
            Ok(engine) => engine,
            Err(exit) => return exit,
        };
        let document = RulesDocument::of(&description, &engine);
        let file = format!("{}.html", shipped.stem());
        if let Err(exit) = save(&folder.join(&file), &document.to_html()) {
            return exit;
        }
        entries.push(SiteEntry::of(&file, &description, engine.model()));
    }
    match save(&folder.join("index.html"), &site_index(&entries)) {
        Ok(()) => Exit::Clean,
        Err(exit) => exit,
    }
}

fn save(file: &Path, text: &str) -> Result<(), Exit> {
    write::save(file, text).map_err(|why| {
        out::print_error(&format!("{}: {why}", file.display()));
        Exit::CouldNotRun
    })
}
