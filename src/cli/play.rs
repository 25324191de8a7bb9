//! `mnc play`: a game to play by hand.

mod asking;
mod command;
mod files;
mod input;
mod journal;
mod leaving;
mod left;
mod resuming;
mod rules;
mod seats;
mod session;
mod table;
mod telling;
mod terminal;
mod voice;
mod wishes;
mod wrong;

use super::game::GameArgs;
use super::record;
use super::{Exit, Out, out};
use asking::Agreed;
use input::Input;
use journal::{LastWords, Left};
use left::Offer;
use mnc::model::Model;
use mnc::notation::{Record, Trail};
use mnc::resolve::Description;
use resuming::Resumed;
use seats::{Seats, assignment};
use session::Session;
use std::io;
use std::path::PathBuf;
use table::Table;
use voice::Voice;

/// Play a game by hand, against other people or the computer
///
/// You are asked which variation to play and what to agree on, if there is a choice; an empty line
/// always means the usual. Then say a hole, for example a1. `help` tells what else you can say. The
/// game is never lost: if it breaks off, it is saved in a file, and the last line says which. Each answer
/// is noted down in a file at once; if even the machine stops, the next `mnc play` of the game in that
/// folder offers to go on.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  mnc play hoyito\n  mnc play kalah --seat North=search:3\n  mnc play um-dyar --variation \"circling is a draw\" --set columns=4\n  mnc play hoyito --load hoyito.mncr"
)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Let somebody play for a player: human, random, or search:1 (weakest) to search:4 (strongest);
    /// may be given several times
    #[arg(long = "seat", value_name = "PLAYER=WHO")]
    seats: Vec<String>,
    /// What the chance of the computer players is made from: the same number, the same choices
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// Go on with a saved game, with its variation and options
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    /// Ask nothing before the game: what is not given is as usual
    #[arg(long)]
    as_is: bool,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut Out) -> io::Result<Exit> {
    if args.game.is_stdin() {
        out::complain("the moves are read from standard input: give the description as a file");
        return Ok(Exit::CouldNotRun);
    }
    let description = match args.game.describe() {
        Ok(description) => description,
        Err(exit) => return Ok(exit),
    };
    // Better now than after all the questions.
    if let Err(complaint) = early(args, &description) {
        out::complain(&complaint);
        return Ok(Exit::CouldNotRun);
    }
    let last_words = LastWords::default();
    let input = Input::open(out, &last_words);
    let mut voice = Voice::new(out);
    let (trail, loaded) = match begin(args, &description, &input, &mut voice)? {
        Begun::Game(trail, loaded) => (trail, loaded),
        Begun::Left => return Ok(Exit::Clean),
        Begun::Refused(complaint) => {
            out::complain(&complaint);
            return Ok(Exit::CouldNotRun);
        }
    };
    let seats = match seats(args, trail.engine().model(), loaded.as_ref()) {
        Ok(seats) => seats,
        Err(complaint) => {
            out::complain(&complaint);
            return Ok(Exit::CouldNotRun);
        }
    };
    let file = args.game.is_file().then(|| args.game.name().to_owned());
    let called = args.game.name();
    let mut session = Session::new(description, called, file, trail, seats, last_words);
    let remark = loaded.and_then(|loaded| {
        match loaded.left {
            Some(left) => session.adopt(left),
            None => session.keep_as_is(loaded.path),
        }
        loaded.remark
    });
    Table::new(session, input, voice).play(remark.as_deref())
}

/// Finds fault with the command line, as far as that can be seen before the game is agreed on.
fn early(args: &Args, description: &Description) -> Result<(), String> {
    let setting = args.game.setting(description)?;
    match description.build(&setting).0 {
        Some(model) => seats(args, &model, None).map(|_| ()),
        None => Ok(()),
    }
}

/// How a session begins.
enum Begun {
    /// With a game, perhaps one that was saved.
    Game(Trail, Option<Loaded>),
    /// The person would rather leave.
    Left,
    /// Not at all, and why.
    Refused(String),
}

/// A game that was saved.
struct Loaded {
    path: PathBuf,
    record: Record,
    remark: Option<String>,
    /// The journal that it was found in.
    left: Option<Left>,
}

/// The game from its beginning, or from where it was saved.
fn begin(
    args: &Args,
    description: &Description,
    input: &Input,
    voice: &mut Voice<'_>,
) -> io::Result<Begun> {
    let Some(path) = &args.load else {
        let plain = args.game.variations().is_empty() && args.game.values().is_empty();
        let asks = plain && !args.as_is;
        match left::offer(description, args.game.name(), asks, input, voice)? {
            Offer::None => {}
            Offer::Leave => return Ok(Begun::Left),
            Offer::Taken(Resumed { trail, record, remark }, left) => {
                let path = left.path.clone();
                return Ok(Begun::Game(
                    trail,
                    Some(Loaded { path, record, remark, left: Some(left) }),
                ));
            }
        }
        return Ok(match asking::agree(description, &args.game, args.as_is, input, voice)? {
            Agreed::Game(engine) => Begun::Game(Trail::begin(engine, None), None),
            Agreed::Left => Begun::Left,
            Agreed::Nothing(complaint) => Begun::Refused(complaint),
        });
    };
    if !(args.game.variations().is_empty() && args.game.values().is_empty()) {
        let complaint = "a saved game has its own variation and options: leave yours out";
        return Ok(Begun::Refused(complaint.into()));
    }
    let path = record::meant(&path.to_string_lossy());
    let left = match journal::journal_at(&path) {
        Ok(left) => left,
        Err(complaint) => return Ok(Begun::Refused(complaint)),
    };
    Ok(match resuming::resume(description, &path) {
        Ok(Resumed { trail, record, remark }) => {
            Begun::Game(trail, Some(Loaded { path, record, remark, left }))
        }
        Err(complaint) => Begun::Refused(complaint),
    })
}

/// Who plays: as the saved game has it, and then as the command line says.
fn seats(args: &Args, model: &Model, loaded: Option<&Loaded>) -> Result<Seats, String> {
    let record = loaded.map(|loaded| &loaded.record);
    let mut seats = Seats::persons(model, args.seed.or(record.and_then(|record| record.seed)));
    if let Some(record) = record {
        resuming::seat_players(&mut seats, model, record);
    }
    for asked in &args.seats {
        let given = assignment(model, asked);
        let (seat, who) = given.map_err(|complaint| format!("--seat: {complaint}"))?;
        seats.give(seat, who);
    }
    Ok(seats)
}
