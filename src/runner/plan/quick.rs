//! The usual move, in the shortest form: the seeds fall by a table, what comes of the last one is
//! looked up, and nothing ends. Where anything else happens the move is told at length, from its
//! beginning, by [`Move`](super::moves::Move); so what stands here may give up at any time.

use super::{Plan, Pos, ROWS, Table, Trail};
use crate::model::Seat;
use crate::program::{
    Act, Begin, Block, Case, Code, Lane, Parity, Program, Range, Share, Test, Where,
};
use crate::runner::lanes::Lanes;

/// Laps that are sown here.
const LAPS: u32 = 48;

/// A condition that needs no more than a look.
#[derive(Clone, Copy, Debug)]
enum Look<L: Lanes> {
    /// A lane holds from the first number to the second.
    Holds(Lane, u32, u32),
    /// So it does, and the number is odd (1) or even (0).
    Parity(Lane, u32, u32, u32),
    Empty(L::Set),
    Occupied(L::Set),
}

/// What comes of a last seed.
#[derive(Clone, Debug)]
enum Landed<L: Lanes> {
    /// The move ends.
    Ended,
    /// The player moves again.
    Again,
    /// Seeds are captured, and the move ends.
    Captures(L::Set, Lane),
    /// So they are, and those of a run of holes as long as they fit; but nothing is, unless the look
    /// comes out afterwards.
    CapturesRun(Box<Run<L>>),
    /// The next lap takes up that place.
    Sows(Lane),
    /// Something else.
    Other,
}

/// A capture of several holes, one after the other.
#[derive(Clone, Debug)]
struct Run<L: Lanes> {
    first: L::Set,
    run: Box<[(Lane, Look<L>)]>,
    to: Lane,
    only_if: Option<Look<L>>,
}

/// What comes of a last seed in a place: the first of which all looks come out.
#[derive(Clone, Debug)]
struct Landing<L: Lanes> {
    cases: Box<[Falling<L>]>,
}

/// What has to come out so that a case fits, and what is done then.
type Falling<L> = (Box<[Look<L>]>, Landed<L>);

/// What has to be looked at so that no end is overlooked.
#[derive(Clone, Debug)]
struct Signs<L: Lanes> {
    /// None of these holds seeds.
    empty: Vec<L::Set>,
    looks: Vec<Look<L>>,
    rare: Vec<Sign>,
}

/// A sign that takes more than a look.
#[derive(Clone, Copy, Debug)]
enum Sign {
    /// That player has no move.
    NoMove(Seat),
    /// The position stands for so many times.
    Returns(u32),
}

/// When a case of a block may fit: if all looks of one of these come out.
#[derive(Clone, Debug)]
pub(super) struct Maybe<L: Lanes>(Box<[Box<[Look<L>]>]>);

impl<L: Lanes> Maybe<L> {
    fn of(block: &Block, last: Lane) -> Maybe<L> {
        let mut maybe = Vec::new();
        for case in block.iter().flatten() {
            match &case.test {
                Test::Any(any) => any.iter().for_each(|test| maybe.push(looks(test, last))),
                test => maybe.push(looks(test, last)),
            }
        }
        Maybe(maybe.into())
    }

    /// Whether a case may fit.
    #[inline(always)]
    pub fn fits(&self, lanes: &L) -> bool {
        self.0.iter().any(|looks| looks.iter().all(|look| look.holds(lanes)))
    }
}

/// What has at least to come out where a test holds.
fn looks<L: Lanes>(test: &Test, last: Lane) -> Box<[Look<L>]> {
    match test {
        Test::All(all) => all.iter().filter_map(|test| Look::of(test, Some(last))).collect(),
        test => Look::of(test, Some(last)).into_iter().collect(),
    }
}

/// How a place is sown: for each number of seeds what changes, and which landing it is.
#[derive(Clone, Debug)]
struct Sown<L: Lanes> {
    rows: Box<[Row<L>]>,
    paths: Box<[Box<[Lane]>]>,
}

