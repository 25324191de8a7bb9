//! Place phrases: they select places by tests on the position.
//!
//! A phrase is evaluated for an *actor* (the subject of its clause), with *it* (the hole of the
//! occasion) and, inside `whose`, with the *candidate* (the hole being tested).

use super::cond::{Amount, Count};
use super::ids::{KindId, MarkId, NoteId, PlaceId, PlaceSetBits, Seat};
use super::rules::{Unit, UnitRef};
use crate::span::Span;

/// Places joined by `and`: their union, each once.
#[derive(Clone, PartialEq, Debug)]
pub struct Places {
    /// At least one.
    pub parts: Vec<PlacePhrase>,
}

/// One place phrase.
#[derive(Clone, Debug)]
pub struct PlacePhrase {
    /// How many of the matching places.
    pub det: Det,
    /// The base set.
    pub base: Base,
    /// Tests that each place has to pass.
    pub filters: Vec<Filter>,
    /// A selection of the matching places by position.
    pub pick: Option<Pick>,
    /// Its source span.
    pub span: Span,
}

/// How many of the matching places a phrase selects (law 1).
#[derive(Clone, PartialEq, Debug)]
pub enum Det {
    /// The player chooses that many distinct places, or all if there are fewer.
    Any(Count),
    /// All of them.
    Every,
    /// Exactly one; the resolver has rejected phrases that can select several.
    One,
}

/// A player, relative to the actor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayerRef {
    /// The subject of the clause; without one, the player to move.
    Actor,
    /// The actor's opponent (two players only).
    Opponent,
    /// The player found by `a player ...`.
    That,
    /// The opponent of that player (two players only).
    Other,
    /// The winner of the last game; unset after a draw.
    Winner,
    /// The loser of the last game; unset after a draw.
    Loser,
    /// The player who moved first in this game (in *match*: in the game just over).
    Starter,
    /// The player after the starter.
    Second,
    /// The player about to move.
    Next,
    /// The owner of the hole of the occasion; unset for one that nobody owns.
    Owner,
    /// A fixed player.
    Seat(Seat),
}

/// The subject of a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// One player.
    One(PlayerRef),
    /// Each player, in turn order from the one about to move.
    Each,
    /// The first player for whom the condition holds, in turn order from the one about to move;
    /// sets `that player`. Only in conditions.
    Some,
}

/// Where a phrase looks.
#[derive(Clone, PartialEq, Debug)]
pub enum Base {
    /// The hole of the occasion.
    It,
    /// Inside `whose`: the hole being tested.
    Candidate,
    /// Where the lap, move or turn began (several places, if several were picked up).
    Origin(UnitRef),
    /// Where the first seed fell.
    FirstPlace(UnitRef),
    /// Every open hole, every shared place on a way, and the sowing hand.
    Left,
    /// The seeds of the last capture.
    Captured,
    /// The sowing hand.
    SowingHand,
    /// Every hole; closed ones only with the filter [`Filter::Closed`].
    Holes,
    /// Holes and all other places on the actor's way.
    WayPlaces,
    /// Places that are fixed when the model is built: shared places, `every near hole` ...
    Fixed(PlaceSetBits),
    /// The store of a player; `None`: of every player.
    Store(Option<PlayerRef>),
    /// The hand of a player; `None`: of every player.
    Hand(Option<PlayerRef>),
    /// The n-th hole (or place of the way) that passes the filters, along the way from a reference.
    /// The reference itself is never selected.
    Along {
        /// The reference.
        from: Box<PlacePhrase>,
        /// 1 = the next.
        nth: Count,
        /// Against the way.
        backward: bool,
        /// Only holes; else any place of the way.
        holes_only: bool,
    },
    /// The longest unbroken sequence of holes that pass the filters, next to a reference, against
    /// the sowing just made, along it, or both; each hole once, never the reference.
    Run {
        /// The reference.
        from: Box<PlacePhrase>,
        /// Against the sowing.
        backward: bool,
        /// Along the sowing.
        forward: bool,
    },
    /// The hole that a note holds.
    Note(NoteId, Option<PlayerRef>),
    /// A named set of places.
    Union(Box<Places>),
}

