//! The rules of a game as prose, for people who play it: made from the model, so they say what the engine does.
//!
//! [`RulesDocument::of`] collects everything: set-up with a picture, the rules sentence by sentence, a capture before
//! and after, a worked example, options, variations, what is assumed, and the sources. Each sentence names the statements
//! of the description that it says. [`RulesDocument::to_markdown`], [`RulesDocument::to_html`] and
//! [`RulesDocument::to_typst`] write it. [`rules_lines`] has the rules alone.

mod english;
mod example;
#[cfg(feature = "french")]
mod french;
mod html;
mod map;
mod markdown;
mod plan;
mod regions;
mod site;
mod sources;
mod typst;

pub use plan::{DocItem, DocLabels, DocSection, DocSentence};
pub use regions::{PlaceNames, place_names, regions};
pub use site::{SiteEntry, SitePlace, rule_ideas, site_index, twenty_years};
pub use sources::{DocPoint, DocSource};

use crate::engine::{Engine, Event, EventKind, Position};
use crate::model::{ClauseId, Model};
use crate::notation::{BoardDrawing, fingerprint};
use crate::picture::Picture;
use crate::resolve::{Description, Setting};
use english::English;
use plan::{Facts, LanguageWords, RulesOutline};

/// A language of rules documents.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// French.
    #[cfg(feature = "french")]
    French,
}

impl Language {
    /// Calls `with` with the words of the language for a game.
    fn with_words<T>(self, model: &Model, with: impl FnOnce(&Facts, &dyn LanguageWords) -> T) -> T {
        let facts = Facts::of(model);
        match self {
            Language::English => with(&facts, &English::of(model, &facts)),
            #[cfg(feature = "french")]
            Language::French => with(&facts, &french::French::of(model, &facts)),
        }
    }
}

/// The rules of a game as prose.
#[derive(Clone, Debug)]
pub struct RulesDocument {
    /// The name of the game.
    pub title: String,
    /// The variations that are played.
    pub played: Vec<String>,
    /// The lines of *about*: a key and a text.
    pub about: Vec<(String, String)>,
    /// Names, places and times, in sentences; empty if nothing is known.
    pub known: String,
    /// What the game is about, in a sentence.
    pub aim: String,
    /// The start as a picture, and as text.
    pub start: Picture,
    /// The same as text.
    pub start_text: String,
    /// The rules.
    pub sections: Vec<DocSection>,
    /// A capture: one picture of the boards before and after it, or one of each.
    pub capture: Vec<Picture>,
    /// Some moves of a game, each with what happens.
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
    /// The words around all this.
    pub labels: DocLabels,
    /// For each statement, by its number: the points that it cites, as they are written here.
    cites: Vec<Vec<String>>,
    /// For each statement: the author's own words.
    statements: Vec<String>,
}

/// A move of a worked example: everything that is chosen in it, and what happens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DocTurn {
    /// The number of the move in its game, from 1; 0: what is chosen before the first turn.
    pub number: usize,
    /// Who chooses what: `South plays c1, clockwise`.
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

/// The rules of a model in English, section by section.
pub fn rules(model: &Model) -> Vec<DocSection> {
    rules_in(model, Language::English)
}

/// The rules of a model in a language, section by section.
pub fn rules_in(model: &Model, language: Language) -> Vec<DocSection> {
    language.with_words(model, |facts, words| RulesOutline::of(model, facts, words).rules())
}

/// The most variations that are described: each is a game of its own.
const MOST_VARIATIONS: usize = 50;

impl RulesDocument {
    /// The rules of a game in English, with the setting of its engine.
    pub fn of(description: &Description, engine: &Engine) -> RulesDocument {
        RulesDocument::of_in(description, engine, Language::English)
    }

    /// The same in a language.
    pub fn of_in(description: &Description, engine: &Engine, language: Language) -> RulesDocument {
        language.with_words(engine.model(), |facts, words| {
            RulesDocument::with(description, engine, language, facts, words)
        })
    }

