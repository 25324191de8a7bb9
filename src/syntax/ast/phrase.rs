//! Who, which places, how many.

use super::{Name, Side, Unit, Units};
use crate::span::Span;

/// Who.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Who {
    /// Which.
    pub which: Which,
    /// Where.
    pub span: Span,
}

/// Which player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Which {
    /// `the player`: the actor.
    Player,
    /// `the opponent`: of the actor; refused with three seats.
    Opponent,
    /// `each player`: all, beginning with the one about to move.
    Each,
    /// `a player`: the first who fits, beginning with the one about to move.
    A,
    /// `that player`: the one found.
    That,
    /// `the other player`: the one not found.
    Other,
    /// `the winner` of the last game.
    Winner,
    /// `the loser` of the last game.
    Loser,
    /// `the starter`: who moved first in the last (in a match) or this game.
    Starter,
    /// `the second player`: who did not.
    Second,
    /// `the next player`: who is about to move.
    Next,
    /// A player by name.
    Named(Name),
}

/// Places joined by `and` (in actions).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Places {
    /// At least one.
    pub parts: Vec<Place>,
    /// The whole phrase.
    pub span: Span,
}

/// A place phrase: determiner, adjectives, noun, and what follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// `any`, `every`, `the`, `a` ...
    pub det: Option<Det>,
    /// In the order written.
    pub adjs: Vec<Adj>,
    /// What.
    pub noun: Noun,
    /// In the order written.
    pub posts: Vec<Post>,
    /// The whole phrase.
    pub span: Span,
}

/// A determiner (law 1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Det {
    /// `any`, `any 2 of`: the player chooses.
    Any(Option<Count>, Span),
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
    /// Which.
    pub which: AdjKind,
    /// Where.
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
    Leftmost(Option<Count>),
    Rightmost(Option<Count>),
    First(Option<Count>),
    Last(Option<Count>),
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
    Origin(Option<Units>),
    /// `the first place of UNITS`.
    FirstPlace(Units),
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
    /// `place`, `places`: holes and whatever else lies on the way.
    Place,
    /// `run of ADJ* holes`; needs `before`, `after` or `beside`.
    RunOf(Vec<Adj>),
    /// A mark, a kind of hole, a set of places, a note of a hole, a shared place.
    Name(Name),
}

/// What follows a noun.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Post {
    /// Which.
    pub which: PostKind,
    /// Where.
    pub span: Span,
}

/// The forms that follow a noun.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PostKind {
    /// `holding AMOUNT`; of a kind of seeds, if one is named.
    Holding(Amount, Option<Name>),
    /// `after PLACE`.
    After(Box<Place>),
    /// `before PLACE`.
    Before(Box<Place>),
    /// `beside PLACE`: next to it on either side.
    Beside(Box<Place>),
    /// `opposite PLACE`.
    Opposite(Box<Place>),
    /// `except PLACES`.
    Except(Places),
    /// `whose PLACE is [not] STATE`, `whose PLACE holds AMOUNT`; the place is relative to the hole described.
    Whose(Box<WhoseTest>),
    /// `numbered like PLACE`: the same number from its owner's left.
    NumberedLike(Box<Place>),
    /// `2 right of PLACE`, `2 right of the centre` (`None`).
    Offset(Count, Side, Option<Box<Place>>),
    /// `of the left half`, as the owner sees it.
    Half(Side),
    /// `sown in this UNIT`.
    SownIn(Unit),
    /// `nearest to PLACE`: fewest steps along the way.
    NearestTo(Box<Place>),
    /// `from the left`, behind an ordinal.
    From(Side),
    /// `of PLAYER`: that player's.
    Of(Who),
}

/// `whose PLACE is [not] STATE` or `whose PLACE holds AMOUNT`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WhoseTest {
    /// Seen from the hole described.
    pub place: Place,
    /// The test on it.
    pub is: StateTest,
}

/// A test on a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StateTest {
    /// `is [not] STATE`.
    Is {
        /// `not`.
        not: bool,
        /// The state.
        state: State,
    },
    /// `holds AMOUNT`, `does not hold AMOUNT`.
    Holds {
        /// `does not`.
        not: bool,
        /// How many.
        amount: Amount,
        /// Of a kind of seeds.
        kind: Option<Name>,
    },
}

/// How a place is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum State {
    /// No seeds.
    Empty,
    /// One or more.
    Occupied,
    /// Not closed.
    Open,
    /// Closed.
    Closed,
    /// One of these.
    Place(Box<Place>),
}

/// A test on a number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Amount {
    /// `no seeds`.
    None,
    /// `seeds`: one or more.
    Some,
    /// `4`, `2 or 3`.
    OneOf(Vec<Count>),
    /// `2 or more`.
    OrMore(Count),
    /// `2 or fewer`.
    OrFewer(Count),
    /// `more than 2`.
    MoreThan(Count),
    /// `fewer than 2`.
    FewerThan(Count),
    /// `an even number [from A to B]`; 0 is not one.
    Even(Option<(Count, Count)>),
    /// `an odd number [from A to B]`.
    Odd(Option<(Count, Count)>),
    /// `from A to B`.
    Between(Count, Count),
}

/// A number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Count {
    /// `4`.
    Number(u64, Span),
    /// An option, a word, a note.
    Name(Name),
    /// `seeds in PLACES`.
    SeedsIn(Places),
    /// `worth in PLACES`.
    WorthIn(Places),
    /// `half of N` (1, 2), `a third of N` (1, 3) ...; rounded down where used as a number.
    Fraction(u32, u32, Box<Count>),
    /// `A + B`.
    Add(Box<Count>, Box<Count>),
    /// `A - B`.
    Sub(Box<Count>, Box<Count>),
    /// `A * B`.
    Mul(Box<Count>, Box<Count>),
}
