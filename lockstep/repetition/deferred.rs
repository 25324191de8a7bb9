//! Earlier positions of which no more is kept than their numbers.
//!
//! Those of the last positions are looked at as positions are made. Where a game has come farther than they
//! reach, its own list is looked through once in so many turns. Where some number stands there so often
//! that it may matter the game has to be played again, by a pack that keeps whole positions; it is seldom
//! needed.

use super::window::{HashRow, HashWindow, WINDOW_CAPACITY, elapsed};
use crate::row::{CellValue, GAMES, PART, PARTS, Row, RowPart, mask};

/// So many of the last positions are compared side by side.
pub(crate) const DEFERRED_WINDOW_LEN: u32 = 32;

/// Once in so many turns, a power of two, what is farther back is looked at.
const CHECK_INTERVAL: u32 = 64;

/// So many at most come to the list of a game at once.
const MAX_ADDED: usize = (DEFERRED_WINDOW_LEN + CHECK_INTERVAL) as usize;
const _: () = assert!(MAX_ADDED <= WINDOW_CAPACITY);

/// So many counts has the list of a game, a power of two.
const COUNTS: usize = 1024;

/// The half of a number that is compared first; of one that stands for nothing it is 0.
#[inline(always)]
fn high_byte(number: u16) -> u8 {
    (number >> 8) as u8
}

/// What is looked at late.
#[derive(Clone, Debug)]
pub(crate) struct DeferredCheck<T> {
    /// It matters when a position stands for the so-many-th time, at least the third.
    returns: u32,
    /// Half of the numbers of the last positions, each in the place of one before them.
    window: Box<[Row<u8>; DEFERRED_WINDOW_LEN as usize]>,
    /// In which games positions farther back than the last ones could return lately, and cannot any more.
    had_older: Row<T>,
    /// Until when has been looked.
    checked_until: u32,
    /// When the games began.
    game_start: Box<[u32; GAMES]>,
    lists: Box<[HashList]>,
    /// The games in which a position may have returned so often.
    suspects: Vec<usize>,
}

/// The numbers of the positions of one game.
#[derive(Clone, Debug)]
struct HashList {
    numbers: Vec<u16>,
    /// How many there are with the same lowest bits.
    counts: [u8; COUNTS],
    /// Until when there are all.
    complete_until: u32,
}

impl HashList {
    const NONE: HashList = HashList { numbers: Vec::new(), counts: [0; COUNTS], complete_until: 0 };

    fn clear(&mut self) {
        self.numbers.clear();
        self.counts = [0; COUNTS];
    }

