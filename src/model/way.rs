//! How seeds are sown: rings, directions, ways.

use super::circuit::DynamicCircuit;
use super::cond::{Cond, Count};
use super::ids::{ClauseId, NoteId, PlaceId, Seat};
use super::place::PlacePhrase;
use super::rules::Unit;
use serde::{Deserialize, Serialize};

/// A direction round a ring.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// Forward.
    Anticlockwise,
    /// Backward.
    Clockwise,
}

impl Direction {
    /// Both directions.
    pub const BOTH: [Direction; 2] = [Direction::Anticlockwise, Direction::Clockwise];

    /// The direction along the ring (`forward`), or against it.
    pub(crate) fn of_forward(forward: bool) -> Direction {
        if forward { Direction::Anticlockwise } else { Direction::Clockwise }
    }

    /// Whether it goes along the ring.
    pub(crate) fn is_forward(self) -> bool {
        self == Direction::Anticlockwise
    }

    /// The other direction.
    #[must_use]
    pub fn opposite(self) -> Direction {
        match self {
            Direction::Anticlockwise => Direction::Clockwise,
            Direction::Clockwise => Direction::Anticlockwise,
        }
    }

    /// The other direction, if `reversed`.
    pub(crate) fn reversed_if(self, reversed: bool) -> Direction {
        if reversed { self.opposite() } else { self }
    }
}

/// A closed sequence of places, anticlockwise (forward).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ring {
    /// In forward order; each place once.
    pub places: Vec<PlaceId>,
    /// Where the way begins for the player, for what is the first or last place of it: the left end of their nearest
    /// row. `None`: with the first of the places.
    pub begin: Option<PlaceId>,
    /// Whether the player's rightwards is forward.
    pub right_is_forward: bool,
}

impl Ring {
    /// The number of a place along the way from where that begins, from 0; `None`: it is not on the ring.
    pub fn number(&self, place: PlaceId) -> Option<usize> {
        let begin = self.begin.and_then(|begin| self.index(begin)).unwrap_or(0);
        let len = self.places.len();
        Some((self.index(place)? + len - begin) % len)
    }

    fn index(&self, place: PlaceId) -> Option<usize> {
        self.places.iter().position(|p| *p == place)
    }

    /// Whether the shorter way between two places goes forward; it does if both are as long.
    /// `None`: one of them is not on the ring.
    pub fn shorter_is_forward(&self, from: PlaceId, to: PlaceId) -> Option<bool> {
        let len = self.places.len();
        let forward = (self.index(to)? + len - self.index(from)?) % len;
        Some(forward <= len - forward)
    }
}

/// A direction.
#[derive(Clone, PartialEq, Debug)]
pub enum Dir {
    /// Forward on every ring.
    Anticlockwise,
    /// Backward on every ring.
    Clockwise,
    /// Rightwards along the player's nearest row.
    Rightwards,
    /// Leftwards along the player's nearest row.
    Leftwards,
    /// Against the lap just sown.
    OtherWay,
    /// The player chooses.
    Ask,
    /// The shorter way from the origin to a place; forward if both are equal.
    Towards(Box<PlacePhrase>),
    /// A note that holds a direction; the actor's, if each player has one.
    Note(NoteId),
}

/// A statement of *way*. The first circuit whose seat and condition match is the way; manners
/// accumulate.
#[derive(Clone, Debug)]
pub struct WayLine {
    /// The statement.
    pub clause: ClauseId,
    /// For this player only.
    pub seat: Option<Seat>,
    /// Evaluated before the seeds are picked up.
    pub when: Option<Cond>,
    /// What kind of statement.
    pub kind: WayKind,
    /// How the seeds are dropped.
    pub manners: Vec<Manner>,
}

/// The kinds of statements of *way*.
#[derive(Clone, Debug)]
pub enum WayKind {
    /// Round a ring, one for each seat.
    Circuit {
        /// By seat, with the owners of *board*.
        rings: Vec<Ring>,
        /// How the rings depend on owners; `None`: they never change.
        dynamic: Option<Box<DynamicCircuit>>,
        /// The direction, unless an action or a choice gives another.
        dir: Option<Dir>,
    },
    /// A player chooses the direction.
    Choice {
        /// How long the choice is valid.
        scope: Unit,
        /// The note that keeps it, for scopes of a game or a match.
        note: Option<NoteId>,
        /// One choice for both players, made by the player who sows first.
        shared: bool,
    },
    /// Laps after the first of the move, or of the turn, go in another direction.
    LaterLaps {
        /// Move or turn.
        of: Unit,
        /// The direction.
        dir: Dir,
    },
    /// Only manners.
    Manners,
}

/// How the seeds are dropped.
#[derive(Clone, Debug)]
pub struct Manner {
    /// The kind.
    pub kind: MannerKind,
    /// *passing over*: evaluated at every place reached, with the seed still in the sowing hand.
    /// The others: evaluated before the seeds are picked up.
    pub when: Option<Cond>,
}

/// A manner.
#[derive(Clone, Debug)]
pub enum MannerKind {
    /// These places get no seeds.
    PassingOver(PlacePhrase),
    /// The first seed falls there.
    BeginningIn(PlacePhrase),
    /// This many seeds in each place; the last place gets what is left.
    InEach(Count),
    /// The player chooses in which order the kinds of seeds fall.
    AnyOrder,
}

impl WayKind {
    /// The rings of a circuit, by seat; none for other lines.
    pub fn rings(&self) -> &[Ring] {
        match self {
            WayKind::Circuit { rings, .. } => rings,
            WayKind::Choice { .. } | WayKind::LaterLaps { .. } | WayKind::Manners => &[],
        }
    }
}

impl WayLine {
    /// Whether the circuit depends on who owns the holes, and owners change.
    pub fn is_dynamic(&self) -> bool {
        matches!(&self.kind, WayKind::Circuit { dynamic: Some(_), .. })
    }
}
