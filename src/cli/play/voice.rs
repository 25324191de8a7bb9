//! Telling the person: lines of text, and the board. Everything that a description or a file name
//! brings along is made safe to show here.

use crate::cli::Out;
use crate::diagnostic::visible::escape;
use crate::notation::{Look, Part, Picture};
use std::io::{self, Write};

/// Where things are said.
pub struct Voice<'o> {
    out: &'o mut Out,
}

impl<'o> Voice<'o> {
    /// A voice that speaks there.
    pub fn new(out: &'o mut Out) -> Voice<'o> {
        Voice { out }
    }

    /// Where it speaks.
    pub fn out(&mut self) -> &mut Out {
        self.out
    }

    /// Says a text, however many lines it has.
    pub fn say(&mut self, text: &str) -> io::Result<()> {
        text.split('\n').try_for_each(|line| writeln!(self.out, "{}", escape(line).trim_end()))
    }

    /// Says lines, a little way in.
    pub fn list(&mut self, lines: impl IntoIterator<Item = String>) -> io::Result<()> {
        lines.into_iter().try_for_each(|line| self.say(&format!("  {line}")))
    }

    /// Says something only to people who look at a terminal, so that they know what goes on.
    pub fn whisper(&mut self, text: &str) -> io::Result<()> {
        if self.out.is_terminal() {
            self.say(text)?;
            self.out.flush()?;
        }
        Ok(())
    }

    /// Draws a board, with blank lines round it.
    pub fn draw(&mut self, picture: &Picture<'_>) -> io::Result<()> {
        let colour = self.out.has_colour();
        let paint = |part: Part, text: &str| {
            let text = escape(text);
            match paint(part).filter(|_| colour) {
                Some(code) => format!("\x1b[{code}m{text}\x1b[0m"),
                None => text.into_owned(),
            }
        };
        let drawn = picture.draw_with(&Look { paint: &paint, width: self.width() });
        self.out.painted(&format!("\n{drawn}\n"))
    }

    /// Columns of the terminal; elsewhere there is room enough.
    fn width(&self) -> usize {
        let size = if self.out.is_terminal() { terminal_size::terminal_size() } else { None };
        size.map_or(usize::MAX, |(width, _)| usize::from(width.0).max(1))
    }
}

/// The colour of a piece of the board, as terminals are told it.
fn paint(part: Part) -> Option<&'static str> {
    match part {
        Part::Frame | Part::Empty | Part::Closed | Part::Legend => Some("2"),
        Part::Seeds => Some("1"),
        Part::Mark => Some("33"),
        Part::Kept => Some("36"),
        Part::Name => None,
        Part::Turn => Some("1;32"),
    }
}
