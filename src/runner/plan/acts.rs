//! What is done in a move: seeds taken and put, notes set, the next lap made ready, players asked.

use super::moves::{BACKWARD, Move, Pending};
use super::{Question, Stop};
use crate::model::{ClauseId, KindId};
use crate::program::{
    Act, Answer, Ask, Block, Case, Heading, Lane, Lap, Number, Program, Reply, Share, Test, Where,
};
use crate::runner::lanes::Lanes;
use smallvec::SmallVec;

impl<'p, L: Lanes> Move<'p, L> {
    /// Does the first case that fits of each list; says whether one fitted.
    #[inline(always)]
    pub(super) fn cases(&mut self, block: &'p Block) -> Result<bool, Stop> {
        let mut any = false;
        for list in block {
            if let Some(case) = list.iter().find(|case| self.holds(&case.test)) {
                any = true;
                self.case(case)?;
            }
        }
        Ok(any)
    }

    /// Reads the cases of *end* that hold at any time; what they do themselves is not asked about.
    #[inline(always)]
    pub(super) fn at_any_time(&mut self) -> Result<(), Stop> {
        if self.code.any_time.is_empty() || self.ending {
            return Ok(());
        }
        self.ending = true;
        let flow = self.cases(&self.code.any_time);
        self.ending = false;
        flow.map(|_| ())
    }

    fn case(&mut self, case: &'p Case) -> Result<(), Stop> {
        case.acts.iter().try_for_each(|act| self.act(act, case.clause))
    }

    fn act(&mut self, act: &'p Act, clause: ClauseId) -> Result<(), Stop> {
        match act {
            Act::Move { from, hand, share, kind, to, capture, after } => {
                let chosen = match share.asks() {
                    true => self.chosen(from, share, *kind)?,
                    false => SmallVec::new(),
                };
                let Some(to) = self.first_of(to) else { return Ok(()) };
                let mut all = 0;
                if share.asks() {
                    chosen.into_iter().for_each(|(lane, many)| all += self.take(lane, many, *kind));
                } else {
                    for lane in L::each(self.meant(from)) {
                        let many = self.part(share, lane, *kind);
                        all += self.take(lane, many, *kind);
                    }
                }
                let Program { caught, hand: sown, .. } = &*self.plan.program;
                // What is being sown may have been among what was taken.
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
                self.lift_until();
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
                    self.set_down(to);
                    return Ok(());
                };
                if let Some(lane) = caught {
                    self.lanes.put(*lane, all);
                    self.captor = Some(to);
                }
                self.catch_kinds();
                self.set_down(to);
                if !*own {
                    let keeps = self.plan.program.keeps.iter();
                    let captor = keeps.zip(0..).find(|((_, store), _)| *store == to);
                    self.others |= captor.map_or(0, |(_, seat): (_, u32)| 1 << seat);
                } else {
                    self.caught = true;
                    self.captured.lap = true;
                    self.captured.in_move = true;
                    self.captured.first_lap |= self.laps <= 1;
                }
                // What follows on a capture is told of moves, not of what comes behind them, and not of what
                // is captured meanwhile.
                if !after.is_empty() && !self.behind && !self.following {
                    self.following = true;
                    let flow = self.cases(after);
                    self.following = false;
                    flow?;
                }
                self.at_any_time()
            }
            Act::Sow(lap) => {
                let chosen = self.chosen_of(lap)?;
                if let Some(pending) = self.ready(lap, chosen) {
                    self.pending = Some(pending);
                    self.acted = true;
                }
                Ok(())
            }
            Act::Set(lane, number) => {
                let n = self.number(number);
                if n < 0 { Err(Stop::Handed) } else { self.store(*lane, n) }
            }
            Act::SetEach(lanes, value) => {
                let set = self.meant(lanes);
                self.acted |= *value > 0 && !L::is_empty(set);
                L::each(set).for_each(|lane| self.lanes.put(lane, u32::from(*value)));
                Ok(())
            }
            Act::Add(lane, number) => {
                let n = i64::from(self.lanes.get(*lane)) + self.number(number).clamp(0, 65_535);
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
            Act::Tried { acts, judges: true, .. } if self.judging => {
                acts.iter().try_for_each(|act| self.act(act, clause))
            }
            Act::Tried { acts, test, .. } => {
                let before = (self.lanes, self.captured, self.again, self.stage_ended);
                let (hand, captor) = (self.hand, self.captor);
                let (caught, others, ready) = (self.caught, self.others, self.pending);
                let replied = self.replied;
                let flow = acts.iter().try_for_each(|act| self.act(act, clause));
                if self.pending != ready && flow != Err(Stop::Asks) {
                    self.waiting.push(test);
                    return flow;
                }
                if matches!(flow, Err(Stop::Handed | Stop::Asks)) || self.holds(test) {
                    return flow;
                }
                (self.lanes, self.captured, self.again, self.stage_ended) = before;
                // What was captured before a question has been told with it.
                (self.caught, self.others) =
                    if self.replied == replied { (caught, others) } else { (false, 0) };
                (self.hand, self.captor) = (hand, captor);
                Ok(())
            }
            Act::Ask(ask) => self.ask(ask, clause),
            Act::PlayAgain => {
                self.again = !self.is_last_of_turn();
                Err(Stop::EndMove)
            }
            Act::Pass => {
                (self.acted, self.passed) = (true, true);
                Err(Stop::EndMove)
            }
            Act::EndMove => Err(Stop::EndMove),
            Act::EndTurn => Err(Stop::EndTurn),
            Act::EndStage => {
                self.stage_ended = true;
                Ok(())
            }
            Act::EndGame(ending) => Err(Stop::EndGame(*ending, clause)),
            Act::Handed(_) => Err(Stop::Handed),
        }
    }

