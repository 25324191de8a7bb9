//! Ops between two moves: counts, choices, the history.

use crate::context::StepContext;
use crate::draw::{GOLDEN_32, GameRng};
use crate::numbers::count;
use crate::op::{CellId, Pickup, Register};
use crate::row::{CellRange, CellValue, PART, PARTS, Row, RowPart, UNROLL, mask, select};

impl<T: CellValue> StepContext<'_, '_, T> {
    /// Counts captures and, if moves may have more than one lap, laps.
    #[inline(always)]
    pub(crate) fn tally_turn(&mut self, laps: bool) {
        let ready = self.cells.line(self.plan.register(Register::Ready));
        let captured = self.cells.line(self.plan.register(Register::Captured));
        let sown = self.cells.line(self.plan.register(Register::Laps));
        for p in 0..PARTS {
            let (ready, captured, sown) = (ready[p].get(), captured[p].get(), sown[p].get());
            let captures = &mut self.tallies.recent_captures.as_chunks_mut::<PART>().0[p];
            for g in 0..PART {
                captures[g] += u8::from(captured.0[g].and(ready.0[g]) != T::NONE);
            }
            if laps {
                let laps = &mut self.tallies.laps.as_chunks_mut().0[p];
                count(laps, |g| sown.0[g].and(ready.0[g]));
            }
        }
    }

    /// Computes which holes can be chosen, and how many.
    #[inline(always)]
    pub(crate) fn offer(&self, fit: &CellRange<T>, under: CellId) {
        let (fit, under) = (*fit, self.line(under));
        let mut choices = [RowPart::<T>::NONE; PARTS];
        for (lane, answer) in &self.plan.offers {
            let (lane, answer) = (self.line(*lane), self.line(*answer));
            for p in 0..PARTS {
                let (there, under, sum) = (lane[p].get(), under[p].get(), choices[p]);
                let old = answer[p].get();
                let now: RowPart<T> =
                    RowPart::each(|g| select(under.0[g], fit.matches_mask(there.0[g]), old.0[g]));
                answer[p].set(now);
                choices[p] = RowPart::each(|g| sum.0[g].sub(now.0[g]));
            }
        }
        self.put(Register::ChoiceCount, &Row(choices));
    }

    /// Draws the next choice; `TAKE`: takes the hole up at once.
    #[inline(always)]
    pub(crate) fn choose<const TAKE: bool>(&mut self, take: &[Pickup]) {
        let plan = self.plan;
        self.tallies.next_turn();
        let line = |cell| self.cells.line(plan.register(cell));
        let (ready, mover, choices) =
            (line(Register::Ready), line(Register::Mover), line(Register::ChoiceCount));
        let mut nths = [RowPart::<T>::NONE; PARTS];
        for p in 0..PARTS {
            let games = p * PART;
            let (ready, mover, choices) = (ready[p].get(), mover[p].get(), choices[p].get());
            let draws = &*self.draws;
            let drawn: RowPart<T> = RowPart::each(|g| {
                let (at, high) = (draws.counter[games + g], draws.high[games + g]);
                T::of(GameRng::index_at(at, high, choices.0[g].number()))
            });
            let nth: RowPart<T> = match plan.reversed {
                false => drawn,
                true => RowPart::each(|g| {
                    let turned = mask::<T>(mover.0[g] != T::NONE);
                    select(turned, choices.0[g].sub(T::ONE).sub(drawn.0[g]), drawn.0[g])
                }),
            };
            // Games that make no choice get an index that no hole has.
            nths[p] = RowPart::each(|g| select(ready.0[g], nth.0[g], T::ALL));
            let at = &mut self.draws.counter.as_chunks_mut::<PART>().0[p];
            for g in 0..PART {
                let step = if ready.0[g] == T::NONE { 0 } else { GOLDEN_32 };
                at[g] = at[g].wrapping_add(step);
            }
            let offered = &mut self.tallies.recent_offers.as_chunks_mut::<PART>().0[p];
            for g in 0..PART {
                offered[g] += choices.0[g].and(ready.0[g]).number() as u16;
            }
        }
        for some in (0..PARTS).step_by(UNROLL) {
            self.resolve_choice::<TAKE>(take, some, &nths);
        }
    }

