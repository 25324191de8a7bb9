//! Earlier positions of the games of a pack.
//!
//! Each has a number that equal ones share. Those of the last positions lie side by side and are compared
//! in all games at once. Most games come to something that cannot be taken back before more are needed;
//! each of the others has its own list of what is earlier still, which may be looked at [late](Late).

use crate::draw::mix;
use crate::late::Late;
use crate::op::At;
use crate::row::{Cell, GAMES, PART, PARTS, Part, Row, pick, yes};
use crate::steps::Cells;

/// So many of the last positions are compared side by side; a power of two.
pub(crate) const NEAR: u32 = 32;

/// The numbers of so many are still there.
pub(crate) const NUMBERS: u32 = 2 * NEAR;

/// So many numbers of two bytes are compared at a time.
const GROUP: usize = PART / 2;

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
    /// The numbers of the last positions: equal ones share it, and others mostly do not. Where a game
    /// waited then it is 0.
    numbers: Box<[Numbers; NUMBERS as usize]>,
    /// The number of the position that is looked for.
    number: Numbers,
    /// Since when positions can return, in each game.
    since: Box<[u32; GAMES]>,
    /// The numbers of the positions since then but for the last ones, in each game; what is behind them
    /// stands for nothing.
    far: Box<[Vec<[u16; GROUP]>]>,
    /// Which games have any there.
    any_far: Row<T>,
    /// They are looked at late.
    late: Option<Late<T>>,
}

/// A number of each game.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Numbers(pub [u16; GAMES]);

impl Numbers {
    const NONE: Numbers = Numbers([0; GAMES]);

    #[inline(always)]
    fn part(&self, p: usize) -> &[u16; PART] {
        &self.0.as_chunks().0[p]
    }
}

