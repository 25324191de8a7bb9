//! What conditions look at.

use crate::engine::story::Story;
use crate::model::{PlaceId, PlaceSetBits};
use std::cell::Cell;

/// What conditions look at, noted while it is switched on.
#[derive(Debug, Default)]
pub(super) struct Watch {
    on: Cell<bool>,
    seeds: Cell<PlaceSetBits>,
    more: Cell<bool>,
}

impl Watch {
    /// The seeds of a place are read.
    #[inline]
    fn seeds_of(&self, place: PlaceId) {
        if self.on.get() {
            let mut seeds = self.seeds.get();
            seeds.insert(place);
            self.seeds.set(seeds);
        }
    }

    /// Something is read that may change from lap to lap, other than the seeds of a place.
    #[inline]
    fn changing(&self) {
        if self.on.get() {
            self.more.set(true);
        }
    }

    fn begin(&self) {
        self.on.set(true);
        self.seeds.set(PlaceSetBits::default());
        self.more.set(false);
    }

    /// The places whose seeds were looked at; `None` where something else was that may change.
    fn end(&self) -> Option<PlaceSetBits> {
        self.on.set(false);
        (!self.more.get()).then(|| self.seeds.get())
    }
}

impl Story<'_> {
    /// The seeds of a place are read.
    #[inline]
    pub(crate) fn reads_seeds_of(&self, place: PlaceId) {
        if let Some(relay) = &self.relay {
            relay.watch.seeds_of(place);
        }
    }

    /// Something is read that may change from lap to lap, other than the seeds of a place.
    #[inline]
    pub(crate) fn reads_what_changes(&self) {
        if let Some(relay) = &self.relay {
            relay.watch.changing();
        }
    }

    /// From now on it is noted what conditions look at.
    pub(super) fn watch(&mut self) {
        self.relay.get_or_insert_default().watch.begin();
    }

    /// Nothing is noted any more. The places whose seeds were looked at; `None` where something else
    /// was that may change from lap to lap.
    pub(super) fn watched(&self) -> Option<PlaceSetBits> {
        self.relay.as_ref().and_then(|relay| relay.watch.end())
    }
}
