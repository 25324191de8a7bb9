//! The rules of a game as prose, for people who play it: made from the model, so they say what the engine does.
//!
//! [`RulesDocument::of`] collects everything: set-up with a picture, the rules sentence by sentence, a capture before
//! and after, a worked example, options, variations, what is assumed, and the sources. Each sentence names the statements
//! of the description that it says. [`RulesDocument::to_markdown`], [`RulesDocument::to_html`] and
//! [`RulesDocument::to_typst`] write it. [`rules_lines`] has the rules alone.

mod english;
mod example;
mod html;
mod map;
mod markdown;
mod plan;
mod regions;
mod site;
mod sources;
mod typst;

pub use plan::{DocItem, DocSection, DocSentence};
pub use regions::{PlaceNames, place_names, regions};
pub use site::{SiteEntry, SitePlace, rule_ideas, site_index, twenty_years};
pub use sources::{DocPoint, DocSource};

use crate::engine::Engine;
use crate::model::{ClauseId, Model};
use crate::notation::{BoardDrawing, fingerprint};
use crate::picture::Picture;
use crate::resolve::{Description, OptionValues, Setting};
use english::English;
use std::collections::BTreeSet;

/// The rules of a game as prose.
#[derive(Clone, Debug)]
pub struct RulesDocument {
    /// The name of the game.
    pub title: String,
    /// The variations that are played.
    pub played: Vec<String>,
    /// The lines of *about*: a key and a text.
    pub about: Vec<(String, String)>,
    /// What the game is about, in a sentence.
    pub aim: String,
    /// The start as a picture, and as text.
    pub start: Picture,
    /// The same as text.
    pub start_text: String,
    /// The rules.
    pub sections: Vec<DocSection>,
    /// A capture, before and after, with the number of moves before it.
    pub capture: Option<Picture>,
    /// Some turns of a game, each with what happens.
    pub example: Vec<DocTurn>,
    /// The options: the name, and a sentence.
    pub options: Vec<(String, String)>,
    /// How each variation differs.
    pub variations: Vec<DocVariation>,
    /// What the sources do not say: the beginning of the sentence, and why it is assumed.
    pub assumed: Vec<(String, String)>,
    /// The sources with their points.
    pub sources: Vec<DocSource>,
    /// The fingerprint of the rules: what to cite.
    pub fingerprint: String,
    /// For each statement, by its number: the points that it cites, as they are written here.
    cites: Vec<Vec<String>>,
    /// For each statement: the author's own words.
    statements: Vec<String>,
}

/// A turn of a worked example.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DocTurn {
    /// The number of the turn in its game, from 1.
    pub number: usize,
    /// Who chooses what: `South plays c1`.
    pub choice: String,
    /// What happens, a sentence for each event.
    pub events: Vec<String>,
}

/// How a variation differs from the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DocVariation {
    /// Its name.
    pub name: String,
    /// The beginnings of sentences that no longer hold.
    pub gone: Vec<String>,
    /// Sentences that are new.
    pub new: Vec<String>,
}

/// The rules of a model, section by section.
pub fn rules(model: &Model) -> Vec<DocSection> {
    English::of(model).rules()
}

/// The most variations that are described: each is a game of its own.
const MOST_VARIATIONS: usize = 50;

impl RulesDocument {
    /// The rules of a game with the setting of its engine.
    pub fn of(description: &Description, engine: &Engine) -> RulesDocument {
        let model = engine.model();
        let (start, _) = engine.start(None);
        let drawing = BoardDrawing::of(model, &start);
        let sections = rules(model);
        let example = example::find(engine);
        let assumed = assumed(model, &sections);
        RulesDocument {
            title: model.name.clone(),
            played: model.variations.clone(),
            about: description
                .about()
                .map(|(key, text)| (key.to_owned(), text.to_owned()))
                .collect(),
            aim: aim(model),
            start: Picture::of_position(&drawing, &format!("{}: the start", model.name)),
            start_text: drawing.draw(),
            capture: example.capture,
            example: example.turns,
            options: options(description, model),
            variations: variations(description, model, &sections),
            assumed,
            sources: sources::of(description),
            fingerprint: fingerprint(model),
            cites: model
                .clauses
                .iter()
                .map(|clause| {
                    let from = sources::letter(clause.span.file);
                    clause.cites.iter().map(|n| format!("{from}{n}")).collect()
                })
                .collect(),
            statements: model
                .clauses
                .iter()
                .map(|clause| if clause.default { String::new() } else { clause.text.clone() })
                .collect(),
            sections,
        }
    }

    /// The points that the statements of a sentence cite, once each.
    fn cited(&self, sentence: &DocSentence) -> Vec<&str> {
        let mut cited: Vec<&str> = Vec::new();
        for clause in &sentence.clauses {
            for point in self.cites.get(clause.index()).into_iter().flatten() {
                if !cited.contains(&point.as_str()) {
                    cited.push(point);
                }
            }
        }
        cited
    }

    /// The author's words for a sentence.
    fn statement(&self, sentence: &DocSentence) -> String {
        let each = sentence.clauses.iter().filter_map(|clause| self.statements.get(clause.index()));
        let each: Vec<&str> = each.map(String::as_str).filter(|text| !text.is_empty()).collect();
        each.join("; ")
    }

