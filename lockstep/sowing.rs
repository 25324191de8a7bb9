//! A lap: what is taken up, and how it falls.

use crate::op::{At, Fixed, Ring, TakeUp};
use crate::row::{Cell, Fit, PART, PARTS, Part, Row, pick, yes};
use crate::view::View;

impl<T: Cell> View<'_, '_, T> {
    /// The next lap takes up that place, in some games, if there is anything.
    #[inline(always)]
    pub(crate) fn pend(&self, of: At, place: At, named: impl Fn(T) -> T, under: At) {
        let (of, place, under) = (self.line(of), self.line(place), self.line(under));
        let pending = self.fixed(Fixed::Pending);
        for p in 0..PARTS {
            let (seeds, under) = (of[p].get(), under[p].get());
            let (place, there) = (place[p].get(), pending[p].get());
            pending[p].set(Part::each(|g| {
                let some = yes::<T>(seeds.0[g] != T::NONE).and(under.0[g]);
                pick(some, named(place.0[g]), there.0[g])
            }));
        }
    }

    /// The seeds of places are taken up, each in the games in which it is pending.
    #[inline(always)]
    pub(crate) fn take_up(&self, of: &[TakeUp], under: At, new: bool) {
        let (mut pending, under) = (self.get(Fixed::Pending), self.row(under));
        for p in 0..PARTS {
            let (place, under) = (pending.0[p], under.0[p]);
            // Elsewhere none is.
            pending.0[p] = Part::each(|g| place.0[g].or(under.0[g].not()));
        }
        for some in of.chunk_by(|a, b| a.on == b.on) {
            self.taken_up(some, new, |take, p| {
                let (lane, pending) = (T::of(take.lane.0.into()), pending.0[p]);
                Part::each(|g| yes::<T>(pending.0[g] == lane))
            });
        }
    }

    /// The seeds of a place are taken up, in some games.
    #[inline(always)]
    pub(crate) fn take_up_one(&self, take: &TakeUp, under: At) {
        let under = self.row(under);
        self.taken_up(std::slice::from_ref(take), false, |_, p| under.0[p]);
    }

    /// Places of one ring are taken up, one of them in each game; `new`: by a hand that holds nothing.
    #[inline(always)]
    fn taken_up(&self, takes: &[TakeUp], new: bool, here: impl Fn(&TakeUp, usize) -> Part<T>) {
        let Some(TakeUp { on, .. }) = takes.first() else { return };
        let (seeds, first) = (self.fixed(Fixed::Seeds), self.fixed(Fixed::First));
        let on = self.line(*on);
        for p in 0..PARTS {
            let (mut taken, mut begin) = (Part::<T>::NONE, Part::<T>::NONE);
            for take in takes {
                let lane = &self.line(take.lane)[p];
                let (there, here) = (lane.get(), here(take, p));
                lane.set(Part::each(|g| there.0[g].and(here.0[g].not())));
                taken = Part::each(|g| taken.0[g].or(there.0[g].and(here.0[g])));
                let from = T::of(take.first.into());
                begin = Part::each(|g| begin.0[g].or(from.and(here.0[g])));
            }
            let (hand, old, live) = match new {
                true => (Part::NONE, Part::NONE, Part::NONE),
                false => (seeds[p].get(), first[p].get(), on[p].get()),
            };
            let some: Part<T> = Part::each(|g| yes::<T>(taken.0[g] != T::NONE));
            seeds[p].set(Part::each(|g| hand.0[g].or(taken.0[g])));
            first[p].set(Part::each(|g| old.0[g].or(begin.0[g].and(some.0[g]))));
            on[p].set(Part::each(|g| live.0[g].or(some.0[g])));
        }
    }

