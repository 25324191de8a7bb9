//! Finds moves that change nothing but seeds: no capture, no further lap, no end of the game.
//!
//! Most sowings are known to be such from the lanes before the move. One vector comparison checks all moves
//! of a position; each of them is then one addition of a row.

use super::end_of_turn::EndOfTurn;
use super::fast_path::simple_start;
use super::lane_tests::Bounds;
use crate::program::{Code, Lane, Program};
use crate::runner::lanes::Lanes;

/// Filter for the moves of one code.
#[derive(Clone, Debug)]
pub(super) struct NoEffectFilter<L: Lanes> {
    /// What a lane holds before the last seed falls in it, if that seed may have an effect.
    last: Bounds<L>,
    /// A lane within its bounds at all times: the guard lane of sowings that may always have an effect.
    never: Lane,
    /// A lane hardly ever within its bounds: the guard lane of sowings that never have an effect. There may
    /// be none.
    always: Option<Lane>,
    /// Pairs of sets: lanes that are not origins, and lanes that are. After a sowing some lane of each pair
    /// has to hold seeds; otherwise the choices and the end need a closer check.
    must_feed: Box<[(L::Set, L::Set)]>,
    /// The game may end if some lane is within these bounds, before or after a seed falls in it.
    ends: Bounds<L>,
    bounded: L::Set,
}

/// A sowing of a fixed number of seeds.
pub(super) struct FixedSowing<'a, L> {
    pub change: &'a L,
    pub origin: Lane,
    pub last: Lane,
    /// A last seed there has no effect, whatever the lanes hold.
    pub no_landing: bool,
}

impl<L: Lanes> NoEffectFilter<L> {
    /// `lasts`: place, least and greatest number of seeds, the last one included, with which a last seed may
    /// have an effect. `next`: end-of-turn checks for [turn passes, same player again]. `None`: every sowing
    /// may have an effect.
    pub fn of(
        program: &Program,
        code: &Code,
        lasts: &[(Lane, u32, u32)],
        next: &[EndOfTurn<L>; 2],
    ) -> Option<NoEffectFilter<L>> {
        let none = L::set(&Default::default());
        let (origins, _) = simple_start(code)?;
        let mut last = Bounds::almost_nothing();
        for (lane, least, most) in lasts {
            last.widen(*lane, least.saturating_sub(1), most.saturating_sub(1));
        }
        let lanes = (0..program.lanes.len()).map(|at| Lane(at as u8));
        let mut free = lanes.rev().filter(|lane| lasts.iter().all(|(of, ..)| of != lane));
        let never = free.next()?;
        last.widen(never, 0, L::GREATEST);
        let mut filter = NoEffectFilter {
            last,
            never,
            always: free.next(),
            must_feed: Box::default(),
            ends: Bounds::almost_nothing(),
            bounded: none,
        };
        let mut fed = Vec::new();
        for next in next.iter().filter(|next| !next.rare) {
            for set in next.must_be_occupied().into_iter().filter(|set| *set != L::all_lanes()) {
                let of = |own| L::each(set).filter(move |lane| origins.contains(*lane) == own);
                let both = (of(false).fold(none, L::with), of(true).fold(none, L::with));
                if !fed.contains(&both) {
                    fed.push(both);
                }
            }
            for (lane, least, most) in next.end_filter.bounds(program.lanes.len()) {
                filter.ends.widen(lane, least.saturating_sub(1), most);
                filter.bounded = L::with(filter.bounded, lane);
            }
        }
        filter.must_feed = fed.into();
        next.iter().any(|next| !next.rare).then_some(filter)
    }

    /// The guard lane of a sowing: the sowing changes nothing but seeds unless this lane is
    /// [watched](NoEffectFilter::watched_lanes). `None`: it may always have an effect.
    pub fn guard_lane(&self, sowing: Option<FixedSowing<L>>) -> Lane {
        let Some(FixedSowing { change, origin, last, no_landing }) = sowing else {
            return self.never;
        };
        let mut bounded = L::each(self.bounded);
        if bounded.any(|lane| lane == origin || change.get(lane) > 1) {
            self.never
        } else if no_landing {
            self.always.unwrap_or(self.never)
        } else if last == origin || change.get(last) != 1 {
            self.never
        } else {
            last
        }
    }

    /// The lanes in which a last seed may have an effect; `None`: any move may end the game, or leave a
    /// player without a choice.
    #[inline(always)]
    pub fn watched_lanes(&self, lanes: &L) -> Option<L::Set> {
        let occupied = lanes.occupied(L::all_lanes());
        for (others, own) in &self.must_feed {
            let own = L::intersection(occupied, *own);
            if L::is_empty(L::intersection(occupied, *others)) && L::each(own).nth(1).is_none() {
                return None;
            }
        }
        if !L::is_empty(self.bounded) && lanes.some_within(&self.ends.least, &self.ends.span) {
            return None;
        }
        Some(lanes.within(&self.last.least, &self.last.span))
    }
}
