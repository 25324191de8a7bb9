//! Records what conditions read.

use crate::engine::execution::Execution;
use crate::model::{PlaceId, PlaceSetBits};
use std::cell::Cell;

/// Records what conditions read, while switched on.
#[derive(Debug, Default)]
pub(super) struct ReadWatch {
    on: Cell<bool>,
    seeds: Cell<PlaceSetBits>,
    impure: Cell<bool>,
}

impl ReadWatch {
    /// Records a read of the seeds of a place.
    #[inline]
    fn mark_seeds(&self, place: PlaceId) {
        if self.on.get() {
            let mut seeds = self.seeds.get();
            seeds.insert(place);
            self.seeds.set(seeds);
        }
    }

    /// Records a read of anything else that may change from lap to lap.
    #[inline]
    fn mark_impure(&self) {
        if self.on.get() {
            self.impure.set(true);
        }
    }

    fn begin(&self) {
        self.on.set(true);
        self.seeds.set(PlaceSetBits::default());
        self.impure.set(false);
    }

    /// Stops. Returns the places whose seeds were read; `None` if anything else was that may
    /// change.
    fn end(&self) -> Option<PlaceSetBits> {
        self.on.set(false);
        (!self.impure.get()).then(|| self.seeds.get())
    }
}

impl Execution<'_> {
    /// Records a read of the seeds of a place.
    #[inline]
    pub(crate) fn mark_seeds_read(&self, place: PlaceId) {
        if let Some(relay) = &self.relay {
            relay.watch.mark_seeds(place);
        }
    }

    /// Records a read of anything else that may change from lap to lap.
    #[inline]
    pub(crate) fn mark_impure(&self) {
        if let Some(relay) = &self.relay {
            relay.watch.mark_impure();
        }
    }

    /// Starts recording what conditions read.
    pub(super) fn begin_watch(&mut self) {
        self.relay.get_or_insert_default().watch.begin();
    }

    /// Stops recording. Returns the places whose seeds were read; `None` if anything else was read
    /// that may change from lap to lap.
    pub(super) fn end_watch(&self) -> Option<PlaceSetBits> {
        self.relay.as_ref().and_then(|relay| relay.watch.end())
    }
}