/// What a seed in a lane counts in the number of a position: odd numbers without a pattern, so that seeds
/// that go one way and others that go another do not make up for each other.
fn weight(i: usize) -> u16 {
    (mix(i as u64) >> 32) as u16 | 1
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
            numbers: Box::new([Numbers::NONE; NUMBERS as usize]),
            number: Numbers::NONE,
            since: Box::new([0; GAMES]),
            far: vec![Vec::new(); GAMES].into(),
            any_far: Row::NONE,
            late: late.map(Late::of),
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

    /// Where its number stands, while it is one of the last.
    #[inline(always)]
    fn place(time: u32) -> usize {
        (time % NUMBERS) as usize
    }

    /// How many positions that can return come before that time, in a game.
    #[inline(always)]
    fn before(&self, time: u32, game: usize) -> u32 {
        let many = time.wrapping_sub(self.since[game]);
        if many > u32::MAX / 2 { 0 } else { many }
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
        let many = (NEAR + 1).saturating_sub(soonest);
        for p in 0..PARTS {
            let mine = self.number.part(p);
            let mut least = [u16::MAX; PART];
            for nth in 0..many {
                let time = self.kept.wrapping_sub(NEAR).wrapping_add(nth);
                let there = self.numbers[Self::place(time)].part(p);
                for g in 0..PART {
                    least[g] = least[g].min(there[g] ^ mine[g]);
                }
            }
            let asked = asked.0[p];
            maybe.0[p] = Part::each(|g| yes::<T>(least[g] == 0).and(asked.0[g]));
        }
        let first = self.kept.wrapping_sub(NEAR);
        for p in 0..PARTS {
            if self.late.is_some() {
                break;
            }
            let (far, asked) = (self.any_far.0[p], asked.0[p]);
            let mut bits = Part::each(|g| far.0[g].and(asked.0[g])).bits();
            while bits != 0 {
                let at = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let there = self.may_be_far(p * PART + at, self.before(first, p * PART + at));
                maybe.0[p].0[at] = maybe.0[p].0[at].or(yes(there));
            }
        }
        if maybe.any() {
            self.count_each(cells, mover, &maybe, &mut stood);
        }
        stood
    }

    /// Whether one of so many positions before the last ones may have the number that is looked for.
    #[inline(always)]
    fn may_be_far(&self, game: usize, many: u32) -> bool {
        let (groups, number) = (&self.far[game], self.number.0[game]);
        let mut least = [u16::MAX; GROUP];
        for nth in 0..(many as usize).div_ceil(GROUP) {
            let group = &groups[nth];
            for i in 0..GROUP {
                least[i] = least[i].min(group[i] ^ number);
            }
        }
        let mut all = u16::MAX;
        for i in 0..GROUP {
            all = all.min(least[i]);
        }
        all == 0
    }

    /// How often it stood, game by game.
    #[inline(never)]
    fn count_each(&self, cells: Cells<'_, T>, mover: &Row<T>, games: &Row<T>, stood: &mut Row<T>) {
        let mut mine = Vec::with_capacity(self.lanes.len() + 1);
        games.for_each(|game| {
            let (part, at) = (game / PART, game % PART);
            let lanes = self.lanes.iter().map(|lane| cells.line(*lane)[part].get().0[at]);
            mine.clear();
            mine.extend(lanes.chain([mover.at(game).add(T::ONE)]));
            stood.0[part].0[at] = T::of(self.count_one(game, &mine).min(T::GREATEST));
        });
    }

    fn count_one(&self, game: usize, mine: &[T]) -> u32 {
        let (part, at, number) = (game / PART, game % PART, self.number.0[game]);
        let is_mine = |time: u32| {
            let row = &self.rows[self.begin_of(time)..][..self.size()];
            row.iter().skip(part).step_by(PARTS).map(|part| part.0[at]).eq(mine.iter().copied())
        };
        let since = self.since[game];
        let far = self.before(self.kept.wrapping_sub(NEAR), game);
        let known = if self.late.is_some() { 0 } else { far };
        let numbers = self.far[game].as_flattened().iter().take(known as usize);
        let times = (0..known).map(|nth| since.wrapping_add(nth)).zip(numbers.copied());
        let near = (far..self.before(self.kept, game)).map(|nth| {
            let time = since.wrapping_add(nth);
            (time, self.numbers[Self::place(time)].0[game])
        });
        let same = times.chain(near).filter(|(time, n)| *n == number && is_mine(*time));
        same.count() as u32
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
            let far = self.any_far.0[p];
            self.any_far.0[p] = Part::each(|g| far.0[g].and(games.0[g].not()));
        }
    }

    /// Keeps the position that is looked for.
    #[inline(always)]
    pub fn keep(&mut self, cells: Cells<'_, T>, mover: &Row<T>, ready: &Row<T>) {
        if self.kept == self.until {
            self.make_room();
        }
        self.leave_last();
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
        let kept = &mut self.numbers[Self::place(self.kept)].0;
        for p in 0..PARTS {
            let (number, ready) = (self.number.part(p), ready.0[p]);
            let kept = &mut kept.as_chunks_mut::<PART>().0[p];
            for g in 0..PART {
                kept[g] = if ready.0[g] == T::NONE { 0 } else { number[g] };
            }
        }
        self.kept = self.kept.wrapping_add(1);
        if let Some(late) = &mut self.late
            && self.kept % NEAR == 0
        {
            late.look(&self.numbers, self.kept, &self.since);
        }
    }

    /// Makes room for one more of the last positions: where the first of them can still return, its number
    /// goes to the game's own.
    #[inline(always)]
    fn leave_last(&mut self) {
        let time = self.kept.wrapping_sub(NEAR);
        for p in 0..PARTS {
            let since = &self.since.as_chunks::<PART>().0[p];
            let far = Part::each(|g| yes(time.wrapping_sub(since[g]) <= u32::MAX / 2));
            self.any_far.0[p] = far;
            if let Some(Late { was_far, .. }) = &mut self.late {
                let was = was_far.0[p];
                was_far.0[p] = Part::each(|g| was.0[g].or(far.0[g]));
                continue;
            }
            let mut bits = far.bits();
            while bits != 0 {
                let game = p * PART + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let (nth, number) =
                    (self.before(time, game), self.numbers[Self::place(time)].0[game]);
                let (group, at) = (nth as usize / GROUP, nth as usize % GROUP);
                let far = &mut self.far[game];
                match far.get_mut(group) {
                    Some(group) => group[at] = number,
                    None => far.push([number; GROUP]),
                }
            }
        }
    }

    /// Looks for how long there is room, and makes more where no game has done with what was kept first.
    #[cold]
    fn make_room(&mut self) {
        let longest = (0..GAMES).map(|game| self.before(self.kept, game)).max().unwrap_or_default();
        let longest = if self.late.is_some() { longest.min(NEAR) } else { longest };
        let (old, size) = (self.room, self.size());
        if longest >= old / 2 {
            self.room = (2 * old).max(2 * NEAR);
            let mut rows = vec![Part::NONE; self.room as usize * size];
            for back in 1..=longest {
                let time = self.kept.wrapping_sub(back);
                let from = (time & (old - 1)) as usize * size;
                rows[self.begin_of(time)..][..size].copy_from_slice(&self.rows[from..][..size]);
            }
            self.rows = rows;
        }
        self.until = self.kept.wrapping_add(self.room - longest);
    }

    /// Games begin; what was kept last is their first position.
    #[inline(always)]
    pub fn begin(&mut self, cells: Cells<'_, T>, mover: &Row<T>, fresh: &Row<T>) {
        if self.rows.is_empty() {
            self.make_room();
            self.kept = 1;
        }
        self.look_for(cells, mover);
        let last = self.kept.wrapping_sub(1);
        let (size, begin) = (self.size(), self.begin_of(last));
        let row = &mut self.rows[begin..][..size];
        for p in 0..PARTS {
            let fresh = fresh.0[p];
            for i in 0..self.lanes.len() {
                let (old, of) = (row[i * PARTS + p], cells.line(self.lanes[i])[p].get());
                row[i * PARTS + p] = Part::each(|g| pick(fresh.0[g], of.0[g], old.0[g]));
            }
            let (old, mover) = (row[size - PARTS + p], mover.0[p]);
            row[size - PARTS + p] =
                Part::each(|g| pick(fresh.0[g], mover.0[g].add(T::ONE), old.0[g]));
            let number = self.number.part(p);
            let kept = &mut self.numbers[Self::place(last)].0.as_chunks_mut::<PART>().0[p];
            for g in 0..PART {
                kept[g] = if fresh.0[g] == T::NONE { kept[g] } else { number[g] };
            }
        }
        self.begin_at(last, fresh);
        if let Some(late) = &mut self.late {
            for p in 0..PARTS {
                let was = late.was_far.0[p];
                late.was_far.0[p] = Part::each(|g| was.0[g].and(fresh.0[p].0[g].not()));
            }
            fresh.for_each(|game| late.begin(game, last));
        }
    }

    /// The games in which a position may have returned so often that it matters; each is told once.
    pub fn take_doubtful(&mut self) -> Vec<usize> {
        self.late.as_mut().map(|late| std::mem::take(&mut late.doubtful)).unwrap_or_default()
    }

    /// Whether one of those may have, in a game, that it has not been told for.
    pub fn is_doubtful(&mut self, game: usize) -> bool {
        let Some(late) = &mut self.late else { return false };
        late.was_far.at(game) != T::NONE && late.returned(game, &self.numbers, self.kept)
    }
}
