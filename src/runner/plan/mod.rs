//! The plan runner: one position, the program's clauses one after the other, sowing by tables.

mod abreast;
mod acts;
mod bridge;
mod eval;
mod falls;
mod kernels;
mod kinds;
mod landing;
mod laps;
mod legal;
mod look;
mod moves;
mod next;
mod quick;
mod quiet;
mod rows;
mod together;
mod turns;
mod ways;
mod work;

use super::lanes::{Bytes, Lanes};
use crate::engine::{Engine, FinalResult, State};
use crate::model::{ClauseId, Seat};
use crate::program::{Ending, Lane, LaneSet, Number, Program, Reply, Sowing, Start, Test};
pub(super) use abreast::Abreast;
use bridge::Frame;
pub(super) use kernels::Kernels;
pub(super) use legal::with;
use quick::Quick;
pub(super) use quick::Usual;
use smallvec::SmallVec;
use std::sync::Arc;

/// The table of a sowing.
#[derive(Clone, Debug)]
struct Table<L: Lanes> {
    /// What each number of seeds changes, while there are few enough: the place taken up is empty, and
    /// they have fallen; and where the last one falls. Empty where the sowing is not plain.
    rows: Vec<(L, Lane)>,
    /// What a full round adds.
    round: L,
    origin: Lane,
    /// Where the seeds fall.
    path: Vec<Lane>,
    backward: bool,
    /// The seeds fall one by one, and there is something to ask or to do at each of them.
    walked: bool,
    passing: Vec<(Lane, Test)>,
    /// So many fall in each place; `None`: one.
    each: Option<Number>,
    /// When the player says in which order the kinds of seeds fall.
    any_order: Test,
    start: Start,
    /// Where each number of seeds falls, while there are few enough; empty if nobody asks.
    reached: Vec<L::Set>,
}

impl<L: Lanes> Table<L> {
    fn of(sowing: &Sowing, walked: bool, asked: bool) -> Table<L> {
        let Sowing { origin, start, backward, path, passing, each, any_order } = sowing;
        // Lanes add up with what is carried over left out.
        let least = |n: u32| (L::GREATEST + 1 - n) & L::GREATEST;
        let mut fallen = L::empty();
        let mut rows = Vec::new();
        if sowing.is_plain() {
            rows.push((fallen, *origin));
            for (place, n) in path.iter().cycle().zip(1..=L::ROWS) {
                fallen.put(*place, fallen.get(*place) + 1);
                let mut row = fallen;
                row.put(*origin, (row.get(*origin) + least(n as u32)) & L::GREATEST);
                rows.push((row, *place));
            }
        }
        let mut round = L::empty();
        path.iter().for_each(|p| round.put(*p, 1));
        let mut reached = Vec::new();
        if asked {
            let mut set = L::set(&LaneSet::default());
            reached.push(set);
            for place in path {
                set = L::with(set, *place);
                reached.push(set);
            }
        }
        Table {
            rows,
            round,
            origin: *origin,
            path: path.clone(),
            backward: *backward,
            walked: walked || !sowing.is_plain(),
            start: *start,
            passing: passing.clone(),
            each: each.clone(),
            any_order: any_order.clone(),
            reached,
        }
    }

    /// Adds the seeds; where the last one falls.
    #[inline(always)]
    fn sow(&self, lanes: &mut L, seeds: u32) -> Lane {
        match self.rows.get(seeds as usize) {
            Some((row, last)) => {
                lanes.add(row);
                *last
            }
            None => self.sow_many(lanes, seeds as usize),
        }
    }

