//! Place phrases: which places are meant, as tests on the position.
//!
//! A phrase is evaluated for an *actor* (the subject of its clause), with *it* (the hole of the
//! occasion) and, inside `whose`, with the *candidate* hole that is described.

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
    /// How many of those that fit.
    pub det: Det,
    /// Where to look.
    pub base: Base,
    /// What must hold of each.
    pub filters: Vec<Filter>,
    /// Which of those by position.
    pub pick: Option<Pick>,
    /// Where it is written.
    pub span: Span,
}

/// How many of the places that fit are meant (law 1).
#[derive(Clone, PartialEq, Debug)]
pub enum Det {
    /// The player chooses that many, or all there are if fewer, never the same twice.
    Any(Count),
    /// All of them.
    Every,
    /// Exactly one; the resolver has refused phrases that can mean several.
    One,
}

/// A player, seen from the actor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayerRef {
    /// The subject of the clause; else the player whose move it is.
    Actor,
    /// The actor's opponent (two players only).
    Opponent,
    /// The player found by `a player ...`.
    That,
    /// The player not found by `a player ...` (two players only).
    Other,
    /// Who won the last game; unset after a draw.
    Winner,
    /// Who lost the last game; unset after a draw.
    Loser,
    /// Who moved first in this game (in *match*: in the game just over).
    Starter,
    /// The player after the starter.
    Second,
    /// Who is about to move.
    Next,
    /// That seat.
    Seat(Seat),
}

/// The subject of a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// One player.
    One(PlayerRef),
    /// Each, one after the other, beginning with the one about to move.
    Each,
    /// The first who fits, beginning with the one about to move; then `that player` is set.
    /// Of conditions only.
    Some,
}

/// Where a phrase looks.
#[derive(Clone, PartialEq, Debug)]
pub enum Base {
    /// The hole of the occasion.
    It,
    /// Inside `whose`: the hole described.
    Candidate,
    /// What was taken up (the places, if several).
    Origin(UnitRef),
    /// Where the first seed fell.
    FirstPlace(UnitRef),
    /// Every open hole, every shared place that lies on a way, and the sowing hand.
    Left,
    /// What the last capture took.
    Captured,
    /// The seeds that are being sown.
    SowingHand,
    /// Every hole. Closed ones only where a filter says [`Filter::Closed`].
    Holes,
    /// Holes and every other place that lies on the actor's way.
    WayPlaces,
    /// Places fixed when the game is built: shared places, `every near hole` ...
    Fixed(PlaceSetBits),
    /// Stores. Who: `None` = every player's.
    Store(Option<PlayerRef>),
    /// Hands. Who: `None` = every player's.
    Hand(Option<PlayerRef>),
    /// The n-th hole (or place of the way) that passes the filters, along the way from there.
    /// `back`: against it. The reference itself is never meant.
    Along {
        /// From where.
        from: Box<PlacePhrase>,
        /// 1 = the next.
        nth: Count,
        /// Against the way.
        backward: bool,
        /// Only holes; else any place of the way.
        holes_only: bool,
    },
    /// The longest unbroken sequence of holes that pass the filters, next to the reference,
    /// against (`back`) or along the sowing just made, or both; each once, never the reference.
    Run {
        /// Next to what.
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
    /// Holds 1 or more.
    Occupied,
    /// Holds nothing.
    Empty,
    /// Holds that many.
    Holding(Amount),
    /// Holds that many of a kind.
    HoldingKind(KindId, Amount),
    /// In one of these places, fixed when the game is built, as this player sees the board.
    /// (rows by name, columns, halves where owners never change). One set for each seat.
    FixedFor(PlayerRef, Vec<PlaceSetBits>),
    /// Has the mark; `Some`: put on by (or for) that player.
    Marked(MarkId, Option<PlayerRef>),
    /// In the same column on the other side.
    Opposite(Box<PlacePhrase>),
    /// In that half of the board, as its owner now sees it; a hole of nobody as that player does.
    /// Used where owners change.
    Half(Side, PlayerRef),
    /// Has the same number from its owner's left; a hole of nobody is counted from the actor's.
    NumberedLike(Box<PlacePhrase>),
    /// Next to it along the actor's way, on either side.
    Beside(Box<PlacePhrase>),
    /// A test on a place seen from the candidate ([`Base::Candidate`]); holds for all of the places.
    Whose(Box<PlacePhrase>, StateTest),
    /// Not one of these.
    Except(Places),
    /// One of these.
    Among(Box<Places>),
    /// A seed fell in it in this lap, move, turn.
    SownIn(Unit),
    /// Any of the filter lists holds (a kind told by several).
    Not(Box<Filter>),
}

/// A test on a place.
#[derive(Clone, PartialEq, Debug)]
pub struct StateTest {
    /// The test is turned round.
    pub not: bool,
    /// All must hold.
    pub filters: Vec<Filter>,
}

/// Left or right, as a player sees his nearest row.
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
    /// The middle column (the resolver has refused an even number).
    Central,
    /// The first N in the order of the actor's way.
    First(Count),
    /// The last N in the order of the actor's way.
    Last(Count),
    /// Fewest steps along the way to the reference; exactly one.
    NearestTo(Box<PlacePhrase>),
    /// Not the ones that the reference means (`the other X`).
    OtherThan(Box<PlacePhrase>),
    /// N columns to that side of the reference, in its row.
    Offset(Count, Side, Box<PlacePhrase>, PlayerRef),
}

/// Phrases are equal that say the same, wherever they are written.
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
