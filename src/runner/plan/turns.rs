//! Around a move: what can be chosen, what comes after it, who is next, how a game ends.

use super::legal::Any;
use super::moves::{BACKWARD, FORWARD, Move};
use super::quick::Quick;
use super::work;
use super::{Over, Plan, Pos, Question, Stop, Trail, Tried, Usual};
use crate::engine::FinalResult;
use crate::model::{ClauseId, Default as Rule, Seat, sole_best};
use crate::program::{Code, Ending, Lane, Program, Reply};
use crate::runner::batch::Sown;
use crate::runner::lanes::Lanes;

impl<L: Lanes> Plan<L> {
    pub(super) fn code(&self, lanes: &L, seat: Seat) -> &Code {
        self.program.code(self.stage(lanes, seat), seat)
    }

    #[inline(always)]
    pub fn after(&self, seat: Seat) -> Seat {
        let next = seat.0 + 1;
        Seat(if usize::from(next) == self.program.seats { 0 } else { next })
    }

    /// The holes that can be chosen, as far as that is seen without trying; `None`: the reference
    /// engine has to tell.
    #[inline(always)]
    pub(super) fn options(&self, lanes: &L, seat: Seat, trail: &Trail<L>) -> Option<L::Set> {
        let quick = &self.quick[self.at(lanes, seat)];
        if let Some((set, range)) = &quick.begin {
            return Some(lanes.holding(*set, range));
        }
        if quick.handed {
            return None;
        }
        let told = Move::of(self, *lanes, seat, trail);
        let begin = told.code.begin.iter().find(|begin| told.holds(&begin.test));
        let none = || L::set(&Default::default());
        let options = begin.map_or_else(none, |begin| told.meant(&begin.holes));
        Some(options).filter(|_| !told.lost.get())
    }

    /// Makes a move, if it is legal.
    #[inline(always)]
    pub fn make(&self, pos: &Pos<L>, origin: Lane, trail: &mut Trail<L>) -> Tried<L> {
        if !pos.laws {
            let usual = Usual::of(self, pos, self.can_return(trail, 0));
            if let Some(next) = usual.make(origin, trail, true) {
                return Tried::Made(next);
            }
        }
        self.make_with(pos, Some(origin), &[], trail)
    }

    /// The same, told step by step, with answers to what is asked on the way. `origin`: the hole that the
    /// move simply begins with.
    #[inline(never)]
    pub fn make_with(
        &self,
        pos: &Pos<L>,
        origin: Option<Lane>,
        replies: &[Reply],
        trail: &mut Trail<L>,
    ) -> Tried<L> {
        work::begin(L::count(pos.options));
        if pos.both {
            return self.make_both(pos, origin, replies, trail);
        }
        let mut told = Move::of(self, pos.lanes, pos.mover, trail);
        told.replies = replies;
        let flow = told.tell(origin);
        if flow == Err(Stop::Asks) {
            return self.asked(pos, origin, &mut told);
        }
        if pos.laws {
            match self.keeps_laws(pos, &told, flow) {
                Some(true) => {}
                Some(false) if flow == Err(Stop::Endless) => return Tried::Endless,
                Some(false) => return Tried::Unlawful,
                None => return Tried::Handed,
            }
        }
        if !matches!(flow, Err(Stop::Endless | Stop::Handed)) {
            if told.passes() {
                return Tried::Passes;
            }
            if !told.stands() {
                return if told.lost.get() { Tried::Handed } else { Tried::Barred };
            }
        }
        let flow = self.after_move(&mut told, flow);
        if told.lost.get() {
            return Tried::Handed;
        }
        let (laps, captured, others) = (told.laps_since(), told.caught, told.others);
        match flow {
            Ok(()) => {
                told.forget();
                let Move { lanes, made, next, stage_ended, .. } = told;
                let counted = made.unwrap_or(lanes);
                let stands = match stage_ended {
                    true => self.stage_over(lanes, counted, pos, next, trail),
                    false => self.stands(lanes, counted, pos, next, trail),
                };
                Tried::Made(Pos { laps, captured, others, ..stands })
            }
            Err(Stop::EndGame(how, clause)) => {
                told.forget();
                let over = self.over(told.lanes, told.next, how, clause);
                Tried::Made(Pos { laps, captured, others, ..over })
            }
            // What is asked after a move is always answered.
            Err(Stop::Asks) => told.question.map_or(Tried::Handed, Tried::Asks),
            Err(Stop::Endless) => Tried::Endless,
            Err(Stop::EndMove | Stop::EndTurn | Stop::Handed) => Tried::Handed,
        }
    }

