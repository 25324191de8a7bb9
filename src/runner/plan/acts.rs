//! Acts of a move: take and put seeds, set notes, prepare the next lap, ask players.

use super::move_state::{BACKWARD, BegunTry, MoveState, PendingLap};
use super::work_limit;
use super::{MoveStats, PlanQuestion, PlanStop, Replies};
use crate::model::{ClauseId, KindId, Seat};
use crate::program::{
    Act, AnswerSpec, Block, BlockCase, Lane, LapDirection, LapSpec, NumberExpr, PlaceExpr, Program,
    QuestionSpec, Reply, TakeAmount, Test,
};
use crate::runner::lanes::Lanes;
use smallvec::SmallVec;

/// Most questions of a simulated move that get their first reply.
const MAX_FIRST_REPLIES: usize = 64;

impl<'p, L: Lanes> MoveState<'p, L> {
    /// Runs the first case that fits of each list; returns whether there was one.
    #[inline(always)]
    pub(super) fn cases(&mut self, block: &'p Block) -> Result<bool, PlanStop> {
        let mut any = false;
        for list in block {
            if let Some(case) = list.iter().find(|case| self.holds(&case.test)) {
                any = true;
                self.case(case)?;
            }
        }
        Ok(any)
    }

    /// Runs the cases of *end* that hold at any time; not for what they do themselves.
    #[inline(always)]
    pub(super) fn check_any_time_end(&mut self) -> Result<(), PlanStop> {
        let guard = &self.plan.fast_paths[self.code_index].any_time_guard;
        if self.in_any_time_end || !guard.may_fit(&self.lanes) {
            return Ok(());
        }
        self.in_any_time_end = true;
        let flow = self.cases(&self.code.any_time);
        self.in_any_time_end = false;
        flow.map(|_| ())
    }

    fn case(&mut self, case: &'p BlockCase) -> Result<(), PlanStop> {
        case.acts.iter().try_for_each(|act| self.act(act, case.clause))
    }

