//! Earlier positions of the games of a pack.
//!
//! Each has a number that equal ones share. Those of the last positions lie side by side and are compared
//! in all games at once. Most games come to something that cannot be taken back before more are needed;
//! each of the others has its own list of what is earlier still, which is looked through as well, [at
//! once](OlderHashes) or [late](DeferredCheck).

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

/// Positions as they were made.
#[derive(Clone, Debug)]
pub struct Repetition<'c, T> {
    /// What tells positions apart.
    lanes: &'c [CellId],
    /// What a seed in each of them counts in the number of a position.
    weights: Box<[u16]>,
    /// How many have been kept. Times are counted in it, and may come round.
    clock: u32,
    /// The numbers of the last positions.
    window: HashWindow,
    /// The number of the position that is looked for.
    current: HashRow,
    /// Since when positions can return, in each game.
    since: Box<[u32; GAMES]>,
    /// How it is found out whether one does.
    detection: Detection<T>,
}

/// How it is found out whether a position returns.
#[derive(Clone, Debug)]
enum Detection<T> {
    /// As soon as it does, by all earlier ones.
    Exact(OlderHashes, PositionStore<T>),
    /// By numbers alone: that it may, so often that it matters.
    Deferred(DeferredCheck<T>),
}

/// What a seed in a lane counts in the number of a position: odd numbers without a pattern, so that seeds
/// that go one way and others that go another do not make up for each other.
fn lane_weight(i: usize) -> u16 {
    (mix(1 + i as u64) >> 32) as u16 | 1
}

/// The number of a position: neither it nor the half of it that is compared first is 0, which stands for none.
#[inline(always)]
fn normalize_hash(number: u16) -> u16 {
    if number < 0x100 { number | 0xa500 } else { number }
}

/// What it counts in the number of a position who is about to move.
#[inline(always)]
fn mover_hash<T: CellValue>(mover: T) -> u16 {
    (mover.number() as u16).wrapping_mul(0x9e37)
}

