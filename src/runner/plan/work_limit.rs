//! How much is done to find out about one answer.
//!
//! Where it comes near what the reference engine does for one answer, the reference engine has to
//! tell: only its own limits decide. So what is counted here is counted in its units, and less is
//! allowed.

use crate::engine::{EXECUTION, FALL, LAP, WORK, count_work};
use crate::program::Code;
use std::cell::Cell;

/// The reference engine may do so many times as much for what is counted here.
const REFERENCE_FACTOR: u64 = 2;

/// Answers share the work; there are seldom more than so many.
const ANSWERS: u32 = 8;

/// A fall at which there is something to look at.
const FALL_LOOKED_AT: u64 = 16 * FALL;

thread_local! {
    /// What may still be done on this thread.
    static LEFT: Cell<u64> = const { Cell::new(0) };
}

/// One of so many answers is about to be looked at.
pub(super) fn begin(answers: u32) {
    LEFT.set(WORK / REFERENCE_FACTOR / u64::from(answers.max(ANSWERS)));
}

/// One way to go on has been told.
pub(super) fn count_path(code: &Code, laps: u32, falls: u64) {
    spend(EXECUTION + LAP * u64::from(laps) + fall(code) * falls);
}

/// One lap of very many is told, and so many seeds fall in it.
pub(super) fn count_lap(code: &Code, falls: u32) {
    spend(LAP + fall(code) * u64::from(falls));
}

/// What a fall costs.
fn fall(code: &Code) -> u64 {
    if code.has_fall_hooks() { FALL_LOOKED_AT } else { FALL }
}

fn spend(work: u64) {
    count_work(work);
    LEFT.set(LEFT.get().saturating_sub(work));
}

/// Whether the reference engine has to tell.
pub(super) fn is_exhausted() -> bool {
    LEFT.get() == 0
}
