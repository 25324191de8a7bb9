//! A request to stop long work.
//!
//! Give a clone of the flag to the work and keep another: a signal handler, a timer or another
//! thread sets it, and the work ends the next time it reads the flag. Setting it twice is fine.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag shared by all its clones.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Requests a stop.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether a stop is requested.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::StopFlag;

    #[test]
    fn all_clones_share_one_request() {
        let flag = StopFlag::default();
        let work = flag.clone();
        assert!(!work.is_set());
        flag.set();
        assert!(work.is_set());
    }
}
