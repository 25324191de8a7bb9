//! Ops of a lap: pickup and falls.

use crate::context::StepContext;
use crate::op::{CellId, Pickup, Register, SowRing};
use crate::row::{CellRange, CellValue, PART, PARTS, Row, RowPart, mask, select};

impl<T: CellValue> StepContext<'_, '_, T> {
    /// Makes a place the next origin in some games, if it is not empty; `named`: the place, from the cell.
    #[inline(always)]
    pub(crate) fn set_pending(
        &self,
        of: CellId,
        place: CellId,
        named: impl Fn(T) -> T,
        under: CellId,
    ) {
        let (of, place, under) = (self.line(of), self.line(place), self.line(under));
        let pending = self.register(Register::PendingOrigin);
        for p in 0..PARTS {
            let (seeds, under) = (of[p].get(), under[p].get());
            let (place, there) = (place[p].get(), pending[p].get());
            pending[p].set(RowPart::each(|g| {
                let some = mask::<T>(seeds.0[g] != T::NONE).and(under.0[g]);
                select(some, named(place.0[g]), there.0[g])
            }));
        }
    }

    /// Takes up the pending origin of each game.
    #[inline(always)]
    pub(crate) fn take_up(&self, of: &[Pickup], under: CellId, new: bool) {
        let (mut pending, under) = (self.get(Register::PendingOrigin), self.row(under));
        for p in 0..PARTS {
            let (place, under) = (pending.0[p], under.0[p]);
            // All bits elsewhere: no place.
            pending.0[p] = RowPart::each(|g| place.0[g].or(under.0[g].not()));
        }
        for some in of.chunk_by(|a, b| a.on == b.on) {
            self.pick_up(some, new, |take, p| {
                let (lane, pending) = (T::of(take.lane.0.into()), pending.0[p]);
                RowPart::each(|g| mask::<T>(pending.0[g] == lane))
            });
        }
    }

    /// Takes up one place, in some games.
    #[inline(always)]
    pub(crate) fn take_up_one(&self, take: &Pickup, under: CellId) {
        let under = self.row(under);
        self.pick_up(std::slice::from_ref(take), false, |_, p| under.0[p]);
    }

    /// Takes up places of one ring, one of them in each game; `new`: the hand was empty.
    #[inline(always)]
    fn pick_up(&self, takes: &[Pickup], new: bool, here: impl Fn(&Pickup, usize) -> RowPart<T>) {
        let Some(Pickup { on, .. }) = takes.first() else { return };
        let (seeds, first) = (self.register(Register::Seeds), self.register(Register::FirstFall));
        let on = self.line(*on);
        for p in 0..PARTS {
            let (mut taken, mut begin) = (RowPart::<T>::NONE, RowPart::<T>::NONE);
            for take in takes {
                let lane = &self.line(take.lane)[p];
                let (there, here) = (lane.get(), here(take, p));
                lane.set(RowPart::each(|g| there.0[g].and(here.0[g].not())));
                taken = RowPart::each(|g| taken.0[g].or(there.0[g].and(here.0[g])));
                let from = T::of(take.first.into());
                begin = RowPart::each(|g| begin.0[g].or(from.and(here.0[g])));
            }
            let (hand, old, live) = match new {
                true => (RowPart::NONE, RowPart::NONE, RowPart::NONE),
                false => (seeds[p].get(), first[p].get(), on[p].get()),
            };
            let some: RowPart<T> = RowPart::each(|g| mask::<T>(taken.0[g] != T::NONE));
            seeds[p].set(RowPart::each(|g| hand.0[g].or(taken.0[g])));
            first[p].set(RowPart::each(|g| old.0[g].or(begin.0[g].and(some.0[g]))));
            on[p].set(RowPart::each(|g| live.0[g].or(some.0[g])));
        }
    }

