//! Both players move at once: each chooses, then both sow in step, one seed each in turn.
//!
//! It is one story. What it knows of a move it knows of the player whose seed is falling; of the
//! other, who waits, it is kept apart meanwhile.

use super::course::Course;
use super::event::EventKind;
use super::legal::LawSet;
use super::sow::{FREE_LAPS, KINDS_OF_LAPS, Taken};
use super::state::State;
use super::story::{Caught, Ctx, Fall, Flow, Lap, LapFacts, Stop, Story, Telling, Waiting};
use crate::model::{ClauseId, PlaceId, PlaceSetBits, Seat};
use smallvec::SmallVec;
use std::mem::swap;

/// What a story knows of the move of the player who waits.
#[derive(Default)]
pub(crate) struct Side<'e> {
    player: Seat,
    pub hand: u16,
    lap: LapFacts,
    first_lap: LapFacts,
    last_lap: LapFacts,
    laps: u32,
    move_captured: bool,
    captured_from: PlaceSetBits,
    first_lap_captured_from: PlaceSetBits,
    move_sown: PlaceSetBits,
    last_fall: Option<PlaceId>,
    fall: Fall,
    fall_marks: SmallVec<[u8; 4]>,
    fall_before: Option<(PlaceId, Fall)>,
    caught: Caught,
    pending: Option<Lap>,
    acted: bool,
    passed: bool,
    waiting: SmallVec<[Waiting<'e>; 1]>,
    asked_at: Vec<(State, PlaceSetBits)>,
    stop_after_lap: Option<Stop>,
    laps_over: Vec<LapFacts>,
}

/// What a story of both players keeps besides.
#[derive(Default)]
pub(crate) struct Together<'e> {
    pub side: Side<'e>,
    /// Who is asked first, and whose seeds fall first.
    first: Seat,
    /// Where the answers of the player begin who is saying what he does, among all answers and
    /// among those to preference orders; `None` once both have said it.
    pub chooses: Option<(usize, usize)>,
    /// Who has ended his move, in that order.
    pub ended: SmallVec<[Seat; 2]>,
    /// Whose move is judged, by which laws.
    pub judged: Option<(Seat, &'e LawSet)>,
    /// The law or judgement that the move judged has broken.
    pub broken: Option<ClauseId>,
}

/// A lap of which some seeds are still to fall.
struct Walk<'e> {
    lap: Lap,
    course: Course<'e>,
    told: Option<usize>,
    /// Where the next seed falls, in the order of the ring.
    at: usize,
}

/// Both sowings, each of the player of that number in the order in which seeds fall.
#[derive(Default)]
struct Walks<'e> {
    of: [Option<Walk<'e>>; 2],
    seen: Option<Seen>,
}

/// One state of both sowings, to compare later ones with: as a lap of `player` begins.
struct Seen {
    player: Seat,
    state: State,
    sides: [Going; 2],
    /// Laps until this state is replaced, and since it was taken.
    power: u64,
    steps: u64,
}

/// How a sowing goes on, and what can be asked of it.
#[derive(PartialEq, Eq)]
struct Going {
    lap: Option<Lap>,
    at: Option<usize>,
    hand: u16,
    facts: LapFacts,
    captured: bool,
    sown: PlaceSetBits,
    before: Option<(PlaceId, Fall)>,
    laps_over: usize,
}

