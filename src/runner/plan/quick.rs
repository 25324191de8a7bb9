//! The usual move, in the shortest form: the seeds fall by a table, what comes of the last one is
//! looked up, and nothing ends. Where anything else happens the move is told at length, from its
//! beginning, by [`Move`](super::moves::Move); so what stands here may give up at any time.

use super::landing::{ENDED, Landed, Landings, OTHER, take};
use super::look::{Maybe, Signs};
use super::{Plan, Pos, ROWS, Table, Trail};
use crate::model::Seat;
use crate::program::{Begin, Case, Code, Lane, Program, Range, Test, Where};
use crate::runner::lanes::Lanes;

/// Laps that are sown here.
const LAPS: u32 = 48;

/// A place sown with a number of seeds.
#[derive(Clone, Debug)]
struct Row<L: Lanes> {
    /// What changes.
    row: L,
    /// What may come of the last seed.
    landing: u16,
    /// The player moves again in any case.
    again: bool,
    /// The path on which they fall one by one, if there is something to look at.
    path: Option<u8>,
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

/// When a game may end.
#[derive(Clone, Debug)]
struct Ends<L: Lanes> {
    signs: Signs<L>,
    /// If the player about to move has no move; if another has none.
    no_move: bool,
    no_move_of_another: bool,
    /// If the position stands for so many times.
    returns: u32,
}

impl<L: Lanes> Ends<L> {
    /// After moves of a block's player, with that one about to move.
    fn of(block: &[Vec<Case>], next: Seat) -> Ends<L> {
        let mut ends = Ends {
            signs: Signs::none(),
            no_move: false,
            no_move_of_another: false,
            returns: u32::MAX,
        };
        block.iter().flatten().for_each(|case| ends.add(&case.test, next));
        ends
    }

    fn add(&mut self, test: &Test, next: Seat) {
        match test {
            Test::Any(any) => any.iter().for_each(|test| self.add(test, next)),
            Test::NoMove(seat) if *seat == next => self.no_move = true,
            Test::NoMove(_) => self.no_move_of_another = true,
            Test::Returns(times) => self.returns = self.returns.min(*times),
            Test::All(all) => match all.first() {
                Some(first) => self.add(first, next),
                None => self.signs.add(test),
            },
            test => self.signs.add(test),
        }
    }
}

/// What of a code is looked at in every move.
#[derive(Clone, Debug)]
pub(super) struct Quick<L: Lanes> {
    pub handed: bool,
    /// A choice may turn out not to be legal, whatever the laws.
    pub relays: bool,
    /// All that is said of where a move can begin.
    pub begin: Option<(L::Set, Range)>,
    /// The same, where any that hold seeds can be chosen.
    occupied: Option<L::Set>,
    /// When some law may hold, if there is any.
    laws: Option<Signs<L>>,
    /// For each place, the only way of its seeds.
    pub ways: Vec<Option<u16>>,
    /// For each place, how it is sown with each number of seeds, [`STRIDE`] of them; empty where
    /// moves are always told at length.
    rows: Vec<Row<L>>,
    paths: Vec<Box<[Lane]>>,
    landings: Landings<L>,
    /// For each place, when something is to be done at a fall; empty if nothing ever is.
    pub falls: Vec<Maybe<L>>,
    /// When the game may end: after a move that passes the turn, and after another.
    ends: [Ends<L>; 2],
    /// Who is next, and the number of his code.
    next: Seat,
    next_code: usize,
}

/// The numbers of seeds that have a row.
const STRIDE: usize = ROWS + 1;

impl<L: Lanes> Quick<L> {
    /// Of the code of that number.
    pub fn of(program: &Program, at: usize, tables: &[Table<L>], most_falls: u64) -> Quick<L> {
        let code = &program.codes[at];
        let stage = at - at % program.seats;
        let [now, next] = [at, at + 1].map(|seat| seat % program.seats);
        let ends = |next: usize| {
            let block = code.end.get(next).map_or(&[][..], Vec::as_slice);
            Ends::of(block, Seat(next as u8))
        };
        let begin = match code.begin.as_slice() {
            [Begin { test: Test::Always, holes: Where::Holding(set, range), .. }] => {
                Some((L::set(set), *range))
            }
            _ => None,
        };
        let only = |ways: &Vec<(Test, usize)>| match ways.as_slice() {
            [(Test::Always, way)] => u16::try_from(*way).ok(),
            _ => None,
        };
        let handed = code.handed.is_some();
        let plain = !handed
            && most_falls >= u64::from(LAPS * program.greatest)
            && code.before_lap.is_empty()
            && code.after_move.is_empty()
            && code.turn.is_none()
            && !program.asks_sown
            && program.stage_lanes.is_empty()
            && program.moves_left.is_none()
            && program.moves_made.is_none()
            && program.moved.iter().chain(&program.played).all(Option::is_none)
            && program.lifted.iter().all(|set| set.is_empty());
        let laws = (!code.laws.is_empty()).then(|| {
            let mut laws = Signs::none();
            code.laws.iter().for_each(|law| laws.add(&law.when));
            laws
        });
        let occupied = begin.filter(|(_, range)| *range == Range::SOME).map(|(set, _)| set);
        let falls = code.each_seed.iter().zip(0..);
        let mut quick = Quick {
            occupied: occupied.filter(|_| !handed),
            laws,
            handed,
            relays: code.relays,
            begin: begin.filter(|_| !handed),
            ways: code.ways.iter().map(only).collect(),
            rows: Vec::new(),
            paths: Vec::new(),
            landings: Landings::none(),
            falls: falls.map(|(block, place)| Maybe::of(block, Lane(place))).collect(),
            ends: [ends(next), ends(now)],
            next: Seat(next as u8),
            next_code: stage + next,
        };
        if plain {
            quick.add_rows(program, code, tables);
        }
        quick
    }

