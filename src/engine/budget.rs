//! One budget of work for a whole public call of the engine.
//!
//! A call may follow many stories, each of many laps, and a story may judge by trying what another
//! player could do. Limits on each of them would multiply; so all of them draw on one budget, which
//! belongs to the call. Work is counted, never timed, so a result is the same on every machine.
//!
//! Where several answers are tried, each has a [`share`] of its own: whether an answer is legal
//! does not depend on what was tried before it. Other ways of running rely on that.
//!
//! A call runs on one thread from its beginning to its end. The budget is therefore kept by the
//! thread: a [`BudgetScope`] opens it, calls inside that one share it, and dropping the outermost closes it.
//! When it is spent, stories stop and conditions are not looked at any more; what was found after
//! that is thrown away, by the default clause [`Work`](crate::model::DefaultClause::Work).
//!
//! What all calls of a thread have cost together is counted too ([`work_done`]): whoever makes many
//! calls, a check or a search, can end by that and not by the clock.

use crate::model::ClauseId;
use std::cell::Cell;

/// What the answers to one question may cost together. A unit is about a nanosecond.
pub(crate) const WORK: u64 = 600_000_000;

/// What a call may cost: what is read before a question, and the answers to it.
const CALL: u64 = 2 * WORK;

/// A seed that falls in a lap that is told by itself.
pub(crate) const FALL: u64 = 16;
/// A lap that is told by itself, beside its seeds.
pub(crate) const LAP: u64 = 600;
/// An action; it may tell an event, which takes memory.
pub(super) const DEED: u64 = 300;
/// A call, whatever it does.
const EACH_CALL: u64 = 500;
/// A story, with what its beginning copies.
pub(crate) const EXECUTION: u64 = 1_500;
/// A case that is looked at.
pub(super) const CASE: u64 = 8;
/// A phrase that is read.
pub(super) const PHRASE: u64 = 24;
/// A condition of a phrase, looked at for one place.
pub(super) const FILTER: u64 = 12;
/// An option of a question.
pub(super) const OPTION: u64 = 8;

/// What is left to the call that a thread is in, if it is in one, and what spent it.
struct Budget {
    left: Cell<Option<u64>>,
    by: Cell<Option<ClauseId>>,
}

thread_local! {
    /// What all calls on this thread have cost.
    static WORK_DONE: Cell<u64> = const { Cell::new(0) };
    static BUDGET: Budget = const { Budget { left: Cell::new(None), by: Cell::new(None) } };
}

/// A public call of the engine, while it lasts.
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

/// How much work has been done on this thread by calls that have ended, in units of about a
/// nanosecond. The same calls cost the same on every machine; take the difference of two readings.
pub fn work_done() -> u64 {
    WORK_DONE.get()
}

/// So much more has been done.
pub(crate) fn count(work: u64) {
    WORK_DONE.set(WORK_DONE.get().saturating_add(work));
}

/// A part of the budget that is spent by itself, while it lasts.
#[derive(Debug)]
pub(super) struct BudgetShare {
    given: u64,
    outer: Option<u64>,
}

/// At most so much of the budget. The whole call pays for what is spent of it.
pub(super) fn share(most: u64) -> BudgetShare {
    BUDGET.with(|budget| {
        let outer = budget.left.get();
        let given = most.min(outer.unwrap_or(CALL));
        budget.left.set(Some(given));
        BudgetShare { given, outer }
    })
}

/// The budget of a call of its own, for what must not depend on what has been done before. The call
/// that it is in pays for it.
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

/// The budget is spent while that statement is done. The first one is kept.
#[cold]
pub(super) fn blame(clause: ClauseId) {
    BUDGET.with(|budget| {
        if budget.by.get().is_none() {
            budget.by.set(Some(clause));
        }
    });
}

/// The statement that was being done when the budget, or a share of it, was first spent.
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
