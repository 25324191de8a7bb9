//! `swap sides`: the board is turned half round.

use super::event::EventKind;
use super::execution::{EvalCtx, Execution};
use super::state::{MARKED, NO_MARK, NOBODY, State, StateLayout};
use crate::model::{KindId, Life, MarkId, Model, NoteId, NoteKind, NoteValue, PlaceId, Seat, Unit};

impl Execution<'_> {
    /// Exchanges the sides of two players whose sides are alike; nothing happens on other boards.
    pub(super) fn swap_sides(&mut self, ctx: EvalCtx) {
        let Some(turned) = self.model.board.turned() else { return };
        *self.state = turn_round(self.state, self.model, &self.engine.layout, &turned);
        self.acted = true;
        self.log(ctx.actor, EventKind::SwappedSides);
    }
}

/// The state with each place's content in the place where it lies when the board is turned: seeds, marks, owners
/// and closed holes. What players have noted or are marked with goes along, unless it lasts for the match.
fn turn_round(state: &State, model: &Model, layout: &StateLayout, turned: &[PlaceId]) -> State {
    let mut after = state.clone();
    let places = || (0..=u8::MAX).map(PlaceId).zip(turned.iter().copied());
    for (from, to) in places() {
        after.seeds[to.index()] = state.seeds[from.index()];
        if let Some(kinds) = &mut after.kinds {
            let many = model.kinds.len();
            let of = |place: PlaceId, kind: KindId| place.index() * many + kind.index();
            for kind in (0..many).map(|kind| KindId(kind as u16)) {
                kinds[of(to, kind)] = state.of_kind(model, from, kind);
            }
        }
        if let (Some(slot), Some(&owner)) =
            (after.owners.get_mut(to.index()), state.owners.get(from.index()))
        {
            *slot = if owner == NOBODY { NOBODY } else { 1 - owner };
        }
        match state.closed.contains(from) {
            true => after.closed.insert(to),
            false => after.closed.remove(to),
        }
    }
    let mark_of_other = |value: u8| match value {
        NO_MARK | MARKED => value,
        owner => 3 - owner,
    };
    for (nth, decl) in model.marks.iter().enumerate() {
        if matches!(decl.life, Life::Unit(Unit::Match)) {
            continue;
        }
        let mark = MarkId(nth as u16);
        for (from, to) in places() {
            after.marks[layout.mark(mark, to)] =
                mark_of_other(state.marks[layout.mark(mark, from)]);
        }
        for seat in [Seat(0), Seat(1)] {
            let other = layout.player_mark(mark, Seat(1 - seat.0));
            after.marks[other] = mark_of_other(state.marks[layout.player_mark(mark, seat)]);
        }
    }
    for (nth, decl) in model.notes.iter().enumerate() {
        if matches!(decl.life, Life::Unit(Unit::Match)) {
            continue;
        }
        let note = NoteId(nth as u16);
        for seat in [Seat(0), Seat(1)] {
            let value = state.notes[layout.note(note, seat)];
            let other = if decl.of_each_player { Seat(1 - seat.0) } else { seat };
            let place = usize::try_from(value - 1).ok().and_then(|place| turned.get(place));
            after.notes[layout.note(note, other)] = match (decl.kind, place) {
                (NoteKind::Place, Some(place)) => i32::from(NoteValue::Place(*place).number()),
                _ => value,
            };
        }
    }
    after.stage.reverse();
    after
}
