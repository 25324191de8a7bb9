//! `mnc play`: play a game by hand.
//!
//! `setup` asks for variation and options; `PlayLoop` runs the session; `commands` runs the commands;
//! `input` reads lines on its own thread, so that a signal arrives like a line; `output` prints;
//! `input_errors` explains wrong entries; `quit` saves and leaves. `journal` appends every answer to a
//! locked file, so that a crash loses at most the answer being typed; `unfinished` offers such games
//! again, `resume` loads records.

mod command;
mod commands;
mod files;
mod input;
mod input_errors;
mod journal;
mod output;
mod play_loop;
mod quit;
mod resume;
mod rules;
mod session;
mod setup;
mod terminal;
pub mod text;
mod unfinished;

use super::game::GameArgs;
use super::record;
use super::{Exit, Output, out};
pub use files::shell_word;
pub use input::{Input, InputEvent};
pub use journal::ExitMessage;
use journal::LeftoverJournal;
use mnc::model::Model;
use mnc::notation::{Record, Trail};
use mnc::resolve::Description;
use mnc::session::{ResumedGame, Seats, Session, parse_assignment};
pub use output::PlayOutput;
use play_loop::PlayLoop;
use session::PlaySession;
use setup::AgreedSetting;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io;
use std::path::PathBuf;
use unfinished::ResumeOffer;

/// Play a game by hand, against other people or the computer
///
/// You are asked which variation to play and what to agree on, if there is a choice; an empty line
/// always takes the default. Then type a hole, for example a1. `help` lists what else you can type. The
/// game is never lost: if it is interrupted, it is saved in a file, and the last line says which. Each answer
/// is written to a file at once; if even the machine stops, the next `mnc play` of the game in that
/// folder offers to go on.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  mnc play hoyito\n  mnc play kalah --seat North=search:3\n  mnc play um-dyar --variation \"circling is a draw\" --set columns=4\n  mnc play hoyito --load hoyito.mncr"
)]
pub struct PlayArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Choose who plays for a player: human, random, or search:1 (weakest) to search:4 (strongest); may
    /// be given several times
    #[arg(long = "seat", value_name = "PLAYER=WHO")]
    seats: Vec<String>,
    /// Random seed of the computer players: the same seed gives the same choices
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// Go on with a saved game, with its variation and options
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    /// Ask nothing before the game: use the defaults for what is not given
    #[arg(long)]
    as_is: bool,
}

/// Runs the command.
pub fn run(args: &PlayArgs, out: &mut Output) -> io::Result<Exit> {
    if args.game.is_stdin() {
        out::print_error("the moves are read from standard input: give the description as a file");
        return Ok(Exit::CouldNotRun);
    }
    let description = match args.game.describe() {
        Ok(description) => description,
        Err(exit) => return Ok(exit),
    };
    // Checked before the questions are asked.
    if let Err(complaint) = check_arguments(args, &description) {
        out::print_error(&complaint);
        return Ok(Exit::CouldNotRun);
    }
    let last_words = ExitMessage::default();
    let input = Input::open(out, &last_words);
    let mut output = PlayOutput::new(out);
    let (trail, loaded) = match start_session(args, &description, &input, &mut output)? {
        SessionStart::Game(trail, loaded) => (trail, loaded),
        SessionStart::Quit => return Ok(Exit::Clean),
        SessionStart::Refused(complaint) => {
            out::print_error(&complaint);
            return Ok(Exit::CouldNotRun);
        }
    };
    let seats = match seats(args, trail.engine().model(), loaded.as_ref()) {
        Ok(seats) => seats,
        Err(complaint) => {
            out::print_error(&complaint);
            return Ok(Exit::CouldNotRun);
        }
    };
    let file = args.game.is_file().then(|| args.game.name().to_owned());
    let called = args.game.name();
    let game = Session::new(trail, seats);
    let mut session = PlaySession::new(description, called, file, game, last_words);
    let remark = loaded.and_then(|loaded| {
        match loaded.journal {
            Some(left) => session.adopt(left),
            None => session.remember_loaded(loaded.path),
        }
        loaded.remark
    });
    let mut table = PlayLoop::new(session, input, output);
    let ended = table.play(remark);
    table.end(ended)
}

