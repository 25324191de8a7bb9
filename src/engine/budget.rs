//! One work budget for a whole public call of the engine.
//!
//! A call may run many executions, each of many laps, and an execution may run trials of another
//! player's moves. Limits on each of them would multiply, so all of them draw on one budget that
//! belongs to the call. Work is counted, never timed, so a result is the same on every machine.
//!
//! If several answers are tried, each has a [`share`] of its own: whether an answer is legal does
//! not depend on what was tried before it. The other runners rely on that.
//!
//! A call runs on one thread from its beginning to its end, so the budget is thread-local: a
//! [`BudgetScope`] opens it, nested scopes share it, and dropping the outermost closes it. When the
//! budget is spent, executions stop and conditions are not evaluated any more. Results computed
//! after that are discarded, by the default clause [`Work`](crate::model::DefaultClause::Work).
//!
//! The work of all calls of a thread is counted as well ([`work_done`]), so that a caller that
//! makes many calls (a check, a search) can stop by work instead of by time.

use crate::model::ClauseId;
use std::cell::Cell;

/// Budget of the answers to one question. A unit is about a nanosecond.
pub(crate) const WORK: u64 = 600_000_000;

/// Budget of a call: what runs before a question, and the answers to it.
const CALL: u64 = 2 * WORK;

/// Cost of a seed that falls in a lap sown seed by seed.
pub(crate) const FALL: u64 = 16;
/// Cost of a lap sown seed by seed, without its seeds.
pub(crate) const LAP: u64 = 600;
/// Cost of an action; it may log an event, which takes memory.
pub(super) const DEED: u64 = 300;
/// Fixed cost of a call.
const EACH_CALL: u64 = 500;
/// Cost of an execution, with the copies made at its beginning.
pub(crate) const EXECUTION: u64 = 1_500;
/// Cost of evaluating a case.
pub(super) const CASE: u64 = 8;
/// Cost of evaluating a phrase.
pub(super) const PHRASE: u64 = 24;
/// Cost of testing a filter of a phrase on one place.
pub(super) const FILTER: u64 = 12;
/// Cost of an option of a question.
pub(super) const OPTION: u64 = 8;

/// What is left of the current call's budget (`None` outside a call), and the clause that spent it.
struct Budget {
    left: Cell<Option<u64>>,
    by: Cell<Option<ClauseId>>,
}

thread_local! {
    /// Work of all calls on this thread.
    static WORK_DONE: Cell<u64> = const { Cell::new(0) };
    static BUDGET: Budget = const { Budget { left: Cell::new(None), by: Cell::new(None) } };
}

/// Scope of a public call of the engine.
#[derive(Debug)]
pub(super) struct BudgetScope {
    outermost: bool,
}

impl BudgetScope {
    #[inline]
    pub(super) fn begin() -> BudgetScope {
        BUDGET.with(|budget| {
            let outermost = budget.left.get().is_none();
            if outermost {
                budget.left.set(Some(CALL));
                budget.by.set(None);
            }
            BudgetScope { outermost }
        })
    }
}

impl Drop for BudgetScope {
    #[inline]
    fn drop(&mut self) {
        if self.outermost {
            let left = BUDGET.with(|budget| budget.left.take());
            count(EACH_CALL + CALL - left.unwrap_or(CALL).min(CALL));
        }
    }
}

/// Work done on this thread by calls that have ended, in units of about a nanosecond. The same
/// calls cost the same on every machine; take the difference of two readings.
pub fn work_done() -> u64 {
    WORK_DONE.get()
}

/// An allowance of work on this thread, from now on.
#[derive(Clone, Copy, Debug)]
pub struct WorkAllowance {
    until: u64,
}

impl WorkAllowance {
    /// An allowance of `work`, in units of [`work_done`].
    pub fn of(work: u64) -> WorkAllowance {
        WorkAllowance { until: work_done().saturating_add(work) }
    }

    /// Whether calls that have ended have used it up.
    pub fn is_spent(&self) -> bool {
        work_done() > self.until
    }
}

/// Adds to the work done.
pub(crate) fn count(work: u64) {
    WORK_DONE.set(WORK_DONE.get().saturating_add(work));
}