impl<'e> Story<'e> {
    /// Tells the moves of both players, the first one being the player about to move.
    pub(crate) fn tell_both(&mut self) -> Flow {
        self.telling = Telling::Move;
        let seats = [self.player, self.engine.after(self.player)];
        let rules = self.rules;
        let mut walks = Walks::default();
        self.both().side.player = seats[1];
        self.both().first = seats[0];
        let mut chosen = [true; 2];
        for (seat, chosen) in seats.into_iter().zip(&mut chosen) {
            self.turn_to(seat);
            let answers = (self.used, self.ordered);
            self.both().chooses = Some(answers);
            *chosen = match self.cases(&rules.moves, Ctx::of(seat)) {
                Ok(_) => true,
                Err(Stop::EndMove | Stop::EndTurn) => false,
                Err(stop) => return Err(stop),
            };
        }
        self.both().chooses = None;
        if let Some(clause) = rules.turn.at_once {
            self.tell_of(clause, seats[0], EventKind::AtOnce);
        }
        for (i, seat) in seats.into_iter().enumerate() {
            self.turn_to(seat);
            let begun = if chosen[i] { self.next_lap(i, &mut walks) } else { Ok(None) };
            walks.of[i] = self.unless_over(begun)?;
        }
        while walks.of.iter().any(Option::is_some) {
            for (i, seat) in seats.into_iter().enumerate() {
                if let Some(walk) = walks.of[i].take() {
                    self.turn_to(seat);
                    let sown = self.sow_in_step(i, walk, &mut walks);
                    walks.of[i] = self.unless_over(sown)?;
                }
            }
        }
        Ok(())
    }

