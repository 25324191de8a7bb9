//! A game being played: what `mnc play`, `mnc replay`, `mnc engine` and other front ends share.
//!
//! - [`parse_setting`]: variations and options by any spelling, as people type them.
//! - [`Seats`]: who plays for which player; [`parse_assignment`] parses `South=search:2`.
//! - [`Session`]: choices, undo, the next game of a match, the thoughts of computer players.
//! - [`Session::record`] saves a game, and [`resume()`] goes on with it.
//!
//! There is no file, no terminal and no clock here.
//!
//! ```
//! use mnc::engine::Engine;
//! use mnc::library::{Library, LookupResult, Shipped};
//! use mnc::notation::{Record, Trail, parse_choice};
//! use mnc::resolve;
//! use mnc::session::{Seats, Session, parse_assignment, parse_setting, resume};
//! use mnc::stop::StopFlag;
//!
//! let LookupResult::One(game) = Library::shipped().look_up("kalah") else { return Ok(()) };
//! let (description, _) = resolve::load(&game.file, &game.text, &Shipped);
//! let wrong = parse_setting(&description, &[""; 0], &["seed-each=6"]).expect_err("a slip");
//! assert_eq!(wrong.summary(), "there is no option `seed-each`; did you mean `seeds-each`?");
//!
//! let setting = parse_setting(&description, &[""; 0], &["Seeds Each = 6"])?;
//! let engine = Engine::new(description.build(&setting).0.ok_or("no game")?.into());
//! let mut seats = Seats::all_human(engine.model(), 42);
//! let (north, who) = parse_assignment(engine.model(), "North=search:1")?;
//! seats.assign(north, who);
//!
//! let mut session = Session::new(Trail::begin(engine, None), seats);
//! let choice = parse_choice(session.engine(), session.position(), "B1").ok_or("not offered")?;
//! session.choose(choice)?;
//! if let Some((_, mnc::session::SeatPlayer::Computer(kind))) = session.to_choose() {
//!     let thought = session.think(kind, &StopFlag::default()).ok_or("the game is over")?;
//!     session.choose(thought.choice)?;
//! }
//! let saved = session.record()?.to_string();
//! let resumed = resume(&description, Record::parse(&saved)?)?;
//! assert_eq!(resumed.trail.position().hash(), session.position().hash());
//! assert_eq!(session.undo().map(|taken_back| taken_back.len()), Some(2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod game;
mod resume;
mod seats;
mod setting;

pub use game::{ChosenMoves, Session};
pub use resume::{ResumeError, ResumedGame, RulesMatch, resume};
pub use seats::{SeatError, SeatPlayer, Seats, parse_assignment};
pub use setting::{
    SettingError, SettingPart, match_variation, parse_setting, recorded_setting, values_text,
};
