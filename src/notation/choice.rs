//! Choices as text that people type.

use crate::engine::{Choice, Direction, Engine, Position};
use crate::model::Model;

/// The text of a choice: `a1`, `clockwise`, `3`, `stop`, `go on`, `yes`, `no`; of
/// `either capture it, or end move` the words of the alternative, `capture-it`; of offers also
/// `concede` and `agree`.
pub fn choice_id(model: &Model, choice: Choice) -> String {
    match choice {
        Choice::Place(place) => model.place(place).to_owned(),
        Choice::Direction(Direction::Anticlockwise) => "anticlockwise".into(),
        Choice::Direction(Direction::Clockwise) => "clockwise".into(),
        Choice::Number(n) => n.to_string(),
        Choice::Yes => "yes".into(),
        Choice::No => "no".into(),
        Choice::Stop => "stop".into(),
        Choice::GoOn => "go on".into(),
        Choice::Alternative(n) => model.alternative(n).id.clone(),
        Choice::Concede => "concede".into(),
        Choice::Agree => "agree".into(),
        Choice::Seed(kind) => model.seed(kind).to_owned(),
    }
}

/// Parses a choice at a position, legal or not; `None` if the decision has no such answer. Case does
/// not matter, and `go-on` is `go on`; an alternative can also be given by its number, from 1.
pub fn parse_choice(engine: &Engine, position: &Position, text: &str) -> Option<Choice> {
    let text = text.trim().to_lowercase().replace('-', " ");
    let is_named =
        |c: &Choice| choice_id(engine.model(), *c).to_lowercase().replace('-', " ") == text;
    let options = engine.choices(position);
    // What is not legal is seldom asked for, and takes longer to find.
    let barred = || engine.illegal_choices(position).into_iter().map(|(choice, _)| choice);
    let found = options.into_iter().chain(engine.offers(position)).find(is_named);
    found.or_else(|| barred().find(is_named)).or_else(|| nth_alternative(position, &text)).or_else(
        || {
            let word = match text.as_str() {
                "go" | "on" | "continue" => Choice::GoOn,
                "y" => Choice::Yes,
                "n" => Choice::No,
                _ => return None,
            };
            engine.choices(position).contains(&word).then_some(word)
        },
    )
}

/// The alternative with a number, from 1.
fn nth_alternative(position: &Position, text: &str) -> Option<Choice> {
    let nth: u16 = text.parse().ok()?;
    Some(Choice::Alternative(position.alternative(nth.checked_sub(1)?)?))
}
