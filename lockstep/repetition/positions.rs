//! Whole positions of the games of a pack, to decide whether two are the same.

use super::exact::WINDOW_LEN;
use super::window::elapsed;
use crate::cells::Cells;
use crate::op::CellId;
use crate::row::{CellValue, GAMES, PART, PARTS, Row, RowPart, select};

/// A ring buffer of positions, indexed by time.
#[derive(Clone, Debug)]
pub(crate) struct PositionStore<T> {
    /// For each time: the identity lanes by parts, and a row that says in which games a position was stored,
    /// and who was to move.
    rows: Vec<RowPart<T>>,
    /// Number of parts of a position.
    size: usize,
    /// Capacity in positions, a power of two; and the time until which it surely suffices.
    room: u32,
    room_until: u32,
    /// Games whose histories take too much memory.
    overlong: Vec<usize>,
}

/// Memory limit of all positions, unless games with long histories stay.
const MOST_BYTES: usize = 32 << 20;

/// Encodes the mover of a stored position; not 0.
#[inline(always)]
fn mover_tag<T: CellValue>(mover: T) -> T {
    mover.add(T::ONE)
}

impl<T: CellValue> PositionStore<T> {
    /// An empty store, for positions with this many identity lanes.
    pub fn of(lanes: usize) -> PositionStore<T> {
        PositionStore {
            rows: Vec::new(),
            size: (lanes + 1) * PARTS,
            room: 0,
            room_until: 0,
            overlong: Vec::new(),
        }
    }

    /// Games whose histories take too much memory: they should be continued elsewhere. Each is returned now
    /// and then.
    pub fn take_overlong(&mut self) -> Vec<usize> {
        std::mem::take(&mut self.overlong)
    }

    /// The most positions that a game should keep.
    fn most(&self) -> u32 {
        let most = MOST_BYTES / 2 / size_of::<RowPart<T>>() / self.size;
        u32::try_from(most).unwrap_or(u32::MAX)
    }

    /// Offset of the position of a time.
    #[inline(always)]
    fn offset_of(&self, time: u32) -> usize {
        (time & (self.room - 1)) as usize * self.size
    }

    /// The position of a time.
    #[inline(always)]
    fn at_mut(&mut self, time: u32) -> &mut [RowPart<T>] {
        let begin = self.offset_of(time);
        &mut self.rows[begin..][..self.size]
    }

    /// The current position of one game, to search for.
    pub fn pattern(&self, cells: Cells<'_, T>, lanes: &[CellId], mover: T, game: usize) -> Vec<T> {
        let lanes = lanes.iter().map(|lane| cells.one(*lane, game));
        lanes.chain([mover_tag(mover)]).collect()
    }

    /// Whether the stored position of a game at a time equals a pattern.
    pub fn matches(&self, game: usize, time: u32, pattern: &[T]) -> bool {
        let (part, at) = (game / PART, game % PART);
        let row = &self.rows[self.offset_of(time)..][..self.size];
        pattern.iter().zip(row.as_chunks::<PARTS>().0).all(|(n, there)| *n == there[part].0[at])
    }

    /// Stores the current position at a time, for the games that are ready. There must be room.
    #[inline(always)]
    pub fn store(
        &mut self,
        time: u32,
        cells: Cells<'_, T>,
        lanes: &[CellId],
        mover: &Row<T>,
        ready: &Row<T>,
    ) {
        let size = self.size;
        let row = self.at_mut(time);
        for i in 0..lanes.len() {
            let line = cells.line(lanes[i]);
            for p in 0..PARTS {
                row[i * PARTS + p] = line[p].get();
            }
        }
        for p in 0..PARTS {
            let (mover, ready) = (mover.0[p], ready.0[p]);
            row[size - PARTS + p] = RowPart::each(|g| mover_tag(mover.0[g]).and(ready.0[g]));
        }
    }

    /// Replaces the stored position of a time, in some games, by one that is the same in all of them.
    pub fn overwrite(
        &mut self,
        time: u32,
        games: &Row<T>,
        lanes: impl Iterator<Item = T>,
        mover: T,
    ) {
        let row = self.at_mut(time).as_chunks_mut::<PARTS>().0;
        for (line, n) in row.iter_mut().zip(lanes.chain([mover_tag(mover)])) {
            for p in 0..PARTS {
                let (games, old) = (games.0[p], line[p]);
                line[p] = RowPart::each(|g| select(games.0[g], n, old.0[g]));
            }
        }
    }

    /// Makes sure that there is room for the position of time `now`. `since`: for each game, the time of the
    /// first position that can return.
    #[inline(always)]
    pub fn ensure_room(&mut self, now: u32, since: &[u32; GAMES]) {
        if self.rows.is_empty() || now == self.room_until {
            self.make_room(now, since);
        }
    }

    /// Computes how long the room suffices, and doubles it if some game still needs the oldest positions.
    #[cold]
    fn make_room(&mut self, now: u32, since: &[u32; GAMES]) {
        let oldest = since.iter().map(|since| elapsed(now, *since)).max();
        let longest = oldest.unwrap_or_default().max(WINDOW_LEN);
        let (old, size) = (self.room, self.size);
        let most = self.most().max(4 * WINDOW_LEN);
        if longest + WINDOW_LEN > most {
            let is_overlong = |game: &usize| elapsed(now, since[*game]) + WINDOW_LEN > most;
            self.overlong = (0..GAMES).filter(is_overlong).collect();
        }
        // Less memory stays in the cache; but growing must not be checked for too often.
        if longest + WINDOW_LEN > old {
            self.room = (2 * old).max(2 * WINDOW_LEN);
            let mut rows = vec![RowPart::NONE; self.room as usize * size];
            for back in 1..=longest.min(old) {
                let time = now.wrapping_sub(back);
                let from = (time & (old - 1)) as usize * size;
                rows[self.offset_of(time)..][..size].copy_from_slice(&self.rows[from..][..size]);
            }
            self.rows = rows;
        }
        // A game is reported as soon as it keeps too much, before the room has to grow for it.
        let reported_in = (most + 1).checked_sub(longest + WINDOW_LEN).filter(|n| *n > 0);
        let room_for = self.room - longest;
        self.room_until = now.wrapping_add(reported_in.map_or(room_for, |n| n.min(room_for)));
    }
}
