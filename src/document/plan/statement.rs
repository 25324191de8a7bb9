//! What a rules document says, sentence by sentence, before it is in any language. Each language has words for every
//! [`DocStatement`].

use super::facts::RulePart;
use super::voice::Voice;
use crate::engine::{Choice, Decider, Event, Position};
use crate::model::{
    Action, Cond, Count, DefaultClause, KindId, Law, MarkDecl, NoteDecl, PlaceId, PlaceSetBits,
    Seat, SectionName, SowClass, Stage, Subject, TurnMoves, WayLine, Winner,
};
use crate::notation::DrawingWords;
use crate::resolve::OptionValues;

/// When something is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Occasion {
    /// In a move.
    Move,
    /// Before seeds are taken up.
    BeforeSowing,
    /// Each time a seed falls.
    EachSeed,
    /// The last seed of a sowing has fallen.
    LastSeed,
    /// A sowing never ends.
    NeverEnds,
    /// Seeds have been captured.
    AfterCapture,
    /// The move is over.
    AfterMove,
    /// After each move: is the game over?
    End,
    /// The same, where both players have moved at once.
    EndOfBoth,
    /// After each seed and each capture.
    AtAnyTime,
    /// Somebody does what a word says, by its number.
    Word(usize),
}

/// The heading of a section.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Heading<'m> {
    /// The board and the start.
    Board,
    /// Names of holes, numbers to keep.
    Names,
    /// The stages.
    Stages,
    /// A section of the rules; in a game of several stages with the name of its stage.
    Rules(SectionName, Option<&'m str>),
    /// What a word means, by its number.
    Word(usize),
    /// What a repeated position is.
    Repetition,
    /// Rules of all games.
    Silent,
    /// Rules that have no effect.
    WithoutEffect,
}

/// What a game is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Aim {
    /// There is one player.
    Alone,
    /// To have the most seeds, or the fewest.
    Seeds {
        /// The fewest.
        fewest: bool,
    },
    /// To leave the opponent without a move.
    NoMove,
    /// The rules that say who wins: whole sentences.
    Rules(Vec<String>),
    /// No rule says who wins.
    Nobody,
}

/// How a case begins.
#[derive(Clone, Copy, Debug)]
pub enum CaseStart<'m> {
    /// `If ...`.
    If(&'m Cond),
    /// `Otherwise`, after other cases.
    Otherwise,
    /// In any case.
    Always,
}

/// What a position is compared by, besides seeds and the player who is next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(clippy::struct_excessive_bools)]
pub struct PositionParts {
    /// What holes and players count as, and what is kept in mind.
    pub names: bool,
    /// Who owns the holes.
    pub owners: bool,
    /// Which holes are closed.
    pub closed: bool,
    /// The stage.
    pub stage: bool,
    /// The moves left in the turn.
    pub moves: bool,
    /// Stores and hands.
    pub stores: bool,
    /// Places that nobody owns.
    pub shared: bool,
}

