//! Output of a session: lines of text, and the board. Text of descriptions and file names is escaped
//! here.

use crate::cli::{Output, boards};
use mnc::diagnostic::visible::escape;
use mnc::notation::BoardDrawing;
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// The output of a session.
pub struct PlayOutput<'o> {
    out: &'o mut Output,
}

impl<'o> PlayOutput<'o> {
    /// A session output that prints to `out`.
    pub fn new(out: &'o mut Output) -> PlayOutput<'o> {
        PlayOutput { out }
    }

    /// The output of the command.
    pub fn out(&mut self) -> &mut Output {
        self.out
    }

    /// Prints a text of one or more lines.
    pub fn print(&mut self, text: &str) -> io::Result<()> {
        let room = self.out.width();
        for line in text.split('\n') {
            let line = escape(line);
            for part in wrap(line.trim_end(), room) {
                writeln!(self.out, "{part}")?;
            }
        }
        Ok(())
    }

    /// Prints lines, indented.
    pub fn print_list(&mut self, lines: impl IntoIterator<Item = String>) -> io::Result<()> {
        lines.into_iter().try_for_each(|line| self.print(&format!("  {line}")))
    }

    /// The number of lines of the terminal that an indented line takes.
    pub fn line_count(&mut self, line: &str) -> usize {
        let room = self.out.width();
        line.split('\n').map(|line| wrap(&format!("  {}", escape(line)), room).len()).sum()
    }

    /// Prints a status message, on a terminal only.
    pub fn print_status(&mut self, text: &str) -> io::Result<()> {
        if self.out.is_terminal() {
            self.print(text)?;
            self.out.flush()?;
        }
        Ok(())
    }

    /// Draws a board, with blank lines round it.
    pub fn draw(&mut self, picture: &BoardDrawing<'_>) -> io::Result<()> {
        let drawn = boards::draw(picture, self.out);
        self.out.write_styled(&format!("\n{drawn}\n"))
    }
}

/// Wraps a line between words to `room` columns; further parts are indented deeper than the line. A word
/// that is too long stays whole.
fn wrap(line: &str, room: usize) -> Vec<String> {
    if line.width() <= room {
        return vec![line.to_owned()];
    }
    let margin = line.len() - line.trim_start_matches(' ').len();
    let mut parts = Vec::new();
    let mut part = " ".repeat(margin);
    let mut begun = false;
    for word in line.trim_start_matches(' ').split(' ') {
        if begun && part.width() + 1 + word.width() > room {
            parts.push(std::mem::replace(&mut part, " ".repeat(margin + 2)));
            begun = false;
        }
        if begun {
            part.push(' ');
        }
        part += word;
        begun = true;
    }
    parts.push(part);
    parts
}

#[cfg(test)]
mod tests {
    use super::wrap;

    #[test]
    fn lines_are_cut_between_words() {
        let cut = wrap("  South sows 4 seeds from a1 to e1", 16);
        assert_eq!(cut, ["  South sows 4", "    seeds from", "    a1 to e1"]);
        assert_eq!(wrap("short", 16), ["short"]);
        assert_eq!(wrap("anticlockwise-and-on", 8), ["anticlockwise-and-on"]);
    }
}