    /// The lines of *about* with a key.
    pub fn about_lines(&self, key: &str) -> Vec<&str> {
        let with = self.about.iter().filter(|(k, _)| k == key);
        with.map(|(_, text)| text.as_str()).collect()
    }

    /// A line on names, place and time; empty if nothing is known.
    fn where_and_when(&self) -> String {
        let mut parts = Vec::new();
        let also = self.about_lines("also");
        if !also.is_empty() {
            parts.push(format!("Also called {}.", also.join(", ")));
        }
        let places = self.about_lines("played");
        if !places.is_empty() {
            parts.push(format!("Played in: {}.", places.join("; ")));
        }
        for (key, text) in &self.about {
            if !matches!(key.as_str(), "also" | "played" | "source") {
                parts.push(format!("{}: {text}.", capital(key)));
            }
        }
        parts.join(" ")
    }
}

/// The rules of a model as lines of plain text, for a terminal: headings, and sentences indented below them.
pub fn rules_lines(model: &Model) -> Vec<String> {
    let mut lines = Vec::new();
    for section in rules(model) {
        lines.push(section.heading);
        section.items.iter().for_each(|item| push_lines(item, 1, None, &mut lines));
    }
    lines
}

fn push_lines(item: &DocItem, depth: usize, number: Option<usize>, lines: &mut Vec<String>) {
    let number = number.map_or(String::new(), |n| format!("{n}. "));
    lines.push(format!("{:1$}{number}{2}", "", 2 * depth, item.sentence.text));
    for (nth, child) in item.children.iter().enumerate() {
        push_lines(child, depth + 1, item.ordered.then_some(nth + 1), lines);
    }
}

fn aim(model: &Model) -> String {
    let winner = model.stages.iter().find_map(|stage| stage.rules.winner.as_ref());
    match (winner, model.seats()) {
        (_, 1) => "A game for one player.".into(),
        (Some(winner), _) if winner.fewest => {
            "The aim is to have the fewest seeds at the end.".into()
        }
        (Some(_), _) => "The aim is to have the most seeds at the end.".into(),
        (None, _) => "The end of the game says who wins.".into(),
    }
}

fn assumed(model: &Model, sections: &[DocSection]) -> Vec<(String, String)> {
    let mut assumed = Vec::new();
    for item in sections.iter().flat_map(|section| &section.items) {
        item.for_each(&mut |sentence| {
            let why = sentence
                .clauses
                .iter()
                .find_map(|id| model.clauses.get(id.index())?.assumed.clone());
            if let Some(why) = why {
                assumed.push((beginning(&sentence.text), why));
            }
        });
    }
    assumed
}

fn options(description: &Description, model: &Model) -> Vec<(String, String)> {
    let described = description.options.iter().filter_map(|option| {
        let value = model.options.get(&option.name)?;
        let values = match &option.values {
            OptionValues::Range { from, to, even } => {
                let even = if *even { "an even number " } else { "" };
                format!("{even}from {from} to {to}")
            }
            OptionValues::List(values) => values.join(" or "),
        };
        let note = option.note.as_ref().map_or(String::new(), |note| format!(" {note}"));
        Some((option.name.clone(), format!("{value} on this page; it can be {values}.{note}")))
    });
    let mut described: Vec<(String, String)> = described.collect();
    let more = description.variations.len().saturating_sub(MOST_VARIATIONS);
    if more > 0 {
        described
            .push(("variations".into(), format!("{more} more are not described on this page.")));
    }
    described
}

fn sentences(sections: &[DocSection]) -> Vec<String> {
    let mut all = Vec::new();
    for section in sections {
        for item in &section.items {
            item.for_each(&mut |sentence| all.push(sentence.text.clone()));
        }
    }
    all
}

fn variations(
    description: &Description,
    model: &Model,
    sections: &[DocSection],
) -> Vec<DocVariation> {
    let here = sentences(sections);
    let known: BTreeSet<&String> = here.iter().collect();
    let others = description.variations.iter().filter(|name| !model.variations.contains(name));
    let differing = others.take(MOST_VARIATIONS).filter_map(|name| {
        let mut setting = Setting { variations: model.variations.clone(), ..Setting::default() };
        setting.variations.push(name.clone());
        let (other, _) = description.build(&setting);
        let there = sentences(&rules(&other?));
        let kept: BTreeSet<&String> = there.iter().collect();
        Some(DocVariation {
            name: name.clone(),
            gone: here
                .iter()
                .filter(|text| !kept.contains(text))
                .map(|text| beginning(text))
                .collect(),
            new: there.iter().filter(|text| !known.contains(text)).cloned().collect(),
        })
    });
    differing.collect()
}

/// The beginning of a sentence that is on the same page in full.
fn beginning(text: &str) -> String {
    const MOST: usize = 80;
    let mut short = String::new();
    for word in text.split(' ') {
        if short.len() + word.len() > MOST {
            return format!("{}\u{2026}", short.trim_end());
        }
        short += word;
        short.push(' ');
    }
    short.trim_end().to_owned()
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |c| c.to_uppercase().chain(chars).collect())
}

/// The number of a statement as an id in a page.
fn clause_name(clause: ClauseId) -> String {
    format!("s{}", clause.0)
}
