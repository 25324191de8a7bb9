//! Runs of places, one after the other.
//!
//! A run that is told of columns begins at another place wherever the last seed falls, but goes through
//! the same lanes in the same order. So it is found lane by lane, each looked at once, instead of column by
//! column.

use super::cond::cell_range;
use super::{BatchCompiler, at};
use crate::program::{Lane, NumberRange, PlaceExpr, Test};
use mnc_lockstep::{CellId, CellRange, CellValue};

/// The lanes that runs go through.
pub(super) struct RunLanes<T> {
    /// In their order, each with where on the ring the last seed fell where the run begins there; all
    /// bits: it begins there nowhere.
    pub lanes: Box<[(T, CellId)]>,
    /// Which of them are a part of it, as long as all before them are.
    pub range: CellRange<T>,
    /// The first lane is one whatever it holds.
    pub takes_first: bool,
}

impl<T: CellValue> BatchCompiler<'_, T> {
    /// The lanes of runs that begin at one place or another; `None`: it is not only a run, or not one of
    /// columns, or these do not go through the same lanes.
    pub(super) fn run_lanes(&self, from: &PlaceExpr) -> Option<RunLanes<T>> {
        let (place, run) = if let PlaceExpr::Run(run) = from {
            (None, run)
        } else {
            let PlaceExpr::Union(parts) = from else { return None };
            let [place, PlaceExpr::Run(run)] = parts.as_slice() else { return None };
            (Some(place.only()?), run)
        };
        let range = required_range(run)?;
        let columns = place.into_iter().chain(run.iter().map(|(lane, _)| *lane));
        let of = self.row_of(&columns.collect::<Vec<Lane>>())?;
        let of = of.into_iter().map(|(place, lane)| (place, at(lane))).collect();
        Some(RunLanes { lanes: of, range: cell_range(&range, 0)?, takes_first: place.is_some() })
    }
}

/// How much every lane of a run must hold, if that is all.
fn required_range(run: &[(Lane, Test)]) -> Option<NumberRange> {
    let (_, Test::Holds(_, range)) = run.first()? else { return None };
    let all = run.iter().all(|(lane, test)| *test == Test::Holds(*lane, *range));
    all.then_some(*range)
}
