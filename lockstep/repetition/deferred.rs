//! Deferred detection: only hashes are stored.
//!
//! The hashes of the last positions are compared in every turn. For games whose history is longer than that
//! window, a list of all hashes is searched every [`CHECK_INTERVAL`] turns. If a hash occurs so often that it
//! may matter, the game has to be replayed with exact detection; that is rare.

use super::window::{HashRow, HashWindow, WINDOW_CAPACITY, elapsed};
use crate::row::{CellValue, GAMES, PART, PARTS, Row, RowPart, mask};

/// Positions compared in every turn.
pub(crate) const DEFERRED_WINDOW_LEN: u32 = 32;

/// Turns between two checks of older positions; a power of two.
const CHECK_INTERVAL: u32 = 64;

/// Most hashes added to a list at once.
const MAX_ADDED: usize = (DEFERRED_WINDOW_LEN + CHECK_INTERVAL) as usize;
const _: () = assert!(MAX_ADDED <= WINDOW_CAPACITY);

/// Counters of a list, a power of two.
const COUNTS: usize = 1024;

/// The byte that is compared first; it is 0 only for the hash 0 (no position).
#[inline(always)]
fn high_byte(hash: u16) -> u8 {
    (hash >> 8) as u8
}

/// Deferred repetition check: exact counts every 64 turns.
#[derive(Clone, Debug)]
pub(crate) struct DeferredCheck<T> {
    /// The number of occurrences that matters, at least 3.
    returns: u32,
    /// High bytes of the last hashes, a ring buffer.
    window: Box<[Row<u8>; DEFERRED_WINDOW_LEN as usize]>,
    /// Mask of the games in which positions older than the window could return since the last check, but no
    /// longer can.
    had_older: Row<T>,
    /// Time of the last check.
    checked_until: u32,
    /// Time at which each game began.
    game_start: Box<[u32; GAMES]>,
    lists: Box<[HashList]>,
    /// Games in which a position may have occurred too often.
    suspects: Vec<usize>,
}

/// Hashes of all positions of one game.
#[derive(Clone, Debug)]
struct HashList {
    hashes: Vec<u16>,
    /// Number of hashes with the same low bits.
    counts: [u8; COUNTS],
    /// The list is complete up to this time.
    complete_until: u32,
}

impl HashList {
    const NONE: HashList = HashList { hashes: Vec::new(), counts: [0; COUNTS], complete_until: 0 };

    fn clear(&mut self) {
        self.hashes.clear();
        self.counts = [0; COUNTS];
    }

    /// Adds at most [`MAX_ADDED`] hashes (0 means none); returns whether one of them now occurs `often`
    /// times.
    #[inline(always)]
    fn add_and_check(&mut self, many: usize, hash: impl Fn(usize) -> u16, often: usize) -> bool {
        let mut hashes = [0; MAX_ADDED];
        // Branch-free on purpose: whether the game waited is unpredictable.
        let mut some = 0;
        for nth in 0..many.min(MAX_ADDED) {
            hashes[some] = hash(nth);
            some += usize::from(hashes[some] != 0);
        }
        let hashes = &hashes[..some];
        let least = often.min(u8::MAX.into()) as u8;
        let mut may = false;
        for hash in hashes {
            let count = &mut self.counts[usize::from(*hash) % COUNTS];
            *count = count.saturating_add(1);
            may |= *count >= least;
        }
        self.hashes.extend_from_slice(hashes);
        may && self.any_repeated(hashes, often)
    }

    /// Whether one of some hashes occurs `often` times.
    #[inline(never)]
    fn any_repeated(&self, hashes: &[u16], often: usize) -> bool {
        let least = often.min(u8::MAX.into()) as u8;
        let may = |hash: &&u16| self.counts[usize::from(**hash) % COUNTS] >= least;
        hashes.iter().filter(may).any(|hash| {
            // Counted in `u16`, so that many are compared at once.
            let parts = self.hashes.chunks(u16::MAX.into());
            let stand = |part: &[u16]| part.iter().map(|n| u16::from(n == hash)).sum::<u16>();
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

    /// Starts games whose first position is that of `time`.
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
            // Times before the game do not count.
            self.lists[game].complete_until = time;
        });
    }

    /// Earlier occurrences after which the next one matters.
    fn needed_before(&self) -> usize {
        self.returns as usize - 1
    }

