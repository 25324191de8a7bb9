//! How seeds lie in a place.

use super::geometry::{Outline, PlacedShape};
use super::svg::{PagePoint, Svg};
use std::f64::consts::PI;

/// The most seeds that are drawn one by one; more are a number alone.
pub(super) const MOST_DRAWN: u64 = 12;
/// Half the length and half the breadth of a seed.
const SEED: (f64, f64) = (1.4, 1.1);

/// For each number of seeds up to [`MOST_DRAWN`]: how many lie in the inner circle, its radius, and the radius of the
/// outer circle, as parts of the room there is.
const CIRCLES: [(u32, f64, f64); 13] = [
    (0, 0.0, 0.0),
    (1, 0.0, 0.0),
    (0, 0.0, 0.38),
    (0, 0.0, 0.44),
    (0, 0.0, 0.52),
    (1, 0.0, 0.6),
    (1, 0.0, 0.64),
    (1, 0.0, 0.66),
    (1, 0.0, 0.72),
    (1, 0.0, 0.78),
    (3, 0.3, 0.82),
    (3, 0.32, 0.86),
    (4, 0.38, 0.9),
];

/// Draws the seeds of a place one by one; `nth` varies how they lie. `false`: there are too many.
pub(super) fn draw(svg: &mut Svg, shape: &PlacedShape, seeds: u64, nth: usize) -> bool {
    let Ok(seeds) = u32::try_from(seeds) else { return false };
    if u64::from(seeds) > MOST_DRAWN {
        return false;
    }
    let points = match shape.outline {
        Outline::Round(radius) => in_circle(shape.centre, radius - 1.5, seeds, nth),
        Outline::Oval(half_width, half_height) => {
            match in_grid(shape.centre, half_width - 1.4, half_height - 2.2, seeds) {
                Some(points) => points,
                None => return false,
            }
        }
    };
    for (i, point) in points.iter().enumerate() {
        svg.ellipse("m-seed", *point, SEED, turned(nth, i));
    }
    true
}

/// A row of seeds, from the left.
pub(super) fn draw_row(svg: &mut Svg, from: PagePoint, seeds: u64) {
    for i in 0..seeds.min(MOST_DRAWN) {
        let at = from.plus(i as f64 * 3.1, if i % 2 == 0 { -0.2 } else { 0.2 });
        svg.ellipse("m-seed", at, SEED, turned(0, usize::try_from(i).unwrap_or(0)));
    }
}

/// How a seed is turned, in degrees: seeds do not lie in rank and file.
fn turned(place: usize, seed: usize) -> f64 {
    ((place * 47 + seed * 73) % 180) as f64
}

fn in_circle(centre: PagePoint, room: f64, seeds: u32, nth: usize) -> Vec<PagePoint> {
    let (inner, inner_radius, outer_radius) =
        CIRCLES.get(seeds as usize).copied().unwrap_or((seeds, 0.5, 0.5));
    let from = (nth * 31 % 60) as f64 / 60.0 * PI;
    let circle = |count: u32, radius: f64, from: f64| {
        (0..count).map(move |i| {
            let angle = from + f64::from(i) / f64::from(count.max(1)) * 2.0 * PI;
            centre.plus(room * radius * angle.cos(), room * radius * angle.sin())
        })
    };
    let outer = circle(seeds - inner.min(seeds), outer_radius, from);
    circle(inner, inner_radius, from + 0.5).chain(outer).collect()
}

/// Rows in an upright or lying oval; `None`: they do not fit.
fn in_grid(
    centre: PagePoint,
    half_width: f64,
    half_height: f64,
    seeds: u32,
) -> Option<Vec<PagePoint>> {
    const APART: f64 = 3.3;
    let fitting = |half: f64| (((2.0 * half) / APART).floor() as u32).max(1);
    let (most_columns, most_rows) = (fitting(half_width), fitting(half_height));
    let columns =
        (1..=most_columns).find(|columns| columns * most_rows.min(2 + columns * 2) >= seeds);
    let columns = columns.unwrap_or(most_columns);
    let rows = seeds.div_ceil(columns);
    if rows > most_rows {
        return None;
    }
    let at = |i: u32| {
        let (row, column) = (i / columns, i % columns);
        let in_row = columns.min(seeds - row * columns);
        let x = (f64::from(column) - f64::from(in_row - 1) / 2.0) * APART;
        let y = (f64::from(row) - f64::from(rows - 1) / 2.0) * APART;
        let jitter = f64::from(i * 7 % 5) * 0.12 - 0.24;
        centre.plus(x + jitter, y - jitter)
    };
    Some((0..seeds).map(at).collect())
}
