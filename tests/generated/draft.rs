//! Drafts of descriptions: numbers that choose among phrases. A smaller draft gives a shorter and simpler
//! description.

use proptest::collection::vec;
use proptest::prelude::*;
use std::ops::Range;

/// The numbers of one statement.
pub type Line = Vec<u16>;

/// The form of a section.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Independent statements.
    Declarations,
    /// Cases, of which the first that applies is done.
    Cases,
    /// Steps, one after the other.
    Steps,
}

/// A section of the rules.
#[derive(Clone, Debug)]
pub struct Section {
    /// Its heading, and the name of its list of phrases.
    pub name: &'static str,
    pub form: Form,
    /// How many statements it has.
    lines: Range<usize>,
    /// In how many of a hundred descriptions it occurs.
    percent: u32,
    /// Every game needs it.
    pub needed: bool,
}

const fn section(name: &'static str, form: Form, lines: Range<usize>, percent: u32) -> Section {
    Section { name, form, lines, percent, needed: percent == 100 }
}

/// The sections in the order of generation: a section can depend on facts of those before it.
pub const SECTIONS: [Section; 13] = [
    section("turn", Form::Declarations, 1..2, 60),
    section("allowed", Form::Declarations, 1..3, 25),
    section("move", Form::Cases, 0..2, 100),
    section("way", Form::Declarations, 1..2, 100),
    section("opening", Form::Steps, 1..3, 25),
    section("before each lap", Form::Cases, 1..2, 15),
    section("each seed", Form::Cases, 1..3, 30),
    section("last seed", Form::Cases, 1..4, 90),
    section("after capture", Form::Cases, 1..2, 20),
    section("after move", Form::Cases, 1..2, 25),
    section("end", Form::Cases, 1..4, 90),
    section("winner", Form::Declarations, 1..2, 85),
    section("match", Form::Steps, 1..4, 30),
];

/// The content of a section.
#[derive(Clone, Debug)]
pub struct Part {
    pub lines: Vec<Line>,
    /// The last case, which always applies; in *way*, manners.
    pub rest: Option<Line>,
    /// A second list of cases.
    pub also: Vec<Line>,
}

/// A change of a section.
#[derive(Clone, Debug)]
pub struct Change {
    /// Which section.
    pub section: u16,
    /// The kind of change.
    pub how: u16,
    pub part: Part,
}

/// Two stages: the changes of each, and the end of the first.
#[derive(Clone, Debug)]
pub struct Stages {
    pub for_each: bool,
    pub until: Line,
    pub first: Vec<Change>,
    pub second: Vec<Change>,
}

/// A description.
#[derive(Clone, Debug)]
pub struct Draft {
    pub board: Line,
    pub start: Line,
    /// The content of each section, if it occurs.
    pub sections: Vec<Option<Part>>,
    pub stages: Option<Stages>,
    pub variation: Vec<Change>,
    /// The game is `like` another, with these changes.
    pub like: Vec<Change>,
    /// How long marks and notes live.
    pub words: Line,
    /// The seed of the random games.
    pub luck: u16,
}

fn line() -> impl Strategy<Value = Line> {
    vec(0u16.., 0..14)
}

fn part(lines: Range<usize>) -> impl Strategy<Value = Part> {
    let also = prop_oneof![4 => Just(Vec::new()), 1 => vec(line(), 1..2)];
    (vec(line(), lines), prop::option::of(line()), also).prop_map(|(lines, rest, also)| Part {
        lines,
        rest,
        also,
    })
}

fn change() -> impl Strategy<Value = Change> {
    (0u16.., 0u16.., part(1..3)).prop_map(|(section, how, part)| Change { section, how, part })
}

fn changes(often: f64, most: usize) -> impl Strategy<Value = Vec<Change>> {
    prop::option::weighted(often, vec(change(), 1..=most)).prop_map(Option::unwrap_or_default)
}

fn stages() -> impl Strategy<Value = Option<Stages>> {
    let both = (any::<bool>(), line(), changes(0.9, 3), changes(0.7, 2));
    let both =
        both.prop_map(|(for_each, until, first, second)| Stages { for_each, until, first, second });
    prop::option::weighted(0.2, both)
}

/// All descriptions.
pub fn drafts() -> impl Strategy<Value = Draft> {
    let sections: Vec<_> = SECTIONS
        .iter()
        .map(|s| {
            prop::option::weighted(f64::from(s.percent) / 100.0 - 0.001, part(s.lines.clone()))
        })
        .collect();
    let words = vec(0u16.., 0..32);
    (line(), line(), sections, stages(), changes(0.2, 3), changes(0.15, 3), words, 0u16..).prop_map(
        |(board, start, sections, stages, variation, like, words, luck)| Draft {
            board,
            start,
            sections,
            stages,
            variation,
            like,
            words,
            luck,
        },
    )
}
