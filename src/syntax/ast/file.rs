//! The parts of a file.

use super::{
    About, AstBoard, AstCase, AstCond, AstLaw, AstStart, AstTest, AstTurn, AstWayLine, AstWinner,
    AstWord, Name, Text,
};
use crate::span::Span;

/// One `.mnc` file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct File {
    /// The number of the text in the sources.
    pub file: u16,
    /// `mnc 1`.
    pub version: Option<(u64, Span)>,
    /// `game "NAME" [like "NAME"]`.
    pub game: Option<GameLine>,
    /// The sections before any stage, variation or test, and the stages among them.
    pub body: AstBody,
    /// `variation "NAME"` and the sections below it.
    pub variations: Vec<Variation>,
    /// `test "NAME"` and the lines below it.
    pub tests: Vec<AstTest>,
}

impl File {
    /// The body of the game and of each of its variations.
    pub fn bodies(&self) -> impl Iterator<Item = &AstBody> {
        std::iter::once(&self.body).chain(self.variations.iter().map(|variation| &variation.body))
    }

    /// Every section: the game's, its stages', its variations'.
    pub fn sections(&self) -> impl Iterator<Item = &Section> {
        self.bodies().flat_map(AstBody::all_sections)
    }
}

/// The sections of a game or a variation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AstBody {
    /// The sections outside of stages.
    pub sections: Vec<Section>,
    /// Stages in order; each has its own sections.
    pub stages: Vec<AstStage>,
}

impl AstBody {
    /// All sections, including those of the stages.
    pub fn all_sections(&self) -> impl Iterator<Item = &Section> {
        self.sections.iter().chain(self.stages.iter().flat_map(|stage| &stage.sections))
    }
}

/// `game "NAME" [like "NAME"]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameLine {
    /// The game's name.
    pub name: Text,
    /// The game it is based on.
    pub like: Option<Text>,
    /// The whole line.
    pub span: Span,
}

/// `variation "NAME"`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation {
    /// Its name.
    pub name: Text,
    /// The heading line.
    pub span: Span,
    /// What it changes.
    pub body: AstBody,
}

/// `stage "NAME" [for each player][, until COND]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AstStage {
    /// Its name.
    pub name: Text,
    /// Each player enters and leaves it alone.
    pub each_player: bool,
    /// When it is left; evaluated before each turn.
    pub until: Option<AstCond>,
    /// The heading line.
    pub span: Span,
    /// Sections that hold only in it.
    pub sections: Vec<Section>,
}

/// What a heading does to the section of that name (law 12).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum AstChange {
    /// No word before it: the section is defined here.
    Plain,
    /// `new SECTION`: replaces.
    New,
    /// `first in SECTION`: cases before the others.
    FirstIn,
    /// `also in SECTION`: adds at the end.
    AlsoIn,
    /// `no SECTION`: removes.
    No,
    /// `change in SECTION`: pairs of a statement of the base and `becomes STATEMENT`.
    ChangeIn,
}

impl AstChange {
    /// All of them.
    pub const ALL: [AstChange; 6] = [
        AstChange::Plain,
        AstChange::New,
        AstChange::FirstIn,
        AstChange::AlsoIn,
        AstChange::No,
        AstChange::ChangeIn,
    ];

    /// The heading with which a section is changed so: `also in move`.
    pub fn heading(self, section: SectionKind) -> String {
        let change = match self {
            AstChange::Plain => "",
            AstChange::New => "new ",
            AstChange::FirstIn => "first in ",
            AstChange::AlsoIn => "also in ",
            AstChange::No => "no ",
            AstChange::ChangeIn => "change in ",
        };
        format!("{change}{}", section.words())
    }
}

/// The kinds of section, in the order a description has them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum SectionKind {
    /// Who plays it where, and who described it.
    About,
    /// What the source says, numbered.
    Points,
    /// Numbers and words that are agreed before the game.
    Options,
    /// Holes, stores, owners, players.
    Board,
    /// Names that this description defines.
    Words,
    /// Where the seeds are.
    Start,
    /// Steps before the first turn.
    Opening,
    /// How seeds go round.
    Way,
    /// How many moves, passing.
    Turn,
    /// What happens in a move.
    Move,
    /// Which moves are legal.
    Allowed,
    /// Before the seeds of a lap are taken up.
    BeforeEachLap,
    /// At every fall of a seed.
    EachSeed,
    /// At the fall of the last seed of a lap.
    LastSeed,
    /// After each capture.
    AfterCapture,
    /// After each move.
    AfterMove,
    /// When the game ends.
    End,
    /// Who wins it.
    Winner,
    /// How the next game is made.
    Match,
}

