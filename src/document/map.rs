//! A map of the places where games are played.

use super::html::escape;
use super::site::SiteEntry;
use crate::resolve::GeoPoint;
use std::fmt::Write;

/// The outlines of the land as an SVG path: two units a degree, from 180 degrees west and 90 north. Made from Natural
/// Earth's map of the world, 1:110 million, version 4.1, which is in the public domain (naturalearthdata.com).
const LAND: &str = include_str!("land.path");
/// The styles, for light and dark screens and for paper.
const STYLE: &str = include_str!("map.css");
/// Units a degree.
const SCALE: f64 = 2.0;
/// The radius of a dot.
const RADIUS: f64 = 2.1;
/// The least distance of the centres of two dots.
const DISTANCE: f64 = 4.6;
/// What is shown around the dots.
const MARGIN: f64 = 30.0;
/// The size of the whole world, without the ice in the far north and south.
const WORLD: [[f64; 2]; 2] = [[0.0, 720.0], [12.0, 300.0]];

/// A dot of the map: a game at a place.
struct Dot<'e> {
    entry: &'e SiteEntry,
    place: &'e str,
    x: f64,
    y: f64,
}

/// The map, as a part of a page: a dot for each game at each place whose coordinates are known, with a link to the
/// page of the game. Empty if no place has coordinates. Dots that would cover each other are moved aside.
pub(super) fn map(entries: &[SiteEntry]) -> String {
    let dots = dots(entries);
    if dots.is_empty() {
        return String::new();
    }
    let [[left, right], [top, bottom]] = shown(&dots);
    let (width, height) = (right - left, bottom - top);
    let mut svg = format!(
        "<section class=\"map\">\n<h2>Map</h2>\n<p><a href=\"#places\">Skip the map: the same games in a list</a></p>\n\
         <svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left:.0} {top:.0} {width:.0} {height:.0}\" role=\"group\" \
         aria-labelledby=\"map-title\">\n<title id=\"map-title\">Where the games are played</title>\n\
         <style>\n{STYLE}</style>\n<path class=\"land\" d=\"{}\"/>\n",
        LAND.replace('\n', "")
    );
    for dot in &dots {
        // Writing to a string does not fail.
        let _ = writeln!(
            svg,
            "<a href=\"{}\"><title>{}</title><circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{RADIUS}\"/></a>",
            escape(&dot.entry.file),
            escape(&title(dot)),
            dot.x,
            dot.y
        );
    }
    svg.push_str("</svg>\n");
    let _ = writeln!(
        svg,
        "<p class=\"fine\">A dot is a game at a place; dots at one place are moved aside. Coastlines: Natural Earth, \
         public domain.</p>\n</section>"
    );
    svg
}

/// `Oware: Ghana (in 1971)`.
fn title(dot: &Dot<'_>) -> String {
    let years = dot.entry.years.map_or(String::new(), |years| format!(" ({years})"));
    format!("{}: {}{years}", dot.entry.name(), dot.place)
}

fn dots(entries: &[SiteEntry]) -> Vec<Dot<'_>> {
    let mut dots: Vec<Dot<'_>> = Vec::new();
    for entry in entries {
        for place in &entry.places {
            let Some(point) = place.point else { continue };
            let (x, y) = free_place(&dots, project(point));
            dots.push(Dot { entry, place: &place.text, x, y });
        }
    }
    dots
}

/// The part of the world that is shown: from left to right, from top to bottom.
fn shown(dots: &[Dot<'_>]) -> [[f64; 2]; 2] {
    let [across, down] = WORLD;
    let around = |of: fn(&Dot<'_>) -> f64, [least, most]: [f64; 2]| {
        let values = || dots.iter().map(of);
        let low = values().fold(f64::INFINITY, f64::min) - MARGIN;
        let high = values().fold(f64::NEG_INFINITY, f64::max) + MARGIN;
        [low.clamp(least, most - MARGIN), high.clamp(least + MARGIN, most)]
    };
    [around(|dot| dot.x, across), around(|dot| dot.y, down)]
}

/// The equirectangular projection: degrees are equally wide everywhere.
fn project(point: GeoPoint) -> (f64, f64) {
    let [_, [top, bottom]] = WORLD;
    let (latitude, longitude) = (point.latitude.as_f64(), point.longitude.as_f64());
    ((longitude + 180.0) * SCALE, ((90.0 - latitude) * SCALE).clamp(top, bottom))
}

/// The place for a dot that is nearest to its own and covers no other dot: on rings around it.
fn free_place(dots: &[Dot<'_>], (x, y): (f64, f64)) -> (f64, f64) {
    let is_free =
        |(x, y): (f64, f64)| dots.iter().all(|dot| (dot.x - x).hypot(dot.y - y) >= DISTANCE - 0.01);
    let on_rings = (1..=dots.len()).flat_map(|ring| {
        let radius = DISTANCE * ring as f64;
        let steps = 6 * ring;
        (0..steps).map(move |step| {
            let turn = std::f64::consts::TAU * step as f64 / steps as f64;
            (x + radius * turn.cos(), y - radius * turn.sin())
        })
    });
    std::iter::once((x, y)).chain(on_rings).find(|place| is_free(*place)).unwrap_or((x, y))
}