/// What must hold of a place.
#[derive(Clone, PartialEq, Debug)]
pub enum Filter {
    /// Owned by that player.
    Owner(PlayerRef),
    /// Not closed.
    Open,
    /// Closed.
    Closed,
    /// Holds at least one seed.
    Occupied,
    /// Holds no seeds.
    Empty,
    /// Holds that many.
    Holding(Amount),
    /// Holds that many of a kind.
    HoldingKind(KindId, Amount),
    /// In one of these places, which are fixed when the model is built, as this player sees the
    /// board (rows by name, columns, halves where owners never change). One set for each seat.
    FixedFor(PlayerRef, Vec<PlaceSetBits>),
    /// Has the mark; `Some`: put on by (or for) that player.
    Marked(MarkId, Option<PlayerRef>),
    /// In the same column on the other side.
    Opposite(Box<PlacePhrase>),
    /// In that half of the board, as its owner now sees it, or as that player sees it if the hole
    /// has no owner. Used where owners change.
    Half(Side, PlayerRef),
    /// Has the same number from its owner's left; a hole without an owner is counted from the
    /// actor's left.
    NumberedLike(Box<PlacePhrase>),
    /// Next to it along the actor's way, on either side.
    Beside(Box<PlacePhrase>),
    /// The places of a phrase that is evaluated with this place as the candidate
    /// ([`Base::Candidate`]) all pass a test.
    Whose(Box<PlacePhrase>, StateTest),
    /// Not one of these.
    Except(Places),
    /// One of these.
    Among(Box<Places>),
    /// A seed fell in it in this lap, move or turn.
    SownIn(Unit),
    /// The test is negated.
    Not(Box<Filter>),
}

impl Filter {
    /// The test on the number of seeds of a place, if it is one.
    pub fn amount(&self) -> Option<Amount> {
        if let Filter::Holding(amount) = self {
            return Some(amount.clone());
        }
        let one = Count::Fixed(1);
        let at_least_one = matches!(self, Filter::Occupied).then(|| Amount::AtLeast(one));
        let none = || Amount::OneOf(vec![Count::Fixed(0)]);
        at_least_one.or_else(|| matches!(self, Filter::Empty).then(none))
    }
}

/// A test on a place.
#[derive(Clone, PartialEq, Debug)]
pub struct StateTest {
    /// The result is negated.
    pub not: bool,
    /// All must pass.
    pub filters: Vec<Filter>,
}

/// Left or right, as a player sees their nearest row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Side {
    Left,
    Right,
}

impl Side {
    /// Whether a column, counted from 1 at the left, is in the half on this side. The middle one of
    /// an odd number of columns is in neither.
    pub fn has_column(self, column: i64, columns: i64) -> bool {
        match self {
            Side::Left => column <= columns / 2,
            Side::Right => column > columns - columns / 2,
        }
    }
}

/// Which of the places that fit, by position. Left and right are seen by the player whose holes the
/// phrase names (`own`: the actor), else by the actor.
#[derive(Clone, PartialEq, Debug)]
pub enum Pick {
    /// The outermost N columns on that side.
    Outermost(Side, Count, PlayerRef),
    /// The N-th of a row from that side.
    NthFrom(Side, Count, PlayerRef),
    /// The middle column (the resolver has rejected even numbers of columns).
    Central,
    /// The first N in the order of the actor's way.
    First(Count),
    /// The last N in the order of the actor's way.
    Last(Count),
    /// The place with the fewest steps along the way to the reference; exactly one.
    NearestTo(Box<PlacePhrase>),
    /// All but the places of the reference (`the other X`).
    OtherThan(Box<PlacePhrase>),
    /// N columns to that side of the reference, in its row.
    Offset(Count, Side, Box<PlacePhrase>, PlayerRef),
}

/// Equality ignores spans: phrases with the same content are equal.
impl PartialEq for PlacePhrase {
    fn eq(&self, other: &PlacePhrase) -> bool {
        let PlacePhrase { det, base, filters, pick, span: _ } = self;
        *det == other.det && *base == other.base && *filters == other.filters && *pick == other.pick
    }
}

impl PlacePhrase {
    /// A phrase for one fixed place.
    pub fn fixed(place: PlaceId, span: Span) -> PlacePhrase {
        let base = Base::Fixed([place].into_iter().collect());
        PlacePhrase { det: Det::One, base, filters: Vec::new(), pick: None, span }
    }
}
