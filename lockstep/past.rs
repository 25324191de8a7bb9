//! Earlier positions of the games of a pack.
//!
//! Each has a number that equal ones share. Those of the last positions lie side by side and are compared
//! in all games at once. Most games come to something that cannot be taken back before more are needed;
//! each of the others has its own list of what is earlier still, which is looked through as well, [at
//! once](Far) or [late](Late).

use crate::cells::Cells;
use crate::draw::mix;
use crate::far::{Far, NEAR};
use crate::late::{self, Late};
use crate::op::At;
use crate::positions::Positions;
use crate::recent::{Numbers, Recent, after};
use crate::row::{Cell, GAMES, PART, PARTS, Row};

/// Positions as they were made.
#[derive(Clone, Debug)]
pub struct Past<'c, T> {
    /// What tells positions apart.
    lanes: &'c [At],
    /// What a seed in each of them counts in the number of a position.
    weights: Box<[u16]>,
    /// How many have been kept. Times are counted in it, and may come round.
    kept: u32,
    /// The numbers of the last positions.
    numbers: Recent,
    /// The number of the position that is looked for.
    number: Numbers,
    /// Since when positions can return, in each game.
    since: Box<[u32; GAMES]>,
    /// How it is found out whether one does.
    found: Found<T>,
}

/// How it is found out whether a position returns.
#[derive(Clone, Debug)]
enum Found<T> {
    /// As soon as it does, by all earlier ones.
    AtOnce(Far, Positions<T>),
    /// By numbers alone: that it may, so often that it matters.
    Late(Late<T>),
}

/// What a seed in a lane counts in the number of a position: odd numbers without a pattern, so that seeds
/// that go one way and others that go another do not make up for each other.
fn weight(i: usize) -> u16 {
    (mix(1 + i as u64) >> 32) as u16 | 1
}

/// The number of a position: neither it nor the half of it that is compared first is 0, which stands for none.
#[inline(always)]
fn of_position(number: u16) -> u16 {
    if number < 0x100 { number | 0xa500 } else { number }
}

/// What it counts in the number of a position who is about to move.
#[inline(always)]
fn of_mover<T: Cell>(mover: T) -> u16 {
    (mover.number() as u16).wrapping_mul(0x9e37)
}

