//! One move: laps, and what their falls bring about.

use super::kinds::Kinds;
use super::{Plan, Question, Stop, Table, Trail};
use crate::model::{KindId, NoteValue, Seat};
use crate::program::{Code, Lane, LaneSet, Reply, Start, Test};
use crate::runner::lanes::Lanes;
use std::cell::Cell;

/// Laps that are sown before returning states are looked for.
pub(super) const FREE_LAPS: u32 = 64;

/// What a note holds that keeps a direction.
pub(super) const FORWARD: u32 = NoteValue::Anticlockwise.number() as u32;
pub(super) const BACKWARD: u32 = NoteValue::Clockwise.number() as u32;

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
    /// Seeds being sown; and those of the other player, where both move at once.
    pub hand: u32,
    pub other_hand: u32,
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
    pub captor: Option<Lane>,
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
    pub replied: usize,
    /// What is asked behind them.
    pub question: Option<Box<Question<L>>>,
    /// Laps sown before the last answer, and whether the player has captured since.
    pub sown_before: u32,
    pub caught: bool,
    /// Others who have: a bit each.
    pub others: u32,
    /// Where it has been asked what to do: the lanes then, and the place of the last seed.
    pub asked_at: Vec<(L, Option<Lane>)>,
    pub last: Option<Lane>,
    /// Where seeds fell: in this lap, in the first, in the one before, in the move.
    pub lap_sown: L::Set,
    pub first_sown: L::Set,
    pub last_sown: L::Set,
    pub move_sown: L::Set,
    /// The next lap.
    pub pending: Option<Pending<L>>,
    /// The lap goes against the ring; and the first one did.
    pub backward: Option<bool>,
    pub first_backward: Option<bool>,
    pub last_backward: Option<bool>,
    /// What the lap took up held so many.
    pub lap_held: u32,
    /// Something has been done: it is a move.
    pub acted: bool,
    /// The player has passed.
    pub passed: bool,
    /// It is told what comes behind the move.
    pub behind: bool,
    /// What may end the game at any time is being told.
    pub ending: bool,
    /// What follows on a capture is.
    pub following: bool,
    /// What must hold when the seeds have been sown.
    pub waiting: Vec<&'p Test>,
    /// What is known of the kinds of seeds; `None` in a game without.
    pub kinds: Option<Box<Kinds>>,
}

/// A lap about to be sown.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Pending<L: Lanes> {
    /// What it takes up; of several places the last one.
    pub from: Lane,
    /// All of them.
    pub all: L::Set,
    /// So much of each, if there is so much; and of that kind of seeds only.
    pub part: u32,
    pub kind: Option<KindId>,
    /// Against the ring, or along it, if that is said of this lap.
    pub backward: Option<bool>,
    /// Where its first seed falls, if that is said of this lap.
    pub first: Option<Lane>,
}

impl<L: Lanes> Pending<L> {
    #[inline(always)]
    pub fn of(from: Lane) -> Pending<L> {
        let all = L::with(L::set(&LaneSet::default()), from);
        Pending { from, all, part: u32::MAX, kind: None, backward: None, first: None }
    }

    /// All of one place, sown as the way says.
    #[inline(always)]
    fn is_plain(&self) -> bool {
        let all = self.part == u32::MAX && self.kind.is_none();
        all && self.first.is_none() && L::count(self.all) == 1
    }
}

/// What a lap has taken up.
pub(super) struct Taken<'p, L: Lanes> {
    pub table: &'p Table<L>,
    pub seeds: u32,
    /// So many fall in each place, with something to look at; `None`: they fall by the table.
    pub each: Option<u32>,
}

