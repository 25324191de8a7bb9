//! Both players move at once: each chooses a hole, as if he moved alone; then both sow in step, one seed
//! each in turn. Where more is asked, or the sowings are long, the reference engine tells.

use super::laps::LapPickup;
use super::legal::AnyLegal;
use super::move_state::{FREE_LAPS, MoveState, PendingLap};
use super::{
    ChoiceOutcome, Plan, PlanHistory, PlanPosition, PlanQuestion, PlanStop, Replies, SowTable,
};
use crate::model::Seat;
use crate::program::{FirstToEnd, Lane, Reply};
use crate::runner::lanes::Lanes;

/// A lap of which some seeds are still to fall.
struct LapCursor<'p, L: Lanes> {
    table: &'p SowTable<L>,
    /// Where on the path the next one falls.
    at: usize,
    /// So many fall in each place.
    each: u32,
    /// How the move ends when the lap is over, if that has been said.
    stop: Option<PlanStop>,
}

/// The moves of both players, of the one who is asked first and of the other.
struct PairMove<'p, L: Lanes> {
    moves: [MoveState<'p, L>; 2],
    cursors: [Option<LapCursor<'p, L>>; 2],
    /// Whose seed is falling, or who does something else: the lanes of his move are those of both.
    current: usize,
    /// Who has ended his move, in that order.
    ended: Vec<usize>,
}

impl<L: Lanes> Plan<L> {
    /// The position before a move of both players, if they move at once and each can; else as it is.
    /// `None`: the reference engine has to tell.
    pub(super) fn begin_pair_move(
        &self,
        pos: PlanPosition<L>,
        trail: &PlanHistory<L>,
    ) -> Option<PlanPosition<L>> {
        if self.code(&pos.lanes, pos.mover).at_once.is_none() {
            return Some(pos);
        }
        let other = self.other_player_alone(&pos, trail)?;
        for alone in [&pos, &other] {
            match self.any_legal(alone, trail, false) {
                AnyLegal::Yes => {}
                AnyLegal::No | AnyLegal::Endless | AnyLegal::Passes => return Some(pos),
                AnyLegal::Undecided => return None,
            }
        }
        // What both choose is told at length.
        Some(PlanPosition { simultaneous: true, laws_apply: true, choices_uncertain: false, ..pos })
    }

    /// The same position with the other player about to move, alone; `None`: the reference engine has to
    /// tell.
    fn other_player_alone(
        &self,
        pos: &PlanPosition<L>,
        trail: &PlanHistory<L>,
    ) -> Option<PlanPosition<L>> {
        let other = self.next_seat(pos.mover);
        let mut lanes = pos.lanes;
        self.begin_turn(&mut lanes, other);
        self.expire_marks(&mut lanes, false);
        self.leave_stages(&mut lanes, other, trail);
        let seats = [pos.mover, other];
        let same =
            seats.iter().all(|seat| self.stage(&lanes, *seat) == self.stage(&pos.lanes, pos.mover));
        self.start_move(lanes, other, trail, false).filter(|_| same)
    }

    /// A hole is chosen by a player who moves at once with another, or by both.
    #[cold]
    pub(super) fn make_pair_move(
        &self,
        pos: &PlanPosition<L>,
        origin: Option<Lane>,
        replies: &[Reply],
        trail: &mut PlanHistory<L>,
    ) -> ChoiceOutcome<L> {
        let Some(first) = origin else { return ChoiceOutcome::Unsupported };
        if replies.is_empty() {
            return self.first_choice(pos, first, trail);
        }
        let [Reply::Place(second)] = replies else { return ChoiceOutcome::Unsupported };
        self.sow_both(pos, [first, *second], trail)
    }

    /// The first player chooses a hole, if it is legal; and what the other one can choose.
    fn first_choice(
        &self,
        pos: &PlanPosition<L>,
        first: Lane,
        trail: &mut PlanHistory<L>,
    ) -> ChoiceOutcome<L> {
        let laws = self.any_law_applies(&pos.lanes, pos.mover, trail, false);
        let alone = PlanPosition { simultaneous: false, laws_apply: laws, ..*pos };
        match self.is_legal(&alone, first, trail) {
            Some(true) => {}
            Some(false) => return ChoiceOutcome::Unlawful,
            None => return ChoiceOutcome::Unsupported,
        }
        let Some(other) = self.other_player_alone(pos, trail) else {
            return ChoiceOutcome::Unsupported;
        };
        let mut replies = Replies::new();
        for lane in L::each(other.options) {
            match self.is_legal(&other, lane, trail) {
                Some(true) => replies.push(Reply::Place(lane)),
                Some(false) => {}
                None => return ChoiceOutcome::Unsupported,
            }
        }
        if replies.is_empty() {
            return ChoiceOutcome::Unsupported;
        }
        let question =
            PlanQuestion { lanes: pos.lanes, replies, laps: 0, captured: false, others: 0 };
        ChoiceOutcome::Asks(Box::new(question))
    }

    /// Whether a player who moves alone may choose a hole; `None`: the reference engine has to tell.
    fn is_legal(
        &self,
        alone: &PlanPosition<L>,
        origin: Lane,
        trail: &mut PlanHistory<L>,
    ) -> Option<bool> {
        let mark = trail.mark();
        let made = self.make_move_with(alone, Some(origin), &[], trail);
        trail.truncate(mark);
        match made {
            ChoiceOutcome::Made(_) | ChoiceOutcome::Asks(_) => Some(true),
            ChoiceOutcome::Illegal
            | ChoiceOutcome::Unlawful
            | ChoiceOutcome::Endless
            | ChoiceOutcome::Passes => Some(false),
            ChoiceOutcome::Unsupported => None,
        }
    }

    /// Both sow.
    fn sow_both(
        &self,
        pos: &PlanPosition<L>,
        origins: [Lane; 2],
        trail: &mut PlanHistory<L>,
    ) -> ChoiceOutcome<L> {
        let seats = [pos.mover, self.next_seat(pos.mover)];
        let moves = seats.map(|seat| MoveState::of(self, pos.lanes, seat, trail));
        let mut both = PairMove { moves, cursors: [None, None], current: 0, ended: Vec::new() };
        let flow = both.simulate(origins);
        let next = match flow {
            Ok(()) => both.first_of_next_turn(pos.mover),
            Err(_) => both.moves[both.current].player,
        };
        let flow = flow.and_then(|()| both.run_end(next));
        both.return_hands();
        let PairMove { moves, current: turn, .. } = both;
        if moves.iter().any(|told| told.undecided.get()) {
            return ChoiceOutcome::Unsupported;
        }
        let current = &moves[turn];
        let (mut lanes, mut counted) = (current.lanes, current.result.unwrap_or(current.lanes));
        self.clear_move_scoped(&mut lanes);
        self.clear_move_scoped(&mut counted);
        let laps = moves.iter().map(|told| told.sown).sum();
        let captors = moves
            .iter()
            .map(|told| u32::from(told.captured_since_reply) << told.player.0 | told.others);
        let captors = captors.fold(0, |all, some| all | some);
        let stage_ended = moves.iter().any(|told| told.stage_ended);
        let made = match flow {
            Ok(()) | Err(PlanStop::EndMove | PlanStop::EndTurn) => match stage_ended {
                true => self.complete_stage(lanes, counted, pos, next, trail),
                false => self.complete_move(lanes, counted, pos, next, trail),
            },
            Err(PlanStop::EndGame(how, clause)) => self.end_game(lanes, next, how, clause),
            Err(PlanStop::Asks | PlanStop::Endless | PlanStop::Unsupported) => {
                return ChoiceOutcome::Unsupported;
            }
        };
        // The last decision was that of the other player.
        let captured = captors >> seats[1].0 & 1 != 0;
        ChoiceOutcome::Made(PlanPosition {
            laps,
            captured,
            others: captors & !(1 << seats[1].0),
            ..made
        })
    }
}

impl<'p, L: Lanes> PairMove<'p, L> {
    /// The sowings of both, until both have ended their moves.
    fn simulate(&mut self, origins: [Lane; 2]) -> Result<(), PlanStop> {
        for (i, origin) in origins.into_iter().enumerate() {
            self.switch_to(i);
            let current = &mut self.moves[i];
            let lap = PendingLap::of(origin);
            current.acted = true;
            current.held = current.lanes.get(origin);
            current.first_origins = lap.all;
            current.pending = Some(lap);
            let begun = self.next_lap(i);
            self.continue_or_finish(i, begun)?;
        }
        while self.cursors.iter().any(Option::is_some) {
            for i in [0, 1] {
                if let Some(walk) = self.cursors[i].take() {
                    self.switch_to(i);
                    let sown = self.step(i, walk);
                    self.continue_or_finish(i, sown)?;
                }
            }
        }
        Ok(())
    }

    /// Goes on with the move of that player. What is known only within a move is known of his.
    fn switch_to(&mut self, i: usize) {
        if self.current == i {
            return;
        }
        let from = &self.moves[self.current];
        let (mut lanes, other_hand) = (from.lanes, from.hand);
        let program = &from.plan.program;
        for lane in [program.last_capture, program.hand].into_iter().flatten() {
            lanes.put(lane, self.moves[i].lanes.get(lane));
        }
        self.moves[i].lanes = lanes;
        self.moves[i].other_hand = other_hand;
        self.current = i;
    }

    /// Takes up the seeds of the lap that is ready, if there is one.
    fn next_lap(&mut self, i: usize) -> Result<(), PlanStop> {
        let current = &mut self.moves[i];
        while let Some(lap) = current.pending.take() {
            if current.laps >= FREE_LAPS {
                return Err(PlanStop::Unsupported);
            }
            if let Some(LapPickup { table, each, .. }) = current.take_up_lap(lap, true)? {
                let at = current.first_fall(table, &lap)?;
                // The seeds of both are counted.
                let falls: u64 = self.moves.iter().map(|told| told.falls).sum();
                if falls > self.moves[i].plan.most_falls {
                    return Err(PlanStop::Unsupported);
                }
                self.cursors[i] =
                    Some(LapCursor { table, at, each: each.unwrap_or(1), stop: None });
                return Ok(());
            }
        }
        Ok(())
    }

    /// One seed of a player falls, or so many as fall at a time; behind the last one the next lap begins.
    fn step(&mut self, i: usize, mut walk: LapCursor<'p, L>) -> Result<(), PlanStop> {
        let current = &mut self.moves[i];
        let path = &walk.table.path;
        let mut round = (0..=path.len()).map(|n| (walk.at + n) % path.len());
        let at = round.find(|at| !current.passes_over(&walk.table.passing, path[*at]));
        let at = at.ok_or(PlanStop::Endless)?;
        let mut flow = current.fall(path[at], walk.each, &mut walk.stop);
        if flow.is_ok() && current.hand > 0 {
            walk.at = at + 1;
            self.cursors[i] = Some(walk);
            return Ok(());
        }
        if flow.is_ok() {
            flow = match walk.stop {
                Some(stop) => Err(stop),
                None => current.last_seed(walk.table, path[at]),
            };
        }
        current.expire_lap_marks();
        flow?;
        self.next_lap(i)
    }

    /// How the sowing of a player goes on; where it does not his move is over: *after move*.
    fn continue_or_finish(&mut self, i: usize, flow: Result<(), PlanStop>) -> Result<(), PlanStop> {
        match flow {
            Ok(()) if self.cursors[i].is_some() => return Ok(()),
            Ok(()) | Err(PlanStop::EndMove | PlanStop::EndTurn) => {}
            stop @ Err(
                PlanStop::EndGame(..) | PlanStop::Asks | PlanStop::Endless | PlanStop::Unsupported,
            ) => return stop,
        }
        let current = &mut self.moves[i];
        current.return_hand();
        let program = &current.plan.program;
        let ended = [program.moved[current.player.index()], program.played[current.player.index()]];
        ended.into_iter().flatten().for_each(|lane| current.lanes.put(lane, 1));
        current.in_after_move = true;
        current.expire_marks();
        self.ended.push(i);
        let code = current.code;
        match current.cases(&code.after_move) {
            Ok(_) | Err(PlanStop::EndMove | PlanStop::EndTurn) => Ok(()),
            Err(stop) => Err(stop),
        }
    }

    /// Who is about to move when both have: he who was asked first, or who ended first.
    fn first_of_next_turn(&self, first: Seat) -> Seat {
        let of = self.moves[0].code.at_once.filter(|FirstToEnd(first)| *first);
        let ended = of.and_then(|_| self.ended.first());
        ended.map_or(first, |i| self.moves[*i].player)
    }

    /// *end*, read by each in the order in which they ended.
    fn run_end(&mut self, next: Seat) -> Result<(), PlanStop> {
        let plan = self.moves[0].plan;
        let now = &mut self.moves[self.current].lanes;
        plan.begin_turn(now, next);
        let made = *now;
        for i in std::mem::take(&mut self.ended) {
            self.switch_to(i);
            let current = &mut self.moves[i];
            (current.next, current.result) = (next, Some(made));
            let code = current.code;
            if let Some(block) = code.end.get(next.index()) {
                current.cases(block)?;
            }
        }
        Ok(())
    }

    /// Seeds that no sowing will put down any more stay with the players.
    fn return_hands(&mut self) {
        let turn = self.current;
        for i in [1 - turn, turn] {
            self.switch_to(i);
            self.moves[i].return_hand();
        }
    }
}