    /// Some more, at most [`MAX_ADDED`]; whether one of them stands there so often now. 0 stands for nothing.
    #[inline(always)]
    fn add_and_check(&mut self, many: usize, number: impl Fn(usize) -> u16, often: usize) -> bool {
        let mut numbers = [0; MAX_ADDED];
        // The game has waited most of the time, and not as foreseen.
        let mut some = 0;
        for nth in 0..many.min(MAX_ADDED) {
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
        may && self.any_repeated(numbers, often)
    }

    /// Whether one of some numbers stands there so often.
    #[inline(never)]
    fn any_repeated(&self, numbers: &[u16], often: usize) -> bool {
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

impl<T: CellValue> DeferredCheck<T> {
    pub fn of(returns: u32) -> DeferredCheck<T> {
        DeferredCheck {
            returns,
            window: Box::new([Row::NONE; DEFERRED_WINDOW_LEN as usize]),
            had_older: Row::NONE,
            checked_until: 0,
            game_start: Box::new([0; GAMES]),
            lists: vec![HashList::NONE; GAMES].into(),
            suspects: Vec::new(),
        }
    }

    /// Games begin; their first position is that of that time.
    #[inline(always)]
    pub fn begin_games(&mut self, games: &Row<T>, time: u32) {
        for p in 0..PARTS {
            let (was, games) = (self.had_older.0[p], games.0[p]);
            self.had_older.0[p] = RowPart::each(|g| was.0[g].and(games.0[g].not()));
        }
        games.for_each(|game| {
            let game = usize::from(game);
            self.game_start[game] = time;
            self.lists[game].clear();
            // Of what came before the game there is nothing to be known.
            self.lists[game].complete_until = time;
        });
    }

    /// How often a position has to have stood before for it to matter.
    fn needed_before(&self) -> usize {
        self.returns as usize - 1
    }

    /// The numbers of a time, in the place of others long past.
    #[inline(always)]
    pub fn push_hashes(&mut self, time: u32, numbers: &HashRow) {
        let last = &mut self.window[(time % DEFERRED_WINDOW_LEN) as usize];
        for p in 0..PARTS {
            let numbers = numbers.part(p);
            last.0[p] = RowPart::each(|g| high_byte(numbers[g]));
        }
    }

    /// In which games, of those asked for, half of a number stands so often among the last ones that it may
    /// matter.
    #[inline(always)]
    pub fn often_in_window(&self, number: &HashRow, asked: &Row<T>) -> Row<T> {
        let before = self.needed_before().min(DEFERRED_WINDOW_LEN as usize) as u8;
        let mut often = Row::NONE;
        for p in 0..PARTS {
            let (number, asked) = (number.part(p), asked.0[p]);
            let mine: RowPart<u8> = RowPart::each(|g| high_byte(number[g]));
            let mut count = RowPart::<u8>::NONE;
            for last in self.window.iter() {
                let (there, sum) = (last.0[p], count);
                count = RowPart::each(|g| sum.0[g].sub(mask(there.0[g] == mine.0[g])));
            }
            often.0[p] = RowPart::each(|g| mask::<T>(count.0[g] >= before).and(asked.0[g]));
        }
        often
    }

    /// Looks at games in which a number stands so often among the last ones: whether that was in this game,
    /// and since positions can return.
    #[cold]
    pub fn check_suspects(
        &mut self,
        games: &Row<T>,
        numbers: &HashWindow,
        number: &HashRow,
        now: u32,
        since: &[u32; GAMES],
    ) {
        games.for_each(|game| {
            let game = usize::from(game);
            let times = (1..=elapsed(now, since[game]).min(DEFERRED_WINDOW_LEN))
                .map(|back| now.wrapping_sub(back));
            let equal = times.filter(|time| numbers.at(*time).0[game] == number.0[game]);
            if equal.count() >= self.needed_before() {
                self.suspects.push(game);
            }
        });
    }

    /// In some games earlier positions will not be able to return any more.
    #[inline(always)]
    pub fn note_older(&mut self, games: &Row<T>, now: u32, since: &[u32; GAMES]) {
        for p in 0..PARTS {
            let (was, games) = (self.had_older.0[p], games.0[p]);
            let since = &since.as_chunks::<PART>().0[p];
            let far: RowPart<T> =
                RowPart::each(|g| mask::<T>(elapsed(now, since[g]) > DEFERRED_WINDOW_LEN));
            self.had_older.0[p] = RowPart::each(|g| was.0[g].or(games.0[g].and(far.0[g])));
        }
    }

    /// Looks at what has been kept until now, when it is time for that. `since`: since when positions can
    /// return in each game.
    #[inline(always)]
    pub fn check_if_due(&mut self, numbers: &HashWindow, now: u32, since: &[u32; GAMES]) {
        if now.is_multiple_of(CHECK_INTERVAL) {
            self.check_all(numbers, now, since);
        }
    }

    #[inline(never)]
    fn check_all(&mut self, numbers: &HashWindow, now: u32, since: &[u32; GAMES]) {
        for game in 0..GAMES {
            if !self.has_older(game, now, since[game]) {
                continue;
            }
            if self.update_list(game, numbers, now) {
                self.suspects.push(game);
            }
            // What is farther back than the last positions is soon needed no more.
            if now.wrapping_sub(since[game]) <= DEFERRED_WINDOW_LEN {
                self.lists[game].complete_until = now.wrapping_sub(1);
            }
        }
        self.had_older = Row::NONE;
        self.checked_until = now;
    }

    /// Whether positions farther back than the last ones could return lately in a game.
    #[inline(always)]
    fn has_older(&self, game: usize, now: u32, since: u32) -> bool {
        elapsed(now, since) > DEFERRED_WINDOW_LEN || self.had_older.at(game) != T::NONE
    }

    /// Whether a position of a game may have returned so often, that has not been looked at.
    pub fn is_suspect(&mut self, game: usize, numbers: &HashWindow, now: u32, since: u32) -> bool {
        self.has_older(game, now, since) && self.update_list(game, numbers, now)
    }

    /// The games in which a position may have returned so often; each is told once.
    pub fn take_suspects(&mut self) -> Vec<usize> {
        let mut doubtful = std::mem::take(&mut self.suspects);
        doubtful.sort_unstable();
        doubtful.dedup();
        doubtful
    }

    #[inline(always)]
    fn update_list(&mut self, game: usize, numbers: &HashWindow, now: u32) -> bool {
        let list = &mut self.lists[game];
        let known = list.complete_until == self.checked_until;
        if !known {
            list.clear();
        }
        let back =
            now.wrapping_sub(self.checked_until) + if known { 0 } else { DEFERRED_WINDOW_LEN };
        let back = back.min(now.wrapping_sub(self.game_start[game]));
        list.complete_until = now;
        let from = now.wrapping_sub(back);
        let number = |nth: usize| numbers.at(from.wrapping_add(nth as u32)).0[game];
        list.add_and_check(back as usize, number, self.returns as usize)
    }
}
