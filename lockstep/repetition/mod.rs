//! Detects repeated positions in the games of a pack.
//!
//! Each position has a 16-bit hash. The hashes of the last positions are compared in all games at once. Most
//! games make an irreversible move before more is needed; each of the others has a list of older hashes,
//! which is searched [at once](OlderHashes) or [with a delay](DeferredCheck).

mod deferred;
mod exact;
mod positions;
mod window;

use self::deferred::DeferredCheck;
use self::exact::{OlderHashes, WINDOW_LEN};
use self::positions::PositionStore;
use self::window::{HashRow, HashWindow, elapsed};
use crate::cells::Cells;
use crate::draw::mix;
use crate::op::CellId;
use crate::row::{CellValue, GAMES, PART, PARTS, Row};

/// The history of all games.
#[derive(Clone, Debug)]
pub struct Repetition<'c, T> {
    /// Cells that identify a position.
    lanes: &'c [CellId],
    /// Weight of each of these cells in the hash.
    weights: Box<[u16]>,
    /// The number of positions stored so far: the current time. May wrap around.
    clock: u32,
    /// Hashes of the last positions.
    window: HashWindow,
    /// Hashes of the current positions.
    current: HashRow,
    /// For each game, the time of the first position that can return.
    since: Box<[u32; GAMES]>,
    /// How it is found out whether one does.
    detection: Detection<T>,
}

/// When repetition is detected, and how surely.
#[derive(Clone, Debug)]
enum Detection<T> {
    /// At once, by comparison with all earlier positions.
    Exact(OlderHashes, PositionStore<T>),
    /// With a delay, by hashes alone: a position may have occurred so often that it matters.
    Deferred(DeferredCheck<T>),
}

/// Weight of a cell in the hash: odd and without a pattern, so that seeds moving in opposite ways do not
/// cancel out.
fn lane_weight(i: usize) -> u16 {
    (mix(1 + i as u64) >> 32) as u16 | 1
}

/// Keeps hashes away from 0, which means "no position"; the high byte, which is compared first, is never 0
/// either.
#[inline(always)]
fn normalize_hash(hash: u16) -> u16 {
    if hash < 0x100 { hash | 0xa500 } else { hash }
}

/// The part of the mover in the hash.
#[inline(always)]
fn mover_hash<T: CellValue>(mover: T) -> u16 {
    (mover.number() as u16).wrapping_mul(0x9e37)
}

