//! What lies around a move: pseudo-legal choices, what follows the move, the next mover, the end of a game.

use super::fast_path::FastPath;
use super::legal::{AnyLegal, MoveBegin};
use super::move_state::{BACKWARD, FORWARD, MoveState};
use super::work_limit;
use super::{
    ChoiceOutcome, DrawnReplies, FastMoves, MoveStats, Plan, PlanEnd, PlanHistory, PlanPosition,
    PlanStop,
};
use crate::engine::FinalResult;
use crate::model::{ClauseId, DefaultClause as Rule, Seat, sole_best};
use crate::program::{Code, EndRule, Lane, Program, Reply, Test};
use crate::runner::lanes::Lanes;
use std::cell::RefCell;

/// Outcome of the laps of a move, as sown by the plan.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::runner) struct LapOutcome {
    /// Laps that had seeds to sow.
    pub laps: u32,
    /// There was no lap but the first.
    pub first: bool,
    /// Captures: in the last lap, in the one before, in the first, in the move. If a question was asked,
    /// laps and captures of the move count from the last question on.
    pub captured: [bool; 4],
    /// Seeds in the first origin when the move began.
    pub held: u32,
    /// The player moves again; the turn is over.
    pub again: bool,
    pub turn_over: bool,
    /// The game has ended.
    pub end: Option<(EndRule, ClauseId)>,
    /// Players who captured since the last question: one bit per seat.
    pub captors: u32,
    /// The first origin, if there is one alone.
    pub origin: Option<Lane>,
    /// Which of the tests asked for hold, one bit each.
    pub facts: u64,
}

/// A legal move with what follows it, before the next turn starts.
#[derive(Clone, Copy)]
pub(super) struct ConcludedMove<L: Lanes> {
    lanes: L,
    /// As `lanes`, before *end* did anything: the position that counts for repetition.
    counted: L,
    /// The player about to move.
    next: Seat,
    stage_ended: bool,
    end: Option<(EndRule, ClauseId)>,
    /// What happened since the last question.
    made: MoveStats,
}

impl<L: Lanes> Plan<L> {
    pub(super) fn code(&self, lanes: &L, seat: Seat) -> &Code {
        self.program.code(self.stage(lanes, seat), seat)
    }

    #[inline(always)]
    pub fn next_seat(&self, seat: Seat) -> Seat {
        let next = seat.0 + 1;
        Seat(if usize::from(next) == self.program.seats { 0 } else { next })
    }

    /// Pseudo-legal origins: laws and endless sowings that need a trial are not considered. `None`: ask the
    /// reference engine.
    #[inline(always)]
    pub(super) fn pseudo_legal(
        &self,
        lanes: &L,
        seat: Seat,
        trail: &PlanHistory<L>,
    ) -> Option<L::Set> {
        let fast_path = &self.fast_paths[self.code_index(lanes, seat)];
        if let Some((set, range)) = &fast_path.begin {
            return Some(lanes.in_range(*set, range));
        }
        if fast_path.unsupported {
            return None;
        }
        let before = MoveState::of(self, *lanes, seat, trail);
        let begin = before.code.starts.iter().find(|begin| before.holds(&begin.test));
        let none = || L::set(&Default::default());
        let options = begin.map_or_else(none, |begin| before.eval_place(&begin.holes));
        Some(options).filter(|_| !before.undecided.get())
    }

    /// Makes a move, if it is legal.
    #[inline(always)]
    pub fn make_move(
        &self,
        pos: &PlanPosition<L>,
        origin: Lane,
        trail: &mut PlanHistory<L>,
    ) -> ChoiceOutcome<L> {
        if !pos.laws_apply {
            let usual = FastMoves::of(self, pos, self.can_return(trail, 0));
            if let Some(next) = usual.make(origin, trail, true) {
                return ChoiceOutcome::Made(next);
            }
        }
        self.make_move_with(pos, Some(origin), &[], trail)
    }

