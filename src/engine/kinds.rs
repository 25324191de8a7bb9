//! Kinds of seeds: how many of a place's seeds are of which kind.
//!
//! `State::seeds` counts all seeds of a place; `State::kinds` counts, for each kind that the
//! description names, how many of them are of that kind. The rest are of the usual kind. Games
//! without kinds have none of this.
//!
//! Seeds are moved in two steps: taken, they are *moving*; put down, they are in their new place.
//! Between the two no other seeds are taken.

use super::event::{Choice, Deciding, EventKind};
use super::execution::{EvalCtx, Execution, SeedTime, StepResult};
use super::lap_course::LapCourse;
use super::state::{CAPTURED, SOWING_HAND, State};
use crate::eval::Context;
use crate::model::{KindId, Model, PlaceId, Seat};
use smallvec::SmallVec;

/// Seeds of each kind, indexed by kind.
pub(crate) type KindCounts = SmallVec<[u16; 4]>;

/// The kinds of the seeds in motion, and of the last falls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SeedKinds {
    moving: KindCounts,
    hand: KindCounts,
    caught: KindCounts,
    /// Of the current fall: the falling seeds, and those in the place before.
    pub(super) falling: KindCounts,
    before: KindCounts,
    /// Of the previous fall: the seeds in the place before.
    earlier: KindCounts,
}

impl SeedKinds {
    /// At the beginning of an execution; `None` if the game has no kinds.
    #[inline]
    pub(crate) fn of(model: &Model) -> Option<Box<SeedKinds>> {
        if model.kinds.is_empty() {
            None
        } else {
            Some(Box::new(SeedKinds::none(model.kinds.len())))
        }
    }

    #[cold]
    fn none(kinds: usize) -> SeedKinds {
        let none = || SmallVec::from_elem(0, kinds);
        SeedKinds {
            moving: none(),
            hand: none(),
            caught: none(),
            falling: none(),
            before: none(),
            earlier: none(),
        }
    }
}

/// All of a model's kinds.
fn kinds(model: &Model) -> impl Iterator<Item = KindId> + use<> {
    (0..model.kinds.len() as u16).map(KindId)
}

impl State {
    /// Seeds of a kind in a place.
    pub fn of_kind(&self, model: &Model, place: PlaceId, kind: KindId) -> u16 {
        let slot = place.index() * model.kinds.len() + kind.index();
        self.kinds.as_ref().and_then(|all| all.get(slot)).copied().unwrap_or(0)
    }

    /// The worth of the seeds of a place.
    pub fn worth(&self, model: &Model, place: PlaceId) -> u32 {
        let seeds = self.seeds.get(place.index()).copied().unwrap_or(0);
        let kinds = model.kinds.iter().zip(kinds(model));
        kinds.fold(u32::from(seeds), |worth, (of, kind)| {
            let n = u32::from(self.of_kind(model, place, kind));
            (worth + n.saturating_mul(of.worth)).saturating_sub(n)
        })
    }

    /// Counts `n` seeds of a place as being of a kind; `seeds` already includes them.
    pub(crate) fn add_kind(&mut self, model: &Model, place: PlaceId, kind: KindId, n: u16) {
        let slot = place.index() * model.kinds.len() + kind.index();
        if let Some(there) = self.kinds.as_mut().and_then(|all| all.get_mut(slot)) {
            *there = there.saturating_add(n);
        }
    }

    /// Moves the kinds of all seeds of a place to another.
    pub(crate) fn move_kinds(&mut self, model: &Model, from: PlaceId, to: PlaceId) {
        for kind in kinds(model) {
            let n = self.of_kind(model, from, kind);
            self.add_kind(model, to, kind, n);
            let slot = from.index() * model.kinds.len() + kind.index();
            if let Some(there) = self.kinds.as_mut().and_then(|all| all.get_mut(slot)) {
                *there -= n;
            }
        }
    }
}

