//! Lanes that stand for another one at every place.
//!
//! What a column holds is gathered into a cell when it is asked for, and put back when it is changed; it
//! is gathered again when a lane that it stands for has been changed otherwise.

use super::vectorize::{NOWHERE, VectorBlock};
use super::{BatchCompiler, at};
use crate::program::{Lane, LaneSet};
use mnc_lockstep::{CellId, CellValue, Op};
use std::collections::BTreeMap;

/// Columns that have been gathered, and where.
pub(super) type GatheredColumns = Vec<(usize, CellId)>;

/// Where on a ring a place is, and the cells that belong to it.
pub(super) type PlaceCells<T> = Box<[(T, Box<[CellId]>)]>;

/// The columns in use.
#[derive(Clone, Default)]
pub(super) struct Columns {
    /// For each place, where on the ring it is.
    places: Vec<u16>,
    /// For each column, its lane at each place.
    lanes: Vec<Vec<Lane>>,
    /// The cell that tells at which place it is. Where nothing is done here it may tell anything: there
    /// what is gathered is put back as it was.
    pub place_cell: Option<CellId>,
    pub gathered: GatheredColumns,
}

impl Columns {
    pub fn of(merged: &VectorBlock) -> Columns {
        let (places, lanes) = (merged.at.clone(), merged.columns.clone());
        Columns { places, lanes, place_cell: None, gathered: Vec::new() }
    }

    /// The lanes of a column, each with where on the ring.
    fn each<T: CellValue>(&self, column: usize) -> impl Iterator<Item = (T, Lane)> {
        let places = self.places.iter().map(|at| T::of((*at).into()));
        places.zip(self.lanes[column].iter().copied()).filter(|(_, lane)| *lane != NOWHERE)
    }

    /// What has been gathered meanwhile is forgotten, what has been changed too.
    pub fn restore(&mut self, before: &GatheredColumns) {
        self.gathered.retain(|known| before.contains(known));
    }

    fn overlap(&self, a: usize, b: usize) -> bool {
        self.lanes[a].iter().zip(&self.lanes[b]).any(|(a, b)| a == b && *a != NOWHERE)
    }
}

/// Lanes in an order in which one follows on the other at every place, if there is one.
fn shift_order(columns: &[&[Lane]]) -> Option<Vec<Lane>> {
    // What comes after each lane that has been met: another, or nothing.
    let mut next: BTreeMap<Lane, Option<Lane>> = BTreeMap::new();
    for place in 0..columns.first()?.len() {
        for (i, column) in columns.iter().enumerate() {
            let after = columns.get(i + 1).map(|next| next[place]).filter(|lane| *lane != NOWHERE);
            match column[place] {
                NOWHERE if after.is_some() => return None,
                NOWHERE => {}
                lane if *next.entry(lane).or_insert(after) != after => return None,
                _ => {}
            }
        }
    }
    let follows = |lane: &Lane| next.values().flatten().any(|after| after == lane);
    let mut at = next.keys().copied().find(|lane| !follows(lane));
    let mut order = Vec::with_capacity(next.len());
    while let Some(lane) = at {
        order.push(lane);
        at = *next.get(&lane)?;
    }
    (order.len() == next.len()).then_some(order)
}

