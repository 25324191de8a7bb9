//! What actions do.

use super::budget;
use super::event::{Choice, Deciding, EventKind};
use super::judge::sense_number;
use super::position::FinalResult;
use super::state::State;
use super::story::{Ctx, Ended, Flow, How, Stop, Story, Waiting};
use crate::model::{
    Action, Case, Cases, Deed, Judged, NoteValue, PlacePhrase, PlaceSetBits, Subject,
};

/// So many actions may be done in one story before the engine gives up following it, and so many
/// more for every seed that falls.
const DEEDS: u64 = 1 << 20;
const DEEDS_OF_A_FALL: u64 = 1 << 6;

impl<'e> Story<'e> {
    /// Does the first case that fits of each list; says whether one fitted.
    pub(crate) fn cases(&mut self, cases: &'e Cases, ctx: Ctx) -> Flow<bool> {
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

    pub(super) fn case(&mut self, case: &'e Case, ctx: Ctx) -> Flow {
        let outer = std::mem::replace(&mut self.clause, case.clause);
        let told = self.events.as_ref().map_or(0, Vec::len);
        let mut flow = Ok(());
        for action in &case.actions {
            flow = self.act(action, ctx);
            if flow.is_err() {
                break;
            }
        }
        if self.records() && flow != Err(Stop::Ask) {
            let clause = case.clause;
            let mut since = self.events.iter().flat_map(|e| e.iter().skip(told));
            // A lap of its own is told when it is sown.
            let ready = self.pending.is_some_and(|lap| lap.clause == clause);
            if !since.any(|e| e.clause == clause) && !ready {
                self.tell_of(clause, ctx.actor, EventKind::Fitted);
            }
        }
        self.clause = outer;
        flow
    }

    /// Counts what is done against the bound.
    pub(crate) fn spend(&mut self) -> Flow {
        self.deeds += 1;
        let most = DEEDS + DEEDS_OF_A_FALL * self.falls;
        budget::spend(budget::DEED);
        if self.deeds > most { Err(Stop::Fuel) } else { self.within_budget() }
    }

    /// Goes on while there is work left to the call; else the statement being done is named.
    pub(crate) fn within_budget(&self) -> Flow {
        if budget::is_spent() {
            budget::blame(self.clause);
            return Err(Stop::Spent);
        }
        Ok(())
    }

    /// Does one action.
    pub(crate) fn act(&mut self, action: &'e Action, ctx: Ctx) -> Flow {
        self.spend()?;
        match action.who {
            Subject::One(who) => match self.who(who, ctx) {
                Some(seat) => self.act_as(action, Ctx { actor: seat, ..ctx }),
                None => {
                    self.tell(ctx.actor, EventKind::NoOneMeant);
                    Ok(())
                }
            },
            Subject::Each => {
                for seat in self.around() {
                    self.act_as(action, Ctx { actor: seat, ..ctx })?;
                }
                Ok(())
            }
            Subject::Some => Ok(()),
        }
    }

    fn act_as(&mut self, action: &'e Action, ctx: Ctx) -> Flow {
        if action.may {
            if !self.would_do_something(&action.deed, ctx) {
                return Ok(());
            }
            let options = [(Choice::Yes, 0), (Choice::No, 0)].into_iter().collect();
            if self.ask(ctx.actor, Deciding::Whether, options)? != Some(Choice::Yes) {
                return Ok(());
            }
        }
        match &action.judged {
            None => self.deed(&action.deed, ctx),
            // One level: told in order to judge, a story is not judged by judging.
            Some(judged) if self.judging && judged.cond.judges() => self.deed(&action.deed, ctx),
            Some(judged) => self.tried(&action.deed, judged, ctx),
        }
    }

    /// Does it, looks, and undoes it where the judgement says so. What has made a sowing ready is
    /// judged when the story is told.
    fn tried(&mut self, deed: &'e Deed, judged: &'e Judged, ctx: Ctx) -> Flow {
        let before = self.undoing();
        let ready = self.pending;
        let told = self.events.as_ref().map_or(0, Vec::len);
        let clause = self.clause;
        let flow = self.deed(deed, ctx);
        if flow == Err(Stop::Ask) {
            return flow;
        }
        if self.pending != ready {
            self.waiting.push(Waiting { judged, ctx, clause });
            return flow;
        }
        if self.holds(&judged.cond, ctx) != judged.unless {
            return flow;
        }
        self.undo(before);
        if let Some(events) = &mut self.events {
            events.truncate(told);
        }
        self.tell(ctx.actor, EventKind::Undone);
        Ok(())
    }

    fn would_do_something(&self, deed: &Deed, ctx: Ctx) -> bool {
        match deed {
            Deed::Capture(source) | Deed::Put(source, _) => {
                let places = self.union(&source.places, ctx);
                places.iter().any(|&p| self.there_now(p, source.kind) > 0)
            }
            _ => true,
        }
    }

    fn deed(&mut self, deed: &'e Deed, ctx: Ctx) -> Flow {
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
                    s.tell(ctx.actor, EventKind::Closed(p));
                }
            }),
            Deed::Open(places) => self.each_place(places, ctx, |s, p| {
                if s.state.closed.contains(p) {
                    s.state.closed.remove(p);
                    s.tell(ctx.actor, EventKind::Opened(p));
                }
            }),
            Deed::Mark(what, mark, owner) => self.mark(what, *mark, *owner, ctx),
            Deed::Unmark(what, mark) => self.unmark(what, *mark, ctx),
            Deed::Choose(phrase, note) => {
                let list = self.chosen(phrase, ctx, Deciding::Place)?;
                if let Some(place) = list.first() {
                    let slot = self.engine.layout.note(*note, ctx.actor);
                    let value = i32::from(NoteValue::Place(*place).number());
                    self.state.notes[slot] = value;
                    self.tell(ctx.actor, EventKind::Noted(*note, value));
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
                self.set_note(*note, sense.map_or(0, sense_number), ctx)
            }
            Deed::Own(places) => {
                // It may be that holes are owned only between the games of a match.
                if self.state.owners.is_empty() {
                    self.state.owners = State::owners_of(self.model);
                }
                self.each_place(places, ctx, |s, p| {
                    s.acted = true;
                    if p.index() < s.model.board.holes {
                        s.state.owners[p.index()] = ctx.actor.0;
                        s.tell(ctx.actor, EventKind::Owns(p));
                    }
                })
            }
            Deed::MovesFirst => {
                self.moves_first = Some(ctx.actor);
                self.tell(ctx.actor, EventKind::MovesFirst);
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
                self.tell(ctx.actor, EventKind::Passed);
                Err(Stop::EndMove)
            }
            Deed::PlayAgain { named: true } if ctx.actor != self.player => {
                let again = &mut self.state.again[ctx.actor.index()];
                *again = again.saturating_add(1);
                self.tell(ctx.actor, EventKind::AgainNext);
                Ok(())
            }
            Deed::PlayAgain { .. } => {
                match self.last_of_turn() {
                    // It does nothing after the last move that a turn may have.
                    Some(clause) => self.tell_of(clause, ctx.actor, EventKind::TurnEnded),
                    None => {
                        self.again = true;
                        self.tell(ctx.actor, EventKind::Again);
                    }
                }
                Err(Stop::EndMove)
            }
            Deed::EndMove => {
                self.tell(ctx.actor, EventKind::MoveEnded);
                Err(Stop::EndMove)
            }
            Deed::EndTurn => {
                self.tell(ctx.actor, EventKind::TurnEnded);
                Err(Stop::EndTurn)
            }
            Deed::EndStage => {
                self.stage_ended = true;
                Ok(())
            }
            Deed::EndGame => self.end_game(How::Judge),
            Deed::Draw => self.end_game(How::Draw),
            Deed::Wins(false) => self.end_game(How::Wins(ctx.actor)),
            Deed::Loses(false) => self.end_game(How::Loses(ctx.actor)),
            Deed::Wins(true) => self.end_match(FinalResult::Won(ctx.actor)),
            Deed::Loses(true) => self.end_match(FinalResult::lost(ctx.actor, self.model.seats())),
        }
    }

    fn end_game(&mut self, how: How) -> Flow {
        self.ended = Some(Ended { how, clause: self.clause });
        Err(Stop::EndGame)
    }

    fn end_match(&mut self, verdict: FinalResult) -> Flow {
        self.match_won = Some(verdict);
        let seat = verdict.winner().unwrap_or(self.player);
        self.tell(seat, EventKind::MatchOver { verdict });
        Err(Stop::EndGame)
    }

    fn repeat(&mut self, from: &PlacePhrase, by: i64, cases: &'e Cases, ctx: Ctx) -> Flow {
        let Some(mut it) = self.places(from, ctx).first().copied() else { return Ok(()) };
        let mut stood = PlaceSetBits::default();
        while !stood.contains(it) {
            stood.insert(it);
            if !self.cases(cases, Ctx { it: Some(it), ..ctx })? {
                break;
            }
            match self.further(ctx.actor, it, by) {
                Some(next) => it = next,
                None => break,
            }
        }
        Ok(())
    }
}
