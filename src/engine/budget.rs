//! One budget of work for a whole public call of the engine.
//!
//! A call may follow many stories, each of many laps, and a story may judge by trying what another
//! player could do. Limits on each of them would multiply; so all of them draw on one budget, which
//! belongs to the call. Work is counted, never timed, so a result is the same on every machine.
//!
//! A call runs on one thread from its beginning to its end. The budget is therefore kept by the
//! thread: a [`Call`] opens it, calls inside that one share it, and dropping the outermost closes it.
//! When it is spent, sowings and searches stop as if they had no end, by the default clause
//! [`Fuel`](crate::model::Default::Fuel).

use std::cell::Cell;

/// What a call may cost. A fall of a seed in a turned relay costs one.
const CALL: u64 = 1 << 30;

/// A fall of a seed that is told by itself.
pub(super) const FALL: u64 = 16;
/// A lap, beside its seeds.
pub(super) const LAP: u64 = 64;
/// An action.
pub(super) const DEED: u64 = 32;
/// A story, with what its beginning copies.
pub(super) const STORY: u64 = 512;

thread_local! {
    /// What is left to the call that this thread is in, if it is in one.
    static LEFT: Cell<Option<u64>> = const { Cell::new(None) };
}

/// A public call of the engine, while it lasts.
#[derive(Debug)]
pub(super) struct Call {
    outermost: bool,
}

impl Call {
    #[inline]
    pub(super) fn begin() -> Call {
        let outermost = LEFT.get().is_none();
        if outermost {
            LEFT.set(Some(CALL));
        }
        Call { outermost }
    }
}

impl Drop for Call {
    #[inline]
    fn drop(&mut self) {
        if self.outermost {
            LEFT.set(None);
        }
    }
}

/// Draws on the budget of the call.
#[inline]
pub(super) fn spend(work: u64) {
    if let Some(left) = LEFT.get() {
        LEFT.set(Some(left.saturating_sub(work)));
    }
}

/// Whether the budget of the call is spent.
#[inline]
pub(super) fn is_spent() -> bool {
    LEFT.get() == Some(0)
}

/// What is left.
#[inline]
pub(super) fn left() -> u64 {
    LEFT.get().unwrap_or(CALL)
}

#[cfg(test)]
mod tests {
    use super::{CALL, Call, is_spent, left, spend};

    #[test]
    fn calls_inside_a_call_share_its_budget() {
        {
            let _outer = Call::begin();
            spend(CALL - 1);
            {
                let _inner = Call::begin();
                assert_eq!(left(), 1);
                spend(10);
            }
            assert!(is_spent());
        }
        assert!(!is_spent());
        let _next = Call::begin();
        assert_eq!(left(), CALL);
    }
}
