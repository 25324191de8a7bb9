//! Earlier positions that are looked at as soon as the last ones are, game by game.

use super::window::{HashRow, HashWindow, WINDOW_CAPACITY, elapsed};
use crate::row::{CellValue, GAMES, PART, Row, mask};

/// So many numbers of two bytes are compared at a time.
const BLOCK_LEN: usize = PART / 2;

/// So many numbers of one game.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct HashBlock([u16; BLOCK_LEN]);

impl HashBlock {
    const NONE: HashBlock = HashBlock([0; BLOCK_LEN]);

    /// Whether a number is among them.
    #[inline(always)]
    fn contains(&self, number: u16) -> bool {
        let mut holds = false;
        for i in 0..BLOCK_LEN {
            holds |= self.0[i] == number;
        }
        holds
    }
}

/// So many of the last positions, and not many more, are compared side by side: others would not stay in
/// the first cache.
pub(crate) const WINDOW_LEN: u32 = 32;

/// Once in so many turns, a power of two, what does not belong to the last positions any more is given to
/// the games.
const FLUSH_INTERVAL: u32 = 16;
const _: () = assert!((WINDOW_LEN + FLUSH_INTERVAL) as usize <= WINDOW_CAPACITY);

/// Earlier positions than the last ones.
#[derive(Clone, Debug)]
pub(crate) struct OlderHashes {
    /// The numbers of the positions of each game since they can return, the first ones and the others;
    /// what is behind them stands for nothing.
    first_blocks: Box<[HashBlock; GAMES]>,
    more_blocks: Box<[Vec<HashBlock>]>,
    /// Which games had any when they were given some last.
    games_with_hashes: Vec<u8>,
    /// What has been kept before that time is there.
    flushed_until: u32,
}

impl OlderHashes {
    pub fn new() -> OlderHashes {
        OlderHashes {
            first_blocks: Box::new([HashBlock::NONE; GAMES]),
            more_blocks: vec![Vec::new(); GAMES].into(),
            games_with_hashes: Vec::with_capacity(GAMES),
            flushed_until: 0,
        }
    }

    /// The last positions are those since that time.
    #[inline(always)]
    pub fn flushed_until(&self) -> u32 {
        self.flushed_until
    }

    /// What has long been kept is given to the games, when it is time for that. `since`: since when
    /// positions can return in each.
    #[inline(always)]
    pub fn flush_if_due(&mut self, numbers: &HashWindow, now: u32, since: &[u32; GAMES]) {
        if now.is_multiple_of(FLUSH_INTERVAL) {
            self.flush(numbers, now.wrapping_sub(WINDOW_LEN), since);
        }
    }

    #[inline(never)]
    fn flush(&mut self, numbers: &HashWindow, until: u32, since: &[u32; GAMES]) {
        self.games_with_hashes.clear();
        for game in 0..GAMES {
            let many = elapsed(until, since[game]);
            if many == 0 {
                continue;
            }
            self.games_with_hashes.push(game as u8);
            let known = elapsed(self.flushed_until, since[game]);
            let others = &mut self.more_blocks[game];
            others.resize(
                (many as usize).div_ceil(BLOCK_LEN).max(others.len() + 1) - 1,
                HashBlock::NONE,
            );
            for nth in known..many {
                let time = since[game].wrapping_add(nth);
                let (group, at) = (nth as usize / BLOCK_LEN, nth as usize % BLOCK_LEN);
                let group = match group {
                    0 => &mut self.first_blocks[game],
                    _ => &mut others[group - 1],
                };
                group.0[at] = numbers.at(time).0[game];
            }
        }
        self.flushed_until = until;
    }

    /// Which positions of a game have that number, counted since they can return.
    pub fn for_each_match(&self, game: usize, since: u32, number: u16, mut each: impl FnMut(u32)) {
        let many = elapsed(self.flushed_until, since);
        let mut look = |group: &HashBlock, first: u32| {
            if group.contains(number) {
                let same = (first..many).zip(group.0).filter(|(_, there)| *there == number);
                same.for_each(|(nth, _)| each(nth));
            }
        };
        look(&self.first_blocks[game], 0);
        let others = (1..many.div_ceil(BLOCK_LEN as u32)).zip(&self.more_blocks[game]);
        others.for_each(|(nth, group)| look(group, nth * BLOCK_LEN as u32));
    }

    /// The games, of those asked for, that may have been where they are: one of their numbers is the one
    /// looked for.
    #[inline(always)]
    pub fn mark_candidates<T: CellValue>(
        &self,
        asked: &Row<T>,
        number: &HashRow,
        since: &[u32; GAMES],
        maybe: &mut Row<T>,
    ) {
        for game in &self.games_with_hashes {
            let game = usize::from(*game);
            // None, if it could not return meanwhile.
            let many = elapsed(self.flushed_until, since[game]) as usize;
            let number = number.0[game];
            let mut there = (many > 0) & self.first_blocks[game].contains(number);
            if many > BLOCK_LEN {
                for group in &self.more_blocks[game][..many.div_ceil(BLOCK_LEN) - 1] {
                    there |= group.contains(number);
                }
            }
            let maybe = &mut maybe.0[game / PART].0[game % PART];
            *maybe = maybe.or(mask::<T>(there).and(asked.at(game)));
        }
    }
}