    fn act(&mut self, act: &'p Act, clause: ClauseId) -> Result<(), PlanStop> {
        match act {
            Act::Move { from, hand, share, kind, to, capture, after } => {
                let chosen = match share.asked().is_some() {
                    true => self.chosen_amounts(from, share, *kind)?,
                    false => SmallVec::new(),
                };
                let Some(to) = self.first_lane(to) else { return Ok(()) };
                let mut all = 0;
                if share.asked().is_some() {
                    chosen.into_iter().for_each(|(lane, many)| all += self.take(lane, many, *kind));
                } else {
                    for lane in L::each(self.eval_place(from)) {
                        let many = self.amount_of(share, lane, *kind);
                        all += self.take(lane, many, *kind);
                    }
                }
                let Program { last_capture: caught, hand: sown, .. } = &*self.plan.program;
                // The seeds taken may include some of those being sown.
                if let Some(sown) = sown {
                    self.hand = self.lanes.get(*sown);
                }
                if *hand {
                    if let (true, Some(sown)) = (self.kinds.is_some(), sown) {
                        self.take_kinds(*sown, self.hand, *kind);
                    }
                    all += self.hand;
                    self.set_hand(0);
                }
                if all == 0 {
                    return Ok(());
                }
                self.expire_marks();
                self.acted = true;
                if *caught == Some(to)
                    && let Some(store) = self.captor
                {
                    self.lanes.put(store, self.lanes.get(store) + all);
                }
                self.lanes.put(to, self.lanes.get(to) + all);
                if *sown == Some(to) {
                    self.hand = self.lanes.get(to);
                }
                let Some(own) = capture else {
                    self.put_down_kinds(to);
                    return Ok(());
                };
                if let Some(lane) = caught {
                    self.lanes.put(*lane, all);
                    self.captor = Some(to);
                }
                self.capture_kinds();
                self.put_down_kinds(to);
                let keeps = self.plan.program.own_holes.iter();
                let captor = keeps.zip(0..).find(|((_, store), _)| *store == to);
                self.captors |= captor.map_or(0, |(_, seat): (_, u32)| 1 << seat);
                if *own {
                    self.captured.lap = true;
                    self.captured.in_move = true;
                    self.captured.first_lap |= self.laps <= 1;
                }
                // Statements after a capture run during the move, not in *after move*, and not for captures
                // that they make themselves.
                if !after.is_empty() && !self.in_after_move && !self.in_after_capture {
                    self.in_after_capture = true;
                    let flow = self.cases(after);
                    self.in_after_capture = false;
                    flow?;
                }
                self.check_any_time_end()
            }
            Act::Sow(lap) => {
                let chosen = self.chosen_lap_seeds(lap)?;
                if let Some(pending) = self.prepare_lap(lap, chosen) {
                    self.pending = Some(pending);
                    self.acted = true;
                }
                Ok(())
            }
            Act::Set(lane, number) => {
                let n = self.eval_number(number);
                if n < 0 { Err(PlanStop::Unsupported) } else { self.store(*lane, n) }
            }
            Act::SetEach(lanes, value) => {
                let set = self.eval_place(lanes);
                self.acted |= *value > 0 && !L::is_empty(set);
                L::each(set).for_each(|lane| self.lanes.put(lane, u32::from(*value)));
                Ok(())
            }
            Act::Add(lane, number) => {
                let n =
                    i64::from(self.lanes.get(*lane)) + self.eval_number(number).clamp(0, 65_535);
                self.store(*lane, n)
            }
            Act::Cases(block) => self.cases(block).map(|_| ()),
            Act::Chain(blocks) => {
                for block in blocks.iter() {
                    if !self.cases(block)? {
                        break;
                    }
                }
                Ok(())
            }
            Act::Try { acts, judges: true, .. } if self.judging => {
                acts.iter().try_for_each(|act| self.act(act, clause))
            }
            Act::Try { acts, test, .. } => {
                let begun = self.begin_try(test);
                // A lap is no question of the opening.
                let opens = self.is_in_opening() && !matches!(acts.as_slice(), [Act::Sow(_)]);
                if opens {
                    self.opening_tries.push(begun);
                }
                let flow = acts.iter().try_for_each(|act| self.act(act, clause));
                if opens && flow != Err(PlanStop::Asks) {
                    self.opening_tries.pop();
                }
                self.end_try(begun, flow)
            }
            Act::Ask(ask) => self.ask(ask, clause),
            Act::PlayAgain => {
                self.again = !self.is_last_of_turn();
                Err(PlanStop::EndMove)
            }
            Act::Pass => {
                (self.acted, self.passed) = (true, true);
                Err(PlanStop::EndMove)
            }
            Act::EndMove => Err(PlanStop::EndMove),
            Act::EndTurn => Err(PlanStop::EndTurn),
            Act::EndStage => {
                self.stage_ended = true;
                Ok(())
            }
            Act::EndGame(ending) => Err(PlanStop::EndGame(*ending, clause)),
            Act::Unsupported(_) => Err(PlanStop::Unsupported),
        }
    }