    fn add_rows(&mut self, program: &Program, code: &Code, tables: &[Table<L>]) {
        // By direction, by place.
        let mut landings = [(); 2].map(|()| vec![None; program.places]);
        for (origin, ways) in (0..).zip(&code.ways) {
            for seeds in 0..STRIDE {
                let way = way_of(ways, Lane(origin), seeds);
                let table = way.and_then(|way| tables.get(way));
                let table = table.filter(|its| !its.path.is_empty() && its.passing.is_empty());
                let row = match table.and_then(|table| Some((table, table.rows.get(seeds)?))) {
                    Some((table, (row, last))) => {
                        let path = table.walked.then(|| self.path(&table.path));
                        let back = usize::from(table.backward);
                        let landing = &mut landings[back][last.index()];
                        let (landing, again) = *landing.get_or_insert_with(|| {
                            let block = code.last_seed[back].get(last.index());
                            block.map_or((ENDED, false), |block| self.landings.add(block, *last))
                        });
                        let landing = if seeds == 0 { ENDED } else { landing };
                        Row { row: *row, landing, again: again && seeds > 0, path }
                    }
                    None => Row { row: L::empty(), landing: OTHER, again: false, path: None },
                };
                self.rows.push(row);
            }
        }
    }

    /// The number of a path.
    fn path(&mut self, path: &[Lane]) -> u8 {
        let at = self.paths.iter().position(|one| **one == *path);
        at.unwrap_or_else(|| {
            self.paths.push(path.into());
            self.paths.len() - 1
        }) as u8
    }