    /// The same on the slow path, with replies to its questions. `origin`: the hole that the move begins
    /// with; `None`: the opening.
    #[inline(never)]
    pub fn make_move_with(
        &self,
        pos: &PlanPosition<L>,
        origin: Option<Lane>,
        replies: &[Reply],
        trail: &mut PlanHistory<L>,
    ) -> ChoiceOutcome<L> {
        work_limit::begin(L::count(pos.options));
        if pos.simultaneous {
            return self.make_pair_move(pos, origin, replies, trail);
        }
        let mut simulated = MoveState::of(self, pos.lanes, pos.mover, trail);
        simulated.replies = replies;
        let flow = simulated.simulate(origin);
        if flow == Err(PlanStop::Asks) {
            let begin = MoveBegin::of(origin);
            return self.try_question(pos, begin, replies, &mut simulated, &mut Vec::new());
        }
        if pos.laws_apply {
            match self.satisfies_laws(pos, &simulated, flow) {
                Some(true) => {}
                Some(false) if flow == Err(PlanStop::Endless) => return ChoiceOutcome::Endless,
                Some(false) => return ChoiceOutcome::Unlawful,
                None => return ChoiceOutcome::Unsupported,
            }
        }
        if !matches!(flow, Err(PlanStop::Endless | PlanStop::Unsupported)) {
            if simulated.passes() {
                return match simulated.changes_before_pass(&pos.lanes) {
                    true => ChoiceOutcome::Unsupported,
                    false => ChoiceOutcome::Passes,
                };
            }
            if !simulated.satisfies_judgements() {
                return if simulated.undecided.get() {
                    ChoiceOutcome::Unsupported
                } else {
                    ChoiceOutcome::Illegal
                };
            }
        }
        match self.conclude(&mut simulated, flow) {
            Ok(concluded) => ChoiceOutcome::Made(self.complete(pos, concluded, trail)),
            Err(outcome) => outcome,
        }
    }

    /// Runs what follows the laps of a legal move. `Err`: the outcome, if that is not a position.
    pub(super) fn conclude(
        &self,
        simulated: &mut MoveState<'_, L>,
        flow: Result<(), PlanStop>,
    ) -> Result<ConcludedMove<L>, ChoiceOutcome<L>> {
        let flow = self.after_move(simulated, flow);
        if simulated.undecided.get() {
            return Err(ChoiceOutcome::Unsupported);
        }
        let end = match flow {
            Ok(()) => None,
            Err(PlanStop::EndGame(how, clause)) => Some((how, clause)),
            // Questions after the sowing do not affect legality.
            Err(PlanStop::Asks) => {
                let question = simulated.question.take();
                return Err(question.map_or(ChoiceOutcome::Unsupported, ChoiceOutcome::Asks));
            }
            Err(PlanStop::Endless) => return Err(ChoiceOutcome::Endless),
            Err(PlanStop::EndMove | PlanStop::EndTurn | PlanStop::Unsupported) => {
                return Err(ChoiceOutcome::Unsupported);
            }
        };
        simulated.clear_move_scoped();
        Ok(ConcludedMove {
            lanes: simulated.lanes,
            counted: simulated.result.unwrap_or(simulated.lanes),
            next: simulated.next,
            stage_ended: simulated.stage_ended,
            end,
            made: simulated.stats_since_reply(),
        })
    }

    /// The position after a move.
    pub(super) fn complete(
        &self,
        before: &PlanPosition<L>,
        concluded: ConcludedMove<L>,
        trail: &mut PlanHistory<L>,
    ) -> PlanPosition<L> {
        let ConcludedMove { lanes, counted, next, stage_ended, end, made } = concluded;
        let position = match end {
            Some((how, clause)) => self.end_game(lanes, next, how, clause),
            None if stage_ended => self.complete_stage(lanes, counted, before, next, trail),
            None => self.complete_move(lanes, counted, before, next, trail),
        };
        PlanPosition { made, ..position }
    }

    /// Sows the laps of a move from a place, without what follows the move, with random replies to the
    /// questions on the way; `draws` has them afterwards. `facts`: see [`LapOutcome::facts`]. `None`: the move
    /// never ends, or the plan has to play the whole game.
    pub fn sow_laps(
        &self,
        lanes: &mut L,
        mover: Seat,
        origin: Lane,
        draws: &RefCell<DrawnReplies>,
        facts: &[Test],
    ) -> Option<LapOutcome> {
        work_limit::begin(0);
        let trail = PlanHistory::after_hashes(Vec::new());
        let pos = PlanPosition::at(*lanes, L::set(&Default::default()), mover);
        let finish = |made: &mut MoveState<'_, L>, flow| self.lap_outcome(made, flow, facts);
        let (sown, outcome) = self.simulate_drawn(&pos, Some(origin), draws, &trail, finish)?;
        *lanes = sown;
        Some(outcome)
    }