    #[cold]
    fn sow_many(&self, lanes: &mut L, seeds: usize) -> Lane {
        let (rounds, rest) = (seeds / self.path.len(), seeds % self.path.len());
        lanes.put(self.origin, 0);
        (0..rounds).for_each(|_| lanes.add(&self.round));
        self.path.iter().take(rest).for_each(|p| lanes.put(*p, lanes.get(*p) + 1));
        self.path[(seeds - 1) % self.path.len()]
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Over {
    /// Who won or lost.
    pub verdict: FinalResult,
    /// The statement or default that ended it.
    pub why: ClauseId,
}

/// A position before a move, or at the end of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Pos<L: Lanes> {
    pub lanes: L,
    /// The holes that can be chosen.
    pub options: L::Set,
    pub mover: Seat,
    /// The game is over.
    pub over: Option<Over>,
    /// The laps of the move that led here, and whether its player captured in it.
    pub laps: u32,
    pub captured: bool,
    /// Others who captured in it, as a rule none: a bit each.
    pub others: u32,
    /// Some law holds for the move about to be made.
    pub laws: bool,
    /// It is not known yet whether the player about to move has a legal choice.
    pub unsure: bool,
    /// The reference engine has to tell what can be chosen.
    pub handed: bool,
    /// The move about to be made does not simply begin with one of the options: it is told without one.
    pub opens: bool,
    /// Both players are about to move, at once; this one is asked first.
    pub both: bool,
}

/// A position with up to 64 lanes of a byte.
const _: () = assert!(size_of::<Pos<Bytes<4>>>() <= 128, "a position is small");

impl<L: Lanes> Pos<L> {
    #[inline(always)]
    fn at(lanes: L, options: L::Set, mover: Seat) -> Pos<L> {
        Pos {
            lanes,
            options,
            mover,
            over: None,
            laps: 0,
            captured: false,
            others: 0,
            laws: false,
            unsure: false,
            handed: false,
            opens: false,
            both: false,
        }
    }

    /// How the move about to be made may begin: with a hole, or as it is told.
    fn begins(&self) -> impl Iterator<Item = Option<Lane>> + use<L> {
        let opens = self.opens.then_some(None);
        opens.into_iter().chain(L::each(self.options).map(Some))
    }

    /// What comes here is left to the reference engine.
    fn handed(lanes: L, mover: Seat) -> Pos<L> {
        Pos { handed: true, ..Pos::at(lanes, L::set(&Default::default()), mover) }
    }
}

/// Positions of a game, as far back as they can return.
#[derive(Clone, Debug)]
pub(crate) struct Trail<L> {
    past: Vec<(L, Seat)>,
    /// A number of each, that equal ones share.
    numbers: Vec<u32>,
    /// Where the positions begin that can still return.
    from: usize,
    /// The numbers of still earlier ones, which the reference engine has made.
    earlier: Vec<u64>,
    /// None of the earlier ones can return.
    no_earlier: bool,
}

/// A place of a trail.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    len: usize,
    from: usize,
    no_earlier: bool,
}

impl<L> Default for Trail<L> {
    fn default() -> Trail<L> {
        let (past, numbers, earlier) = (Vec::new(), Vec::new(), Vec::new());
        Trail { past, numbers, from: 0, earlier, no_earlier: true }
    }
}

impl<L: Lanes> Trail<L> {
    /// A trail on which these positions, by their numbers, come first.
    pub fn after(earlier: Vec<u64>) -> Trail<L> {
        let no_earlier = earlier.is_empty();
        Trail { earlier, no_earlier, ..Trail::default() }
    }

    #[inline(always)]
    pub fn mark(&self) -> Mark {
        Mark { len: self.past.len(), from: self.from, no_earlier: self.no_earlier }
    }

    /// Back to where it was.
    #[inline(always)]
    pub fn back_to(&mut self, mark: Mark) {
        self.past.truncate(mark.len);
        self.numbers.truncate(mark.len);
        (self.from, self.no_earlier) = (mark.from, mark.no_earlier);
    }

    /// No earlier position can return.
    #[inline(always)]
    fn cut(&mut self) {
        self.from = self.past.len();
        self.no_earlier = true;
    }

    #[inline(always)]
    fn push(&mut self, lanes: L, mover: Seat) {
        self.past.push((lanes, mover));
        self.numbers.push(lanes.number());
    }

    /// The positions that can still return, the first first.
    #[inline(always)]
    pub fn past(&self) -> &[(L, Seat)] {
        self.past.get(self.from..).unwrap_or_default()
    }

    /// The numbers of earlier ones that can.
    #[inline(always)]
    pub fn earlier(&self) -> &[u64] {
        if self.no_earlier { &[] } else { &self.earlier }
    }
}