/// A place sown with a number of seeds.
#[derive(Clone, Debug)]
struct Row<L: Lanes> {
    /// What changes.
    row: L,
    landing: u16,
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
    /// There is some law.
    laws: bool,
    /// For each place, the only way of its seeds.
    pub ways: Vec<Option<u16>>,
    /// For each place, how it is sown here; none where moves are always told at length.
    sowings: Vec<Option<Sown<L>>>,
    /// What comes of last seeds; the first: the move ends.
    landings: Vec<Landing<L>>,
    /// For each place, when something is to be done at a fall; empty if nothing ever is.
    pub falls: Vec<Maybe<L>>,
    /// By who is about to move; `None`: it is not seen by looking.
    signs: Vec<Option<Signs<L>>>,
}

impl<L: Lanes> Quick<L> {
    pub fn of(program: &Program, code: &Code, tables: &[Table<L>], most_falls: u64) -> Quick<L> {
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
        let ways: Vec<Option<u16>> = code.ways.iter().map(only).collect();
        let mut landings = vec![Landing { cases: Box::default() }];
        let mut numbers = [(); 2].map(|()| vec![None; program.places]);
        let mut landing = |table: &Table<L>, last: Lane| {
            let back = usize::from(table.backward);
            let number = &mut numbers[back][last.index()];
            *number.get_or_insert_with(|| match code.last_seed[back].get(last.index()) {
                Some(block) if !block.is_empty() => {
                    landings.push(Landing::of(block, last));
                    (landings.len() - 1) as u16
                }
                _ => 0,
            })
        };
        let sown = |(origin, ways): (usize, &Vec<(Test, usize)>)| {
            let mut paths: Vec<Box<[Lane]>> = Vec::new();
            let mut rows = Vec::new();
            for seeds in 0..=ROWS {
                let way = way_of(ways, Lane(origin as u8), seeds)?;
                let table = tables.get(way)?;
                if !plain || table.path.is_empty() || !table.passing.is_empty() {
                    return None;
                }
                let path = table.walked.then(|| {
                    let at = paths.iter().position(|path| **path == *table.path);
                    at.unwrap_or_else(|| {
                        paths.push(table.path.clone().into());
                        paths.len() - 1
                    }) as u8
                });
                let (row, last) = *table.rows.get(seeds)?;
                let landing = if seeds == 0 { 0 } else { landing(table, last) };
                rows.push(Row { row, path, landing });
            }
            Some(Sown { rows: rows.into(), paths: paths.into() })
        };
        let sowings = code.ways.iter().enumerate().map(sown).collect();
        let occupied = begin.filter(|(_, range)| *range == Range::SOME).map(|(set, _)| set);
        let falls = code.each_seed.iter().zip(0..);
        Quick {
            occupied: occupied.filter(|_| !handed),
            laws: !code.laws.is_empty(),
            handed,
            relays: code.relays,
            begin: begin.filter(|_| !handed),
            ways,
            sowings,
            landings,
            falls: falls.map(|(block, place)| Maybe::of(block, Lane(place))).collect(),
            signs: code.end.iter().map(signs).collect(),
        }
    }
}

impl<L: Lanes> Landing<L> {
    /// What comes of a last seed.
    #[inline(always)]
    fn landed(&self, lanes: &L) -> &Landed<L> {
        for (looks, landed) in &self.cases {
            if looks.iter().all(|look| look.holds(lanes)) {
                return landed;
            }
        }
        &Landed::Ended
    }
}

impl<L: Lanes> Look<L> {
    #[inline(always)]
    fn holds(&self, lanes: &L) -> bool {
        match self {
            Look::Holds(lane, least, most) => lanes.get(*lane).wrapping_sub(*least) <= most - least,
            Look::Parity(lane, least, most, odd) => {
                let n = lanes.get(*lane);
                n.wrapping_sub(*least) <= most - least && n & 1 == *odd
            }
            Look::Empty(set) => L::is_empty(lanes.occupied(*set)),
            Look::Occupied(set) => !L::is_empty(lanes.occupied(*set)),
        }
    }

