//! Writes new descriptions: from answers to questions, or as a game like another.
//!
//! - `answers`: what can be answered, as types; the words and the explanations of each answer.
//! - `questions`: the questions in their order, with defaults that follow from the answers before them, and
//!   why an answer is refused.
//! - `parse`: answers as they are typed.
//! - `wording`: the questions and their explanations, in words.
//! - `text`: the description for a set of answers.
//! - `layout`: lines and columns of it.
//! - `example_test`: a `test` section that plays the first move.
//! - `played_test`: a `test` section for a game that has been played.
//! - `like`: a description that begins `like` another game, with a list of what can be changed.
//!
//! There is no I/O here: a front end asks, and saves the text.

mod answers;
mod example_test;
mod layout;
mod like;
mod parse;
mod played_test;
mod questions;
mod text;
mod wording;

pub use answers::{
    Capture, Ending, ExtraTurn, GrandSlam, Laps, MenuAnswer, MenuItem, SowingDirection, Stores,
    WinBy,
};
pub use like::{change_blocks, like_text};
pub use played_test::{NoTest, test_text};
pub use questions::{AnswerForm, GameAnswers, GameQuestion, QuestionId};
pub use text::description_text;