    /// One seed of a player falls; how his sowing goes on.
    fn sow_in_step(
        &mut self,
        i: usize,
        mut walk: Walk<'e>,
        walks: &mut Walks<'e>,
    ) -> Flow<Option<Walk<'e>>> {
        self.clause = walk.lap.clause;
        let heeded = self.heeds(&walk.course, true);
        let flow = self.one_fall(&walk.course, walk.at, self.player, heeded);
        if let (Ok(at), true) = (flow, self.hand > 0) {
            walk.at = at;
            return Ok(Some(walk));
        }
        self.tell_last_fall(walk.told);
        self.end_lap(&walk.lap, flow.map(|_| self.last_fall))?;
        self.next_lap(i, walks)
    }

    /// Takes up the seeds of the lap that is ready, if there is one.
    fn next_lap(&mut self, i: usize, walks: &mut Walks<'e>) -> Flow<Option<Walk<'e>>> {
        while let Some(lap) = self.pending.take() {
            if self.laps >= FREE_LAPS {
                self.look_for_both(i, lap, walks)?;
            }
            self.announce_lap(&lap)?;
            if let Some(Taken { course, told }) = self.take_up(lap, self.player)? {
                let at = self.first_fall(&course, &lap)?;
                return Ok(Some(Walk { lap, course, told, at }));
            }
        }
        Ok(None)
    }

    /// Both sowings are endless if all stands as it stood before.
    fn look_for_both(&self, i: usize, lap: Lap, walks: &mut Walks<'e>) -> Flow {
        let Some(together) = &self.together else { return Ok(()) };
        let (side, walk) = (&together.side, &walks.of[1 - i]);
        if self.laps_over.len().max(side.laps_over.len()) > KINDS_OF_LAPS {
            return Err(Stop::Fuel);
        }
        let sides = || {
            let this = Going {
                lap: Some(lap),
                at: None,
                hand: self.hand,
                facts: self.lap,
                captured: self.move_captured,
                sown: self.move_sown,
                before: self.fall_before,
                laps_over: self.laps_over.len(),
            };
            let that = Going {
                lap: walk.as_ref().map(|walk| walk.lap),
                at: walk.as_ref().map(|walk| walk.at),
                hand: side.hand,
                facts: side.lap,
                captured: side.move_captured,
                sown: side.move_sown,
                before: side.fall_before,
                laps_over: side.laps_over.len(),
            };
            [this, that]
        };
        let power = match &mut walks.seen {
            Some(seen) => {
                if seen.player == self.player && seen.state == *self.state && seen.sides == sides()
                {
                    return Err(Stop::Endless);
                }
                seen.steps += 1;
                if seen.steps < seen.power {
                    return Ok(());
                }
                seen.power * 2
            }
            None => 1,
        };
        let state = self.state.clone();
        walks.seen = Some(Seen { player: self.player, state, sides: sides(), power, steps: 0 });
        Ok(())
    }

    /// How the sowing goes on; where it does not, the move is over: *after move*.
    fn unless_over(&mut self, walk: Flow<Option<Walk<'e>>>) -> Flow<Option<Walk<'e>>> {
        match walk {
            Ok(None) | Err(Stop::EndMove | Stop::EndTurn) => {}
            going => return going,
        }
        let (player, rules) = (self.player, self.rules);
        if let Some((seat, laws)) = self.both().judged
            && seat == player
        {
            self.both().broken = self.breaks(laws);
        }
        self.telling = Telling::After;
        self.keep_hand();
        let bit = 1 << player.0;
        self.state.moved |= bit;
        self.state.played |= bit;
        self.state.played_match |= bit;
        self.both().ended.push(player);
        self.lift_what_is_over();
        match self.cases(&rules.after_move, Ctx::of(player)) {
            Ok(_) | Err(Stop::EndMove | Stop::EndTurn) => {}
            Err(stop) => return Err(stop),
        }
        self.telling = Telling::Move;
        Ok(None)
    }

    /// After the moves of both: who is next, and *end*, read by each in the order in which they
    /// ended.
    pub(crate) fn tell_after_both(&mut self) -> Flow {
        self.telling = Telling::After;
        let rules = self.rules;
        let ended = self.both().ended.clone();
        // Who was asked first is the next in the order of the turns, when both have moved.
        let mut next = self.both().first;
        if let (Some(clause), Some(&first)) = (rules.turn.first_to_end, ended.first()) {
            next = first;
            self.tell_of(clause, first, EventKind::MovesNext);
        }
        self.state.mover = next;
        self.engine.begin_turn(self.state);
        self.settle_stands(true);
        for seat in ended {
            self.turn_to(seat);
            self.state.mover = next;
            self.next = next;
            self.cases(&rules.end, Ctx::of(seat))?;
        }
        Ok(())
    }

    /// Seeds that no sowing will put down any more stay with the players.
    pub(crate) fn keep_hands(&mut self) {
        self.keep_hand();
        if let Some(together) = &mut self.together {
            let store = self.model.board.seats[together.side.player.index()].store;
            self.state.seeds[store.index()] += std::mem::take(&mut together.side.hand);
        }
    }

    /// Seeds in the hand of the player who waits while the other's seed falls.
    pub(crate) fn hand_that_waits(&self) -> u16 {
        self.together.as_ref().map_or(0, |together| together.side.hand)
    }

    /// The story goes on with the move of that player.
    pub(crate) fn turn_to(&mut self, seat: Seat) {
        self.state.mover = seat;
        if self.player != seat
            && let Some(together) = &mut self.together
        {
            let side = &mut together.side;
            swap(&mut self.player, &mut side.player);
            swap(&mut self.hand, &mut side.hand);
            swap(&mut self.lap, &mut side.lap);
            swap(&mut self.first_lap, &mut side.first_lap);
            swap(&mut self.last_lap, &mut side.last_lap);
            swap(&mut self.laps, &mut side.laps);
            swap(&mut self.move_captured, &mut side.move_captured);
            swap(&mut self.captured_from, &mut side.captured_from);
            swap(&mut self.first_lap_captured_from, &mut side.first_lap_captured_from);
            swap(&mut self.move_sown, &mut side.move_sown);
            swap(&mut self.last_fall, &mut side.last_fall);
            swap(&mut self.fall, &mut side.fall);
            swap(&mut self.fall_marks, &mut side.fall_marks);
            swap(&mut self.fall_before, &mut side.fall_before);
            swap(&mut self.caught, &mut side.caught);
            swap(&mut self.pending, &mut side.pending);
            swap(&mut self.acted, &mut side.acted);
            swap(&mut self.passed, &mut side.passed);
            swap(&mut self.waiting, &mut side.waiting);
            swap(&mut self.asked_at, &mut side.asked_at);
            swap(&mut self.stop_after_lap, &mut side.stop_after_lap);
            swap(&mut self.laps_over, &mut side.laps_over);
        }
        self.next = self.player;
    }

    fn both(&mut self) -> &mut Together<'e> {
        self.together.get_or_insert_default()
    }
}