    /// Sows the hand on a ring, in the games of its mask.
    #[inline(always)]
    pub(crate) fn sow(&self, ring: &SowRing, on: CellId) {
        let on = self.row(on);
        if !on.any() {
            return;
        }
        let lanes = ring.lanes.len() as u32;
        let (length, round) = (T::of(lanes), T::of(lanes - u32::from(ring.skips)));
        let (first, mut seeds) = (self.get(Register::FirstFall), self.get(Register::Seeds));
        for p in 0..PARTS {
            let (all, on) = (seeds.0[p], on.0[p]);
            seeds.0[p] = RowPart::each(|g| all.0[g].and(on.0[g]));
        }
        let rounds = whole_rounds(&mut seeds, round);
        if ring.skips && rounds.any() {
            self.skip_origin(ring, &first, &rounds);
        }
        for (i, lane) in ring.lanes.iter().enumerate() {
            let here = T::of(i as u32);
            let lane = self.line(*lane);
            for p in 0..PARTS {
                let (there, first) = (lane[p].get(), first.0[p]);
                let (seeds, rounds) = (seeds.0[p], rounds.0[p]);
                lane[p].set(RowPart::each(|g| {
                    let far = here.sub(first.0[g]);
                    let far = far.min(far.add(length));
                    there.0[g].add(rounds.0[g]).sub(mask::<T>(far < seeds.0[g]))
                }));
            }
        }
        let last = self.register(Register::LastFall);
        for p in 0..PARTS {
            let (first, seeds, on, old) = (first.0[p], seeds.0[p], on.0[p], last[p].get());
            last[p].set(RowPart::each(|g| {
                let end = first.0[g].add(seeds.0[g]).sub(T::ONE);
                let end = end.min(end.sub(length));
                select(on.0[g], end, old.0[g])
            }));
        }
    }

    /// In whole rounds the origin is skipped: corrects for the seeds that will be added to it.
    #[inline(always)]
    fn skip_origin(&self, ring: &SowRing, first: &Row<T>, rounds: &Row<T>) {
        for (i, lane) in ring.lanes.iter().enumerate() {
            // The origin is the last place, counted from the first fall.
            let next = if i + 1 < ring.lanes.len() { i + 1 } else { 0 };
            let (next, lane) = (T::of(next as u32), self.line(*lane));
            for p in 0..PARTS {
                let (there, first, rounds) = (lane[p].get(), first.0[p], rounds.0[p]);
                lane[p].set(RowPart::each(|g| {
                    there.0[g].sub(mask::<T>(first.0[g] == next).and(rounds.0[g]))
                }));
            }
        }
    }

    /// Prepares for seeds to fall one by one: sets the skipped place, if the ring skips the origin.
    #[inline(always)]
    pub(crate) fn start(&self, ring: &SowRing, on: CellId, under: CellId) {
        let last = T::of(ring.lanes.len() as u32 - 1);
        let (on, under) = (self.line(on), self.line(under));
        let (first, passed) =
            (self.register(Register::FirstFall), self.register(Register::SkippedPlace));
        for p in 0..PARTS {
            let (on, under) = (on[p].get(), under[p].get());
            let (first, old) = (first[p].get(), passed[p].get());
            passed[p].set(RowPart::each(|g| {
                // The origin is just before the first fall.
                let before = select(mask(first.0[g] == T::NONE), last, first.0[g].sub(T::ONE));
                let before = if ring.skips { before } else { T::ALL };
                select(on.0[g].and(under.0[g]), before, old.0[g])
            }));
        }
    }

    /// Drops one seed, in some games: faster than computing how far seeds fall.
    #[inline(always)]
    pub(crate) fn fall_one(&self, ring: &SowRing, under: CellId) {
        let (under, at) = (self.row(under), self.get(Register::FirstFall));
        let mut falls_at = at;
        for p in 0..PARTS {
            let (at, under) = (at.0[p], under.0[p]);
            // All bits elsewhere: no fall.
            falls_at.0[p] = RowPart::each(|g| at.0[g].or(under.0[g].not()));
        }
        let mut fallen = [RowPart::<T>::NONE; PARTS];
        for (i, lane) in ring.lanes.iter().enumerate() {
            let here = T::of(i as u32);
            let lane = self.line(*lane);
            for p in 0..PARTS {
                let (there, at) = (lane[p].get(), falls_at.0[p]);
                let falls: RowPart<T> = RowPart::each(|g| mask::<T>(at.0[g] == here));
                let now: RowPart<T> = RowPart::each(|g| there.0[g].sub(falls.0[g]));
                lane[p].set(now);
                let known = fallen[p];
                fallen[p] = RowPart::each(|g| known.0[g].or(now.0[g].and(falls.0[g])));
            }
        }
        let length = T::of(ring.lanes.len() as u32);
        let (first, last) = (self.register(Register::FirstFall), self.register(Register::LastFall));
        let (seeds, passed) =
            (self.register(Register::Seeds), self.register(Register::SkippedPlace));
        let kept = self.register(Register::FallContent);
        for p in 0..PARTS {
            let (under, at, fallen) = (under.0[p], at.0[p], fallen[p]);
            let (old, hand, passed) = (last[p].get(), seeds[p].get(), passed[p].get());
            let known = kept[p].get();
            last[p].set(RowPart::each(|g| select(under.0[g], at.0[g], old.0[g])));
            kept[p].set(RowPart::each(|g| select(under.0[g], fallen.0[g], known.0[g])));
            seeds[p].set(RowPart::each(|g| hand.0[g].add(under.0[g])));
            first[p].set(RowPart::each(|g| {
                let next = at.0[g].add(T::ONE);
                let next = select(mask(next == length), T::NONE, next);
                let next = next.sub(mask::<T>(next == passed.0[g]));
                let next = select(mask(next == length), T::NONE, next);
                select(under.0[g], next, at.0[g])
            }));
        }
    }

