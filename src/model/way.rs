//! How seeds go round.

use super::circuit::DynamicCircuit;
use super::cond::{Cond, Count};
use super::ids::{ClauseId, NoteId, PlaceId, Seat};
use super::place::PlacePhrase;
use super::rules::Unit;

/// A closed sequence of places, told anticlockwise (forward).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ring {
    /// In forward order; each place once.
    pub places: Vec<PlaceId>,
    /// Whether the player's rightwards is forward.
    pub right_is_forward: bool,
}

impl Ring {
    /// Whether the shorter way from one place to another leads forward, as both do where they are as
    /// long; `None`: one of them is not on the ring.
    pub fn shorter_is_forward(&self, from: PlaceId, to: PlaceId) -> Option<bool> {
        let at = |place| self.places.iter().position(|p| *p == place);
        let len = self.places.len();
        let forward = (at(to)? + len - at(from)?) % len;
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
    /// As the player sees his nearest row.
    Rightwards,
    /// As the player sees his nearest row.
    Leftwards,
    /// Against the lap just sown.
    OtherWay,
    /// The player chooses.
    Ask,
    /// The shorter way from the origin to there; forward if equal.
    Towards(Box<PlacePhrase>),
    /// A note that holds a direction; the actor's, if each player has one.
    Note(NoteId),
}

/// A statement of *way*. The first circuit whose seat and condition fit is the way; manners add up.
#[derive(Clone, Debug)]
pub struct WayLine {
    /// The statement.
    pub clause: ClauseId,
    /// For that player only.
    pub seat: Option<Seat>,
    /// Read before the seeds are taken up.
    pub when: Option<Cond>,
    /// What it says.
    pub kind: WayKind,
    /// How the seeds are put down.
    pub manners: Vec<Manner>,
}

/// What a statement of *way* says.
#[derive(Clone, Debug)]
pub enum WayKind {
    /// Round a ring, one for each seat.
    Circuit {
        /// By seat, with the owners that *board* names.
        rings: Vec<Ring>,
        /// How the rings follow from the owners; `None`: they are always the same.
        dynamic: Option<Box<DynamicCircuit>>,
        /// Unless an action or a choice says another.
        dir: Option<Dir>,
    },
    /// A player chooses the direction.
    Choice {
        /// How long it holds.
        scope: Unit,
        /// Where it is kept, for scopes of a game or a match.
        note: Option<NoteId>,
        /// One choice for both players, made by whoever sows first.
        shared: bool,
    },
    /// Laps after the first of the move, or of the turn, go that way.
    LaterLaps {
        /// Of what.
        of: Unit,
        /// Which way.
        dir: Dir,
    },
    /// Only manners.
    Manners,
}

/// How the seeds are put down.
#[derive(Clone, Debug)]
pub struct Manner {
    /// What.
    pub kind: MannerKind,
    /// *passing over*: read at every place reached, the seed not yet down and counted in the sowing
    /// hand. The others: read before the seeds are taken up.
    pub when: Option<Cond>,
}

/// A manner.
#[derive(Clone, Debug)]
pub enum MannerKind {
    /// These places get nothing.
    PassingOver(PlacePhrase),
    /// The first seed goes there.
    BeginningIn(PlacePhrase),
    /// So many seeds in each place; the last gets what is left.
    InEach(Count),
    /// The player chooses in which order the kinds of seeds fall.
    AnyOrder,
}

impl WayKind {
    /// The rings of a circuit, one for each seat; none where it says something else.
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
