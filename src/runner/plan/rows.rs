//! Precomputed laps: one row for each place and number of seeds.

use super::SowTable;
use super::end_of_turn::EndOfTurn;
use super::landing::{Landing, LandingTable};
use super::lane_tests::Guard;
use super::no_effect::{FixedSowing, NoEffectFilter};
use super::passing_captures::PassingCaptures;
use crate::program::{
    Block, BlockCase, Code, Connective, Lane, LaneSet, NumberRange, Operand, Program, Test,
};
use crate::runner::lanes::{ByteLanes, Lanes};
use std::num::NonZeroU16;

/// One lap: a place sown with a number of seeds.
#[derive(Clone, Copy, Debug)]
pub(super) struct SowRow<L: Lanes> {
    pub change: L,
    pub sown: RowOutcome,
    /// The lap changes nothing but seeds unless this lane is watched (see [`NoEffectFilter`]).
    pub guard_lane: Lane,
}

impl<L: Lanes> SowRow<L> {
    /// The row of a lap that takes the slow path.
    fn slow() -> SowRow<L> {
        SowRow { change: L::empty(), sown: RowOutcome::SLOW, guard_lane: Lane(0) }
    }

    /// Whether it is that row.
    fn is_slow(&self) -> bool {
        self.sown == RowOutcome::SLOW && self.change == L::empty()
    }
}

/// Size check, for sixteen byte lanes: many rows are read in turn.
const _: () = assert!(size_of::<SowRow<ByteLanes<1>>>() <= 32, "a row is small");

/// Where a lap ends and what that leads to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct RowOutcome {
    /// Where the last seed falls.
    pub last: Lane,
    /// Index of the first row of the place `last`.
    first_row: u16,
    /// What the last seed leads to.
    pub landing: Landing,
    /// Path on which the seeds are sown one by one, since there are hooks on the way: index in `paths`, plus
    /// 1.
    path: Option<NonZeroU16>,
}

impl RowOutcome {
    /// Take the slow path.
    const SLOW: RowOutcome =
        RowOutcome { last: Lane(0), first_row: 0, landing: Landing::SLOW, path: None };
}

/// The path from a place with this many seeds, if the number alone decides it.
fn way_of(ways: &[(Test, usize)], place: Lane, seeds: usize) -> Option<usize> {
    for (test, way) in ways {
        if decide_test(test, place, seeds)? {
            return Some(*way);
        }
    }
    None
}

/// Evaluates a test that depends only on the number of seeds in one place; `None`: it reads more.
fn decide_test(test: &Test, place: Lane, seeds: usize) -> Option<bool> {
    match test.connective() {
        Connective::Constant(holds) => Some(holds),
        Connective::Not(inner) => decide_test(inner, place, seeds).map(|fits| !fits),
        Connective::All(all) => all
            .iter()
            .map(|test| decide_test(test, place, seeds))
            .try_fold(true, |all, one| Some(all && one?)),
        Connective::Any(any) => any
            .iter()
            .map(|test| decide_test(test, place, seeds))
            .try_fold(false, |any, one| Some(any || one?)),
        Connective::Cases(_) => None,
        Connective::None => {
            let Test::Holds(lane, range) = test else { return None };
            (*lane == place).then(|| range.fits(seeds as i64))
        }
    }
}

/// Specialises the block for a last seed in a place that is captured at `full` seeds. `made`: the last seed
/// reached that number and the place was captured at once; otherwise it did not.
fn specialize_block(block: &Block, full: u32, made: bool) -> Block {
    let full = i64::from(full);
    let known = |range: &NumberRange, n: i64, test: &Test| match made {
        true if range.fits(n) => Test::Always,
        false if *range != NumberRange::exactly(n) => test.clone(),
        _ => Test::Never,
    };
    let fallen = |test: &Test| match test.operand() {
        Some((Operand::Before, range)) => known(&range, full - 1, test),
        Some((Operand::After, range)) => known(&range, full, test),
        Some((Operand::Lane(_) | Operand::Origin | Operand::LapOrigin, _)) | None => test.clone(),
    };
    let cases = block.iter().map(|list| {
        let case = |case: &BlockCase| {
            let test = if let Test::All(all) = &case.test {
                Test::all(all.iter().map(fallen))
            } else {
                fallen(&case.test)
            };
            BlockCase { test, ..case.clone() }
        };
        list.iter().map(case).filter(|case| case.test != Test::Never).collect()
    });
    cases.collect()
}

/// All rows of a code.
#[derive(Clone, Debug)]
pub(super) struct RowTable<L: Lanes> {
    /// [`RowTable::STRIDE`] rows for each place, one for each number of seeds from 0; empty if all moves take
    /// the slow path.
    rows: Vec<SowRow<L>>,
    /// The row of laps that take the slow path.
    slow: SowRow<L>,
    pub landings: LandingTable<L>,
    /// Captures while seeds fall, if that is all that per-seed hooks do.
    pub captures: Option<PassingCaptures<L>>,
    paths: Vec<Box<[Lane]>>,
    /// Finds moves that change nothing but seeds; `None`: any move may have another effect.
    pub no_effect: Option<NoEffectFilter<L>>,
    /// A move may have several laps.
    has_relays: bool,
}