/// What came of a choice.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Tried<L: Lanes> {
    /// The position after it.
    Made(Pos<L>),
    /// It is not legal.
    Barred,
    /// It is not legal, since a law stands against it.
    Unlawful,
    /// It is legal, and then somebody is asked.
    Asks(Box<Question<L>>),
    /// It is not legal, since its sowing never ends.
    Endless,
    /// Nothing is asked, and the player passes.
    Passes,
    /// The reference engine has to tell.
    Handed,
}

/// Answers in the order in which they were asked for, or can be given.
pub(crate) type Replies = SmallVec<[Reply; 8]>;

/// What somebody is asked in the middle of a move.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Question<L: Lanes> {
    /// How everything stands.
    pub lanes: L,
    /// What can be answered; some answers may turn out not to be legal.
    pub replies: Replies,
    /// Laps since the decision before, and whether its player captured in them.
    pub laps: u32,
    pub captured: bool,
    /// Others who did: a bit each.
    pub others: u32,
}

/// Why the telling of a move stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stop {
    EndMove,
    EndTurn,
    EndGame(Ending, ClauseId),
    Asks,
    Endless,
    Handed,
}

/// A program with its tables.
#[derive(Clone, Debug)]
pub(crate) struct Plan<L: Lanes> {
    pub program: Arc<Program>,
    /// For each code, for each sowing.
    tables: Vec<Vec<Table<L>>>,
    /// No position ever returns.
    forgets: bool,
    /// Each player is in a stage of his own.
    staged: bool,
    identity: L::Set,
    /// All lanes are part of what a position is.
    all_tell: bool,
    /// All bits in the stores.
    stores: L,
    lifts: bool,
    lap_lived: L::Set,
    most_falls: u64,
    most_work: u64,
    /// For each code, what is looked at most.
    quick: Vec<Quick<L>>,
    /// See [`Plan::goes_abreast`].
    abreast: bool,
    /// What a position is for the reference engine.
    frame: Frame,
}

impl<L: Lanes> Plan<L> {
    pub fn of(program: Arc<Program>, engine: &Engine, state: &State) -> Plan<L> {
        let tables = program.codes.iter().map(|code| {
            let kinds = !program.kinds.is_empty();
            let walked = code.looks_at_falls() || kinds || program.asks_earlier;
            code.sowings.iter().map(|sowing| Table::of(sowing, walked, program.asks_sown)).collect()
        });
        let tables: Vec<Vec<Table<L>>> = tables.collect();
        let quick = tables.iter().enumerate();
        let quick = quick.map(|(at, its)| Quick::of(&program, at, its, engine.most_falls));
        let quick: Vec<Quick<L>> = quick.collect();
        Plan {
            abreast: quick.iter().all(Quick::go_abreast),
            quick,
            tables,
            forgets: program.soonest_return == u32::MAX,
            staged: !program.stage_lanes.is_empty(),
            identity: L::set(&program.identity),
            all_tell: program.identity.len() == program.lanes.len(),
            stores: L::all_in(L::set(&program.stores)),
            lifts: program.lifted.iter().any(|set| !set.is_empty()),
            lap_lived: L::set(&program.lifted[0]),
            most_falls: engine.most_falls,
            most_work: engine.most_work,
            frame: Frame::of(state),
            program,
        }
    }

    /// Whether the moves of many positions can be made at once.
    pub fn goes_abreast(&self) -> bool {
        self.abreast
    }

    /// A sowing of more falls is taken for endless.
    pub fn most_falls(&self) -> u64 {
        self.most_falls
    }

    /// Which code a player moves by.
    #[inline(always)]
    fn at(&self, lanes: &L, seat: Seat) -> usize {
        if self.staged {
            usize::from(self.stage(lanes, seat)) * self.program.seats + seat.index()
        } else {
            seat.index()
        }
    }

    /// The stage of a player.
    #[inline(always)]
    fn stage(&self, lanes: &L, seat: Seat) -> u16 {
        match self.staged.then(|| self.program.stage_lanes.get(seat.index())).flatten() {
            Some(lane) => lanes.get(*lane) as u16,
            None => 0,
        }
    }

