//! Converts positions of the plan to those of the reference engine, and back.

use super::move_state::{BACKWARD, FORWARD};
use super::work_limit;
use super::{Plan, PlanHistory, PlanPosition};
use crate::engine::{Direction, Engine, Event, NOBODY, Position, State};
use crate::model::Seat;
use crate::program::{Lane, LaneRole};
use crate::runner::lanes::Lanes;

/// What is constant in a game: the part of the reference engine's state that no lane holds.
#[derive(Clone, Debug)]
pub(super) struct ConstantState {
    state: State,
}

impl ConstantState {
    pub fn of(state: &State) -> ConstantState {
        ConstantState { state: state.clone() }
    }
}

impl<L: Lanes> Plan<L> {
    /// The reference engine's state of a position.
    pub fn state(&self, lanes: &L, mover: Seat) -> State {
        let mut state = self.constants.state.clone();
        state.mover = mover;
        (state.moves_left, state.moves_made) = (1, 0);
        for (i, role) in self.program.lanes.iter().enumerate() {
            let value = lanes.get(Lane(i as u8));
            let short = value as u16;
            let bit = |bits: u32, seat: Seat| bits & !(1 << seat.0) | value.min(1) << seat.0;
            match *role {
                LaneRole::Seeds(place) => state.seeds[place.index()] = short,
                LaneRole::Mark(..) | LaneRole::PlayerMark(..) => {
                    if let Some(slot) = self.program.mark_slot(*role) {
                        state.marks[slot] = value as u8;
                    }
                }
                LaneRole::Note(slot) => state.notes[usize::from(slot)] = value as i32,
                LaneRole::Stage(seat) => state.stage[seat.index()] = value as u8,
                LaneRole::ExtraMoves(seat) => state.again[seat.index()] = short,
                LaneRole::MovesLeft => state.moves_left = short.max(1),
                LaneRole::MovesMade => state.moves_made = short,
                LaneRole::TurnCaptured => state.turn_captured = value > 0,
                LaneRole::TurnDirection => {
                    state.turn_sense = match value {
                        FORWARD => Some(Direction::Anticlockwise),
                        BACKWARD => Some(Direction::Clockwise),
                        _ => None,
                    }
                }
                LaneRole::TurnSown(place) if value > 0 => state.turn_sown.insert(place),
                LaneRole::TurnSown(place) => state.turn_sown.remove(place),
                LaneRole::LastCapture | LaneRole::SowingHand => {}
                LaneRole::Kind(of, kind) => {
                    let slot = of.index() * self.program.kinds.len() + kind.index();
                    let kinds = state.kinds.as_mut();
                    if let Some(there) = kinds.and_then(|all| all.get_mut(slot)) {
                        *there = short;
                    }
                }
                LaneRole::Owner(place) => {
                    state.owners[place.index()] = (value as u8).wrapping_sub(1)
                }
                LaneRole::Closed(place) if value > 0 => state.closed.insert(place),
                LaneRole::Closed(place) => state.closed.remove(place),
                LaneRole::Moved(seat) => state.moved = bit(state.moved, seat),
                LaneRole::Played(seat) => state.played = bit(state.played, seat),
            }
        }
        state
    }

