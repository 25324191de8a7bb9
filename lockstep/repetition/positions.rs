//! Whole positions of the games of a pack, as they were made: what tells for certain whether two are the same.

use super::exact::WINDOW_LEN;
use super::window::elapsed;
use crate::cells::Cells;
use crate::op::CellId;
use crate::row::{CellValue, GAMES, PART, PARTS, Row, RowPart, select};

/// Positions, each in the place of one to which no game can return any more.
#[derive(Clone, Debug)]
pub(crate) struct PositionStore<T> {
    /// The lanes of each that tell positions apart, part by part, and one that tells in which games the
    /// position was made, and who was about to move then.
    rows: Vec<RowPart<T>>,
    /// Parts of a position.
    size: usize,
    /// For how many there is room, a power of two; and until when for certain.
    room: u32,
    room_until: u32,
    /// Games that have kept so many positions for so long that they take too much room.
    overlong: Vec<usize>,
}

/// So many bytes may be taken by all positions, unless games that keep long histories stay.
const MOST_BYTES: usize = 32 << 20;

/// What stands for who is about to move, where a position was made.
#[inline(always)]
fn mover_tag<T: CellValue>(mover: T) -> T {
    mover.add(T::ONE)
}

impl<T: CellValue> PositionStore<T> {
    /// None yet, of so many lanes.
    pub fn of(lanes: usize) -> PositionStore<T> {
        PositionStore {
            rows: Vec::new(),
            size: (lanes + 1) * PARTS,
            room: 0,
            room_until: 0,
            overlong: Vec::new(),
        }
    }

    /// Games whose histories take too much room: they should go on elsewhere. Each is reported now and then.
    pub fn take_overlong(&mut self) -> Vec<usize> {
        std::mem::take(&mut self.overlong)
    }

    /// A game should keep fewer positions.
    fn most(&self) -> u32 {
        let most = MOST_BYTES / 2 / size_of::<RowPart<T>>() / self.size;
        u32::try_from(most).unwrap_or(u32::MAX)
    }

    /// Where the position of that time begins.
    #[inline(always)]
    fn offset_of(&self, time: u32) -> usize {
        (time & (self.room - 1)) as usize * self.size
    }

    /// The position of that time.
    #[inline(always)]
    fn at_mut(&mut self, time: u32) -> &mut [RowPart<T>] {
        let begin = self.offset_of(time);
        &mut self.rows[begin..][..self.size]
    }

    /// What is looked for in one game.
    pub fn pattern(&self, cells: Cells<'_, T>, lanes: &[CellId], mover: T, game: usize) -> Vec<T> {
        let lanes = lanes.iter().map(|lane| cells.one(*lane, game));
        lanes.chain([mover_tag(mover)]).collect()
    }

    /// Whether that is what was kept of a game at that time.
    pub fn matches(&self, game: usize, time: u32, pattern: &[T]) -> bool {
        let (part, at) = (game / PART, game % PART);
        let row = &self.rows[self.offset_of(time)..][..self.size];
        pattern.iter().zip(row.as_chunks::<PARTS>().0).all(|(n, there)| *n == there[part].0[at])
    }

    /// Keeps the position of that time, of the games in which one was made. There is room for it.
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

    /// In some games the position of that time is another, the same in all of them.
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

    /// Sees to it that there is room for what is kept now. `since`: since when positions can return in each
    /// game.
    #[inline(always)]
    pub fn ensure_room(&mut self, now: u32, since: &[u32; GAMES]) {
        if self.rows.is_empty() || now == self.room_until {
            self.make_room(now, since);
        }
    }

    /// Looks for how long there is room, and makes more where no game has done with what was kept first.
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
        // The less room there is the more of it stays near; but it is not to be looked for too often.
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
        self.room_until = now.wrapping_add(self.room - longest);
    }
}