    /// The same condition, if it is one; `last`: the place of the last seed, as it is just after.
    fn of(test: &Test, last: Option<Lane>) -> Option<Look<L>> {
        let holds = |lane, range: &Range, more: i64| {
            let bound = |n: i64| u32::try_from(n.saturating_add(more).clamp(0, 65_535)).ok();
            let (least, most) = (bound(range.least)?, bound(range.most)?);
            // A seed more, and what was even is odd.
            let odd = |odd: u32| odd ^ (more & 1) as u32;
            let look = match range.parity {
                Parity::Any => Look::Holds(lane, least, most),
                Parity::Odd => Look::Parity(lane, least, most, odd(1)),
                Parity::Even => Look::Parity(lane, least, most, odd(0)),
            };
            Some(look).filter(|_| !range.is_empty())
        };
        match test {
            Test::Holds(lane, range) => holds(*lane, range, 0),
            Test::Before(range) => holds(last?, range, 1),
            Test::After(range) => holds(last?, range, 0),
            Test::Empty(lanes) => Some(Look::Empty(L::set(lanes))),
            Test::Occupied(lanes) => Some(Look::Occupied(L::set(lanes))),
            _ => None,
        }
    }
}

impl<L: Lanes> Landing<L> {
    fn of(block: &Block, last: Lane) -> Landing<L> {
        let other = || Landing { cases: Box::new([(Box::default(), Landed::Other)]) };
        let list = match block.as_slice() {
            [] => &[][..],
            [list] => list,
            _ => return other(),
        };
        let mut cases = Vec::new();
        for case in list {
            let looks = match &case.test {
                Test::Always => Some(Vec::new()),
                Test::All(all) => all.iter().map(|test| Look::of(test, Some(last))).collect(),
                test => Look::of(test, Some(last)).map(|look| vec![look]),
            };
            let (looks, landed) = match looks {
                Some(looks) => (looks, landed(case)),
                None => (Vec::new(), Landed::Other),
            };
            cases.push((looks.into(), landed));
        }
        Landing { cases: cases.into() }
    }
}

/// What a case does, if it is one of the usual things.
fn landed<L: Lanes>(case: &Case) -> Landed<L> {
    match case.acts.as_slice() {
        [] | [Act::EndMove] => Landed::Ended,
        [Act::PlayAgain] => Landed::Again,
        [Act::Sow(each)] => match each.as_slice() {
            [(lane, Test::Always)] => Landed::Sows(*lane),
            _ => Landed::Other,
        },
        [
            Act::Move {
                from: Where::All(set),
                hand: false,
                share: Share::All,
                to,
                capture: Some(true),
                after,
            },
        ] if after.is_empty() => {
            to.only().map_or(Landed::Other, |to| Landed::Captures(L::set(set), to))
        }
        [Act::Tried { acts, test }] => match (acts.as_slice(), Look::of(test, None)) {
            ([act], Some(look)) => run(act, Some(look)),
            _ => Landed::Other,
        },
        [act] => run(act, None),
        _ => Landed::Other,
    }
}

/// A capture of a place and of a run of others.
fn run<L: Lanes>(act: &Act, only_if: Option<Look<L>>) -> Landed<L> {
    let Act::Move { from, hand: false, share: Share::All, to, capture: Some(true), after } = act
    else {
        return Landed::Other;
    };
    let Some(to) = to.only() else { return Landed::Other };
    let (first, run) = match from {
        Where::All(first) => (first, &[][..]),
        Where::Union(parts) => match parts.as_slice() {
            [Where::All(first), Where::Run(run)] => (first, run.as_slice()),
            _ => return Landed::Other,
        },
        _ => return Landed::Other,
    };
    let looks = run.iter().map(|(lane, test)| Some((*lane, Look::of(test, None)?)));
    match looks.collect::<Option<Vec<_>>>() {
        Some(run) if after.is_empty() => Landed::CapturesRun(Box::new(Run {
            first: L::set(first),
            run: run.into(),
            to,
            only_if,
        })),
        _ => Landed::Other,
    }
}

/// What has to be looked at so that no case of a block is overlooked.
fn signs<L: Lanes>(block: &Block) -> Option<Signs<L>> {
    let mut signs = Signs { empty: Vec::new(), looks: Vec::new(), rare: Vec::new() };
    for case in block.iter().flatten() {
        signs_of(&case.test, &mut signs)?;
    }
    Some(signs)
}

