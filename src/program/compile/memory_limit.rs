//! How much memory is taken by what has been read of a model: a text of a few lines can ask for very
//! many steps.

use super::place_cases::PlaceCases;
use super::{Lowered, TOO_LARGE};
use crate::model::PlaceId;
use crate::program::{Act, BlockCase, Test};
use std::cell::Cell;

/// So many bytes may be taken for all players together. The largest shipped game takes two millions.
const MAX_BYTES: usize = 24 << 20;

/// What takes long takes no memory; a step of a test counts as so many bytes.
const BYTES_PER_TEST_STEP: usize = 4;

/// How much has been read of a player's rules, in bytes.
#[derive(Debug, Default)]
pub(super) struct MemoryUse {
    used: Cell<usize>,
    most: Cell<usize>,
    too_large: Cell<bool>,
}

impl MemoryUse {
    /// The rules of one of so many players are about to be read.
    pub fn begin_seat(&self, seats: usize) {
        self.used.set(0);
        self.most.set(MAX_BYTES / seats.max(1));
    }

    /// So much more has been made.
    pub fn add(&self, more: usize) {
        let made = self.used.get() + more;
        self.used.set(made);
        if made > self.most.get().max(MAX_BYTES / 8) {
            self.too_large.set(true);
        }
    }

    /// Whether it is too much for some player.
    pub fn is_too_large(&self) -> bool {
        self.too_large.get()
    }

    /// It is too much for a player whose rules were read on another thread.
    pub fn is_too_large_elsewhere(&self) {
        self.too_large.set(true);
    }
}

/// What may be kept when it has been read.
pub(super) trait Memoizable: Clone {
    /// The memory that it takes beside itself.
    fn heap(&self) -> usize;

    /// There is too much already.
    fn too_large() -> Self;
}

/// What takes memory beside itself.
pub(super) trait HeapSize {
    /// So many bytes, about.
    fn heap(&self) -> usize;
}

impl<T: HeapSize + Clone> Memoizable for Lowered<T> {
    fn heap(&self) -> usize {
        self.as_ref().map_or(0, HeapSize::heap)
    }

    fn too_large() -> Self {
        Err(TOO_LARGE)
    }
}

impl HeapSize for PlaceCases {
    fn heap(&self) -> usize {
        match self {
            PlaceCases::Each(each) | PlaceCases::Run(each) | PlaceCases::First(each) => {
                let of = |(_, test): &(PlaceId, Test)| {
                    size_of::<(PlaceId, Test)>() + BYTES_PER_TEST_STEP * test.cost()
                };
                each.iter().map(of).sum()
            }
            PlaceCases::Cases(cases) => {
                let of = |(_, meant): &(Test, PlaceCases)| {
                    size_of::<(Test, PlaceCases)>() + meant.heap()
                };
                cases.iter().map(of).sum()
            }
        }
    }
}

impl HeapSize for Test {
    fn heap(&self) -> usize {
        // What a test is made of is shared; each part has been made by itself.
        let cost = self.cost();
        if cost < Test::MOST_COST {
            2 * size_of::<Test>() + BYTES_PER_TEST_STEP * cost
        } else {
            MAX_BYTES
        }
    }
}

impl HeapSize for Vec<Act> {
    fn heap(&self) -> usize {
        self.len() * size_of::<Act>()
    }
}

impl HeapSize for BlockCase {
    fn heap(&self) -> usize {
        self.acts.heap()
    }
}
