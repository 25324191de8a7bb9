//! The usual move, in the shortest form: the seeds fall by a table, what comes of the last one is
//! looked up, and nothing ends. Where anything else happens the move is told at length, from its
//! beginning, by [`Move`](super::moves::Move); so what stands here may give up at any time.

use super::abreast::{self, Abreast};
use super::landing::{Landed, is_none, take};
use super::look::Maybe;
use super::next::Next;
use super::rows::{self, Row, Rows};
use super::{Plan, Pos, Table, Trail};
use crate::program::{Begin, Code, Lane, LaneSet, Program, Range, Test, Where};
use crate::runner::lanes::Lanes;

/// Laps that are sown here.
pub(super) const LAPS: u32 = 48;

/// What of a code is looked at in every move.
#[derive(Clone, Debug)]
pub(super) struct Quick<L: Lanes> {
    pub handed: bool,
    /// Why all moves are told at length; `None`: usual moves are not.
    pub at_length: Option<&'static str>,
    /// A move does not simply begin with one hole.
    pub opens: bool,
    /// A choice may turn out not to be legal, whatever the laws.
    pub relays: bool,
    /// All that is said of where a move can begin.
    pub begin: Option<(L::Set, Range)>,
    /// For each place, the only way of its seeds.
    pub ways: Vec<Option<u16>>,
    /// What is known of each sowing beforehand.
    pub rows: Rows<L>,
    /// See [`Rows::are_simple`].
    simple: bool,
    /// For each place, when something is to be done at a fall; empty if nothing ever is.
    pub falls: Vec<Maybe<L>>,
    /// After a move that passes the turn, and after one that does not.
    pub next: [Next<L>; 2],
}

/// All that a code says of where a move can begin, if that is the holes that hold so many.
pub(super) fn begin(code: &Code) -> Option<(&LaneSet, Range)> {
    let [Begin { test: Test::Always, holes: Where::Holding(set, range), .. }] =
        code.begin.as_slice()
    else {
        return None;
    };
    Some((set, *range)).filter(|_| code.handed.is_none())
}

/// Why no move by the code of that number is made in the shortest form. `passed`: the number of the code by
/// which the next player moves. Whatever a program can say of a move and what is here does not do, or ask, has
/// to stand in this list.
fn at_length(program: &Program, at: usize, passed: usize, most_falls: u64) -> Option<&'static str> {
    let [code, next] = [at, passed].map(|at| &program.codes[at]);
    let own_stages = !program.stage_lanes.is_empty();
    let began = program.moved.iter().chain(&program.played).any(Option::is_some);
    let turn = code.turn.is_some() || program.moves_left.is_some() || program.moves_made.is_some();
    let lifts = !code.lifts.is_empty() || program.lifted.iter().any(|set| !set.is_empty());
    let reasons = [
        (code.handed.is_some(), "the reference engine tells them"),
        (code.opening.is_some() || next.opening.is_some(), "one may not begin with one hole"),
        (code.at_once.is_some() || next.at_once.is_some(), "both players move at once"),
        (!code.headings.is_empty(), "which way a lap goes is not told by the hole alone"),
        (lifts, "marks or notes are lifted"),
        (!code.any_time.is_empty(), "the game may end at any time"),
        (!code.before_lap.is_empty(), "something is done before a lap"),
        (!code.after_move.is_empty(), "something is done after a move"),
        (turn, "a turn may have several moves"),
        (program.asks_sown, "it is asked where seeds fell"),
        (program.asks_earlier, "it is asked of the seed before"),
        (program.caught.is_some(), "it is asked of the seeds of the last capture"),
        (!program.kinds.is_empty(), "there are kinds of seeds"),
        (own_stages, "there are stages"),
        (began, "it is asked who has moved"),
        (most_falls < u64::from(LAPS * program.greatest), "a sowing is soon given up"),
    ];
    reasons.into_iter().find_map(|(holds, why)| holds.then_some(why))
}

