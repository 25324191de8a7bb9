//! Sowings of which nothing comes but that the seeds have fallen. By what the lanes hold before a move
//! most sowings are known to be such: that is looked at once for all the moves of a position, and what
//! is left to do for each of them is to add a row.

use super::look::Bounds;
use super::next::Next;
use super::quick::begin;
use crate::program::{Code, Lane, Program};
use crate::runner::lanes::Lanes;

/// What is looked at before the moves by a code.
#[derive(Clone, Debug)]
pub(super) struct Quiet<L: Lanes> {
    /// What a lane holds, before the last seed falls in it, if something may come of that seed.
    last: Bounds<L>,
    /// A lane that always fits: the sign of sowings that are never quiet.
    never: Lane,
    /// One that hardly ever does, that of sowings which always are; there may be none.
    always: Option<Lane>,
    /// Of each of these pairs some lane holds seeds after a quiet sowing, else it is not known who can
    /// move, or whether the game ends: lanes that are not sown from, and lanes that are.
    fed: Box<[(L::Set, L::Set)]>,
    /// The game may end if some lane holds so much, before or after a seed has fallen in it.
    ends: Bounds<L>,
    bounded: L::Set,
}

/// A sowing of one number of seeds.
pub(super) struct Sowing<'a, L> {
    pub change: &'a L,
    pub origin: Lane,
    pub last: Lane,
    /// Nothing comes of a last seed there, whatever the lanes hold.
    pub ends: bool,
}

impl<L: Lanes> Quiet<L> {
    /// `lasts`: with how many seeds in a place, the last one among them, something may come of it. `next`:
    /// what is looked at after a move that passes the turn, and after one that does not. `None`: no
    /// sowing is quiet.
    pub fn of(
        program: &Program,
        code: &Code,
        lasts: &[(Lane, u32, u32)],
        next: &[Next<L>; 2],
    ) -> Option<Quiet<L>> {
        let none = L::set(&Default::default());
        let (origins, _) = begin(code)?;
        let mut last = Bounds::hardly();
        for (lane, least, most) in lasts {
            last.widen(*lane, least.saturating_sub(1), most.saturating_sub(1));
        }
        let lanes = (0..program.lanes.len()).map(|at| Lane(at as u8));
        let mut free = lanes.rev().filter(|lane| lasts.iter().all(|(of, ..)| of != lane));
        let never = free.next()?;
        last.widen(never, 0, L::GREATEST);
        let mut quiet = Quiet {
            last,
            never,
            always: free.next(),
            fed: Box::default(),
            ends: Bounds::hardly(),
            bounded: none,
        };
        let mut fed = Vec::new();
        for next in next.iter().filter(|next| !next.rare) {
            for set in next.needed().into_iter().filter(|set| *set != L::every()) {
                let of = |own| L::each(set).filter(move |lane| origins.contains(*lane) == own);
                let both = (of(false).fold(none, L::with), of(true).fold(none, L::with));
                if !fed.contains(&both) {
                    fed.push(both);
                }
            }
            for (lane, least, most) in next.ends.bounds(program.lanes.len()) {
                quiet.ends.widen(lane, least.saturating_sub(1), most);
                quiet.bounded = L::with(quiet.bounded, lane);
            }
        }
        quiet.fed = fed.into();
        next.iter().any(|next| !next.rare).then_some(quiet)
    }

    /// A sowing is not quiet if that lane is [watched](Quiet::watched). `None`: it never is.
    pub fn sign(&self, sowing: Option<Sowing<L>>) -> Lane {
        let Some(Sowing { change, origin, last, ends }) = sowing else { return self.never };
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
    pub fn watched(&self, lanes: &L) -> Option<L::Set> {
        let occupied = lanes.occupied(L::every());
        for (others, own) in &self.fed {
            let own = L::both(occupied, *own);
            if L::is_empty(L::both(occupied, *others)) && L::each(own).nth(1).is_none() {
                return None;
            }
        }
        if !L::is_empty(self.bounded) && lanes.some_within(&self.ends.least, &self.ends.span) {
            return None;
        }
        Some(lanes.within(&self.last.least, &self.last.span))
    }
}
