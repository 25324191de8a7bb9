//! One board of a picture: its places, seeds, labels and signs.

use super::geometry::{BoardGeometry, BoardShape, LABEL, Outline, PITCH, PlacedShape, RADIUS};
use super::seeds;
use super::svg::{Anchor, PagePoint, Svg, escape, mm, text_width, wrap};
use super::words::place_words;
use crate::model::{PlaceId, PlaceKind, PlaceSetBits, Seat};
use crate::notation::{BoardContents, BoardDrawing, Ownership, initials};

/// The height of the line with a player's name.
const PLAYER_LINE: f64 = 7.2;
/// The height of a line of the legend.
const LEGEND_LINE: f64 = 5.0;
/// The height of the names below columns.
const COLUMN_NAMES: f64 = 6.4;
/// The letters of the names at the ends of the board, and of the legend.
const NAME_SIZE: f64 = 2.7;
const LEGEND_SIZE: f64 = 3.5;

/// What is drawn in addition to a position: a sowing, and what has changed.
#[derive(Clone, Debug, Default)]
pub(super) struct BoardNotes {
    /// Where the seeds were taken up, and where they fell, in order.
    pub way: Vec<PlaceId>,
    /// Places that have lost their seeds to a player.
    pub taken: PlaceSetBits,
    /// How many seeds places have gained, or lost.
    pub changes: Vec<(PlaceId, i64)>,
}

/// A board that is ready to be drawn: its size is known.
pub(super) struct BoardSketch<'a> {
    contents: BoardContents<'a>,
    geometry: BoardGeometry,
    notes: BoardNotes,
    legend: Vec<String>,
    /// Width and height.
    pub size: (f64, f64),
}

impl<'a> BoardSketch<'a> {
    pub fn of(drawing: BoardDrawing<'a>, notes: BoardNotes) -> BoardSketch<'a> {
        let contents = BoardContents::of(drawing);
        let geometry = BoardGeometry::of(drawing.model, &contents.layout);
        let (width, height) = geometry.size();
        let room = width.max(70.0);
        let legend = wrap(&contents.legend().join(", "), LEGEND_SIZE, room);
        let sketch = BoardSketch { contents, geometry, notes, legend, size: (room, height) };
        let wide = sketch.players().map(|seat| sketch.player_width(seat)).fold(room, f64::max);
        let lines = sketch.players().count() as f64 * PLAYER_LINE;
        let legend = sketch.legend.len() as f64 * LEGEND_LINE;
        let labels = if sketch.columns_are_named() { COLUMN_NAMES } else { 0.0 };
        BoardSketch { size: (wide, lines + height + labels + legend + 1.0), ..sketch }
    }

    /// What it shows, in words.
    pub fn contents(&self) -> &BoardContents<'a> {
        &self.contents
    }