    /// The first place that is meant.
    fn first(&self, each: &[(Lane, Test)]) -> Option<Lane> {
        each.iter().find(|(_, test)| self.holds(test)).map(|(lane, _)| *lane)
    }

    /// The seeds of a place, or those of a kind.
    fn there(&self, lane: Lane, kind: Option<KindId>) -> u32 {
        kind.map_or_else(|| self.lanes.get(lane), |kind| self.of_kind(lane, kind))
    }

    /// How much of a place is taken.
    fn part(&self, share: &Share, lane: Lane, kind: Option<KindId>) -> u32 {
        match share {
            Share::All => u32::MAX,
            Share::Half => self.there(lane, kind) / 2,
            Share::Number(n) => self.number(n).clamp(0, 65_535) as u32,
            // It is asked for beforehand.
            Share::Chosen(..) | Share::First => 0,
        }
    }

    /// How much of each place the player takes, of those of which he takes any.
    #[cold]
    fn chosen(
        &mut self,
        from: &Where,
        share: &Share,
        kind: Option<KindId>,
    ) -> Result<SmallVec<[(Lane, u32); 8]>, Stop> {
        let mut chosen = SmallVec::new();
        match (share, from) {
            (Share::First, Where::Run(run)) => {
                let most = run.iter().take_while(|(_, test)| self.holds(test)).count();
                let first = self.choose_number(1, most as u32)? as usize;
                chosen.extend(run.iter().take(first).map(|(lane, _)| (*lane, u32::MAX)));
            }
            (Share::Chosen(least, most), _) => {
                for lane in L::each(self.meant(from)) {
                    let many = self.choose_of(least, most, lane, kind)?;
                    if many > 0 {
                        chosen.push((lane, many));
                    }
                }
            }
            _ => return Err(Stop::Handed),
        }
        Ok(chosen)
    }

    /// How much of a place the player takes.
    fn choose_of(
        &mut self,
        least: &Number,
        most: &Number,
        of: Lane,
        kind: Option<KindId>,
    ) -> Result<u32, Stop> {
        let there = i64::from(self.there(of, kind));
        let [least, most] = [least, most].map(|n| self.number(n).clamp(0, there) as u32);
        self.choose_number(least, most)
    }

    /// The player chooses a number from one to another; 0 where there is none to choose.
    fn choose_number(&mut self, least: u32, most: u32) -> Result<u32, Stop> {
        if least > most {
            return Ok(0);
        }
        match self.answered((least..=most).map(|n| Reply::Number(n as u16)).collect())? {
            Reply::Number(n) => Ok(n.into()),
            _ => Err(Stop::Handed),
        }
    }

