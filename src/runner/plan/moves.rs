//! One move: laps, and what their falls bring about.

use super::{Plan, Question, Stop, Trail};
use crate::model::{ClauseId, Seat};
use crate::program::{
    Act, Answer, Ask, Block, Case, Code, Lane, LaneSet, Program, Reply, Share, Test,
};
use crate::runner::lanes::Lanes;
use std::cell::Cell;

/// Laps that are sown before returning states are looked for.
const FREE_LAPS: u32 = 64;

/// What has been captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Captured {
    pub lap: bool,
    pub first_lap: bool,
    pub last_lap: bool,
    pub in_move: bool,
}

/// A move being made.
pub(super) struct Move<'p, L: Lanes> {
    pub plan: &'p Plan<L>,
    pub code: &'p Code,
    /// Which code it is.
    pub at: usize,
    pub trail: &'p Trail<L>,
    pub lanes: L,
    /// The position that the move has made, before *end* does anything: that is the one that returns.
    pub made: Option<L>,
    pub player: Seat,
    /// Who is about to move.
    pub next: Seat,
    /// Seeds of the hole of the fall, before and after it.
    pub before: u32,
    pub after: u32,
    /// Seeds being sown.
    pub hand: u32,
    pub laps: u32,
    /// Laps in which there was something to sow.
    pub sown: u32,
    pub falls: u64,
    pub origin: Option<Lane>,
    pub first_origin: Option<Lane>,
    /// What the first lap took up held so many.
    pub held: u32,
    pub captured: Captured,
    pub again: bool,
    pub stage_ended: bool,
    pub judging: bool,
    /// Something was asked that is not known here.
    pub lost: Cell<bool>,
    /// What players answer on the way, and how many of the answers have been given.
    pub replies: &'p [Reply],
    replied: usize,
    /// What is asked behind them.
    pub question: Option<Box<Question<L>>>,
    /// Laps sown before the last answer, and whether the player has captured since.
    sown_before: u32,
    pub caught: bool,
    /// Where it has been asked what to do: the lanes then, and the place of the last seed.
    asked_at: Vec<(L, Option<Lane>)>,
    pub last: Option<Lane>,
    pub lap_sown: L::Set,
    pub move_sown: L::Set,
    /// The next lap takes up that place.
    pub pending: Option<Lane>,
}

/// One state of a relay, to compare later ones with (Brent, as the reference engine does).
struct Seen<L> {
    lanes: L,
    origin: Lane,
    captured: Captured,
    power: u64,
    steps: u64,
}