/// One state of a relay, to compare later ones with (Brent, as the reference engine does).
struct Seen<L: Lanes> {
    lanes: L,
    next: Pending<L>,
    captured: Captured,
    backward: Option<bool>,
    /// Where seeds have fallen: in the last lap, in the move.
    sown: [L::Set; 2],
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
            other_hand: 0,
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
            others: 0,
            asked_at: Vec::new(),
            last: None,
            lap_sown: L::set(&LaneSet::default()),
            first_sown: L::set(&LaneSet::default()),
            last_sown: L::set(&LaneSet::default()),
            move_sown: L::set(&LaneSet::default()),
            pending: None,
            backward: None,
            first_backward: None,
            last_backward: None,
            lap_held: 0,
            acted: false,
            passed: false,
            behind: false,
            ending: false,
            following: false,
            waiting: Vec::new(),
            kinds: Kinds::of(plan.program.kinds.len()),
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
        let sown = [self.lap_sown, self.move_sown];
        let power = match seen {
            Some(seen) => {
                if seen.next == next
                    && seen.lanes == self.lanes
                    && seen.captured == self.captured
                    && seen.backward == self.backward
                    && seen.sown == sown
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
            sown,
            power,
            steps: 0,
        });
        Ok(())
    }

    /// One lap, and what comes of its last seed.
    #[inline(always)]
    fn lap(&mut self, lap: Pending<L>) -> Result<(), Stop> {
        let flow = self.sow_lap(lap);
        self.lap_is_over();
        flow
    }

    /// Lifts the marks and notes that lived for a lap.
    #[inline(always)]
    pub(super) fn lap_is_over(&mut self) {
        if !L::is_empty(self.plan.lap_lived) {
            L::each(self.plan.lap_lived).for_each(|lane| self.lanes.put(lane, 0));
        }
    }

    #[inline(always)]
    fn sow_lap(&mut self, lap: Pending<L>) -> Result<(), Stop> {
        let Some(Taken { table, seeds, each }) = self.take_up_lap(lap, false)? else {
            return Ok(());
        };
        let last = match each {
            None => {
                if !table.reached.is_empty() {
                    self.reach(&table.reached, seeds);
                }
                let last = table.sow(&mut self.lanes, seeds);
                self.after = self.lanes.get(last);
                self.before = self.after.wrapping_sub(1);
                self.falls_first(table.path[0]);
                last
            }
            Some(each) => {
                let first = self.first_fall(table, &lap)?;
                self.walk(&table.path, first, each, &table.passing)?
            }
        };
        self.last_seed(table, last)
    }

    /// What comes of the last seed of a lap.
    #[inline(always)]
    pub(super) fn last_seed(&mut self, table: &Table<L>, last: Lane) -> Result<(), Stop> {
        self.last = Some(last);
        let back = usize::from(table.backward);
        match self.code.last_seed[back].get(last.index()) {
            Some(block) if !block.is_empty() => self.cases(block).map(|_| ()),
            _ => Ok(()),
        }
    }

    /// A lap begins, and its seeds are taken up, unless they fall by the table alone; not if they fall one
    /// by one (`stepwise`). `None`: there is nothing to sow.
    #[inline(always)]
    pub(super) fn take_up_lap(
        &mut self,
        lap: Pending<L>,
        stepwise: bool,
    ) -> Result<Option<Taken<'p, L>>, Stop> {
        let origin = lap.from;
        self.laps += 1;
        self.lap_held = self.lanes.get(origin);
        self.last_backward = self.backward;
        self.origins = lap.all;
        self.fell_first = None;
        self.captured.last_lap = self.captured.lap;
        self.captured.lap = false;
        // No seed of this lap has fallen yet.
        self.last_sown = std::mem::replace(&mut self.lap_sown, L::set(&LaneSet::default()));
        if self.laps == 2 {
            self.first_sown = self.last_sown;
        }
        if let Some(block) = self.code.before_lap.get(origin.index()) {
            self.cases(block)?;
        }
        let way = match self.plan.quick[self.at].ways.get(origin.index()) {
            Some(Some(way)) => usize::from(*way),
            _ => self.way(lap)?,
        };
        let table = &self.plan.tables[self.at][way];
        self.backward = Some(table.backward);
        let plain = lap.is_plain() && !table.walked && !stepwise;
        if let Some(mut kinds) = self.kinds.take() {
            kinds.any_order = self.holds(&table.any_order);
            self.kinds = Some(kinds);
        }
        let (seeds, each) = match plain {
            true => (self.lanes.get(origin), None),
            false => {
                let each = table.each.as_ref().map_or(1, |each| self.number(each));
                (self.take_up(&lap), Some(each.clamp(1, 65_535) as u32))
            }
        };
        if seeds == 0 {
            return Ok(None);
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
        if !plain {
            self.lift_until();
        }
        Ok(Some(Taken { table, seeds, each }))
    }

    /// Where on the path the first seed of a lap falls, unless that is passed over.
    pub(super) fn first_fall(&self, table: &Table<L>, lap: &Pending<L>) -> Result<usize, Stop> {
        let at = |place: Lane| table.path.iter().position(|p| *p == place);
        let first = match (lap.first, table.start, self.last) {
            // What is nowhere on the board is no place of the way.
            (Some(first), ..) if self.is_fleeting(first) => return Err(Stop::Endless),
            (Some(first), ..) => at(first).ok_or(Stop::Handed)?,
            (None, Start::Behind, Some(last)) => at(last).ok_or(Stop::Handed)? + 1,
            (None, Start::Nowhere, _) => return Err(Stop::Endless),
            (None, Start::Path | Start::Behind, _) => 0,
        };
        Ok(first % table.path.len())
    }

    /// Takes up the seeds of a lap; how many.
    #[inline(never)]
    fn take_up(&mut self, lap: &Pending<L>) -> u32 {
        let mut seeds = 0;
        for lane in L::each(lap.all) {
            seeds += self.take(lane, lap.part, lap.kind);
        }
        self.set_hand(seeds);
        if let Some(hand) = self.plan.program.hand {
            self.set_down(hand);
        }
        seeds
    }

    /// Takes so many seeds out of a place, or as many as there are; of one kind, if one is named.
    #[inline(always)]
    pub(super) fn take(&mut self, lane: Lane, mut many: u32, kind: Option<KindId>) -> u32 {
        if self.kinds.is_some() {
            many = self.take_kinds(lane, many, kind);
        }
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
    pub(super) fn is_fleeting(&self, lane: Lane) -> bool {
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

    /// Lets the seeds fall, so many in `each` place, with what is to be done at each fall. `first`: where
    /// on the path.
    #[inline(never)]
    fn walk(
        &mut self,
        path: &'p [Lane],
        first: usize,
        each: u32,
        passing: &'p [(Lane, Test)],
    ) -> Result<Lane, Stop> {
        let mut passed = 0;
        let mut stop = None;
        let mut last = path[first];
        for place in path.iter().cycle().skip(first) {
            if self.hand == 0 {
                break;
            }
            if self.passes_over(passing, *place) {
                passed += 1;
                if passed > path.len() {
                    return Err(Stop::Endless);
                }
                continue;
            }
            passed = 0;
            last = *place;
            self.fall(last, each, &mut stop)?;
        }
        stop.map_or(Ok(last), Err)
    }

    /// Whether no seed falls in a place of the path.
    #[inline(always)]
    pub(super) fn passes_over(&self, passing: &[(Lane, Test)], place: Lane) -> bool {
        passing.iter().any(|(lane, test)| *lane == place && self.holds(test))
    }

    /// So many seeds fall in a place, and what is to be done then is done. A move or a turn that is said to
    /// end there ends when the lap is over: with that `stop`.
    #[inline(always)]
    pub(super) fn fall(
        &mut self,
        place: Lane,
        each: u32,
        stop: &mut Option<Stop>,
    ) -> Result<(), Stop> {
        let falling = each.min(self.hand);
        if self.kinds.is_some() {
            self.let_kinds_fall(place, falling)?;
        }
        if self.fell_first.is_none() {
            self.falls_first(place);
        }
        self.last = Some(place);
        self.lap_sown = L::with(self.lap_sown, place);
        self.move_sown = L::with(self.move_sown, place);
        self.before = self.lanes.get(place);
        self.after = self.before + falling;
        self.lanes.put(place, self.after);
        self.set_hand(self.hand - falling);
        let falls = self.plan.quick[self.at].falls.get(place.index());
        // What is looked at is right where one seed has fallen.
        let looked = falls.is_some_and(|falls| each > 1 || falls.fits(&self.lanes));
        let block = self.code.each_seed.get(place.index()).filter(|_| looked);
        for ends in [false, true] {
            let flow = match block {
                _ if ends => self.at_any_time(),
                Some(block) => self.cases(block).map(|_| ()),
                None => continue,
            };
            match flow {
                Err(end @ (Stop::EndMove | Stop::EndTurn)) => {
                    if *stop != Some(Stop::EndTurn) {
                        *stop = Some(end);
                    }
                }
                flow => flow?,
            }
        }
        Ok(())
    }
}
