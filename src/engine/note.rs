//! Sets and removes marks, sets notes.

use super::event::EventKind;
use super::execution::{EvalCtx, Execution, StepResult};
use super::state::{MARKED, NO_MARK};
use crate::model::{Life, MarkId, MarkTarget, NoteId, PlaceId, PlayerRef, Seat};
use smallvec::SmallVec;

impl<'e> Execution<'e> {
    pub(super) fn mark(
        &mut self,
        what: &MarkTarget,
        mark: MarkId,
        owner: PlayerRef,
        ctx: EvalCtx,
    ) -> StepResult {
        let Some(owner) = self.who(owner, ctx) else { return Ok(()) };
        let value = self.mark_value(self.model.marks[mark.index()].of_each_player, owner);
        match what {
            MarkTarget::Places(places) => self.each_place(places, ctx, |s, p| {
                if p.index() < s.engine.layout.places {
                    let slot = s.engine.layout.mark(mark, p);
                    s.state.marks[slot] = value;
                    s.acted = true;
                    s.log(owner, EventKind::Marked(mark, p));
                }
            }),
            MarkTarget::Player(who) => {
                if let Some(seat) = self.who(*who, ctx) {
                    let slot = self.engine.layout.player_mark(mark, seat);
                    self.state.marks[slot] = value;
                    self.log(ctx.actor, EventKind::MarkedPlayer(mark, seat));
                }
                Ok(())
            }
        }
    }

    pub(super) fn unmark(
        &mut self,
        what: &MarkTarget,
        mark: Option<MarkId>,
        ctx: EvalCtx,
    ) -> StepResult {
        let marks: SmallVec<[MarkId; 4]> = match mark {
            Some(mark) => SmallVec::from_slice(&[mark]),
            None => (0..self.model.marks.len() as u16).map(MarkId).collect(),
        };
        match what {
            MarkTarget::Places(places) => self.each_place(places, ctx, |s, p| {
                for &mark in marks.iter().filter(|_| p.index() < s.engine.layout.places) {
                    let slot = s.engine.layout.mark(mark, p);
                    if s.state.marks[slot] != NO_MARK {
                        s.state.marks[slot] = NO_MARK;
                        s.log(ctx.actor, EventKind::Unmarked(mark, p));
                    }
                }
            }),
            MarkTarget::Player(who) => {
                if let Some(seat) = self.who(*who, ctx) {
                    for &mark in &marks {
                        let slot = self.engine.layout.player_mark(mark, seat);
                        if self.state.marks[slot] != NO_MARK {
                            self.state.marks[slot] = NO_MARK;
                            self.log(ctx.actor, EventKind::UnmarkedPlayer(mark, seat));
                        }
                    }
                }
                Ok(())
            }
        }
    }

    /// Removes every mark, and resets every note, whose `until` condition now holds.
    pub(crate) fn expire_mark_conditions(&mut self) {
        let engine = self.engine;
        for &mark in &engine.layout.marks_until {
            let Life::Until(until) = &self.model.marks[mark.index()].life else { continue };
            let slots = engine.layout.mark_slots(mark);
            if self.state.marks[slots].iter().all(|value| *value == NO_MARK) {
                continue;
            }
            for place in (0..self.model.board.holes as u8).map(PlaceId) {
                let slot = engine.layout.mark(mark, place);
                let value = self.state.marks[slot];
                if value == NO_MARK {
                    continue;
                }
                let owner = if value == MARKED {
                    self.owner(place).unwrap_or(self.player)
                } else {
                    Seat(value - 1)
                };
                if self.holds(until, EvalCtx::at(owner, place)) {
                    self.state.marks[slot] = NO_MARK;
                    let declared = self.model.marks[mark.index()].clause;
                    self.log_for(declared, owner, EventKind::Unmarked(mark, place));
                }
            }
        }
        for &note in &engine.layout.notes_until {
            let Life::Until(until) = &self.model.notes[note.index()].life else { continue };
            if self.holds(until, EvalCtx::of(self.player)) {
                self.state.notes[engine.layout.note_slots(note)].fill(0);
            }
        }
    }

    pub(super) fn set_note(&mut self, note: NoteId, value: i32, ctx: EvalCtx) -> StepResult {
        let slot = self.engine.layout.note(note, ctx.actor);
        if std::mem::replace(&mut self.state.notes[slot], value) != value {
            self.log(ctx.actor, EventKind::Noted(note, value));
        }
        Ok(())
    }

    /// The stored value of a mark; `owned`: the mark has owners.
    pub(crate) fn mark_value(&self, owned: bool, owner: Seat) -> u8 {
        if owned { owner.0 + 1 } else { MARKED }
    }
}
