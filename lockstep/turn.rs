//! Between two moves: what is counted, what can be chosen, and what is.

use crate::draw::{Draw, SHORT_STEP};
use crate::numbers::count;
use crate::op::{At, Fixed, TakeUp};
use crate::row::{AT_ONCE, Cell, Fit, PART, PARTS, Part, Row, pick, yes};
use crate::view::View;

impl<T: Cell> View<'_, '_, T> {
    /// What the move came to is counted; its laps too, if it may be more than one.
    #[inline(always)]
    pub(crate) fn tally(&mut self, laps: bool) {
        let ready = self.cells.line(self.plan.fixed(Fixed::Ready));
        let captured = self.cells.line(self.plan.fixed(Fixed::Captured));
        let sown = self.cells.line(self.plan.fixed(Fixed::Laps));
        for p in 0..PARTS {
            let (ready, captured, sown) = (ready[p].get(), captured[p].get(), sown[p].get());
            let captures = &mut self.tallies.captures_lately.as_chunks_mut::<PART>().0[p];
            for g in 0..PART {
                captures[g] += u8::from(captured.0[g].and(ready.0[g]) != T::NONE);
            }
            if laps {
                let laps = &mut self.tallies.laps.as_chunks_mut().0[p];
                count(laps, |g| sown.0[g].and(ready.0[g]));
            }
        }
    }

    /// Which holes can be chosen.
    #[inline(always)]
    pub(crate) fn offer(&self, fit: &Fit<T>, under: At) {
        let (fit, under) = (*fit, self.line(under));
        let mut choices = [Part::<T>::NONE; PARTS];
        for (lane, answer) in &self.plan.offers {
            let (lane, answer) = (self.line(*lane), self.line(*answer));
            for p in 0..PARTS {
                let (there, under, told) = (lane[p].get(), under[p].get(), choices[p]);
                let old = answer[p].get();
                let now: Part<T> =
                    Part::each(|g| pick(under.0[g], fit.answer(there.0[g]), old.0[g]));
                answer[p].set(now);
                choices[p] = Part::each(|g| told.0[g].sub(now.0[g]));
            }
        }
        self.put(Fixed::Choices, &Row(choices));
    }

    /// Which of the holes that can be chosen is taken up next is drawn; `TAKE`: it is taken up at once.
    #[inline(always)]
    pub(crate) fn choose<const TAKE: bool>(&mut self, take: &[TakeUp]) {
        let plan = self.plan;
        self.tallies.turn();
        let line = |cell| self.cells.line(plan.fixed(cell));
        let (ready, mover, choices) =
            (line(Fixed::Ready), line(Fixed::Mover), line(Fixed::Choices));
        let mut nths = [Part::<T>::NONE; PARTS];
        for p in 0..PARTS {
            let games = p * PART;
            let (ready, mover, choices) = (ready[p].get(), mover[p].get(), choices[p].get());
            let draws = &*self.draws;
            let drawn: Part<T> = Part::each(|g| {
                let (at, high) = (draws.at[games + g], draws.high[games + g]);
                T::of(Draw::drawn(at, high, choices.0[g].number()))
            });
            let nth: Part<T> = match plan.reversed {
                false => drawn,
                true => Part::each(|g| {
                    let turned = yes::<T>(mover.0[g] != T::NONE);
                    pick(turned, choices.0[g].sub(T::ONE).sub(drawn.0[g]), drawn.0[g])
                }),
            };
            // Where no choice is made no hole is the one that is meant.
            nths[p] = Part::each(|g| pick(ready.0[g], nth.0[g], T::ALL));
            let at = &mut self.draws.at.as_chunks_mut::<PART>().0[p];
            for g in 0..PART {
                let step = if ready.0[g] == T::NONE { 0 } else { SHORT_STEP };
                at[g] = at[g].wrapping_add(step);
            }
            let offered = &mut self.tallies.offered_lately.as_chunks_mut::<PART>().0[p];
            for g in 0..PART {
                offered[g] += choices.0[g].and(ready.0[g]).number() as u16;
            }
        }
        for some in (0..PARTS).step_by(AT_ONCE) {
            self.meant::<TAKE>(take, some, &nths);
        }
    }

