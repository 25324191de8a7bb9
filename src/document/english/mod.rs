//! Rules in English.

mod action;
mod base;
mod cond;
mod labels;
mod number;
mod person;
mod place;
mod region;
mod sentence;
mod statement;
mod test;
mod way;

use super::plan::{Aim, DocLabels, DocStatement, Facts, Heading, LanguageWords, Voice};
use crate::engine::{Choice, Decider, Event, Position};
use crate::model::{Action, Model};
use crate::resolve::OptionValues;

/// Writes the rules of one game in English.
pub(super) struct English<'m> {
    model: &'m Model,
    facts: &'m Facts,
}

impl<'m> English<'m> {
    pub fn of(model: &'m Model, facts: &'m Facts) -> English<'m> {
        English { model, facts }
    }
}

impl LanguageWords for English<'_> {
    fn heading(&self, heading: Heading<'_>) -> String {
        self.heading_text(heading)
    }

    fn say(&self, statement: &DocStatement<'_>) -> String {
        self.statement(statement)
    }

    fn action(&self, action: &Action, voice: Voice) -> String {
        self.action_text(action, voice)
    }

    fn aim(&self, aim: &Aim) -> String {
        self.aim_text(aim)
    }

    fn choices(&self, choices: &[(Decider, Choice)]) -> String {
        self.choices_text(choices)
    }

    fn event(&self, event: &Event) -> String {
        self.event_text(event)
    }

    fn position(&self, _: &Position) -> Option<String> {
        None
    }

    fn labels(&self) -> DocLabels {
        labels::labels()
    }

    fn about(&self, lines: &[(String, String)]) -> String {
        labels::about(lines)
    }

    fn option(&self, value: &str, values: &OptionValues, note: Option<&str>) -> String {
        labels::option(value, values, note)
    }

    fn more_variations(&self, n: usize) -> (String, String) {
        ("variations".into(), format!("{n} more are not described on this page."))
    }
}