    /// Sows the laps of a move from a place, and nothing that comes after them; with answers to what is
    /// asked on the way. `Err(Some)`: somebody is asked. `Err(None)`: the move never ends, or is left to
    /// the reference engine.
    pub fn sow(
        &self,
        lanes: &mut L,
        mover: Seat,
        origin: Lane,
        replies: &[Reply],
    ) -> Result<Sown, Option<Box<Question<L>>>> {
        work::begin(0);
        let trail = Trail::after(Vec::new());
        let mut told = Move::of(self, *lanes, mover, &trail);
        told.replies = replies;
        let flow = told.tell(Some(origin));
        let over = match flow {
            Ok(()) | Err(Stop::EndMove | Stop::EndTurn) => None,
            Err(Stop::EndGame(how, clause)) => Some((how, clause)),
            Err(Stop::Endless | Stop::Handed) => return Err(None),
            Err(Stop::Asks) => {
                let pos = Pos::at(*lanes, L::set(&Default::default()), mover);
                let asked = self.asked(&pos, Some(origin), &mut told);
                return Err(if let Tried::Asks(question) = asked { Some(question) } else { None });
            }
        };
        if told.lost.get() {
            return Err(None);
        }
        if told.hand > 0 {
            told.keep_hand();
        }
        told.lift_until();
        told.forget();
        let Move { captured, caught, held, again, laps, .. } = told;
        *lanes = told.lanes;
        Ok(Sown {
            laps: told.laps_since(),
            first: laps <= 1,
            captured: [captured.lap, captured.last_lap, captured.first_lap, caught],
            held,
            again,
            turn_over: flow == Err(Stop::EndTurn),
            over,
        })
    }

    /// The position that a move has made is counted, as it was before *end* did anything, and the
    /// next turn begins.
    #[inline(always)]
    pub(super) fn stands(
        &self,
        mut lanes: L,
        counted: L,
        before: &Pos<L>,
        mover: Seat,
        trail: &mut Trail<L>,
    ) -> Pos<L> {
        match self.counted(&mut lanes, counted, before, mover, trail) {
            Some(over) => over,
            None => self.arrive(lanes, mover, trail),
        }
    }

    /// Counts a position; the end of the game, if it has stood too often.
    #[inline(always)]
    fn counted(
        &self,
        lanes: &mut L,
        mut counted: L,
        before: &Pos<L>,
        mover: Seat,
        trail: &mut Trail<L>,
    ) -> Option<Pos<L>> {
        let turn_over = mover != before.mover || before.both;
        self.lift(lanes, turn_over);
        self.lift(&mut counted, turn_over);
        if self.has_stored(&before.lanes, lanes) {
            trail.cut();
        }
        let told = self.told(&counted);
        if self.stood(trail, &told, mover) >= 2 {
            return Some(self.each_keeps(*lanes, mover, Rule::Repetition));
        }
        trail.push(told, mover);
        None
    }

    /// The same as [`Plan::stands`], where the next stage begins for all players.
    #[cold]
    pub(super) fn stage_over(
        &self,
        mut lanes: L,
        counted: L,
        before: &Pos<L>,
        mover: Seat,
        trail: &mut Trail<L>,
    ) -> Pos<L> {
        if let Some(over) = self.counted(&mut lanes, counted, before, mover, trail) {
            return over;
        }
        self.next_stage(&mut lanes, before.mover, true);
        self.arrive(lanes, mover, trail)
    }