    /// Drops seeds, in some games, up to the first one that makes a place reach its stop range.
    #[inline(always)]
    pub(crate) fn fall(&self, ring: &SowRing, stops: &[Option<CellRange<T>>], under: CellId) {
        let length = T::of(ring.lanes.len() as u32);
        let (first, last) = (self.register(Register::FirstFall), self.register(Register::LastFall));
        let (seeds, kept) = (self.register(Register::Seeds), self.register(Register::FallContent));
        let (passed, under) = (self.register(Register::SkippedPlace), self.line(under));
        // At most one round at once.
        let round = length.sub(T::of(1 + u32::from(ring.skips)));
        for p in 0..PARTS {
            let (under, from, hand) = (under[p].get(), first[p].get(), seeds[p].get());
            // Distance along the ring.
            let far = |to: T, from: T| {
                let far = to.sub(from);
                far.min(far.add(length))
            };
            // Distance of the skipped place; places beyond it are one seed nearer.
            let gap: RowPart<T> = match ring.skips {
                true => {
                    let passed = passed[p].get();
                    RowPart::each(|g| far(passed.0[g], from.0[g]))
                }
                false => RowPart([T::ALL; PART]),
            };
            let most: RowPart<T> = RowPart::each(|g| hand.0[g].sub(T::ONE).min(round));
            let mut end = most;
            for (i, (lane, stop)) in ring.lanes.iter().zip(stops).enumerate() {
                let (here, there) = (T::of(i as u32), self.line(*lane)[p].get());
                let away: RowPart<T> = RowPart::each(|g| {
                    let far = far(here, from.0[g]);
                    far.add(mask(far > gap.0[g])).or(mask(far == gap.0[g]))
                });
                self.scratch(i).set(away);
                let Some(stop) = *stop else { continue };
                end = RowPart::each(|g| {
                    let stops = stop.matches_mask(there.0[g].add(T::ONE));
                    end.0[g].min(away.0[g].or(stops.not()))
                });
            }
            // Number of seeds to drop.
            let many: RowPart<T> = RowPart::each(|g| end.0[g].add(T::ONE).and(under.0[g]));
            let mut fallen = RowPart::<T>::NONE;
            for (i, lane) in ring.lanes.iter().enumerate() {
                let (away, lane) = (self.scratch(i).get(), &self.line(*lane)[p]);
                let there = lane.get();
                let now: RowPart<T> =
                    RowPart::each(|g| there.0[g].sub(mask::<T>(away.0[g] < many.0[g])));
                lane.set(now);
                fallen = RowPart::each(|g| {
                    fallen.0[g].or(mask::<T>(away.0[g] == end.0[g]).and(now.0[g]))
                });
            }
            let place = |g: usize, away: T| {
                let at = from.0[g].add(away).sub(mask::<T>(away >= gap.0[g]));
                at.min(at.sub(length))
            };
            let (old, known) = (last[p].get(), kept[p].get());
            last[p].set(RowPart::each(|g| select(under.0[g], place(g, end.0[g]), old.0[g])));
            kept[p].set(RowPart::each(|g| select(under.0[g], fallen.0[g], known.0[g])));
            seeds[p].set(RowPart::each(|g| hand.0[g].sub(many.0[g])));
            first[p].set(RowPart::each(|g| select(under.0[g], place(g, many.0[g]), from.0[g])));
        }
    }
}

/// Takes whole rounds out of `seeds` so that at most one is left; returns their number.
#[inline(always)]
fn whole_rounds<T: CellValue>(seeds: &mut Row<T>, round: T) -> Row<T> {
    let mut rounds = Row::<T>::NONE;
    // More than one iteration is rare.
    loop {
        let mut more = RowPart::<T>::NONE;
        for p in 0..PARTS {
            let (all, known, others) = (seeds.0[p], rounds.0[p], more);
            let whole: RowPart<T> = RowPart::each(|g| mask::<T>(all.0[g] > round));
            rounds.0[p] = RowPart::each(|g| known.0[g].sub(whole.0[g]));
            let left: RowPart<T> = RowPart::each(|g| all.0[g].sub(whole.0[g].and(round)));
            more = RowPart::each(|g| others.0[g].or(mask(left.0[g] > round)));
            seeds.0[p] = left;
        }
        if more.is_none() {
            return rounds;
        }
    }
}
