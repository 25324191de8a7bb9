//! `mnc show`: show a game, and where its rules come from.

mod provenance;
mod text;

use super::game::GameArgs;
use super::picture::{self, PictureArgs};
use super::{Exit, Output};
use mnc::engine::{Engine, Position};
use mnc::notation::BoardDrawing;
use mnc::picture::Picture;
use mnc::protocol::{OptionAnswer, PositionAnswer, info, position};
use mnc::resolve::{Description, GeoPoint, YearSpan};
use mnc::runner::{Runner, RunnerKind};
use provenance::{SourceAnswer, StatementAnswer};
use serde::Serialize;
use std::io::{self, Write};

/// Show a game: its start, its options and variations, and where its rules come from
///
/// Lists what the sources leave open: what the description assumes, and where it uses the defaults of
/// mnc. Then lists every point of the sources with the statements that cite it, the points that no
/// statement cites, and the statements that cite no point.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  mnc show kalah\n  mnc show kalah --set seeds-each=6\n  mnc show hoyito --variation \"own sense\" --format json\n  mnc show kalah --svg > kalah.svg"
)]
pub struct ShowArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Show the compiled program of the game, hole by hole, and how fast each clause runs, and why
    #[arg(long, conflicts_with = "format")]
    program: bool,
    /// Draw the start as a picture, and print it as SVG
    #[arg(long, conflicts_with_all = ["program", "format"])]
    svg: bool,
    #[command(flatten)]
    picture: PictureArgs,
    /// How to show it
    #[arg(long, value_enum, default_value_t, value_name = "FORM")]
    format: ShowFormat,
}

/// The format of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
enum ShowFormat {
    /// Text for reading
    #[default]
    Plain,
    /// One JSON object, for other programs
    Json,
}

/// Everything that is shown.
#[derive(Serialize)]
struct GameSheet {
    game: String,
    about: Vec<AboutAnswer>,
    players: Vec<String>,
    rows: u16,
    columns: u16,
    options: Vec<OptionAnswer>,
    variations: Vec<String>,
    chosen: Vec<String>,
    /// The first position: that of the opening, if there are choices in it.
    start: PositionAnswer,
    assumed: Vec<Assumption>,
    defaults: Vec<&'static str>,
    /// The file of the description; other files are those of its bases.
    #[serde(skip)]
    file: String,
    sources: Vec<SourceAnswer>,
    /// Statements that cite no point and are not assumed, in files that have points.
    uncited: Vec<StatementAnswer>,
}

/// A line of *about*.
#[derive(Serialize)]
struct AboutAnswer {
    key: String,
    text: String,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    point: Option<GeoPoint>,
    #[serde(skip_serializing_if = "Option::is_none")]
    years: Option<YearSpan>,
}

/// Something that the source does not say.
#[derive(Serialize)]
struct Assumption {
    #[serde(flatten)]
    statement: StatementAnswer,
    why: String,
}

/// Runs the command.
pub fn run(args: &ShowArgs, out: &mut Output) -> io::Result<Exit> {
    let (description, engine) = match args.game.open() {
        Ok(opened) => opened,
        Err(exit) => return Ok(exit),
    };
    let (start, _) = engine.start(None);
    if args.svg || args.picture.names_a_file() {
        let title = format!("{}: the start", engine.model().name);
        let drawing = BoardDrawing::of(engine.model(), &start);
        return picture::write(&Picture::of_position(&drawing, &title), &args.picture, out);
    }
    if args.program {
        let runner = Runner::new(engine.clone(), start, RunnerKind::Batch);
        out.write_all(runner.program().to_text(engine.model()).as_bytes())?;
        out.write_all(runner.kernels_to_text(engine.model()).as_bytes())?;
        return Ok(Exit::Clean);
    }
    match args.format {
        ShowFormat::Json => {
            out.json(&serde_json::to_string_pretty(&sheet(&description, &engine, &start))?)?
        }
        ShowFormat::Plain => out.write_all(to_text(&description, &engine).as_bytes())?,
    }
    Ok(Exit::Clean)
}

/// What is shown for reading.
pub fn to_text(description: &Description, engine: &Engine) -> String {
    let (start, _) = engine.start(None);
    text::render(&sheet(description, engine, &start), engine, &start)
}

fn sheet(description: &Description, engine: &Engine, start: &Position) -> GameSheet {
    let model = engine.model();
    let info = info(description, model);
    let statements = provenance::statements(description, model);
    let about = description.about_lines().iter();
    GameSheet {
        game: info.game,
        about: about
            .map(|line| AboutAnswer {
                key: line.key.text.clone(),
                text: line.text.text.clone(),
                point: line.coordinates.map(|at| at.point),
                years: line.years.map(|written| written.years),
            })
            .collect(),
        players: info.players,
        rows: info.rows,
        columns: info.columns,
        options: info.options,
        variations: info.variations,
        chosen: info.chosen,
        start: position(engine, &description.sources, start),
        assumed: statements
            .iter()
            .filter(|s| s.in_effect)
            .filter_map(|s| {
                Some(Assumption { statement: s.answer.clone(), why: s.assumed.clone()? })
            })
            .collect(),
        defaults: model.active_defaults().map(|default| default.text()).collect(),
        file: description.sources.iter().next().map(|s| s.name.clone()).unwrap_or_default(),
        sources: provenance::sources(description, &statements),
        uncited: provenance::uncited(&statements),
    }
}