    /// A game begins, or is taken up, at the beginning of a move. `counted`: the position is one of
    /// those that can return.
    pub fn begin(&self, lanes: L, mover: Seat, counted: bool, trail: &mut Trail<L>) -> Pos<L> {
        if counted {
            trail.push(self.told(&lanes), mover);
        }
        self.arrive(lanes, mover, trail)
    }

    /// A move may begin; who cannot move passes.
    #[inline(always)]
    fn arrive(&self, mut lanes: L, mover: Seat, trail: &Trail<L>) -> Pos<L> {
        if self.staged {
            self.leave_stages(&mut lanes, mover, trail);
        }
        let Some(pos) = self.may_begin(lanes, mover, trail, false) else {
            return Pos::handed(lanes, mover);
        };
        if L::is_empty(pos.options) && !pos.opens {
            return self.passed(lanes, mover, false, trail);
        }
        self.of_both(pos, trail).unwrap_or(Pos::handed(lanes, mover))
    }

    /// How a move may begin, as far as that is seen without trying; `None`: the reference engine has to
    /// tell. `judging`: asked in order to judge.
    #[inline(always)]
    pub(super) fn may_begin(
        &self,
        lanes: L,
        mover: Seat,
        trail: &Trail<L>,
        judging: bool,
    ) -> Option<Pos<L>> {
        let options = self.options(&lanes, mover, trail)?;
        let Quick { opens, relays, .. } = self.quick[self.at(&lanes, mover)];
        let laws = (opens || !L::is_empty(options)) && self.some_law(&lanes, mover, trail, judging);
        Some(Pos { laws, opens, unsure: laws || relays, ..Pos::at(lanes, options, mover) })
    }

    /// Whether every option is legal without a trial: no law applies, and no sowing can be endless.
    pub fn all_options_legal(&self, pos: &Pos<L>) -> bool {
        !pos.laws && !pos.opens && !self.quick[self.at(&pos.lanes, pos.mover)].relays
    }

    /// None of the options was legal: the player passes, or the game is over. `endless`: a sowing
    /// without end stood against one of them.
    #[cold]
    pub fn unmoved(&self, pos: &Pos<L>, endless: bool, trail: &Trail<L>) -> Pos<L> {
        if endless {
            let why = Rule::OnlyEndless.clause();
            return self.over(pos.lanes, pos.mover, Ending::Judged, why);
        }
        self.passed(pos.lanes, pos.mover, false, trail)
    }

    /// The player about to move passes, since he cannot move or, by `choice`, since the rules say so. Where
    /// somebody after him has to be left to the reference engine it is asked from here on, since it
    /// counts who has passed.
    #[cold]
    pub fn passed(
        &self,
        mut lanes: L,
        mut mover: Seat,
        mut choice: bool,
        trail: &Trail<L>,
    ) -> Pos<L> {
        work::begin(0);
        let handed = Pos::handed(lanes, mover);
        for passes in 1..=self.program.seats {
            let rule = self.code(&lanes, mover).no_move.filter(|_| !choice);
            if let Some((clause, true)) = rule {
                return self.over(lanes, mover, Ending::Loses(mover), clause);
            }
            if choice && self.program.moves_left.is_some() {
                // A pass is a move that does nothing: the other moves of the turn are left.
                return handed;
            }
            if passes == self.program.seats {
                break;
            }
            mover = self.after(mover);
            self.lift(&mut lanes, true);
            self.begin_turn(&mut lanes, mover);
            self.leave_stages(&mut lanes, mover, trail);
            let pos = self.may_begin(lanes, mover, trail, false);
            let Some(pos) = pos.and_then(|pos| self.of_both(pos, trail)) else { return handed };
            if pos.both {
                return pos;
            }
            match self.any_legal(&pos, trail, false) {
                Any::Yes => return Pos { unsure: false, ..pos },
                Any::No => choice = false,
                Any::Passes => choice = true,
                Any::Endless => return self.unmoved(&pos, true, trail),
                Any::Unknown => return handed,
            }
        }
        self.each_keeps(lanes, mover, Rule::NobodyMoves)
    }

