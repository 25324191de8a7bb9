//! Phrases: players, places, amounts and numbers.

use super::{AstSide, AstUnit, AstUnitRef, Name};
use crate::span::Span;

/// A player phrase, with its span.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AstPlayerRef {
    /// Its kind.
    pub kind: PlayerRefKind,
    /// Its span.
    pub span: Span,
}

/// The phrases for players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayerRefKind {
    /// `the player`: the actor.
    Player,
    /// `the opponent`: of the actor; refused with three seats.
    Opponent,
    /// `each player`: all, in the order of the turns, beginning with the player to move.
    Each,
    /// `a player`: the first for whom the condition holds, beginning with the player to move.
    A,
    /// `that player`: the player that the condition found.
    That,
    /// `the other player`: not the player that the condition found.
    Other,
    /// `the winner` of the last game.
    Winner,
    /// `the loser` of the last game.
    Loser,
    /// `the starter`: the player who moved first in the last game (in *match*) or in this game.
    Starter,
    /// `the second player`: not the starter.
    Second,
    /// `the next player`: the player to move.
    Next,
    /// `its owner`: of the hole that the statement is about.
    Owner,
    /// A player by name.
    Named(Name),
}

/// Places joined by `and` (in actions).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AstPlaces {
    /// At least one.
    pub parts: Vec<AstPlace>,
    /// The whole phrase.
    pub span: Span,
}

/// A place phrase: determiner, adjectives, noun, and what follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AstPlace {
    /// `any`, `every`, `the`, `a` ...
    pub det: Option<AstDet>,
    /// In the order written.
    pub adjs: Vec<Adj>,
    /// The noun.
    pub noun: Noun,
    /// In the order written.
    pub posts: Vec<PostModifier>,
    /// The whole phrase.
    pub span: Span,
}

/// A determiner (law 1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AstDet {
    /// `any`, `any 2 of`: the player chooses.
    Any(Option<AstCount>, Span),
    /// `every`, `each`, `all`.
    Every(Span),
    /// `the`: exactly one.
    The(Span),
    /// `a`, `an`: describes.
    A(Span),
    /// `no`.
    No(Span),
}

/// An adjective.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Adj {
    /// Its kind.
    pub kind: AdjKind,
    /// Its span.
    pub span: Span,
}

/// The adjectives.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum AdjKind {
    Own,
    Opponents,
    Winners,
    Losers,
    Open,
    Closed,
    Occupied,
    Empty,
    Opposite,
    Leftmost(Option<AstCount>),
    Rightmost(Option<AstCount>),
    First(Option<AstCount>),
    Last(Option<AstCount>),
    Nth(u32),
    Central,
    Next,
    Previous,
    Other,
    /// A row's name, a mark, a kind of hole, a set of places, a note of a hole.
    Name(Name),
}

/// A noun.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Noun {
    /// `it`.
    It,
    /// `the origin [of UNITS]`.
    Origin(Option<AstUnitRef>),
    /// `the first place of UNITS`.
    FirstPlace(AstUnitRef),
    /// `seeds left`, `everything left`.
    Left,
    /// `the captured seeds`.
    Captured,
    /// `the sowing hand`.
    SowingHand,
    /// `hole`, `holes`.
    Hole,
    /// `store`, `stores`.
    Store,
    /// `hand`, `hands`.
    Hand,
    /// `row`, `rows`.
    Row,
    /// `place`, `places`: holes and all other places on the way.
    Place,
    /// `run of ADJ* holes`; needs `before`, `after` or `beside`.
    RunOf(Vec<Adj>),
    /// A mark, a kind of hole, a set of places, a note of a hole, a shared place.
    Name(Name),
}

/// A modifier after a noun.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PostModifier {
    /// Its kind.
    pub kind: PostModifierKind,
    /// Its span.
    pub span: Span,
}

/// The forms that follow a noun.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PostModifierKind {
    /// `holding AMOUNT`; of a kind of seeds, if one is named.
    Holding(AstAmount, Option<Name>),
    /// `after PLACE`.
    After(Box<AstPlace>),
    /// `before PLACE`.
    Before(Box<AstPlace>),
    /// `beside PLACE`: next to it on either side.
    Beside(Box<AstPlace>),
    /// `opposite PLACE`.
    Opposite(Box<AstPlace>),
    /// `except PLACES`.
    Except(AstPlaces),
    /// `whose PLACE is [not] STATE`, `whose PLACE holds AMOUNT`; the place is relative to the hole described.
    Whose(Box<WhoseTest>),
    /// `numbered like PLACE`: the same number from its owner's left.
    NumberedLike(Box<AstPlace>),
    /// `2 right of PLACE`, `2 right of the centre` (`None`).
    Offset(AstCount, AstSide, Option<Box<AstPlace>>),
    /// `of the left half`, as the owner sees it.
    Half(AstSide),
    /// `sown in this UNIT`.
    SownIn(AstUnit),
    /// `nearest to PLACE`: fewest steps along the way.
    NearestTo(Box<AstPlace>),
    /// `from the left`, after an ordinal.
    From(AstSide),
    /// `of PLAYER`: owned by that player.
    Of(AstPlayerRef),
}

/// `whose PLACE is [not] STATE` or `whose PLACE holds AMOUNT`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WhoseTest {
    /// The place, relative to the hole described.
    pub place: AstPlace,
    /// The test on it.
    pub test: AstStateTest,
}

/// A test on a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AstStateTest {
    /// `is [not] STATE`.
    Is {
        /// `not`.
        not: bool,
        /// The state.
        state: AstState,
    },
    /// `holds AMOUNT`, `does not hold AMOUNT`.
    Holds {
        /// `does not`.
        not: bool,
        /// The number of seeds.
        amount: AstAmount,
        /// The kind of seeds, if one is named.
        kind: Option<Name>,
    },
}

/// A state of a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AstState {
    /// No seeds.
    Empty,
    /// One or more.
    Occupied,
    /// Not closed.
    Open,
    /// Closed.
    Closed,
    /// One of the places of a phrase.
    Place(Box<AstPlace>),
}

/// A test on a number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AstAmount {
    /// `no seeds`.
    None,
    /// `seeds`: one or more.
    Some,
    /// `4`, `2 or 3`.
    OneOf(Vec<AstCount>),
    /// `2 or more`.
    OrMore(AstCount),
    /// `2 or fewer`.
    OrFewer(AstCount),
    /// `more than 2`.
    MoreThan(AstCount),
    /// `fewer than 2`.
    FewerThan(AstCount),
    /// `an even number [from A to B]`; 0 is not one.
    Even(Option<(AstCount, AstCount)>),
    /// `an odd number [from A to B]`.
    Odd(Option<(AstCount, AstCount)>),
    /// `from A to B`.
    Between(AstCount, AstCount),
}

/// A number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AstCount {
    /// `4`.
    Number(u64, Span),
    /// An option, a word, a note.
    Name(Name),
    /// `seeds in PLACES`.
    SeedsIn(AstPlaces),
    /// `worth in PLACES`.
    WorthIn(AstPlaces),
    /// `half of N` (1, 2), `a third of N` (1, 3) ...; rounded down where used as a number.
    Fraction(u32, u32, Box<AstCount>),
    /// `A + B`.
    Add(Box<AstCount>, Box<AstCount>),
    /// `A - B`.
    Sub(Box<AstCount>, Box<AstCount>),
    /// `A * B`.
    Mul(Box<AstCount>, Box<AstCount>),
}
