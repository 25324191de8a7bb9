//! Earlier positions of the games of a pack.

use crate::op::At;
use crate::row::{Cell, GAMES, PART, PARTS, Part, Row, pick};
use crate::steps::Cells;

/// So many are kept before those that nobody can return to are given up.
const MANY: usize = 64;

/// Words of the filter of a game.
const FILTER: usize = 64;

/// Positions as they were made, those of all games together.
#[derive(Clone, Debug)]
pub struct Past<'c, T> {
    /// What tells positions apart.
    lanes: &'c [At],
    /// These lanes of each, and who was about to move.
    rows: Vec<Row<T>>,
    movers: Vec<Row<T>>,
    /// In which games a position was made.
    made: Vec<Row<T>>,
    /// A number of each that equal ones share, and others mostly do not.
    numbers: Vec<Numbers>,
    number: Numbers,
    /// Since when positions can return, in each game.
    since: Box<[usize; GAMES]>,
    /// Until when they are in the filter: what nobody has asked for need not be.
    until: Box<[usize; GAMES]>,
    /// Two bits for each of them, by its number: where one is not set, the position never stood (B. H.
    /// Bloom, "Space/time trade-offs in hash coding with allowable errors", CACM 13, 1970).
    filters: Box<[Filter]>,
    /// Until when the games are looked at for what can be given up.
    full: usize,
}

/// A number of each game.
type Numbers = [u16; GAMES];

/// What two lanes count in the number of a position: odd numbers without a pattern.
#[inline(always)]
fn weight(i: usize) -> u16 {
    (2 * i as u16 + 1).wrapping_mul(40_503).rotate_left(7) | 1
}

/// Some numbers, and maybe others.
#[derive(Clone, Debug)]
struct Filter([u64; FILTER]);

impl Filter {
    const NONE: Filter = Filter([0; FILTER]);

    #[inline(always)]
    fn spot(number: u16) -> (usize, u64) {
        (usize::from(number >> 10), 1 << (number >> 4 & 63))
    }

    /// Another bit for the same number.
    #[inline(always)]
    fn other(number: u16) -> (usize, u64) {
        Filter::spot(number.wrapping_mul(0x9e35) ^ (number >> 7))
    }

    #[inline(always)]
    fn insert(&mut self, number: u16) {
        let ((a, one), (b, other)) = (Filter::spot(number), Filter::other(number));
        self.0[a] |= one;
        self.0[b] |= other;
    }

    /// Whether a number may be in it.
    #[inline(always)]
    fn holds(&self, number: u16) -> bool {
        let ((a, one), (b, other)) = (Filter::spot(number), Filter::other(number));
        (self.0[a] & one != 0) & (self.0[b] & other != 0)
    }
}

