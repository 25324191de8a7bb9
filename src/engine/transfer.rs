//! Moves seeds from place to place: capture, put, fill.

use super::evaluate::PlaceList;
use super::event::{Choice, Deciding, EventKind};
use super::execution::{EvalCtx, ExecPhase, Execution, StepResult};
use super::state::{CAPTURED, SOWING_HAND};
use crate::engine::Direction;
use crate::model::{
    Det, FillOrder, KindId, Part, PlaceId, PlacePhrase, Places, Seat, Side, Source,
};
use crate::order::SmallSort;
use smallvec::SmallVec;

/// Seeds taken: from where, and how many.
pub(crate) type TakenSeeds = SmallVec<[(PlaceId, u16); 4]>;

impl<'e> Execution<'e> {
    /// How many seeds of each place a source takes; asks if the player chooses how many.
    pub(super) fn amounts(
        &mut self,
        source: &Source,
        list: &PlaceList,
        ctx: EvalCtx,
    ) -> StepResult<TakenSeeds> {
        let mut amounts = TakenSeeds::new();
        let far = match &source.part {
            Part::Nearest => self.choose_run_length(list, ctx)?,
            Part::All | Part::Number(_) | Part::Half | Part::AnyNumber(..) | Part::EachSeed => {
                list.len()
            }
        };
        for &place in &list[..far] {
            let there = self.seeds_now_of(place, source.kind);
            let n = match &source.part {
                Part::All | Part::EachSeed | Part::Nearest => there,
                Part::Number(count) => {
                    there.min(u16::try_from(self.count(count, ctx).max(0)).unwrap_or(u16::MAX))
                }
                Part::Half => there / 2,
                Part::AnyNumber(from, to) => {
                    let clamp = |n: i64| u16::try_from(n.max(0)).unwrap_or(u16::MAX).min(there);
                    let (from, to) = (clamp(self.count(from, ctx)), clamp(self.count(to, ctx)));
                    let options = (from..=to).map(|n| (Choice::Number(n), 0)).collect();
                    self.ask_number(ctx, options)?
                }
            };
            amounts.push((place, n));
        }
        Ok(amounts)
    }

    /// How many places of a run the player takes, from the nearest.
    fn choose_run_length(&mut self, list: &PlaceList, ctx: EvalCtx) -> StepResult<usize> {
        let most = u16::try_from(list.len()).unwrap_or(u16::MAX);
        let options = (1..=most).map(|n| (Choice::Number(n), 0)).collect();
        self.ask_number(ctx, options).map(usize::from)
    }

    /// Asks for one of some numbers; 0 if there is none.
    fn ask_number(
        &mut self,
        ctx: EvalCtx,
        options: SmallVec<[(Choice, u8); 16]>,
    ) -> StepResult<u16> {
        let Some(Choice::Number(n)) = self.ask(ctx, Deciding::Number, options)? else {
            return Ok(0);
        };
        Ok(n)
    }

    pub(super) fn take_all(&mut self, amounts: TakenSeeds, kind: Option<KindId>) -> TakenSeeds {
        let mut taken = TakenSeeds::new();
        for (place, n) in amounts {
            let n = self.take_from(place, n, kind);
            if n > 0 {
                taken.push((place, n));
            }
        }
        if !taken.is_empty() && !self.engine.layout.marks_until.is_empty() {
            self.expire_mark_conditions();
        }
        taken
    }

    pub(super) fn capture(&mut self, source: &Source, ctx: EvalCtx) -> StepResult {
        let list = self.choose_all(&source.places, ctx, Deciding::Place)?;
        let amounts = self.amounts(source, &list, ctx)?;
        let taken = self.take_all(amounts, source.kind);
        let total: u16 = taken.iter().map(|(_, n)| n).sum();
        if total == 0 {
            return Ok(());
        }
        let moved = self.moving_kinds();
        let store = self.model.board.seats[ctx.actor.index()].store;
        self.state.seeds[store.index()] += total;
        self.last_capture.seat = ctx.actor;
        self.last_capture.seeds = total;
        self.capture_kinds();
        self.put_down_kinds(store);
        for (place, _) in &taken {
            self.captured_from.insert(*place);
            if self.laps <= 1 {
                self.first_lap_captured_from.insert(*place);
            }
        }
        self.acted = true;
        if self.records() {
            self.log(ctx.actor, EventKind::Captured { from: taken });
            self.log_kinds(&moved, ctx.actor);
        }
        if ctx.actor == self.player {
            self.lap.captured = true;
            self.move_captured = true;
            if self.laps <= 1 {
                self.first_lap.captured = true;
            }
        }
        let rules = self.rules;
        if self.phase == ExecPhase::Move
            && !self.in_after_capture
            && !rules.after_capture.lists.is_empty()
        {
            self.in_after_capture = true;
            let flow = self.cases(&rules.after_capture, ctx);
            self.in_after_capture = false;
            flow?;
        }
        self.check_any_time_end()
    }

    pub(super) fn put(&mut self, source: &Source, to: &PlacePhrase, ctx: EvalCtx) -> StepResult {
        if matches!(source.part, Part::EachSeed) {
            return self.put_seed_by_seed(source, to, ctx);
        }
        let list = self.choose_all(&source.places, ctx, Deciding::Place)?;
        let amounts = self.amounts(source, &list, ctx)?;
        if amounts.iter().all(|(_, n)| *n == 0) {
            return Ok(());
        }
        let targets = self.choose_places(to, ctx, Deciding::Place)?;
        if matches!(to.det, Det::Every) && targets.len() > 1 {
            return self.put_in_each(source, &list, &targets, ctx);
        }
        let Some(&target) = targets.first() else { return Ok(()) };
        let taken = self.take_all(amounts, source.kind);
        self.put_down(&taken, target, ctx);
        Ok(())
    }