    fn players(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.contents.drawing.model.board.seats.len() as u8).map(Seat)
    }

    fn columns_are_named(&self) -> bool {
        matches!(self.contents.owners, Ownership::Columns(_)) && self.geometry.ring.is_none()
    }

    /// Draws the board with its upper left corner at a point.
    pub fn draw(&self, svg: &mut Svg, at: PagePoint) {
        let board = &self.contents.drawing.model.board;
        let mut y = at.y;
        for seat in self.players().filter(|seat| board.is_far(*seat)) {
            self.player(svg, PagePoint::at(at.x, y), seat);
            y += PLAYER_LINE;
        }
        let (width, height) = self.geometry.size();
        let corner = PagePoint::at(at.x + (self.size.0 - width) / 2.0, y);
        self.board(svg, corner);
        y += height;
        if self.columns_are_named() {
            self.column_owners(svg, corner.plus(0.0, height + 5.0));
            y += COLUMN_NAMES;
        }
        y += 1.0;
        for seat in self.players().filter(|seat| !board.is_far(*seat)) {
            self.player(svg, PagePoint::at(at.x, y), seat);
            y += PLAYER_LINE;
        }
        for line in &self.legend {
            svg.text("m-kept", PagePoint::at(at.x + 1.0, y + 3.4), Anchor::Start, line);
            y += LEGEND_LINE;
        }
    }

    /// The name of a player, and what is kept with it: text, and how many seeds are drawn after it.
    fn player_pieces(&self, seat: Seat) -> Vec<(String, u64)> {
        let contents = &self.contents;
        let mut pieces = Vec::new();
        for (what, place) in contents.kept_beside(seat) {
            let drawn = contents.seeds(place).filter(|n| *n <= seeds::MOST_DRAWN);
            let drawn = drawn.filter(|_| !contents.is_hidden(place)).unwrap_or(0);
            pieces.push((format!("{what} {}", contents.kept_in(place)), drawn));
        }
        let sowing = contents.being_sown(seat);
        if sowing > 0 {
            let word = &contents.drawing.words.being_sown;
            pieces.push((format!("{word} {sowing}"), u64::from(sowing)));
        }
        pieces.extend(contents.marks_of_player(seat).map(|mark| (mark.to_owned(), 0)));
        pieces
    }

    fn player_width(&self, seat: Seat) -> f64 {
        let name = self.player_name(seat);
        let pieces = self.player_pieces(seat);
        let pieces = pieces.iter().map(|(text, seeds)| piece_width(text, *seeds));
        2.0 + text_width(&name, 4.9) + 4.0 + pieces.sum::<f64>()
    }

    fn player_name(&self, seat: Seat) -> String {
        let turn = self.contents.drawing.turn == Some(seat);
        let sign = if turn { "\u{25b8} " } else { "" };
        format!("{sign}{}", self.contents.drawing.model.player(seat))
    }

    fn player(&self, svg: &mut Svg, at: PagePoint, seat: Seat) {
        let name = self.player_name(seat);
        let turn = if self.contents.drawing.turn == Some(seat) { " m-turn" } else { "" };
        let base = at.plus(1.0, 5.0);
        svg.text(&format!("m-name{turn}"), base, Anchor::Start, &name);
        let mut x = base.x + text_width(&name, 4.9) + 4.0;
        for (text, drawn) in self.player_pieces(seat) {
            svg.text("m-kept", PagePoint::at(x, base.y), Anchor::Start, &text);
            let after = x + text_width(&text, 3.6) + 2.2;
            seeds::draw_row(svg, PagePoint::at(after, base.y - 1.2), drawn);
            x += piece_width(&text, drawn);
        }
    }

    fn board(&self, svg: &mut Svg, corner: PagePoint) {
        match self.geometry.board {
            BoardShape::Rectangle(width, height, line) => {
                svg.rectangle("m-board", corner, (width, height), 6.0);
                if let Some((from, to)) = line {
                    let ends = [from, to].map(|end| corner.plus(end.x, end.y));
                    svg.path("m-line", &ends, false);
                }
            }
            BoardShape::Disc(radius) => {
                svg.circle("m-board", corner.plus(radius, radius), radius);
                self.ring_owners(svg, corner.plus(radius, radius));
            }
        }
        for (place, shape) in self.shapes(corner) {
            self.pit(svg, place, &shape);
        }
        self.way(svg, corner);
        for (place, shape) in self.shapes(corner) {
            self.filling(svg, place, &shape);
        }
        self.arrow(svg, corner);
    }

    fn shapes(&self, corner: PagePoint) -> impl Iterator<Item = (PlaceId, PlacedShape)> + '_ {
        self.geometry.shapes.iter().map(move |(place, shape)| {
            (*place, PlacedShape { centre: shape.centre.plus(corner.x, corner.y), ..*shape })
        })
    }

    /// A hole without what is in it.
    fn pit(&self, svg: &mut Svg, place: PlaceId, shape: &PlacedShape) {
        let owner =
            self.contents.owner(place).map_or(String::new(), |seat| format!(" p{}", seat.0));
        let closed = if self.contents.is_closed(place) { "m-closed" } else { "m-open" };
        svg.open("g", &format!("class=\"{closed}\""));
        let rim = format!("m-rim{owner}");
        let below = shape.centre.plus(0.0, 0.35);
        match shape.outline {
            Outline::Round(radius) => {
                svg.circle(&rim, shape.centre, radius);
                svg.circle("m-pit", below, radius - 0.85);
            }
            Outline::Oval(width, height) => {
                let corner = shape.centre.plus(-width, -height);
                let round = width.min(height);
                svg.rectangle(&rim, corner, (2.0 * width, 2.0 * height), round);
                let inner = corner.plus(0.7, 0.95);
                let size = (2.0 * width - 1.4, 2.0 * height - 1.5);
                svg.rectangle("m-pit", inner, size, round - 0.7);
            }
        }
        svg.close();
    }

    /// The seeds of a place, its name, its number, and its signs.
    fn filling(&self, svg: &mut Svg, place: PlaceId, shape: &PlacedShape) {
        let contents = &self.contents;
        let model = contents.drawing.model;
        let closed = contents.is_closed(place);
        let class = if closed { "m-hole m-closed" } else { "m-hole" };
        let name = model.place(place);
        svg.open("g", &format!("class=\"{class}\" data-place=\"{}\"", escape(name)));
        svg.text_element("title", "", &place_words(contents, place));
        if closed {
            let r = RADIUS * 0.55;
            let c = shape.centre;
            svg.path("m-cross", &[c.plus(-r, -r), c.plus(r, r)], false);
            svg.path("m-cross", &[c.plus(-r, r), c.plus(r, -r)], false);
        }
        let number = if contents.is_hidden(place) { None } else { contents.seeds(place) };
        let drawn = match number {
            Some(seeds) => seeds::draw(svg, shape, seeds, place.index()),
            None => true,
        };
        let text = match number {
            Some(seeds) => seeds.to_string(),
            None if contents.is_hidden(place) => "?".to_owned(),
            None => "\u{b7}".to_owned(),
        };
        let half = match shape.outline {
            Outline::Round(radius) => (radius, radius),
            Outline::Oval(width, height) => (width, height),
        };
        let base = shape.centre.plus(0.0, half.1 + 3.9);
        let is_hole = contents.kind(place) == Some(PlaceKind::Hole);
        if drawn {
            // A longer name of the hole needs more room.
            let (at, anchor) = match (is_hole, &contents.owners) {
                (true, Ownership::Holes) => (base.plus(half.0 - 0.2, 0.0), Anchor::End),
                (true, _) => (base.plus(1.4, 0.0), Anchor::Middle),
                (false, _) => (base, Anchor::Middle),
            };
            svg.text("m-count", at, anchor, &text);
        } else {
            svg.text("m-many", shape.centre.plus(0.0, 2.1), Anchor::Middle, &text);
        }
        if is_hole {
            let at = PagePoint::at(shape.centre.x - half.0 + 0.4, base.y);
            svg.text("m-label", at, Anchor::Start, &self.hole_label(place));
        } else {
            let owner = contents.owner(place);
            let name = owner.map_or(name, |seat| model.player(seat));
            let at = shape.centre.plus(0.0, -half.1 - 1.2);
            named(svg, at, name, (2.0 * half.0 + 2.0).max(PITCH - 1.0));
        }
        self.signs(svg, place, shape.centre, half);
        svg.close();
    }

    /// `a1`, or `a1 S` where owners differ from hole to hole.
    fn hole_label(&self, place: PlaceId) -> String {
        let model = self.contents.drawing.model;
        let name = model.place(place);
        if !matches!(self.contents.owners, Ownership::Holes) {
            return name.to_owned();
        }
        let owner = self.contents.owner(place);
        let initial = owner.and_then(|seat| initials(model).into_iter().nth(seat.index()));
        format!("{name} {}", initial.unwrap_or_else(|| "-".into()))
    }

    fn signs(&self, svg: &mut Svg, place: PlaceId, centre: PagePoint, half: (f64, f64)) {
        let signs = self.contents.signs_of(place);
        let is_hole = self.contents.kind(place) == Some(PlaceKind::Hole);
        if !signs.is_empty() && is_hole {
            svg.circle("m-mark", centre, RADIUS - 0.4);
            let badge = centre.plus(half.0 * 0.78, -half.0 * 0.78);
            let wide = text_width(&signs, 3.0) + 1.6;
            let corner = badge.plus(-wide / 2.0, -2.0);
            svg.rectangle("m-badge", corner, (wide, 4.0), 2.0);
            svg.text("m-sign", badge.plus(0.0, 1.1), Anchor::Middle, &signs);
        }
        if self.notes.taken.contains(place) && is_hole {
            svg.circle("m-taken", centre, RADIUS - 0.4);
        }
        let change = self.notes.changes.iter().find(|(changed, _)| *changed == place);
        if let Some((_, change)) = change.filter(|(_, change)| *change != 0) {
            let text =
                if *change > 0 { format!("+{change}") } else { format!("\u{2212}{}", -change) };
            let class = if *change > 0 { "m-change" } else { "m-change m-loss" };
            let up = if is_hole { half.1 * 0.78 } else { half.1 - 1.0 };
            let badge = centre.plus(-half.0 * 0.78, -up);
            let wide = text_width(&text, 2.8) + 1.8;
            svg.rectangle("m-badge", badge.plus(-wide / 2.0, -1.9), (wide, 3.8), 1.9);
            svg.text(class, badge.plus(0.0, 1.0), Anchor::Middle, &text);
        }
    }

    /// The way of a sowing, below the seeds.
    fn way(&self, svg: &mut Svg, corner: PagePoint) {
        let points = self.way_points(corner);
        if let Some(origin) = points.first() {
            svg.path("m-way", &points, false);
            svg.circle("m-origin", *origin, RADIUS + 0.1);
        }
    }

    fn way_points(&self, corner: PagePoint) -> Vec<PagePoint> {
        let centres = self.notes.way.iter().filter_map(|place| self.geometry.centre(*place));
        let mut points: Vec<PagePoint> = centres.map(|at| at.plus(corner.x, corner.y)).collect();
        points.dedup();
        if points.len() > 1 { points } else { Vec::new() }
    }

    /// The arrow at the end of a sowing, above the seeds.
    fn arrow(&self, svg: &mut Svg, corner: PagePoint) {
        let points = self.way_points(corner);
        let [.., before, last] = points.as_slice() else { return };
        let length = before.distance(*last).max(0.1);
        let tip = last.towards(*before, (RADIUS - 2.4) / length);
        let back = last.towards(*before, (RADIUS + 1.6) / length);
        let across = ((last.y - before.y) / length * 2.2, (before.x - last.x) / length * 2.2);
        let sides = [back.plus(across.0, across.1), tip, back.plus(-across.0, -across.1)];
        svg.path("m-arrow", &sides, true);
    }

    /// The owners of columns, below the board.
    fn column_owners(&self, svg: &mut Svg, corner: PagePoint) {
        let Ownership::Columns(owners) = &self.contents.owners else { return };
        let x = |column: usize| {
            let column = u16::try_from(column + 1).unwrap_or(u16::MAX);
            let hole = self.contents.layout.hole_at(1, column);
            hole.and_then(|hole| self.geometry.centre(hole)).map_or(0.0, |centre| centre.x)
        };
        let mut from = 0;
        while let Some(owner) = owners.get(from) {
            let same = owners.iter().skip(from).take_while(|other| *other == owner).count();
            let to = from + same.max(1) - 1;
            let name = self.contents.owner_name(*owner);
            let middle = (x(from) + x(to)) / 2.0;
            svg.text("m-kept", corner.plus(middle, 0.0), Anchor::Middle, name);
            let line = [corner.plus(x(from) - RADIUS, -3.4), corner.plus(x(to) + RADIUS, -3.4)];
            svg.path("m-line", &line, false);
            from = to + 1;
        }
    }

    /// The names of the owners, inside a ring.
    fn ring_owners(&self, svg: &mut Svg, centre: PagePoint) {
        let Some(radius) = self.geometry.ring else { return };
        let model = self.contents.drawing.model;
        for seat in self.players() {
            let own = self.contents.holes().filter(|hole| self.contents.owner(*hole) == Some(seat));
            let own: Vec<PagePoint> = own.filter_map(|hole| self.geometry.centre(hole)).collect();
            if own.is_empty() {
                continue;
            }
            let (_, size) = self.geometry.size();
            let middle = own.iter().fold(PagePoint::default(), |sum, at| sum.plus(at.x, at.y));
            let n = own.len() as f64;
            let from_centre = PagePoint::at(middle.x / n - size / 2.0, middle.y / n - size / 2.0);
            let length = from_centre.distance(PagePoint::default()).max(0.1);
            let part = (radius - RADIUS - LABEL - 6.0).max(4.0) / length;
            let at = centre.plus(from_centre.x * part, from_centre.y * part + 1.2);
            svg.text("m-kept", at, Anchor::Middle, model.player(seat));
        }
    }
}

fn piece_width(text: &str, drawn: u64) -> f64 {
    text_width(text, 3.6) + 2.2 + drawn as f64 * 3.1 + 3.0
}

/// A name of a place at an end, in smaller letters if it is long.
fn named(svg: &mut Svg, at: PagePoint, name: &str, room: f64) {
    let wide = text_width(name, NAME_SIZE);
    if wide <= room {
        svg.text("m-label", at, Anchor::Middle, name);
    } else {
        let size = (NAME_SIZE * room / wide).max(1.2);
        let attributes = format!(
            "class=\"m-label\" style=\"font-size:{}px\" x=\"{}\" y=\"{}\" text-anchor=\"middle\"",
            mm(size),
            mm(at.x),
            mm(at.y)
        );
        svg.text_element("text", &attributes, name);
    }
}