    /// The hole that is meant, in the games of some parts, is taken up, or will be.
    #[inline(always)]
    fn meant<const TAKE: bool>(&self, take: &[TakeUp], some: usize, nths: &[Part<T>; PARTS]) {
        let [mut told, mut hands, mut which] = [[Part::<T>::NONE; AT_ONCE]; 3];
        for (i, (hole, offer)) in self.plan.offers.iter().enumerate() {
            let (lane, offer) = (self.line(*hole), self.line(*offer));
            // Its name, or where the first of its seeds falls.
            let name = T::of(if TAKE { take[i].first } else { hole.0 }.into());
            for at in 0..AT_ONCE {
                let p = some + at;
                let (nth, offer) = (nths[p], offer[p].get());
                let (before, known, hand) = (told[at], which[at], hands[at]);
                let here: Part<T> =
                    Part::each(|g| yes::<T>(before.0[g] == nth.0[g]).and(offer.0[g]));
                told[at] = Part::each(|g| before.0[g].sub(offer.0[g]));
                which[at] = Part::each(|g| known.0[g].or(name.and(here.0[g])));
                if TAKE {
                    let there = lane[p].get();
                    let n: Part<T> = Part::each(|g| there.0[g].and(here.0[g]));
                    lane[p].set(Part::each(|g| there.0[g].sub(n.0[g])));
                    hands[at] = Part::each(|g| hand.0[g].or(n.0[g]));
                }
            }
        }
        let [seeds, first, pending, ready] =
            [Fixed::Seeds, Fixed::First, Fixed::Pending, Fixed::Ready].map(|cell| self.fixed(cell));
        for at in 0..AT_ONCE {
            let (p, hand, which) = (some + at, hands[at], which[at]);
            if TAKE {
                seeds[p].set(hand);
                first[p].set(which);
                self.line(take[0].on)[p].set(Part::each(|g| yes(hand.0[g] != T::NONE)));
            } else {
                let (ready, old) = (ready[p].get(), pending[p].get());
                pending[p].set(Part::each(|g| pick(ready.0[g], which.0[g], old.0[g])));
            }
        }
    }

    /// Games begin; their positions can return.
    #[inline(always)]
    pub(crate) fn keep_fresh(&mut self) {
        let (mover, fresh) = (self.get(Fixed::Mover), self.get(Fixed::Fresh));
        self.past.begin(self.cells, &mover, &fresh);
    }

    /// Looks among earlier positions for the same ones.
    #[inline(always)]
    pub(crate) fn look_back(&mut self) {
        let (ready, calm) = (self.get(Fixed::Ready), self.get(Fixed::Calm));
        let soonest = self.plan.soonest_return.unwrap_or(u32::MAX).min(T::GREATEST);
        let mut asked = Row::NONE;
        for p in 0..PARTS {
            let (ready, calm) = (ready.0[p], calm.0[p]);
            asked.0[p] = Part::each(|g| yes::<T>(calm.0[g] >= T::of(soonest)).and(ready.0[g]));
        }
        let mover = self.get(Fixed::Mover);
        self.past.look_for(self.cells, &mover);
        let found = self.past.count(self.cells, &mover, &asked, soonest);
        // Where it has been looked before, and nothing has been done since, that stays known.
        let stood = self.fixed(Fixed::Stood);
        for p in 0..PARTS {
            let (found, ready, old) = (found.0[p], ready.0[p], stood[p].get());
            stood[p].set(Part::each(|g| pick(ready.0[g], found.0[g], old.0[g])));
        }
    }

    /// Keeps the position.
    #[inline(always)]
    pub(crate) fn keep(&mut self) {
        let (ready, mover) = (self.get(Fixed::Ready), self.get(Fixed::Mover));
        let calm = self.plan.fixed(Fixed::Calm);
        if self.plan.irreversible {
            let (stored, before) = (self.get(Fixed::Stored), self.get(Fixed::StoredBefore));
            let mut cut = Row::<T>::NONE;
            for p in 0..PARTS {
                let (stored, before, ready) = (stored.0[p], before.0[p], ready.0[p]);
                cut.0[p] = Part::each(|g| yes::<T>(stored.0[g] > before.0[g]).and(ready.0[g]));
                let calm = &self.line(calm)[p];
                let (old, cut) = (calm.get(), cut.0[p]);
                calm.set(Part::each(|g| old.0[g].and(cut.0[g].not())));
            }
            self.past.cut(&cut);
        }
        self.past.keep(self.cells, &mover, &ready);
        // It stays at the greatest number.
        for p in 0..PARTS {
            let (calm, ready) = (&self.line(calm)[p], ready.0[p]);
            let old = calm.get();
            calm.set(Part::each(|g| {
                let more = yes::<T>(old.0[g] != T::ALL).and(ready.0[g]);
                old.0[g].sub(more)
            }));
        }
    }
}
