//! Both players move at once: each chooses a hole, as if he moved alone; then both sow in step, one seed
//! each in turn. Where more is asked, or the sowings are long, the reference engine tells.

use super::laps::Taken;
use super::legal::Any;
use super::moves::{FREE_LAPS, Move, Pending};
use super::{Plan, Pos, Question, Replies, Stop, Table, Trail, Tried};
use crate::model::Seat;
use crate::program::{FirstToEnd, Lane, Reply};
use crate::runner::lanes::Lanes;

/// A lap of which some seeds are still to fall.
struct Walk<'p, L: Lanes> {
    table: &'p Table<L>,
    /// Where on the path the next one falls.
    at: usize,
    /// So many fall in each place.
    each: u32,
    /// How the move ends when the lap is over, if that has been said.
    stop: Option<Stop>,
}

/// The moves of both players, of the one who is asked first and of the other.
struct Both<'p, L: Lanes> {
    moves: [Move<'p, L>; 2],
    walks: [Option<Walk<'p, L>>; 2],
    /// Whose seed is falling, or who does something else: the lanes of his move are those of both.
    turn: usize,
    /// Who has ended his move, in that order.
    ended: Vec<usize>,
}

impl<L: Lanes> Plan<L> {
    /// The position before a move of both players, if they move at once and each can; else as it is.
    /// `None`: the reference engine has to tell.
    pub(super) fn of_both(&self, pos: Pos<L>, trail: &Trail<L>) -> Option<Pos<L>> {
        if self.code(&pos.lanes, pos.mover).at_once.is_none() {
            return Some(pos);
        }
        let other = self.other_alone(&pos, trail)?;
        for alone in [&pos, &other] {
            match self.any_legal(alone, trail, false) {
                Any::Yes => {}
                Any::No | Any::Endless | Any::Passes => return Some(pos),
                Any::Unknown => return None,
            }
        }
        // What both choose is told at length.
        Some(Pos { both: true, laws: true, unsure: false, ..pos })
    }

    /// The same position with the other player about to move, alone; `None`: the reference engine has to
    /// tell.
    fn other_alone(&self, pos: &Pos<L>, trail: &Trail<L>) -> Option<Pos<L>> {
        let other = self.after(pos.mover);
        let mut lanes = pos.lanes;
        self.begin_turn(&mut lanes, other);
        self.lift(&mut lanes, false);
        self.leave_stages(&mut lanes, other, trail);
        let seats = [pos.mover, other];
        let same =
            seats.iter().all(|seat| self.stage(&lanes, *seat) == self.stage(&pos.lanes, pos.mover));
        self.may_begin(lanes, other, trail, false).filter(|_| same)
    }

    /// A hole is chosen by a player who moves at once with another, or by both.
    #[cold]
    pub(super) fn make_both(
        &self,
        pos: &Pos<L>,
        origin: Option<Lane>,
        replies: &[Reply],
        trail: &mut Trail<L>,
    ) -> Tried<L> {
        match (origin, replies) {
            (Some(first), []) => self.chooses_first(pos, first, trail),
            (Some(first), [Reply::Place(second)]) => self.sow_both(pos, [first, *second], trail),
            _ => Tried::Handed,
        }
    }

    /// The first player chooses a hole, if it is legal; and what the other one can choose.
    fn chooses_first(&self, pos: &Pos<L>, first: Lane, trail: &mut Trail<L>) -> Tried<L> {
        let laws = self.some_law(&pos.lanes, pos.mover, trail, false);
        let alone = Pos { both: false, laws, ..*pos };
        match self.is_legal(&alone, first, trail) {
            Some(true) => {}
            Some(false) => return Tried::Unlawful,
            None => return Tried::Handed,
        }
        let Some(other) = self.other_alone(pos, trail) else { return Tried::Handed };
        let mut replies = Replies::new();
        for lane in L::each(other.options) {
            match self.is_legal(&other, lane, trail) {
                Some(true) => replies.push(Reply::Place(lane)),
                Some(false) => {}
                None => return Tried::Handed,
            }
        }
        if replies.is_empty() {
            return Tried::Handed;
        }
        let question = Question { lanes: pos.lanes, replies, laps: 0, captured: false, others: 0 };
        Tried::Asks(Box::new(question))
    }

    /// Whether a player who moves alone may choose a hole; `None`: the reference engine has to tell.
    fn is_legal(&self, alone: &Pos<L>, origin: Lane, trail: &mut Trail<L>) -> Option<bool> {
        let mark = trail.mark();
        let made = self.make_with(alone, Some(origin), &[], trail);
        trail.back_to(mark);
        match made {
            Tried::Made(_) | Tried::Asks(_) => Some(true),
            Tried::Barred | Tried::Unlawful | Tried::Endless | Tried::Passes => Some(false),
            Tried::Handed => None,
        }
    }

    /// Both sow.
    fn sow_both(&self, pos: &Pos<L>, origins: [Lane; 2], trail: &mut Trail<L>) -> Tried<L> {
        let seats = [pos.mover, self.after(pos.mover)];
        let moves = seats.map(|seat| Move::of(self, pos.lanes, seat, trail));
        let mut both = Both { moves, walks: [None, None], turn: 0, ended: Vec::new() };
        let flow = both.tell(origins);
        let next = match flow {
            Ok(()) => both.first_of_next_turn(pos.mover),
            Err(_) => both.moves[both.turn].player,
        };
        let flow = flow.and_then(|()| both.tell_end(next));
        both.keep_hands();
        let Both { moves, turn, .. } = both;
        if moves.iter().any(|told| told.lost.get()) {
            return Tried::Handed;
        }
        let told = &moves[turn];
        let (mut lanes, mut counted) = (told.lanes, told.made.unwrap_or(told.lanes));
        self.forget(&mut lanes);
        self.forget(&mut counted);
        let laps = moves.iter().map(|told| told.sown).sum();
        let captors =
            moves.iter().map(|told| u32::from(told.caught) << told.player.0 | told.others);
        let captors = captors.fold(0, |all, some| all | some);
        let stage_ended = moves.iter().any(|told| told.stage_ended);
        let made = match flow {
            Ok(()) | Err(Stop::EndMove | Stop::EndTurn) => match stage_ended {
                true => self.stage_over(lanes, counted, pos, next, trail),
                false => self.stands(lanes, counted, pos, next, trail),
            },
            Err(Stop::EndGame(how, clause)) => self.over(lanes, next, how, clause),
            Err(Stop::Asks | Stop::Endless | Stop::Handed) => return Tried::Handed,
        };
        // The last decision was that of the other player.
        let captured = captors >> seats[1].0 & 1 != 0;
        Tried::Made(Pos { laps, captured, others: captors & !(1 << seats[1].0), ..made })
    }
}

impl<'p, L: Lanes> Both<'p, L> {
    /// The sowings of both, until both have ended their moves.
    fn tell(&mut self, origins: [Lane; 2]) -> Result<(), Stop> {
        for (i, origin) in origins.into_iter().enumerate() {
            self.turn_to(i);
            let told = &mut self.moves[i];
            let lap = Pending::of(origin);
            told.acted = true;
            told.held = told.lanes.get(origin);
            told.first_origins = lap.all;
            told.pending = Some(lap);
            let begun = self.next_lap(i);
            self.unless_over(i, begun)?;
        }
        while self.walks.iter().any(Option::is_some) {
            for i in [0, 1] {
                if let Some(walk) = self.walks[i].take() {
                    self.turn_to(i);
                    let sown = self.step(i, walk);
                    self.unless_over(i, sown)?;
                }
            }
        }
        Ok(())
    }

    /// Goes on with the move of that player. What is known only within a move is known of his.
    fn turn_to(&mut self, i: usize) {
        if self.turn == i {
            return;
        }
        let from = &self.moves[self.turn];
        let (mut lanes, other_hand) = (from.lanes, from.hand);
        let program = &from.plan.program;
        for lane in [program.caught, program.hand].into_iter().flatten() {
            lanes.put(lane, self.moves[i].lanes.get(lane));
        }
        self.moves[i].lanes = lanes;
        self.moves[i].other_hand = other_hand;
        self.turn = i;
    }

    /// Takes up the seeds of the lap that is ready, if there is one.
    fn next_lap(&mut self, i: usize) -> Result<(), Stop> {
        let told = &mut self.moves[i];
        while let Some(lap) = told.pending.take() {
            if told.laps >= FREE_LAPS {
                return Err(Stop::Handed);
            }
            if let Some(Taken { table, each, .. }) = told.take_up_lap(lap, true)? {
                let at = told.first_fall(table, &lap)?;
                // The seeds of both are counted.
                let falls: u64 = self.moves.iter().map(|told| told.falls).sum();
                if falls > self.moves[i].plan.most_falls {
                    return Err(Stop::Handed);
                }
                self.walks[i] = Some(Walk { table, at, each: each.unwrap_or(1), stop: None });
                return Ok(());
            }
        }
        Ok(())
    }

    /// One seed of a player falls, or so many as fall at a time; behind the last one the next lap begins.
    fn step(&mut self, i: usize, mut walk: Walk<'p, L>) -> Result<(), Stop> {
        let told = &mut self.moves[i];
        let path = &walk.table.path;
        let mut round = (0..=path.len()).map(|n| (walk.at + n) % path.len());
        let at = round.find(|at| !told.passes_over(&walk.table.passing, path[*at]));
        let at = at.ok_or(Stop::Endless)?;
        let mut flow = told.fall(path[at], walk.each, &mut walk.stop);
        if flow.is_ok() && told.hand > 0 {
            walk.at = at + 1;
            self.walks[i] = Some(walk);
            return Ok(());
        }
        if flow.is_ok() {
            flow = match walk.stop {
                Some(stop) => Err(stop),
                None => told.last_seed(walk.table, path[at]),
            };
        }
        told.lap_is_over();
        flow?;
        self.next_lap(i)
    }

    /// How the sowing of a player goes on; where it does not his move is over: *after move*.
    fn unless_over(&mut self, i: usize, flow: Result<(), Stop>) -> Result<(), Stop> {
        match flow {
            Ok(()) if self.walks[i].is_some() => return Ok(()),
            Ok(()) | Err(Stop::EndMove | Stop::EndTurn) => {}
            stop => return stop,
        }
        let told = &mut self.moves[i];
        told.keep_hand();
        let program = &told.plan.program;
        let ended = [program.moved[told.player.index()], program.played[told.player.index()]];
        ended.into_iter().flatten().for_each(|lane| told.lanes.put(lane, 1));
        told.behind = true;
        told.lift_until();
        self.ended.push(i);
        let code = told.code;
        match told.cases(&code.after_move) {
            Ok(_) | Err(Stop::EndMove | Stop::EndTurn) => Ok(()),
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
    fn tell_end(&mut self, next: Seat) -> Result<(), Stop> {
        let plan = self.moves[0].plan;
        let now = &mut self.moves[self.turn].lanes;
        plan.begin_turn(now, next);
        let made = *now;
        for i in std::mem::take(&mut self.ended) {
            self.turn_to(i);
            let told = &mut self.moves[i];
            (told.next, told.made) = (next, Some(made));
            let code = told.code;
            if let Some(block) = code.end.get(next.index()) {
                told.cases(block)?;
            }
        }
        Ok(())
    }

    /// Seeds that no sowing will put down any more stay with the players.
    fn keep_hands(&mut self) {
        let turn = self.turn;
        for i in [1 - turn, turn] {
            self.turn_to(i);
            self.moves[i].keep_hand();
        }
    }
}
