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
use super::position::FinalResult;
use super::state::State;
use crate::model::{ClauseId, PlaceId, PlaceSetBits, Seat};
use smallvec::SmallVec;
use std::cell::Cell;

/// An execution before a lap: all that laps change, except what is logged.
#[derive(Clone)]
struct SowingMoment<'e> {
    state: State,
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

    /// The laps after which everything is for the first time as it was before. What has returned once
    /// returns from then on, so the first time is found by halving.
    fn first_return(&mut self, start: SowingMoment<'e>, period: u32) -> StepResult<u32> {
        let mut pair = MomentPair { behind: start.clone(), ahead: start };
        self.advance(&mut pair.ahead, period)?;
        if self.is_same(&pair)? {
            return Ok(pair.ahead.laps);
        }
        // `pair` has not returned, and so many laps later it has.
        let mut laps = 1;
        loop {
            let later = self.after_laps(&pair, laps)?;
            if self.is_same(&later)? {
                break;
            }
            (pair, laps) = (later, 2 * laps);
        }
        while laps > 1 {
            let later = self.after_laps(&pair, laps / 2)?;
            if self.is_same(&later)? {
                laps /= 2;
            } else {
                (pair, laps) = (later, laps - laps / 2);
            }
        }
        Ok(pair.ahead.laps + 1)
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
            let lap = moment.pending;
            lap.map(|lap| (lap.origin, lap.last_origin, lap.part, lap.kind, lap.begin))
        };
        if behind.state != ahead.state || taken_up(behind) != taken_up(ahead) {
            return Ok(false);
        }
        let later = self.after_laps(pair, 1)?;
        Ok(later.behind.lap.sense == later.ahead.lap.sense)
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

    /// Everything that laps change. INVARIANT: every field of an execution is named here.
    fn moment(&self) -> SowingMoment<'e> {
        let Execution {
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
            in_after_capture: _,
            in_end: _,
            position_hash: _,
            // Valid for any state, set when a cycle is found, or only set where laps are sown again.
            relay: _,
            period: _,
            most_laps: _,
            state,
            pending,
            hand,
            kinds,
            clause,
            found_player,
            lap,
            first_lap,
            last_lap,
            laps,
            move_captured,
            captured_from,
            first_lap_captured_from,
            move_sown,
            last_fall,
            fall,
            fall_marks,
            fall_before,
            last_capture,
            acted,
            passed,
            again,
            stage_ended,
            ended,
            match_won,
            moves_first,
            deferred,
            falls,
            deeds,
            stop_after_lap,
            laps_over,
            filled,
            answers_used,
            asking_clause,
            ordered,
            asked_states,
        } = self;
        SowingMoment {
            state: State::clone(state),
            pending: *pending,
            hand: *hand,
            kinds: kinds.clone(),
            clause: *clause,
            found_player: found_player.clone(),
            lap: *lap,
            first_lap: *first_lap,
            last_lap: *last_lap,
            laps: *laps,
            move_captured: *move_captured,
            captured_from: *captured_from,
            first_lap_captured_from: *first_lap_captured_from,
            move_sown: *move_sown,
            last_fall: *last_fall,
            fall: *fall,
            fall_marks: fall_marks.clone(),
            fall_before: *fall_before,
            last_capture: *last_capture,
            acted: *acted,
            passed: *passed,
            again: *again,
            stage_ended: *stage_ended,
            ended: *ended,
            match_won: *match_won,
            moves_first: *moves_first,
            deferred: deferred.clone(),
            falls: *falls,
            deeds: *deeds,
            stop_after_lap: *stop_after_lap,
            laps_over: laps_over.clone(),
            filled: filled.clone(),
            answers_used: *answers_used,
            asking_clause: *asking_clause,
            ordered: *ordered,
            asked_states: asked_states.clone(),
        }
    }

    /// Goes to another moment; `moment` is then the one that was left.
    fn exchange(&mut self, moment: &mut SowingMoment<'e>) {
        use std::mem::swap;
        let SowingMoment {
            state,
            pending,
            hand,
            kinds,
            clause,
            found_player,
            lap,
            first_lap,
            last_lap,
            laps,
            move_captured,
            captured_from,
            first_lap_captured_from,
            move_sown,
            last_fall,
            fall,
            fall_marks,
            fall_before,
            last_capture,
            acted,
            passed,
            again,
            stage_ended,
            ended,
            match_won,
            moves_first,
            deferred,
            falls,
            deeds,
            stop_after_lap,
            laps_over,
            filled,
            answers_used,
            asking_clause,
            ordered,
            asked_states,
        } = moment;
        swap(self.state, state);
        swap(&mut self.pending, pending);
        swap(&mut self.hand, hand);
        swap(&mut self.kinds, kinds);
        swap(&mut self.clause, clause);
        swap(&mut self.found_player, found_player);
        swap(&mut self.lap, lap);
        swap(&mut self.first_lap, first_lap);
        swap(&mut self.last_lap, last_lap);
        swap(&mut self.laps, laps);
        swap(&mut self.move_captured, move_captured);
        swap(&mut self.captured_from, captured_from);
        swap(&mut self.first_lap_captured_from, first_lap_captured_from);
        swap(&mut self.move_sown, move_sown);
        swap(&mut self.last_fall, last_fall);
        swap(&mut self.fall, fall);
        swap(&mut self.fall_marks, fall_marks);
        swap(&mut self.fall_before, fall_before);
        swap(&mut self.last_capture, last_capture);
        swap(&mut self.acted, acted);
        swap(&mut self.passed, passed);
        swap(&mut self.again, again);
        swap(&mut self.stage_ended, stage_ended);
        swap(&mut self.ended, ended);
        swap(&mut self.match_won, match_won);
        swap(&mut self.moves_first, moves_first);
        swap(&mut self.deferred, deferred);
        swap(&mut self.falls, falls);
        swap(&mut self.deeds, deeds);
        swap(&mut self.stop_after_lap, stop_after_lap);
        swap(&mut self.laps_over, laps_over);
        swap(&mut self.filled, filled);
        swap(&mut self.answers_used, answers_used);
        swap(&mut self.asking_clause, asking_clause);
        swap(&mut self.ordered, ordered);
        swap(&mut self.asked_states, asked_states);
    }
}
