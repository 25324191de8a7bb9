//! The usual move, in the shortest form: the seeds fall by a table, what comes of the last one is
//! looked up, and nothing ends. Where anything else happens the move is told at length, from its
//! beginning, by [`Move`](super::moves::Move); so what stands here may give up at any time.

use super::landing::{ENDED, Landed, Landings, OTHER, take};
use super::look::Maybe;
use super::next::Next;
use super::quiet::{Quiet, Sowing};
use super::{Plan, Pos, Table, Trail};
use crate::program::{Begin, Code, Lane, LaneSet, Program, Range, Test, Where};
use crate::runner::lanes::Lanes;

/// Laps that are sown here.
const LAPS: u32 = 48;

/// A place sown with a number of seeds.
#[derive(Clone, Copy, Debug)]
struct Row<L: Lanes> {
    change: L,
    sown: Sown,
    /// The sowing is quiet, unless one of these lanes is watched.
    signs: L::Set,
}

/// What comes of a place sown with a number of seeds.
#[derive(Clone, Copy, Debug)]
struct Sown {
    /// What may come of the last seed.
    landing: u16,
    /// The player moves again in any case.
    again: bool,
    /// The path on which they fall one by one, if there is something to look at.
    path: Option<u16>,
}

/// By which way a place is sown that holds so many seeds, if that is all that decides it.
fn way_of(ways: &[(Test, usize)], place: Lane, seeds: usize) -> Option<usize> {
    for (test, way) in ways {
        if fits(test, place, seeds)? {
            return Some(*way);
        }
    }
    None
}

/// Whether a test holds where a place holds so many seeds; `None`: that does not tell.
fn fits(test: &Test, place: Lane, seeds: usize) -> Option<bool> {
    match test {
        Test::Always => Some(true),
        Test::Never => Some(false),
        Test::Holds(lane, range) if *lane == place => Some(range.fits(seeds as i64)),
        Test::Not(inner) => fits(inner, place, seeds).map(|fits| !fits),
        Test::All(all) => all
            .iter()
            .map(|test| fits(test, place, seeds))
            .try_fold(true, |all, one| Some(all && one?)),
        Test::Any(any) => any
            .iter()
            .map(|test| fits(test, place, seeds))
            .try_fold(false, |any, one| Some(any || one?)),
        _ => None,
    }
}

/// What of a code is looked at in every move.
#[derive(Clone, Debug)]
pub(super) struct Quick<L: Lanes> {
    pub handed: bool,
    /// A move does not simply begin with one hole.
    pub opens: bool,
    /// A choice may turn out not to be legal, whatever the laws.
    pub relays: bool,
    /// All that is said of where a move can begin.
    pub begin: Option<(L::Set, Range)>,
    /// For each place, the only way of its seeds.
    pub ways: Vec<Option<u16>>,
    /// For each place, for each number of seeds, [`Quick::STRIDE`] of them: what changes if they are sown,
    /// and what comes of it; empty where moves are always told at length.
    rows: Vec<Row<L>>,
    /// What is looked at once for all moves; `None`: their sowings are never quiet.
    quiet: Option<Quiet<L>>,
    paths: Vec<Box<[Lane]>>,
    landings: Landings<L>,
    /// For each place, when something is to be done at a fall; empty if nothing ever is.
    pub falls: Vec<Maybe<L>>,
    /// After a move that passes the turn, and after one that does not.
    next: [Next<L>; 2],
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

impl<L: Lanes> Quick<L> {
    /// The numbers of seeds that have a row.
    const STRIDE: usize = L::ROWS + 1;

    /// Of the code of that number.
    pub fn of(program: &Program, at: usize, tables: &[Table<L>], most_falls: u64) -> Quick<L> {
        let code = &program.codes[at];
        let only = |ways: &Vec<(Test, usize)>| match ways.as_slice() {
            [(Test::Always, way)] => u16::try_from(*way).ok(),
            _ => None,
        };
        let handed = code.handed.is_some();
        let seat = at % program.seats;
        let passed = at - seat + (seat + 1) % program.seats;
        let begins = |at: usize| program.codes[at].opening.is_none();
        let plain = !handed
            && begins(at)
            && begins(passed)
            && code.at_once.is_none()
            && program.codes[passed].at_once.is_none()
            && code.headings.is_empty()
            && code.lifts.is_empty()
            && code.any_time.is_empty()
            && most_falls >= u64::from(LAPS * program.greatest)
            && code.before_lap.is_empty()
            && code.after_move.is_empty()
            && code.turn.is_none()
            && !program.asks_sown
            && !program.asks_earlier
            && program.caught.is_none()
            && program.hand.is_none()
            && program.stage_lanes.is_empty()
            && program.moves_left.is_none()
            && program.moves_made.is_none()
            && program.moved.iter().chain(&program.played).all(Option::is_none)
            && program.lifted.iter().all(|set| set.is_empty());
        let falls = code.each_seed.iter().zip(0..);
        let mut quick = Quick {
            handed,
            opens: code.opening.is_some(),
            relays: code.relays,
            begin: begin(code).map(|(set, range)| (L::set(set), range)),
            ways: code.ways.iter().map(only).collect(),
            rows: Vec::new(),
            quiet: None,
            paths: Vec::new(),
            landings: Landings::none(),
            falls: falls.map(|(block, place)| Maybe::of(block, Lane(place))).collect(),
            next: [Next::of(program, at, passed), Next::of(program, at, at)],
        };
        if plain {
            quick.add_rows(program, code, tables);
        }
        quick
    }