    /// What comes after a move: *after move*, who is next, *end*.
    #[inline(always)]
    fn after_move(&self, told: &mut Move<'_, L>, flow: Result<(), Stop>) -> Result<(), Stop> {
        let code = told.code;
        if told.hand > 0 {
            told.keep_hand();
        }
        let mut stop = match flow {
            Ok(()) | Err(Stop::EndMove) => None,
            Err(Stop::EndTurn) => Some(Stop::EndTurn),
            Err(stop) => return Err(stop),
        };
        if let Some(lane) = self.program.moved[told.player.index()] {
            told.lanes.put(lane, 1);
        }
        told.behind = true;
        told.keep_for_turn();
        told.lift_until();
        if !code.after_move.is_empty() {
            match told.cases(&code.after_move) {
                Ok(_) | Err(Stop::EndMove) => {}
                Err(Stop::EndTurn) => stop = Some(Stop::EndTurn),
                Err(stop) => return Err(stop),
            }
        }
        told.find_next(stop);
        told.made = Some(told.lanes);
        match code.end.get(told.next.index()) {
            Some(block) if !block.is_empty() => match told.cases(block) {
                Ok(_) | Err(Stop::EndMove | Stop::EndTurn) => Ok(()),
                Err(stop) => Err(stop),
            },
            _ => Ok(()),
        }
    }

    /// By default each player keeps the seeds of his own holes, and the game is over.
    #[cold]
    fn each_keeps(&self, before: L, mover: Seat, why: Rule) -> Pos<L> {
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
        for (holes, store) in &self.program.keeps {
            holes.iter().for_each(|hole| keep(hole, *store));
        }
        for (hole, owner) in &self.program.owners {
            let seat = (before.get(*owner) as usize).checked_sub(1);
            if let Some((_, store)) = seat.and_then(|seat| self.program.keeps.get(seat)) {
                keep(*hole, *store);
            }
        }
        let how = if owned { Ending::Judged } else { Ending::Drawn };
        self.over(lanes, mover, how, why.clause())
    }

    /// What is known only within a move is not known in the next one.
    #[inline(always)]
    pub(super) fn forget(&self, lanes: &mut L) {
        let Program { caught, hand, kinds, .. } = &*self.program;
        for lane in [caught, hand].into_iter().flatten() {
            lanes.put(*lane, 0);
            kinds.iter().for_each(|(_, of)| lanes.put(of[lane.index()], 0));
        }
    }

    /// The turn of a player begins.
    pub(super) fn begin_turn(&self, lanes: &mut L, seat: Seat) {
        let program = &*self.program;
        if let Some(lane) = program.moves_made {
            lanes.put(lane, 0);
        }
        let told = program.turn_sown.iter().map(|(_, lane)| *lane);
        let told = told.chain(program.turn_captured).chain(program.turn_went);
        told.for_each(|lane| lanes.put(lane, 0));
        let Some(left) = program.moves_left else { return };
        let mut moves = 1;
        if let Some(turn) = &self.code(lanes, seat).turn
            && let Some(count) = &turn.moves
        {
            let trail = Trail::after(Vec::new());
            moves = Move::of(self, *lanes, seat, &trail).number(count).clamp(1, 65_535);
        }
        if let Some(again) = program.again.get(seat.index())
            && self.code(lanes, seat).at_once.is_none()
        {
            moves += i64::from(lanes.get(*again));
            lanes.put(*again, 0);
        }
        lanes.put(left, u32::try_from(moves).unwrap_or(L::GREATEST).min(L::GREATEST));
    }