    /// The lanes after the laps of a legal move, and what the laps led to.
    pub(super) fn lap_outcome(
        &self,
        simulated: &mut MoveState<'_, L>,
        flow: Result<(), PlanStop>,
        facts: &[Test],
    ) -> Option<(L, LapOutcome)> {
        let end = match flow {
            Ok(()) | Err(PlanStop::EndMove | PlanStop::EndTurn) => None,
            Err(PlanStop::EndGame(how, clause)) => Some((how, clause)),
            Err(PlanStop::Endless | PlanStop::Unsupported | PlanStop::Asks) => return None,
        };
        if simulated.hand > 0 {
            simulated.return_hand();
        }
        simulated.record_turn_facts();
        simulated.expire_marks();
        let held = facts.iter().zip(0..).map(|(test, i)| u64::from(simulated.holds(test)) << i);
        let facts = held.sum();
        simulated.clear_move_scoped();
        let made = simulated.stats_since_reply();
        let (captured, caught) = (simulated.captured, made.captured(simulated.player));
        let mut origins = L::each(simulated.first_origins);
        let outcome = LapOutcome {
            laps: made.laps,
            first: simulated.laps <= 1,
            captured: [captured.lap, captured.last_lap, captured.first_lap, caught],
            held: simulated.held,
            again: simulated.again,
            turn_over: flow == Err(PlanStop::EndTurn),
            end,
            captors: made.captors,
            origin: origins.next().filter(|_| origins.next().is_none()),
            facts,
        };
        Some((simulated.lanes, outcome))
    }

    /// Records the position that a move resulted in (`counted`: as it was before *end* did anything), and
    /// starts the next turn.
    #[inline(always)]
    pub(super) fn complete_move(
        &self,
        mut lanes: L,
        counted: L,
        before: &PlanPosition<L>,
        mover: Seat,
        trail: &mut PlanHistory<L>,
    ) -> PlanPosition<L> {
        match self.record_position(&mut lanes, counted, before, mover, trail) {
            Some(over) => over,
            None => self.start_turn(lanes, mover, trail),
        }
    }

    /// Records a position; returns the end of the game, if it has occurred too often.
    #[inline(always)]
    fn record_position(
        &self,
        lanes: &mut L,
        mut counted: L,
        before: &PlanPosition<L>,
        mover: Seat,
        trail: &mut PlanHistory<L>,
    ) -> Option<PlanPosition<L>> {
        let turn_over = mover != before.mover || before.simultaneous;
        self.expire_marks(lanes, turn_over);
        self.expire_marks(&mut counted, turn_over);
        if self.seeds_stored(&before.lanes, lanes) {
            trail.forget_earlier();
        }
        let key = self.identity_key(&counted);
        if self.occurrences(trail, &key, mover) >= 2 {
            return Some(self.sweep_to_owners(*lanes, mover, Rule::Repetition));
        }
        trail.push(key, mover);
        None
    }

    /// As [`Plan::complete_move`]; the next stage begins for all players.
    #[cold]
    pub(super) fn complete_stage(
        &self,
        mut lanes: L,
        counted: L,
        before: &PlanPosition<L>,
        mover: Seat,
        trail: &mut PlanHistory<L>,
    ) -> PlanPosition<L> {
        if let Some(over) = self.record_position(&mut lanes, counted, before, mover, trail) {
            return over;
        }
        self.next_stage(&mut lanes, before.mover, true);
        self.start_turn(lanes, mover, trail)
    }

    /// Starts or continues a game at the beginning of a move. `counted`: the position is recorded for
    /// repetition.
    pub fn begin(
        &self,
        lanes: L,
        mover: Seat,
        counted: bool,
        trail: &mut PlanHistory<L>,
    ) -> PlanPosition<L> {
        if counted {
            trail.push(self.identity_key(&lanes), mover);
        }
        self.start_turn(lanes, mover, trail)
    }

    /// Starts a move; a player who cannot move passes.
    #[inline(always)]
    fn start_turn(&self, mut lanes: L, mover: Seat, trail: &PlanHistory<L>) -> PlanPosition<L> {
        if self.stage_per_player {
            self.leave_stages(&mut lanes, mover, trail);
        }
        let Some(pos) = self.start_move(lanes, mover, trail, false) else {
            return PlanPosition::unsupported(lanes, mover);
        };
        if L::is_empty(pos.options) && !pos.has_opening {
            return self.pass_turn(lanes, mover, false, trail);
        }
        self.begin_pair_move(pos, trail).unwrap_or(PlanPosition::unsupported(lanes, mover))
    }

