//! What a step does with the games of a pack.

use crate::op::{At, Fixed, Num, Op, Reckoning, Ring, Share, TakeUp};
use crate::pack::Pack;
use crate::row::{Cell, Fit, GAMES, Row, pick, yes};
use pulp::{Simd, WithSimd};

/// Steps to be done with a pack. All of it is put into one function for each kind of machine: what
/// is called from there would be made for the least machine.
struct Steps<'s, 'c, T>(&'s mut Pack<'c, T>, &'s [Op<T>]);

impl<T: Cell> WithSimd for Steps<'_, '_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _simd: S) {
        self.0.steps(self.1);
    }
}

impl<T: Cell> Pack<'_, T> {
    #[inline(always)]
    pub(crate) fn dispatch(&mut self, ops: &[Op<T>]) {
        self.arch.dispatch(Steps(self, ops));
    }

    #[inline(always)]
    fn row(&self, at: At) -> &Row<T> {
        &self.cells[usize::from(at.0)]
    }

    #[inline(always)]
    fn put(&mut self, at: At, row: Row<T>) {
        self.cells[usize::from(at.0)] = row;
    }

    #[inline(always)]
    fn steps(&mut self, ops: &[Op<T>]) {
        let mut at = 0;
        while let Some(op) = ops.get(at) {
            at += 1;
            match op {
                Op::Within { to, of, fit, under } => {
                    let row = self.row(*of).within(fit, self.row(*under));
                    self.put(*to, row);
                }
                Op::Is { to, of, n, under } => {
                    let (of, under) = (self.row(*of), self.row(*under));
                    let row = Row::each(|g| yes::<T>(of.0[g] == *n).and(under.0[g]));
                    self.put(*to, row);
                }
                Op::Among { to, of, among, under } => {
                    let (of, under) = (self.row(*of), self.row(*under));
                    let mut any = Row::<T>::NONE;
                    for n in among {
                        any = Row::each(|g| any.0[g].or(yes(of.0[g] == *n)));
                    }
                    let row = Row::each(|g| any.0[g].and(under.0[g]));
                    self.put(*to, row);
                }
                Op::Same { to, a, b, under } => {
                    let (a, b, under) = (self.row(*a), self.row(*b), self.row(*under));
                    let row = Row::each(|g| yes::<T>(a.0[g] == b.0[g]).and(under.0[g]));
                    self.put(*to, row);
                }
                Op::Empty { to, of, under } => {
                    let all = self.taken_together(of, T::or);
                    let under = self.row(*under);
                    let row = Row::each(|g| yes::<T>(all.0[g] == T::NONE).and(under.0[g]));
                    self.put(*to, row);
                }
                Op::Occupied { to, of, under } => {
                    let all = self.taken_together(of, T::or);
                    let under = self.row(*under);
                    let row = Row::each(|g| yes::<T>(all.0[g] != T::NONE).and(under.0[g]));
                    self.put(*to, row);
                }
                Op::Many { to, of, fit, low, high, under } => {
                    let mut many = Row::<T>::NONE;
                    for cell in of {
                        let fits = self.row(*cell).within(fit, &Row::ALL);
                        many = Row::each(|g| many.0[g].sub(fits.0[g]));
                    }
                    let fit = Fit { least: *low, span: high.sub(*low), odd: None };
                    let row = many.within(&fit, self.row(*under));
                    self.put(*to, row);
                }
                Op::Copy { to, of } => self.put(*to, *self.row(*of)),
                Op::Set { to, n } => self.put(*to, Row([*n; GAMES])),
                Op::And { to, a, b } => {
                    let (a, b) = (self.row(*a), self.row(*b));
                    let row = Row::each(|g| a.0[g].and(b.0[g]));
                    self.put(*to, row);
                }
                Op::AndNot { to, a, b } => {
                    let (a, b) = (self.row(*a), self.row(*b));
                    let row = Row::each(|g| a.0[g].and(b.0[g].not()));
                    self.put(*to, row);
                }
                Op::Or { to, a, b } => {
                    let (a, b) = (self.row(*a), self.row(*b));
                    let row = Row::each(|g| a.0[g].or(b.0[g]));
                    self.put(*to, row);
                }
                Op::Put { to, n, under } => {
                    let (there, under) = (self.row(*to), self.row(*under));
                    let row = Row::each(|g| pick(under.0[g], *n, there.0[g]));
                    self.put(*to, row);
                }
                Op::PutCell { to, of, under } => {
                    let (there, of, under) = (self.row(*to), self.row(*of), self.row(*under));
                    let row = Row::each(|g| pick(under.0[g], of.0[g], there.0[g]));
                    self.put(*to, row);
                }
                Op::Gather { to, it, of } => {
                    let mut all = Row::<T>::NONE;
                    let it = self.row(*it);
                    for (n, cell) in of {
                        let there = self.row(*cell);
                        all = Row::each(|g| all.0[g].or(yes::<T>(it.0[g] == *n).and(there.0[g])));
                    }
                    self.put(*to, all);
                }
                Op::Name { to, it, of } => {
                    let mut all = Row::<T>::NONE;
                    let it = self.row(*it);
                    for (n, name) in of {
                        all = Row::each(|g| all.0[g].or(yes::<T>(it.0[g] == *n).and(*name)));
                    }
                    self.put(*to, all);
                }
                Op::Scatter { of, it, into } => {
                    let (of, it) = (*self.row(*of), *self.row(*it));
                    for (n, cell) in into {
                        let there = self.row(*cell);
                        let row = Row::each(|g| pick(yes(it.0[g] == *n), of.0[g], there.0[g]));
                        self.put(*cell, row);
                    }
                }
                Op::Sum { to, of } => self.put(*to, self.taken_together(of, T::add)),
                // An answer of all bits is one below 0.
                Op::Tell { to, of } => self.put(*to, self.taken_together(of, T::sub)),
                Op::SkipUnless { under, steps } => {
                    if !self.row(*under).any() {
                        at += *steps as usize;
                    }
                }
                Op::Move { of, to, share, gained } => self.move_seeds(of, *to, *share, *gained),
                Op::Pend { of, place, under } => {
                    let row = Row([*place; GAMES]);
                    self.pend(*of, &row, *under);
                }
                Op::PendAt { of, place, under } => {
                    let row = *self.row(*place);
                    self.pend(*of, &row, *under);
                }
                Op::Count { to, under } => {
                    let (there, under) = (self.row(*to), self.row(*under));
                    let row = Row::each(|g| there.0[g].sub(under.0[g]));
                    self.put(*to, row);
                }
                Op::Fixed { to, n } => self.numbers[usize::from(to.0)] = [*n; GAMES],
                Op::Cell { to, of } => {
                    let row = *self.row(*of);
                    self.reckon(*to, |g| i64::from(row.0[g].number()));
                }
                Op::SumOf { to, of } => {
                    let mut sum = [0_u32; GAMES];
                    for (cell, chosen) in of {
                        let (cell, chosen) = (self.row(*cell), self.row(*chosen));
                        for (sum, (n, chosen)) in sum.iter_mut().zip(cell.0.iter().zip(&chosen.0)) {
                            *sum += n.and(*chosen).number();
                        }
                    }
                    self.reckon(*to, |g| i64::from(sum[g]));
                }
                Op::CountOf { to, of } => {
                    let mut sum = [0_u32; GAMES];
                    for chosen in of {
                        let chosen = self.row(*chosen);
                        for (sum, chosen) in sum.iter_mut().zip(&chosen.0) {
                            *sum += chosen.and(T::ONE).number();
                        }
                    }
                    self.reckon(*to, |g| i64::from(sum[g]));
                }
                Op::Divide { to, of, by, up } => {
                    let (of, by) = (self.numbers[usize::from(of.0)], (*by).max(1));
                    match up {
                        false => self.reckon(*to, |g| of[g].div_euclid(by)),
                        true => self.reckon(*to, |g| -(-of[g]).div_euclid(by)),
                    }
                }
                Op::Reckon { to, a, b, how } => {
                    let (a, b) = (&self.numbers[usize::from(a.0)], &self.numbers[usize::from(b.0)]);
                    let (a, b) = (*a, *b);
                    match how {
                        Reckoning::Add => self.reckon(*to, |g| a[g].saturating_add(b[g])),
                        Reckoning::Sub => self.reckon(*to, |g| a[g].saturating_sub(b[g])),
                        Reckoning::Mul => self.reckon(*to, |g| a[g].saturating_mul(b[g])),
                    }
                }
                Op::NumberWithin { to, of, least, most, odd, under } => {
                    let (of, under) = (&self.numbers[usize::from(of.0)], self.row(*under));
                    let row = Row::each(|g| {
                        let fits = (of[g] >= *least) & (of[g] <= *most);
                        let parity = odd.is_none_or(|odd| of[g] & 1 == odd);
                        yes::<T>(fits & parity).and(under.0[g])
                    });
                    self.put(*to, row);
                }
                Op::AtMost { to, a, b, under } => {
                    let (a, b) = (&self.numbers[usize::from(a.0)], &self.numbers[usize::from(b.0)]);
                    let under = self.row(*under);
                    let row = Row::each(|g| yes::<T>(a[g] <= b[g]).and(under.0[g]));
                    self.put(*to, row);
                }
                Op::PutNumber { to, of, under } => {
                    let (of, under) = (&self.numbers[usize::from(of.0)], *self.row(*under));
                    let there = *self.row(*to);
                    let number = |g: usize| of[g].clamp(0, 65_535) as u32;
                    let row = Row::each(|g| pick(under.0[g], T::of(number(g)), there.0[g]));
                    let left = *self.get(Fixed::Left);
                    let great = |g: usize| yes::<T>(number(g) > T::GREATEST).and(under.0[g]);
                    let left = Row::each(|g| left.0[g].or(great(g)));
                    self.put(*to, row);
                    *self.fixed(Fixed::Left) = left;
                }
                Op::TakeUp { of, under } => {
                    let (pending, under) = (*self.get(Fixed::Pending), *self.row(*under));
                    for take in of {
                        let lane = T::of(take.lane.0.into());
                        let here = Row::each(|g| yes::<T>(pending.0[g] == lane).and(under.0[g]));
                        self.take_up(take, &here);
                    }
                }
                Op::TakeUpOne { of, under } => {
                    let under = *self.row(*under);
                    self.take_up(of, &under);
                }
                Op::Sow { ring, on } => {
                    let plan = self.plan;
                    self.sow(&plan.rings[usize::from(*ring)], *on);
                }
                Op::Swap { pairs, under } => {
                    let under = *self.row(*under);
                    for (a, b) in pairs {
                        let (one, other) = (*self.row(*a), *self.row(*b));
                        self.put(*a, Row::each(|g| pick(under.0[g], other.0[g], one.0[g])));
                        self.put(*b, Row::each(|g| pick(under.0[g], one.0[g], other.0[g])));
                    }
                }
                Op::LookBack => self.look_back(),
                Op::Keep => self.keep(),
                Op::KeepFresh => self.keep_fresh(),
                Op::Tally => {
                    let (ready, laps) = (*self.get(Fixed::Ready), *self.get(Fixed::Laps));
                    let captured = *self.get(Fixed::Captured);
                    let tallies = &mut *self.tallies;
                    for g in 0..GAMES {
                        tallies.laps[g] += laps.0[g].and(ready.0[g]).number();
                        let captured = captured.0[g].and(ready.0[g]).and(T::ONE);
                        tallies.captures[g] += captured.number();
                    }
                }
                Op::Choose => self.choose(),
            }
        }
    }

    #[inline(always)]
    fn reckon(&mut self, to: Num, number: impl Fn(usize) -> i64) {
        let to = &mut self.numbers[usize::from(to.0)];
        for (g, n) in to.iter_mut().enumerate() {
            *n = number(g);
        }
    }

    /// Some cells, one after the other taken together with what there is, which is nothing at first.
    #[inline(always)]
    fn taken_together(&self, of: &[At], with: impl Fn(T, T) -> T) -> Row<T> {
        let mut all = Row::<T>::NONE;
        for cell in of {
            let row = self.row(*cell);
            all = Row::each(|g| with(all.0[g], row.0[g]));
        }
        all
    }

    /// The next lap takes up that place, in some games, if there is anything.
    #[inline(always)]
    fn pend(&mut self, of: At, place: &Row<T>, under: At) {
        let (seeds, under) = (self.row(of), self.row(under));
        let pending = self.get(Fixed::Pending);
        let row = Row::each(|g| {
            let some = yes::<T>(seeds.0[g] != T::NONE).and(under.0[g]);
            pick(some, place.0[g], pending.0[g])
        });
        *self.fixed(Fixed::Pending) = row;
    }

    #[inline(always)]
    fn move_seeds(&mut self, of: &[(At, At)], to: At, share: Share<T>, gained: At) {
        let mut all = Row::<T>::NONE;
        for (cell, chosen) in of {
            let chosen = *self.row(*chosen);
            let there = &mut self.cells[usize::from(cell.0)];
            let taken: Row<T> = match share {
                Share::All => Row::each(|g| there.0[g].and(chosen.0[g])),
                Share::Half => Row::each(|g| there.0[g].half().and(chosen.0[g])),
                Share::Number(n) => Row::each(|g| there.0[g].min(n).and(chosen.0[g])),
            };
            *there = Row::each(|g| there.0[g].sub(taken.0[g]));
            all = Row::each(|g| all.0[g].add(taken.0[g]));
        }
        let there = &mut self.cells[usize::from(to.0)];
        *there = Row::each(|g| there.0[g].add(all.0[g]));
        self.put(gained, Row::each(|g| yes::<T>(all.0[g] != T::NONE)));
    }

    /// The seeds of a place are taken up, in some games.
    #[inline(always)]
    fn take_up(&mut self, take: &TakeUp, here: &Row<T>) {
        let there = &mut self.cells[usize::from(take.lane.0)];
        let n = Row::each(|g| there.0[g].and(here.0[g]));
        *there = Row::each(|g| there.0[g].and(here.0[g].not()));
        let some = Row::each(|g| yes::<T>(n.0[g] != T::NONE));
        let on = &mut self.cells[usize::from(take.on.0)];
        *on = Row::each(|g| on.0[g].or(some.0[g]));
        let seeds = self.fixed(Fixed::Seeds);
        *seeds = Row::each(|g| seeds.0[g].or(n.0[g]));
        let from = T::of(take.first.into());
        let first = self.fixed(Fixed::First);
        *first = Row::each(|g| first.0[g].or(from.and(some.0[g])));
    }

    /// The seeds fall on a ring, in the games in which it is sown.
    #[inline(always)]
    fn sow(&mut self, ring: &Ring, on: At) {
        let on = *self.row(on);
        if !on.any() {
            return;
        }
        let length = ring.lanes.len() as u32;
        let round = T::of(length - u32::from(ring.skips));
        let (first, seeds) = (*self.get(Fixed::First), self.get(Fixed::Seeds));
        let mut seeds: Row<T> = Row::each(|g| seeds.0[g].and(on.0[g]));
        // Whole rounds, which are rare.
        loop {
            let more: Row<T> = Row::each(|g| yes::<T>(seeds.0[g] > round));
            if !more.any() {
                break;
            }
            for (i, lane) in ring.lanes.iter().enumerate() {
                // What is taken up comes last, counted from where the first seed falls.
                let origin = T::of((i as u32 + 1) % length);
                let there = &mut self.cells[usize::from(lane.0)];
                *there = Row::each(|g| {
                    let skipped = yes::<T>(ring.skips & (first.0[g] == origin));
                    there.0[g].sub(more.0[g].and(skipped.not()))
                });
            }
            seeds = Row::each(|g| seeds.0[g].sub(round.and(more.0[g])));
        }
        let length = T::of(length);
        for (i, lane) in ring.lanes.iter().enumerate() {
            let here = T::of(i as u32);
            let there = &mut self.cells[usize::from(lane.0)];
            *there = Row::each(|g| {
                let far = here.sub(first.0[g]);
                let far = far.min(far.add(length));
                there.0[g].sub(yes::<T>(far < seeds.0[g]))
            });
        }
        let last = *self.get(Fixed::Last);
        *self.fixed(Fixed::Last) = Row::each(|g| {
            let end = first.0[g].add(seeds.0[g]).sub(T::ONE);
            let end = end.min(end.sub(length));
            pick(on.0[g], end, last.0[g])
        });
    }

    #[inline(always)]
    fn choose(&mut self) {
        let plan = self.plan;
        let (ready, mover) = (*self.get(Fixed::Ready), *self.get(Fixed::Mover));
        let choices = *self.get(Fixed::Choices);
        let (draws, decisions) = (&self.draws, &self.tallies.decisions);
        let drawn: Row<T> =
            Row::each(|g| T::of(draws[g].one_of(choices.0[g].number(), decisions[g], 0)));
        let nth: Row<T> = match plan.reversed {
            false => drawn,
            true => Row::each(|g| {
                let turned = yes::<T>(mover.0[g] != T::NONE);
                pick(turned, choices.0[g].sub(T::ONE).sub(drawn.0[g]), drawn.0[g])
            }),
        };
        let (mut told, mut chosen) = (Row::<T>::NONE, Row::<T>::NONE);
        for (lane, offer) in &plan.offers {
            let offer = self.row(*offer);
            let lane = T::of(lane.0.into());
            chosen = Row::each(|g| {
                let here = yes::<T>(told.0[g] == nth.0[g]).and(offer.0[g]);
                chosen.0[g].or(lane.and(here))
            });
            told = Row::each(|g| told.0[g].sub(offer.0[g]));
        }
        let pending = self.fixed(Fixed::Pending);
        *pending = Row::each(|g| pick(ready.0[g], chosen.0[g], pending.0[g]));
        let tallies = &mut *self.tallies;
        for g in 0..GAMES {
            tallies.decisions[g] += ready.0[g].and(T::ONE).number();
            tallies.offered[g] += choices.0[g].and(ready.0[g]).number();
        }
    }

    /// Games begin; their positions can return.
    #[inline(always)]
    fn keep_fresh(&mut self) {
        let (mover, fresh) = (*self.get(Fixed::Mover), *self.get(Fixed::Fresh));
        self.past.begin(&self.cells, &mover, &fresh);
    }

    /// Looks among earlier positions for the same ones.
    #[inline(always)]
    fn look_back(&mut self) {
        let (ready, calm) = (*self.get(Fixed::Ready), self.get(Fixed::Calm));
        let soonest = T::of(self.plan.soonest_return.unwrap_or(u32::MAX).min(T::GREATEST));
        let asked: Row<T> = Row::each(|g| yes::<T>(calm.0[g] >= soonest).and(ready.0[g]));
        let mover = *self.get(Fixed::Mover);
        self.past.look_for(&self.cells, &mover);
        *self.fixed(Fixed::Stood) = self.past.count(&self.cells, &mover, &asked);
    }

    /// Keeps the position.
    #[inline(always)]
    fn keep(&mut self) {
        let (ready, mover) = (*self.get(Fixed::Ready), *self.get(Fixed::Mover));
        if self.plan.irreversible {
            let (stored, before) = (self.get(Fixed::Stored), self.get(Fixed::StoredBefore));
            let cut: Row<T> = Row::each(|g| yes::<T>(stored.0[g] > before.0[g]).and(ready.0[g]));
            let calm = self.fixed(Fixed::Calm);
            *calm = Row::each(|g| calm.0[g].and(cut.0[g].not()));
            self.past.cut(&cut);
        }
        self.past.keep(&self.cells, &mover, &ready);
        let calm = self.fixed(Fixed::Calm);
        // It stays at the greatest number.
        *calm = Row::each(|g| {
            let more = yes::<T>(calm.0[g] != T::ALL).and(ready.0[g]);
            calm.0[g].sub(more)
        });
    }
}
