//! Runs of places, one after the other.
//!
//! A run that is told of columns begins at another place wherever the last seed falls, but goes through
//! the same lanes in the same order. So it is found lane by lane, each looked at once, instead of column by
//! column.

use super::cond::fit;
use super::{Build, at};
use crate::program::{Lane, Range, Test, Where};
use mnc_lockstep::{At, Cell, Fit};

/// The lanes that runs go through.
pub(super) struct Through<T> {
    /// In their order, each with where on the ring the last seed fell where the run begins there; all
    /// bits: it begins there nowhere.
    pub of: Box<[(T, At)]>,
    /// Which of them are a part of it, as long as all before them are.
    pub fit: Fit<T>,
    /// The first lane is one whatever it holds.
    pub first: bool,
}

impl<T: Cell> Build<'_, T> {
    /// The lanes of runs that begin at one place or another; `None`: it is not only a run, or not one of
    /// columns, or these do not go through the same lanes.
    pub(super) fn through(&self, from: &Where) -> Option<Through<T>> {
        let (place, run) = match from {
            Where::Run(run) => (None, run),
            Where::Union(parts) => match parts.as_slice() {
                [place, Where::Run(run)] => (Some(place.only()?), run),
                _ => return None,
            },
            _ => return None,
        };
        let range = held(run)?;
        let columns = place.into_iter().chain(run.iter().map(|(lane, _)| *lane));
        let of = self.row_of(&columns.collect::<Vec<Lane>>())?;
        let of = of.into_iter().map(|(place, lane)| (place, at(lane))).collect();
        Some(Through { of, fit: fit(&range, 0)?, first: place.is_some() })
    }
}

/// How much every lane of a run must hold, if that is all.
fn held(run: &[(Lane, Test)]) -> Option<Range> {
    let (_, Test::Holds(_, range)) = run.first()? else { return None };
    let all = run.iter().all(|(lane, test)| *test == Test::Holds(*lane, *range));
    all.then_some(*range)
}
