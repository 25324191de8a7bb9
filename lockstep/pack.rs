//! A pack: many games, one row for each of their numbers.

use crate::cells::Cells;
use crate::draw::PackRng;
use crate::op::{CellId, CellLayout, Op, Register};
use crate::repetition::Repetition;
use crate::row::{CellValue, GAMES, PART, PARTS, Row, RowPart, mask};
use pulp::Arch;
use std::cell::Cell as Shared;

/// Statistics of every game.
#[derive(Clone, Debug)]
pub struct Tallies {
    /// Counts of all turns but the recent ones.
    folded: [FoldedTally; GAMES],
    /// Options offered in the recent turns.
    pub(crate) recent_offers: [u16; GAMES],
    /// Recent turns with a capture of the mover.
    pub(crate) recent_captures: [u8; GAMES],
    /// Laps sown in all turns.
    pub laps: [u32; GAMES],
    /// Number of recent turns.
    recent_turns: u8,
}

/// Counts of one game.
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

    /// Counts a turn. A game makes at most one decision in it, with at most 255 options.
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

    /// Options offered in all decisions of a game.
    #[inline]
    pub fn offered(&self, game: usize) -> u32 {
        self.folded[game].offered + u32::from(self.recent_offers[game])
    }

    /// Decisions of a game in which the player captured.
    #[inline]
    pub fn captures(&self, game: usize) -> u32 {
        self.folded[game].captures + u32::from(self.recent_captures[game])
    }

    /// Adds to the statistics of a game.
    #[inline]
    pub fn add(&mut self, game: usize, offered: u32, captures: u32, laps: u32) {
        self.folded[game].offered += offered;
        self.folded[game].captures += captures;
        self.laps[game] = self.laps[game].wrapping_add(laps);
    }

    /// Resets the statistics of a game.
    #[inline]
    pub fn reset(&mut self, game: usize) {
        self.folded[game] = FoldedTally::default();
        (self.recent_offers[game], self.recent_captures[game]) = (0, 0);
        self.laps[game] = 0;
    }
}

/// A row, to be read game by game.
#[derive(Clone, Copy, Debug)]
pub struct CellView<'p, T>(&'p [RowPart<T>; PARTS]);

impl<T: CellValue> CellView<'_, T> {
    /// The value in one game.
    #[inline]
    pub fn at(self, game: u8) -> T {
        let game = usize::from(game);
        self.0[game / PART].0[game % PART]
    }
}

/// A pack of games.
#[derive(Clone, Debug)]
pub struct Pack<'c, T> {
    /// What the ops refer to.
    pub plan: &'c CellLayout,
    /// All rows, part by part, followed by scratch parts.
    pub(crate) cells: Box<[RowPart<T>]>,
    pub(crate) numbers: Box<[[i64; GAMES]]>,
    /// Statistics.
    pub tallies: Box<Tallies>,
    /// The random numbers of each game.
    pub draws: Box<PackRng>,
    pub(crate) repetition: Repetition<'c, T>,
    pub(crate) arch: Arch,
}