    /// How often a position stands among those that can still return.
    #[inline(always)]
    pub fn stood(&self, trail: &Trail<L>, told: &L, mover: Seat) -> u32 {
        if self.can_return(trail, 0) { self.count_stood(trail, *told, mover) } else { 0 }
    }

    /// Whether some position may return after so many moves more, and one.
    #[inline(always)]
    pub fn can_return(&self, trail: &Trail<L>, moves: u32) -> bool {
        let many = trail.past().len() + trail.earlier().len() + moves as usize;
        !self.forgets && many >= self.program.soonest_return as usize
    }

    #[inline(never)]
    fn count_stood(&self, trail: &Trail<L>, told: L, mover: Seat) -> u32 {
        let numbers = trail.numbers.get(trail.from..).unwrap_or_default();
        let number = told.number();
        let mut stood = numbers.iter().map(|n| u32::from(*n == number)).sum();
        if stood > 0 {
            let same = |(lanes, seat): &&(L, Seat)| *seat == mover && *lanes == told;
            stood = trail.past().iter().filter(same).count() as u32;
        }
        if trail.earlier().is_empty() {
            stood
        } else {
            stood + self.stood_earlier(trail, &told, mover)
        }
    }

    /// Whether none of the positions that can still return stands there twice.
    pub fn are_all_new(&self, trail: &Trail<L>) -> bool {
        let (past, mut earlier) = (trail.past(), trail.earlier().to_vec());
        earlier.sort_unstable();
        earlier.windows(2).all(|two| two[0] != two[1])
            && (1..).zip(past).all(|(after, one)| {
                past[after..].iter().all(|other| other != one)
                    && (earlier.is_empty() || self.stood_earlier(trail, &one.0, one.1) == 0)
            })
    }

    #[cold]
    fn stood_earlier(&self, trail: &Trail<L>, told: &L, mover: Seat) -> u32 {
        let number = self.state(told, mover).hash();
        trail.earlier().iter().filter(|n| **n == number).count() as u32
    }

    /// A position has been made of another: it goes on the trail, if it can return.
    #[inline(always)]
    pub fn keep(&self, trail: &mut Trail<L>, before: &L, now: &L, mover: Seat) {
        if !self.forgets {
            if self.has_stored(before, now) {
                trail.cut();
            }
            trail.push(self.told(now), mover);
        }
    }

    /// Where captured seeds never come back: whether some have been captured since.
    #[inline(always)]
    pub fn has_stored(&self, before: &L, now: &L) -> bool {
        self.program.irreversible
            && now.differ(before, &self.stores)
            && self.holds_more(*before, *now)
    }

    #[inline(never)]
    fn holds_more(&self, before: L, now: L) -> bool {
        now.sum_of(&self.stores) > before.sum_of(&self.stores)
    }

    /// Lifts the marks and notes that lived for a move, and those for a turn.
    #[inline(always)]
    fn lift(&self, lanes: &mut L, turn_over: bool) {
        if self.lifts {
            self.lift_lanes(lanes, turn_over);
        }
    }

    #[cold]
    fn lift_lanes(&self, lanes: &mut L, turn_over: bool) {
        let begun = self.program.moves_made.is_none_or(|lane| lanes.get(lane) == 0);
        let [lap, of_move, turn] = &self.program.lifted;
        let turn = turn.iter().filter(|_| turn_over || begun);
        lap.iter().chain(of_move.iter()).chain(turn).for_each(|lane| lanes.put(lane, 0));
    }

    /// What the seeds of some lanes are worth.
    pub fn worth(&self, lanes: &L, of: &LaneSet) -> u32 {
        let seeds = lanes.sum(L::set(of));
        self.program.kinds.iter().fold(seeds, |worth, (more, kind)| {
            let many: u32 = of.iter().map(|lane| lanes.get(kind[lane.index()])).sum();
            let worth = i64::from(worth) + i64::from(many) * more;
            u32::try_from(worth.max(0)).unwrap_or(u32::MAX)
        })
    }

    /// What tells a position from others.
    #[inline(always)]
    pub fn told(&self, lanes: &L) -> L {
        if self.all_tell { *lanes } else { lanes.only(self.identity) }
    }
}