impl<L: Lanes> RowTable<L> {
    /// Rows of each place.
    const STRIDE: usize = L::ROWS + 1;

    /// No rows: all moves take the slow path.
    pub fn empty() -> RowTable<L> {
        RowTable {
            rows: Vec::new(),
            slow: SowRow::slow(),
            landings: LandingTable::none(),
            captures: None,
            paths: Vec::new(),
            no_effect: None,
            has_relays: false,
        }
    }

    /// Builds the row table of one player's rules; `next`: end-of-turn checks for [turn passes, same player
    /// again].
    pub fn of(
        program: &Program,
        code: &Code,
        tables: &[SowTable<L>],
        next: &[EndOfTurn<L>; 2],
    ) -> RowTable<L> {
        let sown = tables.iter().flat_map(|table| &table.path).copied().collect();
        let mut made =
            RowTable { captures: PassingCaptures::of(program, code, &sown), ..RowTable::empty() };
        // The lane of the hand is not kept up to date while a row is sown, but hooks may read it.
        let counted = program.hand.is_some() && !code.each_seed.is_empty();
        if !counted || made.captures.is_some() {
            made.add(program, code, tables, next);
        }
        made
    }

    fn add(
        &mut self,
        program: &Program,
        code: &Code,
        tables: &[SowTable<L>],
        next: &[EndOfTurn<L>; 2],
    ) {
        // Indexed by direction, then by place.
        let mut landings = [(); 2].map(|()| vec![None; program.places]);
        for (origin, ways) in (0..).zip(&code.ways) {
            let paths = self.paths.len();
            for seeds in 0..Self::STRIDE {
                let way = way_of(ways, Lane(origin), seeds);
                let table = way.and_then(|way| tables.get(way));
                let table = table.filter(|its| !its.path.is_empty());
                let entry = table.and_then(|table| Some((table, table.rows.get(seeds)?)));
                let once = |change: &L| {
                    let captures = self.captures.as_ref();
                    captures
                        .is_none_or(|falls| falls.crosses_once(change, Lane(origin), seeds as u32))
                };
                let Some((table, (change, last))) = entry.filter(|(_, (change, _))| once(change))
                else {
                    self.rows.push(self.slow);
                    continue;
                };
                let walked = table.seed_by_seed && self.captures.is_none();
                let path = walked.then(|| self.path(paths, &table.path)).flatten();
                let back = usize::from(table.backward);
                let landing = &mut landings[back][last.index()];
                let block = code.last_seed[back].get(last.index());
                let ended = Landing::ENDED;
                let landing = *landing
                    .get_or_insert_with(|| block.map_or(ended, |block| self.landing(block, *last)));
                let landing = if seeds == 0 { ended } else { landing };
                let sown =
                    RowOutcome { last: *last, first_row: Self::first_row(*last), landing, path };
                self.rows.push(SowRow { change: *change, sown, ..self.slow });
            }
        }
        let landings = landings.iter().flat_map(|all| all.iter().zip(0..));
        let landings = landings.filter_map(|(landing, at)| Some(((*landing)?, Lane(at))));
        let landings: Vec<(Landing, Lane)> = landings.collect();
        self.has_relays = self.landings.may_relay_elsewhere()
            || landings.iter().any(|(landing, _)| landing.may_relay());
        if self.captures.is_none() {
            let fits = |(landing, last): &(Landing, Lane)| {
                let (least, most) = self.landings.seed_range(*landing, *last)?;
                Some((*last, least, most))
            };
            let fits: Vec<_> = landings.iter().filter_map(fits).collect();
            self.no_effect = NoEffectFilter::of(program, code, &fits, next);
            self.set_guard_lanes(&fits.iter().map(|(last, ..)| *last).collect(), next);
        }
    }

    /// What a last seed in a place leads to.
    fn landing(&mut self, block: &Block, last: Lane) -> Landing {
        let at_last = self.captures.as_ref().map_or(0, |falls| falls.capture_at_last(last));
        if at_last == 0 {
            return self.landings.add(block, last);
        }
        let [usual, taken] = [false, true]
            .map(|made| self.landings.add(&specialize_block(block, at_last, made), last));
        let numbers = [usual.cases[0], taken.cases[0]];
        if usual.again == taken.again { usual.with(numbers) } else { Landing::SLOW }
    }

