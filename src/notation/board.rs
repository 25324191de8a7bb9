//! A position drawn as text: the rows as the first player sees them, stores and hands next to their
//! owners, letters and numbers round the frame, so that you can read off `a1`.
//!
//! A drawing consists of [`DrawingLine`]s of pieces with a [`DrawingPart`]; the caller supplies the colours.
//! Boards wider than the given width are split.

use super::lines::{DrawingLine, width};
use super::ownership::Ownership;
use super::signs::{MarkSigns, initials};
use crate::engine::{Position, State};
use crate::model::{KindId, MarkId, Model, PlaceId, PlaceKind, PlaceSetBits, Seat};
use std::ops::Range;

/// The kind of a piece of a drawing; the caller colours pieces by it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DrawingPart {
    /// Lines, blanks, letters and numbers of the frame.
    Frame,
    /// The number of seeds of a hole that is not empty.
    Seeds,
    /// The 0 of an empty hole.
    Empty,
    /// The sign of a closed hole.
    Closed,
    /// The sign of a mark.
    Mark,
    /// Seeds in stores and hands.
    Kept,
    /// A player's name.
    Name,
    /// The sign and the name of the player to move.
    Turn,
    /// The legend of the signs.
    Legend,
}

/// Colours and width of a drawing.
pub struct DrawingStyle<'a> {
    /// Colours a piece; it must not change the text itself.
    pub paint: &'a dyn Fn(DrawingPart, &str) -> String,
    /// The width in columns of text; longer boards are drawn in several pieces.
    pub width: usize,
}

impl Default for DrawingStyle<'_> {
    fn default() -> Self {
        DrawingStyle { paint: &|_, text| text.to_owned(), width: usize::MAX }
    }
}

/// A drawing of a position.
#[derive(Clone, Copy, Debug)]
pub struct BoardDrawing<'a> {
    /// The game.
    pub model: &'a Model,
    pub(super) state: &'a State,
    /// The player to move.
    pub turn: Option<Seat>,
    /// Seeds in the sowing hand of the mover, in the middle of a sowing.
    pub sowing: u16,
    /// Seeds in the sowing hand of the other player, if both move at once.
    pub waiting: u16,
    /// The viewer: what is hidden from that player is not drawn. `None`: everything is.
    pub viewer: Option<Seat>,
    /// Numbers of seeds to draw instead of those of the position, by place; a dot for places that are not in
    /// the list. `None`: the position is drawn as it is.
    pub stated: Option<&'a [(PlaceId, u64)]>,
    /// Places with a sign that says that they differ from those of another drawing.
    pub differing: PlaceSetBits,
}

/// The sign of a place that differs.
const DIFFERS: &str = "<";
/// The sign of a place of which nothing is stated.
const NOT_STATED: &str = ".";
/// The sign of a closed hole.
const CLOSED: &str = "x";
/// The sign for hidden seeds.
const HIDDEN: &str = "?";
/// The least width of a number of seeds, so that a board keeps its shape in play.
const MIN_SEEDS_WIDTH: usize = 2;
/// Blanks at the left edge.
const EDGE: usize = 2;

impl<'a> BoardDrawing<'a> {
    /// A position of a game.
    pub fn of(model: &'a Model, position: &'a Position) -> BoardDrawing<'a> {
        BoardDrawing {
            model,
            state: position.state(),
            turn: position.decider(),
            sowing: position.sowing_of(position.mover()),
            waiting: position.sowing() - position.sowing_of(position.mover()),
            viewer: None,
            stated: None,
            differing: PlaceSetBits::default(),
        }
    }

    /// A board with nobody to move, for example one that is being edited
    /// ([`Engine::lay_out`](crate::engine::Engine::lay_out)).
    pub fn of_facts(model: &'a Model, facts: &'a State) -> BoardDrawing<'a> {
        BoardDrawing {
            model,
            state: facts,
            turn: None,
            sowing: 0,
            waiting: 0,
            viewer: None,
            stated: None,
            differing: PlaceSetBits::default(),
        }
    }

    /// The same board with stated numbers of seeds; a dot for places of which nothing is stated. Nobody is to
    /// move there.
    #[must_use]
    pub fn with_stated(self, stated: &'a [(PlaceId, u64)]) -> BoardDrawing<'a> {
        BoardDrawing { stated: Some(stated), turn: None, sowing: 0, waiting: 0, ..self }
    }

    /// The same drawing with a sign at places that differ from those of another one.
    #[must_use]
    pub fn with_differing(self, places: impl IntoIterator<Item = PlaceId>) -> BoardDrawing<'a> {
        BoardDrawing { differing: places.into_iter().collect(), ..self }
    }

    /// The same drawing as that player sees it.
    #[must_use]
    pub fn for_viewer(self, seat: Option<Seat>) -> BoardDrawing<'a> {
        BoardDrawing { viewer: seat, ..self }
    }

    /// The drawing in plain text.
    pub fn draw(&self) -> String {
        self.draw_with(&DrawingStyle::default())
    }

    /// The drawing in a style.
    pub fn draw_with(&self, look: &DrawingStyle<'_>) -> String {
        let mut text = String::new();
        for line in DrawingLayout::new(*self, look.width).lines() {
            line.write(look.paint, &mut text);
        }
        text
    }
}

