//! Earlier positions of which no more is kept than their numbers.
//!
//! Those of the last positions are looked at as positions are made. Where a game has come farther than they
//! reach, its own list is looked through once in so many turns. Where some number stands there so often
//! that it may matter the game has to be played again, by a pack that keeps whole positions; it is seldom
//! needed.

use crate::recent::{Numbers, Recent, THERE, after};
use crate::row::{Cell, GAMES, PART, PARTS, Part, Row, yes};

/// So many of the last positions are compared side by side.
pub(crate) const NEAR: u32 = 32;

/// Once in so many turns, a power of two, what is farther back is looked at.
const TURNS: u32 = 64;

/// So many at most come to the list of a game at once.
const MOST: usize = (NEAR + TURNS) as usize;
const _: () = assert!(MOST <= THERE);

/// So many counts has the list of a game, a power of two.
const COUNTS: usize = 1024;

/// The half of a number that is compared first; of one that stands for nothing it is 0.
#[inline(always)]
fn half(number: u16) -> u8 {
    (number >> 8) as u8
}

/// What is looked at late.
#[derive(Clone, Debug)]
pub(crate) struct Late<T> {
    /// It matters when a position stands for the so-many-th time, at least the third.
    returns: u32,
    /// Half of the numbers of the last positions, each in the place of one before them.
    last: Box<[Row<u8>; NEAR as usize]>,
    /// In which games positions farther back than the last ones could return lately, and cannot any more.
    was_far: Row<T>,
    /// Until when has been looked.
    until: u32,
    /// When the games began.
    begun: Box<[u32; GAMES]>,
    lists: Box<[List]>,
    /// The games in which a position may have returned so often.
    doubtful: Vec<usize>,
}

/// The numbers of the positions of one game.
#[derive(Clone, Debug)]
struct List {
    numbers: Vec<u16>,
    /// How many there are with the same lowest bits.
    counts: [u8; COUNTS],
    /// Until when there are all.
    until: u32,
}

impl List {
    const NONE: List = List { numbers: Vec::new(), counts: [0; COUNTS], until: 0 };

    fn clear(&mut self) {
        self.numbers.clear();
        self.counts = [0; COUNTS];
    }

    /// Some more, at most [`MOST`]; whether one of them stands there so often now. 0 stands for nothing.
    #[inline(always)]
    fn add(&mut self, many: usize, number: impl Fn(usize) -> u16, often: usize) -> bool {
        let mut numbers = [0; MOST];
        // The game has waited most of the time, and not as foreseen.
        let mut some = 0;
        for nth in 0..many.min(MOST) {
            numbers[some] = number(nth);
            some += usize::from(numbers[some] != 0);
        }
        let numbers = &numbers[..some];
        let least = often.min(u8::MAX.into()) as u8;
        let mut may = false;
        for number in numbers {
            let count = &mut self.counts[usize::from(*number) % COUNTS];
            *count = count.saturating_add(1);
            may |= *count >= least;
        }
        self.numbers.extend_from_slice(numbers);
        may && self.stand(numbers, often)
    }

    /// Whether one of some numbers stands there so often.
    #[inline(never)]
    fn stand(&self, numbers: &[u16], often: usize) -> bool {
        let least = often.min(u8::MAX.into()) as u8;
        let may = |number: &&u16| self.counts[usize::from(**number) % COUNTS] >= least;
        numbers.iter().filter(may).any(|number| {
            // In numbers of two bytes, so that many are compared at once.
            let parts = self.numbers.chunks(u16::MAX.into());
            let stand = |part: &[u16]| part.iter().map(|n| u16::from(n == number)).sum::<u16>();
            parts.map(|part| usize::from(stand(part))).sum::<usize>() >= often
        })
    }
}

impl<T: Cell> Late<T> {
    pub fn of(returns: u32) -> Late<T> {
        Late {
            returns,
            last: Box::new([Row::NONE; NEAR as usize]),
            was_far: Row::NONE,
            until: 0,
            begun: Box::new([0; GAMES]),
            lists: vec![List::NONE; GAMES].into(),
            doubtful: Vec::new(),
        }
    }

    /// Games begin; their first position is that of that time.
    #[inline(always)]
    pub fn begin(&mut self, games: &Row<T>, time: u32) {
        for p in 0..PARTS {
            let (was, games) = (self.was_far.0[p], games.0[p]);
            self.was_far.0[p] = Part::each(|g| was.0[g].and(games.0[g].not()));
        }
        games.for_each(|game| {
            let game = usize::from(game);
            self.begun[game] = time;
            self.lists[game].clear();
            // Of what came before the game there is nothing to be known.
            self.lists[game].until = time;
        });
    }

    /// How often a position has to have stood before for it to matter.
    fn before(&self) -> usize {
        self.returns as usize - 1
    }

