//! How concepts make phrases of the language.
//!
//! The knowledge is data: `frames.txt`. A frame has concepts and parts in any order, and the phrase for them. A
//! stretch of a statement fits a frame if the frame accounts for each of its words but those without meaning.

use super::lexicon::{ConceptId, Lexicon};
use super::place::PlaceForm;
use crate::syntax::ast::SectionKind;
use crate::texts::{FromWordings, WordingTexts};

/// The cost of a frame that is only likely.
const LIKELY: u32 = 150;

/// What it costs to leave out a concept that seldom changes the meaning.
pub fn soft(name: &str) -> Option<u32> {
    Some(match name {
        "me" => 7,
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
    /// A condition.
    Cond,
    /// An action, or a statement of a section without cases.
    Act,
}

/// A part of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slot {
    /// A place, in a form.
    Place(PlaceForm),
    /// An amount, of a form.
    Amount(&'static str),
    /// A player.
    Who,
    /// The player that a condition of *end* is about.
    Subject,
    /// A number, or a name that stands for one.
    Number,
    /// A number from 2.
    Many,
    /// A name of the file.
    Name,
    /// A name that the statement defines.
    NewName,
    /// The same, if it is no English word: `tuzdik`.
    Strange,
    /// All that follows, as a text.
    Text,
    /// The name of a player.
    Proper,
    /// Three numbers or more.
    Numbers,
    /// The names of all players.
    Propers,
    /// A direction: `clockwise`.
    Direction,
    /// `left`, `right`: where what is counted or filled begins.
    Side,
}

/// What an item of a frame is.
#[derive(Debug)]
pub enum What {
    /// One of these concepts.
    Concepts(Vec<ConceptId>),
    /// A part, by its number among all kinds of parts, with its name in the phrase.
    Slot(usize, String),
}

/// An item of a frame.
#[derive(Debug)]
pub struct Item {
    /// What it is.
    pub what: What,
    /// Whether the frame needs it.
    pub required: bool,
    /// Whether it can be said several times.
    pub repeats: bool,
    /// It comes first.
    pub first: bool,
}

/// A frame.
#[derive(Debug)]
pub struct Frame {
    /// What it is for.
    pub kind: Kind,
    /// The sections that it is for.
    pub sections: Vec<SectionKind>,
    /// What it is made of.
    pub items: Vec<Item>,
    /// The phrase of the language, with the names of parts in braces.
    pub output: &'static str,
    /// What it costs.
    pub cost: u32,
    /// Commas may be in it.
    pub loose: bool,
}

/// All frames, and the kinds of their parts.
#[derive(Default)]
pub struct Frames {
    pub all: Vec<Frame>,
    pub slots: Vec<Slot>,
}

impl Frames {
    /// The frames of the program.
    pub fn get() -> &'static Frames {
        static FRAMES: FromWordings<Frames> = FromWordings::new(Frames::read);
        FRAMES.get()
    }

    fn read(wordings: &WordingTexts) -> Frames {
        let mut frames = Frames::default();
        for (line, kind, sections) in lines(wordings) {
            let frame = frame(line, kind, &sections, &mut frames.slots);
            frames.all.extend(frame);
        }
        frames
    }
}

/// The heading of the phrases that a translation may not drop.
const KEPT: &str = "[kept]";

/// A phrase, and the words of the language, and the sections, that account for it.
type KeptPhrase = (Vec<&'static str>, Vec<&'static str>);

/// The phrases that a translation may not drop, by their first words in the order of the alphabet: so are the lines of the
/// text.
pub fn kept_phrases() -> &'static [KeptPhrase] {
    static PHRASES: FromWordings<Vec<KeptPhrase>> = FromWordings::new(|wordings| {
        let all = wordings.frames.split_once(KEPT).map_or("", |(_, lines)| lines);
        let lines = all.lines().filter_map(|line| line.split_once(" => "));
        // After a comma, sections account for it.
        let account = |words: &'static str| {
            let mut parts = words.split(", ");
            let first = parts.next().unwrap_or_default();
            first.split_whitespace().chain(parts).collect()
        };
        let phrase = |(phrase, words): (&'static str, _)| {
            (phrase.split_whitespace().collect(), account(words))
        };
        lines.map(phrase).collect()
    });
    PHRASES.get()
}

/// The lines of the text, each with what it is for. A test holds that all can be read.
fn lines(
    wordings: &WordingTexts,
) -> impl Iterator<Item = (&'static str, Kind, Vec<SectionKind>)> + use<> {
    let mut heading = (Kind::Cond, Vec::new());
    let lines = wordings
        .frames
        .lines()
        .take_while(|line| *line != KEPT)
        .map(str::trim)
        .filter(|l| !l.is_empty() && !l.starts_with('#'));
    lines.filter_map(move |line| {
        let Some(inside) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) else {
            return Some((line, heading.0, heading.1.clone()));
        };
        let (kind, sections) = inside.split_once(" in ").unwrap_or((inside, ""));
        let kind = if kind == "cond" { Kind::Cond } else { Kind::Act };
        heading = (kind, sections.split(", ").filter_map(SectionKind::of_words).collect());
        None
    })
}

/// The frame of a line. New kinds of parts are added to `slots`.
fn frame(
    line: &'static str,
    kind: Kind,
    sections: &[SectionKind],
    slots: &mut Vec<Slot>,
) -> Option<Frame> {
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
    let (mut items, mut between) = (Vec::new(), Vec::new());
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
                "place" => Slot::Place(PlaceForm::named(form)?),
                "amount" => Slot::Amount(form),
                "who" => Slot::Who,
                "subject" => Slot::Subject,
                "number" => Slot::Number,
                "many" => Slot::Many,
                "name" => Slot::Name,
                "newname" => Slot::NewName,
                "strange" => Slot::Strange,
                "text" => Slot::Text,
                "proper" => Slot::Proper,
                "numbers" => Slot::Numbers,
                "propers" => Slot::Propers,
                "direction" => Slot::Direction,
                "side" => Slot::Side,
                _ => return None,
            };
            let known = slots.iter().position(|slot| *slot == kind);
            let number = known.unwrap_or_else(|| {
                slots.push(kind);
                slots.len() - 1
            });
            What::Slot(number, name.to_string())
        } else {
            let ids: Option<Vec<ConceptId>> =
                body.split('|').map(|name| lexicon.concept(name)).collect();
            What::Concepts(ids?)
        };
        // What may come any number of times, in any order, is one item.
        match what {
            What::Concepts(ids) if repeats && !first => between.extend(ids),
            what => items.push(Item { what, required, repeats, first }),
        }
    }
    if !between.is_empty() {
        let what = What::Concepts(between);
        items.push(Item { what, required: false, repeats: true, first: false });
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_phrases_are_in_order() {
        let firsts = kept_phrases().iter().map(|(phrase, _)| phrase.first());
        assert!(firsts.is_sorted(), "sort the lines below `{KEPT}` in frames.txt");
    }

    #[test]
    #[allow(clippy::unwrap_used)]
    fn every_frame_can_be_read() {
        let mut slots = Vec::new();
        for (line, kind, sections) in lines(crate::texts::wordings().unwrap()) {
            assert!(!sections.is_empty(), "{line}");
            let frame = frame(line, kind, &sections, &mut slots);
            // Each item has a bit.
            assert!(frame.is_some_and(|f| f.items.len() <= 32), "{line}");
        }
    }
}
