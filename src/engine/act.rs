//! Runs actions.

use super::budget;
use super::evaluate::direction_number;
use super::event::{Choice, Deciding, EventKind};
use super::execution::{
    DeferredJudgement, EndCause, EndKind, EvalCtx, Execution, Interrupt, StepResult,
};
use super::position::FinalResult;
use super::state::State;
use crate::eval::Context;
use crate::model::{
    Action, Case, Cases, Deed, NoteValue, PlacePhrase, PlaceSetBits, Postcondition, Subject,
};

/// Limit on the actions of one execution, plus an allowance for every seed that falls.
const MAX_DEEDS: u64 = 1 << 20;
const DEEDS_PER_FALL: u64 = 1 << 6;

impl<'e> Execution<'e> {
    /// Runs the first matching case of each list; returns whether any matched.
    pub(crate) fn cases(&mut self, cases: &'e Cases, ctx: EvalCtx) -> StepResult<bool> {
        let mut any = false;
        for list in &cases.lists {
            for case in list {
                if case.when.as_ref().is_none_or(|c| self.holds(c, ctx)) {
                    any = true;
                    self.case(case, ctx)?;
                    break;
                }
            }
        }
        Ok(any)
    }

    pub(super) fn case(&mut self, case: &'e Case, ctx: EvalCtx) -> StepResult {
        let outer = std::mem::replace(&mut self.clause, case.clause);
        let events_before = self.events.as_ref().map_or(0, Vec::len);
        let mut flow = Ok(());
        for action in &case.actions {
            flow = self.act(action, ctx);
            if flow.is_err() {
                break;
            }
        }
        if self.records() && flow != Err(Interrupt::Ask) {
            let clause = case.clause;
            let mut since = self.events.iter().flat_map(|e| e.iter().skip(events_before));
            // A lap of its own is logged when it is sown.
            let ready = self.pending.is_some_and(|lap| lap.clause == clause);
            if !since.any(|e| e.clause == clause) && !ready {
                self.log_for(clause, ctx.actor, EventKind::Fitted);
            }
        }
        self.clause = outer;
        flow
    }

    /// Counts an action, and checks the limits.
    pub(crate) fn spend(&mut self) -> StepResult {
        self.deeds += 1;
        let most = MAX_DEEDS + DEEDS_PER_FALL * self.falls;
        budget::spend(budget::DEED);
        if self.deeds > most { Err(Interrupt::SowingLimit) } else { self.within_budget() }
    }

    /// Checks the budget of the call; if it is spent, blames the current clause.
    pub(crate) fn within_budget(&self) -> StepResult {
        if budget::is_spent() {
            budget::blame(self.clause);
            return Err(Interrupt::WorkLimit);
        }
        Ok(())
    }

    /// Runs one action.
    pub(crate) fn act(&mut self, action: &'e Action, ctx: EvalCtx) -> StepResult {
        self.spend()?;
        let ctx = if action.by_lot { ctx.by_lot() } else { ctx };
        match action.who {
            Subject::One(who) => match self.who(who, ctx) {
                Some(seat) => self.act_as(action, ctx.with_actor(seat)),
                None => {
                    self.log(ctx.actor, EventKind::NoOneMeant);
                    Ok(())
                }
            },
            Subject::Each => {
                for seat in self.around() {
                    self.act_as(action, ctx.with_actor(seat))?;
                }
                Ok(())
            }
            Subject::Some => Ok(()),
        }
    }

    fn act_as(&mut self, action: &'e Action, ctx: EvalCtx) -> StepResult {
        if action.may {
            if !self.would_do_something(&action.deed, ctx) {
                return Ok(());
            }
            let options = [(Choice::Yes, 0), (Choice::No, 0)].into_iter().collect();
            if self.ask(ctx, Deciding::Whether, options)? != Some(Choice::Yes) {
                return Ok(());
            }
        }
        match &action.postcondition {
            None => self.deed(&action.deed, ctx),
            // One level only: a trial does not run further trials to judge it.
            Some(judged) if self.judging && judged.cond.tests_for_moves() => {
                self.deed(&action.deed, ctx)
            }
            Some(judged) => self.try_deed(&action.deed, judged, ctx),
        }
    }

