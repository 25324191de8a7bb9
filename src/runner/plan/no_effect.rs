//! Sowings of which nothing comes but that the seeds have fallen. By what the lanes hold before a move
//! most sowings are known to be such: that is looked at once for all the moves of a position, and what
//! is left to do for each of them is to add a row.

use super::end_of_turn::EndOfTurn;
use super::fast_path::simple_start;
use super::lane_tests::Bounds;
use crate::program::{Code, Lane, Program};
use crate::runner::lanes::Lanes;

/// What is looked at before the moves by a code.
#[derive(Clone, Debug)]
pub(super) struct NoEffectFilter<L: Lanes> {
    /// What a lane holds, before the last seed falls in it, if something may come of that seed.
    last: Bounds<L>,
    /// A lane that always fits: the sign of sowings that are never quiet.
    never: Lane,
    /// One that hardly ever does, that of sowings which always are; there may be none.
    always: Option<Lane>,
    /// Of each of these pairs some lane holds seeds after a quiet sowing, else it is not known who can
    /// move, or whether the game ends: lanes that are not sown from, and lanes that are.
    must_feed: Box<[(L::Set, L::Set)]>,
    /// The game may end if some lane holds so much, before or after a seed has fallen in it.
    ends: Bounds<L>,
    bounded: L::Set,
}

/// A sowing of one number of seeds.
pub(super) struct FixedSowing<'a, L> {
    pub change: &'a L,
    pub origin: Lane,
    pub last: Lane,
    /// Nothing comes of a last seed there, whatever the lanes hold.
    pub no_landing: bool,
}

impl<L: Lanes> NoEffectFilter<L> {
    /// `lasts`: with how many seeds in a place, the last one among them, something may come of it. `next`:
    /// what is looked at after a move that passes the turn, and after one that does not. `None`: no
    /// sowing is quiet.
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
        let mut quiet = NoEffectFilter {
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
                quiet.ends.widen(lane, least.saturating_sub(1), most);
                quiet.bounded = L::with(quiet.bounded, lane);
            }
        }
        quiet.must_feed = fed.into();
        next.iter().any(|next| !next.rare).then_some(quiet)
    }

    /// A sowing is not quiet if that lane is [watched](NoEffectFilter::watched_lanes). `None`: it never is.
    pub fn guard_lane(&self, sowing: Option<FixedSowing<L>>) -> Lane {
        let Some(FixedSowing { change, origin, last, no_landing: ends }) = sowing else {
            return self.never;
        };
        let mut bounded = L::each(self.bounded);
        if bounded.any(|lane| lane == origin || change.get(lane) > 1) {
            self.never
        } else if ends {
            self.always.unwrap_or(self.never)
        } else if last == origin || change.get(last) != 1 {
            self.never
        } else {
            last
        }
    }

    /// The lanes in which a last seed may do something; `None`: any move may end the game, or leave
    /// somebody without one.
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
