//! Earlier positions of the games of a pack.

use crate::op::At;
use crate::row::{Cell, GAMES, PART, PARTS, Part, Row, pick};
use crate::steps::Cells;

/// So many are kept before those that nobody can return to are given up.
const MANY: usize = 64;

/// So many of the last ones are compared with a position side by side, in all games at once; earlier
/// ones are looked for game by game.
const NEAR: usize = 48;

/// Words of the filter of a game.
const FILTER: usize = 64;

/// Positions as they were made, those of all games together.
#[derive(Clone, Debug)]
pub struct Past<'c, T> {
    /// What tells positions apart.
    lanes: &'c [At],
    /// How many are kept.
    kept: usize,
    /// These lanes of each, part by part, and one that tells in which games the position was made, and
    /// who was about to move then; with room for more.
    rows: Vec<Part<T>>,
    /// A number of each that equal ones share, and others mostly do not; with room for more.
    numbers: Vec<Numbers>,
    /// The number of the position that is looked for, and for each game nothing if one of the last
    /// positions has the same.
    number: Numbers,
    near: Numbers,
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
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Numbers([u16; GAMES]);

impl Numbers {
    const NONE: Numbers = Numbers([0; GAMES]);
}

/// So many numbers of two bytes are compared at a time.
const HALF: usize = PART / 2;

/// What two lanes count in the number of a position: odd numbers without a pattern.
#[inline(always)]
fn weight(i: usize) -> u16 {
    (2 * i as u16 + 1).wrapping_mul(40_503).rotate_left(7) | 1
}

/// Some numbers, and maybe others.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Filter([u64; FILTER]);

impl Filter {
    const NONE: Filter = Filter([0; FILTER]);

    /// Which words hold the two bits of a number, and which bits they are. The words lie near each other,
    /// where one look into memory finds both.
    #[inline]
    fn bits(number: u16) -> [(usize, u64); 2] {
        let near = usize::from(number >> 10) & !7;
        let other = number.wrapping_mul(0x9e35) ^ (number >> 7);
        let word = |n: u16| near | usize::from(n >> 10) & 7;
        [(word(number), 1 << (number >> 4 & 63)), (word(other), 1 << (other >> 4 & 63))]
    }

    #[inline]
    fn insert(&mut self, number: u16) {
        Filter::bits(number).into_iter().for_each(|(word, bit)| self.0[word] |= bit);
    }

    /// Whether a number may be in it.
    #[inline]
    fn holds(&self, number: u16) -> bool {
        let [(a, one), (b, other)] = Filter::bits(number);
        (self.0[a] & one != 0) & (self.0[b] & other != 0)
    }
}