impl<T: CellValue> BatchCompiler<'_, T> {
    /// Which column it is, if it is one.
    fn column(&self, lane: Lane) -> Option<usize> {
        lane.index().checked_sub(self.program.lanes.len()).filter(|_| lane != NOWHERE)
    }

    pub(super) fn is_column(&self, lane: Lane) -> bool {
        self.column(lane).is_some()
    }

    /// The cell with what a lane holds.
    pub(super) fn cell_of(&mut self, lane: Lane) -> CellId {
        let (Some(column), Some(it)) = (self.column(lane), self.columns.place_cell) else {
            return at(lane);
        };
        if let Some((_, cell)) = self.columns.gathered.iter().find(|(known, _)| *known == column) {
            return *cell;
        }
        let of = self.columns.each(column).map(|(n, lane)| (n, at(lane))).collect();
        let to = self.new_cell();
        self.emit(Op::Gather { to, it, of });
        self.columns.gathered.push((column, to));
        to
    }

    /// The lanes of columns that follow on each other, in their order, each with where on the ring it is that
    /// stands in the first column; all bits: nowhere. `None`: they have no order, or are no columns.
    pub(super) fn row_of(&self, columns: &[Lane]) -> Option<Vec<(T, Lane)>> {
        self.columns.place_cell?;
        let of = |lane: &Lane| Some(self.columns.lanes[self.column(*lane)?].as_slice());
        let columns = columns.iter().map(of).collect::<Option<Vec<&[Lane]>>>()?;
        let first = columns.first()?;
        let mut row = Vec::new();
        for lane in shift_order(&columns)? {
            let mut begins = self.columns.places.iter().zip(*first).filter(|(_, of)| **of == lane);
            let place = begins.next().map_or(T::ALL, |(place, _)| T::of((*place).into()));
            if begins.next().is_some() {
                return None;
            }
            row.push((place, lane));
        }
        Some(row)
    }

    /// The cells of columns by places, if there are several, and all are columns.
    pub(super) fn by_places(&self, columns: &[Lane]) -> Option<PlaceCells<T>> {
        self.columns.place_cell.filter(|_| columns.len() > 1)?;
        let of = |lane: &Lane| Some(self.columns.lanes[self.column(*lane)?].as_slice());
        let columns = columns.iter().map(of).collect::<Option<Vec<&[Lane]>>>()?;
        let cells = |place: usize| {
            let lanes = columns.iter().map(|column| column[place]);
            lanes.filter(|lane| *lane != NOWHERE).map(at).collect()
        };
        let places = self.columns.places.iter().enumerate();
        Some(places.map(|(i, place)| (T::of((*place).into()), cells(i))).collect())
    }

    /// The lanes that some lanes and columns stand for, where there are not many more of them.
    pub(super) fn expand_columns(&self, lanes: &LaneSet) -> LaneSet {
        let all = |lane: Lane| match self.column(lane).filter(|_| self.columns.place_cell.is_some())
        {
            Some(column) => self.columns.lanes[column].clone(),
            None => vec![lane],
        };
        let all = lanes.iter().flat_map(all).filter(|lane| *lane != NOWHERE);
        let all: LaneSet = all.collect();
        if all.len() <= 2 * lanes.len() { all } else { *lanes }
    }

    /// What the hole of a fall came to hold is known, in some games: it need not be gathered. In the others
    /// it is nowhere.
    pub(super) fn set_fallen(
        &mut self,
        merged: &VectorBlock,
        which: CellId,
        fallen: CellId,
        here: CellId,
    ) {
        let Some(column) = self.column(merged.fallen) else { return };
        let (it, to) = (self.new_cell(), self.new_cell());
        self.emit(Op::Set { to: it, n: T::ALL });
        self.emit(Op::AssignCell { to: it, of: which, under: here });
        self.emit(Op::Copy { to, of: fallen });
        self.columns.place_cell = Some(it);
        self.columns.gathered.push((column, to));
    }

    /// The cell with the number of a lane, if that is not the same at every place.
    pub(super) fn lane_name_cell(&mut self, lane: Lane) -> Option<CellId> {
        let (column, it) = (self.column(lane)?, self.columns.place_cell?);
        let of = self.columns.each(column).map(|(n, lane)| (n, T::of(lane.0.into()))).collect();
        let to = self.new_cell();
        self.emit(Op::Lookup { to, it, of });
        Some(to)
    }

    /// What a lane holds has been changed in its cell.
    pub(super) fn write_back(&mut self, lane: Lane) {
        match (self.column(lane), self.columns.place_cell) {
            (Some(column), Some(it)) => {
                let of = self.cell_of(lane);
                let into = self.columns.each(column).map(|(n, lane)| (n, at(lane))).collect();
                self.emit(Op::Scatter { of, it, into });
                let mut known = std::mem::take(&mut self.columns.gathered);
                known
                    .retain(|(other, _)| *other == column || !self.columns.overlap(*other, column));
                self.columns.gathered = known;
            }
            _ => {
                let columns = &mut self.columns;
                columns.gathered.retain(|(known, _)| !columns.lanes[*known].contains(&lane));
            }
        }
    }

    /// Whether two lanes that are not the same may be at some place.
    pub(super) fn may_alias(&self, a: Lane, b: Lane) -> bool {
        match (self.column(a), self.column(b)) {
            (None, None) => false,
            (Some(a), Some(b)) => a != b && self.columns.overlap(a, b),
            (Some(column), None) => self.columns.lanes[column].contains(&b),
            (None, Some(column)) => self.columns.lanes[column].contains(&a),
        }
    }
}