    /// Leaves the stages whose time is over for the player about to move.
    pub(super) fn leave_stages(&self, lanes: &mut L, seat: Seat, trail: &Trail<L>) {
        let program = &*self.program;
        let stages = program.codes.len() / program.seats;
        let within = program.moves_made.is_some_and(|lane| lanes.get(lane) > 0);
        if stages < 2 || within {
            return;
        }
        for _ in 0..stages {
            let code = self.code(lanes, seat);
            let Some(until) = &code.until else { return };
            let told = Move::of(self, *lanes, seat, trail);
            if !told.holds(until) {
                return;
            }
            self.next_stage(lanes, seat, !code.leaves_alone);
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

    /// The game is over.
    #[inline(never)]
    pub(super) fn over(&self, lanes: L, mover: Seat, how: Ending, why: ClauseId) -> Pos<L> {
        let verdict = match how {
            Ending::Wins(seat) => FinalResult::Won(seat),
            Ending::Loses(seat) => FinalResult::lost(seat, self.program.seats),
            Ending::Drawn => FinalResult::Drawn,
            Ending::Judged => FinalResult::won(self.judged(&lanes, mover)),
        };
        let (over, options) = (Some(Over { verdict, why }), L::set(&Default::default()));
        Pos { over, ..Pos::at(lanes, options, mover) }
    }

    /// Whether the player about to move has a move; `None`: the reference engine has to tell.
    pub fn has_move(&self, lanes: &L, mover: Seat) -> Option<bool> {
        self.can_move(lanes, mover, mover, &Trail::after(Vec::new()))
    }

    /// Who wins by the rule of *winner*.
    pub fn judged(&self, lanes: &L, mover: Seat) -> Option<Seat> {
        let (fewest, counted) = self.code(lanes, mover).winner.as_ref()?;
        let trail = Trail::after(Vec::new());
        let told = Move::of(self, *lanes, mover, &trail);
        let counted: smallvec::SmallVec<[i64; 4]> =
            counted.iter().map(|number| told.number(number)).collect();
        sole_best(*fewest, &counted)
    }
}

impl<L: Lanes> Move<'_, L> {
    /// Who is about to move, and how many moves he has.
    #[inline(always)]
    fn find_next(&mut self, stop: Option<Stop>) {
        let plan = self.plan;
        let same = if stop == Some(Stop::EndTurn) {
            false
        } else if self.again {
            true
        } else {
            self.goes_on()
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
        self.next = plan.after(self.player);
        if plan.program.moves_left.is_some() || plan.program.moves_made.is_some() {
            plan.begin_turn(&mut self.lanes, self.next);
        }
    }

    /// What has happened in the move has happened in the turn.
    fn keep_for_turn(&mut self) {
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

    /// Whether the turn has one more move.
    fn goes_on(&mut self) -> bool {
        if let Some(left) = self.plan.program.moves_left {
            let n = self.lanes.get(left);
            if n > 1 {
                self.lanes.put(left, n - 1);
                return true;
            }
        }
        let turn = self.code.turn.as_ref();
        turn.and_then(|turn| turn.again.as_ref()).is_some_and(|again| self.holds(again))
    }

    /// Seeds that no sowing will put down any more stay with the player.
    pub(super) fn keep_hand(&mut self) {
        let (_, store) = self.plan.program.keeps[self.player.index()];
        if let (true, Some(hand)) = (self.kinds.is_some(), self.plan.program.hand) {
            self.take_kinds(hand, self.hand, None);
            self.set_down(store);
        }
        self.lanes.put(store, self.lanes.get(store) + self.hand);
        self.set_hand(0);
    }

    /// What is known only within a move is not part of what it has made.
    fn forget(&mut self) {
        self.plan.forget(&mut self.lanes);
        self.made.iter_mut().for_each(|made| self.plan.forget(made));
    }
}