impl<'c, T: Cell> Past<'c, T> {
    /// Nothing yet; `lanes`: what tells positions apart.
    pub fn of(lanes: &'c [At]) -> Past<'c, T> {
        Past {
            lanes,
            rows: Vec::new(),
            movers: Vec::new(),
            made: Vec::new(),
            numbers: Vec::new(),
            number: [0; GAMES],
            since: Box::new([0; GAMES]),
            until: Box::new([0; GAMES]),
            filters: vec![Filter::NONE; GAMES].into(),
            full: MANY,
        }
    }

    /// The position that is looked for, or kept, next.
    #[inline(always)]
    pub fn look_for(&mut self, cells: Cells<'_, T>, mover: &Row<T>) {
        for p in 0..PARTS {
            let mut number = [0_u16; PART];
            let mover = mover.0[p];
            for (g, number) in number.iter_mut().enumerate() {
                *number = (mover.0[g].number() as u16).wrapping_mul(0x9e37);
            }
            // Two lanes at a time: numbers of seeds are small.
            for (i, two) in self.lanes.chunks(2).enumerate() {
                let (Some(one), Some(other)) = (two.first(), two.last()) else { break };
                let (one, other) = (cells.line(*one)[p].get(), cells.line(*other)[p].get());
                let weight = weight(i);
                for (g, number) in number.iter_mut().enumerate() {
                    let (one, other) = (one.0[g].number() as u16, other.0[g].number() as u16);
                    *number = number.wrapping_add((one | other << 8).wrapping_mul(weight));
                }
            }
            self.number[p * PART..][..PART].copy_from_slice(&number);
        }
    }

    /// How often it stood, in some games.
    #[inline(always)]
    pub fn count(&mut self, cells: Cells<'_, T>, mover: &Row<T>, asked: &Row<T>) -> Row<T> {
        let mut stood = Row::NONE;
        asked.for_each(|game| {
            let filter = &mut self.filters[game];
            for at in self.until[game]..self.made.len() {
                if self.made[at].at(game) != T::NONE {
                    filter.insert(self.numbers[at][game]);
                }
            }
            self.until[game] = self.made.len();
            if filter.holds(self.number[game]) {
                stood.0[game / PART].0[game % PART] = T::of(self.count_one(cells, mover, game));
            }
        });
        stood
    }

    #[inline(never)]
    fn count_one(&self, cells: Cells<'_, T>, mover: &Row<T>, game: usize) -> u32 {
        let width = self.lanes.len();
        let same = |at: &usize| {
            let rows = self.rows[at * width..][..width].iter().zip(self.lanes);
            self.numbers[*at][game] == self.number[game]
                && self.made[*at].at(game) != T::NONE
                && self.movers[*at].at(game) == mover.at(game)
                && rows.into_iter().all(|(row, lane)| {
                    row.at(game) == cells.line(*lane)[game / PART].get().0[game % PART]
                })
        };
        let stood = (self.since[game]..self.made.len()).filter(same).count();
        (stood as u32).min(T::GREATEST)
    }

    /// In these games no earlier position can return.
    #[inline(always)]
    pub fn cut(&mut self, games: &Row<T>) {
        games.for_each(|game| self.begin_at(game, self.made.len()));
    }

    /// Keeps the position that is looked for.
    #[inline(always)]
    pub fn keep(&mut self, cells: Cells<'_, T>, mover: &Row<T>, ready: &Row<T>) {
        if self.made.len() >= self.full {
            self.give_up();
        }
        for at in self.lanes {
            self.rows.push(cells.row(*at));
        }
        self.movers.push(*mover);
        self.made.push(*ready);
        self.numbers.push(self.number);
    }

    /// Games begin; what was kept last is their first position.
    #[inline(always)]
    pub fn begin(&mut self, cells: Cells<'_, T>, mover: &Row<T>, fresh: &Row<T>) {
        let width = self.lanes.len();
        if self.made.is_empty() {
            self.rows.resize(width, Row::NONE);
            self.movers.push(Row::NONE);
            self.made.push(Row::NONE);
            self.numbers.push([0; GAMES]);
        }
        let last = self.made.len() - 1;
        self.look_for(cells, mover);
        for (row, at) in self.rows[last * width..].iter_mut().zip(self.lanes) {
            put(row, &cells.row(*at), fresh);
        }
        put(&mut self.made[last], fresh, fresh);
        put(&mut self.movers[last], mover, fresh);
        fresh.for_each(|game| self.numbers[last][game] = self.number[game]);
        fresh.for_each(|game| self.begin_at(game, last));
    }

    /// Earlier positions cannot return, in a game.
    #[inline(always)]
    fn begin_at(&mut self, game: usize, at: usize) {
        if self.until[game] > self.since[game] {
            self.filters[game] = Filter::NONE;
        }
        (self.since[game], self.until[game]) = (at, at);
    }

    /// Gives up what no game can return to.
    #[cold]
    fn give_up(&mut self) {
        let first = self.since.iter().copied().min().unwrap_or_default();
        self.rows.drain(..first * self.lanes.len());
        self.movers.drain(..first);
        self.made.drain(..first);
        self.numbers.drain(..first);
        let times = self.since.iter_mut().chain(&mut *self.until);
        times.for_each(|time| *time -= first);
        self.full = (2 * self.made.len()).max(MANY);
    }
}

/// In some games a row holds what another does.
#[inline(always)]
fn put<T: Cell>(row: &mut Row<T>, of: &Row<T>, games: &Row<T>) {
    for p in 0..PARTS {
        let (old, of, games) = (row.0[p], of.0[p], games.0[p]);
        row.0[p] = Part::each(|g| pick(games.0[g], of.0[g], old.0[g]));
    }
}