impl<'c, T: CellValue> Repetition<'c, T> {
    /// An empty history; `lanes`: cells that identify a position. `deferred_limit`: detect with a delay that
    /// a position occurs this often.
    pub fn of(lanes: &'c [CellId], deferred_limit: Option<u32>) -> Repetition<'c, T> {
        Repetition {
            lanes,
            weights: (0..lanes.len()).map(lane_weight).collect(),
            // Before the first game, the window is full of positions of no game.
            clock: WINDOW_LEN.max(deferred::DEFERRED_WINDOW_LEN),
            window: HashWindow::new(),
            current: HashRow::NONE,
            since: Box::new([0; GAMES]),
            detection: match deferred_limit {
                None => Detection::Exact(OlderHashes::new(), PositionStore::of(lanes.len())),
                Some(returns) => Detection::Deferred(DeferredCheck::of(returns)),
            },
        }
    }

    /// Computes the hashes of the current positions.
    #[inline(always)]
    pub fn set_current(&mut self, cells: Cells<'_, T>, mover: &Row<T>) {
        for p in 0..PARTS {
            let mut hash = [0_u16; PART];
            let mover = mover.0[p];
            for g in 0..PART {
                hash[g] = mover_hash(mover.0[g]);
            }
            for (lane, weight) in self.lanes.iter().zip(&self.weights) {
                let lane = cells.line(*lane)[p].get();
                for g in 0..PART {
                    let seeds = lane.0[g].number() as u16;
                    hash[g] = hash[g].wrapping_add(seeds.wrapping_mul(*weight));
                }
            }
            for g in 0..PART {
                hash[g] = normalize_hash(hash[g]);
            }
            self.current.0.as_chunks_mut().0[p] = hash;
        }
    }

    /// Counts earlier occurrences in the games `asked`. `soonest`: no position returns after fewer turns.
    /// With deferred detection the counts are 0, and suspects are recorded: see
    /// [`Repetition::take_suspects`].
    #[inline(always)]
    pub fn count_occurrences(
        &mut self,
        cells: Cells<'_, T>,
        mover: &Row<T>,
        asked: &Row<T>,
        soonest: u32,
    ) -> Row<T> {
        let mut occurrences = Row::NONE;
        if !asked.any() {
            return occurrences;
        }
        match &mut self.detection {
            Detection::Exact(older, _) => {
                // The window covers the positions that have not been moved to the lists.
                let near = older.flushed_until();
                let many = (self.clock.wrapping_sub(near) + 1).saturating_sub(soonest);
                let mut maybe = self.window.any_in_window(near, many, &self.current, asked);
                older.mark_candidates(asked, &self.current, &self.since, &mut maybe);
                if maybe.any() {
                    self.count_in_games(cells, mover, &maybe, &mut occurrences);
                }
            }
            Detection::Deferred(deferred) => {
                let maybe = deferred.often_in_window(&self.current, asked);
                if maybe.any() {
                    deferred.check_suspects(
                        &maybe,
                        &self.window,
                        &self.current,
                        self.clock,
                        &self.since,
                    );
                }
            }
        }
        occurrences
    }

    /// Counts occurrences game by game.
    #[inline(never)]
    fn count_in_games(
        &self,
        cells: Cells<'_, T>,
        mover: &Row<T>,
        games: &Row<T>,
        occurrences: &mut Row<T>,
    ) {
        games.for_each(|game| {
            let game = usize::from(game);
            let many = self.count_in_game(cells, mover.at(game), game);
            occurrences.put(game, T::of(many.min(T::GREATEST)));
        });
    }

    fn count_in_game(&self, cells: Cells<'_, T>, mover: T, game: usize) -> u32 {
        let Detection::Exact(older, positions) = &self.detection else { return 0 };
        let pattern = positions.pattern(cells, self.lanes, mover, game);
        let (hash, since) = (self.current.0[game], self.since[game]);
        let mut count = 0;
        older.for_each_match(game, since, hash, |nth| {
            count += u32::from(positions.matches(game, since.wrapping_add(nth), &pattern));
        });
        let many = elapsed(self.clock, since).min(self.clock.wrapping_sub(older.flushed_until()));
        for back in 1..=many {
            let time = self.clock.wrapping_sub(back);
            let there = self.window.at(time).0[game];
            if there == hash && positions.matches(game, time, &pattern) {
                count += 1;
            }
        }
        count
    }

    /// In these games no earlier position can return.
    #[inline(always)]
    pub fn forget_earlier(&mut self, games: &Row<T>) {
        self.set_since(self.clock, games);
    }

    /// In these games no position before `time` can return.
    #[inline(always)]
    fn set_since(&mut self, time: u32, games: &Row<T>) {
        if let Detection::Deferred(deferred) = &mut self.detection {
            deferred.note_older(games, self.clock, &self.since);
        }
        for p in 0..PARTS {
            let games = games.0[p];
            let since = &mut self.since.as_chunks_mut::<PART>().0[p];
            for g in 0..PART {
                since[g] = if games.0[g] == T::NONE { since[g] } else { time };
            }
        }
    }

    /// Stores the current position.
    #[inline(always)]
    pub fn push(&mut self, cells: Cells<'_, T>, mover: &Row<T>, ready: &Row<T>) {
        if let Detection::Exact(_, positions) = &mut self.detection {
            positions.ensure_room(self.clock, &self.since);
            positions.store(self.clock, cells, self.lanes, mover, ready);
        }
        let kept = &mut self.window.at_mut(self.clock).0;
        for p in 0..PARTS {
            let (hash, ready) = (self.current.part(p), ready.0[p]);
            let kept = &mut kept.as_chunks_mut::<PART>().0[p];
            for g in 0..PART {
                kept[g] = if ready.0[g] == T::NONE { 0 } else { hash[g] };
            }
        }
        let time = self.clock;
        self.clock = time.wrapping_add(1);
        match &mut self.detection {
            Detection::Exact(older, _) => older.flush_if_due(&self.window, self.clock, &self.since),
            Detection::Deferred(deferred) => {
                deferred.push_hashes(time, self.window.at(time));
                deferred.check_if_due(&self.window, self.clock, &self.since);
            }
        }
    }

    /// Games begin, all with the same position; it replaces the last stored position.
    #[inline(always)]
    pub fn begin_games(&mut self, cells: Cells<'_, T>, mover: &Row<T>, fresh: &Row<T>) {
        let Some(game) = fresh.first_set() else { return };
        let last = self.clock.wrapping_sub(1);
        let mover = mover.at(game);
        let lanes = self.lanes.iter().map(|lane| cells.one(*lane, game));
        let mut hash = mover_hash(mover);
        for (n, weight) in lanes.clone().zip(&self.weights) {
            hash = hash.wrapping_add((n.number() as u16).wrapping_mul(*weight));
        }
        if let Detection::Exact(_, positions) = &mut self.detection {
            positions.ensure_room(self.clock, &self.since);
            positions.overwrite(last, fresh, lanes, mover);
        }
        let hash = normalize_hash(hash);
        let kept = &mut self.window.at_mut(last).0;
        for p in 0..PARTS {
            let (fresh, kept) = (fresh.0[p], &mut kept.as_chunks_mut::<PART>().0[p]);
            for g in 0..PART {
                kept[g] = if fresh.0[g] == T::NONE { kept[g] } else { hash };
            }
        }
        self.set_since(last, fresh);
        if let Detection::Deferred(deferred) = &mut self.detection {
            deferred.push_hashes(last, self.window.at(last));
            deferred.begin_games(fresh, last);
        }
    }

    /// A game enters after its beginning; `kept`: its position can return.
    pub fn enter_game(&mut self, cells: Cells<'_, T>, mover: T, game: usize, kept: bool) {
        let mut fresh = Row::NONE;
        fresh.put(game, T::ALL);
        let last = self.clock.wrapping_sub(1);
        if kept {
            let mut movers = Row::NONE;
            movers.put(game, mover);
            return self.begin_games(cells, &movers, &fresh);
        }
        self.window.at_mut(last).0[game] = 0;
        self.set_since(self.clock, &fresh);
        if let Detection::Deferred(deferred) = &mut self.detection {
            deferred.push_hashes(last, self.window.at(last));
            deferred.begin_games(&fresh, last);
        }
    }

    /// Games in which a position may have occurred so often that it matters; each is returned once.
    pub fn take_suspects(&mut self) -> Vec<usize> {
        match &mut self.detection {
            Detection::Exact(..) => Vec::new(),
            Detection::Deferred(deferred) => deferred.take_suspects(),
        }
    }

    /// Games whose histories take too much memory; each is returned now and then while it stays.
    pub fn take_overlong(&mut self) -> Vec<usize> {
        match &mut self.detection {
            Detection::Exact(_, positions) => positions.take_overlong(),
            Detection::Deferred(_) => Vec::new(),
        }
    }

    /// Whether a game that is over is suspect in the same way, and has not been returned.
    #[inline]
    pub fn is_suspect(&mut self, game: usize) -> bool {
        match &mut self.detection {
            Detection::Exact(..) => false,
            Detection::Deferred(deferred) => {
                deferred.is_suspect(game, &self.window, self.clock, self.since[game])
            }
        }
    }
}
