//! Simultaneous moves: each player chooses how to begin as if they moved alone; then both sow in step, one seed
//! each in turn. Moves with questions while both sow, and long sowings, are run by the reference engine.

use super::laps::LapPickup;
use super::legal::AnyLegal;
use super::move_state::{FREE_LAPS, MoveState, PendingLap};
use super::{
    ChoiceOutcome, MoveStats, Plan, PlanHistory, PlanPosition, PlanQuestion, PlanStop, Replies,
    SowTable,
};
use crate::model::Seat;
use crate::program::{FirstToEnd, Lane, Reply};
use crate::runner::lanes::Lanes;

/// What a player has chosen before either takes up seeds.
#[derive(Clone, Copy)]
struct MoveChoice<'a> {
    /// The hole that the move begins with; `None`: the opening.
    origin: Option<Lane>,
    /// The replies to the questions of the opening.
    replies: &'a [Reply],
}

/// A lap in progress.
struct LapCursor<'p, L: Lanes> {
    table: &'p SowTable<L>,
    /// Index on the path of the next fall.
    at: usize,
    /// Seeds dropped in each place.
    each: u32,
    /// How the move ends when the lap is over, if that is decided.
    stop: Option<PlanStop>,
}

/// The moves of both players: [the one who is asked first, the other].
struct PairMove<'p, L: Lanes> {
    moves: [MoveState<'p, L>; 2],
    cursors: [Option<LapCursor<'p, L>>; 2],
    /// Index of the move that is running; its lanes are the current ones.
    current: usize,
    /// Indices of the moves that have ended, in that order.
    ended: Vec<usize>,
}

impl<L: Lanes> Plan<L> {
    /// The position before a simultaneous move, if both players can move; else the position as it is. `None`:
    /// ask the reference engine.
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
        // The choices of both always take the slow path.
        Some(PlanPosition { simultaneous: true, laws_apply: true, choices_uncertain: false, ..pos })
    }

    /// The same position with the other player about to move, alone; `None`: ask the reference engine.
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

    /// Handles the replies of the first player, or of both; `origin` is the first player's, as for a move alone.
    #[cold]
    pub(super) fn make_pair_move(
        &self,
        pos: &PlanPosition<L>,
        origin: Option<Lane>,
        replies: &[Reply],
        trail: &mut PlanHistory<L>,
    ) -> ChoiceOutcome<L> {
        let laws = self.any_law_applies(&pos.lanes, pos.mover, trail, false);
        let first = PlanPosition { simultaneous: false, laws_apply: laws, ..*pos };
        let known = match self.replies_to_begin(&first, origin, replies, trail) {
            Ok(known) => known,
            Err(PlanStop::Asks) => return self.try_alone(&first, origin, replies, trail),
            Err(_) => return ChoiceOutcome::Unsupported,
        };
        let (of_first, of_other) = replies.split_at(known);
        if of_other.is_empty() {
            match self.is_legal(&first, origin, of_first, trail) {
                Some(true) => {}
                Some(false) => return ChoiceOutcome::Unlawful,
                None => return ChoiceOutcome::Unsupported,
            }
        }
        let Some(other) = self.other_player_alone(pos, trail) else {
            return ChoiceOutcome::Unsupported;
        };
        let first = MoveChoice { origin, replies: of_first };
        if !other.has_opening {
            return match of_other {
                [] => self.ask_for_hole(pos, &other, trail),
                [Reply::Place(hole)] => {
                    let other = MoveChoice { origin: Some(*hole), replies: &[] };
                    self.sow_both(pos, [first, other], trail)
                }
                _ => ChoiceOutcome::Unsupported,
            };
        }
        match self.replies_to_begin(&other, None, of_other, trail) {
            Ok(known) if known == of_other.len() => {
                match self.is_legal(&other, None, of_other, trail) {
                    Some(true) => {
                        let other = MoveChoice { origin: None, replies: of_other };
                        self.sow_both(pos, [first, other], trail)
                    }
                    Some(false) => ChoiceOutcome::Unlawful,
                    None => ChoiceOutcome::Unsupported,
                }
            }
            Err(PlanStop::Asks) => {
                let mut outcome = self.try_alone(&other, None, of_other, trail);
                if let ChoiceOutcome::Asks(question) = &mut outcome {
                    question.lanes = pos.lanes;
                }
                outcome
            }
            Ok(_) | Err(_) => ChoiceOutcome::Unsupported,
        }
    }

    /// How many of these replies a player gives before their first lap; `Err`: how the opening stops otherwise.
    fn replies_to_begin(
        &self,
        alone: &PlanPosition<L>,
        origin: Option<Lane>,
        replies: &[Reply],
        trail: &PlanHistory<L>,
    ) -> Result<usize, PlanStop> {
        if origin.is_some() {
            return Ok(0);
        }
        let mut state = MoveState::of(self, alone.lanes, alone.mover, trail);
        state.replies = replies;
        let flow = state.run_opening();
        if state.undecided.get() {
            return Err(PlanStop::Unsupported);
        }
        flow.map(|()| state.replied)
    }

    /// Asks the other player for the hole that their move begins with.
    fn ask_for_hole(
        &self,
        pos: &PlanPosition<L>,
        other: &PlanPosition<L>,
        trail: &mut PlanHistory<L>,
    ) -> ChoiceOutcome<L> {
        let mut replies = Replies::new();
        for lane in L::each(other.options) {
            match self.is_legal(other, Some(lane), &[], trail) {
                Some(true) => replies.push(Reply::Place(lane)),
                Some(false) => {}
                None => return ChoiceOutcome::Unsupported,
            }
        }
        if replies.is_empty() {
            return ChoiceOutcome::Unsupported;
        }
        let (seat, lanes, before) = (other.mover, pos.lanes, MoveStats::default());
        ChoiceOutcome::Asks(Box::new(PlanQuestion { seat, mover: seat, lanes, replies, before }))
    }

    /// The result of a move that a player would make alone.
    fn try_alone(
        &self,
        alone: &PlanPosition<L>,
        origin: Option<Lane>,
        replies: &[Reply],
        trail: &mut PlanHistory<L>,
    ) -> ChoiceOutcome<L> {
        let mark = trail.mark();
        let outcome = self.make_move_with(alone, origin, replies, trail);
        trail.truncate(mark);
        outcome
    }

    /// Whether a player who moves alone may begin so; `None`: undecided.
    fn is_legal(
        &self,
        alone: &PlanPosition<L>,
        origin: Option<Lane>,
        replies: &[Reply],
        trail: &mut PlanHistory<L>,
    ) -> Option<bool> {
        match self.try_alone(alone, origin, replies, trail) {
            ChoiceOutcome::Made(_) | ChoiceOutcome::Asks(_) => Some(true),
            ChoiceOutcome::Illegal
            | ChoiceOutcome::Unlawful
            | ChoiceOutcome::Endless
            | ChoiceOutcome::Passes => Some(false),
            ChoiceOutcome::Unsupported => None,
        }
    }

    /// Sows the moves of both.
    fn sow_both(
        &self,
        pos: &PlanPosition<L>,
        choices: [MoveChoice<'_>; 2],
        trail: &mut PlanHistory<L>,
    ) -> ChoiceOutcome<L> {
        let seats = [pos.mover, self.next_seat(pos.mover)];
        let moves = seats.map(|seat| MoveState::of(self, pos.lanes, seat, trail));
        let mut both = PairMove { moves, cursors: [None, None], current: 0, ended: Vec::new() };
        let flow = both.simulate(choices);
        let next = match flow {
            Ok(()) => both.first_of_next_turn(pos.mover),
            Err(_) => both.moves[both.current].player,
        };
        let flow = flow.and_then(|()| both.run_end(next));
        both.return_hands();
        let PairMove { moves, current: turn, .. } = both;
        if moves.iter().any(|state| state.undecided.get()) {
            return ChoiceOutcome::Unsupported;
        }
        let current = &moves[turn];
        let (mut lanes, mut counted) = (current.lanes, current.result.unwrap_or(current.lanes));
        self.clear_move_scoped(&mut lanes);
        self.clear_move_scoped(&mut counted);
        let laps = moves.iter().map(|state| state.sown).sum();
        let captors = moves.iter().fold(0, |all, state| all | state.captors);
        let stage_ended = moves.iter().any(|state| state.stage_ended);
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
        ChoiceOutcome::Made(PlanPosition { made: MoveStats { laps, captors }, ..made })
    }
}

impl<'p, L: Lanes> PairMove<'p, L> {
    /// Sows for both until both moves have ended.
    fn simulate(&mut self, choices: [MoveChoice<'p>; 2]) -> Result<(), PlanStop> {
        // Nobody takes up seeds before both have chosen. An opening only prepares a lap.
        for (current, MoveChoice { origin, replies }) in self.moves.iter_mut().zip(choices) {
            current.replies = replies;
            match origin {
                Some(origin) => {
                    current.acted = true;
                    current.pending = Some(PendingLap::of(origin));
                }
                None => current.run_opening()?,
            }
        }
        for i in [0, 1] {
            self.switch_to(i);
            let begun = self.next_lap(i);
            self.continue_or_finish(i, begun)?;
        }
        while self.cursors.iter().any(Option::is_some) {
            for i in [0, 1] {
                if let Some(cursor) = self.cursors[i].take() {
                    self.switch_to(i);
                    let sown = self.step(i, cursor);
                    self.continue_or_finish(i, sown)?;
                }
            }
        }
        Ok(())
    }

    /// Switches to the move of player `i`: it gets the current lanes, but keeps its own move-scoped lanes.
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

    /// Takes up the seeds of the pending lap, if there is one.
    fn next_lap(&mut self, i: usize) -> Result<(), PlanStop> {
        let current = &mut self.moves[i];
        while let Some(lap) = current.pending.take() {
            if current.laps >= FREE_LAPS {
                return Err(PlanStop::Unsupported);
            }
            if current.laps == 0 {
                current.begin_first_lap(&lap);
            }
            if let Some(LapPickup { table, each, .. }) = current.take_up_lap(lap, true)? {
                let at = current.first_fall(table, &lap)?;
                // The falls of both moves count.
                let falls: u64 = self.moves.iter().map(|state| state.falls).sum();
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

    /// Drops the next seeds of a player; after the last one their next lap begins.
    fn step(&mut self, i: usize, mut cursor: LapCursor<'p, L>) -> Result<(), PlanStop> {
        let current = &mut self.moves[i];
        let path = &cursor.table.path;
        let mut round = (0..=path.len()).map(|n| (cursor.at + n) % path.len());
        let at = round.find(|at| !current.passes_over(&cursor.table.passing, path[*at]));
        let at = at.ok_or(PlanStop::Endless)?;
        let mut flow = current.fall(path[at], cursor.each, &mut cursor.stop);
        if flow.is_ok() && current.hand > 0 {
            cursor.at = at + 1;
            self.cursors[i] = Some(cursor);
            return Ok(());
        }
        if flow.is_ok() {
            flow = match cursor.stop {
                Some(stop) => Err(stop),
                None => current.last_seed(cursor.table, path[at]),
            };
        }
        current.expire_lap_marks();
        flow?;
        self.next_lap(i)
    }

    /// If the sowing of a player is over, finishes their move: *after move*.
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

    /// The next mover: the player who was asked first or, by the rules, who ended first.
    fn first_of_next_turn(&self, first: Seat) -> Seat {
        let of = self.moves[0].code.at_once.filter(|FirstToEnd(first)| *first);
        let ended = of.and_then(|_| self.ended.first());
        ended.map_or(first, |i| self.moves[*i].player)
    }

    /// Runs *end* for each player, in the order in which they ended.
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

    /// Seeds left in the hands go to the players' stores.
    fn return_hands(&mut self) {
        let turn = self.current;
        for i in [1 - turn, turn] {
            self.switch_to(i);
            self.moves[i].return_hand();
        }
    }
}
