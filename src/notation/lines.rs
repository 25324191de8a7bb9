//! Lines of a drawing, built from pieces.

use super::board::DrawingPart;
use unicode_width::UnicodeWidthStr;

/// Columns that a text takes on a screen.
pub(super) fn width(text: &str) -> usize {
    text.width()
}

/// A line under construction.
#[derive(Clone, Debug, Default)]
pub(super) struct DrawingLine {
    pieces: Vec<(DrawingPart, String)>,
    width: usize,
}

impl DrawingLine {
    /// A piece.
    pub fn push(&mut self, part: DrawingPart, text: impl Into<String>) {
        let text = text.into();
        self.width += width(&text);
        self.pieces.push((part, text));
    }

    /// A piece, right-aligned in a field of width `room`.
    pub fn push_right(&mut self, part: DrawingPart, text: &str, room: usize) {
        self.pad(room.saturating_sub(width(text)));
        self.push(part, text);
    }

    /// A piece, left-aligned in a field of width `room`.
    pub fn push_left(&mut self, part: DrawingPart, text: &str, room: usize) {
        self.push(part, text);
        self.pad(room.saturating_sub(width(text)));
    }

    /// Appends blanks.
    pub fn pad(&mut self, blanks: usize) {
        self.push(DrawingPart::Frame, " ".repeat(blanks));
    }

    /// Appends blanks up to a column.
    pub fn pad_to(&mut self, column: usize) {
        self.pad(column.saturating_sub(self.width));
    }

    /// Writes the line, without blanks at its end.
    pub fn write(&self, paint: &dyn Fn(DrawingPart, &str) -> String, to: &mut String) {
        let blank = |(_, text): &&(DrawingPart, String)| text.trim().is_empty();
        let ends = self.pieces.len() - self.pieces.iter().rev().take_while(blank).count();
        for (i, (part, text)) in self.pieces.iter().take(ends).enumerate() {
            let text = if i + 1 == ends { text.trim_end() } else { text };
            if text.trim().is_empty() {
                to.push_str(text);
            } else {
                to.push_str(&paint(*part, text));
            }
        }
        to.push('\n');
    }
}
