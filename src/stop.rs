//! The wish that long work ends early.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that everybody who has a copy of it can set and see. Nothing here knows of signals.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks for an end.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody has asked for an end.
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