/// Scope of a part of the budget that is spent separately.
#[derive(Debug)]
pub(super) struct BudgetShare {
    given: u64,
    outer: Option<u64>,
}

/// Opens a share of at most `most`. On drop, the enclosing scope pays for what was spent.
pub(super) fn share(most: u64) -> BudgetShare {
    BUDGET.with(|budget| {
        let outer = budget.left.get();
        let given = most.min(outer.unwrap_or(CALL));
        budget.left.set(Some(given));
        BudgetShare { given, outer }
    })
}

/// Opens a share of the size of a whole call, for results that must not depend on the work done
/// before. On drop, the enclosing scope pays for what was spent.
pub(super) fn fresh_share() -> BudgetShare {
    BUDGET.with(|budget| {
        let outer = budget.left.get();
        budget.left.set(Some(CALL));
        BudgetShare { given: CALL, outer }
    })
}

impl BudgetShare {
    /// What has been spent of it.
    pub(super) fn spent(&self) -> u64 {
        self.given - left().min(self.given)
    }
}

impl Drop for BudgetShare {
    fn drop(&mut self) {
        let spent = self.spent();
        match self.outer {
            Some(outer) => {
                BUDGET.with(|budget| budget.left.set(Some(outer.saturating_sub(spent))));
            }
            None => {
                BUDGET.with(|budget| budget.left.set(None));
                count(spent);
            }
        }
    }
}

/// Draws on the budget.
#[inline]
pub(super) fn spend(work: u64) {
    BUDGET.with(|budget| {
        if let Some(left) = budget.left.get() {
            budget.left.set(Some(left.saturating_sub(work)));
        }
    });
}

/// Whether the budget is spent.
#[inline]
pub(super) fn is_spent() -> bool {
    BUDGET.with(|budget| budget.left.get() == Some(0))
}

/// What is left.
#[inline]
pub(super) fn left() -> u64 {
    BUDGET.with(|budget| budget.left.get().unwrap_or(CALL))
}

/// Records the statement in which the budget was spent; the first one counts.
#[cold]
pub(super) fn blame(clause: ClauseId) {
    BUDGET.with(|budget| {
        if budget.by.get().is_none() {
            budget.by.set(Some(clause));
        }
    });
}

/// The statement in which the budget, or a share of it, was first spent.
pub(super) fn blamed() -> Option<ClauseId> {
    BUDGET.with(|budget| budget.by.get())
}

#[cfg(test)]
mod tests {
    use super::{
        BudgetScope, CALL, EACH_CALL, WORK, blame, blamed, is_spent, left, share, spend, work_done,
    };
    use crate::model::ClauseId;

    #[test]
    fn calls_inside_a_call_share_its_budget() {
        {
            let _outer = BudgetScope::begin();
            spend(CALL - 1);
            {
                let _inner = BudgetScope::begin();
                assert_eq!(left(), 1);
                spend(10);
            }
            assert!(is_spent());
            blame(ClauseId(3));
            blame(ClauseId(4));
            assert_eq!(blamed(), Some(ClauseId(3)));
        }
        assert!(!is_spent());
        let _next = BudgetScope::begin();
        assert_eq!(left(), CALL);
        assert_eq!(blamed(), None);
    }

    #[test]
    fn work_is_counted_once_whatever_calls_and_shares_it_is_done_in() {
        let begun = work_done();
        {
            let _outer = BudgetScope::begin();
            spend(7);
            {
                let _inner = BudgetScope::begin();
                let _share = share(WORK);
                spend(20);
            }
        }
        {
            let _share = share(WORK);
            spend(100);
        }
        assert_eq!(work_done() - begun, EACH_CALL + 127);
    }

    #[test]
    fn a_share_that_is_spent_leaves_the_others() {
        let _call = BudgetScope::begin();
        for answer in 1..=4 {
            {
                let _share = share(WORK / 4);
                assert_eq!(left(), WORK / 4);
                spend(WORK);
                assert!(is_spent());
            }
            assert_eq!(left(), CALL - answer * (WORK / 4));
        }
        spend(CALL - WORK - 1);
        let _last = share(WORK);
        assert_eq!(left(), 1);
    }
}
