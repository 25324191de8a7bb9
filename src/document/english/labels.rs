//! What is around the rules, in English: labels, names and places, options, and what happens in an example.

use super::English;
use super::action::sentence;
use crate::document::plan::DocLabels;
use crate::engine::{Choice, Decider, Event};
use crate::notation::{DrawingWords, choice_id, describe_event};
use crate::resolve::OptionValues;

pub(super) fn labels() -> DocLabels {
    DocLabels {
        code: "en",
        variation: "Variation:".into(),
        start: "The start".into(),
        capture: "A capture".into(),
        before: "before".into(),
        after: "after".into(),
        example: "An example".into(),
        opening: "Before the first turn:".into(),
        forced: "Without any choice:".into(),
        turn: "Move".into(),
        colon: ":".into(),
        options: "What can be agreed before the game".into(),
        no_longer: "No longer:".into(),
        instead: "Instead:".into(),
        same: "The rules are the same.".into(),
        assumed: "What the sources leave open".into(),
        assumed_intro: "The sources do not say this:".into(),
        because: "Assumed because:".into(),
        sources: "Sources".into(),
        rules: "Rules".into(),
        drawn: DrawingWords::ENGLISH,
    }
}

pub(super) fn about(lines: &[(String, String)]) -> String {
    let with = |key: &str| -> Vec<&str> {
        lines.iter().filter(|(k, _)| k == key).map(|(_, text)| text.as_str()).collect()
    };
    let mut parts = Vec::new();
    let also = with("also");
    if !also.is_empty() {
        parts.push(format!("Also called {}.", also.join(", ")));
    }
    let places = with("played");
    if !places.is_empty() {
        parts.push(format!("Played in: {}.", places.join("; ")));
    }
    for (key, text) in lines {
        if !matches!(key.as_str(), "also" | "played" | "source") {
            parts.push(sentence(&format!("{key}: {text}"), "."));
        }
    }
    parts.join(" ")
}

pub(super) fn option(value: &str, values: &OptionValues, note: Option<&str>) -> String {
    let values = match values {
        OptionValues::Range { from, to, even } => {
            let even = if *even { "an even number " } else { "" };
            format!("{even}from {from} to {to}")
        }
        OptionValues::List(values) => values.join(" or "),
    };
    let note = note
        .map_or(String::new(), |note| format!(" {}", sentence(note.trim_end_matches('.'), ".")));
    format!("{value} on this page; it can be {values}.{note}")
}

impl English<'_> {
    /// `South plays c1, clockwise`, `South plays c1; North answers yes`.
    pub(super) fn choices_text(&self, choices: &[(Decider, Choice)]) -> String {
        let mut text = String::new();
        let mut who = None;
        for (decider, choice) in choices {
            let choice = choice_id(self.model, *choice);
            match (who, decider) {
                (Some(before), _) if before == *decider => text += &format!(", {choice}"),
                (None, Decider::Player(seat)) => {
                    text += &format!("{} plays {choice}", self.seat(*seat));
                }
                (Some(_), Decider::Player(seat)) => {
                    text += &format!("; {} chooses {choice}", self.seat(*seat));
                }
                (None, Decider::Lot) => text += &format!("the lot falls on {choice}"),
                (Some(_), Decider::Lot) => text += &format!("; the lot falls on {choice}"),
            }
            who = Some(*decider);
        }
        text
    }

    /// An event in the words of these documents.
    pub(super) fn event_text(&self, event: &Event) -> String {
        let text = describe_event(self.model, event);
        let text = text.replace(" more laps", " more sowings").replace(" more lap", " more sowing");
        let text = text
            .replace("is no longer marked", "no longer counts as")
            .replace("is marked", "now counts as");
        sentence(&text, ".")
    }
}
