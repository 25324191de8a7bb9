//! One move: laps, and what their falls bring about.

use super::{Plan, Question, Stop, Trail};
use crate::model::{ClauseId, Seat};
use crate::program::{
    Act, Answer, Ask, Block, Case, Code, Heading, Lane, LaneSet, Lap, Program, Reply, Share, Start,
    Test,
};
use crate::runner::lanes::Lanes;
use smallvec::SmallVec;
use std::cell::Cell;

/// Laps that are sown before returning states are looked for.
const FREE_LAPS: u32 = 64;

/// What a note holds that keeps a direction.
const FORWARD: u32 = 1;
const BACKWARD: u32 = 2;

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
    /// What the lap took up, and what the first one did.
    pub origins: L::Set,
    pub first_origins: L::Set,
    /// Where the first seed of the lap fell, and that of the first one.
    pub fell_first: Option<Lane>,
    pub first_lap_fell: Option<Lane>,
    /// The store that the last capture went to.
    captor: Option<Lane>,
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
    /// The next lap.
    pub pending: Option<Pending<L>>,
    /// The lap goes against the ring; and the first one did.
    backward: Option<bool>,
    pub first_backward: Option<bool>,
    pub last_backward: Option<bool>,
    /// What the lap took up held so many.
    pub lap_held: u32,
    /// Something has been done: it is a move.
    acted: bool,
    /// The player has passed.
    pub passed: bool,
    /// What must hold when the seeds have been sown.
    waiting: Vec<&'p Test>,
}

/// A lap about to be sown.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Pending<L: Lanes> {
    /// What it takes up; of several places the last one.
    from: Lane,
    /// All of them.
    all: L::Set,
    /// So much of each, if there is so much.
    part: u32,
    /// Against the ring, or along it, if that is said of this lap.
    backward: Option<bool>,
    /// Where its first seed falls, if that is said of this lap.
    first: Option<Lane>,
}

impl<L: Lanes> Pending<L> {
    #[inline(always)]
    fn of(from: Lane) -> Pending<L> {
        let all = L::with(L::set(&LaneSet::default()), from);
        Pending { from, all, part: u32::MAX, backward: None, first: None }
    }

    /// All of one place, sown as the way says.
    #[inline(always)]
    fn is_plain(&self) -> bool {
        self.part == u32::MAX && self.first.is_none() && L::count(self.all) == 1
    }
}