    /// The position at the start of a move, with its pseudo-legal options; `None`: ask the reference engine.
    /// `judging`: within a judgement.
    #[inline(always)]
    pub(super) fn start_move(
        &self,
        lanes: L,
        mover: Seat,
        trail: &PlanHistory<L>,
        judging: bool,
    ) -> Option<PlanPosition<L>> {
        let options = self.pseudo_legal(&lanes, mover, trail)?;
        let FastPath { has_opening, relays, .. } = self.fast_paths[self.code_index(&lanes, mover)];
        let laws = (has_opening || !L::is_empty(options))
            && self.any_law_applies(&lanes, mover, trail, judging);
        Some(PlanPosition {
            laws_apply: laws,
            has_opening,
            choices_uncertain: laws || relays,
            ..PlanPosition::at(lanes, options, mover)
        })
    }

    /// Whether every option is legal without a trial: no law applies, and no sowing can be endless.
    pub fn all_options_legal(&self, pos: &PlanPosition<L>) -> bool {
        !pos.laws_apply
            && !pos.has_opening
            && !self.fast_paths[self.code_index(&pos.lanes, pos.mover)].relays
    }

    /// No option was legal: the player passes, or the game is over. `endless`: one of them is an endless
    /// sowing.
    #[cold]
    pub fn no_legal_move(
        &self,
        pos: &PlanPosition<L>,
        endless: bool,
        trail: &PlanHistory<L>,
    ) -> PlanPosition<L> {
        if endless {
            let why = Rule::OnlyEndless.clause();
            return self.end_game(pos.lanes, pos.mover, EndRule::Judged, why);
        }
        self.pass_turn(pos.lanes, pos.mover, false, trail)
    }

    /// The player to move passes: they cannot move or, by `choice`, the rules say so. If a player after them
    /// has to be run by the reference engine, the reference engine continues from here, since it counts the
    /// passes.
    #[cold]
    pub fn pass_turn(
        &self,
        mut lanes: L,
        mut mover: Seat,
        mut choice: bool,
        trail: &PlanHistory<L>,
    ) -> PlanPosition<L> {
        work_limit::begin(0);
        let unsupported = PlanPosition::unsupported(lanes, mover);
        for passes in 1..=self.program.seats {
            let rule = self.code(&lanes, mover).no_move.filter(|_| !choice);
            if let Some((clause, true)) = rule {
                return self.end_game(lanes, mover, EndRule::Loses(mover), clause);
            }
            if choice && self.program.moves_left.is_some() {
                // A pass is a move that does nothing: the other moves of the turn remain.
                return unsupported;
            }
            if passes == self.program.seats {
                break;
            }
            mover = self.next_seat(mover);
            self.expire_marks(&mut lanes, true);
            self.begin_turn(&mut lanes, mover);
            self.leave_stages(&mut lanes, mover, trail);
            let pos = self.start_move(lanes, mover, trail, false);
            let Some(pos) = pos.and_then(|pos| self.begin_pair_move(pos, trail)) else {
                return unsupported;
            };
            if pos.simultaneous {
                return pos;
            }
            match self.any_legal(&pos, trail, false) {
                AnyLegal::Yes => return PlanPosition { choices_uncertain: false, ..pos },
                AnyLegal::No => choice = false,
                AnyLegal::Passes => choice = true,
                AnyLegal::Endless => return self.no_legal_move(&pos, true, trail),
                AnyLegal::Undecided => return unsupported,
            }
        }
        self.sweep_to_owners(lanes, mover, Rule::NobodyMoves)
    }

    /// Runs what follows a move: *after move*, the choice of the next mover, *end*.
    #[inline(always)]
    fn after_move(
        &self,
        simulated: &mut MoveState<'_, L>,
        flow: Result<(), PlanStop>,
    ) -> Result<(), PlanStop> {
        let code = simulated.code;
        if simulated.hand > 0 {
            simulated.return_hand();
        }
        let mut stop = match flow {
            Ok(()) | Err(PlanStop::EndMove) => None,
            Err(PlanStop::EndTurn) => Some(PlanStop::EndTurn),
            Err(stop) => return Err(stop),
        };
        if let Some(lane) = self.program.moved[simulated.player.index()] {
            simulated.lanes.put(lane, 1);
        }
        simulated.in_after_move = true;
        simulated.record_turn_facts();
        simulated.expire_marks();
        if !code.after_move.is_empty() {
            match simulated.cases(&code.after_move) {
                Ok(_) | Err(PlanStop::EndMove) => {}
                Err(PlanStop::EndTurn) => stop = Some(PlanStop::EndTurn),
                Err(stop) => return Err(stop),
            }
        }
        simulated.choose_next_mover(stop);
        simulated.result = Some(simulated.lanes);
        match code.end.get(simulated.next.index()) {
            Some(block) if !block.is_empty() => match simulated.cases(block) {
                Ok(_) | Err(PlanStop::EndMove | PlanStop::EndTurn) => Ok(()),
                Err(stop) => Err(stop),
            },
            _ => Ok(()),
        }
    }

