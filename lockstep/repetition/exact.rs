//! Exact detection: hashes of all older positions, by game.

use super::window::{HashRow, HashWindow, WINDOW_CAPACITY, elapsed};
use crate::row::{CellValue, GAMES, PART, Row, mask};

/// Number of hashes compared at once.
const BLOCK_LEN: usize = PART / 2;

/// A block of hashes of one game.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct HashBlock([u16; BLOCK_LEN]);

impl HashBlock {
    const NONE: HashBlock = HashBlock([0; BLOCK_LEN]);

    /// Whether a hash is in the block.
    #[inline(always)]
    fn contains(&self, hash: u16) -> bool {
        let mut holds = false;
        for i in 0..BLOCK_LEN {
            holds |= self.0[i] == hash;
        }
        holds
    }
}

/// Number of recent positions compared for all games at once; more would not stay in the first-level cache.
pub(crate) const WINDOW_LEN: u32 = 32;

/// Turns between two moves of older hashes from the window to the lists of the games; a power of two.
const FLUSH_INTERVAL: u32 = 16;
const _: () = assert!((WINDOW_LEN + FLUSH_INTERVAL) as usize <= WINDOW_CAPACITY);

/// The hashes of older positions, by game.
#[derive(Clone, Debug)]
pub(crate) struct OlderHashes {
    /// Hashes of each game from the first position that can return, in the first block and in further ones;
    /// what comes after them is unused.
    first_blocks: Box<[HashBlock; GAMES]>,
    more_blocks: Box<[Vec<HashBlock>]>,
    /// Games that had older hashes at the last flush.
    games_with_hashes: Vec<u8>,
    /// Hashes before this time are in the lists.
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

    /// The window covers the positions from this time on.
    #[inline(always)]
    pub fn flushed_until(&self) -> u32 {
        self.flushed_until
    }

    /// Moves hashes that leave the window to the lists, if it is time. `since`: for each game, the time of
    /// the first position that can return.
    #[inline(always)]
    pub fn flush_if_due(&mut self, hashes: &HashWindow, now: u32, since: &[u32; GAMES]) {
        if now.is_multiple_of(FLUSH_INTERVAL) {
            self.flush(hashes, now.wrapping_sub(WINDOW_LEN), since);
        }
    }

    #[inline(never)]
    fn flush(&mut self, hashes: &HashWindow, until: u32, since: &[u32; GAMES]) {
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
                group.0[at] = hashes.at(time).0[game];
            }
        }
        self.flushed_until = until;
    }

    /// Visits the positions of a game with a hash, counted from `since`.
    pub fn for_each_match(&self, game: usize, since: u32, hash: u16, mut each: impl FnMut(u32)) {
        let many = elapsed(self.flushed_until, since);
        let mut look = |group: &HashBlock, first: u32| {
            if group.contains(hash) {
                let same = (first..many).zip(group.0).filter(|(_, there)| *there == hash);
                same.for_each(|(nth, _)| each(nth));
            }
        };
        look(&self.first_blocks[game], 0);
        let others = (1..many.div_ceil(BLOCK_LEN as u32)).zip(&self.more_blocks[game]);
        others.for_each(|(nth, group)| look(group, nth * BLOCK_LEN as u32));
    }

    /// Adds to `maybe` the games among `asked` in which an older position has the same hash.
    #[inline(always)]
    pub fn mark_candidates<T: CellValue>(
        &self,
        asked: &Row<T>,
        hash: &HashRow,
        since: &[u32; GAMES],
        maybe: &mut Row<T>,
    ) {
        for game in &self.games_with_hashes {
            let game = usize::from(*game);
            // 0 if these positions can no longer return.
            let many = elapsed(self.flushed_until, since[game]) as usize;
            let hash = hash.0[game];
            let mut there = (many > 0) & self.first_blocks[game].contains(hash);
            if many > BLOCK_LEN {
                for group in &self.more_blocks[game][..many.div_ceil(BLOCK_LEN) - 1] {
                    there |= group.contains(hash);
                }
            }
            let maybe = &mut maybe.0[game / PART].0[game % PART];
            *maybe = maybe.or(mask::<T>(there).and(asked.at(game)));
        }
    }
}
