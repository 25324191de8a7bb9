//! Limits the memory of a compilation: a text of a few lines can ask for very large programs.

use super::place_cases::PlaceCases;
use super::{Lowered, TOO_LARGE};
use crate::model::PlaceId;
use crate::program::{Act, BlockCase, Test};
use std::cell::Cell;

/// Limit for all players together. The largest shipped game takes two million bytes.
const MAX_BYTES: usize = 24 << 20;

/// Tests are shared and take time rather than memory; each step of a test counts as this many bytes.
const BYTES_PER_TEST_STEP: usize = 4;

/// Memory used for a player's rules, in bytes.
#[derive(Debug, Default)]
pub(super) struct MemoryUse {
    used: Cell<usize>,
    most: Cell<usize>,
    too_large: Cell<bool>,
}

impl MemoryUse {
    /// Starts the rules of one of `seats` players.
    pub fn begin_seat(&self, seats: usize) {
        self.used.set(0);
        self.most.set(MAX_BYTES / seats.max(1));
    }

    /// Counts memory.
    pub fn add(&self, more: usize) {
        let made = self.used.get() + more;
        self.used.set(made);
        if made > self.most.get().max(MAX_BYTES / 8) {
            self.too_large.set(true);
        }
    }

    /// Whether some player's rules exceed the limit.
    pub fn is_too_large(&self) -> bool {
        self.too_large.get()
    }

    /// Records that rules lowered on another thread exceed the limit.
    pub fn is_too_large_elsewhere(&self) {
        self.too_large.set(true);
    }
}

/// Results that can be memoized.
pub(super) trait Memoizable: Clone {
    /// Memory on the heap, in bytes.
    fn heap(&self) -> usize;

    /// The result if the limit is exceeded.
    fn too_large() -> Self;
}

/// Values with memory on the heap.
pub(super) trait HeapSize {
    /// Approximate memory on the heap, in bytes.
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
                let of = |(_, places): &(Test, PlaceCases)| {
                    size_of::<(Test, PlaceCases)>() + places.heap()
                };
                cases.iter().map(of).sum()
            }
        }
    }
}

impl HeapSize for Test {
    fn heap(&self) -> usize {
        // Parts of a test are shared, and have been counted when they were made.
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