    /// The default end: each player keeps the seeds of their own holes.
    #[cold]
    fn sweep_to_owners(&self, before: L, mover: Seat, why: Rule) -> PlanPosition<L> {
        let mut lanes = before;
        let mut owned = false;
        let mut keep = |hole: Lane, store: Lane| {
            owned = true;
            let mut move_all = |hole: Lane, store: Lane| {
                lanes.put(store, lanes.get(store) + lanes.get(hole));
                lanes.put(hole, 0);
            };
            move_all(hole, store);
            for (_, of) in &self.program.kinds {
                move_all(of[hole.index()], of[store.index()]);
            }
        };
        for (holes, store) in &self.program.own_holes {
            holes.iter().for_each(|hole| keep(hole, *store));
        }
        for (hole, owner) in &self.program.owners {
            let seat = (before.get(*owner) as usize).checked_sub(1);
            if let Some((_, store)) = seat.and_then(|seat| self.program.own_holes.get(seat)) {
                keep(*hole, *store);
            }
        }
        let how = if owned { EndRule::Judged } else { EndRule::Drawn };
        self.end_game(lanes, mover, how, why.clause())
    }

    /// Clears move-scoped lanes.
    #[inline(always)]
    pub(super) fn clear_move_scoped(&self, lanes: &mut L) {
        let Program { last_capture: caught, hand, kinds, .. } = &*self.program;
        for lane in [caught, hand].into_iter().flatten() {
            lanes.put(*lane, 0);
            kinds.iter().for_each(|(_, of)| lanes.put(of[lane.index()], 0));
        }
    }

    /// Resets the lanes of a turn for the player whose turn begins.
    pub(super) fn begin_turn(&self, lanes: &mut L, seat: Seat) {
        let program = &*self.program;
        if let Some(lane) = program.moves_made {
            lanes.put(lane, 0);
        }
        program.turn_facts().for_each(|lane| lanes.put(lane, 0));
        let Some(left) = program.moves_left else { return };
        let mut moves = 1;
        if let Some(turn) = &self.code(lanes, seat).turn
            && let Some(count) = &turn.moves
        {
            let trail = PlanHistory::after_hashes(Vec::new());
            moves = MoveState::of(self, *lanes, seat, &trail).eval_number(count).clamp(1, 65_535);
        }
        if let Some(again) = program.extra_moves.get(seat.index())
            && self.code(lanes, seat).at_once.is_none()
        {
            moves += i64::from(lanes.get(*again));
            lanes.put(*again, 0);
        }
        lanes.put(left, u32::try_from(moves).unwrap_or(L::GREATEST).min(L::GREATEST));
    }

    /// Leaves the stages that are over for the player to move.
    pub(super) fn leave_stages(&self, lanes: &mut L, seat: Seat, trail: &PlanHistory<L>) {
        let program = &*self.program;
        let stages = program.codes.len() / program.seats;
        let within = program.moves_made.is_some_and(|lane| lanes.get(lane) > 0);
        if stages < 2 || within {
            return;
        }
        for _ in 0..stages {
            let code = self.code(lanes, seat);
            let Some(until) = &code.until else { return };
            let before = MoveState::of(self, *lanes, seat, trail);
            if !before.holds(until) {
                return;
            }
            self.next_stage(lanes, seat, !code.leaves_per_player);
            self.begin_turn(lanes, seat);
        }
    }

    fn next_stage(&self, lanes: &mut L, seat: Seat, all: bool) {
        let program = &*self.program;
        let stages = (program.codes.len() / program.seats) as u32;
        let from = program.stage_lanes.get(seat.index()).map_or(0, |lane| lanes.get(*lane));
        let to = (from + 1).min(stages - 1);
        if to == from {
            return;
        }
        for (i, lane) in program.stage_lanes.iter().enumerate() {
            if all || i == seat.index() {
                lanes.put(*lane, to);
                if let Some(moved) = program.moved[i] {
                    lanes.put(moved, 0);
                }
            }
        }
    }

