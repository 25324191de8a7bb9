//! Kinds of seeds: for every lane of seeds, further lanes hold how many of them are of each kind.
//!
//! As in the reference engine, seeds move in two steps: once taken they are *moving*, until they are put down
//! in a lane.

use super::PlanStop;
use super::move_state::MoveState;
use crate::model::KindId;
use crate::program::{Lane, Reply};
use crate::runner::lanes::Lanes;
use smallvec::SmallVec;

/// Number of seeds of each kind, indexed by [`KindId`].
type LaneKindCounts = SmallVec<[u32; 4]>;

/// What a move knows of kinds of seeds beyond the lanes.
#[derive(Clone, Debug, Default)]
pub(super) struct MoveKinds {
    /// Taken and not put down yet.
    moving: LaneKindCounts,
    /// Kinds in the hole of the last fall before it (`before`), and those that fell there (`fallen`).
    before: LaneKindCounts,
    fallen: LaneKindCounts,
    /// The player chooses the order in which kinds fall.
    pub any_order: bool,
}

impl<L: Lanes> MoveState<'_, L> {
    /// All kinds of the game.
    fn kinds(&self) -> impl Iterator<Item = KindId> + use<L> {
        (0..self.plan.program.kinds.len() as u16).map(KindId)
    }

    /// How many seeds of a lane are of a kind.
    pub(super) fn of_kind(&self, seeds: Lane, kind: KindId) -> u32 {
        let lane = self.plan.program.of_kind(seeds, kind);
        lane.map_or(0, |lane| self.lanes.get(lane))
    }

    /// How many seeds of a lane are of the usual kind, which has no lane of its own.
    fn plain_seeds_in(&self, seeds: Lane) -> u32 {
        let named: u32 = self.kinds().map(|kind| self.of_kind(seeds, kind)).sum();
        self.lanes.get(seeds).saturating_sub(named)
    }

    /// Whether a seed of this kind was among those that fell last.
    pub(super) fn kind_fell_last(&self, kind: KindId) -> bool {
        self.kinds.as_ref().is_some_and(|k| k.fallen.get(kind.index()).is_some_and(|n| *n > 0))
    }

    /// How many seeds of a kind the hole of the last fall held before it (`before`), or just after it.
    pub(super) fn kind_at_fall(&self, before: bool, kind: KindId) -> u32 {
        let Some(kinds) = &self.kinds else { return 0 };
        let of = |counts: &LaneKindCounts| counts.get(kind.index()).copied().unwrap_or(0);
        of(&kinds.before) + if before { 0 } else { of(&kinds.fallen) }
    }

    /// Takes the kinds of up to `many` seeds out of a lane: they are moving from now on. The usual kind comes
    /// first, then the kinds in order; `only` restricts it to one kind. Returns how many seeds can be taken;
    /// the lane of all seeds is not changed.
    pub(super) fn take_kinds(&mut self, from: Lane, many: u32, only: Option<KindId>) -> u32 {
        let many = many.min(self.lanes.get(from));
        // Captured seeds can be taken as far as they still lie in the store.
        let store = match self.plan.program.last_capture == Some(from) {
            true => self.captor,
            false => Some(from),
        };
        let mut left = match only {
            Some(_) => many,
            None => {
                let stored = store.map_or(0, |store| self.plain_seeds_in(store));
                many - many.min(self.plain_seeds_in(from).min(stored))
            }
        };
        for kind in self.kinds().filter(|kind| only.is_none_or(|only| only == *kind)) {
            let stored = store.map_or(0, |store| self.of_kind(store, kind));
            let some = left.min(self.of_kind(from, kind).min(stored));
            left -= some;
            self.add_kind(from, kind, -i64::from(some));
            if let Some(kinds) = &mut self.kinds {
                kinds.moving[kind.index()] += some;
            }
        }
        many - left
    }

    /// Puts the moving seeds down in a lane.
    pub(super) fn put_down_kinds(&mut self, to: Lane) {
        for kind in self.kinds() {
            let Some(kinds) = &mut self.kinds else { return };
            let n = std::mem::take(&mut kinds.moving[kind.index()]);
            self.add_kind(to, kind, n.into());
        }
    }

    /// Records the moving seeds as the kinds of the last capture.
    pub(super) fn capture_kinds(&mut self) {
        let program = &self.plan.program;
        let (Some(kinds), Some(caught)) = (&self.kinds, program.last_capture) else { return };
        for (kind, n) in (0..).map(KindId).zip(&kinds.moving) {
            if let Some(lane) = program.of_kind(caught, kind) {
                self.lanes.put(lane, *n);
            }
        }
    }

    /// Adds `n`, which may be negative, to a kind in a lane; for captured seeds, also in their store.
    fn add_kind(&mut self, seeds: Lane, kind: KindId, n: i64) {
        let program = &self.plan.program;
        let store = self.captor.filter(|_| program.last_capture == Some(seeds));
        for lane in [Some(seeds), store].into_iter().flatten() {
            if let Some(lane) = program.of_kind(lane, kind) {
                let there = (i64::from(self.lanes.get(lane)) + n).clamp(0, L::GREATEST.into());
                self.lanes.put(lane, there as u32);
            }
        }
    }

    /// Drops `falling` seeds of the hand in a place and records their kinds. Where the order is free the
    /// player is asked which kind falls; otherwise the usual kind falls first, then the kinds in order.
    #[cold]
    pub(super) fn drop_kinds(&mut self, place: Lane, falling: u32) -> Result<(), PlanStop> {
        let Some(hand) = self.plan.program.hand else { return Err(PlanStop::Unsupported) };
        let before = self.kinds().map(|kind| self.of_kind(place, kind)).collect();
        let mut fell: LaneKindCounts = self.kinds().map(|_| 0).collect();
        let mut usual = self.plain_seeds_in(hand);
        let any_order = self.kinds.as_ref().is_some_and(|kinds| kinds.any_order);
        for _ in 0..falling {
            let there = self.kinds().filter(|kind| self.of_kind(hand, *kind) > 0).map(Some);
            let all = (usual > 0).then_some(None).into_iter().chain(there);
            let all: SmallVec<[Option<KindId>; 4]> = all.collect();
            let kind = match all.as_slice() {
                [_, _, ..] if any_order => {
                    let seeds = all.iter().map(|kind| Reply::Seed(*kind)).collect();
                    let reply = self.next_reply(self.player, seeds)?;
                    let Reply::Seed(kind) = reply else { return Err(PlanStop::Unsupported) };
                    kind
                }
                all => all.first().copied().flatten(),
            };
            match kind {
                None => usual = usual.saturating_sub(1),
                Some(kind) => {
                    self.add_kind(hand, kind, -1);
                    fell[kind.index()] += 1;
                }
            }
        }
        for (kind, n) in (0..).map(KindId).zip(&fell) {
            self.add_kind(place, kind, (*n).into());
        }
        if let Some(kinds) = &mut self.kinds {
            (kinds.before, kinds.fallen) = (before, fell);
        }
        Ok(())
    }
}

impl MoveKinds {
    /// At the beginning of a move in a game with this many kinds; `None` if there are none.
    pub fn of(kinds: usize) -> Option<Box<MoveKinds>> {
        let none = || SmallVec::from_elem(0, kinds);
        let begun =
            || MoveKinds { moving: none(), before: none(), fallen: none(), any_order: false };
        (kinds > 0).then(|| Box::new(begun()))
    }
}