    /// How many seeds of a lap the player sows, where he chooses that.
    fn chosen_of(&mut self, lap: &Lap) -> Result<u32, Stop> {
        let Share::Chosen(least, most) = &lap.share else { return Ok(0) };
        let from = self.first(&lap.from);
        from.map_or(Ok(0), |lane| self.choose_of(least, most, lane, lap.kind))
    }

    /// A lap that is made ready, with so many seeds where that is chosen; `None`: there is nothing to sow.
    fn ready(&self, lap: &Lap, chosen: u32) -> Option<Pending<L>> {
        let mut pending: Option<Pending<L>> = None;
        let many = if lap.all { usize::MAX } else { 1 };
        for (lane, _) in lap.from.iter().filter(|(_, test)| self.holds(test)).take(many) {
            let there = self.there(*lane, lap.kind);
            let part = match lap.share {
                Share::All => u32::MAX,
                Share::Chosen(..) => chosen,
                _ => self.part(&lap.share, *lane, lap.kind).min(there),
            };
            if part.min(there) > 0 {
                let one = Pending::of(*lane);
                let all = pending.map_or(one.all, |before| L::with(before.all, *lane));
                pending = Some(Pending { all, part, kind: lap.kind, ..one });
            }
        }
        let backward = lap.heading.and_then(|heading| match heading {
            // Where nothing is noted it goes as the way says.
            Heading::Noted(lane) if self.lanes.get(lane) == 0 => None,
            Heading::Noted(lane) => Some(self.lanes.get(lane) == BACKWARD),
            heading => Some(heading == Heading::Fixed(true)),
        });
        let first = lap.first.as_ref().and_then(|first| self.first_of(first));
        pending.map(|pending| Pending { backward, first, ..pending })
    }

    /// Which way round a player sows; where he has not answered the telling stops.
    pub(super) fn ask_sense(&mut self) -> Result<bool, Stop> {
        match self.answered([Reply::Sense(true), Reply::Sense(false)].into_iter().collect())? {
            Reply::Sense(backward) => Ok(backward),
            _ => Err(Stop::Handed),
        }
    }

    /// The next answer; where there is none the telling stops with the question.
    pub(super) fn answered(&mut self, replies: SmallVec<[Reply; 8]>) -> Result<Reply, Stop> {
        let Some(reply) = self.replies.get(self.replied) else {
            let (lanes, laps) = (self.lanes, self.laps_since());
            let (captured, others) = (self.caught, self.others);
            self.question = Some(Box::new(Question { lanes, replies, laps, captured, others }));
            return Err(Stop::Asks);
        };
        self.replied += 1;
        (self.sown_before, self.caught, self.others) = (self.sown, false, 0);
        Ok(*reply)
    }

    /// Does what is answered; where no answer is left the telling stops.
    #[inline(never)]
    fn ask(&mut self, ask: &'p Ask, clause: ClauseId) -> Result<(), Stop> {
        let returned = ask.which && self.has_asked_here();
        let offered = |answer: &&Answer| !(returned && answer.goes_on) && self.holds(&answer.test);
        let mut offered = ask.answers.iter().filter(offered).map(|answer| answer.reply).peekable();
        let acts = if offered.peek().is_none() {
            &ask.otherwise
        } else {
            let known = self.replied < self.replies.len();
            // Where the answer is known, it is enough that something was asked.
            let replies = if known { SmallVec::new() } else { offered.collect() };
            let reply = self.answered(replies)?;
            let given = ask.answers.iter().find(|answer| answer.reply == reply);
            &given.ok_or(Stop::Handed)?.acts
        };
        acts.iter().try_for_each(|act| self.act(act, clause))
    }

    /// Laps sown since the last answer.
    pub fn laps_since(&self) -> u32 {
        self.sown - self.sown_before
    }

    /// Whether it has already been asked in this move what to do, with everything as it is now.
    fn has_asked_here(&mut self) -> bool {
        let now = (self.lanes, self.last);
        if self.asked_at.contains(&now) {
            return true;
        }
        self.asked_at.push(now);
        false
    }

    /// A lane holds a number that may be too great for it.
    fn store(&mut self, lane: Lane, n: i64) -> Result<(), Stop> {
        if n > i64::from(L::GREATEST) {
            return Err(Stop::Handed);
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
        i64::from(made) + 1 >= self.number(most)
    }
}