/// One state of a relay, to compare later ones with (Brent, as the reference engine does).
struct Seen<L: Lanes> {
    lanes: L,
    next: Pending<L>,
    captured: Captured,
    backward: Option<bool>,
    sown: L::Set,
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
            origins: L::set(&LaneSet::default()),
            first_origins: L::set(&LaneSet::default()),
            fell_first: None,
            first_lap_fell: None,
            captor: None,
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
            backward: None,
            first_backward: None,
            last_backward: None,
            lap_held: 0,
            acted: false,
            passed: false,
            waiting: Vec::new(),
        }
    }

    /// Sows from a place, or does what a move begins with; and the laps that follow.
    #[inline(always)]
    pub fn tell(&mut self, origin: Option<Lane>) -> Result<(), Stop> {
        match origin {
            Some(origin) => {
                self.acted = true;
                self.first_lap(Pending::of(origin))?;
            }
            None => {
                if let Some(opening) = &self.code.opening {
                    self.cases(opening)?;
                }
                if let Some(next) = self.pending.take() {
                    self.first_lap(next)?;
                }
            }
        }
        if self.pending.is_some() { self.relay() } else { Ok(()) }
    }

    #[inline(always)]
    fn first_lap(&mut self, lap: Pending<L>) -> Result<(), Stop> {
        self.held = self.lanes.get(lap.from);
        self.first_origins = lap.all;
        self.lap(lap)
    }

    #[inline(never)]
    fn relay(&mut self) -> Result<(), Stop> {
        let mut seen: Option<Seen<L>> = None;
        while let Some(next) = self.pending.take() {
            if self.laps >= FREE_LAPS {
                self.look_for_return(&mut seen, next)?;
            }
            self.lap(next)?;
        }
        Ok(())
    }

    /// Whether the player has passed before anything was asked.
    pub fn passes(&self) -> bool {
        self.passed && L::is_empty(self.first_origins) && self.replies.is_empty()
    }

    /// Whether the finished move is one, and what is judged of it comes out so.
    pub fn stands(&self) -> bool {
        self.acted && self.waiting.iter().all(|test| self.holds(test))
    }

    #[cold]
    fn look_for_return(&self, seen: &mut Option<Seen<L>>, next: Pending<L>) -> Result<(), Stop> {
        let power = match seen {
            Some(seen) => {
                if seen.next == next
                    && seen.lanes == self.lanes
                    && seen.captured == self.captured
                    && seen.backward == self.backward
                    && seen.sown == self.move_sown
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
        *seen = Some(Seen {
            lanes: self.lanes,
            next,
            captured: self.captured,
            backward: self.backward,
            sown: self.move_sown,
            power,
            steps: 0,
        });
        Ok(())
    }

    /// One lap, and what comes of its last seed.
    #[inline(always)]
    fn lap(&mut self, lap: Pending<L>) -> Result<(), Stop> {
        let flow = self.sow_lap(lap);
        if !L::is_empty(self.plan.lap_lived) {
            L::each(self.plan.lap_lived).for_each(|lane| self.lanes.put(lane, 0));
        }
        flow
    }

    #[inline(always)]
    fn sow_lap(&mut self, lap: Pending<L>) -> Result<(), Stop> {
        let origin = lap.from;
        self.laps += 1;
        self.lap_held = self.lanes.get(origin);
        self.last_backward = self.backward;
        self.origins = lap.all;
        self.fell_first = None;
        self.captured.last_lap = self.captured.lap;
        self.captured.lap = false;
        if let Some(block) = self.code.before_lap.get(origin.index()) {
            // No seed of this lap has fallen yet.
            self.lap_sown = L::set(&LaneSet::default());
            self.cases(block)?;
        }
        let way = match self.plan.quick[self.at].ways.get(origin.index()) {
            Some(Some(way)) => usize::from(*way),
            _ => self.way(lap)?,
        };
        let table = &self.plan.tables[self.at][way];
        self.backward = Some(table.backward);
        let plain = lap.is_plain() && !table.walked;
        let seeds = if plain { self.lanes.get(origin) } else { self.take_up(&lap) };
        if seeds == 0 {
            return Ok(());
        }
        if table.path.is_empty() {
            return Err(Stop::Endless);
        }
        if self.laps == 1 {
            self.first_backward = Some(table.backward);
        }
        self.sown += 1;
        self.falls += u64::from(seeds);
        if self.falls > self.plan.most_falls {
            return Err(Stop::Endless);
        }
        let last = if plain {
            if !table.reached.is_empty() {
                self.reach(&table.reached, seeds);
            }
            let last = table.sow(&mut self.lanes, seeds);
            self.after = self.lanes.get(last);
            self.before = self.after.wrapping_sub(1);
            self.falls_first(table.path[0]);
            last
        } else {
            self.lift_until();
            let at = |place: Lane| table.path.iter().position(|p| *p == place);
            let first = match (lap.first, table.start, self.last) {
                // What is nowhere on the board is no place of the way.
                (Some(first), ..) if self.is_fleeting(first) => return Err(Stop::Endless),
                (Some(first), ..) => at(first).ok_or(Stop::Handed)?,
                (None, Start::Behind, Some(last)) => at(last).ok_or(Stop::Handed)? + 1,
                (None, Start::Nowhere, _) => return Err(Stop::Endless),
                (None, Start::Path | Start::Behind, _) => 0,
            };
            // What was done at the last seed does not change what its fall has made.
            self.walk(&table.path, first % table.path.len(), &table.passing)?
        };
        self.last = Some(last);
        let back = usize::from(table.backward);
        match self.code.last_seed[back].get(last.index()) {
            Some(block) if !block.is_empty() => self.cases(block).map(|_| ()),
            _ => Ok(()),
        }
    }

    /// Takes up the seeds of a lap; how many.
    #[inline(never)]
    fn take_up(&mut self, lap: &Pending<L>) -> u32 {
        let mut seeds = 0;
        for lane in L::each(lap.all) {
            seeds += self.take(lane, lap.part);
        }
        self.set_hand(seeds);
        seeds
    }

    /// Takes so many seeds out of a place, or as many as there are.
    #[inline(always)]
    fn take(&mut self, lane: Lane, many: u32) -> u32 {
        let there = self.lanes.get(lane);
        let mut taken = there.min(many);
        let program = &*self.plan.program;
        if program.caught == Some(lane)
            && let Some(store) = self.captor
        {
            // They lie in a store.
            let stored = self.lanes.get(store);
            taken = taken.min(stored);
            self.lanes.put(store, stored - taken);
        }
        self.lanes.put(lane, there - taken);
        taken
    }

    /// Whether a lane is one of seeds that are nowhere on the board.
    fn is_fleeting(&self, lane: Lane) -> bool {
        [self.plan.program.caught, self.plan.program.hand].contains(&Some(lane))
    }

    /// So many seeds are being sown.
    #[inline(always)]
    pub fn set_hand(&mut self, seeds: u32) {
        self.hand = seeds;
        if let Some(lane) = self.plan.program.hand {
            self.lanes.put(lane, seeds);
        }
    }

    /// The first seed of a lap falls.
    #[inline(always)]
    fn falls_first(&mut self, place: Lane) {
        self.fell_first = Some(place);
        if self.laps == 1 {
            self.first_lap_fell = Some(place);
        }
    }

    fn reach(&mut self, reached: &[L::Set], seeds: u32) {
        let most = reached.len() - 1;
        self.lap_sown = reached[most.min(seeds as usize)];
        self.move_sown = L::or(self.move_sown, self.lap_sown);
    }

    /// The way of the seeds of a lap, where there are several.
    fn way(&mut self, lap: Pending<L>) -> Result<usize, Stop> {
        let at = lap.from.index();
        let backward = match self.code.headings.get(at) {
            Some(headings) => Some(self.heading(headings, lap.backward)?),
            None => None,
        };
        let ways = self.code.ways.get(at).ok_or(Stop::Handed)?;
        let sowings = &self.code.sowings;
        let goes = |way: usize| backward.is_none_or(|backward| sowings[way].backward == backward);
        let fits = ways.iter().find(|(test, way)| goes(*way) && self.holds(test));
        let none = if ways.is_empty() { Stop::Handed } else { Stop::Endless };
        fits.map(|(_, way)| *way).ok_or(none)
    }

    /// Which way round a lap goes, where that is not told by the way.
    #[inline(never)]
    fn heading(
        &mut self,
        headings: &'p [(Test, Heading)],
        said: Option<bool>,
    ) -> Result<bool, Stop> {
        let backward = match said {
            Some(backward) => backward,
            None => {
                let fits = headings.iter().find(|(test, _)| self.holds(test));
                match fits.map_or(Heading::Fixed(false), |(_, heading)| *heading) {
                    Heading::Fixed(backward) => backward,
                    Heading::AsFirst => self.first_backward.unwrap_or(false),
                    // Before the first lap it may be that of the move before.
                    Heading::Against => !self.backward.ok_or(Stop::Handed)?,
                    Heading::Noted(lane) => self.lanes.get(lane) == BACKWARD,
                    Heading::Chosen => self.ask_sense()?,
                    Heading::Kept(lane) => match self.lanes.get(lane) {
                        0 => {
                            let backward = self.ask_sense()?;
                            self.lanes.put(lane, if backward { BACKWARD } else { FORWARD });
                            backward
                        }
                        kept => kept == BACKWARD,
                    },
                }
            }
        };
        Ok(backward)
    }

    /// Lifts the marks and notes of which the condition to live until is now so.
    #[inline(always)]
    pub fn lift_until(&mut self) {
        if !self.code.lifts.is_empty() {
            self.lift_each();
        }
    }

    #[inline(never)]
    fn lift_each(&mut self) {
        for (lane, value, test) in &self.code.lifts {
            let there = self.lanes.get(*lane);
            let meant = value.map_or(there > 0, |value| there == u32::from(value));
            if meant && self.holds(test) {
                self.lanes.put(*lane, 0);
            }
        }
    }

    /// Lets the seeds fall one by one, with what is to be done at each. `first`: where on the path.
    #[inline(never)]
    fn walk(
        &mut self,
        path: &'p [Lane],
        first: usize,
        passing: &'p [(Lane, Test)],
    ) -> Result<Lane, Stop> {
        self.lap_sown = L::set(&LaneSet::default());
        let mut passed = 0;
        let mut stop = None;
        let mut last = path[first];
        for place in path.iter().cycle().skip(first) {
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
            if self.fell_first.is_none() {
                self.falls_first(last);
            }
            self.last = Some(last);
            self.lap_sown = L::with(self.lap_sown, last);
            self.move_sown = L::with(self.move_sown, last);
            self.before = self.lanes.get(last);
            self.after = self.before + 1;
            self.lanes.put(last, self.after);
            self.set_hand(self.hand - 1);
            let falls = self.plan.quick[self.at].falls.get(last.index());
            let looked = falls.is_some_and(|falls| falls.fits(&self.lanes));
            let block = self.code.each_seed.get(last.index()).filter(|_| looked);
            let any_time = Some(&self.code.any_time).filter(|block| !block.is_empty());
            for block in block.into_iter().chain(any_time) {
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
                    let many = self.part(share, lane);
                    all += self.take(lane, many);
                }
                self.lift_until();
                if *hand {
                    all += self.hand;
                    self.set_hand(0);
                }
                let Program { caught, hand: sown, .. } = &*self.plan.program;
                if let Some(sown) = sown {
                    self.hand = self.lanes.get(*sown);
                }
                if all == 0 {
                    return Ok(());
                }
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
                let Some(own) = capture else { return Ok(()) };
                if let Some(lane) = caught {
                    self.lanes.put(*lane, all);
                    self.captor = Some(to);
                }
                if *own {
                    self.caught = true;
                    self.captured.lap = true;
                    self.captured.in_move = true;
                    self.captured.first_lap |= self.laps <= 1;
                }
                if !after.is_empty() {
                    self.cases(after)?;
                }
                let any_time = &self.code.any_time;
                if any_time.is_empty() { Ok(()) } else { self.cases(any_time).map(|_| ()) }
            }
            Act::Sow(lap) => {
                if let Some(pending) = self.ready(lap) {
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
                for block in blocks {
                    if !self.cases(block)? {
                        break;
                    }
                }
                Ok(())
            }
            Act::Tried { acts, test } => {
                let before = (self.lanes, self.captured, self.again, self.stage_ended);
                let (hand, captor) = (self.hand, self.captor);
                let (caught, ready) = (self.caught, self.pending);
                let flow = acts.iter().try_for_each(|act| self.act(act, clause));
                if self.pending != ready && flow != Err(Stop::Asks) {
                    self.waiting.push(test);
                    return flow;
                }
                if matches!(flow, Err(Stop::Handed | Stop::Asks)) || self.holds(test) {
                    return flow;
                }
                (self.lanes, self.captured, self.again, self.stage_ended) = before;
                (self.caught, self.hand, self.captor) = (caught, hand, captor);
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

    /// How much of a place is taken.
    fn part(&self, share: &Share, lane: Lane) -> u32 {
        match share {
            Share::All => u32::MAX,
            Share::Half => self.lanes.get(lane) / 2,
            Share::Number(n) => self.number(n).clamp(0, 65_535) as u32,
        }
    }

    /// A lap that is made ready; `None`: there is nothing to sow.
    fn ready(&self, lap: &Lap) -> Option<Pending<L>> {
        let mut pending: Option<Pending<L>> = None;
        let many = if lap.all { usize::MAX } else { 1 };
        for (lane, _) in lap.from.iter().filter(|(_, test)| self.holds(test)).take(many) {
            let there = self.lanes.get(*lane);
            let part = match lap.share {
                Share::All => u32::MAX,
                _ => self.part(&lap.share, *lane).min(there),
            };
            if part.min(there) > 0 {
                let one = Pending::of(*lane);
                let all = pending.map_or(one.all, |before| L::with(before.all, *lane));
                pending = Some(Pending { all, part, ..one });
            }
        }
        let backward = lap.heading.and_then(|heading| match heading {
            // Where nothing is noted it goes as the way says.
            Heading::Noted(lane) if self.lanes.get(lane) == 0 => None,
            Heading::Noted(lane) => Some(self.lanes.get(lane) == BACKWARD),
            heading => Some(heading == Heading::Fixed(true)),
        });
        let first = lap.first.as_ref().and_then(|first| self.first(first));
        pending.map(|pending| Pending { backward, first, ..pending })
    }

    /// Which way round a player sows; where he has not answered the telling stops.
    fn ask_sense(&mut self) -> Result<bool, Stop> {
        match self.answered([Reply::Sense(true), Reply::Sense(false)].into_iter().collect())? {
            Reply::Sense(backward) => Ok(backward),
            _ => Err(Stop::Handed),
        }
    }

    /// The next answer; where there is none the telling stops with the question.
    fn answered(&mut self, replies: SmallVec<[Reply; 8]>) -> Result<Reply, Stop> {
        let Some(reply) = self.replies.get(self.replied) else {
            let (lanes, laps, captured) = (self.lanes, self.laps_since(), self.caught);
            self.question = Some(Box::new(Question { lanes, replies, laps, captured }));
            return Err(Stop::Asks);
        };
        self.replied += 1;
        (self.sown_before, self.caught) = (self.sown, false);
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
        let Program { moves_made, .. } = &*self.plan.program;
        let Some(most) = self.code.turn.as_ref().and_then(|turn| turn.at_most.as_ref()) else {
            return false;
        };
        let made = moves_made.map_or(0, |lane| self.lanes.get(lane));
        i64::from(made) + 1 >= self.number(most)
    }
}
