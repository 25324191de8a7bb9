//! Work limit of one decision.
//!
//! Where the work comes near the reference engine's limit for one answer, the reference engine has to decide,
//! since only its own limit counts. Work is counted here in the same units, against a lower limit.

use crate::engine::{EXECUTION, FALL, LAP, WORK, count_work};
use crate::program::Code;
use std::cell::Cell;

/// The reference engine may need this many times the work counted here.
const REFERENCE_FACTOR: u64 = 2;

/// Least number of answers between which the work of a decision is divided.
const ANSWERS: u32 = 8;

/// Work of a fall with per-seed hooks.
const FALL_LOOKED_AT: u64 = 16 * FALL;

thread_local! {
    /// Work left on this thread.
    static LEFT: Cell<u64> = const { Cell::new(0) };
}

/// Starts counting the work for one of this many answers.
pub(super) fn begin(answers: u32) {
    LEFT.set(WORK / REFERENCE_FACTOR / u64::from(answers.max(ANSWERS)));
}

/// Counts one simulated path of replies.
pub(super) fn count_path(code: &Code, laps: u32, falls: u64) {
    spend(EXECUTION + LAP * u64::from(laps) + fall(code) * falls);
}

/// Counts one lap of a long relay, with this many falls.
pub(super) fn count_lap(code: &Code, falls: u32) {
    spend(LAP + fall(code) * u64::from(falls));
}

/// Work of one fall.
fn fall(code: &Code) -> u64 {
    if code.has_fall_hooks() { FALL_LOOKED_AT } else { FALL }
}

fn spend(work: u64) {
    count_work(work);
    LEFT.set(LEFT.get().saturating_sub(work));
}

/// Whether the limit is reached: the reference engine has to decide.
pub(super) fn is_exhausted() -> bool {
    LEFT.get() == 0
}