impl<'c, T: CellValue> Pack<'c, T> {
    /// A pack without games.
    pub fn of(plan: &'c CellLayout) -> Pack<'c, T> {
        Pack::with(plan, None)
    }

    /// A pack without games, for a layout whose `repetition_limit` is at least 3. Repetition is detected with
    /// a delay: see [`Pack::take_suspects`].
    pub fn with_deferred_repetition(plan: &'c CellLayout) -> Pack<'c, T> {
        Pack::with(plan, Some(plan.repetition_limit))
    }

    fn with(plan: &'c CellLayout, deferred_limit: Option<u32>) -> Pack<'c, T> {
        // After the cells there is a scratch part for each place of a ring: see `StepContext::scratch`.
        let longest = plan.rings.iter().map(|ring| ring.lanes.len()).max().unwrap_or_default();
        let parts = plan.cells * PARTS + longest.next_multiple_of(PARTS);
        let mut pack = Pack {
            plan,
            cells: vec![RowPart::NONE; parts].into(),
            numbers: vec![[0; GAMES]; plan.numbers].into(),
            tallies: Box::new(Tallies::new()),
            draws: Box::new(PackRng::default()),
            repetition: Repetition::of(&plan.identity, deferred_limit),
            arch: Arch::new(),
        };
        pack.fill(plan.register(Register::AllOnes), T::ALL);
        pack.fill(plan.register(Register::PendingOrigin), T::ALL);
        pack
    }

    /// The row of a cell.
    #[inline]
    pub fn row(&self, at: CellId) -> Row<T> {
        Row(*self.parts(at))
    }

    /// The row of a register.
    #[inline]
    pub fn get(&self, cell: Register) -> Row<T> {
        self.row(self.plan.register(cell))
    }

    /// Whether a register is not 0 in some game.
    #[inline]
    pub fn any(&self, cell: Register) -> bool {
        self.get(cell).any()
    }

    /// Number of games in which a register has a value.
    #[inline]
    pub fn count(&self, cell: Register, n: T) -> u32 {
        self.count_all(self.parts(self.plan.register(cell)), n)
    }

    /// Histogram of a cell over the games in a mask: calls `each` with a value and its number of games.
    pub fn tally(&self, at: CellId, under: Register, each: &mut impl FnMut(usize, u32)) {
        let (numbers, under) = (self.parts(at), self.parts(self.plan.register(under)));
        // Games that are done, or not in the mask, hold the greatest value.
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
            // If only the greatest value is left, the remaining games all hold it.
            let here = if least == T::ALL { games } else { self.count_all(&left, least) };
            each(least.number() as usize, here);
            games -= here;
            for part in &mut left {
                *part = RowPart::each(|g| part.0[g].or(mask(part.0[g] == least)));
            }
        }
    }

    /// Number of games with a value.
    fn count_all(&self, parts: &[RowPart<T>; PARTS], n: T) -> u32 {
        let mut many = RowPart::<T>::NONE;
        for part in parts {
            many = RowPart::each(|g| many.0[g].sub(mask(part.0[g] == n)));
        }
        // An index loop: iterator adapters need not be inlined here.
        let mut all = 0;
        for game in 0..PART {
            all += many.0[game].number();
        }
        all
    }

    /// Lists the games in which a register is not 0.
    #[inline]
    pub fn collect_nonzero(&self, cell: Register, games: &mut Vec<u8>) {
        games.clear();
        self.get(cell).for_each(|game| games.push(game));
    }

    fn parts(&self, at: CellId) -> &[RowPart<T>; PARTS] {
        &self.cells.as_chunks().0[usize::from(at.0)]
    }

    /// A cell, to be read game by game.
    #[inline]
    pub fn view(&self, at: CellId) -> CellView<'_, T> {
        CellView(self.parts(at))
    }

    /// The value of a cell in one game.
    #[inline]
    pub fn get_one(&self, at: CellId, game: usize) -> T {
        self.cells[usize::from(at.0) * PARTS + game / PART].0[game % PART]
    }

    /// Sets a cell in one game.
    #[inline]
    pub fn put(&mut self, at: CellId, game: usize, n: T) {
        self.cells[usize::from(at.0) * PARTS + game / PART].0[game % PART] = n;
    }

    /// A game enters with the current cells; `kept`: its position can return, and no earlier one can.
    pub fn enter(&mut self, game: usize, kept: bool) {
        let mover = self.get_one(self.plan.register(Register::Mover), game);
        let cells = Shared::from_mut(&mut *self.cells).as_slice_of_cells();
        self.repetition.enter_game(Cells(cells), mover, game, kept);
    }

    /// Sets a cell in every game.
    pub fn fill(&mut self, at: CellId, n: T) {
        self.cells[usize::from(at.0) * PARTS..][..PARTS].fill(RowPart([n; PART]));
    }

    /// Copies the lanes of another pack with the same layout.
    pub fn copy_lanes(&mut self, from: &Pack<'_, T>) {
        let all = ..self.plan.lanes * PARTS;
        self.cells[all].copy_from_slice(&from.cells[all]);
    }

    /// Copies a cell of some games of another pack, with the same layout, to the first games.
    pub fn gather(&mut self, at: CellId, from: &Pack<'_, T>, games: &[u8]) {
        let from = from.numbers(at);
        let here = &mut self.cells.as_chunks_mut::<PARTS>().0[usize::from(at.0)];
        for (part, games) in here.iter_mut().zip(games.chunks(PART)) {
            for i in 0..games.len().min(PART) {
                part.0[i] = from[usize::from(games[i])];
            }
        }
    }

    /// The values of a cell, indexed by game.
    pub fn numbers(&self, at: CellId) -> [T; GAMES] {
        let mut numbers = [T::NONE; GAMES];
        for (to, part) in numbers.as_chunks_mut().0.iter_mut().zip(self.parts(at)) {
            *to = part.0;
        }
        numbers
    }

    /// Sets a cell in the first games.
    pub fn fill_first(&mut self, at: CellId, numbers: &[T]) {
        let here = &mut self.cells.as_chunks_mut::<PARTS>().0[usize::from(at.0)];
        for (part, numbers) in here.iter_mut().zip(numbers.chunks(PART)) {
            part.0[..numbers.len()].copy_from_slice(numbers);
        }
    }

    /// Sets a row.
    pub fn copy(&mut self, to: CellId, from: &Row<T>) {
        self.cells[usize::from(to.0) * PARTS..][..PARTS].copy_from_slice(&from.0);
    }

    /// Games in which a position may have occurred so often that it matters: they have to be replayed with
    /// exact detection. Each is returned once.
    pub fn take_suspects(&mut self) -> Vec<usize> {
        self.repetition.take_suspects()
    }

    /// Games whose history takes too much memory: they should be continued elsewhere. Each is returned now
    /// and then while it stays here.
    pub fn take_overlong(&mut self) -> Vec<usize> {
        self.repetition.take_overlong()
    }

    /// Whether a game that is over is suspect in the same way, and has not been returned.
    #[inline]
    pub fn is_suspect(&mut self, game: usize) -> bool {
        self.repetition.is_suspect(game)
    }

    /// Runs ops, with the widest instructions that the machine has.
    pub fn run(&mut self, ops: &[Op<T>]) {
        T::run(self, ops);
    }
}