impl<'c, T: CellValue> Repetition<'c, T> {
    /// Nothing yet; `lanes`: what tells positions apart. `late`: earlier positions than the last ones are
    /// looked at late, and it matters when one stands for the so-many-th time.
    pub fn of(lanes: &'c [CellId], late: Option<u32>) -> Repetition<'c, T> {
        Repetition {
            lanes,
            weights: (0..lanes.len()).map(lane_weight).collect(),
            // Before the first game there have been as many positions as there have to be, of no game.
            clock: WINDOW_LEN.max(deferred::DEFERRED_WINDOW_LEN),
            window: HashWindow::new(),
            current: HashRow::NONE,
            since: Box::new([0; GAMES]),
            detection: match late {
                None => Detection::Exact(OlderHashes::new(), PositionStore::of(lanes.len())),
                Some(returns) => Detection::Deferred(DeferredCheck::of(returns)),
            },
        }
    }

    /// The position that is looked for, or kept, next.
    #[inline(always)]
    pub fn set_current(&mut self, cells: Cells<'_, T>, mover: &Row<T>) {
        for p in 0..PARTS {
            let mut number = [0_u16; PART];
            let mover = mover.0[p];
            for g in 0..PART {
                number[g] = mover_hash(mover.0[g]);
            }
            for (lane, weight) in self.lanes.iter().zip(&self.weights) {
                let lane = cells.line(*lane)[p].get();
                for g in 0..PART {
                    let seeds = lane.0[g].number() as u16;
                    number[g] = number[g].wrapping_add(seeds.wrapping_mul(*weight));
                }
            }
            for g in 0..PART {
                number[g] = normalize_hash(number[g]);
            }
            self.current.0.as_chunks_mut().0[p] = number;
        }
    }

    /// How often it stood, in some games. `soonest`: after fewer steps none returns. Where it is found out late
    /// whether a position returns it is not told here: see [`Repetition::take_suspects`].
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
            Detection::Exact(far, _) => {
                // The last positions are those that have not been left yet.
                let near = far.flushed_until();
                let many = (self.clock.wrapping_sub(near) + 1).saturating_sub(soonest);
                let mut maybe = self.window.any_in_window(near, many, &self.current, asked);
                far.mark_candidates(asked, &self.current, &self.since, &mut maybe);
                if maybe.any() {
                    self.count_in_games(cells, mover, &maybe, &mut occurrences);
                }
            }
            Detection::Deferred(late) => {
                let maybe = late.often_in_window(&self.current, asked);
                if maybe.any() {
                    late.check_suspects(
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

    /// How often it stood, game by game.
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
        let Detection::Exact(far, positions) = &self.detection else { return 0 };
        let pattern = positions.pattern(cells, self.lanes, mover, game);
        let (number, since) = (self.current.0[game], self.since[game]);
        let mut count = 0;
        far.for_each_match(game, since, number, |nth| {
            count += u32::from(positions.matches(game, since.wrapping_add(nth), &pattern));
        });
        let many = elapsed(self.clock, since).min(self.clock.wrapping_sub(far.flushed_until()));
        for back in 1..=many {
            let time = self.clock.wrapping_sub(back);
            let there = self.window.at(time).0[game];
            if there == number && positions.matches(game, time, &pattern) {
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

    /// Earlier positions cannot return, in some games.
    #[inline(always)]
    fn set_since(&mut self, time: u32, games: &Row<T>) {
        if let Detection::Deferred(late) = &mut self.detection {
            late.note_older(games, self.clock, &self.since);
        }
        for p in 0..PARTS {
            let games = games.0[p];
            let since = &mut self.since.as_chunks_mut::<PART>().0[p];
            for g in 0..PART {
                since[g] = if games.0[g] == T::NONE { since[g] } else { time };
            }
        }
    }

    /// Keeps the position that is looked for.
    #[inline(always)]
    pub fn push(&mut self, cells: Cells<'_, T>, mover: &Row<T>, ready: &Row<T>) {
        if let Detection::Exact(_, positions) = &mut self.detection {
            positions.ensure_room(self.clock, &self.since);
            positions.store(self.clock, cells, self.lanes, mover, ready);
        }
        let kept = &mut self.window.at_mut(self.clock).0;
        for p in 0..PARTS {
            let (number, ready) = (self.current.part(p), ready.0[p]);
            let kept = &mut kept.as_chunks_mut::<PART>().0[p];
            for g in 0..PART {
                kept[g] = if ready.0[g] == T::NONE { 0 } else { number[g] };
            }
        }
        let time = self.clock;
        self.clock = time.wrapping_add(1);
        match &mut self.detection {
            Detection::Exact(far, _) => far.flush_if_due(&self.window, self.clock, &self.since),
            Detection::Deferred(late) => {
                late.push_hashes(time, self.window.at(time));
                late.check_if_due(&self.window, self.clock, &self.since);
            }
        }
    }

    /// Games begin, all with the same position; what was kept last is their first one.
    #[inline(always)]
    pub fn begin_games(&mut self, cells: Cells<'_, T>, mover: &Row<T>, fresh: &Row<T>) {
        let Some(game) = fresh.first_set() else { return };
        let last = self.clock.wrapping_sub(1);
        let mover = mover.at(game);
        let lanes = self.lanes.iter().map(|lane| cells.one(*lane, game));
        let mut number = mover_hash(mover);
        for (n, weight) in lanes.clone().zip(&self.weights) {
            number = number.wrapping_add((n.number() as u16).wrapping_mul(*weight));
        }
        if let Detection::Exact(_, positions) = &mut self.detection {
            positions.ensure_room(self.clock, &self.since);
            positions.overwrite(last, fresh, lanes, mover);
        }
        let number = normalize_hash(number);
        let kept = &mut self.window.at_mut(last).0;
        for p in 0..PARTS {
            let (fresh, kept) = (fresh.0[p], &mut kept.as_chunks_mut::<PART>().0[p]);
            for g in 0..PART {
                kept[g] = if fresh.0[g] == T::NONE { kept[g] } else { number };
            }
        }
        self.set_since(last, fresh);
        if let Detection::Deferred(late) = &mut self.detection {
            late.push_hashes(last, self.window.at(last));
            late.begin_games(fresh, last);
        }
    }

    /// A game goes on that has been played elsewhere; `kept`: its position is one that can return.
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
        if let Detection::Deferred(late) = &mut self.detection {
            late.push_hashes(last, self.window.at(last));
            late.begin_games(&fresh, last);
        }
    }

    /// The games in which a position may have returned so often that it matters; each is told once.
    pub fn take_suspects(&mut self) -> Vec<usize> {
        match &mut self.detection {
            Detection::Exact(..) => Vec::new(),
            Detection::Deferred(late) => late.take_suspects(),
        }
    }

    /// The games whose histories take too much room; each is reported now and then, while it goes on here.
    pub fn take_overlong(&mut self) -> Vec<usize> {
        match &mut self.detection {
            Detection::Exact(_, positions) => positions.take_overlong(),
            Detection::Deferred(_) => Vec::new(),
        }
    }

    /// Whether one of those may have, in a game, that it has not been told for.
    #[inline]
    pub fn is_suspect(&mut self, game: usize) -> bool {
        match &mut self.detection {
            Detection::Exact(..) => false,
            Detection::Deferred(late) => {
                late.is_suspect(game, &self.window, self.clock, self.since[game])
            }
        }
    }
}