    /// The lanes of a state; `None` if a number does not fit.
    fn lanes_of(&self, state: &State) -> Option<L> {
        let mut lanes = L::empty();
        for (i, role) in self.program.lanes.iter().enumerate() {
            let bit = |bits: u32, seat: Seat| i64::from(bits >> seat.0 & 1);
            let value = match *role {
                LaneRole::Seeds(place) => i64::from(state.seeds[place.index()]),
                LaneRole::Mark(..) | LaneRole::PlayerMark(..) => {
                    i64::from(state.marks[self.program.mark_slot(*role)?])
                }
                LaneRole::Note(slot) => i64::from(state.notes[usize::from(slot)]),
                LaneRole::Stage(seat) => i64::from(state.stage[seat.index()]),
                LaneRole::ExtraMoves(seat) => i64::from(state.again[seat.index()]),
                LaneRole::MovesLeft => i64::from(state.moves_left),
                LaneRole::MovesMade => i64::from(state.moves_made),
                LaneRole::TurnCaptured => state.turn_captured.into(),
                LaneRole::TurnDirection => match state.turn_sense {
                    Some(Direction::Anticlockwise) => FORWARD.into(),
                    Some(Direction::Clockwise) => BACKWARD.into(),
                    None => 0,
                },
                LaneRole::TurnSown(place) => state.turn_sown.contains(place).into(),
                LaneRole::LastCapture | LaneRole::SowingHand => 0,
                LaneRole::Kind(of, kind) => {
                    let slot = of.index() * self.program.kinds.len() + kind.index();
                    let there = state.kinds.as_ref().and_then(|all| all.get(slot));
                    there.map_or(0, |n| i64::from(*n))
                }
                LaneRole::Owner(place) => match state.owners[place.index()] {
                    NOBODY => 0,
                    seat => i64::from(seat) + 1,
                },
                LaneRole::Closed(place) => state.closed.contains(place).into(),
                LaneRole::Moved(seat) => bit(state.moved, seat),
                LaneRole::Played(seat) => bit(state.played, seat),
            };
            let value = u32::try_from(value).ok().filter(|n| *n <= L::GREATEST)?;
            lanes.put(Lane(i as u8), value);
        }
        // In another game of this description, other holes may be closed for good.
        let mut closed = self.constants.state.closed;
        for role in &self.program.lanes {
            let LaneRole::Closed(place) = role else { continue };
            match state.closed.contains(*place) {
                true => closed.insert(*place),
                false => closed.remove(*place),
            }
        }
        (closed == state.closed).then_some(lanes)
    }

    /// The reference engine's position.
    pub fn to_position(
        &self,
        pos: &PlanPosition<L>,
        trail: &PlanHistory<L>,
        engine: &Engine,
    ) -> Position {
        self.to_position_with_events(pos, trail, engine, None)
    }

    /// The same; events up to the next decision are added to `events`.
    pub fn to_position_with_events(
        &self,
        pos: &PlanPosition<L>,
        trail: &PlanHistory<L>,
        engine: &Engine,
        events: Option<&mut Vec<Event>>,
    ) -> Position {
        let past = trail.returnable().iter().map(|(lanes, seat)| self.state(lanes, *seat).hash());
        let history = trail.earlier().iter().copied().chain(past);
        engine.resume(self.state(&pos.lanes, pos.mover), history, events)
    }

    /// The plan's position, if this is a position before a move and lanes hold all of it.
    pub fn plan_position(
        &self,
        position: &Position,
        engine: &Engine,
    ) -> Option<(PlanPosition<L>, PlanHistory<L>)> {
        let state = position.beginning_of_move()?;
        let constants = &self.constants.state;
        let same = state.starter == constants.starter
            && state.last_winner == constants.last_winner
            && state.game == constants.game;
        let lanes = self.lanes_of(state).filter(|_| same)?;
        let facts = self.state(&lanes, state.mover);
        let same = (&facts.marks, &facts.notes) == (&state.marks, &state.notes)
            && facts.closed == state.closed
            && (0..engine.model().board.holes as u8)
                .map(crate::model::PlaceId)
                .all(|p| state.owner(engine.model(), p) == facts.owner(engine.model(), p));
        if !same {
            return None;
        }
        let mut earlier = position.history_hashes();
        // The last hash is that of the position itself, unless somebody has passed since.
        let counted = earlier.last() == Some(&state.hash());
        if counted {
            earlier.pop();
        }
        let mut trail = PlanHistory::after_hashes(earlier);
        // Whether players can move may have to be found out.
        work_limit::begin(0);
        let pos = self.begin(lanes, state.mover, counted, &mut trail);
        (!pos.unsupported && pos.end.is_none() && pos.mover == state.mover).then_some((pos, trail))
    }
}