    /// Finds the drawn hole, for the games of some parts; takes it up, or makes it pending.
    #[inline(always)]
    fn resolve_choice<const TAKE: bool>(
        &self,
        take: &[Pickup],
        some: usize,
        nths: &[RowPart<T>; PARTS],
    ) {
        let [mut sum, mut hands, mut which] = [[RowPart::<T>::NONE; UNROLL]; 3];
        for (i, (hole, offer)) in self.plan.offers.iter().enumerate() {
            let (lane, offer) = (self.line(*hole), self.line(*offer));
            // Its lane, or the ring index of its first fall.
            let name = T::of(if TAKE { take[i].first } else { hole.0 }.into());
            for at in 0..UNROLL {
                let p = some + at;
                let (nth, offer) = (nths[p], offer[p].get());
                let (before, known, hand) = (sum[at], which[at], hands[at]);
                let here: RowPart<T> =
                    RowPart::each(|g| mask::<T>(before.0[g] == nth.0[g]).and(offer.0[g]));
                sum[at] = RowPart::each(|g| before.0[g].sub(offer.0[g]));
                which[at] = RowPart::each(|g| known.0[g].or(name.and(here.0[g])));
                if TAKE {
                    let there = lane[p].get();
                    let n: RowPart<T> = RowPart::each(|g| there.0[g].and(here.0[g]));
                    lane[p].set(RowPart::each(|g| there.0[g].sub(n.0[g])));
                    hands[at] = RowPart::each(|g| hand.0[g].or(n.0[g]));
                }
            }
        }
        let [seeds, first, pending, ready] =
            [Register::Seeds, Register::FirstFall, Register::PendingOrigin, Register::Ready]
                .map(|cell| self.register(cell));
        for at in 0..UNROLL {
            let (p, hand, which) = (some + at, hands[at], which[at]);
            if TAKE {
                seeds[p].set(hand);
                first[p].set(which);
                self.line(take[0].on)[p].set(RowPart::each(|g| mask(hand.0[g] != T::NONE)));
            } else {
                let (ready, old) = (ready[p].get(), pending[p].get());
                pending[p].set(RowPart::each(|g| select(ready.0[g], which.0[g], old.0[g])));
            }
        }
    }

    /// Records the first position of games that begin.
    #[inline(always)]
    pub(crate) fn push_starting(&mut self) {
        let (mover, fresh) = (self.get(Register::Mover), self.get(Register::Starting));
        self.repetition.begin_games(self.cells, &mover, &fresh);
    }

    /// Counts earlier occurrences of the position.
    #[inline(always)]
    pub(crate) fn count_occurrences(&mut self) {
        let (ready, reversible) =
            (self.get(Register::Ready), self.get(Register::ReversiblePositions));
        let soonest = self.plan.fewest_moves_to_repeat.unwrap_or(u32::MAX).min(T::GREATEST);
        let mut asked = Row::NONE;
        for p in 0..PARTS {
            let (ready, reversible) = (ready.0[p], reversible.0[p]);
            asked.0[p] =
                RowPart::each(|g| mask::<T>(reversible.0[g] >= T::of(soonest)).and(ready.0[g]));
        }
        let mover = self.get(Register::Mover);
        self.repetition.set_current(self.cells, &mover);
        let found = self.repetition.count_occurrences(self.cells, &mover, &asked, soonest);
        // Games that are not ready keep their earlier result.
        let occurrences = self.register(Register::Occurrences);
        for p in 0..PARTS {
            let (found, ready, old) = (found.0[p], ready.0[p], occurrences[p].get());
            occurrences[p].set(RowPart::each(|g| select(ready.0[g], found.0[g], old.0[g])));
        }
    }

    /// Adds the position to the history.
    #[inline(always)]
    pub(crate) fn push_position(&mut self) {
        let (ready, mover) = (self.get(Register::Ready), self.get(Register::Mover));
        let reversible = self.plan.register(Register::ReversiblePositions);
        if self.plan.irreversible {
            let (stored, before) =
                (self.get(Register::StoredSeeds), self.get(Register::StoredSeedsBefore));
            let mut cut = Row::<T>::NONE;
            for p in 0..PARTS {
                let (stored, before, ready) = (stored.0[p], before.0[p], ready.0[p]);
                cut.0[p] = RowPart::each(|g| mask::<T>(stored.0[g] > before.0[g]).and(ready.0[g]));
                let reversible = &self.line(reversible)[p];
                let (old, cut) = (reversible.get(), cut.0[p]);
                reversible.set(RowPart::each(|g| old.0[g].and(cut.0[g].not())));
            }
            self.repetition.forget_earlier(&cut);
        }
        self.repetition.push(self.cells, &mover, &ready);
        // Saturates at the greatest number.
        for p in 0..PARTS {
            let (reversible, ready) = (&self.line(reversible)[p], ready.0[p]);
            let old = reversible.get();
            reversible.set(RowPart::each(|g| {
                let more = mask::<T>(old.0[g] != T::ALL).and(ready.0[g]);
                old.0[g].sub(more)
            }));
        }
    }
}
