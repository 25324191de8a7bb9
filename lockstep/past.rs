//! Earlier positions of the games of a pack.

use crate::row::{Cell, GAMES, Row, pick};

/// So many are kept before those that nobody can return to are given up.
const MANY: usize = 64;

/// Positions as they were made, those of all games together.
#[derive(Clone, Debug)]
pub struct Past<T> {
    /// Lanes of a position.
    width: usize,
    /// The lanes of each, and who was about to move.
    rows: Vec<Row<T>>,
    movers: Vec<Row<T>>,
    /// In which games a position was made.
    made: Vec<Row<T>>,
    /// A number of each that equal ones share, and others mostly do not.
    numbers: Vec<Row<u16>>,
    number: Row<u16>,
    /// Since when positions can return, in each game.
    since: Box<[usize; GAMES]>,
    /// Until when the games are looked at for what can be given up.
    full: usize,
}

/// What a lane counts in the number of a position: odd numbers without a pattern.
#[inline(always)]
fn weight(lane: usize) -> u16 {
    (lane as u16 + 1).wrapping_mul(40_503).rotate_left(7) | 1
}

impl<T: Cell> Past<T> {
    pub fn of(width: usize) -> Past<T> {
        Past {
            width,
            rows: Vec::new(),
            movers: Vec::new(),
            made: Vec::new(),
            numbers: Vec::new(),
            number: Row::NONE,
            since: Box::new([0; GAMES]),
            full: MANY,
        }
    }

    /// The position that is looked for, or kept, next.
    #[inline(always)]
    pub fn look_for<'r>(&mut self, now: impl Fn(usize) -> &'r Row<T>, mover: &Row<T>) {
        let mut number = Row::<u16>::each(|g| (mover.0[g].number() as u16).wrapping_mul(0x9e37));
        for lane in 0..self.width {
            let (row, weight) = (now(lane), weight(lane));
            number = Row::each(|g| {
                number.0[g].wrapping_add((row.0[g].number() as u16).wrapping_mul(weight))
            });
        }
        self.number = number;
    }

    /// How often it stood, in some games.
    #[inline(always)]
    pub fn count<'r>(
        &self,
        now: impl Fn(usize) -> &'r Row<T>,
        mover: &Row<T>,
        asked: &Row<T>,
        stood: &mut Row<T>,
    ) {
        let mut first = self.made.len();
        asked.for_each(|game| first = first.min(self.since[game]));
        let mut alike = Row::<u16>::NONE;
        for numbers in self.numbers.get(first..).unwrap_or_default() {
            alike = Row::each(|g| {
                let same = u16::from(numbers.0[g] == self.number.0[g]).wrapping_neg();
                alike.0[g] | same
            });
        }
        let alike: Row<T> = Row::each(|g| match alike.0[g] {
            0 => T::NONE,
            _ => asked.0[g],
        });
        if alike.any() {
            alike.for_each(|game| stood.0[game] = T::of(self.count_one(&now, mover, game)));
        }
    }

    #[inline(never)]
    fn count_one<'r>(
        &self,
        now: &impl Fn(usize) -> &'r Row<T>,
        mover: &Row<T>,
        game: usize,
    ) -> u32 {
        let same = |at: &usize| {
            let rows = &self.rows[at * self.width..][..self.width];
            self.numbers[*at].0[game] == self.number.0[game]
                && self.made[*at].0[game] != T::NONE
                && self.movers[*at].0[game] == mover.0[game]
                && rows.iter().enumerate().all(|(i, row)| row.0[game] == now(i).0[game])
        };
        let stood = (self.since[game]..self.made.len()).filter(same).count();
        (stood as u32).min(T::GREATEST)
    }

    /// In these games no earlier position can return.
    #[inline(always)]
    pub fn cut(&mut self, games: &Row<T>) {
        games.for_each(|game| self.since[game] = self.made.len());
    }

    /// Keeps the position that is looked for.
    #[inline(always)]
    pub fn keep<'r>(
        &mut self,
        now: impl Fn(usize) -> &'r Row<T>,
        mover: &Row<T>,
        ready: &Row<T>,
    ) {
        if self.made.len() >= self.full {
            self.give_up();
        }
        for i in 0..self.width {
            self.rows.push(*now(i));
        }
        self.movers.push(*mover);
        self.made.push(*ready);
        self.numbers.push(self.number);
    }

    /// Games begin; what was kept last is their first position.
    #[inline(always)]
    pub fn begin<'r>(
        &mut self,
        now: impl Fn(usize) -> &'r Row<T>,
        mover: &Row<T>,
        fresh: &Row<T>,
    ) {
        if self.made.is_empty() {
            self.rows.resize(self.width, Row::NONE);
            self.movers.push(Row::NONE);
            self.made.push(Row::NONE);
            self.numbers.push(Row::NONE);
        }
        let last = self.made.len() - 1;
        self.look_for(&now, mover);
        for lane in 0..self.width {
            let (row, now) = (&mut self.rows[last * self.width + lane], now(lane));
            *row = Row::each(|g| pick(fresh.0[g], now.0[g], row.0[g]));
        }
        let (made, movers) = (&mut self.made[last], &mut self.movers[last]);
        *made = Row::each(|g| made.0[g].or(fresh.0[g]));
        *movers = Row::each(|g| pick(fresh.0[g], mover.0[g], movers.0[g]));
        let (numbers, number) = (&mut self.numbers[last], self.number);
        *numbers = Row::each(|g| match fresh.0[g] == T::NONE {
            true => numbers.0[g],
            false => number.0[g],
        });
        fresh.for_each(|game| self.since[game] = last);
    }

    /// Gives up what no game can return to.
    #[cold]
    fn give_up(&mut self) {
        let first = self.since.iter().copied().min().unwrap_or_default();
        self.rows.drain(..first * self.width);
        self.movers.drain(..first);
        self.made.drain(..first);
        self.numbers.drain(..first);
        self.since.iter_mut().for_each(|since| *since -= first);
        self.full = (2 * self.made.len()).max(MANY);
    }
}