impl<L: Lanes> Quick<L> {
    /// Of the code of that number.
    pub fn of(program: &Program, at: usize, tables: &[Table<L>], most_falls: u64) -> Quick<L> {
        let code = &program.codes[at];
        let only = |ways: &Vec<(Test, usize)>| match ways.as_slice() {
            [(Test::Always, way)] => u16::try_from(*way).ok(),
            _ => None,
        };
        let seat = at % program.seats;
        let passed = at - seat + (seat + 1) % program.seats;
        let at_length = at_length(program, at, passed, most_falls);
        let falls = code.each_seed.iter().zip(0..);
        let mut quick = Quick {
            handed: code.handed.is_some(),
            at_length,
            opens: code.opening.is_some(),
            relays: code.relays,
            begin: begin(code).map(|(set, range)| (L::set(set), range)),
            ways: code.ways.iter().map(only).collect(),
            rows: Rows::none(),
            simple: true,
            falls: falls.map(|(block, place)| Maybe::of(block, Lane(place))).collect(),
            next: [Next::of(program, at, passed), Next::of(program, at, at)],
        };
        if at_length.is_none() {
            quick.rows = Rows::of(program, code, tables, &quick.next);
            quick.simple = quick.rows.are_simple();
            if quick.rows.are_none() {
                quick.at_length =
                    Some("what a lap does is not told by its hole and number of seeds");
            }
        }
        quick
    }

    /// Whether its moves are made abreast: they may have several laps, seldom is more looked at between them
    /// than a few lanes, and there is room for those of a position.
    pub fn go_abreast(&self) -> bool {
        let few = |next: &Next<L>| !next.rare && L::count(next.options) as usize <= abreast::MOST;
        self.rows.relay() && self.next.iter().all(few)
    }
}

/// What the laps of a move have made.
#[derive(Clone, Copy)]
pub(in crate::runner) struct Sown<L: Lanes> {
    pub lanes: L,
    pub laps: u32,
    pub captured: bool,
    /// Others who did: a bit each.
    pub others: u32,
    /// The player moves again.
    pub again: bool,
}

impl<L: Lanes> Quick<L> {
    /// The lap of a simple move; `None`: it has to be told at length.
    #[inline(always)]
    fn lap(&self, before: &L, from: Lane) -> Option<Sown<L>> {
        let Row { change, sown, .. } = self.rows.row(from, before.get(from))?;
        let lanes = before.plus(change);
        let ended = Sown { lanes, laps: 1, captured: false, others: 0, again: false };
        match self.rows.landings.of(sown.landing.numbers[0], &lanes) {
            None => Some(Sown { again: sown.landing.again, ..ended }),
            Some(landed) => landed.end(ended),
        }
    }

    /// The laps of any usual move. It stands apart, since what a loop needs would be made ready for every
    /// move.
    #[inline(never)]
    fn laps(&self, before: &L, origin: Lane) -> Option<Sown<L>> {
        let begun = Sown { lanes: *before, laps: 0, captured: false, others: 0, again: false };
        self.laps_on(begun, origin)
    }

    /// The laps that follow on others.
    #[inline(always)]
    fn laps_on(&self, begun: Sown<L>, mut from: Lane) -> Option<Sown<L>> {
        let Sown { mut lanes, mut captured, mut others, .. } = begun;
        let mut taken = L::empty();
        let mut seeds = lanes.get(from);
        for laps in begun.laps + 1..=LAPS {
            let row = self.rows.row(from, seeds)?;
            let Row { change, sown, .. } = row;
            if let Some(captures) = &self.rows.captures {
                let before = lanes;
                lanes.add(change);
                taken.add(&captures.take(&before, &mut lanes, sown.last));
            } else {
                lanes = self.rows.walk(lanes, from, row, &self.falls)?;
            }
            seeds = lanes.get(sown.last);
            if sown.landing.sows_on(seeds) {
                from = sown.last;
                continue;
            }
            let made = Sown { lanes, laps, captured, others, again: false };
            let (number, made) = self.handed(row, &taken, made)?;
            match self.rows.landings.of(number, &made.lanes) {
                None => return Some(Sown { again: sown.landing.again, ..made }),
                Some(Landed::Sows(lane)) => {
                    Sown { lanes, captured, others, .. } = made;
                    (taken, from, seeds) = (L::empty(), *lane, lanes.get(*lane));
                }
                Some(landed) => return landed.end(made),
            }
        }
        None
    }

