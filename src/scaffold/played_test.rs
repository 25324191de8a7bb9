//! A `test` section for a game that has been played: its choices, and the position after them.

use super::example_test::{holder, wrapped};
use crate::engine::Decider;
use crate::model::PlaceId;
use crate::notation::{Trail, TrailStep, choice_id, chosen_line};
use std::fmt;

/// Why a game cannot be written as a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NoTest {
    /// It began at a position that was set up by hand.
    SetUp,
    /// Its first choices have been dropped.
    StepsDropped,
    /// Another player moved first than the description defines.
    OtherFirst,
    /// A move is not finished.
    InMove,
}

impl fmt::Display for NoTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoTest::SetUp => {
                "a test begins at the beginning of a game, and this position was set up by hand"
            }
            NoTest::StepsDropped => "the first choices of this game have been dropped",
            NoTest::OtherFirst => {
                "in a test the player of the description moves first, and here it was another one"
            }
            NoTest::InMove => "a test ends after a move: finish this one first",
        })
    }
}

impl std::error::Error for NoTest {}

/// A `test` section with the choices of a game, and what is in each place after them. It is about the
/// description, variations and options of the game.
///
/// # Errors
/// It cannot be written as a test.
pub fn test_text(name: &str, trail: &Trail) -> Result<String, NoTest> {
    let model = trail.engine().model();
    let first = trail.first().ok_or(NoTest::SetUp)?;
    if trail.dropped_steps() > 0 {
        return Err(NoTest::StepsDropped);
    }
    if first != model.first {
        return Err(NoTest::OtherFirst);
    }
    let position = trail.position();
    if is_in_move(trail.last()) {
        return Err(NoTest::InMove);
    }
    let quoted: String =
        name.chars().filter(|c| !c.is_control() && !"\"“”„«»".contains(*c)).collect();
    let mut text = format!("test \"{}\"\n", quoted.trim());
    let mut line = |line: String| text += &format!("  {line}\n");
    for variation in &model.variations {
        line(format!("with variation \"{variation}\""));
    }
    for (option, value) in &model.options {
        line(format!("with {option} = {value}"));
    }
    plays(trail).into_iter().for_each(&mut line);
    let places = (0..model.board.places.len()).map(|i| PlaceId(i as u8));
    let holdings =
        places.map(|place| format!("{} {}", holder(model, place), position.seeds(place)));
    wrapped(holdings).into_iter().for_each(|holdings| line(format!("expect {holdings}")));
    if let Some(Decider::Player(seat)) = position.decider() {
        line(format!("expect {} to move", model.player(seat)));
    }
    Ok(text)
}

/// The lines of the choices, one for each move.
fn plays(trail: &Trail) -> Vec<String> {
    let model = trail.engine().model();
    let mut lines: Vec<String> = Vec::new();
    let mut last = None;
    let mut goes_on = false;
    for step in trail.steps().get(1..).unwrap_or_default() {
        match step.chosen {
            Some((decider, choice)) => {
                let answer = choice_id(model, choice).replace(' ', "-");
                match lines.last_mut().filter(|_| goes_on && last == Some(decider)) {
                    Some(line) => *line += &format!(", {answer}"),
                    None => lines.push(chosen_line(model, decider, &answer)),
                }
                last = Some(decider);
            }
            None => {
                lines.push("next game".into());
                last = None;
            }
        }
        goes_on = is_in_move(step);
    }
    lines
}

/// Whether a move has begun and is not finished.
fn is_in_move(step: &TrailStep) -> bool {
    !step.position.answers().is_empty()
}