impl<'c, T: Cell> Past<'c, T> {
    /// Nothing yet; `lanes`: what tells positions apart. `late`: earlier positions than the last ones are
    /// looked at late, and it matters when one stands for the so-many-th time.
    pub fn of(lanes: &'c [At], late: Option<u32>) -> Past<'c, T> {
        Past {
            lanes,
            weights: (0..lanes.len()).map(weight).collect(),
            // Before the first game there have been as many positions as there have to be, of no game.
            kept: NEAR.max(late::NEAR),
            numbers: Recent::none(),
            number: Numbers::NONE,
            since: Box::new([0; GAMES]),
            found: match late {
                None => Found::AtOnce(Far::new(), Positions::of(lanes.len())),
                Some(returns) => Found::Late(Late::of(returns)),
            },
        }
    }

    /// The position that is looked for, or kept, next.
    #[inline(always)]
    pub fn look_for(&mut self, cells: Cells<'_, T>, mover: &Row<T>) {
        for p in 0..PARTS {
            let mut number = [0_u16; PART];
            let mover = mover.0[p];
            for g in 0..PART {
                number[g] = of_mover(mover.0[g]);
            }
            for (lane, weight) in self.lanes.iter().zip(&self.weights) {
                let lane = cells.line(*lane)[p].get();
                for g in 0..PART {
                    let seeds = lane.0[g].number() as u16;
                    number[g] = number[g].wrapping_add(seeds.wrapping_mul(*weight));
                }
            }
            for g in 0..PART {
                number[g] = of_position(number[g]);
            }
            self.number.0.as_chunks_mut().0[p] = number;
        }
    }

    /// How often it stood, in some games. `soonest`: after fewer steps none returns. Where it is found out late
    /// whether a position returns it is not told here: see [`Past::take_doubtful`].
    #[inline(always)]
    pub fn count(
        &mut self,
        cells: Cells<'_, T>,
        mover: &Row<T>,
        asked: &Row<T>,
        soonest: u32,
    ) -> Row<T> {
        let mut stood = Row::NONE;
        if !asked.any() {
            return stood;
        }
        match &mut self.found {
            Found::AtOnce(far, _) => {
                // The last positions are those that have not been left yet.
                let near = far.until();
                let many = (self.kept.wrapping_sub(near) + 1).saturating_sub(soonest);
                let mut maybe = self.numbers.any_of(near, many, &self.number, asked);
                far.look(asked, &self.number, &self.since, &mut maybe);
                if maybe.any() {
                    self.count_each(cells, mover, &maybe, &mut stood);
                }
            }
            Found::Late(late) => {
                let maybe = late.stood_often(&self.number, asked);
                if maybe.any() {
                    late.doubt_each(&maybe, &self.numbers, &self.number, self.kept, &self.since);
                }
            }
        }
        stood
    }

    /// How often it stood, game by game.
    #[inline(never)]
    fn count_each(&self, cells: Cells<'_, T>, mover: &Row<T>, games: &Row<T>, stood: &mut Row<T>) {
        games.for_each(|game| {
            let game = usize::from(game);
            let many = self.count_one(cells, mover.at(game), game);
            stood.put(game, T::of(many.min(T::GREATEST)));
        });
    }

    fn count_one(&self, cells: Cells<'_, T>, mover: T, game: usize) -> u32 {
        let Found::AtOnce(far, positions) = &self.found else { return 0 };
        let meant = positions.meant(cells, self.lanes, mover, game);
        let (number, since) = (self.number.0[game], self.since[game]);
        let mut stood = 0;
        far.each(game, since, number, |nth| {
            stood += u32::from(positions.is(game, since.wrapping_add(nth), &meant));
        });
        let many = after(self.kept, since).min(self.kept.wrapping_sub(far.until()));
        for back in 1..=many {
            let time = self.kept.wrapping_sub(back);
            let there = self.numbers.at(time).0[game];
            if there == number && positions.is(game, time, &meant) {
                stood += 1;
            }
        }
        stood
    }

    /// In these games no earlier position can return.
    #[inline(always)]
    pub fn cut(&mut self, games: &Row<T>) {
        self.begin_at(self.kept, games);
    }

    /// Earlier positions cannot return, in some games.
    #[inline(always)]
    fn begin_at(&mut self, time: u32, games: &Row<T>) {
        if let Found::Late(late) = &mut self.found {
            late.leave(games, self.kept, &self.since);
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
    pub fn keep(&mut self, cells: Cells<'_, T>, mover: &Row<T>, ready: &Row<T>) {
        if let Found::AtOnce(_, positions) = &mut self.found {
            positions.open(self.kept, &self.since);
            positions.keep(self.kept, cells, self.lanes, mover, ready);
        }
        let kept = &mut self.numbers.at_mut(self.kept).0;
        for p in 0..PARTS {
            let (number, ready) = (self.number.part(p), ready.0[p]);
            let kept = &mut kept.as_chunks_mut::<PART>().0[p];
            for g in 0..PART {
                kept[g] = if ready.0[g] == T::NONE { 0 } else { number[g] };
            }
        }
        let time = self.kept;
        self.kept = time.wrapping_add(1);
        match &mut self.found {
            Found::AtOnce(far, _) => far.leave(&self.numbers, self.kept, &self.since),
            Found::Late(late) => {
                late.keep(time, self.numbers.at(time));
                late.look(&self.numbers, self.kept, &self.since);
            }
        }
    }

    /// Games begin, all with the same position; what was kept last is their first one.
    #[inline(always)]
    pub fn begin(&mut self, cells: Cells<'_, T>, mover: &Row<T>, fresh: &Row<T>) {
        let Some(game) = fresh.first() else { return };
        let last = self.kept.wrapping_sub(1);
        let mover = mover.at(game);
        let lanes = self.lanes.iter().map(|lane| cells.one(*lane, game));
        let mut number = of_mover(mover);
        for (n, weight) in lanes.clone().zip(&self.weights) {
            number = number.wrapping_add((n.number() as u16).wrapping_mul(*weight));
        }
        if let Found::AtOnce(_, positions) = &mut self.found {
            positions.open(self.kept, &self.since);
            positions.put(last, fresh, lanes, mover);
        }
        let number = of_position(number);
        let kept = &mut self.numbers.at_mut(last).0;
        for p in 0..PARTS {
            let (fresh, kept) = (fresh.0[p], &mut kept.as_chunks_mut::<PART>().0[p]);
            for g in 0..PART {
                kept[g] = if fresh.0[g] == T::NONE { kept[g] } else { number };
            }
        }
        self.begin_at(last, fresh);
        if let Found::Late(late) = &mut self.found {
            late.keep(last, self.numbers.at(last));
            late.begin(fresh, last);
        }
    }

    /// A game goes on that has been played elsewhere; `kept`: its position is one that can return.
    pub fn enter(&mut self, cells: Cells<'_, T>, mover: T, game: usize, kept: bool) {
        let mut fresh = Row::NONE;
        fresh.put(game, T::ALL);
        let last = self.kept.wrapping_sub(1);
        if kept {
            let mut movers = Row::NONE;
            movers.put(game, mover);
            return self.begin(cells, &movers, &fresh);
        }
        self.numbers.at_mut(last).0[game] = 0;
        self.begin_at(self.kept, &fresh);
        if let Found::Late(late) = &mut self.found {
            late.keep(last, self.numbers.at(last));
            late.begin(&fresh, last);
        }
    }

    /// The games in which a position may have returned so often that it matters; each is told once.
    pub fn take_doubtful(&mut self) -> Vec<usize> {
        match &mut self.found {
            Found::AtOnce(..) => Vec::new(),
            Found::Late(late) => late.take_doubtful(),
        }
    }

    /// The games whose histories take too much room; each is reported now and then, while it goes on here.
    pub fn take_overlong(&mut self) -> Vec<usize> {
        match &mut self.found {
            Found::AtOnce(_, positions) => positions.take_overlong(),
            Found::Late(_) => Vec::new(),
        }
    }

    /// Whether one of those may have, in a game, that it has not been told for.
    #[inline]
    pub fn is_doubtful(&mut self, game: usize) -> bool {
        match &mut self.found {
            Found::AtOnce(..) => false,
            Found::Late(late) => late.is_doubtful(game, &self.numbers, self.kept, self.since[game]),
        }
    }
}
