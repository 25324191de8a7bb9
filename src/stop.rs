//! A request to stop, made from outside and looked at by whoever does long work.
//!
//! Give a clone of one flag to the work and keep another: a signal handler, a timer or another
//! thread sets it, and the work ends at the next point where it looks. Setting it twice is fine.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that all its clones share.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Asks the work to stop.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the work is asked to stop.
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