    /// The position at the end of a game.
    #[inline(never)]
    pub(super) fn end_game(
        &self,
        lanes: L,
        mover: Seat,
        how: EndRule,
        why: ClauseId,
    ) -> PlanPosition<L> {
        let verdict = match how {
            EndRule::Wins(seat) => FinalResult::Won(seat),
            EndRule::Loses(seat) => FinalResult::lost(seat, self.program.seats),
            EndRule::Drawn => FinalResult::Drawn,
            EndRule::Judged => FinalResult::won(self.judged_winner(&lanes, mover)),
        };
        let (over, options) =
            (Some(PlanEnd { rule: how, verdict, clause: why }), L::set(&Default::default()));
        PlanPosition { end: over, ..PlanPosition::at(lanes, options, mover) }
    }

    /// Whether a player has a legal choice, where `mover` is to move; `None`: undecided.
    pub fn could_move(&self, lanes: &L, mover: Seat, seat: Seat) -> Option<bool> {
        work_limit::begin(0);
        self.can_move(lanes, mover, seat, &PlanHistory::after_hashes(Vec::new()))
    }

    /// The winner by the rule of *winner*; `None`: nobody.
    pub fn judged_winner(&self, lanes: &L, mover: Seat) -> Option<Seat> {
        let (fewest, counted) = self.code(lanes, mover).winner.as_ref()?;
        let trail = PlanHistory::after_hashes(Vec::new());
        let before = MoveState::of(self, *lanes, mover, &trail);
        let counted: smallvec::SmallVec<[i64; 4]> =
            counted.iter().map(|number| before.eval_number(number)).collect();
        sole_best(*fewest, &counted)
    }
}

impl<L: Lanes> MoveState<'_, L> {
    /// Sets the next mover, and how many moves they have.
    #[inline(always)]
    fn choose_next_mover(&mut self, stop: Option<PlanStop>) {
        let plan = self.plan;
        let same = if stop == Some(PlanStop::EndTurn) {
            false
        } else if self.again {
            true
        } else {
            self.has_more_moves()
        };
        if same {
            self.next = self.player;
            if let Some(made) = plan.program.moves_made {
                self.lanes.put(made, (self.lanes.get(made) + 1).min(L::GREATEST));
            }
            return;
        }
        if let Some(played) = plan.program.played[self.player.index()] {
            self.lanes.put(played, 1);
        }
        self.next = plan.next_seat(self.player);
        if plan.program.moves_left.is_some() || plan.program.moves_made.is_some() {
            plan.begin_turn(&mut self.lanes, self.next);
        }
    }

    /// Copies facts of the move to the lanes of the turn.
    fn record_turn_facts(&mut self) {
        let Program { turn_captured, turn_sown, turn_went, .. } = &*self.plan.program;
        if let Some(lane) = turn_captured
            && self.captured.in_move
        {
            self.lanes.put(*lane, 1);
        }
        for (place, lane) in turn_sown {
            if L::has(self.move_sown, *place) {
                self.lanes.put(*lane, 1);
            }
        }
        if let (Some(lane), Some(backward)) = (turn_went, self.backward) {
            self.lanes.put(*lane, if backward { BACKWARD } else { FORWARD });
        }
    }

    /// Whether the turn has another move.
    fn has_more_moves(&mut self) -> bool {
        if let Some(left) = self.plan.program.moves_left {
            let n = self.lanes.get(left);
            if n > 1 {
                self.lanes.put(left, n - 1);
                return true;
            }
        }
        let turn = self.code.turn.as_ref();
        turn.and_then(|turn| turn.continues_while.as_ref()).is_some_and(|again| self.holds(again))
    }

    /// Seeds left in the hand go to the player's store.
    pub(super) fn return_hand(&mut self) {
        let (_, store) = self.plan.program.own_holes[self.player.index()];
        if let (true, Some(hand)) = (self.kinds.is_some(), self.plan.program.hand) {
            self.take_kinds(hand, self.hand, None);
            self.put_down_kinds(store);
        }
        self.lanes.put(store, self.lanes.get(store) + self.hand);
        self.set_hand(0);
    }

    /// Clears move-scoped lanes, also in the resulting position.
    fn clear_move_scoped(&mut self) {
        self.plan.clear_move_scoped(&mut self.lanes);
        self.result.iter_mut().for_each(|made| self.plan.clear_move_scoped(made));
    }
}