fn signs_of<L: Lanes>(test: &Test, signs: &mut Signs<L>) -> Option<()> {
    match test {
        Test::Never => {}
        Test::Any(any) => any.iter().try_for_each(|test| signs_of(test, signs))?,
        // If all hold, the first does, which is the lightest.
        Test::All(all) => signs_of(all.first()?, signs)?,
        Test::NoMove(seat) => signs.rare.push(Sign::NoMove(*seat)),
        Test::Returns(times) => signs.rare.push(Sign::Returns(*times)),
        test => match Look::of(test, None)? {
            Look::Empty(set) => signs.empty.push(set),
            look => signs.looks.push(look),
        },
    }
    Some(())
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

impl<L: Lanes> Plan<L> {
    /// Makes a usual move; `None`: it has to be told at length.
    #[inline(always)]
    pub(super) fn make_quickly(
        &self,
        pos: &Pos<L>,
        origin: Lane,
        trail: &mut Trail<L>,
    ) -> Option<Pos<L>> {
        let (mut lanes, mover) = (pos.lanes, pos.mover);
        let at = self.at(&lanes, mover);
        let quick = &self.quick[at];
        let mut from = origin;
        let mut laps = 0;
        let (mut again, mut captured) = (false, false);
        loop {
            let sown = quick.sowings.get(from.index())?.as_ref()?;
            let Row { row, landing, path } = sown.rows.get(lanes.get(from) as usize)?;
            laps += 1;
            match path {
                None => lanes.add(row),
                Some(path) => quick.walk(&mut lanes, from, sown.paths.get(usize::from(*path))?)?,
            }
            if *landing == 0 {
                break;
            }
            match quick.landings.get(usize::from(*landing))?.landed(&lanes) {
                Landed::Ended => {}
                Landed::Again => again = true,
                Landed::Captures(set, to) => captured = take(&mut lanes, *set, *to),
                Landed::CapturesRun(run) => {
                    let mut set = run.first;
                    for (lane, look) in &run.run {
                        if !look.holds(&lanes) {
                            break;
                        }
                        set = L::with(set, *lane);
                    }
                    let before = lanes;
                    captured = take(&mut lanes, set, run.to);
                    if run.only_if.is_some_and(|look| !look.holds(&lanes)) {
                        (lanes, captured) = (before, false);
                    }
                }
                Landed::Sows(lane) if laps < LAPS => {
                    from = *lane;
                    continue;
                }
                Landed::Sows(_) => return None,
                Landed::Other => return None,
            }
            break;
        }
        let next = if again { mover } else { self.after(mover) };
        let told_to = &self.quick[self.at(&lanes, next)];
        let occupied = lanes.occupied(L::every());
        let options = match told_to.occupied {
            Some(set) => L::both(occupied, set),
            None => self.options(&lanes, next, trail)?,
        };
        if L::is_empty(options) {
            return None;
        }
        let laws = told_to.laws && self.some_law(&lanes, next, trail);
        let told = self.told(&lanes);
        let stood = if self.forgets { 0 } else { self.stood(trail, &told, next) };
        if stood >= 2 {
            return None;
        }
        let signs = quick.signs.get(next.index())?.as_ref()?;
        let empty = signs.empty.iter().any(|set| L::is_empty(L::both(occupied, *set)));
        if empty || signs.looks.iter().any(|look| look.holds(&lanes)) {
            return None;
        }
        let over = |sign: &Sign| match sign {
            Sign::NoMove(seat) => *seat != next || laws || told_to.relays,
            Sign::Returns(times) => stood + 1 >= *times,
        };
        if signs.rare.iter().any(over) {
            return None;
        }
        if !self.forgets {
            let stored = |lanes: &L| lanes.sum_of(&self.stores);
            if self.program.irreversible && stored(&lanes) > stored(&pos.lanes) {
                trail.cut();
            }
            trail.push(told, next);
        }
        let unsure = laws || told_to.relays;
        Some(Pos { laps, captured, laws, unsure, ..Pos::at(lanes, options, next) })
    }
}

/// All seeds of some lanes go to another; whether there were any.
#[inline(always)]
fn take<L: Lanes>(lanes: &mut L, from: L::Set, to: Lane) -> bool {
    let mut all = 0;
    for lane in L::each(from) {
        all += lanes.get(lane);
        lanes.put(lane, 0);
    }
    lanes.put(to, lanes.get(to) + all);
    all > 0
}
