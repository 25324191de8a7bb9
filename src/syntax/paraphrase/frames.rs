//! How concepts make phrases of the language.
//!
//! The knowledge is data: `frames.txt`. A frame has concepts and parts in any order, and the phrase for them. A
//! stretch of a statement fits a frame if the frame accounts for each of its words but those without meaning.

use super::lexicon::{ConceptId, Lexicon};
use crate::syntax::ast::SectionKind;
use std::sync::OnceLock;

const TEXT: &str = include_str!("frames.txt");

/// The cost of a frame that is only likely.
const LIKELY: u32 = 150;

/// What it costs to leave out a concept that seldom changes the meaning.
pub fn soft(name: &str) -> Option<u32> {
    Some(match name {
        "me" | "he" => 7,
        "thisturn" | "thismove" => 9,
        "samedir" | "oneeach" | "whenreached" | "formerly" => 7,
        "board" | "nextturn" => 9,
        "also" => 7,
        "only" => 9,
        _ => return None,
    })
}

/// What a frame is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Cond,
    Act,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slot {
    Place(&'static str),
    Amount(&'static str),
    Who,
    Subject,
    Number,
    Many,
    Name,
    NewName,
    Text,
    Proper,
    Numbers,
}

#[derive(Debug)]
pub enum What {
    Concepts(Vec<ConceptId>),
    Slot(Slot, String),
}

#[derive(Debug)]
pub struct Item {
    pub what: What,
    pub required: bool,
    pub repeats: bool,
    /// It comes first.
    pub first: bool,
}

/// A frame.
#[derive(Debug)]
pub struct Frame {
    pub kind: Kind,
    pub sections: Vec<SectionKind>,
    pub items: Vec<Item>,
    pub output: &'static str,
    pub cost: u32,
    /// Commas may be in it.
    pub loose: bool,
}

/// All frames.
pub fn frames() -> &'static [Frame] {
    static FRAMES: OnceLock<Vec<Frame>> = OnceLock::new();
    FRAMES.get_or_init(|| {
        let mut all = Vec::new();
        let mut heading = None;
        for line in TEXT.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')) {
            if let Some(inside) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
                let (kind, sections) = inside.split_once(" in ").unwrap_or((inside, ""));
                let kind = if kind == "cond" { Kind::Cond } else { Kind::Act };
                let sections: Vec<SectionKind> =
                    sections.split(", ").filter_map(SectionKind::of_words).collect();
                heading = Some((kind, sections));
            } else if let Some((kind, sections)) = &heading
                && let Some(frame) = frame(line, *kind, sections)
            {
                all.push(frame);
            } else {
                debug_assert!(false, "{line}");
            }
        }
        all
    })
}

fn frame(line: &'static str, kind: Kind, sections: &[SectionKind]) -> Option<Frame> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let arrow = words
        .iter()
        .position(|w| *w == "=>" || *w == "~>" || w.starts_with('=') && w.ends_with('>'))?;
    let sign = words.get(arrow)?;
    let cost = match *sign {
        "=>" => 0,
        "~>" => LIKELY,
        other => other.trim_matches(['=', '>']).parse().ok()?,
    };
    let output = line.split_once(&format!(" {sign} "))?.1.trim();
    let lexicon = Lexicon::get();
    let mut items = Vec::new();
    for word in words.get(..arrow)? {
        let (word, first) = match word.strip_prefix('^') {
            Some(word) => (word, true),
            None => (*word, false),
        };
        let word = &word;
        let (body, required, repeats) = match word.strip_suffix('?') {
            Some(body) => (body, false, false),
            None => match word.strip_suffix('*') {
                Some(body) => (body, false, true),
                None => (*word, true, false),
            },
        };
        let what = if let Some(slot) = body.strip_prefix('{').and_then(|b| b.strip_suffix('}')) {
            let (name, form) = slot.split_once('!').unwrap_or((slot, ""));
            let base = name.split('.').next().unwrap_or(name);
            let kind = match base {
                "place" => Slot::Place(form),
                "amount" => Slot::Amount(form),
                "who" => Slot::Who,
                "subject" => Slot::Subject,
                "number" => Slot::Number,
                "many" => Slot::Many,
                "name" => Slot::Name,
                "newname" => Slot::NewName,
                "text" => Slot::Text,
                "proper" => Slot::Proper,
                "numbers" => Slot::Numbers,
                _ => return None,
            };
            What::Slot(kind, name.to_string())
        } else {
            let ids: Option<Vec<ConceptId>> =
                body.split('|').map(|name| lexicon.concept(name)).collect();
            What::Concepts(ids?)
        };
        items.push(Item { what, required, repeats, first });
    }
    let loose = !sections.is_empty()
        && sections.iter().all(|section| {
            matches!(
                section,
                SectionKind::About
                    | SectionKind::Options
                    | SectionKind::Board
                    | SectionKind::Words
                    | SectionKind::Start
                    | SectionKind::Opening
                    | SectionKind::Way
                    | SectionKind::Turn
                    | SectionKind::Winner
                    | SectionKind::Match
            )
        });
    Some(Frame { kind, sections: sections.to_vec(), items, output, cost, loose })
}