    /// Runs a deed, evaluates its judgement, and undoes the deed if the judgement says so. If the
    /// deed has prepared a lap, the judgement is deferred to the end of the sowing.
    fn try_deed(&mut self, deed: &'e Deed, judged: &'e Postcondition, ctx: EvalCtx) -> StepResult {
        let before = self.undo_state();
        let ready = self.pending;
        let events_before = self.events.as_ref().map_or(0, Vec::len);
        let frames_before = self.frames.as_ref().map_or(0, Vec::len);
        let clause = self.clause;
        let flow = self.deed(deed, ctx);
        if flow == Err(Interrupt::Ask) {
            return flow;
        }
        if self.pending != ready {
            self.deferred.push(DeferredJudgement { judged, ctx, clause });
            return flow;
        }
        if self.holds(&judged.cond, ctx) != judged.unless {
            return flow;
        }
        self.undo(before);
        if let Some(events) = &mut self.events {
            events.truncate(events_before);
        }
        if let Some(frames) = &mut self.frames {
            frames.truncate(frames_before);
        }
        self.log(ctx.actor, EventKind::Undone);
        Ok(())
    }

    fn would_do_something(&self, deed: &Deed, ctx: EvalCtx) -> bool {
        let (Deed::Capture(source) | Deed::Put(source, _)) = deed else { return true };
        let places = self.union(&source.places, ctx);
        places.iter().any(|&p| self.seeds_now_of(p, source.kind) > 0)
    }

