//! Boards on the screen: the colours of their pieces, and two boards next to each other.

use super::Output;
use mnc::diagnostic::visible::escape;
use mnc::notation::{BoardDrawing, DrawingPart, DrawingStyle};
use unicode_width::UnicodeWidthStr;

/// Blanks between two boards.
const BETWEEN: usize = 4;
/// The greatest width of two boards next to each other where the width is unlimited.
const MOST_COLUMNS: usize = 140;

/// A board with colours, if the output has them; all names in it are escaped.
pub fn draw(drawing: &BoardDrawing<'_>, out: &Output) -> String {
    draw_in(drawing, out.has_colour(), out.width())
}

fn draw_in(drawing: &BoardDrawing<'_>, colour: bool, width: usize) -> String {
    let paint = |part: DrawingPart, text: &str| {
        let text = escape(text);
        match colour_code(part).filter(|_| colour) {
            Some(code) => format!("\x1b[{code}m{text}\x1b[0m"),
            None => text.into_owned(),
        }
    };
    drawing.draw_with(&DrawingStyle { paint: &paint, width })
}

/// Two boards with headings: next to each other if there is room, else the second below the first.
pub fn draw_pair(
    first: (&str, &BoardDrawing<'_>),
    second: (&str, &BoardDrawing<'_>),
    out: &Output,
) -> String {
    let (colour, room) = (out.has_colour(), out.width());
    let plain = draw_in(first.1, false, room);
    let (left, right) = (draw_in(first.1, colour, room), draw_in(second.1, colour, room));
    let widths: Vec<usize> = plain.lines().map(UnicodeWidthStr::width).collect();
    let column = widths.iter().copied().max().unwrap_or(0).max(first.0.width()) + BETWEEN;
    let other = draw_in(second.1, false, room);
    let other = other.lines().map(UnicodeWidthStr::width).max().unwrap_or(0).max(second.0.width());
    let [heading, other_heading] = [first.0, second.0].map(escape);
    if column + other > room.min(MOST_COLUMNS) {
        return format!("{heading}\n{left}{other_heading}\n{right}");
    }
    let pad = |width: usize| " ".repeat(column.saturating_sub(width));
    let mut text = format!("{heading}{}{other_heading}\n", pad(heading.width()));
    let (mut left, mut right) = (left.lines(), right.lines());
    let mut widths = widths.into_iter();
    loop {
        let line = match (left.next(), right.next()) {
            (None, None) => return text,
            (Some(line), None) => line.to_owned(),
            (line, Some(other)) => {
                format!("{}{}{other}", line.unwrap_or(""), pad(widths.next().unwrap_or(0)))
            }
        };
        text += line.trim_end();
        text.push('\n');
    }
}

/// The colour of a piece of the board, as an escape code.
fn colour_code(part: DrawingPart) -> Option<&'static str> {
    match part {
        DrawingPart::Frame | DrawingPart::Empty | DrawingPart::Closed | DrawingPart::Legend => {
            Some("2")
        }
        DrawingPart::Seeds => Some("1"),
        DrawingPart::Mark => Some("33"),
        DrawingPart::Kept => Some("36"),
        DrawingPart::Name => None,
        DrawingPart::Turn => Some("1;32"),
    }
}