impl<'e> Execution<'e> {
    /// Seeds of a kind in a place now.
    pub(crate) fn kind_now(&self, place: PlaceId, kind: KindId) -> u16 {
        let of = |counts: &KindCounts| counts.get(kind.index()).copied().unwrap_or(0);
        match (place, &self.kinds) {
            (_, None) => 0,
            (SOWING_HAND, Some(kinds)) => of(&kinds.hand),
            (CAPTURED, Some(kinds)) => of(&kinds.caught),
            _ => self.state.of_kind(self.model, place, kind),
        }
    }

    /// Seeds of a place; of one kind only, if one is given.
    pub(crate) fn seeds_now_of(&self, place: PlaceId, kind: Option<KindId>) -> u16 {
        kind.map_or_else(|| self.seeds_now(place), |kind| self.kind_now(place, kind))
    }

    /// Seeds of a kind in a place, at the time that the context reads.
    pub(crate) fn kind_at(&self, place: PlaceId, kind: KindId, ctx: EvalCtx) -> u16 {
        let Some(kinds) = &self.kinds else { return 0 };
        let of = |sorts: &KindCounts| sorts.get(kind.index()).copied().unwrap_or(0);
        match ctx.time {
            SeedTime::BeforeFall if ctx.it() == Some(place) => of(&kinds.before),
            SeedTime::AfterFall if ctx.it() == Some(place) => {
                of(&kinds.before) + of(&kinds.falling)
            }
            SeedTime::EarlierFall(at, _) if at == place => of(&kinds.earlier),
            SeedTime::Now
            | SeedTime::BeforeFall
            | SeedTime::AfterFall
            | SeedTime::EarlierFall(..)
            | SeedTime::TakenUp(..) => self.kind_now(place, kind),
        }
    }

    /// The worth of what a player holds; without kinds, the number of seeds.
    pub(crate) fn worth_held(&self, seat: Seat) -> u32 {
        let info = &self.model.board.seats[seat.index()];
        self.state.worth(self.model, info.store) + self.state.worth(self.model, info.hand)
    }

    /// Seeds of the usual kind in a place.
    pub(super) fn plain_seeds_in(&self, place: PlaceId) -> u16 {
        let named: u16 = kinds(self.model).map(|k| self.kind_now(place, k)).sum();
        self.seeds_now(place).saturating_sub(named)
    }

    /// Seeds of a kind (`None`: the usual one) that can be taken from a place. Of the captured
    /// seeds, only those that are still in the store.
    fn can_be_taken(&self, place: PlaceId, kind: Option<KindId>) -> u16 {
        let there = |place| match kind {
            Some(kind) => self.kind_now(place, kind),
            None => self.plain_seeds_in(place),
        };
        match place {
            CAPTURED => {
                let store = self.model.board.seats[self.last_capture.seat.index()].store;
                there(CAPTURED).min(there(store))
            }
            place => there(place),
        }
    }

    /// Takes the kinds of `n` seeds, which are about to be taken, out of a place, as moving: the
    /// usual kind first, then the kinds in the order of their declaration. `only`: just that kind.
    /// Returns the number that can be taken.
    pub(super) fn take_kinds(&mut self, place: PlaceId, n: u16, only: Option<KindId>) -> u16 {
        let mut left = match only {
            Some(_) => n,
            None => n - n.min(self.can_be_taken(place, None)),
        };
        for kind in kinds(self.model).filter(|k| only.is_none_or(|only| only == *k)) {
            let some = left.min(self.can_be_taken(place, Some(kind)));
            left -= some;
            self.add_to(place, kind, some, false);
            if let Some(kinds) = &mut self.kinds {
                kinds.moving[kind.index()] += some;
            }
        }
        n - left
    }