    fn begin_try(&self, test: &'p Test) -> BegunTry<'p, L> {
        BegunTry {
            test,
            lanes: self.lanes,
            captured: self.captured,
            again: self.again,
            stage_ended: self.stage_ended,
            hand: self.hand,
            captor: self.captor,
            captors: self.captors,
            pending: self.pending,
            replied: self.replied,
        }
    }

    /// After the acts of a try: undoes them unless its test holds. If a lap comes, that is decided after the move.
    pub(super) fn end_try(
        &mut self,
        begun: BegunTry<'p, L>,
        flow: Result<(), PlanStop>,
    ) -> Result<(), PlanStop> {
        if self.pending != begun.pending && flow != Err(PlanStop::Asks) {
            self.deferred_tests.push(begun.test);
            return flow;
        }
        if matches!(flow, Err(PlanStop::Unsupported | PlanStop::Asks)) || self.holds(begun.test) {
            return flow;
        }
        (self.lanes, self.captured) = (begun.lanes, begun.captured);
        (self.again, self.stage_ended) = (begun.again, begun.stage_ended);
        // Captures before a question have been reported with it.
        self.captors = if self.replied == begun.replied { begun.captors } else { 0 };
        (self.hand, self.captor) = (begun.hand, begun.captor);
        Ok(())
    }

    /// Whether the acts of the opening are running.
    fn is_in_opening(&self) -> bool {
        self.laps == 0 && !self.in_after_move
    }

    /// The first lane whose test holds.
    fn first_holding(&self, each: &[(Lane, Test)]) -> Option<Lane> {
        each.iter().find(|(_, test)| self.holds(test)).map(|(lane, _)| *lane)
    }

    /// The number of seeds in a place, or of one kind.
    fn seeds_in(&self, lane: Lane, kind: Option<KindId>) -> u32 {
        kind.map_or_else(|| self.lanes.get(lane), |kind| self.of_kind(lane, kind))
    }

    /// How many seeds of a place are taken.
    fn amount_of(&self, share: &TakeAmount, lane: Lane, kind: Option<KindId>) -> u32 {
        match share {
            TakeAmount::All => u32::MAX,
            TakeAmount::Half => self.seeds_in(lane, kind) / 2,
            TakeAmount::Number(n) => self.eval_number(n).clamp(0, 65_535) as u32,
            // The player is asked beforehand.
            TakeAmount::Chosen(..) | TakeAmount::WholePlaces(_) | TakeAmount::ChosenPlaces(..) => 0,
        }
    }

    /// How many seeds the player takes from each place; places they take nothing from are left out.
    #[cold]
    fn chosen_amounts(
        &mut self,
        from: &PlaceExpr,
        share: &TakeAmount,
        kind: Option<KindId>,
    ) -> Result<SmallVec<[(Lane, u32); 8]>, PlanStop> {
        let mut chosen = SmallVec::new();
        match share {
            TakeAmount::WholePlaces(seat) => {
                let PlaceExpr::Run(run) = from else { return Err(PlanStop::Unsupported) };
                let most = run.iter().take_while(|(_, test)| self.holds(test)).count();
                let first = self.choose_number(*seat, 1, most as u32)? as usize;
                chosen.extend(run.iter().take(first).map(|(lane, _)| (*lane, u32::MAX)));
            }
            TakeAmount::Chosen(seat, least, most) => {
                for lane in L::each(self.eval_place(from)) {
                    let many = self.choose_amount(*seat, [least, most], lane, kind)?;
                    if many > 0 {
                        chosen.push((lane, many));
                    }
                }
            }
            TakeAmount::ChosenPlaces(seat, many) => {
                let mut left: Replies = L::each(self.eval_place(from)).map(Reply::Place).collect();
                for _ in 0..self.eval_number(many).clamp(0, left.len() as i64) {
                    let reply = self.next_reply(*seat, left.clone())?;
                    let Reply::Place(lane) = reply else { return Err(PlanStop::Unsupported) };
                    left.retain(|other| *other != reply);
                    chosen.push((lane, u32::MAX));
                }
            }
            TakeAmount::All | TakeAmount::Number(_) | TakeAmount::Half => {
                return Err(PlanStop::Unsupported);
            }
        }
        Ok(chosen)
    }

    /// How many seeds of a place the player takes.
    fn choose_amount(
        &mut self,
        seat: Seat,
        range: [&NumberExpr; 2],
        of: Lane,
        kind: Option<KindId>,
    ) -> Result<u32, PlanStop> {
        let there = i64::from(self.seeds_in(of, kind));
        let [least, most] = range.map(|n| self.eval_number(n).clamp(0, there) as u32);
        self.choose_number(seat, least, most)
    }

    /// Asks for a number in `least..=most`; 0 if there is none.
    fn choose_number(&mut self, seat: Seat, least: u32, most: u32) -> Result<u32, PlanStop> {
        if least > most {
            return Ok(0);
        }
        let replies = (least..=most).map(|n| Reply::Number(n as u16)).collect();
        let reply = self.next_reply(seat, replies)?;
        let Reply::Number(n) = reply else { return Err(PlanStop::Unsupported) };
        Ok(n.into())
    }

    /// How many seeds of a lap the player sows, if they choose that.
    fn chosen_lap_seeds(&mut self, lap: &LapSpec) -> Result<u32, PlanStop> {
        let TakeAmount::Chosen(seat, least, most) = &lap.share else { return Ok(0) };
        let from = self.first_holding(&lap.from);
        from.map_or(Ok(0), |lane| self.choose_amount(*seat, [least, most], lane, lap.kind))
    }

    /// The lap that a statement prepares, with `chosen` seeds where that is a choice; `None`: there is
    /// nothing to sow.
    fn prepare_lap(&self, lap: &LapSpec, chosen: u32) -> Option<PendingLap<L>> {
        let mut pending: Option<PendingLap<L>> = None;
        let many = if lap.all { usize::MAX } else { 1 };
        for (lane, _) in lap.from.iter().filter(|(_, test)| self.holds(test)).take(many) {
            let there = self.seeds_in(*lane, lap.kind);
            let part = match lap.share {
                TakeAmount::All => u32::MAX,
                TakeAmount::Chosen(..) => chosen,
                TakeAmount::Number(_)
                | TakeAmount::Half
                | TakeAmount::WholePlaces(_)
                | TakeAmount::ChosenPlaces(..) => {
                    self.amount_of(&lap.share, *lane, lap.kind).min(there)
                }
            };
            if part.min(there) > 0 {
                let one = PendingLap::of(*lane);
                let all = pending.map_or(one.all, |before| L::with(before.all, *lane));
                pending = Some(PendingLap { all, part, kind: lap.kind, ..one });
            }
        }
        let backward = lap.heading.and_then(|heading| match heading {
            // Without a noted direction, the path decides.
            LapDirection::Noted(lane) if self.lanes.get(lane) == 0 => None,
            LapDirection::Noted(lane) => Some(self.lanes.get(lane) == BACKWARD),
            LapDirection::Fixed(backward) => Some(backward),
            LapDirection::AsFirst
            | LapDirection::Reversed
            | LapDirection::Chosen
            | LapDirection::NotedOrChosen(_) => Some(false),
        });
        let first = lap.first.as_ref().and_then(|first| self.first_lane(first));
        pending.map(|pending| PendingLap { backward, first, ..pending })
    }

    /// Asks for a direction; without a reply the simulation stops.
    pub(super) fn ask_direction(&mut self) -> Result<bool, PlanStop> {
        let directions = [Reply::Direction(true), Reply::Direction(false)];
        let reply = self.next_reply(self.player, directions.into_iter().collect())?;
        let Reply::Direction(backward) = reply else { return Err(PlanStop::Unsupported) };
        Ok(backward)
    }

    /// The next reply, which may be drawn; without one the simulation stops with the question.
    pub(super) fn next_reply(&mut self, seat: Seat, replies: Replies) -> Result<Reply, PlanStop> {
        let before = self.stats_since_reply();
        let given = match self.drawn {
            None => self.replies.get(self.replied).copied(),
            Some(drawn) => {
                let mut drawn = drawn.borrow_mut();
                drawn.replies().get(self.replied).copied().or_else(|| {
                    // Of replies in order of preference, only legal ones are offered; and where questions may go
                    // on without end, so may the search for a legal reply. After the laps, all replies are legal.
                    let preferred = matches!(replies.first(), Some(Reply::InOrder(..)));
                    let searched = preferred || self.plan.fast_paths[self.code_index].asks_in_laps;
                    let known = !preferred && drawn.can_go_on();
                    (self.in_after_move || !searched || known)
                        .then(|| drawn.draw(seat, &replies, before))
                        .flatten()
                })
            }
        };
        let given = given.or_else(|| self.first_reply(&replies));
        let Some(reply) = given else {
            let mover = if self.result.is_some() { self.next } else { self.player };
            let question = PlanQuestion { seat, mover, lanes: self.lanes, replies, before };
            self.question = Some(Box::new(question));
            return Err(PlanStop::Asks);
        };
        self.count_reply();
        Ok(reply)
    }

    pub(super) fn count_reply(&mut self) {
        self.replied += 1;
        (self.sown_before, self.captors) = (self.sown, 0);
    }

    /// The first reply, if that is what questions get.
    fn first_reply(&mut self, replies: &Replies) -> Option<Reply> {
        if self.opening_question.is_some() {
            // All its answers begin from here.
            return None;
        }
        let falls = self.falls;
        let firsts = self.firsts.as_mut()?;
        if firsts.questions.len() >= MAX_FIRST_REPLIES {
            return None;
        }
        firsts.questions.push(replies.clone());
        firsts.falls += falls;
        // The work is bounded as if the move were simulated to each question.
        work_limit::count_path(self.code, self.laps, falls);
        replies.first().copied()
    }

    /// Runs the acts of the answer; without a reply the simulation stops.
    #[inline(never)]
    fn ask(&mut self, ask: &'p QuestionSpec, clause: ClauseId) -> Result<(), PlanStop> {
        let returned = ask.is_either && self.asked_in_same_state();
        let offered =
            |answer: &&AnswerSpec| !(returned && answer.goes_on) && self.holds(&answer.test);
        let mut offered = ask.answers.iter().filter(offered).map(|answer| answer.reply).peekable();
        if offered.peek().is_none() {
            return ask.otherwise.iter().try_for_each(|act| self.act(act, clause));
        }
        let given = self.drawn.map_or(self.replies.len(), |drawn| drawn.borrow().replies().len());
        let known = self.replied < given;
        // If the reply is known, the options are not needed.
        let replies = if known { SmallVec::new() } else { offered.collect() };
        if self.is_in_opening() && self.plan.fast_paths[self.code_index].opening_ends_with_questions
        {
            self.opening_question = Some((ask, clause));
        }
        let reply = self.next_reply(ask.seat, replies)?;
        self.opening_question = None;
        self.answer(ask, reply, clause)
    }

    /// Runs the acts of an answer.
    pub(super) fn answer(
        &mut self,
        ask: &'p QuestionSpec,
        reply: Reply,
        clause: ClauseId,
    ) -> Result<(), PlanStop> {
        let given = ask.answers.iter().find(|answer| answer.reply == reply);
        let acts = &given.ok_or(PlanStop::Unsupported)?.acts;
        acts.iter().try_for_each(|act| self.act(act, clause))
    }

    pub fn stats_since_reply(&self) -> MoveStats {
        MoveStats { laps: self.laps_since_reply(), captors: self.captors }
    }

    /// Laps sown since the last reply.
    pub fn laps_since_reply(&self) -> u32 {
        self.sown - self.sown_before
    }

    /// Whether an `either` question was asked before in this move in the same state.
    fn asked_in_same_state(&mut self) -> bool {
        let now = (self.lanes, self.last);
        if self.asked_states.contains(&now) {
            return true;
        }
        self.asked_states.push(now);
        false
    }

    /// Stores a number in a lane; `Unsupported` if it does not fit.
    fn store(&mut self, lane: Lane, n: i64) -> Result<(), PlanStop> {
        if n > i64::from(L::GREATEST) {
            return Err(PlanStop::Unsupported);
        }
        self.lanes.put(lane, n.max(0) as u32);
        Ok(())
    }

    fn is_last_of_turn(&self) -> bool {
        if self.code.at_once.is_some() {
            return true;
        }
        let Program { moves_made, .. } = &*self.plan.program;
        let Some(most) = self.code.turn.as_ref().and_then(|turn| turn.at_most.as_ref()) else {
            return false;
        };
        let made = moves_made.map_or(0, |lane| self.lanes.get(lane));
        i64::from(made) + 1 >= self.eval_number(most)
    }
}
