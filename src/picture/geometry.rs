//! Where the places of a board are in a picture, in millimetres.

use super::svg::PagePoint;
use crate::model::{Model, PlaceId};
use crate::notation::{BoardEnd, BoardLayout, PlaceSpot};
use std::collections::BTreeMap;
use std::f64::consts::PI;

/// The distance of the centres of two neighbouring holes.
pub(super) const PITCH: f64 = 15.0;
/// The radius of a hole.
pub(super) const RADIUS: f64 = 6.0;
/// The height of the line below a hole, for its name and number.
pub(super) const LABEL: f64 = 4.8;
/// The height of a row: a hole, its label, and a gap.
const ROW: f64 = 2.0 * RADIUS + LABEL + 1.7;
/// From the edge of the board to its holes.
const PADDING: f64 = 2.8;
/// Between the two halves of a board.
const HALVES: f64 = 3.0;
/// The width of a place at an end of the board.
const END: f64 = 14.0;
/// The height of the name above a place at an end.
const END_NAME: f64 = 4.6;
/// The height of the name above a place in the middle.
const MIDDLE_NAME: f64 = 2.6;
/// The least height of a board with places at its ends.
const LEAST_INNER: f64 = 26.0;

/// The outline of a place.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Outline {
    /// A round hole.
    Round(f64),
    /// An upright or a lying oval: half its width, half its height.
    Oval(f64, f64),
}

/// A place in a picture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct PlacedShape {
    pub centre: PagePoint,
    pub outline: Outline,
}

/// The shape of the board itself.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum BoardShape {
    /// A rectangle: width and height, and the ends of the line between the halves.
    Rectangle(f64, f64, Option<(PagePoint, PagePoint)>),
    /// A disc: its radius.
    Disc(f64),
}

/// Where everything is, from the upper left corner of the board.
#[derive(Clone, Debug)]
pub(super) struct BoardGeometry {
    pub shapes: BTreeMap<PlaceId, PlacedShape>,
    pub board: BoardShape,
    /// The radius of the circle of holes, and their angles; only of a disc.
    pub ring: Option<f64>,
}

impl BoardGeometry {
    pub fn of(model: &Model, layout: &BoardLayout) -> BoardGeometry {
        // Around one row sit more than two players: they see a ring.
        if model.board.rows == 1 && model.seats() > 2 && model.board.columns > 2 {
            ring(model, layout)
        } else {
            rows(model, layout)
        }
    }

    /// Width and height of the board.
    pub fn size(&self) -> (f64, f64) {
        match self.board {
            BoardShape::Rectangle(width, height, _) => (width, height),
            BoardShape::Disc(radius) => (2.0 * radius, 2.0 * radius),
        }
    }

    /// The centre of a place.
    pub fn centre(&self, place: PlaceId) -> Option<PagePoint> {
        self.shapes.get(&place).map(|shape| shape.centre)
    }
}

fn middle_places(layout: &BoardLayout) -> Vec<(PlaceId, Option<PlaceId>)> {
    let middle = layout.places(|spot| matches!(spot, PlaceSpot::Middle(_)));
    let beside = |place| match layout.spot(place) {
        Some(PlaceSpot::Middle(hole)) => hole,
        Some(
            PlaceSpot::Hole { .. } | PlaceSpot::End(_) | PlaceSpot::After(_) | PlaceSpot::Beside(_),
        )
        | None => None,
    };
    middle.map(|place| (place, beside(place))).collect()
}