    fn add_rows(&mut self, program: &Program, code: &Code, tables: &[Table<L>]) {
        // By direction, by place.
        let mut landings = [(); 2].map(|()| vec![None; program.places]);
        let none = L::set(&Default::default());
        let other = Sown { landing: OTHER, again: false, path: None };
        let mut lasts = Vec::new();
        for (origin, ways) in (0..).zip(&code.ways) {
            let paths = self.paths.len();
            for seeds in 0..Self::STRIDE {
                let way = way_of(ways, Lane(origin), seeds);
                let table = way.and_then(|way| tables.get(way));
                let table = table.filter(|its| !its.path.is_empty());
                let told = table.and_then(|table| Some((table, table.rows.get(seeds)?)));
                let Some((table, (change, last))) = told else {
                    self.rows.push(Row { change: L::empty(), sown: other, signs: none });
                    lasts.push(None);
                    continue;
                };
                let path = table.walked.then(|| self.path(paths, &table.path));
                let back = usize::from(table.backward);
                let landing = &mut landings[back][last.index()];
                let (landing, again) = *landing.get_or_insert_with(|| {
                    let block = code.last_seed[back].get(last.index());
                    block.map_or((ENDED, false), |block| self.landings.add(block, *last))
                });
                let landing = if seeds == 0 { ENDED } else { landing };
                let sown = Sown { landing, again: again && seeds > 0, path };
                self.rows.push(Row { change: *change, sown, signs: none });
                lasts.push(Some(*last).filter(|_| seeds > 0));
            }
        }
        let landings = landings.iter().flat_map(|all| all.iter().zip(0..));
        let fits = landings.filter_map(|(landing, at)| {
            let ((number, _), last) = ((*landing)?, Lane(at));
            let (least, most) = self.landings.fits(number, last)?;
            Some((last, least, most))
        });
        let fits: Vec<_> = fits.collect();
        self.quiet = Quiet::of(program, code, &fits, &self.next);
        self.add_signs(&lasts, &fits.iter().map(|(last, ..)| *last).collect());
    }

    /// Says of each row when its sowing is quiet. `lasts`: where its last seed falls, `None`: it is told at
    /// length. `fits`: where something may come of that.
    fn add_signs(&mut self, lasts: &[Option<Lane>], fits: &LaneSet) {
        let Some(quiet) = &self.quiet else { return };
        for (at, (row, last)) in self.rows.iter_mut().zip(lasts).enumerate() {
            let origin = Lane((at / Self::STRIDE) as u8);
            let usual = row.sown.path.is_none() && !self.next[usize::from(row.sown.again)].rare;
            let sowing = last.filter(|_| usual).map(|last| Sowing {
                change: &row.change,
                origin,
                last,
                ends: !fits.contains(last),
            });
            row.signs = quiet.signs(sowing);
        }
    }

    /// The number of a path, one of those from a number on.
    fn path(&mut self, from: usize, path: &[Lane]) -> u16 {
        let known = self.paths[from..].iter().position(|one| **one == *path);
        let number = known.map_or(self.paths.len(), |at| from + at);
        if known.is_none() {
            self.paths.push(path.into());
        }
        // There are at most [`Quick::STRIDE`] for each place.
        number as u16
    }

    /// How a place is sown with its seeds; `None`: the move is told at length.
    #[inline(always)]
    fn row(&self, place: Lane, lanes: &L) -> Option<&Row<L>> {
        let seeds = lanes.get(place) as usize;
        if seeds >= Self::STRIDE {
            return None;
        }
        self.rows.get(Self::STRIDE * place.index() + seeds)
    }