impl<'c, T: Cell> Past<'c, T> {
    /// Nothing yet; `lanes`: what tells positions apart.
    pub fn of(lanes: &'c [At]) -> Past<'c, T> {
        Past {
            lanes,
            kept: 0,
            rows: Vec::new(),
            numbers: Vec::new(),
            number: Numbers::NONE,
            near: Numbers::NONE,
            since: Box::new([0; GAMES]),
            until: Box::new([0; GAMES]),
            filters: vec![Filter::NONE; GAMES].into(),
            full: 0,
        }
    }

    /// Parts of a position.
    fn size(&self) -> usize {
        (self.lanes.len() + 1) * PARTS
    }

    /// The position that is looked for, or kept, next.
    #[inline(always)]
    pub fn look_for(&mut self, cells: Cells<'_, T>, mover: &Row<T>) {
        for p in 0..PARTS {
            let mut number = [0_u16; PART];
            let mover = mover.0[p];
            for g in 0..PART {
                number[g] = (mover.0[g].number() as u16).wrapping_mul(0x9e37);
            }
            // Two lanes at a time: numbers of seeds are small.
            let mut at = 0;
            while at < self.lanes.len() {
                let other = self.lanes[(at + 1).min(self.lanes.len() - 1)];
                let (one, other) =
                    (cells.line(self.lanes[at])[p].get(), cells.line(other)[p].get());
                let weight = weight(at / 2);
                for g in 0..PART {
                    let (one, other) = (one.0[g].number() as u16, other.0[g].number() as u16);
                    number[g] = number[g].wrapping_add((one | other << 8).wrapping_mul(weight));
                }
                at += 2;
            }
            self.number.0.as_chunks_mut().0[p] = number;
        }
    }

    /// How often it stood, in some games. `soonest`: after fewer steps none returns.
    #[inline(always)]
    pub fn count(
        &mut self,
        cells: Cells<'_, T>,
        mover: &Row<T>,
        asked: &Row<T>,
        soonest: usize,
    ) -> Row<T> {
        if !asked.any() {
            return Row::NONE;
        }
        let to = (self.kept + 1).saturating_sub(soonest);
        let from = self.kept.saturating_sub(NEAR);
        let numbers = &self.numbers[from.min(to)..to];
        for p in 0..GAMES / HALF {
            let mine = self.number.0.as_chunks::<HALF>().0[p];
            let mut least = [u16::MAX; HALF];
            for there in numbers {
                let there = &there.0.as_chunks::<HALF>().0[p];
                for g in 0..HALF {
                    least[g] = least[g].min(there[g] ^ mine[g]);
                }
            }
            self.near.0.as_chunks_mut().0[p] = least;
        }
        self.count_asked(cells, mover, asked)
    }

    /// The same, game by game, where the number of one of the last positions is the same, or may be
    /// that of an earlier one.
    #[inline(never)]
    fn count_asked(&mut self, cells: Cells<'_, T>, mover: &Row<T>, asked: &Row<T>) -> Row<T> {
        let mut stood = Row::NONE;
        let near = self.kept.saturating_sub(NEAR);
        asked.for_each(|game| {
            let number = self.number.0[game];
            let mut maybe = self.near.0[game] == 0;
            if self.since[game] < near {
                let filter = &mut self.filters[game];
                for at in self.until[game]..near {
                    filter.insert(self.numbers[at].0[game]);
                }
                self.until[game] = near;
                maybe |= filter.holds(number);
            }
            if maybe {
                stood.0[game / PART].0[game % PART] = T::of(self.count_one(cells, mover, game));
            }
        });
        stood
    }

    fn count_one(&self, cells: Cells<'_, T>, mover: &Row<T>, game: usize) -> u32 {
        let (part, at) = (game / PART, game % PART);
        let size = self.size();
        let same = |nth: &usize| {
            let row = &self.rows[nth * size..][..size];
            let there = |lane: usize| row[lane * PARTS + part].0[at];
            self.numbers[*nth].0[game] == self.number.0[game]
                && there(self.lanes.len()) == mover.at(game).add(T::ONE)
                && self
                    .lanes
                    .iter()
                    .enumerate()
                    .all(|(i, lane)| there(i) == cells.line(*lane)[part].get().0[at])
        };
        let stood = (self.since[game]..self.kept).filter(same).count();
        (stood as u32).min(T::GREATEST)
    }

    /// In these games no earlier position can return.
    #[inline(never)]
    pub fn cut(&mut self, games: &Row<T>) {
        games.for_each(|game| self.begin_at(game, self.kept));
    }

    /// Keeps the position that is looked for.
    #[inline(always)]
    pub fn keep(&mut self, cells: Cells<'_, T>, mover: &Row<T>, ready: &Row<T>) {
        if self.kept >= self.full {
            self.give_up();
        }
        let size = self.size();
        let row = &mut self.rows[self.kept * size..][..size];
        for i in 0..self.lanes.len() {
            let line = cells.line(self.lanes[i]);
            for p in 0..PARTS {
                row[i * PARTS + p] = line[p].get();
            }
        }
        for p in 0..PARTS {
            let (mover, ready) = (mover.0[p], ready.0[p]);
            row[size - PARTS + p] = Part::each(|g| mover.0[g].add(T::ONE).and(ready.0[g]));
        }
        // Where a game waits, its position has the number that it is soon looked for with.
        let kept = &mut self.numbers[self.kept].0;
        for p in 0..PARTS {
            let (number, ready) = (self.number.0.as_chunks::<PART>().0[p], ready.0[p]);
            let kept = &mut kept.as_chunks_mut::<PART>().0[p];
            for g in 0..PART {
                kept[g] = number[g] ^ u16::from(ready.0[g] == T::NONE);
            }
        }
        self.kept += 1;
    }

    /// Games begin; what was kept last is their first position.
    #[inline(always)]
    pub fn begin(&mut self, cells: Cells<'_, T>, mover: &Row<T>, fresh: &Row<T>) {
        if self.kept == 0 {
            self.give_up();
            self.kept = 1;
        }
        self.look_for(cells, mover);
        let (last, size) = (self.kept - 1, self.size());
        let row = &mut self.rows[last * size..][..size];
        for p in 0..PARTS {
            let fresh = fresh.0[p];
            for i in 0..self.lanes.len() {
                let (old, of) = (row[i * PARTS + p], cells.line(self.lanes[i])[p].get());
                row[i * PARTS + p] = Part::each(|g| pick(fresh.0[g], of.0[g], old.0[g]));
            }
            let (old, mover) = (row[size - PARTS + p], mover.0[p]);
            row[size - PARTS + p] =
                Part::each(|g| pick(fresh.0[g], mover.0[g].add(T::ONE), old.0[g]));
        }
        self.begin_all(last, fresh);
    }

    #[inline(never)]
    fn begin_all(&mut self, last: usize, fresh: &Row<T>) {
        fresh.for_each(|game| {
            self.numbers[last].0[game] = self.number.0[game];
            self.begin_at(game, last);
        });
    }

    /// Earlier positions cannot return, in a game.
    fn begin_at(&mut self, game: usize, at: usize) {
        if self.until[game] > self.since[game] {
            self.filters[game] = Filter::NONE;
        }
        (self.since[game], self.until[game]) = (at, at);
    }

    /// Gives up what no game can return to, and makes room.
    #[cold]
    fn give_up(&mut self) {
        let first = self.since.iter().copied().min().unwrap_or_default().min(self.kept);
        let size = self.size();
        self.rows.copy_within(first * size..self.kept * size, 0);
        self.numbers.copy_within(first..self.kept, 0);
        let times = self.since.iter_mut().chain(&mut *self.until);
        times.for_each(|time| *time -= first);
        self.kept -= first;
        self.full = (2 * self.kept).max(MANY);
        self.rows.resize(self.full * size, Part::NONE);
        self.numbers.resize(self.full, Numbers::NONE);
    }
}