/// The layout of a drawing: measures that all of its lines share, in columns of text.
struct DrawingLayout<'a> {
    drawing: BoardDrawing<'a>,
    signs: MarkSigns,
    owners: Ownership,
    /// The players whose stores are drawn at the left and the right end.
    end_stores: Option<(Seat, Seat)>,
    /// The width of the seeds of a hole, and of its marks.
    seeds: usize,
    marks: usize,
    /// Blanks between holes.
    gap: usize,
    /// The width left of the frame for a store, and in it for the number of a row.
    margin: usize,
    number: usize,
    /// The width of the seeds of a store.
    store: usize,
    /// Columns of the board in one piece.
    side_by_side: u16,
}

impl<'a> DrawingLayout<'a> {
    fn new(is: BoardDrawing<'a>, room: usize) -> DrawingLayout<'a> {
        let board = &is.model.board;
        let holes = || (0..board.holes).map(|i| PlaceId(i as u8));
        let signs = MarkSigns::of(is.model);
        let mut sheet = DrawingLayout {
            drawing: is,
            owners: Ownership::of(is.model, is.state),
            end_stores: end_stores(is.model),
            seeds: 1,
            marks: 0,
            gap: 2,
            margin: EDGE,
            number: board.rows.to_string().len(),
            store: 1,
            side_by_side: board.columns.max(1),
            signs,
        };
        let of_seeds = holes().map(|p| sheet.seeds_text(p).len()).max();
        let letters = (1..=board.columns).map(|c| width(&sheet.letters(c))).max();
        let owner = sheet.owners.widest_initial(&initials(is.model));
        sheet.seeds = of_seeds.max(letters).max(Some(owner)).unwrap_or(1).max(MIN_SEEDS_WIDTH);
        sheet.marks = holes().map(|p| sheet.marks_of(p).chars().count()).max().unwrap_or(0);
        if let Some((left, right)) = sheet.end_stores {
            let seeds = [left, right].map(|s| sheet.kept_in(board.seats[s.index()].store).len());
            sheet.store = seeds.into_iter().max().unwrap_or(1).max(MIN_SEEDS_WIDTH);
            sheet.margin = EDGE + width(&sheet.store_at_left(left)) + 2;
        }
        sheet.fit(room);
        sheet
    }

    /// Moves the holes closer, then splits the board, if it is wider than `room`.
    fn fit(&mut self, room: usize) {
        let right = match self.end_stores {
            Some((_, right)) => 2 + width(&self.store_at_right(right)),
            None => self.owners.widest_label(self.drawing.model),
        };
        let around = self.margin + self.number + 4 + right;
        let all = usize::from(self.drawing.model.board.columns);
        let fitting = |hole: usize| room.saturating_sub(around) / hole.max(1);
        if fitting(self.hole()) < all {
            self.gap = 1;
        }
        let fitting = fitting(self.hole()).clamp(1, all.max(1));
        // As few pieces as possible, of nearly equal width.
        let pieces = all.div_ceil(fitting).max(1);
        let even = all.div_ceil(pieces).max(1);
        self.side_by_side = u16::try_from(even).unwrap_or(u16::MAX);
    }

    /// Columns of text for one hole.
    fn hole(&self) -> usize {
        self.gap + self.seeds + self.marks
    }

    fn lines(&self) -> Vec<DrawingLine> {
        let columns = self.drawing.model.board.columns;
        let mut lines = self.players(true);
        let mut from = 1;
        while from <= columns {
            let to = columns.min(from + self.side_by_side - 1);
            if from > 1 {
                lines.push(DrawingLine::default());
            }
            self.piece(from..to + 1, &mut lines);
            from = to + 1;
        }
        lines.extend(self.players(false));
        lines.extend(self.legend());
        lines
    }

    /// The frame with the holes of some columns.
    fn piece(&self, columns: Range<u16>, lines: &mut Vec<DrawingLine>) {
        let rows = self.drawing.model.board.rows;
        let whole = usize::from(columns.end - columns.start);
        let inside = whole * self.hole() + self.gap - self.marks.min(self.gap - 1);
        let edge = || {
            let mut line = self.begin();
            line.push(DrawingPart::Frame, format!("+{}+", "-".repeat(inside)));
            line
        };
        lines.push(self.letters_line(&columns));
        lines.push(edge());
        for row in (1..=rows).rev() {
            let middle = rows % 2 == 1 && row == rows.div_ceil(2);
            lines.push(self.row(row, &columns, inside, middle));
            if let Some(line) = self.owners_below(row, &columns) {
                lines.push(line);
            }
            let halves = rows.is_multiple_of(2);
            if row == rows / 2 + 1 && (halves || !self.shared_below(inside).is_empty()) {
                lines.push(self.middle(&columns, inside, halves));
            }
        }
        lines.push(edge());
        lines.push(self.letters_line(&columns));
        if let Ownership::Columns(owners) = &self.owners {
            lines.push(self.owners_of_columns(owners, &columns));
        }
    }

    /// A line that begins with the margin, up to the frame.
    fn begin(&self) -> DrawingLine {
        let mut line = DrawingLine::default();
        line.pad_to(self.margin + self.number + 1);
        line
    }

    fn letters_line(&self, columns: &Range<u16>) -> DrawingLine {
        let mut line = self.begin();
        line.pad(1);
        for column in columns.clone() {
            line.pad(self.gap);
            line.push_right(DrawingPart::Frame, &self.letters(column), self.seeds);
            line.pad(self.marks);
        }
        line
    }

    fn row(&self, row: u16, columns: &Range<u16>, inside: usize, middle: bool) -> DrawingLine {
        let mut line = DrawingLine::default();
        if middle {
            self.store_before(&mut line, columns);
        }
        line.pad_to(self.margin);
        line.push_right(DrawingPart::Frame, &row.to_string(), self.number);
        line.push(DrawingPart::Frame, " |");
        for column in columns.clone() {
            line.pad(self.gap);
            let Some(place) = self.hole_at(row, column) else {
                line.pad(self.seeds + self.marks);
                continue;
            };
            let (part, text) = match self.seeds_of(place) {
                _ if self.drawing.state.closed.contains(place) => {
                    (DrawingPart::Closed, CLOSED.to_owned())
                }
                None => (DrawingPart::Empty, NOT_STATED.to_owned()),
                Some(0) => (DrawingPart::Empty, "0".to_owned()),
                Some(seeds) => (DrawingPart::Seeds, seeds.to_string()),
            };
            line.push_right(part, &text, self.seeds);
            let marks = self.marks_of(place);
            line.push_left(DrawingPart::Mark, &marks, self.marks);
        }
        line.pad_to(self.margin + self.number + 2 + inside);
        line.push(DrawingPart::Frame, "|");
        if let Some(owner) = self.owners.of_row(row) {
            let name = owner.map_or("nobody", |s| self.drawing.model.player(s));
            line.push(DrawingPart::Name, format!("  {name}"));
        }
        if middle {
            self.store_after(&mut line, columns);
        }
        line
    }

    /// The line between the two halves of the board, or below the only row: the shared places.
    fn middle(&self, columns: &Range<u16>, inside: usize, stores: bool) -> DrawingLine {
        let mut line = DrawingLine::default();
        if stores {
            self.store_before(&mut line, columns);
        }
        line.pad_to(self.margin + self.number + 1);
        line.push(DrawingPart::Frame, "|");
        let shared = self.shared_below(inside);
        line.pad((inside - width(&shared)) / 2);
        line.push(DrawingPart::Kept, shared);
        line.pad_to(self.margin + self.number + 2 + inside);
        line.push(DrawingPart::Frame, "|");
        if stores {
            self.store_after(&mut line, columns);
        }
        line
    }

    fn store_before(&self, line: &mut DrawingLine, columns: &Range<u16>) {
        if let (Some((left, _)), 1) = (self.end_stores, columns.start) {
            line.pad(EDGE);
            line.push(DrawingPart::Kept, self.store_at_left(left));
        }
    }

    fn store_after(&self, line: &mut DrawingLine, columns: &Range<u16>) {
        let last = columns.end > self.drawing.model.board.columns;
        if let (Some((_, right)), true) = (self.end_stores, last) {
            line.pad(2);
            line.push(DrawingPart::Kept, self.store_at_right(right));
        }
    }

    fn store_at_left(&self, seat: Seat) -> String {
        format!("{} {}", self.drawing.model.player(seat), self.store_box(seat))
    }

    fn store_at_right(&self, seat: Seat) -> String {
        format!("{} {}", self.store_box(seat), self.drawing.model.player(seat))
    }

    fn store_box(&self, seat: Seat) -> String {
        let seeds = self.kept_in(self.drawing.model.board.seats[seat.index()].store);
        format!("[{seeds:>0$}]", self.store)
    }

    /// The shared places as text for the frame; empty if they do not fit and go in the legend instead.
    fn shared_below(&self, inside: usize) -> String {
        let shared = self.shared();
        let fits = width(&shared) < inside && self.side_by_side >= self.drawing.model.board.columns;
        if fits { shared } else { String::new() }
    }

    fn shared(&self) -> String {
        let places = self.drawing.model.board.places.iter().enumerate();
        let shared = places.filter(|(_, p)| p.kind == PlaceKind::Shared);
        let each = shared.map(|(i, p)| format!("{} {}", p.id, self.kept_in(PlaceId(i as u8))));
        each.collect::<Vec<_>>().join(", ")
    }

    /// The owners below a row, if they differ from hole to hole.
    fn owners_below(&self, row: u16, columns: &Range<u16>) -> Option<DrawingLine> {
        if !matches!(self.owners, Ownership::Holes) {
            return None;
        }
        let initials = initials(self.drawing.model);
        let mut line = self.begin();
        line.push(DrawingPart::Frame, "|");
        for column in columns.clone() {
            line.pad(self.gap);
            let place = self.hole_at(row, column);
            let owner = place.and_then(|p| self.drawing.state.owner(self.drawing.model, p));
            let sign = owner.and_then(|s| initials.get(s.index())).map_or("-", String::as_str);
            line.push_right(DrawingPart::Name, if place.is_some() { sign } else { "" }, self.seeds);
            line.pad(self.marks);
        }
        line.pad(self.gap - self.marks.min(self.gap - 1));
        line.push(DrawingPart::Frame, "|");
        Some(line)
    }

    /// The owners of the columns, below the letters.
    fn owners_of_columns(&self, owners: &[Option<Seat>], columns: &Range<u16>) -> DrawingLine {
        let owner = |c: u16| owners.get(usize::from(c) - 1).copied().flatten();
        let mut line = self.begin();
        line.pad(1);
        let mut from = columns.start;
        while from < columns.end {
            let to = (from..columns.end).find(|c| owner(*c) != owner(from)).unwrap_or(columns.end);
            let room = usize::from(to - from) * self.hole() - self.gap;
            let name = owner(from).map_or("nobody", |s| self.drawing.model.player(s));
            line.pad(self.gap);
            line.push(DrawingPart::Name, centred(name, room));
            from = to;
        }
        line
    }

    /// The players of one side, with their seeds that are not drawn on the board.
    fn players(&self, far: bool) -> Vec<DrawingLine> {
        let board = &self.drawing.model.board;
        let seats = (0..board.seats.len() as u8).map(Seat);
        let here = seats.filter(|s| board.seats[s.index()].far_side == far);
        here.map(|seat| self.player(seat)).collect()
    }

    fn player(&self, seat: Seat) -> DrawingLine {
        let mut line = DrawingLine::default();
        let turn = self.drawing.turn == Some(seat);
        let info = &self.drawing.model.board.seats[seat.index()];
        let (part, sign) = if turn { (DrawingPart::Turn, "> ") } else { (DrawingPart::Name, "  ") };
        line.push(part, format!("{sign}{}", info.name));
        let mut kept = |what: &str, seeds: String| {
            line.push(DrawingPart::Kept, format!("   {what} {seeds}"));
        };
        let store = info.store;
        match self.drawing.model.board.places.get(store.index()).map(|p| p.kind) {
            Some(PlaceKind::Store) if self.end_stores.is_some() => {}
            Some(PlaceKind::Store) => kept("store", self.kept_in(store)),
            _ => kept("captured", self.kept_in(store)),
        }
        let hand = self.seeds_of(info.hand).is_some_and(|n| n > 0);
        if hand || self.drawing.differing.contains(info.hand) {
            kept("in hand", self.kept_in(info.hand));
        }
        let mover = self.drawing.state.mover == seat;
        let sowing = if mover { self.drawing.sowing } else { self.drawing.waiting };
        if sowing > 0 {
            kept("being sown", sowing.to_string());
        }
        for (i, mark) in self.drawing.model.marks.iter().enumerate() {
            if self.drawing.state.player_mark(self.drawing.model, MarkId(i as u16), seat).is_some()
            {
                line.push(DrawingPart::Mark, format!("   {}", mark.name));
            }
        }
        line
    }

    /// The legend of the signs in this drawing.
    fn legend(&self) -> Vec<DrawingLine> {
        let model = self.drawing.model;
        let mut entries: Vec<String> = Vec::new();
        let holes = || (0..model.board.holes).map(|i| PlaceId(i as u8));
        let mut signs: Vec<char> =
            holes().flat_map(|p| self.marks_of(p).chars().collect::<Vec<_>>()).collect();
        signs.sort_unstable();
        signs.dedup();
        entries.extend(signs.into_iter().filter_map(|sign| self.signs.meaning(model, sign)));
        if self.drawing.differing.iter().next().is_some() {
            entries.push(format!("{DIFFERS} differs"));
        }
        if holes().any(|p| self.drawing.state.closed.contains(p)) {
            entries.push(format!("{CLOSED} closed"));
        }
        match self.owners {
            Ownership::Nobody if model.seats() > 1 => entries.push("nobody owns the holes".into()),
            Ownership::Holes => {
                let names = initials(model).into_iter().zip(&model.board.seats);
                entries.extend(names.map(|(initial, seat)| format!("{initial} {}", seat.name)));
            }
            _ => {}
        }
        entries.extend(self.kinds());
        let places = (0..model.board.places.len()).map(|p| PlaceId(p as u8));
        if places.into_iter().any(|p| self.hidden(p)) {
            entries.push(format!("{HIDDEN} hidden"));
        }
        let shared = self.shared();
        if !shared.is_empty() && self.side_by_side < model.board.columns {
            entries.push(shared);
        }
        let mut line = DrawingLine::default();
        line.pad(EDGE);
        line.push(DrawingPart::Legend, entries.join(", "));
        if entries.is_empty() { Vec::new() } else { vec![line] }
    }

    /// The places of each kind of seeds: `stone in b1, west (2)`.
    fn kinds(&self) -> Vec<String> {
        let model = self.drawing.model;
        let mut entries = Vec::new();
        if self.drawing.stated.is_some() {
            return entries;
        }
        for (i, kind) in model.kinds.iter().enumerate() {
            let places = (0..model.board.places.len()).map(|p| PlaceId(p as u8));
            let n = |p: PlaceId| self.drawing.state.of_kind(model, p, KindId(i as u16));
            let seen = places.filter(|p| !self.hidden(*p));
            let there = seen.map(|p| (p, n(p))).filter(|(_, n)| *n > 0);
            let each = there.map(|(p, n)| match n {
                1 => super::wording::place_text(model, p),
                n => format!("{} ({n})", super::wording::place_text(model, p)),
            });
            let each: Vec<String> = each.collect();
            if !each.is_empty() {
                entries.push(format!("{} in {}", kind.name, each.join(", ")));
            }
        }
        entries
    }

    fn hole_at(&self, row: u16, column: u16) -> Option<PlaceId> {
        let holes = self.drawing.model.board.places.iter().take(self.drawing.model.board.holes);
        let found = holes
            .enumerate()
            .find(|(_, p)| p.hole.is_some_and(|h| h.row == row && h.column == column));
        found.map(|(i, _)| PlaceId(i as u8))
    }

    /// Whether the seeds of a place are hidden from the viewer.
    fn hidden(&self, place: PlaceId) -> bool {
        self.drawing.viewer.is_some() && self.drawing.model.board.hides(place, self.drawing.viewer)
    }

    /// The number of seeds of a place, or the sign for hidden ones.
    fn kept_in(&self, place: PlaceId) -> String {
        let seeds = if self.hidden(place) { HIDDEN.to_owned() } else { self.seeds_text(place) };
        seeds + self.difference_sign(place)
    }

    /// The number of seeds to draw in a place; `None`: nothing is stated of it.
    fn seeds_of(&self, place: PlaceId) -> Option<u64> {
        match self.drawing.stated {
            Some(stated) => stated.iter().find(|(known, _)| *known == place).map(|(_, n)| *n),
            None => Some(self.drawing.state.seeds.get(place.index()).copied().unwrap_or(0).into()),
        }
    }

    /// The number of seeds of a place as text.
    fn seeds_text(&self, place: PlaceId) -> String {
        self.seeds_of(place).map_or_else(|| NOT_STATED.to_owned(), |n| n.to_string())
    }

    fn difference_sign(&self, place: PlaceId) -> &'static str {
        if self.drawing.differing.contains(place) { DIFFERS } else { "" }
    }

