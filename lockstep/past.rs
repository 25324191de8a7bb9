//! Earlier positions of the games of a pack.
//!
//! Each has a number that equal ones share. Those of the last positions lie side by side and are compared
//! in all games at once. Most games come to something that cannot be taken back before more are needed;
//! each of the others has its own list of what is earlier still, which is looked through as well, [at
//! once](Far) or [late](Late).

use crate::cells::Cells;
use crate::draw::mix;
use crate::far::Far;
use crate::late::Late;
use crate::op::At;
use crate::recent::{NEAR, Numbers, Recent, after};
use crate::row::{Cell, GAMES, PART, PARTS, Part, Row, pick, yes};

/// Positions as they were made.
#[derive(Clone, Debug)]
pub struct Past<'c, T> {
    /// What tells positions apart.
    lanes: &'c [At],
    /// What a seed in each of them counts in the number of a position.
    weights: Box<[u16]>,
    /// How many have been kept. Times are counted in it, and may come round.
    kept: u32,
    /// These lanes of each, part by part, and one that tells in which games the position was made, and
    /// who was about to move then; each in the place of one to which no game can return any more.
    rows: Vec<Part<T>>,
    /// For how many there is room, a power of two; and until when for certain.
    room: u32,
    until: u32,
    /// The numbers of the last positions.
    numbers: Recent,
    /// The number of the position that is looked for.
    number: Numbers,
    /// Since when positions can return, in each game.
    since: Box<[u32; GAMES]>,
    /// What is earlier than the last positions.
    earlier: Earlier<T>,
}

/// How earlier positions are looked at.
#[derive(Clone, Debug)]
enum Earlier<T> {
    AtOnce(Far),
    Late(Late<T>),
}

/// What a seed in a lane counts in the number of a position: odd numbers without a pattern, so that seeds
/// that go one way and others that go another do not make up for each other.
fn weight(i: usize) -> u16 {
    (mix(1 + i as u64) >> 32) as u16 | 1
}

/// What it counts in the number of a position who is about to move.
#[inline(always)]
fn of_mover<T: Cell>(mover: T) -> u16 {
    (mover.number() as u16).wrapping_mul(0x9e37)
}

/// A number of a position, in some games.
#[inline(always)]
fn put<T: Cell>(row: &mut [Part<T>], i: usize, games: &Row<T>, n: T) {
    for p in 0..PARTS {
        let (games, old) = (games.0[p], row[i * PARTS + p]);
        row[i * PARTS + p] = Part::each(|g| pick(games.0[g], n, old.0[g]));
    }
}