impl<'p, L: Lanes> Move<'p, L> {
    #[inline(always)]
    pub fn of(plan: &'p Plan<L>, lanes: L, player: Seat, trail: &'p Trail<L>) -> Move<'p, L> {
        let at = plan.at(&lanes, player);
        Move {
            plan,
            code: &plan.program.codes[at],
            at,
            trail,
            lanes,
            made: None,
            player,
            next: player,
            before: 0,
            after: 0,
            hand: 0,
            laps: 0,
            sown: 0,
            falls: 0,
            origin: None,
            first_origin: None,
            held: 0,
            captured: Captured::default(),
            again: false,
            stage_ended: false,
            judging: false,
            lost: Cell::new(false),
            replies: &[],
            replied: 0,
            question: None,
            sown_before: 0,
            caught: false,
            asked_at: Vec::new(),
            last: None,
            lap_sown: L::set(&LaneSet::default()),
            move_sown: L::set(&LaneSet::default()),
            pending: None,
        }
    }

    /// Sows from a place, and the laps that follow.
    #[inline(always)]
    pub fn tell(&mut self, origin: Lane) -> Result<(), Stop> {
        self.held = self.lanes.get(origin);
        self.first_origin = Some(origin);
        self.lap(origin)?;
        if self.pending.is_some() { self.relay() } else { Ok(()) }
    }

    #[inline(never)]
    fn relay(&mut self) -> Result<(), Stop> {
        let mut seen: Option<Seen<L>> = None;
        while let Some(origin) = self.pending.take() {
            if self.laps >= FREE_LAPS {
                self.look_for_return(&mut seen, origin)?;
            }
            self.lap(origin)?;
        }
        Ok(())
    }

    #[cold]
    fn look_for_return(&self, seen: &mut Option<Seen<L>>, origin: Lane) -> Result<(), Stop> {
        let power = match seen {
            Some(seen) => {
                if seen.origin == origin
                    && seen.lanes == self.lanes
                    && seen.captured == self.captured
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
        let (lanes, captured) = (self.lanes, self.captured);
        *seen = Some(Seen { lanes, origin, captured, power, steps: 0 });
        Ok(())
    }

    /// One lap, and what comes of its last seed.
    #[inline(always)]
    fn lap(&mut self, origin: Lane) -> Result<(), Stop> {
        let flow = self.sow_lap(origin);
        if !L::is_empty(self.plan.lap_lived) {
            L::each(self.plan.lap_lived).for_each(|lane| self.lanes.put(lane, 0));
        }
        flow
    }

    #[inline(always)]
    fn sow_lap(&mut self, origin: Lane) -> Result<(), Stop> {
        self.laps += 1;
        self.origin = Some(origin);
        self.captured.last_lap = self.captured.lap;
        self.captured.lap = false;
        if let Some(block) = self.code.before_lap.get(origin.index()) {
            // No seed of this lap has fallen yet.
            self.lap_sown = L::set(&LaneSet::default());
            self.cases(block)?;
        }
        let way = match self.plan.quick[self.at].ways.get(origin.index()) {
            Some(Some(way)) => usize::from(*way),
            _ => self.way(origin)?,
        };
        let table = &self.plan.tables[self.at][way];
        let seeds = self.lanes.get(origin);
        if seeds == 0 {
            return Ok(());
        }
        if table.path.is_empty() {
            return Err(Stop::Endless);
        }
        self.sown += 1;
        self.falls += u64::from(seeds);
        if self.falls > self.plan.most_falls {
            return Err(Stop::Endless);
        }
        let last = if table.walked {
            self.lanes.put(origin, 0);
            // What was done at the last seed does not change what its fall has made.
            self.walk(&table.path, &table.passing, seeds)?
        } else {
            if !table.reached.is_empty() {
                self.reach(&table.reached, seeds);
            }
            let last = table.sow(&mut self.lanes, seeds);
            self.after = self.lanes.get(last);
            self.before = self.after.wrapping_sub(1);
            last
        };
        self.last = Some(last);
        let back = usize::from(table.backward);
        match self.code.last_seed[back].get(last.index()) {
            Some(block) if !block.is_empty() => self.cases(block).map(|_| ()),
            _ => Ok(()),
        }
    }

    fn reach(&mut self, reached: &[L::Set], seeds: u32) {
        let most = reached.len() - 1;
        self.lap_sown = reached[most.min(seeds as usize)];
        self.move_sown = L::or(self.move_sown, self.lap_sown);
    }

    /// The way of the seeds of a place, where there are several.
    fn way(&self, origin: Lane) -> Result<usize, Stop> {
        let ways = self.code.ways.get(origin.index()).ok_or(Stop::Handed)?;
        let fits = ways.iter().find(|(test, _)| self.holds(test));
        let none = if ways.is_empty() { Stop::Handed } else { Stop::Endless };
        fits.map(|(_, way)| *way).ok_or(none)
    }

    /// Lets the seeds fall one by one, with what is to be done at each.
    #[inline(never)]
    fn walk(
        &mut self,
        path: &'p [Lane],
        passing: &'p [(Lane, Test)],
        seeds: u32,
    ) -> Result<Lane, Stop> {
        self.hand = seeds;
        self.lap_sown = L::set(&LaneSet::default());
        let mut passed = 0;
        let mut stop = None;
        let mut last = path[0];
        for place in path.iter().cycle() {
            if self.hand == 0 {
                break;
            }
            if passing.iter().any(|(lane, test)| lane == place && self.holds(test)) {
                passed += 1;
                if passed > path.len() {
                    return Err(Stop::Endless);
                }
                continue;
            }
            passed = 0;
            last = *place;
            self.last = Some(last);
            self.lap_sown = L::with(self.lap_sown, last);
            self.move_sown = L::with(self.move_sown, last);
            self.before = self.lanes.get(last);
            self.after = self.before + 1;
            self.lanes.put(last, self.after);
            self.hand -= 1;
            let falls = self.plan.quick[self.at].falls.get(last.index());
            if !falls.is_some_and(|falls| falls.fits(&self.lanes)) {
                continue;
            }
            let Some(block) = self.code.each_seed.get(last.index()) else { continue };
            match self.cases(block) {
                // A move or a turn that is said to end there ends when the lap is over.
                Err(end @ (Stop::EndMove | Stop::EndTurn)) => {
                    if stop != Some(Stop::EndTurn) {
                        stop = Some(end);
                    }
                }
                flow => _ = flow?,
            }
        }
        let fell = (self.before, self.after);
        match stop {
            Some(stop) => Err(stop),
            None => {
                (self.before, self.after) = fell;
                Ok(last)
            }
        }
    }

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

    fn case(&mut self, case: &'p Case) -> Result<(), Stop> {
        case.acts.iter().try_for_each(|act| self.act(act, case.clause))
    }

    fn act(&mut self, act: &'p Act, clause: ClauseId) -> Result<(), Stop> {
        match act {
            Act::Move { from, hand, share, to, capture, after } => {
                let set = self.meant(from);
                let Some(to) = self.first_of(to) else { return Ok(()) };
                let mut all = 0;
                for lane in L::each(set) {
                    let there = self.lanes.get(lane);
                    let taken = match share {
                        Share::All => there,
                        Share::Half => there / 2,
                        Share::Number(n) => there.min(self.number(n).clamp(0, 65_535) as u32),
                    };
                    self.lanes.put(lane, there - taken);
                    all += taken;
                }
                if *hand {
                    all += std::mem::take(&mut self.hand);
                }
                if all == 0 {
                    return Ok(());
                }
                self.lanes.put(to, self.lanes.get(to) + all);
                let Some(own) = capture else { return Ok(()) };
                if *own {
                    self.caught = true;
                    self.captured.lap = true;
                    self.captured.in_move = true;
                    self.captured.first_lap |= self.laps <= 1;
                }
                if after.is_empty() { Ok(()) } else { self.cases(after).map(|_| ()) }
            }
            Act::Sow(each) => {
                let from = each.iter().find(|(_, test)| self.holds(test)).map(|(lane, _)| *lane);
                let from = from.filter(|lane| self.lanes.get(*lane) > 0);
                self.pending = from.or(self.pending);
                Ok(())
            }
            Act::Set(lane, number) => {
                let n = self.number(number);
                self.lanes.put(*lane, n.clamp(0, 65_535) as u32);
                Ok(())
            }
            Act::SetEach(lanes, value) => {
                let set = self.meant(lanes);
                L::each(set).for_each(|lane| self.lanes.put(lane, u32::from(*value)));
                Ok(())
            }
            Act::Add(lane, number) => {
                let n = i64::from(self.lanes.get(*lane)) + self.number(number).clamp(0, 65_535);
                self.store(*lane, n)
            }
            Act::Cases(block) => self.cases(block).map(|_| ()),
            Act::Chain(blocks) => {
                for block in blocks {
                    if !self.cases(block)? {
                        break;
                    }
                }
                Ok(())
            }
            Act::Tried { acts, test } => {
                let before = (self.lanes, self.captured, self.again, self.stage_ended);
                let caught = self.caught;
                let flow = acts.iter().try_for_each(|act| self.act(act, clause));
                if matches!(flow, Err(Stop::Handed | Stop::Asks)) || self.holds(test) {
                    return flow;
                }
                (self.lanes, self.captured, self.again, self.stage_ended) = before;
                self.caught = caught;
                Ok(())
            }
            Act::Ask(ask) => self.ask(ask, clause),
            Act::PlayAgain => {
                self.again = !self.is_last_of_turn();
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

    /// Does what is answered; where no answer is left the telling stops.
    #[inline(never)]
    fn ask(&mut self, ask: &'p Ask, clause: ClauseId) -> Result<(), Stop> {
        let returned = ask.which && self.has_asked_here();
        let offered = |answer: &&Answer| !(returned && answer.goes_on) && self.holds(&answer.test);
        let mut offered = ask.answers.iter().filter(offered).peekable();
        let acts = if offered.peek().is_none() {
            &ask.otherwise
        } else if let Some(reply) = self.replies.get(self.replied) {
            self.replied += 1;
            (self.sown_before, self.caught) = (self.sown, false);
            let given = ask.answers.iter().find(|answer| answer.reply == *reply);
            &given.ok_or(Stop::Handed)?.acts
        } else {
            let replies = offered.map(|answer| answer.reply).collect();
            let (lanes, laps, captured) = (self.lanes, self.laps_since(), self.caught);
            self.question = Some(Box::new(Question { lanes, replies, laps, captured }));
            return Err(Stop::Asks);
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
        let Program { moves_made, .. } = &*self.plan.program;
        let Some(most) = self.code.turn.as_ref().and_then(|turn| turn.at_most.as_ref()) else {
            return false;
        };
        let made = moves_made.map_or(0, |lane| self.lanes.get(lane));
        i64::from(made) + 1 >= self.number(most)
    }
}