    fn with(
        description: &Description,
        engine: &Engine,
        language: Language,
        facts: &Facts,
        words: &dyn LanguageWords,
    ) -> RulesDocument {
        let model = engine.model();
        let start = start_position(engine);
        let outline = RulesOutline::of(model, facts, words);
        let sections = outline.rules();
        let example = example::find(engine, words);
        let labels = words.labels();
        let drawing = BoardDrawing::of(model, &start).with_words(&labels.drawn);
        let about: Vec<(String, String)> =
            description.about().map(|(key, text)| (key.to_owned(), text.to_owned())).collect();
        let assumed = assumed(model, &sections);
        RulesDocument {
            title: model.name.clone(),
            played: model.variations.clone(),
            known: words.about(&about),
            about,
            aim: outline.aim(),
            start: position_picture(&drawing, &start, &labels.start, words),
            start_text: drawing.draw(),
            capture: capture_pictures(engine, example.capture, &labels, words),
            example: example.turns,
            options: options(description, model, words),
            variations: variations(description, model, &sections, language),
            labels,
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

    /// A move of the example: its number, who chose what, and what happens.
    fn turn_text(&self, turn: &DocTurn) -> String {
        let labels = &self.labels;
        let events: String = turn.events.iter().map(|event| format!(" {event}")).collect();
        let start = match turn.number {
            0 if turn.choice.is_empty() => return format!("{}{events}", labels.forced),
            0 => labels.opening.clone(),
            n => format!("{} {n}{}", labels.turn, labels.colon),
        };
        format!("{start} {}.{events}", turn.choice)
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
}

/// The start of the game, before any move: moves that have no choice are made at once by the engine.
fn start_position(engine: &Engine) -> Position {
    let (position, events) = engine.start(None);
    let is_move = |event: &Event| matches!(event.kind, EventKind::Sowed { .. });
    if events.iter().any(is_move) { engine.dealt() } else { position }
}

/// A picture of a position, described in the language of the words.
fn position_picture(
    drawing: &BoardDrawing<'_>,
    position: &Position,
    title: &str,
    words: &dyn LanguageWords,
) -> Picture {
    let picture = Picture::of_position(drawing, &format!("{}: {title}", drawing.model.name));
    match words.position(position) {
        Some(text) => picture.described(text),
        None => picture,
    }
}

/// A capture in pictures. A picture of a move has English words in it.
fn capture_pictures(
    engine: &Engine,
    played: Option<example::PlayedMove>,
    labels: &DocLabels,
    words: &dyn LanguageWords,
) -> Vec<Picture> {
    let Some(played) = played else { return Vec::new() };
    if words.position(&played.before).is_some() {
        let boards = [(&played.before, &labels.before), (&played.after, &labels.after)];
        let model = engine.model();
        let picture = |(at, label): (&Position, &String)| {
            let drawing = BoardDrawing::of(model, at).with_words(&labels.drawn);
            position_picture(&drawing, at, label, words)
        };
        return boards.map(picture).into();
    }
    let choices: Vec<_> = played.choices.iter().map(|(_, choice)| *choice).collect();
    Picture::of_move(engine, &played.before, &choices).into_iter().collect()
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

fn assumed(model: &Model, sections: &[DocSection]) -> Vec<(String, String)> {
    let mut assumed = Vec::new();
    for item in sections.iter().flat_map(|section| &section.items) {
        item.for_each(&mut |sentence| {
            let why = sentence
                .clauses
                .iter()
                .find_map(|id| model.clauses.get(id.index())?.assumed.clone());
            if let Some(why) = why {
                assumed.push((beginning(&sentence.text, &[]), why));
            }
        });
    }
    assumed
}

fn options(
    description: &Description,
    model: &Model,
    words: &dyn LanguageWords,
) -> Vec<(String, String)> {
    let described = description.options.iter().filter_map(|option| {
        let value = model.options.get(&option.name)?.to_string();
        let text = words.option(&value, &option.values, option.note.as_deref());
        Some((option.name.clone(), text))
    });
    let mut described: Vec<(String, String)> = described.collect();
    let more = description.variations.len().saturating_sub(MOST_VARIATIONS);
    if more > 0 {
        described.push(words.more_variations(more));
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
    language: Language,
) -> Vec<DocVariation> {
    let here = sentences(sections);
    let known = crate::order::set(here.iter());
    let others = description.variations.iter().filter(|name| !model.variations.contains(name));
    let differing = others.take(MOST_VARIATIONS).filter_map(|name| {
        let mut setting = Setting { variations: model.variations.clone(), ..Setting::default() };
        setting.variations.push(name.clone());
        let (other, _) = description.build(&setting);
        let there = sentences(&rules_in(&other?, language));
        let kept = crate::order::set(there.iter());
        let new: Vec<String> = there.iter().filter(|text| !known.contains(text)).cloned().collect();
        let gone = here.iter().filter(|text| !kept.contains(text));
        let gone = gone.map(|text| beginning(text, &new)).collect();
        Some(DocVariation { name: name.clone(), gone, new })
    });
    differing.collect()
}

/// The beginning of a sentence that is on the same page in full: so much of it that it differs from these others.
fn beginning(text: &str, others: &[String]) -> String {
    const LEAST: usize = 80;
    const AFTER_THE_DIFFERENCE: usize = 40;
    let same = |other: &String| text.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let same = others.iter().map(same).max().unwrap_or_default();
    let most = LEAST.max(same + AFTER_THE_DIFFERENCE);
    let mut short = String::new();
    for word in text.split(' ') {
        if short.len() + word.len() > most {
            return format!("{}\u{2026}", short.trim_end());
        }
        short += word;
        short.push(' ');
    }
    short.trim_end().to_owned()
}

/// The number of a statement as an id in a page.
fn clause_name(clause: ClauseId) -> String {
    format!("s{}", clause.0)
}