    /// Adds the hashes of a time to the window.
    #[inline(always)]
    pub fn push_hashes(&mut self, time: u32, hashes: &HashRow) {
        let last = &mut self.window[(time % DEFERRED_WINDOW_LEN) as usize];
        for p in 0..PARTS {
            let hashes = hashes.part(p);
            last.0[p] = RowPart::each(|g| high_byte(hashes[g]));
        }
    }

    /// Mask of the games (among `asked`) in which a high byte occurs so often in the window that it may
    /// matter.
    #[inline(always)]
    pub fn often_in_window(&self, hash: &HashRow, asked: &Row<T>) -> Row<T> {
        let before = self.needed_before().min(DEFERRED_WINDOW_LEN as usize) as u8;
        let mut often = Row::NONE;
        for p in 0..PARTS {
            let (hash, asked) = (hash.part(p), asked.0[p]);
            let mine: RowPart<u8> = RowPart::each(|g| high_byte(hash[g]));
            let mut count = RowPart::<u8>::NONE;
            for last in self.window.iter() {
                let (there, sum) = (last.0[p], count);
                count = RowPart::each(|g| sum.0[g].sub(mask(there.0[g] == mine.0[g])));
            }
            often.0[p] = RowPart::each(|g| mask::<T>(count.0[g] >= before).and(asked.0[g]));
        }
        often
    }

    /// Looks more closely at games with a frequent high byte: whole hashes, and only positions that can
    /// return.
    #[cold]
    pub fn check_suspects(
        &mut self,
        games: &Row<T>,
        hashes: &HashWindow,
        hash: &HashRow,
        now: u32,
        since: &[u32; GAMES],
    ) {
        games.for_each(|game| {
            let game = usize::from(game);
            let times = (1..=elapsed(now, since[game]).min(DEFERRED_WINDOW_LEN))
                .map(|back| now.wrapping_sub(back));
            let equal = times.filter(|time| hashes.at(*time).0[game] == hash.0[game]);
            if equal.count() >= self.needed_before() {
                self.suspects.push(game);
            }
        });
    }

    /// Records that positions older than the window stop being able to return in some games.
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

    /// Checks older positions if it is time. `since`: for each game, the time of the first position that can
    /// return.
    #[inline(always)]
    pub fn check_if_due(&mut self, hashes: &HashWindow, now: u32, since: &[u32; GAMES]) {
        if now.is_multiple_of(CHECK_INTERVAL) {
            self.check_all(hashes, now, since);
        }
    }

    #[inline(never)]
    fn check_all(&mut self, hashes: &HashWindow, now: u32, since: &[u32; GAMES]) {
        for game in 0..GAMES {
            if !self.has_older(game, now, since[game]) {
                continue;
            }
            if self.update_list(game, hashes, now) {
                self.suspects.push(game);
            }
            // Positions older than the window are no longer needed.
            if now.wrapping_sub(since[game]) <= DEFERRED_WINDOW_LEN {
                self.lists[game].complete_until = now.wrapping_sub(1);
            }
        }
        self.had_older = Row::NONE;
        self.checked_until = now;
    }

    /// Whether positions older than the window could return in a game since the last check.
    #[inline(always)]
    fn has_older(&self, game: usize, now: u32, since: u32) -> bool {
        elapsed(now, since) > DEFERRED_WINDOW_LEN || self.had_older.at(game) != T::NONE
    }

    /// Whether a position of a game may have occurred too often since the last check.
    pub fn is_suspect(&mut self, game: usize, hashes: &HashWindow, now: u32, since: u32) -> bool {
        self.has_older(game, now, since) && self.update_list(game, hashes, now)
    }

    /// Games in which a position may have occurred too often; each is returned once.
    pub fn take_suspects(&mut self) -> Vec<usize> {
        let mut doubtful = std::mem::take(&mut self.suspects);
        doubtful.sort_unstable();
        doubtful.dedup();
        doubtful
    }

    #[inline(always)]
    fn update_list(&mut self, game: usize, hashes: &HashWindow, now: u32) -> bool {
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
        let hash = |nth: usize| hashes.at(from.wrapping_add(nth as u32)).0[game];
        list.add_and_check(back as usize, hash, self.returns as usize)
    }
}