    /// Lets the seeds of a place fall one by one on a path, if there is one; `None`: something is to
    /// be done at one of them.
    #[inline(never)]
    fn walk(&self, mut lanes: L, from: Lane, row: &L, path: Option<u16>) -> Option<L> {
        let Some(path) = path else {
            lanes.add(row);
            return Some(lanes);
        };
        let path = self.paths.get(usize::from(path))?;
        let seeds = lanes.get(from) as usize;
        lanes.put(from, 0);
        for place in path.iter().cycle().take(seeds) {
            lanes.put(*place, lanes.get(*place) + 1);
            if self.falls.get(place.index()).is_some_and(|falls| falls.fits(&lanes)) {
                return None;
            }
        }
        Some(lanes)
    }
}

/// What a lap has made.
#[derive(Clone, Copy)]
struct Lap<L: Lanes> {
    lanes: L,
    captured: bool,
    /// The player moves again.
    again: bool,
    /// The next lap takes up that place.
    sows: Option<Lane>,
}

impl<L: Lanes> Quick<L> {
    /// One lap from a place; `None`: the move has to be told at length.
    #[inline(always)]
    fn lap(&self, before: &L, from: Lane) -> Option<Lap<L>> {
        let Row { change, sown, .. } = self.row(from, before)?;
        let lanes = if self.paths.is_empty() {
            before.plus(change)
        } else {
            self.walk(*before, from, change, sown.path)?
        };
        let ended = Lap { lanes, captured: false, again: false, sows: None };
        Some(match self.landings.of(sown.landing, &lanes) {
            None | Some(Landed::Ended) => Lap { again: sown.again, ..ended },
            Some(Landed::Again) => Lap { again: true, ..ended },
            Some(Landed::Captures(from, to)) => {
                let (lanes, captured) = take(lanes, from, *to);
                Lap { lanes, captured, ..ended }
            }
            Some(Landed::CapturesRun(run)) => {
                let (lanes, captured) = run.capture(lanes);
                Lap { lanes, captured, ..ended }
            }
            Some(Landed::Sows(lane)) => Lap { sows: Some(*lane), ..ended },
            Some(Landed::Other) => return None,
        })
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

    /// Makes a usual move of one lap; `None`: it is none. `kept`: what it makes goes on the trail.
    #[inline(always)]
    pub fn make_lap(&self, origin: Lane, trail: &mut Trail<L>, kept: bool) -> Option<Pos<L>> {
        let lap = self.quick.lap(&self.pos.lanes, origin)?;
        if lap.sows.is_some() { None } else { self.made(lap, 1, trail, kept) }
    }

    /// Makes a usual move; `None`: it has to be told at length.
    #[inline(always)]
    pub fn make(&self, origin: Lane, trail: &mut Trail<L>, kept: bool) -> Option<Pos<L>> {
        let lap = self.quick.lap(&self.pos.lanes, origin)?;
        match lap.sows {
            None => self.made(lap, 1, trail, kept),
            Some(from) => self.relay(lap.lanes, from, trail, kept),
        }
    }

    /// The lanes on which something may come of a last seed; `None`: no move is known to be quiet.
    #[inline(always)]
    pub fn watched(&self) -> Option<L::Set> {
        let quiet = self.quick.quiet.as_ref().filter(|_| !self.can_return)?;
        quiet.watched(&self.pos.lanes)
    }

    /// What a usual move makes of which nothing comes; `None`: something may.
    #[inline(always)]
    pub fn make_quiet(&self, origin: Lane, watched: L::Set) -> Option<L> {
        let row = self.quick.row(origin, &self.pos.lanes)?;
        L::is_empty(L::both(row.signs, watched)).then(|| self.pos.lanes.plus(&row.change))
    }

    /// The laps after the first. It stands apart, since what a loop needs would be made ready for every
    /// move.
    #[inline(never)]
    fn relay(
        &self,
        mut lanes: L,
        mut from: Lane,
        trail: &mut Trail<L>,
        kept: bool,
    ) -> Option<Pos<L>> {
        for laps in 2..=LAPS {
            let lap = self.quick.lap(&lanes, from)?;
            match lap.sows {
                None => return self.made(lap, laps, trail, kept),
                Some(next) => (lanes, from) = (lap.lanes, next),
            }
        }
        None
    }

    /// The position after the last lap.
    #[inline(always)]
    fn made(&self, lap: Lap<L>, laps: u32, trail: &mut Trail<L>, kept: bool) -> Option<Pos<L>> {
        let Usual { plan, pos, quick, can_return } = *self;
        let Lap { lanes, again, captured, .. } = lap;
        let next = &quick.next[usize::from(again)];
        let occupied = lanes.occupied(L::every());
        let mut options = L::both(occupied, next.options);
        let mut laws = false;
        if next.rare || L::is_empty(L::both(occupied, next.fed)) {
            (options, laws) = plan.look_further(next, lanes, options, trail)?;
        }
        if L::is_empty(options) || next.ends.some_of_few(&lanes, occupied) {
            return None;
        }
        if can_return {
            let stood = plan.count_stood(trail, plan.told(&lanes), next.seat);
            if stood >= 2 || stood + 1 >= next.returns {
                return None;
            }
        }
        if kept && !plan.forgets {
            if plan.has_stored(&pos.lanes, &lanes) {
                trail.cut();
            }
            trail.push(plan.told(&lanes), next.seat);
        }
        let unsure = laws | next.relays;
        Some(Pos { laps, captured, laws, unsure, ..Pos::at(lanes, options, next.seat) })
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