    /// The numbers of a time, in the place of others long past.
    #[inline(always)]
    pub fn keep(&mut self, time: u32, numbers: &Numbers) {
        let last = &mut self.last[(time % NEAR) as usize];
        for p in 0..PARTS {
            let numbers = numbers.part(p);
            last.0[p] = Part::each(|g| half(numbers[g]));
        }
    }

    /// In which games, of those asked for, half of a number stands so often among the last ones that it may
    /// matter.
    #[inline(always)]
    pub fn stood_often(&self, number: &Numbers, asked: &Row<T>) -> Row<T> {
        let before = self.before().min(NEAR as usize) as u8;
        let mut often = Row::NONE;
        for p in 0..PARTS {
            let (number, asked) = (number.part(p), asked.0[p]);
            let mine: Part<u8> = Part::each(|g| half(number[g]));
            let mut stood = Part::<u8>::NONE;
            for last in self.last.iter() {
                let (there, sum) = (last.0[p], stood);
                stood = Part::each(|g| sum.0[g].sub(yes(there.0[g] == mine.0[g])));
            }
            often.0[p] = Part::each(|g| yes::<T>(stood.0[g] >= before).and(asked.0[g]));
        }
        often
    }

    /// Looks at games in which a number stands so often among the last ones: whether that was in this game,
    /// and since positions can return.
    #[cold]
    pub fn doubt_each(
        &mut self,
        games: &Row<T>,
        numbers: &Recent,
        number: &Numbers,
        now: u32,
        since: &[u32; GAMES],
    ) {
        games.for_each(|game| {
            let game = usize::from(game);
            let times = (1..=after(now, since[game]).min(NEAR)).map(|back| now.wrapping_sub(back));
            let stood = times.filter(|time| numbers.at(*time).0[game] == number.0[game]);
            if stood.count() >= self.before() {
                self.doubtful.push(game);
            }
        });
    }

    /// In some games earlier positions will not be able to return any more.
    #[inline(always)]
    pub fn leave(&mut self, games: &Row<T>, now: u32, since: &[u32; GAMES]) {
        for p in 0..PARTS {
            let (was, games) = (self.was_far.0[p], games.0[p]);
            let since = &since.as_chunks::<PART>().0[p];
            let far: Part<T> = Part::each(|g| yes::<T>(after(now, since[g]) > NEAR));
            self.was_far.0[p] = Part::each(|g| was.0[g].or(games.0[g].and(far.0[g])));
        }
    }

    /// Looks at what has been kept until now, when it is time for that. `since`: since when positions can
    /// return in each game.
    #[inline(always)]
    pub fn look(&mut self, numbers: &Recent, now: u32, since: &[u32; GAMES]) {
        if now.is_multiple_of(TURNS) {
            self.look_at_all(numbers, now, since);
        }
    }

    #[inline(never)]
    fn look_at_all(&mut self, numbers: &Recent, now: u32, since: &[u32; GAMES]) {
        for game in 0..GAMES {
            if !self.is_far(game, now, since[game]) {
                continue;
            }
            if self.returned(game, numbers, now) {
                self.doubtful.push(game);
            }
            // What is farther back than the last positions is soon needed no more.
            if now.wrapping_sub(since[game]) <= NEAR {
                self.lists[game].until = now.wrapping_sub(1);
            }
        }
        self.was_far = Row::NONE;
        self.until = now;
    }

    /// Whether positions farther back than the last ones could return lately in a game.
    #[inline(always)]
    fn is_far(&self, game: usize, now: u32, since: u32) -> bool {
        after(now, since) > NEAR || self.was_far.at(game) != T::NONE
    }

    /// Whether a position of a game may have returned so often, that has not been looked at.
    pub fn is_doubtful(&mut self, game: usize, numbers: &Recent, now: u32, since: u32) -> bool {
        self.is_far(game, now, since) && self.returned(game, numbers, now)
    }

    /// The games in which a position may have returned so often; each is told once.
    pub fn take_doubtful(&mut self) -> Vec<usize> {
        let mut doubtful = std::mem::take(&mut self.doubtful);
        doubtful.sort_unstable();
        doubtful.dedup();
        doubtful
    }

    #[inline(always)]
    fn returned(&mut self, game: usize, numbers: &Recent, now: u32) -> bool {
        let list = &mut self.lists[game];
        let known = list.until == self.until;
        if !known {
            list.clear();
        }
        let back = now.wrapping_sub(self.until) + if known { 0 } else { NEAR };
        let back = back.min(now.wrapping_sub(self.begun[game]));
        list.until = now;
        let from = now.wrapping_sub(back);
        let number = |nth: usize| numbers.at(from.wrapping_add(nth as u32)).0[game];
        list.add(back as usize, number, self.returns as usize)
    }
}
