//! Choices, events, positions and records of games as text that people can read and type.
//!
//! `canonical` writes the semantics of a model as text that does not depend on spelling, order of words or
//! names; its hash, the fingerprint, is part of a record. There is no terminal control here, and no I/O.

mod board;
mod canonical;
mod choice;
mod contents;
mod drawing_words;
mod event;
mod layout;
mod lines;
mod ownership;
mod record;
mod signs;
mod wording;

pub use board::{BoardDrawing, DrawingPart, DrawingStyle};
pub use canonical::{FINGERPRINT, canonical_form, fingerprint};
pub use choice::{choice_id, parse_choice};
pub(crate) use contents::BoardContents;
pub use drawing_words::DrawingWords;
pub use event::{
    clause_text, describe_event, describe_with_clause, is_news, outcome_text, section_heading,
};
pub use layout::{BoardEnd, BoardLayout, PlaceSpot};
pub(crate) use ownership::Ownership;
pub use record::{
    GameRecord, IncompleteTrail, RECORD_VERSION, Record, RecordError, ReplayError, Trail,
    TrailStep, TurnRecord, game_result, match_result, name_in_record, play_choices,
};
pub(crate) use signs::initials;
pub use wording::{
    capitalized, chosen_line, counted_noun, deciding_text, direction_suffix, direction_word,
    join_and, place_text,
};