    /// The last seed of a lap has fallen, whose place is not simply sown on: the number of what may come of it,
    /// and what has been made when all that was captured (`taken`) has been handed over; `None`: it has to be
    /// told at length.
    #[inline(always)]
    fn handed(&self, row: &Row<L>, taken: &L, made: Sown<L>) -> Option<(u16, Sown<L>)> {
        let Sown { mut lanes, mut captured, mut others, .. } = made;
        let rows::Sown { landing, last, .. } = row.sown;
        let [mut number, _] = landing.numbers;
        if let Some(captures) = &self.rows.captures {
            // Not two cases: which it is would often be guessed wrong.
            number = landing.numbers[usize::from(lanes.get(last) == 0)];
            let (own, other) = captures.hand_over(taken, &mut lanes)?;
            (captured, others) = (captured | own, others | other);
        }
        Some((number, Sown { lanes, captured, others, ..made }))
    }

    /// What a move has made whose last lap, or last but some, has been sown; `None`: it has to be told at length.
    #[inline(always)]
    pub fn ended(&self, row: &Row<L>, taken: &L, made: Sown<L>) -> Option<Sown<L>> {
        let (number, made) = self.handed(row, taken, made)?;
        let ended = Sown { again: row.sown.landing.again, ..made };
        if is_none(number) {
            return Some(ended);
        }
        match self.rows.landings.of(number, &made.lanes) {
            None => Some(ended),
            Some(landed) => self.ended_otherwise(landed, made),
        }
    }

    #[inline(never)]
    fn ended_otherwise(&self, landed: &Landed<L>, made: Sown<L>) -> Option<Sown<L>> {
        match landed {
            Landed::Sows(lane) => self.laps_on(made, *lane),
            landed => landed.end(made),
        }
    }
}

impl<L: Lanes> Landed<L> {
    /// The end of a move, if it ends like that.
    #[inline(always)]
    fn end(&self, ended: Sown<L>) -> Option<Sown<L>> {
        let captures = |(lanes, captured): (L, bool)| {
            Some(Sown { lanes, captured: captured | ended.captured, ..ended })
        };
        match self {
            Landed::Ended => Some(ended),
            Landed::Again => Some(Sown { again: true, ..ended }),
            Landed::Captures(from, to) => captures(take(ended.lanes, from, *to)),
            Landed::CapturesRun(run) => captures(run.capture(ended.lanes)),
            Landed::Sows(_) | Landed::Other => None,
        }
    }
}

/// What all usual moves of a position need.
#[derive(Clone, Copy)]
pub(in crate::runner) struct Usual<'a, L: Lanes> {
    plan: &'a Plan<L>,
    pub pos: &'a Pos<L>,
    quick: &'a Quick<L>,
    can_return: bool,
}

