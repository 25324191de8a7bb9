//! From the plan's positions to those of the reference engine, and back.

use super::moves::{BACKWARD, FORWARD};
use super::{Plan, Pos, Trail};
use crate::engine::{Engine, Event, NOBODY, Position, Sense, State};
use crate::model::Seat;
use crate::program::{Lane, Meaning};
use crate::runner::lanes::Lanes;

/// What does not change in a game: the rest of a position of the reference engine.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    state: State,
}

impl Frame {
    pub fn of(state: &State) -> Frame {
        Frame { state: state.clone() }
    }
}

impl<L: Lanes> Plan<L> {
    /// The facts of a position, as the reference engine knows them.
    pub fn state(&self, lanes: &L, mover: Seat) -> State {
        let mut state = self.frame.state.clone();
        state.mover = mover;
        (state.moves_left, state.moves_made) = (1, 0);
        for (i, meaning) in self.program.lanes.iter().enumerate() {
            let value = lanes.get(Lane(i as u8));
            let short = value as u16;
            let bit = |bits: u32, seat: Seat| bits & !(1 << seat.0) | value.min(1) << seat.0;
            match *meaning {
                Meaning::Seeds(place) => state.seeds[place.index()] = short,
                Meaning::Mark(mark, place) => {
                    let at = mark.index() * self.marks_each() + place.index();
                    state.marks[at] = value as u8;
                }
                Meaning::PlayerMark(mark, seat) => {
                    let places = self.program.places;
                    let at = mark.index() * self.marks_each() + places + seat.index();
                    state.marks[at] = value as u8;
                }
                Meaning::Note(slot) => state.notes[usize::from(slot)] = value as i32,
                Meaning::Stage(seat) => state.stage[seat.index()] = value as u8,
                Meaning::Again(seat) => state.again[seat.index()] = short,
                Meaning::MovesLeft => state.moves_left = short.max(1),
                Meaning::MovesMade => state.moves_made = short,
                Meaning::TurnCaptured => state.turn_captured = value > 0,
                Meaning::TurnWent => {
                    state.turn_sense = match value {
                        FORWARD => Some(Sense::Anticlockwise),
                        BACKWARD => Some(Sense::Clockwise),
                        _ => None,
                    }
                }
                Meaning::TurnSown(place) if value > 0 => state.turn_sown.insert(place),
                Meaning::TurnSown(place) => state.turn_sown.remove(place),
                Meaning::Caught | Meaning::SowingHand => {}
                Meaning::Kind(of, kind) => {
                    let slot = of.index() * self.program.kinds.len() + kind.index();
                    let kinds = state.kinds.as_mut();
                    if let Some(there) = kinds.and_then(|all| all.get_mut(slot)) {
                        *there = short;
                    }
                }
                Meaning::Owner(place) => {
                    state.owners[place.index()] = (value as u8).wrapping_sub(1)
                }
                Meaning::Closed(place) if value > 0 => state.closed.insert(place),
                Meaning::Closed(place) => state.closed.remove(place),
                Meaning::Moved(seat) => state.moved = bit(state.moved, seat),
                Meaning::Played(seat) => state.played = bit(state.played, seat),
            }
        }
        state
    }

    fn marks_each(&self) -> usize {
        self.program.places + self.program.seats
    }

    /// The lanes of a position; `None` if a number is too great for them.
    fn lanes(&self, state: &State) -> Option<L> {
        let mut lanes = L::empty();
        for (i, meaning) in self.program.lanes.iter().enumerate() {
            let bit = |bits: u32, seat: Seat| i64::from(bits >> seat.0 & 1);
            let value = match *meaning {
                Meaning::Seeds(place) => i64::from(state.seeds[place.index()]),
                Meaning::Mark(mark, place) => {
                    i64::from(state.marks[mark.index() * self.marks_each() + place.index()])
                }
                Meaning::PlayerMark(mark, seat) => {
                    let places = self.program.places;
                    let at = mark.index() * self.marks_each() + places + seat.index();
                    i64::from(state.marks[at])
                }
                Meaning::Note(slot) => i64::from(state.notes[usize::from(slot)]),
                Meaning::Stage(seat) => i64::from(state.stage[seat.index()]),
                Meaning::Again(seat) => i64::from(state.again[seat.index()]),
                Meaning::MovesLeft => i64::from(state.moves_left),
                Meaning::MovesMade => i64::from(state.moves_made),
                Meaning::TurnCaptured => state.turn_captured.into(),
                Meaning::TurnWent => match state.turn_sense {
                    Some(Sense::Anticlockwise) => FORWARD.into(),
                    Some(Sense::Clockwise) => BACKWARD.into(),
                    None => 0,
                },
                Meaning::TurnSown(place) => state.turn_sown.contains(place).into(),
                Meaning::Caught | Meaning::SowingHand => 0,
                Meaning::Kind(of, kind) => {
                    let slot = of.index() * self.program.kinds.len() + kind.index();
                    let there = state.kinds.as_ref().and_then(|all| all.get(slot));
                    there.map_or(0, |n| i64::from(*n))
                }
                Meaning::Owner(place) => match state.owners[place.index()] {
                    NOBODY => 0,
                    seat => i64::from(seat) + 1,
                },
                Meaning::Closed(place) => state.closed.contains(place).into(),
                Meaning::Moved(seat) => bit(state.moved, seat),
                Meaning::Played(seat) => bit(state.played, seat),
            };
            let value = u32::try_from(value).ok().filter(|n| *n <= L::GREATEST)?;
            lanes.put(Lane(i as u8), value);
        }
        Some(lanes)
    }

    /// The position of the reference engine.
    pub fn leave(&self, pos: &Pos<L>, trail: &Trail<L>, engine: &Engine) -> Position {
        self.leave_telling(pos, trail, engine, None)
    }

    /// The same; what happens before somebody is asked is told.
    pub fn leave_telling(
        &self,
        pos: &Pos<L>,
        trail: &Trail<L>,
        engine: &Engine,
        events: Option<&mut Vec<Event>>,
    ) -> Position {
        let past = trail.past().iter().map(|(lanes, seat)| self.state(lanes, *seat).hash());
        let history = trail.earlier().iter().copied().chain(past);
        engine.take_up(self.state(&pos.lanes, pos.mover), history, events)
    }

    /// The position here, if it is one before a move and all of it has a lane.
    pub fn enter(&self, position: &Position, engine: &Engine) -> Option<(Pos<L>, Trail<L>)> {
        let state = position.beginning_of_move()?;
        let frame = &self.frame.state;
        let same = state.starter == frame.starter
            && state.last_winner == frame.last_winner
            && state.game == frame.game;
        let lanes = self.lanes(state).filter(|_| same)?;
        let told = self.state(&lanes, state.mover);
        let same = (&told.marks, &told.notes) == (&state.marks, &state.notes)
            && told.closed == state.closed
            && (0..engine.model().board.holes as u8)
                .map(crate::model::PlaceId)
                .all(|p| state.owner(engine.model(), p) == told.owner(engine.model(), p));
        if !same {
            return None;
        }
        let mut earlier = position.past();
        // The last of them is the position itself, unless somebody has passed since.
        let counted = earlier.last() == Some(&state.hash());
        if counted {
            earlier.pop();
        }
        let mut trail = Trail::after(earlier);
        let pos = self.begin(lanes, state.mover, counted, &mut trail);
        (!pos.handed && pos.over.is_none() && pos.mover == state.mover).then_some((pos, trail))
    }
}
