//! Typed ids: indices into the tables of a model. In JSON they are plain numbers.

use serde::{Deserialize, Serialize};

/// A player: index in turn order, from 0.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize,
)]
pub struct Seat(pub u8);

impl Seat {
    /// As an index of tables.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A place of the board: its holes first, then stores, hands, shared places.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize,
)]
pub struct PlaceId(pub u8);

impl PlaceId {
    /// As an index of tables.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

macro_rules! id {
    ($(#[$doc:meta] $name:ident),* $(,)?) => {$(
        #[$doc]
        #[derive(
            Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize,
        )]
        pub struct $name(pub u16);

        impl $name {
            /// As an index of tables.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

id! {
    /// A mark of the description.
    MarkId,
    /// A note of the description.
    NoteId,
    /// A stage.
    StageId,
    /// A named list of cases.
    WordId,
    /// A kind of seeds.
    KindId,
    /// One of the alternatives of `either A, or B`, numbered through the whole description.
    AlternativeId,
}

/// A statement that acts, or a default. There is no `Default` impl: every event names the statement
/// that caused it, so an id always comes from a statement or from [`super::DefaultClause`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ClauseId(pub u16);

impl ClauseId {
    /// As an index of tables.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A bit set of places.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PlaceSetBits(pub [u64; 4]);

impl PlaceSetBits {
    /// Adds a place.
    pub fn insert(&mut self, place: PlaceId) {
        self.0[place.index() / 64] |= 1 << (place.0 % 64);
    }

    /// Removes a place.
    pub fn remove(&mut self, place: PlaceId) {
        self.0[place.index() / 64] &= !(1 << (place.0 % 64));
    }

    /// Whether it contains a place.
    pub fn contains(&self, place: PlaceId) -> bool {
        self.0[place.index() / 64] >> (place.0 % 64) & 1 == 1
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// The places, ascending.
    pub fn iter(&self) -> PlaceSetIter {
        PlaceSetIter { words: self.0, at: 0 }
    }

    /// The number of places.
    pub(crate) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The union.
    #[must_use]
    pub fn union(self, other: PlaceSetBits) -> PlaceSetBits {
        let mut all = self;
        all.0.iter_mut().zip(other.0).for_each(|(a, b)| *a |= b);
        all
    }

    /// The intersection.
    #[must_use]
    pub fn intersection(self, other: PlaceSetBits) -> PlaceSetBits {
        let mut both = self;
        both.0.iter_mut().zip(other.0).for_each(|(a, b)| *a &= b);
        both
    }

    /// The places of `self` that are not in `other`.
    #[must_use]
    pub fn without(self, other: PlaceSetBits) -> PlaceSetBits {
        let mut rest = self;
        rest.0.iter_mut().zip(other.0).for_each(|(a, b)| *a &= !b);
        rest
    }
}

impl FromIterator<PlaceId> for PlaceSetBits {
    fn from_iter<I: IntoIterator<Item = PlaceId>>(places: I) -> Self {
        let mut set = PlaceSetBits::default();
        places.into_iter().for_each(|p| set.insert(p));
        set
    }
}

/// Iterates over the places of a set, ascending.
#[derive(Clone, Debug)]
pub struct PlaceSetIter {
    /// The remaining bits of each word.
    words: [u64; 4],
    /// The index of the current word.
    at: usize,
}

impl Iterator for PlaceSetIter {
    type Item = PlaceId;

    #[inline]
    fn next(&mut self) -> Option<PlaceId> {
        while let Some(word) = self.words.get_mut(self.at) {
            if *word != 0 {
                let bit = word.trailing_zeros();
                *word &= *word - 1;
                return Some(PlaceId((self.at as u32 * 64 + bit) as u8));
            }
            self.at += 1;
        }
        None
    }
}