fn rows(model: &Model, layout: &BoardLayout) -> BoardGeometry {
    let board = &model.board;
    let middle = middle_places(layout);
    let ends = BoardEnd::BOTH.map(|end| layout.at_end(end));
    let halves = board.rows > 1 && board.rows.is_multiple_of(2);
    let band = if middle.is_empty() { 0.0 } else { ROW + MIDDLE_NAME };
    let gap = if halves { HALVES + band } else { band };
    let holes_height = f64::from(board.rows) * ROW + gap;
    let any_end = ends.iter().any(Option::is_some);
    let inner = if any_end { holes_height.max(LEAST_INNER) } else { holes_height };
    let height = inner + 2.0 * PADDING;
    let above = PADDING + (inner - holes_height) / 2.0;
    let left = PADDING + if ends[0].is_some() { END } else { 0.0 };
    let columns = f64::from(board.columns);
    let width = left + columns * PITCH + PADDING + if ends[1].is_some() { END } else { 0.0 };
    // The gap is below this many rows, counted from above.
    let rows_above = if halves { board.rows / 2 } else { board.rows.div_ceil(2) };
    let row_top = |row: u16| {
        let nth = board.rows - row;
        let lower = if nth >= rows_above { gap } else { 0.0 };
        above + f64::from(nth) * ROW + lower
    };
    let column_x = |column: u16| left + (f64::from(column) - 0.5) * PITCH;
    let mut shapes = BTreeMap::new();
    for place in layout.places(|spot| matches!(spot, PlaceSpot::Hole { .. })) {
        if let Some(PlaceSpot::Hole { row, column }) = layout.spot(place) {
            let centre = PagePoint::at(column_x(column), row_top(row) + RADIUS + 0.4);
            shapes.insert(place, PlacedShape { centre, outline: Outline::Round(RADIUS) });
        }
    }
    for (end, x) in [(0, PADDING + END / 2.0 - 0.8), (1, width - PADDING - END / 2.0 + 0.8)] {
        if let Some(place) = ends[end] {
            let half = (inner - END_NAME - LABEL) / 2.0;
            let centre = PagePoint::at(x, PADDING + END_NAME + half);
            let outline = Outline::Oval(RADIUS, half);
            shapes.insert(place, PlacedShape { centre, outline });
        }
    }
    let band_y =
        above + f64::from(rows_above) * ROW + (gap - band) / 2.0 + MIDDLE_NAME + RADIUS + 0.4;
    let share = columns * PITCH / middle.len().max(1) as f64;
    for (nth, (place, beside)) in middle.iter().enumerate() {
        let column = beside.and_then(|hole| board.hole(hole)).map(|hole| hole.column);
        let x = column.map_or(left + (nth as f64 + 0.5) * share, column_x);
        let half = (share / 2.0 - 1.5).clamp(RADIUS, 1.8 * PITCH);
        let outline = Outline::Oval(if column.is_some() { RADIUS } else { half }, RADIUS - 0.8);
        shapes.insert(*place, PlacedShape { centre: PagePoint::at(x, band_y), outline });
    }
    let line_y = above + f64::from(rows_above) * ROW + gap / 2.0 - 0.6;
    let ends =
        (PagePoint::at(left + 1.5, line_y), PagePoint::at(left + columns * PITCH - 1.5, line_y));
    let line = (halves && middle.is_empty()).then_some(ends);
    BoardGeometry { shapes, board: BoardShape::Rectangle(width, height, line), ring: None }
}

/// The angle of a hole of a ring: the first holes at the bottom, then anticlockwise.
fn ring_point(centre: PagePoint, radius: f64, position: f64, holes: f64) -> PagePoint {
    let angle = PI / 2.0 - (position + 0.5) / holes * 2.0 * PI;
    let turn = PI / holes.max(1.0);
    let angle = angle + turn;
    centre.plus(radius * angle.cos(), radius * angle.sin())
}

fn ring(model: &Model, layout: &BoardLayout) -> BoardGeometry {
    let holes = f64::from(model.board.columns);
    let radius = (holes * PITCH * 1.3 / (2.0 * PI)).max(1.6 * PITCH);
    let between = layout.places(|spot| matches!(spot, PlaceSpot::After(_) | PlaceSpot::End(_)));
    let between: Vec<PlaceId> = between.collect();
    let outside = if between.is_empty() { 0.0 } else { PITCH };
    let disc = radius + RADIUS + LABEL + 1.5 + outside;
    let centre = PagePoint::at(disc, disc);
    let mut shapes = BTreeMap::new();
    for place in layout.places(|spot| matches!(spot, PlaceSpot::Hole { .. })) {
        if let Some(hole) = model.board.hole(place) {
            let at = ring_point(centre, radius, f64::from(hole.column) - 1.0, holes);
            let shape = PlacedShape { centre: at, outline: Outline::Round(RADIUS) };
            shapes.insert(place, shape);
        }
    }
    for place in between {
        let column = match layout.spot(place) {
            Some(PlaceSpot::After(hole)) => model.board.hole(hole).map_or(1, |hole| hole.column),
            Some(PlaceSpot::End(BoardEnd::Left | BoardEnd::Right)) => model.board.columns,
            Some(PlaceSpot::Hole { .. } | PlaceSpot::Middle(_) | PlaceSpot::Beside(_)) | None => 1,
        };
        let at = ring_point(centre, radius + PITCH - 1.0, f64::from(column) - 0.5, holes);
        let shape = PlacedShape { centre: at, outline: Outline::Round(RADIUS) };
        shapes.insert(place, shape);
    }
    let middle = middle_places(layout);
    for (nth, (place, _)) in middle.iter().enumerate() {
        let x = (nth as f64 - (middle.len() as f64 - 1.0) / 2.0) * PITCH;
        let outline = Outline::Round(RADIUS);
        shapes.insert(*place, PlacedShape { centre: centre.plus(x, 0.0), outline });
    }
    BoardGeometry { shapes, board: BoardShape::Disc(disc), ring: Some(radius) }
}