/// Checks the command line, as far as that is possible before the setting is known.
fn check_arguments(args: &PlayArgs, description: &Description) -> Result<(), String> {
    let setting = args.game.setting(description)?;
    match description.build(&setting).0 {
        Some(model) => seats(args, &model, None).map(|_| ()),
        None => Ok(()),
    }
}

/// How a session starts.
enum SessionStart {
    /// With a game, new or saved.
    Game(Trail, Option<LoadedGame>),
    /// The person wants to leave.
    Quit,
    /// It does not start; the reason.
    Refused(String),
}

/// A saved game.
struct LoadedGame {
    path: PathBuf,
    record: Record,
    remark: Option<&'static str>,
    /// The journal that it was loaded from.
    journal: Option<LeftoverJournal>,
}

/// Starts the game from its beginning, or from where it was saved.
fn start_session(
    args: &PlayArgs,
    description: &Description,
    input: &Input,
    output: &mut PlayOutput<'_>,
) -> io::Result<SessionStart> {
    let Some(path) = &args.load else {
        let plain = args.game.variations().is_empty() && args.game.values().is_empty();
        let asks = plain && !args.as_is;
        match unfinished::offer_unfinished(description, args.game.name(), asks, input, output)? {
            ResumeOffer::None => {}
            ResumeOffer::Quit => return Ok(SessionStart::Quit),
            ResumeOffer::Resume(resumed, left) => {
                return Ok(resumed_start(resumed, left.path.clone(), Some(left)));
            }
        }
        return Ok(
            match setup::agree_on_setting(description, &args.game, args.as_is, input, output)? {
                AgreedSetting::Game(engine) => SessionStart::Game(Trail::begin(engine, None), None),
                AgreedSetting::Quit => SessionStart::Quit,
                AgreedSetting::Impossible(complaint) => SessionStart::Refused(complaint),
            },
        );
    };
    if !(args.game.variations().is_empty() && args.game.values().is_empty()) {
        let complaint = "a saved game has its own variation and options: leave yours out";
        return Ok(SessionStart::Refused(complaint.into()));
    }
    let path = record::record_file(&path.to_string_lossy());
    let left = match journal::journal_at(&path) {
        Ok(left) => left,
        Err(complaint) => return Ok(SessionStart::Refused(complaint)),
    };
    Ok(match resume::load_game(description, &path) {
        Ok(resumed) => resumed_start(resumed, path, left),
        Err(complaint) => SessionStart::Refused(complaint),
    })
}

/// Starts with a saved game.
fn resumed_start(
    resumed: ResumedGame,
    path: PathBuf,
    journal: Option<LeftoverJournal>,
) -> SessionStart {
    let remark = resumed.remark();
    let ResumedGame { trail, record, rules: _ } = resumed;
    SessionStart::Game(trail, Some(LoadedGame { path, record, remark, journal }))
}

/// Who plays: as in the saved game, then as on the command line.
fn seats(args: &PlayArgs, model: &Model, loaded: Option<&LoadedGame>) -> Result<Seats, String> {
    let record = loaded.map(|loaded| &loaded.record);
    let seed = args.seed.or(record.and_then(|record| record.seed));
    let mut seats = Seats::all_human(model, seed.unwrap_or_else(any_seed));
    if let Some(record) = record {
        seats.assign_recorded(model, record);
    }
    for asked in &args.seats {
        let given = parse_assignment(model, asked);
        let (seat, who) = given.map_err(|complaint| format!("--seat: {complaint}"))?;
        seats.assign(seat, who);
    }
    Ok(seats)
}

/// A random seed, short enough to be typed.
fn any_seed() -> u64 {
    RandomState::new().build_hasher().finish() % 1_000_000
}
