//! Captures of runs of places.
//!
//! A run over columns begins at another place for each place of the last seed, but visits the same lanes in
//! the same order. So it is evaluated lane by lane, each lane once, instead of column by column.

use super::cond::cell_range;
use super::{BatchCompiler, at};
use crate::program::{Lane, NumberRange, PlaceExpr, Test};
use mnc_lockstep::{CellId, CellRange, CellValue};

/// The lanes that runs visit.
pub(super) struct RunLanes<T> {
    /// In order; each with the ring index of the last seed for which the run begins there
    /// ([`CellValue::ALL`]: it never does).
    pub lanes: Box<[(T, CellId)]>,
    /// A lane belongs to the run if it and all lanes before it are in this range.
    pub range: CellRange<T>,
    /// The first lane belongs to the run whatever it holds.
    pub takes_first: bool,
}

impl<T: CellValue> BatchCompiler<'_, T> {
    /// The lanes of a run over columns; `None`: the place is not just a run, not over columns, or the columns
    /// do not visit the same lanes.
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

/// The range that every lane of a run must be in, if that is the only test.
fn required_range(run: &[(Lane, Test)]) -> Option<NumberRange> {
    let (_, Test::Holds(_, range)) = run.first()? else { return None };
    let all = run.iter().all(|(lane, test)| *test == Test::Holds(*lane, *range));
    all.then_some(*range)
}
