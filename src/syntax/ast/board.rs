//! Statements of *board*, *start* and *way*.

use super::{AstCond, AstCount, AstPlace, AstPlayerRef, AstUnit, Name};
use crate::span::Span;

/// A statement of *board*.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AstBoard {
    /// `2 rows of 6 holes`.
    Rows {
        /// How many rows.
        rows: AstCount,
        /// How many holes in each.
        columns: AstCount,
    },
    /// `rows from each player: outer, inner`.
    RowNames(Vec<Name>),
    /// `players West, East`: the first has seat 0.
    Players(Vec<Name>),
    /// `each player owns SHARE [and SHARE]* [and a store]`.
    Owns {
        /// The owner.
        who: Owner,
        /// The places.
        shares: Vec<AstShare>,
        /// `and a store`.
        store: bool,
        /// `and a hidden store`.
        hidden: bool,
    },
    /// `each player has a store [beside PLACE]`.
    EachHas {
        /// `a hidden store`.
        hidden: bool,
        /// `beside PLACE`: only the drawing depends on it.
        beside: Option<AstPlace>,
    },
    /// `the board has a goal [beside PLACE]`: a place that nobody owns.
    BoardHas {
        /// Its name, used like a noun.
        name: Name,
        /// `beside PLACE`: only the drawing depends on it.
        beside: Option<AstPlace>,
    },
}

/// Who owns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Owner {
    /// `each player`.
    Each,
    /// `nobody`.
    Nobody,
    /// A player by name.
    Named(Name),
}

/// What is owned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AstShare {
    /// `the nearest row`, `the nearest 2 rows`.
    Nearest(AstCount, Span),
    /// `columns 1 to 3`.
    Columns(AstCount, AstCount, Span),
    /// `the rightmost 3 holes of each row`, `the leftmost 3 holes of each row`.
    OfEachRow(AstSide, AstCount, Span),
    /// `the holes`.
    Holes(Span),
    /// Any place phrase without content: `every near hole`.
    Places(AstPlace),
}

/// A statement of *start*.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AstStart {
    /// `every hole holds 4`, `every hand holds 22`.
    Holds {
        /// The places.
        places: AstPlace,
        /// Seeds in each.
        count: AstCount,
        /// The kind of seeds, if one is named.
        kind: Option<Name>,
    },
    /// `every inner row holds, from the right, 0, 2, 2, 6`; the rest empty.
    List {
        /// The row or rows.
        places: AstPlace,
        /// Counted from this end, as the owner (or nearest player) sees it.
        from: AstSide,
        /// One number for each hole.
        counts: Vec<AstCount>,
    },
    /// `every own hole holds 9, 0, 0, along the way from the rightmost own hole`.
    AlongTheWay {
        /// The holes.
        places: AstPlace,
        /// One number for each hole, in the order of the way.
        counts: Vec<AstCount>,
        /// Where the first number goes.
        from: AstPlace,
    },
    /// `East moves first`.
    MovesFirst(AstPlayerRef),
}

/// A statement of *way*: `[WHO] CIRCUIT [, MANNER]* [when COND]`, or a choice, or a manner alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AstWayLine {
    /// `West rightwards ...`: for that player only.
    pub who: Option<AstPlayerRef>,
    /// The circuit, the choice, or nothing but manners.
    pub kind: AstWayKind,
    /// `, passing over ...`, `, beginning in ...`, `, then through ...`.
    pub manners: Vec<AstManner>,
    /// `when COND`: the line holds only then; evaluated before the seeds are taken up.
    pub when: Option<AstCond>,
}

/// The first part of a line of *way*.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AstWayKind {
    /// `[DIR] round PLACES`, `anticlockwise` alone (round every hole).
    Round {
        /// The direction, if given.
        dir: Option<AstDir>,
        /// Every hole if not given.
        places: Option<AstPlace>,
    },
    /// `rightwards through every near hole, then leftwards through every middle hole`.
    Stretches(Vec<(AstDir, AstPlace)>),
    /// `WHO chooses a direction at each move | at the first move of the match`.
    Choice {
        /// Who chooses; `each player`: each for themselves.
        who: AstPlayerRef,
        /// The stretch of play for which the choice holds.
        scope: AstUnit,
    },
    /// `each later lap of the turn goes the other way`.
    LaterLaps {
        /// Laps of the move or of the turn.
        of: AstUnit,
        /// Their direction.
        dir: AstDir,
    },
    /// Only manners.
    Manner,
}

/// A manner of sowing or filling, with its condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AstManner {
    /// Its kind.
    pub how: AstMannerKind,
    /// `when COND`, of this manner alone.
    pub when: Option<AstCond>,
    /// Its span.
    pub span: Span,
}

/// The manners of sowing and filling.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AstMannerKind {
    /// `passing over PLACES`.
    PassingOver(AstPlace),
    /// `beginning in PLACE`.
    BeginningIn(AstPlace),
    /// `then through PLACE`: a place of the way after the last hole.
    ThenThrough(AstPlace),
    /// `2 seeds in each hole`.
    InEach(AstCount),
    /// `from the left`, `from the right` (of *fill*).
    From(AstSide),
    /// `in any order`: of *fill*, the player chooses which hole; of a sowing, which kind of seeds.
    AnyOrder,
    /// `along the way from PLACE` (of *fill*).
    AlongTheWay(AstPlace),
    /// A direction, of an action.
    Dir(AstDir),
}

/// Left or right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum AstSide {
    Left,
    Right,
}

/// A direction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AstDir {
    /// Seen from above.
    Anticlockwise(Span),
    /// Seen from above.
    Clockwise(Span),
    /// As the player sees their nearest row.
    Leftwards(Span),
    /// As the player sees their nearest row.
    Rightwards(Span),
    /// Against the lap just sown.
    OtherWay(Span),
    /// `in either direction`: the player chooses.
    Either(Span),
    /// `towards PLACE`: from the origin, the shorter way to it.
    Towards(Box<AstPlace>),
    /// A note that holds a direction.
    Note(Name),
}
