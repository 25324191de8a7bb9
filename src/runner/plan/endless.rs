//! Sowings that never end, in games whose rules say what happens then. As in the reference engine, such a sowing stops
//! when everything is for the first time as it was before: of the search for a cycle only the length is used, and
//! two runs, so many laps apart, find the place.

use super::move_state::{MoveState, PendingLap};
use super::{PlanStop, work_limit};
use crate::engine::last_before_return;
use crate::program::Lane;
use crate::runner::lanes::Lanes;

/// The beginning of a sowing, which is sown again from here if it turns out to be endless.
pub(super) struct PlanSowingStart<'p, L: Lanes> {
    /// Its first lap is pending.
    state: MoveState<'p, L>,
    /// The replies used by the end of the last lap, and the last lap in which some were used.
    replied: usize,
    last_reply: u32,
}

impl<'p, L: Lanes> MoveState<'p, L> {
    /// Before the first lap of a sowing: keeps the state, if the rules are about endless sowings.
    #[inline(always)]
    pub(super) fn keep_start(&mut self, next: PendingLap<L>) {
        if self.plan.fast_paths[self.code_index].rules_endless_sowing {
            self.set_start(next);
        }
    }

    #[cold]
    #[inline(never)]
    fn set_start(&mut self, next: PendingLap<L>) {
        let (state, replied) = (self.before(next), self.replied);
        self.start = Some(Box::new(PlanSowingStart { state, replied, last_reply: 0 }));
    }

    /// After a lap: notes whether replies were used in it.
    #[inline(always)]
    pub(super) fn note_replies(&mut self) {
        if let Some(start) = &mut self.start
            && start.replied != self.replied
        {
            (start.replied, start.last_reply) = (self.replied, self.laps);
        }
    }

    /// The state before a lap.
    fn before(&self, next: PendingLap<L>) -> MoveState<'p, L> {
        MoveState {
            replies: self.replies,
            drawn: self.drawn,
            pending: Some(next),
            ..self.at_question()
        }
    }

    /// Goes back to where an endless sowing stops, and does what the rules say. `period`: the laps after which
    /// everything is as before.
    #[cold]
    pub(super) fn stop_endless(&mut self, period: u32) -> Result<(), PlanStop> {
        let Some(start) = self.start.take() else { return Err(PlanStop::Endless) };
        // Where a player is asked again and again, the player does not let it end.
        if self.laps - period < start.last_reply {
            return Err(PlanStop::Endless);
        }
        let mut stopped = start.state.first_return(period)?;
        stopped.pending = None;
        stopped.firsts = self.firsts.take();
        let undecided = self.undecided.get() || stopped.undecided.get();
        stopped.undecided.set(undecided);
        *self = stopped;
        if self.falls > self.plan.most_falls {
            return Err(PlanStop::Endless);
        }
        let blocks = &self.code.never_ends[usize::from(self.backward == Some(true))];
        let block = self.last.and_then(|last: Lane| blocks.get(last.index()));
        match block.map_or(Ok(false), |block| self.cases(block))? {
            true => Ok(()),
            false => Err(PlanStop::Endless),
        }
    }

    /// The state in which everything is for the first time as it was before. `self`: the beginning.
    fn first_return(&self, period: u32) -> Result<MoveState<'p, L>, PlanStop> {
        let pair = [self.after_laps(0)?, self.after_laps(period)?];
        if Self::is_same(&pair)? {
            let [_, ahead] = pair;
            return Ok(ahead);
        }
        let [_, ahead] = last_before_return(pair, |[behind, ahead], laps| {
            let later = [behind.after_laps(laps)?, ahead.after_laps(laps)?];
            let has_returned = Self::is_same(&later)?;
            Ok((later, has_returned))
        })?;
        ahead.after_laps(1)
    }

    /// Whether everything is the same in both states. The direction of a lap is known once it has begun.
    fn is_same([behind, ahead]: &[MoveState<'p, L>; 2]) -> Result<bool, PlanStop> {
        let on_board = |state: &MoveState<'p, L>| {
            let mut lanes = state.lanes;
            state.plan.clear_move_scoped(&mut lanes);
            lanes
        };
        let taken_up = |state: &MoveState<'p, L>| {
            state.pending.map(|next| PendingLap { backward: None, ..next })
        };
        if taken_up(behind) != taken_up(ahead) || on_board(behind) != on_board(ahead) {
            return Ok(false);
        }
        Ok(behind.after_laps(1)?.backward == ahead.after_laps(1)?.backward)
    }

    /// The state so many laps later.
    fn after_laps(&self, laps: u32) -> Result<MoveState<'p, L>, PlanStop> {
        let next = self.pending.ok_or(PlanStop::Unsupported)?;
        let mut later = self.before(next);
        (0..laps).try_for_each(|_| later.sow_again())?;
        Ok(later)
    }

    /// Sows the pending lap.
    fn sow_again(&mut self) -> Result<(), PlanStop> {
        let next = self.pending.take().ok_or(PlanStop::Unsupported)?;
        work_limit::count_lap(self.code, self.lanes.get(next.from));
        if work_limit::is_exhausted() {
            return Err(PlanStop::Unsupported);
        }
        if self.laps == 0 {
            self.begin_first_lap(&next);
        }
        match self.run_lap(next) {
            // The reply was not given, but is the first one of those that can be.
            Err(PlanStop::Asks) => Err(PlanStop::Unsupported),
            flow => flow,
        }
    }
}
