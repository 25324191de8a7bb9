//! Sowings that never end, in games whose *last seed* rules them.
//!
//! Such a sowing stops when everything is for the first time as it was before in the same sowing: the
//! places, marks and notes, and the lap about to begin. How a cycle is found must not matter for
//! that, so only its length is taken from the search. The sowing is then sown again from its
//! beginning, twice, one time so many laps ahead of the other. Where both are equal for the first
//! time, it stops.

use super::event::Event;
use super::execution::{
    DeferredJudgement, EndCause, EvalCtx, Execution, Interrupt, LapFacts, LastCapture, ReadyLap,
    SeedFall, StepResult,
};
use super::film::MoveFrame;
use super::kinds::SeedKinds;
use super::parts::{copied_part_of_execution, part_of_execution};
use super::position::FinalResult;
use super::state::State;
use crate::model::{ClauseId, PlaceId, PlaceSetBits, Seat};
use smallvec::SmallVec;
use std::cell::Cell;

/// An execution before a lap.
#[derive(Clone)]
struct SowingMoment<'e> {
    state: State,
    facts: SowingFacts<'e>,
}

copied_part_of_execution! {
    /// All that laps change besides the state, except what is logged. INVARIANT: every field of an execution is named
    /// here.
    #[derive(Clone)]
    struct SowingFacts<'e> of Execution<'e> {
        pending: Option<ReadyLap>,
        hand: u16,
        kinds: Option<Box<SeedKinds>>,
        clause: ClauseId,
        found_player: Cell<Option<Seat>>,
        lap: LapFacts,
        first_lap: LapFacts,
        last_lap: LapFacts,
        laps: u32,
        move_captured: bool,
        captured_from: PlaceSetBits,
        first_lap_captured_from: PlaceSetBits,
        move_sown: PlaceSetBits,
        last_fall: Option<PlaceId>,
        fall: SeedFall,
        fall_marks: SmallVec<[u8; 4]>,
        fall_before: Option<(PlaceId, SeedFall)>,
        last_capture: LastCapture,
        acted: bool,
        passed: bool,
        again: bool,
        stage_ended: bool,
        ended: Option<EndCause>,
        match_won: Option<FinalResult>,
        moves_first: Option<Seat>,
        deferred: SmallVec<[DeferredJudgement<'e>; 1]>,
        falls: u64,
        deeds: u64,
        stop_after_lap: Option<Interrupt>,
        laps_over: Vec<LapFacts>,
        filled: SmallVec<[u16; 4]>,
        answers_used: usize,
        asking_clause: ClauseId,
        ordered: usize,
        asked_states: Vec<(State, PlaceSetBits)>,
    }
    without {
        state: _,
        // The same in the whole move.
        engine: _,
        model: _,
        rules: _,
        player: _,
        next: _,
        phase: _,
        answers: _,
        source: _,
        judging: _,
        classes: _,
        offer: _,
        history: _,
        // Not where rules are about endless sowings.
        both_moves: _,
        // It stops the execution.
        question: _,
        // Logs.
        events: _,
        frames: _,
        // Only set within a lap, or after the move.
        falls_of_lap: _,
        before_lap: _,
        in_after_capture: _,
        in_end: _,
        position_hash: _,
        // Valid for any state, set when a cycle is found, or only set where laps are sown again.
        relay: _,
        period: _,
        most_laps: _,
    }
}

/// The beginning of a sowing, which is sown again from here if it turns out to be endless.
struct SowingStart<'e> {
    moment: SowingMoment<'e>,
    events: usize,
    frames: usize,
}

/// Two moments of a sowing, one of them a period ahead.
#[derive(Clone)]
struct MomentPair<'e> {
    behind: SowingMoment<'e>,
    ahead: SowingMoment<'e>,
}

/// What was being logged.
type Logged = (Option<Vec<Event>>, Option<Vec<MoveFrame>>);

impl<'e> Execution<'e> {
    /// Whether a case of *last seed* is about sowings that never end.
    #[inline]
    pub(super) fn rules_endless_sowing(&self) -> bool {
        !self.rules.never_ends.lists.is_empty()
    }

    /// As [`Execution::run_laps`], where the rules say what happens if they never end.
    #[cold]
    pub(super) fn run_laps_or_stop(&mut self) -> StepResult {
        if self.pending.is_none() {
            return Ok(());
        }
        let start = SowingStart {
            moment: self.moment(),
            events: self.events.as_ref().map_or(0, Vec::len),
            frames: self.frames.as_ref().map_or(0, Vec::len),
        };
        let (mut seen, mut last_answer) = (None, 0);
        while let Some(lap) = self.pending.take() {
            let answered = self.answers_used;
            let flow = self.run_next_laps(lap, &mut seen);
            // Without a period, the seeds had no place to fall.
            if let (Err(Interrupt::Endless), Some(period)) = (flow, self.period.take()) {
                // Where a player is asked again and again, the player does not let it end.
                let asks = self.laps - period < last_answer;
                return if asks { flow } else { self.stop_endless(start, period) };
            }
            flow?;
            if self.answers_used != answered {
                last_answer = self.laps;
            }
        }
        Ok(())
    }