    /// The seeds fall on a ring, in the games in which it is sown.
    #[inline(always)]
    pub(crate) fn sow(&self, ring: &Ring, on: At) {
        let on = self.row(on);
        if !on.any() {
            return;
        }
        let lanes = ring.lanes.len() as u32;
        let (length, round) = (T::of(lanes), T::of(lanes - u32::from(ring.skips)));
        let (first, mut seeds) = (self.get(Fixed::First), self.get(Fixed::Seeds));
        for p in 0..PARTS {
            let (all, on) = (seeds.0[p], on.0[p]);
            seeds.0[p] = Part::each(|g| all.0[g].and(on.0[g]));
        }
        let rounds = whole_rounds(&mut seeds, round);
        if ring.skips && rounds.any() {
            self.pass_over(ring, &first, &rounds);
        }
        for (i, lane) in ring.lanes.iter().enumerate() {
            let here = T::of(i as u32);
            let lane = self.line(*lane);
            for p in 0..PARTS {
                let (there, first) = (lane[p].get(), first.0[p]);
                let (seeds, rounds) = (seeds.0[p], rounds.0[p]);
                lane[p].set(Part::each(|g| {
                    let far = here.sub(first.0[g]);
                    let far = far.min(far.add(length));
                    there.0[g].add(rounds.0[g]).sub(yes::<T>(far < seeds.0[g]))
                }));
            }
        }
        let last = self.fixed(Fixed::Last);
        for p in 0..PARTS {
            let (first, seeds, on, old) = (first.0[p], seeds.0[p], on.0[p], last[p].get());
            last[p].set(Part::each(|g| {
                let end = first.0[g].add(seeds.0[g]).sub(T::ONE);
                let end = end.min(end.sub(length));
                pick(on.0[g], end, old.0[g])
            }));
        }
    }

    /// What is taken up is passed over in whole rounds: of the seeds that will fall there none does.
    #[inline(always)]
    fn pass_over(&self, ring: &Ring, first: &Row<T>, rounds: &Row<T>) {
        for (i, lane) in ring.lanes.iter().enumerate() {
            // It comes last, counted from where the first seed falls.
            let next = if i + 1 < ring.lanes.len() { i + 1 } else { 0 };
            let (next, lane) = (T::of(next as u32), self.line(*lane));
            for p in 0..PARTS {
                let (there, first, rounds) = (lane[p].get(), first.0[p], rounds.0[p]);
                lane[p].set(Part::each(|g| {
                    there.0[g].sub(yes::<T>(first.0[g] == next).and(rounds.0[g]))
                }));
            }
        }
    }

    /// Seeds begin to fall on a ring one by one: what is taken up is passed over, if the ring says so.
    #[inline(always)]
    pub(crate) fn start(&self, ring: &Ring, on: At, under: At) {
        let last = T::of(ring.lanes.len() as u32 - 1);
        let (on, under) = (self.line(on), self.line(under));
        let (first, passed) = (self.fixed(Fixed::First), self.fixed(Fixed::Passed));
        for p in 0..PARTS {
            let (on, under) = (on[p].get(), under[p].get());
            let (first, old) = (first[p].get(), passed[p].get());
            passed[p].set(Part::each(|g| {
                // It lies just before where the first seed falls.
                let before = pick(yes(first.0[g] == T::NONE), last, first.0[g].sub(T::ONE));
                let before = if ring.skips { before } else { T::ALL };
                pick(on.0[g].and(under.0[g]), before, old.0[g])
            }));
        }
    }

    /// One seed falls on a ring, in some games: sooner done than to look how far seeds fall.
    #[inline(always)]
    pub(crate) fn fall_one(&self, ring: &Ring, under: At) {
        let (under, at) = (self.row(under), self.get(Fixed::First));
        let mut falls_at = at;
        for p in 0..PARTS {
            let (at, under) = (at.0[p], under.0[p]);
            // Elsewhere none falls.
            falls_at.0[p] = Part::each(|g| at.0[g].or(under.0[g].not()));
        }
        let mut fallen = [Part::<T>::NONE; PARTS];
        for (i, lane) in ring.lanes.iter().enumerate() {
            let here = T::of(i as u32);
            let lane = self.line(*lane);
            for p in 0..PARTS {
                let (there, at) = (lane[p].get(), falls_at.0[p]);
                let falls: Part<T> = Part::each(|g| yes::<T>(at.0[g] == here));
                let now: Part<T> = Part::each(|g| there.0[g].sub(falls.0[g]));
                lane[p].set(now);
                let known = fallen[p];
                fallen[p] = Part::each(|g| known.0[g].or(now.0[g].and(falls.0[g])));
            }
        }
        let length = T::of(ring.lanes.len() as u32);
        let (first, last) = (self.fixed(Fixed::First), self.fixed(Fixed::Last));
        let (seeds, passed) = (self.fixed(Fixed::Seeds), self.fixed(Fixed::Passed));
        let kept = self.fixed(Fixed::Fallen);
        for p in 0..PARTS {
            let (under, at, fallen) = (under.0[p], at.0[p], fallen[p]);
            let (old, hand, passed) = (last[p].get(), seeds[p].get(), passed[p].get());
            let known = kept[p].get();
            last[p].set(Part::each(|g| pick(under.0[g], at.0[g], old.0[g])));
            kept[p].set(Part::each(|g| pick(under.0[g], fallen.0[g], known.0[g])));
            seeds[p].set(Part::each(|g| hand.0[g].add(under.0[g])));
            first[p].set(Part::each(|g| {
                let next = at.0[g].add(T::ONE);
                let next = pick(yes(next == length), T::NONE, next);
                let next = next.sub(yes::<T>(next == passed.0[g]));
                let next = pick(yes(next == length), T::NONE, next);
                pick(under.0[g], next, at.0[g])
            }));
        }
    }