    /// Sets the guard lane of each row. `fits`: the places where a last seed may have an effect.
    fn set_guard_lanes(&mut self, fits: &LaneSet, next: &[EndOfTurn<L>; 2]) {
        let Some(filter) = &self.no_effect else { return };
        for (at, row) in self.rows.iter_mut().enumerate() {
            let (origin, seeds) = (Lane((at / Self::STRIDE) as u8), at % Self::STRIDE);
            let RowOutcome { last, landing, path, .. } = row.sown;
            let slow = landing == Landing::SLOW || seeds == 0;
            let usual = !slow && path.is_none() && !next[usize::from(landing.again)].rare;
            let sowing =
                FixedSowing { change: &row.change, origin, last, no_landing: !fits.contains(last) };
            row.guard_lane = filter.guard_lane(Some(sowing).filter(|_| usual));
        }
    }

    /// Index plus 1 of a path in `paths`, which is added if it is not there from the index `from` on.
    fn path(&mut self, from: usize, path: &[Lane]) -> Option<NonZeroU16> {
        let known = self.paths[from..].iter().position(|one| **one == *path);
        let number = known.map_or(self.paths.len(), |at| from + at);
        if known.is_none() {
            self.paths.push(path.into());
        }
        // Fits: there are at most [`RowTable::STRIDE`] paths for each place.
        NonZeroU16::new(number as u16 + 1)
    }

    /// The row of a place with this many seeds; `None`: take the slow path.
    #[inline(always)]
    pub fn row(&self, place: Lane, seeds: u32) -> Option<&SowRow<L>> {
        let seeds = seeds as usize;
        if seeds >= Self::STRIDE {
            return None;
        }
        self.rows.get(Self::STRIDE * place.index() + seeds)
    }

    /// Index of the first row of a place. Fits: each of up to 256 lanes has [`RowTable::STRIDE`] rows.
    fn first_row(place: Lane) -> u16 {
        (Self::STRIDE * place.index()) as u16
    }

    /// Index of the row with this many seeds of the place whose first row is `first`; [`u32::MAX`]: there is
    /// none.
    #[inline(always)]
    fn row_number(first: u16, seeds: u32) -> u32 {
        if (seeds as usize) < Self::STRIDE { u32::from(first) + seeds } else { u32::MAX }
    }

    /// Index of the row of a place with this many seeds; [`u32::MAX`]: there is none.
    #[inline(always)]
    pub fn row_number_of(place: Lane, seeds: u32) -> u32 {
        Self::row_number(Self::first_row(place), seeds)
    }

    /// Index of the row that relays from the place of the last seed, with this many seeds.
    #[inline(always)]
    pub fn relay_row_number(sown: &RowOutcome, seeds: u32) -> u32 {
        Self::row_number(sown.first_row, seeds)
    }

    /// The row at an index; the slow row if there is none.
    #[inline(always)]
    pub fn row_at(&self, number: u32) -> &SowRow<L> {
        self.rows.get(number as usize).unwrap_or(&self.slow)
    }

    /// Whether all moves take the slow path.
    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(SowRow::is_slow)
    }

    /// Laps of up to this many seeds from a place are sown by row; `None`: they are sown one by one.
    pub fn max_seeds_from(&self, place: Lane) -> Option<u32> {
        let rows = (1..).map_while(|seeds| self.row(place, seeds));
        let is_table_row = |row: &&SowRow<L>| !row.is_slow() && row.sown.path.is_none();
        let by_path = self.row(place, 1).is_some_and(|row| row.sown.path.is_some());
        (!by_path).then(|| rows.take_while(is_table_row).count() as u32)
    }

    /// The places where a last seed may require the slow path.
    pub fn slow_landing_lanes(&self) -> LaneSet {
        let table_rows = self.rows.iter().filter(|row| !row.is_slow());
        let others = table_rows.filter(|row| self.landings.may_be_slow(row.sown.landing));
        others.map(|row| row.sown.last).collect()
    }

    /// Whether moves may have several laps, and all laps are sown by row.
    pub fn is_relay(&self) -> bool {
        self.has_relays && self.paths.is_empty()
    }

    /// Whether every move is one lap without per-seed hooks.
    pub fn is_simple(&self) -> bool {
        !self.has_relays && self.captures.is_none() && self.paths.is_empty()
    }

    /// Sows a row, one seed at a time if it has a path; `None`: a per-seed hook may apply. `falls`: their
    /// guards, indexed by place.
    #[inline(never)]
    pub fn sow_seed_by_seed(
        &self,
        mut lanes: L,
        from: Lane,
        row: &SowRow<L>,
        falls: &[Guard<L>],
    ) -> Option<L> {
        let Some(path) = row.sown.path else {
            lanes.add(&row.change);
            return Some(lanes);
        };
        let path = self.paths.get(usize::from(path.get()) - 1)?;
        let seeds = lanes.get(from) as usize;
        lanes.put(from, 0);
        for place in path.iter().cycle().take(seeds) {
            lanes.put(*place, lanes.get(*place) + 1);
            if falls.get(place.index()).is_some_and(|falls| falls.may_fit(&lanes)) {
                return None;
            }
        }
        Some(lanes)
    }
}