    /// `put N of PLACES in each PLACE`: so many in every one, while seeds are left.
    fn put_in_each(
        &mut self,
        source: &Source,
        from: &PlaceList,
        to: &PlaceList,
        ctx: EvalCtx,
    ) -> StepResult {
        for &target in to {
            let amounts = self.amounts(source, from, ctx)?;
            let taken = self.take_all(amounts, source.kind);
            self.put_down(&taken, target, ctx);
        }
        Ok(())
    }

    fn put_seed_by_seed(&mut self, source: &Source, to: &PlacePhrase, ctx: EvalCtx) -> StepResult {
        for place in self.choose_all(&source.places, ctx, Deciding::Place)? {
            for _ in 0..self.seeds_now(place) {
                self.spend()?;
                let Some(&target) = self.choose_places(to, ctx, Deciding::Place)?.first() else {
                    return Ok(());
                };
                let n = self.take_from(place, 1, source.kind);
                self.put_down(&SmallVec::from_slice(&[(place, n)]), target, ctx);
            }
        }
        Ok(())
    }

    fn put_down(&mut self, taken: &TakenSeeds, target: PlaceId, ctx: EvalCtx) {
        let total: u16 = taken.iter().map(|(_, n)| n).sum();
        if total == 0 {
            return;
        }
        match target {
            SOWING_HAND => self.hand += total,
            CAPTURED => {
                let store = self.model.board.seats[self.last_capture.seat.index()].store;
                self.state.seeds[store.index()] += total;
                self.last_capture.seeds += total;
            }
            _ => self.state.seeds[target.index()] += total,
        }
        let moved = self.moving_kinds();
        self.put_down_kinds(target);
        self.acted = true;
        if self.records() {
            self.log(ctx.actor, EventKind::Put { from: taken.clone(), to: target });
            self.log_kinds(&moved, ctx.actor);
        }
    }

    pub(super) fn filled_by(&self, seat: Seat) -> usize {
        self.filled.get(seat.index()).map_or(0, |n| *n as usize)
    }

    pub(super) fn fill(
        &mut self,
        places: &Places,
        limit: usize,
        with: u16,
        order: &FillOrder,
        ctx: EvalCtx,
    ) -> StepResult {
        let seat = &self.model.board.seats[ctx.actor.index()];
        let (store, hand) = (seat.store, seat.hand);
        let mut list = self.choose_all(places, ctx, Deciding::Place)?;
        match order {
            FillOrder::From(side, who) => {
                let seat = self.who(*who, ctx).unwrap_or(ctx.actor);
                let key = |p: &PlaceId| {
                    let column = self.model.board.column_from_left(*p, seat);
                    if *side == Side::Left { column } else { -column }
                };
                list.small_sort_by_key(key);
            }
            FillOrder::Along(from) => {
                let from = self.places(from, ctx).first().copied();
                let ring = self.ring(ctx.actor);
                let ring = ring.as_ref().map_or(&[][..], |r| &r.places);
                let at = |p: PlaceId| ring.iter().position(|q| *q == p).unwrap_or(0);
                let start = from.map_or(0, at);
                let n = ring.len().max(1);
                let sense = self.current_direction(ctx.actor);
                list.small_sort_by_key(|p| match sense {
                    Direction::Anticlockwise => (at(*p) + n - start) % n,
                    Direction::Clockwise => (start + n - at(*p)) % n,
                });
            }
            FillOrder::Any => {}
        }
        if self.filled.is_empty() {
            self.filled.resize(self.model.seats(), 0);
        }
        let mut done = 0;
        // Holes are filled with seeds of the usual kind.
        let usual = |exec: &Self| {
            u32::from(exec.plain_seeds_in(store)) + u32::from(exec.plain_seeds_in(hand))
        };
        while done < limit && with > 0 && usual(self) >= u32::from(with) {
            let next = match order {
                FillOrder::Any => self.ask_place(ctx, Deciding::Place, &list)?,
                FillOrder::From(..) | FillOrder::Along(_) => list.first().copied(),
            };
            let Some(place) = next else { break };
            self.spend()?;
            list.retain(|p| *p != place);
            let stored = self.take_from(store, with.min(self.plain_seeds_in(store)), None);
            self.take_from(hand, with - stored, None);
            self.state.seeds[place.index()] += with;
            self.filled[ctx.actor.index()] += 1;
            done += 1;
            self.log(ctx.actor, EventKind::Filled(place, with));
        }
        Ok(())
    }

    /// Takes up to `n` seeds out of a place; of one kind only, if one is given. Returns how many.
    pub(crate) fn take_from(&mut self, place: PlaceId, n: u16, kind: Option<KindId>) -> u16 {
        let n = match self.kinds {
            Some(_) => self.take_kinds(place, n.min(self.seeds_now(place)), kind),
            None => n,
        };
        match place {
            SOWING_HAND => {
                let n = n.min(self.hand);
                self.hand -= n;
                n
            }
            CAPTURED => {
                let store = self.model.board.seats[self.last_capture.seat.index()].store;
                let n = n.min(self.last_capture.seeds).min(self.state.seeds[store.index()]);
                self.last_capture.seeds -= n;
                self.state.seeds[store.index()] -= n;
                n
            }
            _ => {
                let seeds = &mut self.state.seeds[place.index()];
                let n = n.min(*seeds);
                *seeds -= n;
                n
            }
        }
    }
}
