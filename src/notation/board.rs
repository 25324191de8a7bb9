//! A position drawn as text: the rows as the first player sees them, stores and hands next to their
//! owners, letters and numbers round the frame, so that you can read off `a1`.
//!
//! A drawing consists of [`DrawingLine`]s of pieces with a [`DrawingPart`]; the caller supplies the colours.
//! Boards wider than the given width are split.

use super::contents::{BoardContents, CLOSED, NOT_STATED};
use super::drawing_words::DrawingWords;
use super::layout::BoardEnd;
use super::lines::{DrawingLine, width};
use super::ownership::Ownership;
use super::signs::initials;
use crate::engine::{Decider, Position, State};
use crate::model::{Model, PlaceId, PlaceSetBits, Seat};
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
    /// The words in it.
    pub words: &'a DrawingWords,
}

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
            turn: position.decider().and_then(Decider::seat),
            sowing: position.sowing_of(position.mover()),
            waiting: position.sowing() - position.sowing_of(position.mover()),
            viewer: None,
            stated: None,
            differing: PlaceSetBits::default(),
            words: const { &DrawingWords::ENGLISH },
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
            words: const { &DrawingWords::ENGLISH },
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

    /// The same drawing with other words in it.
    #[must_use]
    pub fn with_words(self, words: &'a DrawingWords) -> BoardDrawing<'a> {
        BoardDrawing { words, ..self }
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
    contents: BoardContents<'a>,
    /// The places at the left and the right end.
    ends: [Option<PlaceId>; 2],
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
        let contents = BoardContents::of(is);
        let mut sheet = DrawingLayout {
            ends: BoardEnd::BOTH.map(|end| contents.layout.at_end(end)),
            seeds: 1,
            marks: 0,
            gap: 2,
            margin: EDGE,
            number: board.rows.to_string().len(),
            store: 1,
            side_by_side: board.columns.max(1),
            contents,
        };
        let holes = || sheet.contents.holes();
        let of_seeds = holes().map(|p| sheet.contents.seeds_text(p).len()).max();
        let letters = (1..=board.columns).map(|c| width(&sheet.contents.letters(c))).max();
        let owner = sheet.contents.owners.widest_initial(&initials(is.model));
        let seeds = of_seeds.max(letters).max(Some(owner)).unwrap_or(1).max(MIN_SEEDS_WIDTH);
        let marks = holes().map(|p| sheet.contents.signs_of(p).chars().count()).max().unwrap_or(0);
        (sheet.seeds, sheet.marks) = (seeds, marks);
        let kept = sheet.ends.iter().flatten().map(|place| sheet.contents.kept_in(*place).len());
        sheet.store = kept.max().unwrap_or(1).max(MIN_SEEDS_WIDTH);
        if let [Some(left), _] = sheet.ends {
            sheet.margin = EDGE + width(&sheet.at_left(left)) + 2;
        }
        sheet.fit(room);
        sheet
    }

    /// Moves the holes closer, then splits the board, if it is wider than `room`.
    fn fit(&mut self, room: usize) {
        let right = match self.ends {
            [_, Some(right)] => 2 + width(&self.at_right(right)),
            [_, None] => 0,
        };
        let right = right
            + self
                .contents
                .owners
                .widest_label(self.contents.drawing.model, &self.contents.drawing.words.nobody);
        let around = self.margin + self.number + 4 + right;
        let all = usize::from(self.contents.drawing.model.board.columns);
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
        let columns = self.contents.drawing.model.board.columns;
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
        let rows = self.contents.drawing.model.board.rows;
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
        if let Ownership::Columns(owners) = &self.contents.owners {
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
            line.push_right(DrawingPart::Frame, &self.contents.letters(column), self.seeds);
            line.pad(self.marks);
        }
        line
    }

    fn row(&self, row: u16, columns: &Range<u16>, inside: usize, middle: bool) -> DrawingLine {
        let mut line = DrawingLine::default();
        if middle {
            self.end_before(&mut line, columns);
        }
        line.pad_to(self.margin);
        line.push_right(DrawingPart::Frame, &row.to_string(), self.number);
        line.push(DrawingPart::Frame, " |");
        for column in columns.clone() {
            line.pad(self.gap);
            let Some(place) = self.contents.layout.hole_at(row, column) else {
                line.pad(self.seeds + self.marks);
                continue;
            };
            let (part, text) = match self.contents.seeds(place) {
                _ if self.contents.is_closed(place) => (DrawingPart::Closed, CLOSED.to_owned()),
                None => (DrawingPart::Empty, NOT_STATED.to_owned()),
                Some(0) => (DrawingPart::Empty, "0".to_owned()),
                Some(seeds) => (DrawingPart::Seeds, seeds.to_string()),
            };
            line.push_right(part, &text, self.seeds);
            let marks = self.contents.signs_of(place);
            line.push_left(DrawingPart::Mark, &marks, self.marks);
        }
        line.pad_to(self.margin + self.number + 2 + inside);
        line.push(DrawingPart::Frame, "|");
        if let Some(owner) = self.contents.owners.of_row(row) {
            let name = self.contents.owner_name(owner);
            line.push(DrawingPart::Name, format!("  {name}"));
        }
        if middle {
            self.end_after(&mut line, columns);
        }
        line
    }

    /// The line between the two halves of the board, or below the only row: the shared places.
    fn middle(&self, columns: &Range<u16>, inside: usize, stores: bool) -> DrawingLine {
        let mut line = DrawingLine::default();
        if stores {
            self.end_before(&mut line, columns);
        }
        line.pad_to(self.margin + self.number + 1);
        line.push(DrawingPart::Frame, "|");
        let shared = self.shared_below(inside);
        line.pad((inside - width(&shared)) / 2);
        line.push(DrawingPart::Kept, shared);
        line.pad_to(self.margin + self.number + 2 + inside);
        line.push(DrawingPart::Frame, "|");
        if stores {
            self.end_after(&mut line, columns);
        }
        line
    }

    fn end_before(&self, line: &mut DrawingLine, columns: &Range<u16>) {
        if let ([Some(left), _], 1) = (self.ends, columns.start) {
            line.pad(EDGE);
            line.push(DrawingPart::Kept, self.at_left(left));
        }
    }

    fn end_after(&self, line: &mut DrawingLine, columns: &Range<u16>) {
        let last = columns.end > self.contents.drawing.model.board.columns;
        if let ([_, Some(right)], true) = (self.ends, last) {
            line.pad(2);
            line.push(DrawingPart::Kept, self.at_right(right));
        }
    }

    fn at_left(&self, place: PlaceId) -> String {
        format!("{} {}", self.end_name(place), self.end_box(place))
    }

    fn at_right(&self, place: PlaceId) -> String {
        format!("{} {}", self.end_box(place), self.end_name(place))
    }

    /// The owner of a store, or the name of a shared place.
    fn end_name(&self, place: PlaceId) -> &str {
        let model = self.contents.drawing.model;
        self.contents.owner(place).map_or_else(|| model.place(place), |seat| model.player(seat))
    }

    fn end_box(&self, place: PlaceId) -> String {
        format!("[{:>1$}]", self.contents.kept_in(place), self.store)
    }

    /// The shared places as text for the frame; empty if they do not fit and go in the legend instead.
    fn shared_below(&self, inside: usize) -> String {
        let shared = self.shared();
        let fits = width(&shared) < inside
            && self.side_by_side >= self.contents.drawing.model.board.columns;
        if fits { shared } else { String::new() }
    }

    /// The shared places that are not at an end.
    fn shared(&self) -> String {
        let contents = &self.contents;
        let inside = contents.shared().filter(|place| !self.ends.contains(&Some(*place)));
        let each =
            inside.map(|p| format!("{} {}", contents.drawing.model.place(p), contents.kept_in(p)));
        each.collect::<Vec<_>>().join(", ")
    }

    /// The owners below a row, if they differ from hole to hole.
    fn owners_below(&self, row: u16, columns: &Range<u16>) -> Option<DrawingLine> {
        if !matches!(self.contents.owners, Ownership::Holes) {
            return None;
        }
        let initials = initials(self.contents.drawing.model);
        let mut line = self.begin();
        line.push(DrawingPart::Frame, "|");
        for column in columns.clone() {
            line.pad(self.gap);
            let place = self.contents.layout.hole_at(row, column);
            let owner = place
                .and_then(|p| self.contents.drawing.state.owner(self.contents.drawing.model, p));
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
            let name = self.contents.owner_name(owner(from));
            line.pad(self.gap);
            line.push(DrawingPart::Name, centred(name, room));
            from = to;
        }
        line
    }

    /// The players of one side, with their seeds that are not drawn on the board.
    fn players(&self, far: bool) -> Vec<DrawingLine> {
        let board = &self.contents.drawing.model.board;
        let seats = (0..board.seats.len() as u8).map(Seat);
        let here = seats.filter(|s| board.seats[s.index()].far_side == far);
        here.map(|seat| self.player(seat)).collect()
    }

    fn player(&self, seat: Seat) -> DrawingLine {
        let mut line = DrawingLine::default();
        let turn = self.contents.drawing.turn == Some(seat);
        let info = &self.contents.drawing.model.board.seats[seat.index()];
        let (part, sign) = if turn { (DrawingPart::Turn, "> ") } else { (DrawingPart::Name, "  ") };
        line.push(part, format!("{sign}{}", info.name));
        let mut kept = |what: &str, seeds: String| {
            line.push(DrawingPart::Kept, format!("   {what} {seeds}"));
        };
        for (what, place) in self.contents.kept_beside(seat) {
            kept(what, self.contents.kept_in(place));
        }
        let sowing = self.contents.being_sown(seat);
        if sowing > 0 {
            kept(&self.contents.drawing.words.being_sown, sowing.to_string());
        }
        for mark in self.contents.marks_of_player(seat) {
            line.push(DrawingPart::Mark, format!("   {mark}"));
        }
        line
    }

    /// The legend of the signs in this drawing.
    fn legend(&self) -> Vec<DrawingLine> {
        let mut entries = self.contents.legend();
        let shared = self.shared();
        if !shared.is_empty() && self.side_by_side < self.contents.drawing.model.board.columns {
            entries.push(shared);
        }
        let mut line = DrawingLine::default();
        line.pad(EDGE);
        line.push(DrawingPart::Legend, entries.join(", "));
        if entries.is_empty() { Vec::new() } else { vec![line] }
    }
}

/// `--North--`, `room` columns wide.
fn centred(name: &str, room: usize) -> String {
    let name: String = name.chars().take(room).collect();
    let around = room - width(&name).min(room);
    format!("{}{name}{}", "-".repeat(around / 2), "-".repeat(around - around / 2))
}
