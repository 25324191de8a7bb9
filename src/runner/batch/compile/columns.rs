//! Columns: virtual lanes that stand for a different lane at each place.
//!
//! A column is gathered into a cell when it is read, and scattered back when it is written. It is gathered
//! again after one of its lanes has been changed in another way.

use super::vectorize::{NOWHERE, VectorBlock};
use super::{BatchCompiler, at};
use crate::program::{Lane, LaneSet};
use mnc_lockstep::{CellId, CellValue, Op};
use std::collections::BTreeMap;

/// Columns gathered so far, each with its cell.
pub(super) type GatheredColumns = Vec<(usize, CellId)>;

/// For each place (ring index), a list of cells.
pub(super) type PlaceCells<T> = Box<[(T, Box<[CellId]>)]>;

/// The columns in use.
#[derive(Clone, Default)]
pub(super) struct Columns {
    /// Ring index of each place.
    places: Vec<u16>,
    /// For each column, its lane at each place.
    lanes: Vec<Vec<Lane>>,
    /// Cell with the ring index of the current place. Outside the current mask it may hold anything: there,
    /// scattering writes back what was gathered.
    pub place_cell: Option<CellId>,
    pub gathered: GatheredColumns,
}

impl Columns {
    pub fn of(merged: &VectorBlock) -> Columns {
        let (places, lanes) = (merged.at.clone(), merged.columns.clone());
        Columns { places, lanes, place_cell: None, gathered: Vec::new() }
    }

    /// The lanes of a column, each with its ring index.
    fn each<T: CellValue>(&self, column: usize) -> impl Iterator<Item = (T, Lane)> {
        let places = self.places.iter().map(|at| T::of((*at).into()));
        places.zip(self.lanes[column].iter().copied()).filter(|(_, lane)| *lane != NOWHERE)
    }

    /// Forgets columns that were gathered or changed since a checkpoint.
    pub fn restore(&mut self, before: &GatheredColumns) {
        self.gathered.retain(|known| before.contains(known));
    }

    fn overlap(&self, a: usize, b: usize) -> bool {
        self.lanes[a].iter().zip(&self.lanes[b]).any(|(a, b)| a == b && *a != NOWHERE)
    }
}

/// An order of the lanes in which the columns follow each other at every place, if there is one.
fn shift_order(columns: &[&[Lane]]) -> Option<Vec<Lane>> {
    // The successor of each lane met so far: a lane, or the end.
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
    /// Index of the column, if the lane is one.
    fn column(&self, lane: Lane) -> Option<usize> {
        lane.index().checked_sub(self.program.lanes.len()).filter(|_| lane != NOWHERE)
    }

    pub(super) fn is_column(&self, lane: Lane) -> bool {
        self.column(lane).is_some()
    }

    /// The cell with the content of a lane; a column is gathered if need be.
    pub(super) fn cell_of(&mut self, lane: Lane) -> CellId {
        let (Some(column), Some(index)) = (self.column(lane), self.columns.place_cell) else {
            return at(lane);
        };
        if let Some((_, cell)) = self.columns.gathered.iter().find(|(known, _)| *known == column) {
            return *cell;
        }
        let of = self.columns.each(column).map(|(n, lane)| (n, at(lane))).collect();
        let to = self.new_cell();
        self.emit(Op::Gather { to, index, of });
        self.columns.gathered.push((column, to));
        to
    }

    /// The lanes of consecutive columns in [`shift_order`], each with the ring index at which the first
    /// column stands for it ([`CellValue::ALL`]: nowhere). `None`: there is no such order, or some lane is no
    /// column.
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

    /// For each place, the cells of the columns there; `None` unless there are several lanes and all are
    /// columns.
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

    /// Replaces columns by the lanes that they stand for, unless these are many more.
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

    /// Sets the cell of the column for the hole of the fall from `fallen` in the games of `here`, so that it
    /// is not gathered. In the other games the place is nowhere.
    pub(super) fn set_fallen(
        &mut self,
        merged: &VectorBlock,
        which: CellId,
        fallen: CellId,
        here: CellId,
    ) {
        let Some(column) = self.column(merged.fallen) else { return };
        let (index, to) = (self.new_cell(), self.new_cell());
        self.emit(Op::Set { to: index, n: T::ALL });
        self.emit(Op::AssignCell { to: index, of: which, under: here });
        self.emit(Op::Copy { to, of: fallen });
        self.columns.place_cell = Some(index);
        self.columns.gathered.push((column, to));
    }

    /// A cell with the number of a lane, if the lane is a column.
    pub(super) fn lane_name_cell(&mut self, lane: Lane) -> Option<CellId> {
        let (column, index) = (self.column(lane)?, self.columns.place_cell?);
        let of = self.columns.each(column).map(|(n, lane)| (n, T::of(lane.0.into()))).collect();
        let to = self.new_cell();
        self.emit(Op::Lookup { to, index, of });
        Some(to)
    }

    /// Writes a lane back after its cell has changed.
    pub(super) fn write_back(&mut self, lane: Lane) {
        match (self.column(lane), self.columns.place_cell) {
            (Some(column), Some(index)) => {
                let of = self.cell_of(lane);
                let into = self.columns.each(column).map(|(n, lane)| (n, at(lane))).collect();
                self.emit(Op::Scatter { of, index, into });
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

    /// Whether two different lanes may be the same lane at some place.
    pub(super) fn may_alias(&self, a: Lane, b: Lane) -> bool {
        match (self.column(a), self.column(b)) {
            (None, None) => false,
            (Some(a), Some(b)) => a != b && self.columns.overlap(a, b),
            (Some(column), None) => self.columns.lanes[column].contains(&b),
            (None, Some(column)) => self.columns.lanes[column].contains(&a),
        }
    }
}
