//! Earlier positions that are looked at late.
//!
//! Only the numbers of the last positions are looked at as positions are made. Where a game has come
//! farther than they reach, its own list is looked through once in so many turns: whether some number
//! stands there so often that it may matter. Such a game has to be played again, by a pack that looks at
//! all positions at once; it is seldom needed.

use crate::recent::{NEAR, Recent, THERE, after};
use crate::row::{Cell, GAMES, PART, PARTS, Part, Row, yes};

/// So many words of a game's filter, twice.
const WORDS: usize = 32;

/// What is looked at late.
#[derive(Clone, Debug)]
pub(crate) struct Late<T> {
    /// It matters when a position stands for the so-many-th time, at least the third.
    returns: u32,
    /// In which games positions farther back than the last ones could return lately.
    was_far: Row<T>,
    /// Until when has been looked.
    until: u32,
    /// When the games began.
    begun: Box<[u32; GAMES]>,
    lists: Box<[List]>,
    /// The games in which a position may have returned so often.
    pub doubtful: Vec<usize>,
}

/// The numbers of the positions of one game.
#[derive(Clone, Debug, Default)]
struct List {
    numbers: Vec<u16>,
    /// Of each a bit, told by the number itself, in the first of two words; in the second where one more has
    /// the same bit.
    filter: [[u64; 2]; WORDS],
    /// Until when there are all.
    until: u32,
}

impl List {
    fn clear(&mut self) {
        self.numbers.clear();
        self.filter = [[0; 2]; WORDS];
    }

    /// Some more, at most [`THERE`]; whether one of them stands there so often now, at least for the third
    /// time. 0 stands for nothing.
    #[inline(always)]
    fn add(&mut self, many: usize, number: impl Fn(usize) -> u16, returns: u32) -> bool {
        let mut numbers = [0; THERE];
        // The game has waited most of the time, and not as foreseen.
        let mut some = 0;
        for nth in 0..many.min(THERE) {
            numbers[some] = number(nth);
            some += usize::from(numbers[some] != 0);
        }
        let numbers = &numbers[..some];
        // A bit of each that may have stood there twice, the last one's the highest.
        let mut twice: u64 = 0;
        for number in numbers {
            let [once, again] = &mut self.filter[usize::from(*number / 64) % WORDS];
            let bit = 1 << (number % 64);
            twice = (twice >> 1) | (u64::from(*again & bit != 0) << 63);
            *again |= *once & bit;
            *once |= bit;
        }
        self.numbers.extend_from_slice(numbers);
        while twice != 0 {
            let back = twice.leading_zeros() as usize;
            twice ^= (1 << 63) >> back;
            if self.stands(numbers[some - 1 - back]) >= returns as usize {
                return true;
            }
        }
        false
    }

    /// How often a number stands there.
    #[inline(never)]
    fn stands(&self, number: u16) -> usize {
        self.numbers.iter().filter(|n| **n == number).count()
    }
}

impl<T: Cell> Late<T> {
    pub fn of(returns: u32) -> Late<T> {
        Late {
            returns,
            was_far: Row::NONE,
            until: 0,
            begun: Box::new([0; GAMES]),
            lists: vec![List::default(); GAMES].into(),
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

    /// Looks at what has been kept until now, when it is time for that. `since`: since when positions can
    /// return in each game.
    #[inline(always)]
    pub fn look(&mut self, numbers: &Recent, now: u32, since: &[u32; GAMES]) {
        for p in 0..PARTS {
            let (was, since) = (self.was_far.0[p], &since.as_chunks::<PART>().0[p]);
            self.was_far.0[p] = Part::each(|g| was.0[g].or(yes(after(now, since[g]) > NEAR)));
        }
        if now.is_multiple_of(NEAR) {
            self.look_at_all(numbers, now, since);
        }
    }

    #[inline(never)]
    fn look_at_all(&mut self, numbers: &Recent, now: u32, since: &[u32; GAMES]) {
        let was_far = std::mem::replace(&mut self.was_far, Row::NONE);
        was_far.for_each(|game| {
            let game = usize::from(game);
            if self.returned(game, numbers, now) {
                self.doubtful.push(game);
            }
            // What is farther back than the last positions is soon needed no more.
            if now.wrapping_sub(since[game]) <= NEAR {
                self.lists[game].until = now.wrapping_sub(1);
            }
        });
        self.until = now;
    }

    /// Whether a position of a game may have returned so often, that has not been looked at.
    pub fn is_doubtful(&mut self, game: usize, numbers: &Recent, now: u32) -> bool {
        self.was_far.at(game) != T::NONE && self.returned(game, numbers, now)
    }

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
        list.add(back as usize, number, self.returns)
    }
}

/// A bit for each of the numbers that are looked at together.
const _: () = assert!(THERE <= u64::BITS as usize);
