//! Rules in French. The words are messages in `src/document/fr.ftl`; here is what agrees with what, and which message
//! says what.

mod action;
mod base;
mod cond;
mod event;
mod grammar;
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
use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
use std::borrow::Cow;

/// The messages.
const MESSAGES: &str = include_str!("../fr.ftl");

/// Writes the rules of one game in French.
pub(super) struct French<'m> {
    model: &'m Model,
    facts: &'m Facts,
    bundle: FluentBundle<FluentResource>,
}

/// The parts of a message: a name and a text.
type MessageParts<'a> = [(&'a str, &'a str)];

impl<'m> French<'m> {
    pub fn of(model: &'m Model, facts: &'m Facts) -> French<'m> {
        let locales = "fr".parse().into_iter().collect();
        let mut bundle = FluentBundle::new(locales);
        bundle.set_use_isolating(false);
        // A message that cannot be read, or has the name of another, is missing below; the tests look for them.
        let resource =
            FluentResource::try_new(MESSAGES.to_owned()).unwrap_or_else(|(some, _)| some);
        let _ = bundle.add_resource(resource);
        French { model, facts, bundle }
    }

    /// A message with its parts put in.
    fn message(&self, id: &str, parts: &MessageParts<'_>) -> String {
        let mut args = FluentArgs::new();
        for (name, text) in parts {
            args.set(Cow::Borrowed(*name), FluentValue::from(*text));
        }
        let pattern = self.bundle.get_message(id).and_then(|message| message.value());
        let Some(pattern) = pattern else { return format!("{{{id}}}") };
        let mut errors = Vec::new();
        self.bundle.format_pattern(pattern, Some(&args), &mut errors).into_owned()
    }

    /// A message without parts.
    fn word(&self, id: &str) -> String {
        self.message(id, &[])
    }
}

impl LanguageWords for French<'_> {
    fn heading(&self, heading: Heading<'_>) -> String {
        grammar::polished(&self.heading_text(heading))
    }

    fn say(&self, statement: &DocStatement<'_>) -> String {
        grammar::sentence(&self.statement(statement), "")
    }

    fn action(&self, action: &Action, voice: Voice) -> String {
        self.action_text(action, voice)
    }

    fn aim(&self, aim: &Aim) -> String {
        grammar::sentence(&self.aim_text(aim), "")
    }

    fn choices(&self, choices: &[(Decider, Choice)]) -> String {
        grammar::polished(&self.choices_text(choices))
    }

    fn event(&self, event: &Event) -> String {
        grammar::sentence(&self.event_text(event), ".")
    }

    fn position(&self, position: &Position) -> Option<String> {
        Some(grammar::polished(&self.position_text(position)))
    }

    fn labels(&self) -> DocLabels {
        self.labels_text()
    }

    fn about(&self, lines: &[(String, String)]) -> String {
        self.about_text(lines)
    }

    fn option(&self, value: &str, values: &OptionValues, note: Option<&str>) -> String {
        self.option_text(value, values, note)
    }

    fn more_variations(&self, n: usize) -> (String, String) {
        let n = n.to_string();
        (self.word("variations"), self.message("variations-more", &[("n", &n)]))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn every_message_is_read() {
        assert!(FluentResource::try_new(MESSAGES.to_owned()).is_ok());
    }

    #[test]
    fn every_message_has_its_own_name() {
        let resource = FluentResource::try_new(MESSAGES.to_owned()).unwrap();
        let mut bundle = FluentBundle::new(vec!["fr".parse().unwrap()]);
        bundle.add_resource(resource).unwrap();
    }
}