/// A sentence, or a few that belong together.
#[derive(Clone, Debug)]
pub enum DocStatement<'m> {
    /// Who plays.
    Players(Vec<&'m str>),
    /// Rows and columns.
    BoardSize(u16, u16),
    /// Two players sit on two sides: near, far.
    TwoSides(&'m str, &'m str),
    /// All players look from one side.
    OneSide,
    /// How squares are named.
    Squares,
    /// The names of rows, counted from their owner.
    RowNames(Vec<(u16, &'m str)>),
    /// Who owns which holes.
    Owns(Seat, PlaceSetBits),
    /// Nobody owns holes.
    NobodyOwns,
    /// What opposite means.
    Opposite,
    /// These players have stores; `true`: all of them.
    Stores(Vec<Seat>, bool),
    /// Stores are hidden.
    HiddenStores,
    /// There are no stores: captured seeds are kept.
    NoStores,
    /// Places that nobody owns.
    SharedPlaces(Vec<&'m str>),
    /// A kind of seeds and its worth.
    Kind(&'m str, u32),
    /// What capturing is.
    Capturing,
    /// What in play means; the other places that count.
    InPlay(Vec<PlaceId>),
    /// What a hand is.
    Hands,
    /// How many seeds lie where; `true`: in every hole.
    Start(Vec<(u16, PlaceSetBits)>, bool),
    /// Seeds of a kind in a place.
    StartOfKind(PlaceId, KindId, u16),
    /// Everything is empty.
    StartEmpty,
    /// Who moves first.
    FirstMove(Seat),
    /// A mark; whether players can have it, where it is given and where it matters.
    Mark(&'m MarkDecl, bool, Vec<RulePart>, Vec<RulePart>),
    /// A note; where it is set and where it matters.
    Note(&'m NoteDecl, Vec<RulePart>, Vec<RulePart>),
    /// The names of the stages.
    Stages(Vec<&'m str>),
    /// A stage.
    Stage(&'m Stage),
    /// The rules are those of an earlier stage.
    AsBefore,
    /// The players take turns, one move each.
    Turns,
    /// How many moves a turn has.
    TurnMoves(&'m TurnMoves),
    /// Both move at once: who chooses first, and second.
    AtOnce(Seat, Seat),
    /// Who ends first moves next; who is first, if both end with the same seed.
    FirstToEnd(Seat),
    /// A player without a move passes, or loses.
    NoMove {
        /// They lose.
        loses: bool,
    },
    /// The lines below are looked at on an occasion.
    Occasion {
        /// When.
        when: Occasion,
        /// After other lines.
        also: bool,
        /// There are several lines: the first that fits counts.
        several: bool,
    },
    /// Unless a line says to sow on, the move is over.
    MoveEnds,
    /// More lines, after others.
    MoreLines,
    /// Of the lines below, the first that fits.
    FirstThatFits,
    /// A case with its actions; `list`: the last one is followed by lines.
    Case {
        /// Its condition.
        start: CaseStart<'m>,
        /// What is done.
        actions: &'m [Action],
        /// For whom, and where.
        voice: Voice,
        /// Lines follow.
        list: bool,
    },
    /// A case whose actions are the lines below, in order.
    CaseSteps(CaseStart<'m>, Voice),
    /// An action on a line of its own; `true`: lines follow.
    Act(&'m Action, Voice, bool),
    /// A kind of move in an order of preference: its number from 0.
    SowClass(usize, &'m SowClass, Subject, Voice),
    /// What sowing is.
    Sowing,
    /// Several paths follow.
    Paths,
    /// A statement of how seeds are sown; `true`: its paths follow.
    Way(&'m WayLine, bool),
    /// A path: whose (`None`: all players', how many), and its places.
    Path(Option<Seat>, Vec<PlaceId>),
    /// Closed holes are skipped; `true`: in later games of a match alone.
    Closed(bool),
    /// A law.
    Law(&'m Law),
    /// Who wins.
    Winner(&'m Winner),
    /// Steps before the first turn.
    Opening,
    /// Games in a row.
    Match,
    /// Steps after each game.
    MatchSteps,
    /// Steps for players.
    StepsFor(&'m [Subject], Voice),
    /// Steps for each whole number of units.
    StepsForEach(&'m Count, &'m Count, Voice),
    /// Steps under a condition.
    StepsIf(&'m Cond, Voice),
    /// When two positions are the same.
    SamePosition(PositionParts),
    /// A default; `true`: some rule counts seeds for the winner.
    Default(DefaultClause, bool),
    /// A rule has no effect with these options.
    WithoutEffect,
}

/// The words around the rules. Those before a text end with their colon.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DocLabels {
    /// The code of the language, as a page names it.
    pub code: &'static str,
    /// Before the name of a variation.
    pub variation: String,
    /// The caption of the start.
    pub start: String,
    /// The heading of a capture, and the captions of the boards before and after it.
    pub capture: String,
    /// The board before a capture.
    pub before: String,
    /// The board after it.
    pub after: String,
    /// The heading of the example.
    pub example: String,
    /// Before what players choose before the first turn.
    pub opening: String,
    /// Before what happens before the first choice.
    pub forced: String,
    /// Before the number of a move.
    pub turn: String,
    /// Between a number and what follows it.
    pub colon: String,
    /// The heading of the options.
    pub options: String,
    /// Before what a variation leaves out.
    pub no_longer: String,
    /// Before what it says instead.
    pub instead: String,
    /// A variation that changes nothing.
    pub same: String,
    /// The heading of what is assumed, and the sentence below it.
    pub assumed: String,
    /// What the list of assumptions is.
    pub assumed_intro: String,
    /// Before the reason of an assumption.
    pub because: String,
    /// The heading of the sources.
    pub sources: String,
    /// Before the fingerprint.
    pub rules: String,
    /// The words in pictures.
    pub drawn: DrawingWords,
}

/// The words of a language.
pub trait LanguageWords {
    /// A heading.
    fn heading(&self, heading: Heading<'_>) -> String;
    /// What a statement says: one sentence or a few, with a full stop or a colon at the end.
    fn say(&self, statement: &DocStatement<'_>) -> String;
    /// An action as a part of a sentence.
    fn action(&self, action: &Action, voice: Voice) -> String;
    /// What a game is about.
    fn aim(&self, aim: &Aim) -> String;
    /// Who chose what in a move: `South plays c1, clockwise`.
    fn choices(&self, choices: &[(Decider, Choice)]) -> String;
    /// What happened, as a sentence.
    fn event(&self, event: &Event) -> String;
    /// A position in sentences; `None`: as pictures describe it themselves, in English.
    fn position(&self, position: &Position) -> Option<String>;
    /// The words around the rules.
    fn labels(&self) -> DocLabels;
    /// Other names, places, times: the lines of *about*, but for the sources.
    fn about(&self, lines: &[(String, String)]) -> String;
    /// An option: its value, the values that it can have, and the author's note.
    fn option(&self, value: &str, values: &OptionValues, note: Option<&str>) -> String;
    /// The number of variations that are not described, with the name of their line.
    fn more_variations(&self, n: usize) -> (String, String);
}
