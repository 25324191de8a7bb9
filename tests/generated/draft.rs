//! What a description is before it is written: numbers that choose among phrases. A smaller draft
//! says less, and plainer things.

use proptest::collection::vec;
use proptest::prelude::*;
use std::ops::Range;

/// The numbers of one statement.
pub type Line = Vec<u16>;

/// How a section is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Statements that all hold.
    Declarations,
    /// Cases, the first that fits.
    Cases,
    /// Steps, one after the other.
    Steps,
}

/// A section of the rules.
#[derive(Clone, Debug)]
pub struct Section {
    /// Its heading, and the list that it is told from.
    pub name: &'static str,
    pub form: Form,
    /// How many statements it has.
    lines: Range<usize>,
    /// In how many of a hundred descriptions it is told.
    told: u32,
    /// Without it there is no game.
    pub needed: bool,
}

const fn section(name: &'static str, form: Form, lines: Range<usize>, told: u32) -> Section {
    Section { name, form, lines, told, needed: told == 100 }
}

/// The sections in the order in which they are made: one may rest on facts of those before it.
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

/// What a section says.
#[derive(Clone, Debug)]
pub struct Part {
    pub lines: Vec<Line>,
    /// The last case, which always fits; in *way*, manners.
    pub rest: Option<Line>,
    /// A second list of cases.
    pub also: Vec<Line>,
}

/// A change of a section.
#[derive(Clone, Debug)]
pub struct Change {
    /// Which section.
    pub section: u16,
    /// What is done to it.
    pub how: u16,
    pub part: Part,
}

/// Two stages: what holds in each, and when the first is over.
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
    /// What is told of each section.
    pub sections: Vec<Option<Part>>,
    pub stages: Option<Stages>,
    pub variation: Vec<Change>,
    /// The game is told like another, with these changes.
    pub like: Vec<Change>,
    /// How long marks and notes live.
    pub words: Line,
    /// Random games are played by it.
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
        .map(|s| prop::option::weighted(f64::from(s.told) / 100.0 - 0.001, part(s.lines.clone())))
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
