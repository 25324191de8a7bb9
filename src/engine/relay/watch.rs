//! What conditions look at.

use crate::engine::execution::Execution;
use crate::model::{PlaceId, PlaceSetBits};
use std::cell::Cell;

/// What conditions look at, noted while it is switched on.
#[derive(Debug, Default)]
pub(super) struct ReadWatch {
    on: Cell<bool>,
    seeds: Cell<PlaceSetBits>,
    impure: Cell<bool>,
}

impl ReadWatch {
    /// The seeds of a place are read.
    #[inline]
    fn mark_seeds(&self, place: PlaceId) {
        if self.on.get() {
            let mut seeds = self.seeds.get();
            seeds.insert(place);
            self.seeds.set(seeds);
        }
    }

    /// Something is read that may change from lap to lap, other than the seeds of a place.
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

    /// The places whose seeds were looked at; `None` where something else was that may change.
    fn end(&self) -> Option<PlaceSetBits> {
        self.on.set(false);
        (!self.impure.get()).then(|| self.seeds.get())
    }
}

impl Execution<'_> {
    /// The seeds of a place are read.
    #[inline]
    pub(crate) fn mark_seeds_read(&self, place: PlaceId) {
        if let Some(relay) = &self.relay {
            relay.watch.mark_seeds(place);
        }
    }

    /// Something is read that may change from lap to lap, other than the seeds of a place.
    #[inline]
    pub(crate) fn mark_impure(&self) {
        if let Some(relay) = &self.relay {
            relay.watch.mark_impure();
        }
    }

    /// From now on it is noted what conditions look at.
    pub(super) fn begin_watch(&mut self) {
        self.relay.get_or_insert_default().watch.begin();
    }

    /// Nothing is noted any more. The places whose seeds were looked at; `None` where something else
    /// was that may change from lap to lap.
    pub(super) fn end_watch(&self) -> Option<PlaceSetBits> {
        self.relay.as_ref().and_then(|relay| relay.watch.end())
    }
}