    fn deed(&mut self, deed: &'e Deed, ctx: EvalCtx) -> StepResult {
        match deed {
            Deed::Sow(sow) => self.sow(sow, ctx, None),
            Deed::SowInOrder(classes) => self.sow_in_order(classes, ctx),
            Deed::Capture(source) => self.capture(source, ctx),
            Deed::Put(source, to) => self.put(source, to, ctx),
            Deed::Fill { places, as_many_as, with, order } => {
                let limit = match as_many_as {
                    None => usize::MAX,
                    Some(who) => self.who(*who, ctx).map_or(0, |s| self.filled_by(s)),
                };
                let with = u16::try_from(self.count(with, ctx)).unwrap_or(0);
                self.fill(places, limit, with, order, ctx)
            }
            Deed::Close(places) => self.each_place(places, ctx, |s, p| {
                s.acted = true;
                if p.index() < s.model.board.holes && !s.state.closed.contains(p) {
                    s.state.closed.insert(p);
                    s.log(ctx.actor, EventKind::Closed(p));
                }
            }),
            Deed::Open(places) => self.each_place(places, ctx, |s, p| {
                if s.state.closed.contains(p) {
                    s.state.closed.remove(p);
                    s.log(ctx.actor, EventKind::Opened(p));
                }
            }),
            Deed::Mark(what, mark, owner) => self.mark(what, *mark, *owner, ctx),
            Deed::Unmark(what, mark) => self.unmark(what, *mark, ctx),
            Deed::Choose(phrase, note) => {
                let list = self.choose_places(phrase, ctx, Deciding::Place)?;
                if let Some(place) = list.first() {
                    let slot = self.engine.layout.note(*note, ctx.actor);
                    let value = i32::from(NoteValue::Place(*place).number());
                    self.state.notes[slot] = value;
                    self.log(ctx.actor, EventKind::Noted(*note, value));
                }
                Ok(())
            }
            Deed::SetNumber(note, count) => {
                let value = i32::try_from(self.count(count, ctx)).unwrap_or(i32::MAX);
                self.set_note(*note, value, ctx)
            }
            Deed::Set(note, value) => self.set_note(*note, value.number().into(), ctx),
            Deed::SetDir(note, dir) => {
                let sense = self.direction(dir, ctx)?;
                self.set_note(*note, sense.map_or(0, direction_number), ctx)
            }
            Deed::Own(places) => {
                // The table of owners is missing if holes change owner only between games.
                if self.state.owners.is_empty() {
                    self.state.owners = State::owners_of(self.model);
                }
                self.each_place(places, ctx, |s, p| {
                    s.acted = true;
                    if p.index() < s.model.board.holes {
                        s.state.owners[p.index()] = ctx.actor.0;
                        s.log(ctx.actor, EventKind::Owns(p));
                    }
                })
            }
            Deed::SwapSides => {
                self.swap_sides(ctx);
                Ok(())
            }
            Deed::MovesFirst => {
                self.moves_first = Some(ctx.actor);
                self.log(ctx.actor, EventKind::MovesFirst);
                Ok(())
            }
            Deed::Do(word) => match self.model.words.get(word.index()) {
                Some(word) => self.cases(&word.cases, ctx).map(|_| ()),
                None => Ok(()),
            },
            Deed::Cases(cases) => self.cases(cases, ctx).map(|_| ()),
            Deed::Either(first, actions) => self.either(*first, actions, ctx),
            Deed::Repeat { from, by, cases } => {
                let by = self.count(by, ctx);
                self.repeat(from, by, cases, ctx)
            }
            Deed::Pass => {
                self.acted = true;
                self.passed = true;
                self.log(ctx.actor, EventKind::Passed);
                Err(Interrupt::EndMove)
            }
            Deed::PlayAgain { named: true } if ctx.actor != self.player => {
                let again = &mut self.state.again[ctx.actor.index()];
                *again = again.saturating_add(1);
                self.log(ctx.actor, EventKind::AgainNext);
                Ok(())
            }
            Deed::PlayAgain { .. } => {
                match self.last_of_turn() {
                    // `play again` has no effect in the last move that a turn may have.
                    Some(clause) => self.log_for(clause, ctx.actor, EventKind::TurnEnded),
                    None => {
                        self.again = true;
                        self.log(ctx.actor, EventKind::Again);
                    }
                }
                Err(Interrupt::EndMove)
            }
            Deed::EndMove => {
                self.log(ctx.actor, EventKind::MoveEnded);
                Err(Interrupt::EndMove)
            }
            Deed::EndTurn => {
                self.log(ctx.actor, EventKind::TurnEnded);
                Err(Interrupt::EndTurn)
            }
            Deed::EndStage => {
                self.stage_ended = true;
                Ok(())
            }
            Deed::EndGame => self.end_game(EndKind::Judged),
            Deed::Draw => self.end_game(EndKind::Draw),
            Deed::Wins(false) => self.end_game(EndKind::Wins(ctx.actor)),
            Deed::Loses(false) => self.end_game(EndKind::Loses(ctx.actor)),
            Deed::Wins(true) => self.end_match(FinalResult::Won(ctx.actor)),
            Deed::Loses(true) => self.end_match(FinalResult::lost(ctx.actor, self.model.seats())),
        }
    }

    fn end_game(&mut self, how: EndKind) -> StepResult {
        self.ended = Some(EndCause { kind: how, clause: self.clause });
        Err(Interrupt::EndGame)
    }

    fn end_match(&mut self, verdict: FinalResult) -> StepResult {
        self.match_won = Some(verdict);
        let seat = verdict.winner().unwrap_or(self.player);
        self.log(seat, EventKind::MatchOver { verdict });
        Err(Interrupt::EndGame)
    }

    fn repeat(
        &mut self,
        from: &PlacePhrase,
        by: i64,
        cases: &'e Cases,
        ctx: EvalCtx,
    ) -> StepResult {
        let chosen = self.choose_places(from, ctx, Deciding::Place)?;
        let Some(mut place) = chosen.first().copied() else { return Ok(()) };
        let mut visited = PlaceSetBits::default();
        while !visited.contains(place) {
            visited.insert(place);
            if !self.cases(cases, ctx.with_it(place))? {
                break;
            }
            match self.place_further(ctx.actor, place, by) {
                Some(next) => place = next,
                None => break,
            }
        }
        Ok(())
    }
}
