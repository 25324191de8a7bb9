//! Games side by side.

use crate::cells::Cells;
use crate::draw::PackRng;
use crate::op::{CellId, CellLayout, Op, Register};
use crate::repetition::Repetition;
use crate::row::{CellValue, GAMES, PART, PARTS, Row, RowPart, mask};
use pulp::Arch;
use std::cell::Cell as Shared;

/// What is counted of every game.
#[derive(Clone, Debug)]
pub struct Tallies {
    /// What was counted in all decisions but the last ones.
    folded: [FoldedTally; GAMES],
    /// Answers offered in those.
    pub(crate) recent_offers: [u16; GAMES],
    /// In which of them the player captured, so many.
    pub(crate) recent_captures: [u8; GAMES],
    /// Laps sown in all decisions.
    pub laps: [u32; GAMES],
    /// How many turns lately is.
    recent_turns: u8,
}

/// What was counted of a game.
#[derive(Clone, Copy, Debug, Default)]
struct FoldedTally {
    offered: u32,
    captures: u32,
}

impl Tallies {
    fn new() -> Tallies {
        Tallies {
            folded: [FoldedTally::default(); GAMES],
            recent_offers: [0; GAMES],
            recent_captures: [0; GAMES],
            laps: [0; GAMES],
            recent_turns: 0,
        }
    }

    /// One more turn. In a game there is at most one decision in each, with at most 255 answers.
    #[inline(always)]
    pub(crate) fn next_turn(&mut self) {
        if self.recent_turns == u8::MAX {
            self.fold();
        }
        self.recent_turns += 1;
    }

    #[cold]
    fn fold(&mut self) {
        for game in 0..GAMES {
            let (offered, captures) = (self.offered(game), self.captures(game));
            self.folded[game] = FoldedTally { offered, captures };
        }
        (self.recent_offers, self.recent_captures) = ([0; GAMES], [0; GAMES]);
        self.recent_turns = 0;
    }

    /// Answers offered in all decisions of a game.
    #[inline]
    pub fn offered(&self, game: usize) -> u32 {
        self.folded[game].offered + u32::from(self.recent_offers[game])
    }

    /// Decisions of a game in which the player captured.
    #[inline]
    pub fn captures(&self, game: usize) -> u32 {
        self.folded[game].captures + u32::from(self.recent_captures[game])
    }

    /// What is counted of a game besides what its turns come to.
    #[inline]
    pub fn add(&mut self, game: usize, offered: u32, captures: u32, laps: u32) {
        self.folded[game].offered += offered;
        self.folded[game].captures += captures;
        self.laps[game] = self.laps[game].wrapping_add(laps);
    }

    /// Nothing has been counted of a game.
    #[inline]
    pub fn reset(&mut self, game: usize) {
        self.folded[game] = FoldedTally::default();
        (self.recent_offers[game], self.recent_captures[game]) = (0, 0);
        self.laps[game] = 0;
    }
}

/// A cell, looked at game by game.
#[derive(Clone, Copy, Debug)]
pub struct CellView<'p, T>(&'p [RowPart<T>; PARTS]);

impl<T: CellValue> CellView<'_, T> {
    /// What it holds in a game.
    #[inline]
    pub fn at(self, game: u8) -> T {
        let game = usize::from(game);
        self.0[game / PART].0[game % PART]
    }
}

/// Games side by side.
#[derive(Clone, Debug)]
pub struct Pack<'c, T> {
    /// What the steps refer to.
    pub plan: &'c CellLayout,
    /// All cells, part by part, and room for what steps keep for themselves.
    pub(crate) cells: Box<[RowPart<T>]>,
    pub(crate) numbers: Box<[[i64; GAMES]]>,
    /// What is counted.
    pub tallies: Box<Tallies>,
    /// The random numbers of each game.
    pub draws: Box<PackRng>,
    pub(crate) repetition: Repetition<'c, T>,
    pub(crate) arch: Arch,
}