impl<'c, T: Cell> Past<'c, T> {
    /// Nothing yet; `lanes`: what tells positions apart. `late`: earlier positions than the last ones are
    /// looked at late, and it matters when one stands for the so-many-th time.
    pub fn of(lanes: &'c [At], late: Option<u32>) -> Past<'c, T> {
        Past {
            lanes,
            weights: (0..lanes.len()).map(weight).collect(),
            kept: 0,
            rows: Vec::new(),
            room: 0,
            until: 0,
            numbers: Recent::none(),
            number: Numbers::NONE,
            since: Box::new([0; GAMES]),
            earlier: match late {
                None => Earlier::AtOnce(Far::new()),
                Some(returns) => Earlier::Late(Late::of(returns)),
            },
        }
    }

    /// Parts of a position.
    #[inline(always)]
    fn size(&self) -> usize {
        (self.lanes.len() + 1) * PARTS
    }

    /// Where the position of that time begins.
    #[inline(always)]
    fn begin_of(&self, time: u32) -> usize {
        (time & (self.room - 1)) as usize * self.size()
    }

    /// The last positions are those since that time.
    #[inline(always)]
    fn near(&self) -> u32 {
        match &self.earlier {
            Earlier::AtOnce(far) => far.until(),
            Earlier::Late(_) => self.kept.wrapping_sub(NEAR),
        }
    }

    /// The position that is looked for, or kept, next.
    #[inline(always)]
    pub fn look_for(&mut self, cells: Cells<'_, T>, mover: &Row<T>) {
        for p in 0..PARTS {
            let mut number = [0_u16; PART];
            let mover = mover.0[p];
            for g in 0..PART {
                number[g] = of_mover(mover.0[g]);
            }
            for (lane, weight) in self.lanes.iter().zip(&self.weights) {
                let lane = cells.line(*lane)[p].get();
                for g in 0..PART {
                    let seeds = lane.0[g].number() as u16;
                    number[g] = number[g].wrapping_add(seeds.wrapping_mul(*weight));
                }
            }
            for g in 0..PART {
                number[g] = number[g].max(1);
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
        soonest: u32,
    ) -> Row<T> {
        let mut stood = Row::NONE;
        if !asked.any() {
            return stood;
        }
        let mut maybe = Row::<T>::NONE;
        let near = self.near();
        let many = (self.kept.wrapping_sub(near) + 1).saturating_sub(soonest);
        for p in 0..PARTS {
            let mine = self.number.part(p);
            let mut least = [u16::MAX; PART];
            for nth in 0..many {
                let time = near.wrapping_add(nth);
                let there = self.numbers.at(time).part(p);
                for g in 0..PART {
                    least[g] = least[g].min(there[g] ^ mine[g]);
                }
            }
            let asked = asked.0[p];
            maybe.0[p] = Part::each(|g| yes::<T>(least[g] == 0).and(asked.0[g]));
        }
        if let Earlier::AtOnce(far) = &self.earlier {
            far.look(asked, &self.number, &self.since, &mut maybe);
        }
        if maybe.any() {
            self.count_each(cells, mover, &maybe, &mut stood);
        }
        stood
    }

    /// How often it stood, game by game.
    #[inline(never)]
    fn count_each(&self, cells: Cells<'_, T>, mover: &Row<T>, games: &Row<T>, stood: &mut Row<T>) {
        let mut mine = Vec::with_capacity(self.lanes.len() + 1);
        games.for_each(|game| {
            let game = usize::from(game);
            mine.clear();
            mine.extend(self.lanes.iter().map(|lane| cells.one(*lane, game)));
            mine.push(mover.at(game).add(T::ONE));
            let many = self.count_one(game, &mine);
            stood.0[game / PART].0[game % PART] = T::of(many.min(T::GREATEST));
        });
    }

    fn count_one(&self, game: usize, mine: &[T]) -> u32 {
        let (number, since) = (self.number.0[game], self.since[game]);
        let mut stood = 0;
        if let Earlier::AtOnce(far) = &self.earlier {
            far.each(game, since, number, |nth| {
                stood += u32::from(self.is(game, since.wrapping_add(nth), mine));
            });
        }
        let many = after(self.kept, since).min(self.kept.wrapping_sub(self.near()));
        for back in 1..=many {
            let time = self.kept.wrapping_sub(back);
            let there = self.numbers.at(time).0[game];
            if there == number && self.is(game, time, mine) {
                stood += 1;
            }
        }
        stood
    }

    /// Whether that is what was kept of a game at that time.
    fn is(&self, game: usize, time: u32, mine: &[T]) -> bool {
        let (part, at) = (game / PART, game % PART);
        let row = &self.rows[self.begin_of(time)..][..self.size()];
        mine.iter().zip(row.as_chunks::<PARTS>().0).all(|(n, there)| *n == there[part].0[at])
    }

    /// In these games no earlier position can return.
    #[inline(always)]
    pub fn cut(&mut self, games: &Row<T>) {
        self.begin_at(self.kept, games);
    }

    /// Earlier positions cannot return, in some games.
    #[inline(always)]
    fn begin_at(&mut self, time: u32, games: &Row<T>) {
        for p in 0..PARTS {
            let games = games.0[p];
            let since = &mut self.since.as_chunks_mut::<PART>().0[p];
            for g in 0..PART {
                since[g] = if games.0[g] == T::NONE { since[g] } else { time };
            }
        }
    }

    /// Keeps the position that is looked for.
    #[inline(always)]
    pub fn keep(&mut self, cells: Cells<'_, T>, mover: &Row<T>, ready: &Row<T>) {
        if self.kept == self.until {
            self.make_room();
        }
        let (size, begin) = (self.size(), self.begin_of(self.kept));
        let row = &mut self.rows[begin..][..size];
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
        let kept = &mut self.numbers.at_mut(self.kept).0;
        for p in 0..PARTS {
            let (number, ready) = (self.number.part(p), ready.0[p]);
            let kept = &mut kept.as_chunks_mut::<PART>().0[p];
            for g in 0..PART {
                kept[g] = if ready.0[g] == T::NONE { 0 } else { number[g] };
            }
        }
        self.kept = self.kept.wrapping_add(1);
        match &mut self.earlier {
            Earlier::AtOnce(far) => far.leave(&self.numbers, self.kept, &self.since),
            Earlier::Late(late) => late.look(&self.numbers, self.kept, &self.since),
        }
    }

    /// Looks for how long there is room, and makes more where no game has done with what was kept first.
    #[cold]
    fn make_room(&mut self) {
        let oldest = match &self.earlier {
            Earlier::AtOnce(_) => self.since.iter().map(|since| after(self.kept, *since)).max(),
            Earlier::Late(_) => None,
        };
        let longest = oldest.unwrap_or_default().max(NEAR);
        let (old, size) = (self.room, self.size());
        // The less room there is the more of it stays near; but it is not to be looked for too often.
        if longest + NEAR > old {
            self.room = (2 * old).max(2 * NEAR);
            let mut rows = vec![Part::NONE; self.room as usize * size];
            for back in 1..=longest.min(old) {
                let time = self.kept.wrapping_sub(back);
                let from = (time & (old - 1)) as usize * size;
                rows[self.begin_of(time)..][..size].copy_from_slice(&self.rows[from..][..size]);
            }
            self.rows = rows;
        }
        self.until = self.kept.wrapping_add(self.room - longest);
    }

    /// Before the first game there have been as many positions as there have to be, of no game.
    #[inline(always)]
    fn open(&mut self) {
        if self.rows.is_empty() {
            self.kept = NEAR;
            self.make_room();
        }
    }

    /// Games begin, all with the same position; what was kept last is their first one.
    #[inline(always)]
    pub fn begin(&mut self, cells: Cells<'_, T>, mover: &Row<T>, fresh: &Row<T>) {
        self.open();
        let Some(game) = fresh.first() else { return };
        let last = self.kept.wrapping_sub(1);
        let (size, begin) = (self.size(), self.begin_of(last));
        let row = &mut self.rows[begin..][..size];
        let mut number = of_mover(mover.at(game));
        for i in 0..self.lanes.len() {
            let n = cells.one(self.lanes[i], game);
            number = number.wrapping_add((n.number() as u16).wrapping_mul(self.weights[i]));
            put(row, i, fresh, n);
        }
        put(row, self.lanes.len(), fresh, mover.at(game).add(T::ONE));
        let number = number.max(1);
        let kept = &mut self.numbers.at_mut(last).0;
        for p in 0..PARTS {
            let (fresh, kept) = (fresh.0[p], &mut kept.as_chunks_mut::<PART>().0[p]);
            for g in 0..PART {
                kept[g] = if fresh.0[g] == T::NONE { kept[g] } else { number };
            }
        }
        self.begin_at(last, fresh);
        if let Earlier::Late(late) = &mut self.earlier {
            late.begin(fresh, last);
        }
    }

    /// A game goes on that has been played elsewhere; `kept`: its position is one that can return.
    pub fn enter(&mut self, cells: Cells<'_, T>, mover: T, game: usize, kept: bool) {
        self.open();
        let mut fresh = Row::NONE;
        fresh.put(game, T::ALL);
        let last = self.kept.wrapping_sub(1);
        if kept {
            let mut movers = Row::NONE;
            movers.put(game, mover);
            return self.begin(cells, &movers, &fresh);
        }
        self.numbers.at_mut(last).0[game] = 0;
        self.begin_at(self.kept, &fresh);
        if let Earlier::Late(late) = &mut self.earlier {
            late.begin(&fresh, last);
        }
    }

    /// The games in which a position may have returned so often that it matters; each is told once.
    pub fn take_doubtful(&mut self) -> Vec<usize> {
        match &mut self.earlier {
            Earlier::AtOnce(_) => Vec::new(),
            Earlier::Late(late) => std::mem::take(&mut late.doubtful),
        }
    }

    /// Whether one of those may have, in a game, that it has not been told for.
    #[inline]
    pub fn is_doubtful(&mut self, game: usize) -> bool {
        match &mut self.earlier {
            Earlier::AtOnce(_) => false,
            Earlier::Late(late) => late.is_doubtful(game, &self.numbers, self.kept),
        }
    }
}