    /// Puts the moving seeds down in a place.
    pub(super) fn put_down_kinds(&mut self, place: PlaceId) {
        for kind in kinds(self.model) {
            let Some(moving) = &mut self.kinds else { return };
            let n = std::mem::take(&mut moving.moving[kind.index()]);
            self.add_to(place, kind, n, true);
        }
    }

    /// The moving seeds are what the last capture took.
    pub(super) fn capture_kinds(&mut self) {
        if let Some(kinds) = &mut self.kinds {
            kinds.caught = kinds.moving.clone();
        }
    }

    fn add_to(&mut self, place: PlaceId, kind: KindId, n: u16, more: bool) {
        let store = self.model.board.seats[self.last_capture.seat.index()].store;
        let Some(kinds) = &mut self.kinds else { return };
        let change = |there: &mut u16| {
            *there = if more { there.saturating_add(n) } else { there.saturating_sub(n) };
        };
        let place = match place {
            SOWING_HAND => {
                change(&mut kinds.hand[kind.index()]);
                return;
            }
            CAPTURED => {
                change(&mut kinds.caught[kind.index()]);
                store
            }
            place => place,
        };
        let slot = place.index() * self.model.kinds.len() + kind.index();
        if let Some(there) = self.state.kinds.as_mut().and_then(|all| all.get_mut(slot)) {
            change(there);
        }
    }

    /// Chooses which seeds of the hand fall in a place. The player is asked where the way says *in
    /// any order*; else seeds of the usual kind fall first, then in the order of the kinds.
    #[cold]
    pub(super) fn drop_kinds(
        &mut self,
        course: &LapCourse<'e>,
        place: PlaceId,
        seeds: u16,
        actor: Seat,
    ) -> StepResult {
        if let Some(kinds) = &mut self.kinds {
            kinds.earlier = std::mem::take(&mut kinds.before);
            kinds.falling = SmallVec::from_elem(0, self.model.kinds.len());
        }
        let before = kinds(self.model).map(|k| self.kind_now(place, k)).collect();
        if let Some(kinds) = &mut self.kinds {
            kinds.before = before;
        }
        let mut usual = self.plain_seeds_in(SOWING_HAND);
        for _ in 0..seeds {
            self.spend()?;
            let all = (usual > 0).then_some(None).into_iter();
            let there = |k: &KindId| self.kind_now(SOWING_HAND, *k) > 0;
            let all = all.chain(kinds(self.model).filter(there).map(Some));
            let options: SmallVec<[(Choice, u8); 16]> =
                all.map(|kind| (Choice::Seed(kind), 0)).collect();
            let first = options.first().map(|(choice, _)| *choice);
            let choice = match options.len() {
                2.. if course.any_order => self.ask(EvalCtx::of(actor), Deciding::Seed, options)?,
                _ => first,
            };
            let Some(Choice::Seed(Some(kind))) = choice else {
                usual = usual.saturating_sub(1);
                continue;
            };
            self.add_to(SOWING_HAND, kind, 1, false);
            if let Some(kinds) = &mut self.kinds {
                kinds.falling[kind.index()] += 1;
            }
            self.log(actor, EventKind::Fell(kind, place));
        }
        // Seeds that fall together are put down together, after the last question.
        for kind in kinds(self.model) {
            let n = self.kinds.as_ref().map_or(0, |kinds| kinds.falling[kind.index()]);
            self.add_to(place, kind, n, true);
        }
        Ok(())
    }

    /// Logs the kinds of the seeds of the last event.
    #[cold]
    pub(super) fn log_kinds(&mut self, moved: &KindCounts, actor: Seat) {
        for (kind, n) in kinds(self.model).zip(moved).filter(|(_, n)| **n > 0) {
            self.log(actor, EventKind::Among(kind, *n));
        }
    }

    /// The kinds of the moving seeds.
    pub(super) fn moving_kinds(&self) -> KindCounts {
        self.kinds.as_ref().map_or_else(KindCounts::new, |kinds| kinds.moving.clone())
    }
}