impl SectionKind {
    /// All of them, in the order a description has them.
    pub const ALL: [SectionKind; 19] = [
        SectionKind::About,
        SectionKind::Points,
        SectionKind::Options,
        SectionKind::Board,
        SectionKind::Words,
        SectionKind::Start,
        SectionKind::Opening,
        SectionKind::Way,
        SectionKind::Turn,
        SectionKind::Move,
        SectionKind::Allowed,
        SectionKind::BeforeEachLap,
        SectionKind::EachSeed,
        SectionKind::LastSeed,
        SectionKind::AfterCapture,
        SectionKind::AfterMove,
        SectionKind::End,
        SectionKind::Winner,
        SectionKind::Match,
    ];

    /// The words of its heading: `last seed`.
    pub fn words(self) -> &'static str {
        match self {
            SectionKind::About => "about",
            SectionKind::Points => "points",
            SectionKind::Options => "options",
            SectionKind::Board => "board",
            SectionKind::Words => "words",
            SectionKind::Start => "start",
            SectionKind::Opening => "opening",
            SectionKind::Way => "way",
            SectionKind::Turn => "turn",
            SectionKind::Move => "move",
            SectionKind::Allowed => "allowed",
            SectionKind::BeforeEachLap => "before each lap",
            SectionKind::EachSeed => "each seed",
            SectionKind::LastSeed => "last seed",
            SectionKind::AfterCapture => "after capture",
            SectionKind::AfterMove => "after move",
            SectionKind::End => "end",
            SectionKind::Winner => "winner",
            SectionKind::Match => "match",
        }
    }

    /// The section with this heading.
    pub fn of_words(words: &str) -> Option<SectionKind> {
        SectionKind::ALL.into_iter().find(|kind| kind.words() == words)
    }
}

/// A headed section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// What it does to the section of the base.
    pub change: AstChange,
    /// Which section.
    pub kind: SectionKind,
    /// The heading's words.
    pub span: Span,
    /// Its statements in order.
    pub statements: Vec<Statement>,
}

/// One statement, with its citations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement {
    /// The statement itself, without trailing blanks, comments, citations.
    pub span: Span,
    /// Its content.
    pub kind: StatementKind,
    /// `[3, 7]`: points of the source it comes from.
    pub cites: Vec<(u32, Span)>,
    /// `assumed "why"`.
    pub assumed: Option<Text>,
    /// In `change in SECTION`: this statement replaces the one above it.
    pub becomes: bool,
}

impl Statement {
    /// A statement that cannot be read; that has been reported.
    pub fn broken(span: Span) -> Statement {
        let kind = StatementKind::Broken;
        Statement { span, kind, cites: Vec::new(), assumed: None, becomes: false }
    }
}

/// The content of a statement, by section.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum StatementKind {
    About(About),
    Point(Point),
    Option(OptionDecl),
    Board(AstBoard),
    Word(AstWord),
    Start(AstStart),
    Way(AstWayLine),
    Turn(AstTurn),
    Law(AstLaw),
    Winner(AstWinner),
    /// move, each seed, last seed, after capture, after move, before each lap, end, opening, match.
    Case(AstCase),
    /// A statement that could not be parsed; its diagnostic has been made.
    Broken,
}

/// `3 "each hole has four seeds" [no rule]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Point {
    /// Its number in the source.
    pub number: u32,
    /// In our own words.
    pub text: Text,
    /// It has no rule in it, so no statement needs to cite it.
    pub no_rule: bool,
}

/// `columns = 6, even from 2 to 12 "note"` or `custom = whole, or row "note"`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionDecl {
    /// The option.
    pub name: Name,
    /// The possible values.
    pub values: AstOptionValues,
    /// A note on its meaning.
    pub note: Option<Text>,
}

/// The values of an option; the first is the default.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AstOptionValues {
    /// `6, even from 2 to 12`.
    Range {
        /// The default.
        default: (u64, Span),
        /// Only even numbers.
        even: bool,
        /// The least value.
        from: (u64, Span),
        /// The greatest value.
        to: (u64, Span),
    },
    /// `whole-board, or one-row`; the first is the default.
    List(Vec<AstValue>),
}

/// A literal value of an option or a note.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AstValue {
    /// A number.
    Number(u64, Span),
    /// `yes`, `no`, or a word of the option.
    Word(Name),
}