    /// Seeds fall on a ring, in some games, up to the first that makes what stops them.
    #[inline(always)]
    pub(crate) fn fall(&self, ring: &Ring, stops: &[Option<Fit<T>>], under: At) {
        let length = T::of(ring.lanes.len() as u32);
        let (first, last) = (self.fixed(Fixed::First), self.fixed(Fixed::Last));
        let (seeds, kept) = (self.fixed(Fixed::Seeds), self.fixed(Fixed::Fallen));
        let (passed, under) = (self.fixed(Fixed::Passed), self.line(under));
        // No more than a round at once.
        let round = length.sub(T::of(1 + u32::from(ring.skips)));
        for p in 0..PARTS {
            let (under, from, hand) = (under[p].get(), first[p].get(), seeds[p].get());
            // How far one place of the ring is from another.
            let far = |to: T, from: T| {
                let far = to.sub(from);
                far.min(far.add(length))
            };
            // And how far the place is where none falls; beyond it others are one nearer.
            let gap: Part<T> = match ring.skips {
                true => {
                    let passed = passed[p].get();
                    Part::each(|g| far(passed.0[g], from.0[g]))
                }
                false => Part([T::ALL; PART]),
            };
            let most: Part<T> = Part::each(|g| hand.0[g].sub(T::ONE).min(round));
            let mut end = most;
            for (i, (lane, stop)) in ring.lanes.iter().zip(stops).enumerate() {
                let (here, there) = (T::of(i as u32), self.line(*lane)[p].get());
                let away: Part<T> = Part::each(|g| {
                    let far = far(here, from.0[g]);
                    far.add(yes(far > gap.0[g])).or(yes(far == gap.0[g]))
                });
                self.aside(i).set(away);
                let Some(stop) = *stop else { continue };
                end = Part::each(|g| {
                    let stops = stop.answer(there.0[g].add(T::ONE));
                    end.0[g].min(away.0[g].or(stops.not()))
                });
            }
            // So many fall.
            let many: Part<T> = Part::each(|g| end.0[g].add(T::ONE).and(under.0[g]));
            let mut fallen = Part::<T>::NONE;
            for (i, lane) in ring.lanes.iter().enumerate() {
                let (away, lane) = (self.aside(i).get(), &self.line(*lane)[p]);
                let there = lane.get();
                let now: Part<T> = Part::each(|g| there.0[g].sub(yes::<T>(away.0[g] < many.0[g])));
                lane.set(now);
                fallen =
                    Part::each(|g| fallen.0[g].or(yes::<T>(away.0[g] == end.0[g]).and(now.0[g])));
            }
            let place = |g: usize, away: T| {
                let at = from.0[g].add(away).sub(yes::<T>(away >= gap.0[g]));
                at.min(at.sub(length))
            };
            let (old, known) = (last[p].get(), kept[p].get());
            last[p].set(Part::each(|g| pick(under.0[g], place(g, end.0[g]), old.0[g])));
            kept[p].set(Part::each(|g| pick(under.0[g], fallen.0[g], known.0[g])));
            seeds[p].set(Part::each(|g| hand.0[g].sub(many.0[g])));
            first[p].set(Part::each(|g| pick(under.0[g], place(g, many.0[g]), from.0[g])));
        }
    }
}

/// Takes whole rounds off what is to be sown, so that no more than one is left: so many.
#[inline(always)]
fn whole_rounds<T: Cell>(seeds: &mut Row<T>, round: T) -> Row<T> {
    let mut rounds = Row::<T>::NONE;
    // More than one is rare.
    loop {
        let mut more = Part::<T>::NONE;
        for p in 0..PARTS {
            let (all, known, others) = (seeds.0[p], rounds.0[p], more);
            let whole: Part<T> = Part::each(|g| yes::<T>(all.0[g] > round));
            rounds.0[p] = Part::each(|g| known.0[g].sub(whole.0[g]));
            let left: Part<T> = Part::each(|g| all.0[g].sub(whole.0[g].and(round)));
            more = Part::each(|g| others.0[g].or(yes(left.0[g] > round)));
            seeds.0[p] = left;
        }
        if more.is_none() {
            return rounds;
        }
    }
}
