//! Choices, events, positions and records of games as text that people can read and type.

mod board;
mod choice;
mod event;
mod lines;
mod meaning;
mod ownership;
mod record;
mod said;
mod signs;

pub use board::{Look, Part, Picture};
pub use choice::{choice_id, parse_choice};
pub use event::{clause, is_news, outcome, section, tell, tell_why};
pub use meaning::{FINGERPRINT, fingerprint, meaning};
pub use record::{
    GameRecord, Misfit, RECORD_VERSION, Record, RecordError, Step, Trail, TurnRecord, game_result,
    match_result,
};
pub use said::{and, asked, count, place, sense_word};