    /// How a place is sown with its seeds; `None`: the move is told at length.
    #[inline(always)]
    fn row(&self, place: Lane, lanes: &L) -> Option<&Row<L>> {
        let seeds = lanes.get(place) as usize;
        if seeds >= STRIDE {
            return None;
        }
        self.rows.get(STRIDE * place.index() + seeds)
    }
}

impl<L: Lanes> Quick<L> {
    /// Lets the seeds of a place fall one by one; `None`: something is to be done at one of them.
    #[inline(always)]
    fn walk(&self, lanes: &mut L, from: Lane, path: &[Lane]) -> Option<()> {
        let seeds = lanes.get(from) as usize;
        lanes.put(from, 0);
        for place in path.iter().cycle().take(seeds) {
            lanes.put(*place, lanes.get(*place) + 1);
            if self.falls.get(place.index()).is_some_and(|falls| falls.fits(lanes)) {
                return None;
            }
        }
        Some(())
    }
}

/// What all usual moves of a position need.
#[derive(Clone, Copy)]
pub(in crate::runner) struct Usual<'a, L: Lanes> {
    plan: &'a Plan<L>,
    pos: &'a Pos<L>,
    at: usize,
    quick: &'a Quick<L>,
}

impl<'a, L: Lanes> Usual<'a, L> {
    /// Of a position for whose moves no law holds.
    #[inline(always)]
    pub fn of(plan: &'a Plan<L>, pos: &'a Pos<L>) -> Usual<'a, L> {
        let at = plan.at(&pos.lanes, pos.mover);
        Usual { plan, pos, at, quick: &plan.quick[at] }
    }

    /// Makes a usual move; `None`: it has to be told at length. `kept`: what it makes goes on the
    /// trail.
    #[inline(always)]
    pub fn make(&self, origin: Lane, trail: &mut Trail<L>, kept: bool) -> Option<Pos<L>> {
        let Usual { plan, pos, at, quick } = *self;
        let mut lanes = pos.lanes;
        let mut from = origin;
        let mut laps = 0;
        let mut captured = false;
        let again = loop {
            let Row { row, landing, path, again } = quick.row(from, &lanes)?;
            laps += 1;
            match path {
                None => lanes.add(row),
                Some(path) => {
                    quick.walk(&mut lanes, from, quick.paths.get(usize::from(*path))?)?;
                }
            }
            match quick.landings.of(*landing, &lanes) {
                Landed::Ended => break *again,
                Landed::Again => break true,
                Landed::Captures(from, to) => captured = take(&mut lanes, from, *to),
                Landed::CapturesRun(run) => captured = run.capture(&mut lanes),
                Landed::Sows(lane) if laps < LAPS => {
                    from = *lane;
                    continue;
                }
                Landed::Sows(_) | Landed::Other => return None,
            }
            break false;
        };
        let (next, next_code) =
            if again { (pos.mover, at) } else { (quick.next, quick.next_code) };
        let told_to = plan.quick.get(next_code)?;
        let occupied = lanes.occupied(L::every());
        let options = match told_to.occupied {
            Some(set) => L::both(occupied, set),
            None => plan.options(&lanes, next, trail)?,
        };
        let ends = &quick.ends[usize::from(again)];
        if L::is_empty(options) || ends.signs.seen(&lanes, occupied) {
            return None;
        }
        let laws = told_to.laws.as_ref().is_some_and(|laws| laws.seen(&lanes, occupied))
            && plan.some_law(&lanes, next, trail);
        let unsure = laws || told_to.relays;
        if ends.no_move_of_another || ends.no_move && unsure {
            return None;
        }
        if !plan.forgets {
            let told = plan.told(&lanes);
            let stood = plan.stood(trail, &told, next);
            if stood >= 2 || stood + 1 >= ends.returns {
                return None;
            }
            if kept {
                let stored = |lanes: &L| lanes.sum_of(&plan.stores);
                if plan.program.irreversible && stored(&lanes) > stored(&pos.lanes) {
                    trail.cut();
                }
                trail.push(told, next);
            }
        } else if ends.returns <= 1 {
            return None;
        }
        Some(Pos { laps, captured, laws, unsure, ..Pos::at(lanes, options, next) })
    }
}
