//! Lanes: the numbers of a position.

use crate::model::{KindId, MarkId, PlaceId, PlaceSetBits, Seat};

/// Index of one number of a position. The first lanes are the seeds of the places, in the model's order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Lane(pub u8);

impl Lane {
    /// As an index.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a lane holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LaneRole {
    /// The seeds of a place.
    Seeds(PlaceId),
    /// A mark of a place: 0 none, 255 marked, else the owner's seat + 1.
    Mark(MarkId, PlaceId),
    /// A mark of a player.
    PlayerMark(MarkId, Seat),
    /// A note, by its index in the table of notes.
    Note(u16),
    /// The stage of a player.
    Stage(Seat),
    /// Extra moves that a player has been given for their next turn.
    ExtraMoves(Seat),
    /// Moves left in the turn.
    MovesLeft,
    /// Moves made in the turn.
    MovesMade,
    /// An earlier move of this turn has captured.
    TurnCaptured,
    /// An earlier move of this turn has sown in a place.
    TurnSown(PlaceId),
    /// Direction of the last lap of an earlier move of this turn.
    TurnDirection,
    /// The player has ended a move in this stage.
    Moved(Seat),
    /// The player has ended a turn in this game.
    Played(Seat),
    /// Owner of a hole that can change owner: 0 nobody, else seat + 1.
    Owner(PlaceId),
    /// Whether a hole that can be closed or opened in play is closed.
    Closed(PlaceId),
    /// The seeds of the last capture, which lie in a store.
    LastCapture,
    /// The seeds being sown.
    SowingHand,
    /// The seeds of a kind in a lane of seeds.
    Kind(Lane, KindId),
}

/// A set of lanes, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct LaneSet(pub [u64; 4]);

impl LaneSet {
    /// Adds a lane.
    pub fn insert(&mut self, lane: Lane) {
        self.0[lane.index() / 64] |= 1 << (lane.0 % 64);
    }

    /// Whether a lane is in it.
    pub fn contains(&self, lane: Lane) -> bool {
        self.0[lane.index() / 64] >> (lane.0 % 64) & 1 == 1
    }

    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// Number of lanes.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The lanes, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = Lane> + use<> {
        PlaceSetBits(self.0).iter().map(|place| Lane(place.0))
    }

    /// Intersection.
    #[must_use]
    pub fn intersection(self, other: LaneSet) -> LaneSet {
        LaneSet(PlaceSetBits(self.0).intersection(PlaceSetBits(other.0)).0)
    }

    /// Union.
    #[must_use]
    pub fn union(self, other: LaneSet) -> LaneSet {
        LaneSet(PlaceSetBits(self.0).union(PlaceSetBits(other.0)).0)
    }
}

impl FromIterator<Lane> for LaneSet {
    fn from_iter<I: IntoIterator<Item = Lane>>(lanes: I) -> LaneSet {
        let mut set = LaneSet::default();
        lanes.into_iter().for_each(|lane| set.insert(lane));
        set
    }
}

impl From<Lane> for LaneSet {
    /// The set of a single lane.
    fn from(lane: Lane) -> LaneSet {
        let mut set = LaneSet::default();
        set.insert(lane);
        set
    }
}

impl From<PlaceSetBits> for LaneSet {
    /// The lanes of the seeds of these places.
    fn from(places: PlaceSetBits) -> LaneSet {
        LaneSet(places.0)
    }
}