    /// Goes back to where an endless sowing stops, and does what the rules say. `period`: the laps
    /// after which everything is as before.
    fn stop_endless(&mut self, mut start: SowingStart<'e>, period: u32) -> StepResult {
        let (mut events, mut frames): Logged = (self.events.take(), self.frames.take());
        let first_return = self.first_return(start.moment.clone(), period);
        events.iter_mut().for_each(|events| events.truncate(start.events));
        frames.iter_mut().for_each(|frames| frames.truncate(start.frames));
        (self.events, self.frames) = (events, frames);
        let laps = first_return?;
        self.exchange(&mut start.moment);
        self.sow_until(laps)?;
        self.pending = None;
        if self.falls > self.engine.most_falls {
            return Err(Interrupt::SowingLimit);
        }
        let last = self.last_fall.ok_or(Interrupt::Endless)?;
        let rules = self.rules;
        match self.cases(&rules.never_ends, EvalCtx::at(self.player, last))? {
            true => Ok(()),
            false => Err(Interrupt::Endless),
        }
    }

    /// The laps after which everything is for the first time as it was before.
    fn first_return(&mut self, start: SowingMoment<'e>, period: u32) -> StepResult<u32> {
        let mut pair = MomentPair { behind: start.clone(), ahead: start };
        self.advance(&mut pair.ahead, period)?;
        if self.is_same(&pair)? {
            return Ok(pair.ahead.facts.laps);
        }
        let last = last_before_return(pair, |pair, laps| {
            let later = self.after_laps(pair, laps)?;
            let has_returned = self.is_same(&later)?;
            Ok((later, has_returned))
        })?;
        Ok(last.ahead.facts.laps + 1)
    }

    fn after_laps(&mut self, pair: &MomentPair<'e>, laps: u32) -> StepResult<MomentPair<'e>> {
        let mut later = pair.clone();
        self.advance(&mut later.behind, laps)?;
        self.advance(&mut later.ahead, laps)?;
        Ok(later)
    }

    /// Whether everything is the same at both moments. The direction of a lap is known once it has
    /// begun.
    fn is_same(&mut self, pair: &MomentPair<'e>) -> StepResult<bool> {
        let MomentPair { behind, ahead } = pair;
        let taken_up = |moment: &SowingMoment<'e>| {
            let lap = moment.facts.pending;
            lap.map(|lap| (lap.origin, lap.last_origin, lap.part, lap.kind, lap.begin))
        };
        if behind.state != ahead.state || taken_up(behind) != taken_up(ahead) {
            return Ok(false);
        }
        let later = self.after_laps(pair, 1)?;
        Ok(later.behind.facts.lap.sense == later.ahead.facts.lap.sense)
    }

    /// Goes so many laps on from a moment.
    fn advance(&mut self, moment: &mut SowingMoment<'e>, laps: u32) -> StepResult {
        self.exchange(moment);
        let flow = self.sow_until(self.laps + laps);
        self.exchange(moment);
        flow
    }

    /// Sows laps until there have been so many: the last one seed by seed, so that the facts of it are
    /// known.
    fn sow_until(&mut self, laps: u32) -> StepResult {
        while self.laps < laps {
            let mut lap = self.pending.take().ok_or(Interrupt::Endless)?;
            if laps - self.laps > 1 && self.uses_tables() {
                self.most_laps = Some(laps - 1);
                let next = self.run_relay(lap);
                self.most_laps = None;
                lap = next?;
            }
            self.run_lap(lap)?;
        }
        Ok(())
    }

    fn moment(&self) -> SowingMoment<'e> {
        SowingMoment { state: self.state.clone(), facts: SowingFacts::of(self) }
    }

    /// Goes to another moment; `moment` is then the one that was left.
    fn exchange(&mut self, moment: &mut SowingMoment<'e>) {
        std::mem::swap(self.state, &mut moment.state);
        moment.facts.exchange(self);
    }
}

/// The last moment before everything has returned. What has returned once returns from then on, so the moment is
/// found by doubling and halving. `moment`: one before that. `later`: the moment so many laps later, and whether
/// everything has returned there.
pub(crate) fn last_before_return<M, E>(
    mut moment: M,
    mut later: impl FnMut(&M, u32) -> Result<(M, bool), E>,
) -> Result<M, E> {
    let mut laps = 1;
    loop {
        let (next, has_returned) = later(&moment, laps)?;
        if has_returned {
            break;
        }
        (moment, laps) = (next, 2 * laps);
    }
    // `moment` has not returned, and so many laps later it has.
    while laps > 1 {
        let (next, has_returned) = later(&moment, laps / 2)?;
        if has_returned {
            laps /= 2;
        } else {
            (moment, laps) = (next, laps - laps / 2);
        }
    }
    Ok(moment)
}
