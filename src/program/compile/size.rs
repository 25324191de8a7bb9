//! How much memory is taken by what has been read of a model: a text of a few lines can ask for very
//! many steps.

use super::meant::Meant;
use super::{Made, TOO_LARGE};
use crate::model::PlaceId;
use crate::program::{Act, Case, Test};
use std::cell::Cell;

/// So many bytes may be taken for all players together. The largest shipped game takes two millions.
const MOST: usize = 24 << 20;

/// What takes long takes no memory; a step of a test counts as so many bytes.
const STEP: usize = 4;

/// How much has been read of a player's rules, in bytes.
#[derive(Debug, Default)]
pub(super) struct Size {
    made: Cell<usize>,
    most: Cell<usize>,
    too_large: Cell<bool>,
}

impl Size {
    /// The rules of one of so many players are about to be read.
    pub fn begin(&self, seats: usize) {
        self.made.set(0);
        self.most.set(MOST / seats.max(1));
    }

    /// So much more has been made.
    pub fn add(&self, more: usize) {
        let made = self.made.get() + more;
        self.made.set(made);
        if made > self.most.get().max(MOST / 8) {
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
pub(super) trait Kept: Clone {
    /// The memory that it takes beside itself.
    fn heap(&self) -> usize;

    /// There is too much already.
    fn too_large() -> Self;
}

/// What takes memory beside itself.
pub(super) trait Heap {
    /// So many bytes, about.
    fn heap(&self) -> usize;
}

impl<T: Heap + Clone> Kept for Made<T> {
    fn heap(&self) -> usize {
        self.as_ref().map_or(0, Heap::heap)
    }

    fn too_large() -> Self {
        Err(TOO_LARGE)
    }
}

impl Heap for Meant {
    fn heap(&self) -> usize {
        match self {
            Meant::Each(each) | Meant::Run(each) | Meant::First(each) => {
                let of =
                    |(_, test): &(PlaceId, Test)| size_of::<(PlaceId, Test)>() + STEP * test.cost();
                each.iter().map(of).sum()
            }
            Meant::Cases(cases) => {
                let of = |(_, meant): &(Test, Meant)| size_of::<(Test, Meant)>() + meant.heap();
                cases.iter().map(of).sum()
            }
        }
    }
}

impl Heap for Test {
    fn heap(&self) -> usize {
        // What a test is made of is shared; each part has been made by itself.
        let cost = self.cost();
        if cost < Test::MOST_COST { 2 * size_of::<Test>() + STEP * cost } else { MOST }
    }
}

impl Heap for Vec<Act> {
    fn heap(&self) -> usize {
        self.len() * size_of::<Act>()
    }
}

impl Heap for Case {
    fn heap(&self) -> usize {
        self.acts.heap()
    }
}