impl<'a, L: Lanes> Usual<'a, L> {
    /// Of a position for whose moves no law holds. `can_return`: what is made may be one of the trail.
    #[inline(always)]
    pub fn of(plan: &'a Plan<L>, pos: &'a Pos<L>, can_return: bool) -> Usual<'a, L> {
        let quick = &plan.quick[plan.at(&pos.lanes, pos.mover)];
        Usual { plan, pos, quick, can_return }
    }

    /// Whether all its usual moves are simple: one lap, and nothing is to be done as its seeds fall.
    #[inline(always)]
    pub fn are_simple(&self) -> bool {
        self.quick.simple
    }

    /// Makes a simple move; `None`: it has to be told at length. `kept`: what it makes goes on the trail.
    #[inline(always)]
    pub fn make_simple(&self, origin: Lane, trail: &mut Trail<L>, kept: bool) -> Option<Pos<L>> {
        self.made(self.quick.lap(&self.pos.lanes, origin)?, trail, kept)
    }

    /// Makes a usual move; `None`: it has to be told at length.
    #[inline(always)]
    pub fn make(&self, origin: Lane, trail: &mut Trail<L>, kept: bool) -> Option<Pos<L>> {
        let quick = self.quick;
        let sown = match quick.simple {
            true => quick.lap(&self.pos.lanes, origin)?,
            false => quick.laps(&self.pos.lanes, origin)?,
        };
        self.made(sown, trail, kept)
    }

    /// Whether another position is one for whose moves the same rules hold.
    #[inline(always)]
    pub fn is_alike(&self, pos: &Pos<L>) -> bool {
        std::ptr::eq(self.quick, &self.plan.quick[self.plan.at(&pos.lanes, pos.mover)])
    }

    /// Sows moves of positions that are alike.
    pub fn sow_abreast(&self, moves: &mut Abreast<L>) {
        moves.sow(self.quick);
    }

    /// The position after one of the moves that have been sown, where no law holds in it, if it is none of
    /// those before; nothing is told of the move. `None`: it has to be told at length.
    #[inline(always)]
    pub fn made_abreast(&self, moves: &Abreast<L>, one: usize) -> Option<Pos<L>> {
        let made = moves.made(self.quick, one)?;
        let (Pos { lanes, options, mover, unsure, .. }, _) = self.come_to(made, |_, _| None)?;
        Some(Pos { unsure, ..Pos::at(lanes, options, mover) })
    }

    /// Whether it matters that a position stands for the second time.
    #[inline(always)]
    pub fn ends_soon(&self) -> bool {
        self.quick.next.iter().any(|next| next.returns <= 2)
    }

    /// The lanes on which something may come of a last seed; `None`: no move is known to be quiet.
    #[inline(always)]
    pub fn watched(&self) -> Option<L::Set> {
        let quiet = self.quick.rows.quiet.as_ref().filter(|_| !self.can_return)?;
        quiet.watched(&self.pos.lanes)
    }

    /// What a usual move makes of which nothing comes; `None`: something may.
    #[inline(always)]
    pub fn make_quiet(&self, origin: Lane, watched: L::Set) -> Option<L> {
        let row = self.quick.rows.row(origin, self.pos.lanes.get(origin))?;
        (!L::has(watched, row.sign)).then(|| self.pos.lanes.plus(&row.change))
    }

    /// The position after the last lap.
    #[inline(always)]
    fn made(&self, sown: Sown<L>, trail: &mut Trail<L>, kept: bool) -> Option<Pos<L>> {
        let Usual { plan, pos, can_return, .. } = *self;
        let look_further = |next: &_, options| plan.look_further(next, sown.lanes, options, trail);
        let (made, next) = self.come_to(sown, look_further)?;
        if can_return {
            let stood = plan.count_stood(trail, plan.told(&made.lanes), next.seat);
            if stood >= 2 || stood + 1 >= next.returns {
                return None;
            }
        }
        if kept {
            plan.keep(trail, &pos.lanes, &made.lanes, next.seat);
        }
        Some(made)
    }

    /// The position after the last lap, wherever it stood before. What can be chosen, and whether a law
    /// holds, is looked up where that takes more than a look.
    #[inline(always)]
    fn come_to(
        &self,
        sown: Sown<L>,
        look_further: impl FnOnce(&Next<L>, L::Set) -> Option<(L::Set, bool)>,
    ) -> Option<(Pos<L>, &'a Next<L>)> {
        let Sown { lanes, laps, again, captured, others } = sown;
        let next = &self.quick.next[usize::from(again)];
        let occupied = lanes.occupied(L::every());
        let mut options = L::both(occupied, next.options);
        let mut laws = false;
        if next.rare || L::is_empty(L::both(occupied, next.fed)) {
            (options, laws) = look_further(next, options)?;
        }
        if L::is_empty(options) || next.ends.some_of_few(&lanes, occupied) {
            return None;
        }
        let unsure = laws | next.relays;
        let at = Pos::at(lanes, options, next.seat);
        Some((Pos { laps, captured, others, laws, unsure, ..at }, next))
    }
}

impl<L: Lanes> Plan<L> {
    /// What can be chosen, and whether a law holds, where that takes more than a look; `None`: the
    /// move has to be told at length.
    #[inline(never)]
    fn look_further(
        &self,
        next: &Next<L>,
        lanes: L,
        options: L::Set,
        trail: &Trail<L>,
    ) -> Option<(L::Set, bool)> {
        let options = if next.other { self.options(&lanes, next.seat, trail)? } else { options };
        let laws = self.some_law(&lanes, next.seat, trail, false);
        let ends = laws && next.no_move || next.returns <= 1 || next.ends.some_other(&lanes);
        (!ends).then_some((options, laws))
    }
}