impl<'c, T: CellValue> Pack<'c, T> {
    /// No games yet.
    pub fn of(plan: &'c CellLayout) -> Pack<'c, T> {
        Pack::with(plan, None)
    }

    /// No games yet, of a plan in which it does not matter before the third time that a position stands.
    /// Earlier positions may be looked at late: see [`Pack::take_suspects`].
    pub fn with_deferred_repetition(plan: &'c CellLayout) -> Pack<'c, T> {
        Pack::with(plan, Some(plan.repetition_limit))
    }

    fn with(plan: &'c CellLayout, late: Option<u32>) -> Pack<'c, T> {
        // Behind the cells there is room for a part for each place of a ring: see `View::aside`.
        let longest = plan.rings.iter().map(|ring| ring.lanes.len()).max().unwrap_or_default();
        let parts = plan.cells * PARTS + longest.next_multiple_of(PARTS);
        let mut pack = Pack {
            plan,
            cells: vec![RowPart::NONE; parts].into(),
            numbers: vec![[0; GAMES]; plan.numbers].into(),
            tallies: Box::new(Tallies::new()),
            draws: Box::new(PackRng::default()),
            repetition: Repetition::of(&plan.identity, late),
            arch: Arch::new(),
        };
        pack.fill(plan.register(Register::AllOnes), T::ALL);
        pack.fill(plan.register(Register::PendingOrigin), T::ALL);
        pack
    }

    /// What a cell holds.
    #[inline]
    pub fn row(&self, at: CellId) -> Row<T> {
        Row(*self.parts(at))
    }

    /// What a fixed cell holds.
    #[inline]
    pub fn get(&self, cell: Register) -> Row<T> {
        self.row(self.plan.register(cell))
    }

    /// Whether a fixed cell holds anything in any game.
    #[inline]
    pub fn any(&self, cell: Register) -> bool {
        self.get(cell).any()
    }

    /// In how many games a fixed cell holds that number.
    #[inline]
    pub fn count(&self, cell: Register, n: T) -> u32 {
        self.count_all(self.parts(self.plan.register(cell)), n)
    }

    /// Of the games in which a fixed cell says yes, in how many a cell holds which number.
    pub fn tally(&self, at: CellId, under: Register, each: &mut impl FnMut(usize, u32)) {
        let (numbers, under) = (self.parts(at), self.parts(self.plan.register(under)));
        // What has been counted, and what need not be, is greater than all others.
        let mut left = [RowPart::<T>::NONE; PARTS];
        for p in 0..PARTS {
            left[p] = RowPart::each(|g| numbers[p].0[g].or(under[p].0[g].not()));
        }
        let mut games = self.count_all(under, T::ALL);
        while games > 0 {
            let mut least = T::ALL;
            for part in &left {
                for game in 0..PART {
                    least = least.min(part.0[game]);
                }
            }
            // Those that hold the greatest number of all are those that are left.
            let here = if least == T::ALL { games } else { self.count_all(&left, least) };
            each(least.number() as usize, here);
            games -= here;
            for part in &mut left {
                *part = RowPart::each(|g| part.0[g].or(mask(part.0[g] == least)));
            }
        }
    }

    /// In how many games that number stands.
    fn count_all(&self, parts: &[RowPart<T>; PARTS], n: T) -> u32 {
        let mut many = RowPart::<T>::NONE;
        for part in parts {
            many = RowPart::each(|g| many.0[g].sub(mask(part.0[g] == n)));
        }
        // An index, since what is called here need not be put in.
        let mut all = 0;
        for game in 0..PART {
            all += many.0[game].number();
        }
        all
    }

    /// Notes the games in which a fixed cell holds anything, in place of what is noted.
    #[inline]
    pub fn collect_nonzero(&self, cell: Register, noted: &mut Vec<u8>) {
        noted.clear();
        self.get(cell).for_each(|game| noted.push(game));
    }

    fn parts(&self, at: CellId) -> &[RowPart<T>; PARTS] {
        &self.cells.as_chunks().0[usize::from(at.0)]
    }

    /// A cell, of which some games are looked at one by one.
    #[inline]
    pub fn view(&self, at: CellId) -> CellView<'_, T> {
        CellView(self.parts(at))
    }

    /// What a cell holds in one game.
    #[inline]
    pub fn get_one(&self, at: CellId, game: usize) -> T {
        self.cells[usize::from(at.0) * PARTS + game / PART].0[game % PART]
    }

    /// A cell holds that from now on, in one game.
    #[inline]
    pub fn put(&mut self, at: CellId, game: usize, n: T) {
        self.cells[usize::from(at.0) * PARTS + game / PART].0[game % PART] = n;
    }

    /// A game goes on here that has been played elsewhere; `kept`: its position is one that can return,
    /// and none before it is.
    pub fn enter(&mut self, game: usize, kept: bool) {
        let mover = self.get_one(self.plan.register(Register::Mover), game);
        let cells = Shared::from_mut(&mut *self.cells).as_slice_of_cells();
        self.repetition.enter_game(Cells(cells), mover, game, kept);
    }

    /// A cell holds that from now on, in every game.
    pub fn fill(&mut self, at: CellId, n: T) {
        self.cells[usize::from(at.0) * PARTS..][..PARTS].fill(RowPart([n; PART]));
    }

    /// The lanes hold what those of another pack do, of the same plan.
    pub fn copy_lanes(&mut self, from: &Pack<'_, T>) {
        let all = ..self.plan.lanes * PARTS;
        self.cells[all].copy_from_slice(&from.cells[all]);
    }

    /// A cell holds in the first games what it does in some games of another pack, of the same plan.
    pub fn gather(&mut self, at: CellId, from: &Pack<'_, T>, games: &[u8]) {
        let from = from.numbers(at);
        let here = &mut self.cells.as_chunks_mut::<PARTS>().0[usize::from(at.0)];
        for (part, games) in here.iter_mut().zip(games.chunks(PART)) {
            for i in 0..games.len().min(PART) {
                part.0[i] = from[usize::from(games[i])];
            }
        }
    }

    /// What a cell holds in every game, one after the other.
    pub fn numbers(&self, at: CellId) -> [T; GAMES] {
        let mut numbers = [T::NONE; GAMES];
        for (to, part) in numbers.as_chunks_mut().0.iter_mut().zip(self.parts(at)) {
            *to = part.0;
        }
        numbers
    }

    /// A cell holds these, one after the other, in the first games.
    pub fn fill_first(&mut self, at: CellId, numbers: &[T]) {
        let here = &mut self.cells.as_chunks_mut::<PARTS>().0[usize::from(at.0)];
        for (part, numbers) in here.iter_mut().zip(numbers.chunks(PART)) {
            part.0[..numbers.len()].copy_from_slice(numbers);
        }
    }

    /// A cell holds what another pack's does.
    pub fn copy(&mut self, to: CellId, from: &Row<T>) {
        self.cells[usize::from(to.0) * PARTS..][..PARTS].copy_from_slice(&from.0);
    }

    /// The games in which a position may have returned so often that it matters: they have to be played
    /// again, by a pack that does not look late. Each is told once.
    pub fn take_suspects(&mut self) -> Vec<usize> {
        self.repetition.take_suspects()
    }

    /// The games whose earlier positions take too much room: they should go on elsewhere. Each is reported now
    /// and then, while it goes on here.
    pub fn take_overlong(&mut self) -> Vec<usize> {
        self.repetition.take_overlong()
    }

    /// Whether that holds for a game that is over, and has not been told.
    #[inline]
    pub fn is_suspect(&mut self, game: usize) -> bool {
        self.repetition.is_suspect(game)
    }

    /// Does some steps, with the widest instructions that the machine has.
    pub fn run(&mut self, ops: &[Op<T>]) {
        T::run(self, ops);
    }
}
