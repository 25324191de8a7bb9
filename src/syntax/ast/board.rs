//! What lies on the table, and the way round it.

use super::{Cond, Count, Name, Place, Unit, Who};
use crate::span::Span;

/// A statement of *board*.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Board {
    /// `2 rows of 6 holes`.
    Rows {
        /// How many rows.
        rows: Count,
        /// How many holes in each.
        columns: Count,
    },
    /// `rows from each player: outer, inner`.
    RowNames(Vec<Name>),
    /// `players West, East`: the first has seat 0.
    Players(Vec<Name>),
    /// `each player owns SHARE [and SHARE]* [and a store]`.
    Owns {
        /// Whose.
        who: Owner,
        /// What.
        shares: Vec<Share>,
        /// `and a store`.
        store: bool,
        /// `and a hidden store`.
        hidden: bool,
    },
    /// `each player has a store [beside PLACE]`.
    EachHas {
        /// `a hidden store`.
        hidden: bool,
        /// `beside PLACE` says only where it is drawn.
        beside: Option<Place>,
    },
    /// `the board has a goal [beside PLACE]`: a place that nobody owns.
    BoardHas {
        /// Its name, used like a noun.
        name: Name,
        /// Where it lies.
        beside: Option<Place>,
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
pub enum Share {
    /// `the nearest row`, `the nearest 2 rows`.
    Nearest(Count, Span),
    /// `columns 1 to 3`.
    Columns(Count, Count, Span),
    /// `the rightmost 3 holes of each row`, `the leftmost 3 holes of each row`.
    OfEachRow(Side, Count, Span),
    /// `the holes`.
    Holes(Span),
    /// Any place phrase without content: `every near hole`.
    Places(Place),
}

/// A statement of *start*.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// `every hole holds 4`, `every hand holds 22`.
    Holds {
        /// Which.
        places: Place,
        /// How many each.
        count: Count,
        /// Of a kind of seeds.
        kind: Option<Name>,
    },
    /// `every inner row holds, from the right, 0, 2, 2, 6`; the rest empty.
    List {
        /// Which row or rows.
        places: Place,
        /// Counted from this end, as the owner (or nearest player) sees it.
        from: Side,
        /// One number a hole.
        counts: Vec<Count>,
    },
    /// `every own hole holds 9, 0, 0, along the way from the rightmost own hole`.
    AlongTheWay {
        /// Which holes.
        places: Place,
        /// One number a hole, in the order of the way.
        counts: Vec<Count>,
        /// Where the first number goes.
        from: Place,
    },
    /// `East moves first`.
    MovesFirst(Who),
}

/// A statement of *way*: `[WHO] CIRCUIT [, MANNER]* [when COND]`, or a choice, or a manner alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WayLine {
    /// `West rightwards ...`: for that player only.
    pub who: Option<Who>,
    /// What is said.
    pub said: WaySaid,
    /// `, passing over ...`, `, beginning in ...`, `, then through ...`.
    pub manners: Vec<Manner>,
    /// `when COND`: the line holds only then; read before the seeds are taken up.
    pub when: Option<Cond>,
}

/// The first part of a line of *way*.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WaySaid {
    /// `[DIR] round PLACES`, `anticlockwise` alone (round every hole).
    Round {
        /// Where it is said.
        dir: Option<Dir>,
        /// Every hole where not said.
        places: Option<Place>,
    },
    /// `rightwards through every near hole, then leftwards through every middle hole`.
    Stretches(Vec<(Dir, Place)>),
    /// `WHO chooses a direction at each move | at the first move of the match`.
    Choice {
        /// Who chooses; `each player`: everyone for himself.
        who: Who,
        /// How long the choice holds.
        scope: Unit,
    },
    /// `each later lap of the turn goes the other way`.
    LaterLaps {
        /// Laps of the move or of the turn.
        of: Unit,
        /// Where they go.
        dir: Dir,
    },
    /// Only manners.
    Manner,
}

/// How the seeds are put down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Manner {
    /// What.
    pub how: How,
    /// `when COND`, of this manner alone.
    pub when: Option<Cond>,
    /// Where.
    pub span: Span,
}

/// A manner of sowing or filling.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum How {
    /// `passing over PLACES`.
    PassingOver(Place),
    /// `beginning in PLACE`.
    BeginningIn(Place),
    /// `then through PLACE`: a place of the way after the last hole.
    ThenThrough(Place),
    /// `2 seeds in each hole`.
    InEach(Count),
    /// `from the left`, `from the right` (of *fill*).
    From(Side),
    /// `in any order`: of *fill*, the player chooses which hole; of a sowing, which kind of seeds.
    AnyOrder,
    /// `along the way from PLACE` (of *fill*).
    AlongTheWay(Place),
    /// A direction, of an action.
    Dir(Dir),
}

/// Left or right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Side {
    Left,
    Right,
}

/// A direction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Dir {
    /// Seen from above.
    Anticlockwise(Span),
    /// Seen from above.
    Clockwise(Span),
    /// As the player sees his nearest row.
    Leftwards(Span),
    /// As the player sees his nearest row.
    Rightwards(Span),
    /// Against the lap just sown.
    OtherWay(Span),
    /// `in either direction`: the player chooses.
    Either(Span),
    /// `towards PLACE`: from the origin, the shorter way to it.
    Towards(Box<Place>),
    /// A note that holds a direction.
    Note(Name),
}