    fn marks_of(&self, place: PlaceId) -> String {
        let marks = (0..self.drawing.model.marks.len()).map(|i| MarkId(i as u16));
        let on = |id: MarkId| {
            self.drawing.state.mark(self.drawing.model, id, place).map(|owner| (id, owner))
        };
        let signs = marks.filter_map(on).map(|(id, owner)| self.signs.sign(id, owner));
        signs.chain(self.difference_sign(place).chars()).collect()
    }

    /// The letters of a column, as in the names of its holes.
    fn letters(&self, column: u16) -> String {
        let rows = 1..=self.drawing.model.board.rows;
        let hole = rows.into_iter().find_map(|row| self.hole_at(row, column));
        let id = hole.map_or("", |p| self.drawing.model.place(p));
        id.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned()
    }
}

/// The players whose stores are drawn at the left and the right end: by the positions of the stores on
/// the board, else each at the player's right. `None`: they are not drawn at the ends.
fn end_stores(model: &Model) -> Option<(Seat, Seat)> {
    let seats = [Seat(0), Seat(1)];
    if model.seats() != seats.len() {
        return None;
    }
    match seats.map(|seat| is_at_the_left(model, seat)) {
        [Some(true), Some(false)] => Some((seats[0], seats[1])),
        [Some(false), Some(true)] => Some((seats[1], seats[0])),
        _ => None,
    }
}

/// Whether a player's store is at the left end of the board; `None`: it is at neither end, or its position
/// on the way changes with the owners of the holes.
fn is_at_the_left(model: &Model, seat: Seat) -> Option<bool> {
    let board = &model.board;
    let info = board.seats.get(seat.index())?;
    let store = board.places.get(info.store.index()).filter(|p| p.kind == PlaceKind::Store)?;
    let Some(hole) = store.adjacent_hole else {
        if model.store_position_varies(info.store) {
            return None;
        }
        let opposite = board.seats.iter().any(|other| other.far_side != info.far_side);
        return opposite.then_some(info.far_side);
    };
    let column = board.places.get(hole.index())?.hole?.column;
    match (column == 1, column == board.columns) {
        (left, right) if left != right => Some(left),
        _ => None,
    }
}

/// `--North--`, `room` columns wide.
fn centred(name: &str, room: usize) -> String {
    let name: String = name.chars().take(room).collect();
    let around = room - width(&name).min(room);
    format!("{}{name}{}", "-".repeat(around / 2), "-".repeat(around - around / 2))
}
